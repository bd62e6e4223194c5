//! Saved games of the examples of ways to decide.

use super::target::{HEAD, SAVE, sealed};
use crate::soak::{HostileHost, Town, Trouble, decider_examples};
use std::sync::{Arc, OnceLock};
use townsfolk::prelude::*;
use townsfolk_module::Module;

/// The examples with their names.
fn examples() -> &'static [(&'static str, Arc<Module>)] {
    static EXAMPLES: OnceLock<Vec<(&'static str, Arc<Module>)>> = OnceLock::new();
    EXAMPLES.get_or_init(|| {
        let shared = |(name, module)| (name, Arc::new(module));
        decider_examples().into_iter().map(shared).collect()
    })
}

/// Loads the body of a save into the example that its first byte picks, lives on for a second, and
/// saves again.
pub(crate) fn go_on(bytes: &[u8]) {
    let Some((pick, body)) = bytes.split_first() else {
        return;
    };
    let Some((_, module)) = examples().get(usize::from(*pick) % examples().len().max(1)) else {
        return;
    };
    let Ok((mut folk, _)) = Folk::load(module.clone(), &sealed(SAVE, body)) else {
        return;
    };
    for _ in 0..60 {
        folk.tick_with(&NoReadings, &SingleThread);
    }
    folk.violations();
    folk.digest();
    let saved = folk.save();
    assert!(
        Folk::load(module.clone(), &saved).is_ok(),
        "what was loaded can be saved and loaded"
    );
}

/// The body of a save of each example from the middle of a rude day, behind the byte that picks it.
pub(crate) fn files() -> Vec<(&'static str, Vec<u8>)> {
    let file = |(pick, (name, module)): (usize, &(&'static str, Arc<Module>))| {
        let mut folk = Folk::new(module.clone(), Seed(5));
        let mut host = HostileHost::new(5, Trouble::RUDE, Town::of(6, 12), &mut folk);
        for _ in 0..400 {
            host.tick(&mut folk, &SingleThread);
        }
        let mut bytes = vec![pick as u8];
        bytes.extend(&folk.save()[HEAD..]);
        (*name, bytes)
    };
    examples().iter().enumerate().map(file).collect()
}
