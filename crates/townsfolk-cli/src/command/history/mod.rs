//! `townsfolk history`: towns with a past.

mod draft;
mod new;
mod show;
mod week;

use crate::Verdict;
use crate::arguments::{History, HistoryWhat};
use crate::shipped;
use crate::trouble::Trouble;
use std::io::Write;
use std::path::Path;
use townsfolk_core::{HostId, SymbolId};
use townsfolk_history::Town;
use townsfolk_module::{Category, Module, Symbols};

/// The file of a folder that keeps its past.
const PAST: &str = "past.folkpast";

/// Runs the command.
pub fn run(arguments: &History, out: &mut dyn Write) -> Result<Verdict, Trouble> {
    match &arguments.what {
        HistoryWhat::New(arguments) => new::run(arguments, out),
        HistoryWhat::Show(arguments) => show::run(arguments, out),
        HistoryWhat::Week(arguments) => week::run(arguments, out),
    }
}

/// The facets that are embedded in the command, and their names.
struct Faces {
    text: &'static str,
    module: Module,
    symbols: Symbols,
}

impl Faces {
    fn shipped() -> Result<Faces, Trouble> {
        let files = shipped::files("faces");
        let text = files.iter().find(|(path, _)| path.ends_with(".folk"));
        let missing = || Trouble::new("the command was built without examples/faces");
        let (_, text) = text.ok_or_else(missing)?;
        let mut content = shipped::example("faces");
        let checked = content.project.check();
        let compiled = content.project.compile(&checked);
        let (module, symbols) = compiled.ok_or_else(missing)?;
        Ok(Faces {
            text,
            module,
            symbols,
        })
    }

    fn facet(&self, id: HostId) -> Option<String> {
        self.symbols.names.get(&(Category::Host, id.0)).cloned()
    }

    fn symbol(&self, id: SymbolId) -> Option<String> {
        self.symbols.names.get(&(Category::Symbol, id.0)).cloned()
    }
}

/// Reads the past of a folder.
fn read(folder: &Path) -> Result<Town, Trouble> {
    let path = folder.join(PAST);
    let bytes = std::fs::read(&path).map_err(|error| {
        Trouble::with_file("read", &path, &error)
            .hint("`townsfolk history new TOWN` makes a folder with a past")
    })?;
    let town: Option<Town> = postcard::from_bytes(&bytes).ok();
    town.filter(Town::is_sound).ok_or_else(|| {
        let broken = format!("{} is damaged, or of another version", path.display());
        Trouble::new(broken).hint("make the town again: the same seed gives the same town")
    })
}
