//! Daily scripts: blocks and one-shots of a day.
