//! Completion in a location.

use super::Completer;
use super::keywords::{EMITTER_OPTIONS, EMITTERS, LOCATION_PARTS};
use crate::syntax::*;

impl Completer<'_, '_> {
    /// Offers completions at the cursor in a location.
    pub(super) fn in_location(&mut self) {
        let site = self.site;
        let rest = site.rest();
        // A part may stand on the line of another.
        let part = rest
            .iter()
            .rev()
            .find(|word| matches!(**word, "knows" | "tags" | "prefers" | "emits" | "serves"));
        match *part.unwrap_or(&site.head()) {
            "knows" => self.knows(),
            "prefers" => match site.last() {
                "prefers" | "," => self.scripts(false),
                _ => self.next(),
            },
            "tags" => match site.last() {
                "tags" | "," => {}
                _ => self.next(),
            },
            "emits" => self.emits(&rest),
            "serves" => match site.last() {
                "serves" => self.named(crate::names::Namespace::Need),
                "as" => self.roles(),
                _ if rest.contains(&"as") => self.next(),
                _ => self.keywords(&[("as", "as $0")], SERVES),
            },
            "prop" => match (rest.as_slice(), site.last()) {
                ([], _) | ([_], _) | (_, "at" | ",") => {}
                (_, ":") => self.prop_kinds(),
                _ => {
                    if !rest.contains(&"at") {
                        let at = "at ${1:0} m, ${2:0} m";
                        self.keywords(&[("at", at)], LOCATION_PROP);
                    }
                    self.next();
                }
            },
            _ if rest.is_empty() => {}
            _ => {
                self.keywords(LOCATION_PARTS, LOCATION_PROP);
                self.next();
            }
        }
    }

    /// The facts of the scripts the location prefers; of all scripts, if it prefers none yet.
    fn knows(&mut self) {
        if !matches!(self.site.last(), "knows" | ",") {
            return self.next();
        }
        let Some(location) = self.site.around(&[LOCATION_DECL]) else {
            return;
        };
        let file = self.site.file;
        let mut scripts = self.reader.preferred(file, &location.node);
        if scripts.is_empty() {
            scripts = self
                .reader
                .all(crate::names::Namespace::Script, file)
                .into_iter()
                .filter_map(|declaration| self.reader.node_of(declaration))
                .map(|script| self.reader.script(&script))
                .collect();
        }
        for script in scripts {
            self.facts_of(&script);
        }
    }

    fn emits(&mut self, rest: &[&str]) {
        let spawns = rest.contains(&"spawn");
        match self.site.last() {
            "emits" => self.keywords(EMITTERS, EMITS),
            "spawn" => self.roles(),
            "then" => self.words(&["stay", "withdraw"], FLAG),
            "at" => self.keywords(&[("most", "most ${1:2} within ${2:50} m")], FLAG),
            "rests" => self.keywords(&[("per character", "per character ${1:2} min")], FLAG),
            "per" => self.words(&["character"], FLAG),
            "within" | "every" | "from" | "to" | "icon" | "character" | "most" => {}
            "," | "script" | "notification" | "player" => {
                if spawns {
                    self.roles();
                }
                let said = rest.join(" ");
                let options: Vec<_> = EMITTER_OPTIONS
                    .iter()
                    .copied()
                    .filter(|(label, _)| !said.contains(label))
                    .collect();
                self.keywords(&options, FLAG);
                if self.site.last() != "," {
                    self.next();
                }
            }
            _ if spawns && self.site.last_kind() == NUMBER => {
                self.keywords(&[("at", "at ${1:point}")], FLAG);
            }
            _ => self.next(),
        }
    }
}
