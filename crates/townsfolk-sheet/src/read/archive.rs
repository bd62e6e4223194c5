//! The parts of a workbook: files in a zip archive, extracted with a hard limit.
//!
//! A small archive can claim to contain, or really contain, more than fits into memory. So the
//! claimed sizes are ignored, and the extracted bytes of all parts are counted.

use crate::problem::SheetProblem;
use std::collections::BTreeMap;
use std::io::{Cursor, Read};
use zip::ZipArchive;

/// Maximum total size of the extracted parts.
const EXTRACTED_BYTES_MAX: u64 = 48_000_000;
/// The limit of a workbook is this plus [`EXTRACTED_BYTES_PER_BYTE`] times its size.
const EXTRACTED_BYTES_FREE: u64 = 8_000_000;
const EXTRACTED_BYTES_PER_BYTE: u64 = 20;
/// Maximum number of parts.
const PARTS_MAX: usize = 2_000;

pub(super) struct Archive<'b> {
    zip: ZipArchive<Cursor<&'b [u8]>>,
    /// By path in lower case, because Windows programs are not careful with case.
    parts: BTreeMap<String, usize>,
    /// Remaining number of bytes.
    left: u64,
}

impl<'b> Archive<'b> {
    pub(super) fn open(bytes: &'b [u8]) -> Result<Archive<'b>, SheetProblem> {
        if !bytes.starts_with(b"PK") {
            return Err(SheetProblem::unreadable("this is not a workbook")
                .hint("save it anew as `.xlsx` or `.ods`, without a password"));
        }
        let zip = ZipArchive::new(Cursor::new(bytes)).map_err(|problem| {
            SheetProblem::unreadable(format!("the workbook is damaged: {problem}"))
        })?;
        if zip.len() > PARTS_MAX {
            return Err(SheetProblem::unreadable("the workbook has too many parts"));
        }
        let mut parts = BTreeMap::new();
        for (at, name) in zip.file_names().enumerate() {
            // A part without a readable name cannot be requested.
            if let Ok(name) = name {
                parts.insert(name.to_lowercase().replace('\\', "/"), at);
            }
        }
        let grown =
            EXTRACTED_BYTES_FREE + EXTRACTED_BYTES_PER_BYTE.saturating_mul(bytes.len() as u64);
        Ok(Archive {
            zip,
            parts,
            left: grown.min(EXTRACTED_BYTES_MAX),
        })
    }

    /// The text of a part, if there is such a part.
    pub(super) fn part(&mut self, path: &str) -> Result<Option<String>, SheetProblem> {
        let Some(at) = self.parts.get(&path.to_lowercase()) else {
            return Ok(None);
        };
        let damaged = |problem: &dyn std::fmt::Display| {
            SheetProblem::unreadable(format!("the part `{path}` is damaged: {problem}"))
        };
        let part = self
            .zip
            .by_index(*at)
            .map_err(|problem| damaged(&problem))?;
        let mut bytes = vec![];
        part.take(self.left + 1)
            .read_to_end(&mut bytes)
            .map_err(|problem| damaged(&problem))?;
        match self.left.checked_sub(bytes.len() as u64) {
            Some(left) => self.left = left,
            None => return Err(SheetProblem::unreadable("the workbook unfolds to too much")),
        }
        let text = String::from_utf8(bytes).map_err(|_| damaged(&"it is not in UTF-8"))?;
        Ok(Some(text))
    }

    /// The text of a part that must be there.
    pub(super) fn required(&mut self, path: &str) -> Result<String, SheetProblem> {
        self.part(path)?
            .ok_or_else(|| SheetProblem::unreadable(format!("the workbook has no part `{path}`")))
    }
}
