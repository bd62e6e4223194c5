//! Answers from a snapshot, on a thread of their own: a question never holds up the town.
//!
//! The town's thread copies itself when a question comes and the last copy is old. While time passes,
//! a copy serves all questions for a multiple of the time that it took, so that copying has a bounded
//! share of the town's time. While time stands still, answers are always about the present.

use crate::answer::{Answerer, Question};
use crate::chronicle::Chronicle;
use std::io;
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
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
    errands: SyncSender<Errand>,
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
        let (errands, inbox) = sync_channel(QUEUE);
        std::thread::Builder::new()
            .name("answers".to_owned())
            .spawn(move || answer(&inbox))?;
        Ok(Answers {
            errands,
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
        let is_fresh = self.last.as_ref().is_some_and(|last| {
            last.version == version || (runs && last.at.elapsed() < last.took * COPYING_SHARE)
        });
        if !is_fresh {
            let begun = Instant::now();
            let copied = Errand::Look(Box::new(copy()));
            match self.errands.try_send(copied) {
                Ok(()) => {
                    self.last = Some(Copied {
                        version,
                        at: Instant::now(),
                        took: begun.elapsed(),
                    });
                }
                Err(TrySendError::Full(_) | TrySendError::Disconnected(_)) => return,
            }
        }
        let _ = self.errands.try_send(Errand::Answer(question, answer));
    }

    /// The next question is about the town as it is then.
    pub(crate) fn forget(&mut self) {
        self.last = None;
    }
}

fn answer(inbox: &Receiver<Errand>) {
    let mut seen: Option<Box<Snapshot>> = None;
    for errand in inbox {
        match errand {
            Errand::Look(snapshot) => seen = Some(snapshot),
            Errand::Answer(question, sender) => {
                // A question whose asker has given up is skipped.
                if let Some(snapshot) = seen.as_deref().filter(|_| !sender.is_closed()) {
                    let _ = sender.send(Answerer::of(snapshot).answer(&question));
                }
            }
        }
    }
}
