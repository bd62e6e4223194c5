//! A location: its props and their holders, its scene and participants, and why others nearby do
//! not take part.

use super::Answerer;
use super::person::{RuleShown, rules};
use serde::Serialize;
use townsfolk::words::clock::clock;
use townsfolk::words::obstacle;
use townsfolk::words::rules::RuleWords;
use townsfolk::{Location, LocationId, NoReadings, Obstacle, Reasons};
use townsfolk_core::{CharacterId, PropId, Standing, Value};
use townsfolk_module::mind::Daytime;
use townsfolk_module::{Category, Emitter, Preference};
use townsfolk_scene::Phase;
use townsfolk_scene::reference::Participant;
use townsfolk_scene::reference::Scene;
use townsfolk_town::stage::tower::tile_of_place;

/// Maximum number of characters nearby whose obstacles are listed.
const AROUND: usize = 8;

#[derive(Serialize)]
pub(super) struct LocationShown {
    id: u32,
    name: String,
    place: String,
    /// When it is open, and whether it is so now, if it has hours.
    hours: Option<(String, bool)>,
    /// Money that was paid here, in a tower.
    coins: Option<i64>,
    tags: Vec<String>,
    plays: Vec<String>,
    /// Its emitters.
    emitters: Vec<String>,
    rests_until: Option<String>,
    props: Vec<PropShown>,
    scene: Option<RunningScene>,
    /// The last scene, if none is running.
    last: Option<LastSceneShown>,
    /// The rules of its scripts, and how often each has fired.
    rules: Vec<FiredShown>,
    /// Since when they are counted.
    counted_since: String,
    /// The nearest characters that do not take part, with their obstacles.
    around: Vec<NotTakingPart>,
}

#[derive(Serialize)]
struct PropShown {
    name: String,
    /// The name in scripts.
    written: String,
    kind: String,
    lost: bool,
    held_by: Vec<String>,
}

#[derive(Serialize)]
struct RunningScene {
    script: String,
    phase: &'static str,
    participants: Vec<TakesPart>,
    facts: Vec<FactShown>,
}

#[derive(Serialize)]
struct TakesPart {
    id: u32,
    name: String,
    role: String,
    state: Option<String>,
    standing: &'static str,
    doing: String,
    rules: Vec<RuleShown>,
}

#[derive(Serialize)]
struct FactShown {
    text: String,
    claim: bool,
    since: String,
}

#[derive(Serialize)]
struct LastSceneShown {
    script: String,
    began: String,
    over: Option<String>,
    who: Vec<String>,
    /// The participant whose rules these are, and when they were evaluated.
    tried_by: Option<String>,
    tried_at: Option<String>,
    rules: Vec<RuleShown>,
}

#[derive(Serialize)]
struct FiredShown {
    id: [u32; 2],
    name: String,
    script: String,
    count: u64,
    last: Option<String>,
}

#[derive(Serialize)]
struct NotTakingPart {
    id: u32,
    name: String,
    why: String,
}

impl Answerer<'_> {
    pub(super) fn location(&self, id: LocationId) -> Option<LocationShown> {
        let folk = &self.town.folk;
        let location = folk.location(id)?;
        let kind = folk.module().location(location.kind)?;
        let scene = location.scene.and_then(|scene| folk.scene(scene));
        let area = folk.area_at(location.at);
        let props = kind.props.iter().map(|prop| PropShown {
            name: self.plain(Category::Prop, prop.id.0),
            written: self.chronicle.symbols.name(Category::Prop, prop.id.0),
            kind: self.plain(Category::PropKind, prop.kind.0),
            lost: location.lost_props.contains(&prop.id),
            held_by: scene
                .as_ref()
                .map_or_else(Vec::new, |scene| self.held_by(scene, prop.id)),
        });
        let plays = location.preferences(kind).iter();
        let rests = Some(location.rests_until).filter(|until| *until > folk.now());
        Some(LocationShown {
            id: id.0,
            name: self.location_name(id),
            place: match self.town.stage.is_tower() {
                true => format!("floor {}", tile_of_place(location.at).0),
                false => area.map_or_else(String::new, |area| self.words().area(area)),
            },
            hours: self.hours(location),
            coins: self.coins(id),
            tags: kind.tags.iter().map(|t| self.words().symbol(*t)).collect(),
            plays: plays
                .map(|plays| self.plain(Category::Script, plays.script.0))
                .collect(),
            emitters: kind.emitters.iter().map(emitter).collect(),
            rests_until: rests.map(|until| self.time(until)),
            props: props.collect(),
            around: self.around(location),
            last: self.last_played(id),
            rules: self.fired_of(location.preferences(kind)),
            counted_since: self.counted_since(),
            scene: scene.map(|scene| self.played(&scene)),
        })
    }

    fn hours(&self, location: &Location) -> Option<(String, bool)> {
        let folk = &self.town.folk;
        let dailies = &folk.module().deciders.dailies;
        let mut hours = dailies.hours.iter();
        let hours = hours.find(|hours| hours.kind == location.kind)?;
        let now = Daytime(u32::try_from(folk.daytime()).unwrap_or(0));
        let text = format!("{} to {}", hours.from, hours.to);
        Some((text, dailies.is_open(location.kind, now)))
    }

    fn coins(&self, id: LocationId) -> Option<i64> {
        let mut tills = self.town.stage.tills();
        tills.find(|(at, _)| *at == id).map(|(_, coins)| coins)
    }

    /// The holders of claims on a prop.
    fn held_by(&self, scene: &Scene, prop: PropId) -> Vec<String> {
        let saying = self.saying(scene.script);
        let claims = scene.facts.facts.iter().filter(|fact| fact.claim);
        let on_it = claims.filter(|fact| fact.atom.names(Value::Prop(prop)));
        let holders = on_it.filter_map(|fact| fact.atom.holder());
        holders.map(|holder| saying.value(holder)).collect()
    }

    fn played(&self, scene: &Scene) -> RunningScene {
        let saying = self.saying(scene.script);
        let facts = scene.facts.facts.iter().map(|fact| FactShown {
            text: saying.atom(&fact.atom),
            claim: fact.claim,
            since: self.time(fact.since),
        });
        let mut facts: Vec<FactShown> = facts.collect();
        facts.sort_by(|a, b| a.text.cmp(&b.text));
        let participants = scene.participants.iter();
        RunningScene {
            script: self.plain(Category::Script, scene.script.0),
            phase: match scene.phase {
                Phase::Running => "running",
                _ => "ending",
            },
            participants: participants.map(|p| self.takes_part(p)).collect(),
            facts,
        }
    }

    fn takes_part(&self, participant: &Participant) -> TakesPart {
        let folk = &self.town.folk;
        let who = participant.who;
        let (doing, rules) = match folk.reasons(who, &NoReadings) {
            Some(Reasons::InScene { script, why, .. }) => match folk.module().script(script) {
                Some(compiled) => {
                    let words = RuleWords {
                        saying: self.saying(script),
                        script: compiled,
                        why: &why,
                        call: None,
                    };
                    let tried = why.standing == Standing::Present;
                    (words.doing(), if tried { rules(&words) } else { vec![] })
                }
                None => (String::new(), vec![]),
            },
            _ => (String::new(), vec![]),
        };
        TakesPart {
            id: who.0,
            name: self.words().name(who),
            role: self.words().role(participant.role),
            state: participant
                .state
                .map(|state| self.plain(Category::State, state.0)),
            standing: participant.standing.name(),
            doing,
            rules,
        }
    }

    fn last_played(&self, id: LocationId) -> Option<LastSceneShown> {
        let play = self.chronicle.counts.plays.last(id)?;
        let folk = &self.town.folk;
        let tried = play.tried.as_ref();
        let compiled = folk.module().script(play.script);
        let shown = tried.zip(compiled).map(|((_, why), script)| {
            rules(&RuleWords {
                saying: self.saying(play.script),
                script,
                why,
                call: None,
            })
        });
        let cast = play.cast.iter();
        Some(LastSceneShown {
            script: self.plain(Category::Script, play.script.0),
            began: self.time(play.began),
            over: play.over.map(|over| self.time(over)),
            who: cast
                .map(|(who, role)| {
                    format!("{} ({})", self.words().name(*who), self.words().role(*role))
                })
                .collect(),
            tried_by: tried.map(|(_, why)| self.words().name(why.who)),
            tried_at: tried.map(|(tick, _)| self.time(*tick)),
            rules: shown.unwrap_or_default(),
        })
    }

    /// The rules of scripts, and how often each has fired.
    fn fired_of(&self, preferences: &[Preference]) -> Vec<FiredShown> {
        let module = self.town.folk.module();
        let scripts = preferences.iter();
        let scripts = scripts.filter_map(|preference| module.script(preference.script));
        let shown = scripts.flat_map(|script| {
            script.rules.iter().map(|rule| {
                let counts = &self.chronicle.counts;
                let count = counts.survey.fired.get(&(script.id, rule.id));
                let last = counts.plays.fired(script.id, rule.id);
                FiredShown {
                    id: [script.id.0, rule.id.0],
                    name: self.saying(script.id).rule(rule.id),
                    script: self.plain(Category::Script, script.id.0),
                    count: count.copied().unwrap_or(0),
                    last: last.map(|last| self.time(last)),
                }
            })
        });
        shown.collect()
    }

    /// The nearest characters that do not take part here, with their obstacles.
    fn around(&self, location: &Location) -> Vec<NotTakingPart> {
        let folk = &self.town.folk;
        let outside = folk
            .characters()
            .filter(|person| person.scene.is_none() || person.scene != location.scene);
        let placed = outside.filter_map(|p| Some((p.at?.distance_mm(location.at), p.id)));
        let mut placed: Vec<(i64, CharacterId)> = placed.collect();
        placed.sort_unstable();
        let nearest = placed.into_iter().take(AROUND);
        let asked = nearest.filter_map(|(_, who)| {
            let why = match folk.reasons(who, &NoReadings)? {
                Reasons::Outside(obstacles) => {
                    let mut obstacles = obstacles.into_iter();
                    let found: Option<(LocationId, Obstacle)> =
                        obstacles.find(|(at, _)| *at == location.id);
                    obstacle::in_words(folk, &self.chronicle.symbols, who, &found?.1)
                }
                Reasons::InScene { script, .. } => {
                    format!("takes part in {}", self.plain(Category::Script, script.0))
                }
                _ => "is just about to join a scene".to_owned(),
            };
            Some(NotTakingPart {
                id: who.0,
                name: self.words().name(who),
                why,
            })
        });
        asked.collect()
    }
}

fn emitter(emitter: &Emitter) -> String {
    let (what, pacing) = match emitter {
        Emitter::Notification(pacing) => ("Tells of itself", pacing),
        Emitter::Script(pacing) => ("Asks those around", pacing),
        Emitter::Spawn { pacing, .. } => ("Brings its own people", pacing),
        Emitter::Player { pacing, .. } => ("Asks the player", pacing),
    };
    let metres = pacing.within_mm / 1000;
    let open = pacing
        .hours
        .map(|(from, to)| format!(", from {} to {}", clock(from), clock(to)));
    format!("{what}, within {metres} m{}", open.unwrap_or_default())
}
