//! The state of one character that holds hot rules.

use super::answer;
use crate::folk::Folk;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use std::sync::Arc;
use townsfolk_act::CourseOf;
use townsfolk_core::{Channel, CharacterId, HostId, Pushed, SymbolId, Tick, Urgency};
use townsfolk_decide::rules::oscillation::FIRED_MAX;
use townsfolk_decide::rules::{
    Chosen, Fired, Oscillation, Program, RuleRef, RuleRow, find_oscillation,
};
use townsfolk_decide::word::Word;
use townsfolk_module::Module;

/// Number of evaluations that are remembered for `why`.
const LINES_MAX: usize = 8;

/// Number of interrupted courses that are kept to be resumed.
const SUSPENDED_MAX: usize = 4;

/// The state of one character that holds hot rules.
#[derive(Clone, Debug)]
pub(crate) struct Thinker {
    pub(crate) program: Arc<Program>,
    pub(crate) row: RuleRow,
    /// Rules that rest, and until when.
    pub(crate) rests: Vec<(RuleRef, Tick)>,
    /// Courses that are offered, one for each channel at most.
    pub(crate) running: Vec<Running>,
    /// Interrupted courses that resume when the present one ends, newest last.
    pub(crate) suspended: Vec<Running>,
    /// The last firings, for the detection of oscillation.
    pub(crate) fired: VecDeque<Fired>,
    /// Whether the host has changed a dirty attribute.
    pub(crate) foreign: bool,
    /// The oscillation that was reported last.
    pub(crate) reported: Option<Oscillation>,
    /// The last evaluations. Not simulated: for `why`.
    pub(crate) lines: VecDeque<Line>,
}

/// A course that a rule has fired.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Running {
    pub(crate) channel: Channel,
    pub(crate) course: CourseOf,
    /// The rule.
    pub(crate) reason: SymbolId,
    pub(crate) urgency: Urgency,
}

/// One evaluation, for `why` and for the trace.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    pub(crate) tick: Tick,
    /// The dirty attributes with their values.
    pub(crate) dirty: Vec<(HostId, Pushed)>,
    pub(crate) affected: Vec<RuleRef>,
    pub(crate) satisfied: Vec<RuleRef>,
    pub(crate) chosen: Vec<Chosen>,
}

impl Line {
    /// What an evaluation is about to look at.
    pub(crate) fn begin(thinker: &Thinker, world_words: &[Word], tick: Tick) -> Line {
        let slots = &thinker.program.slots;
        let (me, world) = thinker.row.dirty();
        let words = thinker.row.words();
        let own = me.into_iter().filter_map(|slot| {
            let mut beliefs = slots.beliefs.iter();
            let name = match beliefs.find(|asked| asked.index == slot) {
                Some(asked) => asked.name,
                None => *slots.character.get(usize::from(slot))?,
            };
            Some((name, words.get(usize::from(slot))?.pushed()))
        });
        let world = world.into_iter().filter_map(|slot| {
            let name = *slots.world.get(usize::from(slot))?;
            Some((name, world_words.get(usize::from(slot))?.pushed()))
        });
        Line {
            tick,
            dirty: own.chain(world).collect(),
            affected: thinker.row.affected(&thinker.program),
            satisfied: vec![],
            chosen: vec![],
        }
    }
}

impl Thinker {
    pub(crate) fn new(program: Arc<Program>, words: Vec<Word>) -> Thinker {
        Thinker {
            row: RuleRow::new(&program, words),
            program,
            rests: vec![],
            running: vec![],
            suspended: vec![],
            fired: VecDeque::new(),
            foreign: true,
            reported: None,
            lines: VecDeque::new(),
        }
    }

    /// Asks for the beliefs that its rules read. Says whether an answer is different.
    pub(crate) fn ask_beliefs(&mut self, folk: &Folk, world: &[Word], who: CharacterId) -> bool {
        let program = self.program.clone();
        let mut different = false;
        for slot in &program.slots.beliefs {
            let word = answer(folk, who, slot, (self.row.words(), world));
            different |= self.row.set(slot.index, word);
        }
        different
    }

    /// The answers about beliefs as they are known, by the name of their slot.
    pub(crate) fn believed(&self) -> Vec<(HostId, Pushed)> {
        let slots = &self.program.slots;
        let asked = slots.beliefs.iter().filter_map(|slot| {
            let index = usize::from(slot.index);
            let name = slots.character.get(index)?;
            Some((*name, self.row.words().get(index)?.pushed()))
        });
        asked.collect()
    }

    /// Remembers that a rule has fired, and what had made it look.
    pub(crate) fn note_fired(&mut self, chosen: Chosen, line: &Line) {
        let Some(rule) = self.program.rule(chosen.rule) else {
            return;
        };
        if self.fired.len() >= FIRED_MAX {
            self.fired.pop_front();
        }
        self.fired.push_back(Fired {
            set: rule.set,
            rule: rule.rule.name,
            dirty: line.dirty.iter().map(|(name, _)| *name).collect(),
            own: !self.foreign,
        });
    }

    /// Lets a rule rest that says so. The moment at which it has rested.
    pub(crate) fn rest(&mut self, chosen: Chosen, now: Tick) -> Option<Tick> {
        let rule = self.program.rule(chosen.rule)?;
        let until = now.after(rule.rule.again_after?);
        self.rests.push((chosen.rule, until));
        Some(until)
    }

    /// Another course begins on a channel: the one that runs there is kept if it resumes.
    pub(crate) fn suspend(&mut self, channel: Channel, next: &CourseOf, module: &Module) {
        let Some(place) = self.running.iter().position(|run| run.channel == channel) else {
            return;
        };
        let run = self.running.remove(place);
        let resumes = match &run.course {
            CourseOf::Declared { course, .. } => module.course(*course).is_some_and(|c| c.resumes),
            CourseOf::Steps(_) => false,
        };
        if resumes && run.course != *next {
            self.suspended.retain(|other| other.course != run.course);
            self.suspended.push(run);
            if self.suspended.len() > SUSPENDED_MAX {
                self.suspended.remove(0);
            }
        }
        self.suspended.retain(|other| other.course != *next);
    }

    pub(crate) fn keep(&mut self, line: Line) {
        if self.lines.len() >= LINES_MAX {
            self.lines.pop_front();
        }
        self.lines.push_back(line);
    }

    /// A cycle that has not been reported yet.
    pub(crate) fn new_oscillation(&mut self) -> Option<Oscillation> {
        let fired = self.fired.make_contiguous();
        let found = find_oscillation(fired);
        let again = match (&found, &self.reported) {
            (Some(found), Some(reported)) => found.attributes == reported.attributes,
            _ => false,
        };
        if found.is_some() || self.fired.back().is_some_and(|last| !last.own) {
            self.reported.clone_from(&found);
        }
        found.filter(|_| !again)
    }
}
