//! `persona NAME neurotic 0.3, extrovert 0.8`.

use crate::declaration::measure::measures;
use crate::syntax::{Parser, *};

pub(crate) fn persona(p: &mut Parser<'_>) {
    p.open(PERSONA_DECL);
    p.bump();
    p.name("the name of a persona");
    measures(p, "`neurotic` or `extrovert` and a number");
    p.close();
}
