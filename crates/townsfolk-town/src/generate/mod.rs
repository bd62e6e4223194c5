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
//! | `sample` | the buildings and squares that are copied |
//! | `copies` | which copy of what belongs to whom |
//! | `names` | what everything is called |
//! | `ground` | where everything lies |
//! | `cast` | who everybody is |

mod cast;
mod copies;
mod ground;
mod names;
mod sample;

use crate::plan::Plan;
use copies::Copies;
use names::Namer;
use sample::Sample;
use townsfolk_core::Seed;
use townsfolk_module::{Module, Symbols};

/// The version of the generator. It is raised with every change of the towns that are made, because
/// files keep the sample and the seed of a town only. Version 1 is that of Townsfolk 0.1.
pub const GENERATOR: u32 = 3;

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
    /// Makes a town of so many people, of neighbourhoods like the sample, whose buildings are those
    /// of its plan. A sample without people gives one neighbourhood without people.
    pub fn generate(
        sample: &Module,
        symbols: &Symbols,
        plan: &Plan,
        population: u32,
        seed: Seed,
    ) -> Town {
        let sample = Sample::new(sample, symbols, plan);
        let mut town = Town {
            plan: Plan::default(),
            module: sample.module.clone(),
            symbols: symbols.clone(),
        };
        let mut namer = Namer::new(symbols, seed);
        let copies = Copies::new(&mut town, &sample, &mut namer, population, seed);
        ground::lay_out(&mut town, &sample, &copies, &mut namer, seed);
        cast::assign(&mut town, &sample, &copies, seed);
        town.module.sort();
        town
    }
}
