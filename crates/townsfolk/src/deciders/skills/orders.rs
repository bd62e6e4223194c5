//! Orders of a body as courses, and what else skills ask for.

use super::Skills;
use crate::decider::{DeciderView, Proposal};
use crate::deciders::rules::course_of;
use crate::folk::Folk;
use serde::{Deserialize, Serialize};
use townsfolk_act::{CourseOf, Order};
use townsfolk_core::{
    ActionId, Angle, Channel, CharacterId, Draw, HostId, Kind, Number, Place, Pushed, SiteId,
    SymbolId, Tick, Value,
};
use townsfolk_module::senses::SkillSet;
use townsfolk_module::{Module, SetBy};
use townsfolk_tactics::{BodyOrder, BodyState, Intent, Runner, Set, Step};

/// How often those in clouds are looked for.
const CLOUD_BEAT: i64 = 6;

/// Maximum number of clouds. The oldest goes.
const CLOUDS_MAX: usize = 64;

fn named(values: &[(&str, Value)]) -> Vec<(SymbolId, Value)> {
    let names = values
        .iter()
        .map(|(name, value)| (SymbolId::named(name), *value));
    let mut named: Vec<(SymbolId, Value)> = names.collect();
    named.sort_by_key(|(name, _)| *name);
    named
}

fn number(thousandths: impl Into<i64>) -> Value {
    Value::Number(Number(thousandths.into()))
}

fn act(action: &str, arguments: Vec<Value>, values: &[(&str, Value)]) -> CourseOf {
    CourseOf::action(Order::Act {
        action: ActionId::named(action),
        arguments,
        named: named(values),
    })
}

fn heading(angle: Angle) -> Value {
    number(angle.in_thousandths())
}

/// The arguments of a course of content: its target where it takes a character, then the
/// coordinates of its place where it takes numbers.
fn arguments(
    module: &Module,
    course: townsfolk_core::CourseId,
    target: Option<CharacterId>,
    at: Option<Place>,
) -> Option<Vec<Value>> {
    let course = module.course(course)?;
    let coordinates = at.map(|at| [number(at.x_mm), number(at.y_mm)]);
    let mut coordinates = coordinates.into_iter().flatten();
    let fill = |kind: &Kind| match kind {
        Kind::Thing | Kind::Character | Kind::CharacterIn(_) => target.map(Value::Character),
        Kind::Number => coordinates.next(),
        _ => None,
    };
    course.parameters.iter().map(fill).collect()
}

/// The course of an order. `None` if content lacks something that it needs.
fn course(folk: &Folk, who: CharacterId, set: &SkillSet, order: BodyOrder) -> Option<CourseOf> {
    let xy = |at: Place| [("x", number(at.x_mm)), ("y", number(at.y_mm))];
    Some(match order {
        BodyOrder::Go { to, pace } => {
            let [x, y] = xy(to);
            act("go_there", vec![], &[x, y, ("pace", number(pace))])
        }
        BodyOrder::MoveSo {
            motion,
            to,
            heading: turned,
        } => {
            let [x, y] = xy(to);
            let motion = ("motion", Value::Symbol(motion));
            act(
                "move_so",
                vec![],
                &[x, y, ("heading", heading(turned)), motion],
            )
        }
        BodyOrder::Turn(to) => act("turn_to", vec![], &[("heading", heading(to))]),
        BodyOrder::LookAbout => act("look_about", vec![], &[]),
        BodyOrder::Stay { low } => act(
            "stay_put",
            vec![],
            &[("low", number(if low { 1000 } else { 0 }))],
        ),
        BodyOrder::Strike(whom) => act("strike", vec![Value::Character(whom)], &[]),
        BodyOrder::ThrowAt(at) => act("throw_at", vec![], &xy(at)),
        BodyOrder::ShootAt(whom, at) => act("shoot_at", vec![Value::Character(whom)], &xy(at)),
        BodyOrder::Perform { course, target, at } => CourseOf::Declared {
            course,
            arguments: arguments(folk.module(), course, target, at)?,
        },
        BodyOrder::Gesture(action) => CourseOf::action(Order::act(action, vec![])),
        BodyOrder::Deed { skill } => {
            let deed = set.skills.get(usize::from(skill))?.deed.as_ref()?;
            course_of(folk, who, deed, &[])?
        }
    })
}

/// Offers what a body has been asked for.
pub(super) fn offer_body(
    at: &mut DeciderView<'_>,
    who: CharacterId,
    (set, runner): (&SkillSet, &Runner),
    step: &Step,
) {
    let order = step
        .body
        .order
        .filter(|_| step.body.state == BodyState::Busy);
    let course = order.and_then(|order| course(at, who, set, order));
    match course {
        Some(course) => at.replace(
            who,
            Proposal {
                channel: Channel::Body,
                urgency: set.urgency,
                score: 0,
                reason: runner.skill().unwrap_or(super::skills_system()),
                lasts: None,
                course,
            },
        ),
        None => at.withdraw_on(who, Channel::Body),
    }
}

/// Whether content sets an attribute.
fn is_settable(folk: &Folk, name: HostId) -> bool {
    let attribute = folk.module().attribute(name);
    attribute.is_some_and(|attribute| attribute.set_by == SetBy::Content)
}

impl Skills {
    /// Carries out what is asked for beside the body.
    pub(super) fn carry_out(
        &mut self,
        at: &mut DeciderView<'_>,
        who: CharacterId,
        (set, runner): (&SkillSet, &Runner),
        intent: &Intent,
    ) {
        let me = Value::Character(who);
        let set_attribute = |at: &mut DeciderView<'_>, name: HostId, value: Pushed| {
            if is_settable(at, name) {
                at.folk.set_attribute(name, vec![me], value);
            }
        };
        match *intent {
            Intent::Cry => speak(at, who, (set, runner), act("cry", vec![], &[])),
            Intent::Bark(moment) if at.folk.remark_in_squad(who, moment) => {}
            Intent::Bark(moment) => {
                let texts = set.barks.iter().filter(|(of, _)| *of == moment);
                let texts: Vec<_> = texts.map(|(_, text)| *text).collect();
                let draw = Draw::at(at.seed, u64::from(who.0), at.now(), SiteId(moment.0));
                let drawn = draw.between(0, 0, texts.len() as i64 - 1);
                let text = usize::try_from(drawn)
                    .ok()
                    .and_then(|drawn| texts.get(drawn));
                if let Some(text) = text {
                    let says = [("says", Value::Text(*text))];
                    speak(at, who, (set, runner), act("bark", vec![], &says));
                }
            }
            Intent::Sound(stimulus, place) => {
                at.make_sound(stimulus, place, who);
            }
            Intent::SetAttribute(name, value) => {
                let value = match value {
                    Set::Holds => Pushed::Holds,
                    Set::HoldsNot => Pushed::HoldsNot,
                    Set::Is(value) => Pushed::Is(value),
                };
                set_attribute(at, HostId(name.0), value);
            }
            Intent::Drop(subject) => _ = at.forget(who, subject),
            Intent::Cloud {
                at: place,
                radius_mm,
                lasts,
                slows,
            } => self.clouds.add(SlowCloud {
                at: place,
                radius_mm,
                until: at.now().after(lasts),
                slows,
            }),
            Intent::Reserve(post) => _ = at.folk.reserve_post(who, Some(post)),
            Intent::Release => _ = at.folk.reserve_post(who, None),
            Intent::GiveBack(token) => at.folk.give_token_back(who, token),
            Intent::Shot(_, place) => at.folk.note_shot(who, place),
            Intent::NothingThere => at.folk.note_nothing_there(who),
            // The body is interrupted by its next order; this says so to those who watch.
            Intent::Interrupt => at.folk.note_interrupt(who),
            Intent::Die => set_attribute(at, HostId::named("dead"), Pushed::Holds),
        }
    }
}

/// Offers something to be said or cried.
fn speak(
    at: &mut DeciderView<'_>,
    who: CharacterId,
    (set, runner): (&SkillSet, &Runner),
    course: CourseOf,
) {
    at.replace(
        who,
        Proposal {
            channel: Channel::Voice,
            urgency: set.urgency,
            score: 0,
            reason: runner.skill().unwrap_or(super::skills_system()),
            lasts: None,
            course,
        },
    );
}

/// A cloud that slows those inside.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct SlowCloud {
    at: Place,
    radius_mm: u32,
    until: Tick,
    /// The speed of those inside, in thousandths.
    slows: u32,
}

/// All clouds, and those who are slowed.
///
/// Whoever is in one has the attribute `slowed`, if content declares it: it holds, or is the share of
/// the usual speed. The game moves bodies, and reads it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(super) struct Clouds {
    clouds: Vec<SlowCloud>,
    slowed: Vec<CharacterId>,
}

impl Clouds {
    fn add(&mut self, cloud: SlowCloud) {
        if self.clouds.len() >= CLOUDS_MAX {
            self.clouds.remove(0);
        }
        self.clouds.push(cloud);
    }

    /// Slows those who have come into a cloud, and no longer those who have left.
    pub(super) fn settle(&mut self, at: &mut DeciderView<'_>) {
        let now = at.now();
        if (self.clouds.is_empty() && self.slowed.is_empty()) || now.0 % CLOUD_BEAT != 0 {
            return;
        }
        self.clouds.retain(|cloud| cloud.until > now);
        let name = HostId::named("slowed");
        if !is_settable(at, name) {
            self.slowed.clear();
            return;
        }
        let folk: &Folk = at;
        let inside = |place: Place| {
            let clouds = self.clouds.iter();
            let around = clouds.filter(|cloud| cloud.at.is_within(place, cloud.radius_mm));
            around.map(|cloud| cloud.slows).min()
        };
        let people = folk.characters();
        let slowed = people.filter_map(|person| Some((person.id, inside(person.at?)?)));
        let slowed: Vec<(CharacterId, u32)> = slowed.collect();
        let is_share = folk
            .module()
            .host_name(name)
            .is_some_and(|name| name.result.is_some());
        for (who, slows) in &slowed {
            let value = match is_share {
                true => Pushed::Is(number(*slows)),
                false => Pushed::Holds,
            };
            at.folk
                .set_attribute(name, vec![Value::Character(*who)], value);
        }
        let default = at
            .module()
            .attribute(name)
            .map(|attribute| attribute.default);
        let usual = default.unwrap_or(Pushed::HoldsNot);
        let is_out = |who: &&CharacterId| !slowed.iter().any(|(inside, _)| inside == *who);
        for who in self.slowed.iter().filter(is_out) {
            if at.character(*who).is_some() {
                at.folk
                    .set_attribute(name, vec![Value::Character(*who)], usual);
            }
        }
        self.slowed = slowed.into_iter().map(|(who, _)| who).collect();
    }
}
