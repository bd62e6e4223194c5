//! The player in a town: a body that walks, icons to accept, roles to play, characters to question,
//! and orders to followers.
//!
//! ```
//! # use townsfolk_town::living::Living;
//! # use townsfolk_town::player::Order;
//! # use townsfolk::Place;
//! # fn play(mut town: Living, jost: townsfolk_core::CharacterId) {
//! let me = town.add_player(Place::metres(20, 30));
//! town.walk_player(me, Place::metres(40, 24));              // as far as there is a way
//! for icon in town.icons(me) {                              // what is offered here
//!     town.accept(me, icon.location);                       // and the player says yes
//! }
//! let last_night = town.folk.moment();
//! let reply = town.ask_where(me, jost, jost, last_night);   // only who hears you answers
//! let _ = town.order(me, jost, Order::Come);                // only who takes orders comes
//! # let _ = reply;
//! # }
//! ```
//!
//! All of it reaches the engine as reports, so recordings contain it.

use crate::living::Living;
use serde::{Deserialize, Serialize};
use townsfolk::{Event, LocationId, Place, Report};
use townsfolk_core::digest::hash64;
use townsfolk_core::{
    Atom, CharacterId, Duration, Kind, PropKindId, RoleId, SceneId, SymbolId, TextId, Tick, Value,
};
use townsfolk_knowledge::Answer;
use townsfolk_mind::Moment;
use townsfolk_module::Emitter;

/// Characters with this role take the player's orders. Content declares the role.
pub const FOLLOWER: &str = "follower";

/// Maximum distance at which the player is heard, in millimetres.
pub const EARSHOT_MM: u32 = 8_000;

/// Distance within which an event of the player or of a command is noticed, in metres.
pub const EVENT_M: u32 = 30;

/// Maximum number of choices offered.
pub const CHOICES_MAX: usize = 24;

/// Distance at which a called character stops.
const BESIDE_MM: u32 = 1_500;

/// Time for which a called character waits for the next order.
const ATTENTIVE: Duration = Duration::seconds(10);

/// An icon that the player sees.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Icon {
    /// Its location.
    pub location: LocationId,
    /// The icon.
    pub icon: SymbolId,
}

/// The reply to a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// The character knows, or believes so.
    Knows(Answer),
    /// The character does not know.
    DoesNotKnow,
    /// The character does not hear the question: too far away, asleep, or not there.
    DoesNotHear,
}

/// An order of the player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Order {
    /// Come to the player.
    Come,
    /// Go to a place.
    GoTo(Place),
    /// Stay until released.
    Wait,
}

/// Why an order is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The character takes no orders.
    TakesNoOrders,
    /// The character does not hear it.
    DoesNotHear,
    /// There is no way for the character.
    NoWay,
}

/// An order that is being carried out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Errand {
    who: CharacterId,
    /// The goal; none while waiting.
    to: Option<Place>,
    /// Until when the character stays after that.
    until: Option<Tick>,
}

impl Errand {
    pub(crate) fn digest(&self) -> u64 {
        hash64(&postcard::to_allocvec(self).unwrap_or_default())
    }
}

impl Living {
    /// Adds the player, as near to a place as possible. The player has every role that a script
    /// allows for players; where characters hunt, those that are hunted.
    pub fn add_player(&mut self, at: Place) -> CharacterId {
        self.stage.bring_player(&mut self.folk, at)
    }

    /// The player characters.
    pub fn players(&self) -> impl Iterator<Item = CharacterId> + '_ {
        let people = self.folk.characters().filter(|person| person.player);
        people.map(|person| person.id)
    }

    /// Lets the player walk to a place. Returns whether there is a way.
    pub fn walk_player(&mut self, player: CharacterId, to: Place) -> bool {
        let now = self.folk.now();
        self.is_player(player) && self.stage.walk(&self.folk, player, to, 0, now).is_some()
    }

    /// The icons that the player sees now, by location.
    pub fn icons(&self, player: CharacterId) -> Vec<Icon> {
        let places = self.folk.locations();
        let inviting = places.filter(|place| place.invites.contains(&player));
        let icons = inviting.filter_map(|place| {
            let kind = self.content.module.location(place.kind)?;
            let icon = kind.emitters.iter().find_map(|emitter| match emitter {
                Emitter::Player { icon, .. } => Some(*icon),
                _ => None,
            })?;
            Some(Icon {
                location: place.id,
                icon,
            })
        });
        icons.collect()
    }

    /// The player accepts an icon. It counts only where one is shown.
    pub fn accept(&mut self, player: CharacterId, location: LocationId) {
        self.folk.report(Report::Accepted(player, location));
    }

    /// The scene of the player, and its location.
    pub fn scene_of(&self, player: CharacterId) -> Option<(SceneId, LocationId)> {
        let mut places = self.folk.locations();
        places.find_map(|place| {
            let scene = place.scene?;
            let part = self.folk.scene(scene)?;
            let takes_part = part.participants.iter().any(|one| one.who == player);
            takes_part.then_some((scene, place.id))
        })
    }

    /// Chooses an option of the scene: a fact that the script expects from the host, such as
    /// `picked(me, fool)`. Without a scene nothing happens.
    pub fn choose(&mut self, player: CharacterId, fact: Atom) {
        if let Some((_, location)) = self.scene_of(player) {
            self.folk.report(Report::Told(location, fact));
        }
    }

    /// The options of the player in its scene: every fact that the script expects from the host,
    /// with the player as its character, for each symbol or prop that it can name. At most
    /// [`CHOICES_MAX`].
    pub fn choices(&self, player: CharacterId) -> Vec<Atom> {
        let Some((scene, location)) = self.scene_of(player) else {
            return vec![];
        };
        let module = &self.content.module;
        let played = self.folk.scene(scene);
        let script = played.and_then(|scene| module.script(scene.script));
        let told = script.into_iter().flat_map(|script| &script.facts);
        let mut choices = vec![];
        for fact in told.filter(|fact| fact.told) {
            let mut about = vec![vec![]];
            for kind in &fact.kinds {
                let values = self.choosable(player, location, *kind);
                let longer = about.iter().flat_map(|values_so_far: &Vec<Value>| {
                    values.iter().map(|value| {
                        let mut longer = values_so_far.clone();
                        longer.push(*value);
                        longer
                    })
                });
                about = longer.take(CHOICES_MAX).collect();
            }
            choices.extend(about.into_iter().map(|arguments| Atom {
                fact: fact.id,
                arguments,
            }));
        }
        choices.truncate(CHOICES_MAX);
        choices
    }

    /// Possible values of an argument of a choice, by kind.
    fn choosable(&self, player: CharacterId, location: LocationId, kind: Kind) -> Vec<Value> {
        let module = &self.content.module;
        match kind {
            Kind::Character | Kind::CharacterIn(_) | Kind::Thing => vec![Value::Character(player)],
            Kind::SymbolOf(set) => {
                let set = module.symbol_set(set);
                let members = set.into_iter().flat_map(|set| &set.members);
                members.map(|member| Value::Symbol(*member)).collect()
            }
            Kind::Prop | Kind::PropOf(_) => {
                let location = self.folk.location(location);
                let props = location.and_then(|location| module.location(location.kind));
                let props = props.into_iter().flat_map(|kind| &kind.props);
                let fits = |prop: PropKindId| match kind {
                    Kind::PropOf(wanted) => prop == wanted,
                    _ => true,
                };
                let props = props.filter(|prop| fits(prop.kind));
                props.map(|prop| Value::Prop(prop.id)).collect()
            }
            // Numbers and texts cannot be listed.
            Kind::Number | Kind::Duration | Kind::Time | Kind::Daytime => vec![],
            Kind::Symbol | Kind::Text => vec![],
        }
    }

    /// The player walks out of the scene.
    pub fn walk_out(&mut self, player: CharacterId) {
        self.folk.report(Report::WalkedOut(player));
    }

    /// Asks a character where another was. It answers from what it saw or was told.
    pub fn ask_where(
        &self,
        player: CharacterId,
        witness: CharacterId,
        whom: CharacterId,
        when: Moment,
    ) -> Reply {
        if !self.is_heard(player, witness) {
            return Reply::DoesNotHear;
        }
        let answer = self.folk.where_was(witness, whom, when);
        answer.map_or(Reply::DoesNotKnow, Reply::Knows)
    }

    /// Asks a character what it knows about another: texts of the content, as written. `None` if it
    /// does not hear the question.
    pub fn ask_about(
        &self,
        player: CharacterId,
        witness: CharacterId,
        whom: CharacterId,
    ) -> Option<Vec<TextId>> {
        if !self.is_heard(player, witness) {
            return None;
        }
        let member = |who| self.folk.mind(who).map(|minded| minded.member);
        let (teller, about) = (member(witness)?, member(whom)?);
        let people = self.content.module.minds.people.iter();
        let knows = people.filter(|known| known.id == teller);
        let knows = knows.flat_map(|known| &known.knows);
        let about = knows.filter(|known| known.about == about);
        Some(about.map(|known| known.text).collect())
    }

    /// Gives an order, which has priority over everything else. The character is released when the
    /// order is carried out; one that waits is released by [`dismiss`](Living::dismiss).
    pub fn order(
        &mut self,
        player: CharacterId,
        whom: CharacterId,
        order: Order,
    ) -> Result<(), Refusal> {
        if !self.takes_orders(whom) {
            return Err(Refusal::TakesNoOrders);
        }
        if !self.is_heard(player, whom) {
            return Err(Refusal::DoesNotHear);
        }
        let now = self.folk.now();
        let to = match order {
            Order::Come => Some(self.stage.place_of(player, now).ok_or(Refusal::NoWay)?),
            Order::GoTo(place) => Some(place),
            Order::Wait => None,
        };
        if to.is_some_and(|to| self.stage.atlas().plate_at(to).is_none()) {
            return Err(Refusal::NoWay);
        }
        self.errands.retain(|errand| errand.who != whom);
        self.errands.push(Errand {
            who: whom,
            to,
            until: None,
        });
        self.folk.seize(whom);
        if self.folk.driver(whom) == townsfolk::Driver::Host {
            self.set_out(whom);
        }
        Ok(())
    }

    /// Releases a character from its order.
    pub fn dismiss(&mut self, whom: CharacterId) {
        if self.errands.iter().any(|errand| errand.who == whom) {
            self.errands.retain(|errand| errand.who != whom);
            self.folk.release(whom);
        }
    }

    /// Whether a character takes the player's orders.
    pub fn takes_orders(&self, who: CharacterId) -> bool {
        let module = &self.content.module;
        let follows = |role: &RoleId| module.is_a(*role, RoleId::named(FOLLOWER));
        let person = self.folk.character(who);
        person.is_some_and(|person| person.roles.iter().any(follows))
    }

    /// Continues the orders after a tick.
    pub(crate) fn see_to_errands(&mut self) {
        if self.errands.is_empty() {
            return;
        }
        let events = self.folk.output().events.iter();
        let free: Vec<CharacterId> = events
            .filter_map(|event| match event {
                Event::Yours(who) => Some(*who),
                _ => None,
            })
            .collect();
        for who in free {
            self.set_out(who);
        }
        let now = self.folk.now();
        let mut done = vec![];
        for errand in &self.errands {
            let gone = self.folk.character(errand.who).is_none();
            if gone || errand.until.is_some_and(|until| until <= now) {
                done.push(errand.who);
            }
        }
        for who in done {
            self.dismiss(who);
        }
    }

    /// Starts the ordered walk of a character that is free now.
    fn set_out(&mut self, who: CharacterId) {
        let now = self.folk.now();
        let Some(errand) = self.errands.iter_mut().find(|errand| errand.who == who) else {
            return;
        };
        let Some(to) = errand.to else {
            return;
        };
        let arrives = self.stage.walk(&self.folk, who, to, BESIDE_MM, now);
        errand.until = Some(arrives.unwrap_or(now).after(ATTENTIVE));
    }

    /// Whether a character's action prevents talking: sleeping, singing.
    fn is_silent(&self, who: CharacterId) -> bool {
        let action = self.stage.does(who);
        let action = action.and_then(|action| self.content.module.action(action));
        let name = SymbolId::named("cannot_talk");
        action.is_some_and(|action| action.named.iter().any(|named| named.name == name))
    }

    fn is_player(&self, who: CharacterId) -> bool {
        self.folk.character(who).is_some_and(|person| person.player)
    }

    /// Whether a character hears the player: near enough, and awake.
    fn is_heard(&self, player: CharacterId, other: CharacterId) -> bool {
        let now = self.folk.now();
        let places = self.stage.place_of(player, now);
        let places = places.zip(self.stage.place_of(other, now));
        let near = places.is_some_and(|(a, b)| a.is_within(b, EARSHOT_MM));
        near && self.folk.mind(other).is_some() && !self.is_silent(other)
    }
}

/// A fact for [`Living::choose`]: its name and arguments.
pub fn fact(name: &str, arguments: Vec<Value>) -> Atom {
    Atom {
        fact: townsfolk_core::FactId::named(name),
        arguments,
    }
}
