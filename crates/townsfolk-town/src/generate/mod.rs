//! Towns of any size, from a sample.
//!
//! Content describes a neighbourhood: homes with their residents, workplaces with their staff,
//! places for the evening. A town consists of as many such neighbourhoods as its population needs.
//! So all proportions are those of the author: one baker for so many households, two to a workshop.
//!
//! Families stay together, and so do their relationships. Work and leisure are mixed among adjacent
//! neighbourhoods: colleagues do not all live in one street. Every character has a schedule with a
//! small shift, and its own temper.
//!
//! Everything is drawn by key from the sample, the population and the seed.
//!
//! | file | holds |
//! |---|---|
//! | `sample` | the buildings and squares that are copied |
//! | `copies` | the copies of areas and locations that belong to each character |
//! | `names` | generated names |
//! | `ground` | the layout |
//! | `cast` | the generated cast |

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
    /// The plan.
    pub plan: Plan,
    /// The sample's content with the areas and characters of the town.
    pub module: Module,
    /// The names.
    pub symbols: Symbols,
}

impl Town {
    /// Generates a town of a population, from neighbourhoods like the sample, with the buildings of
    /// its plan. A sample without people gives one neighbourhood without people.
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
        let mut namer = Namer::new(sample.module, symbols, seed);
        let copies = Copies::new(&mut town, &sample, &mut namer, population, seed);
        ground::lay_out(&mut town, &sample, &copies, &mut namer, seed);
        cast::assign(&mut town, &sample, &copies, seed);
        town.module.sort();
        town
    }
}
