//! The setting of a play: the location, its script, and the characters at the start.

use super::people::{self, Several, listed};
use crate::arguments::Play;
use crate::trouble::Trouble;
use std::sync::Arc;
use townsfolk::prelude::*;
use townsfolk_core::{GroupId, Kind, PropKindId, ScriptId, SymbolId};
use townsfolk_explore::made_up;
use townsfolk_folder::Content;
use townsfolk_lang::near::near_names;
use townsfolk_lang::project::Checked;
use townsfolk_module::mind::{Link, not_ready_to_change_role};
use townsfolk_module::{
    Category, Emitter, Expr, FactPattern, LocationKind, Module, Pacing, Preference, PropAt, Script,
    Symbols,
};
use townsfolk_town::plan::Plan;
use townsfolk_town::{Arrivals, Atlas, TownStage};

/// Default rate of passers-by, in a thousand minutes.
const PASSERS_BY: i64 = 2_000;

/// Distance between several locations.
const APART_M: i32 = 200;

/// Distance between locations of stand-ins.
const STAND_INS_APART_M: i32 = 14;

/// Number of props of each kind at an invented location.
const MADE_PROPS: u8 = 2;

/// Content that is ready to be played.
#[derive(Clone, Debug)]
pub struct Material {
    /// The content, with invented locations where it has none.
    pub module: Arc<Module>,
    /// The names.
    pub symbols: Symbols,
    /// Scripts in the requested files, with their names.
    pub scripts: Vec<(ScriptId, String)>,
    /// The ground, if the files have a `plan`.
    pub atlas: Option<Arc<Atlas>>,
}

impl Material {
    /// Whether the ground is a tower, which has people of its own.
    pub fn is_tower(&self) -> bool {
        let atlas = self.atlas.as_ref();
        atlas.is_some_and(|atlas| atlas.plan().tower.is_some())
    }

    /// The same, but no mind can delay a change of roles.
    pub fn unready(mut self) -> Material {
        let mut module = (*self.module).clone();
        for layer in &mut module.minds.layers {
            let puts_off = |link: &Link| link.to == not_ready_to_change_role();
            layer.links.retain(|link| !puts_off(link));
            layer.across.retain(|link| !puts_off(link));
        }
        self.module = Arc::new(module);
        self
    }

    /// The content of a check without errors. It depends only on the files, so that saves and
    /// recordings find it again.
    pub fn of(content: &Content, checked: &Checked) -> Material {
        let (module, symbols) = content.project.assemble(checked);
        let units = checked.scripts.iter();
        let scripts = units
            .filter(|unit| content.is_asked_for(unit.places.name.file))
            .map(|unit| (unit.script.id, unit.name.clone()));
        let plan = checked.ground().map(|g| Plan::lay(g, &module, &symbols));
        let atlas = plan.and_then(|plan| Atlas::of(Arc::new(plan)).ok());
        Material {
            atlas: atlas.map(Arc::new),
            ..Material::new(module, symbols, scripts.collect())
        }
    }

    /// Content with an invented location for every script that no location prefers.
    pub fn new(
        mut module: Module,
        mut symbols: Symbols,
        scripts: Vec<(ScriptId, String)>,
    ) -> Material {
        complete(&mut module, &mut symbols, &scripts);
        Material {
            module: Arc::new(module),
            symbols,
            scripts,
            atlas: None,
        }
    }
}

/// Adds a location for each of these scripts that has none.
fn complete(module: &mut Module, symbols: &mut Symbols, scripts: &[(ScriptId, String)]) {
    for (id, name) in scripts {
        let mut kinds = module.locations.iter();
        if !kinds.any(|kind| kind.prefers.iter().any(|p| p.script == *id))
            && let Some(script) = module.script(*id)
        {
            let kind = made_location(module, script, name, symbols);
            module.locations.push(kind);
        }
    }
    module.sort();
}

/// Completes content without people, so that stand-ins can play all its scripts.
pub fn complete_for_stand_ins(module: &mut Module, symbols: &mut Symbols) {
    if module.minds.people.is_empty() {
        let scripts = module.scripts.iter();
        let scripts = scripts.map(|s| (s.id, symbols.name(Category::Script, s.id.0)));
        let scripts: Vec<(ScriptId, String)> = scripts.collect();
        complete(module, symbols, &scripts);
    }
}

fn usual_pacing() -> Pacing {
    Pacing {
        every: Duration::seconds(2),
        within_mm: 10_000,
        rests: Duration::seconds(30),
        rests_per_character: Duration::ZERO,
        at_most: None,
        hours: None,
    }
}

/// The kind of location that is invented for a script.
pub fn made_kind(script: &str) -> LocationKindId {
    LocationKindId::named(&format!("somewhere for {script}"))
}

/// An invented location, with the props that the script needs.
fn made_location(
    module: &Module,
    script: &Script,
    name: &str,
    symbols: &mut Symbols,
) -> LocationKind {
    let (made, known) = made_up(module, script, MADE_PROPS);
    let props = made.iter().zip(0..).map(|(prop, index): (_, i32)| {
        let fact = symbols.name(Category::Fact, prop.fact.0);
        let name = format!("{fact}_{}", prop.number);
        symbols.names.insert((Category::Prop, prop.id.0), name);
        let kinds = script.fact(prop.fact).map_or(&[][..], |fact| &fact.kinds);
        let kind = kinds.iter().find_map(|kind| match kind {
            Kind::PropOf(kind) => Some(*kind),
            _ => None,
        });
        PropAt {
            id: prop.id,
            kind: kind.unwrap_or(PropKindId(0)),
            at_mm: (index * 1_000, 0),
        }
    });
    let props = props.collect();
    let knows = known.into_iter().map(|atom| FactPattern {
        fact: atom.fact,
        arguments: atom.arguments.into_iter().map(Expr::Constant).collect(),
    });
    let mut emitters = vec![Emitter::Script(usual_pacing())];
    if script.cast.iter().any(|line| line.player) {
        emitters.push(Emitter::Player {
            pacing: usual_pacing(),
            icon: SymbolId::named("icon"),
        });
        let icon = (Category::Symbol, SymbolId::named("icon").0);
        symbols.names.entry(icon).or_insert("icon".into());
    }
    let id = made_kind(name);
    let shown = "somewhere".to_string();
    symbols.names.insert((Category::Location, id.0), shown);
    LocationKind {
        id,
        props,
        knows: knows.collect(),
        tags: vec![],
        prefers: vec![Preference {
            script: script.id,
            weight: 1,
        }],
        emitters,
    }
}

/// The chosen location and scripts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The kind of location.
    pub kind: LocationKindId,
    /// The scripts that can run there.
    pub scripts: Vec<ScriptId>,
    /// Whether the location prefers these scripts instead of those of its kind.
    pub restricted: bool,
}

/// Chooses the location and its scripts by the arguments, or where there is only one possibility.
pub fn choose(play: &Material, arguments: &Play) -> Result<Choice, Trouble> {
    let wanted = match &arguments.script {
        Some(name) => Some(find_script(play, name)?),
        None => None,
    };
    let prefers = |kind: &LocationKind, script: ScriptId| {
        let mut preferred = kind.prefers.iter();
        preferred.any(|preference| preference.script == script)
    };
    let fits = |kind: &&LocationKind| match wanted {
        Some(script) => prefers(kind, script),
        None => play.scripts.iter().any(|(id, _)| prefers(kind, *id)),
    };
    let mut kinds: Vec<&LocationKind> = play.module.locations.iter().filter(fits).collect();
    if let Some(name) = &arguments.location {
        kinds = vec![find_location(play, name)?];
    }
    let kind = match kinds[..] {
        [kind] => kind,
        [] => return Err(nothing_to_play(play)),
        // With several locations for one script, the first by name is chosen.
        _ if wanted.is_some() || play.scripts.len() == 1 => {
            let name = |kind: &&LocationKind| play.symbols.name(Category::Location, kind.id.0);
            kinds.sort_by_key(name);
            kinds[0]
        }
        _ => return Err(several(play)),
    };
    let restricted = wanted.is_some_and(|_| kind.prefers.len() != 1)
        || wanted.is_some_and(|script| !prefers(kind, script));
    let scripts = match wanted {
        Some(script) => vec![script],
        None => kind.prefers.iter().map(|p| p.script).collect(),
    };
    Ok(Choice {
        kind: kind.id,
        scripts,
        restricted,
    })
}

fn find_script(play: &Material, name: &str) -> Result<ScriptId, Trouble> {
    let mut scripts = play.scripts.iter();
    if let Some((id, _)) = scripts.find(|(_, known)| known == name) {
        return Ok(*id);
    }
    let names: Vec<&str> = play.scripts.iter().map(|(_, name)| name.as_str()).collect();
    Err(unknown("script", name, &names))
}

fn find_location<'p>(play: &'p Material, name: &str) -> Result<&'p LocationKind, Trouble> {
    let id = LocationKindId::named(name);
    if let Some(kind) = play.module.location(id) {
        return Ok(kind);
    }
    let made: Vec<LocationKindId> = play.scripts.iter().map(|(_, n)| made_kind(n)).collect();
    let kinds = play.module.locations.iter();
    let names: Vec<String> = kinds
        .filter(|kind| !made.contains(&kind.id))
        .map(|kind| play.symbols.name(Category::Location, kind.id.0))
        .collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    Err(unknown("kind of location", name, &names))
}

fn unknown(what: &str, name: &str, known: &[&str]) -> Trouble {
    let mut known = known.to_vec();
    known.sort_unstable();
    let trouble = Trouble::new(format!("there is no {what} `{name}`"));
    match near_names(name, known.iter().copied(), 1).first() {
        Some(near) => trouble.hint(format!("did you mean `{near}`?")),
        None if known.is_empty() => trouble.hint(format!("there is no {what} in these files")),
        None => trouble.hint(format!("there is {}", listed(&known))),
    }
}

fn several(play: &Material) -> Trouble {
    let mut names: Vec<&str> = play.scripts.iter().map(|(_, name)| name.as_str()).collect();
    names.sort_unstable();
    let first = names.first().copied().unwrap_or_default();
    Trouble::new(format!("there are several scripts: {}", listed(&names)))
        .hint(format!("say which one to play: `--script {first}`"))
}

fn nothing_to_play(play: &Material) -> Trouble {
    match play.scripts.is_empty() {
        true => Trouble::new("there is no script to play in these files")
            .hint("a script begins with `script NAME`; `townsfolk new my_town` makes one"),
        false => several(play),
    }
}

/// Default start of a play: noon, or when the location opens.
fn usual_beginning(kind: &LocationKind) -> i32 {
    const NOON: i32 = 12 * 3600;
    let hours: Vec<_> = beginners(kind).map(|pacing| pacing.hours).collect();
    let open = |hours: &Option<(i32, i32)>| match *hours {
        None => true,
        Some((from, to)) if from <= to => from <= NOON && NOON < to,
        Some((from, to)) => NOON >= from || NOON < to,
    };
    if hours.iter().any(open) {
        return NOON;
    }
    hours
        .iter()
        .flatten()
        .map(|(from, _)| *from)
        .min()
        .unwrap_or(NOON)
}

/// The pacing of all emitters that can begin scenes.
pub fn beginners(kind: &LocationKind) -> impl Iterator<Item = &Pacing> {
    kind.emitters.iter().filter_map(|emitter| match emitter {
        Emitter::Notification(_) => None,
        Emitter::Script(pacing)
        | Emitter::Spawn { pacing, .. }
        | Emitter::Player { pacing, .. } => Some(pacing),
    })
}

/// Places the location and adds the characters of the start.
pub fn populate(
    play: &Material,
    choice: &Choice,
    arguments: &Play,
) -> Result<(Folk, TownStage), Trouble> {
    let module = &play.module;
    let seed = Seed(arguments.seed.unwrap_or(1));
    let mut folk = Folk::new(module.clone(), seed);
    let mut stage = TownStage::on_open_ground(seed);
    let Some(kind) = module.location(choice.kind) else {
        return Err(nothing_to_play(play));
    };
    let here = Place::metres(0, 0);
    folk.report(Report::Calendar {
        seconds: arguments.from.unwrap_or_else(|| usual_beginning(kind)),
        rate: arguments.rate.unwrap_or(1_000),
    });
    let cast = match &arguments.cast {
        Some(text) => people::cast(text, module, &play.symbols)?,
        None if !arguments.group.is_empty() => vec![],
        None => usual_cast(module, kind, choice),
    };
    let groups = arguments.group.iter();
    let groups = groups.map(|text| people::cast(text, module, &play.symbols));
    let groups: Vec<Vec<Several>> = groups.collect::<Result<_, _>>()?;
    let player_roles = match arguments.no_player {
        true => vec![],
        false => player_roles(module, kind, choice),
    };
    let mut group_count = 0;
    for index in 0..i32::from(arguments.places) {
        let at = Place::metres(index * APART_M, 0);
        let location = folk.place_location(Placement {
            kind: kind.id,
            at,
            region: RegionId(0),
        });
        if choice.restricted {
            let scripts = choice.scripts.iter();
            let preferences = scripts.map(|script| Preference {
                script: *script,
                weight: 1,
            });
            folk.report(Report::Prefers(location, preferences.collect()));
        }
        let mut bringing = Bringing {
            folk: &mut folk,
            module,
            location,
            at,
            come: 0,
        };
        bringing.bring(&cast, None);
        for members in &groups {
            group_count += 1;
            bringing.bring(members, Some(GroupId(group_count)));
        }
        bringing.bring_proxies(choice, &cast);
        bringing.bring_player(&player_roles);
    }
    let arrivals = Arrivals {
        per_thousand_minutes: arguments.arrivals.unwrap_or(PASSERS_BY),
        roles: passers_by(module, choice, &player_roles),
        past: here,
    };
    stage.set_arrivals(arrivals, Tick(0));
    Ok((folk, stage))
}

/// Places every location for these scripts on open ground, with the minimum cast; others pass by.
pub fn stand_ins(
    module: &Arc<Module>,
    symbols: &Symbols,
    scripts: &[ScriptId],
    (seed, from, rate): (Seed, Option<i32>, Option<i64>),
) -> (Folk, TownStage) {
    let mut folk = Folk::new(module.clone(), seed);
    let mut stage = TownStage::on_open_ground(seed);
    stage.set_player_accepts(false);
    let plays = |kind: &&LocationKind| kind.prefers.iter().any(|p| scripts.contains(&p.script));
    let mut kinds: Vec<&LocationKind> = module.locations.iter().filter(plays).collect();
    kinds.sort_by_key(|kind| symbols.name(Category::Location, kind.id.0));
    let opens = kinds.first().map(|kind| usual_beginning(kind));
    folk.report(Report::Calendar {
        seconds: from.or(opens).unwrap_or_default(),
        rate: rate.unwrap_or(1_000),
    });
    let in_a_row = (1..).find(|n| n * n >= kinds.len()).unwrap_or(1);
    let mut roles: Vec<RoleId> = vec![];
    for (index, kind) in kinds.iter().enumerate() {
        let metres = |n: usize| i32::try_from(n).unwrap_or(0) * STAND_INS_APART_M;
        let at = Place::metres(metres(index % in_a_row), metres(index / in_a_row));
        let choice = Choice {
            kind: kind.id,
            scripts: kind.prefers.iter().map(|p| p.script).collect(),
            restricted: false,
        };
        let location = folk.place_location(Placement {
            kind: kind.id,
            at,
            region: RegionId(0),
        });
        let cast = usual_cast(module, kind, &choice);
        let mut bringing = Bringing {
            folk: &mut folk,
            module,
            location,
            at,
            come: 0,
        };
        bringing.bring(&cast, None);
        bringing.bring_proxies(&choice, &cast);
        roles.extend(passers_by(
            module,
            &choice,
            &player_roles(module, kind, &choice),
        ));
    }
    roles.sort_unstable();
    roles.dedup();
    let middle = (in_a_row as i32 - 1) * STAND_INS_APART_M * 500;
    let arrivals = Arrivals {
        per_thousand_minutes: PASSERS_BY * 3,
        roles,
        past: Place::metres(0, 0).offset((middle, middle)),
    };
    stage.set_arrivals(arrivals, Tick(0));
    (folk, stage)
}

struct Bringing<'a> {
    folk: &'a mut Folk,
    module: &'a Module,
    location: LocationId,
    at: Place,
    come: i32,
}

impl Bringing<'_> {
    /// A place near the location, different for each character.
    fn spot(&mut self) -> Place {
        let index = self.come;
        self.come += 1;
        self.at
            .offset((index % 5 * 300 - 600, 500 + index / 5 % 4 * 200))
    }

    fn bring(&mut self, cast: &[Several], group: Option<GroupId>) {
        for (role, count) in cast {
            for _ in 0..*count {
                let proxy = self.module.role(*role).is_some_and(|role| role.proxy);
                let at = (!proxy).then(|| self.spot());
                self.folk.add_character(Newcomer {
                    roles: vec![*role],
                    at,
                    group: group.filter(|_| !proxy),
                    attached_to: proxy.then_some(self.location),
                    ..Newcomer::default()
                });
            }
        }
    }

    /// Adds a player for every location: each is asked separately.
    fn bring_player(&mut self, roles: &[RoleId]) {
        if !roles.is_empty() {
            let at = Some(self.spot());
            self.folk.add_character(Newcomer {
                roles: roles.to_vec(),
                at,
                player: true,
                ..Newcomer::default()
            });
        }
    }

    /// Adds the proxies that the scripts need, unless they are present.
    fn bring_proxies(&mut self, choice: &Choice, cast: &[Several]) {
        let scripts = choice.scripts.iter();
        let scripts = scripts.filter_map(|id| self.module.script(*id));
        let mut wanted: Vec<Several> = vec![];
        for line in scripts.flat_map(|script| &script.cast) {
            let proxy = self.module.role(line.role).is_some_and(|role| role.proxy);
            let there = |(role, _): &Several| *role == line.role;
            if proxy && !cast.iter().any(there) && !wanted.iter().any(there) {
                wanted.push((line.role, line.min.max(1)));
            }
        }
        self.bring(&wanted, None);
    }
}

/// The minimum cast of the scripts, without spawned characters, players and proxies.
fn usual_cast(module: &Module, kind: &LocationKind, choice: &Choice) -> Vec<Several> {
    let players = player_roles(module, kind, choice);
    let brought = |role: RoleId| -> u16 {
        let points = kind.emitters.iter().flat_map(|emitter| match emitter {
            Emitter::Spawn { points, .. } => &points[..],
            _ => &[],
        });
        let fits = points.filter(|point| module.is_a(point.role, role));
        fits.map(|point| point.count).sum()
    };
    let spawns = kind
        .emitters
        .iter()
        .any(|e| matches!(e, Emitter::Spawn { .. }));
    let Some(script) = choice.scripts.first().and_then(|id| module.script(*id)) else {
        return vec![];
    };
    let people = |role: RoleId| {
        let proxy = module.role(role).is_some_and(|role| role.proxy);
        !proxy && !players.contains(&role)
    };
    let lines: Vec<_> = (script.cast.iter())
        .filter(|line| people(line.role))
        .collect();
    let needed = lines.iter().map(|line| {
        let brought = brought(line.role);
        (line.role, line.min.saturating_sub(brought))
    });
    let needed: Vec<Several> = needed.filter(|(_, count)| *count > 0).collect();
    match lines.first() {
        Some(line) if needed.is_empty() && !spawns && players.is_empty() => vec![(line.role, 1)],
        _ => needed,
    }
}

/// The roles of the player here.
fn player_roles(module: &Module, kind: &LocationKind, choice: &Choice) -> Vec<RoleId> {
    let icon = |emitter: &Emitter| matches!(emitter, Emitter::Player { .. });
    if !kind.emitters.iter().any(icon) {
        return vec![];
    }
    let scripts = choice.scripts.iter().filter_map(|id| module.script(*id));
    let lines = scripts.flat_map(|script| &script.cast);
    let roles = lines.filter(|line| line.player).map(|line| line.role);
    let mut roles: Vec<RoleId> = roles.collect();
    roles.sort_unstable();
    roles.dedup();
    roles
}

/// The possible roles of passers-by: all roles with a body, except the player's.
fn passers_by(module: &Module, choice: &Choice, players: &[RoleId]) -> Vec<RoleId> {
    let scripts = choice.scripts.iter().filter_map(|id| module.script(*id));
    let mut roles: Vec<RoleId> = vec![];
    for line in scripts.flat_map(|script| &script.cast) {
        let proxy = module.role(line.role).is_some_and(|role| role.proxy);
        if !proxy && !players.contains(&line.role) && !roles.contains(&line.role) {
            roles.push(line.role);
        }
    }
    roles
}
