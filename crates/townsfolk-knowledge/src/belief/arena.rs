//! Linked lists in one vector, with a list of free nodes.

/// The index of no node.
pub(super) const NONE: u32 = u32::MAX;

/// Many short lists in one vector. The newest item of a list comes first.
#[derive(Clone, Debug)]
pub(super) struct Arena<T> {
    nodes: Vec<Node<T>>,
    free: u32,
}

#[derive(Clone, Debug)]
struct Node<T> {
    item: T,
    next: u32,
}

impl<T> Arena<T> {
    pub(super) const NODE_BYTES: usize = size_of::<Node<T>>();

    pub(super) fn new() -> Arena<T> {
        Arena {
            nodes: vec![],
            free: NONE,
        }
    }

    pub(super) fn get(&self, index: u32) -> Option<&T> {
        self.nodes.get(index as usize).map(|node| &node.item)
    }

    pub(super) fn get_mut(&mut self, index: u32) -> Option<&mut T> {
        self.nodes
            .get_mut(index as usize)
            .map(|node| &mut node.item)
    }

    /// Puts an item before a list and returns its index, the new head of the list.
    pub(super) fn push(&mut self, head: u32, item: T) -> u32 {
        let node = Node { item, next: head };
        if let Some(free) = self.nodes.get_mut(self.free as usize) {
            let index = self.free;
            self.free = free.next;
            *free = node;
            return index;
        }
        let index = u32::try_from(self.nodes.len()).unwrap_or(NONE);
        if self.nodes.len() == self.nodes.capacity() {
            // A town has many arenas, and a vector that doubles is a third empty on average.
            self.nodes.reserve_exact((self.nodes.len() / 8).max(8));
        }
        self.nodes.push(node);
        index
    }

    /// Takes a node out of a list and returns the new head of the list.
    pub(super) fn remove(&mut self, head: u32, index: u32) -> u32 {
        let after = self.next(index);
        let before = self.indexes(head).find(|at| self.next(*at) == index);
        if let Some(node) = self.nodes.get_mut(index as usize) {
            node.next = self.free;
            self.free = index;
        }
        match before {
            Some(before) => {
                if let Some(node) = self.nodes.get_mut(before as usize) {
                    node.next = after;
                }
                head
            }
            None => after,
        }
    }

    fn next(&self, index: u32) -> u32 {
        self.nodes
            .get(index as usize)
            .map_or(NONE, |node| node.next)
    }

    /// The indexes of a list.
    pub(super) fn indexes(&self, head: u32) -> impl Iterator<Item = u32> + '_ {
        let first = Some(head).filter(|head| *head != NONE);
        std::iter::successors(first, |at| Some(self.next(*at)).filter(|at| *at != NONE))
    }

    /// The items of a list with their indexes.
    pub(super) fn list(&self, head: u32) -> impl Iterator<Item = (u32, &T)> + '_ {
        let at = |index| self.get(index).map(|item| (index, item));
        self.indexes(head).filter_map(at)
    }

    /// Number of nodes in use and free.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn bytes(&self) -> usize {
        self.nodes.capacity() * Self::NODE_BYTES
    }
}
