//! The thread on which the town runs.
//!
//! It never waits for a page: a frame goes into a slot that holds one, from which pages take it.
//! Questions come through a short queue and are answered from a copy, on another thread.

use crate::Options;
use crate::answer::{Answerer, Question};
use crate::arena_frame::ArenaNews;
use crate::chronicle::Chronicle;
use crate::clip::ClipSource;
use crate::edition::{Edition, ReloadResult};
use crate::frame::{Frame, PersonInView, StopsShown};
use crate::game_message::RefusedMove;
use crate::outside_change::{OutsideChange, PlayerMove};
use crate::past::Past;
use crate::pose::Poses;
use crate::snapshot::{Answers, Snapshot};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};
use tokio::sync::{oneshot, watch};
use townsfolk::words::names;
use townsfolk::{Executor, Place, TraceMode};
use townsfolk_core::{CharacterId, RuleId, ScriptId, TICKS_PER_SECOND};
use townsfolk_module::Category;
use townsfolk_town::inheritance::{GameMove, TURN_S};
use townsfolk_town::living::Living;

/// Maximum number of queued requests.
const QUEUE: usize = 128;

/// Maximum time for answering questions in a row.
const ANSWERING: Duration = Duration::from_millis(8);

/// Frame period: twenty-five frames a second, or fewer where thousands move.
const SHOWN_EVERY: Duration = Duration::from_millis(40);
const CROWD: usize = 4_000;
const CROWD_SHOWN_EVERY: Duration = Duration::from_millis(100);

/// The same where a player moves with the keyboard: a frame for every tick.
const PLAYED_SHOWN_EVERY: Duration = Duration::from_millis(12);

/// A larger delay than this is not caught up.
const BEHIND_MAX: Duration = Duration::from_millis(100);

/// Maximum sleep, so that requests are noticed.
const NAP: Duration = Duration::from_millis(15);

/// Maximum number of pending steps: an hour of the stage.
const STEPS_MAX: u64 = 3600 * TICKS_PER_SECOND as u64;

/// Breakpoints: when to pause.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Breakpoints {
    /// When one of these characters decides something.
    pub(crate) people: BTreeSet<CharacterId>,
    /// When one of these rules fires.
    pub(crate) rules: BTreeSet<(ScriptId, RuleId)>,
}

impl Breakpoints {
    /// The character whose decision meets one.
    fn met_by(&self, fresh: &[(CharacterId, Option<(ScriptId, RuleId)>)]) -> Option<CharacterId> {
        let mut fresh = fresh.iter();
        let met = fresh.find(|(who, rule)| {
            self.people.contains(who) || rule.is_some_and(|rule| self.rules.contains(&rule))
        });
        met.map(|(who, _)| *who)
    }
}

/// A request of a page.
pub(crate) enum TownRequest {
    Pause(bool),
    Step(u32),
    Speed(f64),
    Breakpoints(Breakpoints),
    /// Go to a tick, before or after now.
    Go(i64),
    /// Show the current state.
    Look,
    Ask(Question, oneshot::Sender<Option<String>>),
    /// A move of the player.
    Play(PlayerMove),
    /// The player begins again from the start.
    Again,
    /// A move of the game, and where to say why it is refused.
    Game(GameMove, oneshot::Sender<Result<(), RefusedMove>>),
    /// The input of a clip.
    Cut(i64, i64, oneshot::Sender<Result<ClipSource, &'static str>>),
    /// Load other content.
    TakeIn(Edition, SyncSender<ReloadResult>),
}

/// The server's handle on a running town.
#[derive(Clone)]
pub(crate) struct Controls {
    pub(crate) requests: SyncSender<TownRequest>,
    pub(crate) frames: watch::Receiver<Arc<Frame>>,
    /// Number of watching pages: without any, no frames are made.
    pub(crate) watchers: Arc<AtomicUsize>,
}

pub(crate) struct Simulation {
    town: Living,
    chronicle: Chronicle,
    arena_news: ArenaNews,
    past: Past,
    poses: Poses,
    title: String,
    requests: Receiver<TownRequest>,
    frames: watch::Sender<Arc<Frame>>,
    watchers: Arc<AtomicUsize>,
    stop: Arc<AtomicBool>,
    paused: bool,
    steps: u64,
    /// Whether the pending steps lead to a requested moment.
    going: bool,
    speed: f64,
    reached: f32,
    breakpoints: Breakpoints,
    /// What met a breakpoint, if it is paused because of one.
    stopped_by: Option<String>,
    stops: Arc<StopsShown>,
    answers: Answers,
    /// Counts changes of the town.
    version: u64,
    /// Whether the player enters with the next tick.
    entering: bool,
    /// Whether the ground is another after the next tick.
    rebuilding: bool,
    /// Whether the engine knows the ground.
    grounded: bool,
    shown: Option<Instant>,
    /// Whether a frame is due although it is paused.
    news: bool,
    /// Counts changes of names and places.
    edition: u16,
}

impl Simulation {
    pub(crate) fn new(
        mut town: Living,
        options: &Options,
        stop: Arc<AtomicBool>,
        answers: Answers,
    ) -> (Controls, Simulation) {
        town.folk.trace.mode = TraceMode::Full;
        let (requests, inbox) = sync_channel(QUEUE);
        let (frames, shown) = watch::channel(Arc::new(Frame::default()));
        let controls = Controls {
            requests,
            frames: shown,
            watchers: Arc::default(),
        };
        let simulation = Simulation {
            chronicle: Chronicle::of(&mut town),
            arena_news: ArenaNews::default(),
            past: Past::default(),
            poses: Poses::default(),
            title: options.title.clone(),
            town,
            requests: inbox,
            frames,
            watchers: controls.watchers.clone(),
            stop,
            paused: options.paused,
            steps: 0,
            going: false,
            speed: clamped(options.speed),
            reached: 0.0,
            breakpoints: Breakpoints::default(),
            stopped_by: None,
            stops: Arc::default(),
            answers,
            version: 0,
            entering: false,
            rebuilding: false,
            grounded: false,
            shown: None,
            news: true,
            edition: 0,
        };
        (controls, simulation)
    }

    /// Runs until it is told to stop.
    pub(crate) fn live(mut self, executor: &dyn Executor) -> Living {
        self.past.keep(&self.town, &self.chronicle.counts);
        let mut due = Instant::now();
        let mut counted = (Instant::now(), 0_u32);
        while !self.stop.load(Ordering::SeqCst) {
            self.hear();
            let now = Instant::now();
            if self.paused && self.steps == 0 {
                self.reached = 0.0;
                self.show();
                self.wait(NAP);
                due = Instant::now();
                counted = (due, 0);
                continue;
            }
            if self.steps == 0 && due > now {
                self.show();
                self.wait((due - now).min(NAP));
                continue;
            }
            self.town.step(executor);
            self.chronicle.note(&mut self.town);
            self.arena_news.note(&self.town, &self.chronicle.symbols);
            let grounded = self.town.folk.ground().is_some();
            if grounded != std::mem::replace(&mut self.grounded, grounded) {
                self.rebuilding = true;
            }
            if std::mem::take(&mut self.rebuilding) {
                self.edition = self.edition.wrapping_add(1);
            }
            self.do_again();
            self.past.keep(&self.town, &self.chronicle.counts);
            self.news = true;
            self.version += 1;
            self.entering = false;
            counted.1 += 1;
            match self.steps {
                0 => due = self.next_due(due, now),
                steps => self.steps = steps - 1,
            }
            self.going &= self.steps > 0;
            // Breakpoints do not interrupt going to a moment.
            if let Some(who) = self.breakpoints.met_by(&self.chronicle.fresh)
                && !self.going
            {
                self.paused = true;
                self.steps = 0;
                self.stopped_by = Some(self.answerer().last_decision(who));
                self.show_stops();
            }
            let since = counted.0.elapsed();
            if since >= Duration::from_millis(500) {
                let per_second = f64::from(counted.1) / since.as_secs_f64();
                self.reached = (per_second / TICKS_PER_SECOND as f64) as f32;
                counted = (Instant::now(), 0);
            }
            self.show();
        }
        self.town.folk.trace.mode = TraceMode::Off;
        self.town
    }

    fn next_due(&self, due: Instant, now: Instant) -> Instant {
        if self.speed.is_infinite() {
            return now;
        }
        let due = due + Duration::from_secs_f64(1.0 / (TICKS_PER_SECOND as f64 * self.speed));
        match now.checked_duration_since(due) {
            Some(behind) if behind > BEHIND_MAX => now,
            _ => due,
        }
    }

    /// Handles requests, for a limited time.
    fn hear(&mut self) {
        let begun = Instant::now();
        while begun.elapsed() < ANSWERING {
            match self.requests.try_recv() {
                Ok(request) => self.grant(request),
                Err(_) => return,
            }
        }
    }

    /// Waits for a request or for the next tick.
    fn wait(&mut self, span: Duration) {
        match self.requests.recv_timeout(span) {
            Ok(request) => self.grant(request),
            Err(RecvTimeoutError::Timeout) => {}
            // Without a server there are no requests.
            Err(RecvTimeoutError::Disconnected) => std::thread::sleep(span),
        }
    }

    fn grant(&mut self, request: TownRequest) {
        self.news = true;
        match request {
            TownRequest::Pause(paused) => {
                self.paused = paused;
                self.go_on();
                self.going = false;
                self.steps = 0;
            }
            TownRequest::Step(ticks) => {
                self.paused = true;
                self.go_on();
                self.steps = self.steps.saturating_add(ticks.into()).min(STEPS_MAX);
            }
            TownRequest::Look => {}
            TownRequest::Breakpoints(breakpoints) => {
                self.breakpoints = breakpoints;
                self.show_stops();
            }
            TownRequest::Go(tick) => self.go_to(tick),
            TownRequest::Speed(speed) => self.speed = clamped(speed),
            TownRequest::Play(made) => self.play(made),
            TownRequest::Again => self.begin_again(),
            TownRequest::Game(made, answer) => {
                let _ = answer.send(self.play_game(made));
            }
            TownRequest::Cut(from, to, answer) => {
                let _ = answer.send(self.past.cut(from, to));
            }
            TownRequest::TakeIn(edition, answer) => {
                let taken = self.take_in(&edition);
                if !taken.same {
                    let deed = OutsideChange::TakeIn(edition);
                    self.past.done(&self.town, &self.chronicle.counts, deed);
                    self.changed();
                }
                let _ = answer.try_send(taken);
            }
            TownRequest::Ask(question, answer) => {
                let runs = !self.paused || self.steps > 0;
                let copy = || Snapshot {
                    town: self.town.clone(),
                    chronicle: self.chronicle.clone(),
                    edited: self.past.edited().rev().collect(),
                    title: self.title.clone(),
                };
                self.answers
                    .ask(question, answer, (self.version, runs), copy);
            }
        }
    }

    /// Makes a move of the player. On the way to a moment of the past the player does not act, and
    /// cannot enter twice.
    fn play(&mut self, made: PlayerMove) {
        let enters = matches!(made, PlayerMove::Enter(_));
        let is_late = self.going || (enters && self.entering);
        if is_late || !made.make(&mut self.town) {
            return;
        }
        self.tell(&made);
        self.keep_move(made);
        // The next tick adds the player or changes the ground, also while the town is paused.
        self.entering |= enters;
        let at_once = enters || self.rebuilding;
        self.steps = self.steps.max(u64::from(at_once && self.paused));
    }

    /// Goes back to the start, forgets everything later, and lets the player enter again.
    fn begin_again(&mut self) {
        let at = self.entered_at();
        self.go_to(at);
        if self.town.folk.now().0 != at || self.steps > 0 {
            return;
        }
        self.going = false;
        self.past.forget_after(at);
        self.play(PlayerMove::Enter(Place::default()));
        self.paused = false;
    }

    /// The first moment at which a player can enter.
    fn entered_at(&self) -> i64 {
        self.past.earliest()
    }

    /// Makes a move of the game. Ending a turn lets time pass until it is over.
    fn play_game(&mut self, made: GameMove) -> Result<(), RefusedMove> {
        if self.going {
            return Err(RefusedMove::because("The town is on its way to a moment."));
        }
        self.town.play(&made)?;
        let ends = self.town.game.as_ref().and_then(|game| game.ends);
        self.keep_move(PlayerMove::Game(made));
        self.news = true;
        self.paused = true;
        self.go_on();
        // What was said counts from the next tick on, also while the town is paused.
        self.steps = match ends {
            Some(_) => self.ticks_of_turn(),
            None => self.steps.max(2),
        };
        Ok(())
    }

    /// Number of ticks in half a day of the calendar, and one for the next turn to begin.
    fn ticks_of_turn(&self) -> u64 {
        let rate = self.town.folk.calendar_rate().max(1);
        let ticks = TURN_S * TICKS_PER_SECOND * 1000 / rate;
        u64::try_from(ticks).unwrap_or(0) + 1
    }

    /// Records a move that was made, to be made again when the past is simulated.
    fn keep_move(&mut self, made: PlayerMove) {
        let deed = OutsideChange::Play(made);
        self.past.done(&self.town, &self.chronicle.counts, deed);
        self.changed();
    }

    /// Tells of a move that changes the ground.
    fn tell(&mut self, made: &PlayerMove) {
        if let PlayerMove::Edit(edit) = made {
            self.rebuilding = true;
            self.chronicle.note_edit(&self.town, *edit);
        }
    }

    /// Answers about the present, on this thread.
    fn answerer(&self) -> Answerer<'_> {
        Answerer {
            town: &self.town,
            chronicle: &self.chronicle,
            edited: &[],
            title: &self.title,
        }
    }

    /// The town has changed without a tick.
    fn changed(&mut self) {
        self.version += 1;
        self.answers.forget();
    }

    /// Resumes after a breakpoint.
    fn go_on(&mut self) {
        if self.stopped_by.take().is_some() {
            self.show_stops();
        }
    }

    fn show_stops(&mut self) {
        let symbols = &self.chronicle.symbols;
        let people = self.breakpoints.people.iter();
        let people = people.map(|who| (who.0, symbols.name(Category::Character, who.0)));
        let rules = self.breakpoints.rules.iter();
        let rules = rules.map(|(script, rule)| {
            let name = names::plain(symbols, Category::Rule, rule.0);
            ([script.0, rule.0], name)
        });
        self.stops = Arc::new(StopsShown {
            people: people.collect(),
            rules: rules.collect(),
            by: self.stopped_by.clone(),
        });
    }

    fn take_in(&mut self, edition: &Edition) -> ReloadResult {
        let taken = edition.take_in(&mut self.town, &self.chronicle.symbols);
        self.chronicle.learn(&self.town);
        self.edition = self.edition.wrapping_add(1);
        taken
    }

    /// Applies recorded changes again while the past is simulated.
    fn do_again(&mut self) {
        let now = self.town.folk.now().0;
        for deed in self.past.deeds_at(now).to_vec() {
            match deed {
                OutsideChange::TakeIn(edition) => {
                    self.take_in(&edition);
                }
                OutsideChange::Play(made) => {
                    if made.make(&mut self.town) {
                        self.tell(&made);
                    }
                }
            }
        }
    }

    /// Goes to a moment of the past, or of the known future, and pauses there.
    fn go_to(&mut self, tick: i64) {
        let tick = tick.clamp(self.past.earliest(), self.past.furthest);
        let now = self.town.folk.now().0;
        if let Some((mut town, counts)) = self.past.towards(tick, now) {
            town.folk.trace.mode = TraceMode::Full;
            self.chronicle.go_to(&self.town, &town, counts);
            self.town = town;
            self.poses = Poses::default();
            self.arena_news.forget();
            self.edition = self.edition.wrapping_add(1);
            self.changed();
        }
        self.paused = true;
        self.go_on();
        let left = tick - self.town.folk.now().0;
        self.steps = u64::try_from(left).unwrap_or(0);
        self.going = self.steps > 0;
    }

    /// Makes a frame, if a page watches and the last one is old enough.
    fn show(&mut self) {
        let every = match self.frames.borrow().people.len() > CROWD {
            true => CROWD_SHOWN_EVERY,
            false if self.town.stage.intruder().is_some() => PLAYED_SHOWN_EVERY,
            false => SHOWN_EVERY,
        };
        let is_due = self.shown.is_none_or(|shown| shown.elapsed() >= every);
        if !is_due || !self.news || self.watchers.load(Ordering::Relaxed) == 0 {
            return;
        }
        self.shown = Some(Instant::now());
        self.news = false;
        let frame = Arc::new(self.frame());
        self.frames.send_replace(frame);
    }

    fn frame(&mut self) -> Frame {
        let Living { folk, stage, .. } = &self.town;
        let bodies = stage.bodies_at(folk.now());
        let poses = &mut self.poses;
        let people = bodies.map(|body| {
            let (pose, marks) = poses.seen(folk, stage, &body);
            let at = stage.on_map(body.at);
            PersonInView {
                id: body.who.0,
                x_mm: at.x_mm,
                y_mm: at.y_mm,
                z_dm: i16::try_from(at.z_mm / 100).unwrap_or(i16::MAX),
                pose: pose as u8,
                marks,
            }
        });
        let people = people.collect();
        Frame {
            tick: folk.now().0,
            daytime: folk.daytime(),
            day: i32::try_from(folk.moment().day()).unwrap_or(i32::MAX),
            paused: self.paused,
            stopped: self.stopped_by.is_some(),
            earliest: self.past.earliest(),
            furthest: self.past.furthest,
            edition: self.edition,
            asked: self.speed as f32,
            reached: self.reached,
            people,
            lines: self.chronicle.news.lines(),
            stops: self.stops.clone(),
            arena: self.arena_news.told(&self.town),
        }
    }
}

/// A valid speed: at least a hundredth; one if it is not a number.
fn clamped(speed: f64) -> f64 {
    match speed.is_nan() {
        true => 1.0,
        false => speed.max(0.01),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use townsfolk::SingleThread;
    use townsfolk_core::Seed;
    use townsfolk_module::{Module, Symbols};
    use townsfolk_town::living::Content;
    use townsfolk_town::plan::Plan;
    use townsfolk_town::stage::Opening;

    #[test]
    fn frames_that_nobody_takes_hold_up_nobody() {
        let (module, symbols) = (Module::default(), Symbols::default());
        let plan = Plan::derive(&module, &symbols);
        let content = Content::new(Arc::new(module), symbols, plan).expect("an empty town");
        let town = Living::begin(content, Seed(1), Opening::default());
        let options = Options {
            speed: f64::INFINITY,
            ..Options::default()
        };
        let stop = Arc::new(AtomicBool::new(false));
        let (controls, simulation) = Simulation::new(
            town,
            &options,
            stop.clone(),
            Answers::open().expect("a thread"),
        );
        controls.watchers.store(3, Ordering::Relaxed);
        let living = std::thread::spawn(move || simulation.live(&SingleThread));
        // Long enough for several frames, none of which is read.
        std::thread::sleep(SHOWN_EVERY * 8);
        stop.store(true, Ordering::SeqCst);
        let town = living.join().expect("it lives");
        assert!(town.folk.now().0 > 100, "{}", town.folk.now().0);
        assert!(controls.frames.borrow().tick > 100, "the newest is there");
    }
}
