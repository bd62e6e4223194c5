//! From a typed sentence to an utterance.

use super::mentions::Mentions;
use super::vocabulary::Vocabulary;
use super::{PastTime, Utterance};
use townsfolk_core::{CharacterId, HostId};

/// Maximum number of sentences that are suggested.
const SUGGESTIONS_MAX: usize = 3;

const QUESTION_WORDS: [&str; 10] = [
    "what", "which", "where", "who", "how", "does", "do", "is", "did", "describe",
];

const GREETINGS: [&str; 5] = ["hello", "hi", "hey", "greetings", "good"];

/// The words after which a claim follows that somebody else is said to have made.
const CLAIMS: [&str; 5] = ["told me", "said", "says", "heard from", "according to"];

/// What a sentence refers to without naming it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TalkContext {
    /// The listener.
    pub listener: CharacterId,
    /// The person last spoken of.
    pub last: Option<CharacterId>,
}

/// A sentence is not understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotUnderstood {
    /// What is missing, as a sentence.
    pub missing: &'static str,
    /// Sentences close to it that are understood.
    pub suggestions: Vec<String>,
}

impl Vocabulary {
    /// The meaning of a typed sentence.
    pub fn understand(
        &self,
        text: &str,
        context: &TalkContext,
    ) -> Result<Utterance, NotUnderstood> {
        let said = Mentions::of(text, self, context);
        let asks = text.trim_end().ends_with('?')
            || said
                .words
                .first()
                .is_some_and(|word| QUESTION_WORDS.contains(&&**word))
            || said.has_phrase("tell me about");
        if asks_for_source(&said) {
            return Ok(Utterance::AskSource);
        }
        let claim = CLAIMS.iter().any(|claim| said.has_phrase(claim));
        if claim && !(asks && said.has("who")) {
            return self.claim(&said);
        }
        match asks {
            true => self.question(&said, context),
            false => self.statement(&said, None),
        }
    }

    fn question(
        &self,
        said: &Mentions<'_>,
        context: &TalkContext,
    ) -> Result<Utterance, NotUnderstood> {
        let others = said.people.iter().map(|(_, who)| *who);
        let mut others = others.filter(|who| *who != context.listener);
        let of = others.next().or(said.people.first().map(|(_, who)| *who));
        if said.has("who") && !said.traits.is_empty() {
            let traits = said.traits.clone();
            return Ok(Utterance::AskWho { traits });
        }
        let of = of.ok_or_else(|| self.lost("Nobody was named.", said, context.last))?;
        if said.has("where") && said.has_any(&["was", "were", "been"]) {
            let when = past_time(said);
            return Ok(Utterance::AskWhere { of, when });
        }
        let general = said.has_any(&["about", "describe", "like"]);
        match asked_facet(said) {
            Some(facet) => Ok(Utterance::AskFacet { of, facet }),
            None if general => Ok(Utterance::Describe { of }),
            None => Err(self.lost("It is not clear what was asked.", said, Some(of))),
        }
    }

    /// A statement that somebody else is said to have made: the first person is the source.
    fn claim(&self, said: &Mentions<'_>) -> Result<Utterance, NotUnderstood> {
        match said.people.as_slice() {
            [(_, source), (_, of), ..] => self.statement_about(said, Some(*of), Some(*source)),
            _ => Err(self.lost(
                "Two people must be named: who said it, and of whom.",
                said,
                None,
            )),
        }
    }

    fn statement(
        &self,
        said: &Mentions<'_>,
        source: Option<CharacterId>,
    ) -> Result<Utterance, NotUnderstood> {
        let of = said.people.first().map(|(_, who)| *who);
        let greets = said
            .words
            .first()
            .is_some_and(|word| GREETINGS.contains(&&**word));
        if of.is_none() && greets {
            return Ok(Utterance::Greet);
        }
        self.statement_about(said, of, source)
    }

    fn statement_about(
        &self,
        said: &Mentions<'_>,
        of: Option<CharacterId>,
        source: Option<CharacterId>,
    ) -> Result<Utterance, NotUnderstood> {
        let of = of.ok_or_else(|| self.lost("Nobody was named.", said, None))?;
        match said.traits.first() {
            Some((facet, value)) => Ok(Utterance::Tell {
                of,
                facet: *facet,
                value: *value,
                source,
            }),
            None => Err(self.lost("It is not clear what was said of them.", said, Some(of))),
        }
    }

    /// An error with sentences about what was mentioned.
    fn lost(
        &self,
        missing: &'static str,
        said: &Mentions<'_>,
        of: Option<CharacterId>,
    ) -> NotUnderstood {
        let of = of.or_else(|| Some(self.people.first()?.0));
        let facet = said.facets.first().map(|(_, facet)| *facet);
        let facet = facet.or(self.facets.first());
        let mut close = vec![];
        if let Some((of, facet)) = of.zip(facet) {
            close.push(Utterance::AskFacet {
                of,
                facet: facet.id,
            });
            let value = facet.values.first().map(|(value, _)| (facet.id, *value));
            let value = said.traits.first().copied().or(value);
            close.extend(value.map(|value| Utterance::AskWho {
                traits: vec![value],
            }));
        }
        close.extend(of.map(|of| Utterance::Describe { of }));
        close.truncate(SUGGESTIONS_MAX);
        NotUnderstood {
            missing,
            suggestions: close.iter().map(|one| self.sentence(one)).collect(),
        }
    }
}

/// The facet that is asked for. A value decides between facets that share a word: how long is her hair?
fn asked_facet(said: &Mentions<'_>) -> Option<HostId> {
    let (in_full, named) = said.facets.first()?;
    let mut values = said.traits.iter().map(|(facet, _)| *facet);
    let by_value = values.find(|facet| said.facets.iter().any(|(_, named)| named.id == *facet));
    Some(by_value.filter(|_| !in_full).unwrap_or(named.id))
}

fn asks_for_source(said: &Mentions<'_>) -> bool {
    [
        "how do you know",
        "who told you",
        "who says so",
        "from whom",
        "who said so",
    ]
    .iter()
    .any(|phrase| said.has_phrase(phrase))
}

fn past_time(said: &Mentions<'_>) -> PastTime {
    let named = PastTime::ALL
        .into_iter()
        .find(|time| said.has_phrase(time.words()));
    named.unwrap_or(match () {
        () if said.has("night") => PastTime::LastNight,
        () if said.has("morning") => PastTime::ThisMorning,
        () if said.has("yesterday") => PastTime::Yesterday,
        () => PastTime::JustNow,
    })
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
