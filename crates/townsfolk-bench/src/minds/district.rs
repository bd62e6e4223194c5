//! A little district of a village: as many people as one likes from its cast, between two
//! houses, a workshop and the inn.

use std::sync::Arc;
use townsfolk::Extent;
use townsfolk::prelude::*;
use townsfolk_core::AreaId;
use townsfolk_lang::project::Project;
use townsfolk_mind::Moment;
use townsfolk_mind::schedule::due;
use townsfolk_module::Module;
use townsfolk_module::mind::{CastMember, Daytime, Venue};
use townsfolk_town::TownStage;

const TEXT: &str = include_str!("../../scripts/levels.folk");

/// Calendar seconds in a second of the stage.
pub const RATE: i64 = 60;

/// The time of day at which it begins.
const MORNING: i32 = 6 * 3600;

/// Areas: name, middle in metres, reach in millimetres.
const AREAS: [(&str, (i32, i32), i32); 7] = [
    ("village", (0, 0), 100_000),
    ("inn", (20, 0), 12_000),
    ("kitchen", (14, 0), 5_000),
    ("taproom", (26, 0), 5_500),
    ("workshop", (15, 30), 8_000),
    ("cottage", (-20, 0), 8_000),
    ("mill_house", (-20, 30), 8_000),
];

/// What stands where: kind, place in metres, and for how many people there is one.
const STANDS: [(&str, (i32, i32), u32); 13] = [
    ("counter", (24, 2), 10),
    ("dinner_table", (28, 2), 10),
    ("table", (14, 2), 20),
    ("table", (13, 32), 10),
    ("table", (-18, 2), 10),
    ("table", (-18, 32), 10),
    ("privy", (20, -8), 10),
    ("privy", (17, 28), 10),
    ("privy", (-22, -2), 10),
    ("privy", (-22, 28), 10),
    ("bed", (-24, 3), 6),
    ("bed", (-24, 33), 6),
    ("bed", (-16, 33), 6),
];

/// The buildings that a character can be in.
pub const BUILDINGS: [&str; 4] = ["inn", "workshop", "cottage", "mill_house"];

/// A district with its stage.
#[derive(Debug)]
pub struct District {
    /// The engine.
    pub folk: Folk,
    /// Where it plays.
    pub stage: TownStage,
    /// Every character with a mind.
    pub people: Vec<CharacterId>,
}

/// Compiles the village. Its text comes with the program, so this fails only while the text is being
/// edited.
pub fn compile() -> Result<Arc<Module>, String> {
    let mut project = Project::of_files([("village.folk", TEXT)]);
    let checked = project.check();
    let compiled = project.compile(&checked);
    let (module, _) = compiled.ok_or("the village does not compile")?;
    Ok(Arc::new(module))
}

impl District {
    /// A number of people in the morning, each where the schedule says.
    pub fn new(module: &Arc<Module>, seed: u64, count: u32) -> District {
        let mut folk = Folk::new(module.clone(), Seed(seed));
        folk.report(Report::Calendar {
            seconds: MORNING,
            rate: RATE * 1000,
        });
        for (name, (x, y), reach) in AREAS {
            let block = Extent::around(Place::metres(x, y), reach);
            folk.lay_out(AreaId::named(name), vec![block]);
        }
        for (kind, (x, y), each) in STANDS {
            for n in 0..count.div_ceil(each) {
                let aside = i32::try_from(n).unwrap_or(0) % 4 * 400;
                folk.place_location(Placement {
                    kind: LocationKindId::named(kind),
                    at: Place::metres(x, y).offset((aside, -aside)),
                    region: RegionId(0),
                });
            }
        }
        let mut district = District {
            stage: TownStage::on_open_ground(Seed(seed)),
            people: vec![],
            folk,
        };
        let cast = &module.minds.people;
        for (n, member) in (0..count).zip(cast.iter().cycle()) {
            district.bring(member, n);
        }
        district.tick();
        district
    }

    fn bring(&mut self, member: &CastMember, number: u32) {
        let now = Moment::on(0, Daytime::at(6, 0));
        let entry = due(&member.schedule, now);
        let entry = entry.and_then(|entry| member.schedule.entries.get(usize::from(entry.0)));
        let area = entry.and_then(|entry| match entry.venue {
            Venue::Area(area) => Some(area),
            Venue::Suits(_) => None,
        });
        let known = |(name, ..): &&(&str, (i32, i32), i32)| Some(AreaId::named(name)) == area;
        let (x, y) = AREAS.iter().find(known).map_or((0, 0), |(_, at, _)| *at);
        let aside = i32::try_from(number % 12).unwrap_or(0) * 800 - 4_800;
        let who = self.folk.add_character(Newcomer {
            at: Some(Place::metres(x, y).offset((aside, -aside / 2))),
            ..Newcomer::default()
        });
        self.folk.give_mind(who, member.id);
        self.people.push(who);
    }

    /// One tick.
    pub fn tick(&mut self) {
        self.stage.step(&mut self.folk, &SingleThread);
    }

    /// The building a character is in.
    pub fn building(&self, who: CharacterId) -> Option<usize> {
        let area = self.folk.area_of(who)?;
        BUILDINGS.iter().position(|name| {
            let building = AreaId::named(name);
            self.folk.is_within(area, building)
        })
    }
}
