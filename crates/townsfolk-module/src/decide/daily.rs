//! Daily scripts, and the errands they are made of.

use crate::action::Call;
use crate::attribute::AttributeWrite;
use crate::condition::{Expr, Literal};
use crate::mind::Daytime;
use crate::visit::{Visit, Visited};
use serde::{Deserialize, Serialize};
use townsfolk_core::{DeciderId, LocationKindId, SymbolId, Urgency};

/// Daily scripts, errands and opening hours.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Dailies {
    /// Daily scripts.
    pub dailies: Vec<Daily>,
    /// Errands, which blocks and one-shots name.
    pub errands: Vec<Errand>,
    /// When locations of a kind are open. Others always are.
    pub hours: Vec<OpenHours>,
}

/// When locations of a kind are open.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OpenHours {
    /// The kind.
    pub kind: LocationKindId,
    /// Its first second.
    pub from: Daytime,
    /// The second after its last. If it is not after the first, the hours go on after midnight.
    pub to: Daytime,
}

/// A day of errands: blocks that cover it, and one-shots at their times.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Daily {
    /// Its id.
    pub id: DeciderId,
    /// How much its errands matter beside other deciders.
    pub urgency: Urgency,
    /// Continuous activities. They cover every second of a day exactly once.
    pub blocks: Vec<DailyBlock>,
    /// Errands that may come up once a day, in order of definition.
    pub one_shots: Vec<OneShot>,
    /// Largest shift of a one-shot, in seconds, drawn for each person and day.
    pub jitter_s: u32,
    /// For how long a one-shot waits for its turn, in seconds.
    pub grace_s: u32,
}

/// A continuous activity. One that does not end after it begins goes on after midnight.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DailyBlock {
    /// Its first second.
    pub from: Daytime,
    /// The second after its last.
    pub to: Daytime,
    /// The errands of one loop, in order.
    pub errands: Vec<DeciderId>,
}

/// Something that comes up at most once a day.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OneShot {
    /// When.
    pub at: Daytime,
    /// How likely, in thousandths.
    pub chance: u16,
    /// The errands, in order.
    pub errands: Vec<DeciderId>,
}

/// An errand: steps that a person performs in order, at a place that it may need.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Errand {
    /// Its id.
    pub id: DeciderId,
    /// The condition under which it is done at all.
    pub when: Vec<Literal>,
    /// The place that it needs.
    pub needs: Option<NeededPlace>,
    /// Its steps.
    pub steps: Vec<ErrandStep>,
    /// The steps instead, if there is no such place or a step fails.
    pub otherwise: Vec<ErrandStep>,
}

/// A place that an errand needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NeededPlace {
    /// A tag of the location.
    pub serving: SymbolId,
    /// Whether it is the person's own, which stays the same, and not the nearest open one.
    pub own: bool,
}

/// A step of an errand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum ErrandStep {
    /// The person walks to the place that the errand needs.
    Go,
    /// The person performs an action, for a time in seconds of the calendar if one is given.
    Act(Call, Option<(u32, u32)>),
    /// The person waits, in seconds of the calendar.
    Wait(u32, u32),
    /// An attribute is set.
    Set(AttributeWrite),
}

/// A fault in the hours of a daily.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HoursFault {
    /// No block covers these hours.
    Gap(Daytime, Daytime),
    /// Two blocks, by index, cover these hours.
    Overlap {
        /// The earlier block in the source.
        first: usize,
        /// The later block in the source.
        second: usize,
        /// The beginning of the hours that both cover.
        from: Daytime,
        /// The end of the hours that both cover.
        to: Daytime,
    },
}

/// Whether a span of hours covers a second of the day. One that does not end after it begins goes on
/// after midnight.
fn covers(from: Daytime, to: Daytime, at: Daytime) -> bool {
    match from < to {
        true => (from..to).contains(&at),
        false => at >= from || at < to,
    }
}

impl DailyBlock {
    /// Whether the block covers a second of the day.
    pub fn covers(&self, at: Daytime) -> bool {
        covers(self.from, self.to, at)
    }

    /// The block as one or two spans within a day.
    fn spans(&self) -> Vec<(u32, u32)> {
        let spans = match self.from < self.to {
            true => vec![(self.from.0, self.to.0)],
            false => vec![(0, self.to.0), (self.from.0, Daytime::DAY)],
        };
        spans.into_iter().filter(|(from, to)| from < to).collect()
    }
}

impl Daily {
    /// Gaps and overlaps of its blocks: overlaps in order of definition, then gaps by the hour.
    pub fn hours_faults(&self) -> Vec<HoursFault> {
        let mut faults = vec![];
        for (second, later) in self.blocks.iter().enumerate() {
            for (first, earlier) in self.blocks.iter().enumerate().take(second) {
                let shared = shared(earlier, later);
                faults.extend(shared.map(|(from, to)| HoursFault::Overlap {
                    first,
                    second,
                    from,
                    to,
                }));
            }
        }
        let gaps = gaps(&self.blocks).into_iter();
        faults.extend(gaps.map(|(from, to)| HoursFault::Gap(from, to)));
        faults
    }
}

/// The first hours that two blocks share.
fn shared(one: &DailyBlock, other: &DailyBlock) -> Option<(Daytime, Daytime)> {
    let (one, other) = (one.spans(), other.spans());
    let pairs = one.iter().flat_map(|a| other.iter().map(move |b| (a, b)));
    let mut shared = pairs.map(|(a, b)| (a.0.max(b.0), a.1.min(b.1)));
    let (from, to) = shared.find(|(from, to)| from < to)?;
    Some((Daytime(from), Daytime(to % Daytime::DAY)))
}

/// The hours that no block covers. A gap over midnight is one gap.
fn gaps(blocks: &[DailyBlock]) -> Vec<(Daytime, Daytime)> {
    let mut spans: Vec<(u32, u32)> = blocks.iter().flat_map(DailyBlock::spans).collect();
    spans.sort_unstable();
    let mut gaps = vec![];
    let mut covered = 0;
    for (from, to) in spans {
        if from > covered {
            gaps.push((covered, from));
        }
        covered = covered.max(to);
    }
    if covered < Daytime::DAY {
        gaps.push((covered, Daytime::DAY));
    }
    if let (Some((0, first)), Some((last, Daytime::DAY))) = (gaps.first(), gaps.last())
        && gaps.len() > 1
    {
        let over_midnight = (*last, *first);
        gaps.pop();
        gaps.remove(0);
        gaps.push(over_midnight);
    }
    let of_day = |seconds| Daytime(seconds % Daytime::DAY);
    gaps.iter().map(|(a, b)| (of_day(*a), of_day(*b))).collect()
}

impl Errand {
    /// All its steps, those of the fallback last.
    pub fn all_steps(&self) -> impl Iterator<Item = &ErrandStep> {
        self.steps.iter().chain(&self.otherwise)
    }
}

impl Dailies {
    /// The daily with this id.
    pub fn daily(&self, id: DeciderId) -> Option<&Daily> {
        let index = self
            .dailies
            .binary_search_by_key(&id, |item| item.id)
            .ok()?;
        self.dailies.get(index)
    }

    /// The errand with this id.
    pub fn errand(&self, id: DeciderId) -> Option<&Errand> {
        let index = self
            .errands
            .binary_search_by_key(&id, |item| item.id)
            .ok()?;
        self.errands.get(index)
    }

    /// Whether locations of a kind are open at a time of day.
    pub fn is_open(&self, kind: LocationKindId, at: Daytime) -> bool {
        let found = self.hours.binary_search_by_key(&kind, |item| item.kind);
        let hours = found.ok().and_then(|index| self.hours.get(index));
        hours.is_none_or(|hours| covers(hours.from, hours.to, at))
    }

    /// Sorts every list by id.
    pub(super) fn sort(&mut self) {
        self.dailies.sort_by_key(|item| item.id);
        self.errands.sort_by_key(|item| item.id);
        self.hours.sort_by_key(|item| item.kind);
    }

    /// Whether chances, times and expressions are such that they can be used.
    pub(super) fn is_sound(&self) -> bool {
        let in_day = |at: Daytime| at.0 < Daytime::DAY;
        let dailies = self.dailies.iter().all(|daily| {
            let spans = daily.blocks.iter().all(|b| in_day(b.from) && in_day(b.to));
            let shots = daily.one_shots.iter();
            let mut shots = shots.map(|one| in_day(one.at) && one.chance <= 1000);
            spans && shots.all(|sound| sound) && daily.jitter_s <= Daytime::DAY
        });
        let mut variables = false;
        self.errands.visit(&mut |part| {
            variables |= matches!(part, Visited::Expr(Expr::Variable(_)));
        });
        dailies && !variables
    }
}

impl Visit for Errand {
    fn visit<'a>(&'a self, visitor: &mut dyn FnMut(Visited<'a>)) {
        self.when.visit(visitor);
        for step in self.all_steps() {
            match step {
                ErrandStep::Act(call, _) => call.visit(visitor),
                ErrandStep::Set(write) => write.visit(visitor),
                ErrandStep::Go | ErrandStep::Wait(..) => {}
            }
        }
    }
}
