//! Snippets: scored uses of abilities, each with its best target.
