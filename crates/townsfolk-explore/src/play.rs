//! Plays an update, or a part of it, in one order and with every answer of chance and the world.

use crate::canonical::digest;
use crate::clock::NOW;
use crate::event::World;
use crate::readings::{about_oneself, heeds, rested};
use crate::situation::Situation;
use crate::step::{Answers, Branch, answers_code};
use crate::tape::{AnswerTape, Question, TapeFate, TapeStage};
use std::cell::{OnceCell, RefCell};
use std::collections::BTreeSet;
use std::hash::{Hash, Hasher};
use townsfolk_core::digest::{fold, hash64};
use townsfolk_core::{CharacterId, RuleId, Standing, Tick, Value};
use townsfolk_scene::reference::Part;
use townsfolk_scene::reference::Scene;
use townsfolk_scene::{Happening, Phase, Report, Update};

/// The part to play, and how.
pub(crate) struct PlayRequest<'a> {
    pub(crate) part: Part<'a>,
    /// The order in which people are found and have their turns.
    pub(crate) order: &'a [CharacterId],
    /// Earlier answers of the world.
    pub(crate) said: &'a [(Question, usize)],
    /// Whether the update may end after this part. If a leaver goes then, or the scene ends, there
    /// is a second branch: others have their turns first.
    pub(crate) may_end: bool,
}

impl<'a> PlayRequest<'a> {
    pub(crate) fn whole(
        reports: &'a [Report],
        order: &'a [CharacterId],
        said: &'a [(Question, usize)],
    ) -> PlayRequest<'a> {
        PlayRequest {
            part: Part::Whole(reports),
            order,
            said,
            may_end: false,
        }
    }
}

/// State shared while the branches of a step are collected.
#[derive(Debug, Default)]
pub(crate) struct BranchCollector {
    /// Whether the same part is played in several orders.
    pub(crate) in_orders: bool,
    /// Results reached already in another order, with whether the end is still to come.
    met: BTreeSet<(u64, u64, bool)>,
    pub(crate) cut_short: bool,
    pub(crate) may_wait: bool,
    bytes: Vec<u8>,
}

/// The result of a part.
struct PartResult {
    scene: Scene,
    update: Update,
}

/// The result of one sequence of answers.
struct RunResult {
    /// After the end of the update, if it may end.
    came: PartResult,
    /// Before that end, if it made a difference.
    before_end: Option<PartResult>,
    /// Whether a random number was drawn that could have been another.
    drew: bool,
    said: Answers,
}

impl World<'_> {
    /// All branches of a part, in one order.
    pub(crate) fn play(
        &self,
        before: &Situation,
        played: &PlayRequest<'_>,
        gathering: &mut BranchCollector,
    ) -> Vec<Branch> {
        let tape = AnswerTape::default();
        let things = OnceCell::new();
        let mut branches = vec![];
        for count in 0.. {
            if count >= self.bounds.branches_max || self.is_out_of_work() {
                gathering.cut_short = true;
                break;
            }
            self.played.set(self.played.get() + 1);
            let run = |high: bool| self.run(before, played, &tape, &things, high);
            let low = run(false);
            let high = low.drew.then(|| run(true));
            let (high, high_before) = high.map_or((None, None), |h| (Some(h.came), h.before_end));
            let ends = [
                (Some(low.came), high, false),
                (low.before_end, high_before, true),
            ];
            for (low_end, high_end, open) in ends {
                let Some(low_end) = low_end else {
                    continue;
                };
                if matches!(played.part, Part::Turn(_)) && is_quiet(&before.scene, &low_end) {
                    gathering.may_wait |= !open;
                    continue;
                }
                let mut found =
                    self.branches_of(before, low_end, high_end, &low.said, gathering, open);
                for branch in &mut found {
                    branch.situation.open = open || (before.open && played.part != Part::End);
                    branch.digest = digest(&branch.situation, &mut gathering.bytes);
                }
                branches.extend(found);
            }
            if !tape.advance() {
                break;
            }
        }
        branches
    }

    /// Plays a part once with the answers on the tape, and every number at one end.
    fn run(
        &self,
        before: &Situation,
        played: &PlayRequest<'_>,
        tape: &AnswerTape,
        things: &OnceCell<Vec<Value>>,
        high: bool,
    ) -> RunResult {
        tape.rewind();
        let scenery = TapeStage {
            tape,
            module: self.module,
            survey: self.survey,
            situation: before,
            things,
            said: RefCell::new(played.said.to_vec()),
        };
        let mut luck = TapeFate {
            tape,
            order: played.order,
            high,
            drew: false,
        };
        let next = Tick(NOW.0 + 1);
        let mut scene = before.scene.clone();
        let mut update = scene.play_part(self.module, &scenery, &mut luck, next, played.part);
        let mut before_end = None;
        if played.may_end {
            let open = can_end(&before.scene, &scene).then(|| PartResult {
                scene: scene.clone(),
                update: update.clone(),
            });
            let more = scene.play_part(self.module, &scenery, &mut luck, next, Part::End);
            if !more.happenings.is_empty() || !more.commands.is_empty() {
                before_end = open;
            }
            update.happenings.extend(more.happenings);
            update.commands.extend(more.commands);
        }
        let said = scenery.said.into_inner();
        let mut came = PartResult { scene, update };
        self.pass_the_time(&mut came, &said);
        if let Some(open) = &mut before_end {
            self.pass_the_time(open, &said);
        }
        RunResult {
            came,
            before_end,
            drew: luck.drew,
            said,
        }
    }

    /// The branches of a result with every number at its low and at its high end.
    fn branches_of(
        &self,
        before: &Situation,
        low: PartResult,
        high: Option<PartResult>,
        said: &Answers,
        gathering: &mut BranchCollector,
        open: bool,
    ) -> Vec<Branch> {
        let said = self.still_true(said.clone(), &low);
        let branch = |came: PartResult, high: Option<&Scene>| {
            let PartResult { scene, update } = came;
            let (module, survey) = (self.module, self.survey);
            let situation = Situation::after(before, scene, high, &update, module, survey);
            situation.map(|situation| Branch {
                situation,
                updates: vec![update],
                between: vec![],
                said: said.clone(),
                digest: 0,
            })
        };
        let Some(high) = high else {
            // A result that another order has reached needs no second look.
            let is_new = !gathering.in_orders || {
                let code = (scene_code(&low.scene), answers_code(&said), open);
                gathering.met.insert(code)
            };
            return Some(low)
                .filter(|_| is_new)
                .and_then(|low| branch(low, None))
                .into_iter()
                .collect();
        };
        let low_again = PartResult {
            scene: low.scene.clone(),
            update: low.update.clone(),
        };
        match branch(low, Some(&high.scene)) {
            Some(branch) => vec![branch],
            // Numbers that matter themselves: both ends are explored.
            None => [low_again, high]
                .into_iter()
                .filter_map(|came| branch(came, None))
                .collect(),
        }
    }

    /// The answers that still hold at the next tick. A rule that has just fired is not ready. In
    /// the fine pass a reading may have another value at every tick.
    fn still_true(&self, mut answers: Answers, came: &PartResult) -> Answers {
        if !self.survey.merging.rests {
            return vec![];
        }
        for happening in &came.update.happenings {
            if let Happening::Fired { who, rule, .. } = happening {
                let long = self.survey.attention.rests_long(*rule);
                let asked = rested(*who, *rule, long);
                answers.retain(|(question, _)| *question != asked);
                answers.push((asked, 1));
            }
        }
        // A busy participant asks nothing about itself before the scene is quiet.
        let is_busy = |who: CharacterId| came.scene.doing(who).is_some();
        answers.retain(|(question, _)| !about_oneself(question).is_some_and(is_busy));
        answers.sort_unstable();
        answers
    }

    /// Where pastimes are merged, a participant who begins one is free again. A participant who
    /// ignores everything may be at one, and throws new coins afterwards.
    fn pass_the_time(&self, came: &mut PartResult, answered: &Answers) {
        let idle = &self.survey.attention.idle;
        if idle.is_empty() {
            return;
        }
        let PartResult { scene, update } = came;
        let now = scene.now;
        let is_idle = |rule: Option<RuleId>| rule.is_some_and(|rule| idle.contains(&rule));
        let Scene {
            running,
            participants,
            ..
        } = scene;
        for p in participants.iter_mut() {
            let begun = running
                .iter()
                .any(|run| run.who == p.who && is_idle(run.rule));
            if begun {
                p.free_since = now;
            }
            if begun || answered.contains(&(heeds(p.who), 1)) {
                p.coins.clear();
            }
        }
        let all = running.len();
        running.retain(|run| !is_idle(run.rule));
        if running.len() < all {
            scene.stirred = update.happenings.iter().any(|happening| match happening {
                Happening::Fault(_) => false,
                Happening::Fired { rule, .. } => !is_idle(Some(*rule)),
                _ => true,
            });
        }
    }
}

/// Whether ending the update after a part can make a difference.
fn can_end(before: &Scene, scene: &Scene) -> bool {
    let mut people = scene.participants.iter();
    scene.phase != Phase::Running
        || scene.end_asked.is_some()
        || scene.participants.len() < before.participants.len()
        || !scene.vacancies.is_empty()
        || people.any(|p| p.standing == Standing::Leaving)
}

/// Whether a turn had no effect, not even a coin.
fn is_quiet(before: &Scene, came: &PartResult) -> bool {
    let mut people = before.participants.iter().zip(&came.scene.participants);
    came.update.happenings.is_empty() && people.all(|(then, now)| then.coins == now.coins)
}

fn scene_code(scene: &Scene) -> u64 {
    let mut code = StableHasher(0);
    scene.hash(&mut code);
    code.finish()
}

/// A hash that is the same on every machine and in every run.
struct StableHasher(u64);

impl Hasher for StableHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        self.0 = fold(self.0, hash64(bytes));
    }

    fn write_u8(&mut self, word: u8) {
        self.0 = fold(self.0, u64::from(word));
    }

    fn write_usize(&mut self, word: usize) {
        self.0 = fold(self.0, word as u64);
    }

    fn write_isize(&mut self, word: isize) {
        self.0 = fold(self.0, word as u64);
    }

    fn write_u32(&mut self, word: u32) {
        self.0 = fold(self.0, u64::from(word));
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = fold(self.0, word);
    }

    fn write_i64(&mut self, word: i64) {
        self.0 = fold(self.0, word as u64);
    }
}
