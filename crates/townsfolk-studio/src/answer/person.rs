//! One person: identity, needs, activity, feelings, memory, and why.

use super::attributes::AttributeShown;
use super::thoughts::Thought;
use super::{Answerer, share};
use crate::chronicle::Decision;
use serde::Serialize;
use townsfolk::words::mind::{node_name, short};
use townsfolk::words::rules::RuleWords;
use townsfolk::words::{Saying, deciders};
use townsfolk::{Driver, MindReasons, NoReadings, Reasons, mind_system};
use townsfolk_core::{Channel, CharacterId, LayerId, NodeId, Standing, Urgency};
use townsfolk_knowledge::Source;
use townsfolk_mind::map::Contribution;
use townsfolk_mind::{Holding, schedule};
use townsfolk_module::Category;
use townsfolk_module::mind::{CastMember, Venue};
use townsfolk_scene::reference::why::{RuleWhy, Verdict};

/// Maximum number of sightings and tidings shown.
const REMEMBERED: usize = 12;

#[derive(Serialize)]
pub(super) struct PersonShown {
    id: u32,
    name: String,
    /// The name in scripts, if the person has a mind.
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
    schedule: Vec<ScheduleRow>,
    layers: Vec<String>,
    /// From the need to the action.
    chain: Vec<ChainLink>,
    /// All links that feed the chosen action.
    fed_by: Vec<String>,
    runner_up: Option<RunnerUp>,
    /// Why the role is not given up although another is due.
    holds_on: Option<String>,
    scene: Option<SceneShown>,
    /// The preferred interaction.
    company: Option<String>,
    feels: Vec<RelationshipShown>,
    sightings: Vec<SightingShown>,
    tidings: Vec<TidingShown>,
    decisions: Vec<DecisionShown>,
    /// The offers of deciders, the strongest first.
    offers: Vec<OfferShown>,
    /// What deciders beside the mind say of themselves.
    thinks: Vec<Thought>,
    attributes: Vec<AttributeShown>,
}

#[derive(Serialize)]
struct OfferShown {
    by: String,
    wants: String,
    channel: &'static str,
    urgency: &'static str,
    drives: bool,
    why: Option<String>,
}

#[derive(Serialize)]
struct NeedShown {
    name: String,
    level: f64,
    /// In hundredths, every ten minutes, oldest first.
    course: Vec<u8>,
}

#[derive(Serialize)]
struct ScheduleRow {
    starts: String,
    ends: String,
    role: String,
    place: String,
    now: bool,
}

#[derive(Serialize)]
struct ChainLink {
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
    /// The ids of its script and of itself, for breakpoints.
    id: [u32; 2],
    name: String,
    /// Whether it is running, could fire, or fails.
    verdict: &'static str,
    lines: Vec<String>,
    place: Option<String>,
}

#[derive(Serialize)]
struct RelationshipShown {
    id: u32,
    name: String,
    like: f64,
    attraction: f64,
    dominance: f64,
    intimacy: f64,
    interest: f64,
}

#[derive(Serialize)]
struct SightingShown {
    id: u32,
    name: String,
    place: String,
    from: String,
    to: Option<String>,
}

#[derive(Serialize)]
struct TidingShown {
    text: String,
    from: Option<String>,
    sure: f64,
}

#[derive(Serialize)]
struct DecisionShown {
    time: String,
    text: String,
    reason: String,
}

impl Answerer<'_> {
    pub(super) fn person(&self, who: CharacterId) -> Option<PersonShown> {
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
        Some(PersonShown {
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
            word: driver.urgency().map(Urgency::name),
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
            offers: self.offers(who),
            thinks: self.thinks(who),
            attributes: self.attributes(Some(who)),
        })
    }

    fn offers(&self, who: CharacterId) -> Vec<OfferShown> {
        let ranked = deciders::ranked(&self.town.folk, &self.chronicle.symbols, who);
        let shown = ranked.into_iter().map(|offer| OfferShown {
            by: offer.by,
            wants: offer.wants,
            channel: match offer.channel {
                Channel::Body => "body",
                Channel::Voice => "voice",
                Channel::Gaze => "gaze",
            },
            urgency: offer.urgency.name(),
            drives: offer.drives,
            why: offer.why,
        });
        shown.collect()
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
            Driver::System(by, _) => deciders::system(&self.chronicle.symbols, by),
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

    fn schedule(&self, member: &CastMember) -> Vec<ScheduleRow> {
        let now = self.town.folk.moment();
        let due = schedule::due(&member.schedule, now);
        let entries = member.schedule.entries.iter().enumerate();
        let entries = entries.map(|(index, entry)| ScheduleRow {
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
        let mut entries: Vec<ScheduleRow> = entries.collect();
        entries.sort_by(|a, b| a.starts.cmp(&b.starts));
        entries
    }

    fn layers(&self, who: CharacterId) -> Vec<String> {
        let layers = self.layers_held(who);
        let names = layers.iter();
        let names = names.map(|layer| self.plain(Category::Layer, layer.0));
        names.collect()
    }

    /// The current layers of a mind.
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

    /// From the strongest input to the chosen action.
    fn chain(&self, reasons: &MindReasons) -> Vec<ChainLink> {
        let Some((chosen, degree)) = reasons.map.chosen else {
            return vec![];
        };
        let mut chain = vec![ChainLink {
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
            chain.push(ChainLink {
                name: names.join(" and "),
                degree: share(fed.activation),
            });
            let [from] = nodes else {
                break;
            };
            at = *from;
        }
        // An action often has the name of the concept that drives it.
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

    fn feels(&self, who: CharacterId) -> Vec<RelationshipShown> {
        let minded = self.town.folk.mind(who);
        let known = minded.into_iter().flat_map(|m| m.relationships.iter());
        let feels = known.map(|(other, feels)| RelationshipShown {
            id: other.0,
            name: self.words().name(*other),
            like: share(feels.like),
            attraction: share(feels.attraction),
            dominance: share(feels.dominance),
            intimacy: share(feels.intimacy),
            interest: share(feels.interest),
        });
        let mut feels: Vec<RelationshipShown> = feels.collect();
        feels.sort_by(|a, b| b.intimacy.total_cmp(&a.intimacy).then(a.id.cmp(&b.id)));
        feels
    }

    fn sightings(&self, who: CharacterId) -> Vec<SightingShown> {
        let minded = self.town.folk.mind(who);
        let sightings = minded.into_iter().flat_map(|m| m.memory.sightings());
        let sightings = sightings.filter(|sighting| sighting.who != who);
        let mut sightings: Vec<_> = sightings.collect();
        sightings.sort_by_key(|sighting| std::cmp::Reverse(sighting.from));
        let shown = sightings.into_iter().take(REMEMBERED);
        let shown = shown.map(|sighting| SightingShown {
            id: sighting.who.0,
            name: self.words().name(sighting.who),
            place: self.words().area(sighting.area),
            from: sighting.from.daytime().to_string(),
            to: sighting.to.map(|to| to.daytime().to_string()),
        });
        shown.collect()
    }

    fn tidings(&self, who: CharacterId) -> Vec<TidingShown> {
        let minded = self.town.folk.mind(who);
        let tidings = minded.into_iter().flat_map(|m| m.memory.tidings());
        let mut tidings: Vec<_> = tidings.collect();
        tidings.reverse();
        let shown = tidings
            .into_iter()
            .take(REMEMBERED)
            .map(|tiding| TidingShown {
                text: self.words().news(tiding.news),
                from: match tiding.source {
                    Source::Own => None,
                    Source::ToldBy(other) => Some(self.words().name(other)),
                },
                sure: share(tiding.confidence),
            });
        shown.collect()
    }

    fn decisions(&self, who: CharacterId) -> Vec<DecisionShown> {
        let decisions = self.chronicle.decisions(who);
        let shown = decisions.map(|(tick, decision)| {
            let (text, reason) = self.decision(decision);
            DecisionShown {
                time: self.time(*tick),
                text,
                reason,
            }
        });
        shown.collect()
    }

    /// The last decision of a character, as a sentence.
    pub(crate) fn last_decision(&self, who: CharacterId) -> String {
        let last = self.chronicle.decisions(who).next();
        let (text, reason) = last.map_or_else(Default::default, |(_, last)| self.decision(last));
        let name = self.words().name(who);
        match reason.is_empty() {
            true => format!("{name} {text}"),
            false => format!("{name}: {text} ({reason})"),
        }
    }

    fn decision(&self, decision: &Decision) -> (String, String) {
        let words = self.words();
        let event = match decision {
            Decision::Rule(script, rule, bindings) => {
                let saying = self.saying(*script);
                let what = self.plain(Category::Rule, rule.0);
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
        (words.event(event).unwrap_or_default(), String::new())
    }
}

/// The explanation of each rule for a participant.
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
