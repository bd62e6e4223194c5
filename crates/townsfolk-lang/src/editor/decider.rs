//! Names inside ways to decide: tags, referents and predicates.

use super::reader::{Located, Reader};
use crate::names::Namespace;
use crate::source::{FileId, Place};
use crate::syntax::{Node, SyntaxKind, TreeExt, *};

/// Maximum number of sets of referents that one builds on.
const SETS_MAX: usize = 64;

/// What declares a name in a set of referents: its place in the list of referents, or the first sense
/// or rule that makes it true.
pub(super) fn inferred_in(set: &Node, name: &str) -> Option<Node> {
    let list = set.child(NAMES);
    let mut names = list.iter().flat_map(|list| list.children_of(NAME));
    let referent = names.find(|node| node.word().as_deref() == Some(name));
    let about = |kinds: &[SyntaxKind]| {
        let mut lines = set
            .descendants()
            .filter(|line| kinds.contains(&line.kind()));
        lines.find(|line| predicate_of(line).as_deref() == Some(name))
    };
    // A predicate that is only wanted is declared by the first goal.
    referent
        .or_else(|| about(&[SENSE, INFERENCE_RULE]))
        .or_else(|| about(&[INFERENCE_GOAL, WANT]))
}

/// The predicate that a sense, a rule or a goal is about.
fn predicate_of(line: &Node) -> Option<String> {
    let about = matches!(line.kind(), SENSE | INFERENCE_RULE | INFERENCE_GOAL | WANT);
    let term = line.child(TERM).filter(|_| about)?;
    super::meaning::called(&term)
}

/// The words of the selector or query that names its candidates so.
pub(super) fn candidates(owner: &Node, name: &str) -> Option<String> {
    let mut selectors = owner.descendants();
    let selector = selectors.find(|node| {
        let variable = node.child(VARIABLE_EXPR).and_then(|v| v.word());
        matches!(node.kind(), AMONG | QUERY_DECL) && variable.as_deref() == Some(name)
    })?;
    let text = selector.text().to_string();
    let line = text.lines().next()?;
    Some(line.split_whitespace().collect::<Vec<_>>().join(" "))
}

impl Reader<'_> {
    /// The tags of all locations that a file may see, sorted.
    pub(super) fn tags(&self, from: FileId) -> Vec<String> {
        let tagged = self.tagged(from).into_iter();
        let mut tags: Vec<String> = tagged.map(|(tag, _, _)| tag).collect();
        tags.sort();
        tags.dedup();
        tags
    }

    /// The tags of locations, each with its place and its location.
    pub(super) fn tagged(&self, from: FileId) -> Vec<(String, Place, Located)> {
        let mut found = vec![];
        for declaration in self.all(Namespace::Location, from) {
            let Some(location) = self.node_of(declaration) else {
                continue;
            };
            let lists = location.node.children_of(TAGS);
            for list in lists.filter_map(|tags| tags.child(NAMES)) {
                for tag in list.children() {
                    let word = tag.word();
                    let place = tag.place(location.file);
                    found.extend(word.map(|word| (word, place, location.clone())));
                }
            }
        }
        found
    }

    /// A set of referents and those it builds on, the nearest first.
    pub(super) fn referent_sets(&self, set: &Located) -> Vec<Located> {
        let mut sets = vec![set.clone()];
        let mut at = 0;
        while let Some(next) = sets.get(at).cloned() {
            at += 1;
            let parents = next.node.child(PARENTS);
            let names = parents.iter().flat_map(|list| list.children_of(NAME_REF));
            for name in names.filter_map(|name| name.word()) {
                let parent = self.global(Namespace::Decider, &name, next.file);
                let parent = parent.filter(|parent| parent.node.kind() == REFERENTS_DECL);
                let known = |parent: &Located| sets.iter().any(|set| set.place() == parent.place());
                let parent = parent.filter(|parent| !known(parent) && sets.len() < SETS_MAX);
                sets.extend(parent);
            }
        }
        sets
    }

    /// The referents of a set, each with the declaration that names it.
    pub(super) fn referents(&self, set: &Located) -> Vec<(String, Node)> {
        let mut found: Vec<(String, Node)> = vec![];
        for set in self.referent_sets(set) {
            let list = set.node.child(NAMES);
            let names = list.iter().flat_map(|list| list.children_of(NAME));
            for name in names.filter_map(|name| name.word()) {
                if !found.iter().any(|(other, _)| *other == name) {
                    found.push((name, set.node.clone()));
                }
            }
        }
        found
    }

    /// The predicates of a set, each with the first sense or rule that makes it true.
    pub(super) fn predicates(&self, set: &Located) -> Vec<(String, Node)> {
        let mut found: Vec<(String, Node)> = vec![];
        for set in self.referent_sets(set) {
            for line in set.node.descendants() {
                let name = predicate_of(&line);
                if let Some(name) = name.filter(|name| !found.iter().any(|(n, _)| n == name)) {
                    found.push((name, line));
                }
            }
        }
        found
    }

    /// The set of referents around a node.
    pub(super) fn set_around(&self, file: FileId, node: &Node) -> Option<Located> {
        let node = node
            .ancestors()
            .find(|node| node.kind() == REFERENTS_DECL)?;
        Some(Located { file, node })
    }
}
