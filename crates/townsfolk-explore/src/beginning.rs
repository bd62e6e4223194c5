//! Beginnings of scenes: every cast within the cardinalities, with small sets of props.

use crate::bounds::Bounds;
use crate::clock::{Clocks, NOW};
use crate::event::World;
use crate::merging::Merging;
use crate::situation::{Allowance, Situation};
use crate::survey::ScriptSurvey;
use crate::twins::twins;
use crate::update_cache::UpdateCaches;
use std::cell::Cell;
use townsfolk_core::{
    Atom, CharacterId, Duration, FactId, Kind, LocationKindId, Number, PropId, RoleId, SceneId,
    ScriptId, Tick, Value,
};
use townsfolk_module::{FactPattern, Module, Script};
use townsfolk_scene::reference::Scene;
use townsfolk_scene::reference::story::constant;

/// A cast and a place with which a scene can begin.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Beginning {
    /// The number of participants per role, in the order of the script's cast.
    pub cast: Vec<(RoleId, u16)>,
    /// The place.
    pub place: Setting,
}

/// The surroundings of a scene.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Setting {
    /// A kind of location that prefers the script, with its facts.
    Location(LocationKindId),
    /// This many invented props for each fact that only a location can write.
    Made(u8),
    /// The same, but facts that share their props share only the first. The others differ.
    Varied(u8),
}

/// A prop invented for an exploration.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct MadeProp {
    /// The prop.
    pub id: PropId,
    /// The fact it was invented for.
    pub fact: FactId,
    /// Its number among several, from one.
    pub number: u8,
}

/// Facts of invented surroundings: this many props for each fact of a script that only a location
/// can write.
pub fn made_up(module: &Module, script: &Script, count: u8) -> (Vec<MadeProp>, Vec<Atom>) {
    let survey = ScriptSurvey::of(module, script, Merging::NOTHING);
    let bounds = Bounds {
        props_max: count,
        ..Bounds::default()
    };
    let world = World {
        module,
        script,
        survey: &survey,
        bounds: &bounds,
        played: &Cell::new(0),
        memory: &UpdateCaches::default(),
    };
    let known = world.known(Setting::Made(count));
    let named = |prop: &MadeProp| known.iter().any(|atom| atom.names(Value::Prop(prop.id)));
    let props = world.made_props().into_iter().filter(named).collect();
    (props, known)
}

impl Beginning {
    /// The number of people.
    pub fn people(&self) -> u16 {
        self.cast.iter().map(|(_, count)| count).sum()
    }
}

impl MadeProp {
    fn new(fact: FactId, number: u8) -> MadeProp {
        MadeProp {
            id: PropId(fact.0 ^ u32::from(number)),
            fact,
            number,
        }
    }
}

impl World<'_> {
    /// Every way to begin, smallest casts first.
    pub(crate) fn beginnings(&self) -> Vec<Beginning> {
        let mut casts: Vec<Vec<(RoleId, u16)>> = vec![vec![]];
        for line in &self.script.cast {
            let max = line
                .max
                .min(u16::from(self.bounds.people_max).max(line.min));
            casts = casts
                .iter()
                .flat_map(|cast| {
                    (line.min..=max).map(|count| {
                        let mut longer = cast.clone();
                        longer.push((line.role, count));
                        longer
                    })
                })
                .filter(|cast| {
                    let extra = cast.iter().zip(&self.script.cast);
                    let extra: u16 = extra.map(|((_, n), line)| n - line.min).sum();
                    let least: u16 = self.script.cast.iter().map(|line| line.min).sum();
                    extra == 0 || least + extra <= u16::from(self.bounds.people_max)
                })
                .collect();
        }
        let mut beginnings = vec![];
        for cast in casts {
            for place in self.settings() {
                let cast = cast.clone();
                beginnings.push(Beginning { cast, place });
            }
        }
        beginnings.retain(|beginning| beginning.people() > 0);
        beginnings.sort_by_key(|beginning| (beginning.people(), beginning.place));
        beginnings
    }

    pub(crate) fn settings(&self) -> Vec<Setting> {
        let script: ScriptId = self.script.id;
        let prefers = |l: &&townsfolk_module::LocationKind| {
            l.prefers
                .iter()
                .any(|preference| preference.script == script)
        };
        let locations = self.module.locations.iter().filter(prefers);
        let mut settings: Vec<Setting> = locations.map(|l| Setting::Location(l.id)).collect();
        if settings.is_empty() {
            let most = if self.survey.located.is_empty() {
                1
            } else {
                self.bounds.props_max.max(1)
            };
            settings = (1..=most).map(Setting::Made).collect();
            if most > 1 && !self.survey.shared_props.is_empty() {
                settings.push(Setting::Varied(most));
            }
        }
        settings
    }

    /// The facts of each setting.
    pub(crate) fn places(&self) -> Vec<Vec<Atom>> {
        let settings = self.settings().into_iter();
        settings.map(|setting| self.known(setting)).collect()
    }

    /// The facts of a setting.
    pub(crate) fn known(&self, setting: Setting) -> Vec<Atom> {
        match setting {
            Setting::Location(id) => {
                let knows = self.module.location(id).map_or(&[][..], |l| &l.knows);
                let known = knows.iter().filter_map(|p: &FactPattern| constant(p));
                let known: Vec<Atom> = known.collect();
                self.without_more_of_the_same(known)
            }
            Setting::Made(count) => self.made_facts(count, count),
            Setting::Varied(count) => self.made_facts(count, 1),
        }
    }

    /// Facts about this many props each, of which the first few are shared where props are.
    fn made_facts(&self, count: u8, shared: u8) -> Vec<Atom> {
        let facts = self.survey.located.iter();
        let facts = facts.flat_map(|fact| (1..=count).map(move |number| (*fact, number)));
        let made = facts.filter_map(|(fact, number)| {
            let props_of = match number <= shared {
                true => self.survey.props_of(fact),
                false => fact,
            };
            self.made_fact(fact, MadeProp::new(props_of, number))
        });
        made.collect()
    }

    /// Reduces interchangeable props and symbols to the number that the bounds allow.
    fn without_more_of_the_same(&self, mut known: Vec<Atom>) -> Vec<Atom> {
        let merging = Merging {
            ages: true,
            ..Merging::NOTHING
        };
        let survey = ScriptSurvey::of(self.module, self.script, merging);
        let groups = twins(self.module, self.script, &survey, &[known.clone()]);
        let most = usize::from(self.bounds.props_max.max(1));
        for more in groups.iter().filter_map(|group| group.get(most..)) {
            known.retain(|atom| !more.iter().any(|value| atom.names(*value)));
        }
        known
    }

    fn made_fact(&self, fact: FactId, prop: MadeProp) -> Option<Atom> {
        let number = prop.number;
        let kinds = &self.script.fact(fact)?.kinds;
        // A fact without props that no rule adds is never there, as the checker says.
        let about_props = |kind: &Kind| matches!(kind, Kind::Thing | Kind::Prop | Kind::PropOf(_));
        kinds.iter().find(|kind| about_props(kind))?;
        let arguments = kinds.iter().map(|kind| {
            Some(match kind {
                Kind::Thing | Kind::Prop | Kind::PropOf(_) => Value::Prop(prop.id),
                Kind::Number => Value::Number(Number::whole(i64::from(number))),
                Kind::Duration => Value::Duration(Duration::minutes(i64::from(number))),
                Kind::SymbolOf(set) => {
                    let members = &self.module.symbol_set(*set)?.members;
                    Value::Symbol(*members.get(usize::from(number - 1) % members.len().max(1))?)
                }
                Kind::Daytime => Value::Daytime(12 * 3600),
                Kind::Symbol | Kind::Text => {
                    let values = self.survey.values_of(self.module, *kind, &[]);
                    *values.get(usize::from(number - 1) % values.len().max(1))?
                }
                Kind::Character | Kind::CharacterIn(_) | Kind::Time => return None,
            })
        });
        Some(Atom {
            fact,
            arguments: arguments.collect::<Option<_>>()?,
        })
    }

    /// All props that can be invented.
    pub(crate) fn made_props(&self) -> Vec<MadeProp> {
        let numbers = 1..=self.bounds.props_max.max(1);
        let all = self.survey.located.iter();
        all.flat_map(|fact| numbers.clone().map(|number| MadeProp::new(*fact, number)))
            .collect()
    }

    /// The situation before the first update.
    pub(crate) fn begin(&self, beginning: &Beginning) -> Situation {
        let mut cast = vec![];
        for (role, count) in &beginning.cast {
            for _ in 0..*count {
                cast.push((CharacterId(cast.len() as u32 + 1), *role));
            }
        }
        let known = self.known(beginning.place);
        let at = Tick(NOW.0 + 1);
        let scene = Scene::begin(SceneId(0), self.script, at, &known, &cast);
        let mut situation = Situation {
            scene,
            clocks: Clocks::default(),
            open: false,
            left: Allowance {
                failures: self.bounds.failures,
                disappearances: self.bounds.disappearances,
                arrivals: self.bounds.arrivals,
            },
        };
        for fact in &situation.scene.facts.facts {
            if let Some(expires) = fact.expires {
                let wait = expires.since(NOW).0;
                let span = crate::clock::Span::new(wait, wait);
                situation.clocks.lifetimes.push((fact.atom.clone(), span));
            }
        }
        if self.survey.merging.waits {
            situation.clocks.forget_waits(&[], &[]);
        }
        situation.tidy(self.survey);
        situation
    }
}
