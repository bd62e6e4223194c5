//! Beliefs by name: what characters believe, why, from whom, and how far it has spread.

use super::Error;
use crate::beliefs::{Said, Speech};
use crate::folk::Folk;
use crate::host::Report;
use crate::words::beliefs::BeliefWords;
use townsfolk_core::near::near_names;
use townsfolk_core::{AreaId, CharacterId, HostId, Kind, Number, SymbolId, Value};
use townsfolk_knowledge::belief::history::{self, Link, Origin};
use townsfolk_knowledge::belief::{
    Belief, Beliefs, Claim, HalfDay, Minds, Rules, Strength, Subject,
};
use townsfolk_module::Category;
use townsfolk_module::knowledge::FacetForm;

impl Folk {
    /// What a character believes now: `folk.believes(ann, "hair_color", bob)?`. `None` if it does not
    /// know. Of itself, it knows the truth.
    pub fn believes(
        &self,
        who: CharacterId,
        facet: &str,
        subject: impl Into<Subject>,
    ) -> Result<Option<Belief>, Error> {
        let facet = self.facet_named(facet)?;
        Ok(self.belief_of(who, facet, subject))
    }

    /// What a character believes and why, in sentences. The true nature of the evidence is told, which
    /// the character itself may not know: lies, mistakes and inventions.
    pub fn why_believes(
        &self,
        who: CharacterId,
        facet: &str,
        subject: impl Into<Subject>,
    ) -> Result<String, Error> {
        let facet = self.facet_named(facet)?;
        Ok(BeliefWords { folk: self }.why(who, facet, subject.into()))
    }

    /// All characters who now believe a value, in order of id.
    pub fn who_believes(
        &self,
        facet: &str,
        subject: impl Into<Subject>,
        value: Value,
    ) -> Result<Vec<CharacterId>, Error> {
        let facet = self.facet_named(facet)?;
        let subject = subject.into();
        let people = self.beliefs.rows.keys().copied();
        let holds = |who: &CharacterId| {
            let belief = self.belief_of(*who, facet, subject);
            belief.is_some_and(|belief| belief.value == value)
        };
        Ok(people.filter(holds).collect())
    }

    /// The chain from what a character believes now to its origin, the character first.
    pub fn trace_belief(
        &self,
        who: CharacterId,
        facet: &str,
        subject: impl Into<Subject>,
    ) -> Result<Vec<Link>, Error> {
        let facet = self.facet_named(facet)?;
        Ok(history::trace(&self.beliefs, who, subject.into(), facet))
    }

    /// The chain of [`trace_belief`](Folk::trace_belief) in sentences.
    pub fn tell_trace(&self, trace: &[Link]) -> String {
        BeliefWords { folk: self }.trace(trace)
    }

    /// All characters who now believe a value because of one who said it, directly or not. The origin
    /// is included if it believes it itself.
    pub fn spread_of(
        &self,
        origin: CharacterId,
        facet: &str,
        subject: impl Into<Subject>,
        value: Value,
    ) -> Result<Vec<CharacterId>, Error> {
        let origin = Origin {
            owner: origin,
            about: subject.into(),
            facet: self.facet_named(facet)?,
            value,
        };
        Ok(history::spread(&self.beliefs, &origin))
    }

    /// The values that a character has believed, oldest first. `None` stands for a time when it had
    /// forgotten.
    pub fn belief_trajectory(
        &self,
        who: CharacterId,
        facet: &str,
        subject: impl Into<Subject>,
    ) -> Result<Vec<(Option<Value>, HalfDay)>, Error> {
        let facet = self.facet_named(facet)?;
        let mind = self.beliefs.mind(who);
        let values = mind.map(|mind| history::trajectory(mind, subject.into(), facet));
        Ok(values.unwrap_or_default())
    }

    /// The sources of what a character believes of a subject, the strongest first.
    pub fn belief_sources(
        &self,
        who: CharacterId,
        subject: impl Into<Subject>,
    ) -> Vec<(CharacterId, Strength)> {
        let rules = Rules::new(&self.content.module.knowledge);
        let now = HalfDay::of(self.moment());
        let mind = self.beliefs.mind(who);
        let sources = mind.map(|mind| history::top_sources(&rules, mind, subject.into(), now));
        sources.unwrap_or_default()
    }

    /// The beliefs of a character, for inspection.
    pub fn beliefs_of(&self, who: CharacterId) -> Option<&Beliefs> {
        self.beliefs.mind(who)
    }

    /// Replaces the beliefs of a character by generated ones: a town whose people already know each
    /// other. Only people of the cast and players can receive them. The owner is in the beliefs.
    pub fn set_beliefs(&mut self, beliefs: Beliefs) {
        self.report(Report::Believes(Box::new(beliefs)));
    }

    /// Reports that a character tells another something, from the next tick on. It is a lie if the
    /// teller does not believe it. `claimed_source` is the person whom the teller names as origin; it
    /// need not be true.
    pub fn tell_about(
        &mut self,
        who: CharacterId,
        listener: CharacterId,
        subject: impl Into<Subject>,
        facet: &str,
        value: Value,
        claimed_source: Option<CharacterId>,
    ) -> Result<(), Error> {
        let claim = claimed_source.map(|source| Claim {
            source,
            place: None,
            at: None,
        });
        self.say(
            who,
            listener,
            subject.into(),
            facet,
            Said::Value(value, claim),
        )
    }

    /// Reports that a character asks another for what it believes. It answers if it knows and is
    /// willing, which depends on how it likes the asker.
    pub fn ask_about(
        &mut self,
        who: CharacterId,
        asked: CharacterId,
        subject: impl Into<Subject>,
        facet: &str,
    ) -> Result<(), Error> {
        self.say(who, asked, subject.into(), facet, Said::Question)
    }

    fn say(
        &mut self,
        who: CharacterId,
        to: CharacterId,
        about: Subject,
        facet: &str,
        what: Said,
    ) -> Result<(), Error> {
        let facet = self.facet_named(facet)?;
        self.hears(to, who).map_err(Error::NotHeard)?;
        let speech = Speech {
            to,
            about,
            facet,
            what,
        };
        self.report(Report::Said(who, Box::new(speech)));
        Ok(())
    }

    /// The id of a facet. Other attributes are not found.
    pub fn facet_named(&self, name: &str) -> Result<HostId, Error> {
        let id = self.id::<HostId>(name).ok();
        let knowledge = &self.module().knowledge;
        let known = id.filter(|id| knowledge.facet(*id).is_some());
        known.ok_or_else(|| {
            let facets = knowledge.facets.iter();
            let facets = facets.filter_map(|facet| {
                let names = &self.symbols().names;
                names.get(&(Category::Host, facet.id.0)).map(String::as_str)
            });
            unknown(Category::Host, name, facets)
        })
    }

    /// A value of a facet by its name: `folk.facet_value("hair_color", "red")?`. Names of people are
    /// not looked up; their value is [`Value::Character`].
    pub fn facet_value(&self, facet: &str, value: &str) -> Result<Value, Error> {
        let id = self.facet_named(facet)?;
        let form = self.module().knowledge.facet(id).map(|facet| facet.form);
        let wrong = |wrong: &str| Error::Arguments {
            what: Category::Host,
            name: facet.to_owned(),
            wrong: wrong.to_owned(),
        };
        match form {
            Some(FacetForm::Number) => {
                let number: i64 = value.parse().map_err(|_| wrong("has a number as value"))?;
                Ok(Value::Number(Number::whole(number)))
            }
            Some(FacetForm::Place) => {
                let area = self.id::<AreaId>(value)?;
                Ok(Value::Symbol(SymbolId(area.0)))
            }
            Some(FacetForm::Person) => Err(wrong("has a character as value")),
            Some(FacetForm::Symbol) | None => self.symbol_of(id, value),
        }
    }

    /// A symbol as a value of a facet. If the facet has a closed set, it must be one of that.
    fn symbol_of(&self, facet: HostId, value: &str) -> Result<Value, Error> {
        let symbol = SymbolId::named(value);
        let declared = self.module().host_name(facet).and_then(|host| host.result);
        let Some(Kind::SymbolOf(set)) = declared else {
            return Ok(Value::Symbol(symbol));
        };
        let members = self.module().symbol_set(set).map(|set| &set.members);
        let members = members.into_iter().flatten();
        if members.clone().any(|member| *member == symbol) {
            return Ok(Value::Symbol(symbol));
        }
        let names = members.filter_map(|member| {
            let names = &self.symbols().names;
            names.get(&(Category::Symbol, member.0)).map(String::as_str)
        });
        Err(unknown(Category::Symbol, value, names))
    }
}

fn unknown<'a>(what: Category, name: &str, known: impl Iterator<Item = &'a str>) -> Error {
    let near = near_names(name, known, 1);
    Error::Unknown {
        what,
        name: name.to_owned(),
        near: near.first().map(|near| (*near).to_owned()),
    }
}
