//! What deciders want of a character, in sentences.

use super::mind::node_name;
use super::names::plain;
use crate::drivers::{Driver, Offer};
use crate::folk::Folk;
use crate::minds::mind_system;
use townsfolk_core::{Channel, CharacterId, NodeId, SymbolId, Urgency};
use townsfolk_module::{Category, Symbols};

/// The offers for a character, the strongest first, with the one that drives marked; then what each
/// decider says of itself, and its recent decisions. Nothing for a character that only a mind drives.
pub fn lines(folk: &Folk, symbols: &Symbols, who: CharacterId) -> Vec<String> {
    let own = |(by, said): (SymbolId, String)| {
        let by = system(symbols, by);
        Some(format!("{by}: {said}.")).filter(|_| !by.is_empty())
    };
    let reasons = folk.why_deciders(who).into_iter();
    let reasons = reasons.filter(|(by, _)| *by != mind_system());
    let reasons: Vec<String> = reasons.filter_map(own).collect();
    let recent = folk.recent_decisions(who);
    if reasons.is_empty() && recent.is_empty() {
        return vec![];
    }
    let mut lines = offers(folk, symbols, who);
    lines.extend(reasons);
    for (_, decisions) in recent {
        lines.extend(decisions.into_iter().map(|line| format!("  {line}")));
    }
    lines
}

/// An offer to drive a character, in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RankedOffer {
    /// The decider, the scene or the host.
    pub by: String,
    /// What it wants of the character.
    pub wants: String,
    /// The channel.
    pub channel: Channel,
    /// How urgent it is.
    pub urgency: Urgency,
    /// Whether it drives the channel.
    pub drives: bool,
    /// Why it is made, if the decider says so.
    pub why: Option<String>,
}

/// Who wants to drive a character, by channel, the strongest first. A scene or the host that drives
/// makes no offer and is listed before the offers.
pub fn ranked(folk: &Folk, symbols: &Symbols, who: CharacterId) -> Vec<RankedOffer> {
    let Some(person) = folk.character(who) else {
        return vec![];
    };
    let reasons = folk.why_deciders(who);
    let why = |by: SymbolId| {
        let mut reasons = reasons.iter().filter(|(_, why)| !why.is_empty());
        let found = reasons.find(|(other, _)| *other == by && by != mind_system());
        found.map(|(_, why)| why.clone())
    };
    let mut ranked = vec![];
    for channel in Channel::ALL {
        let driver = person.driver(channel);
        ranked.extend(driven(folk, symbols, channel, driver));
        let mut offers: Vec<&Offer> = person.offers.iter().collect();
        offers.retain(|offer| offer.channel == channel);
        // Of equal ones the one that drives comes first, as for the arbiter.
        let drives = |offer: &Offer| matches!(driver, Driver::System(by, _) if by == offer.by);
        offers.sort_by_key(|offer| (std::cmp::Reverse(offer.urgency), !drives(offer)));
        ranked.extend(offers.into_iter().map(|offer| RankedOffer {
            by: system(symbols, offer.by),
            wants: wanted(symbols, offer),
            channel,
            urgency: offer.urgency,
            drives: drives(offer),
            why: why(offer.by),
        }));
    }
    ranked
}

/// A scene or the host that drives a channel.
fn driven(folk: &Folk, symbols: &Symbols, channel: Channel, driver: Driver) -> Option<RankedOffer> {
    let (by, wants) = match driver {
        Driver::Scene(scene, _) => {
            let script = folk.scene(scene).map(|scene| scene.script);
            let name = script.map(|script| plain(symbols, Category::Script, script.0));
            ("the scene".to_string(), name.unwrap_or_default())
        }
        Driver::Host => ("the game".to_string(), "as it likes".to_string()),
        Driver::System(..) | Driver::Nobody => return None,
    };
    Some(RankedOffer {
        by,
        wants,
        channel,
        urgency: driver.urgency()?,
        drives: true,
        why: None,
    })
}

/// What an offer wants: its reason in plain words.
fn wanted(symbols: &Symbols, offer: &Offer) -> String {
    match offer.by == mind_system() {
        true => node_name(symbols, NodeId(offer.reason.0)),
        false => plain(symbols, Category::Symbol, offer.reason.0),
    }
}

/// The offers for a character, the strongest first, each as a sentence.
pub fn offers(folk: &Folk, symbols: &Symbols, who: CharacterId) -> Vec<String> {
    let sentence = |offer: RankedOffer| {
        let channel = match offer.channel {
            Channel::Body => "",
            Channel::Voice => " with the voice",
            Channel::Gaze => " with the eyes",
        };
        format!(
            "offer: {} wants {}{channel} as {}{}",
            offer.by,
            offer.wants,
            offer.urgency.name(),
            if offer.drives { " (drives)" } else { "" }
        )
    };
    let ranked = ranked(folk, symbols, who).into_iter();
    ranked.map(sentence).collect()
}

/// The name of a decider.
pub fn system(symbols: &Symbols, by: SymbolId) -> String {
    const BUILT_IN: [&str; 9] = [
        "rules",
        "inference",
        "daily",
        "plan",
        "grammar",
        "snippets",
        "company",
        "senses",
        "squads",
    ];
    let known = BUILT_IN.iter().find(|name| SymbolId::named(name) == by);
    match known {
        _ if by == mind_system() => "the mind".to_string(),
        Some(name) => (*name).to_string(),
        None => plain(symbols, Category::Symbol, by.0),
    }
}
