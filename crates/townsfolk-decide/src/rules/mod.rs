//! Hot rules: only rules whose attributes changed are evaluated.
//!
//! A [`Program`] is compiled from the rule sets that a character holds. A [`RuleRow`] is the state
//! of one character: the words of the attributes it reads, which of them are dirty, and which rules
//! are satisfied. Evaluating a row looks at the rules that read a dirty attribute (the affected
//! rules) and keeps the list of satisfied rules complete. Then at most one rule of each subset is
//! chosen, by priority and by a keyed draw.
//!
//! | file | holds |
//! |---|---|
//! | [`program`] | rule sets compiled for one combination |
//! | [`row`] | the state of one character, and its evaluation |
//! | [`choice`] | the choice among satisfied rules and their alternatives |
//! | [`oscillation`] | detection of rules that fire in a cycle of their own making |

pub mod choice;
pub mod oscillation;
pub mod program;
pub mod row;

pub use choice::{Chosen, choose};
pub use oscillation::{Fired, Oscillation, find_oscillation};
pub use program::{Program, RuleRef};
pub use row::{Evaluation, RuleRow};
