//! Canvassing: covering the surroundings in an unplanned-looking way.
//!
//! A grid of cells is laid once. Of the motions that fit, the one wins whose end looks at most cells
//! that were not seen yet; a motion that was just used counts less. So where the character goes
//! follows from its motions, and no direction is ever chosen.

use super::motions::{end_of, fits};
use super::{Behaviour, Status};
use crate::intent::{BodyOrder, BodyState};
use crate::moment::Moment;
use serde::{Deserialize, Serialize};
use townsfolk_core::{Angle, Duration, MotionSetId, Place, Tick};
use townsfolk_module::senses::{MindState, Motion};
use townsfolk_space::CanvassGrid;
use townsfolk_space::canvass::Wedge;

/// Motions whose scores differ by less than this share are drawn among, in thousandths.
const CLOSE: i64 = 950;

/// After so many halvings the weight of the last use is gone.
const HALVINGS_MAX: u32 = 16;

/// Covers a circle around the place where it begins.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Canvass {
    /// How far.
    pub radius_mm: u32,
    /// How long.
    pub lasts: Duration,
    /// The angle that one look covers, in thousandths of a degree.
    pub wedge: u32,
    /// How far one look covers.
    pub looks_mm: u32,
    /// The motions; the usual ones without.
    pub motions: Option<MotionSetId>,
    /// Far motions are used from this radius on.
    pub far_from_mm: u32,
    /// How much a motion that was just used counts less, in thousandths.
    pub repeats: u32,
    /// Whether it begins anew when everything has been seen, instead of ending.
    pub until_timeout: bool,
    /// Whether the character counts as agitated meanwhile, and not as its skill says.
    pub agitated: bool,
    pub(crate) grid: Option<CanvassGrid>,
    pub(crate) centre: Place,
    pub(crate) until: Tick,
    /// Number of choices so far.
    pub(crate) choices: u32,
    /// For each motion the number of the choice that used it last, from 1. Zero: never.
    pub(crate) used: Vec<u32>,
}

impl Canvass {
    /// Canvassing with the settings of a skill that have a common prefix.
    pub fn of(at: &Moment<'_>, [radius, lasts, wedge, looks, motions]: [&str; 5]) -> Canvass {
        let settings = &at.settings;
        Canvass {
            radius_mm: settings.mm(radius),
            lasts: settings.time(lasts),
            wedge: settings.mm(wedge),
            looks_mm: settings.mm(looks),
            motions: settings.motions(motions),
            far_from_mm: settings.mm("far_from"),
            repeats: settings.mm("repeats"),
            ..Canvass::default()
        }
    }

    /// The same, begun anew when everything has been seen.
    pub fn until_timeout(self) -> Canvass {
        Canvass {
            until_timeout: true,
            ..self
        }
    }

    /// The same, during which the character counts as agitated.
    pub fn agitated(self) -> Canvass {
        Canvass {
            agitated: true,
            ..self
        }
    }

    /// The cells, for tools.
    pub fn grid(&self) -> Option<&CanvassGrid> {
        self.grid.as_ref()
    }

    /// Number of motions that were chosen.
    pub fn choices(&self) -> u32 {
        self.choices
    }

    fn wedge_at(&self, at: Place, facing: Angle) -> Wedge {
        Wedge {
            at,
            facing,
            degrees: i32::try_from(self.wedge / 1000).unwrap_or(360),
            length_mm: self.looks_mm,
        }
    }

    /// Whether a motion may be used here.
    fn admits(&self, at: &Moment<'_>, motion: &Motion, end: Place) -> bool {
        let fits_radius = !motion.far || self.radius_mm >= self.far_from_mm;
        fits_radius && self.centre.is_within(end, self.radius_mm) && fits(at, end)
    }

    /// How good a motion is, from the number of cells that its end looks at.
    fn score(&self, motion: usize, unseen: u32) -> i64 {
        let used = self.used.get(motion).copied().unwrap_or(0);
        let whole = i64::from(unseen) * 1_000_000;
        if used == 0 {
            return whole;
        }
        // Used in the choice just before: none were made since.
        let since = (self.choices - used).min(HALVINGS_MAX);
        whole - ((whole * i64::from(self.repeats.min(1000)) / 1000) >> since)
    }

    /// The motion to play now, with its end. `None` if none fits.
    fn choose(&self, at: &Moment<'_>) -> Option<(usize, Place, Angle)> {
        let (here, heading) = (at.here(), at.world.heading());
        let motions = at.motions(self.motions).iter().enumerate();
        let ends = motions.map(|(n, motion)| (n, motion, end_of(motion, here, heading)));
        let fitting: Vec<_> = ends
            .filter(|(_, motion, (end, _))| self.admits(at, motion, *end))
            .map(|(n, _, (end, turned))| (n, end, turned))
            .collect();
        let score = |(n, end, turned): &(usize, Place, Angle)| {
            let wedge = self.wedge_at(*end, *turned);
            let unseen = self.grid.as_ref().map_or(1, |grid| grid.unseen_in(&wedge));
            self.score(*n, unseen)
        };
        let scores: Vec<i64> = fitting.iter().map(score).collect();
        let best = scores.iter().copied().max()?;
        if best <= 0 {
            let oldest = |(n, ..): &&(usize, Place, Angle)| self.used.get(*n).copied().unwrap_or(0);
            return fitting.iter().min_by_key(oldest).copied();
        }
        let close = |score: i64| score * 1000 >= best * CLOSE;
        let close: Vec<_> = (0..fitting.len()).filter(|n| close(scores[*n])).collect();
        let drawn = at
            .draw("canvass")
            .between(self.choices.into(), 0, close.len() as i64 - 1);
        fitting.get(*close.get(drawn as usize)?).copied()
    }

    /// Takes in what is seen from where the body is now.
    fn look(&mut self, at: &Moment<'_>) {
        let wedge = self.wedge_at(at.here(), at.world.heading());
        let Some(grid) = &mut self.grid else {
            return;
        };
        grid.see(&wedge);
        if grid.left() == 0
            && self.until_timeout
            && let Some(space) = at.world.space()
        {
            grid.lay_again(space);
        }
    }

    fn begin_motion(&mut self, at: &mut Moment<'_>) {
        let Some((n, to, heading)) = self.choose(at) else {
            // Not even a turn fits: it stands where nobody can stand.
            at.order(BodyOrder::LookAbout);
            return;
        };
        self.choices += 1;
        if self.used.len() <= n {
            self.used.resize(n + 1, 0);
        }
        self.used[n] = self.choices;
        let motion = at.motions(self.motions)[n].name;
        at.order(BodyOrder::MoveSo {
            motion,
            to,
            heading,
        });
    }
}

impl Behaviour for Canvass {
    fn start(&mut self, at: &mut Moment<'_>) {
        at.release_body();
        self.until = at.now().after(self.lasts);
        self.centre = at.here();
        let space = at.world.space();
        self.grid = space.map(|space| CanvassGrid::lay(space, self.centre, self.radius_mm));
    }

    fn tick(&mut self, at: &mut Moment<'_>) -> Status {
        if at.now() >= self.until {
            return Status::Success;
        }
        at.wake_at(self.until);
        match at.body() {
            BodyState::Busy => return Status::Running,
            BodyState::Failed => {
                // It does not try again at once.
                at.order(BodyOrder::LookAbout);
                return Status::Running;
            }
            BodyState::Done => self.look(at),
            BodyState::Free => {}
        }
        let seen_all = self.grid.as_ref().is_some_and(|grid| grid.left() == 0);
        if seen_all && !self.until_timeout {
            return Status::Success;
        }
        self.begin_motion(at);
        Status::Running
    }

    fn name(&self) -> &'static str {
        "canvass"
    }

    fn mind(&self) -> Option<MindState> {
        self.agitated.then_some(MindState::Agitated)
    }

    fn shift_times(&mut self, later: &mut dyn FnMut(Tick) -> Tick) {
        self.until = later(self.until);
    }
}
