//! Filling an engine from plan and cast: areas, locations, and characters where their schedules
//! have them.

use super::TownStage;
use std::collections::{BTreeMap, BTreeSet};
use townsfolk::{
    Extent, Focus, Folk, LocationId, Newcomer, Place, Placement, QuestionKind, RegionId, Report,
};
use townsfolk_core::{AreaId, CharacterId, Duration, LocationKindId, MemberId, RoleId, SymbolId};
use townsfolk_mind::{Moment, schedule};
use townsfolk_module::Module;
use townsfolk_module::mind::{CastMember, Venue};

/// Maximum nesting depth. Deeper areas form a cycle.
const DEPTH_MAX: usize = 32;

/// The initial conditions of a town.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Opening {
    /// The time of day, in seconds since midnight.
    pub seconds: i32,
    /// Calendar seconds in a thousand seconds of the stage.
    pub rate: i64,
    /// Money of each character at the start.
    pub coins: i64,
    /// Factor of walking speed. Where a second stands for a minute, a walk to work at a walking
    /// pace would take the morning.
    pub haste: i32,
    /// Where the town has full detail; everywhere by default.
    pub focus: Option<Focus>,
}

/// How often walkers are reported where characters hear and see one another.
const CLOSELY: Duration = Duration(6);

impl Opening {
    /// The usual opening of content: for an arena half past ten at night, with a calendar as fast as
    /// the stage; else the one that is given.
    pub fn usual_for(module: &Module, otherwise: Opening) -> Opening {
        match module.senses.skills.is_empty() {
            true => otherwise,
            false => Opening {
                seconds: 22 * 3600 + 30 * 60,
                ..otherwise.at_rate(1_000)
            },
        }
    }

    /// The same at another calendar rate (calendar seconds in a thousand stage seconds), with a
    /// matching walking speed.
    pub fn at_rate(self, rate: i64) -> Opening {
        let haste = i32::try_from(rate / 30_000).unwrap_or(i32::MAX);
        Opening {
            rate,
            haste: haste.clamp(1, 8),
            ..self
        }
    }
}

impl Default for Opening {
    /// Six in the morning; a day takes 24 minutes.
    fn default() -> Opening {
        Opening {
            seconds: 6 * 3600,
            rate: 60_000,
            coins: 100,
            haste: 2,
            focus: None,
        }
    }
}

impl TownStage {
    /// Fills a new engine: the calendar, the areas, the locations and every member of the cast.
    /// Returns the characters, in the order of the cast.
    pub fn open(&mut self, folk: &mut Folk, opening: Opening) -> Vec<(CharacterId, MemberId)> {
        folk.report(Report::Calendar {
            seconds: opening.seconds,
            rate: opening.rate,
        });
        self.state.haste = opening.haste.clamp(1, 8);
        if self.is_tower() {
            return self.open_tower(folk, opening);
        }
        self.state.coins = opening.coins;
        if !folk.module().senses.skills.is_empty() {
            self.set_report_every(CLOSELY);
        }
        self.furnish(folk);
        if let Some(focus) = opening.focus {
            self.focus_on(folk, &[focus]);
        }
        let module = folk.module().clone();
        let venues = Venues::of(self);
        let people = module.minds.people.iter();
        let cast = people.map(|member| {
            let middle = venues.middle_for(self, folk, member, opening.seconds);
            let in_sight = opening.focus.is_none_or(|focus| focus.begins_full(middle));
            if !in_sight {
                return (self.bring_asleep(folk, member, middle), member.id);
            }
            let at = self.room_for_one(middle);
            let who = self.bring(folk, member, at);
            self.give_coins(who, opening.coins);
            (who, member.id)
        });
        cast.collect()
    }

    /// Reports the areas of the content, and places all locations.
    pub fn furnish(&self, folk: &mut Folk) -> Vec<LocationId> {
        let known: BTreeSet<AreaId> = folk.module().minds.areas.iter().map(|a| a.id).collect();
        for (area, extents) in self.extents() {
            if known.contains(&area) {
                folk.lay_out(area, extents);
            }
        }
        if !folk.module().senses.skills.is_empty() {
            folk.set_ground(self.atlas.plan().ground());
        }
        if !folk.module().deciders.inferences.is_empty() {
            folk.answer_questions(&[QuestionKind::Sees]);
        }
        let plan = self.atlas.plan().clone();
        for (area, admits) in plan.closed_areas() {
            if known.contains(&area) {
                folk.report(Report::Admits(area, Some(admits)));
            }
        }
        let placed = plan.spots.iter().map(|spot| {
            let location = folk.place_location(Placement {
                kind: spot.kind,
                at: spot.at,
                region: RegionId(0),
            });
            for name in &spot.named {
                folk.report(Report::Named(location, *name));
            }
            connect_proxies(folk, location, spot.kind);
            location
        });
        placed.collect()
    }

    /// Adds a character without a mind: a player, an extra.
    pub fn add(&mut self, folk: &mut Folk, newcomer: Newcomer) -> CharacterId {
        let at = newcomer.at;
        let who = folk.add_character(newcomer);
        if let Some(at) = at {
            self.embody(folk, who, at, folk.now());
        }
        self.tell_weather_to(folk, who);
        who
    }

    /// Adds a member of the cast.
    pub fn bring(&mut self, folk: &mut Folk, member: &CastMember, at: Place) -> CharacterId {
        let newcomer = folk.newcomer_of(member.id, at);
        let who = self.add(folk, newcomer);
        folk.give_mind(who, member.id);
        if let Some(body) = self.state.bodies.get_mut(&who) {
            body.member = Some(member.id);
        }
        who
    }

    /// Adds a member of the cast at a background level.
    fn bring_asleep(&self, folk: &mut Folk, member: &CastMember, at: Place) -> CharacterId {
        let newcomer = folk.newcomer_of(member.id, at);
        let who = folk.add_character(newcomer);
        folk.give_mind(who, member.id);
        who
    }

    /// The blocks of each area: its own plates, and one around those of its parts.
    fn extents(&self) -> BTreeMap<AreaId, Vec<Extent>> {
        let plan = self.atlas.plan();
        let within = plan.areas.iter().map(|area| (area.id, area.within));
        let within: BTreeMap<AreaId, Option<AreaId>> = within.collect();
        let mut own: BTreeMap<AreaId, Vec<Extent>> = BTreeMap::new();
        let mut around: BTreeMap<AreaId, Extent> = BTreeMap::new();
        for plate in &plan.plates {
            own.entry(plate.area).or_default().push(plate.extent());
            let outer = |area: &AreaId| within.get(area).copied().flatten();
            let wholes = std::iter::successors(outer(&plate.area), outer).take(DEPTH_MAX);
            for whole in wholes {
                let known = around.entry(whole).or_insert_with(|| plate.extent());
                *known = hull(known, &plate.extent());
            }
        }
        for (whole, extent) in around {
            own.entry(whole).or_default().push(extent);
        }
        own
    }
}

/// Adds the proxies that the scripts of a location ask for.
fn connect_proxies(folk: &mut Folk, location: LocationId, kind: LocationKindId) {
    let module = folk.module().clone();
    let prefers = module.location(kind).map(|kind| &kind.prefers);
    let scripts = prefers
        .into_iter()
        .flatten()
        .filter_map(|preference| module.script(preference.script));
    let roles = scripts.flat_map(|script| script.cast.iter().map(|line| line.role));
    let is_proxy = |role: &RoleId| module.role(*role).is_some_and(|role| role.proxy);
    let proxies: BTreeSet<RoleId> = roles.filter(is_proxy).collect();
    for role in proxies {
        folk.add_character(Newcomer {
            roles: vec![role],
            attached_to: Some(location),
            ..Newcomer::default()
        });
    }
}

/// The bounding block of two blocks.
fn hull(a: &Extent, b: &Extent) -> Extent {
    let corner = |a: Place, b: Place, of: fn(i32, i32) -> i32| Place {
        x_mm: of(a.x_mm, b.x_mm),
        y_mm: of(a.y_mm, b.y_mm),
        z_mm: of(a.z_mm, b.z_mm),
    };
    Extent {
        from: corner(a.from, b.from, i32::min),
        to: corner(a.to, b.to, i32::max),
    }
}

/// The plates of each area; for one without plates, the middle of its parts.
struct Venues {
    middles: BTreeMap<AreaId, Vec<Place>>,
}

impl Venues {
    fn of(stage: &TownStage) -> Venues {
        let mut middles: BTreeMap<AreaId, Vec<Place>> = BTreeMap::new();
        for plate in &stage.atlas.plan().plates {
            let middle = plate.extent().middle();
            middles.entry(plate.area).or_default().push(middle);
        }
        for (area, list) in stage.extents() {
            let parts = || list.iter().take(1).map(Extent::middle).collect();
            middles.entry(area).or_insert_with(parts);
        }
        Venues { middles }
    }

    /// The place to which a schedule leads at a time of day.
    fn middle_for(&self, stage: &TownStage, folk: &Folk, who: &CastMember, seconds: i32) -> Place {
        let now = Moment(i64::from(seconds));
        let mut entries = who.schedule.entries.iter();
        let entry = entries.find(|entry| schedule::in_force(entry, now));
        let block = |area: &AreaId| {
            let blocks = self.middles.get(area)?;
            let own = who.id.0 as usize % blocks.len().max(1);
            blocks.get(own).copied()
        };
        let middle = entry.and_then(|entry| match entry.venue {
            Venue::Area(area) => block(&area),
            Venue::Suits(activity) => suiting(stage, folk, activity),
        });
        let middle = middle.or_else(|| block(&folk.module().deciders.start_of(who.id)?));
        let first = stage
            .atlas
            .plan()
            .plates
            .first()
            .map(|plate| plate.middle());
        middle.or(first).unwrap_or_default()
    }
}

/// The middle of the first plate on which something stands that suits an activity.
fn suiting(stage: &TownStage, folk: &Folk, activity: SymbolId) -> Option<Place> {
    let plan = stage.atlas.plan();
    let spot = plan.spots.iter().find(|spot| {
        let kind = folk.module().location(spot.kind);
        kind.is_some_and(|kind| kind.tags.contains(&activity))
    });
    plan.plate(spot?.plate).map(|plate| plate.middle())
}
