//! The story of a play, line by line: time, character, action, partner, rule.

use super::moment::{by_the_clock, clock};
use super::people;
use crate::style;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use townsfolk::TraceLine;
use townsfolk::prelude::*;
use townsfolk::words::Saying;
pub use townsfolk::words::clock::span;
use townsfolk::words::deciders;
use townsfolk::words::mind::held_role;
use townsfolk::words::mind_why;
use townsfolk_core::{AreaId, NodeId, Outcome, RuleId, SceneId, ScriptId, Standing};
use townsfolk_module::mind::Interaction;
use townsfolk_module::{Category, Symbols};
use townsfolk_scene::{EndReason, Fault, Happening};

/// The column of reasons.
const REASON_COLUMN: usize = 58;

/// Tells a story, with the memory that it needs. The memory is saved with a play.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Narrator {
    /// All names.
    #[serde(skip)]
    pub symbols: Symbols,
    /// Whether changes of facts and states are told too.
    #[serde(skip)]
    pub verbose: bool,
    /// Counts of what was told.
    #[serde(skip)]
    pub counts: Counts,
    /// Characters that have come, with the moments of coming and going.
    pub known: BTreeMap<CharacterId, Known>,
    /// The running actions in words.
    actions: BTreeMap<ActionRef, String>,
    /// The running scenes, and when each began, if known.
    scenes: BTreeMap<SceneId, (ScriptId, Option<Tick>)>,
    /// Whether there ever was a scene.
    pub eventful: bool,
    /// Searches that exceeded the limit, told once for each scene: the number of updates must not
    /// matter.
    too_long: BTreeSet<(SceneId, CharacterId, Option<RuleId>)>,
    /// The last told wish of each mind.
    pub(super) begun: BTreeMap<CharacterId, NodeId>,
    /// The wishes given up since.
    pub(super) broken_off: BTreeMap<CharacterId, NodeId>,
    /// The last words of each character, and to whom.
    pub(super) said: BTreeMap<CharacterId, (Interaction, CharacterId)>,
    /// Meetings that were told for one of the two.
    pub(super) met: BTreeSet<(CharacterId, CharacterId)>,
    /// The last deed of each mind in a scene: repetitions are told once.
    pub(super) did: BTreeMap<CharacterId, (SceneId, RuleId, Vec<Option<Value>>)>,
    /// The area for which each character has set out.
    pub(super) bound_for: BTreeMap<CharacterId, AreaId>,
    /// Since when another role is due.
    pub(super) due: BTreeMap<CharacterId, Tick>,
    /// The last fired rule of each character.
    pub last_deeds: BTreeMap<CharacterId, Deed>,
    here: Vec<CharacterId>,
    last: CharacterId,
    day: i64,
    daytime: i32,
}

/// Actions that begin and that no rule of a scene has fired.
struct Starts {
    /// Actions on leaving.
    farewells: Vec<(CharacterId, String)>,
    /// Actions that deciders asked for, each with its reason.
    deeds: Vec<(CharacterId, String, String)>,
}

/// A character that has come.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Known {
    /// The role.
    pub role: Option<RoleId>,
    /// When it came.
    pub came: Tick,
    /// When it left.
    pub went: Option<Tick>,
}

/// A fired rule: tick, rule, and values.
pub type Deed = (Tick, RuleId, Vec<Option<Value>>);

/// Counts of a play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Characters that came.
    pub people: usize,
    /// Scenes that began.
    pub scenes: usize,
    /// Actions that began.
    pub actions: usize,
    /// Actions that failed.
    pub failures: usize,
    /// Faults.
    pub faults: usize,
}

impl Counts {
    /// The closing line, after this long.
    pub fn line(&self, played: Duration) -> String {
        let mut parts = vec![
            style::count(self.scenes, "scene"),
            style::people(self.people),
            style::count(self.actions, "action"),
        ];
        for (number, noun) in [(self.failures, "failure"), (self.faults, "fault")] {
            if number > 0 {
                parts.push(style::count(number, noun));
            }
        }
        format!("{} played: {}", span(played), parts.join(", "))
    }
}

impl Narrator {
    /// A narrator with the names of content, and no characters yet.
    pub fn new(symbols: Symbols, verbose: bool) -> Narrator {
        Narrator {
            symbols,
            verbose,
            counts: Counts::default(),
            known: BTreeMap::new(),
            actions: BTreeMap::new(),
            scenes: BTreeMap::new(),
            eventful: false,
            too_long: BTreeSet::new(),
            begun: BTreeMap::new(),
            broken_off: BTreeMap::new(),
            said: BTreeMap::new(),
            met: BTreeSet::new(),
            did: BTreeMap::new(),
            bound_for: BTreeMap::new(),
            due: BTreeMap::new(),
            last_deeds: BTreeMap::new(),
            here: vec![],
            last: CharacterId(0),
            day: 1,
            daytime: 0,
        }
    }

    /// Takes in a world with a past.
    pub fn arrive(&mut self, folk: &Folk) {
        self.daytime = folk.daytime();
        for person in folk.characters() {
            self.meet(folk, person.id);
        }
        self.last = folk.newest();
        for scene in folk.scenes() {
            if let Some(scene) = folk.scene(scene) {
                self.scenes.insert(scene.id, (scene.script, None));
                self.eventful = true;
            }
        }
    }

    /// Continues a story that was interrupted at exactly this tick.
    pub fn recall(&mut self, told: Narrator) {
        *self = Narrator {
            symbols: std::mem::take(&mut self.symbols),
            verbose: self.verbose,
            counts: self.counts,
            ..told
        };
    }

    /// Takes in the names of changed content. Names of characters and of removed things stay: ids
    /// are hashes of names, so none is reused.
    pub fn learn(&mut self, symbols: Symbols) {
        let old = std::mem::replace(&mut self.symbols, symbols);
        for (key, name) in old.names {
            self.symbols.names.entry(key).or_insert(name);
        }
    }

    /// Names and values of a script, with the names of this narrator.
    pub fn saying<'a>(&'a self, folk: &'a Folk, script: ScriptId) -> Saying<'a> {
        Saying {
            symbols: &self.symbols,
            folk,
            script,
        }
    }

    /// `Ann (elder)`.
    pub fn introduced(&self, who: CharacterId) -> String {
        let name = self.symbols.name(Category::Character, who.0);
        let role = self.known.get(&who).and_then(|known| known.role);
        match role.map(|role| self.role(role)) {
            Some(role) if role != name => format!("{name} ({role})"),
            _ => name,
        }
    }

    /// The name of a character, even before it has come.
    pub fn name(&self, who: CharacterId) -> String {
        self.symbols.name(Category::Character, who.0)
    }

    /// A running action with its arguments.
    pub fn action(&self, action: ActionRef) -> Option<&str> {
        self.actions.get(&action).map(String::as_str)
    }

    fn meet(&mut self, folk: &Folk, who: CharacterId) {
        let Some(person) = folk.character(who) else {
            return;
        };
        let minded = folk.mind(who);
        let role = match minded {
            Some(_) => held_role(folk, who),
            None => person.roles.first().copied(),
        };
        let key = (Category::Character, who.0);
        let name = match role.filter(|_| person.attached_to.is_some()) {
            Some(role) => self.proxy_name(role),
            None => match folk.member_of(who) {
                Some(member) => {
                    people::in_capitals(&self.symbols.name(Category::Character, member.0))
                }
                // Among named people, the player is called Player.
                None if person.player && !folk.module().minds.people.is_empty() => "Player".into(),
                None => people::name(who),
            },
        };
        self.symbols.names.insert(key, name);
        self.known.insert(
            who,
            Known {
                role,
                came: folk.now(),
                went: None,
            },
        );
        self.here.push(who);
        self.counts.people += 1;
    }

    /// A proxy has the name of its role.
    fn proxy_name(&self, role: RoleId) -> String {
        let name = self.symbols.name(Category::Role, role.0);
        let same = self.known.values().filter(|known| known.role == Some(role));
        match same.count() {
            0 => name,
            others => format!("{name}{}", others + 1),
        }
    }

    /// Tells the events of the last tick.
    pub fn hear(&mut self, folk: &mut Folk) -> Vec<String> {
        let trace = folk.trace.take();
        let decisions = folk.trace.take_minds();
        let folk: &Folk = folk;
        let mut lines = Lines {
            time: clock(folk.daytime()),
            lines: vec![],
        };
        self.tell_of_the_day(folk, &mut lines);
        self.tell_of_newcomers(folk, &mut lines);
        let Starts { farewells, deeds } = self.note_starts(folk, &trace);
        for (index, line) in trace.iter().enumerate() {
            self.tell_happening(folk, line, &trace[index + 1..], &mut lines);
        }
        for (who, call) in farewells {
            let what = format!("{}: {call}", self.introduced(who));
            lines.add(&what, "on leaving");
        }
        self.eventful |= !deeds.is_empty();
        for (who, call, reason) in deeds {
            let name = match who {
                townsfolk::WORLD => "The world".to_owned(),
                _ => self.introduced(who),
            };
            lines.add(&format!("{name}: {call}"), &reason.replace('_', " "));
        }
        self.tell_of_events(folk, &mut lines);
        self.tell_of_commands(folk, &trace, &mut lines);
        for decision in &decisions {
            let said = mind_why::decision(&self.words(folk), decision);
            said.iter().for_each(|line| lines.detail(line));
        }
        self.tell_who_is_gone(folk, &mut lines);
        lines.lines
    }

    fn tell_of_the_day(&mut self, folk: &Folk, lines: &mut Lines) {
        let now = folk.daytime();
        // The first tick sets the clock.
        if now < self.daytime && folk.now().0 > 1 {
            self.day = self.day.saturating_add(1);
            lines.heading(&format!("day {}", self.day));
        }
        self.daytime = now;
    }

    fn tell_of_newcomers(&mut self, folk: &Folk, lines: &mut Lines) {
        let newest = folk.newest();
        while self.last < newest {
            self.last = CharacterId(self.last.0 + 1);
            let who = self.last;
            let Some(person) = folk.character(who) else {
                continue;
            };
            self.meet(folk, who);
            let from_the_start = folk.now().0 <= 1;
            let how = match person {
                p if p.spawned.is_some() => "is sent for",
                p if p.attached_to.is_some() => "is connected",
                p if p.player => "is there: the player",
                _ if from_the_start => "is there",
                _ => "comes along",
            };
            lines.add(&format!("{} {how}", self.introduced(who)), "");
        }
    }

    fn tell_who_is_gone(&mut self, folk: &Folk, lines: &mut Lines) {
        let (stay, gone) = std::mem::take(&mut self.here)
            .into_iter()
            .partition(|who| folk.character(*who).is_some());
        self.here = stay;
        for who in gone {
            self.last_deeds.remove(&who);
            if let Some(known) = self.known.get_mut(&who) {
                known.went = Some(folk.now());
            }
            if self.verbose {
                lines.add(&format!("{} is out of sight", self.introduced(who)), "");
            }
        }
    }

    /// Records actions that begin; returns those that no rule of a scene has fired.
    fn note_starts(&mut self, folk: &Folk, trace: &[TraceLine]) -> Starts {
        let (mut farewells, mut deeds) = (vec![], vec![]);
        for command in &folk.output().commands {
            let Command::Start {
                action,
                who,
                partner,
                what,
                arguments,
                named,
                ..
            } = command
            else {
                continue;
            };
            self.counts.actions += 1;
            let saying = self.saying(folk, ScriptId(0));
            let mut call = saying.call(*what, arguments, named);
            if let Some(partner) = partner {
                call += &format!(" together with {}", self.name(*partner));
            }
            if action.decider().is_some() {
                deeds.extend(self.deed(folk, *who, call));
                continue;
            }
            let fired = trace.iter().any(|line| {
                Some(line.scene) == action.scene()
                    && matches!(line.what, Happening::Fired { start, .. } if start == Some(action.start))
            });
            if !fired {
                farewells.push((*who, call.clone()));
            }
            self.actions.insert(*action, call);
        }
        Starts { farewells, deeds }
    }

    /// An action that a decider asked for, with the reason of its offer. What minds ask for is told
    /// when it is done.
    fn deed(
        &self,
        folk: &Folk,
        who: CharacterId,
        call: String,
    ) -> Option<(CharacterId, String, String)> {
        if who == townsfolk::WORLD {
            return Some((who, call, String::new()));
        }
        let mut performances = Channel::ALL
            .into_iter()
            .filter_map(|channel| Some((channel, folk.performance(who, channel)?.by)));
        let company = SymbolId::named("company");
        let (channel, by) =
            performances.find(|(_, by)| *by != townsfolk::mind_system() && *by != company)?;
        let mut offers = folk.character(who)?.offers.iter();
        let offer = offers.find(|offer| offer.by == by && offer.channel == channel)?;
        let reason = deciders::system(&self.symbols, offer.reason);
        Some((who, call, reason))
    }

    fn tell_happening(
        &mut self,
        folk: &Folk,
        line: &TraceLine,
        after: &[TraceLine],
        lines: &mut Lines,
    ) {
        let scene = line.scene;
        let script = self
            .scenes
            .get(&scene)
            .map_or(ScriptId(0), |(script, _)| *script);
        let alone = self.is_solitary(folk, script);
        match &line.what {
            Happening::Joined { who, role } => {
                if alone {
                    return;
                }
                if let Some(known) = self.known.get_mut(who) {
                    known.role = Some(*role);
                }
                let script = self.symbols.name(Category::Script, script.0);
                lines.add(&format!("{} joins {script}", self.introduced(*who)), "");
            }
            Happening::Fired {
                who,
                rule,
                bindings,
                start,
                ..
            } => {
                if alone && start.is_none() {
                    return;
                }
                let deed = (scene, *rule, bindings.clone());
                let again = folk.mind(*who).is_some()
                    && self.did.insert(*who, deed.clone()).as_ref() == Some(&deed);
                if again && !self.verbose {
                    self.last_deeds.insert(*who, (folk.now(), deed.1, deed.2));
                    return;
                }
                let saying = self.saying(folk, script);
                let action =
                    start.and_then(|start| self.actions.get(&ActionRef::of_scene(scene, start)));
                let what = match action {
                    Some(call) => call.clone(),
                    None => consequences(&saying, *who, after),
                };
                let name = saying.rule(*rule);
                let in_words = name.replace('_', " ");
                // `listen: listen(Ann)` would say the same twice.
                let repeats = what.split(['(', ' ']).next() == Some(name.as_str());
                let left = match (what.is_empty(), repeats) {
                    (true, _) => format!("{}: {in_words}", self.introduced(*who)),
                    (_, true) => format!("{}: {what}", self.introduced(*who)),
                    _ => format!("{}: {in_words}, {what}", self.introduced(*who)),
                };
                lines.add(&left, &saying.firing(*rule, bindings));
                let deed = (folk.now(), *rule, bindings.clone());
                self.last_deeds.insert(*who, deed);
            }
            Happening::Ended {
                id,
                who,
                rule,
                outcome,
                out_of_time,
            } => {
                let action = ActionRef::of_scene(scene, *id);
                let call = self.actions.remove(&action).unwrap_or_default();
                let how = match outcome {
                    Outcome::Done if self.verbose => "is done",
                    Outcome::Done => return,
                    Outcome::Failed if *out_of_time => "runs out of time",
                    Outcome::Failed => "fails",
                    Outcome::Stopped => "is stopped",
                };
                self.counts.failures += usize::from(*outcome == Outcome::Failed);
                let rule = rule.map(|rule| self.saying(folk, script).rule(rule));
                let what = format!("{}'s {call} {how}", self.name(*who));
                lines.add(&what, &rule.unwrap_or_default());
            }
            Happening::Stands { who, standing } => {
                let how = match standing {
                    _ if alone => return,
                    Standing::Away => "goes away for a while",
                    Standing::Present => "is back",
                    Standing::Out => "leaves",
                    Standing::Leaving if self.verbose => "is leaving",
                    Standing::Leaving => return,
                };
                lines.add(&format!("{} {how}", self.introduced(*who)), "");
                if *standing == Standing::Out {
                    self.note_held_role(folk, *who);
                }
            }
            Happening::Ending(why) => {
                if alone {
                    return;
                }
                let saying = self.saying(folk, script);
                let name = saying.script();
                lines.add(
                    &format!("{name} comes to its end: {}", end(&saying, *why)),
                    "",
                );
            }
            Happening::Over => {
                let since = self.scenes.remove(&scene).and_then(|(_, since)| since);
                if alone {
                    return;
                }
                let lasted = since.map(|since| span(by_the_clock(folk, folk.now().since(since))));
                let name = self.symbols.name(Category::Script, script.0);
                let lasted = lasted.map(|span| format!(" after {span}"));
                lines.heading(&format!("{name} is over{}", lasted.unwrap_or_default()));
            }
            Happening::Fault(fault) => {
                if !self.is_news(scene, fault) {
                    return;
                }
                self.counts.faults += 1;
                let saying = self.saying(folk, script);
                let place = rule_of(fault).and_then(|rule| saying.place_of(rule));
                let what = saying.words().happening(&line.what);
                lines.fault(&what, &place.unwrap_or_default());
            }
            // A mind recalls its own character; the reason is told there.
            Happening::Recalled { who, .. } if folk.mind(*who).is_some() && !self.verbose => {}
            Happening::AskedToStop { .. }
            | Happening::Recalled { .. }
            | Happening::ClaimLost { .. } => {
                let what = self.saying(folk, script).words().happening(&line.what);
                // The end of a shift and the mind may both recall.
                let again = |other: &TraceLine| other.what == line.what && other.scene == scene;
                if after.iter().any(again) {
                    return;
                }
                lines.add(&what, "");
            }
            Happening::Added(_)
            | Happening::Removed(_)
            | Happening::Passed(_)
            | Happening::Released(_)
            | Happening::Property { .. }
            | Happening::Went { .. } => {
                if self.verbose {
                    lines.detail(&detail(&self.saying(folk, script), &line.what));
                }
            }
        }
    }

    fn is_news(&mut self, scene: SceneId, fault: &Fault) -> bool {
        match fault {
            Fault::OutOfSteps { who, rule } => self.too_long.insert((scene, *who, *rule)),
            _ => true,
        }
    }

    fn tell_of_events(&mut self, folk: &Folk, lines: &mut Lines) {
        for event in &folk.output().events {
            match event {
                Event::SceneBegan {
                    scene,
                    script,
                    cast,
                    ..
                } => {
                    self.counts.scenes += 1;
                    self.scenes.insert(*scene, (*script, Some(folk.now())));
                    self.eventful = true;
                    if self.is_solitary(folk, *script) {
                        continue;
                    }
                    for (who, role) in cast {
                        if let Some(known) = self.known.get_mut(who) {
                            known.role = Some(*role);
                        }
                    }
                    let cast = cast.iter().map(|(who, _)| self.introduced(*who));
                    let cast: Vec<String> = cast.collect();
                    let script = self.symbols.name(Category::Script, script.0);
                    lines.heading(&format!("{script} begins with {}", cast.join(", ")));
                }
                Event::Mind(who, what) => self.tell_of_mind(folk, *who, what, lines),
                Event::Noticed(who, location) if self.verbose => {
                    let place = self.location(folk, *location);
                    lines.add(&format!("{} notices {place}", self.introduced(*who)), "");
                }
                Event::RejectedReport(what) if self.verbose => {
                    lines.detail(&format!("(not heard: {what:?})"));
                }
                _ => {}
            }
        }
    }

    fn tell_of_commands(&mut self, folk: &Folk, trace: &[TraceLine], lines: &mut Lines) {
        for command in &folk.output().commands {
            self.tell_of_talk(command, lines);
            match command {
                Command::ShowIcon(who, location, icon) => {
                    let icon = self.symbols.name(Category::Symbol, icon.0);
                    let place = self.location(folk, *location);
                    let who = self.introduced(*who);
                    lines.add(&format!("{who} sees the icon {icon} of {place}"), "");
                }
                // A scene whose script is gone only releases its participants.
                Command::Leave(who, _) if !trace.iter().any(|line| is_out(line, *who)) => {
                    lines.add(&format!("{} leaves", self.introduced(*who)), "");
                }
                Command::Withdraw(who) => {
                    lines.add(&format!("{} is withdrawn", self.introduced(*who)), "");
                }
                _ => {}
            }
        }
    }

    /// The name of a placed location's kind.
    pub fn location(&self, folk: &Folk, location: LocationId) -> String {
        let kind = folk.location(location).map(|place| place.kind);
        let name = kind.map(|kind| self.symbols.name(Category::Location, kind.0));
        name.unwrap_or_else(|| "a place that is gone".into())
    }
}

fn is_out(line: &TraceLine, who: CharacterId) -> bool {
    let out = Happening::Stands {
        who,
        standing: Standing::Out,
    };
    line.what == out
}

/// The effects of a rule without action: the changes right after it.
fn consequences(saying: &Saying<'_>, who: CharacterId, after: &[TraceLine]) -> String {
    let mut parts = vec![];
    for line in after {
        match &line.what {
            Happening::Added(_) | Happening::Removed(_) => parts.push(detail(saying, &line.what)),
            Happening::Went { who: w, state } if *w == who => {
                parts.push(format!("now {}", saying.state(*state)));
            }
            _ => break,
        }
    }
    parts.join(", ")
}

fn detail(saying: &Saying<'_>, happening: &Happening) -> String {
    match happening {
        Happening::Added(atom) => format!("+ {}", saying.atom(atom)),
        Happening::Removed(atom) => format!("- {}", saying.atom(atom)),
        Happening::Passed(atom) => format!("- {} (its time is over)", saying.atom(atom)),
        Happening::Released(atom) => format!("- {} (released)", saying.atom(atom)),
        Happening::Went { who, state } => {
            format!("{} is now {}", saying.person(*who), saying.state(*state))
        }
        other => saying.words().happening(other),
    }
}

fn end(saying: &Saying<'_>, why: EndReason) -> String {
    match why {
        EndReason::Rule => "a rule says so".into(),
        EndReason::Report => "it is told to".into(),
        EndReason::Vacant(role) => format!("too few are left as {}", saying.role(role)),
        EndReason::NobodyThere => "nobody is there any more".into(),
        EndReason::NoScript => "there is no such script any more".into(),
    }
}

fn rule_of(fault: &Fault) -> Option<RuleId> {
    match fault {
        Fault::OutOfSteps { rule, .. } => *rule,
        Fault::NoSuchAction(rule, _) => Some(*rule),
        _ => None,
    }
}

/// Lines of one moment.
pub(super) struct Lines {
    time: String,
    lines: Vec<String>,
}

impl Lines {
    pub(super) fn add(&mut self, what: &str, reason: &str) {
        let (what, reason) = (style::harmless(what), style::harmless(reason));
        let time = style::paint(style::QUIET, &self.time);
        self.lines.push(match reason.is_empty() {
            true => format!("{time}  {what}"),
            false => {
                let wide = what.chars().count();
                let gap = " ".repeat(REASON_COLUMN.saturating_sub(wide).max(2));
                format!("{time}  {what}{gap}{}", style::paint(style::QUIET, &reason))
            }
        });
    }

    fn heading(&mut self, what: &str) {
        let time = style::paint(style::QUIET, &self.time);
        let what = style::paint(style::STRONG, &style::harmless(what));
        self.lines.push(format!("{time}  -- {what}"));
    }

    pub(super) fn fault(&mut self, what: &str, place: &str) {
        let time = style::paint(style::QUIET, &self.time);
        let what = style::paint(style::WARNING, &style::harmless(what));
        let place = match place {
            "" => String::new(),
            place => format!(" ({})", style::harmless(place)),
        };
        self.lines.push(format!("{time}  {what}{place}"));
    }

    fn detail(&mut self, what: &str) {
        let what = style::paint(style::QUIET, &style::harmless(what));
        self.lines.push(format!("              {what}"));
    }
}
