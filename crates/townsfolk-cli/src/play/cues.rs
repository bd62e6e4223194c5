//! Cues: actions of the game around a play at some moment. A character receives an offer, the
//! player acts, a fact is told, an event happens, a property or a reading is set.

use super::edit::{self, EditCue};
use super::moment::{Moment, clock, on_the_stage, span, thousandths_of};
use super::people::{self, listed};
use super::story::{self, Narrator};
use crate::arguments::Cueing;
use crate::style;
use crate::trouble::Trouble;
use std::collections::BTreeSet;
use std::str::FromStr;
use townsfolk::prelude::*;
use townsfolk::words::mind::verb;
use townsfolk::{Interaction, Offer};
use townsfolk_core::{Atom, Channel, Kind, MemberId, Number, PropId, SymbolId, Urgency};
use townsfolk_lang::near::near_names;
use townsfolk_module::{Category, Expr, FactDecl, HostForm, HostName, Literal, SetBy, Symbols};
use townsfolk_module::{Visit, Visited};
use townsfolk_town::TownStage;
use townsfolk_town::player::EVENT_M;
use townsfolk_town::stage::arena::{Gait, IntruderMove, Tool};

/// Distance at which the player stops before a place or a character, in millimetres.
const BESIDE_MM: u32 = 1_500;

/// `Ann need 2min at 12:00:30`: an offer for a character, for a while or permanently.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OfferCue {
    who: String,
    urgency: Urgency,
    span: Option<Duration>,
    at: Moment,
}

/// `accept at 12:00:30`, `walk out at 12:01`, `go to taproom at 17:00`, `insult Bea at 18:00`,
/// `creep to 12, 20 at 3s`, `throw bottles to 30, 18 at 8s`: an act of the player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerCue {
    act: PlayerAct,
    at: Moment,
}

impl PlayerCue {
    /// Whether the player reacts to an icon.
    pub fn accepts(&self) -> bool {
        self.act == PlayerAct::Accept
    }
}

/// Acts of the player besides told facts.
#[derive(Clone, PartialEq, Eq, Debug)]
enum PlayerAct {
    Accept,
    WalkOut,
    GoTo(String),
    Interact(Interaction, String),
    /// A move of an intruder.
    Intrude(IntruderMove),
}

/// `glass to 30, 18 at 8s`: a sound that nobody made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SoundCue {
    stimulus: String,
    to: Place,
    at: Moment,
}

/// `threat in kitchen within 20 m at 12:05`: an event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EventCue {
    event: String,
    place: String,
    within_m: u32,
    at: Moment,
}

/// `hunger(Ann) = 7 at 10s`, `raining = true`: a value of a property or a reading from then on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetCue {
    name: String,
    arguments: Vec<String>,
    value: String,
    /// Without a moment: from the beginning, or from where a saved play continues.
    at: Option<Moment>,
}

/// `picked(Ann, fool) at 12:00:30`: a fact for the scene.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TellCue {
    fact: String,
    arguments: Vec<String>,
    at: Moment,
}

/// The text before the last ` at `, and the moment after it.
fn cut(text: &str) -> Option<(&str, Result<Moment, String>)> {
    let (what, at) = text.rsplit_once(" at ")?;
    Some((what.trim(), at.trim().parse()))
}

impl FromStr for OfferCue {
    type Err = String;

    fn from_str(text: &str) -> Result<OfferCue, String> {
        let wrong = || {
            format!(
                "`{text}` is no offer; write who, how strongly, for how long, and when: `Ann need 2min at 12:00:30`"
            )
        };
        let (what, at) = cut(text).ok_or_else(wrong)?;
        let mut parts = what.splitn(3, char::is_whitespace);
        let who = parts
            .next()
            .filter(|who| !who.is_empty())
            .ok_or_else(wrong)?;
        let word = parts.next().ok_or_else(wrong)?;
        let Some(word) = Urgency::ALL.into_iter().find(|w| w.name() == word) else {
            let words = Urgency::ALL.map(Urgency::name);
            return Err(format!(
                "`{word}` is no word of the ladder; it goes {}",
                words.join(", ")
            ));
        };
        let long = parts
            .next()
            .map(|long| long.trim().trim_start_matches("for "));
        Ok(OfferCue {
            who: who.to_string(),
            urgency: word,
            span: long.map(span).transpose()?,
            at: at?,
        })
    }
}

impl FromStr for PlayerCue {
    type Err = String;

    fn from_str(text: &str) -> Result<PlayerCue, String> {
        let wrong = || {
            format!(
                "`{text}` is nothing a player does; write `accept at 12:00:30`, `walk out at 12:01`, `go to taproom at 17:00`, `insult Bea at 18:00`, `creep to 12, 20 at 3s` or `throw bottles to 30, 18 at 8s`"
            )
        };
        let (what, at) = cut(text).ok_or_else(wrong)?;
        let interaction = || {
            let (what, whom) = what.split_once(' ')?;
            Some((Interaction::named(what)?, whom.trim().to_string()))
        };
        let act = match what {
            "accept" => PlayerAct::Accept,
            "walk out" => PlayerAct::WalkOut,
            _ => match (intrusion(what), what.strip_prefix("go to "), interaction()) {
                (Some(made), ..) => PlayerAct::Intrude(made),
                (None, Some(place), _) => PlayerAct::GoTo(place.trim().to_string()),
                (None, None, Some((what, whom))) => PlayerAct::Interact(what, whom),
                (None, None, None) => return Err(wrong()),
            },
        };
        Ok(PlayerCue { act, at: at? })
    }
}

/// A point in metres: `12, 20` or `12.5, 20`.
fn point(text: &str) -> Option<Place> {
    let (x, y) = text.split_once(',')?;
    let mm = |text: &str| {
        let text = text.trim().trim_end_matches('m').trim_end();
        let (sign, text) = match text.strip_prefix('-') {
            Some(text) => (-1, text),
            None => (1, text),
        };
        i32::try_from(sign * thousandths_of(text)?).ok()
    };
    Some(Place {
        x_mm: mm(x)?,
        y_mm: mm(y)?,
        z_mm: 0,
    })
}

/// `creep to 12, 20`, `throw bottles to 30, 18`, `shoot to 30, 18`, `strike to 30, 18`: a move of an
/// intruder.
fn intrusion(text: &str) -> Option<IntruderMove> {
    let (what, to) = text.split_once(" to ")?;
    let to = point(to)?;
    if let Some(gait) = Gait::ALL.into_iter().find(|gait| gait.name() == what) {
        return Some(IntruderMove::Go { to, gait });
    }
    let tool = match what.strip_prefix("throw ") {
        Some(tool) => Tool::named(tool)?,
        None if what == "shoot" => Tool::named("rounds")?,
        None if what == "strike" => return Some(IntruderMove::Strike { at: to }),
        None => return None,
    };
    Some(IntruderMove::Use {
        tool: tool.attribute(),
        at: to,
    })
}

impl FromStr for SoundCue {
    type Err = String;

    fn from_str(text: &str) -> Result<SoundCue, String> {
        let wrong = || {
            format!(
                "`{text}` is no sound with its place in metres and its moment; write `glass to 30, 18 at 8s`"
            )
        };
        let (what, at) = cut(text).ok_or_else(wrong)?;
        let (stimulus, to) = what.split_once(" to ").ok_or_else(wrong)?;
        Ok(SoundCue {
            stimulus: stimulus.trim().to_string(),
            to: point(to).ok_or_else(wrong)?,
            at: at?,
        })
    }
}

impl FromStr for EventCue {
    type Err = String;

    fn from_str(text: &str) -> Result<EventCue, String> {
        let wrong = || {
            format!(
                "`{text}` is no event with its place and moment; write `threat in kitchen at 12:05`"
            )
        };
        let (what, at) = cut(text).ok_or_else(wrong)?;
        let (event, place) = what.split_once(" in ").ok_or_else(wrong)?;
        let (place, within_m) = match place.split_once(" within ") {
            Some((place, reach)) => {
                let metres = reach.trim().strip_suffix('m').map(str::trim);
                let metres = metres.and_then(|metres| metres.parse().ok());
                (place, metres.ok_or_else(wrong)?)
            }
            None => (place, EVENT_M),
        };
        Ok(EventCue {
            event: event.trim().to_string(),
            place: place.trim().to_string(),
            within_m,
            at: at?,
        })
    }
}

impl FromStr for SetCue {
    type Err = String;

    fn from_str(text: &str) -> Result<SetCue, String> {
        let wrong = || {
            format!(
                "`{text}` sets nothing; write `raining = true` or `hunger(Ann) = 7 at 12:00:30`"
            )
        };
        let (what, at) = match cut(text) {
            Some((what, at)) => (what, Some(at?)),
            None => (text, None),
        };
        let (name, value) = what.split_once('=').ok_or_else(wrong)?;
        let name = name.trim().trim_start_matches('.');
        let (name, arguments) = parts_of_call(name).ok_or_else(wrong)?;
        Ok(SetCue {
            name,
            arguments,
            value: value.trim().to_string(),
            at,
        })
    }
}

/// The name and the arguments of `picked(Ann, fool)`.
fn parts_of_call(text: &str) -> Option<(String, Vec<String>)> {
    let (name, rest) = text.split_once('(').unwrap_or((text, ")"));
    let inner = rest.trim_end().strip_suffix(')')?;
    let is_word = |word: &str| {
        let fits = |c: char| c.is_alphanumeric() || "_.".contains(c);
        !word.is_empty() && word.chars().all(fits)
    };
    let arguments: Vec<String> = match inner.trim() {
        "" => vec![],
        inner => inner.split(',').map(|part| part.trim().into()).collect(),
    };
    let is_value = |text: &String| is_word(text.strip_prefix('-').unwrap_or(text));
    let is_call = is_word(name) && arguments.iter().all(is_value);
    is_call.then(|| (name.to_string(), arguments))
}

impl FromStr for TellCue {
    type Err = String;

    fn from_str(text: &str) -> Result<TellCue, String> {
        let wrong = || {
            format!("`{text}` is no fact with its moment; write `picked(Ann, fool) at 12:00:30`")
        };
        let (what, at) = cut(text).ok_or_else(wrong)?;
        let (fact, arguments) = parts_of_call(what).ok_or_else(wrong)?;
        Ok(TellCue {
            fact,
            arguments,
            at: at?,
        })
    }
}

/// A cue.
#[derive(Clone, Debug)]
enum Cue {
    Offer(OfferCue, CharacterId),
    Withdraw(CharacterId),
    Player(PlayerAct),
    Tell(TellCue),
    Event(EventCue),
    Set(SetCue),
    Edit(EditCue),
    Sound(SoundCue),
}

/// The character with a name: characters with a mind have their own, others are named in order of
/// arrival.
fn find(folk: &Folk, symbols: &Symbols, name: &str) -> Option<CharacterId> {
    let named = |member: MemberId| {
        let known = symbols.names.get(&(Category::Character, member.0));
        known.is_some_and(|known| people::in_capitals(known).eq_ignore_ascii_case(name))
    };
    let mut people = folk.characters().map(|person| person.id);
    let person = people.find(|who| folk.member_of(*who).is_some_and(named));
    person.or_else(|| people::by_name(name))
}

/// The cues to come, in order of time.
#[derive(Clone, Debug, Default)]
pub struct Cues(Vec<(Tick, Cue)>);

impl Cues {
    /// The cues of a play whose clock has been set.
    pub fn of(cueing: &Cueing, folk: &Folk, symbols: &Symbols) -> Result<Cues, Trouble> {
        let mut cues = Cues::default();
        for offer in &cueing.offer {
            let who = find(folk, symbols, &offer.who).ok_or_else(|| nobody(&offer.who))?;
            let at = tick_of(offer.at, folk)?;
            cues.insert(at, Cue::Offer(offer.clone(), who));
        }
        for cue in &cueing.player {
            let at = tick_of(cue.at, folk)?;
            cues.insert(at, Cue::Player(cue.act.clone()));
        }
        for cue in &cueing.set {
            let at = cue.at.map_or(Ok(folk.now()), |at| tick_of(at, folk))?;
            host_name(folk, symbols, &cue.name)?;
            cues.insert(at, Cue::Set(cue.clone()));
        }
        for cue in &cueing.event {
            cues.insert(tick_of(cue.at, folk)?, Cue::Event(cue.clone()));
        }
        for cue in &cueing.sound {
            cues.insert(tick_of(cue.at, folk)?, Cue::Sound(cue.clone()));
        }
        for cue in &cueing.edit {
            cues.insert(tick_of(cue.at, folk)?, Cue::Edit(cue.clone()));
        }
        for cue in &cueing.tell {
            let at = tick_of(cue.at, folk)?;
            declared(folk, symbols, cue)?;
            cues.insert(at, Cue::Tell(cue.clone()));
        }
        Ok(cues)
    }

    /// Cues for the same moment stay in the order in which they were given.
    fn insert(&mut self, at: Tick, cue: Cue) {
        let place = self.0.partition_point(|(other, _)| *other <= at);
        self.0.insert(place, (at, cue));
    }

    /// Reports the cues for the next tick, and prints them.
    pub fn give(
        &mut self,
        folk: &mut Folk,
        stage: &mut TownStage,
        narrator: &Narrator,
    ) -> Result<Vec<String>, Trouble> {
        let next = folk.now().after(Duration(1));
        let time = clock(folk.daytime_at(next));
        let mut lines = vec![];
        while self.0.first().is_some_and(|(at, _)| *at <= next) {
            let (_, cue) = self.0.remove(0);
            let what = match cue {
                Cue::Offer(offer, who) => self.offer(folk, narrator, &offer, who, next),
                Cue::Withdraw(who) => {
                    folk.report(Report::Withdrawn(who, system()));
                    format!("{} is free again", narrator.name(who))
                }
                Cue::Player(act) => play_player(folk, stage, narrator, &act)?,
                Cue::Tell(cue) => tell(folk, narrator, &cue)?,
                Cue::Event(cue) => raise(folk, narrator, &cue)?,
                Cue::Set(cue) => set(folk, stage, narrator, &cue)?,
                Cue::Edit(cue) => edit::make(folk, stage, narrator, &cue)?,
                Cue::Sound(cue) => sound(folk, narrator, &cue)?,
            };
            lines.push(format!("{time}  -- {}", style::harmless(&what)));
        }
        Ok(lines)
    }

    fn offer(
        &mut self,
        folk: &mut Folk,
        narrator: &Narrator,
        offer: &OfferCue,
        who: CharacterId,
        now: Tick,
    ) -> String {
        if folk.character(who).is_none() {
            return format!("{} is wanted elsewhere, but not there", people::name(who));
        }
        folk.report(Report::Offered(Offer {
            who,
            by: system(),
            channel: Channel::Body,
            urgency: offer.urgency,
            score: 0,
            reason: SymbolId(0),
            duration: offer.span.map(|span| on_the_stage(folk, span)),
        }));
        let long = match offer.span {
            Some(span) => {
                self.insert(now.after(on_the_stage(folk, span)), Cue::Withdraw(who));
                format!("for {}", story::span(span))
            }
            None => "for good".to_string(),
        };
        let (name, word) = (narrator.name(who), offer.urgency.name());
        format!("{name} is wanted elsewhere {long}: {word}")
    }
}

/// The tick of a cue. The first tick sets the clock, so nothing before the second is past.
fn tick_of(at: Moment, folk: &Folk) -> Result<Tick, Trouble> {
    let tick = at.begins(folk).ok_or_else(never)?;
    if tick < folk.now() && folk.now().0 > 1 {
        let now = clock(folk.daytime());
        return Err(
            Trouble::new(format!("the moment of a cue is past: it is {now} already"))
                .hint("after `--load`, give only the cues that are still to come"),
        );
    }
    Ok(tick)
}

/// The decider in whose name offers are made here.
fn system() -> SymbolId {
    SymbolId::named("cue")
}

fn play_player(
    folk: &mut Folk,
    stage: &mut TownStage,
    narrator: &Narrator,
    act: &PlayerAct,
) -> Result<String, Trouble> {
    let players = folk.characters().filter(|person| person.player);
    let players: Vec<CharacterId> = players.map(|person| person.id).collect();
    let Some(first) = players.first().copied() else {
        return Ok("there is no player".to_string());
    };
    Ok(match act {
        PlayerAct::GoTo(place) => {
            let to = place_of(folk, narrator, place)?;
            let now = folk.now();
            match stage.walk(folk, first, to, BESIDE_MM, now) {
                Some(_) => format!("the player goes to {place}"),
                None => format!("the player finds no way to {place}"),
            }
        }
        PlayerAct::Intrude(made) => match stage.intrude(folk, made) {
            true => format!("the intruder {}", intruding(made)),
            false => format!("the intruder cannot do that: it {}", intruding(made)),
        },
        PlayerAct::Interact(what, whom) => {
            let to = find(folk, &narrator.symbols, whom).ok_or_else(|| nobody(whom))?;
            let verb = verb(*what);
            match folk.interact(first, what.name(), to) {
                Ok(()) => format!("the player {verb} {whom}"),
                Err(townsfolk::Error::NotHeard(why)) => {
                    format!("{whom} does not notice the player, and {}", why.reason())
                }
                Err(other) => return Err(Trouble::new(other.to_string())),
            }
        }
        PlayerAct::Accept => {
            let icons: Vec<(CharacterId, LocationId)> = folk
                .locations()
                .flat_map(|place| place.invites.iter().map(|who| (*who, place.id)))
                .collect();
            let sees = !icons.is_empty();
            for (who, location) in icons {
                folk.report(Report::Accepted(who, location));
            }
            match sees {
                true => "the player accepts".to_string(),
                false => "the player would accept, but sees no icon".to_string(),
            }
        }
        PlayerAct::WalkOut => {
            for who in players {
                folk.report(Report::WalkedOut(who));
            }
            "the player walks out".to_string()
        }
    })
}

/// What an intruder does, in words.
fn intruding(made: &IntruderMove) -> String {
    let at = |place: &Place| {
        let metres = |mm: i32| f64::from(mm) / 1000.0;
        format!("{}, {}", metres(place.x_mm), metres(place.y_mm))
    };
    match made {
        IntruderMove::Go { to, gait } => format!("{}s to {}", gait.name(), at(to)),
        IntruderMove::Use { tool, at: to } => {
            let tool = townsfolk_town::stage::arena::KIT
                .iter()
                .find(|known| known.attribute() == *tool);
            match tool.map(|tool| tool.flies_as) {
                Some("") | None => format!("shoots at {}", at(to)),
                Some("bottle") => format!("throws a bottle to {}", at(to)),
                Some(what) => format!("throws {what} to {}", at(to)),
            }
        }
        IntruderMove::Strike { .. } => "strikes".to_string(),
        IntruderMove::Steer { .. } => "moves".to_string(),
    }
}

/// Makes a sound.
fn sound(folk: &mut Folk, narrator: &Narrator, cue: &SoundCue) -> Result<String, Trouble> {
    let module = folk.module().clone();
    let name = |stimulus: &townsfolk_module::senses::Stimulus| {
        narrator.symbols.name(Category::Symbol, stimulus.name.0)
    };
    let stimuli = &module.senses.stimuli;
    let Some(found) = stimuli.iter().find(|known| name(known) == cue.stimulus) else {
        let mut names: Vec<String> = stimuli.iter().map(name).collect();
        names.sort_unstable();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let trouble = Trouble::new(format!("there is no stimulus `{}`", cue.stimulus));
        return Err(match names.is_empty() {
            true => trouble.hint("declare one: `stimulus glass reach 5 m, loud 0.8, told`"),
            false => trouble.hint(format!("there is {}", listed(&names))),
        });
    };
    townsfolk_town::stage::arena::sound(folk, found.id, cue.to, None, None);
    Ok(format!("{} sounds", cue.stimulus))
}

/// The position of a name: of a character, an area, or a kind of location.
fn place_of(folk: &Folk, narrator: &Narrator, name: &str) -> Result<Place, Trouble> {
    let person = find(folk, &narrator.symbols, name);
    let person = person.and_then(|who| folk.character(who)?.at);
    let area = || folk.middle_of(AreaId::named(name));
    let kind = LocationKindId::named(name);
    let location = || folk.locations().find(|place| place.kind == kind);
    let place = person.or_else(area).or_else(|| location().map(|l| l.at));
    place.ok_or_else(|| {
        let symbols = narrator.symbols.names.iter();
        let places = symbols.filter(|((c, _), _)| [Category::Area, Category::Location].contains(c));
        let mut places: Vec<&str> = places.map(|(_, name)| name.as_str()).collect();
        places.sort_unstable();
        let trouble = Trouble::new(format!("there is no area, location or character `{name}`"));
        match near_names(name, places.iter().copied(), 1).first() {
            Some(near) => trouble.hint(format!("did you mean `{near}`?")),
            None => trouble.hint(format!("the areas and locations are {}", listed(&places))),
        }
    })
}

/// Reports an event.
fn raise(folk: &mut Folk, narrator: &Narrator, cue: &EventCue) -> Result<String, Trouble> {
    let at = place_of(folk, narrator, &cue.place)?;
    let raised = folk.happened(&cue.event, at, cue.within_m);
    raised.map_err(|_| {
        Trouble::new(format!("no need asks for the event `{}`", cue.event))
            .hint("write it in a need: `excited by threat 0.8 within 20 m`")
    })?;
    Ok(format!("{} in {}", cue.event, cue.place))
}

/// Sets a property or a reading.
fn set(
    folk: &mut Folk,
    stage: &mut TownStage,
    narrator: &Narrator,
    cue: &SetCue,
) -> Result<String, Trouble> {
    let declared = host_name(folk, &narrator.symbols, &cue.name)?.clone();
    let of = match cue.arguments.is_empty() {
        true => String::new(),
        false => format!("({})", cue.arguments.join(", ")),
    };
    let shown = format!("{}{of} = {}", cue.name, cue.value);
    let any = vec!["_".to_string(); declared.parameters.len()];
    let arguments = match cue.arguments.is_empty() {
        true => &any,
        false => &cue.arguments,
    };
    if arguments.len() != declared.parameters.len() {
        let wanted = style::count(declared.parameters.len(), "argument");
        let given = arguments.len();
        return Err(Trouble::new(format!(
            "`.{}` has {wanted}, not {given}",
            cue.name
        )));
    }
    let value_of = |kind: Kind, text: &str| value(&narrator.symbols, kind, text);
    let arguments = declared
        .parameters
        .iter()
        .zip(arguments)
        .map(|(kind, text)| {
            Ok(match text.as_str() {
                "_" => None,
                text => Some(value_of(*kind, text)?),
            })
        });
    let arguments: Vec<Option<Value>> = arguments.collect::<Result<_, Trouble>>()?;
    let value = match (cue.value.as_str(), declared.result) {
        ("false", None) | ("none", _) => Pushed::HoldsNot,
        ("true", None) => Pushed::Holds,
        (text, Some(kind)) => Pushed::Is(value_of(kind, text)?),
        (text, None) => {
            return Err(Trouble::new(format!("`{text}` is neither true nor false"))
                .hint(format!("`.{0}` holds or does not: `{0} = true`", cue.name)));
        }
    };
    if declared.form != HostForm::Property {
        stage.set_reading(declared.id, arguments, value);
        return Ok(shown);
    }
    for arguments in each_character(folk, &arguments) {
        let set = folk.set_property(&cue.name, &arguments, value);
        set.map_err(|why| Trouble::new(why.to_string()))?;
    }
    Ok(shown)
}

/// The arguments, with every character of the world for an open one.
fn each_character(folk: &Folk, arguments: &[Option<Value>]) -> Vec<Vec<Value>> {
    let everybody: Vec<Value> = folk.characters().map(|p| Value::Character(p.id)).collect();
    let mut all: Vec<Vec<Value>> = vec![vec![]];
    for argument in arguments {
        let values = argument.map_or_else(|| everybody.clone(), |value| vec![value]);
        let longer = all
            .iter()
            .flat_map(|so_far| values.iter().map(|value| [&so_far[..], &[*value]].concat()));
        all = longer.collect();
    }
    all
}

/// The declaration of a property or a reading.
fn host_name<'f>(folk: &'f Folk, symbols: &Symbols, name: &str) -> Result<&'f HostName, Trouble> {
    let declared = &folk.module().host;
    let name_of = |host: &&HostName| symbols.name(Category::Host, host.id.0);
    if let Some(host) = declared.iter().find(|host| name_of(host) == name) {
        return Ok(host);
    }
    let mut names: Vec<String> = declared.iter().map(|host| name_of(&host)).collect();
    names.sort_unstable();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let trouble = Trouble::new(format!("there is no property or reading `{name}`"));
    Err(match near_names(name, names.iter().copied(), 1).first() {
        Some(near) => trouble.hint(format!("did you mean `{near}`?")),
        None if names.is_empty() => trouble.hint("declare one: `property raining`"),
        None => trouble.hint(format!("there is {}", listed(&names))),
    })
}

/// The properties and readings that the scripts of placed locations read and that have no value, in
/// words.
pub fn without_value(
    folk: &Folk,
    symbols: &Symbols,
    answers: &dyn Fn(HostId) -> bool,
) -> Vec<String> {
    let module = folk.module();
    let mut asked = BTreeSet::new();
    for place in folk.locations() {
        let kind = module.location(place.kind);
        let preferences = kind.map_or(&[][..], |kind| place.preferences(kind));
        let scripts = preferences.iter().filter_map(|p| module.script(p.script));
        scripts.for_each(|script| {
            script.visit(&mut |part| match part {
                Visited::Literal(Literal::Host { name, .. })
                | Visited::Expr(Expr::Host { name, .. }) => {
                    asked.insert(*name);
                }
                _ => {}
            })
        });
    }
    let is_open = |host: &&HostName| {
        let declared = module.attribute(host.id);
        asked.contains(&host.id)
            && declared.is_none_or(|a| a.set_by == SetBy::Host && a.default == Pushed::HoldsNot)
            && !folk.is_attribute_set(host.id)
            && !answers(host.id)
    };
    let open = module.host.iter().filter(is_open);
    let mut said: Vec<String> = open
        .map(|host| {
            let name = symbols.name(Category::Host, host.id.0);
            match host.result {
                Some(_) => format!("`.{name}` has no value"),
                None => format!("`.{name}` does not hold"),
            }
        })
        .collect();
    said.sort_unstable();
    said
}

/// Tells a fact to every scene in whose script it is declared.
fn tell(folk: &mut Folk, narrator: &Narrator, cue: &TellCue) -> Result<String, Trouble> {
    let fact = declared(folk, &narrator.symbols, cue)?;
    let (id, kinds) = (fact.id, fact.kinds.clone());
    let named = |(kind, text): (&Kind, &String)| value(&narrator.symbols, *kind, text);
    let arguments = kinds.iter().zip(&cue.arguments).map(named);
    let arguments: Vec<Value> = arguments.collect::<Result<_, _>>()?;
    let shown = match cue.arguments.is_empty() {
        true => cue.fact.clone(),
        false => format!("{}({})", cue.fact, cue.arguments.join(", ")),
    };
    let running = folk.locations().filter(|place| {
        let scene = place.scene.and_then(|scene| folk.scene(scene));
        let script = scene.and_then(|scene| folk.module().script(scene.script));
        script.is_some_and(|script| script.fact(id).is_some())
    });
    let running: Vec<LocationId> = running.map(|place| place.id).collect();
    if running.is_empty() {
        return Ok(format!("{shown} is told, but no scene is there to hear it"));
    }
    for location in running {
        let arguments = arguments.clone();
        folk.report(Report::Told(
            location,
            Atom {
                fact: id,
                arguments,
            },
        ));
    }
    Ok(format!("{shown} is told"))
}

/// The declaration of a fact that can be told, with this number of arguments.
fn declared<'f>(folk: &'f Folk, symbols: &Symbols, cue: &TellCue) -> Result<&'f FactDecl, Trouble> {
    let scripts = folk.module().scripts.iter();
    let told: Vec<&FactDecl> = scripts
        .flat_map(|script| &script.facts)
        .filter(|fact| fact.told)
        .collect();
    let name = |fact: &&FactDecl| symbols.name(Category::Fact, fact.id.0);
    let Some(fact) = told.iter().find(|fact| name(fact) == cue.fact) else {
        let mut names: Vec<String> = told.iter().map(name).collect();
        names.sort_unstable();
        names.dedup();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let trouble = Trouble::new(format!("there is no fact `{}` that is told", cue.fact));
        return Err(
            match near_names(&cue.fact, names.iter().copied(), 1).first() {
                Some(near) => trouble.hint(format!("did you mean `{near}`?")),
                None if names.is_empty() => {
                    trouble.hint("such facts are declared with `told`: `fact paid(guest) told`")
                }
                None => trouble.hint(format!("the facts that are told are {}", listed(&names))),
            },
        );
    };
    let (wanted, given) = (fact.kinds.len(), cue.arguments.len());
    if wanted != given {
        return Err(Trouble::new(format!(
            "`{}` has {}, not {given}",
            cue.fact,
            style::count(wanted, "argument")
        )));
    }
    Ok(fact)
}

/// A typed value: a name, or a number.
fn value(symbols: &Symbols, kind: Kind, text: &str) -> Result<Value, Trouble> {
    let find = |category: Category| {
        let mut names = symbols.names.iter();
        let found = names.find(|((c, _), name)| *c == category && name.as_str() == text);
        found.map(|((_, id), _)| *id)
    };
    let person = || {
        let met = find(Category::Character).map(CharacterId);
        met.or_else(|| people::by_name(text)).map(Value::Character)
    };
    let prop = || find(Category::Prop).map(|id| Value::Prop(PropId(id)));
    let (sign, amount) = match text.strip_prefix('-') {
        Some(amount) => (-1, amount),
        None => (1, text),
    };
    let found = match kind {
        Kind::Character | Kind::CharacterIn(_) => person(),
        Kind::Prop | Kind::PropOf(_) => prop(),
        Kind::Thing => person().or_else(prop),
        Kind::Symbol | Kind::SymbolOf(_) => {
            find(Category::Symbol).map(|id| Value::Symbol(SymbolId(id)))
        }
        Kind::Number => thousandths_of(amount).map(|n| Value::Number(Number(sign * n))),
        Kind::Duration => span(amount)
            .ok()
            .map(|span| Value::Duration(Duration(sign * span.0))),
        Kind::Time | Kind::Daytime | Kind::Text => None,
    };
    found.ok_or_else(|| {
        let what = match kind {
            Kind::Character | Kind::CharacterIn(_) => "names nobody",
            Kind::Prop | Kind::PropOf(_) | Kind::Thing => "names nothing here",
            Kind::Symbol | Kind::SymbolOf(_) => "is no such word",
            Kind::Number => "is no number",
            Kind::Duration => "is no span of time",
            Kind::Time | Kind::Daytime | Kind::Text => "cannot be typed here",
        };
        Trouble::new(format!("`{text}` {what}"))
            .hint("facts are told with names, words, numbers and spans: `picked(Ann, fool)`")
    })
}

fn nobody(name: &str) -> Trouble {
    Trouble::new(format!("nobody is ever called `{name}`")).hint(
        "people are named in order of coming: Ann, Bob, Cy, Dee …; play once to see who is who",
    )
}

/// The clock never reaches a moment.
pub fn never() -> Trouble {
    Trouble::new("the clock of this play never gets there")
        .hint("the calendar stands still or is slow: `--rate 1` is its usual pace")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cues_are_read_as_they_are_typed() {
        let offer: OfferCue = "Ann need 2min at 12:00:30".parse().unwrap();
        assert_eq!((offer.who.as_str(), offer.urgency), ("Ann", Urgency::Need));
        assert_eq!(offer.span, Some(Duration::minutes(2)));
        let offer: OfferCue = "Bob danger at 90s".parse().unwrap();
        assert_eq!(
            (offer.span, offer.at),
            (None, Moment::After(Duration::seconds(90)))
        );
        let same: OfferCue = "Ann need for 1 min 30 s at 1min".parse().unwrap();
        assert_eq!(same.span, Some(Duration::seconds(90)));
        let act: PlayerCue = "walk out at 12:01".parse().unwrap();
        assert_eq!(act.act, PlayerAct::WalkOut);
        let told: TellCue = "picked(Ann, fool) at 20s".parse().unwrap();
        assert_eq!(told.arguments, ["Ann", "fool"]);
        assert_eq!("done at 20s".parse::<TellCue>().unwrap().arguments.len(), 0);
    }

    /// Trial reliability.md 8: a negative number could not be told.
    #[test]
    fn numbers_and_spans_below_zero_can_be_told() {
        let told: TellCue = "warmth(-3.5, -10min) at 20s".parse().unwrap();
        let kinds = [Kind::Number, Kind::Duration].into_iter();
        let values = kinds.zip(&told.arguments);
        let values: Vec<Value> = values
            .map(|(kind, text)| value(&Symbols::default(), kind, text).unwrap())
            .collect();
        let below = Value::Duration(Duration(-Duration::minutes(10).0));
        assert_eq!(values, [Value::Number(Number(-3500)), below]);
        assert!("warmth(--3) at 20s".parse::<TellCue>().is_err());
        assert!("-warmth(3) at 20s".parse::<TellCue>().is_err());
    }

    #[test]
    fn an_intruder_creeps_runs_throws_and_strikes() {
        let act = |text: &str| text.parse::<PlayerCue>().map(|cue| cue.act);
        let at = |x_mm, y_mm| Place {
            x_mm,
            y_mm,
            z_mm: 0,
        };
        let creeps = IntruderMove::Go {
            to: at(12_500, -3_000),
            gait: Gait::Creeping,
        };
        assert_eq!(
            act("creep to 12.5, -3 at 3s"),
            Ok(PlayerAct::Intrude(creeps))
        );
        let throws = IntruderMove::Use {
            tool: HostId::named("bottles"),
            at: at(30_000, 18_000),
        };
        assert_eq!(
            act("throw bottles to 30, 18 at 8s"),
            Ok(PlayerAct::Intrude(throws))
        );
        let strikes = IntruderMove::Strike {
            at: at(1_000, 2_000),
        };
        assert_eq!(
            act("strike to 1 m, 2 m at 8s"),
            Ok(PlayerAct::Intrude(strikes))
        );
        assert!(act("throw stones to 30, 18 at 8s").is_err());
        let sound: SoundCue = "glass to 30, 18 at 8s".parse().unwrap();
        assert_eq!(
            (sound.stimulus.as_str(), sound.to),
            ("glass", at(30_000, 18_000))
        );
    }

    #[test]
    fn nonsense_is_no_cue() {
        for wrong in [
            "",
            "Ann",
            "Ann need",
            "Ann at 12:00",
            "Ann must 2min at 12:00",
            "Ann need 2 at 1s",
        ] {
            assert!(wrong.parse::<OfferCue>().is_err(), "{wrong}");
        }
        for wrong in ["", "accept", "dance at 12:00", "accept at noon"] {
            assert!(wrong.parse::<PlayerCue>().is_err(), "{wrong}");
        }
        for wrong in [
            "",
            "a(b at 1s",
            "a(b,) at 1s",
            "a b at 1s",
            "a(b)",
            "(b) at 1s",
        ] {
            assert!(wrong.parse::<TellCue>().is_err(), "{wrong}");
        }
    }
}
