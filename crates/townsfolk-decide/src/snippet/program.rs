//! Snippets compiled for evaluation: attributes are slots of rows, conditions tests of words.

use super::catalogue::Catalogue;
use crate::condition::{Compiler, Condition, Rows, Slot, Slots};
use crate::query::Candidate;
use crate::tree::{Among, Frame, Source, Tree, Trees, World};
use crate::word::Word;
use townsfolk_core::{CharacterId, HostId, Number, Pushed, RoleId, Tick, Value};
use townsfolk_module::arithmetic::{arithmetic, compare};
use townsfolk_module::decide::{Condition as Literals, Snippets};
use townsfolk_module::{Expr, Literal, Visit, Visited};

/// A condition of a snippet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Test {
    /// Attributes of the character, of the world, and of the thing in one variable.
    Slots(Condition, Option<u16>),
    /// Anything else: distances, times, attributes of several things.
    General(Literals),
}

/// An expression of a snippet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Input {
    /// An attribute of the character, of the world, or of the thing in a variable.
    Slot(Slot, Option<u16>),
    /// Anything else.
    General(Expr),
}

/// All snippets of a content, compiled.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// The snippets.
    pub snippets: Catalogue<Test, Input>,
    /// The attributes that make up the row of a character, and that of the world.
    pub slots: Slots,
    /// The roles that target selectors ask for, by the bit that stands for each.
    pub roles: Vec<RoleId>,
    /// Every attribute that a condition or an expression reads, sorted.
    pub reads: Vec<HostId>,
    /// The greatest distance at which a target selector looks, in millimetres.
    pub reach_mm: u32,
}

impl Program {
    /// Compiles the snippets of a content.
    pub fn new(content: &Snippets) -> Program {
        let mut build = Build::default();
        let trees = content.trees.iter();
        let trees = trees.map(|shared| (shared.id, build.tree(&shared.tree)));
        let trees = Trees::new(trees.collect());
        let snippets = content.snippets.iter().map(|snippet| {
            build.look_at(&snippet.evaluation);
            let compiler = std::cell::RefCell::new(&mut build.compiler);
            snippet.map(
                &mut |literals| test(&mut compiler.borrow_mut(), literals),
                &mut |expr| input(&mut compiler.borrow_mut(), expr),
            )
        });
        let snippets = Catalogue::new(snippets.collect(), trees);
        Program {
            snippets,
            slots: build.compiler.slots,
            roles: build.roles,
            reads: reads(content),
            reach_mm: build.reach_mm,
        }
    }

    /// The number of words in the row of a character.
    pub fn width(&self) -> usize {
        self.slots.character.len()
    }

    /// The bits of the roles that a character has.
    pub fn role_bits(&self, has: impl Fn(RoleId) -> bool) -> u64 {
        let roles = self.roles.iter().enumerate();
        let bits = roles.filter(|(_, role)| has(**role));
        bits.fold(0, |bits, (bit, _)| bits | 1 << bit)
    }
}

/// Every attribute that snippets and trees read, sorted.
fn reads(content: &Snippets) -> Vec<HostId> {
    let mut reads = vec![];
    content.visit(&mut |part| match part {
        Visited::Literal(Literal::Host { name, .. }) | Visited::Expr(Expr::Host { name, .. }) => {
            reads.push(*name);
        }
        _ => {}
    });
    reads.sort_unstable();
    reads.dedup();
    reads
}

/// Maximum number of different roles in target selectors. The rest is never found.
const ROLES_MAX: usize = 64;

#[derive(Default)]
struct Build {
    compiler: Compiler,
    roles: Vec<RoleId>,
    reach_mm: u32,
}

impl Build {
    fn tree(&mut self, tree: &Tree<Literals, Expr>) -> Tree<Test, Input> {
        self.look_at(tree);
        let compiler = std::cell::RefCell::new(&mut self.compiler);
        tree.map(
            &mut |literals| test(&mut compiler.borrow_mut(), literals),
            &mut |expr| input(&mut compiler.borrow_mut(), expr),
        )
    }

    /// Notes the roles and distances of target selectors.
    fn look_at(&mut self, tree: &Tree<Literals, Expr>) {
        for placed in &tree.nodes {
            let crate::tree::Node::Among(among) = &placed.node else {
                continue;
            };
            self.reach_mm = self.reach_mm.max(among.within_mm.unwrap_or(0));
            if let Source::Role(role) = among.source
                && !self.roles.contains(&role)
                && self.roles.len() < ROLES_MAX
            {
                self.roles.push(role);
            }
        }
    }
}

fn test(compiler: &mut Compiler, literals: &Literals) -> Test {
    let mut variables = vec![];
    literals.each_expr(&mut |expr| variables.extend(variable_of(expr)));
    variables.dedup();
    let it = match variables.as_slice() {
        [] => None,
        [it] => Some(*it),
        _ => return Test::General(literals.clone()),
    };
    compiler.it = it;
    match compiler.compile(literals) {
        Ok(condition) => Test::Slots(condition, it),
        Err(_) => Test::General(literals.clone()),
    }
}

fn input(compiler: &mut Compiler, expr: &Expr) -> Input {
    let Expr::Host { name, arguments } = expr else {
        return Input::General(expr.clone());
    };
    let it = arguments.iter().find_map(variable_of);
    compiler.it = it;
    match compiler.slot(*name, arguments) {
        Ok(slot) => Input::Slot(slot, it),
        Err(_) => Input::General(expr.clone()),
    }
}

fn variable_of(expr: &Expr) -> Option<u16> {
    match expr {
        Expr::Variable(variable) => Some(variable.0),
        _ => None,
    }
}

/// A character nearby.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Neighbour {
    /// The character, how far it is, and the row of its attributes.
    pub candidate: Candidate,
    /// The bits of its roles.
    pub roles: u64,
}

/// What is not in the rows: the engine answers it.
pub trait Surroundings {
    /// The value of an attribute of anything.
    fn attribute(&self, name: HostId, arguments: &[Value]) -> Pushed;

    /// The distance between two things, in millimetres.
    fn distance_mm(&self, one: Value, other: Value) -> Option<i64>;

    /// The moment.
    fn now(&self) -> Tick;

    /// The calendar's time of day, in seconds since midnight.
    fn daytime(&self) -> i32;

    /// A character by itself, with its row if it has one.
    fn candidate(&self, thing: Value) -> Candidate;
}

/// The world as one character sees it during an evaluation.
#[derive(Clone, Copy)]
pub struct View<'a> {
    /// The compiled snippets.
    pub program: &'a Program,
    /// The character.
    pub me: CharacterId,
    /// The row of the character.
    pub my_row: u32,
    /// The words of that row.
    pub mine: &'a [Word],
    /// The rows of all characters, one after the other.
    pub words: &'a [Word],
    /// The row of the world.
    pub world: &'a [Word],
    /// Everyone nearby.
    pub neighbours: &'a [Neighbour],
    /// Everything else.
    pub surroundings: &'a dyn Surroundings,
}

impl std::fmt::Debug for View<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("View").field("me", &self.me).finish()
    }
}

/// One row of a table of words.
#[inline]
pub fn row_of(words: &[Word], width: usize, row: u32) -> &[Word] {
    let start = (row as usize).wrapping_mul(width);
    words.get(start..start.wrapping_add(width)).unwrap_or(&[])
}

impl View<'_> {
    #[inline]
    fn row(&self, row: u32) -> &[Word] {
        row_of(self.words, self.program.width(), row)
    }

    #[inline]
    fn rows(&self, it: Option<u16>, frame: &Frame) -> Rows<'_> {
        let it = it.and_then(|it| frame.get(usize::from(it)));
        Rows {
            who: self.me,
            me: self.mine,
            world: self.world,
            it: it.map(|it| (it.thing, self.row(it.row))),
        }
    }

    fn literal(&self, literal: &Literal, frame: &Frame) -> bool {
        match literal {
            Literal::Host {
                negated,
                name,
                arguments,
            } => self.values(arguments, frame).is_some_and(|values| {
                let pushed = self.surroundings.attribute(*name, &values);
                (pushed == Pushed::HoldsNot) == *negated
            }),
            Literal::Compare {
                left,
                comparison,
                right,
            } => {
                let (left, right) = (self.expr(left, frame), self.expr(right, frame));
                let values = left.zip(right);
                values.and_then(|(l, r)| compare(l, *comparison, r)) == Some(true)
            }
            // The checker refuses these in a snippet.
            _ => false,
        }
    }

    fn values(&self, arguments: &[Expr], frame: &Frame) -> Option<Vec<Value>> {
        arguments.iter().map(|a| self.expr(a, frame)).collect()
    }

    /// The value of an expression, the slow way.
    pub fn expr(&self, expr: &Expr, frame: &Frame) -> Option<Value> {
        match expr {
            Expr::Variable(variable) => Some(frame.get(usize::from(variable.0))?.thing),
            Expr::Me => Some(Value::Character(self.me)),
            Expr::Now => Some(Value::Time(self.surroundings.now())),
            Expr::Clock => Some(Value::Daytime(self.surroundings.daytime())),
            Expr::Constant(value) => Some(*value),
            Expr::Binary {
                left,
                operator,
                right,
            } => arithmetic(self.expr(left, frame)?, *operator, self.expr(right, frame)?),
            Expr::Host { name, arguments } => {
                let values = self.values(arguments, frame)?;
                match self.surroundings.attribute(*name, &values) {
                    Pushed::Is(value) => Some(value),
                    Pushed::Holds | Pushed::HoldsNot => None,
                }
            }
            Expr::Distance(one, other) => {
                let millimetres = self.distance_mm(one, other, frame)?;
                // Numbers count thousandths, and those of a metre are millimetres.
                Some(Value::Number(Number(millimetres)))
            }
            Expr::Anything | Expr::Random { .. } | Expr::Count(_) => None,
        }
    }

    fn distance_mm(&self, one: &Expr, other: &Expr, frame: &Frame) -> Option<i64> {
        match (one, other) {
            (Expr::Me, Expr::Variable(it)) | (Expr::Variable(it), Expr::Me) => {
                let it = frame.get(usize::from(it.0))?;
                (it.row != Candidate::NO_ROW).then_some(it.distance_mm)
            }
            _ => {
                let (one, other) = (self.expr(one, frame)?, self.expr(other, frame)?);
                self.surroundings.distance_mm(one, other)
            }
        }
    }

    fn myself(&self) -> Candidate {
        Candidate {
            thing: Value::Character(self.me),
            distance_mm: 0,
            row: self.my_row,
        }
    }
}

impl World for View<'_> {
    type Condition = Test;
    type Expression = Input;

    #[inline]
    fn holds(&self, condition: &Test, frame: &Frame) -> bool {
        match condition {
            Test::Slots(condition, it) => condition.holds(&self.rows(*it, frame)),
            Test::General(literals) => literals.iter().all(|l| self.literal(l, frame)),
        }
    }

    #[inline]
    fn value(&self, expression: &Input, frame: &Frame) -> Option<Value> {
        match expression {
            Input::Slot(slot, it) => self.rows(*it, frame).word(*slot).value(),
            Input::General(expr) => self.expr(expr, frame),
        }
    }

    fn argument(&self, expression: &Input, frame: &Frame) -> Option<Candidate> {
        match expression {
            Input::General(Expr::Variable(it)) => frame.get(usize::from(it.0)).copied(),
            Input::General(Expr::Me) => Some(self.myself()),
            _ => match self.value(expression, frame)? {
                thing @ Value::Character(_) => Some(self.surroundings.candidate(thing)),
                value => Some(Candidate::plain(value)),
            },
        }
    }

    fn candidates(&self, among: &Among<Test, Input>, frame: &Frame, found: &mut Vec<Candidate>) {
        let within = i64::from(among.within_mm.unwrap_or(u32::MAX));
        if among.with_me || among.source == Source::Me {
            found.push(self.myself());
        }
        let bits = match &among.source {
            Source::Me => return,
            Source::One(one) => {
                let one = self.argument(one, frame);
                let one = one.filter(|one| matches!(one.thing, Value::Character(_)));
                found.extend(one.filter(|one| one.distance_mm <= within));
                return;
            }
            Source::Everyone => u64::MAX,
            Source::Role(role) => self.program.role_bits(|known| known == *role),
        };
        let everyone = among.source == Source::Everyone;
        let near = self.neighbours.iter();
        let near = near.filter(|near| near.candidate.distance_mm <= within);
        let near = near.filter(|near| everyone || near.roles & bits != 0);
        found.extend(near.map(|near| near.candidate));
    }
}
