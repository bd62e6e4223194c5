//! Moments of the past worth going to.

use super::Answerer;
use crate::marks::Mark;
use serde::Serialize;
use townsfolk_core::{CharacterId, Tick};
use townsfolk_critic::Names;
use townsfolk_words::mind::verb;

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
    /// In order of time. Of the known future, only changes of scripts are listed: they will be made
    /// again.
    pub(super) fn timeline(&self) -> Vec<MomentShown> {
        let counts = &self.chronicle.counts;
        let names = Names {
            symbols: &self.chronicle.symbols,
            person: &|who| self.words().name(who),
        };
        let silly = counts.critic.findings().iter().rev().take(OF_A_SORT);
        let silly =
            silly.map(|one| self.moment(one.tick, "silly", Some(one.who), one.told(&names)));
        let edits = self.past.edited().rev().take(OF_A_SORT);
        let edits = edits.map(|tick| {
            let text = "the scripts were changed".to_owned();
            self.moment(Tick(tick), "edit", None, text)
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
        let name = |who: CharacterId| self.words().name(who);
        match mark {
            Mark::Did(who, what, whom) => {
                let text = format!("{} {} {}", name(*who), verb(*what), name(*whom));
                self.moment(tick, "people", Some(*who), text)
            }
            Mark::Met(who, with) => {
                let text = format!("{} meets {} as arranged", name(*who), name(*with));
                self.moment(tick, "people", Some(*who), text)
            }
            Mark::InVain(who, with) => {
                let text = format!("{} waits for {} in vain", name(*who), name(*with));
                self.moment(tick, "people", Some(*who), text)
            }
            Mark::Fault(who) => {
                let text = match who {
                    Some(who) => format!("something is missing in the content for {}", name(*who)),
                    None => "something is wrong in a scene".to_owned(),
                };
                self.moment(tick, "wrong", *who, text)
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
