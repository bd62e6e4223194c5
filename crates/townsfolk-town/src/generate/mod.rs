//! Towns of any size, from a sample.
//!
//! Content describes a neighbourhood: its homes and who lives together in them, its workplaces and
//! who works there, where people spend their evenings. A town is as many such neighbourhoods as its
//! people need. So everything is there in the right numbers, because the author has said what the
//! right numbers are: one baker for so many households, two to a workshop.
//!
//! Families stay together, and so do their feelings for one another. Work and leisure are mixed
//! among neighbouring neighbourhoods: colleagues do not all live in one street. Every character has
//! a day that begins a little earlier or later, and a temper of their own.
//!
//! Everything is drawn by key and follows from the sample, the number of people and the seed.
//!
//! | file | says |
//! |---|---|
//! | `copies` | which copy of what belongs to whom |
//! | `ground` | where everything lies |
//! | `cast` | who everybody is |
//! | `locks` | homes are closed to strangers |

mod cast;
mod copies;
mod ground;
mod locks;

use crate::plan::Plan;
use crate::plan::derive::Content;
use copies::Copies;
use townsfolk_core::Seed;
use townsfolk_module::{Module, Symbols};

/// A town, ready to be [opened](crate::stage::TownStage::open).
#[derive(Clone, Debug)]
pub struct Town {
    /// Where everything lies.
    pub plan: Plan,
    /// The sample's content with the areas and people of the town.
    pub module: Module,
    /// The names of all of them.
    pub symbols: Symbols,
}

impl Town {
    /// Makes a town of so many people, of neighbourhoods like the sample. One without people gives
    /// one neighbourhood without people.
    pub fn generate(sample: &Module, symbols: &Symbols, population: u32, seed: Seed) -> Town {
        let content = Content::of(sample, symbols);
        let mut town = Town {
            plan: Plan::default(),
            module: sample.clone(),
            symbols: symbols.clone(),
        };
        let copies = Copies::new(&mut town, sample, &content, population, seed);
        ground::lay_out(&mut town, &content, &copies);
        cast::assign(&mut town, sample, &copies, population, seed);
        locks::lock_homes(&mut town, sample, &copies);
        town.module.sort();
        town
    }
}
