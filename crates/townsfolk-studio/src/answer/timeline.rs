//! Moments of the past worth going to.

use super::Answerer;
use crate::marks::Mark;
use serde::Serialize;
use townsfolk::MindEvent;
use townsfolk_core::{CharacterId, Tick};

/// Maximum number per kind, newest first.
const OF_A_SORT: usize = 200;

#[derive(Serialize)]
pub(super) struct MomentShown {
    tick: i64,
    time: String,
    /// `edit`, `silly`, `wrong`, `people`.
    kind: &'static str,
    who: Option<u32>,
    text: String,
}

impl Answerer<'_> {
    /// In order of time. Of the known future, only changes of scripts are listed: they will be
    /// applied again.
    pub(super) fn timeline(&self) -> Vec<MomentShown> {
        let counts = &self.chronicle.counts;
        let silly = counts.critic.findings().iter().rev().take(OF_A_SORT);
        let silly =
            silly.map(|one| self.moment(one.tick, "silly", Some(one.who), self.sentence(one)));
        let edits = self.edited.iter().take(OF_A_SORT);
        let edits = edits.map(|tick| {
            let text = "the scripts were changed".to_owned();
            self.moment(Tick(*tick), "edit", None, text)
        });
        let marks = counts
            .marks
            .all()
            .map(|(tick, mark)| self.mark(*tick, mark));
        let mut all: Vec<MomentShown> = silly.chain(edits).chain(marks).collect();
        all.sort_by_key(|moment| moment.tick);
        all
    }

    fn mark(&self, tick: Tick, mark: &Mark) -> MomentShown {
        let words = self.words();
        match mark {
            Mark::Mind(who, what) => {
                let kind = match what {
                    MindEvent::Fault(_) => "wrong",
                    _ => "people",
                };
                let event = words.event(what).unwrap_or_default();
                let text = format!("{} {event}", words.name(*who));
                self.moment(tick, kind, Some(*who), text)
            }
            Mark::SceneFault => {
                let text = "something is wrong in a scene".to_owned();
                self.moment(tick, "wrong", None, text)
            }
        }
    }

    fn moment(
        &self,
        tick: Tick,
        kind: &'static str,
        who: Option<CharacterId>,
        text: String,
    ) -> MomentShown {
        MomentShown {
            tick: tick.0,
            time: self.time(tick),
            kind,
            who: who.map(|who| who.0),
            text,
        }
    }
}
