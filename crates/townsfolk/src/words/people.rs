//! Short names for characters that content does not name.

use townsfolk_core::CharacterId;

/// Short, well-known names with different initials.
const NAMES: [&str; 52] = [
    "Ann", "Bob", "Cy", "Dee", "Eli", "Fay", "Gus", "Hal", "Ida", "Jo", "Kim", "Lou", "Mia", "Ned",
    "Ola", "Pam", "Quin", "Rex", "Sue", "Ted", "Uma", "Vic", "Wes", "Xia", "Yve", "Zoe", "Abe",
    "Bea", "Cleo", "Dan", "Eve", "Finn", "Gwen", "Hugo", "Iris", "Jack", "Kate", "Leo", "Max",
    "Nora", "Otto", "Paul", "Queenie", "Rosa", "Sam", "Tess", "Ulf", "Vera", "Walt", "Xena",
    "Yuri", "Zack",
];

/// The name of a character: always the same for the same number, and unique.
pub fn name(who: CharacterId) -> String {
    let index = who.0.saturating_sub(1) as usize;
    let (round, index) = (index / NAMES.len(), index % NAMES.len());
    let name = NAMES.get(index).copied().unwrap_or_default();
    match round {
        0 => name.to_string(),
        round => format!("{name}{}", round + 1),
    }
}

/// The number behind a name, ignoring case.
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
