//! Minds in words: names, links, news.

use super::names::plain;
use crate::Folk;
use townsfolk_core::{AreaId, CharacterId, MemberId, NodeId, RoleId, SymbolId};
use townsfolk_knowledge::News;
use townsfolk_mind::map::{Contribution, Why};
use townsfolk_module::mind::{Degree, Interaction, Sources};
use townsfolk_module::{Category, Symbols};

/// Sentences about the minds of a running engine.
#[derive(Clone, Copy, Debug)]
pub struct MindWords<'a> {
    /// The symbols, with names of characters.
    pub symbols: &'a Symbols,
    /// The engine.
    pub folk: &'a Folk,
}

impl MindWords<'_> {
    /// The name of a character.
    pub fn name(&self, who: CharacterId) -> String {
        self.symbols.name(Category::Character, who.0)
    }

    /// The name of a person as content wrote it.
    pub fn member(&self, member: MemberId) -> String {
        self.symbols.name(Category::Character, member.0)
    }

    /// A role.
    pub fn role(&self, role: RoleId) -> String {
        plain(self.symbols, Category::Role, role.0)
    }

    /// An area.
    pub fn area(&self, area: AreaId) -> String {
        plain(self.symbols, Category::Area, area.0)
    }

    /// A symbol.
    pub fn symbol(&self, symbol: SymbolId) -> String {
        plain(self.symbols, Category::Symbol, symbol.0)
    }

    /// A piece of news, as the end of a sentence.
    pub fn news(&self, news: News) -> String {
        match news {
            News::Fact { text, .. } => match self.folk.module().text(text) {
                Some(text) => format!("\"{text}\""),
                None => "something".into(),
            },
            News::WasAt {
                who,
                area,
                from,
                to,
            } => {
                let time = |moment: townsfolk_mind::Moment| moment.daytime().to_string();
                let area = self.area(area);
                let (who, from, to) = (self.name(who), time(from), time(to));
                match from == to {
                    true => format!("that {who} was in {area} at {from}"),
                    false => format!("that {who} was in {area} from {from} to {to}"),
                }
            }
            News::Did {
                who,
                interaction,
                to,
                at,
            } => {
                let (who, to) = (self.name(who), self.name(to));
                let at = at.daytime();
                format!("that at {at} {who} {} {to}", verb(interaction))
            }
            News::Meet {
                who,
                with,
                area,
                at,
            } => {
                let (who, with) = (self.name(who), self.name(with));
                let area = self.area(area);
                format!("that {who} and {with} meet at {area} at {}", at.daytime())
            }
        }
    }

    /// The names of the nodes at which a link begins: `need hunger`.
    fn sources(&self, sources: &Sources) -> String {
        let full = |node: &NodeId| self.symbols.name(Category::Node, node.0);
        let names = sources.nodes().iter().map(full);
        let names = names.map(|full| without_layer(&full).replace('_', " "));
        let names: Vec<String> = names.collect();
        match sources {
            Sources::Any(_) => names.join(" or "),
            _ => names.join(" and "),
        }
    }

    /// The input that contributed most to the chosen action, through all concepts between.
    pub fn root(&self, why: &Why) -> Option<String> {
        let mut at = why.chosen?.0;
        let mut found = None;
        // Concepts may feed each other in a cycle.
        for _ in 0..why.fed_by.len() {
            let into = why.fed_by.iter().filter(|fed| fed.wire.link.to == at);
            let Some(fed) = into.max_by_key(|fed| fed.amount) else {
                break;
            };
            let names = fed
                .wire
                .link
                .from
                .nodes()
                .iter()
                .map(|n| node_name(self.symbols, *n));
            let names: Vec<String> = names.collect();
            found = Some(format!("{} {}", names.join(" and "), short(fed.activation)));
            let [from] = fed.wire.link.from.nodes() else {
                break;
            };
            at = *from;
        }
        found
    }

    /// The effect of a link: `need hunger 0.7 -> eat: adds 0.4`.
    pub fn link(&self, link: &Contribution) -> String {
        let from = self.sources(&link.wire.link.from);
        let to = node_name(self.symbols, link.wire.link.to);
        let threshold = link.wire.link.threshold;
        let activation = match link.passes() {
            true => short(link.activation),
            false => below(link.activation, threshold),
        };
        let passes = match link.passes() {
            true if link.amount < Degree::ZERO => {
                format!("takes {}", short(Degree::ZERO.minus(link.amount)))
            }
            true => format!("adds {}", short(link.amount)),
            false => format!("is below {threshold}"),
        };
        let how = match link.wire.automatic {
            true => " (needs go before duties)",
            false => "",
        };
        format!("  {from} {activation} -> {to}: {passes}{how}")
    }
}

/// The role that the schedule gives a character now.
pub fn held_role(folk: &Folk, who: CharacterId) -> Option<RoleId> {
    let member = folk.mind(who)?.member;
    let people = &folk.module().minds.people;
    let always = people.iter().find(|person| person.id == member);
    let always = always.map_or(&[][..], |person| &person.roles);
    let mut roles = folk.character(who)?.roles.iter().copied();
    roles.find(|role| !always.contains(role))
}

/// A node's name as written, without layer and kind.
pub fn node_name(symbols: &Symbols, node: NodeId) -> String {
    let full = symbols.name(Category::Node, node.0);
    let own = without_layer(&full);
    let kinds = ["action "].iter().chain(&INPUTS);
    let bare = kinds.into_iter().find_map(|kind| own.strip_prefix(kind));
    bare.unwrap_or(own).replace('_', " ")
}

/// A node as a link of its layer may name it. An action is marked as one, because a concept may
/// have the same name.
pub fn node_as_written(symbols: &Symbols, node: NodeId) -> String {
    let full = symbols.name(Category::Node, node.0);
    let own = without_layer(&full);
    let bare = INPUTS.iter().find_map(|kind| own.strip_prefix(kind));
    bare.unwrap_or(own).to_owned()
}

/// Prefixes of input names.
const INPUTS: [&str; 4] = ["need ", "flag ", "test ", "feeling "];

/// A node's name without the layer it belongs to.
fn without_layer(full: &str) -> &str {
    full.rsplit('/').next().unwrap_or(full)
}

/// A degree to two places: `0.72`.
pub fn short(degree: Degree) -> String {
    in_hundredths(degree).to_string()
}

fn in_hundredths(degree: Degree) -> Degree {
    let hundredths = (i64::from(degree.0) * 100 + (1 << 15)) >> 16;
    Degree::percent(i32::try_from(hundredths).unwrap_or(0))
}

/// A degree with enough decimals to show that it is below a threshold.
fn below(degree: Degree, threshold: Degree) -> String {
    match in_hundredths(degree) < threshold {
        true => short(degree),
        false => format!("{:.5}", f64::from(degree.0) / f64::from(Degree::ONE.0)),
    }
}

/// An interaction as a verb, before the name of its target.
pub fn verb(interaction: Interaction) -> &'static str {
    match interaction {
        Interaction::Kiss => "kisses",
        Interaction::Flirt => "flirts with",
        Interaction::Joke => "jokes with",
        Interaction::Compliment => "compliments",
        Interaction::Chat => "chats with",
        Interaction::Insult => "insults",
        Interaction::Assault => "shouts at",
        Interaction::Nothing => "leaves alone",
        Interaction::Give => "gives a present to",
    }
}

/// An interaction as a noun: one, and several.
pub fn nouns(interaction: Interaction) -> (&'static str, &'static str) {
    match interaction {
        Interaction::Kiss => ("kiss", "kisses"),
        Interaction::Flirt => ("flirt", "flirts"),
        Interaction::Joke => ("joke", "jokes"),
        Interaction::Compliment => ("compliment", "compliments"),
        Interaction::Chat => ("chat", "chats"),
        Interaction::Insult => ("insult", "insults"),
        Interaction::Assault => ("shouting match", "shouting matches"),
        Interaction::Nothing => ("silence", "silences"),
        Interaction::Give => ("present", "presents"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// It said that 0.5 is below 0.5.
    #[test]
    fn what_is_below_a_threshold_is_shown_below_it() {
        let threshold = Degree::HALF;
        assert_eq!(below(Degree(threshold.0 - 1), threshold), "0.49998");
        assert_eq!(below(Degree::percent(49), threshold), "0.49");
        let fine = Degree::thousandths(128);
        assert_eq!(below(Degree::thousandths(127), fine), "0.12700");
    }
}
