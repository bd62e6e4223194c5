//! Saves a changed script, and reloads the town.

use super::shown::{CheckShown, ElsewhereShown};
use super::{NO_SCRIPTS, ScriptError, ScriptService};
use crate::edition::{Edition, ReloadResult};
use crate::simulation::TownRequest;
use serde::Serialize;
use std::sync::Arc;
use std::sync::mpsc::sync_channel;
use std::time::Duration;
use townsfolk_lang::diagnostic::Severity;
use townsfolk_lang::source::Place;
use townsfolk_town::plan::Plan;

/// Maximum number of saves that can be undone.
const SAVES: usize = 200;

/// Time limit for reloading the town.
const PATIENCE: Duration = Duration::from_secs(20);

/// The result of a save.
#[derive(Serialize)]
pub(super) struct SavedShown {
    path: String,
    /// The saved text, if it differs from the page's.
    text: Option<String>,
    version: String,
    /// Its problems.
    found: CheckShown,
    /// The first error: the town keeps its content.
    error: Option<ElsewhereShown>,
    /// The result of reloading, if there was one.
    taken: Option<ReloadResult>,
    /// How many saves can be undone.
    saves: usize,
}

impl ScriptService {
    pub(super) fn save(
        &mut self,
        path: &str,
        text: &str,
        version: &str,
    ) -> Result<SavedShown, ScriptError> {
        let opened = self.opened()?;
        opened.refresh();
        let file = opened.file(path)?;
        if file.version() != version {
            let why = "somebody else has changed this script since you opened it: nothing was \
                       written. Copy what you want to keep, and open it again.";
            return Err(ScriptError::new(why));
        }
        let before = file.text.clone();
        self.keep(path, text)?;
        let opened = self.opened()?;
        if before != text {
            opened.replaced.push((path.to_owned(), before));
            if opened.replaced.len() > SAVES {
                opened.replaced.remove(0);
            }
        }
        self.hand_over(path, false)
    }

    /// Applies small edits to one script; they are saved only if they leave no errors.
    pub(super) fn amend(&mut self, edits: &[(Place, String)]) -> Result<SavedShown, ScriptError> {
        let gone = || ScriptError::new("this is no longer where it was");
        let opened = self.opened()?;
        let (first, _) = edits.first().ok_or_else(gone)?;
        let path = opened
            .project
            .file(first.file)
            .ok_or_else(gone)?
            .path
            .clone();
        let file = opened.file(&path)?;
        let (mut changed, version) = (file.text.clone(), file.version());
        // From the last position to the first, so that earlier positions stay valid.
        for (place, text) in edits {
            if place.file != first.file || changed.get(place.range()).is_none() {
                return Err(gone());
            }
            changed.replace_range(place.range(), text);
        }
        let id = opened.draft(&path, &changed)?;
        let mut problems = opened.checked.problems.iter();
        let error = problems.find(|p| p.severity == Severity::Error && p.place.file == id);
        if let Some(error) = error {
            let why = format!("this cannot be written: {}", error.message);
            opened.settle();
            return Err(ScriptError::new(why));
        }
        self.save(&path, &changed, &version)
    }

    /// Restores the text that the last save has replaced.
    pub(super) fn undo(&mut self) -> Result<SavedShown, ScriptError> {
        let opened = self.opened()?;
        let last = opened.replaced.pop();
        let Some((path, text)) = last else {
            return Err(ScriptError::new("there is no save to take back"));
        };
        self.keep(&path, &text)?;
        self.hand_over(&path, true)
    }

    /// Writes a script.
    fn keep(&mut self, path: &str, text: &str) -> Result<(), ScriptError> {
        let opened = self.opened()?;
        // It is checked as a draft first: a text that is too long is never written.
        opened.draft(path, text)?;
        let file = opened.file(path)?;
        let at = opened.writable(file);
        let at = at.map_err(|why| ScriptError::new(format!("{path} cannot be changed: {why}")))?;
        let ended = match file.returns {
            true => text.replace('\n', "\r\n"),
            false => text.to_owned(),
        };
        let shelf = self.shelf.as_mut().ok_or(ScriptError::new(NO_SCRIPTS))?;
        shelf.write(&at, &ended).map_err(ScriptError::new)?;
        let opened = self.opened()?;
        if let Some(file) = opened.files.get_mut(path) {
            file.text = text.to_owned();
        }
        opened.settle();
        Ok(())
    }

    /// Reloads the town with the saved scripts, unless they have errors.
    fn hand_over(&mut self, path: &str, tells_text: bool) -> Result<SavedShown, ScriptError> {
        self.opened()?;
        let edition = self.edition();
        let opened = self.opened()?;
        let file = opened.file(path)?;
        let mut problems = opened.checked.problems.iter();
        let error = problems.find(|problem| problem.severity == Severity::Error);
        let error = error.and_then(|problem| {
            let file = opened.project.file(problem.place.file)?;
            Some(ElsewhereShown {
                path: file.path.clone(),
                line: file.line_column(problem.place.start).line,
                severity: problem.severity.name(),
                message: problem.message.clone(),
            })
        });
        let saved = SavedShown {
            path: path.to_owned(),
            text: tells_text.then(|| file.text.clone()),
            version: file.version(),
            found: opened.found(file.id),
            error,
            taken: None,
            saves: opened.replaced.len(),
        };
        let Some(edition) = edition else {
            return Ok(saved);
        };
        Ok(SavedShown {
            taken: Some(self.tell_town(edition)?),
            ..saved
        })
    }

    pub(super) fn tell_town(&self, edition: Edition) -> Result<ReloadResult, ScriptError> {
        let (sender, answer) = sync_channel(1);
        let busy = "it is written, but the town is too busy to live by it: save it again";
        let sent = self.town.try_send(TownRequest::TakeIn(edition, sender));
        sent.map_err(|_| ScriptError::new(busy))?;
        let taken = answer.recv_timeout(PATIENCE);
        taken.map_err(|_| ScriptError::new(busy))
    }
}

impl ScriptService {
    /// The saved scripts as an edition; `None` if they have errors.
    pub(super) fn edition(&mut self) -> Option<Edition> {
        let (opened, shelf) = (self.opened.as_mut()?, self.shelf.as_ref()?);
        opened.lived_by = opened.texts();
        let (mut module, mut symbols) = opened.project.compile(&opened.checked)?;
        shelf.complete(&mut module, &mut symbols);
        let plan = match opened.checked.ground() {
            // Stand-ins are on open ground.
            _ if module.minds.people.is_empty() => Plan::default(),
            Some(ground) => Plan::lay(ground, &module, &symbols),
            None => Plan::derive(&module, &symbols),
        };
        Some(Edition {
            plan: plan.digest(),
            module: Arc::new(module),
            symbols,
        })
    }
}
