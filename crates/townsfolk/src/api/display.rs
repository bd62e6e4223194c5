//! `Display` for commands, events and rejections: with names where they are known, else with ids.

use super::names::Names;
use crate::drivers::Driver;
use crate::host::{Command, Event, RejectedReport};
use crate::minds::{MindEvent, mind_system};
use crate::words::mind::{node_name, verb};
use std::fmt;
use std::ops::Deref;
use townsfolk_core::{ActionRef, AreaId, Channel, Owner, RoleId};
use townsfolk_module::Category;
use townsfolk_scene::EndReason;

/// Something with the names to show it.
#[derive(Clone, Copy, Debug)]
pub struct Named<'a, T> {
    what: &'a T,
    names: &'a Names,
}

impl<'a, T> Named<'a, T> {
    pub(super) fn new(what: &'a T, names: &'a Names) -> Named<'a, T> {
        Named { what, names }
    }

    /// The thing itself.
    pub fn get(&self) -> &'a T {
        self.what
    }
}

impl<T> Deref for Named<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.what
    }
}

macro_rules! display_with_ids {
    ($($type:ty),*) => {$(
        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                Named::new(self, &Names::default()).fmt(f)
            }
        }
    )*};
}

display_with_ids!(Command, Event, RejectedReport);

impl Names {
    fn role(&self, role: RoleId) -> String {
        self.name(Category::Role, role.0)
    }

    fn area(&self, area: AreaId) -> String {
        self.name(Category::Area, area.0)
    }

    fn performance(&self, action: ActionRef) -> String {
        match action.owner {
            Owner::Scene(scene) => format!("action {} of scene {}", action.start.0, scene.0),
            Owner::Decider(who) => format!("action {} of {}", action.start.0, self.person(who)),
        }
    }
}

impl fmt::Display for Named<'_, Command> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.names;
        match self.what {
            Command::Start {
                who,
                partner,
                what,
                arguments,
                ..
            } => {
                let action = names.name(Category::Action, what.0);
                write!(f, "{}: {action}", names.person(*who))?;
                if !arguments.is_empty() {
                    write!(f, "({})", names.values(arguments))?;
                }
                match partner {
                    Some(partner) => write!(f, " together with {}", names.person(*partner)),
                    None => Ok(()),
                }
            }
            Command::Stop(action) => write!(f, "stop {}", names.performance(*action)),
            Command::Leave(who, location) => {
                write!(
                    f,
                    "{} leaves {}",
                    names.person(*who),
                    names.place(*location)
                )
            }
            Command::Spawn {
                who,
                role,
                location,
                point,
                ..
            } => write!(
                f,
                "spawn {} as {} at {}, point {}",
                names.person(*who),
                names.role(*role),
                names.place(*location),
                names.name(Category::Symbol, point.0)
            ),
            Command::Withdraw(who) => write!(f, "withdraw {}", names.person(*who)),
            Command::ShowIcon(who, location, icon) => write!(
                f,
                "show {} the icon {} of {}",
                names.person(*who),
                names.name(Category::Symbol, icon.0),
                names.place(*location)
            ),
            Command::HideIcon(who, location) => write!(
                f,
                "hide the icon of {} from {}",
                names.place(*location),
                names.person(*who)
            ),
        }
    }
}

impl fmt::Display for Named<'_, Event> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.names;
        match self.what {
            Event::SceneBegan {
                scene,
                location,
                script,
                cast,
            } => {
                let cast = cast.iter();
                let cast = cast
                    .map(|(who, role)| format!("{} as {}", names.person(*who), names.role(*role)));
                let cast: Vec<String> = cast.collect();
                write!(
                    f,
                    "scene {}, {}, begins at {} with {}",
                    scene.0,
                    names.name(Category::Script, script.0),
                    names.place(*location),
                    cast.join(", ")
                )
            }
            Event::Joins(who, scene, role) => write!(
                f,
                "{} joins scene {} as {}",
                names.person(*who),
                scene.0,
                names.role(*role)
            ),
            Event::SceneEnding(scene, why) => {
                write!(f, "scene {} is ending: ", scene.0)?;
                match why {
                    EndReason::Rule => f.write_str("a rule says so"),
                    EndReason::Report => f.write_str("the host says so"),
                    EndReason::Vacant(role) => write!(f, "nobody is left as {}", names.role(*role)),
                    EndReason::NobodyThere => f.write_str("nobody is there any more"),
                    EndReason::NoScript => f.write_str("its script is gone"),
                }
            }
            Event::SceneOver(scene, location) => {
                write!(f, "scene {} at {} is over", scene.0, names.place(*location))
            }
            Event::Noticed(who, location) => {
                write!(
                    f,
                    "{} notices {}",
                    names.person(*who),
                    names.place(*location)
                )
            }
            Event::Driven(who, channel, driver) => {
                let channel = match channel {
                    Channel::Body => "body",
                    Channel::Voice => "voice",
                    Channel::Gaze => "gaze",
                };
                write!(
                    f,
                    "{} drives the {channel} of {}",
                    driven_by(names, *driver),
                    names.person(*who)
                )
            }
            Event::Yours(who) => write!(f, "{} is free for the host", names.person(*who)),
            Event::Fault(scene, fault) => write!(f, "fault in scene {}: {fault:?}", scene.0),
            Event::RejectedReport(why) => write!(f, "report rejected: {}", Named::new(why, names)),
            Event::Mind(who, news) => {
                write!(f, "{} {}", names.person(*who), mind_news(names, news))
            }
            Event::Oscillates(who, cycle) => {
                let of = |category, ids: &mut dyn Iterator<Item = u32>| {
                    let known = ids.map(|id| names.name(category, id));
                    known.collect::<Vec<_>>().join(", ")
                };
                let rules = of(
                    Category::Symbol,
                    &mut cycle.rules.iter().map(|(_, rule)| rule.0),
                );
                let driven = of(Category::Host, &mut cycle.attributes.iter().map(|a| a.0));
                let who = names.person(*who);
                write!(f, "{who} goes in circles: {rules}, driven by {driven}")
            }
        }
    }
}

fn driven_by(names: &Names, driver: Driver) -> String {
    match driver {
        Driver::Nobody => "nobody".into(),
        Driver::Scene(scene, word) => format!("scene {} ({})", scene.0, word.name()),
        Driver::System(system, word) => {
            let known = names.symbols.names.get(&(Category::Symbol, system.0));
            let name = match known {
                _ if system == mind_system() => "the mind",
                Some(name) => name,
                None => "a decision system of the host",
            };
            format!("{name} ({})", word.name())
        }
        Driver::Host => "the host".into(),
    }
}

fn mind_news(names: &Names, news: &MindEvent) -> String {
    let node = |node| node_name(&names.symbols, node);
    match news {
        MindEvent::RoleDue(role) => format!("should be {} now", names.role(*role)),
        MindEvent::RoleCalledOff => "stays as they are after all".into(),
        MindEvent::RoleLaidDown { role, .. } => format!("stops being {}", names.role(*role)),
        MindEvent::SetOut(area) => format!("sets out for {}", names.area(*area)),
        MindEvent::RoleTaken(role) => format!("is {} now", names.role(*role)),
        MindEvent::Begins(action) => format!("begins: {}", node(*action)),
        MindEvent::Did(action) => format!("has done: {}", node(*action)),
        MindEvent::BrokeOff(action) => format!("breaks off: {}", node(*action)),
        MindEvent::Interacted(what, other) => format!("{} {}", verb(*what), names.person(*other)),
        MindEvent::Told(other, _) => format!("tells {} news", names.person(*other)),
        MindEvent::Restless(nodes) => {
            let nodes: Vec<String> = nodes.iter().map(|n| node(*n)).collect();
            format!("has a mind that goes in a circle: {}", nodes.join(", "))
        }
        MindEvent::Fault(fault) => format!("has a fault in their mind: {fault:?}"),
        MindEvent::Arranged { with, area, at } => format!(
            "arranges to meet {} in {} at {}",
            names.person(*with),
            names.area(*area),
            at.daytime()
        ),
        MindEvent::Met(other) => format!("meets {} as arranged", names.person(*other)),
        MindEvent::WaitedInVain(other) => {
            format!("has waited for {} in vain", names.person(*other))
        }
        MindEvent::LevelIs(level) => format!("has the level of detail {level:?} now"),
    }
}

impl fmt::Display for Named<'_, RejectedReport> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.names;
        let no = |what: &str, name: String| format!("there is no {what} {name}");
        f.write_str(&match *self.what {
            RejectedReport::NoSuchCharacter(who) => no("character", who.0.to_string()),
            RejectedReport::NoSuchGoods(merchant, goods) => format!(
                "there is no merchant {} that sells {}",
                names.name(Category::Merchant, merchant.0),
                names.name(Category::Symbol, goods.0)
            ),
            RejectedReport::NoSuchStimulus(id) => {
                no("stimulus", names.name(Category::Stimulus, id.0))
            }
            RejectedReport::TooManySounds => {
                "too many stimuli arose in one tick, so this one is not heard".to_string()
            }
            RejectedReport::WrongCloud(id) => format!(
                "smoke or fire {id} is wider than 200 m, or lasts less than no time or over an hour"
            ),
            RejectedReport::FaultyGround(count) => {
                format!("{count} parts of the ground are faulty and were left out or reported")
            }
            RejectedReport::NoSuchOpening(id) => no("opening", id.to_string()),
            RejectedReport::TooManyClouds => "there is too much smoke and fire".to_string(),
            RejectedReport::NoSuchLocation(id) => no("location", id.0.to_string()),
            RejectedReport::NoSuchProp(location, prop) => format!(
                "{} has no prop {}",
                names.place(location),
                names.name(Category::Prop, prop.0)
            ),
            RejectedReport::NoSuchKind(kind) => {
                no("kind of location", names.name(Category::Location, kind.0))
            }
            RejectedReport::NoSuchAction(action) => {
                format!(
                    "nothing waits for the outcome of {}",
                    names.performance(action)
                )
            }
            RejectedReport::NothingRuns(location) => {
                format!("no scene runs at {}", names.place(location))
            }
            RejectedReport::NotTakingPart(who, location) => format!(
                "{} takes no part at {}",
                names.person(who),
                names.place(location)
            ),
            RejectedReport::NotAwaited(who) => format!("{} was not to appear", names.person(who)),
            RejectedReport::NotInvited(who, location) => format!(
                "{} sees no icon of {}",
                names.person(who),
                names.place(location)
            ),
            RejectedReport::NoSuchMind(member) => {
                no("person", names.name(Category::Character, member.0))
            }
            RejectedReport::NoMind(who) => format!("{} has no mind", names.person(who)),
            RejectedReport::TooManyFocuses => "there are too many focuses".into(),
            RejectedReport::NoSuchRole(role) => no("role", names.role(role)),
            RejectedReport::NoSuchArea(area) => no("area", names.area(area)),
            RejectedReport::NoSuchProperty(name) => {
                no("property of the host", names.name(Category::Host, name.0))
            }
            RejectedReport::WrongArguments(name) => format!(
                "the property {} is declared with other arguments or another value",
                names.name(Category::Host, name.0)
            ),
            RejectedReport::NoSuchEvent(event) => format!(
                "no mind notices the event {}",
                names.name(Category::Symbol, event.0)
            ),
            RejectedReport::NoSuchFact(fact) => no("fact", names.name(Category::Fact, fact.0)),
            RejectedReport::NoSuchScript(script) => {
                no("script", names.name(Category::Script, script.0))
            }
            RejectedReport::NoSuchNeed(who, need) => format!(
                "{} has no need {} now",
                names.person(who),
                names.name(Category::Need, need.0)
            ),
            RejectedReport::NotHeard(who, to, why) => {
                let (who, to) = (names.person(who), names.person(to));
                format!("{who} cannot do this to {to}, who {}", why.reason())
            }
            RejectedReport::LacksRole(who, snippet, role) => format!(
                "{} cannot {}: it requires the role {}",
                names.person(who),
                names.name(Category::Decider, snippet.0),
                names.name(Category::Role, role.0)
            ),
            RejectedReport::NameNotUsed(prop) => format!(
                "no mind looks for a place named {}",
                names.name(Category::Prop, prop.0)
            ),
        })
    }
}
