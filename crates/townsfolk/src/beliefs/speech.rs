//! Actions with a fixed meaning: `tell`, `lie` and `ask`. They convey beliefs when they are done.

use super::{Note, belief};
use crate::folk::Folk;
use crate::host::RejectedReport;
use serde::{Deserialize, Serialize};
use townsfolk_core::{ActionId, ActionRef, AreaId, CharacterId, HostId, Outcome, SymbolId, Value};
use townsfolk_knowledge::belief::{
    Claim, HalfDay, Luck, Message, Minds, Outbox, Rules, Subject, Telling,
};

/// Maximum number of tellings of a character that wait for an outcome. The oldest is dropped.
const SPEECHES_MAX: usize = 8;

/// Something that one character tells or asks another.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Speech {
    /// The listener, or the character that is asked.
    pub to: CharacterId,
    /// The person or place that it is about.
    pub about: Subject,
    /// The facet.
    pub facet: HostId,
    /// What is said.
    pub what: Said,
}

/// What is said.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Said {
    /// What the speaker believes.
    Belief,
    /// This value, whether the speaker believes it or not, from this origin.
    Value(Value, Option<Claim>),
    /// A question.
    Question,
}

/// Who can hear what the host reports to be said.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reach {
    /// The listener must be in hearing.
    Hearing,
    /// The listener hears it wherever it is.
    Anywhere,
}

impl Speech {
    /// The meaning of an action, if it has one: `tell(listener, subject, facet)`,
    /// `lie(listener, subject, facet, value)` or `ask(character, subject, facet)`.
    fn of(what: ActionId, arguments: &[Value]) -> Option<Speech> {
        const TELL: ActionId = ActionId::named("tell");
        const LIE: ActionId = ActionId::named("lie");
        const ASK: ActionId = ActionId::named("ask");
        let [Value::Character(to), about, Value::Symbol(facet), rest @ ..] = arguments else {
            return None;
        };
        let what = match (what, rest) {
            (TELL, []) => Said::Belief,
            (LIE, [value]) => Said::Value(*value, None),
            (ASK, []) => Said::Question,
            _ => return None,
        };
        let about = match *about {
            Value::Character(who) => Subject::Person(who),
            Value::Symbol(SymbolId(area)) => Subject::Place(AreaId(area)),
            _ => return None,
        };
        Some(Speech {
            to: *to,
            about,
            // The name of a facet is that of its attribute; ids of equal names are equal.
            facet: HostId(facet.0),
            what,
        })
    }
}

impl Folk {
    /// An action begins that may convey a belief.
    pub(crate) fn begin_speech(
        &mut self,
        action: ActionRef,
        (who, what): (CharacterId, ActionId),
        arguments: &[Value],
    ) {
        let speech = Speech::of(what, arguments);
        let Some(row) = self.beliefs.rows.get_mut(&who) else {
            return;
        };
        if let Some(speech) = speech {
            if row.speeches.len() >= SPEECHES_MAX {
                let (oldest, _) = row.speeches.remove(0);
                self.beliefs.speaking.remove(&oldest);
            }
            row.speeches.push((action, speech));
            self.beliefs.speaking.insert(action, who);
        }
    }

    /// An action has an outcome: what was said is heard if it is done.
    pub(crate) fn end_speech(&mut self, action: ActionRef, outcome: Outcome) {
        let Some(who) = self.beliefs.speaking.remove(&action) else {
            return;
        };
        let row = self.beliefs.rows.get_mut(&who);
        let said = row.and_then(|row| {
            let mut known = row.speeches.iter();
            let place = known.position(|(known, _)| *known == action)?;
            Some(row.speeches.remove(place).1)
        });
        if let Some(speech) = said.filter(|_| outcome == Outcome::Done) {
            self.hear_speech(who, speech);
        }
    }

    /// Applies what a character says to another, as the host reports it.
    pub(crate) fn take_in_speech(&mut self, who: CharacterId, speech: Speech, reach: Reach) {
        for one in [who, speech.to] {
            self.rouse(one);
            if !self.beliefs.rows.contains_key(&one) {
                return self.unheard(RejectedReport::NoSuchCharacter(one));
            }
        }
        if self.content.module.knowledge.facet(speech.facet).is_none() {
            return self.unheard(RejectedReport::NoSuchProperty(speech.facet));
        }
        if reach == Reach::Anywhere {
            let area = self.area_of(speech.to);
            self.beliefs.note(Note::Said(who, speech, area, vec![]));
            return;
        }
        match self.hears(speech.to, who) {
            Ok(()) => self.hear_speech(who, speech),
            Err(why) => self.unheard(RejectedReport::NotHeard(who, speech.to, why)),
        }
    }

    /// A character glimpses a person or place, as the host reports it.
    pub(crate) fn take_in_glimpse(&mut self, who: CharacterId, seen: Subject) {
        self.rouse(who);
        match self.beliefs.rows.contains_key(&who) {
            true => self.beliefs.note(Note::Glimpsed(who, seen)),
            false => self.unheard(RejectedReport::NoSuchCharacter(who)),
        }
    }

    /// A character has said something to another.
    pub(crate) fn hear_speech(&mut self, who: CharacterId, speech: Speech) {
        let hearers = self.hearers(who, speech.to);
        let area = self.area_of(who);
        self.beliefs.note(Note::Said(who, speech, area, hearers));
    }

    /// What minds learn from something that was said.
    pub(super) fn learn_from_speech(
        &self,
        rules: &Rules,
        luck: Luck,
        who: CharacterId,
        speech: &Speech,
        (place, hearers, at): (Option<AreaId>, &[CharacterId], HalfDay),
    ) -> Option<Vec<Message>> {
        let Speech {
            to, about, facet, ..
        } = *speech;
        let mut out = Outbox::new(who);
        let talker = self.beliefs.mind(who)?;
        let draws = luck.about(about).with(to).facet(facet);
        let (value, claim) = match speech.what {
            Said::Question => {
                let asked = self.beliefs.mind(to)?;
                let question = (about, facet, place, at);
                belief::ask(rules, self, luck, (who, asked), question, &mut out);
                return Some(out.into_messages());
            }
            Said::Belief => (talker.held(rules, about, facet, at)?.0, None),
            Said::Value(value, claim) => (value, claim),
        };
        let telling = Telling {
            talker,
            listener: to,
            overheard_by: belief::talk::overhearer(rules, draws, hearers),
            about,
            facet,
            value,
            claim,
            place,
            at,
        };
        belief::tell(rules, self, draws, &telling, &mut out);
        Some(out.into_messages())
    }
}
