//! Compiling a folder of scripts, for tools and for games while they are made.

use super::Error;
use crate::folk::Folk;
use std::path::Path;
use std::sync::Arc;
use townsfolk_core::Seed;
use townsfolk_folder::{Content, Trouble, load};
use townsfolk_lang::diagnostic::{Diagnostic, Severity};

impl Folk {
    /// An empty world with the content of a folder: a package with a `folk.toml` and what it depends
    /// on, or a folder of `.folk` files and sheets. A shipped game loads a module instead, see
    /// [`from_module`](Folk::from_module).
    pub fn from_folder(folder: impl AsRef<Path>, seed: Seed) -> Result<Folk, Error> {
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
        let Some((module, symbols)) = compiled else {
            let errors = findings.problems.iter();
            let errors = errors.filter(|problem| problem.severity == Severity::Error);
            return Err(Error::Content(errors.map(|e| line(&content, e)).collect()));
        };
        let mut folk = Folk::new(Arc::new(module), seed);
        folk.set_symbols(symbols);
        Ok(folk)
    }
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
