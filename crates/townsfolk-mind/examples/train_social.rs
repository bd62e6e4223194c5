//! Trains the social network and prints it as the content file: report, then weights.
//!
//! `cargo run --release -p townsfolk-mind --example train_social > crates/townsfolk-mind/content/social.weights`
//! With `cases` as argument it prints the hand-made cases instead.
#![allow(clippy::disallowed_methods)]

use townsfolk_mind::social::network::write;
use townsfolk_mind::training::{Schooling, cases, hand_made, report};

fn main() {
    if std::env::args().nth(1).as_deref() == Some("cases") {
        print!("{}", cases::table(&hand_made()));
        return;
    }
    let schooling = Schooling::default();
    let report = report(&schooling);
    print!("{}{}", report.tell(&schooling), write(&report.network));
}
