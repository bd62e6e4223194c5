//! Visitors: one walk over everything that rules, conditions and courses are made of.
//!
//! Who looks for something in a rule names only what it looks for. Everything is visited in the order
//! in which it is written, the outermost first.

use crate::action::Call;
use crate::attribute::{AttributeWrite, WriteValue};
use crate::cast::{CastRole, Hold};
use crate::condition::{Expr, Literal};
use crate::course::{Course, CourseStep};
use crate::property::Property;
use crate::rule::{Choose, Effects, FactPattern, Rule};
use crate::script::{Clause, Define, Script};

/// A part of a rule, a condition or a course.
#[derive(Clone, Copy, Debug)]
pub enum Visited<'a> {
    /// A literal of a condition, or one that is counted.
    Literal(&'a Literal),
    /// An expression.
    Expr(&'a Expr),
    /// A call of an action.
    Call(&'a Call),
    /// A fact that is removed or added.
    Pattern(&'a FactPattern),
    /// A change of an attribute.
    Write(&'a AttributeWrite),
}

/// Something whose parts can be visited.
pub trait Visit {
    /// Calls `visitor` for this part and every part inside it.
    fn visit<'a>(&'a self, visitor: &mut dyn FnMut(Visited<'a>));

    /// Calls `visitor` for every expression.
    fn each_expr<'a>(&'a self, visitor: &mut dyn FnMut(&'a Expr)) {
        self.visit(&mut |part| {
            if let Visited::Expr(expr) = part {
                visitor(expr);
            }
        });
    }

    /// Calls `visitor` for every literal.
    fn each_literal<'a>(&'a self, visitor: &mut dyn FnMut(&'a Literal)) {
        self.visit(&mut |part| {
            if let Visited::Literal(literal) = part {
                visitor(literal);
            }
        });
    }

    /// The literals that are counted in it.
    fn counted(&self) -> Vec<&Literal> {
        let mut counted = vec![];
        self.each_expr(&mut |expr| {
            if let Expr::Count(literal) = expr {
                counted.push(literal.as_ref());
            }
        });
        counted
    }

    /// Whether some expression is like this.
    fn has_expr(&self, is_it: impl Fn(&Expr) -> bool) -> bool
    where
        Self: Sized,
    {
        let mut found = false;
        self.each_expr(&mut |expr| found |= is_it(expr));
        found
    }
}

impl<T: Visit> Visit for [T] {
    fn visit<'a>(&'a self, visitor: &mut dyn FnMut(Visited<'a>)) {
        self.iter().for_each(|item| item.visit(visitor));
    }
}

impl<T: Visit> Visit for Vec<T> {
    fn visit<'a>(&'a self, visitor: &mut dyn FnMut(Visited<'a>)) {
        self.as_slice().visit(visitor);
    }
}

impl<T: Visit> Visit for Option<T> {
    fn visit<'a>(&'a self, visitor: &mut dyn FnMut(Visited<'a>)) {
        self.iter().for_each(|item| item.visit(visitor));
    }
}

impl Visit for Expr {
    fn visit<'a>(&'a self, visitor: &mut dyn FnMut(Visited<'a>)) {
        visitor(Visited::Expr(self));
        match self {
            Expr::Binary { left, right, .. } | Expr::Distance(left, right) => {
                left.visit(visitor);
                right.visit(visitor);
            }
            Expr::Random { low, high, .. } => {
                low.visit(visitor);
                high.visit(visitor);
            }
            Expr::Host { arguments, .. } => arguments.visit(visitor),
            Expr::Count(literal) => literal.visit(visitor),
            Expr::Anything
            | Expr::Variable(_)
            | Expr::Me
            | Expr::Now
            | Expr::Clock
            | Expr::Constant(_) => {}
        }
    }
}

impl Visit for Literal {
    fn visit<'a>(&'a self, visitor: &mut dyn FnMut(Visited<'a>)) {
        visitor(Visited::Literal(self));
        for expr in self.expressions() {
            expr.visit(visitor);
        }
    }
}

impl Visit for Call {
    fn visit<'a>(&'a self, visitor: &mut dyn FnMut(Visited<'a>)) {
        visitor(Visited::Call(self));
        self.arguments.visit(visitor);
        self.named
            .iter()
            .for_each(|(_, value)| value.visit(visitor));
    }
}

impl Visit for FactPattern {
    fn visit<'a>(&'a self, visitor: &mut dyn FnMut(Visited<'a>)) {
        visitor(Visited::Pattern(self));
        self.arguments.visit(visitor);
    }
}

impl Visit for AttributeWrite {
    fn visit<'a>(&'a self, visitor: &mut dyn FnMut(Visited<'a>)) {
        visitor(Visited::Write(self));
        self.arguments.visit(visitor);
        if let WriteValue::Is(value) = &self.value {
            value.visit(visitor);
        }
    }
}

impl Visit for Effects {
    fn visit<'a>(&'a self, visitor: &mut dyn FnMut(Visited<'a>)) {
        self.remove.visit(visitor);
        self.add.visit(visitor);
        self.set.visit(visitor);
    }
}

impl Visit for Choose {
    fn visit<'a>(&'a self, visitor: &mut dyn FnMut(Visited<'a>)) {
        match self {
            Choose::Least(expr) | Choose::Most(expr) => expr.visit(visitor),
            Choose::First | Choose::Any(_) | Choose::Nearest(_) => {}
        }
    }
}

impl Visit for Rule {
    fn visit<'a>(&'a self, visitor: &mut dyn FnMut(Visited<'a>)) {
        self.when.visit(visitor);
        self.choose.visit(visitor);
        self.action.visit(visitor);
        self.while_holds.visit(visitor);
        for effects in self.effects() {
            effects.visit(visitor);
        }
    }
}

impl Visit for Clause {
    fn visit<'a>(&'a self, visitor: &mut dyn FnMut(Visited<'a>)) {
        self.parameters.visit(visitor);
        self.body.visit(visitor);
    }
}

impl Visit for Define {
    fn visit<'a>(&'a self, visitor: &mut dyn FnMut(Visited<'a>)) {
        self.clauses.visit(visitor);
    }
}

impl Visit for CastRole {
    fn visit<'a>(&'a self, visitor: &mut dyn FnMut(Visited<'a>)) {
        self.on_leaving.visit(visitor);
    }
}

impl Visit for Hold {
    fn visit<'a>(&'a self, visitor: &mut dyn FnMut(Visited<'a>)) {
        self.condition.visit(visitor);
    }
}

impl Visit for Property {
    fn visit<'a>(&'a self, visitor: &mut dyn FnMut(Visited<'a>)) {
        self.when.visit(visitor);
        self.expect.visit(visitor);
    }
}

impl Visit for Script {
    fn visit<'a>(&'a self, visitor: &mut dyn FnMut(Visited<'a>)) {
        self.cast.visit(visitor);
        self.defines.visit(visitor);
        self.rules.visit(visitor);
        self.holds.visit(visitor);
        self.properties.visit(visitor);
    }
}

impl Visit for CourseStep {
    fn visit<'a>(&'a self, visitor: &mut dyn FnMut(Visited<'a>)) {
        self.actions.visit(visitor);
        self.set.visit(visitor);
    }
}

impl Visit for Course {
    fn visit<'a>(&'a self, visitor: &mut dyn FnMut(Visited<'a>)) {
        self.steps.visit(visitor);
    }
}

impl Literal {
    /// Changes every expression inside, the innermost first: what is put in is not visited again.
    pub fn change_exprs(&mut self, change: &mut dyn FnMut(&mut Expr)) {
        match self {
            Literal::Fact { arguments, .. }
            | Literal::Define { arguments, .. }
            | Literal::Host { arguments, .. } => {
                arguments.iter_mut().for_each(|a| a.change_exprs(change));
            }
            Literal::Any { who, .. } | Literal::InState { who, .. } => who.change_exprs(change),
            Literal::Compare { left, right, .. } => {
                left.change_exprs(change);
                right.change_exprs(change);
            }
            Literal::Coin { .. } => {}
        }
    }
}

impl Expr {
    /// Changes every expression inside and then this one: what is put in is not visited again.
    pub fn change_exprs(&mut self, change: &mut dyn FnMut(&mut Expr)) {
        match self {
            Expr::Binary { left, right, .. } | Expr::Distance(left, right) => {
                left.change_exprs(change);
                right.change_exprs(change);
            }
            Expr::Random { low, high, .. } => {
                low.change_exprs(change);
                high.change_exprs(change);
            }
            Expr::Host { arguments, .. } => {
                arguments.iter_mut().for_each(|a| a.change_exprs(change));
            }
            Expr::Count(literal) => literal.change_exprs(change),
            Expr::Anything
            | Expr::Variable(_)
            | Expr::Me
            | Expr::Now
            | Expr::Clock
            | Expr::Constant(_) => {}
        }
        change(self);
    }
}
