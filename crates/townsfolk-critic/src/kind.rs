//! Every kind of silliness.

use townsfolk_core::{
    ActionId, AreaId, CharacterId, LocationKindId, NeedId, NodeId, PropId, RoleId,
};
use townsfolk_module::mind::Interaction;

/// Something a person who watches would laugh at, in the wrong place.
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
    /// Sleeps where another character is at home.
    SleepsAstray(AreaId),
    /// Begins something with hands that are full: two actions on one channel.
    TwoAtOnce(ActionId, ActionId),
    /// Suffers from a need for long, while what would ease it is free and near, and nothing holds them.
    StarvesBeside(NeedId, LocationKindId),
    /// Has an unbearable need for hours, wherever that is; whether anything in the world serves it.
    GoesWithout(NeedId, bool),
    /// Goes to see to a need that is hardly felt: eats with a full stomach.
    SeesToNothing(NeedId),
    /// Begins and breaks off again and again, within seconds, and does nothing.
    Dithers(Vec<NodeId>),
    /// Leaves a character in the middle of being served, who then goes away without it.
    LeavesHalfServed(CharacterId),
    /// Is somewhere else without having walked there; how far, in metres.
    Teleports(i64),
    /// Stands and does nothing for hours, although a role is held.
    StandsAbout(RoleId),
    /// Does the same to the same person again and again.
    RepeatsItself(Interaction, CharacterId),
    /// Insults, or strikes, a character they are fond of, in a good mood and without a cause.
    InsultsAFriend(CharacterId),
    /// Tells a character news about themselves.
    TellsOfThemselves(CharacterId),
    /// Tells a character what they have just told.
    TellsBack(CharacterId),
    /// Does what only a role asks for that is not held.
    ActsOutOfRole(NodeId),
    /// Does for long what a role asks for, in an area in which the role is not held.
    ActsElsewhere(NodeId, AreaId),
    /// Is still something long after the schedule says otherwise.
    StaysOnDuty(RoleId, RoleId),
    /// Is on the way for hours and does not arrive.
    NeverArrives(RoleId),
    /// Walks to the same place again and again, and does nothing there.
    WalksInVain,
    /// Breaks off one walk after the other for another aim, and gets nowhere.
    TurnsRound,
    /// Waits while others who came later are taken first, one after the other.
    PassedOver(LocationKindId),
    /// Sets out for a place while something else still holds them.
    SetsOutBusy(AreaId),
}

/// Why a character cannot hear what is said.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Absence {
    /// Not in the world, or never was.
    Gone,
    /// Asleep.
    Asleep,
    /// Too far away.
    Far,
    /// It is oneself.
    Oneself,
}

impl Kind {
    /// The name of the kind, as it is counted.
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

    /// The other person it is about, if there is one.
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
