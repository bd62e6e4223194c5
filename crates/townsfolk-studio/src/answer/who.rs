//! A query for characters by activity and duration: `tourists who waited more than 30 s for a seat
//! since noon`.

use super::Answerer;
use crate::activity_log::{Activity, ActivityPeriod};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use townsfolk_core::{CharacterId, TICKS_PER_SECOND, Tick};
use townsfolk_module::Category;

/// A query; an empty field matches everything.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Query {
    /// The role at that time.
    role: String,
    /// The kind of activity: `waited`, `did`, `walked`, `talked`, `idled`.
    did: String,
    /// Its object: a location, a script, an action.
    what: String,
    /// Minimum duration in seconds of the stage.
    more: f64,
    /// Seconds since today's midnight; without it, from the beginning.
    since: Option<i32>,
}

#[derive(Serialize)]
pub(super) struct WhoShown {
    /// Whether the town is small enough for counting.
    counted: bool,
    rows: Vec<RowShown>,
}

#[derive(Serialize)]
struct RowShown {
    id: u32,
    name: String,
    role: Option<String>,
    /// How often, and the total in seconds of the stage.
    times: usize,
    seconds: f64,
    /// The longest period, and when it began.
    longest: f64,
    tick: i64,
    time: String,
}

#[derive(Default)]
struct Total {
    times: usize,
    ticks: i64,
    longest: i64,
    at: Tick,
}

impl Answerer<'_> {
    pub(super) fn who(&self, query: &Query) -> WhoShown {
        let counts = &self.chronicle.counts;
        let since = self.since(query);
        let mut sums: BTreeMap<CharacterId, Total> = BTreeMap::new();
        for stretch in counts.stretches.all() {
            if stretch.to < since || !self.fits(query, stretch) {
                continue;
            }
            let from = stretch.from.max(since);
            let ticks = stretch.to.since(from).0;
            let sum = sums.entry(stretch.who).or_default();
            sum.times += 1;
            sum.ticks += ticks;
            if ticks >= sum.longest {
                sum.longest = ticks;
                sum.at = from;
            }
        }
        let seconds = |ticks: i64| ticks as f64 / TICKS_PER_SECOND as f64;
        let rows = sums.into_iter().map(|(who, sum)| RowShown {
            id: who.0,
            name: self.words().name(who),
            role: self.role_of(who),
            times: sum.times,
            seconds: seconds(sum.ticks),
            longest: seconds(sum.longest),
            tick: sum.at.0,
            time: self.time(sum.at),
        });
        let mut rows: Vec<RowShown> = rows.filter(|row| row.seconds > query.more).collect();
        rows.sort_by(|a, b| b.seconds.total_cmp(&a.seconds).then(a.id.cmp(&b.id)));
        WhoShown {
            counted: counts.whole,
            rows,
        }
    }

    /// The tick of a time of today.
    fn since(&self, query: &Query) -> Tick {
        let folk = &self.town.folk;
        let Some(seconds) = query.since else {
            return Tick(i64::MIN / 2);
        };
        let ago = i64::from(folk.daytime()) - i64::from(seconds);
        let ticks = ago.saturating_mul(1000 * TICKS_PER_SECOND) / folk.calendar_rate().max(1);
        Tick(folk.now().0.saturating_sub(ticks))
    }

    fn fits(&self, query: &Query, stretch: &ActivityPeriod) -> bool {
        let is = |wanted: &str, name: String| wanted.is_empty() || wanted == name;
        let role = stretch.role.map(|role| self.words().role(role));
        if !is(&query.role, role.unwrap_or_default()) {
            return false;
        }
        let script = stretch.script.map(|id| self.plain(Category::Script, id.0));
        let in_script = !query.what.is_empty() && script.as_deref() == Some(query.what.as_str());
        match (query.did.as_str(), stretch.what) {
            ("waited", Activity::WaitsAt(kind)) => {
                is(&query.what, self.plain(Category::Location, kind.0))
            }
            ("waited", Activity::WaitsIn(_)) => query.what.is_empty() || in_script,
            ("did", Activity::Does(action)) => {
                in_script || is(&query.what, self.plain(Category::Action, action.0))
            }
            ("walked", Activity::Walks)
            | ("talked", Activity::Talks)
            | ("idled", Activity::Idles) => true,
            _ => false,
        }
    }
}
