//! A recording file that is written while the town runs.

use crate::trouble::Trouble;
use crate::write;
use std::fs::{File, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use townsfolk::RecordedExtent;
use townsfolk_town::living::Living;

/// A file with the recording so far. A process that is killed leaves a recording that ends earlier.
#[derive(Debug)]
pub struct TapeFile {
    path: PathBuf,
    /// A device or pipe gets the whole recording at the end instead.
    file: Option<File>,
    /// Length of the file up to this extent.
    length: u64,
    written: RecordedExtent,
}

impl TapeFile {
    /// Begins a recording file, or continues the one of a saved town.
    pub fn begin(path: &Path, town: &mut Living) -> Result<TapeFile, Trouble> {
        if !town.is_recording() {
            town.start_recording();
        }
        let mut tape = TapeFile {
            path: path.to_path_buf(),
            file: None,
            length: 0,
            written: RecordedExtent::default(),
        };
        if let (Some(bytes), Some(recording)) = (town.tape(), town.folk.recording())
            && !write::is_device(path)
        {
            write::atomically(path, &bytes)?;
            let opened = OpenOptions::new().write(true).open(path);
            tape.file = Some(opened.map_err(|error| write::cannot(path, &error))?);
            tape.length = bytes.len() as u64;
            tape.written = recording.extent();
        }
        Ok(tape)
    }

    /// Appends what was recorded since the last call. The next call overwrites what a failed one
    /// left.
    pub fn append(&mut self, town: &Living) -> Result<(), Trouble> {
        let (Some(file), Some(recording)) = (&mut self.file, town.folk.recording()) else {
            return Ok(());
        };
        if recording.extent() == self.written {
            return Ok(());
        }
        let piece = recording.piece(self.written);
        let written = file
            .seek(SeekFrom::Start(self.length))
            .and_then(|_| file.write_all(&piece));
        written.map_err(|error| write::cannot(&self.path, &error))?;
        self.length += piece.len() as u64;
        self.written = recording.extent();
        Ok(())
    }

    /// Writes the rest; the recording itself continues with the saved town.
    pub fn pause(mut self, town: &Living) -> Result<Option<PathBuf>, Trouble> {
        self.append(town)?;
        Ok(self.file.map(|_| self.path))
    }

    /// Ends the recording, and writes it in one piece. Without room for that, the pieces stay, or
    /// it goes to another folder. A recording that cannot be written stays with the town.
    pub fn finish(mut self, town: &mut Living) -> Result<Option<PathBuf>, Trouble> {
        let appended = self.append(town);
        let Some(tape) = town.tape() else {
            return Ok(None);
        };
        let path = match write::atomically(&self.path, &tape) {
            Ok(()) => self.path,
            Err(_) if appended.is_ok() && self.file.is_some() => self.path,
            Err(_) => write::somewhere(&self.path, &tape)?,
        };
        town.end_recording();
        Ok(Some(path))
    }
}
