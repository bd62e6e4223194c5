//! What a mind asks of the stage.

use townsfolk_core::{AreaId, PropId, SymbolId};
use townsfolk_module::mind::{Degree, Test};

/// What a mind asks of the stage at a beat. A host that pushes values answers with the last ones
/// pushed.
pub trait Senses {
    /// The area the character is in.
    fn area(&self) -> AreaId;

    /// An area that suits an activity for this character. Asked on setting out, and again at every
    /// beat while there is none. The default finds none.
    fn venue(&self, activity: SymbolId) -> Option<AreaId> {
        let _ = activity;
        None
    }

    /// How true something is, for this character.
    fn test(&self, test: &Test) -> Truth;
}

/// The answer to a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Truth {
    /// How true.
    pub degree: Degree,
    /// The prop that makes it true, if there is one.
    pub prop: Option<PropId>,
}

impl Truth {
    /// Fully true or not at all.
    pub fn of(holds: bool) -> Truth {
        Truth {
            degree: if holds { Degree::ONE } else { Degree::ZERO },
            prop: None,
        }
    }

    /// Fully true because of a prop, or not at all.
    pub fn by(prop: Option<PropId>) -> Truth {
        Truth {
            prop,
            ..Truth::of(prop.is_some())
        }
    }
}
