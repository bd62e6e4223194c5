//! A script in executable form: flat lists of small operations, shared by all scenes that run it.

use super::fact_store::FactShape;
use super::packed_value::PackedValue;
use std::sync::Arc;
use townsfolk_core::{
    ActionId, Duration, FactId, HostId, Pushed, RoleId, RuleId, ScriptId, SiteId, StateId,
    SymbolId, Value,
};
use townsfolk_module::{Attribute, Comparison, Finish, HostForm, Module, Operator};

/// Arguments of one fact, define, host name or action; more are beyond the compact form.
pub(super) const ARGUMENTS_MAX: usize = 16;
/// Slots of one search that the reference evaluator has at once. From 64 on its steps count more.
pub(super) const SLOTS_AT_ONCE_MAX: usize = 63;
/// Minimum number of slots for variables.
pub(super) const SLOTS_MIN: usize = 8;

/// Operations of one program.
pub(super) const OPERATIONS_MAX: usize = 60_000;
/// Kinds of participants that rules tell apart.
pub(super) const CLASSES_MAX: usize = 64;
/// A fact that the script does not declare in this form: it has no rows.
pub(super) const NO_FACT: u16 = u16::MAX;
/// No rule.
pub(super) const NO_RULE: u16 = u16::MAX;

/// A script compiled against its module. Cheap to clone: the code is shared.
#[derive(Clone, Debug)]
pub struct Program(pub(super) Arc<Code>);

impl Program {
    /// Compiles a script. `None` if there is no such script, or it is beyond the compact form: then
    /// it is played on the reference evaluator.
    ///
    /// Beyond the compact form are recursive defines, more than 16 arguments, more than 63
    /// variables at once, nesting near [the limit](crate::reference::matching::DEPTH_MAX), actions
    /// that the module does not have, coins inside effects, different coins in one place, doubled
    /// ids, more than 64 kinds of participants that rules tell apart, and programs of more than 60,000
    /// operations.
    pub fn compile(module: &Module, script: townsfolk_core::ScriptId) -> Option<Program> {
        let script = module.script(script)?;
        super::compile::compile(module, script).map(|code| Program(Arc::new(code)))
    }

    /// The script.
    pub fn script(&self) -> ScriptId {
        self.0.script
    }
}

/// The part of a program that a scene needs to describe itself without it.
#[derive(Debug)]
pub(super) struct Shape {
    pub(super) facts: Vec<FactShape>,
    /// Index 0 is no state.
    pub(super) states: Vec<Option<StateId>>,
    pub(super) rules: Vec<RuleId>,
    /// Maximum number of variables of a rule: each participant has room for this many values.
    pub(super) bound: usize,
}

#[derive(Debug)]
pub(super) struct Code {
    pub(super) script: ScriptId,
    pub(super) shape: Arc<Shape>,
    pub(super) operations: Vec<Operation>,
    pub(super) arguments: Vec<ArgumentCode>,
    /// Arguments as slots: variables, then [`Code::any`], `.me`, `.now` and the constants.
    pub(super) columns: Vec<u16>,
    pub(super) constants: Vec<PackedValue>,
    pub(super) expressions: Vec<ExpressionCode>,
    pub(super) clauses: Vec<ClauseCode>,
    pub(super) patterns: Vec<PatternCode>,
    pub(super) writes: Vec<WriteCode>,
    /// Initial values of attributes, sorted by id. Attributes without a value are left out.
    pub(super) defaults: Vec<(HostId, Pushed)>,
    /// For each fact, the places at which a change concerns only the participant it names, with the
    /// topic of that.
    pub(super) own_places: Vec<Vec<(u8, u64)>>,
    pub(super) rules: Vec<RuleCode>,
    pub(super) holds: Vec<HoldCode>,
    pub(super) cast: Vec<CastLineCode>,
    /// Roles and their classes, sorted by id.
    pub(super) roles: Vec<(RoleId, u8)>,
    /// For each class and state (states running fastest), what someone there can try.
    pub(super) lists: Vec<List>,
    /// Facts that are claims.
    pub(super) claims: Vec<u16>,
    /// Facts that pass by themselves.
    pub(super) passing: Vec<u16>,
    pub(super) has_together: bool,
    /// Whether the script has states: then its first has index 1.
    pub(super) has_states: bool,
    pub(super) slots: usize,
}

/// Part of one of the lists of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Span {
    pub(super) from: u32,
    pub(super) length: u32,
}

impl Span {
    #[inline]
    pub(super) fn of<T>(self, list: &[T]) -> &[T] {
        &list[self.from as usize..(self.from + self.length) as usize]
    }
}

/// One operation. A literal is followed by what is looked at when it holds.
#[derive(Clone, Copy, Debug)]
pub(super) enum Operation {
    Fact {
        fact: u16,
        /// Where its columns begin, if no argument has to be calculated.
        columns: Option<u32>,
        arguments: Span,
    },
    /// The common negation, without a search of its own.
    NotFact {
        fact: u16,
        columns: Option<u32>,
        arguments: Span,
    },
    /// A define: clauses, one after the other.
    Call {
        clauses: Span,
        direct: bool,
        arguments: Span,
    },
    /// A define that does not exist.
    NoDefine {
        arguments: Span,
    },
    /// Someone present, of the classes in the mask.
    Any {
        who: u32,
        classes: u64,
    },
    InState {
        who: u32,
        state: u16,
    },
    Host {
        name: HostId,
        form: Option<HostForm>,
        arguments: Span,
    },
    Compare {
        comparison: Comparison,
        timing: Timing,
        left: u32,
        right: u32,
    },
    /// `=`: sides are arguments as well as expressions.
    Equal {
        timing: Timing,
        left: u32,
        right: u32,
        terms: u32,
    },
    Coin {
        thousandths: i64,
        site: SiteId,
    },
    /// Holds if the next operation, a literal, does not; then it goes on at `next`.
    Not {
        next: u32,
    },
    Jump(u32),
    /// The end of a whole condition.
    Done,
    /// The end of a negated literal.
    Held,
    /// The end of a counted literal.
    Counted,
}

/// How the moment is found at which a comparison with `.now` changes its answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Timing {
    /// It has nothing to do with time.
    Never,
    /// The left side gains one tick on the right with each tick.
    Gains,
    /// The left side loses one tick.
    Loses,
    /// By doubling and halving.
    Searched,
}

/// An argument.
#[derive(Clone, Copy, Debug)]
pub(super) enum ArgumentCode {
    Anything,
    Slot(u16),
    Constant(PackedValue),
    Me,
    Expression(u32),
}

/// An expression; operands are indices.
#[derive(Clone, Copy, Debug)]
pub(super) enum ExpressionCode {
    Undefined,
    Slot(u16),
    Constant(PackedValue),
    Me,
    Now,
    Clock,
    Binary(u32, Operator, u32),
    Random(u32, u32, SiteId),
    Distance(u32, u32),
    Host {
        name: HostId,
        form: Option<HostForm>,
        arguments: Span,
    },
    Count {
        literal: u32,
        negated: bool,
    },
}

#[derive(Clone, Copy, Debug)]
pub(super) struct ClauseCode {
    pub(super) parameters: Span,
    pub(super) body: u32,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct PatternCode {
    pub(super) id: FactId,
    pub(super) fact: u16,
    pub(super) columns: Option<u32>,
    pub(super) arguments: Span,
}

/// An attribute that effects set.
#[derive(Clone, Debug)]
pub(super) struct WriteCode {
    pub(super) name: HostId,
    pub(super) arguments: Span,
    pub(super) value: WrittenValue,
    /// Its declaration, with the range of its values.
    pub(super) declared: Option<Attribute>,
}

/// The new value of an attribute.
#[derive(Clone, Copy, Debug)]
pub(super) enum WrittenValue {
    Given(Pushed),
    Is(ArgumentCode),
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct EffectsCode {
    pub(super) remove: Span,
    pub(super) add: Span,
    pub(super) set: Span,
    /// Whether what is added can be worked out after the removals.
    pub(super) at_once: bool,
}

impl EffectsCode {
    pub(super) fn is_empty(&self) -> bool {
        self.remove.length + self.add.length + self.set.length == 0
    }
}

#[derive(Clone, Debug)]
pub(super) struct CallCode {
    pub(super) action: ActionId,
    pub(super) arguments: Span,
    /// Expressions that must have a value before the rule fires.
    pub(super) needed: Span,
    pub(super) named: Vec<(SymbolId, Named)>,
    pub(super) limit: Duration,
    pub(super) interruptible: bool,
    /// Whether it has no named parameters, and no argument has to be calculated.
    pub(super) plain: bool,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Named {
    Given(ArgumentCode),
    Default(Value),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ChooseCode {
    First,
    Any(Option<u16>),
    Nearest(u16),
    Least(u32),
    Most(u32),
}

/// The tests of a solution before it counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Check {
    /// Nothing more.
    None,
    /// One claim, which no removal of the same rule can set free.
    OneClaim,
    /// Without action, effects at one moment only and no claims: whether they change anything.
    OneChange,
    /// On a copy of the facts.
    Copy,
}

/// A literal of a condition that one value decides: if no row has it, a fact does not hold, and if one
/// has, a negated fact does not.
#[derive(Clone, Copy, Debug)]
pub(super) struct Guard {
    pub(super) fact: u16,
    pub(super) place: u8,
    pub(super) negated: bool,
    /// The value; `.me` if there is none.
    pub(super) value: Option<PackedValue>,
}

#[derive(Clone, Debug)]
pub(super) struct RuleCode {
    pub(super) id: RuleId,
    pub(super) site: SiteId,
    pub(super) state: u16,
    pub(super) variables: u16,
    pub(super) when: u32,
    /// Whether the first solution of its condition is enough, whatever it is.
    pub(super) fires_at_once: bool,
    pub(super) choose: ChooseCode,
    pub(super) action: Option<CallCode>,
    pub(super) together: Option<u16>,
    pub(super) while_holds: Option<u32>,
    pub(super) now: EffectsCode,
    pub(super) then: EffectsCode,
    pub(super) on_failure: EffectsCode,
    pub(super) on_stop: EffectsCode,
    /// Zero: it stays.
    pub(super) goto: u16,
    pub(super) finish: Finish,
    pub(super) urgent: bool,
    pub(super) once: bool,
    pub(super) again_after: Option<(Duration, Duration)>,
    pub(super) beat: Option<Duration>,
    pub(super) while_beat: Option<Duration>,
    pub(super) check: Check,
    /// Whether a search in vain need not be repeated before something changes that the rule reads.
    pub(super) is_memorable: bool,
    /// Whether firing is only effects and an action: no partner, no state, no rest and no end.
    pub(super) fires_simply: bool,
    /// Whether its action is never interrupted: it has no `while`, and the script no urgent rule.
    pub(super) never_watched: bool,
    /// Whether its immediate additions may take claims.
    pub(super) takes_claims: bool,
    /// Whether firing without action always changes something.
    pub(super) always_changes: bool,
    /// The topics whose change can give it a solution.
    pub(super) reads: u64,
    pub(super) while_reads: u64,
    /// Whether it can have a solution at any tick, without a change that could be noted.
    pub(super) restless: bool,
    pub(super) while_restless: bool,
    /// Literals that hold or fail for all solutions alike.
    pub(super) guards: Vec<Guard>,
    /// The facts its search looks at, for passing it over.
    pub(super) facts_read: Vec<(FactId, u16)>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct HoldCode {
    /// Classes concerned.
    pub(super) classes: u64,
    pub(super) condition: u32,
    pub(super) limit: Duration,
}

#[derive(Clone, Debug)]
pub(super) struct CastLineCode {
    pub(super) role: RoleId,
    pub(super) min: u16,
    pub(super) max: u16,
    pub(super) away: Option<Duration>,
    pub(super) vacant: Duration,
    pub(super) on_leaving: Option<CallCode>,
    pub(super) starts_in: Option<u16>,
}

/// The rules of one class and state, in order of precedence.
#[derive(Clone, Debug, Default)]
pub(super) struct List {
    /// The rules, each with the topics it reads.
    pub(super) rules: Vec<(u16, u64)>,
    pub(super) urgent: Vec<u16>,
    /// All topics its rules read.
    pub(super) reads: u64,
}

impl RuleCode {
    /// Whether the first solution of its condition is enough, whatever it is.
    pub(super) fn takes_any_solution(&self) -> bool {
        self.check == Check::None
            && self.choose == ChooseCode::First
            && self.together.is_none()
            && self.action.as_ref().is_none_or(|c| c.needed.length == 0)
    }
}

impl Code {
    /// The slot that is always unbound and keeps nothing: `_`.
    #[inline]
    pub(super) fn any(&self) -> usize {
        self.slots
    }

    /// The slot of `.me`.
    #[inline]
    pub(super) fn me(&self) -> usize {
        self.slots.wrapping_add(1)
    }

    /// The slot of `.now`.
    #[inline]
    pub(super) fn now(&self) -> usize {
        self.slots.wrapping_add(2)
    }

    /// The slot of the first constant.
    #[inline]
    pub(super) fn first_constant(&self) -> usize {
        self.slots + 3
    }

    /// The rules for a class and a state.
    #[inline]
    pub(super) fn list(&self, class: u8, state: u16) -> &List {
        &self.lists[usize::from(class) * self.shape.states.len() + usize::from(state)]
    }

    /// The class of a role; the last class is that of unknown roles.
    pub(super) fn class_of(&self, role: RoleId) -> u8 {
        match self.roles.binary_search_by_key(&role, |(id, _)| *id) {
            Ok(index) => self.roles[index].1,
            Err(_) => (self.lists.len() / self.shape.states.len() - 1) as u8,
        }
    }

    pub(super) fn line(&self, role: RoleId) -> Option<&CastLineCode> {
        self.cast.iter().find(|line| line.role == role)
    }

    /// The state someone in a role starts in.
    pub(super) fn first_state(&self, role: RoleId, first: u16) -> u16 {
        self.line(role).and_then(|l| l.starts_in).unwrap_or(first)
    }
}

/// Topics: what a rule can read and a change can touch. Facts share the lower bits.
pub(super) mod topic {
    /// Bits for facts.
    const FACTS: usize = 48;
    /// Presence of participants.
    pub(in crate::fast) const PEOPLE: u64 = 1 << 56;
    /// Freedom of participants.
    pub(in crate::fast) const FREE: u64 = 1 << 57;
    /// Properties of the host.
    pub(in crate::fast) const PROPERTY: u64 = 1 << 58;
    /// States of participants.
    pub(in crate::fast) const STATE: u64 = 1 << 59;
    /// A topic that no fact has.
    pub(in crate::fast) const GONE: u64 = 1 << 60;
    /// A topic that every rule reads, touched only by a full look.
    pub(in crate::fast) const LOOK: u64 = 1 << 63;
    /// Everything.
    pub(in crate::fast) const ALL: u64 = u64::MAX;

    #[inline]
    pub(in crate::fast) fn fact(index: usize) -> u64 {
        1 << (index % FACTS)
    }

    /// Rows that name the reader at a place.
    pub(in crate::fast) fn own(place: usize) -> u64 {
        1 << (FACTS + place % 8)
    }
}
