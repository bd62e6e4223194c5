//! Code that the book shows: the chapter on the critic takes its lines from here.

use std::sync::Arc;
use townsfolk::prelude::*;
use townsfolk_critic::Critic;

#[test]
fn a_critic_in_a_game() {
    let mut folk = Folk::new(Arc::new(Module::default()), Seed(7));
    let (stage, executor) = (NoReadings, SingleThread);
    let mut critic = Critic::default();
    for _ in 0..60 {
        folk.tick_with(&stage, &executor);
        critic.watch(&folk);
    }
    for silliness in critic.findings() {
        println!("{silliness:?}");
    }
    assert!(critic.findings().is_empty());
}
