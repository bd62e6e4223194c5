//! Solutions of conditions: tests run in a loop, generators call themselves, a trail undoes.
//!
//! Steps are counted exactly as the reference evaluator counts them.

use super::packed_value::{PackedValue, of_character};
use super::program::{NO_FACT, Operation, Span};
use super::scratch::Mutation;
use super::terms::UNDEFINED;
use super::update::Updating;
use super::witness::Witness;
use crate::reference::STEP_BUDGET;
use townsfolk_core::Standing;

/// The result of trying the solutions of a literal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Progress {
    /// They have been gone through.
    GoOn,
    /// The search is over.
    Stop,
    /// Something in the literal has no value.
    Undefined,
}

impl Progress {
    fn stop_if(stop: bool) -> Progress {
        if stop { Progress::Stop } else { Progress::GoOn }
    }
}

/// The goal of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SearchGoal {
    /// Whether there is a solution at all.
    Exists,
    /// A solution with which the rule can fire.
    Fire,
}

/// The rows of a fact as a literal looks at them.
struct Rows<'u> {
    fact: usize,
    count: usize,
    columns: &'u [u16],
    /// An argument that has a value already.
    known: Option<(usize, PackedValue)>,
}

impl<'u, W: Witness> Updating<'u, W> {
    /// Whether a condition has a solution. Leaves nothing bound that was not.
    pub(super) fn exists(&mut self, condition: u32) -> bool {
        self.goal = SearchGoal::Exists;
        self.steps = 0;
        let mark = self.scratch.trail.len();
        let held = std::mem::replace(&mut self.held, false);
        self.solve(condition as usize);
        let found = std::mem::replace(&mut self.held, held);
        self.undo(mark);
        found && !self.is_exhausted()
    }

    #[inline]
    pub(super) fn is_exhausted(&self) -> bool {
        self.steps > self.budget()
    }

    #[inline]
    pub(super) fn budget(&self) -> u32 {
        if self.scratch.has_mutation(Mutation::ShortBudget) {
            return 60;
        }
        STEP_BUDGET
    }

    #[inline]
    pub(super) fn step(&mut self) -> bool {
        // A search is over long before the count is beyond its range.
        self.steps = self.steps.wrapping_add(1);
        self.steps > self.budget()
    }

    /// Goes on from an operation. Says whether the search is over.
    pub(super) fn solve(&mut self, at: usize) -> bool {
        let mut debt = 0;
        if self.go_on(at, &mut debt) {
            return true;
        }
        self.steps = self.steps.wrapping_add(debt);
        self.is_exhausted()
    }

    /// The same, but a fact that matches in one way only is no reason to come back: the steps that
    /// its other rows take when everything after it has failed are owed until then.
    #[inline(always)]
    fn go_on(&mut self, mut at: usize, debt: &mut u32) -> bool {
        let code = self.code;
        loop {
            match code.operations[at] {
                Operation::Jump(to) => at = to as usize,
                Operation::Done => {
                    return match self.goal {
                        SearchGoal::Fire => self.found(),
                        SearchGoal::Exists => {
                            self.held = true;
                            true
                        }
                    };
                }
                Operation::Held => {
                    self.held = true;
                    return true;
                }
                Operation::Counted => {
                    self.counted += 1;
                    return false;
                }
                Operation::NotFact {
                    fact,
                    columns,
                    arguments,
                } => {
                    if self.step() {
                        return true;
                    }
                    match self.has_match(fact, columns, arguments) {
                        _ if self.is_exhausted() => return true,
                        Some(false) => at += 1,
                        _ => return false,
                    }
                }
                Operation::Not { next } => {
                    if self.step() {
                        return true;
                    }
                    let mark = self.scratch.trail.len();
                    let before = std::mem::replace(&mut self.held, false);
                    let way = self.ways(at + 1);
                    let holds = std::mem::replace(&mut self.held, before);
                    self.undo(mark);
                    if self.is_exhausted() {
                        return true;
                    }
                    if holds || way == Progress::Undefined {
                        return false;
                    }
                    at = next as usize;
                }
                Operation::Compare { .. }
                | Operation::Equal { .. }
                | Operation::Host { .. }
                | Operation::Coin { .. } => {
                    if self.step() {
                        return true;
                    }
                    if self.test(at) != Some(true) {
                        return false;
                    }
                    at += 1;
                }
                Operation::Fact {
                    fact,
                    columns: Some(columns),
                    arguments,
                } if fact != NO_FACT && !self.scratch.has_mutation(Mutation::YoungestFirst) => {
                    // The step of the literal itself is judged with those of its rows.
                    self.steps = self.steps.wrapping_add(1);
                    let columns = self.columns(columns, arguments);
                    let rows = self.rows_of(fact, columns);
                    let found = self.next_row(&rows, 0);
                    if self.steps_to(0, found, rows.count) {
                        return true;
                    }
                    if found == rows.count {
                        return false;
                    }
                    if self.next_row(&rows, found + 1) < rows.count {
                        return self.rows_from(&rows, found, at + 1);
                    }
                    *debt = debt.wrapping_add((rows.count - found - 1) as u32);
                    if !self.agrees(columns, rows.fact, found) {
                        return false;
                    }
                    at += 1;
                }
                _ => return self.step() || self.ways(at) == Progress::Stop,
            }
        }
    }

    /// Goes through the ways in which the literal at an operation holds, and on from each.
    pub(super) fn ways(&mut self, mut at: usize) -> Progress {
        let code = self.code;
        while let Operation::Jump(to) = code.operations[at] {
            at = to as usize;
        }
        match code.operations[at] {
            Operation::Fact {
                fact,
                columns,
                arguments,
            } => self.facts(fact, columns, arguments, at + 1),
            Operation::Call {
                clauses,
                direct: true,
                arguments,
            } => self.direct_clauses(clauses, arguments),
            Operation::Call {
                clauses, arguments, ..
            } => self.clauses(clauses, arguments),
            Operation::NoDefine { arguments } => {
                self.fill(arguments);
                Progress::Undefined
            }
            Operation::Any { who, classes } => {
                let wanted = self.term(code.arguments[who as usize]);
                if wanted == UNDEFINED {
                    return Progress::Undefined;
                }
                self.people(wanted, at + 1, |p| {
                    p.standing == Standing::Present && classes >> p.class & 1 == 1
                })
            }
            Operation::InState { who, state } => {
                let wanted = self.term(code.arguments[who as usize]);
                if wanted == UNDEFINED {
                    return Progress::Undefined;
                }
                self.people(wanted, at + 1, |p| p.state == state)
            }
            _ => {
                let mark = self.scratch.trail.len();
                match self.test(at) {
                    None => Progress::Undefined,
                    Some(false) => Progress::GoOn,
                    Some(true) => {
                        let stop = self.solve(at + 1);
                        if !stop {
                            self.undo(mark);
                        }
                        Progress::stop_if(stop)
                    }
                }
            }
        }
    }

    /// Whether a literal holds that does so in one way at most; `None` if it is undefined.
    pub(super) fn test(&mut self, at: usize) -> Option<bool> {
        let code = self.code;
        match code.operations[at] {
            Operation::Compare {
                comparison,
                timing,
                left,
                right,
            } => self.compare(comparison, timing, left, right),
            Operation::Equal {
                timing,
                left,
                right,
                terms,
            } => {
                self.note_equal(timing, left, right);
                let left = self.term(code.arguments[terms as usize]);
                if left == UNDEFINED {
                    return None;
                }
                let right = self.term(code.arguments[terms as usize + 1]);
                if right == UNDEFINED {
                    return None;
                }
                Some(self.unify(left, right))
            }
            Operation::Host {
                name,
                form,
                arguments,
            } => self.host_holds(name, form, arguments),
            Operation::Coin { thousandths, site } => Some(self.coin(thousandths, site)),
            _ => None,
        }
    }

    /// The rows of a fact that match, oldest first.
    fn facts(&mut self, fact: u16, columns: Option<u32>, arguments: Span, next: usize) -> Progress {
        let Some(columns) = columns
            .filter(|_| fact != NO_FACT && !self.scratch.has_mutation(Mutation::YoungestFirst))
        else {
            return self.facts_by_pattern(fact, arguments, next);
        };
        let columns = self.columns(columns, arguments);
        let rows = self.rows_of(fact, columns);
        let found = self.next_row(&rows, 0);
        if self.steps_to(0, found, rows.count) {
            return Progress::Stop;
        }
        Progress::stop_if(found < rows.count && self.rows_from(&rows, found, next))
    }

    /// Goes on from each row that matches, from one on that has been found.
    fn rows_from(&mut self, rows: &Rows<'u>, mut found: usize, next: usize) -> bool {
        let mark = self.scratch.trail.len();
        loop {
            if self.agrees(rows.columns, rows.fact, found) && self.solve(next) {
                return true;
            }
            self.undo(mark);
            let row = found + 1;
            found = self.next_row(rows, row);
            if self.steps_to(row, found, rows.count) {
                return true;
            }
            if found == rows.count {
                return false;
            }
        }
    }

    #[inline]
    fn rows_of(&self, fact: u16, columns: &'u [u16]) -> Rows<'u> {
        let fact = usize::from(fact);
        Rows {
            fact,
            count: self.scene.facts.rows(fact),
            columns,
            known: self.first_known(columns),
        }
    }

    /// The first row from one on that could match.
    #[inline]
    fn next_row(&self, rows: &Rows<'u>, row: usize) -> usize {
        self.scene.facts.next_with(rows.fact, row, rows.known)
    }

    fn facts_by_pattern(&mut self, fact: u16, arguments: Span, next: usize) -> Progress {
        let Some(pattern) = self.fill(arguments) else {
            return Progress::Undefined;
        };
        if fact == NO_FACT {
            return Progress::GoOn;
        }
        let arity = arguments.length as usize;
        let fact = usize::from(fact);
        let rows = self.scene.facts.rows(fact);
        let mark = self.scratch.trail.len();
        for row in 0..rows {
            if self.step() {
                return Progress::Stop;
            }
            let row = match self.scratch.has_mutation(Mutation::YoungestFirst) {
                true => rows - 1 - row,
                false => row,
            };
            if self.matches(&pattern[..arity], fact, row) && self.solve(next) {
                return Progress::Stop;
            }
            self.undo(mark);
        }
        Progress::GoOn
    }

    /// Whether any row of a fact matches; `None` if that is undefined.
    fn has_match(&mut self, fact: u16, columns: Option<u32>, arguments: Span) -> Option<bool> {
        let Some(columns) = columns.filter(|_| fact != NO_FACT) else {
            return self.has_match_by_pattern(fact, arguments);
        };
        let arguments = self.columns(columns, arguments);
        let fact = usize::from(fact);
        let rows = self.scene.facts.rows(fact);
        let known = self.first_known(arguments);
        let mark = self.scratch.trail.len();
        let mut row = 0;
        while row < rows {
            let found = self.scene.facts.next_with(fact, row, known);
            if self.steps_to(row, found, rows) {
                return None;
            }
            if found == rows {
                break;
            }
            let agrees = self.agrees(arguments, fact, found);
            self.undo(mark);
            if agrees {
                return Some(true);
            }
            row = found + 1;
        }
        Some(false)
    }

    fn has_match_by_pattern(&mut self, fact: u16, arguments: Span) -> Option<bool> {
        let pattern = self.fill(arguments)?;
        if fact == NO_FACT {
            return Some(false);
        }
        let arity = arguments.length as usize;
        let fact = usize::from(fact);
        let rows = self.scene.facts.rows(fact);
        let mark = self.scratch.trail.len();
        for row in 0..rows {
            if self.step() {
                return None;
            }
            let found = self.matches(&pattern[..arity], fact, row);
            self.undo(mark);
            if found {
                return Some(true);
            }
        }
        Some(false)
    }

    /// Counts a step for every row from one to the one that was found, that one included.
    #[inline]
    fn steps_to(&mut self, row: usize, found: usize, rows: usize) -> bool {
        let looked_at = found.wrapping_sub(row) as u32;
        let steps = looked_at.wrapping_add(u32::from(found < rows));
        self.steps = self.steps.wrapping_add(steps);
        self.steps > self.budget()
    }

    /// The solutions of each clause of a define in turn.
    fn direct_clauses(&mut self, clauses: Span, arguments: Span) -> Progress {
        let code = self.code;
        let arguments = arguments.of(&code.arguments);
        let mark = self.scratch.trail.len();
        for clause in clauses.of(&code.clauses) {
            if self.step() {
                return Progress::Stop;
            }
            let parameters = clause.parameters.of(&code.arguments);
            let fits = parameters.len() == arguments.len()
                && parameters.iter().zip(arguments).all(|(wanted, given)| {
                    let (wanted, given) = (self.term(*wanted), self.term(*given));
                    self.unify(wanted, given)
                });
            if fits && self.solve(clause.body as usize) {
                return Progress::Stop;
            }
            self.undo(mark);
        }
        Progress::GoOn
    }

    /// The same where arguments have to be calculated, which is done once, before.
    fn clauses(&mut self, clauses: Span, arguments: Span) -> Progress {
        let code = self.code;
        let Some(given) = self.fill(arguments) else {
            return Progress::Undefined;
        };
        let mark = self.scratch.trail.len();
        for clause in clauses.of(&code.clauses) {
            if self.step() {
                return Progress::Stop;
            }
            let Some(wanted) = self.fill(clause.parameters) else {
                continue;
            };
            if clause.parameters.length != arguments.length {
                continue;
            }
            let count = arguments.length as usize;
            let mut fits = true;
            for index in 0..count {
                fits = fits && self.unify(wanted[index], given[index]);
            }
            if fits && self.solve(clause.body as usize) {
                return Progress::Stop;
            }
            self.undo(mark);
        }
        Progress::GoOn
    }

    fn people(
        &mut self,
        wanted: PackedValue,
        next: usize,
        fits: impl Fn(&super::scene::CompactParticipant) -> bool,
    ) -> Progress {
        self.put_in_order();
        let mark = self.scratch.trail.len();
        for place in 0..self.scratch.order.len() {
            let index = usize::from(self.scratch.order[place]);
            let person = &self.scene.people[index];
            if !fits(person) {
                continue;
            }
            let who = of_character(person.who);
            if self.step() || self.unify(wanted, who) && self.solve(next) {
                return Progress::Stop;
            }
            self.undo(mark);
        }
        Progress::GoOn
    }
}
