//! The kinds of findings.

use townsfolk_core::{
    ActionId, AreaId, CharacterId, LocationKindId, NeedId, NodeId, PropId, RoleId,
};
use townsfolk_module::mind::Interaction;

/// A kind of finding: behaviour that a viewer would laugh at.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// Speaks to a character that cannot hear it: gone, asleep, or far away.
    TalksToNobody(CharacterId, Absence),
    /// In a scene, turns to a character that has left it and is not near any more.
    AddressesTheAbsent(CharacterId, ActionId),
    /// Uses what another character has claimed: two on one chair.
    TwoInOneSeat(PropId, CharacterId),
    /// Does something, or is moved about, while sleeping.
    ActsAsleep(Option<ActionId>),
    /// Sleeps in the home of another character.
    SleepsAstray(AreaId),
    /// Begins an action on a channel that is occupied.
    TwoAtOnce(ActionId, ActionId),
    /// Suffers from a need for long, while a remedy is free and near, and nothing prevents it.
    StarvesBeside(NeedId, LocationKindId),
    /// Has an unbearable need for hours; and whether any location serves it.
    GoesWithout(NeedId, bool),
    /// Satisfies a need that is hardly felt: eats with a full stomach.
    SeesToNothing(NeedId),
    /// Begins and interrupts again and again, within seconds, and does nothing.
    Dithers(Vec<NodeId>),
    /// Leaves a guest in the middle of the service, who then leaves without it.
    LeavesHalfServed(CharacterId),
    /// Has moved without walking; the distance in metres.
    Teleports(i64),
    /// Stands and does nothing for hours, although a role is held.
    StandsAbout(RoleId),
    /// Does the same to the same character again and again.
    RepeatsItself(Interaction, CharacterId),
    /// Insults, or strikes, a liked character, in a good mood and without a cause.
    InsultsAFriend(CharacterId),
    /// Tells a character news about itself.
    TellsOfThemselves(CharacterId),
    /// Tells a character its own news.
    TellsBack(CharacterId),
    /// Does a deed of a role that it does not hold.
    ActsOutOfRole(NodeId),
    /// Does for long what a role asks for, in an area in which the role is not held.
    ActsElsewhere(NodeId, AreaId),
    /// Keeps a role long after the schedule has ended it.
    StaysOnDuty(RoleId, RoleId),
    /// Is on the way for hours and does not arrive.
    NeverArrives(RoleId),
    /// Walks to the same place again and again, and does nothing there.
    WalksInVain,
    /// Interrupts one walk after the other for another goal.
    TurnsRound,
    /// Waits while several later arrivals are served first.
    PassedOver(LocationKindId),
    /// Sets out for a place while a scene still holds it.
    SetsOutBusy(AreaId),
}

/// Why a character cannot hear speech.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Absence {
    /// Not in the world, or never was.
    Gone,
    /// Asleep.
    Asleep,
    /// Too far away.
    Far,
    /// The speaker itself.
    Oneself,
}

impl Kind {
    /// The name of the kind.
    pub fn name(&self) -> &'static str {
        match self {
            Kind::TalksToNobody(..) => "talks to nobody",
            Kind::AddressesTheAbsent(..) => "addresses the absent",
            Kind::TwoInOneSeat(..) => "two in one seat",
            Kind::ActsAsleep(_) => "acts asleep",
            Kind::SleepsAstray(_) => "sleeps astray",
            Kind::TwoAtOnce(..) => "two at once",
            Kind::StarvesBeside(..) => "starves beside food",
            Kind::GoesWithout(..) => "goes without",
            Kind::SeesToNothing(_) => "sees to nothing",
            Kind::Dithers(_) => "dithers",
            Kind::LeavesHalfServed(_) => "leaves half-served",
            Kind::Teleports(_) => "teleports",
            Kind::StandsAbout(_) => "stands about",
            Kind::RepeatsItself(..) => "repeats itself",
            Kind::InsultsAFriend(_) => "insults a friend",
            Kind::TellsOfThemselves(_) => "tells of themselves",
            Kind::TellsBack(_) => "tells back",
            Kind::ActsOutOfRole(_) => "acts out of role",
            Kind::ActsElsewhere(..) => "acts elsewhere",
            Kind::StaysOnDuty(..) => "stays on duty",
            Kind::NeverArrives(_) => "never arrives",
            Kind::WalksInVain => "walks in vain",
            Kind::TurnsRound => "turns round",
            Kind::PassedOver(_) => "passed over",
            Kind::SetsOutBusy(_) => "sets out busy",
        }
    }

    /// The other character concerned, if there is one.
    pub fn other(&self) -> Option<CharacterId> {
        match self {
            Kind::TalksToNobody(other, _)
            | Kind::AddressesTheAbsent(other, _)
            | Kind::TwoInOneSeat(_, other)
            | Kind::LeavesHalfServed(other)
            | Kind::RepeatsItself(_, other)
            | Kind::InsultsAFriend(other)
            | Kind::TellsOfThemselves(other)
            | Kind::TellsBack(other) => Some(*other),
            _ => None,
        }
    }
}
