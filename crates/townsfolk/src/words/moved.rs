//! Results of a migration in words.

use crate::{MigratedScene, Migration, MigrationProblem};
use townsfolk_module::{Category, Symbols};

/// The result of migrating a scene, as the end of a sentence. Pass the names from before the
/// change: removed things have none after it.
pub fn fate(symbols: &Symbols, moved: &MigratedScene) -> String {
    match &moved.fate {
        Migration::GoesOn(forgotten) => {
            let forgotten = forgotten.iter().map(|(who, rule)| {
                let who = symbols.name(Category::Character, who.0);
                let rule = symbols.name(Category::Rule, rule.0);
                format!("; nothing follows from what {who} is doing, because {rule} has changed")
            });
            let forgotten: String = forgotten.collect();
            format!("goes on{forgotten}")
        }
        Migration::Ends(why) => format!("ends: {}", misfit(symbols, *why)),
    }
}

fn misfit(symbols: &Symbols, why: MigrationProblem) -> String {
    let name = |category, id| symbols.name(category, id);
    match why {
        MigrationProblem::NoScript => "there is no such script any more".into(),
        MigrationProblem::NoRole(who, role) => format!(
            "{} takes part as {}, which is no longer in the cast",
            name(Category::Character, who.0),
            name(Category::Role, role.0)
        ),
        MigrationProblem::NoState(who, state) => format!(
            "{} is in the state {}, which is no longer there",
            name(Category::Character, who.0),
            name(Category::State, state.0)
        ),
        MigrationProblem::NoFact(fact) => format!(
            "{} is true, and is no longer declared in this form",
            name(Category::Fact, fact.0)
        ),
        MigrationProblem::NoPlace(_) => "there is no such kind of location any more".into(),
    }
}
