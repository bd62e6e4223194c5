//! `townsfolk grammar parse`: whether a sequence is a sentence, and how it was made.

use super::{Found, find};
use crate::arguments::ParseGrammar;
use crate::trouble::Trouble;
use crate::{Verdict, style};
use std::io::Write;
use std::path::Path;
use townsfolk_decide::grammar::inside::Model;
use townsfolk_decide::grammar::parse::{Tree, longest_prefix, parse};
use townsfolk_folder::read;

/// The longest sequence that is parsed.
const SYMBOLS_MAX: usize = 20_000;

/// Runs the command.
pub(super) fn run(arguments: &ParseGrammar, out: &mut dyn Write) -> Result<Verdict, Trouble> {
    let Some(found) = find(&arguments.which, out)? else {
        return Ok(Verdict::Bad);
    };
    let text = match arguments.sequence.strip_prefix('@') {
        Some(path) => read::text(Path::new(path))?,
        None => arguments.sequence.clone(),
    };
    let symbols = found.read(&text)?;
    if symbols.len() > SYMBOLS_MAX {
        let most = style::digits(SYMBOLS_MAX);
        return Err(Trouble::new(format!(
            "the sequence has more than {most} symbols"
        )));
    }
    let model = Model::authored(&found.grammar);
    let Some(parse) = parse(&found.grammar, &model, &symbols) else {
        say_where(&found, &symbols, out)?;
        return Ok(Verdict::Bad);
    };
    let ways = match parse.derivations {
        Some(1) => "in one way".to_string(),
        Some(many) => format!(
            "in {} ways; this is the likeliest",
            style::digits(many as usize)
        ),
        None => "in more ways than can be counted; this is the likeliest".to_string(),
    };
    let name = style::paint(style::STRONG, &found.name);
    writeln!(out, "A sentence of {name}, {ways}.")?;
    let bits = -parse.log2_probability;
    writeln!(
        out,
        "Its probability is {}, {bits:.2} bits of surprise.",
        share(bits)
    )?;
    writeln!(out)?;
    for part in &parse.tree {
        show(&found, part, 0, out)?;
    }
    Ok(Verdict::Good)
}

/// A probability as one in so many.
fn share(bits: f64) -> String {
    match bits {
        ..0.0001 => "1".to_string(),
        ..40.0 => format!("1 in {}", style::digits(two_to(bits).round() as usize)),
        _ => format!("2^-{bits:.1}"),
    }
}

#[allow(clippy::disallowed_methods, reason = "a figure that is printed")]
fn two_to(bits: f64) -> f64 {
    bits.exp2()
}

fn show(found: &Found, tree: &Tree, depth: usize, out: &mut dyn Write) -> Result<(), Trouble> {
    let indent = "  ".repeat(depth.min(40));
    match tree {
        Tree::Symbol(symbol) => {
            writeln!(out, "{indent}{}", style::harmless(&found.symbol(*symbol)))?;
        }
        Tree::Rule(rule, inside) => {
            let name = style::paint(style::STRONG, &found.rule(*rule));
            let empty = if inside.is_empty() { " (nothing)" } else { "" };
            writeln!(out, "{indent}{name}{empty}")?;
            for part in inside {
                show(found, part, depth + 1, out)?;
            }
        }
    }
    Ok(())
}

/// Says how far a sequence could have been a sentence.
fn say_where(found: &Found, symbols: &[u16], out: &mut dyn Write) -> Result<(), Trouble> {
    let right = longest_prefix(&found.grammar, symbols);
    let name = style::paint(style::STRONG, &found.name);
    writeln!(out, "Not a sentence of {name}.")?;
    let line = match symbols.get(right) {
        Some(wrong) => {
            let wrong = found.symbol(*wrong);
            match right {
                0 => format!("No sentence begins with {wrong}."),
                _ => format!(
                    "The first {} could begin one, but {wrong} cannot follow.",
                    style::count(right, "symbol")
                ),
            }
        }
        None if symbols.is_empty() => "Every sentence has at least one symbol.".to_string(),
        None => "It could begin one, but more must follow.".to_string(),
    };
    writeln!(out, "{}", style::harmless(&line))?;
    Ok(())
}
