//! The texts of a module, with their keys and where they are used.

use std::collections::BTreeMap;
use townsfolk_core::{TextId, Value};
use townsfolk_module::{Category, Expr, Module, Rule, Symbols};

/// A text for translators.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    pub(super) id: TextId,
    /// Where it is used: `fortune/welcome`.
    pub(super) context: String,
    pub(super) source: String,
    pub(super) translation: String,
}

/// A key as files show it.
pub(super) fn key(id: TextId) -> String {
    format!("{:08x}", id.0)
}

/// The text behind a key.
pub(super) fn of_key(key: &str) -> Option<TextId> {
    u32::from_str_radix(key.trim(), 16).ok().map(TextId)
}

/// Every text of a module with its known translation, in order of use.
pub(super) fn entries(
    module: &Module,
    symbols: &Symbols,
    known: &BTreeMap<TextId, String>,
) -> Vec<Entry> {
    let used = uses(module, symbols);
    let mut entries: Vec<Entry> = (module.texts.iter())
        .map(|(id, source)| Entry {
            id: *id,
            context: used.get(id).cloned().unwrap_or_default(),
            source: source.clone(),
            translation: known.get(id).cloned().unwrap_or_default(),
        })
        .collect();
    entries.sort_by(|a, b| (&a.context, &a.source).cmp(&(&b.context, &b.source)));
    entries
}

/// The first use of each text.
fn uses(module: &Module, symbols: &Symbols) -> BTreeMap<TextId, String> {
    let mut used = BTreeMap::new();
    let mut note = |expr: &Expr, context: &dyn Fn() -> String| {
        expr.walk(&mut |inner| {
            if let Expr::Constant(Value::Text(id)) = inner {
                used.entry(*id).or_insert_with(context);
            }
        });
    };
    for script in &module.scripts {
        let name = symbols.name(Category::Script, script.id.0);
        for rule in &script.rules {
            let context = || format!("{name}/{}", symbols.name(Category::Rule, rule.id.0));
            written(rule).for_each(|expr| note(expr, &context));
        }
    }
    for kind in &module.locations {
        let context = || symbols.name(Category::Location, kind.id.0);
        let known = kind.knows.iter().flat_map(|fact| &fact.arguments);
        known.for_each(|expr| note(expr, &context));
    }
    for person in &module.minds.people {
        for known in &person.knows {
            let name = || symbols.name(Category::Character, person.id.0);
            used.entry(known.text).or_insert_with(name);
        }
    }
    used
}

/// The expressions that a rule writes into its action and into facts.
fn written(rule: &Rule) -> impl Iterator<Item = &Expr> {
    let called = rule.action.iter().flat_map(|call| {
        let named = call.named.iter().map(|(_, value)| value);
        call.arguments.iter().chain(named)
    });
    let effects = [&rule.now, &rule.then, &rule.on_failure, &rule.on_stop];
    let facts = effects.into_iter().flat_map(|effects| &effects.add);
    called.chain(facts.flat_map(|fact| &fact.arguments))
}
