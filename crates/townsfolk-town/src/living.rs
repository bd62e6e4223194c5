//! A town with its characters: run, saved, recorded and watched as one value.

use crate::generate::{GENERATOR, Town};
use crate::inheritance::Inheritance;
use crate::paths::Atlas;
use crate::plan::{Plan, PlanError};
use crate::player::Errand;
use crate::stage::{Mismatch, Opening, TownStage};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;
use townsfolk::{Executor, Focus, Folk, MigratedScene, Output, Place, Recording};
use townsfolk_core::digest::fold;
use townsfolk_core::{AreaId, Seed};
use townsfolk_mind::{Moment, schedule};
use townsfolk_module::file::{self, Refused};
use townsfolk_module::ground::{ArenaGround, TowerGround};
use townsfolk_module::mind::Venue;
use townsfolk_module::{Module, OptionalTail, Symbols};

/// Maximum population, so that a file cannot demand all memory.
pub const POPULATION_MAX: u32 = 2_000_000;

/// The content of a town with all names: everything that is needed to open it.
#[derive(Clone, Debug)]
pub struct Content {
    /// The recipe, if the town was generated.
    pub recipe: Option<Arc<Recipe>>,
    /// The compiled content.
    pub module: Arc<Module>,
    /// The names.
    pub symbols: Symbols,
    /// The prepared plan.
    pub atlas: Arc<Atlas>,
}

/// The recipe of a generated town: a sample neighbourhood, a population and a seed. The same recipe
/// always gives the same town, so a file needs nothing else.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recipe {
    /// The sample.
    pub module: Module,
    /// Its names.
    pub symbols: Symbols,
    /// Its plan.
    pub plan: Plan,
    /// The population.
    pub population: u32,
    /// The seed.
    pub seed: Seed,
}

/// A town with its characters.
#[derive(Clone, Debug)]
pub struct Living {
    /// Its content.
    pub content: Content,
    /// The engine.
    pub folk: Folk,
    /// The stage: bodies and ground.
    pub stage: TownStage,
    /// The moment until which it is to be run, if set.
    pub until: Option<Moment>,
    /// The saved stage at the beginning of the recording.
    recorded: Option<Vec<u8>>,
    /// Orders of the player that are being carried out.
    pub(crate) errands: Vec<Errand>,
    /// The game that is being played in it.
    pub game: Option<Box<Inheritance>>,
}

/// A recorded part of a run, with everything that a replay needs.
#[derive(Clone, Debug)]
pub struct Tape {
    /// Its content.
    pub content: Content,
    /// The stage at the beginning.
    pub stage: TownStage,
    /// The recorded inputs of the engine.
    pub recording: Recording,
}

#[derive(Serialize, Deserialize)]
struct SavedContent {
    /// Of the sample, if the town is generated.
    module: Vec<u8>,
    symbols: Vec<u8>,
    ground: Ground,
}

#[derive(Serialize, Deserialize)]
enum Ground {
    /// This plan.
    Plan(Plan),
    /// A population and a seed, made by version 1 of the generator.
    Grown(u32, Seed),
    /// The plan of the sample, a population and a seed, made by version 2.
    GrownFrom(Plan, u32, Seed),
    /// It is a tower.
    Tower(Plan, TowerGround),
    /// The version of the generator, the plan of the sample, the population and the seed.
    Made(u32, Plan, u32, Seed),
    /// This plan, with walls, cover, light, zones and routes.
    Arena(Plan, ArenaGround),
}

#[derive(Serialize, Deserialize)]
struct SavedTown {
    content: SavedContent,
    folk: Vec<u8>,
    stage: Vec<u8>,
    until: Option<Moment>,
    /// The recording so far, and the saved stage at its beginning.
    recorded: Option<(Vec<u8>, Vec<u8>)>,
    rest: OptionalTail<SavedPlayer>,
}

/// Orders of the player, and a game.
type SavedPlayer = (Vec<Errand>, OptionalTail<Option<Box<Inheritance>>>);

#[derive(Serialize, Deserialize)]
struct SavedTape {
    content: SavedContent,
    stage: Vec<u8>,
    recording: Vec<u8>,
}

impl Content {
    /// A module with a plan.
    pub fn new(
        module: Arc<Module>,
        symbols: Symbols,
        plan: Plan,
    ) -> Result<Content, Vec<PlanError>> {
        let atlas = Arc::new(Atlas::of(Arc::new(plan))?);
        Ok(Content {
            recipe: None,
            module,
            symbols,
            atlas,
        })
    }

    /// Generates a town from a recipe.
    pub fn grow(recipe: Recipe) -> Result<Content, Vec<PlanError>> {
        let grown = Town::generate(
            &recipe.module,
            &recipe.symbols,
            &recipe.plan,
            recipe.population,
            recipe.seed,
        );
        let content = Content::new(Arc::new(grown.module), grown.symbols, grown.plan)?;
        Ok(Content {
            recipe: Some(Arc::new(recipe)),
            ..content
        })
    }

    /// A focus with given numbers of characters at level full and ambient, at a time of day.
    /// Without a place it lies in the middle of all characters.
    pub fn focus(&self, at: Option<Place>, seconds: i32, full: usize, ambient: usize) -> Focus {
        let plates = self.atlas.plan().plates.iter().rev();
        let areas: BTreeMap<AreaId, Place> =
            plates.map(|plate| (plate.area, plate.middle())).collect();
        let now = Moment(i64::from(seconds));
        let people = self.module.minds.people.iter().filter_map(|person| {
            let mut entries = person.schedule.entries.iter();
            match entries.find(|entry| schedule::in_force(entry, now))?.venue {
                Venue::Area(area) => areas.get(&area).copied(),
                Venue::Suits(_) => None,
            }
        });
        let people: Vec<Place> = people.collect();
        let middle = |of: fn(&Place) -> i32| {
            let mut along: Vec<i32> = people.iter().map(of).collect();
            along.sort_unstable();
            along.get(along.len() / 2).copied().unwrap_or(0)
        };
        let at = at.unwrap_or_else(|| Place {
            x_mm: middle(|place| place.x_mm),
            y_mm: middle(|place| place.y_mm),
            z_mm: 0,
        });
        let mut away: Vec<i64> = people.iter().map(|place| at.distance_mm(*place)).collect();
        away.sort_unstable();
        let radius = |count: usize| {
            let last = away.get(count.min(away.len().saturating_sub(1)));
            u32::try_from(last.copied().unwrap_or(0)).unwrap_or(u32::MAX)
        };
        Focus {
            at,
            full_mm: radius(full),
            ambient_mm: radius(ambient),
        }
    }

    /// The bytes of a town file.
    pub fn write(&self) -> Vec<u8> {
        file::write_save(&self.save())
    }

    /// Reads a town file.
    pub fn read(bytes: &[u8]) -> Result<Content, Refused> {
        Content::load(file::read_save(bytes)?)
    }

    fn save(&self) -> SavedContent {
        let (module, symbols, ground) = match &self.recipe {
            Some(recipe) => {
                let plan = recipe.plan.clone();
                let ground = Ground::Made(GENERATOR, plan, recipe.population, recipe.seed);
                (&recipe.module, &recipe.symbols, ground)
            }
            None => {
                let plan = (**self.atlas.plan()).clone();
                let ground = match (plan.tower.clone(), plan.arena.clone()) {
                    (Some(tower), _) => Ground::Tower(plan, (*tower).clone()),
                    (_, Some(arena)) => Ground::Arena(plan, (*arena).clone()),
                    (None, None) => Ground::Plan(plan),
                };
                (&*self.module, &self.symbols, ground)
            }
        };
        SavedContent {
            module: file::write_module(module),
            symbols: file::write_symbols(symbols),
            ground,
        }
    }

    fn load(saved: SavedContent) -> Result<Content, Refused> {
        // A town of another generator is refused before its sample is read: the sample may be of an
        // older format, and the remedy is another.
        let (plan, grown) = match saved.ground {
            Ground::Plan(plan) => (plan, None),
            Ground::Tower(plan, tower) => {
                let tower = Some(Arc::new(tower));
                (Plan { tower, ..plan }, None)
            }
            Ground::Arena(plan, arena) => {
                let arena = Some(Arc::new(arena));
                (Plan { arena, ..plan }, None)
            }
            Ground::Grown(population, seed) => return Err(other_generator(1, population, seed)),
            Ground::GrownFrom(_, population, seed) => {
                return Err(other_generator(2, population, seed));
            }
            Ground::Made(by, _, population, seed) if by != GENERATOR => {
                return Err(other_generator(by, population, seed));
            }
            Ground::Made(_, plan, population, seed) => (plan, Some((population, seed))),
        };
        let module = file::read_module(&saved.module)?;
        let symbols = file::read_symbols(&saved.symbols)?;
        let content = match grown {
            None => Content::new(Arc::new(module), symbols, plan),
            Some((population, seed)) => Content::grow(Recipe {
                module,
                symbols,
                plan,
                population: population.min(POPULATION_MAX),
                seed,
            }),
        };
        content.map_err(|_| Refused::Malformed)
    }
}

fn other_generator(found: u32, population: u32, seed: Seed) -> Refused {
    Refused::OtherGenerator {
        found,
        makes: GENERATOR,
        population,
        seed: seed.0,
    }
}

impl Living {
    /// A town at the beginning of a run.
    pub fn begin(content: Content, seed: Seed, opening: Opening) -> Living {
        let mut folk = Folk::new(content.module.clone(), seed);
        folk.set_symbols(content.symbols.clone());
        let mut stage = TownStage::new(content.atlas.clone(), seed);
        stage.open(&mut folk, opening);
        Living {
            content,
            folk,
            stage,
            until: None,
            recorded: None,
            errands: vec![],
            game: None,
        }
    }

    /// Characters on open ground, without a plan.
    pub fn on_open_ground(
        module: Arc<Module>,
        symbols: Symbols,
        folk: Folk,
        stage: TownStage,
    ) -> Living {
        let content = Content {
            recipe: None,
            module,
            symbols,
            atlas: stage.atlas().clone(),
        };
        Living {
            content,
            folk,
            stage,
            until: None,
            recorded: None,
            errands: vec![],
            game: None,
        }
    }

    /// Sets the focuses, from the next tick on; elsewhere characters are in the background.
    pub fn focus_on(&mut self, focus: &[Focus]) {
        self.stage.focus_on(&mut self.folk, focus);
    }

    /// One tick of the whole town.
    pub fn step(&mut self, executor: &dyn Executor) -> &Output {
        self.stage.step(&mut self.folk, executor);
        self.see_to_errands();
        self.see_to_game();
        self.folk.output()
    }

    /// Replaces the content, on the same ground with the same areas, locations and characters.
    /// Returns what became of scenes.
    pub fn reload(&mut self, module: Arc<Module>, symbols: Symbols) -> Vec<MigratedScene> {
        // The recipe describes the content from before.
        self.content.recipe = None;
        self.content.module = module.clone();
        self.content.symbols = symbols;
        let moved = self.folk.reload(module);
        self.folk.set_symbols(self.content.symbols.clone());
        moved
    }

    /// The hash of everything simulated.
    pub fn digest(&self) -> u64 {
        let stage = self.stage.digest();
        let folk = self.folk.digest().whole();
        let errands = self.errands.iter().map(Errand::digest);
        let parts = [stage.bodies, stage.doors, stage.pending].into_iter();
        let game = self.game.iter().map(|game| game.digest());
        parts.chain(errands).chain(game).fold(folk, fold)
    }

    /// Everything, as the bytes of one file.
    pub fn save(&self) -> Vec<u8> {
        let recorded = self.recorded.as_ref().zip(self.folk.recording());
        file::write_save(&SavedTown {
            content: self.content.save(),
            folk: self.folk.save(),
            stage: self.stage.save(),
            until: self.until,
            recorded: recorded.map(|(stage, recording)| (stage.clone(), recording.write())),
            rest: OptionalTail((self.errands.clone(), OptionalTail(self.game.clone()))),
        })
    }

    /// Loads a saved town. It continues as if it had never stopped.
    pub fn load(bytes: &[u8]) -> Result<Living, Mismatch> {
        let saved: SavedTown = file::read_save(bytes).map_err(Mismatch::Refused)?;
        let content = Content::load(saved.content).map_err(Mismatch::Refused)?;
        let loaded = Folk::load(content.module.clone(), &saved.folk);
        let (mut folk, _) = loaded.map_err(Mismatch::Refused)?;
        folk.set_symbols(content.symbols.clone());
        let stage = TownStage::load(content.atlas.clone(), &saved.stage)?;
        let OptionalTail((errands, OptionalTail(game))) = saved.rest;
        let recorded = match saved.recorded {
            Some((start, recording)) => {
                let recording = Recording::read(&recording).map_err(Mismatch::Refused)?;
                folk.go_on_recording(recording);
                Some(start)
            }
            None => None,
        };
        Ok(Living {
            content,
            folk,
            stage,
            until: saved.until,
            recorded,
            errands,
            game,
        })
    }

    /// Starts a recording.
    pub fn start_recording(&mut self) {
        self.recorded = Some(self.stage.save());
        self.folk.start_recording(false);
    }

    /// Whether a recording is running.
    pub fn is_recording(&self) -> bool {
        self.recorded.is_some()
    }

    /// The bytes of the recording so far, if there is one.
    pub fn tape(&self) -> Option<Vec<u8>> {
        Some(file::write_recording(&SavedTape {
            content: self.content.save(),
            stage: self.recorded.clone()?,
            recording: self.folk.recording()?.write(),
        }))
    }

    /// Ends the recording and returns its bytes, if there was one.
    pub fn take_tape(&mut self) -> Option<Vec<u8>> {
        let tape = self.tape();
        self.end_recording();
        tape
    }

    /// Ends the recording and discards it.
    pub fn end_recording(&mut self) {
        self.recorded = None;
        self.folk.take_recording();
    }
}

impl Tape {
    /// Reads a recording, with the pieces that were appended to it.
    pub fn read(bytes: &[u8]) -> Result<Tape, Mismatch> {
        let (first, pieces) = file::split_first(bytes).map_err(Mismatch::Refused)?;
        let saved: SavedTape = file::read_recording(first).map_err(Mismatch::Refused)?;
        let content = Content::load(saved.content).map_err(Mismatch::Refused)?;
        let stage = TownStage::load(content.atlas.clone(), &saved.stage)?;
        let mut recording = Recording::read(&saved.recording).map_err(Mismatch::Refused)?;
        recording.append(pieces).map_err(Mismatch::Refused)?;
        Ok(Tape {
            content,
            stage,
            recording,
        })
    }

    /// The town at the beginning of the recording. If only the stage reported anything, the same
    /// run follows.
    pub fn begin(&self) -> Result<Living, Mismatch> {
        let module = self.content.module.clone();
        let loaded = Folk::load(module, &self.recording.start);
        let (folk, _) = loaded.map_err(Mismatch::Refused)?;
        Ok(Living {
            content: self.content.clone(),
            folk,
            stage: self.stage.clone(),
            until: None,
            recorded: None,
            errands: vec![],
            game: None,
        })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    fn kept(ground: Ground) -> SavedContent {
        SavedContent {
            // A sample of an older format must not hide the cause.
            module: vec![0; 40],
            symbols: vec![],
            ground,
        }
    }

    fn made_by(version: u32) -> Ground {
        Ground::Made(version, Plan::default(), 5_000, Seed(3))
    }

    /// Towns of other versions of the generator are refused by name, with the command that makes one
    /// anew: the same recipe would give another town.
    #[test]
    fn a_town_of_another_generator_is_refused_with_the_remedy() {
        let old = [
            (1, Ground::Grown(5_000, Seed(3))),
            (2, Ground::GrownFrom(Plan::default(), 5_000, Seed(3))),
            (GENERATOR + 1, made_by(GENERATOR + 1)),
        ];
        for (version, ground) in old {
            let refused = Content::read(&file::write_save(&kept(ground))).unwrap_err();
            let told = format!(
                "this town was made by version {version} of the generator; version {GENERATOR} \
                 would make another town of it: make a new one with `townsfolk town new \
                 --population 5000 --seed 3`"
            );
            assert_eq!(refused.to_string(), told);
        }
    }

    #[test]
    fn a_save_of_a_town_of_another_generator_is_refused() {
        let save = file::write_save(&SavedTown {
            content: kept(Ground::Grown(200, Seed(1))),
            folk: vec![],
            stage: vec![],
            until: None,
            recorded: None,
            rest: OptionalTail::default(),
        });
        let refused = Living::load(&save).unwrap_err();
        assert_eq!(refused, Mismatch::Refused(other_generator(1, 200, Seed(1))));
    }

    #[test]
    fn a_town_file_has_the_version_of_the_generator() {
        let recipe = Recipe {
            module: Module::default(),
            symbols: Symbols::default(),
            plan: Plan::default(),
            population: 1,
            seed: Seed(1),
        };
        let content = Content::grow(recipe).unwrap();
        let version = |ground| match ground {
            Ground::Made(version, ..) => Some(version),
            _ => None,
        };
        assert_eq!(version(content.save().ground), Some(GENERATOR));
        let again = Content::read(&content.write()).unwrap();
        assert_eq!(again.atlas.plan().digest(), content.atlas.plan().digest());
    }
}
