//! Compiling a folder of scripts, for tools and for games in development.

use super::Error;
use crate::folk::Folk;
use crate::migrate::MigratedScene;
use std::path::Path;
use std::sync::Arc;
use townsfolk_core::Seed;
use townsfolk_folder::{Content, Trouble, load};
use townsfolk_lang::diagnostic::{Diagnostic, Severity};
use townsfolk_module::{Module, Symbols};

impl Folk {
    /// An empty world with the content of a folder: a package with a `folk.toml` and its
    /// dependencies, or a folder of `.folk` files and sheets. A shipped game loads a module
    /// instead, see [`from_module`](Folk::from_module).
    pub fn from_folder(folder: impl AsRef<Path>, seed: Seed) -> Result<Folk, Error> {
        let (module, symbols) = compile_folder(folder)?;
        let mut folk = Folk::new(Arc::new(module), seed);
        folk.set_symbols(symbols);
        Ok(folk)
    }

    /// Replaces the content by that of a folder while the simulation runs, see
    /// [`reload`](Folk::reload). A folder with errors changes nothing.
    pub fn reload_folder(&mut self, folder: impl AsRef<Path>) -> Result<Vec<MigratedScene>, Error> {
        let (module, symbols) = compile_folder(folder)?;
        let moved = self.reload(Arc::new(module));
        self.set_symbols(symbols);
        Ok(moved)
    }
}

/// Compiles the scripts and sheets of a folder. The error lists every problem with its place.
pub fn compile_folder(folder: impl AsRef<Path>) -> Result<(Module, Symbols), Error> {
    let folder = folder.as_ref();
    let mut contents = load(&[folder.to_path_buf()])?;
    if contents.len() > 1 {
        let names: Vec<&str> = contents.iter().map(|c| c.name.as_str()).collect();
        return Err(Error::Content(vec![format!(
            "{} holds several packages ({}); name the folder of one",
            folder.display(),
            names.join(", ")
        )]));
    }
    let Some(mut content) = contents.pop() else {
        return Err(Error::Content(vec![format!(
            "there is no script in {}",
            folder.display()
        )]));
    };
    let findings = content.check();
    let compiled = findings.checked.as_ref();
    let compiled = compiled.and_then(|checked| content.project.compile(checked));
    compiled.ok_or_else(|| {
        let errors = findings.problems.iter();
        let errors = errors.filter(|problem| problem.severity == Severity::Error);
        Error::Content(errors.map(|error| line(&content, error)).collect())
    })
}

/// `bench.folk:19: `Plase` has no value in this rule; did you mean `Place`?`
fn line(content: &Content, problem: &Diagnostic) -> String {
    let path = content
        .source(problem.place.file)
        .map_or("", |source| source.path);
    let at = content.line_column(problem.place.file, problem.place.start);
    let hint = problem.hints.first().map(|hint| format!("; {}", hint.text));
    format!(
        "{path}:{}: {}{}",
        at.line,
        problem.message,
        hint.unwrap_or_default()
    )
}

impl From<Trouble> for Error {
    fn from(trouble: Trouble) -> Error {
        Error::Content(vec![trouble.to_string()])
    }
}
