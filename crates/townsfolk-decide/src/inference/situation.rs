//! Situations: entered when their condition becomes true, left, and forgotten when pushed aside.

use super::block::Block;
use super::program::Program;
use super::row::Row;
use townsfolk_core::{Tick, Urgency};
use townsfolk_module::decide::inference::{Inference, Situation, SituationIndex};

/// What happened to a situation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Change {
    /// It is active from the next cycle on.
    Entered,
    /// It is inactive from the next cycle on.
    Left,
    /// A more urgent one pushed it aside for so long that it is forgotten.
    Forgotten,
}

/// What the last cycle says about situations.
#[derive(Clone, Copy, Debug)]
pub struct Moment {
    /// The referents that were sensed.
    pub attended: u64,
    /// The urgency of the strongest output.
    pub acts: Option<Urgency>,
    /// When.
    pub now: Tick,
}

/// Works out which situations are active in the next cycle, after a block has run.
pub fn advance(
    of: &Inference,
    program: &Program,
    (block, lane): (&Block, usize),
    row: &mut Row,
    moment: Moment,
) -> Vec<(SituationIndex, Change)> {
    let mut changes = vec![];
    for (index, situation) in (0..).map(SituationIndex).zip(&of.situations) {
        let holds =
            !situation.when.is_empty() && block.word(program.enters(index).truth, lane) != 0;
        let ends = match situation.until.is_empty() {
            true => !situation.when.is_empty() && !holds,
            false => block.word(program.leaves(index).truth, lane) != 0,
        };
        let began_to_hold = holds && row.held & index.bit() == 0;
        let change = match row.is_in(index) {
            true if ends => Some(Change::Left),
            true => is_forgotten(of, row, index, situation, moment).then_some(Change::Forgotten),
            false => {
                let stays = !ends || situation.until.is_empty();
                (began_to_hold && stays).then_some(Change::Entered)
            }
        };
        set_bit(&mut row.held, index, holds);
        if let Some(change) = change {
            set_active(row, index, change == Change::Entered);
            changes.push((index, change));
        }
    }
    changes
}

/// Makes a situation active or inactive, as the host or another decider says.
pub fn set_active(row: &mut Row, index: SituationIndex, active: bool) {
    set_bit(&mut row.active, index, active);
    if let Some(aside) = row.aside.get_mut(index.place()) {
        *aside = None;
    }
}

/// Whether a situation has been pushed aside for too long without a sight of anything in it.
fn is_forgotten(
    of: &Inference,
    row: &mut Row,
    index: SituationIndex,
    situation: &Situation,
    moment: Moment,
) -> bool {
    let pushed = moment.acts.is_some_and(|acts| acts > situation.urgency);
    let reminded = moment.attended & situation.about != 0;
    let Some(aside) = row.aside.get_mut(index.place()) else {
        return false;
    };
    if !pushed {
        *aside = None;
        return false;
    }
    let since = match *aside {
        Some(since) if !reminded => since,
        _ => moment.now,
    };
    *aside = Some(since);
    moment.now.since(since) >= of.limits.memory
}

fn set_bit(word: &mut u64, index: SituationIndex, on: bool) {
    match on {
        true => *word |= index.bit(),
        false => *word &= !index.bit(),
    }
}
