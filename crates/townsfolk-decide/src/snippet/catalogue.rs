//! The snippets of a content, ready to be evaluated.

use crate::tree::Trees;
use townsfolk_core::DeciderId;
use townsfolk_module::decide::Snippet;

/// All snippets of a content, with the trees that they share, in the form in which they are walked.
#[derive(Clone, Debug)]
pub struct Catalogue<C, E> {
    list: Vec<Snippet<C, E>>,
    /// The trees that several snippets use.
    pub trees: Trees<C, E>,
}

impl<C, E> Default for Catalogue<C, E> {
    fn default() -> Catalogue<C, E> {
        Catalogue {
            list: vec![],
            trees: Trees::default(),
        }
    }
}

impl<C, E> Catalogue<C, E> {
    /// Snippets and shared trees. Of two snippets with the same name the first counts.
    pub fn new(mut list: Vec<Snippet<C, E>>, trees: Trees<C, E>) -> Catalogue<C, E> {
        list.sort_by_key(|snippet| snippet.id);
        list.dedup_by_key(|snippet| snippet.id);
        Catalogue { list, trees }
    }

    /// The index of a snippet.
    pub fn index(&self, id: DeciderId) -> Option<usize> {
        self.list
            .binary_search_by_key(&id, |snippet| snippet.id)
            .ok()
    }

    /// The snippet of a name.
    pub fn get(&self, id: DeciderId) -> Option<&Snippet<C, E>> {
        self.list.get(self.index(id)?)
    }

    /// All snippets, by id.
    pub fn iter(&self) -> impl Iterator<Item = &Snippet<C, E>> {
        self.list.iter()
    }
}
