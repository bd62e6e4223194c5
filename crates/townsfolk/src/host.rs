//! The border to the host: what it reports, and what a tick puts out.

use crate::drivers::{Driver, Offer};
use crate::inline_vec::InlineVec;
use crate::minds::{AreaAccess, Extent, Focus, Level, MindEvent};
use crate::place::Place;
use crate::pose::Pose;
use crate::questions::{Answer, Question, QuestionKind};
use serde::{Deserialize, Serialize};
use townsfolk_core::{
    ActionId, ActionRef, AreaId, Atom, Channel, CharacterId, DeciderId, FactId, GroupId, HostId,
    LocationId, LocationKindId, MemberId, NeedId, Outcome, PropId, Pushed, RegionId, RoleId,
    SceneId, ScriptId, SymbolId, Value,
};
use townsfolk_decide::rules::Oscillation;
use townsfolk_decide::snippet::Tactic;
use townsfolk_module::Preference;
use townsfolk_module::mind::{Degree, Interaction, Mood, Relationship};
use townsfolk_scene::{EndReason, Fault};

/// Someone who comes into the world.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Newcomer {
    /// What they are.
    pub roles: Vec<RoleId>,
    /// Where they are; someone without a place is never near anything.
    pub at: Option<Place>,
    /// With whom they join scenes.
    pub group: Option<GroupId>,
    /// Whether this is the player, who is asked before being cast.
    pub player: bool,
    /// Of a proxy: the location whose scenes it takes part in.
    pub attached_to: Option<LocationId>,
    /// Where they are loaded and unloaded.
    pub region: RegionId,
}

/// A location that is put into the world.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Placement {
    /// Its kind.
    pub kind: LocationKindId,
    /// Where.
    pub at: Place,
    /// Where it is loaded and unloaded.
    pub region: RegionId,
}

/// Something the host tells the engine. Reports are taken in at the next tick, in order.
///
/// The order of declaration is the file format of recordings, so new reports come last. By topic, with
/// the method of [`Folk`](crate::Folk) that reports by name where there is one:
///
/// | topic | reports |
/// |---|---|
/// | characters | [`Added`](Report::Added) (`add`, `add_player`, `add_person`), [`Moved`](Report::Moved), [`Gone`](Report::Gone), [`Became`](Report::Became) (`add_role`), [`NoLonger`](Report::NoLonger) (`remove_role`), [`Spawned`](Report::Spawned), [`NotSpawned`](Report::NotSpawned) |
/// | actions | [`Outcome`](Report::Outcome) (`finish_all`) |
/// | the player | [`Accepted`](Report::Accepted), [`WalkedOut`](Report::WalkedOut), [`Told`](Report::Told) |
/// | drivers | [`Offered`](Report::Offered), [`Withdrawn`](Report::Withdrawn), [`Seized`](Report::Seized) (`seize`), [`Released`](Report::Released) (`release`) |
/// | locations | [`Placed`](Report::Placed) (`place`), [`LocationMoved`](Report::LocationMoved) (`move_location`), [`LocationGone`](Report::LocationGone), [`PropGone`](Report::PropGone) (`lose_prop`), [`Named`](Report::Named) (`set_location_name`), [`Prefers`](Report::Prefers) |
/// | attributes | [`Property`](Report::Property) |
/// | minds | [`Minded`](Report::Minded) (`give_mind`), [`NeedSet`](Report::NeedSet) (`set_need`), [`MoodSet`](Report::MoodSet) (`set_mood`), [`FeelingSet`](Report::FeelingSet) (`set_feeling`), [`Happened`](Report::Happened) (`happened`), [`Interacted`](Report::Interacted) (`interact`) |
/// | areas and ways | [`Area`](Report::Area) (`set_area`), [`Admits`](Report::Admits), [`Way`](Report::Way), [`Pace`](Report::Pace) |
/// | detail and cost | [`Focus`](Report::Focus) (`set_focus`), [`LevelOf`](Report::LevelOf), [`Budget`](Report::Budget) (`set_budget`) |
/// | equipment and tactics | [`Equipped`](Report::Equipped) (`equip`, `unequip`), [`Tactic`](Report::Tactic) (`set_tactic`) |
/// | time | [`Calendar`](Report::Calendar) |
/// | questions | [`Answers`](Report::Answers) (`answer_questions`), [`Answered`](Report::Answered) |
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Report {
    /// A location is put into the world. [`Folk::place_location`](crate::Folk::place_location) gives its id at once.
    Placed(Placement),
    /// Someone comes into the world. [`Folk::add_character`](crate::Folk::add_character) gives their id at once.
    Added(Newcomer),
    /// An action has an outcome.
    Outcome(ActionRef, Outcome),
    /// Someone is somewhere else.
    Moved(CharacterId, Place),
    /// Someone is gone from the world.
    Gone(CharacterId),
    /// A prop is gone.
    PropGone(LocationId, PropId),
    /// A location is gone, with everything it has.
    LocationGone(LocationId),
    /// A property of the host has a new value.
    Property {
        /// Which one.
        name: HostId,
        /// Of what.
        arguments: Vec<Value>,
        /// The new value.
        value: Pushed,
    },
    /// A fact for the scene at a location: the player's input, news of a proxy.
    Told(LocationId, Atom),
    /// Someone a location asked for has appeared.
    Spawned(CharacterId),
    /// Someone a location asked for could not appear.
    NotSpawned(CharacterId),
    /// The player reacted to a location's icon.
    Accepted(CharacterId, LocationId),
    /// The player walks out of the scene.
    WalkedOut(CharacterId),
    /// Someone is something more from now on: a shift begins.
    Became(CharacterId, RoleId),
    /// Someone is something no longer.
    NoLonger(CharacterId, RoleId),
    /// A decision system offers to drive someone.
    Offered(Offer),
    /// A decision system has done what it wanted, or wants it no longer.
    Withdrawn(CharacterId, SymbolId),
    /// The host moves someone itself from now on.
    Seized(CharacterId),
    /// The host lets go of someone.
    Released(CharacterId),
    /// A location prefers other scripts from now on; a scene whose script is not among them ends.
    Prefers(LocationId, Vec<Preference>),
    /// The calendar: what time of day it is, and how many of its seconds pass in a thousand
    /// seconds of stage time.
    Calendar {
        /// Seconds since midnight.
        seconds: i32,
        /// Calendar seconds in a thousand stage seconds.
        rate: i64,
    },
    /// Someone has the mind of a member of the cast from now on.
    /// [`Folk::give_mind`](crate::Folk::give_mind) is the same.
    Minded(CharacterId, MemberId),
    /// An area lies here; with nothing, nowhere.
    Area(AreaId, Vec<Extent>),
    /// A placed location has a name by which minds know it: somebody's own bed.
    Named(LocationId, PropId),
    /// Something happens that can be noticed from so far away, in millimetres.
    Happened {
        /// What sort of thing.
        event: SymbolId,
        /// Where.
        at: Place,
        /// From how far it is noticed.
        within_mm: u32,
    },
    /// Detail is wanted here, and nowhere else; with nothing, nowhere. Until this is said the first
    /// time, everybody lives fully. [`Folk::set_focus`](crate::Folk::set_focus) is the same.
    Focus(Vec<Focus>),
    /// Somebody has this level wherever the focus is, or again the one of where they are.
    LevelOf(CharacterId, Option<Level>),
    /// How fast those walk whom nobody sees, in millimetres a second of the stage.
    Pace(u32),
    /// How long the way between two areas is, in millimetres, if it is not straight.
    Way(AreaId, AreaId, u32),
    /// So many looks are taken in a tick and no more; with nothing, as many as are due.
    /// [`Folk::set_budget`](crate::Folk::set_budget) is the same.
    Budget(Option<u32>),
    /// Only these may go into an area and its parts from now on; with nothing, everybody. Nobody else
    /// looks for anything there. It is said by the stage, which has the doors.
    Admits(AreaId, Option<AreaAccess>),
    /// A location stands somewhere else, or faces another way. Its props move and turn with
    /// it.
    LocationMoved(LocationId, Pose),
    /// A need of somebody with a mind has this level from now on.
    NeedSet(CharacterId, NeedId, Degree),
    /// The mood of somebody with a mind is this from now on.
    MoodSet(CharacterId, Mood),
    /// What the first, who has a mind, feels for the second from now on.
    FeelingSet(CharacterId, CharacterId, Relationship),
    /// The host answers questions of these kinds from now on, and of no others.
    /// [`Folk::answer_questions`](crate::Folk::answer_questions) is the same.
    Answers(Vec<QuestionKind>),
    /// The answer to a question of an earlier tick.
    Answered(Question, Answer),
    /// The first has done something to the second: the player has insulted the barman.
    Interacted(CharacterId, Interaction, CharacterId),
    /// A declared decider is switched on or off for everybody: a rule set is loaded or unloaded.
    /// [`Folk::switch`](crate::Folk::switch) is the same.
    Switched(DeciderId, bool),
    /// A character has taken up a piece of equipment, or (`false`) has it no longer.
    /// [`Folk::equip`](crate::Folk::equip) and [`Folk::unequip`](crate::Folk::unequip) are the same.
    Equipped(CharacterId, SymbolId, bool),
    /// The player allows, prefers or forbids an ability of a character.
    /// [`Folk::set_tactic`](crate::Folk::set_tactic) is the same.
    Tactic(CharacterId, SymbolId, Tactic),
}

/// Something a tick asks of the host.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Command {
    /// Perform an action, and report its outcome under this name.
    Start {
        /// The name of this performance.
        action: ActionRef,
        /// At which location.
        location: LocationId,
        /// Who performs it.
        who: CharacterId,
        /// Who performs it too.
        partner: Option<CharacterId>,
        /// What is performed.
        what: ActionId,
        /// What it occupies.
        channel: Channel,
        /// Its arguments.
        arguments: InlineVec<Value, 3>,
        /// Its named parameters with their defaults, sorted by name.
        named: InlineVec<(SymbolId, Value), 2>,
        /// The first argument that is a character or prop.
        target: Option<Value>,
    },
    /// Bring an action to its end, and report how that went.
    Stop(ActionRef),
    /// Someone is no longer driven by the scene at this location: walk on.
    Leave(CharacterId, LocationId),
    /// Let someone appear, and report `Spawned` or `NotSpawned`.
    Spawn {
        /// Under which id.
        who: CharacterId,
        /// As what.
        role: RoleId,
        /// For which location.
        location: LocationId,
        /// At which of its points.
        point: SymbolId,
        /// Whether this is an extra: not remembered, not questioned.
        extra: bool,
    },
    /// Take someone out of sight, and report `Gone`.
    Withdraw(CharacterId),
    /// Show the player a location's icon.
    ShowIcon(CharacterId, LocationId, SymbolId),
    /// Hide it again.
    HideIcon(CharacterId, LocationId),
}

/// Something that happened and that the host may want to know.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Event {
    /// A scene begins at the next tick.
    SceneBegan {
        /// Which scene.
        scene: SceneId,
        /// Where.
        location: LocationId,
        /// Of which script.
        script: ScriptId,
        /// With whom.
        cast: Vec<(CharacterId, RoleId)>,
    },
    /// Someone joins a running scene at the next tick.
    Joins(CharacterId, SceneId, RoleId),
    /// A scene comes to its end.
    SceneEnding(SceneId, EndReason),
    /// A scene is over, and its location rests.
    SceneOver(SceneId, LocationId),
    /// A character has come near a location that tells of itself.
    Noticed(CharacterId, LocationId),
    /// Someone has a new driver for a channel.
    Driven(CharacterId, Channel, Driver),
    /// Someone the host seized is now free for it.
    Yours(CharacterId),
    /// Something went wrong in a scene that content or the host should know of.
    Fault(SceneId, Fault),
    /// A report that could not be taken in as it was.
    RejectedReport(RejectedReport),
    /// News of somebody's mind.
    Mind(CharacterId, MindEvent),
    /// Hot rules of a character fire in a cycle that their own courses keep going.
    Oscillates(CharacterId, Oscillation),
}

/// Why a report was left out.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum RejectedReport {
    /// There is no such character (any more).
    NoSuchCharacter(CharacterId),
    /// There is no such location (any more).
    NoSuchLocation(LocationId),
    /// The location has no such prop.
    NoSuchProp(LocationId, PropId),
    /// The module has no such kind of location.
    NoSuchKind(LocationKindId),
    /// No scene waits for this outcome.
    NoSuchAction(ActionRef),
    /// No scene runs at this location.
    NothingRuns(LocationId),
    /// Someone who does not take part there cannot hold a claim.
    NotTakingPart(CharacterId, LocationId),
    /// Nobody by this id was to appear.
    NotAwaited(CharacterId),
    /// No icon is shown to this player there.
    NotInvited(CharacterId, LocationId),
    /// The module has no such member of the cast, or its basic layer is missing.
    NoSuchMind(MemberId),
    /// They have no mind, and so no level.
    NoMind(CharacterId),
    /// Only the first focuses were heard.
    TooManyFocuses,
    /// The module has no such role.
    NoSuchRole(RoleId),
    /// The module has no such area.
    NoSuchArea(AreaId),
    /// The module has no such host property.
    NoSuchProperty(HostId),
    /// A host property is declared with other arguments, another value, or as a reading.
    WrongArguments(HostId),
    /// No mind notices events of this sort.
    NoSuchEvent(SymbolId),
    /// No mind looks for a place of this name.
    NameNotUsed(PropId),
    /// No script declares this fact.
    NoSuchFact(FactId),
    /// The module has no such script.
    NoSuchScript(ScriptId),
    /// Somebody has no such need now.
    NoSuchNeed(CharacterId, NeedId),
    /// What the first has done does not reach the second.
    NotHeard(CharacterId, CharacterId, NotHeard),
    /// A character lacks a role that a snippet requires.
    LacksRole(CharacterId, DeciderId, RoleId),
}

/// Why a character does not hear another.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum NotHeard {
    /// They are not in the same area, or in none.
    OtherArea,
    /// They are too far apart.
    TooFar,
    /// What the listener does, or the host, keeps the listener from talking: sleep.
    CannotTalk,
}

impl NotHeard {
    /// The reason, to be read after the name of the listener.
    pub fn reason(self) -> &'static str {
        match self {
            NotHeard::OtherArea => "is not in the same area",
            NotHeard::TooFar => "is too far away",
            NotHeard::CannotTalk => "cannot talk now",
        }
    }
}

/// What the host can be asked about at once, during a tick. All of it is optional.
///
/// Where people are and how far apart, the engine knows from reports.
pub trait Stage: Sync {
    /// The value of a host function; `None` if it has none.
    fn read(&self, _name: HostId, _arguments: &[Value]) -> Option<Value> {
        None
    }

    /// The answer to a question, if it can be given at once. It counts from the next tick on.
    fn answer(&self, _question: &Question) -> Option<Answer> {
        None
    }

    /// Whether a host predicate holds.
    fn holds(&self, _name: HostId, _arguments: &[Value]) -> bool {
        false
    }
}

/// A stage that knows nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct NoReadings;

impl Stage for NoReadings {}

/// What a tick puts out.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Output {
    /// What the host is asked to do, in this order.
    pub commands: Vec<Command>,
    /// What happened, in this order.
    pub events: Vec<Event>,
    /// What only the host can know. Nothing is asked that the host has not
    /// [said it answers](crate::Folk::answer_questions).
    pub questions: Vec<Question>,
}
