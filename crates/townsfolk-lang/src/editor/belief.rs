//! Beliefs for editors: facets, and the arguments of questions about them.

use super::meaning::Meaning;
use super::reader::Reader;
use crate::condition::belief::{BELIEF_VALUES, BELIEVES, is_speech};
use crate::names::Namespace;
use crate::source::FileId;
use crate::syntax::{Node, TreeExt, *};
use townsfolk_core::Kind;
use townsfolk_module::senses::SenseReading;

/// Whether a word asks for a belief where it is called.
pub(super) fn is_question(word: &str) -> bool {
    word == BELIEVES || BELIEF_VALUES.contains(&word)
}

/// Whether a word asks for a belief, or for what somebody senses, where it is called.
pub(super) fn is_asked(word: &str) -> bool {
    is_question(word) || SenseReading::named(word).is_some()
}

impl Reader<'_> {
    /// The kinds of the arguments of a question about a facet.
    pub(super) fn question_kinds(&self, facet: Option<&str>, from: FileId) -> Vec<Option<Kind>> {
        let package = self.package(from);
        let facet = facet.and_then(|facet| self.globals().facet(facet, package));
        let host = facet.and_then(|(facet, _)| self.globals().module.host_name(facet.id));
        let subject = host.and_then(|host| host.parameters.first().copied());
        let value = host.and_then(|host| host.result);
        vec![Some(Kind::Character), subject, None, value]
    }

    /// Whether the third argument of a call names a facet.
    pub(super) fn names_facet(&self, callee: &str, from: FileId) -> bool {
        is_question(callee) || is_speech(self.globals(), callee, self.package(from))
    }

    /// A value of a facet, in a line of its declaration.
    pub(super) fn value_of_facet(&self, file: FileId, node: &Node, word: &str) -> Vec<Meaning> {
        let facet = node.ancestors().find(|node| node.kind() == FACET_DECL);
        let name = facet.and_then(|facet| facet.name(file));
        let kinds = self.question_kinds(name.as_ref().map(|(name, _)| name.as_str()), file);
        vec![self.symbol_meaning(kinds.get(3).copied().flatten(), word)]
    }

    /// The meaning of a symbol: the names of areas are symbols too.
    pub(super) fn symbol_meaning(&self, kind: Option<Kind>, word: &str) -> Meaning {
        match kind.is_some_and(|kind| self.globals().is_area(kind)) {
            true => Meaning::Global(Namespace::Area, word.to_string()),
            false => Meaning::Symbol(word.to_string()),
        }
    }
}
