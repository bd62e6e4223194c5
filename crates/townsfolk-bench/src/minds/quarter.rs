//! Whose minds are measured: the people of `examples/chef`, and others like them.

use townsfolk_core::{Draw, MemberId, RoleId, Seed, SiteId, Tick};
use townsfolk_lang::project::Project;
use townsfolk_mind::{Beat, Layers, Moment};
use townsfolk_module::Module;
use townsfolk_module::mind::{CastMember, Daytime};

/// The script of the example.
pub const TEXT: &str = include_str!("../../shipped/chef/chef.folk");

/// How many days there are to live; as many people share each of them as there must be.
const DAYS: u32 = 4_096;

/// Maximum shift of a day, in seconds: not everyone gets up at once.
const JITTER: i64 = 45 * 60;

/// The seed of all runs.
pub const SEED: Seed = Seed(7);

/// Shared content, and the people.
#[derive(Debug)]
pub struct Quarter {
    /// All layers, woven.
    pub layers: Layers,
    /// The chef.
    pub chef: CastMember,
    /// One chef for three regulars, each with a day of its own.
    pub people: Vec<CastMember>,
    /// The content they come from.
    pub module: Module,
    /// The size of the compiled content, in bytes.
    pub content_bytes: usize,
}

impl Quarter {
    /// Compiles the example. Its text comes with the program, so this fails only while the text
    /// is being edited.
    pub fn compile() -> Result<Quarter, String> {
        let mut project = Project::of_files([("chef.folk", TEXT)]);
        let checked = project.check();
        let (module, _) = project
            .compile(&checked)
            .ok_or("the chef does not compile")?;
        let content_bytes = townsfolk_module::file::write_module(&module).len();
        let minds = module.minds.clone();
        let works = |member: &&CastMember| {
            let mut entries = member.schedule.entries.iter();
            entries.any(|entry| entry.role == RoleId::named("chef"))
        };
        let chef = minds.people.iter().find(works).ok_or("nobody cooks")?;
        let mut others = minds.people.iter().filter(|member| !works(member));
        let regular = others.next().ok_or("there is no regular")?;
        let mut layers = Layers::new(minds.layers.clone(), &minds.roles);
        for member in [chef, regular] {
            layers.prepare(member.basic, None);
            let carried = minds.roles.iter().map(|(_, layer)| *layer);
            for layer in carried.chain([member.navigation]) {
                layers.prepare(member.basic, Some(layer));
            }
        }
        let people = (0..DAYS).map(|index| {
            let kind = if index % 4 == 0 { chef } else { regular };
            moved(kind, index)
        });
        Ok(Quarter {
            people: people.collect(),
            chef: chef.clone(),
            layers,
            module,
            content_bytes,
        })
    }

    /// What a mind of a character is looked at with.
    pub fn beat<'a>(&'a self, member: &'a CastMember, now: Moment) -> Beat<'a> {
        Beat {
            layers: &self.layers,
            member,
            seed: SEED,
            now,
        }
    }

    /// The person whose day a resident shares.
    pub fn member(&self, resident: u32) -> &CastMember {
        &self.people[resident as usize % self.people.len()]
    }
}

/// A copy of a person with a shifted day.
fn moved(like: &CastMember, index: u32) -> CastMember {
    let mut member = like.clone();
    member.id = MemberId(index + 1);
    let draw = Draw::at(SEED, u64::from(index), Tick(0), SiteId::named("jitter"));
    let by = draw.between(0, -JITTER, JITTER);
    let day = i64::from(Daytime::DAY);
    for entry in &mut member.schedule.entries {
        for time in [&mut entry.starts, &mut entry.ends] {
            // The remainder of a division by a day fits.
            *time = Daytime((i64::from(time.0) + by).rem_euclid(day) as u32);
        }
    }
    member
}
