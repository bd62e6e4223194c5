//! Deciders: ways to decide what a character does.
//!
//! A decider offers to drive characters, and names the course to be performed. The arbiter compares
//! the offers of all deciders, the performer carries out the strongest, and the decider is told the
//! result. Minds and small talk are deciders; a game adds its own with [`Folk::register`]. State
//! belongs to the decider: a character without it has no state there and costs nothing.

use crate::deciders::SnippetDecider;
use crate::deciders::daily::DailyLives;
use crate::deciders::grammars::Grammars;
use crate::deciders::inference::Inferences;
use crate::deciders::plan::Plans;
use crate::deciders::rules::HotRules;
use crate::deciders::skills::Skills;
use crate::drivers::Offer;
use crate::executor::Executor;
use crate::folk::{Folk, WakeMode};
use crate::minds::{MindDecider, SmallTalk, company_system, mind_system};
use crate::questions::Question;
use crate::words::{Table, senses, squads};
use std::any::Any;
use std::fmt::Debug;
use std::ops::Deref;
use townsfolk_act::{CourseOf, Progress};
use townsfolk_core::digest::{fold, hash64};
use townsfolk_core::{Channel, CharacterId, Duration, Place, StimulusId, SymbolId, Urgency};
use townsfolk_module::senses::MindState;
use townsfolk_senses::{Sensed, SleepRules};

/// A way to decide, for any number of characters.
///
/// It must be deterministic: the same calls give the same offers. It may be asked about a character
/// without cause, and must then offer what it has offered before.
pub trait Decider: Debug + Send + Sync {
    /// The name under which it offers, and under which its state is saved.
    fn name(&self) -> SymbolId;

    /// The characters that must be asked at this tick, in order of id.
    fn due(&mut self, at: &mut DeciderView<'_>) -> Vec<CharacterId>;

    /// Whether asking it about a character counts as work of its own, for the budget of a tick.
    fn is_counted(&self) -> bool {
        true
    }

    /// Looks at characters, and makes or withdraws offers.
    fn decide(&mut self, at: &mut DeciderView<'_>, due: &[CharacterId]);

    /// Continues after the arbiter has ruled. The performer carries out offered courses by itself,
    /// so few deciders need this.
    fn drive(&mut self, _at: &mut DeciderView<'_>, _due: &[CharacterId]) {}

    /// A course that it offered has ended. The offer has been withdrawn.
    fn ended(&mut self, _at: &mut DeciderView<'_>, _who: CharacterId, _how: Ended) {}

    /// Why it makes its offer for a character, as a sentence. `None` if it makes none.
    fn why(&self, _folk: &Folk, _who: CharacterId) -> Option<String> {
        None
    }

    /// Why it does not offer something else, by the name of its reason. `None` if it does not know.
    fn why_not(&self, _folk: &Folk, _who: CharacterId, _reason: SymbolId) -> Option<String> {
        None
    }

    /// Its recent decisions about a character, newest last, each as a sentence.
    fn recent(&self, _folk: &Folk, _who: CharacterId) -> Vec<String> {
        vec![]
    }

    /// What it knows of a character, as tables for tools. The most telling comes first.
    fn tables(&self, _folk: &Folk, _who: CharacterId) -> Vec<Table> {
        vec![]
    }

    /// Its state as bytes.
    fn save(&self) -> Vec<u8> {
        vec![]
    }

    /// Restores state that [`save`](Decider::save) wrote. It skips what it cannot read.
    fn load(&mut self, _bytes: &[u8]) {}

    /// Takes the state of one character out, as bytes; empty if it has none. A region that is unloaded
    /// keeps them.
    fn take_out(&mut self, _folk: &Folk, _who: CharacterId) -> Vec<u8> {
        vec![]
    }

    /// Restores what [`take_out`](Decider::take_out) gave. The region was away for some time, by which
    /// all moments in the state are later.
    fn bring_back(&mut self, _folk: &Folk, _who: CharacterId, _state: &[u8], _away: Duration) {}

    /// This decider as itself, for a caller that knows its type.
    fn as_any(&self) -> Option<&dyn Any> {
        None
    }

    /// A copy with the same state, for copies of the whole engine.
    fn boxed_clone(&self) -> Box<dyn Decider>;
}

impl Clone for Box<dyn Decider> {
    fn clone(&self) -> Box<dyn Decider> {
        self.boxed_clone()
    }
}

/// How an offered course ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ended {
    /// The channel.
    pub channel: Channel,
    /// Whether it was done, or failed. A course that was interrupted has failed.
    pub progress: Progress,
}

/// An offer with its course, before it is assigned to a decider.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proposal {
    /// The channel it needs.
    pub channel: Channel,
    /// How urgent it is, compared with other deciders.
    pub urgency: Urgency,
    /// How good it is, compared with other proposals of the same decider.
    pub score: i32,
    /// The reason, for the trace and for `why`.
    pub reason: SymbolId,
    /// The duration; `None` if the character does not return to its previous activity.
    pub lasts: Option<Duration>,
    /// The course that is performed if the arbiter accepts.
    pub course: CourseOf,
}

/// The engine as a decider sees it: it can read everything and make offers.
pub struct DeciderView<'a> {
    pub(crate) folk: &'a mut Folk,
    pub(crate) executor: &'a dyn Executor,
    by: SymbolId,
}

impl Debug for DeciderView<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("DeciderView").field("by", &self.by).finish()
    }
}

impl Deref for DeciderView<'_> {
    type Target = Folk;

    fn deref(&self) -> &Folk {
        self.folk
    }
}

impl DeciderView<'_> {
    /// Offers to drive a character. A new offer for the same channel replaces the old one, except
    /// that a proposal with another reason must have another urgency or a clearly better score.
    pub fn offer(&mut self, who: CharacterId, proposal: Proposal) {
        let offer = Offer {
            who,
            by: self.by,
            channel: proposal.channel,
            urgency: proposal.urgency,
            score: proposal.score,
            reason: proposal.reason,
            duration: proposal.lasts,
        };
        self.folk.take_in_proposal(offer, proposal.course);
    }

    /// Offers to drive a character, in place of what it has offered for the channel. What is
    /// performed for that is interrupted.
    pub fn replace(&mut self, who: CharacterId, proposal: Proposal) {
        let offer = Offer {
            who,
            by: self.by,
            channel: proposal.channel,
            urgency: proposal.urgency,
            score: proposal.score,
            reason: proposal.reason,
            duration: proposal.lasts,
        };
        self.folk.replace_proposal(offer, proposal.course);
    }

    /// Withdraws the offer for one channel.
    pub fn withdraw_on(&mut self, who: CharacterId, channel: Channel) {
        self.folk.withdraw_on(who, self.by, &[channel]);
    }

    /// Sets how aware a character is, as what it does now makes it. It hears by it, and in a fight it
    /// sees faster.
    pub fn set_mind_state(&mut self, who: CharacterId, mind: MindState) {
        self.folk.set_mind_state(who, mind);
    }

    /// Sets when a character that sleeps stirs, wakes and is enraged.
    pub fn set_sleep_rules(&mut self, who: CharacterId, rules: SleepRules) {
        self.folk.set_sleep_rules(who, rules);
    }

    /// Lets a character, or its squad, forget what it knows of where something is. Returns whether it
    /// knew anything.
    pub fn forget(&mut self, who: CharacterId, subject: Sensed) -> bool {
        self.folk.drop_record(who, subject)
    }

    /// Lets a character make a sound, which is heard in the next tick. Returns whether content has such
    /// a stimulus, and not too many sound at once.
    pub fn make_sound(&mut self, kind: StimulusId, at: Place, by: CharacterId) -> bool {
        self.folk.make_sound_of(kind, at, Some(by))
    }

    /// The characters that have heard, seen or felt something in this tick, whose records have changed,
    /// or for whom time has: a warning is over, something is lost.
    pub fn sensed(&self) -> impl Iterator<Item = CharacterId> {
        self.folk.news.sensed.iter().copied()
    }

    /// Asks the host a question. The answer can be read with [`Folk::answer`] at a later tick.
    pub fn ask(&mut self, question: Question) {
        self.folk.ask(question);
    }

    /// Withdraws every offer for a character. Performances for these offers are interrupted.
    pub fn withdraw(&mut self, who: CharacterId) {
        self.folk.withdraw(who, self.by);
    }
}

/// The state of one character that was taken out of a decider, by the name of the decider.
pub(crate) type TakenOut = (SymbolId, CharacterId, Vec<u8>);

/// The built-in deciders, one line each.
pub(crate) fn built_in() -> Vec<Box<dyn Decider>> {
    vec![
        Box::new(MindDecider),
        Box::new(SmallTalk),
        Box::new(HotRules::default()),
        Box::new(Inferences::default()),
        Box::new(DailyLives::default()),
        Box::new(Plans::default()),
        Box::new(Grammars::default()),
        Box::<SnippetDecider>::default(),
        Box::<Skills>::default(),
    ]
}

impl Folk {
    /// Registers a decider of the game. Deciders are asked in order of registration, after the
    /// built-in ones. If a loaded save has state under its name, the decider receives it.
    pub fn register(&mut self, mut decider: Box<dyn Decider>) {
        let name = decider.name();
        if let Some(place) = self.unclaimed.iter().position(|(known, _)| *known == name) {
            let (_, state) = self.unclaimed.remove(place);
            decider.load(&state);
        }
        self.deciders.retain(|known| known.name() != name);
        self.deciders.push(decider);
    }

    /// The reasons of each decider for a character, in order of registration.
    pub fn why_deciders(&self, who: CharacterId) -> Vec<(SymbolId, String)> {
        let deciders = self.deciders.iter();
        deciders
            .filter_map(|decider| Some((decider.name(), decider.why(self, who)?)))
            .collect()
    }

    /// Why each decider does not want something of a character, by the name of its reason.
    pub fn why_not_deciders(&self, who: CharacterId, reason: SymbolId) -> Vec<(SymbolId, String)> {
        let deciders = self.deciders.iter();
        deciders
            .filter_map(|decider| Some((decider.name(), decider.why_not(self, who, reason)?)))
            .collect()
    }

    /// The recent decisions of all deciders about a character, by decider, newest last.
    pub fn recent_decisions(&self, who: CharacterId) -> Vec<(SymbolId, Vec<String>)> {
        let deciders = self.deciders.iter();
        let recent = deciders.map(|decider| (decider.name(), decider.recent(self, who)));
        recent.filter(|(_, lines)| !lines.is_empty()).collect()
    }

    /// What each decider knows of a character, as tables for tools, in order of registration.
    ///
    /// What the character senses comes first, under the name `senses`, and its squad and posts next.
    pub fn decider_tables(&self, who: CharacterId) -> Vec<(SymbolId, Vec<Table>)> {
        let deciders = self.deciders.iter();
        let tables = deciders.map(|decider| (decider.name(), decider.tables(self, who)));
        let senses = (senses::system(), senses::tables(self, who));
        let squads = (squads::system(), squads::tables(self, who));
        let tables = [senses, squads].into_iter().chain(tables);
        tables.filter(|(_, tables)| !tables.is_empty()).collect()
    }

    /// Asks every decider about the characters that are due.
    pub(crate) fn decide(&mut self, executor: &dyn Executor) -> Vec<Vec<CharacterId>> {
        let mut asked = vec![];
        self.each_decider(executor, |decider, at| {
            let due = decider.due(at);
            let shaken = at.folk.shaken_people(decider.name(), &due);
            let mut due = match decider.is_counted() {
                true => at.folk.ration_decider(decider.name(), due),
                false => due,
            };
            if !shaken.is_empty() {
                due.extend(shaken);
                due.sort_unstable();
            }
            if !due.is_empty() {
                decider.decide(at, &due);
            }
            asked.push(due);
        });
        self.news.clear();
        asked
    }

    /// Characters that tests ask a decider about without cause. Minds are woken by their own agenda.
    fn shaken_people(&self, decider: SymbolId, due: &[CharacterId]) -> Vec<CharacterId> {
        let own = [mind_system(), company_system()];
        if self.looking == WakeMode::WhenDue || own.contains(&decider) {
            return vec![];
        }
        let people = self.characters().map(|person| person.id);
        let people = people.filter(|who| self.is_shaken(u64::from(who.0)) && self.is_full(*who));
        let people = people.filter(|who| due.binary_search(who).is_err());
        people.collect()
    }

    /// Lets the deciders go on that the arbiter has ruled for, and performs their courses.
    pub(crate) fn drive_all(&mut self, executor: &dyn Executor, asked: &[Vec<CharacterId>]) {
        let mut asked = asked.iter();
        self.each_decider(executor, |decider, at| {
            if let Some(due) = asked.next().filter(|due| !due.is_empty()) {
                decider.drive(at, due);
            }
        });
        for (who, by, ended) in self.perform_offered() {
            self.each_decider(executor, |decider, at| {
                if decider.name() == by {
                    decider.ended(at, who, ended);
                }
            });
        }
    }

    /// Calls a function with each decider, which is taken out of the list meanwhile.
    fn each_decider(
        &mut self,
        executor: &dyn Executor,
        mut with: impl FnMut(&mut dyn Decider, &mut DeciderView<'_>),
    ) {
        let mut deciders = std::mem::take(&mut self.deciders);
        for decider in &mut deciders {
            let by = decider.name();
            let mut at = DeciderView {
                folk: self,
                executor,
                by,
            };
            with(&mut **decider, &mut at);
        }
        deciders.append(&mut self.deciders);
        self.deciders = deciders;
    }

    /// Takes the states of characters out of all deciders.
    pub(crate) fn take_out_of_deciders(&mut self, people: &[CharacterId]) -> Vec<TakenOut> {
        let mut deciders = std::mem::take(&mut self.deciders);
        let mut taken = vec![];
        for decider in &mut deciders {
            for who in people {
                let state = decider.take_out(self, *who);
                if !state.is_empty() {
                    taken.push((decider.name(), *who, state));
                }
            }
        }
        self.deciders = deciders;
        taken
    }

    /// Restores the states of characters that were taken out.
    pub(crate) fn bring_back_to_deciders(&mut self, taken: &[TakenOut], away: Duration) {
        let mut deciders = std::mem::take(&mut self.deciders);
        for decider in &mut deciders {
            let name = decider.name();
            let own = taken.iter().filter(|(of, ..)| *of == name);
            for (_, who, state) in own {
                decider.bring_back(self, *who, state, away);
            }
        }
        self.deciders = deciders;
    }

    /// The saved state of the game's deciders, including those that have not been registered again.
    pub(crate) fn keep_deciders(&self) -> Vec<(SymbolId, Vec<u8>)> {
        let saved = self.deciders.iter().map(|d| (d.name(), d.save()));
        let saved = saved.filter(|(_, state)| !state.is_empty());
        saved.chain(self.unclaimed.iter().cloned()).collect()
    }

    /// The digest of the game's deciders and their performances; zero without any.
    pub(crate) fn digest_of_deciders(&self) -> u64 {
        let states = self.keep_deciders().into_iter();
        let states = states.map(|(name, state)| fold(u64::from(name.0), hash64(&state)));
        states.fold(0, u64::wrapping_add)
    }
}
