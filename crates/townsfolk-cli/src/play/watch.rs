//! Playing while scripts change.

use super::story::Narrator;
use townsfolk::{Folk, Migration, Misfit, Moved};
use townsfolk_module::Category;

/// What became of scenes in changed content, one line each.
pub fn moved(folk: &Folk, narrator: &Narrator, moved: &[Moved]) -> Vec<String> {
    let lines = moved.iter().map(|moved| {
        let script = narrator.symbols.name(Category::Script, moved.script.0);
        let place = narrator.location(folk, moved.location);
        match &moved.fate {
            Migration::GoesOn(forgotten) => {
                let saying = narrator.saying(folk, moved.script);
                let forgotten = forgotten.iter().map(|(who, rule)| {
                    let (who, rule) = (saying.person(*who), saying.rule(*rule));
                    format!(
                        "; nothing follows from what {who} is doing, because {rule} has changed"
                    )
                });
                let forgotten: String = forgotten.collect();
                format!("{script} at {place} goes on{forgotten}")
            }
            Migration::Ends(why) => {
                format!("{script} at {place} ends: {}", misfit(narrator, *why))
            }
        }
    });
    lines.collect()
}

fn misfit(narrator: &Narrator, why: Misfit) -> String {
    let name = |category, id| narrator.symbols.name(category, id);
    match why {
        Misfit::NoScript => "there is no such script any more".into(),
        Misfit::NoRole(who, role) => format!(
            "{} takes part as {}, which is no longer in the cast",
            narrator.name(who),
            name(Category::Role, role.0)
        ),
        Misfit::NoState(who, state) => format!(
            "{} is in the state {}, which is no longer there",
            narrator.name(who),
            name(Category::State, state.0)
        ),
        Misfit::NoFact(fact) => format!(
            "{} is true, and is no longer declared in this form",
            name(Category::Fact, fact.0)
        ),
        Misfit::NoPlace(_) => "there is no such kind of location any more".into(),
    }
}
