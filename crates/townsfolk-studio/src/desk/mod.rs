//! The desk: where scripts are read, checked and changed while their town lives.
//!
//! It has a thread of its own, so that nothing asked here holds up the town: what it knows is in a
//! project of the language, whose answers it puts into the page's words. Only a save that checks
//! without errors reaches the town, as a whole new edition of its content.
//!
//! | file | says |
//! |---|---|
//! | `shelf` | where scripts come from, and which of them may be changed |
//! | `units` | offsets as pages count them |
//! | `shown` | problems, completions and the like as the page's types |
//! | `answer` | what is asked about a text |
//! | `save` | writing, taking in, taking back |
//! | `disk` | what is changed by other editors |
//! | `explored` | what can go wrong, as stories |
//! | `amend` | small changes that are made elsewhere on the page |

mod amend;
mod answer;
mod disk;
mod explored;
mod save;
mod shelf;
mod shown;
mod units;

pub(crate) use shelf::TEXT_BYTES_MAX;
pub use shelf::{Scripts, Shelf};

use crate::simulation::Wish;
use amend::LinkNamed;
use serde::{Deserialize, Serialize};
use shelf::Opened;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use tokio::sync::oneshot;

/// How many errands can wait.
const QUEUE: usize = 32;

/// What a page asks of the desk. Offsets are in units of UTF-16.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(tag = "errand", rename_all = "snake_case")]
pub(crate) enum Errand {
    /// Which scripts there are.
    Scripts,
    /// The text of one.
    Open { path: String },
    /// What is wrong with a text, and how it is coloured.
    Check { path: String, text: String },
    /// What can stand at a place.
    Complete { path: String, text: String, at: u32 },
    /// What is known about a word.
    Hover { path: String, text: String, at: u32 },
    /// Where a word is declared.
    Define { path: String, text: String, at: u32 },
    /// Where a rule stands, by the numbers of its script and of itself; or the script alone.
    Rule { script: u32, rule: Option<u32> },
    /// Where something is declared, by what it is and its name.
    Named { kind: String, name: String },
    /// The text laid out anew.
    Format { text: String },
    /// Keeps a text that replaces another, and lets the town live by it.
    Save {
        path: String,
        text: String,
        /// Of the text that was opened.
        version: String,
    },
    /// Gives a link of a layer another weight, between 0 and 1, and lets the town live by it.
    Weight {
        #[serde(flatten)]
        link: LinkNamed,
        weight: f64,
    },
    /// Takes a link out of a layer.
    Unlink {
        #[serde(flatten)]
        link: LinkNamed,
    },
    /// Puts a link into a layer, between nodes by the names they are written with.
    Link {
        layer: u32,
        from: String,
        to: String,
        holds_down: bool,
        weight: f64,
    },
    /// Puts a concept into a layer.
    Concept { layer: u32, name: String },
    /// The day of somebody, as it is written.
    Day { person: String },
    /// Moves the end of one period of somebody's day and the beginning of the next, in minutes after
    /// midnight.
    Reschedule { person: String, from: u32, to: u32 },
    /// What can go wrong in the scripts of a file, as stories.
    Explore { path: String },
    /// Takes back the last save.
    Undo,
    /// Makes a copy on the disk of scripts that are part of the program.
    Copy,
}

impl Errand {
    /// Whether something is written.
    fn keeps(&self) -> bool {
        match self {
            Errand::Save { .. }
            | Errand::Weight { .. }
            | Errand::Unlink { .. }
            | Errand::Link { .. }
            | Errand::Concept { .. }
            | Errand::Reschedule { .. }
            | Errand::Undo
            | Errand::Copy => true,
            Errand::Scripts
            | Errand::Open { .. }
            | Errand::Check { .. }
            | Errand::Complete { .. }
            | Errand::Hover { .. }
            | Errand::Define { .. }
            | Errand::Rule { .. }
            | Errand::Named { .. }
            | Errand::Format { .. }
            | Errand::Explore { .. }
            | Errand::Day { .. } => false,
        }
    }
}

/// Why an errand came to nothing, for the page to show.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Trouble {
    pub(crate) trouble: String,
}

impl Trouble {
    fn new(trouble: impl Into<String>) -> Trouble {
        Trouble {
            trouble: trouble.into(),
        }
    }
}

/// What is said when nothing is kept here: the town comes from a file without its scripts.
const NO_SCRIPTS: &str = "This town was opened from a file that holds no scripts. Open their folder to edit them: \
     townsfolk studio FOLDER";

/// An errand, and where its answer goes.
pub(crate) type Sent = (Errand, Answer);

/// Where an answer goes.
type Answer = oneshot::Sender<Result<String, Trouble>>;

pub(crate) struct Desk {
    shelf: Option<Box<dyn Shelf>>,
    opened: Option<Opened>,
    town: SyncSender<Wish>,
    /// Whether an exploration is running.
    exploring: Arc<AtomicBool>,
}

impl Desk {
    /// A desk on a thread of its own; it ends when nobody can ask it any more.
    pub(crate) fn open(
        shelf: Option<Box<dyn Shelf>>,
        town: SyncSender<Wish>,
    ) -> std::io::Result<SyncSender<Sent>> {
        let (errands, inbox) = sync_channel(QUEUE);
        // What it knows is made on its thread and stays there.
        let work = move || {
            let desk = Desk {
                shelf,
                opened: None,
                town,
                exploring: Arc::default(),
            };
            desk.work(&inbox);
        };
        std::thread::Builder::new()
            .name("desk".to_owned())
            .spawn(work)?;
        Ok(errands)
    }

    fn work(mut self, inbox: &Receiver<Sent>) {
        loop {
            let (errand, answer) = match inbox.recv_timeout(disk::GLANCE) {
                Ok(sent) => sent,
                Err(RecvTimeoutError::Timeout) => {
                    self.look_at_disk();
                    continue;
                }
                Err(RecvTimeoutError::Disconnected) => return,
            };
            // Who has given up waiting is not worth the work, but what is to be kept is kept.
            if !errand.keeps() && answer.is_closed() {
                continue;
            }
            match errand {
                Errand::Explore { path } => self.explore(&path, answer),
                errand => {
                    let _ = answer.send(self.run(errand));
                }
            }
        }
    }

    fn run(&mut self, errand: Errand) -> Result<String, Trouble> {
        match errand {
            Errand::Scripts => json(&self.scripts()?),
            Errand::Open { path } => json(&self.text(&path)?),
            Errand::Check { path, text } => json(&self.check(&path, &text)?),
            Errand::Complete { path, text, at } => json(&self.complete(&path, &text, at)?),
            Errand::Hover { path, text, at } => json(&self.hover(&path, &text, at)?),
            Errand::Define { path, text, at } => json(&self.define(&path, &text, at)?),
            Errand::Rule { script, rule } => json(&self.rule(script, rule)?),
            Errand::Named { kind, name } => json(&self.named(&kind, &name)?),
            Errand::Format { text } => json(&answer::format(&text)),
            Errand::Save {
                path,
                text,
                version,
            } => json(&self.save(&path, &text, &version)?),
            Errand::Weight { link, weight } => json(&self.weigh(&link, weight)?),
            Errand::Unlink { link } => json(&self.unlink(&link)?),
            Errand::Link {
                layer,
                from,
                to,
                holds_down,
                weight,
            } => json(&self.link(layer, (&from, &to), holds_down, weight)?),
            Errand::Concept { layer, name } => json(&self.conceive(layer, &name)?),
            Errand::Day { person } => json(&self.day(&person)?),
            Errand::Reschedule { person, from, to } => json(&self.reschedule(&person, from, to)?),
            Errand::Explore { .. } => Err(Trouble::new("this is explored elsewhere")),
            Errand::Undo => json(&self.undo()?),
            Errand::Copy => {
                self.copy()?;
                json(&self.scripts()?)
            }
        }
    }

    /// The scripts, read when they are first asked for.
    fn opened(&mut self) -> Result<&mut Opened, Trouble> {
        let shelf = self.shelf.as_mut().ok_or(Trouble::new(NO_SCRIPTS))?;
        if self.opened.is_none() {
            let scripts = shelf.open().map_err(Trouble::new)?;
            self.opened = Some(Opened::of(scripts));
        }
        self.opened.as_mut().ok_or(Trouble::new(NO_SCRIPTS))
    }

    fn copy(&mut self) -> Result<(), Trouble> {
        if self.opened()?.folder.is_some() {
            return Ok(());
        }
        let shelf = self.shelf.as_mut().ok_or(Trouble::new(NO_SCRIPTS))?;
        let scripts = shelf.copy().map_err(Trouble::new)?;
        self.opened = Some(Opened::of(scripts));
        Ok(())
    }
}

fn json(answer: &impl Serialize) -> Result<String, Trouble> {
    serde_json::to_string(answer).map_err(|_| Trouble::new("the answer cannot be put into words"))
}
