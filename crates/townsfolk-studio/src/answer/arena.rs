//! An arena: its ground once, and on request what lies behind what is seen.

use super::Answerer;
use crate::arena_frame::{is_arena, kit};
use serde::{Deserialize, Serialize};
use townsfolk::sensing::{Certainty, Record};
use townsfolk::space::{BitGrid, GroundPlan, Opening, OpeningKind, Plate, RouteStep};
use townsfolk::tactics::squad::tokens::ROLES;
use townsfolk_core::{CharacterId, DeciderId, SymbolId, TICKS_PER_SECOND, TokenId};
use townsfolk_module::Category;
use townsfolk_module::senses::{SenseProfile, StimulusSource};

/// Half the thickness of a wall of a room, as it is drawn.
const HALF_WALL_MM: i32 = 120;

/// West, south, east and north.
type Box4 = [i32; 4];

/// The ground, and what does not change.
#[derive(Serialize)]
pub(super) struct ArenaOnMap {
    floors: Vec<FloorShown>,
    solids: Vec<SolidShown>,
    lights: Vec<LightShown>,
    zones: Vec<ZoneShown>,
    routes: Vec<RouteShown>,
    gates: Vec<GateShown>,
    senses: Vec<SensesShown>,
    queries: Vec<String>,
    step: Option<(u32, u32)>,
    kit: Vec<&'static str>,
    playable: bool,
}

#[derive(Serialize)]
struct FloorShown {
    rect: Box4,
    light: f64,
    indoors: bool,
}

#[derive(Serialize)]
struct SolidShown {
    rect: Box4,
    high: i32,
    wall: bool,
}

#[derive(Serialize)]
struct LightShown {
    rect: Box4,
    level: f64,
}

#[derive(Serialize)]
struct ZoneShown {
    name: String,
    rect: Box4,
}

#[derive(Serialize)]
struct RouteShown {
    name: String,
    points: Vec<(i32, i32)>,
}

#[derive(Serialize)]
struct GateShown {
    number: u32,
    from: (i32, i32),
    to: (i32, i32),
}

#[derive(Serialize)]
struct SensesShown {
    name: String,
    sight: Option<SightShown>,
    hearing: [f64; 5],
}

#[derive(Serialize)]
struct SightShown {
    range: u32,
    spread: u32,
    narrow: f64,
    wide: f64,
}

/// Which layers a page shows.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
pub(crate) struct BehindQuery {
    /// Names of layers, with commas between.
    #[serde(default)]
    layers: String,
    /// A query for posts.
    #[serde(default)]
    query: String,
    /// Whose.
    who: Option<u32>,
}

/// What lies behind what is seen.
#[derive(Serialize, Default)]
pub(super) struct BehindShown {
    records: Vec<RecordShown>,
    sights: Vec<SightOf>,
    layers: Vec<CellsShown>,
    posts: Vec<PostShown>,
    tokens: Vec<TokenShown>,
    squads: Vec<SquadShown>,
}

#[derive(Serialize)]
struct RecordShown {
    by: u32,
    about: Option<u32>,
    at: (i32, i32),
    truth: Option<(i32, i32)>,
    age: f64,
    state: &'static str,
    channel: &'static str,
    uncertainty: u32,
}

#[derive(Serialize)]
struct SightOf {
    by: u32,
    of: u32,
    share: f64,
}

#[derive(Serialize)]
struct CellsShown {
    title: &'static str,
    at: (i32, i32),
    cell: i32,
    rows: Vec<String>,
}

#[derive(Serialize)]
struct PostShown {
    at: (i32, i32),
    rating: f64,
    zero: Option<String>,
    best: bool,
}

#[derive(Serialize)]
struct TokenShown {
    name: String,
    squad: String,
    holders: Vec<u32>,
    asks: Vec<u32>,
    note: String,
}

#[derive(Serialize)]
struct SquadShown {
    name: String,
    phase: String,
}

impl Answerer<'_> {
    /// The ground of an arena; nothing where nobody hunts, or before the ground is known.
    pub(super) fn arena_on_map(&self) -> Option<ArenaOnMap> {
        let folk = &self.town.folk;
        if !is_arena(folk) {
            return None;
        }
        let plan = folk.ground()?.plan();
        let senses = &folk.module().senses;
        let name = |category, id| self.chronicle.symbols.name(category, id);
        let step = senses
            .stimuli
            .iter()
            .find_map(|stimulus| match stimulus.source {
                StimulusSource::Steps { full_mm_s, .. } => Some((stimulus.reach_mm, full_mm_s)),
                _ => None,
            });
        let hunts = senses.skills.iter().any(|set| !set.hunts.is_empty());
        Some(ArenaOnMap {
            floors: plan.plates.iter().map(floor).collect(),
            solids: solids(plan),
            lights: plan
                .lights
                .iter()
                .map(|light| LightShown {
                    rect: corners(&light.rect),
                    level: f64::from(light.level) / 1000.0,
                })
                .collect(),
            zones: plan
                .zones
                .iter()
                .map(|zone| ZoneShown {
                    name: zone.name.replace('_', " "),
                    rect: corners(&zone.rect),
                })
                .collect(),
            routes: plan
                .routes
                .iter()
                .map(|route| RouteShown {
                    name: route.name.replace('_', " "),
                    points: route.steps.iter().filter_map(point_of_step).collect(),
                })
                .collect(),
            gates: plan
                .openings
                .iter()
                .filter_map(|door| gate(plan, door))
                .collect(),
            senses: senses
                .profiles
                .iter()
                .map(|profile| senses_shown(profile, name(Category::Symbol, profile.name.0)))
                .collect(),
            queries: senses
                .posts
                .iter()
                .map(|query| name(Category::Symbol, query.name.0))
                .collect(),
            step,
            kit: kit(folk).map(|tool| tool.name).collect(),
            playable: hunts,
        })
    }

    /// What lies behind, for the layers that are shown.
    pub(super) fn behind(&self, query: &BehindQuery) -> BehindShown {
        let wants = |layer: &str| query.layers.split(',').any(|wanted| wanted == layer);
        let mut shown = BehindShown::default();
        if wants("records") {
            shown.records = self.records();
        }
        if wants("sight") {
            shown.sights = self.sights();
        }
        let folk = &self.town.folk;
        for squad in folk.squads() {
            if wants("search") {
                let cells = folk.search_cells(squad);
                shown
                    .layers
                    .extend(cells.map(|cells| layer("search", cells)));
            }
            if wants("exposure") {
                let exposed = folk.enemy_exposure(squad);
                let exposed = exposed.map(|map| layer("exposure", map.published()));
                shown.layers.extend(exposed);
            }
            if wants("roles") {
                self.roles(squad, &mut shown);
            }
        }
        if let Some(who) = query.who.filter(|_| wants("posts")) {
            shown.posts = self.posts(CharacterId(who), &query.query);
        }
        shown
    }

    /// The phase and the tokens of a squad.
    fn roles(&self, squad: SymbolId, shown: &mut BehindShown) {
        let folk = &self.town.folk;
        let Some(view) = folk.squad_view(squad) else {
            return;
        };
        let name = self.plain(Category::Symbol, squad.0);
        shown.squads.push(SquadShown {
            name: name.clone(),
            phase: view.phase.name().to_owned(),
        });
        let declared = &folk.module().senses.tokens;
        let names = |token: TokenId| {
            let known = declared.iter().find(|known| known.id == token);
            let usual = ROLES
                .iter()
                .find(|(name, ..)| TokenId::named(name) == token);
            match (known, usual) {
                (Some(known), _) => self.plain(Category::Symbol, known.name.0),
                (None, Some((name, ..))) => (*name).to_owned(),
                (None, None) => String::new(),
            }
        };
        let tokens = view.tokens.iter().map(|token| {
            let rests = token.rests_until.filter(|until| *until > folk.now());
            let note = match (rests, token.ideal) {
                (Some(_), _) => "rests".to_owned(),
                (None, Some((who, cost))) => {
                    format!("best: {} at {cost}", self.words().name(who))
                }
                (None, None) => String::new(),
            };
            TokenShown {
                name: names(token.token),
                squad: name.clone(),
                holders: token.holders.iter().map(|who| who.0).collect(),
                asks: token.refused.iter().map(|who| who.0).collect(),
                note,
            }
        });
        shown.tokens.extend(tokens);
    }

    /// The candidates of a query for a character, with the criterion that gave zero.
    fn posts(&self, who: CharacterId, query: &str) -> Vec<PostShown> {
        let folk = &self.town.folk;
        let rated = folk.rated_posts(who, DeciderId::named(query));
        let posts = rated.iter().enumerate().map(|(place, rated)| PostShown {
            at: (rated.post.at.x_mm, rated.post.at.y_mm),
            rating: f64::from(rated.rating.in_thousandths()) / 1000.0,
            zero: rated
                .refused_by()
                .map(|criterion| self.plain(Category::Symbol, criterion.0)),
            best: place == 0 && rated.refused_by().is_none(),
        });
        posts.collect()
    }

    /// All records: private ones, and those of squads once, by the member that wrote them.
    fn records(&self) -> Vec<RecordShown> {
        let folk = &self.town.folk;
        let mut squads = vec![];
        let mut shown = vec![];
        for who in folk.sensing() {
            let squad = folk.awareness(who).and_then(|aware| aware.squad);
            if let Some(squad) = squad {
                if squads.contains(&squad) {
                    continue;
                }
                squads.push(squad);
            }
            let records = folk.records_of(who).iter();
            shown.extend(records.map(|record| {
                let by = if squad.is_some() { record.by } else { who };
                self.record(by, record)
            }));
        }
        shown
    }

    fn record(&self, by: CharacterId, record: &Record) -> RecordShown {
        let folk = &self.town.folk;
        let now = folk.now();
        let about = record.character();
        let truth = about.and_then(|who| self.town.stage.place_of(who, now));
        RecordShown {
            by: by.0,
            about: about.map(|who| who.0),
            at: (record.at.x_mm, record.at.y_mm),
            truth: truth.map(|at| (at.x_mm, at.y_mm)),
            age: record.age(now).0 as f64 / TICKS_PER_SECOND as f64,
            state: match record.certainty {
                Certainty::Confirmed => "confirmed",
                Certainty::Suspected => "suspected",
                Certainty::Lost => "lost",
            },
            channel: record.channel().name(),
            uncertainty: record.uncertainty_mm,
        }
    }

    fn sights(&self) -> Vec<SightOf> {
        let folk = &self.town.folk;
        let now = folk.now();
        let timers = folk.sensing().flat_map(|who| {
            let timers = folk.sight_timers(who).iter();
            timers.map(move |timer| SightOf {
                by: who.0,
                of: timer.target.0,
                share: f64::from(timer.fraction(now)) / 1000.0,
            })
        });
        timers.collect()
    }
}

/// A map of cells: a digit for each cell, rows from the south.
fn layer(title: &'static str, cells: &BitGrid) -> CellsShown {
    let lattice = cells.lattice();
    let row = |row| {
        let digit = |column| if cells.get((column, row)) { '6' } else { '0' };
        let wide = i32::try_from(lattice.wide).unwrap_or(0);
        (0..wide).map(digit).collect()
    };
    CellsShown {
        title,
        at: lattice.origin,
        cell: lattice.cell_mm,
        rows: (0..i32::try_from(lattice.deep).unwrap_or(0))
            .map(row)
            .collect(),
    }
}

fn corners(rect: &townsfolk::space::Rect) -> Box4 {
    [rect.x0, rect.y0, rect.x1, rect.y1]
}

fn floor(plate: &Plate) -> FloorShown {
    FloorShown {
        rect: corners(&plate.rect),
        light: f64::from(plate.light) / 1000.0,
        indoors: !plate.outdoors,
    }
}

fn point_of_step(step: &RouteStep) -> Option<(i32, i32)> {
    match step {
        RouteStep::To(at) => Some((at.x_mm, at.y_mm)),
        RouteStep::Pause(_) => None,
    }
}

fn senses_shown(profile: &SenseProfile, name: String) -> SensesShown {
    SensesShown {
        name,
        sight: profile.sight.map(|sight| SightShown {
            range: sight.range_mm,
            spread: sight.spread_mm,
            narrow: f64::from(sight.narrow) / 1000.0,
            wide: f64::from(sight.wide) / 1000.0,
        }),
        hearing: profile.hearing.map(|factor| f64::from(factor) / 1000.0),
    }
}

/// A door that can be shut, along its wall.
fn gate(plan: &GroundPlan, door: &Opening) -> Option<GateShown> {
    if door.kind != OpeningKind::Door {
        return None;
    }
    let half = door.width_mm / 2;
    let at = door.ends[0];
    let (dx, dy) = match is_upright(plan, door)? {
        true => (0, half),
        false => (half, 0),
    };
    Some(GateShown {
        number: door.id.0,
        from: (at.x_mm - dx, at.y_mm - dy),
        to: (at.x_mm + dx, at.y_mm + dy),
    })
}

/// Whether the wall of an opening runs from south to north.
fn is_upright(plan: &GroundPlan, door: &Opening) -> Option<bool> {
    let plate = |n: u32| plan.plates.get(n as usize).map(|plate| plate.rect);
    let (a, b) = (plate(door.between[0])?, plate(door.between[1])?);
    Some(a.x1 == b.x0 || b.x1 == a.x0)
}

/// Everything with a height: obstacles, and the walls of rooms around their openings.
fn solids(plan: &GroundPlan) -> Vec<SolidShown> {
    let obstacles = plan.obstacles.iter().map(|obstacle| SolidShown {
        rect: corners(&obstacle.rect),
        high: obstacle.height_mm,
        wall: false,
    });
    let mut solids: Vec<SolidShown> = obstacles.collect();
    for (number, plate) in plan.plates.iter().enumerate() {
        if !plate.outdoors {
            walls(plan, number, plate, &mut solids);
        }
    }
    solids
}

/// The four walls of a room, without the pieces where it opens.
fn walls(plan: &GroundPlan, number: usize, plate: &Plate, solids: &mut Vec<SolidShown>) {
    let rect = plate.rect;
    let sides = [
        (false, rect.y0, rect.x0, rect.x1),
        (false, rect.y1, rect.x0, rect.x1),
        (true, rect.x0, rect.y0, rect.y1),
        (true, rect.x1, rect.y0, rect.y1),
    ];
    for (upright, at, from, to) in sides {
        let mut gaps: Vec<(i32, i32)> = vec![];
        for door in &plan.openings {
            if !door.between.contains(&(number as u32)) || is_upright(plan, door) != Some(upright) {
                continue;
            }
            let end = door.ends[0];
            let (across, along) = match upright {
                true => (end.x_mm, end.y_mm),
                false => (end.y_mm, end.x_mm),
            };
            if (across - at).abs() < 500 {
                gaps.push((along - door.width_mm / 2, along + door.width_mm / 2));
            }
        }
        gaps.sort_unstable();
        let mut piece = |from: i32, to: i32| {
            if to <= from {
                return;
            }
            let rect = match upright {
                true => [at - HALF_WALL_MM, from, at + HALF_WALL_MM, to],
                false => [from, at - HALF_WALL_MM, to, at + HALF_WALL_MM],
            };
            solids.push(SolidShown {
                rect,
                high: plate.height_mm,
                wall: true,
            });
        };
        let mut begins = from;
        for (low, high) in gaps {
            piece(begins, low.max(from));
            begins = high.max(begins);
        }
        piece(begins, to);
    }
}
