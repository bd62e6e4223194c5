//! Changes to a town from outside. They are applied again when the past is simulated again.

use crate::edition::Edition;
use townsfolk::{Interaction, LocationId, Place, PuppetOrder, Report};
use townsfolk_core::digest::hash64;
use townsfolk_core::{Angle, Atom, CharacterId, HostId, Pushed, SymbolId, Value};
use townsfolk_town::inheritance::GameMove;
use townsfolk_town::living::Living;
use townsfolk_town::player::{EVENT_M, Order};
use townsfolk_town::stage::arena::IntruderMove;
use townsfolk_town::stage::tower::TowerEdit;

/// A change to a town.
#[derive(Clone, Debug)]
pub(crate) enum OutsideChange {
    /// Loads other content.
    TakeIn(Edition),
    /// A move of the player.
    Play(PlayerMove),
}

/// A move of the player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum PlayerMove {
    /// Enters the town, as near to a place as there is room.
    Enter(Place),
    /// Walks to a place.
    Walk(Place),
    /// Accepts an icon.
    Accept(LocationId),
    /// Chooses an option of the scene, by its [key](choice_key).
    Choose(u64),
    /// Leaves the scene.
    WalkOut,
    /// Gives a character an order, which it may refuse.
    Order(CharacterId, Order),
    /// Releases a character from its order.
    Dismiss(CharacterId),
    /// An interaction with a character, which may be too far away to hear it.
    Interact(Interaction, CharacterId),
    /// An event at a place. It needs no player.
    Event(SymbolId, Place),
    /// The game sets an attribute of the world or of a character. It needs no player.
    Set {
        /// Which.
        name: HostId,
        /// Of whom.
        who: Option<CharacterId>,
        /// The value.
        value: Pushed,
    },
    /// A change of a tower. It needs no player.
    Edit(TowerEdit),
    /// A move of the game of inheritance. It needs no player.
    Game(GameMove),
    /// A move of the intruder.
    Intrude(IntruderMove),
    /// Something that a character does as a puppet. It needs no player.
    Puppet(CharacterId, PuppetDeed),
}

/// How fast a puppet walks, in millimetres a second.
const PUPPET_PACE_MM_S: u32 = 2_000;

/// What a puppet is told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum PuppetDeed {
    /// It becomes a puppet.
    Take,
    /// It is one no longer.
    Release,
    /// Walk somewhere.
    Go(Place),
    /// Look somewhere.
    Look(Place),
    /// Be somewhere.
    Teleport(Place),
    /// Look around.
    LookAbout,
    /// A gesture.
    Gesture,
    /// The last again.
    Repeat,
}

impl PuppetDeed {
    /// The deed with this name, at a place.
    pub(crate) fn named(name: &str, at: Place) -> Option<PuppetDeed> {
        Some(match name {
            "take" => PuppetDeed::Take,
            "release" => PuppetDeed::Release,
            "go" => PuppetDeed::Go(at),
            "look" => PuppetDeed::Look(at),
            "teleport" => PuppetDeed::Teleport(at),
            "look_about" => PuppetDeed::LookAbout,
            "gesture" => PuppetDeed::Gesture,
            "repeat" => PuppetDeed::Repeat,
            _ => return None,
        })
    }
}

impl PuppetDeed {
    /// Lets a character do it. Only a puppet does.
    fn make(&self, town: &mut Living, who: CharacterId) {
        let now = town.folk.now();
        match self {
            PuppetDeed::Take => town.folk.puppet(who, PuppetOrder::Stand),
            PuppetDeed::Release => town.folk.puppet(who, PuppetOrder::Leave),
            PuppetDeed::Go(to) => {
                let order = PuppetOrder::MoveTo {
                    to: *to,
                    pace: PUPPET_PACE_MM_S,
                };
                town.folk.puppet(who, order);
            }
            PuppetDeed::Look(at) => {
                if let Some(from) = town.stage.place_of(who, now) {
                    let heading = Angle::from_to(from, *at);
                    town.folk.puppet(who, PuppetOrder::Look(heading));
                }
            }
            PuppetDeed::Teleport(to) => town.stage.teleport(&mut town.folk, who, *to),
            PuppetDeed::LookAbout => town.folk.puppet(who, PuppetOrder::LookAbout),
            PuppetDeed::Gesture => town.folk.puppet(who, PuppetOrder::Cry),
            PuppetDeed::Repeat => town.folk.puppet(who, PuppetOrder::Repeat),
        }
    }
}

/// The key of a choice between page and town.
pub(crate) fn choice_key(choice: &Atom) -> u64 {
    hash64(format!("{choice:?}").as_bytes())
}

impl PlayerMove {
    /// Makes the move. Without a player it does nothing. `false` if it is a change of a tower or a
    /// move of the game that is not possible.
    pub(crate) fn make(&self, town: &mut Living) -> bool {
        let player = town.players().next();
        match (self.clone(), player) {
            (PlayerMove::Enter(at), None) => {
                town.add_player(at);
            }
            (PlayerMove::Walk(to), Some(player)) => {
                town.walk_player(player, to);
            }
            (PlayerMove::Accept(location), Some(player)) => town.accept(player, location),
            (PlayerMove::Choose(key), Some(player)) => {
                let choices = town.choices(player).into_iter();
                for chosen in choices.filter(|choice| choice_key(choice) == key) {
                    town.choose(player, chosen);
                }
            }
            (PlayerMove::WalkOut, Some(player)) => town.walk_out(player),
            (PlayerMove::Order(whom, order), Some(player)) => {
                // A refusal is visible: the character carries on.
                let _ = town.order(player, whom, order);
            }
            (PlayerMove::Dismiss(whom), Some(_)) => town.dismiss(whom),
            (PlayerMove::Interact(what, whom), Some(player)) => {
                town.folk.report(Report::Interacted(player, what, whom));
            }
            (PlayerMove::Event(event, at), _) => town.folk.report(Report::Happened {
                event,
                at,
                within_mm: EVENT_M * 1000,
            }),
            (PlayerMove::Set { name, who, value }, _) => town.folk.report(Report::Property {
                name,
                arguments: who.into_iter().map(Value::Character).collect(),
                value,
            }),
            (PlayerMove::Edit(edit), _) => return town.stage.edit_tower(&mut town.folk, edit),
            (PlayerMove::Game(made), _) => return town.play(&made).is_ok(),
            (PlayerMove::Intrude(made), Some(_)) => {
                return town.stage.intrude(&mut town.folk, &made);
            }
            (PlayerMove::Puppet(who, deed), _) => deed.make(town, who),
            (PlayerMove::Enter(_), Some(_)) | (_, None) => {}
        }
        true
    }
}
