//! Everything about somebody: who they are, what they need, do, feel and remember, and why.

use super::{Asked, share};
use crate::chronicle::Decision;
use serde::Serialize;
use townsfolk::words::Saying;
use townsfolk::words::mind::{node_name, short, verb};
use townsfolk::words::rules::RuleWords;
use townsfolk::{Driver, MindEvent, MindReasons, NoReadings, Reasons, mind_system};
use townsfolk_core::{CharacterId, LayerId, NodeId, Standing, Urgency};
use townsfolk_mind::map::Contribution;
use townsfolk_mind::memory::Source;
use townsfolk_mind::{Holding, schedule};
use townsfolk_module::Category;
use townsfolk_module::mind::{CastMember, Venue};
use townsfolk_scene::reference::why::{RuleWhy, Verdict};

/// So many sightings and tidings are shown.
const REMEMBERED: usize = 12;

#[derive(Serialize)]
pub(super) struct Person {
    id: u32,
    name: String,
    /// How scripts call them, if they have a mind.
    written: Option<String>,
    role: Option<String>,
    roles: Vec<String>,
    place: String,
    does: String,
    driver: String,
    word: Option<&'static str>,
    coins: Option<i64>,
    carries: Vec<String>,
    /// Persona and mood, each from 0 to 1.
    persona: Option<[f64; 2]>,
    mood: Option<[f64; 2]>,
    needs: Vec<NeedShown>,
    schedule: Vec<Entry>,
    layers: Vec<String>,
    /// From the need to the action.
    chain: Vec<Link>,
    /// Everything that feeds what they want most.
    fed_by: Vec<String>,
    runner_up: Option<RunnerUp>,
    /// Why they have not stopped being what they are, if they should.
    holds_on: Option<String>,
    scene: Option<SceneShown>,
    /// What they would say to whom.
    company: Option<String>,
    feels: Vec<Feels>,
    sightings: Vec<Sighted>,
    tidings: Vec<Heard>,
    decisions: Vec<Decided>,
}

#[derive(Serialize)]
struct NeedShown {
    name: String,
    level: f64,
    /// In hundredths, every ten minutes, oldest first.
    course: Vec<u8>,
}

#[derive(Serialize)]
struct Entry {
    starts: String,
    ends: String,
    role: String,
    place: String,
    now: bool,
}

#[derive(Serialize)]
struct Link {
    name: String,
    degree: f64,
}

#[derive(Serialize)]
struct RunnerUp {
    name: String,
    degree: f64,
    held_down_by: Vec<String>,
}

#[derive(Serialize)]
struct SceneShown {
    script: String,
    location: u32,
    place: String,
    state: Option<String>,
    doing: String,
    rules: Vec<RuleShown>,
}

#[derive(Serialize)]
pub(super) struct RuleShown {
    /// The numbers of its script and of itself, for stops.
    id: [u32; 2],
    name: String,
    /// Whether it acts, could fire, or fails.
    verdict: &'static str,
    lines: Vec<String>,
    place: Option<String>,
}

#[derive(Serialize)]
struct Feels {
    id: u32,
    name: String,
    like: f64,
    attraction: f64,
    dominance: f64,
    intimacy: f64,
    interest: f64,
}

#[derive(Serialize)]
struct Sighted {
    id: u32,
    name: String,
    place: String,
    from: String,
    to: Option<String>,
}

#[derive(Serialize)]
struct Heard {
    text: String,
    from: Option<String>,
    sure: f64,
}

#[derive(Serialize)]
struct Decided {
    time: String,
    text: String,
    reason: String,
}

impl Asked<'_> {
    pub(super) fn person(&self, who: CharacterId) -> Option<Person> {
        let folk = &self.town.folk;
        let person = folk.character(who)?;
        let words = self.words();
        let body = self.town.stage.body(who);
        let member = self.member(who);
        let reasons = folk.why_mind(who);
        let carries = body.into_iter().flat_map(|body| &body.carries);
        let carries = carries.map(|(kind, count)| match count {
            1 => self.plain(Category::PropKind, kind.0),
            count => format!("{count} {}", self.plain(Category::PropKind, kind.0)),
        });
        let driver = folk.driver(who);
        Some(Person {
            id: who.0,
            name: words.name(who),
            written: member.map(|member| words.member(member.id)),
            role: self.role_of(who),
            roles: person.roles.iter().map(|role| words.role(*role)).collect(),
            place: self.place_of(who),
            does: self
                .body(who)
                .map_or_else(String::new, |body| self.activity(&body)),
            driver: self.driver(driver),
            word: driver.word().map(word),
            coins: body.map(|body| body.coins),
            carries: carries.collect(),
            persona: member.map(|m| [m.persona.neuroticism, m.persona.extroversion].map(share)),
            mood: folk.mind(who).map(|minded| {
                let mood = minded.mind.mood;
                [mood.valence, mood.arousal].map(share)
            }),
            needs: self.needs(who, reasons.as_ref()),
            schedule: member.map_or_else(Vec::new, |member| self.schedule(member)),
            layers: self.layers(who),
            chain: reasons.as_ref().map_or_else(Vec::new, |r| self.chain(r)),
            fed_by: self.links(reasons.as_ref().map_or(&[][..], |r| &r.map.fed_by)),
            runner_up: reasons.as_ref().and_then(|reasons| {
                let (node, degree) = reasons.map.runner_up?;
                Some(RunnerUp {
                    name: self.node(node),
                    degree: share(degree),
                    held_down_by: self.links(&reasons.map.held_down_by),
                })
            }),
            holds_on: reasons.as_ref().and_then(|reasons| {
                let holds = reasons.holds_on.as_ref()?;
                let because = self.links(&holds.not_ready).join("; ");
                Some(format!(
                    "Another role is due since {}, but not ready to stop being {}: {because}",
                    holds.since.daytime(),
                    words.role(holds.role)
                ))
            }),
            scene: self.scene_of(who),
            company: reasons.as_ref().and_then(|reasons| {
                let company = reasons.company.as_ref()?;
                Some(format!(
                    "{} {} ({})",
                    company.interaction.name(),
                    words.name(company.with),
                    short(company.degree)
                ))
            }),
            feels: self.feels(who),
            sightings: self.sightings(who),
            tidings: self.tidings(who),
            decisions: self.decisions(who),
        })
    }

    pub(super) fn member(&self, who: CharacterId) -> Option<&CastMember> {
        let member = self.town.folk.mind(who)?.member;
        let mut people = self.town.folk.module().minds.people.iter();
        people.find(|person| person.id == member)
    }

    fn node(&self, node: NodeId) -> String {
        node_name(&self.chronicle.symbols, node)
    }

    fn links(&self, links: &[Contribution]) -> Vec<String> {
        let words = self.words();
        let links = links.iter().map(|link| words.link(link));
        links.map(|line| line.trim().to_owned()).collect()
    }

    fn driver(&self, driver: Driver) -> String {
        match driver {
            Driver::Nobody => "nobody".to_owned(),
            Driver::Host => "the game".to_owned(),
            Driver::System(by, _) if by == mind_system() => "their mind".to_owned(),
            Driver::System(by, _) => format!("the system {}", self.plain(Category::Symbol, by.0)),
            Driver::Scene(scene, _) => match self.town.folk.scene(scene) {
                Some(scene) => format!("scene {}", self.plain(Category::Script, scene.script.0)),
                None => "a scene".to_owned(),
            },
        }
    }

    fn needs(&self, who: CharacterId, reasons: Option<&MindReasons>) -> Vec<NeedShown> {
        let needs = reasons.into_iter().flat_map(|reasons| &reasons.needs);
        let needs = needs.map(|(need, level)| NeedShown {
            name: self.plain(Category::Need, need.0),
            level: share(*level),
            course: self.chronicle.course(who, *need).collect(),
        });
        needs.collect()
    }

    fn schedule(&self, member: &CastMember) -> Vec<Entry> {
        let now = self.town.folk.moment();
        let due = schedule::due(&member.schedule, now);
        let entries = member.schedule.entries.iter().enumerate();
        let entries = entries.map(|(index, entry)| Entry {
            starts: entry.starts.to_string(),
            ends: entry.ends.to_string(),
            role: self.words().role(entry.role),
            place: match entry.venue {
                Venue::Area(area) => self.words().area(area),
                Venue::Suits(activity) => {
                    format!("any place for {}", self.words().symbol(activity))
                }
            },
            now: due.is_some_and(|due| usize::from(due.0) == index),
        });
        let mut entries: Vec<Entry> = entries.collect();
        entries.sort_by(|a, b| a.starts.cmp(&b.starts));
        entries
    }

    fn layers(&self, who: CharacterId) -> Vec<String> {
        let layers = self.layers_held(who);
        let names = layers.iter();
        let names = names.map(|layer| self.plain(Category::Layer, layer.0));
        names.collect()
    }

    /// The layers that somebody's mind is put together from now.
    pub(super) fn layers_held(&self, who: CharacterId) -> Vec<LayerId> {
        let Some(member) = self.member(who) else {
            return vec![];
        };
        let minded = self.town.folk.mind(who);
        let walking = minded.is_some_and(|m| matches!(m.mind.holding(), Holding::Walking(_)));
        let mut layers = vec![member.basic];
        if walking {
            layers.push(member.navigation);
        }
        let module = self.town.folk.module();
        let role = townsfolk::words::mind::held_role(&self.town.folk, who);
        let carried = module.minds.roles.iter();
        let carried = carried.filter(|(of, _)| Some(*of) == role);
        layers.extend(carried.map(|(_, layer)| *layer));
        layers
    }

    /// From what spoke loudest to what is wanted most.
    fn chain(&self, reasons: &MindReasons) -> Vec<Link> {
        let Some((chosen, degree)) = reasons.map.chosen else {
            return vec![];
        };
        let mut chain = vec![Link {
            name: self.node(chosen),
            degree: share(degree),
        }];
        let mut at = chosen;
        // Concepts may feed each other in a circle.
        for _ in 0..reasons.map.fed_by.len() {
            let into = reasons.map.fed_by.iter();
            let into = into.filter(|fed| fed.wire.link.to == at && fed.passes());
            let Some(fed) = into.max_by_key(|fed| fed.amount) else {
                break;
            };
            let nodes = fed.wire.link.from.nodes();
            let names: Vec<String> = nodes.iter().map(|node| self.node(*node)).collect();
            chain.push(Link {
                name: names.join(" and "),
                degree: share(fed.activation),
            });
            let [from] = nodes else {
                break;
            };
            at = *from;
        }
        // An action often goes by the name of the concept that asks for it.
        chain.dedup_by(|cause, effect| cause.name == effect.name);
        chain.reverse();
        chain
    }

    fn scene_of(&self, who: CharacterId) -> Option<SceneShown> {
        let folk = &self.town.folk;
        let Reasons::InScene {
            script,
            location,
            why,
            ..
        } = folk.reasons(who, &NoReadings)?
        else {
            return None;
        };
        let words = RuleWords {
            saying: self.saying(script),
            script: folk.module().script(script)?,
            why: &why,
            call: None,
        };
        let tried = why.standing == Standing::Present;
        Some(SceneShown {
            script: self.plain(Category::Script, script.0),
            location: location.0,
            place: self.location_name(location),
            state: why.state.map(|state| self.plain(Category::State, state.0)),
            doing: words.doing(),
            rules: match tried {
                true => rules(&words),
                false => vec![],
            },
        })
    }

    pub(super) fn saying(&self, script: townsfolk_core::ScriptId) -> Saying<'_> {
        Saying {
            symbols: &self.chronicle.symbols,
            folk: &self.town.folk,
            script,
        }
    }

    fn feels(&self, who: CharacterId) -> Vec<Feels> {
        let minded = self.town.folk.mind(who);
        let known = minded.into_iter().flat_map(|m| m.relationships.iter());
        let feels = known.map(|(other, feels)| Feels {
            id: other.0,
            name: self.words().name(*other),
            like: share(feels.like),
            attraction: share(feels.attraction),
            dominance: share(feels.dominance),
            intimacy: share(feels.intimacy),
            interest: share(feels.interest),
        });
        let mut feels: Vec<Feels> = feels.collect();
        feels.sort_by(|a, b| b.intimacy.total_cmp(&a.intimacy).then(a.id.cmp(&b.id)));
        feels
    }

    fn sightings(&self, who: CharacterId) -> Vec<Sighted> {
        let minded = self.town.folk.mind(who);
        let sightings = minded.into_iter().flat_map(|m| m.memory.sightings());
        let sightings = sightings.filter(|sighting| sighting.who != who);
        let mut sightings: Vec<_> = sightings.collect();
        sightings.sort_by_key(|sighting| std::cmp::Reverse(sighting.from));
        let shown = sightings.into_iter().take(REMEMBERED);
        let shown = shown.map(|sighting| Sighted {
            id: sighting.who.0,
            name: self.words().name(sighting.who),
            place: self.words().area(sighting.area),
            from: sighting.from.daytime().to_string(),
            to: sighting.to.map(|to| to.daytime().to_string()),
        });
        shown.collect()
    }

    fn tidings(&self, who: CharacterId) -> Vec<Heard> {
        let minded = self.town.folk.mind(who);
        let tidings = minded.into_iter().flat_map(|m| m.memory.tidings());
        let mut tidings: Vec<_> = tidings.collect();
        tidings.reverse();
        let shown = tidings.into_iter().take(REMEMBERED).map(|tiding| Heard {
            text: self.words().news(tiding.news),
            from: match tiding.source {
                Source::Own => None,
                Source::ToldBy(other) => Some(self.words().name(other)),
            },
            sure: share(tiding.confidence),
        });
        shown.collect()
    }

    fn decisions(&self, who: CharacterId) -> Vec<Decided> {
        let decisions = self.chronicle.decisions(who);
        let shown = decisions.map(|(tick, decision)| {
            let (text, reason) = self.decision(decision);
            Decided {
                time: self.time(*tick),
                text,
                reason,
            }
        });
        shown.collect()
    }

    fn decision(&self, decision: &Decision) -> (String, String) {
        let words = self.words();
        let event = match decision {
            Decision::Rule(script, rule, bindings) => {
                let saying = self.saying(*script);
                let what = saying.rule(*rule).replace('_', " ");
                let script = self.plain(Category::Script, script.0);
                let with = saying.bindings(*rule, bindings);
                return (
                    what,
                    [script, with]
                        .join(" · ")
                        .trim_end_matches(" · ")
                        .to_owned(),
                );
            }
            Decision::Mind(event) => event,
        };
        let text = match event {
            MindEvent::RoleDue(role) => format!("should be {} now", words.role(*role)),
            MindEvent::RoleCalledOff => "stays after all".to_owned(),
            MindEvent::RoleLaidDown { role, .. } => format!("is no longer {}", words.role(*role)),
            MindEvent::SetOut(area) => format!("sets out for {}", words.area(*area)),
            MindEvent::RoleTaken(role) => format!("is {} now", words.role(*role)),
            MindEvent::Begins(node) => format!("begins: {}", self.node(*node)),
            MindEvent::Did(node) => format!("has done: {}", self.node(*node)),
            MindEvent::BrokeOff(node) => format!("gives up: {}", self.node(*node)),
            MindEvent::Interacted(what, whom) => format!("{} {}", verb(*what), words.name(*whom)),
            MindEvent::Told(whom, news) => {
                format!("tells {} {}", words.name(*whom), words.news(*news))
            }
            MindEvent::Arranged { with, area, at } => format!(
                "arranges to meet {} at {} at {}",
                words.name(*with),
                words.area(*area),
                at.daytime()
            ),
            MindEvent::Met(with) => format!("meets {} as arranged", words.name(*with)),
            MindEvent::WaitedInVain(with) => format!("waited for {} in vain", words.name(*with)),
            MindEvent::Restless(_) => "cannot decide".to_owned(),
            MindEvent::Fault(_) => "is stuck: something is missing in the content".to_owned(),
            _ => String::new(),
        };
        (text, String::new())
    }
}

/// What there is to say of each rule of one who takes part.
pub(super) fn rules(words: &RuleWords<'_>) -> Vec<RuleShown> {
    let shown = words.why.rules.iter().map(|rule| RuleShown {
        id: [words.script.id.0, rule.rule.0],
        name: words.saying.rule(rule.rule),
        verdict: verdict(rule),
        lines: words.rule(rule),
        place: words.saying.place_of(rule.rule),
    });
    shown.collect()
}

fn verdict(rule: &RuleWhy) -> &'static str {
    match rule.verdict {
        Verdict::Acting => "acts",
        Verdict::Solved(_) => "holds",
        Verdict::Fails(_) | Verdict::Refused(_) => "fails",
        _ => "passed over",
    }
}

fn word(word: Urgency) -> &'static str {
    match word {
        Urgency::Idle => "idle",
        Urgency::Wish => "wish",
        Urgency::Duty => "duty",
        Urgency::Need => "need",
        Urgency::Danger => "danger",
        Urgency::Command => "command",
    }
}
