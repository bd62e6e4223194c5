//! The classic week: what residents know from the start, and fourteen half days of looking, talking
//! and misremembering.

use crate::calendar::{Day, Step};
use crate::person::PersonId;
use crate::place::PlaceId;
use crate::routine::Doing;
use crate::town::Town;
use crate::truth::{Facts, Truth};
use serde::{Deserialize, Serialize};
use std::sync::Mutex;
use townsfolk_core::{AreaId, CharacterId, HostId};
use townsfolk_knowledge::belief::{
    Beliefs, HalfDay, Keep, Luck, Message, Outbox, Phase, Rules, Subject, Talk, deteriorate,
    exchange, implant, implant_place, observe, reflect,
};
use townsfolk_module::knowledge::{ImplantMode, Knowledge, KnowledgeSettings, Share};

/// Half days of a week.
pub const HALF_DAYS: u32 = 14;

/// Age from which one knows things.
pub const KNOWS_FROM: i32 = 4;

/// Calls the job once with each number below the count, in any order, on any threads, and returns when
/// all calls have returned.
pub type Run<'a> = &'a dyn Fn(usize, &(dyn Fn(usize) + Sync));

/// Runs everything on the caller's thread.
pub fn in_order(count: usize, job: &(dyn Fn(usize) + Sync)) {
    (0..count).for_each(job);
}

/// The settings of the classic week by the name of a preset. What people know from the start follows
/// the published program; presets of games blend it with the chapter.
pub fn settings(preset: &str) -> Option<KnowledgeSettings> {
    let settings = KnowledgeSettings::preset(preset)?;
    Some(KnowledgeSettings {
        implants: ImplantMode::Talktown,
        ..settings
    })
}

/// A town whose residents know something. It is a plain value and can be saved at any half day.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Week {
    /// The town.
    pub town: Town,
    /// The minds of those who know something, by owner.
    pub minds: Vec<Beliefs>,
    /// What is true on a day. No event changes the town in the week; only ages change.
    #[serde(skip)]
    facts: Option<(Day, Facts)>,
}

impl Week {
    /// Gives everybody from four years on knowledge from the start.
    pub fn begin(town: Town, knowledge: &Knowledge, keep: Keep, run: Run<'_>) -> Week {
        let knowers = town
            .residents
            .iter()
            .filter(|who| town.age(**who) >= KNOWS_FROM);
        let minds = knowers.map(|who| {
            let memory = Share::thousandths(town.person(*who).memory.into());
            Beliefs::new(who.character(), memory, keep)
        });
        let mut minds: Vec<Beliefs> = minds.collect();
        let facts = Facts::of(&town, knowledge);
        let world = Truth::new(&town, &facts, &[]);
        let rules = Rules::new(knowledge);
        each(run, &mut minds, |mind| {
            learn_from_the_start(&world, &rules, mind)
        });
        Week {
            facts: Some((town.today(), facts)),
            town,
            minds,
        }
    }

    /// The next half day.
    pub fn step(&mut self, knowledge: &Knowledge, run: Run<'_>) {
        self.town.now = Step(self.town.now.0 + 1);
        let today = self.town.today();
        let facts = match self.facts.take() {
            Some((day, facts)) if day == today => facts,
            _ => Facts::of(&self.town, knowledge),
        };
        let rules = Rules::new(knowledge);
        let there = self.town.whereabouts();
        let scenes = Scene::all(&self.town, &there);
        let world = Truth::new(&self.town, &facts, &there);
        let minds = &self.minds;
        let mut sent: Vec<(&Beliefs, Vec<Message>)> = minds.iter().map(|it| (it, vec![])).collect();
        each(run, &mut sent, |(mind, messages)| {
            if let Some(scene) = scene_of(&scenes, mind.owner()) {
                *messages = look_and_talk(&world, &rules, (mind, minds), scene);
            }
        });
        let mut received: Vec<Vec<Message>> = vec![vec![]; self.minds.len()];
        // Senders come in order, and each sent in order: so do the messages of a receiver.
        for message in sent.into_iter().flat_map(|(_, messages)| messages) {
            if let Ok(place) = mind_of(&self.minds, message.to) {
                received[place].push(message);
            }
        }
        let mut turns: Vec<(&mut Beliefs, Vec<Message>)> =
            self.minds.iter_mut().zip(received).collect();
        each(run, &mut turns, |(mind, messages)| {
            for message in messages.iter() {
                mind.receive(&rules, message);
            }
            misremember(&world, &rules, mind);
        });
        let pairs: Vec<(PersonId, PersonId)> = scenes
            .iter()
            .flat_map(|scene| scene.pairs.clone())
            .collect();
        for (a, b) in pairs {
            self.town.meet(a, b, 1.0);
        }
        self.facts = Some((today, facts));
    }

    /// The mind of a person.
    pub fn mind(&self, who: PersonId) -> Option<&Beliefs> {
        let place = mind_of(&self.minds, who.character()).ok()?;
        self.minds.get(place)
    }

    /// What the residents know, in numbers.
    pub fn figures(&self, knowledge: &Knowledge) -> Figures {
        Figures::of(self, knowledge)
    }
}

fn mind_of(minds: &[Beliefs], who: CharacterId) -> Result<usize, usize> {
    minds.binary_search_by_key(&who, Beliefs::owner)
}

/// Works on all items, each once.
fn each<T: Send>(run: Run<'_>, items: &mut [T], work: impl Fn(&mut T) + Sync) {
    let items: Vec<Mutex<&mut T>> = items.iter_mut().map(Mutex::new).collect();
    run(items.len(), &|place| {
        // Each item has one job, so the lock is never contended or poisoned.
        if let Some(Ok(mut item)) = items.get(place).map(Mutex::lock) {
            work(&mut item);
        }
    });
}

/// The people at one place, and the pairs that talk there.
struct Scene {
    area: AreaId,
    people: Vec<CharacterId>,
    pairs: Vec<(PersonId, PersonId)>,
}

impl Scene {
    fn all(town: &Town, there: &[(PlaceId, PersonId, Doing)]) -> Vec<Scene> {
        let groups = there.chunk_by(|a, b| a.0 == b.0);
        let scenes = groups.filter_map(|group| {
            let people: Vec<PersonId> = group.iter().map(|(_, who, _)| *who).collect();
            let (place, ..) = group.first()?;
            Some(Scene {
                area: town.place(*place).area(),
                pairs: town.pairs(&people),
                people: people.into_iter().map(PersonId::character).collect(),
            })
        });
        scenes.collect()
    }
}

fn scene_of(scenes: &[Scene], who: CharacterId) -> Option<&Scene> {
    let has = |scene: &&Scene| scene.people.binary_search(&who).is_ok();
    scenes.iter().find(has)
}

fn learn_from_the_start(world: &Truth<'_>, rules: &Rules<'_>, mind: &mut Beliefs) {
    let at = HalfDay(world.town.now.0);
    let me = mind.owner();
    let luck = Luck::new(world.town.seed, at.0.into(), me, Phase::Implant);
    let mut out = Outbox::new(me);
    let people = (0..world.town.people.len() as u32).map(CharacterId);
    implant(rules, world, luck, mind, (people, at), &mut out);
    reflect(rules, world, mind, at, &mut out);
    let person = world.town.person(PersonId(me.0));
    let own = person
        .home
        .into_iter()
        .chain(person.job.map(|job| job.firm));
    for place in own {
        let place = world.town.place(place).area();
        implant_place(rules, world, mind, (place, at), &mut out);
    }
    for message in out.into_messages() {
        mind.receive(rules, &message);
    }
}

/// What a person causes by looking around and by the talks that it begins.
fn look_and_talk(
    world: &Truth<'_>,
    rules: &Rules<'_>,
    (mind, minds): (&Beliefs, &[Beliefs]),
    scene: &Scene,
) -> Vec<Message> {
    let at = HalfDay(world.town.now.0);
    let me = mind.owner();
    let seed = world.town.seed;
    let mut out = Outbox::new(me);
    let others = scene.people.iter().filter(|who| **who != me);
    let seen = others.map(|who| Subject::Person(*who));
    let seen: Vec<Subject> = seen.chain([Subject::Place(scene.area)]).collect();
    let luck = Luck::new(seed, at.0.into(), me, Phase::Observe);
    observe(
        rules,
        world,
        luck,
        mind,
        (&seen, Some(scene.area), at),
        &mut out,
    );
    let luck = Luck::new(seed, at.0.into(), me, Phase::Talk);
    for (_, other) in scene
        .pairs
        .iter()
        .filter(|(first, _)| first.character() == me)
    {
        let Ok(second) = mind_of(minds, other.character()) else {
            continue;
        };
        let near = scene.people.iter().copied();
        let hearers = near.filter(|who| *who != me && *who != other.character());
        let hearers: Vec<CharacterId> = hearers.collect();
        let talk = Talk {
            first: mind,
            second: &minds[second],
            hearers: &hearers,
            place: Some(scene.area),
            at,
        };
        exchange(rules, world, luck, &talk, &mut out);
    }
    out.into_messages()
}

fn misremember(world: &Truth<'_>, rules: &Rules<'_>, mind: &mut Beliefs) {
    let at = HalfDay(world.town.now.0);
    let luck = Luck::new(
        world.town.seed,
        at.0.into(),
        mind.owner(),
        Phase::Deteriorate,
    );
    let mut out = Outbox::new(mind.owner());
    deteriorate(rules, world, luck, mind, at, &mut out);
    for message in out.into_messages() {
        mind.receive(rules, &message);
    }
    mind.tidy(rules, at);
}

/// What residents know, in numbers. Medians are over those who know something.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Figures {
    /// People who know something.
    pub knowers: usize,
    /// Median number of models of people and places.
    pub models: usize,
    /// Median number of models of people.
    pub models_of_people: usize,
    /// Greatest number of models.
    pub models_most: usize,
    /// Median number of facets with a value.
    pub held: usize,
    /// Of all facets with a value, those that are true, in thousandths.
    pub accurate: u64,
    /// Bytes of all minds.
    pub bytes: usize,
}

impl Figures {
    fn of(week: &Week, knowledge: &Knowledge) -> Figures {
        let facts = Facts::of(&week.town, knowledge);
        let rules = Rules::new(knowledge);
        let now = HalfDay(week.town.now.0);
        let mut models = vec![];
        let mut people = vec![];
        let mut held = vec![];
        let (mut all, mut right, mut bytes) = (0u64, 0u64, 0);
        for mind in &week.minds {
            let subjects = mind.subjects();
            models.push(subjects.count());
            people.push(mind.subjects().filter_map(Subject::person).count());
            held.push(mind.held_count());
            bytes += mind.bytes();
            for subject in mind.subjects() {
                for belief in mind.beliefs_about(&rules, subject, now) {
                    all += 1;
                    let truth = facts.truth(subject, belief.facet);
                    right += u64::from(truth == Some(belief.value));
                }
            }
        }
        let median = |list: &mut Vec<usize>| {
            list.sort_unstable();
            list.get(list.len() / 2).copied().unwrap_or(0)
        };
        Figures {
            knowers: week.minds.len(),
            models: median(&mut models),
            models_of_people: median(&mut people),
            models_most: models.last().copied().unwrap_or(0),
            held: median(&mut held),
            accurate: right * 1000 / all.max(1),
            bytes,
        }
    }
}

/// Of what residents believe about the homes of their parents who live in the town: how many beliefs
/// there could be, how many are missing, and how many are wrong.
pub fn parents_homes(week: &Week, knowledge: &Knowledge) -> [usize; 3] {
    const HOME: HostId = HostId::named("home");
    let facts = Facts::of(&week.town, knowledge);
    let rules = Rules::new(knowledge);
    let now = HalfDay(week.town.now.0);
    let mut counts = [0; 3];
    for mind in &week.minds {
        for parent in week.town.person(PersonId(mind.owner().0)).parents() {
            let parent = Subject::Person(parent.character());
            let Some(truth) = facts.truth(parent, HOME) else {
                continue;
            };
            counts[0] += 1;
            match mind.held(&rules, parent, HOME, now) {
                None => counts[1] += 1,
                Some((value, _)) => counts[2] += usize::from(value != truth),
            }
        }
    }
    counts
}
