//! Who can still look at a fact. Where only the person it is about looks at it, it is of no use once
//! that person can try none of these rules any more; where a condition also asks for that person to
//! be there (`.any(Guest)`), it is of no use once that person has left.

use townsfolk_core::{Atom, FactId, RoleId, RuleId, Standing, Value, VarId};
use townsfolk_module::{Expr, Literal, Module, Rule, Script, Visit};
use townsfolk_scene::reference::Participant;

/// For each fact, who reads it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Readers {
    facts: Vec<(FactId, Vec<Reading>)>,
    /// The roles in which somebody may still join.
    open_roles: Vec<RoleId>,
}

/// One place at which a fact is read.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Reading {
    /// The arguments at which the reader names themselves, as bits.
    own: u32,
    /// The arguments that must be present for what is read to matter (`.any(X)`), as bits.
    present: u32,
    /// The rule that reads it, with the roles of the cast that can try it, if it is read in that
    /// rule's condition.
    rule: Option<(RuleId, Vec<RoleId>)>,
}

/// Defines are followed so far; what is deeper is read by everybody.
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
            let mut reader = Reader {
                script,
                rule: Some((rule.id, roles)),
                readers: &mut readers,
            };
            reader.literals(&rule.when, &Known::default(), 0);
            reader.changes(rule);
            // While an action runs, its condition is looked at even for leavers.
            reader.rule = None;
            reader.literals(&rule.while_holds, &Known::default(), 0);
        }
        let mut reader = Reader {
            script,
            rule: None,
            readers: &mut readers,
        };
        for hold in &script.holds {
            reader.by_everybody(&hold.condition);
        }
        for fact in script.facts.iter().filter(|fact| fact.claim) {
            // Whoever wants a claim looks who has it.
            reader.note(fact.id, 0, 0);
        }
        readers
    }

    /// Whether a fact is looked at, and only in the conditions of some rules.
    pub(crate) fn is_only_for(&self, fact: FactId, rules: &[RuleId]) -> bool {
        let found = self.facts.iter().find(|(other, _)| *other == fact);
        let mut readings = found.map_or(&[][..], |(_, readings)| readings).iter();
        let among = |rule: &RuleId| rules.contains(rule);
        found.is_some() && readings.all(|r| r.rule.as_ref().is_some_and(|(rule, _)| among(rule)))
    }

    /// Whether a rule looks at a fact in its condition.
    pub(crate) fn is_read_by(&self, fact: FactId, rule: RuleId) -> bool {
        let found = self.facts.iter().find(|(other, _)| *other == fact);
        let mut readings = found.map_or(&[][..], |(_, readings)| readings).iter();
        readings.any(|r| r.rule.as_ref().is_some_and(|(other, _)| *other == rule))
    }

    /// Whether somebody looks at a fact in one of some rules.
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

    /// Whether a fact can still be looked at by somebody. `may_be_tried` says whether somebody can
    /// come to try a rule.
    pub(crate) fn may_be_read(
        &self,
        atom: &Atom,
        people: &[Participant],
        may_be_tried: &dyn Fn(RuleId, &Participant) -> bool,
    ) -> bool {
        let found = self.facts.iter().find(|(fact, _)| *fact == atom.fact);
        let readings = found.map_or(&[][..], |(_, readings)| readings.as_slice());
        // Whoever leaves is never found again and tries no rule.
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

/// Reads one rule, or what is nobody's own.
struct Reader<'a> {
    script: &'a Script,
    /// The rule, and the roles of the cast that can try it.
    rule: Option<(RuleId, Vec<RoleId>)>,
    readers: &'a mut Readers,
}

/// What is known of variables.
#[derive(Clone, Debug, Default)]
struct Known {
    /// They are `.me`.
    me: Vec<VarId>,
    /// They must be present for the condition to hold.
    present: Vec<VarId>,
    /// They have been found to be present already. Of a negated literal nothing else can be said:
    /// before that, it speaks of everybody.
    found: Vec<VarId>,
}

impl Reader<'_> {
    fn note(&mut self, fact: FactId, own: u32, present: u32) {
        let rule = self.rule.clone();
        // Outside a rule's condition nobody is known to look.
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
    fn literals(&mut self, literals: &[Literal], known: &Known, depth: usize) {
        let mut known = known.clone();
        let present = literals.iter().filter_map(found_present);
        known.present.extend(present);
        for literal in literals {
            self.literal(literal, &known, depth);
            known.found.extend(found_present(literal));
        }
    }

    fn literal(&mut self, literal: &Literal, known: &Known, depth: usize) {
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
                    let inner = Known {
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

    fn counted(&mut self, part: &impl Visit, known: &Known, depth: usize) {
        // What is counted is counted whoever is found later.
        let known = Known {
            present: known.found.clone(),
            ..known.clone()
        };
        for literal in part.counted() {
            self.literal(literal, &known, depth);
        }
    }

    /// What a rule looks at beside its condition.
    fn changes(&mut self, rule: &Rule) {
        self.counted(&rule.choose, &Known::default(), 0);
        for effects in rule.effects() {
            self.by_everybody(effects.counted());
        }
        self.counted(&rule.action, &Known::default(), 0);
        if rule.action.is_none() {
            // It fires only if it changes something, so it looks at what it changes.
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

    /// Whatever these literals read is read by others than those it is about.
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

/// The arguments of some sort, as bits.
fn arguments_that(arguments: &[Expr], wanted: impl Fn(&Expr) -> bool) -> u32 {
    let arguments = arguments.iter().enumerate();
    let those = arguments.filter(|(_, argument)| wanted(argument));
    those.fold(0, |bits, (index, _)| {
        bits | 1_u32.checked_shl(index as u32).unwrap_or(0)
    })
}

/// Whoever a literal finds to be present.
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
