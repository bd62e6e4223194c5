//! The ids of a module as Rust constants, for hosts that `match` on them.

use townsfolk::{
    ActionId, AreaId, FactId, HostId, LocationKindId, MemberId, NameOf, NeedId, PropId, RoleId,
    ScriptId, SymbolId,
};
use townsfolk_module::{Module, Symbols};

/// A source file with a module of constants for each category of names.
pub(super) fn source(package: &str, module: &Module, symbols: &Symbols) -> String {
    let mut text = format!(
        "// The names of `{package}` as constants. Written by `townsfolk build --rust`: do not edit.\n"
    );
    let mut part = |name: &str, id: &str, what: &str, names: &[(u32, &str)]| {
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
fn names<'a, T: NameOf>(module: &Module, symbols: &'a Symbols) -> Vec<(u32, &'a str)> {
    let named = symbols.names.iter();
    let named = named.filter(|((category, _), _)| *category == T::CATEGORY);
    let declared = named.filter(|((_, id), _)| T::of(*id).is_declared(module));
    let mut names: Vec<(u32, &str)> = declared.map(|((_, id), n)| (*id, n.as_str())).collect();
    names.sort_unstable_by_key(|(_, name)| *name);
    names
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
