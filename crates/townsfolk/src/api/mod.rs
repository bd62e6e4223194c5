//! The short API: names as text, a tick output that the host owns, and answers in sentences.
//!
//! Everything here is a thin layer over reports and ids. A host that needs readings, threads or ids
//! uses [`Folk::tick_with`](crate::Folk::tick_with), [`Report`](crate::Report) and generated
//! constants, and can mix both.

mod beliefs;
mod display;
mod error;
mod explain;
pub(crate) mod fill;
#[cfg(feature = "lang")]
mod from_folder;
mod named;
mod names;
mod output;
mod reports;

pub use display::Named;
pub use error::Error;
pub use explain::Explanation;
#[cfg(feature = "lang")]
pub use from_folder::compile_folder;
pub use named::NameOf;
pub(crate) use named::is_noticed;
pub(crate) use names::Names;
pub use output::{Start, TickOutput};
