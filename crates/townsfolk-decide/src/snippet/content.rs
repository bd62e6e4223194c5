//! A snippet as data.

use crate::tree::{Branch, Node, Tree, Trees};
use serde::{Deserialize, Serialize};
use townsfolk_core::SymbolId;

/// One way of using one ability for one purpose.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Snippet<C, E> {
    /// Its name.
    pub id: SymbolId,
    /// The ability, by which the player allows, prefers and forbids. Several snippets may share one.
    pub ability: Option<SymbolId>,
    /// The class whose band its points should keep. Nothing reads it at run time.
    pub class: Option<Class>,
    /// Things a character must be able to do.
    pub requires: Vec<SymbolId>,
    /// Whether it may break in while another ability is used.
    pub interrupts: bool,
    /// Truth, points and target.
    pub evaluation: Tree<C, E>,
    /// The order in which its parts are performed.
    pub execution: Tree<C, E>,
    /// The parts, by the indexes of the tasks in its execution.
    pub parts: Vec<Part>,
}

/// One part of a snippet's execution. The engine knows what is performed for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Part {
    /// Whether it is the use of the ability. Until it ends, nothing else is considered.
    pub is_use: bool,
}

impl<C, E> Snippet<C, E> {
    /// A sequence of parts, of which the last is the use; none is, if the snippet is passive.
    pub fn steps(count: u16, passive: bool) -> (Tree<C, E>, Vec<Part>) {
        let tasks = (0..count).map(|part| Branch::leaf(Node::Task(part)));
        let execution = Branch::of(Node::Sequence, tasks.collect()).flatten();
        let parts = (0..count).map(|part| Part {
            is_use: !passive && part + 1 == count,
        });
        (execution, parts.collect())
    }
}

/// The classes of the scoring convention.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Class {
    /// Movement while there is nothing to do: 0 to 9.
    Passive,
    /// Better than doing nothing: 10.
    Basic,
    /// 20 to 40.
    Offensive,
    /// Beats an attack of equal urgency: 25 to 45.
    Support,
    /// Answers an immediate threat: 50 to 70.
    Reaction,
    /// Blocks everything else: 100 and more.
    Override,
}

impl Class {
    /// All classes, the weakest first.
    pub const ALL: [Class; 6] = [
        Class::Passive,
        Class::Basic,
        Class::Offensive,
        Class::Support,
        Class::Reaction,
        Class::Override,
    ];

    /// Its name in content.
    pub fn name(self) -> &'static str {
        match self {
            Class::Passive => "passive",
            Class::Basic => "basic",
            Class::Offensive => "offensive",
            Class::Support => "support",
            Class::Reaction => "reaction",
            Class::Override => "override",
        }
    }

    /// The least and the greatest number of points in its band.
    pub fn band(self) -> (i64, i64) {
        match self {
            Class::Passive => (0, 9),
            Class::Basic => (10, 10),
            Class::Offensive => (20, 40),
            Class::Support => (25, 45),
            Class::Reaction => (50, 70),
            Class::Override => (100, i64::from(i32::MAX)),
        }
    }
}

/// All snippets of a content, with the trees that they share.
#[derive(Clone, Debug)]
pub struct Snippets<C, E> {
    list: Vec<Snippet<C, E>>,
    /// The trees that several snippets use.
    pub trees: Trees<C, E>,
}

impl<C, E> Default for Snippets<C, E> {
    fn default() -> Snippets<C, E> {
        Snippets {
            list: vec![],
            trees: Trees::default(),
        }
    }
}

impl<C, E> Snippets<C, E> {
    /// Snippets and shared trees. Of two snippets with the same name the first counts.
    pub fn new(mut list: Vec<Snippet<C, E>>, trees: Trees<C, E>) -> Snippets<C, E> {
        list.sort_by_key(|snippet| snippet.id);
        list.dedup_by_key(|snippet| snippet.id);
        Snippets { list, trees }
    }

    /// The index of a snippet.
    pub fn index(&self, id: SymbolId) -> Option<usize> {
        self.list
            .binary_search_by_key(&id, |snippet| snippet.id)
            .ok()
    }

    /// The snippet of a name.
    pub fn get(&self, id: SymbolId) -> Option<&Snippet<C, E>> {
        self.list.get(self.index(id)?)
    }

    /// All snippets, by id.
    pub fn iter(&self) -> impl Iterator<Item = &Snippet<C, E>> {
        self.list.iter()
    }
}
