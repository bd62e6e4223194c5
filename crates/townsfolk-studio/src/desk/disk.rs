//! Changes on the disk by other editors.

use super::ScriptService;
use super::shelf::Opened;
use std::fs;
use std::time::{Duration, SystemTime};
use townsfolk_core::digest::{fold, hash64};

/// Polling period of the disk.
pub(super) const GLANCE: Duration = Duration::from_millis(500);

/// Modification time and size of each file.
pub(super) type Stamps = Vec<Option<(SystemTime, u64)>>;

impl ScriptService {
    /// Loads changes on the disk into the town, unless they have errors.
    pub(super) fn look_at_disk(&mut self) {
        if !self.shelf.as_ref().is_some_and(|shelf| shelf.is_on_disk()) {
            return;
        }
        let Ok(opened) = self.opened() else {
            return;
        };
        let stamps = opened.stamps();
        if opened.seen.as_ref() == Some(&stamps) {
            return;
        }
        opened.seen = Some(stamps);
        opened.refresh();
        if opened.texts() == opened.lived_by {
            return;
        }
        // The errors are shown when the script is opened; the town keeps its content.
        if let Some(edition) = self.edition() {
            let _ = self.tell_town(edition);
        }
    }
}

impl Opened {
    fn stamps(&self) -> Stamps {
        let files = self.files.values().map(|file| {
            let about = fs::metadata(file.at.as_deref()?).ok()?;
            Some((about.modified().ok()?, about.len()))
        });
        files.collect()
    }

    /// A digest of all saved texts.
    pub(super) fn texts(&self) -> u64 {
        let texts = self.files.values().map(|file| file.text.as_bytes());
        texts.fold(0, |sum, text| fold(sum, hash64(text)))
    }
}
