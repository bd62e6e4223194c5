//! Names and values of a running scene in the author's words.

use super::clock::{calendar_span, clock, span};
use crate::Folk;
use crate::api::fill::fill;
use crate::performer::LASTS;
use townsfolk_core::{
    ActionId, ActionRef, Atom, CharacterId, Owner, RoleId, RuleId, ScriptId, StateId, SymbolId,
    Tick, Value, VarId,
};
use townsfolk_module::{Category, Literal, Symbols};
use townsfolk_scene::reference::Scene;
use townsfolk_scene::reference::words::{Spelling, Words};

/// The spoken text of an action: the first text among its arguments, with the values of the rule's
/// variables filled in. The symbols contain the names of characters.
pub fn spoken(
    symbols: &Symbols,
    folk: &Folk,
    action: ActionRef,
    arguments: &[Value],
) -> Option<String> {
    let text = arguments.iter().find_map(|value| match value {
        Value::Text(id) => folk.module().text(*id),
        _ => None,
    })?;
    let scene = match action.owner {
        Owner::Scene(scene) if text.contains('{') => folk.scene(scene),
        _ => None,
    };
    Some(fill(text, |name| {
        let scene = scene.as_ref()?;
        let script = scene.script;
        let saying = Saying {
            symbols,
            folk,
            script,
        };
        let value = variable(symbols, scene, action, name)?;
        Some(saying.value(value).replace('_', " "))
    }))
}

/// The value of a variable of the rule that started an action.
pub(crate) fn variable(
    symbols: &Symbols,
    scene: &Scene,
    action: ActionRef,
    name: &str,
) -> Option<Value> {
    let run = scene.running.iter().find(|run| run.id == action.start)?;
    let script = symbols.scripts.get(&scene.script)?;
    let variables = &script.rules.get(&run.rule?)?.variables;
    let place = variables.iter().position(|variable| variable == name)?;
    run.bindings.get(place).copied().flatten()
}

/// Names and values of one scene.
#[derive(Clone, Copy, Debug)]
pub struct Saying<'a> {
    /// The symbols, with names of characters.
    pub symbols: &'a Symbols,
    /// The engine: its texts and its clock.
    pub folk: &'a Folk,
    /// The script of the scene.
    pub script: ScriptId,
}

impl Saying<'_> {
    /// The vocabulary for the reference evaluator.
    pub fn words(&self) -> Words<'_> {
        Words {
            symbols: self.symbols,
            script: self.script,
        }
    }

    /// The name of a character.
    pub fn person(&self, who: CharacterId) -> String {
        self.symbols.name(Category::Character, who.0)
    }

    /// A role's name.
    pub fn role(&self, role: RoleId) -> String {
        self.symbols.name(Category::Role, role.0)
    }

    /// A state's name.
    pub fn state(&self, state: StateId) -> String {
        self.symbols.name(Category::State, state.0)
    }

    /// A rule's name.
    pub fn rule(&self, rule: RuleId) -> String {
        self.symbols.name(Category::Rule, rule.0)
    }

    /// The script's name.
    pub fn script(&self) -> String {
        self.symbols.name(Category::Script, self.script.0)
    }

    /// A moment, by the calendar.
    pub fn time(&self, tick: Tick) -> String {
        clock(self.folk.daytime_at(tick))
    }

    /// A value as the author would write it, moments by the calendar, texts in quotes.
    pub fn value(&self, value: Value) -> String {
        match value {
            Value::Time(tick) => self.time(tick),
            Value::Text(id) => match self.folk.module().text(id) {
                Some(text) => format!("\"{text}\""),
                None => self.words().value(value),
            },
            other => self.words().value(other),
        }
    }

    fn values(&self, values: &[Value]) -> String {
        let values: Vec<String> = values.iter().map(|value| self.value(*value)).collect();
        values.join(", ")
    }

    /// A fact.
    pub fn atom(&self, atom: &Atom) -> String {
        let name = self.symbols.name(Category::Fact, atom.fact.0);
        match atom.arguments.is_empty() {
            true => name,
            false => format!("{name}({})", self.values(&atom.arguments)),
        }
    }

    /// The values of a rule's variables: `Place = left, T = 12:04:10`.
    pub fn bindings(&self, rule: RuleId, bindings: &[Option<Value>]) -> String {
        let bound = bindings.iter().zip(0..).filter_map(|(value, index)| {
            let name = self.symbols.variable(self.script, rule, VarId(index));
            Some(format!("{name} = {}", self.value((*value)?)))
        });
        let bound: Vec<String> = bound.collect();
        bound.join(", ")
    }

    /// A rule with its values: `take_a_seat: Place = left`.
    pub fn firing(&self, rule: RuleId, bindings: &[Option<Value>]) -> String {
        let bindings = self.bindings(rule, bindings);
        match bindings.is_empty() {
            true => self.rule(rule),
            false => format!("{}: {bindings}", self.rule(rule)),
        }
    }

    /// An action with its arguments, and those named parameters that differ from their defaults. What
    /// the engine adds for the stage, such as the place of a walk, is left out.
    pub fn call(
        &self,
        action: ActionId,
        arguments: &[Value],
        named: &[(SymbolId, Value)],
    ) -> String {
        let mut text = self.symbols.name(Category::Action, action.0);
        if !arguments.is_empty() {
            text += &format!("({})", self.values(arguments));
        }
        let declared = self.folk.module().action(action);
        let is_special = |name: SymbolId, value: Value| {
            let mut all = declared.iter().flat_map(|action| &action.named);
            let parameter = all.find(|parameter| parameter.name == name);
            parameter.is_some_and(|parameter| parameter.default != Some(value))
        };
        let special = named
            .iter()
            .filter(|(name, value)| is_special(*name, *value));
        let mut special: Vec<String> = special
            .map(|(name, value)| {
                let name = self.symbols.name(Category::Symbol, name.0);
                format!("{name} = {}", self.value(*value))
            })
            .collect();
        special.sort_unstable();
        if !special.is_empty() {
            text += &format!(" with {}", special.join(", "));
        }
        if let Some((_, Value::Duration(lasts))) = named.iter().find(|(name, _)| *name == LASTS) {
            text += &format!(" for {}", span(calendar_span(self.folk, *lasts)));
        }
        text
    }

    /// A literal of a rule as its author wrote it.
    pub fn literal(&self, rule: RuleId, literal: &Literal) -> String {
        let spelling = Spelling {
            variable: &|variable| self.symbols.variable(self.script, rule, variable),
            value: &|value| self.value(value),
        };
        self.words().literal_spelt(literal, &spelling)
    }

    /// A literal with the values of its variables; `_` for those without one.
    pub fn with_values(&self, literal: &Literal, bindings: &[Option<Value>]) -> String {
        let value = |variable: VarId| bindings.get(usize::from(variable.0)).copied().flatten();
        let spelling = Spelling {
            variable: &|variable| value(variable).map_or("_".into(), |value| self.value(value)),
            value: &|value| self.value(value),
        };
        self.words().literal_spelt(literal, &spelling)
    }

    /// The source line of a rule: `bench.folk:25`.
    pub fn place_of(&self, rule: RuleId) -> Option<String> {
        let script = self.symbols.scripts.get(&self.script)?;
        let line = &script.rules.get(&rule)?.line;
        Some(format!("{}:{}", line.file, line.line))
    }
}
