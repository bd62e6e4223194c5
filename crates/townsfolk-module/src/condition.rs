//! Conditions: literals over facts, people, time, chance and readings, and the expressions in them.

use crate::depth;
use crate::visit::Visit;
use serde::{Deserialize, Serialize};
use townsfolk_core::{DefineId, FactId, HostId, Number, RoleId, SiteId, StateId, Value, VarId};

/// One conjunct of a condition.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Literal {
    /// A fact that is there, or (negated) that is not.
    Fact {
        /// Whether `not` stands before it.
        negated: bool,
        /// Which fact.
        fact: FactId,
        /// Its arguments.
        arguments: Vec<Expr>,
    },
    /// A `define` of the script.
    Define {
        /// Whether `not` stands before it.
        negated: bool,
        /// Which define.
        define: DefineId,
        /// Its arguments.
        arguments: Vec<Expr>,
    },
    /// `.any(X)` and `.any(X, role)`: someone present in the scene.
    Any {
        /// Whether `not` stands before it.
        negated: bool,
        /// Who.
        who: Expr,
        /// Only those cast in this role (or one that is a kind of it); without it, people only.
        role: Option<RoleId>,
    },
    /// A host predicate, or a property without a value.
    Host {
        /// Whether `not` stands before it.
        negated: bool,
        /// Which one.
        name: HostId,
        /// Its arguments.
        arguments: Vec<Expr>,
    },
    /// A comparison. `=` with an unbound variable binds it.
    Compare {
        /// Left side.
        left: Expr,
        /// How they are compared.
        comparison: Comparison,
        /// Right side.
        right: Expr,
    },
    /// `chance(p)`: a coin thrown once per rule and free spell.
    Coin {
        /// Probability in thousandths.
        probability: Number,
        /// The key of its draws.
        site: SiteId,
    },
    /// `.state(X, s)`: a participant's state. Only in properties and tests.
    InState {
        /// Whether `not` stands before it.
        negated: bool,
        /// Who.
        who: Expr,
        /// In which state.
        state: StateId,
    },
}

/// How two values are compared.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Comparison {
    /// `=`: unifies.
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
}

impl Comparison {
    /// The same comparison with its sides exchanged.
    pub fn mirrored(self) -> Comparison {
        match self {
            Comparison::Less => Comparison::Greater,
            Comparison::LessOrEqual => Comparison::GreaterOrEqual,
            Comparison::Greater => Comparison::Less,
            Comparison::GreaterOrEqual => Comparison::LessOrEqual,
            same => same,
        }
    }
}

/// A term or an expression.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Expr {
    /// `_`: anything.
    Anything,
    /// A variable.
    Variable(VarId),
    /// `.me`: the participant whose rule this is.
    Me,
    /// `.now`
    Now,
    /// `.clock`: the calendar's time of day.
    Clock,
    /// A value.
    Constant(Value),
    /// Arithmetic.
    Binary {
        /// Left side.
        #[serde(deserialize_with = "depth::nested")]
        left: Box<Expr>,
        /// The action.
        operator: Operator,
        /// Right side.
        #[serde(deserialize_with = "depth::nested")]
        right: Box<Expr>,
    },
    /// `random(a, b)`: a number between two numbers, in steps of a thousandth.
    Random {
        /// Least.
        #[serde(deserialize_with = "depth::nested")]
        low: Box<Expr>,
        /// Greatest.
        #[serde(deserialize_with = "depth::nested")]
        high: Box<Expr>,
        /// The key of its draws.
        site: SiteId,
    },
    /// `distance(a, b)` in metres: a reading.
    Distance(
        #[serde(deserialize_with = "depth::nested")] Box<Expr>,
        #[serde(deserialize_with = "depth::nested")] Box<Expr>,
    ),
    /// A host function (a reading) or a property with a value.
    Host {
        /// Which one.
        name: HostId,
        /// Its arguments.
        #[serde(deserialize_with = "depth::nested")]
        arguments: Vec<Expr>,
    },
    /// `count(literal)`: in how many ways it holds.
    Count(#[serde(deserialize_with = "depth::nested")] Box<Literal>),
}

/// Arithmetic on numbers, durations and times. It saturates; what is undefined fails its literal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Operator {
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `*`
    Times,
    /// `/`
    Divide,
}

impl Literal {
    /// Whether `not` stands before it.
    pub fn is_negated(&self) -> bool {
        match self {
            Literal::Fact { negated, .. }
            | Literal::Define { negated, .. }
            | Literal::Any { negated, .. }
            | Literal::Host { negated, .. }
            | Literal::InState { negated, .. } => *negated,
            Literal::Compare { .. } | Literal::Coin { .. } => false,
        }
    }

    /// The expressions directly inside.
    pub fn expressions(&self) -> Vec<&Expr> {
        match self {
            Literal::Fact { arguments, .. }
            | Literal::Define { arguments, .. }
            | Literal::Host { arguments, .. } => arguments.iter().collect(),
            Literal::Any { who, .. } | Literal::InState { who, .. } => vec![who],
            Literal::Compare { left, right, .. } => vec![left, right],
            Literal::Coin { .. } => vec![],
        }
    }
}

impl Expr {
    /// Calls `visit` on this expression and every expression inside it, outermost first.
    pub fn walk<'a>(&'a self, visit: &mut impl FnMut(&'a Expr)) {
        self.each_expr(visit);
    }
}
