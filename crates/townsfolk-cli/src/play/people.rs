//! Casts as they are typed, and short names for characters.

use crate::trouble::Trouble;
use townsfolk_core::{CharacterId, RoleId};
use townsfolk_lang::near::near_names;
use townsfolk_module::{Category, Module, Symbols};
pub use townsfolk_words::in_capitals;

/// Names that are short, known, and begin differently.
const NAMES: [&str; 52] = [
    "Ann", "Bob", "Cy", "Dee", "Eli", "Fay", "Gus", "Hal", "Ida", "Jo", "Kim", "Lou", "Mia", "Ned",
    "Ola", "Pam", "Quin", "Rex", "Sue", "Ted", "Uma", "Vic", "Wes", "Xia", "Yve", "Zoe", "Abe",
    "Bea", "Cleo", "Dan", "Eve", "Finn", "Gwen", "Hugo", "Iris", "Jack", "Kate", "Leo", "Max",
    "Nora", "Otto", "Paul", "Queenie", "Rosa", "Sam", "Tess", "Ulf", "Vera", "Walt", "Xena",
    "Yuri", "Zack",
];

/// The name of a character: unique, and always the same for the same number.
pub fn name(who: CharacterId) -> String {
    let index = who.0.saturating_sub(1) as usize;
    let (round, index) = (index / NAMES.len(), index % NAMES.len());
    let name = NAMES.get(index).copied().unwrap_or_default();
    match round {
        0 => name.to_string(),
        round => format!("{name}{}", round + 1),
    }
}

/// The number behind a name, whatever the case of its letters.
pub fn by_name(name: &str) -> Option<CharacterId> {
    let letters = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let round: u32 = match &name[letters.len()..] {
        "" => 1,
        digits => digits.parse().ok().filter(|round| *round > 1)?,
    };
    let index = NAMES.iter().position(|n| n.eq_ignore_ascii_case(letters))?;
    let number = (round - 1).checked_mul(NAMES.len() as u32)?;
    number.checked_add(index as u32 + 1).map(CharacterId)
}

/// A number of characters of one role.
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

/// The role of a name.
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn everybody_has_a_name_of_their_own() {
        let names: BTreeSet<String> = (1..=1000).map(|n| name(CharacterId(n))).collect();
        assert_eq!(names.len(), 1000);
        for n in 1..=1000 {
            let who = CharacterId(n);
            assert_eq!(by_name(&name(who)), Some(who));
            assert_eq!(by_name(&name(who).to_lowercase()), Some(who));
        }
        for nobody in ["", "Nobody", "Ann1", "Ann0", "7", "Ann99999999999"] {
            assert_eq!(by_name(nobody), None);
        }
    }
}
