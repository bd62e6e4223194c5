//! The stage: a host that runs an engine in a town.
//!
//! | file | holds |
//! |---|---|
//! | [`body`] | bodies of characters |
//! | `separation` | positions for drawing characters that overlap |
//! | `furnish` | filling an engine from plan and cast |
//! | `commands` | carrying out commands |
//! | [`arena`] | intruders, things in the air, blows and shots |
//! | `act` | actions with their durations, things carried and money |
//! | `go` | walks: begun, redirected, stopped, near and far |
//! | `pass_by` | passers-by |
//! | `levels` | bodies by level of detail |
//! | `doors` | access to doors |
//! | [`weather`] | rain by the day |
//! | [`readings`] | readings for scripts |
//! | [`tower`] | a tower as the ground: walks, lifts and edits |
//! | [`save`] | saves and digests |

mod act;
pub mod arena;
pub mod body;
mod commands;
mod doors;
mod furnish;
mod go;
mod levels;
mod old_saves;
mod pass_by;
pub mod readings;
pub mod save;
mod separation;
pub mod tower;
pub mod weather;

pub use body::{Body, BodyAt};
pub use doors::Door;
pub use furnish::Opening;
pub use old_saves::OpenGroundBefore;
pub use pass_by::Arrivals;
pub use save::{Mismatch, StageDigest};
pub use weather::Weather;

use crate::motion::Gates;
use crate::near::Movers;
use crate::paths::{Atlas, Finder};
use crate::plan::ConnectorId;
use crate::tower::RouteFinder;
use act::Act;
use arena::{ArenaState, Happenings};
use levels::Belongings;
use pass_by::PassersBy;
use readings::SetReadings;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;
use tower::TowerStage;
use townsfolk::{ActionRef, Executor, Folk, LocationId, Output, Place, Report};
use townsfolk_core::{CharacterId, Draw, Duration, Seed, SiteId, TICKS_PER_SECOND, Tick};
use townsfolk_module::OptionalTail;

/// Interval at which past slots are dropped.
const TIDY: Duration = Duration::minutes(1);

/// A town, or open ground, for an engine: bodies, doors, weather.
///
/// [`step`](TownStage::step) is the whole loop. The engine is saved beside the stage: see
/// [`save`](TownStage::save).
#[derive(Clone, Debug)]
pub struct TownStage {
    atlas: Arc<Atlas>,
    state: State,
    news: Vec<News>,
    happenings: Happenings,

    // Caches.
    finder: Finder,
    routes: RouteFinder,
    movers: Movers,
    felt: weather::Felt,
}

/// The simulated state of a stage.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct State {
    seed: Seed,
    /// The hash of its plan.
    plan: u64,
    bodies: BTreeMap<CharacterId, Body>,
    gates: Gates,
    doors: BTreeMap<ConnectorId, Door>,
    acts: BTreeMap<ActionRef, Act>,
    pending: BTreeMap<(Tick, u64), Happens>,
    count: u64,
    /// Where walks are planned in detail; everywhere if empty.
    focus: Vec<(Place, u32)>,
    weather: Option<Weather>,
    /// Whether the player accepts icons.
    player_accepts: bool,
    /// Interval between position reports of a walker.
    report_every: Duration,
    /// Factor of walking speed.
    haste: i32,
    /// Initial money of each character.
    coins: i64,
    /// Whether there are background characters without a body.
    sleeps: bool,
    /// Their belongings, if these differ from those at the start.
    put_by: BTreeMap<CharacterId, Belongings>,
    /// Parts that saves of the first version lack.
    later: OptionalTail<Later>,
}

/// The parts of a stage that were added later.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
struct Later {
    /// Passers-by, and participants that leave.
    passers_by: PassersBy,
    rest: OptionalTail<AfterPassersBy>,
}

/// Readings that were set, and the parts that came after them.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
struct AfterPassersBy {
    readings: SetReadings,
    late: OptionalTail<LateStage>,
}

/// The parts of a stage that came with towers.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
struct LateStage {
    /// The tower, if the ground is one.
    tower: Option<TowerStage>,
    /// How long actions last that a course has given a time, until they are performed.
    lasting: BTreeMap<ActionRef, Duration>,
    /// What flies, and the intruder.
    arena: OptionalTail<ArenaState>,
}

/// A future event.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
enum Happens {
    /// An action continues: its walk is over, or it is done.
    Act(ActionRef),
    /// A position report of a walker.
    Step(CharacterId),
    Appears(CharacterId, Place),
    Vanishes(CharacterId),
    Accepts(CharacterId, LocationId),
    /// The weather may change.
    Sky,
    /// Past slots can be dropped.
    Tidy,
    /// A passer-by arrives.
    Arrival,
}

/// An event on the stage in the last step, for observers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum News {
    /// There is no way to a place, or none that the character may use.
    NoWay(CharacterId, Place),
    /// A character stands before a locked door.
    LockedOut(CharacterId, ConnectorId),
    /// A character has too little money.
    CannotPay(CharacterId, i64),
    /// Money went from one character to another, or into a till.
    Paid(CharacterId, Option<CharacterId>, i64),
    /// It begins or stops raining.
    Weather(Weather),
}

impl TownStage {
    /// Open ground without a plan: characters walk straight, and the player accepts icons.
    pub fn on_open_ground(seed: Seed) -> TownStage {
        let mut stage = TownStage::new(Arc::new(Atlas::open()), seed);
        stage.set_player_accepts(true);
        stage.set_report_every(Duration(TICKS_PER_SECOND / 2));
        stage
    }

    /// An empty town.
    pub fn new(atlas: Arc<Atlas>, seed: Seed) -> TownStage {
        let plan = atlas.plan().digest();
        let mut stage = TownStage {
            atlas,
            state: State {
                seed,
                plan,
                bodies: BTreeMap::new(),
                gates: Gates::default(),
                doors: BTreeMap::new(),
                acts: BTreeMap::new(),
                pending: BTreeMap::new(),
                count: 0,
                focus: vec![],
                weather: None,
                player_accepts: false,
                report_every: Duration(TICKS_PER_SECOND),
                haste: 1,
                coins: 0,
                sleeps: false,
                put_by: BTreeMap::new(),
                later: OptionalTail::default(),
            },
            news: vec![],
            happenings: Happenings::default(),
            finder: Finder::default(),
            routes: RouteFinder::default(),
            movers: Movers::default(),
            felt: weather::Felt::default(),
        };
        match stage.atlas.plan().tower.clone() {
            Some(ground) => stage.state.later.rest.late.tower = Some(TowerStage::of(&ground)),
            None if !stage.is_open() => _ = stage.plan(Tick(0), Happens::Sky),
            None => {}
        }
        stage.plan(Tick(0).after(TIDY), Happens::Tidy);
        stage
    }

    /// One tick: reports events to the engine, ticks it, and carries out its commands.
    pub fn step<'f>(&mut self, folk: &'f mut Folk, executor: &dyn Executor) -> &'f Output {
        self.news.clear();
        self.tell(folk);
        self.play_arena(folk);
        let commands = {
            let readings = self.readings(folk.now().after(Duration(1)));
            folk.tick_with(&readings, executor).commands.clone()
        };
        self.follow_levels(folk);
        for command in &commands {
            self.obey(folk, command);
        }
        folk.output()
    }

    /// The prepared plan.
    pub fn atlas(&self) -> &Arc<Atlas> {
        &self.atlas
    }

    /// Whether there is no plan: the ground is open, and every way is straight.
    pub fn is_open(&self) -> bool {
        self.atlas.plan().plates.is_empty() && !self.is_tower()
    }

    /// The events of the last step.
    pub fn news(&self) -> &[News] {
        &self.news
    }

    /// Sets whether the player accepts icons, two seconds after they are shown.
    pub fn set_player_accepts(&mut self, accepts: bool) {
        self.state.player_accepts = accepts;
    }

    /// Sets the interval between position reports of a walker; a second by default. Arrivals and
    /// changes of plate are reported at once.
    pub fn set_report_every(&mut self, span: Duration) {
        self.state.report_every = Duration(span.0.max(1));
    }

    fn draw(&self, owner: u64, tick: Tick, what: &str) -> Draw {
        // There were two kinds of stages once; each keeps its own draws.
        let salt = match self.is_open() {
            true => 0x57a6_e000_0000_0000,
            false => 0x70a7_0000_0000_0000,
        };
        Draw::at(self.state.seed, owner ^ salt, tick, SiteId::named(what))
    }

    fn plan(&mut self, at: Tick, what: Happens) -> (Tick, u64) {
        // The count may come from a file, with any value.
        self.state.count = self.state.count.wrapping_add(1);
        let key = (at, self.state.count);
        self.state.pending.insert(key, what);
        key
    }

    /// Reports everything that happens up to the next tick.
    fn tell(&mut self, folk: &mut Folk) {
        let now = folk.now().after(Duration(1));
        while let Some(entry) = self.state.pending.first_entry() {
            if entry.key().0 > now {
                break;
            }
            match entry.remove() {
                Happens::Act(action) => self.go_on(folk, action, now),
                Happens::Step(who) => self.tell_place(folk, who, now),
                Happens::Appears(who, at) => {
                    self.embody(folk, who, at, now);
                    folk.report(Report::Moved(who, at));
                    folk.report(Report::Spawned(who));
                }
                Happens::Vanishes(who) => {
                    self.forget(who, now);
                    folk.report(Report::Gone(who));
                }
                Happens::Accepts(who, location) => folk.report(Report::Accepted(who, location)),
                Happens::Sky => self.look_at_the_sky(folk, now),
                Happens::Arrival => self.arrive(folk, now),
                Happens::Tidy => {
                    self.state.gates.forget(now);
                    if let Some(tower) = &mut self.state.later.rest.late.tower {
                        tower.forget_rides(now);
                    }
                    self.forget_the_gone(folk, now);
                    self.plan(now.after(TIDY), Happens::Tidy);
                }
            }
        }
    }
}
