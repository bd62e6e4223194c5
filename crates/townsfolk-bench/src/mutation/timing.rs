//! Mistakes with time and claims: what is taken too late, rests too little, or has no holder.

use super::operator::{PartKind, Source};
use townsfolk_lang::syntax::SyntaxKind;

impl Source<'_> {
    pub(super) fn mistime(&self, operator: &str, add: &mut impl FnMut(usize, String, String)) {
        match operator {
            "too-late" => {
                let acts = |rule| self.of_kind(PartKind::Do).any(|part| part.rule == rule);
                let effects = self.parts.iter().filter(|part| {
                    matches!(part.kind, PartKind::Add | PartKind::Remove)
                        && part.content == part.from + 1
                        && acts(part.rule)
                });
                for part in effects {
                    let said = self.slice(part.from, part.to);
                    let what = format!("`then` before `{said}`");
                    let text = self.replaced(part.from, part.to, &format!("then {said}"));
                    add(part.from, what, text);
                }
            }
            "short-rest" => {
                let rests = self.of_kind(PartKind::Other);
                for part in rests.filter(|part| self.word(part.from) == "again") {
                    let what = format!("`1 ms` for `{}`", self.slice(part.content, part.to));
                    add(
                        part.from,
                        what,
                        self.replaced(part.from, part.to, "again after 1 ms"),
                    );
                }
            }
            _ => {
                let claims = (0..self.tokens.len())
                    .filter(|at| self.tokens[*at].kind == SyntaxKind::CLAIM_KW);
                for at in claims {
                    let what = format!("`fact {}`", self.word(at + 1));
                    add(at, what, self.replaced(at, at + 1, "fact"));
                }
            }
        }
    }
}
