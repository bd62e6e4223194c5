//! The boundary to the host: reports, and the output of a tick.

use crate::beliefs::Speech;
use crate::drivers::{Driver, Offer};
use crate::inline_vec::InlineVec;
use crate::minds::{AreaAccess, Extent, Focus, Level, MindEvent};
use crate::place::Place;
use crate::pose::Pose;
use crate::questions::{Answer, Question, QuestionKind};
use crate::senses::Cloud;
use serde::{Deserialize, Serialize};
use townsfolk_core::{
    ActionId, ActionRef, Angle, AreaId, Atom, Channel, CharacterId, DeciderId, FactId, GroupId,
    HostId, LocationId, LocationKindId, MemberId, MerchantId, NeedId, Outcome, PropId, Pushed,
    RegionId, RoleId, SceneId, ScriptId, StimulusId, SymbolId, Value,
};
use townsfolk_decide::rules::Oscillation;
use townsfolk_decide::snippet::Tactic;
use townsfolk_knowledge::belief::{Beliefs, Subject};
use townsfolk_module::Preference;
use townsfolk_module::mind::{Degree, Interaction, Mood, Relationship};
use townsfolk_scene::{EndReason, Fault};
use townsfolk_space::{GroundPlan, OpeningId};
use townsfolk_tactics::PuppetOrder;

/// A character that enters the world.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Newcomer {
    /// Its roles.
    pub roles: Vec<RoleId>,
    /// Its position. A character without one is never near anything.
    pub at: Option<Place>,
    /// The group with which it joins scenes.
    pub group: Option<GroupId>,
    /// Whether this is the player, who is asked before being cast.
    pub player: bool,
    /// Of a proxy: the location whose scenes it takes part in.
    pub attached_to: Option<LocationId>,
    /// The region with which it is loaded and unloaded.
    pub region: RegionId,
}

/// A location that is placed in the world.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Placement {
    /// Its kind.
    pub kind: LocationKindId,
    /// Its position.
    pub at: Place,
    /// The region with which it is loaded and unloaded.
    pub region: RegionId,
}

/// A report of the host to the engine. Reports are applied at the next tick, in order.
///
/// The order of declaration is the file format of recordings, so new reports come last. By topic,
/// with the method of [`Folk`](crate::Folk) that reports by name where there is one:
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
/// | beliefs | [`Said`](Report::Said) (`tell_about`, `ask_about`), [`Believes`](Report::Believes) (`set_beliefs`), [`Confided`](Report::Confided), [`Glimpsed`](Report::Glimpsed) |
/// | senses | [`Sounded`](Report::Sounded) (`sound`, `sound_by`), [`Facing`](Report::Facing) (`set_facing`), [`Cloud`](Report::Cloud) (`set_cloud`) |
/// | skills | [`Puppet`](Report::Puppet) (`puppet`) |
/// | ground | [`Ground`](Report::Ground) (`set_ground`), [`Opened`](Report::Opened) (`set_opening`) |
/// | merchants | [`Traded`](Report::Traded) (`trade`) |
/// | time | [`Calendar`](Report::Calendar) |
/// | questions | [`Answers`](Report::Answers) (`answer_questions`), [`Answered`](Report::Answered) |
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Report {
    /// A location is placed. [`Folk::place_location`](crate::Folk::place_location) returns its id
    /// at once.
    Placed(Placement),
    /// A character enters the world. [`Folk::add_character`](crate::Folk::add_character) returns
    /// its id at once.
    Added(Newcomer),
    /// An action has an outcome.
    Outcome(ActionRef, Outcome),
    /// A character has moved.
    Moved(CharacterId, Place),
    /// A character has left the world.
    Gone(CharacterId),
    /// A prop is gone.
    PropGone(LocationId, PropId),
    /// A location is gone, with all its props.
    LocationGone(LocationId),
    /// A property of the host has a new value.
    Property {
        /// The property.
        name: HostId,
        /// Its arguments.
        arguments: Vec<Value>,
        /// The new value.
        value: Pushed,
    },
    /// A fact for the scene at a location: the player's input, news of a proxy.
    Told(LocationId, Atom),
    /// A character that a location asked for has appeared.
    Spawned(CharacterId),
    /// A character that a location asked for could not appear.
    NotSpawned(CharacterId),
    /// The player reacted to a location's icon.
    Accepted(CharacterId, LocationId),
    /// The player walks out of the scene.
    WalkedOut(CharacterId),
    /// A character has one more role: a shift begins.
    Became(CharacterId, RoleId),
    /// A character has lost a role.
    NoLonger(CharacterId, RoleId),
    /// A decider offers to drive a character.
    Offered(Offer),
    /// A decider has finished with a character, or gives up its wish.
    Withdrawn(CharacterId, SymbolId),
    /// The host takes control of a character.
    Seized(CharacterId),
    /// The host returns control of a character.
    Released(CharacterId),
    /// A location prefers other scripts from now on; a scene of any other script ends.
    Prefers(LocationId, Vec<Preference>),
    /// The calendar: the time of day, and the number of calendar seconds in a thousand seconds of
    /// stage time.
    Calendar {
        /// Seconds since midnight.
        seconds: i32,
        /// Calendar seconds in a thousand stage seconds.
        rate: i64,
    },
    /// A character receives the mind of a member of the cast.
    /// [`Folk::give_mind`](crate::Folk::give_mind) does the same.
    Minded(CharacterId, MemberId),
    /// Where an area lies; nowhere if the list is empty.
    Area(AreaId, Vec<Extent>),
    /// A placed location has a name by which minds know it, for example a character's own bed.
    Named(LocationId, PropId),
    /// An event that can be noticed within a distance.
    Happened {
        /// The kind of event.
        event: SymbolId,
        /// The position.
        at: Place,
        /// The distance within which it is noticed, in millimetres.
        within_mm: u32,
    },
    /// The places with full detail; none if the list is empty. Before the first such report, every
    /// character is at level full. [`Folk::set_focus`](crate::Folk::set_focus) does the same.
    Focus(Vec<Focus>),
    /// A character has a fixed level whatever the focus, or `None` for the level of its place.
    LevelOf(CharacterId, Option<Level>),
    /// The walking speed of background characters, in millimetres a second of the stage.
    Pace(u32),
    /// The length of the way between two areas in millimetres, if it is not straight.
    Way(AreaId, AreaId, u32),
    /// The maximum number of updates in a tick; `None` for no limit.
    /// [`Folk::set_budget`](crate::Folk::set_budget) does the same.
    Budget(Option<u32>),
    /// Only these may enter an area and its parts from now on; `None` for everyone. No other
    /// character searches for anything there. The stage reports it, because it has the doors.
    Admits(AreaId, Option<AreaAccess>),
    /// A location has moved or turned. Its props move and turn with it.
    LocationMoved(LocationId, Pose),
    /// A need of a character with a mind has this level from now on.
    NeedSet(CharacterId, NeedId, Degree),
    /// The mood of a character with a mind is this from now on.
    MoodSet(CharacterId, Mood),
    /// What the first character, which has a mind, feels for the second from now on.
    FeelingSet(CharacterId, CharacterId, Relationship),
    /// The host answers questions of exactly these kinds from now on.
    /// [`Folk::answer_questions`](crate::Folk::answer_questions) does the same.
    Answers(Vec<QuestionKind>),
    /// The answer to a question of an earlier tick.
    Answered(Question, Answer),
    /// The first character has done something to the second: the player has insulted the barman.
    Interacted(CharacterId, Interaction, CharacterId),
    /// A declared decider is switched on or off for everybody: a rule set is loaded or unloaded.
    /// [`Folk::switch`](crate::Folk::switch) is the same.
    Switched(DeciderId, bool),
    /// A referent of a character is bound to a character or prop, or to nothing.
    /// [`Folk::bind`](crate::Folk::bind) is the same.
    Bound(CharacterId, SymbolId, Option<Value>),
    /// A character enters a situation of its referents, or leaves it.
    /// [`Folk::enter_situation`](crate::Folk::enter_situation) is the same.
    InSituation(CharacterId, SymbolId, bool),
    /// A character has taken up a piece of equipment, or (`false`) has it no longer.
    /// [`Folk::equip`](crate::Folk::equip) and [`Folk::unequip`](crate::Folk::unequip) are the same.
    Equipped(CharacterId, SymbolId, bool),
    /// The player allows, prefers or forbids an ability of a character.
    /// [`Folk::set_tactic`](crate::Folk::set_tactic) is the same.
    Tactic(CharacterId, SymbolId, Tactic),
    /// A character tells another a belief or a lie, or asks for a belief.
    /// [`Folk::tell_about`](crate::Folk::tell_about) and [`Folk::ask_about`](crate::Folk::ask_about)
    /// are the same.
    Said(CharacterId, Box<Speech>),
    /// A character has these beliefs from now on: a town is generated, with people who know each
    /// other. [`Folk::set_beliefs`](crate::Folk::set_beliefs) is the same.
    Believes(Box<Beliefs>),
    /// The player has bought goods of a merchant (below 0) or sold some to it.
    /// [`Folk::trade`](crate::Folk::trade) is the same.
    Traded(MerchantId, SymbolId, i64),
    /// The same as [`Said`](Report::Said), wherever both are: a game lets its player visit people.
    /// Others do not overhear it.
    Confided(CharacterId, Box<Speech>),
    /// The first glimpses a person or place that need not be near: a visitor in a story.
    Glimpsed(CharacterId, Subject),
    /// A stimulus arises. [`Folk::sound`](crate::Folk::sound) and
    /// [`Folk::sound_by`](crate::Folk::sound_by) are the same by name.
    Sounded {
        /// Its kind.
        stimulus: StimulusId,
        /// Where it arises.
        at: Place,
        /// The character that it gives away, if stimuli of the kind do so.
        by: Option<CharacterId>,
        /// The character that is behind it: who threw the bottle. No listener learns it.
        caused_by: Option<CharacterId>,
    },
    /// A character looks in a direction, until it moves.
    /// [`Folk::set_facing`](crate::Folk::set_facing) is the same.
    Facing(CharacterId, Angle),
    /// Smoke or fire begins, or ends. [`Folk::set_cloud`](crate::Folk::set_cloud) is the same.
    Cloud(Cloud),
    /// The ground is this from now on. [`Folk::set_ground`](crate::Folk::set_ground) is the same.
    Ground(Box<GroundPlan>),
    /// A door or window of the ground is open or closed from now on.
    /// [`Folk::set_opening`](crate::Folk::set_opening) is the same.
    Opened(OpeningId, bool),
    /// A character with skills is driven from outside, or no longer.
    /// [`Folk::puppet`](crate::Folk::puppet) is the same.
    Puppet(CharacterId, PuppetOrder),
}

/// A command of a tick to the host.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Command {
    /// Perform an action, and report its outcome under this id.
    Start {
        /// The id of this performance.
        action: ActionRef,
        /// The location.
        location: LocationId,
        /// The character that performs it.
        who: CharacterId,
        /// The second performer.
        partner: Option<CharacterId>,
        /// The action.
        what: ActionId,
        /// The channel that it occupies.
        channel: Channel,
        /// Its arguments.
        arguments: InlineVec<Value, 3>,
        /// Its named parameters with their defaults, sorted by name.
        named: InlineVec<(SymbolId, Value), 2>,
        /// The first argument that is a character or prop.
        target: Option<Value>,
    },
    /// End an action, and report its outcome.
    Stop(ActionRef),
    /// The scene at this location no longer drives the character: walk on.
    Leave(CharacterId, LocationId),
    /// Let a character appear, and report `Spawned` or `NotSpawned`.
    Spawn {
        /// Its id.
        who: CharacterId,
        /// Its role.
        role: RoleId,
        /// The location.
        location: LocationId,
        /// The spawn point of the location.
        point: SymbolId,
        /// Whether this is an extra: not remembered, not questioned.
        extra: bool,
    },
    /// Take a character out of sight, and report `Gone`.
    Withdraw(CharacterId),
    /// Show the player a location's icon.
    ShowIcon(CharacterId, LocationId, SymbolId),
    /// Hide the icon.
    HideIcon(CharacterId, LocationId),
}

/// An event that may interest the host.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Event {
    /// A scene begins at the next tick.
    SceneBegan {
        /// The scene.
        scene: SceneId,
        /// The location.
        location: LocationId,
        /// The script.
        script: ScriptId,
        /// The cast.
        cast: Vec<(CharacterId, RoleId)>,
    },
    /// A character joins a running scene at the next tick.
    Joins(CharacterId, SceneId, RoleId),
    /// A scene is ending.
    SceneEnding(SceneId, EndReason),
    /// A scene is over, and its location rests.
    SceneOver(SceneId, LocationId),
    /// A character has come near a location with a notification emitter.
    Noticed(CharacterId, LocationId),
    /// A channel of a character has a new driver.
    Driven(CharacterId, Channel, Driver),
    /// A character that the host seized is now under its control.
    Yours(CharacterId),
    /// A fault in a scene, for content or host.
    Fault(SceneId, Fault),
    /// A report that was rejected, or applied in part.
    RejectedReport(RejectedReport),
    /// An event of a character's mind.
    Mind(CharacterId, MindEvent),
    /// Hot rules of a character fire in a cycle that their own courses keep going.
    Oscillates(CharacterId, Oscillation),
}

/// Why a report was rejected.
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
    /// A character that does not take part there cannot hold a claim.
    NotTakingPart(CharacterId, LocationId),
    /// No character with this id was to appear.
    NotAwaited(CharacterId),
    /// No icon is shown to this player there.
    NotInvited(CharacterId, LocationId),
    /// The module has no such member of the cast, or its basic layer is missing.
    NoSuchMind(MemberId),
    /// The character has no mind, and so no level.
    NoMind(CharacterId),
    /// Only the first focuses were used.
    TooManyFocuses,
    /// The module has no such role.
    NoSuchRole(RoleId),
    /// The module has no such area.
    NoSuchArea(AreaId),
    /// The module has no such host property.
    NoSuchProperty(HostId),
    /// A host property is declared with other arguments, another value, or as a reading.
    WrongArguments(HostId),
    /// No mind notices events of this kind.
    NoSuchEvent(SymbolId),
    /// No mind searches for a place of this name.
    NameNotUsed(PropId),
    /// No script declares this fact.
    NoSuchFact(FactId),
    /// The module has no such script.
    NoSuchScript(ScriptId),
    /// The character has no such need now.
    NoSuchNeed(CharacterId, NeedId),
    /// The interaction of the first character does not reach the second.
    NotHeard(CharacterId, CharacterId, NotHeard),
    /// A character lacks a role that a snippet requires.
    LacksRole(CharacterId, DeciderId, RoleId),
    /// The module has no such merchant, or it does not sell these goods.
    NoSuchGoods(MerchantId, SymbolId),
    /// The module has no such kind of stimulus.
    NoSuchStimulus(StimulusId),
    /// More stimuli arose in one tick than are heard.
    TooManySounds,
    /// Smoke or fire, by its number, is too large or lasts too long or less than no time.
    WrongCloud(u32),
    /// There is more smoke and fire than counts.
    TooManyClouds,
    /// So many parts of the plan of the ground are faulty.
    /// [`Folk::ground_faults`](crate::Folk::ground_faults) names them.
    FaultyGround(u32),
    /// The ground has no opening with this number.
    NoSuchOpening(u32),
}

/// Why a character does not hear another.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum NotHeard {
    /// They are in different areas, or in none.
    OtherArea,
    /// They are too far apart.
    TooFar,
    /// The listener's action, or the host, prevents talking: sleep.
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

/// Questions that the host can answer at once, during a tick. All of them are optional.
///
/// The engine knows positions and distances from reports.
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

/// A stage without answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct NoReadings;

impl Stage for NoReadings {}

/// The output of a tick.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Output {
    /// The commands to the host, in order.
    pub commands: Vec<Command>,
    /// The events, in order.
    pub events: Vec<Event>,
    /// Questions that only the host can answer. Only kinds are asked that the host has [said it
    /// answers](crate::Folk::answer_questions).
    pub questions: Vec<Question>,
}
