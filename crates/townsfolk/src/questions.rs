//! Questions to the host: what only somebody with geometry can know.
//!
//! A question is put out with a tick's output and answered by a report of a later tick, or at once by
//! a stage that can. Until it is answered, the engine does without. A host that answers no question of
//! a kind is never asked one, and pays nothing.

use crate::folk::Folk;
use crate::host::{Report, Stage};
use crate::place::Place;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use townsfolk_core::{CharacterId, Duration, LocationId, Tick};

/// How long an answer counts.
const FRESH: Duration = Duration::minutes(1);

/// How long a question is open before it may be asked again.
const ASKED_AGAIN_AFTER: Duration = Duration::seconds(10);

/// Maximum number of questions that are open at a time. Further ones are not asked.
const OPEN_MAX: usize = 1_000;

/// Maximum number of answers that are kept. Stale ones go first, then the lowest question.
const ANSWERS_MAX: usize = 10_000;

/// Something that only the host can know.
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

/// What the host says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Answer {
    /// There is no way, nothing is seen, there is no ground.
    No,
    /// It is seen.
    Yes,
    /// The way is so long, or the ground so high.
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

/// What was asked and what is known.
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

    /// An answer that still counts.
    pub(crate) fn answer(&self, question: &Question, now: Tick) -> Option<Answer> {
        let (answer, at) = self.known.get(question)?;
        (at.after(FRESH) > now).then_some(*answer)
    }

    /// Whether a question is to be put to the host now; then it is open.
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

    /// The same within its bounds, after loading.
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
    /// Says which kinds of questions the host answers, from the next tick on. None until it says so.
    pub fn answer_questions(&mut self, kinds: &[QuestionKind]) {
        self.report(Report::Answers(kinds.to_vec()));
    }

    /// What the host has answered to a question, as long as that counts: for a minute of stage time.
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

    /// Puts a question to the host, unless it is open or answered already.
    pub(crate) fn ask(&mut self, question: Question) {
        if self.questions.open(question, self.now) {
            self.output.questions.push(question);
        }
    }

    /// Lets a stage answer at once what it can. Its answers are taken in as reports of the next tick,
    /// so that recordings have them; a replay asks nobody.
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
