//! Chance and the world, answered from a tape, so that every answer is explored.

use crate::canonical::write_value;
use crate::readings::PAST;
use crate::situation::Situation;
use crate::survey::ScriptSurvey;
use std::cell::{Cell, OnceCell, RefCell};
use townsfolk_core::{CharacterId, Duration, HostId, Kind, Tick, Value};
use townsfolk_module::Module;
use townsfolk_scene::Stage;
use townsfolk_scene::reference::Scene;
use townsfolk_scene::reference::{DrawKey, Fate};

/// The answers of one run, each with the number of possible answers.
#[derive(Clone, Debug, Default)]
pub(crate) struct AnswerTape {
    answers: RefCell<Vec<(usize, usize)>>,
    at: Cell<usize>,
}

impl AnswerTape {
    /// The answer to the next question, below `count`.
    pub(crate) fn answer(&self, count: usize) -> usize {
        if count <= 1 {
            return 0;
        }
        let at = self.at.get();
        self.at.set(at + 1);
        let mut answers = self.answers.borrow_mut();
        match answers.get(at) {
            Some((answer, _)) => *answer,
            None => {
                answers.push((0, count));
                0
            }
        }
    }

    /// Back to the beginning, with the same answers.
    pub(crate) fn rewind(&self) {
        self.at.set(0);
    }

    /// Advances to the next sequence of answers; false after the last.
    pub(crate) fn advance(&self) -> bool {
        self.rewind();
        let mut answers = self.answers.borrow_mut();
        while let Some((answer, count)) = answers.pop() {
            if answer + 1 < count {
                answers.push((answer + 1, count));
                return true;
            }
        }
        false
    }
}

/// Randomness from a tape.
#[derive(Debug)]
pub(crate) struct TapeFate<'a> {
    pub(crate) tape: &'a AnswerTape,
    /// The order of this update.
    pub(crate) order: &'a [CharacterId],
    /// Whether numbers are drawn at their high end or at their low end.
    pub(crate) high: bool,
    /// Whether a number was drawn that could have been another.
    pub(crate) drew: bool,
}

impl Fate for TapeFate<'_> {
    fn order(&mut self, _: &Scene, _: Tick, participants: &mut [CharacterId]) {
        let place = |who: &CharacterId| self.order.iter().position(|other| other == who);
        participants.sort_by_key(|who| place(who).unwrap_or(usize::MAX));
    }

    fn number(&mut self, _: DrawKey, low: i64, high: i64) -> i64 {
        if high <= low {
            return low;
        }
        self.drew = true;
        if self.high { high } else { low }
    }

    fn coin(&mut self, _: DrawKey, thousandths: i64) -> bool {
        match thousandths {
            ..=0 => false,
            1000.. => true,
            _ => self.tape.answer(2) == 0,
        }
    }

    fn pick(&mut self, _: DrawKey, count: usize) -> usize {
        self.tape.answer(count)
    }

    /// Every update is on the beat: skipping a reading is equivalent to an unhelpful answer.
    fn next_beat(&mut self, _: DrawKey, from: Tick, _: Duration) -> Tick {
        from
    }

    fn is_always_on_beat(&self) -> bool {
        true
    }
}

/// The stage from a tape. Within an update, the same question has the same answer.
#[derive(Debug)]
pub(crate) struct TapeStage<'a> {
    pub(crate) tape: &'a AnswerTape,
    pub(crate) module: &'a Module,
    pub(crate) survey: &'a ScriptSurvey,
    pub(crate) situation: &'a Situation,
    /// Characters and props that a reading can return, computed on demand.
    pub(crate) things: &'a OnceCell<Vec<Value>>,
    pub(crate) said: RefCell<Vec<(Question, usize)>>,
}

/// A question of a condition to the stage.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Question {
    Distance(Value, Value),
    Read(HostId, Vec<Value>),
    Holds(HostId, Vec<Value>),
    Clock,
}

impl Question {
    pub(crate) fn write(&self, bytes: &mut Vec<u8>) {
        let both;
        let (kind, name, values): (u8, u32, &[Value]) = match self {
            Question::Distance(a, b) => {
                both = [*a, *b];
                (1, 0, &both)
            }
            Question::Read(name, arguments) => (2, name.0, arguments),
            Question::Holds(name, arguments) => (3, name.0, arguments),
            Question::Clock => (4, 0, &[]),
        };
        bytes.push(kind);
        bytes.extend(name.to_le_bytes());
        values.iter().for_each(|value| write_value(bytes, value));
    }
}

impl TapeStage<'_> {
    fn answer(&self, question: Question, count: usize) -> usize {
        if matches!(question, Question::Holds(PAST, _)) {
            // Merged times can still be past or future independently.
            return self.tape.answer(count);
        }
        let known = |(asked, answer): &(Question, usize)| (*asked == question).then_some(*answer);
        let before = self.said.borrow().iter().find_map(known);
        before.unwrap_or_else(|| {
            let answer = self.tape.answer(count);
            self.said.borrow_mut().push((question, answer));
            answer
        })
    }
}

impl Stage for TapeStage<'_> {
    fn distance_mm(&self, a: Value, b: Value) -> Option<i64> {
        let choices = &self.survey.distances_mm;
        let answer = self.answer(Question::Distance(a, b), choices.len());
        choices.get(answer).copied()
    }

    fn read(&self, name: HostId, arguments: &[Value]) -> Option<Value> {
        let kind = self.module.host_name(name)?.result?;
        let things = self.things.get_or_init(|| self.situation.things());
        let choices = self.survey.answers_of(self.module, name, kind, things);
        // A thing may be missing; a number always has a value.
        let missing = usize::from(matches!(
            kind,
            Kind::Thing
                | Kind::Character
                | Kind::CharacterIn(_)
                | Kind::Prop
                | Kind::PropOf(_)
                | Kind::Time
        ));
        let question = Question::Read(name, arguments.to_vec());
        let answer = self.answer(question, choices.len() + missing);
        choices.get(answer).copied()
    }

    fn holds(&self, name: HostId, arguments: &[Value]) -> bool {
        self.answer(Question::Holds(name, arguments.to_vec()), 2) == 0
    }

    fn clock(&self) -> i32 {
        let choices = &self.survey.daytimes;
        let answer = self.answer(Question::Clock, choices.len());
        choices.get(answer).copied().unwrap_or(12 * 3600)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tape_goes_through_all_answers_even_if_later_questions_depend_on_earlier_ones() {
        let tape = AnswerTape::default();
        let mut seen = vec![];
        loop {
            let first = tape.answer(2);
            let second = if first == 0 { tape.answer(3) } else { 7 };
            seen.push((first, second));
            if !tape.advance() {
                break;
            }
        }
        assert_eq!(seen, [(0, 0), (0, 1), (0, 2), (1, 7)]);
    }
}
