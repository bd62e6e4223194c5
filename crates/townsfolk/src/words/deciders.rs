//! What deciders want of a character, in sentences.

use super::names::plain;
use crate::drivers::{Driver, Offer};
use crate::folk::Folk;
use crate::minds::mind_system;
use townsfolk_core::{Channel, CharacterId, SymbolId};
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

/// The offers for a character, the strongest first, each as a sentence.
pub fn offers(folk: &Folk, symbols: &Symbols, who: CharacterId) -> Vec<String> {
    let Some(person) = folk.character(who) else {
        return vec![];
    };
    let mut offers: Vec<&Offer> = person.offers.iter().collect();
    offers.sort_by_key(|offer| (offer.channel, std::cmp::Reverse(offer.urgency)));
    let sentence = |offer: &Offer| {
        let drives =
            matches!(person.driver(offer.channel), Driver::System(by, _) if by == offer.by);
        let channel = match offer.channel {
            Channel::Body => "",
            Channel::Voice => " with the voice",
            Channel::Gaze => " with the eyes",
        };
        format!(
            "offer: {} wants {}{channel} as {}{}",
            system(symbols, offer.by),
            plain(symbols, Category::Symbol, offer.reason.0),
            offer.urgency.name(),
            if drives { " (drives)" } else { "" }
        )
    };
    offers.into_iter().map(sentence).collect()
}

/// The name of a decider.
pub fn system(symbols: &Symbols, by: SymbolId) -> String {
    const BUILT_IN: [&str; 6] = [
        "rules",
        "inference",
        "daily",
        "grammar",
        "snippets",
        "company",
    ];
    let known = BUILT_IN.iter().find(|name| SymbolId::named(name) == by);
    match known {
        _ if by == mind_system() => "the mind".to_string(),
        Some(name) => (*name).to_string(),
        None => plain(symbols, Category::Symbol, by.0),
    }
}
