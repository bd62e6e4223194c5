//! The possible readers of facts. A fact that only its own person reads is useless once that person
//! can try none of these rules. A fact whose condition requires that person's presence
//! (`.any(Guest)`) is useless once that person has left.

use townsfolk_core::{Atom, FactId, RoleId, RuleId, Standing, Value, VarId};
use townsfolk_module::{Expr, Literal, Module, Rule, Script, Visit};
use townsfolk_scene::reference::Participant;

/// For each fact, its readers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Readers {
    facts: Vec<(FactId, Vec<Reading>)>,
    /// The roles that may still be joined.
    open_roles: Vec<RoleId>,
}

/// One place at which a fact is read.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Reading {
    /// The arguments at which the reader names itself, as bits.
    own: u32,
    /// The arguments that must be present for the read to matter (`.any(X)`), as bits.
    present: u32,
    /// The rule whose condition reads it, with the roles of the cast that can try it.
    rule: Option<(RuleId, Vec<RoleId>)>,
}

/// Maximum depth of defines; deeper facts count as read by everybody.
const DEPTH_MAX: usize = 8;

impl Readers {
    pub(crate) fn of(module: &Module, script: &Script) -> Readers {
        let late = script.cast.iter().filter(|line| line.joins_late);
        let mut readers = Readers {
            facts: vec![],
            open_roles: late.map(|line| line.role).collect(),
        };
        for rule in &script.rules {
            let fits = |role: RoleId| {
                let mut wanted = rule.roles.iter();
                rule.roles.is_empty() || wanted.any(|wanted| module.is_a(role, *wanted))
            };
            let cast = script.cast.iter().map(|line| line.role);
            let roles: Vec<RoleId> = cast.filter(|role| fits(*role)).collect();
            let mut reader = ReadCollector {
                script,
                rule: Some((rule.id, roles)),
                readers: &mut readers,
            };
            reader.literals(&rule.when, &KnownVariables::default(), 0);
            reader.changes(rule);
            // The `while` of a running action is checked even for leavers.
            reader.rule = None;
            reader.literals(&rule.while_holds, &KnownVariables::default(), 0);
        }
        let mut reader = ReadCollector {
            script,
            rule: None,
            readers: &mut readers,
        };
        for hold in &script.holds {
            reader.by_everybody(&hold.condition);
        }
        for fact in script.facts.iter().filter(|fact| fact.claim) {
            // Adding a claim reads its holder.
            reader.note(fact.id, 0, 0);
        }
        readers
    }

    /// Whether a fact is read, and only in the conditions of some rules.
    pub(crate) fn is_only_for(&self, fact: FactId, rules: &[RuleId]) -> bool {
        let found = self.facts.iter().find(|(other, _)| *other == fact);
        let mut readings = found.map_or(&[][..], |(_, readings)| readings).iter();
        let among = |rule: &RuleId| rules.contains(rule);
        found.is_some() && readings.all(|r| r.rule.as_ref().is_some_and(|(rule, _)| among(rule)))
    }

    /// Whether a rule's condition reads a fact.
    pub(crate) fn is_read_by(&self, fact: FactId, rule: RuleId) -> bool {
        let found = self.facts.iter().find(|(other, _)| *other == fact);
        let mut readings = found.map_or(&[][..], |(_, readings)| readings).iter();
        readings.any(|r| r.rule.as_ref().is_some_and(|(other, _)| *other == rule))
    }

    /// Whether a participant reads a fact in one of some rules.
    pub(crate) fn looks_at(
        &self,
        person: &Participant,
        atom: &Atom,
        in_list: &dyn Fn(RuleId) -> bool,
    ) -> bool {
        let found = self.facts.iter().find(|(fact, _)| *fact == atom.fact);
        let readings = found.map_or(&[][..], |(_, readings)| readings.as_slice());
        let own = Value::Character(person.who);
        readings.iter().any(|reading| {
            let tried = match &reading.rule {
                Some((rule, roles)) => roles.contains(&person.role) && in_list(*rule),
                None => true,
            };
            let mut arguments = atom.arguments.iter().enumerate();
            tried
                && arguments.all(|(index, value)| {
                    let bit = 1_u32.checked_shl(index as u32).unwrap_or(0);
                    reading.own & bit == 0 || *value == own
                })
        })
    }

    /// Whether a fact can still be read. `may_be_tried` says whether a participant can come to try
    /// a rule.
    pub(crate) fn may_be_read(
        &self,
        atom: &Atom,
        people: &[Participant],
        may_be_tried: &dyn Fn(RuleId, &Participant) -> bool,
    ) -> bool {
        let found = self.facts.iter().find(|(fact, _)| *fact == atom.fact);
        let readings = found.map_or(&[][..], |(_, readings)| readings.as_slice());
        // A leaver is never found again and tries no rule.
        let stay = |p: &&Participant| p.standing != Standing::Leaving;
        let staying = || people.iter().filter(stay);
        readings.iter().any(|reading| {
            let tries = |p: &Participant| match &reading.rule {
                Some((rule, roles)) => roles.contains(&p.role) && may_be_tried(*rule, p),
                None => true,
            };
            let newcomer = |roles: &[RoleId]| self.open_roles.iter().any(|r| roles.contains(r));
            let roles = reading.rule.as_ref().map(|(_, roles)| roles.as_slice());
            let somebody = roles.is_none_or(newcomer) || staying().any(tries);
            let mut arguments = atom.arguments.iter().enumerate();
            somebody
                && arguments.all(|(index, value)| {
                    let bit = 1_u32.checked_shl(index as u32).unwrap_or(0);
                    let asked = (reading.own | reading.present) & bit != 0;
                    let (true, Value::Character(who)) = (asked, value) else {
                        return true;
                    };
                    let person = staying().find(|p| p.who == *who);
                    person.is_some_and(|p| reading.own & bit == 0 || tries(p))
                })
        })
    }
}

/// Collects the reads of one rule, or of conditions outside rules.
struct ReadCollector<'a> {
    script: &'a Script,
    /// The rule, and the roles of the cast that can try it.
    rule: Option<(RuleId, Vec<RoleId>)>,
    readers: &'a mut Readers,
}

/// Knowledge about variables.
#[derive(Clone, Debug, Default)]
struct KnownVariables {
    /// They are `.me`.
    me: Vec<VarId>,
    /// They must be present for the condition to hold.
    present: Vec<VarId>,
    /// They have already been found present. A negated literal can use only these: before that, it
    /// ranges over everybody.
    found: Vec<VarId>,
}

impl ReadCollector<'_> {
    fn note(&mut self, fact: FactId, own: u32, present: u32) {
        let rule = self.rule.clone();
        // Outside a rule's condition the reader is unknown.
        let own = if rule.is_some() { own } else { 0 };
        let reading = Reading { own, present, rule };
        let facts = &mut self.readers.facts;
        match facts.iter_mut().find(|(other, _)| *other == fact) {
            Some((_, readings)) if readings.contains(&reading) => {}
            Some((_, readings)) => readings.push(reading),
            None => facts.push((fact, vec![reading])),
        }
    }

    /// The literals of one condition.
    fn literals(&mut self, literals: &[Literal], known: &KnownVariables, depth: usize) {
        let mut known = known.clone();
        let present = literals.iter().filter_map(found_present);
        known.present.extend(present);
        for literal in literals {
            self.literal(literal, &known, depth);
            known.found.extend(found_present(literal));
        }
    }

    fn literal(&mut self, literal: &Literal, known: &KnownVariables, depth: usize) {
        let present = if literal.is_negated() {
            &known.found
        } else {
            &known.present
        };
        match literal {
            Literal::Fact {
                fact, arguments, ..
            } => {
                let own = arguments_that(arguments, |a| is_me(a, &known.me));
                let guarded = arguments_that(arguments, |a| is_among(a, present));
                self.note(*fact, own, guarded);
            }
            Literal::Define {
                define, arguments, ..
            } => {
                let script = self.script;
                let clauses = script.define(*define).map_or(&[][..], |d| &d.clauses);
                for clause in clauses {
                    if depth >= DEPTH_MAX {
                        self.by_everybody(&clause.body);
                        continue;
                    }
                    let those = |wanted: &dyn Fn(&Expr) -> bool| {
                        let pairs = clause.parameters.iter().zip(arguments);
                        let found = pairs.filter_map(|(parameter, argument)| match parameter {
                            Expr::Variable(v) if wanted(argument) => Some(*v),
                            _ => None,
                        });
                        found.collect::<Vec<VarId>>()
                    };
                    let inner = KnownVariables {
                        me: those(&|a| is_me(a, &known.me)),
                        present: those(&|a| is_among(a, present)),
                        found: those(&|a| is_among(a, &known.found)),
                    };
                    self.literals(&clause.body, &inner, depth + 1);
                }
            }
            _ => {}
        }
        self.counted(literal, known, depth);
    }

    fn counted(&mut self, part: &impl Visit, known: &KnownVariables, depth: usize) {
        // A count includes all, also those found later.
        let known = KnownVariables {
            present: known.found.clone(),
            ..known.clone()
        };
        for literal in part.counted() {
            self.literal(literal, &known, depth);
        }
    }

    /// The facts that a rule reads besides its condition.
    fn changes(&mut self, rule: &Rule) {
        self.counted(&rule.choose, &KnownVariables::default(), 0);
        for effects in rule.effects() {
            self.by_everybody(effects.counted());
        }
        self.counted(&rule.action, &KnownVariables::default(), 0);
        if rule.action.is_none() {
            // It fires only if it changes something, so it reads what it changes.
            let present: Vec<VarId> = rule.when.iter().filter_map(found_present).collect();
            for effects in [&rule.now, &rule.then] {
                for pattern in effects.remove.iter().chain(&effects.add) {
                    let own = arguments_that(&pattern.arguments, |a| is_me(a, &[]));
                    let guarded = arguments_that(&pattern.arguments, |a| is_among(a, &present));
                    self.note(pattern.fact, own, guarded);
                }
            }
        }
    }

    /// Marks everything in these literals as read by everybody.
    fn by_everybody<'l>(&mut self, literals: impl IntoIterator<Item = &'l Literal>) {
        let mut facts = vec![];
        let mut seen = vec![];
        for literal in literals {
            crate::attention::facts_in(self.script, literal, &mut facts, &mut seen);
        }
        for fact in facts {
            self.note(fact, 0, 0);
        }
    }
}

/// The arguments that satisfy a predicate, as bits.
fn arguments_that(arguments: &[Expr], wanted: impl Fn(&Expr) -> bool) -> u32 {
    let arguments = arguments.iter().enumerate();
    let those = arguments.filter(|(_, argument)| wanted(argument));
    those.fold(0, |bits, (index, _)| {
        bits | 1_u32.checked_shl(index as u32).unwrap_or(0)
    })
}

/// The variable that a literal finds present.
fn found_present(literal: &Literal) -> Option<VarId> {
    match literal {
        Literal::Any {
            negated: false,
            who: Expr::Variable(v),
            ..
        } => Some(*v),
        _ => None,
    }
}

fn is_among(expr: &Expr, variables: &[VarId]) -> bool {
    matches!(expr, Expr::Variable(v) if variables.contains(v))
}

fn is_me(expr: &Expr, me: &[VarId]) -> bool {
    match expr {
        Expr::Me => true,
        Expr::Variable(variable) => me.contains(variable),
        _ => false,
    }
}
