//! Figures of characters: the pose that content declares for the action.

use std::collections::BTreeMap;
use townsfolk::{Folk, Running};
use townsfolk_core::{CharacterId, Posture};
use townsfolk_town::stage::tower::Trip;
use townsfolk_town::stage::{BodyAt, TownStage};
use townsfolk_town::tower::ShaftKind;

/// A figure.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub(crate) enum FigurePose {
    Stands = 0,
    Walks = 1,
    Works = 2,
    Lies = 3,
    Sits = 4,
    Dines = 5,
    Waits = 6,
}

/// With a speech bubble.
pub(crate) const TALKS: u8 = 1;
/// With something in its hands.
pub(crate) const CARRIES: u8 = 2;
/// Takes part in a scene.
pub(crate) const IN_SCENE: u8 = 4;
/// On the way from floor to floor of a tower.
pub(crate) const RIDES: u8 = 8;
/// Waits for a lift.
pub(crate) const QUEUES: u8 = 16;

/// The declared poses of bodies. A pose lasts until the body walks or does something else.
#[derive(Clone, Debug, Default)]
pub(crate) struct Poses {
    last: BTreeMap<CharacterId, Posture>,
}

impl Poses {
    /// The figure and the marks of a body.
    pub(crate) fn seen(
        &mut self,
        folk: &Folk,
        stage: &TownStage,
        body: &BodyAt,
    ) -> (FigurePose, u8) {
        let minded = folk.mind(body.who);
        let mut marks = 0;
        if minded.is_some_and(|minded| minded.talk().is_some()) {
            marks |= TALKS;
        }
        if stage.body(body.who).is_some_and(|b| !b.carries.is_empty()) {
            marks |= CARRIES;
        }
        if folk.character(body.who).is_some_and(|p| p.scene.is_some()) {
            marks |= IN_SCENE;
        }
        if body.goes_to.is_some() {
            self.last.remove(&body.who);
            let (pose, trip) = way_of(folk, stage, body.who);
            return (pose, marks | trip);
        }
        let does = body.does.and_then(|does| folk.module().action(does));
        match does.map(|action| action.pose) {
            Some(Some(pose)) => {
                self.last.insert(body.who, pose);
            }
            Some(None) => {
                self.last.remove(&body.who);
            }
            None => {}
        }
        let figure = match (self.last.get(&body.who), folk.busy_with(body.who)) {
            (Some(pose), _) => figure(*pose),
            (None, Some(Running::Asks { .. })) => FigurePose::Waits,
            (None, _) => FigurePose::Stands,
        };
        (figure, marks)
    }
}

/// The figure and the mark of a body on its way, which may wait for a lift or ride in one.
fn way_of(folk: &Folk, stage: &TownStage, who: CharacterId) -> (FigurePose, u8) {
    let shaft_of = |number| stage.tower().and_then(|tower| tower.shaft(number));
    let is_lift = |number| shaft_of(number).is_some_and(|shaft| shaft.kind == ShaftKind::Lift);
    match stage.trip_of(who, folk.now()) {
        Some(Trip::Waits(_)) => (FigurePose::Waits, QUEUES),
        Some(Trip::Rides(by)) if is_lift(by) => (FigurePose::Stands, RIDES),
        Some(Trip::Rides(_)) => (FigurePose::Walks, RIDES),
        None => (FigurePose::Walks, 0),
    }
}

fn figure(pose: Posture) -> FigurePose {
    match pose {
        Posture::Standing => FigurePose::Stands,
        Posture::Sitting => FigurePose::Sits,
        Posture::Lying => FigurePose::Lies,
        Posture::Working => FigurePose::Works,
        Posture::Eating => FigurePose::Dines,
        Posture::Waiting => FigurePose::Waits,
    }
}
