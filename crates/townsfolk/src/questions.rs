//! Questions to the host about geometry.
//!
//! A question is part of a tick's output and answered by a report of a later tick, or at once by a
//! stage that can. Until then, the engine uses a fallback. A host is only asked questions of kinds
//! that it answers.

use crate::folk::Folk;
use crate::host::{Report, Stage};
use crate::place::Place;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use townsfolk_core::{CharacterId, Duration, LocationId, Tick};

/// How long an answer is valid.
const FRESH: Duration = Duration::minutes(1);

/// Time after which an open question may be asked again.
const ASKED_AGAIN_AFTER: Duration = Duration::seconds(10);

/// Maximum number of open questions. Further ones are not asked.
const OPEN_MAX: usize = 1_000;

/// Maximum number of answers that are kept. Stale ones are dropped first, then the lowest question.
const ANSWERS_MAX: usize = 10_000;

/// A question that only the host can answer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Question {
    /// How long is the way from where a character is to a location?
    Way(CharacterId, LocationId),
    /// Can one point be seen from another?
    Sees(Place, Place),
    /// How high is the ground at a point?
    Ground(Place),
}

/// A kind of question.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum QuestionKind {
    /// [`Question::Way`].
    Way,
    /// [`Question::Sees`].
    Sees,
    /// [`Question::Ground`].
    Ground,
}

/// The answer of the host.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Answer {
    /// There is no way, no sight, or no ground.
    No,
    /// There is sight.
    Yes,
    /// The length of the way, or the height of the ground.
    Millimetres(i32),
}

impl Question {
    /// Its kind.
    pub fn kind(&self) -> QuestionKind {
        match self {
            Question::Way(..) => QuestionKind::Way,
            Question::Sees(..) => QuestionKind::Sees,
            Question::Ground(_) => QuestionKind::Ground,
        }
    }
}

/// Open questions and answers.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Questions {
    /// The kinds that the host answers, sorted.
    kinds: Vec<QuestionKind>,
    open: BTreeMap<Question, Tick>,
    known: BTreeMap<Question, (Answer, Tick)>,
}

impl Questions {
    pub(crate) fn are_answered(&self, kind: QuestionKind) -> bool {
        self.kinds.contains(&kind)
    }

    /// An answer that is still valid.
    pub(crate) fn answer(&self, question: &Question, now: Tick) -> Option<Answer> {
        let (answer, at) = self.known.get(question)?;
        (at.after(FRESH) > now).then_some(*answer)
    }

    /// Opens a question, if it should be asked now.
    fn open(&mut self, question: Question, now: Tick) -> bool {
        let asked = self.open.get(&question);
        let waits = asked.is_some_and(|at| at.after(ASKED_AGAIN_AFTER) > now);
        if !self.are_answered(question.kind())
            || waits
            || self.answer(&question, now).is_some()
            || (asked.is_none() && self.open.len() >= OPEN_MAX)
        {
            return false;
        }
        self.open.insert(question, now);
        true
    }

    fn close(&mut self, question: Question, answer: Answer, now: Tick) {
        self.open.remove(&question);
        if self.known.len() >= ANSWERS_MAX {
            self.known.retain(|_, (_, at)| at.after(FRESH) > now);
        }
        if self.known.len() >= ANSWERS_MAX {
            self.known.pop_first();
        }
        self.known.insert(question, (answer, now));
    }

    /// The questions within their bounds, after loading.
    pub(crate) fn mended(mut self) -> Questions {
        self.kinds.sort_unstable();
        self.kinds.dedup();
        while self.open.len() > OPEN_MAX {
            self.open.pop_last();
        }
        while self.known.len() > ANSWERS_MAX {
            self.known.pop_last();
        }
        self
    }
}

impl Folk {
    /// Sets the kinds of questions that the host answers, from the next tick on. Initially none.
    pub fn answer_questions(&mut self, kinds: &[QuestionKind]) {
        self.report(Report::Answers(kinds.to_vec()));
    }

    /// The answer of the host to a question, while it is valid: for a minute of stage time.
    pub fn answer(&self, question: &Question) -> Option<Answer> {
        self.questions.answer(question, self.now)
    }

    pub(crate) fn take_in_kinds(&mut self, mut kinds: Vec<QuestionKind>) {
        kinds.sort_unstable();
        kinds.dedup();
        self.questions.kinds = kinds;
    }

    pub(crate) fn take_in_answer(&mut self, question: Question, answer: Answer) {
        self.questions.close(question, answer, self.now);
    }

    /// Asks the host a question, unless it is open or answered already.
    pub(crate) fn ask(&mut self, question: Question) {
        if self.questions.open(question, self.now) {
            self.output.questions.push(question);
        }
    }

    /// Lets a stage answer at once what it can. Its answers become reports of the next tick, so
    /// that recordings contain them; a replay needs no stage.
    pub(crate) fn ask_stage(&mut self, stage: &dyn Stage) {
        if self.output.questions.is_empty() || self.replay.is_some() {
            return;
        }
        let mut asked = std::mem::take(&mut self.output.questions);
        asked.retain(|question| match stage.answer(question) {
            Some(answer) => {
                self.report(Report::Answered(*question, answer));
                false
            }
            None => true,
        });
        self.output.questions = asked;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_is_asked_once_and_again_when_its_answer_is_stale() {
        let mut questions = Questions::default();
        let way = Question::Way(CharacterId(1), LocationId(2));
        assert!(!questions.open(way, Tick(0)), "the host answers nothing");
        questions.kinds = vec![QuestionKind::Way];
        assert!(questions.open(way, Tick(0)));
        assert!(!questions.open(way, Tick(1)));
        assert!(questions.open(way, Tick(ASKED_AGAIN_AFTER.0)));
        questions.close(way, Answer::No, Tick(1000));
        assert!(!questions.open(way, Tick(1001)));
        assert_eq!(questions.answer(&way, Tick(1001)), Some(Answer::No));
        assert!(questions.open(way, Tick(1000 + FRESH.0)));
    }

    #[test]
    fn open_questions_and_answers_are_bounded() {
        let mut questions = Questions {
            kinds: vec![QuestionKind::Ground],
            ..Questions::default()
        };
        for x in 0..20_000 {
            let ground = Question::Ground(Place::metres(x, 0));
            questions.open(ground, Tick(0));
            questions.close(ground, Answer::Millimetres(x), Tick(0));
        }
        assert_eq!(questions.known.len(), ANSWERS_MAX);
        for x in 20_000..40_000 {
            questions.open(Question::Ground(Place::metres(x, 0)), Tick(0));
        }
        assert_eq!(questions.open.len(), OPEN_MAX);
    }
}
