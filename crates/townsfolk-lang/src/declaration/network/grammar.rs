//! `network NAME` with one row of weights for each neuron.

use crate::declaration::grammar::degree;
use crate::declaration::opens_declaration;
use crate::syntax::{Parser, *};

/// The words that begin rows: hidden neurons, then one for each interaction and for none.
pub(crate) const ROWS: [&str; 9] = [
    "hidden",
    "kiss",
    "flirt",
    "joke",
    "compliment",
    "chat",
    "insult",
    "assault",
    "nothing",
];

/// The words that can begin a row, for messages.
const PARTS: &str = "a row of weights: `hidden`, or an interaction such as `joke`, and its numbers; or the next declaration";

pub(crate) fn network(p: &mut Parser<'_>) {
    p.open(NETWORK_DECL);
    p.bump();
    p.name("the name of a network");
    while !p.at(EOF) && !opens_declaration(p.peek()) {
        if !ROWS.contains(&p.peek_text()) {
            p.skip_line(PARTS, &ROWS, opens_declaration);
            continue;
        }
        p.open(NETWORK_PART);
        p.bump();
        loop {
            degree(p, "a weight, such as `-0.5`");
            if !p.eat(COMMA) {
                break;
            }
        }
        p.close();
    }
    p.close();
}
