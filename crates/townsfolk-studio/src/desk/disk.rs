//! What somebody changes on the disk, in an editor of their own.

use super::Desk;
use super::shelf::Opened;
use std::fs;
use std::time::{Duration, SystemTime};
use townsfolk_core::digest::{fold, hash64};

/// How often the disk is looked at.
pub(super) const GLANCE: Duration = Duration::from_millis(500);

/// When each file was last written, and how long it is.
pub(super) type Stamps = Vec<Option<(SystemTime, u64)>>;

impl Desk {
    /// Lets the town live by what has been changed on the disk, unless there are errors in it.
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
        // What is wrong is said to whoever opens the script; the town goes on as before.
        if let Some(edition) = opened.edition() {
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

    /// All texts as they are kept, in a word.
    pub(super) fn texts(&self) -> u64 {
        let texts = self.files.values().map(|file| file.text.as_bytes());
        texts.fold(0, |sum, text| fold(sum, hash64(text)))
    }
}
