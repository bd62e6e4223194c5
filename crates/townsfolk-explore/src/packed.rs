//! Situations that wait for their turn, in little room: there can be hundreds of thousands of them.

use crate::situation::Situation;

/// A situation as bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Packed(Box<[u8]>);

impl Packed {
    /// `None` if it cannot be written, which does not happen.
    pub(crate) fn of(situation: &Situation) -> Option<Packed> {
        // Whether a scene is stirred is not saved with it.
        let whole = (situation, situation.scene.stirred);
        let bytes = postcard::to_allocvec(&whole).ok()?;
        Some(Packed(bytes.into()))
    }

    /// The situation again.
    pub(crate) fn unpack(&self) -> Option<Situation> {
        let (mut situation, stirred): (Situation, bool) = postcard::from_bytes(&self.0).ok()?;
        situation.scene.stirred = stirred;
        Some(situation)
    }
}
