//! Answers from a snapshot, on a thread of their own: a question never delays the town.
//!
//! The town's thread copies itself when a question comes and the last copy is old. While the town
//! runs, a copy serves all questions for a multiple of the time that it took, so that copying has a
//! bounded share of the town's time. While it is paused, answers are always about the present.

use crate::answer::{Answerer, Question};
use crate::chronicle::Chronicle;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};
use tokio::sync::oneshot;
use townsfolk_town::living::Living;

/// Maximum number of queued questions.
const QUEUE: usize = 128;

/// A copy serves questions for this many times as long as it took to make.
const COPYING_SHARE: u32 = 25;

/// A town at a moment, for answering.
pub(crate) struct Snapshot {
    pub(crate) town: Living,
    pub(crate) chronicle: Chronicle,
    /// When content was reloaded, newest first.
    pub(crate) edited: Vec<i64>,
    pub(crate) title: String,
}

enum Errand {
    Look(Box<Snapshot>),
    Answer(Question, oneshot::Sender<Option<String>>),
}

/// The town's end of the answering thread.
pub(crate) struct Answers {
    errands: Sender<Errand>,
    /// Number of questions that wait for an answer.
    waiting: Arc<AtomicUsize>,
    last: Option<Copied>,
}

/// When the last copy was made.
struct Copied {
    version: u64,
    at: Instant,
    took: Duration,
}

impl Answers {
    /// Starts the thread. It ends with this value.
    pub(crate) fn open() -> io::Result<Answers> {
        let (errands, inbox) = channel();
        let waiting = Arc::<AtomicUsize>::default();
        let answered = waiting.clone();
        std::thread::Builder::new()
            .name("answers".to_owned())
            .spawn(move || answer(&inbox, &answered))?;
        Ok(Answers {
            errands,
            waiting,
            last: None,
        })
    }

    /// Passes on a question, with a copy of the town if the last one is too old. Questions over the
    /// limit are dropped.
    pub(crate) fn ask(
        &mut self,
        question: Question,
        answer: oneshot::Sender<Option<String>>,
        (version, runs): (u64, bool),
        copy: impl FnOnce() -> Snapshot,
    ) {
        if self.waiting.load(Ordering::Relaxed) >= QUEUE {
            return;
        }
        let is_fresh = self.last.as_ref().is_some_and(|last| {
            last.version == version || (runs && last.at.elapsed() < last.took * COPYING_SHARE)
        });
        if !is_fresh {
            let begun = Instant::now();
            let copied = Errand::Look(Box::new(copy()));
            self.last = Some(Copied {
                version,
                at: Instant::now(),
                took: begun.elapsed(),
            });
            // Without the thread there are no answers.
            let _ = self.errands.send(copied);
        }
        self.waiting.fetch_add(1, Ordering::Relaxed);
        let _ = self.errands.send(Errand::Answer(question, answer));
    }

    /// Discards the copy: the next question is about the town as it is then.
    pub(crate) fn forget(&mut self) {
        self.last = None;
    }
}

fn answer(inbox: &Receiver<Errand>, waiting: &AtomicUsize) {
    let mut seen: Option<Box<Snapshot>> = None;
    for errand in inbox {
        match errand {
            Errand::Look(snapshot) => seen = Some(snapshot),
            Errand::Answer(question, sender) => {
                waiting.fetch_sub(1, Ordering::Relaxed);
                // A question whose sender has given up is skipped.
                if let Some(snapshot) = seen.as_deref().filter(|_| !sender.is_closed()) {
                    let _ = sender.send(Answerer::of(snapshot).answer(&question));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;
    use townsfolk_core::Seed;
    use townsfolk_module::{Module, Symbols};
    use townsfolk_town::living::Content;
    use townsfolk_town::plan::Plan;
    use townsfolk_town::stage::Opening;

    #[test]
    fn a_looping_client_costs_the_town_few_copies() {
        let (module, symbols) = (Module::default(), Symbols::default());
        let plan = Plan::derive(&module, &symbols);
        let content = Content::new(Arc::new(module), symbols, plan).expect("an empty town");
        let mut town = Living::begin(content, Seed(1), Opening::default());
        let chronicle = Chronicle::of(&mut town);
        let copies = Cell::new(0);
        let copy = || {
            copies.set(copies.get() + 1);
            // A large town takes long to copy.
            std::thread::sleep(Duration::from_millis(200));
            Snapshot {
                town: town.clone(),
                chronicle: chronicle.clone(),
                edited: vec![],
                title: String::new(),
            }
        };
        let mut answers = Answers::open().expect("a thread");
        let mut ask = |version, runs| {
            let (sender, answer) = oneshot::channel();
            answers.ask(Question::Digest, sender, (version, runs), copy);
            assert!(answer.blocking_recv().is_ok_and(|json| json.is_some()));
            copies.get()
        };
        // While the town runs, one copy serves many ticks.
        assert_eq!((1..20).map(|tick| ask(tick, true)).max(), Some(1));
        // While it is paused, answers are about the present.
        assert_eq!(ask(20, false), 2);
        assert_eq!(ask(20, false), 2);
        answers.forget();
        let (sender, _) = oneshot::channel();
        answers.ask(Question::Digest, sender, (20, false), copy);
        assert_eq!(copies.get(), 3, "a change from outside is seen at once");
    }
}
