//! Snippets, and the trees they share.

use super::Deed;
use super::tree::{Among, Branch, Node, Source, Tree};
use crate::condition::{Expr, Literal};
use crate::visit::{Visit, Visited};
use serde::{Deserialize, Serialize};
use townsfolk_core::{DeciderId, Duration, HostId, Kind, Number, RoleId, SymbolId, Urgency};

/// Maximum number of variables in a snippet or a tree.
pub const TREE_VARIABLES_MAX: usize = 8;

/// A condition in content: all of these literals.
pub type Condition = Vec<Literal>;

/// Snippets, and the trees they share.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Snippets {
    /// The snippets.
    pub snippets: Vec<Snippet<Condition, Expr>>,
    /// Trees that several snippets use.
    pub trees: Vec<SharedTree>,
    /// Named sets of candidates. Target selectors have taken them over.
    pub queries: Vec<Query>,
}

/// A named set of candidates.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Query {
    /// Its id.
    pub id: DeciderId,
    /// The candidates. Its variable is the first.
    pub among: Among<Condition, Expr>,
}

/// A tree with parameters that several snippets use.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SharedTree {
    /// Its id.
    pub id: DeciderId,
    /// Kinds of its parameters, which are its first variables.
    pub parameters: Vec<Kind>,
    /// Number of its variables.
    pub variables: u16,
    /// Its nodes.
    pub tree: Tree<Condition, Expr>,
}

/// One way of using one ability for one purpose.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Snippet<C, E> {
    /// Its id.
    pub id: DeciderId,
    /// Its name, which is the reason of its offers.
    pub name: SymbolId,
    /// The ability, by which the player allows, prefers and forbids. Several snippets may share one.
    pub ability: SymbolId,
    /// The class whose band its points should keep. Nothing reads it at run time.
    pub class: Option<Class>,
    /// How much it matters beside other deciders.
    pub urgency: Urgency,
    /// The equipment that grants it.
    pub sources: Vec<SymbolId>,
    /// Roles that a character must have to be able to do it.
    pub requires: Vec<RoleId>,
    /// Whether it may break in while another ability is used.
    pub interrupts: bool,
    /// Number of variables.
    pub variables: u16,
    /// Truth, points and target.
    pub evaluation: Tree<C, E>,
    /// The order in which its parts are performed.
    pub execution: Tree<C, E>,
    /// The parts, by the indexes of the tasks in its execution.
    pub parts: Vec<Part>,
    /// The attributes of the character that its use consumes, and how much of each.
    pub costs: Vec<(HostId, Number)>,
    /// How often it is evaluated again while nothing has changed that it is told of.
    pub beat: Option<Duration>,
}

/// One part of a snippet's execution.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Part {
    /// What is done.
    pub deed: Deed,
    /// Whether it is the use of the ability. Until it ends, nothing else is considered.
    pub is_use: bool,
}

impl<C, E> Snippet<C, E> {
    /// Performs its parts in order.
    pub fn perform_in_order(&mut self, parts: Vec<Part>) {
        let tasks = (0..parts.len()).map(|part| Branch::leaf(Node::Task(part as u16)));
        self.execution = Branch::of(Node::Sequence, tasks.collect()).flatten();
        self.parts = parts;
    }

    /// The same snippet with its conditions and expressions in another form.
    pub fn map<D, F>(
        &self,
        condition: &mut impl FnMut(&C) -> D,
        expression: &mut impl FnMut(&E) -> F,
    ) -> Snippet<D, F> {
        Snippet {
            id: self.id,
            name: self.name,
            ability: self.ability,
            class: self.class,
            urgency: self.urgency,
            sources: self.sources.clone(),
            requires: self.requires.clone(),
            interrupts: self.interrupts,
            variables: self.variables,
            evaluation: self.evaluation.map(condition, expression),
            execution: self.execution.map(condition, expression),
            parts: self.parts.clone(),
            costs: self.costs.clone(),
            beat: self.beat,
        }
    }
}

/// The classes of the scoring convention.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Class {
    /// Movement while there is nothing to do: 0 to 9.
    Movement,
    /// Better than doing nothing: 10.
    Basic,
    /// 20 to 40.
    Offensive,
    /// Beats an attack of equal urgency: 25 to 45.
    Support,
    /// Answers an immediate threat: 50 to 70.
    Reaction,
    /// Blocks everything else: 100 and more.
    Safety,
}

impl Class {
    /// All classes, the weakest first.
    pub const ALL: [Class; 6] = [
        Class::Movement,
        Class::Basic,
        Class::Offensive,
        Class::Support,
        Class::Reaction,
        Class::Safety,
    ];

    /// Its name in content.
    pub fn name(self) -> &'static str {
        match self {
            Class::Movement => "movement",
            Class::Basic => "basic",
            Class::Offensive => "offensive",
            Class::Support => "support",
            Class::Reaction => "reaction",
            Class::Safety => "safety",
        }
    }

    /// The least and the greatest number of points in its band.
    pub fn band(self) -> (i64, i64) {
        match self {
            Class::Movement => (0, 9),
            Class::Basic => (10, 10),
            Class::Offensive => (20, 40),
            Class::Support => (25, 45),
            Class::Reaction => (50, 70),
            Class::Safety => (100, i64::from(i32::MAX)),
        }
    }
}

impl Snippets {
    /// The snippet with this id.
    pub fn get(&self, id: DeciderId) -> Option<&Snippet<Condition, Expr>> {
        let place = self
            .snippets
            .binary_search_by_key(&id, |item| item.id)
            .ok()?;
        self.snippets.get(place)
    }

    /// Sorts every list by id.
    pub(super) fn sort(&mut self) {
        self.snippets.sort_by_key(|item| item.id);
        self.trees.sort_by_key(|item| item.id);
        self.queries.sort_by_key(|item| item.id);
    }

    /// Whether every tree has the form of a tree, and every part and variable that it names exists.
    pub(crate) fn is_sound(&self) -> bool {
        let snippets = self.snippets.iter().all(|snippet| {
            let parts = snippet.parts.len();
            let tree = |tree| tree_is_sound(tree, snippet.variables, parts);
            let mut parts_are_sound = true;
            for part in &snippet.parts {
                part.deed.each_expr(&mut |expr| {
                    parts_are_sound &= variable_is_known(expr, snippet.variables);
                });
            }
            parts_are_sound && tree(&snippet.evaluation) && tree(&snippet.execution)
        });
        snippets
            && self
                .trees
                .iter()
                .all(|shared| tree_is_sound(&shared.tree, shared.variables, 0))
    }
}

fn variable_is_known(expr: &Expr, variables: u16) -> bool {
    match expr {
        Expr::Variable(variable) => variable.0 < variables,
        _ => true,
    }
}

fn tree_is_sound(tree: &Tree<Condition, Expr>, variables: u16, parts: usize) -> bool {
    let mut sound = tree.is_sound() && usize::from(variables) <= TREE_VARIABLES_MAX;
    tree.each_expr(&mut |expr| sound &= variable_is_known(expr, variables));
    sound
        && tree.nodes.iter().all(|placed| match &placed.node {
            Node::Among(among) => among.variable.0 < variables,
            Node::Task(part) => usize::from(*part) < parts,
            Node::Curve { points, .. } => points.is_sorted_by_key(|(input, _)| *input),
            _ => true,
        })
}

impl Visit for Tree<Condition, Expr> {
    fn visit<'a>(&'a self, visitor: &mut dyn FnMut(Visited<'a>)) {
        for placed in &self.nodes {
            match &placed.node {
                Node::When(condition) => condition.visit(visitor),
                Node::Curve { input, .. } => input.visit(visitor),
                Node::Among(among) => {
                    among.keep.visit(visitor);
                    if let Source::One(one) = &among.source {
                        one.visit(visitor);
                    }
                }
                Node::Subtree { arguments, .. } => arguments.visit(visitor),
                _ => {}
            }
        }
    }
}

impl Visit for Snippets {
    fn visit<'a>(&'a self, visitor: &mut dyn FnMut(Visited<'a>)) {
        for query in &self.queries {
            query.among.keep.visit(visitor);
        }
        for shared in &self.trees {
            shared.tree.visit(visitor);
        }
        for snippet in &self.snippets {
            snippet.evaluation.visit(visitor);
            snippet.execution.visit(visitor);
            for part in &snippet.parts {
                part.deed.visit(visitor);
            }
        }
    }
}
