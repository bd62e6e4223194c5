//! Makes sights from a `Folk` after a tick.

use crate::bounds::{BESIDE_MM, FOND, GLANCE_EVERY, HARDLY_FELT, STARVING};
use crate::sight::{Act, Glance, Sight};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use townsfolk::{
    Command, Driver, Event, Folk, Level, LocationId, MindEvent, MindState, Report, Running,
    mind_system,
};
use townsfolk_core::{
    ActionId, AreaId, CharacterId, Duration, LayerId, LocationKindId, NeedId, NodeId, PropId,
    RoleId, SceneId, Urgency, Value,
};
use townsfolk_knowledge::News;
use townsfolk_mind::{Holding, schedule};
use townsfolk_module::Module;
use townsfolk_module::mind::{CastMember, Deed, Degree, NodeKind, ScheduleEntry, Venue};

/// Names of actions that are sleep.
const SLEEP: [&str; 4] = ["sleep", "nap", "doze", "snore"];

/// Reads the output of a tick, with the memory that it needs.
#[derive(Clone, Debug, Default)]
pub struct Looking {
    /// Facts about the present content.
    customs: Option<(Arc<Module>, Customs)>,
    /// The newest character that has been seen.
    newest: Option<CharacterId>,
}

/// Facts about the deeds of the content.
#[derive(Clone, Debug, Default)]
struct Customs {
    /// The deed of an action node, and the roles that carry its layer; empty if no role does.
    deeds: BTreeMap<NodeId, (Deed, Vec<RoleId>)>,
    /// Needs with the urgency `need`, which cannot be put off.
    pressing: BTreeSet<NeedId>,
    /// The layers that satisfy a need.
    satisfied: BTreeMap<NeedId, BTreeSet<LayerId>>,
    /// The areas to which a layer goes by its own deeds.
    goes_to: BTreeMap<LayerId, Vec<AreaId>>,
}

impl Customs {
    fn of(module: &Module) -> Customs {
        let mut customs = Customs::default();
        for layer in &module.minds.layers {
            let carried = module.minds.roles.iter().filter(|(_, id)| *id == layer.id);
            let carried: Vec<RoleId> = carried.map(|(role, _)| *role).collect();
            for node in &layer.nodes {
                if let NodeKind::Action { deed, urgency } = node.kind {
                    if let Deed::Satisfy(need, _) = deed {
                        customs.satisfied.entry(need).or_default().insert(layer.id);
                        if urgency >= Urgency::Need {
                            customs.pressing.insert(need);
                        }
                    }
                    if let Deed::GoTo(area) = deed {
                        customs.goes_to.entry(layer.id).or_default().push(area);
                    }
                    // Copies of a layer in a generated town have the same nodes.
                    let known = customs.deeds.entry(node.id);
                    known.or_insert((deed, vec![])).1.extend(&carried);
                }
            }
        }
        customs
    }
}

impl Looking {
    /// Everything new since the last tick, in order.
    pub fn look(&mut self, folk: &Folk, sights: &mut Vec<Sight>) {
        let known = self.customs.as_ref();
        if known.is_none_or(|(module, _)| !Arc::ptr_eq(module, folk.module())) {
            let customs = Customs::of(folk.module());
            self.customs = Some((folk.module().clone(), customs));
        }
        self.greet(folk, sights);
        for report in folk.heard() {
            sights.extend(match report {
                Report::Outcome(action, outcome) => Some(Sight::Ends(*action, *outcome)),
                Report::Moved(who, at) => Some(Sight::At(*who, *at)),
                Report::Gone(who) => Some(Sight::Gone(*who)),
                _ => None,
            });
        }
        for command in &folk.output().commands {
            sights.extend(seen_of_command(folk, command));
        }
        for event in &folk.output().events {
            self.look_at_event(folk, event, sights);
        }
        self.glance_round(folk, sights);
    }

    fn greet(&mut self, folk: &Folk, sights: &mut Vec<Sight>) {
        let known = self.newest.map_or(0, |newest| newest.0);
        for number in known.saturating_add(1)..=folk.newest().0 {
            let who = CharacterId(number);
            self.newest = Some(who);
            if let Some(person) = folk.character(who) {
                sights.push(Sight::Appears(who));
                sights.extend(person.at.map(|at| Sight::At(who, at)));
            }
        }
    }

    fn look_at_event(&self, folk: &Folk, event: &Event, sights: &mut Vec<Sight>) {
        match event {
            Event::SceneBegan {
                scene,
                location,
                cast,
                ..
            } => {
                let joins = cast.iter().map(|(who, role)| Sight::Joins {
                    who: *who,
                    scene: *scene,
                    location: *location,
                    kind: kind_of(folk, *location),
                    role: *role,
                    serves: is_work(folk, *scene, *role),
                });
                sights.extend(joins);
            }
            Event::Joins(who, scene, role) => {
                if let Some(location) = location_of(folk, *scene) {
                    sights.push(Sight::Joins {
                        who: *who,
                        scene: *scene,
                        location,
                        kind: kind_of(folk, location),
                        role: *role,
                        serves: is_work(folk, *scene, *role),
                    });
                }
            }
            Event::SceneOver(scene, _) => sights.push(Sight::Over(*scene)),
            Event::Mind(who, MindEvent::LevelIs(level)) => {
                level_changes(folk, *who, *level, sights);
            }
            Event::Mind(who, what) => sights.extend(self.seen_of_mind(folk, *who, what)),
            _ => {}
        }
    }

    fn seen_of_mind(&self, folk: &Folk, who: CharacterId, what: &MindEvent) -> Option<Sight> {
        Some(match what {
            MindEvent::Begins(node) => {
                let (_, customs) = self.customs.as_ref()?;
                let (deed, carried) = customs.deeds.get(node)?;
                let held = held_entry(folk, who).map(|(_, entry)| entry.role);
                let module = folk.module();
                let asks = |role: &RoleId| held.is_some_and(|held| module.is_a(held, *role));
                Sight::Wishes {
                    who,
                    node: *node,
                    deed: *deed,
                    out_of_role: !carried.is_empty() && !carried.iter().any(asks),
                    needless: match deed {
                        Deed::Satisfy(need, _) if folk.need(who, *need) < HARDLY_FELT => {
                            Some(*need)
                        }
                        _ => None,
                    },
                }
            }
            MindEvent::Did(node) => Sight::Did(who, *node),
            MindEvent::BrokeOff(node) => Sight::BrokeOff(who, *node),
            MindEvent::SetOut(area) => {
                let driver = folk.driver(who);
                // A character that is cast while it sets out was free to go.
                let cast = folk.output().events.iter().any(|event| match event {
                    Event::Joins(other, ..) => *other == who,
                    Event::SceneBegan { cast, .. } => cast.iter().any(|(other, _)| *other == who),
                    _ => false,
                });
                let held = matches!(driver, Driver::Scene(..)) && !cast;
                Sight::SetsOut(who, *area, held)
            }
            MindEvent::Interacted(interaction, to) => {
                let felt = folk.feeling_for(who, *to);
                let mood = folk.mind(who)?.mind.mood;
                let fond = felt.is_some_and(|felt| felt.like >= FOND);
                Sight::Interacted(who, *interaction, *to, fond && mood.valence >= Degree::HALF)
            }
            MindEvent::Told(to, news) => Sight::Told {
                who,
                to: *to,
                news: *news,
                about_them: is_about(folk, *news, *to),
            },
            _ => return None,
        })
    }

    /// Samples the minds whose turn it is.
    fn glance_round(&self, folk: &Folk, sights: &mut Vec<Sight>) {
        let period = GLANCE_EVERY.0.max(1);
        let turn = folk.now().0.rem_euclid(period);
        let due = |minded: &&MindState| i64::from(minded.who.0).rem_euclid(period) == turn;
        for minded in folk.minds().filter(due) {
            if let Some(&Running::Asks { location, role, .. }) = folk.busy_with(minded.who) {
                sights.push(Sight::Waits {
                    who: minded.who,
                    location,
                    kind: kind_of(folk, location),
                    role,
                });
            }
            sights.push(Sight::Glance(self.glance_at(folk, minded)));
        }
    }
}

/// Nobody watches a character below level full: its moves are not reported, and others do not talk to
/// it. So it is forgotten, and one that is raised appears where it is by then.
fn level_changes(folk: &Folk, who: CharacterId, level: Level, sights: &mut Vec<Sight>) {
    sights.extend([Sight::Gone(who), Sight::Appears(who)]);
    if level == Level::Full {
        sights.extend(folk.place_of(who).map(|at| Sight::At(who, at)));
    }
}

fn seen_of_command(folk: &Folk, command: &Command) -> Option<Sight> {
    Some(match command {
        Command::Start {
            action,
            who,
            partner,
            what,
            channel,
            target,
            ..
        } => {
            let declared = folk.module().action(*what);
            let prop = match target {
                Some(Value::Prop(prop)) => Some(*prop),
                _ => None,
            };
            let walk = command.goal();
            let sleep = SLEEP.iter().any(|name| ActionId::named(name) == *what);
            Sight::Begins(Act {
                action: *action,
                who: *who,
                partner: *partner,
                what: *what,
                channel: *channel,
                to: match target {
                    Some(Value::Character(to)) if walk.is_none() => Some(*to),
                    _ => None,
                },
                held_by_other: prop
                    .and_then(|prop| Some((prop, holder(folk, action.scene()?, prop, *who)?))),
                astray: sleep.then(|| astray(folk, *who)).flatten(),
                sleep,
                walk,
                limit: declared.map_or(Duration::ZERO, |declared| declared.limit),
            })
        }
        Command::Stop(action) => Sight::Stops(*action),
        Command::Leave(who, location) => Sight::Leaves(*who, *location),
        _ => return None,
    })
}

/// The other holder of a prop's claim in a scene, if its user has none.
fn holder(folk: &Folk, scene: SceneId, prop: PropId, user: CharacterId) -> Option<CharacterId> {
    let scene = folk.scene(scene)?;
    let claims = scene.facts.facts.iter().filter(|fact| fact.claim);
    let claims = claims.filter(|fact| fact.atom.arguments.contains(&Value::Prop(prop)));
    let mut holders = claims.filter_map(|fact| match fact.atom.arguments.last() {
        Some(Value::Character(holder)) => Some(*holder),
        _ => None,
    });
    let first = holders.next()?;
    (first != user && holders.all(|holder| holder != user)).then_some(first)
}

/// The area of a character, if its schedule never leads there.
fn astray(folk: &Folk, who: CharacterId) -> Option<AreaId> {
    let here = folk.area_of(who)?;
    let entries = &member(folk, folk.mind(who)?)?.schedule.entries;
    let own = |entry: &ScheduleEntry| match entry.venue {
        Venue::Area(area) => folk.is_within(here, area),
        Venue::Suits(_) => false,
    };
    (!entries.iter().any(own)).then_some(here)
}

/// Whether a role of a scene is work for others.
fn is_work(folk: &Folk, scene: SceneId, role: RoleId) -> bool {
    let script = folk.scene(scene).map(|scene| scene.script);
    let script = script.and_then(|script| folk.module().script(script));
    script.is_some_and(|script| {
        let mut lines = script.cast.iter();
        let duty = lines.any(|line| line.role == role && line.joins_as == Urgency::Duty);
        duty && script.cast.len() > 1
    })
}

fn kind_of(folk: &Folk, location: LocationId) -> LocationKindId {
    let place = folk.location(location);
    place.map_or(LocationKindId(0), |place| place.kind)
}

fn location_of(folk: &Folk, scene: SceneId) -> Option<LocationId> {
    let mut places = folk.locations();
    let here = places.find(|location| location.scene == Some(scene));
    here.map(|location| location.id)
}

/// Whether news is about a character: its acts, its position, or a fact about it.
fn is_about(folk: &Folk, news: News, listener: CharacterId) -> bool {
    match news {
        News::Fact { about, .. } => folk.mind(listener).map(|m| m.member) == Some(about),
        other => other.is_own(listener),
    }
}

fn member<'f>(folk: &'f Folk, minded: &MindState) -> Option<&'f CastMember> {
    let people = &folk.module().minds.people;
    let place = people.binary_search_by_key(&minded.member, |person| person.id);
    people.get(place.ok()?)
}

/// The entry of the schedule whose role a character holds.
fn held_entry(folk: &Folk, who: CharacterId) -> Option<(&CastMember, &ScheduleEntry)> {
    let minded = folk.mind(who)?;
    let member = member(folk, minded)?;
    let entry = match minded.mind.holding() {
        Holding::Role(entry) | Holding::Closing { entry, .. } => entry,
        Holding::Nothing | Holding::Walking(_) => return None,
    };
    let entry = member.schedule.entries.get(usize::from(entry.0))?;
    Some((member, entry))
}

impl Looking {
    fn glance_at(&self, folk: &Folk, minded: &MindState) -> Glance {
        let who = minded.who;
        let person = folk.character(who);
        let driver = folk.driver(who);
        let own = matches!(driver, Driver::System(by, _) if by == mind_system());
        let free = own || driver == Driver::Nobody;
        let in_scene = person.is_some_and(|person| person.scene.is_some());
        let schedule = member(folk, minded).map(|member| &member.schedule);
        let due = schedule.and_then(|schedule| {
            let entry = schedule::due(schedule, folk.moment())?;
            let entry = schedule.entries.get(usize::from(entry.0))?;
            Some((entry.role, i64::from(entry.waits_max)))
        });
        let held = in_scene
            || !free
            || driver
                .urgency()
                .is_some_and(|urgency| urgency > Urgency::Need);
        Glance {
            who,
            role: held_entry(folk, who).map(|(_, entry)| entry.role),
            due,
            idle: minded.pursuit().is_none() && !in_scene && free,
            held,
            starves: match held {
                true => None,
                false => self.starves_beside(folk, minded),
            },
            lacks: self.lacks(folk, minded),
            elsewhere: self.elsewhere(folk, minded),
        }
    }

    /// An unbearable need of a mind's layers that cannot be put off, or that nothing serves.
    fn lacks(&self, folk: &Folk, minded: &MindState) -> Option<(NeedId, bool)> {
        let (_, customs) = self.customs.as_ref()?;
        let mut needs = minded.mind.needs();
        let need = needs.find(|need| {
            folk.need(minded.who, *need) >= STARVING
                && customs.satisfied.get(need).is_some_and(|layers| {
                    let member = member(folk, minded);
                    let basic = member.is_some_and(|member| layers.contains(&member.basic));
                    basic
                        || self
                            .held_layer(folk, minded.who)
                            .is_some_and(|held| layers.contains(&held))
                })
        })?;
        Some((need, folk.is_served(need)))
    }

    /// The layer of the role that a character holds.
    fn held_layer(&self, folk: &Folk, who: CharacterId) -> Option<LayerId> {
        let (_, held) = held_entry(folk, who)?;
        let module = folk.module();
        let mut carried = module.minds.roles.iter();
        let own = carried.clone().find(|(role, _)| *role == held.role);
        let own = own.or_else(|| carried.find(|(role, _)| module.is_a(held.role, *role)));
        own.map(|(_, layer)| *layer)
    }

    /// What a mind does on the spot because of its role, if the role is held in another area and its
    /// layer does not go here. Deeds as urgent as a need are done anywhere.
    fn elsewhere(&self, folk: &Folk, minded: &MindState) -> Option<(NodeId, AreaId)> {
        let who = minded.who;
        let pursuit = minded.pursuit()?;
        let Some(Running::Acts { .. }) = folk.busy_with(who) else {
            return None;
        };
        let (_, customs) = self.customs.as_ref()?;
        let (deed, carried) = customs.deeds.get(&pursuit.action)?;
        let of_a_role = matches!(deed, Deed::Act(_) | Deed::PickUp(..)) && !carried.is_empty();
        let urgent = folk.driver(who).urgency() > Some(Urgency::Duty);
        held_entry(folk, who).filter(|_| of_a_role && !urgent)?;
        let here = folk.area_of(who)?;
        let layer = self.held_layer(folk, who);
        let led = layer.and_then(|layer| customs.goes_to.get(&layer));
        let mut own = led
            .into_iter()
            .flatten()
            .copied()
            .chain(minded.mind.bound_for());
        let away = !own.any(|area| folk.is_within(here, area));
        away.then_some((pursuit.action, here))
    }

    /// An unbearable need that is not being satisfied, and a free place near that would ease it.
    fn starves_beside(&self, folk: &Folk, minded: &MindState) -> Option<(NeedId, LocationKindId)> {
        let (_, customs) = self.customs.as_ref()?;
        let pursued = minded.pursuit().map(|pursuit| pursuit.deed);
        let at = folk.character(minded.who)?.at?;
        let serves = &folk.module().minds.serves;
        let mut starving = minded.mind.needs().filter(|need| {
            let seen_to = matches!(pursued, Some(Deed::Satisfy(pursued, _)) if pursued == *need);
            !seen_to
                && customs.pressing.contains(need)
                && serves.iter().any(|serves| serves.need == *need)
                && folk.need(minded.who, *need) >= STARVING
        });
        starving.find_map(|need| {
            let mut places = folk.locations();
            let free = places.find(|place| {
                at.distance_mm(place.at) <= BESIDE_MM
                    && serves.iter().any(|serves| {
                        serves.need == need
                            && serves.location == place.kind
                            && folk.could_be_cast(minded.who, place.id, serves.role)
                    })
            });
            free.map(|place| (need, place.kind))
        })
    }
}
