//! Why a character acts or does not, for people to read.

use super::moment::clock;
use super::people::listed;
use super::story::{Deed, Narrator};
use crate::style;
use crate::trouble::Trouble;
use townsfolk::Reasons;
use townsfolk::prelude::*;
use townsfolk::words::rules::RuleWords;
use townsfolk::words::{deciders, mind_why, obstacle};
use townsfolk_core::Standing;
use townsfolk_lang::near::near_names;
use townsfolk_scene::Phase;

/// The reasons of the character with a name, at this moment of a play.
pub fn answer(
    folk: &Folk,
    stage: &dyn Stage,
    narrator: &Narrator,
    name: &str,
) -> Result<Vec<String>, Trouble> {
    let who = find(folk, narrator, name)?;
    let Some(reasons) = folk.reasons(who, stage) else {
        return Ok(vec![gone(folk, narrator, who)]);
    };
    let mut lines = mind_why::reasons(&narrator.words(folk), who);
    let minded = !lines.is_empty();
    lines.extend(deciders::lines(folk, &narrator.symbols, who));
    if !lines.is_empty() {
        lines.push(String::new());
    }
    match reasons {
        Reasons::InScene {
            script,
            scene,
            location,
            why,
        } => {
            let Some(compiled) = folk.module().script(script) else {
                return Ok(lines);
            };
            let place = narrator.location(folk, location);
            let doing = why.doing.as_ref();
            let answer = Answer {
                words: RuleWords {
                    saying: narrator.saying(folk, script),
                    script: compiled,
                    why: &why,
                    call: doing.and_then(|doing| {
                        let start = doing.start;
                        narrator.action(ActionRef::of_scene(scene, start))
                    }),
                },
                last: narrator.last_deeds.get(&who),
            };
            answer.tell(&narrator.introduced(who), &place, &mut lines);
        }
        Reasons::Outside(obstacles) => {
            let now = clock(folk.daytime());
            let name = narrator.introduced(who);
            lines.push(format!("{name} at {now} takes part in nothing.\n"));
            for (location, obstacle) in obstacles {
                // A character with a mind goes to other locations by itself.
                if minded && obstacle.is_elsewhere() {
                    continue;
                }
                let place = narrator.location(folk, location);
                let why = obstacle::in_words(folk, &narrator.symbols, who, &obstacle);
                lines.push(format!("  {place} does not ask: {why}."));
            }
        }
        _ => {
            let who = narrator.introduced(who);
            lines.push(format!("{who} is just about to join a scene."));
        }
    }
    Ok(lines)
}

/// The character with a name, of all that have come so far.
fn find(folk: &Folk, narrator: &Narrator, name: &str) -> Result<CharacterId, Trouble> {
    let mut known = narrator.known.keys();
    let is_meant = |who: &&CharacterId| narrator.name(**who).eq_ignore_ascii_case(name);
    if let Some(who) = known.find(is_meant) {
        return Ok(*who);
    }
    let here = folk.characters().map(|person| narrator.name(person.id));
    let here: Vec<String> = here.collect();
    let here: Vec<&str> = here.iter().map(String::as_str).collect();
    let now = clock(folk.daytime());
    let trouble = Trouble::new(format!("nobody by the name `{name}` has come by {now}"));
    Err(match near_names(name, here.iter().copied(), 1).first() {
        Some(near) => trouble.hint(format!("did you mean `{near}`?")),
        None if here.is_empty() => trouble.hint("nobody is there at all at that moment"),
        None => trouble.hint(format!("those there are {}", listed(&here))),
    })
}

fn gone(folk: &Folk, narrator: &Narrator, who: CharacterId) -> String {
    let name = narrator.introduced(who);
    let known = narrator.known.get(&who);
    let time = |tick| clock(folk.daytime_at(tick));
    match known.and_then(|known| Some((known.came, known.went?))) {
        Some((came, went)) => format!(
            "{name} is out of sight: came at {}, and was gone at {}.",
            time(came),
            time(went)
        ),
        None => format!("{name} is out of sight."),
    }
}

/// An answer about a participant of a scene.
struct Answer<'a> {
    words: RuleWords<'a>,
    /// The last fired rule.
    last: Option<&'a Deed>,
}

impl Answer<'_> {
    fn tell(&self, introduced: &str, place: &str, lines: &mut Vec<String>) {
        let RuleWords { saying, why, .. } = &self.words;
        let state = why.state.map(|state| saying.state(state));
        let state = state.map(|state| format!(", in the state {state}"));
        lines.push(format!(
            "{introduced} at {}: in {} at {place}{}\n",
            saying.time(why.now),
            saying.script(),
            state.unwrap_or_default()
        ));
        let now = style::paint(style::STRONG, &style::harmless(&self.words.doing()));
        lines.push(now);
        if let (Some((when, rule, bindings)), None) = (self.last, &why.doing) {
            let (when, deed) = (saying.time(*when), saying.firing(*rule, bindings));
            let deed = style::harmless(&deed);
            lines.push(format!("The last rule that fired was {deed}, at {when}."));
        }
        lines.push(String::new());
        if why.phase != Phase::Running {
            lines.push("The scene comes to its end: no rule is tried any more.".into());
            return;
        }
        if why.standing != Standing::Present {
            let standing = why.standing.name();
            lines.push(format!("No rule is tried for one who is {standing}."));
            return;
        }
        let list = match why.state.map(|state| saying.state(state)) {
            Some(state) => format!("The rules for {state}, in order:"),
            None => "The rules, in order:".into(),
        };
        lines.push(format!("{list}\n"));
        let wide = why
            .rules
            .iter()
            .map(|r| saying.rule(r.rule).chars().count());
        let wide = wide.max().unwrap_or(0);
        for rule in &why.rules {
            let name = saying.rule(rule.rule);
            let mut said = self.words.rule(rule).into_iter();
            let head = said.next().unwrap_or_default();
            let head = style::with_code(&style::harmless(&head));
            let gap = " ".repeat(wide - name.chars().count());
            let name = style::paint(style::CODE, &name);
            lines.push(format!("  {name}{gap}  {head}"));
            for more in said {
                let more = style::with_code(&style::harmless(&more));
                lines.push(format!("  {}  {more}", " ".repeat(wide)));
            }
        }
    }
}
