//! Who is told what happens. Nobody, as a rule: then nothing is put into words.

use crate::Happening;

/// Someone who is told everything that happens in an update, in order.
pub trait Witness {
    /// Whether anybody listens to everything. If not, only notices are made, or nothing.
    const ON: bool;

    /// Whether anybody listens to what an engine must know: standings, ends and faults.
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

/// Nobody listens.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Unwitnessed;

impl Witness for Unwitnessed {
    const ON: bool = false;
    const NOTICES: bool = false;

    fn happen(&mut self, _: Happening) {}
}

/// Somebody listens to standings, ends and faults only.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Notices(pub Vec<Happening>);

impl Witness for Notices {
    const ON: bool = false;
    const NOTICES: bool = true;

    fn happen(&mut self, happening: Happening) {
        self.0.push(happening);
    }
}
