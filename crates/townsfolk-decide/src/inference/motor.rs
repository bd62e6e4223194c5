//! Outputs: the bit vectors that retarget what a character does.

use super::block::Block;
use super::program::Program;
use super::row::Row;
use townsfolk_core::{Channel, Urgency};
use townsfolk_module::decide::inference::{Inference, ReferentIndex, Takes};

/// An output that is acted on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chosen {
    /// The output, by its index.
    pub motor: usize,
    /// The referent that it acts on: the first set bit in declared order.
    pub referent: Option<ReferentIndex>,
}

/// The output of each channel: the most urgent one that has a bit, the first of equals. An output
/// that takes a character or a prop acts on nothing else.
pub fn choose(
    of: &Inference,
    program: &Program,
    (block, lane): (&Block, usize),
    row: &Row,
) -> Vec<Chosen> {
    let mut best: Vec<(Channel, Urgency, Chosen)> = vec![];
    for (index, motor) in of.motors.iter().enumerate() {
        let word = block.word(program.motor(index), lane) & row.fitting(motor.takes);
        if word == 0 {
            continue;
        }
        let referent = (motor.takes != Takes::Nothing).then(|| first_bit(word));
        let chosen = Chosen {
            motor: index,
            referent,
        };
        match best
            .iter_mut()
            .find(|(channel, ..)| *channel == motor.channel)
        {
            Some((_, urgency, known)) if motor.urgency > *urgency => {
                (*urgency, *known) = (motor.urgency, chosen);
            }
            Some(_) => {}
            None => best.push((motor.channel, motor.urgency, chosen)),
        }
    }
    best.into_iter().map(|(_, _, chosen)| chosen).collect()
}

/// The first set bit of a word that has one.
fn first_bit(word: u64) -> ReferentIndex {
    ReferentIndex(word.trailing_zeros() as u8)
}
