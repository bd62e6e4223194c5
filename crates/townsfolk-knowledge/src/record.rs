//! One piece of evidence: what is known, since when, from whom, how much it matters, and how it fades.

use crate::event::Event;
use crate::tiding::{News, Source, Tiding};
use serde::{Deserialize, Serialize};
use townsfolk_core::digest::fold;
use townsfolk_core::{AreaId, CharacterId, Draw, MemberId, SiteId, TextId, Tick};
use townsfolk_module::mind::{Degree, Interaction, Moment};

/// A passing glance at a stranger is forgotten by half of its observers after this many seconds.
const GLANCE_S: u64 = 15 * 60;

/// From no salience to full salience, that time doubles this often.
const DOUBLINGS: u64 = 13;

/// What an hour together adds to the salience, in thousandths, and at most.
const TOGETHER_HOUR: i64 = 50;
const TOGETHER_MAX: i64 = 400;

/// How much more a record is worth while its subject is in sight, in parts of 255: more than an
/// acquaintance of yesterday, less than the household.
const IN_SIGHT: u32 = 90;

/// The owner's own stays that are shorter than this many seconds are on the way to somewhere …
const PASSAGE_S: u32 = 20 * 60;

/// … and are worth nothing after this many.
const PASSAGE_KEPT_S: i64 = 12 * 3600;

/// The period is not over.
const OPEN: u32 = u32::MAX;

/// How much a record matters to its owner. It decides how long the record is kept.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Salience(u8);

impl Salience {
    /// The owner's own whereabouts: they do not fade.
    pub(crate) const OWN: Salience = Salience(u8::MAX);

    /// The salience of a subject, by how close it is to the owner.
    pub(crate) fn of(closeness: Degree) -> Salience {
        Salience(0).plus(closeness)
    }

    /// More salience. Only the owner's own whereabouts are beyond fading.
    #[must_use]
    pub(crate) fn plus(self, by: Degree) -> Salience {
        if self == Salience::OWN {
            return self;
        }
        let sum = i64::from(self.0) + ((i64::from(by.0) * 255) >> 16);
        Salience(u8::try_from(sum.clamp(0, 254)).unwrap_or(0))
    }

    /// After how many seconds a record has half its strength.
    fn halves_in(self) -> u64 {
        let doublings = u64::from(self.0) * DOUBLINGS;
        let whole = GLANCE_S << (doublings / 255);
        whole + whole * (doublings % 255) / 255
    }
}

/// What a record says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum Value {
    WasAt {
        who: CharacterId,
        area: AreaId,
        opening: Opening,
        closing: Option<Closing>,
    },
    Did {
        who: CharacterId,
        interaction: Interaction,
        to: CharacterId,
    },
    Meet {
        who: CharacterId,
        with: CharacterId,
        area: AreaId,
    },
    Fact {
        about: MemberId,
        text: TextId,
    },
}

/// One piece of evidence. It is 40 bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Record {
    pub(crate) value: Value,
    pub(crate) from: Moment,
    lasts: u32,
    /// The owner itself, or the character who told it.
    source: CharacterId,
    confidence: Degree,
    hops: u8,
    pub(crate) salience: Salience,
    /// The record is recalled while its strength is above this part of 256.
    grip: u8,
}

/// Having seen a character in an area from one moment to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sighting {
    /// Whom.
    pub who: CharacterId,
    /// Where.
    pub area: AreaId,
    /// Since when.
    pub from: Moment,
    /// Until when; `None` while the character is in sight.
    pub to: Option<Moment>,
    /// How it began.
    pub opening: Opening,
    /// How it ended.
    pub closing: Option<Closing>,
}

/// How a sighting began.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Opening {
    /// The observer came to where the other was.
    IEntered,
    /// The other came.
    TheyEntered,
    /// The observer noticed an action of the other without having noticed the arrival.
    NoticedLate,
}

/// How a sighting ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Closing {
    /// The observer left.
    ILeft,
    /// The other left.
    TheyLeft,
}

impl Sighting {
    /// Whether an event is one that the character did meanwhile.
    pub fn has(&self, event: &Event) -> bool {
        let within = self.from <= event.at && self.to.is_none_or(|to| event.at <= to);
        within && event.who == self.who && event.area == self.area
    }
}

impl Record {
    /// Evidence of the owner's own eyes that begins.
    pub(crate) fn seen(
        me: CharacterId,
        event: &Event,
        opening: Opening,
        closeness: Degree,
    ) -> Record {
        let value = Value::WasAt {
            who: event.who,
            area: event.area,
            opening,
            closing: None,
        };
        let salience = match event.who == me {
            true => Salience::OWN,
            false => Salience::of(closeness),
        };
        Record {
            value,
            from: event.at,
            lasts: OPEN,
            source: me,
            confidence: Degree::ONE,
            hops: 0,
            salience,
            grip: grip(me, event.who, event.at),
        }
    }

    /// What the owner knows from the start, or was told.
    pub(crate) fn learned(me: CharacterId, tiding: &Tiding, salience: Salience) -> Record {
        let (value, from, to) = match tiding.news {
            News::Fact { about, text } => (Value::Fact { about, text }, Moment(0), Moment(0)),
            News::WasAt {
                who,
                area,
                from,
                to,
            } => {
                let value = Value::WasAt {
                    who,
                    area,
                    opening: Opening::NoticedLate,
                    closing: Some(Closing::TheyLeft),
                };
                (value, from, to)
            }
            News::Did {
                who,
                interaction,
                to,
                at,
            } => (
                Value::Did {
                    who,
                    interaction,
                    to,
                },
                at,
                at,
            ),
            News::Meet {
                who,
                with,
                area,
                at,
            } => (Value::Meet { who, with, area }, at, at),
        };
        Record {
            value,
            from,
            lasts: length(from, to),
            source: match tiding.source {
                Source::Own => me,
                Source::ToldBy(teller) => teller,
            },
            confidence: tiding.confidence,
            hops: tiding.hops,
            salience,
            grip: grip(me, tiding.news.about().unwrap_or(me), from),
        }
    }

    /// The record as a sighting, if it is one.
    pub(crate) fn sighting(&self, me: CharacterId) -> Option<Sighting> {
        match self.value {
            Value::WasAt {
                who,
                area,
                opening,
                closing,
            } if self.source == me => Some(Sighting {
                who,
                area,
                from: self.from,
                to: self.until(),
                opening,
                closing,
            }),
            _ => None,
        }
    }

    /// The record as something that can be told, unless it is a sighting of the owner.
    pub(crate) fn tiding(&self, me: CharacterId) -> Option<Tiding> {
        let news = match self.value {
            Value::WasAt { .. } if self.source == me => return None,
            Value::WasAt { who, area, .. } => News::WasAt {
                who,
                area,
                from: self.from,
                to: self.until()?,
            },
            Value::Did {
                who,
                interaction,
                to,
            } => News::Did {
                who,
                interaction,
                to,
                at: self.from,
            },
            Value::Meet { who, with, area } => News::Meet {
                who,
                with,
                area,
                at: self.from,
            },
            Value::Fact { about, text } => News::Fact { about, text },
        };
        Some(Tiding {
            news,
            source: match self.source == me {
                true => Source::Own,
                false => Source::ToldBy(self.source),
            },
            hops: self.hops,
            confidence: self.confidence,
        })
    }

    /// The end of the period; `None` while it lasts.
    pub(crate) fn until(&self) -> Option<Moment> {
        (self.lasts != OPEN).then(|| self.from.after(i64::from(self.lasts)))
    }

    /// Ends the period. The longer the two were together, the more it matters.
    pub(crate) fn close(&mut self, at: Moment, how: Closing) {
        if let Value::WasAt { closing, .. } = &mut self.value {
            *closing = Some(how);
        }
        self.lasts = length(self.from, at);
        self.salience = self.salience.plus(together(self.lasts));
    }

    /// The period goes on after all.
    pub(crate) fn reopen(&mut self) {
        if let Value::WasAt { closing, .. } = &mut self.value {
            *closing = None;
        }
        let counted = together(self.lasts);
        self.salience = self.salience.plus(Degree::ZERO.minus(counted));
        self.lasts = OPEN;
    }

    /// Whether it is of the past. What holds or is to come does not fade.
    pub(crate) fn fades(&self) -> bool {
        matches!(self.value, Value::WasAt { .. } | Value::Did { .. })
    }

    /// How sure the owner is of it: what the eyes or the teller left of certainty, less by age. The
    /// strength of a memory falls with a power of its age, as measured on people.
    pub(crate) fn strength(&self, now: Moment) -> Degree {
        let until = self.until().filter(|_| self.fades());
        let age = until.map_or(0, |until| now.since(until).max(0));
        if self.salience == Salience::OWN || age == 0 {
            return Degree::ONE;
        }
        let half = u128::from(self.salience.halves_in());
        let left = (half << 16) / (half + u128::from(age.unsigned_abs()));
        Degree(i32::try_from(left).unwrap_or(0))
    }

    /// What the record is worth where there is no room for all, from 0 to 345: its salience, and of the
    /// past as much as is left of it.
    pub(crate) fn worth(&self, now: Moment) -> u32 {
        let salience = u32::from(self.salience.0);
        let Some(until) = self.until() else {
            return salience + IN_SIGHT;
        };
        let is_passage = self.salience == Salience::OWN && self.lasts < PASSAGE_S;
        if is_passage && now.since(until) > PASSAGE_KEPT_S {
            return 0;
        }
        let left = u32::try_from(self.strength(now).0).unwrap_or(0);
        (salience * left) >> 16
    }

    /// How sure the owner is of it, with what the telling took away.
    pub(crate) fn confidence(&self, now: Moment) -> Degree {
        self.confidence.times(self.strength(now))
    }

    /// Whether the owner still knows it.
    pub(crate) fn is_recalled(&self, now: Moment) -> bool {
        self.strength(now).0 > i32::from(self.grip) << 8
    }
}

/// Seconds from one moment to another, as a record keeps them.
fn length(from: Moment, to: Moment) -> u32 {
    let seconds = to.since(from).clamp(0, i64::from(OPEN) - 1);
    u32::try_from(seconds).unwrap_or(0)
}

/// What time together adds to the salience.
fn together(seconds: u32) -> Degree {
    let thousandths = (i64::from(seconds) * TOGETHER_HOUR / 3600).min(TOGETHER_MAX);
    Degree::thousandths(i32::try_from(thousandths).unwrap_or(0))
}

/// The luck of a record.
fn grip(me: CharacterId, who: CharacterId, from: Moment) -> u8 {
    let pair = fold(u64::from(me.0), u64::from(who.0));
    let draw = Draw::of_owner(pair, Tick(from.0), SiteId::named("grip"));
    u8::try_from(draw.between(0, 0, 255)).unwrap_or(0)
}

#[test]
fn a_record_is_40_bytes() {
    assert_eq!(size_of::<Record>(), 40);
}
