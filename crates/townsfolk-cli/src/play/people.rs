//! Casts as typed arguments, and short names for characters.

use crate::trouble::Trouble;
pub use townsfolk::words::in_capitals;
pub use townsfolk::words::people::{by_name, name};
use townsfolk_core::RoleId;
use townsfolk_lang::near::near_names;
use townsfolk_module::{Category, Module, Symbols};

/// A role and a number of characters.
pub type Several = (RoleId, u16);

/// Maximum number of characters at the start.
const MOST: u32 = 200;

/// Reads `elder, tourist 2` or `2 tourist`.
pub fn cast(text: &str, module: &Module, symbols: &Symbols) -> Result<Vec<Several>, Trouble> {
    let mut cast: Vec<Several> = vec![];
    for part in text
        .split(',')
        .map(str::trim)
        .filter(|part| !part.is_empty())
    {
        let words: Vec<&str> = part.split_whitespace().collect();
        let (name, count) = match words[..] {
            [name] => (name, "1"),
            [count, name] if count.starts_with(|c: char| c.is_ascii_digit()) => (name, count),
            [name, count] => (name, count.trim_start_matches('x')),
            _ => ("", ""),
        };
        let Some(count) = count.parse::<u16>().ok().filter(|_| !name.is_empty()) else {
            return Err(Trouble::new(format!("`{part}` names nobody"))
                .hint("write roles with their numbers: `--cast \"elder, tourist 2\"`"));
        };
        cast.push((role(name, module, symbols)?, count));
    }
    let all: u32 = cast.iter().map(|(_, count)| u32::from(*count)).sum();
    if all > MOST {
        return Err(
            Trouble::new(format!("{all} people are too many for one place"))
                .hint(format!("at most {MOST} can be there from the start")),
        );
    }
    Ok(cast)
}

/// The role with a name.
fn role(name: &str, module: &Module, symbols: &Symbols) -> Result<RoleId, Trouble> {
    let all = module.roles.iter();
    let names: Vec<(RoleId, String)> = all
        .map(|role| (role.id, symbols.name(Category::Role, role.id.0)))
        .collect();
    if let Some((id, _)) = names.iter().find(|(_, known)| known == name) {
        return Ok(*id);
    }
    let mut known: Vec<&str> = names.iter().map(|(_, name)| name.as_str()).collect();
    known.sort_unstable();
    let trouble = Trouble::new(format!("there is no role `{name}`"));
    Err(match near_names(name, known.iter().copied(), 1).first() {
        Some(near) => trouble.hint(format!("did you mean `{near}`?")),
        None => trouble.hint(format!("the roles are {}", listed(&known))),
    })
}

/// `a`, `b` and `c`.
pub fn listed(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match quoted.split_last() {
        None => "none".to_string(),
        Some((only, [])) => only.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
    }
}
