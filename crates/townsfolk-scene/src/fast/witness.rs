//! Who is told what happens. Nobody, as a rule: then nothing is put into words.

use crate::reference::Happening;

/// Someone who is told everything that happens in an update, in order.
pub trait Witness {
    /// Whether anybody listens. If not, no happening is made.
    const ON: bool;

    /// Something happened.
    fn happen(&mut self, happening: Happening);
}

impl Witness for Vec<Happening> {
    const ON: bool = true;

    fn happen(&mut self, happening: Happening) {
        self.push(happening);
    }
}

/// Nobody listens.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Unwitnessed;

impl Witness for Unwitnessed {
    const ON: bool = false;

    fn happen(&mut self, _: Happening) {}
}
