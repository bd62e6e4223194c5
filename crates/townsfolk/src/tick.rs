//! One tick, in order: reports, minds, drivers, proposals, scenes, castings.

use crate::drivers::{Driver, Ruling, judge};
use crate::executor::{self, Executor};
use crate::folk::{Folk, WakeMode};
use crate::host::{Command, Event, Output, Report, Stage};
use crate::inline_vec::InlineVec;
use crate::jobs::{Job, SceneJobs};
use crate::minds::Decision;
use crate::playing::{Playing, SceneScratch};
use crate::recording::RecordedReadings;
use crate::surroundings::Surroundings;
use crate::trace::TraceLine;
use std::cell::RefCell;
use std::iter::Peekable;
use townsfolk_core::digest::fold;
use townsfolk_core::{ActionRef, Channel, CharacterId, Duration, SceneId, Standing, Tick};
use townsfolk_module::trade::STOCK;
use townsfolk_scene::fast::CommandRef;
use townsfolk_scene::{Fault, Happening};

/// Minimum number of scenes for each parallel piece.
const SCENES_PER_PIECE_MIN: usize = 8;

/// Number of scenes by which memory is prefetched ahead.
const AHEAD: usize = 2;

const CHANNELS: [Channel; 3] = [Channel::Body, Channel::Voice, Channel::Gaze];

impl Folk {
    /// Advances by one tick, a sixtieth of a second, and returns commands and events.
    ///
    /// Reports are applied, minds updated, drivers compared, scenes updated (in parallel, if the
    /// executor allows) and emitters searched. An earlier step sees the results of a later one at
    /// the next tick.
    pub fn tick_with(&mut self, stage: &dyn Stage, executor: &dyn Executor) -> &Output {
        self.now = self.now.after(Duration(1));
        self.output.commands.clear();
        self.output.events.clear();
        self.output.questions.clear();
        self.output.commands.append(&mut self.owed);
        self.apply_writes();
        let mut reports = std::mem::take(&mut self.inbox);
        self.record(&reports);
        self.heard.clear();
        self.hear_focus_first(&mut reports);
        for report in reports.drain(..) {
            if let Report::Outcome(..) | Report::Moved(..) | Report::Gone(_) = report {
                self.heard.push(report.clone());
            }
            self.take_in(report);
        }
        self.inbox = reports;
        self.ration();
        self.update_beliefs(executor);
        self.update_senses(executor);
        self.update_squads();
        let asked = self.decide(executor);
        self.arbitrate();
        self.drive_all(executor, &asked);
        let proposals = self.look_around(executor);
        self.play(stage, executor);
        self.commit(proposals);
        self.note_deeds();
        self.ask_stage(stage);
        self.ids.character = self.people.next();
        self.ids.location = self.places.next();
        self.record_digest();
        &self.output
    }

    /// Compares offers of characters whose offers or drivers have changed.
    fn arbitrate(&mut self) {
        for who in std::mem::take(&mut self.people.to_judge) {
            for channel in CHANNELS {
                let Some(person) = self.people.get(who.0) else {
                    break;
                };
                match judge(person, channel) {
                    Ruling::Stay => {}
                    Ruling::Take(offer) => {
                        self.drive(who, channel, Driver::System(offer.by, offer.urgency));
                        if self.trace.is_asked_of_minds() {
                            self.trace_decision(who, Decision::Takes(offer));
                        }
                    }
                    Ruling::Free => self.drive(who, channel, Driver::Nobody),
                    Ruling::Recall(scene, offer) => {
                        // Only the body is recalled from a scene; voice and gaze wait until they
                        // are free.
                        if channel == Channel::Body && person.recalled_for != Some(offer) {
                            let report = townsfolk_scene::Report::Recalled {
                                who,
                                urgency: offer.urgency,
                                duration: offer.duration,
                            };
                            self.tell(Some(scene), report);
                            if let Some(person) = self.people.get_mut(who.0) {
                                person.recalled_for = Some(offer);
                            }
                        }
                    }
                }
            }
        }
    }

    pub(crate) fn drive(&mut self, who: CharacterId, channel: Channel, driver: Driver) {
        if let Some(person) = self.people.get_mut(who.0)
            && person.driver(channel) != driver
        {
            person.set_driver(channel, driver);
            self.output.events.push(Event::Driven(who, channel, driver));
            self.performer.look_at(who, channel);
            self.wake_mind(who);
        }
    }

    /// Makes a scene the driver of a character.
    pub(crate) fn put_into(&mut self, who: CharacterId, scene: SceneId) {
        let Some(playing) = self.scenes.get(scene.0) else {
            return;
        };
        let script = self.content.module.script(playing.script);
        let role = playing.role_of(who).or_else(|| joining(playing, who));
        let line = script.and_then(|script| script.cast.iter().find(|l| Some(l.role) == role));
        let urgency = line.map_or(townsfolk_core::Urgency::Wish, |line| line.joins_as);
        if let Some(person) = self.people.get_mut(who.0) {
            person.scene = Some(scene);
        }
        self.list(who);
        self.drive(who, Channel::Body, Driver::Scene(scene, urgency));
        self.drive(who, Channel::Gaze, Driver::Scene(scene, urgency));
        self.mind_is_cast(who, scene);
    }

    /// Updates every due scene, and then applies the results in order of scene.
    fn play(&mut self, stage: &dyn Stage, executor: &dyn Executor) {
        let due = self.due::<SceneJobs>();
        let mut awake: Vec<(u64, bool)> = due.into_iter().map(|(key, _)| (key, true)).collect();
        if self.looking != WakeMode::WhenDue {
            let waits = |key| self.waits(Job::Scene(key));
            let shaken = self.scenes.iter().filter(|p| self.is_shaken(p.id.0));
            let shaken = shaken.filter(|playing| !waits(playing.id.0));
            awake.extend(shaken.map(|playing| (playing.id.0, false)));
        }
        awake.sort_unstable_by_key(|(key, reason)| (*key, !reason));
        awake.dedup_by_key(|(key, _)| *key);
        #[cfg(feature = "sabotage")]
        if self.sabotage == crate::Sabotage::SwappedSettling {
            awake.reverse();
        }
        let mut work = vec![];
        for (key, reason) in awake {
            if reason {
                self.tries.due += 1;
            } else {
                self.tries.idle += 1;
            }
            if let Some(mut playing) = self.scenes.borrow_out(key) {
                if self.looking != WakeMode::WhenDue {
                    playing.wake_all();
                }
                work.push(Work {
                    joining: playing.joining().map(|(who, _)| who).collect(),
                    playing,
                    answers: self.answers_for(SceneId(key)),
                    happenings: 0,
                });
            }
        }
        let mut desks = std::mem::take(&mut self.desks);
        let size = self.update_all(&mut work, &mut desks, stage, executor);
        let mut work = work.into_iter();
        for desk in &mut desks {
            let mut commands = desk.commands.iter().peekable();
            let mut happenings = desk.happenings.drain(..);
            for piece in work.by_ref().take(size) {
                let happened = happenings.by_ref().take(piece.happenings);
                self.settle(piece, happened, &mut commands);
            }
            drop(happenings);
            drop(commands);
            desk.commands.clear();
        }
        self.desks = desks;
    }

    /// Whether a scene has reports or events that are due now.
    pub(crate) fn is_scene_due(&mut self, key: u64) -> bool {
        let now = self.now;
        let Some(playing) = self.scenes.get_mut(key) else {
            return false;
        };
        if playing.queued.is_some_and(|queued| queued <= now) {
            playing.queued = None;
        }
        if !playing.inbox.is_empty() {
            return true;
        }
        match playing.due {
            Some(due) if due <= now => true,
            Some(later) => {
                self.queue(key, later);
                false
            }
            None => false,
        }
    }

    /// Puts a scene on the agenda, unless it is already there for that tick or an earlier one.
    pub(crate) fn queue(&mut self, key: u64, at: Tick) {
        let at = at.max(self.now.after(Duration(1)));
        if let Some(playing) = self.scenes.get_mut(key)
            && playing.queued.is_none_or(|queued| queued > at)
        {
            playing.queued = Some(at);
            self.agenda.scenes.add(at, key);
        }
    }

    /// Whether the scene (or other item) with this number is updated without cause.
    pub(crate) fn is_shaken(&self, number: u64) -> bool {
        match self.looking {
            WakeMode::WhenDue => false,
            WakeMode::Naive => true,
            WakeMode::Shake(thousandths) => {
                let hash = fold(fold(0x5ca1e, number), self.now.0 as u64);
                hash % 1000 < u64::from(thousandths)
            }
        }
    }

    /// Updates scenes in parallel; returns the number of scenes in each piece.
    fn update_all(
        &self,
        work: &mut [Work],
        desks: &mut Vec<SceneScratch>,
        stage: &dyn Stage,
        executor: &dyn Executor,
    ) -> usize {
        executor::in_pieces(executor, SCENES_PER_PIECE_MIN, work, desks, |work, desk| {
            self.update_some(work, desk, stage);
        })
    }

    fn update_some(&self, work: &mut [Work], desk: &mut SceneScratch, stage: &dyn Stage) {
        for index in 0..work.len() {
            // Due scenes are scattered over memory, so the next is prefetched.
            if let Some(next) = work.get(index + AHEAD) {
                next.playing.bring_near();
            }
            let Some(piece) = work.get_mut(index) else {
                return;
            };
            let before = desk.happenings.len();
            let around = Surroundings {
                folk: self,
                location: piece.playing.location,
                stage,
                daytime: self.calendar.daytime(self.now),
                answers: piece.answers.as_ref(),
            };
            let all = self.trace.is_on();
            let when = (self.seed, self.now);
            (piece.playing).update(&self.content, &around, when, all, desk);
            piece.happenings = desk.happenings.len() - before;
        }
    }

    /// Puts a scene back and applies its happenings.
    fn settle<'c>(
        &mut self,
        piece: Work,
        happened: impl Iterator<Item = Happening>,
        commands: &mut Peekable<impl Iterator<Item = (SceneId, CommandRef<'c>)>>,
    ) {
        let Work {
            mut playing,
            answers,
            joining,
            ..
        } = piece;
        let (id, location, due) = (playing.id, playing.location, playing.due);
        if !playing.speaking.is_empty() {
            self.fall_silent(&mut playing);
        }
        self.scenes.bring_back(id.0, playing);
        if let Some(due) = due {
            self.queue(id.0, due);
        }
        self.keep_answers(id, answers);
        let mut over = false;
        for happening in happened {
            match &happening {
                Happening::Stands { who, standing } => self.note_standing(*who, *standing),
                Happening::Ending(why) => self.output.events.push(Event::SceneEnding(id, *why)),
                Happening::Over => over = true,
                Happening::Fault(fault) => {
                    if let Fault::CannotJoin(who) = fault {
                        self.turn_away(*who, id, location);
                    }
                    self.output.events.push(Event::Fault(id, fault.clone()));
                }
                _ => {}
            }
            if self.trace.is_on() {
                self.trace.keep(TraceLine {
                    tick: self.now,
                    scene: id,
                    what: happening,
                });
            }
        }
        while let Some((_, command)) = commands.next_if(|(scene, _)| *scene == id) {
            self.pass_on(command, id, location);
        }
        if over {
            // A closed scene receives no reports any more, not even joins.
            for who in joining {
                self.turn_away(who, id, location);
            }
            self.clear_stage(id, location);
        }
    }

    fn pass_on(&mut self, command: CommandRef<'_>, scene: SceneId, location: crate::LocationId) {
        match command {
            CommandRef::Start {
                id,
                who,
                partner,
                action,
                arguments,
                named,
                target,
            } => {
                let declared = self.content.module.action(action);
                let channel = declared.map_or(Channel::Body, |action| action.channel);
                if channel == Channel::Voice {
                    for speaker in [Some(who), partner].into_iter().flatten() {
                        self.let_speak(speaker, scene);
                    }
                }
                self.begin_speech(ActionRef::of_scene(scene, id), (who, action), arguments);
                for actor in [Some(who), partner].into_iter().flatten() {
                    self.begin_bearing(ActionRef::of_scene(scene, id), actor, action);
                }
                self.output.commands.push(Command::Start {
                    action: ActionRef::of_scene(scene, id),
                    location,
                    who,
                    partner,
                    what: action,
                    channel,
                    arguments: InlineVec::of(arguments),
                    named: InlineVec::of(named),
                    target,
                });
            }
            CommandRef::Stop { id } => {
                let action = ActionRef::of_scene(scene, id);
                self.output.commands.push(Command::Stop(action));
            }
            CommandRef::Set {
                name,
                arguments,
                value,
            } if name == STOCK => self.set_stock_at(location, arguments, value),
            CommandRef::Set {
                name,
                arguments,
                value,
            } => self.set_attribute(name, arguments.to_vec(), value),
            CommandRef::Leave { who } => {
                self.output.commands.push(Command::Leave(who, location));
                #[cfg(feature = "sabotage")]
                if self.is_sabotaged(crate::Sabotage::LostLeave, u64::from(who.0)) {
                    return;
                }
                self.part(who, scene, location);
            }
        }
    }

    /// Records that a participant is away, has returned, or is out.
    fn note_standing(&mut self, who: CharacterId, standing: Standing) {
        if standing != Standing::Away {
            return;
        }
        let Some(person) = self.people.get_mut(who.0) else {
            return;
        };
        person.away = true;
        let offer = person.recalled_for.take();
        let driver = offer.map_or(Driver::Nobody, |o| Driver::System(o.by, o.urgency));
        self.drive(who, Channel::Body, driver);
        self.drive(who, Channel::Gaze, Driver::Nobody);
        self.people.judge_next(who);
    }

    /// Gives a scene the voice of a character while it speaks there.
    fn let_speak(&mut self, who: CharacterId, scene: SceneId) {
        // A scene that speaks interrupts small talk.
        self.hush(who);
        let body = self.driver(who);
        self.drive(who, Channel::Voice, body);
        if let Some(playing) = self.scenes.get_mut(scene.0)
            && let Err(place) = playing.speaking.binary_search(&who)
        {
            playing.speaking.insert(place, who);
        }
    }

    /// Frees the voices of participants that have finished speaking.
    fn fall_silent(&mut self, playing: &mut Playing) {
        for who in std::mem::take(&mut playing.speaking) {
            let action = playing.doing(who);
            let action = action.and_then(|id| self.content.module.action(id));
            if action.is_some_and(|action| action.channel == Channel::Voice) {
                playing.speaking.push(who);
                continue;
            }
            let voice = self.people.get(who.0);
            let voice = voice.map(|person| person.driver(Channel::Voice));
            if matches!(voice, Some(Driver::Scene(s, _)) if s == playing.id) {
                self.drive(who, Channel::Voice, Driver::Nobody);
                self.people.judge_next(who);
            }
        }
    }

    /// Removes a character from a scene.
    fn part(&mut self, who: CharacterId, scene: SceneId, location: crate::LocationId) {
        let Some(person) = self.people.get_mut(who.0) else {
            return;
        };
        person.scene = None;
        person.away = false;
        let called_away = person.recalled_for.take().is_some() || person.seized;
        let seized = person.seized;
        let withdrawn = person.spawned.is_some_and(|(_, withdraw)| withdraw);
        self.list(who);
        for channel in CHANNELS {
            let person = self.people.get(who.0);
            let driver = person.map(|person| person.driver(channel));
            if matches!(driver, Some(Driver::Scene(s, _)) if s == scene) {
                self.drive(who, channel, Driver::Nobody);
            }
        }
        self.forgo(who, scene, location);
        self.mind_is_out(who, scene, called_away);
        if seized {
            self.hand_over(who);
            return;
        }
        if withdrawn {
            self.output.commands.push(Command::Withdraw(who));
        }
        self.people.judge_next(who);
    }

    /// Releases a character that was to join a scene which has ended meanwhile.
    fn turn_away(&mut self, who: CharacterId, scene: SceneId, location: crate::LocationId) {
        let takes_part = self.scenes.get(scene.0).and_then(|p| p.role_of(who));
        let person = self.people.get(who.0);
        if takes_part.is_none() && person.is_some_and(|p| p.scene == Some(scene)) {
            self.output.commands.push(Command::Leave(who, location));
            self.part(who, scene, location);
        }
    }

    fn clear_stage(&mut self, id: SceneId, location: crate::LocationId) {
        let emitter = self
            .scenes
            .remove(id.0)
            .map_or(0, |playing| playing.emitter);
        self.output.events.push(Event::SceneOver(id, location));
        let rest = self.pacing(location, emitter).map(|pacing| pacing.rests);
        let now = self.now;
        if let Some(place) = self.places.get_mut(location.0) {
            place.scene = None;
            place.rests_until = now.after(rest.unwrap_or(Duration::ZERO));
            if place.gone {
                self.remove_location(location);
            }
        }
    }

    fn record(&mut self, reports: &[crate::Report]) {
        if let Some(recording) = &mut self.recording {
            recording.ticks += 1;
            if !reports.is_empty() {
                recording.reports.push((self.now, reports.to_vec()));
            }
        }
    }

    fn record_digest(&mut self) {
        let Some(recording) = &self.recording else {
            return;
        };
        if self.now.0 % crate::recording::DIGEST_EVERY != 0 {
            return;
        }
        let scenes = self.scenes.iter().filter(|_| recording.whole_scenes);
        let point = crate::Checkpoint {
            tick: self.now,
            digest: self.digest(),
            scenes: scenes.map(Playing::snapshot).collect(),
        };
        if let Some(recording) = &mut self.recording {
            recording.checkpoints.push(point);
        }
    }

    fn answers_for(&self, scene: SceneId) -> Option<RefCell<RecordedReadings>> {
        if let Some(replay) = &self.replay {
            let key = (self.now, scene);
            let known = replay.answers.binary_search_by_key(&key, |a| (a.0, a.1));
            let known = known.ok().map(|index| replay.answers[index].2.clone());
            let mut answers = known.unwrap_or_default();
            answers.sealed = true;
            return Some(RefCell::new(answers));
        }
        let recording = self.recording.is_some();
        recording.then(|| RefCell::new(RecordedReadings::default()))
    }

    fn keep_answers(&mut self, scene: SceneId, answers: Option<RefCell<RecordedReadings>>) {
        let now = self.now;
        if let (Some(recording), Some(answers)) = (&mut self.recording, answers) {
            let answers = answers.into_inner();
            if !answers.is_empty() {
                recording.answers.push((now, scene, answers));
            }
        }
    }
}

/// A scene taken out of its slot for an update.
struct Work {
    playing: Box<Playing>,
    answers: Option<RefCell<RecordedReadings>>,
    /// Number of happenings in its scratch value.
    happenings: usize,
    /// Characters that were to join at this update.
    joining: Vec<CharacterId>,
}

/// The role in which a character is about to join.
fn joining(playing: &Playing, who: CharacterId) -> Option<townsfolk_core::RoleId> {
    let found = playing.joining().find(|(other, _)| *other == who);
    found.map(|(_, role)| role)
}
