//! `accept CODE because "reason"`: a finding that the author has reviewed and keeps.

use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::globals::FileTree;
use crate::source::Place;
use crate::syntax::{TreeExt, *};

/// A finding that is accepted in one declaration.
#[derive(Clone, Debug)]
pub(crate) struct Acceptance {
    code: Code,
    /// The position of the code in the source.
    place: Place,
    /// The declaration, rule or fact in which it is accepted.
    within: Place,
}

impl Acceptance {
    fn covers(&self, problem: &Diagnostic) -> bool {
        let (place, within) = (problem.place, self.within);
        problem.code == self.code
            && problem.severity != Severity::Error
            && place.file == within.file
            && within.start <= place.start
            && place.end <= within.end
    }
}

/// The accepted findings of these files. A code that cannot be accepted is a problem.
pub(crate) fn acceptances<'t>(
    trees: impl Iterator<Item = &'t FileTree>,
) -> (Vec<Acceptance>, Vec<Diagnostic>) {
    let (mut accepted, mut problems) = (vec![], vec![]);
    for tree in trees {
        let nodes = tree.root.descendants().filter(|n| n.kind() == ACCEPT);
        for node in nodes {
            let named = node.name(tree.file).zip(node.parent());
            let Some(((name, place), parent)) = named else {
                continue;
            };
            match Code::from_name(&name) {
                Some(code) if can_be_accepted(code) => accepted.push(Acceptance {
                    code,
                    place,
                    within: parent.place(tree.file),
                }),
                Some(code) => problems.push(cannot(code, place)),
                None => problems.push(unknown(&name, place)),
            }
        }
    }
    (accepted, problems)
}

/// The problems that are not accepted.
pub(crate) fn not_accepted(accepted: &[Acceptance], problems: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let open = |problem: &Diagnostic| !accepted.iter().any(|a| a.covers(problem));
    problems.into_iter().filter(open).collect()
}

/// Lines that accept nothing. Codes that only exploration reports are left out: the check cannot
/// judge them.
pub(crate) fn not_needed(accepted: &[Acceptance], problems: &[Diagnostic]) -> Vec<Diagnostic> {
    let idle = accepted.iter().filter(|acceptance| {
        !is_found_by_exploration(acceptance.code)
            && !problems.iter().any(|problem| acceptance.covers(problem))
    });
    let reported = idle.map(|acceptance| {
        let code = acceptance.code.name();
        Code::AcceptNotNeeded
            .at(
                acceptance.place,
                format!("there is no `{code}` here to accept"),
            )
            .label("this line accepts nothing")
            .consequence(
                "Whoever reads the line believes in a fault that is gone, or is elsewhere.",
            )
            .hint("remove the line, or put it behind the rule or declaration the finding names")
    });
    reported.collect()
}

/// The codes that `accept` can name.
pub(crate) fn codes() -> impl Iterator<Item = Code> {
    Code::ALL
        .iter()
        .copied()
        .filter(|code| can_be_accepted(*code))
}

fn can_be_accepted(code: Code) -> bool {
    code.severity() != Severity::Error && code != Code::AcceptNotNeeded
}

/// Whether only exploration reports this code: then its page has an example to play.
fn is_found_by_exploration(code: Code) -> bool {
    code.page().contains("```folk explore")
}

fn cannot(code: Code, place: Place) -> Diagnostic {
    let name = code.name();
    let problem = Code::BadAccept.at(place, format!("`{name}` cannot be accepted"));
    match code.severity() {
        Severity::Error => problem
            .label("an error")
            .consequence("A module cannot be built while it is there.")
            .hint(format!("mend it: `townsfolk explain {name}` says how")),
        _ => problem
            .label("speaks of a line like this one")
            .hint("remove the line that accepts nothing"),
    }
}

fn unknown(name: &str, place: Place) -> Diagnostic {
    Code::BadAccept
        .at(place, format!("there is no finding `{name}`"))
        .label("not a code")
        .did_you_mean(place, name, codes().map(Code::name))
        .or_hint("write the code that stands in the brackets of the message")
}
