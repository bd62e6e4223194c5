//! Conditions and expressions as flat operations. Defines are put in where they are called, each
//! with slots of its own, so that no call needs a frame at run time.

use super::compile::{Classes, form_of, state_index};
use super::own_facts::OwnPlaces;
use super::packed_value::{PackedValue, encode};
use super::program::{
    ARGUMENTS_MAX, ArgumentCode, ClauseCode, ExpressionCode, Guard, NO_FACT, OPERATIONS_MAX,
    Operation, PatternCode, SLOTS_AT_ONCE_MAX, SLOTS_MIN, Shape, Span, WriteCode, WrittenValue,
};
use super::reads::timing;
use crate::reference::matching::DEPTH_MAX;
use townsfolk_core::{DefineId, FactId, Pushed};
use townsfolk_module::{
    AttributeWrite, Comparison, Expr, FactPattern, Literal, Module, Script, WriteValue,
};

/// Nesting that is left unused, so that nothing depends on how it is counted at the very end.
const DEPTH_SPARE: u32 = 10;
const SLOTS_MAX: usize = 4096;

/// The lists that are put together.
#[derive(Debug, Default)]
pub(super) struct Parts {
    pub(super) operations: Vec<Operation>,
    pub(super) arguments: Vec<ArgumentCode>,
    pub(super) expressions: Vec<ExpressionCode>,
    pub(super) clauses: Vec<ClauseCode>,
    pub(super) patterns: Vec<PatternCode>,
    pub(super) writes: Vec<WriteCode>,
    pub(super) slots: usize,
    pub(super) columns: Vec<u16>,
    pub(super) constants: Vec<PackedValue>,
    raw_columns: Vec<ArgumentCode>,
}

/// A program in the making.
pub(super) struct Assembly<'a> {
    pub(super) module: &'a Module,
    pub(super) script: &'a Script,
    pub(super) shape: &'a Shape,
    pub(super) classes: &'a Classes,
    pub(super) own_places: &'a OwnPlaces,
    parts: Parts,
    /// Where the variables of the rule or clause lie, and how many they are.
    frame: (usize, usize),
    /// Slots given out so far in this rule.
    slots: usize,
    /// Slots that the reference evaluator has at this point.
    at_once: usize,
    depth: u32,
    deepest: u32,
    open: Vec<DefineId>,
}

/// The successor of a literal.
#[derive(Clone, Copy)]
enum End {
    Done,
    Counted,
    Jump(u32),
}

impl<'a> Assembly<'a> {
    pub(super) fn new(
        module: &'a Module,
        script: &'a Script,
        shape: &'a Shape,
        classes: &'a Classes,
        own_places: &'a OwnPlaces,
    ) -> Assembly<'a> {
        Assembly {
            module,
            script,
            shape,
            classes,
            own_places,
            parts: Parts::default(),
            frame: (0, 0),
            slots: 0,
            at_once: 0,
            depth: 0,
            deepest: 0,
            open: vec![],
        }
    }

    /// The finished lists, once it is known how many slots variables take.
    pub(super) fn finish(self) -> Option<Parts> {
        let mut parts = self.parts;
        let any = parts.slots.max(SLOTS_MIN);
        for argument in std::mem::take(&mut parts.raw_columns) {
            let slot = match argument {
                ArgumentCode::Slot(slot) => usize::from(slot),
                ArgumentCode::Me => any + 1,
                ArgumentCode::Anything | ArgumentCode::Expression(_) => any,
                ArgumentCode::Constant(word) => {
                    let known = parts.constants.iter().position(|c| *c == word);
                    let index = known.unwrap_or_else(|| {
                        parts.constants.push(word);
                        parts.constants.len() - 1
                    });
                    any + 3 + index
                }
            };
            parts.columns.push(u16::try_from(slot).ok()?);
        }
        Some(parts)
    }

    /// Begins a rule (or hold) with this number of variables.
    pub(super) fn begin(&mut self, variables: u16) -> Option<()> {
        let count = usize::from(variables);
        self.frame = (0, count);
        self.slots = count;
        self.at_once = count;
        self.parts.slots = self.parts.slots.max(count);
        self.depth = 0;
        self.deepest = 0;
        (count <= SLOTS_AT_ONCE_MAX).then_some(())
    }

    /// A whole condition. Literals compiled after it are evaluated at its end, at the same depth.
    pub(super) fn condition(&mut self, literals: &[Literal]) -> Option<u32> {
        let deepest = self.deepest;
        self.depth = 0;
        let body = self.body(literals, End::Done)?;
        self.depth = self.deepest.max(deepest);
        Some(body)
    }

    /// Literals in a row. Bodies of defines come after them, so the row has no holes.
    fn body(&mut self, literals: &[Literal], end: End) -> Option<u32> {
        let from = self.parts.operations.len() as u32;
        let mut calls = vec![];
        for literal in literals {
            self.deeper(1)?;
            self.literal(literal, &mut calls)?;
        }
        self.emit(end_of(end))?;
        self.put_in(calls)?;
        Some(from)
    }

    /// One literal, with its negation.
    fn literal(&mut self, literal: &Literal, calls: &mut Vec<PendingCall>) -> Option<()> {
        if !literal.is_negated() {
            return self.plain(literal, calls);
        }
        if let Literal::Fact {
            fact, arguments, ..
        } = literal
        {
            let fact = self.fact(*fact, arguments.len());
            let arguments = self.list(arguments.iter())?;
            let columns = self.columns(arguments);
            let not = Operation::NotFact {
                fact,
                columns,
                arguments,
            };
            return self.emit(not).map(|_| ());
        }
        let not = self.emit(Operation::Not { next: 0 })?;
        self.plain(literal, calls)?;
        self.emit(Operation::Held)?;
        let next = self.parts.operations.len() as u32;
        self.parts.operations[not as usize] = Operation::Not { next };
        Some(())
    }

    fn plain(&mut self, literal: &Literal, calls: &mut Vec<PendingCall>) -> Option<()> {
        let op = match literal {
            Literal::Fact {
                fact, arguments, ..
            } => {
                let fact = self.fact(*fact, arguments.len());
                let arguments = self.list(arguments.iter())?;
                Operation::Fact {
                    fact,
                    columns: self.columns(arguments),
                    arguments,
                }
            }
            Literal::Define {
                define, arguments, ..
            } => {
                let arguments = self.list(arguments.iter())?;
                if self.script.define(*define).is_none() {
                    Operation::NoDefine { arguments }
                } else {
                    let at = self.emit(Operation::NoDefine { arguments })?;
                    // How deep a call goes counts for what follows it.
                    let call = PendingCall {
                        at,
                        define: *define,
                        arguments,
                        depth: self.depth,
                        at_once: self.at_once,
                    };
                    calls.push(call);
                    let below = self.depth_of_define(*define, &mut vec![])?;
                    self.deeper(below)?;
                    return Some(());
                }
            }
            Literal::Any { who, role, .. } => Operation::Any {
                classes: self.classes.mask(*role),
                who: self.list([who].into_iter())?.from,
            },
            Literal::InState { who, state, .. } => Operation::InState {
                state: match state_index(self.shape, Some(*state)) {
                    0 => u16::MAX,
                    index => index,
                },
                who: self.list([who].into_iter())?.from,
            },
            Literal::Host {
                name, arguments, ..
            } => Operation::Host {
                name: *name,
                form: form_of(self.module, *name),
                arguments: self.list(arguments.iter())?,
            },
            Literal::Compare {
                left,
                comparison: Comparison::Equal,
                right,
            } => Operation::Equal {
                timing: timing(left, right),
                terms: self.list([left, right].into_iter())?.from,
                left: self.expression(left)?,
                right: self.expression(right)?,
            },
            Literal::Compare {
                left,
                comparison,
                right,
            } => Operation::Compare {
                comparison: *comparison,
                timing: timing(left, right),
                left: self.expression(left)?,
                right: self.expression(right)?,
            },
            Literal::Coin { probability, site } => Operation::Coin {
                thousandths: probability.0,
                site: *site,
            },
        };
        self.emit(op).map(|_| ())
    }

    /// Compiles the clauses of calls, each followed by a jump back behind its call.
    fn put_in(&mut self, calls: Vec<PendingCall>) -> Option<()> {
        let (frame, depth, at_once) = (self.frame, self.depth, self.at_once);
        for call in calls {
            let script: &'a Script = self.script;
            let define = script.define(call.define)?;
            if self.open.contains(&call.define) {
                return None;
            }
            self.open.push(call.define);
            let mut clauses = vec![];
            for clause in &define.clauses {
                let count = usize::from(clause.variables);
                self.frame = (self.slots, count);
                self.slots += count;
                self.parts.slots = self.parts.slots.max(self.slots);
                self.at_once = call.at_once + count;
                if self.at_once > SLOTS_AT_ONCE_MAX || self.slots > SLOTS_MAX {
                    return None;
                }
                self.depth = call.depth;
                let parameters = self.list(clause.parameters.iter())?;
                let body = self.body(&clause.body, End::Jump(call.at + 1))?;
                clauses.push(ClauseCode { parameters, body });
            }
            self.open.pop();
            let from = self.parts.clauses.len() as u32;
            let length = clauses.len() as u32;
            self.parts.clauses.extend(clauses);
            let mut given = [call.arguments].into_iter();
            let called = &self.parts.clauses[from as usize..];
            let direct = given.all(|a| self.is_direct(a))
                && called
                    .iter()
                    .all(|clause| self.is_direct(clause.parameters));
            self.parts.operations[call.at as usize] = Operation::Call {
                clauses: Span { from, length },
                direct,
                arguments: call.arguments,
            };
        }
        (self.frame, self.depth, self.at_once) = (frame, depth, at_once);
        Some(())
    }

    /// An upper limit of how much deeper the search is after a define.
    fn depth_of_define(&self, define: DefineId, open: &mut Vec<DefineId>) -> Option<u32> {
        if open.contains(&define) {
            return None;
        }
        open.push(define);
        let clauses = self
            .script
            .define(define)
            .into_iter()
            .flat_map(|d| &d.clauses);
        let mut deepest = 0;
        for clause in clauses {
            let mut depth: u32 = 0;
            for literal in &clause.body {
                depth = depth.saturating_add(1);
                if let Literal::Define { define, .. } = literal {
                    depth = depth.saturating_add(self.depth_of_define(*define, open)?);
                }
                if depth > DEPTH_MAX {
                    return None;
                }
            }
            deepest = deepest.max(depth);
        }
        open.pop();
        Some(deepest)
    }

    fn deeper(&mut self, by: u32) -> Option<()> {
        self.depth = self.depth.saturating_add(by);
        self.deepest = self.deepest.max(self.depth);
        (self.depth + DEPTH_SPARE <= DEPTH_MAX).then_some(())
    }

    fn emit(&mut self, op: Operation) -> Option<u32> {
        let at = self.parts.operations.len();
        self.parts.operations.push(op);
        (at < OPERATIONS_MAX).then_some(at as u32)
    }

    fn fact(&self, id: FactId, arity: usize) -> u16 {
        let facts = &self.shape.facts;
        match facts.binary_search_by_key(&id, |f| f.id) {
            Ok(index) if facts[index].arity == arity => index as u16,
            _ => NO_FACT,
        }
    }

    /// A literal as a guard, if one value decides it.
    pub(super) fn guard(&self, literal: &Literal) -> Option<Guard> {
        let Literal::Fact {
            negated,
            fact,
            arguments,
        } = literal
        else {
            return None;
        };
        let is_known = |argument: &Expr| matches!(argument, Expr::Me | Expr::Constant(_));
        let place = arguments.iter().position(is_known)?;
        let others = arguments.iter().enumerate().filter(|(at, _)| *at != place);
        let fact = self.fact(*fact, arguments.len());
        let decides = !negated
            || others
                .into_iter()
                .all(|(_, other)| *other == Expr::Anything);
        (fact != NO_FACT && decides).then_some(Guard {
            fact,
            place: place as u8,
            negated: *negated,
            value: match &arguments[place] {
                Expr::Constant(value) => Some(encode(*value)),
                _ => None,
            },
        })
    }

    /// Arguments in a row.
    pub(super) fn list<'e>(&mut self, list: impl Iterator<Item = &'e Expr>) -> Option<Span> {
        let mut compiled = vec![];
        for expr in list {
            compiled.push(self.argument(expr)?);
        }
        if compiled.len() > ARGUMENTS_MAX {
            return None;
        }
        let from = self.parts.arguments.len() as u32;
        let length = compiled.len() as u32;
        self.parts.arguments.extend(compiled);
        Some(Span { from, length })
    }

    /// Whether no argument has to be calculated.
    pub(super) fn is_direct(&self, arguments: Span) -> bool {
        let arguments = arguments.of(&self.parts.arguments);
        !arguments
            .iter()
            .any(|a| matches!(a, ArgumentCode::Expression(_)))
    }

    /// Arguments as columns, if none has to be calculated.
    fn columns(&mut self, arguments: Span) -> Option<u32> {
        if !self.is_direct(arguments) {
            return None;
        }
        let from = self.parts.raw_columns.len() as u32;
        let arguments = arguments.of(&self.parts.arguments);
        self.parts.raw_columns.extend_from_slice(arguments);
        Some(from)
    }

    pub(super) fn argument(&mut self, expr: &Expr) -> Option<ArgumentCode> {
        Some(match expr {
            Expr::Anything => ArgumentCode::Anything,
            Expr::Me => ArgumentCode::Me,
            Expr::Constant(value) => ArgumentCode::Constant(encode(*value)),
            Expr::Variable(variable) if usize::from(variable.0) < self.frame.1 => {
                ArgumentCode::Slot((self.frame.0 + usize::from(variable.0)) as u16)
            }
            other => ArgumentCode::Expression(self.expression(other)?),
        })
    }

    pub(super) fn patterns(&mut self, patterns: &[FactPattern]) -> Option<Span> {
        let mut compiled = vec![];
        for pattern in patterns {
            let arguments = self.list(pattern.arguments.iter())?;
            compiled.push(PatternCode {
                id: pattern.fact,
                fact: self.fact(pattern.fact, pattern.arguments.len()),
                columns: self.columns(arguments),
                arguments,
            });
        }
        let from = self.parts.patterns.len() as u32;
        let length = compiled.len() as u32;
        self.parts.patterns.extend(compiled);
        Some(Span { from, length })
    }

    pub(super) fn writes(&mut self, writes: &[AttributeWrite]) -> Option<Span> {
        let mut compiled = vec![];
        for write in writes {
            compiled.push(WriteCode {
                name: write.name,
                arguments: self.list(write.arguments.iter())?,
                value: match &write.value {
                    WriteValue::Holds => WrittenValue::Given(Pushed::Holds),
                    WriteValue::HoldsNot => WrittenValue::Given(Pushed::HoldsNot),
                    WriteValue::Is(value) => WrittenValue::Is(self.argument(value)?),
                },
                declared: self.module.attribute(write.name).cloned(),
            });
        }
        let from = self.parts.writes.len() as u32;
        let length = compiled.len() as u32;
        self.parts.writes.extend(compiled);
        Some(Span { from, length })
    }

    pub(super) fn expression(&mut self, expr: &Expr) -> Option<u32> {
        let depth = self.depth;
        self.deeper(1)?;
        let compiled = match expr {
            Expr::Anything => ExpressionCode::Undefined,
            Expr::Variable(variable) => match self.argument_slot(*variable) {
                Some(slot) => ExpressionCode::Slot(slot),
                None => ExpressionCode::Undefined,
            },
            Expr::Me => ExpressionCode::Me,
            Expr::Now => ExpressionCode::Now,
            Expr::Clock => ExpressionCode::Clock,
            Expr::Constant(value) => ExpressionCode::Constant(encode(*value)),
            Expr::Binary {
                left,
                operator,
                right,
            } => ExpressionCode::Binary(self.expression(left)?, *operator, self.expression(right)?),
            Expr::Random { low, high, site } => {
                ExpressionCode::Random(self.expression(low)?, self.expression(high)?, *site)
            }
            Expr::Distance(a, b) => {
                ExpressionCode::Distance(self.expression(a)?, self.expression(b)?)
            }
            Expr::Host { name, arguments } => ExpressionCode::Host {
                name: *name,
                form: form_of(self.module, *name),
                arguments: self.list(arguments.iter())?,
            },
            Expr::Count(literal) => {
                // Out of the way of the row that is being compiled.
                let jump = self.emit(Operation::Jump(0))?;
                let mut calls = vec![];
                let at = self.parts.operations.len() as u32;
                self.plain(literal, &mut calls)?;
                self.emit(end_of(End::Counted))?;
                self.put_in(calls)?;
                let after = self.parts.operations.len() as u32;
                self.parts.operations[jump as usize] = Operation::Jump(after);
                let negated = literal.is_negated();
                ExpressionCode::Count {
                    literal: at,
                    negated,
                }
            }
        };
        self.depth = depth;
        let at = self.parts.expressions.len() as u32;
        self.parts.expressions.push(compiled);
        (self.parts.expressions.len() < OPERATIONS_MAX).then_some(at)
    }

    fn argument_slot(&self, variable: townsfolk_core::VarId) -> Option<u16> {
        let index = usize::from(variable.0);
        (index < self.frame.1).then_some((self.frame.0 + index) as u16)
    }
}

/// A call whose clauses are compiled after the row it stands in.
struct PendingCall {
    at: u32,
    define: DefineId,
    arguments: Span,
    depth: u32,
    at_once: usize,
}

fn end_of(end: End) -> Operation {
    match end {
        End::Done => Operation::Done,
        End::Counted => Operation::Counted,
        End::Jump(to) => Operation::Jump(to),
    }
}
