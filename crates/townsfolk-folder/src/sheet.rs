//! Sheets among the files: read as the script they stand for, with the way back to their cells.

use crate::Trouble;
use crate::{Content, find, read};
use std::path::Path;
use townsfolk_lang::diagnostic::{Code, Diagnostic};
use townsfolk_lang::project::PackageId;
use townsfolk_lang::source::{FileId, Place};
use townsfolk_sheet::{Cell, CellMap, SheetFormat, SheetProblem};

/// What is known of a sheet besides its text.
#[derive(Default, Debug)]
pub(super) struct Sheet {
    /// Which cell each part of the text came from.
    pub(super) cells: CellMap,
    /// Problems of the sheet itself, and their cells: they have no place in a text.
    pub(super) problems: Vec<(Diagnostic, Option<Cell>)>,
}

impl Content {
    pub(super) fn add_sheet(
        &mut self,
        package: PackageId,
        path: &Path,
        shown: &str,
        format: SheetFormat,
    ) -> Result<FileId, Trouble> {
        let bytes = read::bytes(path)?;
        let (text, problems, cells) = match townsfolk_sheet::read(&bytes, format) {
            Ok(source) => (source.text, vec![], source.map),
            Err(problems) => (String::new(), problems, CellMap::default()),
        };
        let id = self.project.set_file(shown, package, &text);
        let problems: Vec<(Diagnostic, Option<Cell>)> = problems
            .into_iter()
            .map(|problem| diagnostic_of(id, problem))
            .collect();
        let found = problems.iter().map(|(problem, _)| problem.clone());
        self.problems.extend(found);
        self.sheets.insert(id, Sheet { cells, problems });
        Ok(id)
    }
}

impl Content {
    /// Notes a sheet that stands beside the script it was made from. The script counts.
    pub(super) fn add_twin(&mut self, package: PackageId, path: &Path, script: &Path) {
        let shown = find::shown(path);
        let id = self.project.set_file(&shown, package, "");
        let name = |path: &Path| {
            path.file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned()
        };
        let (sheet, script) = (name(path), name(script));
        let title = format!("`{sheet}` has the name of `{script}`, and both are here");
        let problem = Diagnostic::new(Code::SheetTwin, Place::new(id, 0, 0), title)
            .consequence("The script is read, and the sheet is not.")
            .hint("remove the sheet, or remove the script and go on in the sheet");
        self.problems.push(problem.clone());
        let sheet = Sheet {
            cells: CellMap::default(),
            problems: vec![(problem, None)],
        };
        self.sheets.insert(id, sheet);
        self.paths.insert(id, path.to_path_buf());
    }
}

/// A problem of a sheet as a diagnostic, and its cell.
pub fn diagnostic_of(file: FileId, problem: SheetProblem) -> (Diagnostic, Option<Cell>) {
    let place = Place::new(file, 0, 0);
    let mut diagnostic = Diagnostic::new(problem.code, place, problem.message);
    for hint in problem.hints {
        diagnostic = diagnostic.hint(hint);
    }
    (diagnostic, problem.cell)
}
