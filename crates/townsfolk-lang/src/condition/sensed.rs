//! `seen`, `heard`, `lost` and `alert`: what a condition asks of senses.

use super::call::Signature;
use super::{Lower, Mode};
use crate::source::Place;
use crate::syntax::Node;
use townsfolk_core::Kind;
use townsfolk_module::senses::SenseReading;
use townsfolk_module::{Category, HostForm, HostName, Literal};

/// The readings of senses, as host names.
pub(crate) fn readings() -> impl Iterator<Item = HostName> {
    SenseReading::ALL.into_iter().map(|reading| HostName {
        id: reading.id(),
        form: HostForm::Predicate,
        parameters: vec![Kind::Character; reading.arguments()],
        result: None,
        beat: crate::declaration::host::lower::BEAT,
    })
}

impl Lower<'_, '_, '_> {
    /// The reading of senses that a call asks for, in a project with skills. A fact or define of the
    /// script with that name comes first.
    pub(super) fn asks_senses(&self, name: &str) -> Option<SenseReading> {
        let reading = SenseReading::named(name)?;
        let own = self.vocabulary.has_fact(name) || self.vocabulary.defines.contains_key(name);
        let known = self.cx.globals.module.host_name(reading.id()).is_some();
        (known && !own).then_some(reading)
    }

    /// `seen(.me, X)`.
    pub(super) fn sensed(
        &mut self,
        reading: SenseReading,
        node: &Node,
        (place, name_place): (Place, Place),
        negated: bool,
    ) -> Option<Literal> {
        let kinds = [(Some(Kind::Character), name_place); 2];
        let kinds = kinds.get(..reading.arguments())?;
        let signature = Signature::new(reading.name(), kinds, name_place);
        let arguments = self.arguments(node, place, &signature, Mode::Use, false)?;
        let called = format!("senses: {}", reading.name());
        self.cx.used.push((Category::Host, reading.id().0, called));
        Some(Literal::Host {
            negated,
            name: reading.id(),
            arguments,
        })
    }
}
