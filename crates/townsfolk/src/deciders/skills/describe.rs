//! Skills in sentences.

use super::glance::{Glance, record_of};
use super::{Row, Skills};
use crate::folk::Folk;
use crate::words::clock::clock;
use crate::words::names::plain;
use townsfolk_core::{CharacterId, SymbolId};
use townsfolk_module::Category;
use townsfolk_senses::Sensed;
use townsfolk_tactics::{Decision, Reason};

/// The name of a skill.
pub(super) fn skill_name(folk: &Folk, kind: SymbolId) -> String {
    plain(&folk.names.symbols, Category::Symbol, kind.0)
}

/// What a record is about, in words.
pub(super) fn subject_name(folk: &Folk, of: Sensed) -> String {
    match of {
        Sensed::Character(who) => folk.name_of(who).to_string(),
        Sensed::Spot(_) => "a noise".to_string(),
    }
}

impl Skills {
    /// The skill that runs, what it does, and why it runs.
    pub(super) fn describe_why(&self, folk: &Folk, who: CharacterId) -> Option<String> {
        let row = self.rows.get(&who)?;
        let runner = &row.runner;
        if runner.puppet().is_some() {
            return Some("it is driven from outside, with all skills off".to_string());
        }
        let kind = runner.skill()?;
        let mut text = format!("the skill {}", skill_name(folk, kind));
        if let Some(state) = runner.state(kind) {
            text += &format!(" is {}", state.as_skill().state());
        }
        if let Some(top) = runner.stack().last() {
            text += &format!(", by the behaviour {}", top.as_behaviour().name());
        }
        let since = runner.log().decisions().iter().rev();
        let mut since = since.filter(|decision| decision.to == Some(kind));
        if let Some(decision) = since.find(|decision| decision.reason != Reason::Thrash) {
            let time = clock(folk.daytime_at(decision.tick));
            text += &format!("; it began at {time}, because {}", decision.reason.words());
        }
        if let Some(focus) = runner.shared().focus
            && let Some(record) = record_of(folk, who, focus)
        {
            text += &format!(
                "; its mind is on {}, {} and last {} {} ago",
                subject_name(folk, focus),
                record.certainty.name(),
                record.channel().name(),
                record.age(folk.now())
            );
        }
        Some(text + &self.waits(folk, who))
    }

    /// What it waits for: an answer of the host, or to be at level full.
    fn waits(&self, folk: &Folk, who: CharacterId) -> String {
        let unanswered = folk.unanswered_looks(who);
        let mut waits = String::new();
        if !folk.is_full(who) {
            waits += "; it waits, because it is not at level full";
        }
        if let Some(first) = unanswered.first() {
            waits += &format!(
                "; the game has not answered whether it sees {}, so it does not",
                folk.name_of(*first)
            );
        }
        waits
    }

    /// Why a skill does not run.
    pub(super) fn describe_why_not(
        &self,
        folk: &Folk,
        who: CharacterId,
        reason: SymbolId,
    ) -> Option<String> {
        let row = self.rows.get(&who)?;
        let set = folk.module().senses.skill_set(row.set)?;
        let index = set.skills.iter().position(|spec| spec.kind == reason)?;
        let name = skill_name(folk, reason);
        if row.runner.puppet().is_some() {
            return Some(format!("{name} is off while something outside drives"));
        }
        if row.runner.skill() == Some(reason) {
            return Some(format!("{name} runs"));
        }
        let glance = Glance::of(folk, &self.running, who, set);
        let valid = row.runner.validity(&glance, set);
        Some(match valid.get(index)? {
            Err(cause) => format!("{name} is not possible: {cause}"),
            Ok(()) => match row.runner.skill() {
                Some(other) => format!("{} is more important than {name}", skill_name(folk, other)),
                None => format!("{name} begins at the next look"),
            },
        })
    }

    /// The last decisions, newest last.
    pub(super) fn describe_recent(&self, folk: &Folk, who: CharacterId) -> Vec<String> {
        let row = self.rows.get(&who);
        let decisions = row.into_iter().flat_map(decisions);
        decisions.map(|decision| said(folk, decision)).collect()
    }
}

fn decisions(row: &Row) -> &[Decision] {
    row.runner.log().decisions()
}

/// A decision as a sentence.
pub(super) fn said(folk: &Folk, decision: &Decision) -> String {
    let time = clock(folk.daytime_at(decision.tick));
    let name = |kind: Option<SymbolId>| kind.map(|kind| skill_name(folk, kind));
    let from = name(decision.from).unwrap_or_else(|| "nothing".to_string());
    let to = name(decision.to).unwrap_or_else(|| "no skill".to_string());
    format!(
        "{time}: from {from} to {to}, because {}",
        decision.reason.words()
    )
}
