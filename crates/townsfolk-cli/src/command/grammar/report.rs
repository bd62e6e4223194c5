//! `townsfolk grammar report`: what comes out of a grammar.

use super::{Found, find};
use crate::arguments::ReportGrammar;
use crate::progress::Progress;
use crate::trouble::Trouble;
use crate::{Verdict, interrupt, style};
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;
use std::io::Write;
use townsfolk_decide::grammar::Weights;
use townsfolk_decide::grammar::growth::growth;
use townsfolk_decide::grammar::inside::Model;
use townsfolk_decide::grammar::report::{Statistics, report};

/// Number of pairs and triples of symbols that are shown.
const SHOWN: usize = 8;

/// Runs the command.
pub(super) fn run(arguments: &ReportGrammar, out: &mut dyn Write) -> Result<Verdict, Trouble> {
    let Some(found) = find(&arguments.which, out)? else {
        return Ok(Verdict::Bad);
    };
    let samples = arguments.samples as usize;
    // Sentences of an endless grammar are cut off after 10,000 symbols each.
    let samples = if found.grammar.endless {
        samples.div_ceil(100)
    } else {
        samples
    };
    let mut progress = Progress::of(samples.div_ceil(1000));
    let weights = Weights::authored(&found.grammar);
    let draw = found.draw(arguments.seed);
    let statistics = report(&found.grammar, &weights, samples, draw, |_| {
        progress.step("sentences");
        !interrupt::asked_to_stop()
    });
    drop(progress);
    match arguments.json {
        true => writeln!(out, "{}", as_json(&found, &statistics))?,
        false => show(&found, &statistics, out)?,
    }
    Ok(match interrupt::asked_to_stop() {
        true => Verdict::Interrupted,
        false => Verdict::Good,
    })
}

fn show(found: &Found, statistics: &Statistics, out: &mut dyn Write) -> Result<(), Trouble> {
    let name = style::paint(style::STRONG, &found.name);
    let sentences = style::count(statistics.sentences as usize, "sentence");
    let distinct = style::digits(statistics.distinct as usize);
    writeln!(out, "{name}: {sentences}, {distinct} different")?;
    let lengths = &statistics.lengths;
    writeln!(
        out,
        "length: {:.2} on average, half at most {}, 95% at most {}, longest {}",
        lengths.mean, lengths.median, lengths.p95, lengths.max
    )?;
    let expected = growth(&found.grammar, &Model::authored(&found.grammar));
    if let Some(lengths) = expected.lengths {
        let starts = found.grammar.starts.iter();
        let starts = starts.filter_map(|start| {
            let length = lengths.get(usize::from(start.rule))?;
            Some(format!("{} {length:.2}", found.rule(start.rule)))
        });
        let starts: Vec<String> = starts.collect();
        writeln!(out, "expected length: {}", starts.join(", "))?;
    }
    let cut = percent(statistics.cut, statistics.sentences);
    writeln!(
        out,
        "surprise: {:.2} bits a symbol; cut off: {cut}",
        statistics.bits_per_symbol
    )?;
    singles(found, statistics, out)?;
    runs(found, "pairs", &statistics.pairs, out)?;
    runs(found, "triples", &statistics.triples, out)?;
    dice(found, statistics, out)?;
    writeln!(
        out,
        "\n{}",
        style::paint(style::STRONG, "most frequent sentences")
    )?;
    for (sentence, count) in &statistics.frequent {
        let share = percent(*count, statistics.sentences);
        let sentence = style::harmless(&found.sentence(sentence));
        writeln!(out, "  {share:>7}  {sentence}")?;
    }
    Ok(())
}

fn percent(part: u64, of: u64) -> String {
    format!("{:.1}%", part as f64 * 100.0 / of.max(1) as f64)
}

fn singles(found: &Found, statistics: &Statistics, out: &mut dyn Write) -> Result<(), Trouble> {
    writeln!(out, "\n{}", style::paint(style::STRONG, "symbols"))?;
    let mut singles: Vec<(&u16, &u64)> = statistics.singles.iter().collect();
    singles.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
    for (symbol, count) in singles {
        let share = percent(*count, statistics.symbols);
        writeln!(
            out,
            "  {share:>7}  {}",
            style::harmless(&found.symbol(*symbol))
        )?;
    }
    Ok(())
}

/// The most frequent pairs or triples.
fn runs<const N: usize>(
    found: &Found,
    title: &str,
    counts: &BTreeMap<[u16; N], u64>,
    out: &mut dyn Write,
) -> Result<(), Trouble> {
    let total: u64 = counts.values().sum();
    if total == 0 {
        return Ok(());
    }
    writeln!(out, "\n{}", style::paint(style::STRONG, title))?;
    let mut counts: Vec<(&[u16; N], &u64)> = counts.iter().collect();
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
    for (run, count) in counts.iter().take(SHOWN) {
        let names: Vec<String> = run.iter().map(|symbol| found.symbol(*symbol)).collect();
        let line = style::harmless(&names.join(", "));
        writeln!(out, "  {:>7}  {line}", percent(**count, total))?;
    }
    Ok(())
}

/// How often each alternative was taken, and each repetition went on.
fn dice(found: &Found, statistics: &Statistics, out: &mut dyn Write) -> Result<(), Trouble> {
    writeln!(out, "\n{}", style::paint(style::STRONG, "dice"))?;
    for point in &found.grammar.choices {
        let first = point.first as usize;
        let own = statistics
            .alternatives
            .get(first..first + usize::from(point.count));
        let own = own.unwrap_or(&[]);
        let total: u64 = own.iter().sum();
        let shares: Vec<String> = own.iter().map(|count| percent(*count, total)).collect();
        let rule = found.rule(point.rule);
        writeln!(
            out,
            "  {rule}: alternatives {} of {}",
            shares.join(", "),
            style::digits(total as usize)
        )?;
    }
    for (point, (on, stop)) in found.grammar.repeats.iter().zip(&statistics.repeats) {
        let rule = found.rule(point.rule);
        let all = on + stop;
        writeln!(
            out,
            "  {rule}: repeated {} of {}",
            percent(*on, all),
            style::digits(all as usize)
        )?;
    }
    Ok(())
}

fn as_json(found: &Found, statistics: &Statistics) -> Json {
    let sentence =
        |symbols: &[u16]| -> Vec<String> { symbols.iter().map(|s| found.symbol(*s)).collect() };
    let runs = |counts: Vec<(Vec<u16>, u64)>| -> Vec<Json> {
        let counts = counts.into_iter();
        counts
            .map(|(run, count)| json!({ "symbols": sentence(&run), "count": count }))
            .collect()
    };
    let singles = statistics
        .singles
        .iter()
        .map(|(symbol, count)| (vec![*symbol], *count));
    let pairs = statistics
        .pairs
        .iter()
        .map(|(pair, count)| (pair.to_vec(), *count));
    let triples = statistics
        .triples
        .iter()
        .map(|(triple, count)| (triple.to_vec(), *count));
    let lengths = &statistics.lengths;
    json!({
        "grammar": found.name,
        "sentences": statistics.sentences,
        "different": statistics.distinct,
        "cut": statistics.cut,
        "symbols": statistics.symbols,
        "length": { "mean": lengths.mean, "median": lengths.median, "p95": lengths.p95, "max": lengths.max },
        "bits_per_symbol": statistics.bits_per_symbol,
        "singles": runs(singles.collect()),
        "pairs": runs(pairs.collect()),
        "triples": runs(triples.collect()),
        "frequent": runs(statistics.frequent.clone()),
        "alternatives": statistics.alternatives,
        "repeats": statistics.repeats,
    })
}
