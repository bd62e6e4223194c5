//! Findings as animations: their stories step by step, with the people and props concerned, for
//! display on a map.

use crate::finding::{Exploration, Finding};
use crate::report::{Writer, with_story_names};
use crate::story::StoryLine;
use townsfolk_core::{CharacterId, Value};
use townsfolk_lang::ScriptUnit;
use townsfolk_lang::diagnostic::Diagnostic;
use townsfolk_module::{Category, Symbols};

/// A finding that can be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoryPlay {
    /// The diagnostic.
    pub finding: Diagnostic,
    /// The steps; the last states the problem.
    pub beats: Vec<StoryBeat>,
}

/// One step of the story.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct StoryBeat {
    /// Its text.
    pub text: String,
    /// The people concerned.
    pub who: Vec<u32>,
    /// The props concerned.
    pub props: Vec<String>,
    /// Arrivals: number, name and role.
    pub comes: Vec<(u32, String, String)>,
    /// Departures.
    pub goes: Vec<u32>,
}

/// The findings that have a story, as animations.
pub fn findings_as_plays(
    exploration: &Exploration,
    unit: &ScriptUnit,
    symbols: &Symbols,
) -> Vec<StoryPlay> {
    let symbols = with_story_names(symbols, &exploration.props);
    let writer = Writer::of(exploration, unit, &symbols);
    let told = exploration.findings.iter();
    let told = told.filter(|finding| !finding.story.is_empty());
    told.map(|finding| writer.play(finding)).collect()
}

impl Writer<'_> {
    fn play(&self, finding: &Finding) -> StoryPlay {
        let mut beats: Vec<StoryBeat> = finding.story.iter().map(|line| self.beat(line)).collect();
        beats.push(StoryBeat {
            text: self.moral(finding).join(" "),
            who: finding.who.iter().map(|who| who.0).collect(),
            ..StoryBeat::default()
        });
        StoryPlay {
            finding: self.diagnostic(finding),
            beats,
        }
    }

    fn beat(&self, line: &StoryLine) -> StoryBeat {
        let mut beat = StoryBeat {
            text: self.line(line),
            ..StoryBeat::default()
        };
        let comes = |who: &CharacterId, role: &townsfolk_core::RoleId| {
            (who.0, self.words.person(*who), self.words.role(*role))
        };
        match line {
            StoryLine::Begins { cast, .. } => {
                beat.comes = cast.iter().map(|(who, role)| comes(who, role)).collect();
            }
            StoryLine::Arrives(who, role) => beat.comes = vec![comes(who, role)],
            StoryLine::Does {
                who,
                partner,
                action,
                bindings,
                ..
            } => {
                beat.who = std::iter::once(who).chain(partner).map(|w| w.0).collect();
                let arguments = action.iter().flat_map(|(_, arguments)| arguments).copied();
                let bound = bindings.iter().flatten().copied();
                beat.props = self.props(arguments.chain(bound));
            }
            StoryLine::Ended { who, .. }
            | StoryLine::RestEnds(who, _)
            | StoryLine::AskedToStop(who, _) => beat.who = vec![who.0],
            StoryLine::Vanishes(who) | StoryLine::PlayerLeaves(who) | StoryLine::Out(who) => {
                beat.goes = vec![who.0];
            }
            StoryLine::Passes(atom) | StoryLine::Told(atom) => {
                beat.props = self.props(atom.arguments.iter().copied());
            }
            StoryLine::TimeComes(_) | StoryLine::VacantTooLong(_) | StoryLine::SceneEnds => {}
        }
        beat
    }

    fn props(&self, values: impl Iterator<Item = Value>) -> Vec<String> {
        let mut names: Vec<String> = vec![];
        for value in values {
            if let Value::Prop(prop) = value {
                let name = self.words.symbols.name(Category::Prop, prop.0);
                if !names.contains(&name) {
                    names.push(name);
                }
            }
        }
        names
    }
}
