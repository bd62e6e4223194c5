//! A tick that the host owns, so that it can report while it goes through the commands.

use super::Named;
use super::fill::fill;
use super::names::Names;
use crate::executor::SingleThread;
use crate::folk::Folk;
use crate::host::{Command, Event, NoReadings, Output, Report};
use crate::inline_vec::InlineVec;
use crate::place::Place;
use crate::words::mind::node_name;
use crate::words::saying::variable;
use std::collections::BTreeMap;
use std::fmt;
use townsfolk_core::{
    ActionId, ActionRef, Channel, CharacterId, LocationId, Outcome, Owner, SceneId, SymbolId, Value,
};
use townsfolk_module::Category;
use townsfolk_scene::reference::Scene;

/// What a tick put out, with the names to show it.
#[derive(Clone, Debug, Default)]
pub struct TickOutput {
    output: Output,
    pub(crate) names: Names,
    backgrounds: BTreeMap<ActionRef, Background>,
}

/// What is known of an action beside its command.
#[derive(Clone, Debug, Default)]
struct Background {
    /// The rule that fired or what the mind wants, in words.
    cause: Option<String>,
    /// Its first text, with parameters filled in.
    text: Option<String>,
}

/// An action that a tick asks for.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Start<'a> {
    /// The name of this performance, under which its outcome is reported.
    pub action: ActionRef,
    /// At which location.
    pub location: LocationId,
    /// Who performs it.
    pub who: CharacterId,
    /// Who performs it too.
    pub partner: Option<CharacterId>,
    /// What is performed.
    pub what: ActionId,
    /// What it occupies.
    pub channel: Channel,
    /// Its arguments.
    pub arguments: &'a [Value],
    /// Its named parameters with their defaults, sorted by name.
    pub named: &'a [(SymbolId, Value)],
    /// The first argument that is a character or prop.
    pub target: Option<Value>,
    command: &'a Command,
    tick: &'a TickOutput,
}

impl Start<'_> {
    /// Whether this is the action of a name: `start.is("walk_to")`. A name that the content does not
    /// have is never right; where a slip must be an error, compare with `folk.id("walk_to")?`.
    pub fn is(&self, name: &str) -> bool {
        let known = &self.tick.names.symbols.names;
        match known.get(&(Category::Action, self.what.0)) {
            Some(known) => known == name,
            None => self.what == ActionId::named(name),
        }
    }

    /// Where a mind wants to walk, if this is its `walk_to`.
    pub fn goal(&self) -> Option<Place> {
        self.command.goal()
    }

    /// The rule that fired or what the mind wants, in words, if names are known.
    pub fn cause(&self) -> Option<&str> {
        self.tick.backgrounds.get(&self.action)?.cause.as_deref()
    }

    /// What is said: the first text among the arguments. Where it names variables of its rule, as in
    /// `"Good morning, {Other}"`, their values are filled in; that takes symbols.
    pub fn text(&self) -> Option<&str> {
        self.tick.backgrounds.get(&self.action)?.text.as_deref()
    }
}

impl fmt::Display for Start<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = &self.tick.names;
        write!(f, "{}: ", names.person(self.who))?;
        if let Some(cause) = self.cause() {
            write!(f, "{cause}, ")?;
        }
        f.write_str(&names.name(Category::Action, self.what.0))?;
        if !self.arguments.is_empty() {
            write!(f, "({})", names.values(self.arguments))?;
        }
        match self.partner {
            Some(partner) => write!(f, " together with {}", names.person(partner)),
            None => Ok(()),
        }
    }
}

impl TickOutput {
    /// What the host is asked to do, in this order, each with a `Display` in names.
    pub fn commands(&self) -> impl Iterator<Item = Named<'_, Command>> {
        self.output
            .commands
            .iter()
            .map(|c| Named::new(c, &self.names))
    }

    /// What happened, in this order, each with a `Display` in names.
    pub fn events(&self) -> impl Iterator<Item = Named<'_, Event>> {
        self.output
            .events
            .iter()
            .map(|e| Named::new(e, &self.names))
    }

    /// The actions that are to begin.
    pub fn starts(&self) -> impl Iterator<Item = Start<'_>> {
        let commands = self.output.commands.iter();
        commands.filter_map(|command| match command {
            Command::Start {
                action,
                location,
                who,
                partner,
                what,
                channel,
                arguments,
                named,
                target,
            } => Some(Start {
                action: *action,
                location: *location,
                who: *who,
                partner: *partner,
                what: *what,
                channel: *channel,
                arguments,
                named,
                target: *target,
                command,
                tick: self,
            }),
            _ => None,
        })
    }

    /// The commands and events without their names.
    pub fn into_output(self) -> Output {
        self.output
    }
}

impl Folk {
    /// Lets a sixtieth of a second go by, without readings and on this thread, and says what the
    /// host is asked to do. Hosts with readings or threads use [`tick_with`](Folk::tick_with),
    /// which copies nothing.
    pub fn tick(&mut self) -> TickOutput {
        self.tick_with(&NoReadings, &SingleThread);
        self.named_output()
    }

    /// A copy of what the last tick put out, with names.
    pub fn named_output(&self) -> TickOutput {
        let output = self.output().clone();
        let mut names = Names {
            symbols: self.names.symbols.clone(),
            ..Names::default()
        };
        output
            .commands
            .iter()
            .for_each(|c| self.names_in_command(c, &mut names));
        output
            .events
            .iter()
            .for_each(|e| self.names_in_event(e, &mut names));
        let mut tick = TickOutput {
            output,
            names,
            backgrounds: BTreeMap::new(),
        };
        tick.backgrounds = self.backgrounds(&tick);
        tick
    }

    /// Reports that everything a tick asked for is done at once: actions are carried out, walkers
    /// arrive, people appear and disappear. A real game reports when an animation ends.
    pub fn finish_all(&mut self, tick: TickOutput) {
        for command in tick.output.commands {
            let goal = command.goal();
            match command {
                Command::Start { action, who, .. } => {
                    if let Some(goal) = goal {
                        self.report(Report::Moved(who, goal));
                    }
                    self.report(Report::Outcome(action, Outcome::Done));
                }
                Command::Stop(action) => self.report(Report::Outcome(action, Outcome::Stopped)),
                Command::Spawn { who, location, .. } => {
                    if let Some(at) = self.location(location).map(|place| place.at) {
                        self.report(Report::Moved(who, at));
                    }
                    self.report(Report::Spawned(who));
                }
                Command::Withdraw(who) => self.report(Report::Gone(who)),
                Command::Leave(..) | Command::ShowIcon(..) | Command::HideIcon(..) => {}
            }
        }
    }

    fn backgrounds(&self, tick: &TickOutput) -> BTreeMap<ActionRef, Background> {
        let mut scenes: BTreeMap<SceneId, Option<Scene>> = BTreeMap::new();
        let background = |start: Start<'_>| {
            let text = start.arguments.iter().find_map(|value| match value {
                Value::Text(id) => self.module().text(*id),
                _ => None,
            });
            let background = match start.action.owner {
                Owner::Scene(id) => {
                    let scene = scenes.entry(id).or_insert_with(|| self.scene(id));
                    self.of_rule(scene.as_ref(), start.action, text)
                }
                Owner::Decider(who) => Background {
                    cause: self.wish_of(who),
                    text: text.map(str::to_owned),
                },
            };
            (start.action, background)
        };
        tick.starts().map(background).collect()
    }

    fn of_rule(&self, scene: Option<&Scene>, action: ActionRef, text: Option<&str>) -> Background {
        let symbols = self.symbols();
        let mut running = scene.iter().flat_map(|scene| &scene.running);
        let run = running.find(|run| run.id == action.start);
        let rule = run.and_then(|run| run.rule);
        let cause = rule.and_then(|rule| symbols.names.get(&(Category::Rule, rule.0)));
        let value = |name: &str| {
            let value = variable(symbols, scene?, action, name)?;
            Some(match value {
                Value::Character(who) => self.name_of(who),
                other => self.names.value(other).replace('_', " "),
            })
        };
        Background {
            cause: cause.map(|name| name.replace('_', " ")),
            text: text.map(|text| fill(text, value)),
        }
    }

    fn wish_of(&self, who: CharacterId) -> Option<String> {
        let node = self.mind(who)?.pursuit.as_ref()?.action;
        self.symbols().names.get(&(Category::Node, node.0))?;
        Some(node_name(self.symbols(), node))
    }

    fn names_in_command(&self, command: &Command, names: &mut Names) {
        match command {
            Command::Start {
                location,
                who,
                partner,
                arguments,
                named,
                ..
            } => {
                self.name_place(*location, names);
                self.name_people([*who].into_iter().chain(*partner), names);
                self.name_values(arguments, named, names);
            }
            Command::Stop(action) => self.name_people(action.decider(), names),
            Command::Leave(who, location)
            | Command::ShowIcon(who, location, _)
            | Command::HideIcon(who, location)
            | Command::Spawn { who, location, .. } => {
                self.name_people([*who], names);
                self.name_place(*location, names);
            }
            Command::Withdraw(who) => self.name_people([*who], names),
        }
    }

    fn name_values(
        &self,
        arguments: &[Value],
        named: &InlineVec<(SymbolId, Value), 2>,
        names: &mut Names,
    ) {
        let all = arguments.iter().chain(named.iter().map(|(_, value)| value));
        let people = all.filter_map(|value| match value {
            Value::Character(who) => Some(*who),
            _ => None,
        });
        self.name_people(people.collect::<Vec<CharacterId>>(), names);
    }

    fn names_in_event(&self, event: &Event, names: &mut Names) {
        use crate::minds::MindEvent;
        match event {
            Event::SceneBegan { location, cast, .. } => {
                self.name_place(*location, names);
                self.name_people(cast.iter().map(|(who, _)| *who), names);
            }
            Event::Joins(who, ..)
            | Event::Driven(who, ..)
            | Event::Yours(who)
            | Event::Oscillates(who, _) => {
                self.name_people([*who], names);
            }
            Event::SceneOver(_, location) => self.name_place(*location, names),
            Event::Noticed(who, location) => {
                self.name_people([*who], names);
                self.name_place(*location, names);
            }
            Event::Mind(who, news) => {
                self.name_people([*who], names);
                match news {
                    MindEvent::Interacted(_, other)
                    | MindEvent::Told(other, _)
                    | MindEvent::Met(other)
                    | MindEvent::WaitedInVain(other)
                    | MindEvent::Arranged { with: other, .. } => self.name_people([*other], names),
                    _ => {}
                }
            }
            Event::SceneEnding(..) | Event::Fault(..) | Event::RejectedReport(_) => {}
        }
    }

    pub(super) fn name_people(
        &self,
        people: impl IntoIterator<Item = CharacterId>,
        names: &mut Names,
    ) {
        for who in people {
            let name = || self.name_of(who);
            names.people.entry(who).or_insert_with(name);
        }
    }

    fn name_place(&self, location: LocationId, names: &mut Names) {
        let name = || self.name_of_place(location);
        names.places.entry(location).or_insert_with(name);
    }
}
