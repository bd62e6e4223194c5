//! The ids of a module as Rust constants, for hosts that `match` on them.

use townsfolk::{
    ActionId, AreaId, FactId, HostId, LocationKindId, MemberId, NameOf, NeedId, PropId, RoleId,
    ScriptId, SymbolId,
};
use townsfolk_module::{Category, Module, Symbols};

/// A source file with a module of constants for each category of names.
pub(super) fn source(package: &str, module: &Module, symbols: &Symbols) -> String {
    let mut text = format!(
        "// The names of `{package}` as constants. Written by `townsfolk build --rust`: do not edit.\n"
    );
    let mut part = |name: &str, id: &str, what: &str, names: &[(u32, String)]| {
        if names.is_empty() {
            return;
        }
        text += &format!("\n/// {what}.\n#[allow(dead_code)]\npub mod {name} {{\n");
        text += &format!("    use townsfolk::{id};\n");
        for (number, name) in names {
            let constant = constant(name);
            text += &format!("\n    /// `{name}`\n");
            text += &format!("    pub const {constant}: {id} = {id}({number:#010x});\n");
        }
        text += "}\n";
    };
    macro_rules! parts {
        ($($name:literal $id:ident $what:literal;)*) => {$(
            part($name, stringify!($id), $what, &names::<$id>(module, symbols));
        )*};
    }
    parts! {
        "role" RoleId "Roles";
        "location" LocationKindId "Kinds of locations";
        "action" ActionId "Actions";
        "host" HostId "Properties, functions and predicates of the host";
        "fact" FactId "Facts and claims";
        "script" ScriptId "Scripts";
        "prop" PropId "Props";
        "symbol" SymbolId "Symbols";
        "area" AreaId "Areas";
        "need" NeedId "Needs";
        "person" MemberId "People";
    }
    text
}

/// The declared names of one category, by name.
fn names<T: NameOf>(module: &Module, symbols: &Symbols) -> Vec<(u32, String)> {
    let named = symbols.names.iter();
    let named = named.filter(|((category, _), _)| *category == T::CATEGORY);
    let declared = named.filter(|((_, id), _)| T::of(*id).is_declared(module));
    let named = declared.map(|((category, id), name)| match category {
        Category::Fact => (*id, fact_name(module, FactId(*id), name)),
        _ => (*id, name.clone()),
    });
    let mut names: Vec<(u32, String)> = named.collect();
    names.sort_unstable_by(|a, b| a.1.cmp(&b.1));
    names
}

/// The name of a fact; `on/2` if the name was declared before with another number of arguments.
fn fact_name(module: &Module, fact: FactId, name: &str) -> String {
    let mut declared = module.scripts.iter().filter_map(|script| script.fact(fact));
    let count = declared.next().map_or(0, |fact| fact.kinds.len());
    match FactId::named_with(name, count) == fact {
        true => FactId::key(name, count),
        false => name.to_string(),
    }
}

/// `take_a_seat` becomes TAKE_A_SEAT. If two names differ only in case, the compiler of the host
/// reports it.
fn constant(name: &str) -> String {
    let mut constant = String::new();
    for letter in name.chars() {
        match letter.is_alphanumeric() || letter == '_' {
            true => constant.extend(letter.to_uppercase()),
            false => constant.push('_'),
        }
    }
    constant
}
