//! Mistakes in locations, minds and people: a line that is forgotten, a number that is wrong.
//!
//! They work on the lines of formatted text.

use super::operator::Mutant;

/// The operators, with what each does, in the order of the book's table.
pub(super) const OPERATORS: &[(&str, &str)] = &[
    ("drop-emitter", "leave out an emitter that begins scenes"),
    ("drop-prefers", "leave out what a location prefers"),
    ("drop-serves", "leave out which need a location serves"),
    (
        "zero-weight",
        "write the weight 0 behind a preferred script",
    ),
    ("zero-reach", "write `within 0 m` in an emitter"),
    ("spawn-crowd", "spawn ten times as many people"),
    ("drop-eases", "leave out which need an action eases"),
    ("drop-walk", "leave out the action `walk_to`"),
    ("drop-need", "leave out the needs of a layer"),
    ("drop-carries", "leave out the layer that a role carries"),
    ("drop-cause", "leave out the event that excites a need"),
    ("other-day-role", "write another role in a schedule"),
    ("other-part", "serve a need in a role of no script"),
    ("no-time", "write `takes 0 s` for an action"),
    ("short-limit", "write a limit of 1 ms for an action"),
];

/// Every mutant of a text, operator by operator.
pub(super) fn mutants(text: &str) -> Vec<Mutant> {
    let lines: Vec<&str> = text.lines().collect();
    let mut mutants = vec![];
    for (operator, _) in OPERATORS {
        for (at, line) in lines.iter().enumerate() {
            let Some(changed) = changed(operator, line, &lines) else {
                continue;
            };
            let mut text: Vec<&str> = lines.clone();
            text[at] = &changed;
            mutants.push(Mutant {
                operator,
                what: format!(
                    "line {}: `{}` for `{}`",
                    at + 1,
                    changed.trim(),
                    line.trim()
                ),
                text: text.join("\n") + "\n",
            });
        }
    }
    mutants
}

/// The line with the mistake in it; none if the operator does not apply.
fn changed(operator: &str, line: &str, lines: &[&str]) -> Option<String> {
    let inner = line.starts_with(' ');
    let said = line.trim_start();
    let is = |word: &str| inner && said.starts_with(word) && !said.ends_with(',');
    let emits = ["emits script", "emits spawn", "emits player"]
        .iter()
        .any(|word| is(word));
    let dropped = |applies: bool| applies.then(String::new);
    match operator {
        "drop-emitter" => dropped(emits),
        "drop-prefers" => dropped(is("prefers ")),
        "drop-serves" => dropped(is("serves ")),
        "drop-need" => dropped(is("needs ")),
        "drop-cause" => dropped(is("excited by ")),
        "drop-carries" => {
            let role = line.split_once(" carries ").filter(|_| !inner);
            role.map(|(before, _)| before.to_string())
        }
        "other-day-role" => {
            let entry = said.starts_with(|c: char| c.is_ascii_digit()) && inner;
            let (before, role) = line.split_once(" as ").filter(|_| entry)?;
            let (role, rest) = role.split_at(role.find(' ').unwrap_or(role.len()));
            let other = lines.iter().filter_map(|line| line.strip_prefix("role "));
            let mut other = other.filter_map(|line| line.split(' ').next());
            let other = other.find(|other| *other != role)?;
            Some(format!("{before} as {other}{rest}"))
        }
        "other-part" => {
            let (before, role) = line.split_once(" as ").filter(|_| is("serves "))?;
            let mut roles = lines.iter().filter_map(|line| line.strip_prefix("role "));
            let other = roles.next()?.split(' ').next()?;
            (other != role).then(|| format!("{before} as {other}"))
        }
        "no-time" | "short-limit" if !line.starts_with("action ") => None,
        "no-time" => with_duration(line, "takes ", "0 s"),
        "short-limit" => with_duration(line, "limit ", "1 ms"),
        "drop-walk" => dropped(line.starts_with("action walk_to")),
        "zero-weight" => {
            let weight = line.rsplit(' ').next().filter(|_| is("prefers "))?;
            let script = line.strip_suffix(weight)?;
            let weighted = weight.parse::<u32>().is_ok_and(|weight| weight > 0);
            weighted.then(|| format!("{script}0"))
        }
        "zero-reach" => {
            let (before, after) = line.split_once("within ").filter(|_| emits)?;
            let (_, after) = after.split_once(" m")?;
            Some(format!("{before}within 0 m{after}"))
        }
        "spawn-crowd" => {
            let (before, after) = line.split_once(" at ").filter(|_| is("emits spawn"))?;
            Some(format!("{before}0 at {after}"))
        }
        "drop-eases" => {
            let (before, after) = line.split_once(", eases ")?;
            let after = after.split_once(',').map_or("", |(_, after)| after);
            let comma = if after.is_empty() { "" } else { "," };
            Some(format!("{before}{comma}{after}"))
        }
        _ => None,
    }
}

/// A line with another duration behind a word, up to the next comma.
fn with_duration(line: &str, word: &str, duration: &str) -> Option<String> {
    let (before, after) = line.split_once(word)?;
    let rest = after.find(',').map_or("", |at| &after[at..]);
    Some(format!("{before}{word}{duration}{rest}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use townsfolk_lang::diagnostic::Severity;
    use townsfolk_lang::project::Project;

    /// Examples with people or locations that need no other file.
    const EXAMPLES: &[(&str, &str)] = &[
        ("bench", include_str!("../../shipped/bench/bench.folk")),
        ("chef", include_str!("../../shipped/chef/chef.folk")),
        ("park", include_str!("../../shipped/park/park.folk")),
        ("tour", include_str!("../../shipped/tour/tour.folk")),
        (
            "village",
            include_str!("../../shipped/village/village.folk"),
        ),
    ];

    fn is_noticed(text: &str) -> bool {
        let checked = Project::of_files([("example.folk", text)]).check();
        let mut problems = checked.problems.iter();
        problems.any(|problem| problem.severity != Severity::Note)
    }

    /// The unchanged examples are clean, and the checker alone finds these mistakes. What an emitter,
    /// `serves`, `eases` or the role of a day does may be done by another line too, and a layer with
    /// needs of its own may be meant for people to come: of these it finds most.
    #[test]
    fn mistakes_in_places_and_minds_are_noticed() {
        for (name, text) in EXAMPLES {
            assert!(!is_noticed(text), "{name}");
        }
        for (operator, _) in OPERATORS {
            let all = EXAMPLES.iter().flat_map(|(_, text)| mutants(text));
            let all: Vec<Mutant> = all.filter(|mutant| mutant.operator == *operator).collect();
            let missed: Vec<&str> = all
                .iter()
                .filter(|mutant| !is_noticed(&mutant.text))
                .map(|mutant| mutant.what.as_str())
                .collect();
            assert!(!all.is_empty(), "{operator} is never made");
            match *operator {
                // Another role without a layer gives a note only, so fewer than half are found.
                "other-day-role" => {}
                "drop-emitter" | "drop-serves" | "drop-eases" | "drop-carries" => {
                    assert!(missed.len() * 2 < all.len(), "{operator}: {missed:#?}");
                }
                _ => assert_eq!(missed, [] as [&str; 0], "{operator}"),
            }
        }
    }
}
