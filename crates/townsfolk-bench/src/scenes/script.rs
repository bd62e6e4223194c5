//! The bench scene as a script, compiled, and what its players need to know of it.

use super::host::{PEOPLE, people};
use townsfolk_core::{Atom, CharacterId, Duration, FactId, PropId, RoleId, RuleId, SiteId, Value};
use townsfolk_lang::project::Project;
use townsfolk_module::{Expr, FactPattern, Module, Script};

/// The script, as its author would write it.
pub const TEXT: &str = include_str!("../../scripts/bench_scene.folk");

/// The rules in their order.
pub const RULES: [&str; 6] = ["get_up", "choose_talker", "talk", "listen", "sit", "wander"];

/// The compiled bench scene.
#[derive(Clone, Debug)]
pub struct BenchScript {
    /// The module, with one script.
    pub module: Module,
    /// The ids of [`RULES`].
    pub rules: [RuleId; 6],
    /// What the location knows: each bench and place, as `seat` says them, in order.
    pub seats: [(PropId, PropId); 4],
    /// Where the length of a stay is drawn, and between what.
    pub stay: (SiteId, Duration, Duration),
}

impl BenchScript {
    /// Compiles the script. The text comes with the program, so this fails only while somebody
    /// edits it.
    pub fn compile() -> Result<BenchScript, String> {
        let mut project = Project::of_files([("bench_scene.folk", TEXT)]);
        let checked = project.check();
        let Some((module, _)) = project.compile(&checked) else {
            return Err("the bench scene does not compile".to_string());
        };
        let script = module.scripts.first().ok_or("there is no script")?;
        let location = module.locations.first().ok_or("there is no location")?;
        let seats: Vec<_> = location.knows.iter().filter_map(seat).collect();
        let seats = seats.try_into().map_err(|_| "there are not four seats")?;
        let stay = stay(script).ok_or("nobody draws how long to stay")?;
        let rules = RULES.map(RuleId::named);
        if !rules.iter().all(|rule| script.rule(*rule).is_some()) {
            return Err("a rule has another name".to_string());
        }
        Ok(BenchScript {
            module,
            rules,
            seats,
            stay,
        })
    }

    /// The script itself.
    pub fn script(&self) -> Option<&Script> {
        self.module.scripts.first()
    }

    /// The place of a rule among the six.
    pub fn index_of(&self, rule: RuleId) -> Option<usize> {
        self.rules.iter().position(|known| *known == rule)
    }

    /// What is known when a scene begins: the seats, and that everyone stands there, rested.
    pub fn known(&self, scene: u32) -> Vec<Atom> {
        let seats = self
            .seats
            .iter()
            .map(|(bench, place)| atom("seat", vec![Value::Prop(*bench), Value::Prop(*place)]));
        let everyone =
            |fact: &'static str| people(scene).map(|who| atom(fact, vec![Value::Character(who)]));
        let people = everyone("standing").into_iter().chain(everyone("rested"));
        seats.chain(people).collect()
    }

    /// Everyone as a stroller.
    pub fn cast(scene: u32) -> [(CharacterId, RoleId); PEOPLE] {
        people(scene).map(|who| (who, RoleId::named("stroller")))
    }
}

fn atom(fact: &str, arguments: Vec<Value>) -> Atom {
    let fact = FactId::named(fact);
    Atom { fact, arguments }
}

fn seat(known: &FactPattern) -> Option<(PropId, PropId)> {
    match known.arguments[..] {
        [
            Expr::Constant(Value::Prop(bench)),
            Expr::Constant(Value::Prop(place)),
        ] => Some((bench, place)),
        _ => None,
    }
}

/// The only draw of the script.
fn stay(script: &Script) -> Option<(SiteId, Duration, Duration)> {
    let added = script.rules.iter().flat_map(|rule| &rule.then.add);
    let mut found = None;
    for argument in added.flat_map(|pattern| &pattern.arguments) {
        argument.walk(&mut |inner| {
            if let Expr::Random { low, high, site } = inner
                && let Expr::Constant(Value::Duration(low)) = **low
                && let Expr::Constant(Value::Duration(high)) = **high
            {
                found = Some((*site, low, high));
            }
        });
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenes::TICK;

    #[test]
    fn the_script_is_clean() {
        let mut project = Project::of_files([("bench_scene.folk", TEXT)]);
        let problems = project.check().problems;
        assert!(problems.is_empty(), "{problems:#?}");
    }

    #[test]
    fn a_stay_is_any_of_eight_to_twenty_four_ticks_with_the_same_likelihood() {
        let script = BenchScript::compile().expect("compiles");
        let (_, low, high) = script.stay;
        let mut ways = [0; 30];
        for drawn in low.0..=high.0 {
            // Somebody gets up at the first tick of the scene that is not before the due time.
            ways[(drawn + TICK.0 - 1).div_euclid(TICK.0) as usize] += 1;
        }
        assert_eq!(ways[8..=24], [TICK.0; 17]);
        assert_eq!(ways.iter().sum::<i64>(), high.0 - low.0 + 1);
    }
}
