//! `why`, in sentences.

use super::names::Names;
use crate::folk::Folk;
use crate::host::NoReadings;
use crate::why::Reasons;
use crate::words::mind::MindWords;
use crate::words::rules::RuleWords;
use crate::words::{Saying, deciders, mind_why, obstacle, senses, squads};
use std::fmt;
use std::sync::Arc;
use townsfolk_core::CharacterId;
use townsfolk_module::{Category, Symbols};

/// Why a character does what it does, line by line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explanation {
    /// One sentence or table row each.
    pub lines: Vec<String>,
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.lines.join("\n"))
    }
}

impl Folk {
    /// Why a character does what it does at this moment, in sentences. [`reasons`](Folk::reasons)
    /// and [`why_mind`](Folk::why_mind) return the same as data.
    pub fn why(&self, who: CharacterId) -> Explanation {
        let symbols = &*self.symbols_about(who);
        let name = self.name_of(who);
        let Some(reasons) = self.reasons(who, &NoReadings) else {
            return Explanation {
                lines: vec![format!("{name} is not in the world.")],
            };
        };
        let folk = self;
        let mut lines = mind_why::reasons(&MindWords { symbols, folk }, who);
        let minded = !lines.is_empty();
        lines.extend(deciders::lines(self, symbols, who));
        lines.extend(senses::lines(self, who));
        lines.extend(squads::lines(self, who));
        match &reasons {
            Reasons::InScene {
                script,
                location,
                why,
                ..
            } => {
                let saying = Saying {
                    symbols,
                    folk,
                    script: *script,
                };
                let place = self.name_of_place(*location);
                lines.push(format!(
                    "{name} takes part in {} at {place}.",
                    saying.script()
                ));
                if let Some(compiled) = self.module().script(*script) {
                    let words = RuleWords {
                        saying,
                        script: compiled,
                        why,
                        call: None,
                    };
                    lines.push(words.doing());
                    for rule in &why.rules {
                        let said = words.rule(rule).join("; ");
                        lines.push(format!("  {}: {said}", saying.rule(rule.rule)));
                    }
                }
            }
            Reasons::Joining(_) => lines.push(format!("{name} is about to join a scene.")),
            Reasons::Outside(obstacles) => {
                lines.push(format!("{name} takes part in no scene."));
                // A character with a mind goes to other locations by itself.
                let told = obstacles.iter();
                let told = told.filter(|(_, why)| !minded || !why.is_elsewhere());
                lines.extend(told.map(|(location, why)| {
                    let place = self.name_of_place(*location);
                    let why = obstacle::in_words(folk, symbols, who, why);
                    format!("  {place} does not ask: {why}.")
                }));
            }
        }
        Explanation { lines }
    }

    /// The symbols, with a name for every character that a sentence may mention.
    fn symbols_about(&self, who: CharacterId) -> Arc<Symbols> {
        let mut names = Names::default();
        self.name_people([who], &mut names);
        let scene = self.character(who).and_then(|person| person.scene);
        if let Some(scene) = scene.and_then(|scene| self.scene(scene)) {
            self.name_people(scene.participants.iter().map(|p| p.who), &mut names);
        }
        if let Some(reasons) = self.why_mind(who) {
            let company = reasons.company.iter();
            let company = company.flat_map(|c| [Some(c.with), c.rather.map(|r| r.with)]);
            let met = reasons.appointment.map(|appointment| appointment.with);
            let known: Vec<CharacterId> = company.flatten().chain(met).collect();
            self.name_people(known, &mut names);
        }
        let mut symbols = self.names.symbols.clone();
        for (who, name) in names.people {
            let key = (Category::Character, who.0);
            Arc::make_mut(&mut symbols).names.insert(key, name);
        }
        symbols
    }
}
