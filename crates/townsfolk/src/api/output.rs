//! A tick output that the host owns, so that it can report while it iterates over the commands.

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

/// The output of a tick, with the names to show it.
#[derive(Clone, Debug, Default)]
pub struct TickOutput {
    output: Output,
    pub(crate) names: Names,
    backgrounds: BTreeMap<ActionRef, Background>,
}

/// Details of an action beside its command.
#[derive(Clone, Debug, Default)]
struct Background {
    /// The rule that fired or the intention of the mind, in words.
    cause: Option<String>,
    /// Its first text, with parameters filled in.
    text: Option<String>,
    /// Approach points of its target.
    approaches: Vec<(SymbolId, Place)>,
}

/// An action that a tick asks for.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Start<'a> {
    /// The id of this performance, under which its outcome is reported.
    pub action: ActionRef,
    /// The location.
    pub location: LocationId,
    /// The character that performs it.
    pub who: CharacterId,
    /// The second performer.
    pub partner: Option<CharacterId>,
    /// The action.
    pub what: ActionId,
    /// The channel that it occupies.
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
    /// Whether this is the action of a name: `start.is("walk_to")`. A name that the content lacks
    /// never matches; where a slip must be an error, compare with `folk.id("walk_to")?`.
    pub fn is(&self, name: &str) -> bool {
        let known = &self.tick.names.symbols.names;
        match known.get(&(Category::Action, self.what.0)) {
            Some(known) => known == name,
            None => self.what == ActionId::named(name),
        }
    }

    /// The destination, if this is the `walk_to` of a mind.
    pub fn goal(&self) -> Option<Place> {
        self.command.goal()
    }

    /// The rule that fired or the intention of the mind, in words, if symbols are loaded.
    pub fn cause(&self) -> Option<&str> {
        self.tick.backgrounds.get(&self.action)?.cause.as_deref()
    }

    /// The spoken text: the first text among the arguments. Where it names variables of its rule,
    /// as in `"Good morning, {Other}"`, their values are filled in; that requires symbols.
    pub fn text(&self) -> Option<&str> {
        self.tick.backgrounds.get(&self.action)?.text.as_deref()
    }

    /// Where the target can be approached, if it is a prop whose kind has approach points with
    /// positions: the name of each point, and its place, turned with the location.
    pub fn approaches(&self) -> &[(SymbolId, Place)] {
        let background = self.tick.backgrounds.get(&self.action);
        background.map_or(&[], |background| &background.approaches)
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
    /// The commands to the host, in order, each with a `Display` in names.
    pub fn commands(&self) -> impl Iterator<Item = Named<'_, Command>> {
        self.output
            .commands
            .iter()
            .map(|c| Named::new(c, &self.names))
    }

    /// The events, in order, each with a `Display` in names.
    pub fn events(&self) -> impl Iterator<Item = Named<'_, Event>> {
        self.output
            .events
            .iter()
            .map(|e| Named::new(e, &self.names))
    }

    /// The actions that are to start.
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
    /// Advances by one tick, a sixtieth of a second, without readings and on this thread. Returns
    /// the commands and events. Hosts with readings or threads use [`tick_with`](Folk::tick_with),
    /// which copies nothing.
    pub fn tick(&mut self) -> TickOutput {
        self.tick_with(&NoReadings, &SingleThread);
        self.named_output()
    }

    /// A copy of the output of the last tick, with names.
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

    /// Reports that everything a tick asked for is done at once: actions succeed, walkers arrive,
    /// characters appear and disappear. A real game reports when an animation ends.
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
            let mut background = match start.action.owner {
                Owner::Scene(id) => {
                    let scene = scenes.entry(id).or_insert_with(|| self.scene(id));
                    self.of_rule(scene.as_ref(), start.action, text)
                }
                Owner::Decider(who) => Background {
                    cause: self.wish_of(who),
                    text: text.map(str::to_owned),
                    approaches: vec![],
                },
            };
            background.approaches = self.approaches_of(&start);
            (start.action, background)
        };
        tick.starts().map(background).collect()
    }

    fn approaches_of(&self, start: &Start<'_>) -> Vec<(SymbolId, Place)> {
        match (start.target, self.location(start.location)) {
            (Some(Value::Prop(prop)), Some(place)) => place.approaches(self.module(), prop),
            _ => vec![],
        }
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
            approaches: vec![],
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
