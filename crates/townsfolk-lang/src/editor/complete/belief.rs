//! Facets, settings of beliefs, and questions about beliefs.

use super::keywords::Keyword;
use super::{Completer, CompletionKind};
use crate::condition::belief::BELIEVES;
use crate::declaration::facet::grammar::MEASURES;
use crate::declaration::knowledge::lower::{HISTORIES, IMPLANTS, PRESETS};
use crate::editor::belief::is_question;
use crate::names::Namespace;
use crate::syntax::{TreeExt, *};
use townsfolk_module::knowledge::{EVIDENCE_KINDS, Matters};
use townsfolk_module::senses::SenseReading;

const FACET_PARTS: &[Keyword] = &[
    ("evidence", "evidence ${1:1}"),
    ("implanted", "implanted ${1:0.2}"),
    ("told", "told ${1:0.1}"),
    ("fades", "fades ${1:0.15}"),
    ("recalled", "recalled ${1:0.8} within ${2:0.5}..${3:0.9}"),
    ("seen", "seen ${1:always}"),
    ("common", "common ${1:value} ${2:100}%"),
    ("inherited", "inherited ${1:75}%"),
    ("mistaken", "mistaken ${1:value}: ${2:other} ${3:100}%"),
    ("mistaken for another", "mistaken for another"),
    ("mistaken never", "mistaken never"),
];

const MISTAKEN_FOR: &[&str] = &[
    "never",
    "for another",
    "for a similar name",
    "for a number within",
    "for a related place",
];

const KNOWLEDGE_PARTS: &[Keyword] = &[
    ("keeps", "keeps ${1:95}% a day"),
    ("notices", "notices ${1:75}%"),
    ("recalls everything", "recalls everything"),
    ("eyes win", "eyes win ${1:always}"),
    ("overhears", "overhears ${1:5}%"),
    ("lies", "lies ${1:2}%..${2:20}%"),
    ("topics up to", "topics up to ${1:8}"),
    ("fades", "fades ${1:1}"),
    ("forgets", "forgets ${1:70}%"),
    ("mistakes", "mistakes ${1:20}%"),
    ("invents", "invents ${1:2}%"),
    ("implants", "implants ${1:blend}"),
    ("history", "history ${1:whole}"),
    ("matters", "matters ${1:talk} ${2:0.1}"),
];

impl Completer<'_, '_> {
    /// A new line of a facet.
    pub(super) fn facet_parts(&mut self) {
        self.keywords(FACET_PARTS, FACET_PART);
    }

    /// A new line of the settings of beliefs.
    pub(super) fn knowledge_parts(&mut self) {
        self.keywords(KNOWLEDGE_PARTS, KNOWLEDGE_PART);
        self.words(&EVIDENCE_KINDS, KNOWLEDGE_PART);
    }

    /// Within a line of a facet.
    pub(super) fn in_facet(&mut self, first: &str) {
        match (first, self.site.last()) {
            ("facet", ":") => self.kinds(),
            ("facet", "=") => self.facet_values(),
            ("facet", _) => self.words(&["set by host"], FLAG),
            ("seen", "seen") => {
                let words = ["always", "never", "at work", "at home", "while"];
                self.words(&words, FACET_PART);
            }
            ("seen", "at") => self.words(&["work", "home"], FACET_PART),
            ("seen", "while") => self.own_attributes(false),
            ("recalled", _) => self.words(&["within"], FACET_PART),
            ("mistaken", "for") => {
                let words = [
                    "another",
                    "a similar name",
                    "a number within",
                    "a related place",
                ];
                self.words(&words, FACET_PART);
            }
            ("mistaken", "a") => {
                let words = ["similar name", "number within", "related place"];
                self.words(&words, FACET_PART);
            }
            ("mistaken", "similar") => self.words(&["name"], FACET_PART),
            ("mistaken", "related") => self.words(&["place"], FACET_PART),
            ("mistaken", "number") => self.words(&["within"], FACET_PART),
            ("mistaken", "mistaken") => {
                self.facet_values();
                self.words(MISTAKEN_FOR, FACET_PART);
            }
            ("common" | "mistaken", "common" | "," | ":") => self.facet_values(),
            (first, ",") if MEASURES.contains(&first) => self.words(MEASURES, MEASURE),
            _ => {}
        }
    }

    /// Within a line of the settings of beliefs.
    pub(super) fn in_knowledge(&mut self, first: &str) {
        match (first, self.site.last()) {
            ("knowledge", _) => self.words(PRESETS, KNOWLEDGE_DECL),
            ("keeps", "a") => self.words(&["day"], KNOWLEDGE_PART),
            ("keeps", _) => self.words(&["a day"], KNOWLEDGE_PART),
            ("recalls", _) => self.words(&["everything"], KNOWLEDGE_PART),
            ("eyes", "win") => self.words(&["always", "never"], KNOWLEDGE_PART),
            ("eyes", _) => self.words(&["win"], KNOWLEDGE_PART),
            ("topics", "topics") => self.words(&["up to"], KNOWLEDGE_PART),
            ("topics", "up") => self.words(&["to"], KNOWLEDGE_PART),
            ("history", _) => self.words(HISTORIES, KNOWLEDGE_PART),
            ("matters", "matters" | ",") => self.words(&Matters::NAMES, KNOWLEDGE_PART),
            ("implants", _) => {
                let modes: Vec<&str> = IMPLANTS.iter().map(|(name, _)| *name).collect();
                self.words(&modes, KNOWLEDGE_PART);
            }
            _ => {}
        }
    }

    /// The values of the facet around the cursor.
    fn facet_values(&mut self) {
        let facet = self.site.around(&[FACET_DECL]);
        let name = facet.and_then(|facet| facet.node.name(facet.file));
        let name = name.as_ref().map(|(name, _)| name.as_str());
        let kinds = self.reader.question_kinds(name, self.site.file);
        let kind = kinds.get(3).copied().flatten();
        self.constants(kind);
    }

    /// The facets, as arguments.
    pub(super) fn facets(&mut self) {
        self.globals(Namespace::Host, &[FACET_DECL], CompletionKind::Host);
    }

    /// The attributes of a character, without arguments: all, or those that hold or do not.
    pub(super) fn own_attributes(&mut self, with_values: bool) {
        for declaration in self.reader.all(Namespace::Host, self.site.file) {
            let Some(located) = self.reader.node_of(declaration) else {
                continue;
            };
            let word = located.node.words().into_iter().next();
            let fits = word.is_some_and(|word| word == "attribute" || word == "facet")
                && (with_values || located.node.child(RESULT).is_none());
            if fits {
                let label = format!(".{}", declaration.name);
                self.offer(&label, CompletionKind::Host, Some(&located.node));
            }
        }
    }

    /// Within the `has` of a person.
    pub(super) fn in_has(&mut self) {
        match self.site.last() {
            "=" => {
                let name = self.site.back(1).to_string();
                let kind = self.reader.host_result(&name, self.site.file);
                match kind {
                    Some(kind) if crate::kinds::is_person(kind) => self.named(Namespace::Person),
                    kind => self.constants(kind),
                }
            }
            "has" => {
                self.words(&["temper", "not"], PERSON_PART);
                self.own_attributes(true);
            }
            "," | "not" => {
                self.words(&["not"], LITERAL);
                self.own_attributes(true);
            }
            _ => {}
        }
    }

    /// Whether the project has characters with skills, and so with senses.
    pub(super) fn has_skills(&self) -> bool {
        let host = &self.reader.globals().module;
        host.host_name(SenseReading::Seen.id()).is_some()
    }

    /// The words that ask for beliefs, in a project with facets, and those that ask for senses, in a
    /// project with skills.
    pub(super) fn questions(&mut self, condition: bool) {
        if condition && self.has_skills() {
            for reading in SenseReading::ALL {
                let name = reading.name();
                let insert = match reading {
                    SenseReading::Alert => format!("{name}(.me)"),
                    _ => format!("{name}(.me, ${{1:X}})"),
                };
                self.word(name, &insert, CALL_EXPR, CompletionKind::Engine);
            }
        }
        if self.reader.globals().module.knowledge.facets.is_empty() {
            return;
        }
        let engine = CompletionKind::Engine;
        if condition {
            let insert = "believes(.me, ${1:X}, ${2:facet}, ${3:_})";
            self.word(BELIEVES, insert, CALL_EXPR, engine);
        }
        self.word("sure", "sure(.me, ${1:X}, ${2:facet})", CALL_EXPR, engine);
        self.word(
            "told_by",
            "told_by(.me, ${1:X}, ${2:facet})",
            CALL_EXPR,
            engine,
        );
    }

    /// Whether the argument at the cursor names a facet.
    pub(super) fn at_facet(&self, callee: &str, index: usize) -> bool {
        index == 2 && self.reader.names_facet(callee, self.site.file)
    }

    /// The kinds of the arguments of a question or of speech about a belief.
    pub(super) fn asked_kinds(&self, callee: &str) -> Option<Vec<Option<townsfolk_core::Kind>>> {
        if !self.reader.names_facet(callee, self.site.file) {
            return None;
        }
        let facet = self.site.argument(2);
        let mut kinds = self.reader.question_kinds(facet, self.site.file);
        if !is_question(callee) {
            kinds.splice(1..2, [Some(townsfolk_core::Kind::Character)]);
        }
        Some(kinds)
    }
}
