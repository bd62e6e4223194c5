//! Findings as sentences.

use crate::critic::Silliness;
use crate::kind::{Absence, Kind};
use townsfolk::words::mind::{node_name, verb};
use townsfolk::words::names::plain;
use townsfolk_core::{ActionId, CharacterId, LocationKindId, NodeId, RoleId};
use townsfolk_module::mind::Interaction;
use townsfolk_module::{Category, Symbols};

/// The names of everything.
pub struct Names<'a> {
    /// The symbols of the content.
    pub symbols: &'a Symbols,
    /// The name of a character.
    pub person: &'a dyn Fn(CharacterId) -> String,
}

impl std::fmt::Debug for Names<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Names")
    }
}

impl Names<'_> {
    fn of(&self, category: Category, id: u32) -> String {
        plain(self.symbols, category, id)
    }

    fn action(&self, action: ActionId) -> String {
        self.of(Category::Action, action.0)
    }

    fn role(&self, role: RoleId) -> String {
        self.of(Category::Role, role.0)
    }

    fn place(&self, kind: LocationKindId) -> String {
        self.of(Category::Location, kind.0)
    }

    fn node(&self, node: NodeId) -> String {
        node_name(self.symbols, node)
    }
}

impl Silliness {
    /// The finding as a sentence, without the time: `Ann talks to Bob, who is asleep`.
    pub fn told(&self, names: &Names<'_>) -> String {
        let who = (names.person)(self.who);
        let person = |other: &CharacterId| (names.person)(*other);
        match &self.kind {
            Kind::TalksToNobody(to, why) => {
                let why = match why {
                    Absence::Gone => "who is not there",
                    Absence::Asleep => "who is asleep",
                    Absence::Far => "who is too far away to hear it",
                    Absence::Oneself => "and is that very person",
                };
                format!("{who} talks to {}, {why}", person(to))
            }
            Kind::AddressesTheAbsent(to, what) => {
                let what = names.action(*what);
                format!("{who} does {what} for {}, who has left", person(to))
            }
            Kind::TwoInOneSeat(prop, other) => {
                let prop = names.of(Category::Prop, prop.0);
                format!("{who} uses {prop}, which is {}'s", person(other))
            }
            Kind::ActsAsleep(Some(what)) => {
                format!("{who} does {} while sleeping", names.action(*what))
            }
            Kind::ActsAsleep(None) => format!("{who} walks while sleeping"),
            Kind::SleepsAstray(area) => {
                let area = names.of(Category::Area, area.0);
                format!("{who} sleeps in {area}, and is at home elsewhere")
            }
            Kind::TwoAtOnce(what, running) => {
                let (what, running) = (names.action(*what), names.action(*running));
                format!("{who} begins to {what} in the middle of {running}")
            }
            Kind::StarvesBeside(need, place) => {
                let need = names.of(Category::Need, need.0);
                let place = names.place(*place);
                format!("{who} suffers {need} beside a free {place}")
            }
            Kind::GoesWithout(need, served) => {
                let need = names.of(Category::Need, need.0);
                match served {
                    true => format!("{who} suffers {need} for hours"),
                    false => format!("{who} suffers {need} for hours, and nothing here serves it"),
                }
            }
            Kind::SeesToNothing(need) => {
                let need = names.of(Category::Need, need.0);
                format!("{who} sees to {need}, and hardly feels any")
            }
            Kind::Dithers(nodes) => {
                let nodes: Vec<String> = nodes.iter().map(|node| names.node(*node)).collect();
                match nodes.is_empty() {
                    true => format!("{who} begins and stops, over and over"),
                    false => format!("{who} dithers between {}", nodes.join(", ")),
                }
            }
            Kind::LeavesHalfServed(other) => {
                format!("{who} leaves {} in the middle of serving", person(other))
            }
            Kind::Teleports(metres) => {
                format!("{who} is {metres} m further without having walked")
            }
            Kind::StandsAbout(role) => {
                format!("{who}, {}, stands about for hours", names.role(*role))
            }
            Kind::RepeatsItself(what, to) => {
                let to = person(to);
                match what {
                    Interaction::Chat => format!("{who} cannot stop talking to {to}"),
                    what => format!("{who} {} {to} again and again", verb(*what)),
                }
            }
            Kind::InsultsAFriend(to) => {
                format!("{who} insults {}, of whom they are fond", person(to))
            }
            Kind::TellsOfThemselves(to) => {
                format!("{who} tells {} news about themselves", person(to))
            }
            Kind::TellsBack(to) => {
                let to = person(to);
                format!("{who} tells {to} what {to} has told before")
            }
            Kind::ActsOutOfRole(node) => {
                format!(
                    "{who} begins to {} without the role for it",
                    names.node(*node)
                )
            }
            Kind::ActsElsewhere(node, area) => {
                let (node, area) = (names.node(*node), names.of(Category::Area, area.0));
                format!("{who} does {node} in {area}, where it does not belong")
            }
            Kind::StaysOnDuty(held, due) => {
                let (held, due) = (names.role(*held), names.role(*due));
                format!("{who} is still {held}, long after becoming {due} was due")
            }
            Kind::NeverArrives(role) => {
                let role = names.role(*role);
                format!("{who} is on the way to being {role} for hours")
            }
            Kind::WalksInVain => {
                format!("{who} walks to and fro and does nothing there")
            }
            Kind::TurnsRound => {
                format!("{who} turns round on the way again and again")
            }
            Kind::PassedOver(place) => {
                let place = names.place(*place);
                format!("{who} waits at the {place} while later comers are served")
            }
            Kind::SetsOutBusy(area) => {
                let area = names.of(Category::Area, area.0);
                format!("{who} sets out for {area} in the middle of something else")
            }
        }
    }
}
