//! Reads files, and says clearly why one cannot be read.

use crate::Trouble;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use townsfolk_lang::project::FILE_BYTES_MAX;

/// A sheet or module is not read beyond this size.
const BINARY_BYTES_MAX: u64 = 256 << 20;

/// The text of a script or manifest.
pub fn text(path: &Path) -> Result<String, Trouble> {
    // One byte beyond what the language takes is enough to see that it is too much.
    let bytes = up_to(path, FILE_BYTES_MAX as u64 + 1)?;
    if bytes.len() > FILE_BYTES_MAX {
        // The cut may go through a letter; the language refuses such a file for its size anyway.
        return Ok(String::from_utf8_lossy(&bytes).into_owned());
    }
    as_text(&path.display().to_string(), bytes)
}

/// The bytes of a sheet or module.
pub fn bytes(path: &Path) -> Result<Vec<u8>, Trouble> {
    let bytes = up_to(path, BINARY_BYTES_MAX + 1)?;
    if bytes.len() as u64 > BINARY_BYTES_MAX {
        return Err(Trouble::new(format!(
            "{} has more than {} MB and was not read",
            path.display(),
            BINARY_BYTES_MAX >> 20
        ))
        .hint("split it into several files"));
    }
    Ok(bytes)
}

fn up_to(path: &Path, bytes_max: u64) -> Result<Vec<u8>, Trouble> {
    let mut bytes = vec![];
    let file = File::open(path).and_then(|file| file.take(bytes_max).read_to_end(&mut bytes));
    match file {
        Ok(_) => Ok(bytes),
        Err(error) => Err(Trouble::with_file("read", path, &error)),
    }
}

/// Bytes as text, without the mark that some editors put in front.
pub fn as_text(name: &str, bytes: Vec<u8>) -> Result<String, Trouble> {
    match String::from_utf8(bytes) {
        Ok(text) => match text.strip_prefix('\u{feff}') {
            Some(rest) => Ok(rest.to_string()),
            None => Ok(text),
        },
        Err(error) => Err(not_text(
            name,
            error.as_bytes(),
            error.utf8_error().valid_up_to(),
        )),
    }
}

fn not_text(name: &str, bytes: &[u8], at: usize) -> Trouble {
    if bytes.starts_with(&[0xFF, 0xFE]) || bytes.starts_with(&[0xFE, 0xFF]) {
        return Trouble::new(format!("{name} is text in UTF-16, but scripts are UTF-8"))
            .hint("save it as UTF-8 in your editor");
    }
    let before = bytes.get(..at).unwrap_or_default();
    let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
    let byte = bytes.get(at).copied().unwrap_or_default();
    if bytes.contains(&0) {
        return Trouble::new(format!(
            "{name} is not text (byte {byte:#04x} in line {line})"
        ))
        .hint("move it away, or give it another ending if it is no script");
    }
    Trouble::new(format!(
        "{name} is not UTF-8 text (byte {byte:#04x} in line {line})"
    ))
    .hint("save it as UTF-8 in your editor")
}
