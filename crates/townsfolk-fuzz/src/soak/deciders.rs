//! The examples of ways to decide, and what a rude host tells deciders.

use super::content::compile;
use super::host::HostileHost;
use townsfolk::{
    Answer, Extent, Folk, Level, Place, Placement, Question, QuestionKind, Report, Tactic,
};
use townsfolk_core::{
    AreaId, DeciderId, HostId, Kind, LocationId, MerchantId, Number, PropId, Pushed, RoleId,
    SymbolId, Tick, Value,
};
use townsfolk_module::{HostForm, Module};

/// The path and the text of an example.
macro_rules! example {
    ($name:literal) => {
        (
            concat!($name, ".folk"),
            include_str!(concat!("../../../../examples/", $name, ".folk")),
        )
    };
}

/// The files of the situations that `perimeter` builds on.
const SITUATIONS: [(&str, &str); 7] = [
    example!("situations/words"),
    example!("situations/ambush"),
    example!("situations/containment"),
    example!("situations/flee"),
    example!("situations/hide"),
    example!("situations/search"),
    example!("situations/stalk"),
];

/// The examples of ways to decide: hot rules, inference, daily lives, grammars, snippets, and all of
/// them together.
const EXAMPLES: [(&str, &str); 6] = [
    example!("cabin/cabin"),
    example!("perimeter/perimeter"),
    example!("tower/tower"),
    example!("patterns/patterns"),
    example!("mage/mage"),
    example!("harbour/harbour"),
];

/// Names of referents, situations, equipment and abilities in the examples, and one of nothing.
const WORDS: [&str; 12] = [
    "target", "ally", "post", "threat", "search", "flee", "hide", "staff", "immolate", "barrier",
    "club", "nonsense",
];

/// Each example of a way to decide as a module of its own, with its name.
pub fn decider_examples() -> Vec<(&'static str, Module)> {
    let of = |(path, text): (&'static str, &'static str)| {
        let name = path.split('/').next().unwrap_or(path);
        let alone = compile(&[(path, text)]);
        let module = alone.or_else(|| compile(&[SITUATIONS.as_slice(), &[(path, text)]].concat()));
        module.map(|module| (name, module))
    };
    EXAMPLES.into_iter().filter_map(of).collect()
}

/// The roles that carry a way to decide.
pub(super) fn carriers(module: &Module) -> Vec<RoleId> {
    let mut roles: Vec<RoleId> = module.deciders.carried.iter().map(|c| c.role).collect();
    roles.dedup();
    roles
}

impl HostileHost {
    /// Lays the areas of a module out, each around a place of the town.
    pub(super) fn lay_out(&mut self, folk: &mut Folk) {
        let module = folk.module().clone();
        if module.deciders.carried.is_empty() {
            return;
        }
        let places: Vec<Place> = self
            .town
            .places
            .values()
            .flatten()
            .map(|(_, p)| p.at)
            .collect();
        let mut areas: Vec<AreaId> = module.minds.areas.iter().map(|area| area.id).collect();
        areas.sort_unstable();
        for (index, area) in areas.into_iter().enumerate() {
            let at = places.get(index % places.len().max(1)).copied();
            let extent = Extent::around(at.unwrap_or_default(), 8_000);
            folk.report(Report::Area(area, vec![extent]));
        }
        let morning = 8 * 3600;
        folk.report(Report::Calendar {
            seconds: morning,
            rate: 60_000,
        });
    }

    /// A trade of any size, sometimes with goods that nobody sells.
    fn traded(&mut self, folk: &Folk, word: SymbolId) -> Report {
        let merchants = &folk.module().trade.merchants;
        let merchant = merchants.get(self.dice.below(merchants.len() + 1));
        let goods = merchant.and_then(|m| m.goods.get(self.dice.below(m.goods.len() + 1)));
        let sizes = [-1, 1, -50, 50, i64::MIN, i64::MAX];
        let change = sizes[self.dice.below(sizes.len())];
        let merchant = merchant.map_or(MerchantId(word.0), |merchant| merchant.id);
        Report::Traded(merchant, goods.map_or(word, |goods| goods.id), change)
    }

    /// One rude thing for a decider.
    pub(super) fn confuse_deciders(&mut self, folk: &mut Folk, now: Tick) {
        let who = self.someone();
        let word = SymbolId::named(WORDS[self.dice.below(WORDS.len())]);
        let report = match self.dice.below(100) {
            0..40 => return self.set_attribute(folk),
            40..46 => self.switched(folk),
            46..60 => Report::Bound(who, word, self.bound(folk)),
            60..68 => Report::InSituation(who, word, self.dice.falls(600)),
            68..78 => Report::Equipped(who, word, self.dice.falls(600)),
            78..84 => {
                let tactics = [Tactic::Allowed, Tactic::Preferred, Tactic::Forbidden];
                Report::Tactic(who, word, tactics[self.dice.below(3)])
            }
            84..88 => {
                let kinds = [QuestionKind::Way, QuestionKind::Sees, QuestionKind::Ground];
                Report::Answers(kinds[self.dice.below(4).min(2)..].to_vec())
            }
            88..94 => return self.answer(folk),
            94..96 => self.traded(folk, word),
            96..98 => {
                let levels = [Some(Level::Full), Some(Level::Ambient), None];
                Report::LevelOf(who, levels[self.dice.below(3)])
            }
            98 => Report::Budget((self.dice.falls(500)).then(|| self.dice.below(40) as u32)),
            _ => {
                // The calendar of daily scripts, at any hour and at a high rate.
                let rates = [1_000, 60_000, 600_000];
                Report::Calendar {
                    seconds: self.dice.between(0, 86_399) as i32 + (now.0 % 2) as i32,
                    rate: rates[self.dice.below(3)],
                }
            }
        };
        folk.report(report);
    }

    /// A declared decider goes on or off, or one that nobody declared.
    fn switched(&mut self, folk: &Folk) -> Report {
        let carried = &folk.module().deciders.carried;
        let declared: Vec<DeciderId> = carried.iter().map(|item| item.decider).collect();
        let decider = self.dice.one_of(&declared).unwrap_or(DeciderId(7));
        Report::Switched(decider, self.dice.falls(700))
    }

    /// An object of a referent: a character, a prop, nonsense or nothing.
    fn bound(&mut self, folk: &Folk) -> Option<Value> {
        let kind = self
            .some_place()
            .map(|(_, placement): (LocationId, Placement)| placement.kind);
        let kind = kind.and_then(|kind| folk.module().location(kind));
        let props: Vec<PropId> = kind.map_or(vec![], |k| k.props.iter().map(|p| p.id).collect());
        match self.dice.below(5) {
            0 => None,
            1 => Some(Value::Number(Number(3))),
            2 => Some(Value::Prop(self.dice.one_of(&props).unwrap_or(PropId(9)))),
            _ => Some(Value::Character(self.someone())),
        }
    }

    /// Answers a question, mostly one that was asked.
    fn answer(&mut self, folk: &mut Folk) {
        let asked = folk.output().questions.clone();
        let question = match self.dice.one_of(&asked) {
            Some(question) if self.dice.falls(900) => question,
            _ => Question::Sees(Place::default(), Place::metres(1, 1)),
        };
        let answers = [
            Answer::No,
            Answer::Yes,
            Answer::Millimetres(self.dice.between(0, 90_000) as i32),
            Answer::Millimetres(i32::MIN),
        ];
        folk.report(Report::Answered(question, answers[self.dice.below(4)]));
    }

    /// Sets an attribute to a value of its kind; now and then to another one.
    fn set_attribute(&mut self, folk: &mut Folk) {
        let module = folk.module().clone();
        let names = module.host.iter().filter(|h| h.form == HostForm::Property);
        let names: Vec<(HostId, usize, Option<Kind>)> = names
            .map(|host| (host.id, host.parameters.len(), host.result))
            .collect();
        let Some((name, arity, result)) = self.dice.one_of(&names) else {
            return;
        };
        let arguments = (0..arity).map(|_| Value::Character(self.someone()));
        let arguments: Vec<Value> = arguments.collect();
        let value = match (result, self.dice.below(20)) {
            (_, 0) => Pushed::HoldsNot,
            (_, 1) | (None, 2..10) => Pushed::Holds,
            (None, _) => Pushed::HoldsNot,
            (Some(kind), _) => Pushed::Is(self.value_of(&module, kind)),
        };
        folk.report(Report::Property {
            name,
            arguments,
            value,
        });
    }

    fn value_of(&mut self, module: &Module, kind: Kind) -> Value {
        match kind {
            Kind::Number => Value::Number(Number(self.dice.between(-5_000, 120_000))),
            Kind::SymbolOf(set) => {
                let set = module.symbol_sets.iter().find(|known| known.id == set);
                let members = set.map_or(vec![], |set| set.members.clone());
                Value::Symbol(self.dice.one_of(&members).unwrap_or(SymbolId(1)))
            }
            _ => Value::Character(self.someone()),
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_example_of_a_way_to_decide_is_there() {
        let found = super::decider_examples();
        let names: Vec<&str> = found.iter().map(|(name, _)| *name).collect();
        let all = ["cabin", "perimeter", "tower", "patterns", "mage", "harbour"];
        assert_eq!(names, all);
        for (name, module) in found {
            assert!(!super::carriers(&module).is_empty(), "{name}");
        }
    }
}
