//! What a `referents` declaration says, compiled: names, senses, rules, goals and situations.
//!
//! Rules and goals stay as the author wrote them. The crate `townsfolk-decide` turns them into bit
//! operations when the content is loaded.

use super::Deed;
use crate::condition::{Expr, Literal};
use crate::visit::{Visit, Visited};
use serde::{Deserialize, Serialize};
use townsfolk_core::{Channel, DeciderId, Duration, RoleId, SiteId, SymbolId, Urgency};

/// Maximum number of referents of one declaration: one bit of a word each.
pub const REFERENTS_MAX: usize = 64;

/// Maximum number of situations of one declaration.
pub const SITUATIONS_MAX: usize = 64;

/// A referent, by its place in the declared order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ReferentIndex(pub u8);

impl ReferentIndex {
    /// The bit of this referent in a word. An index over 63 has none.
    pub fn bit(self) -> u64 {
        1_u64.checked_shl(u32::from(self.0)).unwrap_or(0)
    }

    /// The place of this referent in a list.
    pub fn place(self) -> usize {
        usize::from(self.0)
    }
}

/// A predicate, by its place in the list of predicates.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PredicateIndex(pub u16);

impl PredicateIndex {
    /// The place of this predicate in a list.
    pub fn place(self) -> usize {
        usize::from(self.0)
    }
}

/// A situation, by its place in the list of situations.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SituationIndex(pub u8);

impl SituationIndex {
    /// The bit of this situation in a word. An index over 63 has none.
    pub fn bit(self) -> u64 {
        1_u64.checked_shl(u32::from(self.0)).unwrap_or(0)
    }

    /// The place of this situation in a list.
    pub fn place(self) -> usize {
        usize::from(self.0)
    }
}

/// A decider that infers over a few referents.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Inference {
    /// Its id, by which a role carries it.
    pub id: DeciderId,
    /// Names of the referents, in declared order. The order decides between several bits.
    pub referents: Vec<SymbolId>,
    /// How true, false and unknown combine.
    pub logic: Logic,
    /// Limits of attention and memory.
    pub limits: Limits,
    /// Condition under which an object within sight is in view. Variable 0 is the object.
    pub sight: Vec<Literal>,
    /// Number of variables of its conditions. Variable 0 is the object of a referent.
    pub variables: u16,
    /// How referents are bound.
    pub bindings: Vec<Binding>,
    /// Everything that can be true or false of a referent.
    pub predicates: Vec<Predicate>,
    /// Forward rules, in source order.
    pub rules: Vec<InferenceRule>,
    /// Rules that set goals, in source order.
    pub goals: Vec<GoalRule>,
    /// Courses and actions that outputs start, strongest first, then in source order.
    pub motors: Vec<Motor>,
    /// Situations, in source order.
    pub situations: Vec<Situation>,
}

/// How true, false and unknown combine.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
pub enum Logic {
    /// Three-valued: a conjunction with a known false part is known false.
    #[default]
    Kleene,
    /// A conclusion is known only if every premise is known.
    Plain,
}

/// Limits of attention and memory, all data.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Limits {
    /// Time between two cycles.
    pub beat: Duration,
    /// How far the character sees, in millimetres.
    pub sight_mm: u32,
    /// Maximum number of referents that are sensed in one cycle.
    pub attention: u8,
    /// Chance per cycle, in thousandths, that a moving object in view is noticed.
    pub notice_moving: u16,
    /// Chance per cycle, in thousandths, that an object at rest is noticed.
    pub notice_still: u16,
    /// Factor of both chances, in thousandths, while the character fights something else.
    pub distracted: u16,
    /// How long a situation that a more urgent one pushes aside is remembered.
    pub memory: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            beat: Duration(30),
            sight_mm: 20_000,
            attention: 4,
            notice_moving: 600,
            notice_still: 150,
            distracted: 250,
            memory: Duration::seconds(10),
        }
    }
}

/// A way in which a referent comes to its object.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Binding {
    /// The referent.
    pub referent: ReferentIndex,
    /// Where its object comes from.
    pub from: BindingSource,
    /// The key of its draws.
    pub site: SiteId,
}

/// Where the object of a referent comes from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum BindingSource {
    /// A character of this role in view is noticed by chance, the nearest first.
    Noticed {
        /// The role.
        role: RoleId,
        /// How far away, in millimetres.
        within_mm: u32,
        /// Condition on the candidate, which is variable 0.
        when: Vec<Literal>,
        /// After this time without being sensed the object is forgotten. `None`: never.
        forget: Option<Duration>,
    },
    /// A prop, or the value of an attribute. While the attribute has no value, the referent is unbound.
    Attribute(Expr),
    /// The same referent of the character to which another referent is bound, if that one is unbound here.
    Shared {
        /// The referent that is bound to the other character.
        with: ReferentIndex,
        /// How far away that character may be, in millimetres.
        within_mm: u32,
    },
}

/// Something that can be true, false or unknown of a referent.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Predicate {
    /// Its name.
    pub name: SymbolId,
    /// Whether it is about a referent. One that is not has the same bit for all referents.
    pub unary: bool,
    /// How it is sensed. A predicate without a sense follows from rules, or is only wanted.
    pub sense: Option<Sense>,
}

/// How a predicate is sensed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Sense {
    /// The test of the referent's object.
    pub test: SenseTest,
    /// Whether it is known even of what is not in view or not attended to.
    pub felt: bool,
}

/// A test of a referent's object.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum SenseTest {
    /// The object is sensed at all.
    InView,
    /// The object is no further than this, in millimetres.
    Within(u32),
    /// The object has moved since the last cycle.
    Moves,
    /// The object has not been sensed for this time.
    UnseenFor(Duration),
    /// A condition on the object, which is variable 0.
    Holds(Vec<Literal>),
}

/// The part of a predicate that a term is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum About {
    /// `P(X)`: each referent by itself.
    Each,
    /// `P(target)`: one referent, for all.
    One(ReferentIndex),
    /// `P(_)`: at least one bound referent.
    Any,
    /// `P`: a predicate without an argument.
    Nothing,
}

/// How a term asks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Asks {
    /// Whether it holds: true, false or unknown.
    Holds,
    /// Whether it is known to hold: never unknown.
    Known,
    /// Whether it is unknown: never unknown itself.
    Unknown,
}

/// One conjunct of a rule, goal or situation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Term {
    /// The predicate.
    pub predicate: PredicateIndex,
    /// Of which referents.
    pub about: About,
    /// How it is asked.
    pub asks: Asks,
    /// Whether `not` stands directly before the predicate.
    pub negated: bool,
    /// Whether `not` stands before `known` or `unknown`.
    pub denied: bool,
}

/// `head(X) if body`: several rules with one head are or-ed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct InferenceRule {
    /// The situation to which it belongs; `None` if it always runs.
    pub situation: Option<SituationIndex>,
    /// The predicate that it concludes.
    pub head: PredicateIndex,
    /// All of these.
    pub body: Vec<Term>,
}

/// What a goal aims at.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Aim {
    /// That the predicate becomes true.
    True,
    /// That it becomes known, true or false.
    Known,
}

/// A wanted predicate.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Want {
    /// The predicate.
    pub predicate: PredicateIndex,
    /// Of which referents. Never [`About::Any`].
    pub about: About,
    /// What is wanted of it.
    pub aim: Aim,
}

/// A rule that sets goals: `want`, `achieve … by …` or `to know … by …`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GoalRule {
    /// The situation to which it belongs; `None` if it always runs.
    pub situation: Option<SituationIndex>,
    /// The goal that must be open; `None` for a goal that is set directly.
    pub open: Option<(PredicateIndex, Aim)>,
    /// The goals that it sets, each by itself.
    pub wants: Vec<Want>,
    /// Further conditions, all of which must be true.
    pub when: Vec<Term>,
}

/// An output: something to do with a referent.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Motor {
    /// The situation to which it belongs; `None` if it always runs.
    pub situation: Option<SituationIndex>,
    /// The goal that must be open; `None` if the conditions alone decide.
    pub open: Option<(PredicateIndex, Aim)>,
    /// Further conditions, all of which must be true.
    pub when: Vec<Term>,
    /// What is done. Variable 0 is the referent's object.
    pub does: Deed,
    /// What its argument must be bound to.
    pub takes: Takes,
    /// What it needs of the body.
    pub channel: Channel,
    /// How much it matters.
    pub urgency: Urgency,
}

/// The object that an output acts on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Takes {
    /// None: any bit starts the act.
    Nothing,
    /// A character or a prop.
    Thing,
    /// A character.
    Character,
    /// A prop.
    Prop,
}

/// A task and its surroundings: rules and goals that count while it is active.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Situation {
    /// Its name.
    pub name: SymbolId,
    /// How urgent it is. Its outputs are offered with this urgency.
    pub urgency: Urgency,
    /// Whether it absorbs the character, which then notices less.
    pub fighting: bool,
    /// It is entered when this becomes true. Empty: only the host enters it.
    pub when: Vec<Term>,
    /// It is left when this is true. Empty: when `when` is true no longer.
    pub until: Vec<Term>,
    /// The referents that its rules and goals name. Empty: all.
    pub about: u64,
}

impl Visit for Inference {
    fn visit<'a>(&'a self, visitor: &mut dyn FnMut(Visited<'a>)) {
        self.sight.visit(visitor);
        for binding in &self.bindings {
            match &binding.from {
                BindingSource::Noticed { when, .. } => when.visit(visitor),
                BindingSource::Attribute(value) => value.visit(visitor),
                BindingSource::Shared { .. } => {}
            }
        }
        for sense in self.predicates.iter().filter_map(|p| p.sense.as_ref()) {
            if let SenseTest::Holds(when) = &sense.test {
                when.visit(visitor);
            }
        }
        for motor in &self.motors {
            motor.does.visit(visitor);
        }
    }
}

impl Inference {
    /// Whether every referent, predicate, situation and variable that it names exists.
    pub(crate) fn is_sound(&self) -> bool {
        let mut variables_are_sound = true;
        self.each_expr(&mut |expr| {
            if let Expr::Variable(variable) = expr {
                variables_are_sound &= variable.0 < self.variables;
            }
        });
        variables_are_sound
            && self.referents.len() <= REFERENTS_MAX
            && self.situations.len() <= SITUATIONS_MAX
            && self.predicates.len() <= usize::from(u16::MAX)
            && self.limits.beat > Duration::ZERO
            && self.bindings_are_sound()
            && self.rules_are_sound()
    }

    fn bindings_are_sound(&self) -> bool {
        self.bindings.iter().all(|binding| {
            let with = match binding.from {
                BindingSource::Shared { with, .. } => with,
                _ => binding.referent,
            };
            self.has_referent(binding.referent) && self.has_referent(with)
        })
    }

    fn rules_are_sound(&self) -> bool {
        let rules = self.rules.iter().all(|rule| {
            self.is_situation(rule.situation)
                && self.has_predicate(rule.head)
                && self.has_terms(&rule.body)
        });
        let opens = |open: Option<(PredicateIndex, Aim)>| {
            open.is_none_or(|(predicate, _)| self.has_predicate(predicate))
        };
        let goals = self.goals.iter().all(|goal| {
            let wants = goal.wants.iter();
            self.is_situation(goal.situation)
                && opens(goal.open)
                && self.has_terms(&goal.when)
                && wants.clone().all(|want| self.has_predicate(want.predicate))
                && wants.clone().all(|want| self.has_about(want.about))
        });
        let motors = self.motors.iter().all(|motor| {
            self.is_situation(motor.situation) && opens(motor.open) && self.has_terms(&motor.when)
        });
        let mut situations = self.situations.iter();
        let situations = situations.all(|s| self.has_terms(&s.when) && self.has_terms(&s.until));
        rules && goals && motors && situations
    }

    fn is_situation(&self, index: Option<SituationIndex>) -> bool {
        index.is_none_or(|index| index.place() < self.situations.len())
    }

    fn has_referent(&self, index: ReferentIndex) -> bool {
        index.place() < self.referents.len()
    }

    fn has_predicate(&self, index: PredicateIndex) -> bool {
        index.place() < self.predicates.len()
    }

    fn has_about(&self, about: About) -> bool {
        match about {
            About::One(referent) => self.has_referent(referent),
            About::Each | About::Any | About::Nothing => true,
        }
    }

    fn has_terms(&self, terms: &[Term]) -> bool {
        let sound = |term: &Term| self.has_predicate(term.predicate) && self.has_about(term.about);
        terms.iter().all(sound)
    }

    /// A referent, by its name.
    pub fn referent(&self, name: SymbolId) -> Option<ReferentIndex> {
        let place = self.referents.iter().position(|known| *known == name)?;
        u8::try_from(place).ok().map(ReferentIndex)
    }

    /// A predicate, by its name.
    pub fn predicate(&self, name: SymbolId) -> Option<PredicateIndex> {
        let place = self
            .predicates
            .iter()
            .position(|known| known.name == name)?;
        u16::try_from(place).ok().map(PredicateIndex)
    }

    /// A situation, by its name.
    pub fn situation(&self, name: SymbolId) -> Option<SituationIndex> {
        let place = self
            .situations
            .iter()
            .position(|known| known.name == name)?;
        u8::try_from(place).ok().map(SituationIndex)
    }
}
