//! Scripts: reading, checking and editing while their town runs.
//!
//! This has its own thread, so that no request delays the town. It holds a project of the language
//! and converts its answers for the page. Only a save without errors reaches the town, as a new
//! edition of its content.
//!
//! | module | holds |
//! |---|---|
//! | `shelf` | the storage of scripts, and which of them may be changed |
//! | `units` | offsets as pages count them |
//! | `shown` | problems, completions and the like as the page's types |
//! | `answer` | answers about a text |
//! | `save` | saving, reloading, undoing |
//! | `disk` | changes by other editors |
//! | `explored` | exploration |
//! | `amend` | small edits made elsewhere on the page |

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

use crate::simulation::TownRequest;
use amend::LinkNamed;
use serde::{Deserialize, Serialize};
use shelf::Opened;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use tokio::sync::oneshot;

/// Maximum number of queued requests.
const QUEUE: usize = 32;

/// A request of a page about scripts. Offsets are in UTF-16 units.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(tag = "errand", rename_all = "snake_case")]
pub(crate) enum ScriptRequest {
    /// The list of scripts.
    Scripts,
    /// The text of one.
    Open { path: String },
    /// Problems and highlighting of a text.
    Check { path: String, text: String },
    /// Completions at an offset.
    Complete { path: String, text: String, at: u32 },
    /// Information about a word.
    Hover { path: String, text: String, at: u32 },
    /// The declaration of a word.
    Define { path: String, text: String, at: u32 },
    /// The position of a rule, by the ids of its script and of itself; or of the script alone.
    Rule { script: u32, rule: Option<u32> },
    /// The position of a declaration, by kind and name.
    Named { kind: String, name: String },
    /// The formatted text.
    Format { text: String },
    /// Saves a text in place of another, and reloads the town.
    Save {
        path: String,
        text: String,
        /// The version of the text that was opened.
        version: String,
    },
    /// Changes the weight of a link, between 0 and 1, and reloads the town.
    Weight {
        #[serde(flatten)]
        link: LinkNamed,
        weight: f64,
    },
    /// Why each of these links cannot be changed, if it cannot.
    Fixed { links: Vec<LinkNamed> },
    /// Removes a link from a layer.
    Unlink {
        #[serde(flatten)]
        link: LinkNamed,
    },
    /// Adds a link to a layer, between nodes by their names in the text.
    Link {
        layer: u32,
        from: String,
        to: String,
        holds_down: bool,
        weight: f64,
    },
    /// Adds a concept to a layer.
    Concept { layer: u32, name: String },
    /// A person's schedule as it is written.
    Day { person: String },
    /// Moves the border between two periods of a person's schedule, in minutes after midnight.
    Reschedule { person: String, from: u32, to: u32 },
    /// Explores the scripts of a file.
    Explore { path: String },
    /// Undoes the last save.
    Undo,
    /// Copies embedded scripts to the disk.
    Copy,
}

impl ScriptRequest {
    /// Whether it writes something.
    fn keeps(&self) -> bool {
        match self {
            ScriptRequest::Save { .. }
            | ScriptRequest::Weight { .. }
            | ScriptRequest::Unlink { .. }
            | ScriptRequest::Link { .. }
            | ScriptRequest::Concept { .. }
            | ScriptRequest::Reschedule { .. }
            | ScriptRequest::Undo
            | ScriptRequest::Copy => true,
            ScriptRequest::Scripts
            | ScriptRequest::Open { .. }
            | ScriptRequest::Check { .. }
            | ScriptRequest::Complete { .. }
            | ScriptRequest::Hover { .. }
            | ScriptRequest::Define { .. }
            | ScriptRequest::Rule { .. }
            | ScriptRequest::Named { .. }
            | ScriptRequest::Format { .. }
            | ScriptRequest::Explore { .. }
            | ScriptRequest::Fixed { .. }
            | ScriptRequest::Day { .. } => false,
        }
    }
}

/// Why a request failed, for the page to show.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct ScriptError {
    pub(crate) trouble: String,
}

impl ScriptError {
    fn new(trouble: impl Into<String>) -> ScriptError {
        ScriptError {
            trouble: trouble.into(),
        }
    }
}

/// The message if there are no scripts: the town comes from a save.
const NO_SCRIPTS: &str = "This town was opened from a file that holds no scripts. Open their folder to edit them: \
     townsfolk studio FOLDER";

/// A request with its answer channel.
pub(crate) type Sent = (ScriptRequest, Answer);

/// An answer channel.
type Answer = oneshot::Sender<Result<String, ScriptError>>;

pub(crate) struct ScriptService {
    shelf: Option<Box<dyn Shelf>>,
    opened: Option<Opened>,
    town: SyncSender<TownRequest>,
    /// Whether an exploration is running.
    exploring: Arc<AtomicBool>,
}

impl ScriptService {
    /// Starts the thread; it ends when no requests can come any more.
    pub(crate) fn open(
        shelf: Option<Box<dyn Shelf>>,
        town: SyncSender<TownRequest>,
    ) -> std::io::Result<SyncSender<Sent>> {
        let (requests, inbox) = sync_channel(QUEUE);
        // The project is created on its thread and stays there.
        let work = move || {
            let desk = ScriptService {
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
        Ok(requests)
    }

    fn work(mut self, inbox: &Receiver<Sent>) {
        loop {
            let (request, answer) = match inbox.recv_timeout(disk::GLANCE) {
                Ok(sent) => sent,
                Err(RecvTimeoutError::Timeout) => {
                    self.look_at_disk();
                    continue;
                }
                Err(RecvTimeoutError::Disconnected) => return,
            };
            // A question whose sender has given up is skipped, but saves are always done.
            if !request.keeps() && answer.is_closed() {
                continue;
            }
            match request {
                ScriptRequest::Explore { path } => self.explore(&path, answer),
                request => {
                    let _ = answer.send(self.run(request));
                }
            }
        }
    }

    fn run(&mut self, request: ScriptRequest) -> Result<String, ScriptError> {
        match request {
            ScriptRequest::Scripts => json(&self.scripts()?),
            ScriptRequest::Open { path } => json(&self.text(&path)?),
            ScriptRequest::Check { path, text } => json(&self.check(&path, &text)?),
            ScriptRequest::Complete { path, text, at } => json(&self.complete(&path, &text, at)?),
            ScriptRequest::Hover { path, text, at } => json(&self.hover(&path, &text, at)?),
            ScriptRequest::Define { path, text, at } => json(&self.define(&path, &text, at)?),
            ScriptRequest::Rule { script, rule } => json(&self.rule(script, rule)?),
            ScriptRequest::Named { kind, name } => json(&self.named(&kind, &name)?),
            ScriptRequest::Format { text } => json(&answer::format(&text)),
            ScriptRequest::Save {
                path,
                text,
                version,
            } => json(&self.save(&path, &text, &version)?),
            ScriptRequest::Weight { link, weight } => json(&self.weigh(&link, weight)?),
            ScriptRequest::Fixed { links } => json(&self.fixed(&links)?),
            ScriptRequest::Unlink { link } => json(&self.unlink(&link)?),
            ScriptRequest::Link {
                layer,
                from,
                to,
                holds_down,
                weight,
            } => json(&self.link(layer, (&from, &to), holds_down, weight)?),
            ScriptRequest::Concept { layer, name } => json(&self.conceive(layer, &name)?),
            ScriptRequest::Day { person } => json(&self.day(&person)?),
            ScriptRequest::Reschedule { person, from, to } => {
                json(&self.reschedule(&person, from, to)?)
            }
            ScriptRequest::Explore { .. } => Err(ScriptError::new("this is explored elsewhere")),
            ScriptRequest::Undo => json(&self.undo()?),
            ScriptRequest::Copy => {
                self.copy()?;
                json(&self.scripts()?)
            }
        }
    }

    /// The scripts, read on first use.
    fn opened(&mut self) -> Result<&mut Opened, ScriptError> {
        let shelf = self.shelf.as_mut().ok_or(ScriptError::new(NO_SCRIPTS))?;
        if self.opened.is_none() {
            let scripts = shelf.open().map_err(ScriptError::new)?;
            self.opened = Some(Opened::of(scripts));
        }
        self.opened.as_mut().ok_or(ScriptError::new(NO_SCRIPTS))
    }

    fn copy(&mut self) -> Result<(), ScriptError> {
        if self.opened()?.folder.is_some() {
            return Ok(());
        }
        let shelf = self.shelf.as_mut().ok_or(ScriptError::new(NO_SCRIPTS))?;
        let scripts = shelf.copy().map_err(ScriptError::new)?;
        self.opened = Some(Opened::of(scripts));
        Ok(())
    }
}

fn json(answer: &impl Serialize) -> Result<String, ScriptError> {
    serde_json::to_string(answer)
        .map_err(|_| ScriptError::new("the answer cannot be put into words"))
}
