//! `townsfolk ask`: all solutions of a condition on given facts.

use super::check;
use crate::arguments::{Ask, Format};
use crate::summary::Counts;
use crate::trouble::Trouble;
use crate::{Verdict, json, render, style};
use serde_json::{Map, Value as Json, json};
use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;
use std::rc::Rc;
use townsfolk_core::{Atom, CharacterId, RoleId, SceneId, Seed, Tick, Value};
use townsfolk_folder::{self as load, Content, Findings, find, read};
use townsfolk_lang::ScriptUnit;
use townsfolk_lang::near::near_names;
use townsfolk_lang::project::Checked;
use townsfolk_lang::question::{Question, Text, Wording};
use townsfolk_module::{Category, Module, Script, Symbols};
use townsfolk_scene::Nowhere;
use townsfolk_scene::reference::Scene;
use townsfolk_scene::reference::{Added, Bindings, Keyed, Matcher, STEP_BUDGET, View, Words};

/// Maximum number of facts. No search could visit more.
const FACTS_MAX: usize = 20_000;

/// A participant without a role. Found by `.any(X)`, but in no role.
const NO_ROLE: RoleId = RoleId(0);

/// A condition draws no random numbers.
const FATE: Keyed = Keyed {
    seed: Seed(1),
    owner: 0,
};

/// Runs the command.
pub fn run(arguments: &Ask, out: &mut dyn Write) -> Result<Verdict, Trouble> {
    let facts = facts(&arguments.facts)?;
    let contents = load::load(std::slice::from_ref(&arguments.file))?;
    let (mut results, _) = check::check_all(contents);
    if results.iter().any(|(_, findings)| findings.has_errors()) {
        return show_errors(&results, arguments.format, out);
    }
    let (index, unit) = script(&results, arguments.script.as_deref())?;
    let Some((content, findings)) = results.get_mut(index) else {
        return Ok(Verdict::Unusable);
    };
    let texts = [
        ("the condition", arguments.condition.as_str()),
        (facts.name.as_str(), facts.text.as_str()),
        ("the cast", arguments.cast.as_str()),
    ];
    let [condition, facts, cast] = texts.map(|(name, text)| Text {
        file: content.add_typed(name, text),
        text,
    });
    let Some(checked) = &findings.checked else {
        return Ok(Verdict::Unusable);
    };
    let wording = Wording {
        condition,
        facts,
        cast,
        me: arguments.me.as_deref(),
    };
    let question = content.project.ask(checked, &unit, wording);
    show_problems(content, &question, arguments.format, out)?;
    if question.has_errors() {
        return Ok(Verdict::Bad);
    }
    if question.given.len() > FACTS_MAX {
        let most = style::digits(FACTS_MAX);
        return Err(Trouble::new(format!("there are more than {most} facts"))
            .hint("ask with the facts of one scene"));
    }
    let answer = Answer::find(content, checked, &unit, &question, arguments.at);
    match arguments.format {
        Format::Human => answer.show(&question, out)?,
        Format::Json => answer.show_as_json(&question, out)?,
    }
    Ok(match answer.given_up {
        true => Verdict::Bad,
        false => Verdict::Good,
    })
}

/// Facts, and the name of their text.
struct Facts {
    name: String,
    text: String,
}

/// The facts of a file, or from the command line.
fn facts(typed: &str) -> Result<Facts, Trouble> {
    let path = Path::new(typed);
    if path.is_file() {
        return Ok(Facts {
            name: find::shown(path),
            text: read::text(path)?,
        });
    }
    // `facts.txt` and `town/facts` are not facts, so a file was meant.
    let one_word = !typed.contains(|c: char| c.is_whitespace() || c == '(');
    let stem = typed.trim_end_matches('.');
    if one_word && stem.contains(['.', '/', '\\']) {
        return Err(find::missing(path));
    }
    Ok(Facts {
        name: "the facts".to_string(),
        text: typed.to_string(),
    })
}

/// The script of the question: the named one, or the only one.
fn script(
    results: &[(Content, Findings)],
    wanted: Option<&str>,
) -> Result<(usize, Rc<ScriptUnit>), Trouble> {
    let mut scripts = vec![];
    for (index, (content, findings)) in results.iter().enumerate() {
        let units = findings.checked.iter().flat_map(|checked| &checked.scripts);
        for unit in units {
            // A named script may also be in a dependency.
            if wanted.is_some() || content.is_asked_for(unit.places.name.file) {
                scripts.push((index, unit.clone()));
            }
        }
    }
    let names: Vec<&str> = scripts.iter().map(|(_, unit)| unit.name.as_str()).collect();
    if let Some(wanted) = wanted {
        let found = scripts.iter().find(|(_, unit)| unit.name == wanted);
        return found.cloned().ok_or_else(|| {
            let near = near_names(wanted, names.iter().copied(), 1);
            let trouble = Trouble::new(format!("there is no script `{wanted}`"));
            match near.first() {
                Some(near) => trouble.hint(format!("did you mean `{near}`?")),
                None => trouble.hint(listed(&names)),
            }
        });
    }
    match scripts.as_slice() {
        [one] => Ok(one.clone()),
        [] => Err(Trouble::new("there is no script here")
            .hint("a condition uses the words of a script: name a file with one")),
        _ => Err(Trouble::new("there are several scripts here").hint(listed(&names))),
    }
}

fn listed(names: &[&str]) -> String {
    const MOST: usize = 12;
    let shown = names.iter().take(MOST).copied();
    let shown: Vec<String> = shown.map(|name| format!("`{name}`")).collect();
    let more = if names.len() > MOST { ", …" } else { "" };
    format!("say which with `--script`: {}{more}", shown.join(", "))
}

/// Shows the errors of the script, without which no question can be answered.
fn show_errors(
    results: &[(Content, Findings)],
    format: Format,
    out: &mut dyn Write,
) -> Result<Verdict, Trouble> {
    match format {
        Format::Human => {
            check::show_errors(results, out)?;
            writeln!(out, "Not asked: fix the errors first.")?;
        }
        Format::Json => {
            let mut counts = Counts::default();
            for (content, findings) in results {
                counts.add_findings(content, findings);
                for problem in &findings.problems {
                    writeln!(out, "{}", json::line(content, problem))?;
                }
            }
            writeln!(out, "{}", json::last_line(counts))?;
        }
    }
    Ok(Verdict::Bad)
}

/// Shows the problems of the question.
fn show_problems(
    content: &Content,
    question: &Question,
    format: Format,
    out: &mut dyn Write,
) -> Result<(), Trouble> {
    let mut counts = Counts::default();
    counts.add(&question.problems);
    for problem in &question.problems {
        match format {
            Format::Human => writeln!(out, "{}", render::render(content, problem))?,
            Format::Json => writeln!(out, "{}", json::line(content, problem))?,
        }
    }
    if question.has_errors() {
        match format {
            Format::Human => writeln!(out, "No answer: fix the errors first.")?,
            Format::Json => writeln!(out, "{}", json::last_line(counts))?,
        }
    }
    Ok(())
}

/// The result.
#[derive(Default)]
struct Answer {
    /// The values of the variables for each solution; `None` where any value matches.
    rows: Vec<Vec<Option<Shown>>>,
    /// Facts that were rejected, and why.
    left_out: Vec<String>,
    /// Whether the search exceeded its limit.
    given_up: bool,
}

/// A value for people and for tools.
struct Shown {
    text: String,
    json: Json,
}

/// The situation in which the question is evaluated.
struct Situation<'q> {
    module: Module,
    symbols: Symbols,
    script: &'q Script,
    question: &'q Question,
    scene: Scene,
    order: Vec<CharacterId>,
}

impl Situation<'_> {
    /// A search over the facts so far.
    fn matcher<'s>(&'s self, fate: &'s mut Keyed) -> Matcher<'s> {
        let view = View {
            module: &self.module,
            script: self.script,
            scene: &self.scene,
            order: &self.order,
            stage: &Nowhere,
            now: self.scene.now,
        };
        Matcher::new(view, &self.scene.facts, fate, self.question.me, None)
    }

    fn words(&self) -> Words<'_> {
        Words {
            symbols: &self.symbols,
            script: self.script.id,
        }
    }

    fn shown(&self, value: Value) -> Shown {
        let text = match value {
            Value::Text(id) => self.module.text(id).map(|text| format!("{text:?}")),
            _ => None,
        };
        let text = text.unwrap_or_else(|| self.words().value(value));
        let json = match value {
            Value::Number(number) if number.0 % 1000 == 0 => json!(number.0 / 1000),
            Value::Number(number) => json!(number.0 as f64 / 1000.0),
            Value::Text(id) => json!(self.module.text(id)),
            _ => json!(text),
        };
        Shown { text, json }
    }
}

impl Answer {
    fn find(
        content: &Content,
        checked: &Checked,
        unit: &ScriptUnit,
        question: &Question,
        at: Tick,
    ) -> Answer {
        let (mut module, mut symbols) = content.project.assemble(checked);
        for (category, id, name) in &question.names {
            symbols.names.insert((*category, *id), name.clone());
        }
        module.texts.extend(question.texts.iter().cloned());
        module.sort();
        let people = question.people.iter();
        let cast: Vec<_> = people
            .map(|(who, role)| (*who, role.unwrap_or(NO_ROLE)))
            .collect();
        let mut scene = Scene::begin(SceneId(0), &unit.script, at, &[], &cast);
        scene.now = at;
        let mut situation = Situation {
            module,
            symbols,
            script: &unit.script,
            question,
            scene,
            order: cast.iter().map(|(who, _)| *who).collect(),
        };
        let mut answer = Answer::default();
        answer.take_in_facts(&mut situation);
        answer.search(&situation);
        answer
    }

    fn take_in_facts(&mut self, situation: &mut Situation<'_>) {
        let mut fate = FATE;
        let mut matcher = situation.matcher(&mut fate);
        let nothing = Bindings::new(0);
        let mut atoms: Vec<Atom> = vec![];
        for pattern in &situation.question.given {
            let arguments = pattern.arguments.iter();
            let values: Option<Vec<Value>> =
                arguments.map(|a| matcher.value(a, &nothing)).collect();
            match values {
                Some(arguments) => atoms.push(Atom {
                    fact: pattern.fact,
                    arguments,
                }),
                None => {
                    let name = situation.symbols.name(Category::Fact, pattern.fact.0);
                    let line = format!("a `{name}` is left out: an argument has no value");
                    self.left_out.push(line);
                }
            }
        }
        drop(matcher);
        let now = situation.scene.now;
        for atom in atoms {
            let facts = &mut situation.scene.facts;
            if let Added::Held(holder) = facts.add(situation.script, atom.clone(), now, None) {
                let words = situation.words();
                let (claim, holder) = (words.atom(&atom), words.value(holder));
                let line = format!("`{claim}` is left out: {holder} holds this claim");
                self.left_out.push(line);
            }
        }
    }

    fn search(&mut self, situation: &Situation<'_>) {
        let question = situation.question;
        let mut fate = FATE;
        let mut matcher = situation.matcher(&mut fate);
        let start = Bindings::new(u16::try_from(question.variables.len()).unwrap_or(u16::MAX));
        matcher.solve(&question.literals, &start, &mut |_, solution| {
            let values = solution.values().into_iter();
            let row = values.map(|value| value.map(|value| situation.shown(value)));
            self.rows.push(row.collect());
            ControlFlow::Continue(())
        });
        self.given_up = matcher.exhausted;
        if self.given_up {
            // Solutions before the limit do not count in a game either.
            self.rows.clear();
        }
    }

    fn show(&self, question: &Question, out: &mut dyn Write) -> Result<(), Trouble> {
        for line in &self.left_out {
            writeln!(out, "{}\n", style::with_code(&style::harmless(line)))?;
        }
        let count = self.rows.len();
        if self.given_up {
            let steps = style::digits(STEP_BUDGET as usize);
            writeln!(
                out,
                "The search was given up: it took more than {steps} steps, or went too deep."
            )?;
            writeln!(out, "A rule with this condition would not fire.")?;
        } else if question.variables.is_empty() {
            match count {
                0 => writeln!(out, "no")?,
                _ => writeln!(out, "yes, in {}", style::count(count, "way"))?,
            }
        } else if count == 0 {
            writeln!(out, "no solution")?;
        } else {
            self.show_table(question, out)?;
            writeln!(out, "\n{}", style::count(count, "solution"))?;
        }
        Ok(())
    }

    fn show_table(&self, question: &Question, out: &mut dyn Write) -> Result<(), Trouble> {
        let head: Vec<String> = question.variables.clone();
        let text = |value: &Option<Shown>| match value {
            Some(shown) => style::harmless(&shown.text).to_string(),
            None => "_".to_string(),
        };
        let rows = self.rows.iter().map(|row| row.iter().map(text).collect());
        let rows: Vec<Vec<String>> = rows.collect();
        let width = |column: usize| {
            let cells = rows.iter().filter_map(|row| row.get(column));
            let widths = cells
                .chain(head.get(column))
                .map(|cell| cell.chars().count());
            widths.max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..head.len()).map(width).collect();
        let line = |cells: &[String]| {
            let padded = cells.iter().zip(&widths);
            let padded: Vec<String> = padded
                .map(|(cell, width)| format!("{cell:width$}"))
                .collect();
            padded.join("  ").trim_end().to_string()
        };
        writeln!(out, "{}", style::paint(style::STRONG, &line(&head)))?;
        for row in &rows {
            writeln!(out, "{}", line(row))?;
        }
        Ok(())
    }

    fn show_as_json(&self, question: &Question, out: &mut dyn Write) -> Result<(), Trouble> {
        for row in &self.rows {
            let mut solution = Map::new();
            for (variable, value) in question.variables.iter().zip(row) {
                let value = value.as_ref().map(|shown| shown.json.clone());
                solution.insert(variable.clone(), value.unwrap_or(Json::Null));
            }
            writeln!(out, "{}", Json::Object(solution))?;
        }
        let last = json!({
            "solutions": self.rows.len(),
            "variables": question.variables,
            "left_out": self.left_out,
            "given_up": self.given_up,
        });
        writeln!(out, "{last}")?;
        Ok(())
    }
}
