//! `townsfolk grammar`: sentences of a grammar, statistics of them, parsing and training.

mod parse;
mod report;
mod sample;
mod train;

use super::check;
use crate::arguments::{Grammar as Arguments, GrammarWhat, WhichGrammar};
use crate::trouble::Trouble;
use crate::{Verdict, interrupt};
use std::collections::BTreeSet;
use std::io::Write;
use std::path::PathBuf;
use townsfolk_core::{Draw, Seed, SiteId, Tick};
use townsfolk_folder as load;
use townsfolk_lang::near::near_names;
use townsfolk_module::decide::{Grammar, Meaning};
use townsfolk_module::{Category, Module, Symbols};

/// Runs the command.
pub fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Verdict, Trouble> {
    interrupt::listen();
    match &arguments.what {
        GrammarWhat::Sample(arguments) => sample::run(arguments, out),
        GrammarWhat::Report(arguments) => report::run(arguments, out),
        GrammarWhat::Parse(arguments) => parse::run(arguments, out),
        GrammarWhat::Train(arguments) => train::run(arguments, out),
    }
}

/// A grammar of the content, with its names.
struct Found {
    /// The files that it may stand in.
    sources: BTreeSet<PathBuf>,
    grammar: Grammar,
    module: Module,
    symbols: Symbols,
    name: String,
}

/// The grammar that is meant. `None` if the content has errors, which have been shown.
fn find(which: &WhichGrammar, out: &mut dyn Write) -> Result<Option<Found>, Trouble> {
    let (results, _) = check::check_all(load::load(std::slice::from_ref(&which.path))?);
    if check::show_errors(&results, out)? {
        writeln!(out, "Fix the errors first.")?;
        return Ok(None);
    }
    let mut known = vec![];
    for (content, findings) in results {
        let Some(checked) = findings.checked else {
            continue;
        };
        let (module, symbols) = content.project.assemble(&checked);
        for grammar in &module.deciders.grammars {
            let name = symbols.name(Category::Decider, grammar.id.0);
            known.push(Found {
                sources: content.sources(),
                grammar: grammar.clone(),
                module: module.clone(),
                symbols: symbols.clone(),
                name,
            });
        }
    }
    let names: Vec<String> = known.iter().map(|found| found.name.clone()).collect();
    let place = place_of(&names, which.grammar.as_deref())?;
    Ok(Some(known.swap_remove(place)))
}

/// The place of the wanted grammar among those that there are.
fn place_of(names: &[String], wanted: Option<&str>) -> Result<usize, Trouble> {
    let listed = names.join(", ");
    match (wanted, names) {
        (_, []) => Err(Trouble::new("there is no grammar in these files")
            .hint("a grammar begins with `grammar NAME`; `townsfolk grammar --help` shows more")),
        (None, [_]) => Ok(0),
        (None, _) => Err(
            Trouble::new(format!("there are several grammars: {listed}"))
                .hint("name one with `--grammar NAME`"),
        ),
        (Some(wanted), _) => {
            let place = names.iter().position(|name| name == wanted);
            place.ok_or_else(|| {
                let near = near_names(wanted, names.iter().map(String::as_str), 1);
                let trouble = Trouble::new(format!("there is no grammar `{wanted}`"));
                match near.first() {
                    Some(near) => trouble.hint(format!("did you mean `{near}`?")),
                    None => trouble.hint(format!("there are: {listed}")),
                }
            })
        }
    }
}

impl Found {
    /// The dice of a seed.
    fn draw(&self, seed: u64) -> Draw {
        Draw::at(Seed(seed), 0, Tick(0), SiteId(self.grammar.id.0))
    }

    /// A symbol as it is written.
    fn symbol(&self, symbol: u16) -> String {
        let symbol = self.grammar.symbols.get(usize::from(symbol));
        symbol.map_or(String::new(), |symbol| match symbol.means {
            Meaning::Text(text) => format!("\"{}\"", self.module.text(text).unwrap_or_default()),
            _ => self.symbols.name(Category::Symbol, symbol.name.0),
        })
    }

    /// A rule as it is written.
    fn rule(&self, rule: u16) -> String {
        let rule = self.grammar.rules.get(usize::from(rule));
        rule.map_or(String::new(), |rule| {
            self.symbols.name(Category::Symbol, rule.name.0)
        })
    }

    /// Whether all symbols are texts, which are put together.
    fn is_of_texts(&self) -> bool {
        let mut symbols = self.grammar.symbols.iter();
        symbols.all(|symbol| matches!(symbol.means, Meaning::Text(_)))
    }

    /// A sentence as people read it.
    fn sentence(&self, sentence: &[u16]) -> String {
        if sentence.is_empty() {
            return "(nothing)".to_string();
        }
        let words: Vec<String> = sentence.iter().map(|symbol| self.symbol(*symbol)).collect();
        match self.is_of_texts() {
            true => words.iter().map(|word| word.trim_matches('"')).collect(),
            false => words.join(", "),
        }
    }

    /// The symbols of a sequence as people write it.
    fn read(&self, text: &str) -> Result<Vec<u16>, Trouble> {
        let names: Vec<String> = (0..self.grammar.symbols.len() as u16)
            .map(|s| self.symbol(s))
            .collect();
        let words = text
            .split([',', '\n'])
            .map(str::trim)
            .filter(|word| !word.is_empty());
        let words = words.filter(|word| *word != "nothing");
        words
            .map(|word| {
                let quoted = format!("\"{word}\"");
                let place = names
                    .iter()
                    .position(|name| name == word || *name == quoted);
                place
                    .map(|place| place as u16)
                    .ok_or_else(|| self.unknown(word, &names))
            })
            .collect()
    }

    fn unknown(&self, word: &str, names: &[String]) -> Trouble {
        let name = &self.name;
        let near = near_names(word, names.iter().map(String::as_str), 1);
        let trouble = Trouble::new(format!("`{word}` is no symbol of the grammar `{name}`"));
        match near.first() {
            Some(near) => trouble.hint(format!("did you mean `{near}`?")),
            None => trouble.hint(format!("its symbols are: {}", names.join(", "))),
        }
    }
}
