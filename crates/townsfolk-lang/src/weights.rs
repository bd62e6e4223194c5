//! New weights for a grammar in its source text, as training finds them.
//!
//! Numbers are replaced or put in where they belong; everything else, comments too, stays as it is.

use crate::source::FileId;
use crate::syntax::{Node, TreeExt, parse, *};
use std::ops::Range;
use townsfolk_core::Number;

/// New weights of a grammar, in the order of the source, all in thousandths.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct NewWeights {
    /// Weights of all alternatives.
    pub alternatives: Vec<u32>,
    /// Chances of all repetitions.
    pub repeats: Vec<u32>,
    /// Weights of all starts.
    pub starts: Vec<u32>,
}

/// A text with other weights, and the range of the grammar in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rewritten {
    /// The whole text.
    pub text: String,
    /// Where the grammar stands in it.
    pub declaration: Range<usize>,
}

/// Gives the grammar with this name other weights. `None` if the text does not declare it, or not
/// with this many weights.
pub fn with_weights(text: &str, name: &str, weights: &NewWeights) -> Option<Rewritten> {
    let root = parse(FileId(0), text).root();
    let mut grammars = root.children_of(GRAMMAR_DECL);
    let node = grammars.find(|node| node.name(FileId(0)).is_some_and(|(own, _)| own == name))?;
    let mut walk = Walk::default();
    for rule in node.children_of(GRAMMAR_RULE) {
        walk.rule(&rule, weights)?;
    }
    let whole = walk.alternative == weights.alternatives.len()
        && walk.repeat == weights.repeats.len()
        && walk.start == weights.starts.len();
    whole.then(|| walk.apply(text, &node))
}

/// The numbers met so far, and the changes of the text.
#[derive(Default)]
struct Walk {
    alternative: usize,
    repeat: usize,
    start: usize,
    changes: Vec<(Range<usize>, String)>,
}

impl Walk {
    fn rule(&mut self, rule: &Node, weights: &NewWeights) -> Option<()> {
        let is_start = rule.words().first().is_some_and(|word| word == "start");
        if is_start {
            let weight = *weights.starts.get(self.start)?;
            self.start += 1;
            // A single start needs no weight.
            if weights.starts.len() > 1 {
                let name = rule.child(NAME)?;
                self.put(
                    number_of(rule),
                    start_of(&name),
                    format!("{} ", number(weight)),
                );
            }
        }
        self.body(&rule.child(GRAMMAR_CHOICE)?, weights)
    }

    fn body(&mut self, choice: &Node, weights: &NewWeights) -> Option<()> {
        let parts: Vec<Node> = choice.children_of(GRAMMAR_ALTERNATIVE).collect();
        if parts.len() > 1 {
            for part in &parts {
                let weight = *weights.alternatives.get(self.alternative)?;
                self.alternative += 1;
                self.put(
                    number_of(part),
                    start_of(part),
                    format!("{} ", number(weight)),
                );
            }
        }
        for part in parts.iter().flat_map(|part| part.children_of(GRAMMAR_PART)) {
            if let Some(group) = part.child(GRAMMAR_GROUP) {
                self.body(&group.child(GRAMMAR_CHOICE)?, weights)?;
            }
            if let Some(repeat) = part.child(GRAMMAR_REPEAT) {
                self.repeat(&repeat, weights)?;
            }
        }
        Some(())
    }

    fn repeat(&mut self, repeat: &Node, weights: &NewWeights) -> Option<()> {
        let chance = *weights.repeats.get(self.repeat)?;
        self.repeat += 1;
        let percent = format!("{}%", Number(i64::from(chance) * 100));
        let end = usize::from(repeat.text_range().end());
        match (repeat.child(NUMBER_EXPR), repeat.child(RANGE)) {
            (Some(old), _) => self.changes.push((range_of(&old), percent)),
            (None, None) => self.changes.push((end..end, percent)),
            (None, Some(range)) => {
                // An exact count has no dice.
                let is_exact = range.token(DOTS).is_none();
                if !is_exact {
                    self.changes.push((end..end, format!(" with {percent}")));
                }
            }
        }
        Some(())
    }

    /// Replaces a number, or puts one in with a space behind it.
    fn put(&mut self, old: Option<Node>, at: usize, number: String) {
        self.changes.push(match old {
            Some(old) => (range_of(&old), number.trim_end().to_string()),
            None => (at..at, number),
        });
    }

    fn apply(mut self, text: &str, node: &Node) -> Rewritten {
        self.changes
            .sort_by_key(|(range, _)| (range.start, range.end));
        let own = range_of(node);
        let mut written = String::with_capacity(text.len() + 64);
        let mut at = 0;
        let mut grown = 0isize;
        for (range, number) in self.changes {
            written += text.get(at..range.start).unwrap_or_default();
            written += &number;
            grown += number.len() as isize - range.len() as isize;
            at = range.end;
        }
        written += text.get(at..).unwrap_or_default();
        let end = own.end.saturating_add_signed(grown);
        Rewritten {
            text: written,
            declaration: own.start..end,
        }
    }
}

fn number(thousandths: u32) -> String {
    Number(i64::from(thousandths)).to_string()
}

fn number_of(node: &Node) -> Option<Node> {
    node.children()
        .find(|child| matches!(child.kind(), NUMBER_EXPR | NEGATIVE_EXPR))
}

fn start_of(node: &Node) -> usize {
    node.text_range().start().into()
}

fn range_of(node: &Node) -> Range<usize> {
    node.text_range().start().into()..node.text_range().end().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_replaced_or_put_in_and_the_rest_stays() {
        let text = "# Before.\ngrammar boss\n  # Fire first.\n  start attack: fire*50%, (a or 2 b*)+  # tail\n  start end_it: a*2..3, b*4\nrole x\n";
        let weights = NewWeights {
            alternatives: vec![250, 750],
            repeats: vec![667, 100, 333, 900, 0],
            starts: vec![600, 400],
        };
        let new = with_weights(text, "boss", &weights).unwrap();
        assert_eq!(
            new.text,
            "# Before.\ngrammar boss\n  # Fire first.\n  start 0.6 attack: fire*66.7%, (0.25 a or 0.75 b*10%)+33.3%  # tail\n  start 0.4 end_it: a*2..3 with 90%, b*4\nrole x\n"
        );
        assert!(new.text[new.declaration.clone()].starts_with("grammar boss"));
        assert!(new.text[new.declaration.clone()].ends_with("b*4"));
        assert_eq!(with_weights(text, "bess", &weights), None);
        assert_eq!(with_weights(text, "boss", &NewWeights::default()), None);
    }
}
