//! Small talk: interactions between characters, on the voice channel.
//!
//! On its beat, a character with a free voice asks the social network about others near it in the
//! same area. It performs the preferred interaction among the actions that content declares
//! (`chat(character)`, `joke(character)`). When it is done it affects its target, and everyone
//! present remembers it. A chat may pass news on. The host reports the interactions of the player,
//! which have the same effects.

use super::{Decision, MindEvent};
use crate::api::is_noticed;
use crate::character::Character;
use crate::decider::{Decider, DeciderView, Ended, Proposal};
use crate::drivers::Driver;
use crate::folk::Folk;
use crate::host::{NotHeard, RejectedReport};
use serde::{Deserialize, Serialize};
use townsfolk_act::{Aim, CourseOf, Order, Performance, Progress, Running, State};
use townsfolk_core::{
    ActionId, ActionRef, Channel, CharacterId, Draw, HostId, Outcome, Pushed, SiteId, StartId,
    SymbolId, Tick, Urgency, Value,
};
use townsfolk_knowledge::{News, Tiding, What};
use townsfolk_mind::social::temper::freshness;
use townsfolk_mind::social::{Leanings, Preference, choose_fresh, concerns, talk};
use townsfolk_module::mind::{Degree, Interaction, Manners, On};

/// Maximum number of characters considered, the nearest first.
const LISTENERS_MAX: usize = 12;

/// The name under which small talk makes offers.
pub(crate) fn company_system() -> SymbolId {
    SymbolId::named("company")
}

/// Something that a character says to another, or is about to say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Talk {
    /// The interaction.
    pub interaction: Interaction,
    /// The listener.
    pub to: CharacterId,
    /// The subject of a chat.
    pub subject: Option<SymbolId>,
    /// News that it passes on.
    pub tiding: Option<Tiding>,
}

/// A talk with its progress, in the format of saves.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct SavedTalk {
    action: StartId,
    interaction: Interaction,
    to: CharacterId,
    subject: Option<SymbolId>,
    tiding: Option<Tiding>,
    limit: Tick,
}

impl SavedTalk {
    /// `None` if it has not begun: then the character chooses again.
    pub(super) fn new(talk: &Talk, performance: Option<&Performance>) -> Option<SavedTalk> {
        let running = performance?.running().first()?;
        Some(SavedTalk {
            action: running.start()?,
            interaction: talk.interaction,
            to: talk.to,
            subject: talk.subject,
            tiding: talk.tiding,
            limit: running.limit()?,
        })
    }

    pub(super) fn restored(self) -> (Talk, Performance) {
        let talk = Talk {
            interaction: self.interaction,
            to: self.to,
            subject: self.subject,
            tiding: self.tiding,
        };
        let says = Running::Acts {
            start: self.action,
            what: talk.action(),
            limit: self.limit,
        };
        let performance = Performance {
            by: company_system(),
            course: talk.course(),
            since: Tick(0),
            step: 0,
            state: State::Runs(vec![says]),
        };
        (talk, performance)
    }

    /// Adds a delay to all its moments.
    pub(super) fn shift_times(&mut self, later: &mut dyn FnMut(Tick) -> Tick) {
        self.limit = later(self.limit);
    }
}

impl Talk {
    fn action(&self) -> ActionId {
        action_of(self.interaction)
    }

    fn course(&self) -> CourseOf {
        let mut arguments = vec![Value::Character(self.to)];
        arguments.extend(self.subject.map(Value::Symbol));
        CourseOf::action(Order::act(self.action(), arguments))
    }
}

/// The action of the game that performs an interaction.
fn action_of(interaction: Interaction) -> ActionId {
    ActionId::named(interaction.name())
}

/// Small talk as a decider: it offers to use the voice beside any driver of the body.
#[derive(Clone, Debug)]
pub(crate) struct SmallTalk;

impl Decider for SmallTalk {
    fn name(&self) -> SymbolId {
        company_system()
    }

    /// Characters whose minds have just been updated: talk is decided after thinking.
    fn due(&mut self, at: &mut DeciderView<'_>) -> Vec<CharacterId> {
        std::mem::take(&mut at.folk.minds.thought)
    }

    fn is_counted(&self) -> bool {
        false
    }

    fn decide(&mut self, at: &mut DeciderView<'_>, due: &[CharacterId]) {
        for who in due {
            if let Some(proposal) = at.folk.keep_company(*who) {
                at.offer(*who, proposal);
            }
        }
    }

    fn ended(&mut self, at: &mut DeciderView<'_>, who: CharacterId, how: Ended) {
        at.folk.has_said(who, how.progress);
    }

    fn why(&self, folk: &Folk, who: CharacterId) -> Option<String> {
        let talk = folk.mind(who)?.talk()?;
        Some(talk.interaction.name().to_owned())
    }

    fn boxed_clone(&self) -> Box<dyn Decider> {
        Box::new(self.clone())
    }
}

impl Folk {
    /// Ends the talk of a character that has just thought, or proposes what it says next.
    pub(crate) fn keep_company(&mut self, who: CharacterId) -> Option<Proposal> {
        let minded = self.minds.people.get(&who)?;
        match &minded.talk {
            Some(talk) => {
                let voice = self.character(who).map(|p| p.driver(Channel::Voice));
                let ours = matches!(voice, Some(Driver::System(by, _)) if by == company_system());
                if !ours || self.is_out_of_hearing(who, talk.to) {
                    self.hush(who);
                }
                None
            }
            None if self.should_sleep(who).is_some() => None,
            None if minded.quiet_until <= self.now => {
                let proposal = self.company_preferred(who).and_then(|p| self.speak(who, p));
                let later = self.now.after(self.manners_of(who).seeks_every);
                if proposal.is_none()
                    && let Some(minded) = self.minds.people.get_mut(&who)
                {
                    minded.quiet_until = later;
                }
                proposal
            }
            None => None,
        }
    }

    /// The preferred interaction of a character, if it may speak.
    pub(crate) fn company_preferred(&self, who: CharacterId) -> Option<Preference> {
        let minded = self.mind(who)?;
        self.character(who).filter(|own| self.may_talk(own))?;
        let member = self.member(minded.member)?;
        let network = self.content.network.as_ref()?;
        let within = member.temper.manners.speaks_mm;
        let others = self.nearest_company(who, within, LISTENERS_MAX);
        let others = others.into_iter().filter_map(|other| {
            let there = self.character(other).filter(|there| self.may_talk(there))?;
            if self.walks_on(other, who) {
                return None;
            }
            Some((there.id, self.feeling_for(who, there.id)?))
        });
        let (persona, mood) = (member.persona, self.mood_of(who)?);
        let (temper, deeds, now) = (&member.temper, &minded.past.deeds, self.moment());
        let whim = Draw::at(self.seed, u64::from(who.0), self.now, SiteId::named("whim"));
        let leanings = Leanings {
            fresh: &|to, what| freshness(temper, deeds, to, what, now),
            possible: &|what| match what {
                Interaction::Nothing => true,
                what => self.content.module.action(action_of(what)).is_some(),
            },
            needs_cause: true,
            whim: Some((temper.whim, whim)),
        };
        choose_fresh(network, persona, mood, others, leanings)
    }

    /// How a character keeps company, by its temper. The player and others without a mind have the
    /// usual manners.
    pub(crate) fn manners_of(&self, who: CharacterId) -> Manners {
        let member = self.mind(who).and_then(|minded| self.member(minded.member));
        member.map_or_else(Manners::default, |member| member.temper.manners)
    }

    /// Whether a character does not stop for a speaker: it walks, and to another place.
    fn walks_on(&self, who: CharacterId, from: CharacterId) -> bool {
        let aim = |who| {
            let mut running = self.mind_performs(who)?.running().iter();
            running.find_map(|part| match part {
                Running::Walks { to, .. } => Some(*to),
                _ => None,
            })
        };
        let bound = aim(who);
        bound.is_some() && bound != Some(Aim::Company(from)) && bound != aim(from)
    }

    /// Whether a listener is too far away to hear a speaker.
    fn is_out_of_hearing(&self, who: CharacterId, listener: CharacterId) -> bool {
        let place = |who| self.character(who).and_then(|person| person.at);
        let apart = place(who).zip(place(listener));
        let within = self.manners_of(who).heard_mm;
        apart.is_none_or(|(here, there)| !here.is_within(there, within))
    }

    /// Whether a character's voice is free, and no action prevents it from talking.
    fn may_talk(&self, person: &Character) -> bool {
        let forbidden = self.is_forbidden_to_talk(person.id);
        // A character about to speak has made an offer on which the arbiter has not ruled yet.
        let speaks = self.mind(person.id).is_some_and(|m| m.talk.is_some());
        person.driver(Channel::Voice) == Driver::Nobody
            && !speaks
            && !person.seized
            && person.attached_to.is_none()
            && !forbidden
            && !self.is_silent(person)
    }

    /// Whether the host has forbidden a character to talk.
    fn is_forbidden_to_talk(&self, who: CharacterId) -> bool {
        let who = [Value::Character(who)];
        self.attribute(HostId::named("cannot_talk"), &who) == Pushed::Holds
    }

    /// Whether a character's action prevents talking: it has a parameter `cannot_talk`.
    fn is_silent(&self, person: &Character) -> bool {
        let own = self.mind_performs(person.id);
        let own = own.into_iter().flat_map(|p| p.running());
        let own = own.into_iter().find_map(|part| match part {
            Running::Acts { what, .. } => Some(*what),
            _ => None,
        });
        let playing = person.scene.and_then(|scene| self.scenes.get(scene.0));
        let doing = playing.and_then(|playing| playing.doing(person.id));
        let action = own.or(doing);
        let action = action.and_then(|action| self.content.module.action(action));
        let name = SymbolId::named("cannot_talk");
        action.is_some_and(|action| action.named.iter().any(|named| named.name == name))
    }

    /// The proposal for a preferred interaction.
    fn speak(&mut self, who: CharacterId, preference: Preference) -> Option<Proposal> {
        let to = preference.with;
        let minded = self.mind(who)?;
        let member = self.member(minded.member)?;
        let draw = Draw::at(self.seed, u64::from(who.0), self.now, SiteId::named("talk"));
        let chats = preference.interaction == Interaction::Chat;
        let subject = talk::subject(&member.subjects, draw).filter(|_| chats);
        let toward = self.feeling_for(who, to)?;
        let tells = chats && talk::gossips(&member.gossip, &toward, draw);
        let now = self.moment();
        let news = minded.memory.news_for(to, &member.gossip, draw, now);
        let tiding = news
            .filter(|tiding| tells && !self.is_no_news(tiding, to))
            .map(|tiding| tiding.told_by(who, &member.gossip));
        let talk = Talk {
            interaction: preference.interaction,
            to,
            subject,
            tiding,
        };
        let course = talk.course();
        self.minds.people.get_mut(&who)?.talk = Some(talk);
        if self.trace.is_asked_of_minds() {
            self.trace_decision(who, Decision::Prefers(preference));
        }
        Some(Proposal {
            channel: Channel::Voice,
            urgency: Urgency::Idle,
            score: 0,
            reason: SymbolId::named(preference.interaction.name()),
            lasts: None,
            course,
        })
    }

    /// Whether news are already known to a character: facts of its own, its own appointments, and
    /// meetings that are over.
    fn is_no_news(&self, tiding: &Tiding, who: CharacterId) -> bool {
        let member = self.mind(who).map(|minded| minded.member);
        match tiding.news {
            News::Fact { about, .. } => Some(about) == member,
            News::Meet {
                who: one, with, at, ..
            } => [one, with].contains(&who) || at < self.moment(),
            News::WasAt { .. } | News::Did { .. } => false,
        }
    }

    /// A talk has ended.
    fn has_said(&mut self, who: CharacterId, progress: Progress) {
        let minded = self.minds.people.get_mut(&who);
        let Some(talk) = minded.and_then(|minded| minded.talk.take()) else {
            return;
        };
        self.be_quiet(who);
        if progress != Progress::Done || self.character(talk.to).is_none() {
            return;
        }
        self.let_interact(who, &talk);
    }

    /// Applies an interaction that the host reports: the player has insulted the barman.
    pub(crate) fn take_in_interaction(
        &mut self,
        who: CharacterId,
        interaction: Interaction,
        to: CharacterId,
    ) {
        for one in [who, to] {
            self.rouse(one);
            if self.character(one).is_none() {
                return self.unheard(RejectedReport::NoSuchCharacter(one));
            }
        }
        match self.hears(to, who) {
            Ok(()) => self.let_interact(
                who,
                &Talk {
                    interaction,
                    to,
                    subject: None,
                    tiding: None,
                },
            ),
            Err(why) => self.unheard(RejectedReport::NotHeard(who, to, why)),
        }
    }

    /// Whether a character hears what another says.
    pub(crate) fn hears(&self, listener: CharacterId, who: CharacterId) -> Result<(), NotHeard> {
        let area = self.area_of(who).filter(|_| listener != who);
        if area.is_none() || self.area_of(listener) != area {
            return Err(NotHeard::OtherArea);
        }
        if self.is_out_of_hearing(who, listener) {
            return Err(NotHeard::TooFar);
        }
        let silent = self.character(listener).is_none_or(|p| self.is_silent(p));
        match silent || self.is_forbidden_to_talk(listener) {
            true => Err(NotHeard::CannotTalk),
            false => Ok(()),
        }
    }

    /// Applies the effects of an interaction on everyone concerned.
    fn let_interact(&mut self, who: CharacterId, talk: &Talk) {
        let interaction = talk.interaction;
        self.tell_of_mind(who, MindEvent::Interacted(interaction, talk.to));
        self.note_deed(who, talk.to, interaction);
        self.affect(who, talk);
        self.witness(who, What::Did(interaction, talk.to));
        let event = SymbolId::named(interaction.name());
        let place = self.character(who).and_then(|person| person.at);
        if let Some(at) = place.filter(|_| is_noticed(&self.content.module, event)) {
            self.let_notice(event, at, self.manners_of(who).heard_mm);
        }
        if let Some(tiding) = talk.tiding
            && self.learn(talk.to, tiding)
        {
            let news = MindEvent::Told(talk.to, tiding.news);
            self.tell_of_mind(who, news);
        }
        if interaction == Interaction::Chat {
            self.note_chat(who, talk.to);
            self.arrange(who, talk.to);
        }
    }

    /// Tells a character some news. Returns whether it was new.
    fn learn(&mut self, who: CharacterId, tiding: Tiding) -> bool {
        let (about, now) = (tiding.news.about(), self.moment());
        let feels = self.mind(who).map(|minded| &minded.relationships);
        let close = about.zip(feels);
        let close = close.map(|(about, feels)| self.closeness(who, feels, about));
        let listener = self.minds.people.get_mut(&who);
        let close = close.unwrap_or(Degree::HALF);
        listener.is_some_and(|listener| listener.memory.learn(tiding, close, now))
    }

    /// Applies an interaction to its target; to the speaker and to witnesses only if content says
    /// so.
    fn affect(&mut self, who: CharacterId, talk: &Talk) {
        let what = talk.interaction;
        let effects = &self.content.effects;
        let oneself = concerns(effects, what, On::Oneself);
        let witnesses = match concerns(effects, what, On::Witnesses) {
            true => self.nearest_company(who, self.manners_of(who).speaks_mm, LISTENERS_MAX),
            false => vec![],
        };
        let common = self.shares(talk.to, talk.subject);
        self.let_undergo(talk.to, who, what, On::Other, common);
        if oneself {
            self.let_undergo(who, talk.to, what, On::Oneself, common);
        }
        for witness in witnesses.into_iter().filter(|w| *w != talk.to) {
            let common = self.shares(witness, talk.subject);
            self.let_undergo(witness, who, what, On::Witnesses, common);
        }
    }

    /// Whether a subject is among a character's own subjects.
    fn shares(&self, who: CharacterId, subject: Option<SymbolId>) -> bool {
        let member = self.mind(who).and_then(|minded| self.member(minded.member));
        let subjects = member.map(|member| &member.subjects);
        let shared = subjects.zip(subject);
        shared.is_some_and(|(subjects, subject)| subjects.contains(&subject))
    }

    /// Interrupts the small talk of a character.
    pub(crate) fn hush(&mut self, who: CharacterId) {
        let minded = self.minds.people.get_mut(&who);
        if minded.and_then(|minded| minded.talk.take()).is_none() {
            return;
        }
        let running = self.performer.get(who, Channel::Voice).map(|p| p.running());
        let starts = running.into_iter().flatten().filter_map(Running::start);
        let starts: Vec<StartId> = starts.collect();
        self.interrupt(who, Channel::Voice);
        for start in starts {
            self.end_bearing(ActionRef::of_decider(who, start), Outcome::Stopped);
        }
        self.be_quiet(who);
    }

    /// Frees the voice, and begins the pause after speaking.
    fn be_quiet(&mut self, who: CharacterId) {
        let site = SiteId::named("quiet");
        let draw = Draw::at(self.seed, u64::from(who.0), self.now, site);
        let (shortest, longest) = self.manners_of(who).pause;
        let pause = draw.between(0, shortest.0, longest.0);
        let until = Tick(self.now.0.saturating_add(pause));
        if let Some(minded) = self.minds.people.get_mut(&who) {
            minded.quiet_until = until;
        }
        if self.character(who).is_some() {
            self.withdraw(who, company_system());
        }
        self.wake_mind(who);
    }
}
