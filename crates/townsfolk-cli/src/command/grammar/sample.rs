//! `townsfolk grammar sample`: sentences, one on a line.

use super::{Found, find};
use crate::arguments::SampleGrammar;
use crate::trouble::Trouble;
use crate::{Verdict, interrupt, style};
use std::io::Write;
use townsfolk_core::SymbolId;
use townsfolk_decide::grammar::{Pulled, Source, Stream, Weights};

/// Runs the command.
pub(super) fn run(arguments: &SampleGrammar, out: &mut dyn Write) -> Result<Verdict, Trouble> {
    let Some(found) = find(&arguments.which, out)? else {
        return Ok(Verdict::Bad);
    };
    let start = arguments
        .start
        .as_deref()
        .map(|name| rule(&found, name))
        .transpose()?;
    let weights = Weights::authored(&found.grammar);
    let from = Source {
        grammar: &found.grammar,
        weights: &weights,
        draw: found.draw(arguments.seed),
    };
    let mut stream = Stream::new();
    for _ in 0..arguments.count {
        if interrupt::asked_to_stop() {
            return Ok(Verdict::Interrupted);
        }
        match start {
            Some(rule) => stream.begin_at(rule),
            None => _ = stream.begin(&from),
        }
        let (symbols, is_cut) = sentence(&mut stream, &from, arguments.symbols);
        let more = if is_cut { " …" } else { "" };
        let line = format!("{}{more}", found.sentence(&symbols));
        writeln!(out, "{}", style::harmless(&line))?;
    }
    Ok(Verdict::Good)
}

/// The symbols of a sentence, and whether more would have followed.
fn sentence(stream: &mut Stream, from: &Source<'_>, most: usize) -> (Vec<u16>, bool) {
    if !from.grammar.endless {
        let sentence = stream.rest(from, &mut ());
        return (sentence.symbols, sentence.cut.is_some());
    }
    let mut symbols = vec![];
    while symbols.len() < most {
        match stream.pull(from) {
            Pulled::Symbol(symbol) => symbols.push(symbol),
            Pulled::End => return (symbols, false),
            Pulled::Cut(_) => break,
        }
    }
    (symbols, true)
}

fn rule(found: &Found, name: &str) -> Result<u16, Trouble> {
    let rule = found.grammar.rule_named(SymbolId::named(name));
    rule.ok_or_else(|| {
        let rules = 0..found.grammar.rules.len() as u16;
        let rules: Vec<String> = rules.map(|rule| found.rule(rule)).collect();
        let trouble = Trouble::new(format!("there is no rule `{name}` in `{}`", found.name));
        trouble.hint(format!("its rules are: {}", rules.join(", ")))
    })
}
