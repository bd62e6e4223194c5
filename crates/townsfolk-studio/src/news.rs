//! Events in sentences, and speech: the last lines, for the feed and for speech bubbles.

use serde::Serialize;
use std::collections::VecDeque;
use std::sync::Arc;
use townsfolk::words::clock::clock;
use townsfolk::words::mind::{MindWords, verb};
use townsfolk::words::names::{location, plain};
use townsfolk::words::saying::spoken;
use townsfolk::{Command, Event, Folk, MindEvent};
use townsfolk_core::{ActionId, CharacterId, LocationKindId, Value};
use townsfolk_module::mind::Interaction;
use townsfolk_module::{Category, Symbols};
use townsfolk_town::living::Living;
use townsfolk_town::stage::tower::TowerEdit;
use townsfolk_town::tower::ShaftKind;

/// Maximum number of lines; the oldest are dropped.
const LINES: usize = 240;

/// Population from which chats are not listed.
const LARGE: usize = 60;

/// Lines of this weight are shown wherever they happen; lighter ones only where a page looks.
pub(crate) const NOTABLE: u8 = 3;

/// A line.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Line {
    /// Its number, counting all lines.
    pub number: u64,
    /// The tick.
    pub tick: i64,
    /// The time of day.
    pub time: String,
    /// The character.
    pub who: u32,
    /// The sentence; empty for a line that is only a bubble.
    pub text: String,
    /// The words in the bubble.
    pub says: Option<String>,
    /// Whether the words are a text of the content, and not about small talk.
    pub aloud: bool,
    /// Its weight.
    #[serde(skip)]
    pub weight: u8,
}

/// The last lines.
#[derive(Clone, Debug, Default)]
pub(crate) struct News {
    lines: VecDeque<Arc<Line>>,
    count: u64,
}

impl News {
    /// Takes in a tick. With `everywhere`, words are for all pages, wherever they are said.
    pub(crate) fn note(&mut self, folk: &Folk, symbols: &Symbols, everywhere: bool) {
        let words = MindWords { symbols, folk };
        for command in &folk.output().commands {
            if let Some(mut line) = speech(&words, command) {
                if everywhere {
                    line.weight = line.weight.max(NOTABLE);
                }
                self.add(folk, line);
            }
        }
        let is_large = folk.characters().nth(LARGE).is_some();
        for event in &folk.output().events {
            let line = event_line(&words, event);
            if let Some(line) = line.filter(|line| line.weight > 0 || !is_large) {
                self.add(folk, line);
            }
        }
    }

    /// Takes in a change of a tower.
    pub(crate) fn note_edit(&mut self, town: &Living, symbols: &Symbols, edit: TowerEdit) {
        let line = Line {
            text: edited(town, symbols, edit),
            weight: NOTABLE,
            ..Line::default()
        };
        self.add(&town.folk, line);
    }

    fn add(&mut self, folk: &Folk, line: Line) {
        self.count += 1;
        if self.lines.len() >= LINES {
            self.lines.pop_front();
        }
        self.lines.push_back(Arc::new(Line {
            number: self.count,
            tick: folk.now().0,
            time: clock(folk.daytime()),
            ..line
        }));
    }

    /// The lines, oldest first.
    pub(crate) fn lines(&self) -> Vec<Arc<Line>> {
        self.lines.iter().cloned().collect()
    }

    /// Drops lines after a tick.
    pub(crate) fn go_to(&mut self, tick: i64) {
        self.lines.retain(|line| line.tick <= tick);
    }
}

/// A change of a tower as a sentence.
fn edited(town: &Living, symbols: &Symbols, edit: TowerEdit) -> String {
    let tower = town.stage.tower();
    let floors = tower.map_or(0, |tower| tower.floors());
    let shaft = |number| {
        let shaft = tower.and_then(|tower| tower.shaft(number));
        let kind = match shaft.map(|shaft| shaft.kind) {
            Some(ShaftKind::Lift) => "lift",
            Some(ShaftKind::Escalator) => "escalator",
            Some(ShaftKind::Stairs) | None => "staircase",
        };
        format!("the {kind} at {}", shaft.map_or(0, |shaft| shaft.x))
    };
    let kind = |kind: LocationKindId| plain(symbols, Category::Location, kind.0);
    let change = match edit {
        TowerEdit::AddFloor => format!("floor {} is added", floors.saturating_sub(1)),
        TowerEdit::Close(number) => format!("{} is closed", shaft(number)),
        TowerEdit::Open(number) => format!("{} runs again", shaft(number)),
        TowerEdit::Wall(floor, x) => format!("there is a wall on floor {floor} at {x}"),
        TowerEdit::Unwall(floor, x) => format!("the wall on floor {floor} at {x} is gone"),
        TowerEdit::Remove(of) => format!("every {} is removed", kind(of)),
        TowerEdit::Place(of, floor, x) => format!("a {} on floor {floor} at {x}", kind(of)),
    };
    format!("The tower changes: {change}.")
}

/// The line for a speech that begins: a text of a scene, or small talk.
fn speech(words: &MindWords<'_>, command: &Command) -> Option<Line> {
    let Command::Start {
        action,
        who,
        what,
        arguments,
        named,
        ..
    } = command
    else {
        return None;
    };
    let name = words.name(*who);
    // A bark has its words as a parameter.
    let barked = named.iter().map(|(_, value)| *value);
    let texts: Vec<Value> = arguments.iter().copied().chain(barked).collect();
    if let Some(said) = spoken(words.symbols, words.folk, *action, &texts) {
        let to = arguments.iter().find_map(|value| match value {
            Value::Character(to) => Some(format!(" to {}", words.name(*to))),
            _ => None,
        });
        return Some(Line {
            who: who.0,
            text: format!("{name}{}: “{said}”", to.unwrap_or_default()),
            says: Some(said),
            aloud: true,
            weight: 2,
            ..Line::default()
        });
    }
    if *what == ActionId::named("cry") {
        return Some(Line {
            who: who.0,
            text: format!("{name} screams"),
            says: Some("screams".to_owned()),
            weight: 2,
            ..Line::default()
        });
    }
    let talk = words.folk.mind(*who)?.talk()?;
    if talk.interaction.name() != words.symbols.name(Category::Action, what.0) {
        return None;
    }
    let says = match (&talk.tiding, talk.subject) {
        (Some(tiding), _) => format!("says {}", words.news(tiding.news)),
        (None, Some(subject)) => format!("about {}", words.symbol(subject)),
        (None, None) => format!("{} {}", verb(talk.interaction), words.name(talk.to)),
    };
    Some(Line {
        who: who.0,
        says: Some(says),
        ..Line::default()
    })
}

fn event_line(words: &MindWords<'_>, event: &Event) -> Option<Line> {
    let (who, text, weight) = match event {
        Event::Mind(who, what) => {
            let weight = weight(*who, what)?;
            let text = format!("{} {}", words.name(*who), words.event(what)?);
            (*who, text, weight)
        }
        Event::SceneBegan {
            location: at,
            script,
            cast,
            ..
        } => {
            let script = plain(words.symbols, Category::Script, script.0);
            let at = location(words.symbols, words.folk, *at);
            let has_body = |who: &CharacterId| {
                let person = words.folk.character(*who);
                person.is_some_and(|person| person.attached_to.is_none())
            };
            let cast: Vec<CharacterId> =
                cast.iter().map(|(who, _)| *who).filter(has_body).collect();
            let names: Vec<String> = cast.iter().map(|who| words.name(*who)).collect();
            let who = *cast.first()?;
            let text = match script == at {
                true => format!("{script} begins: {}", names.join(", ")),
                false => format!("{script} begins at the {at}: {}", names.join(", ")),
            };
            (who, text, 2)
        }
        _ => return None,
    };
    Some(Line {
        who: who.0,
        text,
        weight,
        ..Line::default()
    })
}

/// The weight of an event of a mind; `None` if it is not listed.
fn weight(who: CharacterId, event: &MindEvent) -> Option<u8> {
    Some(match event {
        MindEvent::Interacted(Interaction::Nothing, _) => return None,
        MindEvent::Interacted(Interaction::Chat, _) => 0,
        MindEvent::Interacted(Interaction::Joke | Interaction::Compliment, _) => 1,
        MindEvent::Interacted(..) | MindEvent::WaitedInVain(_) => NOTABLE,
        MindEvent::Fault(_) => NOTABLE,
        MindEvent::Told(..) | MindEvent::Arranged { .. } => 2,
        MindEvent::SetOut(_) | MindEvent::RoleTaken(_) => 1,
        // Both have the event.
        MindEvent::Met(with) if who < *with => NOTABLE,
        _ => return None,
    })
}
