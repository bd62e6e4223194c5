//! Observers of happenings. Most scenes have none, and then no happening is built.

use crate::Happening;

/// Someone who is told everything that happens in an update, in order.
pub trait Witness {
    /// Whether there is a listener for all events. If not, only notices are made, or nothing.
    const ON: bool;

    /// Whether there is a listener for what an engine must know: standings, ends and faults.
    const NOTICES: bool;

    /// Something happened.
    fn happen(&mut self, happening: Happening);
}

impl Witness for Vec<Happening> {
    const ON: bool = true;
    const NOTICES: bool = true;

    fn happen(&mut self, happening: Happening) {
        self.push(happening);
    }
}

/// No observer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Unwitnessed;

impl Witness for Unwitnessed {
    const ON: bool = false;
    const NOTICES: bool = false;

    fn happen(&mut self, _: Happening) {}
}

/// An observer of standings, ends and faults only.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Notices(pub Vec<Happening>);

impl Witness for Notices {
    const ON: bool = false;
    const NOTICES: bool = true;

    fn happen(&mut self, happening: Happening) {
        self.0.push(happening);
    }
}
