//! Checks of skills against the catalogue.

use crate::context::Context;
use crate::declaration::measure::listed;
use crate::diagnostic::Code;
use crate::names::Declaration;
use crate::source::Place;
use crate::syntax::{Node, TreeExt, *};
use townsfolk_module::senses::SkillSpec;
use townsfolk_tactics::catalogue;

/// Reports a name that is no skill of the catalogue and has no deed, or one that has both.
pub(super) fn known(cx: &mut Context<'_>, (name, place): (&str, Place), line: &Node) -> Option<()> {
    let deed = line.child(DEEDS);
    match (catalogue::skill(name), deed) {
        (None, None) => {
            let known = catalogue::skills().map(|entry| entry.name);
            let problem = Code::UnknownSkill
                .at(place, format!("there is no skill `{name}`"))
                .label("not a skill of the engine, and it does nothing of its own")
                .did_you_mean(place, name, known);
            cx.fail(problem.hint(format!(
                "if `{name}` is a skill of your own, say below it what is done: `do` and an action"
            )))
        }
        (Some(entry), Some(deed)) => cx.fail(
            Code::NotAvailableHere
                .at(
                    deed.place(cx.file),
                    format!("`{name}` knows by itself what to do"),
                )
                .label("a deed is for a skill of your own")
                .related(place, entry.help)
                .hint(format!(
                    "remove the `do`, or give the skill another name: `my_{name}`"
                )),
        ),
        _ => Some(()),
    }
}

/// Reports a list whose last skill is not valid at all times.
pub(super) fn last(cx: &mut Context<'_>, set: &Declaration, line: &Node, spec: &SkillSpec) {
    let Some((name, place)) = cx.reference(line) else {
        return;
    };
    let own = spec.deed.is_some();
    let always = own || catalogue::skill(&name).is_some_and(|entry| entry.always_valid);
    if always && spec.when.is_empty() {
        return;
    }
    let endless = catalogue::skills().filter(|entry| entry.always_valid);
    let endless: Vec<&str> = endless.map(|entry| entry.name).collect();
    let label = match always {
        true => "it is the last one, and has a condition",
        false => "it is the last one, and not always valid",
    };
    cx.problem(
        Code::LastSkillMayEnd
            .at(
                place,
                format!("`{}` may run out of skills behind `{name}`", set.name),
            )
            .label(label)
            .consequence("A character without a skill stands frozen.")
            .hint(format!(
                "put a skill that is always valid at the end: {}",
                listed(&endless)
            )),
    );
}

/// Reports a moment at which nothing is ever said.
pub(super) fn moment(cx: &mut Context<'_>, name: &str, place: Place) {
    if catalogue::moments().any(|(known, _)| known == name) {
        return;
    }
    let known: Vec<&str> = catalogue::moments().map(|(known, _)| known).collect();
    let problem = Code::UnknownMoment
        .at(place, format!("there is no moment `{name}`"))
        .label("no skill and no squad barks then")
        .consequence("Nobody ever says this.")
        .did_you_mean(place, name, known.iter().copied());
    cx.problem(problem.or_hint(format!("moments are {}", listed(&known))));
}
