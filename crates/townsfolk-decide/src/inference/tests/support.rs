//! Declarations in a few words, and a character to try them on.

use crate::inference::{Block, CompileError, NamesOf, Program, Row};
use townsfolk_core::{ActionId, Channel, CharacterId, DeciderId, SymbolId, Tick, Urgency, Value};
use townsfolk_module::decide::Deed;
use townsfolk_module::decide::inference::*;
use townsfolk_module::{Call, Expr};

/// A declaration under construction.
#[derive(Clone)]
pub(super) struct Make {
    pub(super) of: Inference,
    names: Vec<String>,
}

impl Make {
    pub(super) fn new(referents: &[&str]) -> Make {
        Make {
            of: Inference {
                id: DeciderId::named("guard"),
                referents: referents.iter().map(|name| SymbolId::named(name)).collect(),
                logic: Logic::Kleene,
                limits: Limits::default(),
                sight: vec![],
                variables: 1,
                bindings: vec![],
                predicates: vec![],
                rules: vec![],
                goals: vec![],
                motors: vec![],
                situations: vec![],
            },
            names: referents.iter().map(|name| (*name).into()).collect(),
        }
    }

    pub(super) fn plain(mut self) -> Make {
        self.of.logic = Logic::Plain;
        self
    }

    pub(super) fn sense(mut self, names: &str) -> Make {
        for name in names.split(", ") {
            let index = self.predicate(name);
            self.of.predicates[index.place()].sense = Some(Sense {
                test: SenseTest::InView,
                felt: false,
            });
        }
        self
    }

    /// `in SITUATION: RULE` or a rule alone. Heads written without `(X)` have no argument.
    pub(super) fn rule(mut self, text: &str) -> Make {
        let (situation, text) = self.situation_of(text);
        let (head, body) = text.split_once(" if ").unwrap();
        let head = self.term(head).predicate;
        let body = self.terms(body);
        self.of.rules.push(InferenceRule {
            situation,
            head,
            body,
        });
        self
    }

    /// `want P(X) when …`, `achieve P(X) by Q(X) when …`, `to know P(X) by Q(X)`.
    pub(super) fn goal(mut self, text: &str) -> Make {
        let (situation, text) = self.situation_of(text);
        let (text, when) = self.when_of(text);
        let (open, wants) = match text.split_once(" by ") {
            Some((open, wants)) => (Some(self.open(open)), wants),
            None => (None, text.strip_prefix("want ").unwrap()),
        };
        let wants = wants.split(", ").map(|want| {
            let aim = match want.starts_with("to know ") {
                true => Aim::Known,
                false => Aim::True,
            };
            let term = self.term(want.trim_start_matches("to know "));
            Want {
                predicate: term.predicate,
                about: term.about,
                aim,
            }
        });
        let wants = wants.collect();
        self.of.goals.push(GoalRule {
            situation,
            open,
            wants,
            when,
        });
        self
    }

    /// `achieve P(X) do act(X)`, `to know P(X) do act(X)`, `do act(X) when …`.
    pub(super) fn motor(mut self, text: &str) -> Make {
        let (situation, text) = self.situation_of(text);
        let (text, when) = self.when_of(text);
        let (open, act) = match text.split_once(" do ") {
            Some((open, act)) => (Some(self.open(open)), act),
            None => (None, text.strip_prefix("do ").unwrap()),
        };
        let name = act.trim_end_matches("(X)");
        let urgency = situation.map(|index| self.of.situations[index.place()].urgency);
        self.of.motors.push(Motor {
            situation,
            open,
            when,
            does: Deed::Act(Call {
                action: ActionId::named(name),
                arguments: vec![Expr::Variable(townsfolk_core::VarId(0))],
                named: vec![],
            }),
            takes: match name == act {
                true => Takes::Nothing,
                false => Takes::Thing,
            },
            channel: Channel::Body,
            urgency: urgency.unwrap_or_default(),
        });
        self.names.push(name.into());
        self
    }

    pub(super) fn situation(mut self, name: &str, urgency: Urgency, when: &str) -> Make {
        let when = self.terms(when);
        self.of.situations.push(Situation {
            name: SymbolId::named(name),
            urgency,
            fighting: false,
            when,
            until: vec![],
            about: !0,
        });
        self.names.push(name.into());
        self
    }

    pub(super) fn until(mut self, until: &str) -> Make {
        let until = self.terms(until);
        self.of.situations.last_mut().unwrap().until = until;
        self
    }

    pub(super) fn name(&self, symbol: SymbolId) -> String {
        let known = self.names.iter();
        let mut known = known.filter(|name| SymbolId::named(name) == symbol);
        known.next().cloned().unwrap_or_default()
    }

    pub(super) fn fails(&self) -> (CompileError, Vec<String>) {
        let error = Program::compile(&self.of).unwrap_err();
        let name = |symbol| self.name(symbol);
        let names = NamesOf {
            of: &self.of,
            name: &name,
        };
        let texts = match &error {
            CompileError::RuleCycle(rules) => rules
                .iter()
                .map(|rule| names.rule(&self.of.rules[*rule]))
                .collect(),
            CompileError::GoalCycle(links) => links
                .iter()
                .map(|link| match link {
                    crate::inference::order::GoalLink::Goal(goal) => {
                        names.goal(&self.of.goals[*goal])
                    }
                    crate::inference::order::GoalLink::Rule(rule) => {
                        names.rule(&self.of.rules[*rule])
                    }
                })
                .collect(),
            _ => vec![],
        };
        (error, texts)
    }

    pub(super) fn index(&self, name: &str) -> PredicateIndex {
        let symbol = SymbolId::named(name);
        let mut predicates = self.of.predicates.iter();
        PredicateIndex(predicates.position(|p| p.name == symbol).unwrap() as u16)
    }

    fn predicate(&mut self, name: &str) -> PredicateIndex {
        let name = name.trim_end_matches("(X)");
        let symbol = SymbolId::named(name);
        if !self.of.predicates.iter().any(|p| p.name == symbol) {
            self.names.push(name.into());
            self.of.predicates.push(Predicate {
                name: symbol,
                unary: true,
                sense: None,
            });
        }
        self.index(name)
    }

    fn situation_of<'t>(&self, text: &'t str) -> (Option<SituationIndex>, &'t str) {
        let Some((name, rest)) = text.strip_prefix("in ").and_then(|t| t.split_once(": ")) else {
            return (None, text);
        };
        let symbol = SymbolId::named(name);
        let mut known = self.of.situations.iter();
        let place = known.position(|s| s.name == symbol).unwrap();
        (Some(SituationIndex(place as u8)), rest)
    }

    fn when_of<'t>(&mut self, text: &'t str) -> (&'t str, Vec<Term>) {
        match text.split_once(" when ") {
            Some((text, when)) => (text, self.terms(when)),
            None => (text, vec![]),
        }
    }

    fn open(&mut self, text: &str) -> (PredicateIndex, Aim) {
        match text.strip_prefix("to know ") {
            Some(text) => (self.term(text).predicate, Aim::Known),
            None => {
                let text = text.strip_prefix("achieve ").unwrap();
                (self.term(text).predicate, Aim::True)
            }
        }
    }

    fn terms(&mut self, text: &str) -> Vec<Term> {
        let parts = text.split(", ").filter(|part| !part.is_empty());
        parts.map(|part| self.term(part)).collect()
    }

    fn term(&mut self, text: &str) -> Term {
        let mut words: Vec<&str> = text.split(' ').collect();
        let atom = words.pop().unwrap();
        let (asks, denied, negated) = match words.as_slice() {
            [] => (Asks::Holds, false, false),
            ["not"] => (Asks::Holds, false, true),
            ["known"] => (Asks::Known, false, false),
            ["known", "not"] => (Asks::Known, false, true),
            ["not", "known"] => (Asks::Known, true, false),
            ["unknown"] => (Asks::Unknown, false, false),
            ["not", "unknown"] => (Asks::Unknown, true, false),
            other => panic!("{other:?}"),
        };
        let (name, about) = match atom.trim_end_matches(')').split_once('(') {
            None => (atom, About::Nothing),
            Some((name, "X")) => (name, About::Each),
            Some((name, "_")) => (name, About::Any),
            Some((name, referent)) => {
                let symbol = SymbolId::named(referent);
                let mut known = self.of.referents.iter();
                let place = known.position(|known| *known == symbol).unwrap();
                (name, About::One(ReferentIndex(place as u8)))
            }
        };
        let predicate = self.predicate(name);
        self.of.predicates[predicate.place()].unary = about != About::Nothing;
        Term {
            predicate,
            about,
            asks,
            negated,
            denied,
        }
    }
}

/// A character that uses a declaration.
pub(super) struct Character {
    pub(super) make: Make,
    pub(super) program: Program,
    pub(super) row: Row,
    pub(super) block: Block,
    pub(super) now: Tick,
}

impl Character {
    /// A character all of whose referents are bound.
    pub(super) fn new(make: Make) -> Character {
        let program = Program::compile(&make.of).unwrap();
        let mut row = Row::new(&make.of);
        for index in 0..make.of.referents.len() {
            let object = Value::Character(CharacterId(index as u32 + 100));
            row.bind(ReferentIndex(index as u8), object, Tick(0));
        }
        let block = Block::default();
        Character {
            make,
            program,
            row,
            block,
            now: Tick(0),
        }
    }

    pub(super) fn referent(&self, name: &str) -> ReferentIndex {
        let symbol = SymbolId::named(name);
        let mut known = self.make.of.referents.iter();
        ReferentIndex(known.position(|known| *known == symbol).unwrap() as u8)
    }

    /// Says what is sensed of a predicate: `patient, !agent`; the rest is unknown.
    pub(super) fn senses(&mut self, predicate: &str, of: &str) {
        let (mut truth, mut falsity) = (0, 0);
        for name in of.split(", ").filter(|name| !name.is_empty()) {
            match name.strip_prefix('!') {
                Some(name) => falsity |= self.referent(name).bit(),
                None => truth |= self.referent(name).bit(),
            }
        }
        let index = self.make.index(predicate);
        self.row.sense(index, truth, falsity);
    }

    /// One cycle. Says how many instructions it took.
    pub(super) fn think(&mut self) -> usize {
        self.block.clear(&self.program);
        self.row
            .fill(&self.make.of, &self.program, &mut self.block, 0);
        self.block.run(&self.program)
    }

    pub(super) fn value(&self, predicate: &str, referent: &str) -> Option<bool> {
        let pair = self.program.predicate(self.make.index(predicate));
        let bit = self.referent(referent).bit();
        let truth = self.block.word(pair.truth, 0) & bit != 0;
        let falsity = self.block.word(pair.falsity, 0) & bit != 0;
        assert!(!(truth && falsity), "{predicate}({referent}) is both");
        (truth || falsity).then_some(truth)
    }

    /// The action of the character, such as `look_around(threat)`.
    pub(super) fn does(&self) -> String {
        let chosen =
            crate::inference::choose(&self.make.of, &self.program, (&self.block, 0), &self.row);
        let texts = chosen.iter().map(|chosen| {
            let motor = &self.make.of.motors[chosen.motor];
            let Deed::Act(call) = &motor.does else {
                panic!("a course");
            };
            let name = self.make.name(SymbolId(call.action.0));
            match chosen.referent {
                Some(referent) => {
                    let symbol = self.make.of.referents[referent.place()];
                    format!("{name}({})", self.make.name(symbol))
                }
                None => name,
            }
        });
        texts.collect::<Vec<_>>().join(", ")
    }
}
