//! Stories about characters that decide outside scenes: the tests of roles.

use crate::folk::Folk;
use crate::host::{Command, Newcomer, Report};
use crate::place::Place;
use std::collections::BTreeMap;
use std::sync::Arc;
use townsfolk_core::{ActionRef, CharacterId, Outcome, Pushed, Tick, Value};
use townsfolk_decide::snippet::Evaluation;
use townsfolk_module::{Category, DeciderStep, DeciderTest, Module, Symbols};

/// Maximum number of ticks that a story may let pass in one step.
const TICKS_MAX: i64 = 1_000_000;

/// A story that went another way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OtherChoice {
    /// The index of the step.
    pub step: usize,
    /// What happened instead.
    pub instead: String,
    /// The table of the character, best first.
    pub table: Vec<String>,
}

/// Plays a test of a role. Says what was chosen, or the first step that went another way.
pub fn tell_choices(
    module: &Arc<Module>,
    symbols: &Symbols,
    test: &DeciderTest,
) -> Result<Vec<String>, OtherChoice> {
    let mut telling = Telling::new(module, symbols, test);
    let mut lines = vec![];
    for (index, step) in test.steps.iter().enumerate() {
        lines.extend(telling.step(index, step)?);
    }
    Ok(lines)
}

/// A story that is being told. The host finishes every action in its shortest time.
struct Telling {
    folk: Folk,
    /// Names of the test, as ids of the world.
    people: BTreeMap<CharacterId, CharacterId>,
    names: BTreeMap<CharacterId, String>,
    busy: Vec<(Tick, ActionRef)>,
    /// Whether there are reports that the next tick takes in.
    news: bool,
}

impl Telling {
    fn new(module: &Arc<Module>, symbols: &Symbols, test: &DeciderTest) -> Telling {
        let mut folk = Folk::new(module.clone(), test.seed);
        folk.set_symbols(symbols.clone());
        let mut telling = Telling {
            folk,
            people: BTreeMap::new(),
            names: BTreeMap::new(),
            busy: vec![],
            news: true,
        };
        for (name, role, at) in &test.people {
            let who = telling.folk.add_character(Newcomer {
                roles: vec![*role],
                at: Some(place(*at)),
                ..Newcomer::default()
            });
            let written = symbols.name(Category::Character, name.0);
            telling.folk.set_name(who, &written);
            telling.names.insert(who, written);
            telling.people.insert(*name, who);
        }
        telling.tick();
        telling
    }

    fn step(&mut self, index: usize, step: &DeciderStep) -> Result<Option<String>, OtherChoice> {
        match step {
            DeciderStep::Is(name, arguments, value) => {
                let arguments = arguments.iter().map(|value| self.value(*value)).collect();
                let value = match value {
                    Pushed::Is(value) => Pushed::Is(self.value(*value)),
                    other => *other,
                };
                self.report(Report::Property {
                    name: *name,
                    arguments,
                    value,
                });
            }
            DeciderStep::Moves(who, to) => {
                let who = self.who(*who);
                self.report(Report::Moved(who, place(*to)));
            }
            DeciderStep::Equips(who, what, has) => {
                let who = self.who(*who);
                self.report(Report::Equipped(who, *what, *has));
            }
            DeciderStep::Vanishes(who) => {
                let who = self.who(*who);
                self.report(Report::Gone(who));
            }
            DeciderStep::After(span) => {
                for _ in 0..span.0.clamp(0, TICKS_MAX) {
                    self.tick();
                }
            }
            DeciderStep::Chooses {
                who,
                choice,
                score,
                target,
            } => {
                if std::mem::take(&mut self.news) {
                    self.tick();
                }
                let who = self.who(*who);
                let (best, table) = self.folk.would_choose(who);
                let target = target.map(|target| Value::Character(self.who(target)));
                let fits = best.map(|best| best.snippet) == *choice
                    && score.is_none_or(|score| best.is_some_and(|best| best.score == score))
                    && (target.is_none() || best.and_then(|best| best.target) == target);
                let said = format!("{} chooses {}", self.name(who), self.rated(best.as_ref()));
                return match fits {
                    true => Ok(Some(said)),
                    false => Err(OtherChoice {
                        step: index,
                        instead: said,
                        table: self.table(table),
                    }),
                };
            }
        }
        Ok(None)
    }

    fn report(&mut self, report: Report) {
        self.news = true;
        self.folk.report(report);
    }

    fn tick(&mut self) {
        let now = self.folk.now();
        let (over, busy) = { self.busy.drain(..) }.partition(|(end, _)| *end <= now);
        self.busy = busy;
        let over: Vec<(Tick, ActionRef)> = over;
        for (_, action) in over {
            self.folk.report(Report::Outcome(action, Outcome::Done));
        }
        self.folk.tick();
        let now = self.folk.now();
        for command in self.folk.output().commands.clone() {
            match command {
                Command::Start { action, what, .. } => {
                    let declared = self.folk.module().action(what);
                    let takes = declared.map(|declared| declared.takes.0);
                    let end = takes.map_or(now, |takes| now.after(takes));
                    self.busy.push((end, action));
                }
                Command::Stop(action) => {
                    self.busy.retain(|(_, known)| *known != action);
                    self.folk.report(Report::Outcome(action, Outcome::Stopped));
                }
                _ => {}
            }
        }
    }

    fn who(&self, name: CharacterId) -> CharacterId {
        self.people.get(&name).copied().unwrap_or(name)
    }

    fn value(&self, value: Value) -> Value {
        match value {
            Value::Character(name) => Value::Character(self.who(name)),
            other => other,
        }
    }

    fn name(&self, who: CharacterId) -> String {
        let known = self.names.get(&who).cloned();
        known.unwrap_or_else(|| self.folk.name_of(who))
    }

    fn rated(&self, row: Option<&Evaluation>) -> String {
        let Some(row) = row else {
            return "nothing".into();
        };
        let name = self.folk.symbols().name(Category::Decider, row.snippet.0);
        let target = match row.target {
            Some(Value::Character(who)) => format!(" on {}", self.name(who)),
            _ => String::new(),
        };
        match row.ok {
            true => format!("{name} with {}{target}", row.score),
            false => format!("{name} (not possible)"),
        }
    }

    fn table(&self, mut table: Vec<Evaluation>) -> Vec<String> {
        table.sort_by_key(|row| (!row.ok, std::cmp::Reverse(row.score)));
        table.iter().map(|row| self.rated(Some(row))).collect()
    }
}

fn place((x_mm, y_mm): (i32, i32)) -> Place {
    Place {
        x_mm,
        y_mm,
        z_mm: 0,
    }
}
