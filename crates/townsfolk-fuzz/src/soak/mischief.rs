//! Every way in which a host can be rude.

use super::host::{Happens, HostileHost};
use townsfolk::{ActionRef, Folk, LocationId, Newcomer, Offer, Place, Placement, RegionId, Report};
use townsfolk_core::{
    Atom, Channel, CharacterId, Duration, FactId, HostId, LocationKindId, Number, Outcome, PropId,
    Pushed, RoleId, SceneId, StartId, SymbolId, Tick, Urgency, Value,
};
use townsfolk_module::{HostForm, Preference};

const WORDS: [Urgency; 6] = [
    Urgency::Idle,
    Urgency::Wish,
    Urgency::Duty,
    Urgency::Need,
    Urgency::Danger,
    Urgency::Command,
];

const SYSTEMS: [&str; 3] = ["mind", "schedule", "fear"];

impl HostileHost {
    /// One rude thing, drawn from all of them.
    pub(super) fn do_mischief(&mut self, folk: &mut Folk, now: Tick) {
        let decides = !folk.module().deciders.carried.is_empty();
        if decides && self.dice.falls(500) {
            return self.confuse_deciders(folk, now);
        }
        match self.dice.below(1000) {
            0..80 => self.let_vanish(folk, now),
            80..100 => self.break_prop(folk),
            100..110 => self.pull_down(folk, now),
            110..114 => {
                if self.trouble.regions {
                    let index = self.dice.below(self.town.places.len());
                    if let Some(region) = self.town.places.keys().nth(index).copied() {
                        self.take_out(folk, region, now);
                    }
                }
            }
            114..200 => self.seize(folk, now),
            200..420 => self.offer(folk, now),
            420..460 => {
                let who = self.someone();
                let by = SymbolId::named(SYSTEMS[self.dice.below(3)]);
                folk.report(Report::Withdrawn(who, by));
            }
            460..560 => self.change_role(folk, now),
            560..660 => self.tell_fact(folk),
            660..690 => self.exchange_scripts(folk, now),
            690..691 => self.turn_the_clock(folk),
            691..780 => self.lie_about_actions(folk),
            780..800 => folk.report(Report::WalkedOut(self.someone())),
            800..900 => self.push_property(folk, now),
            900..920 => {
                if let Some((location, _)) = self.some_place() {
                    folk.report(Report::Accepted(self.someone(), location));
                }
            }
            920..940 => {
                let who = self.someone_spawned();
                let who = who.unwrap_or_else(|| self.someone());
                folk.report(match self.dice.below(3) {
                    0 => Report::Spawned(who),
                    1 => Report::NotSpawned(who),
                    _ => {
                        self.spawned.remove(&who);
                        Report::Gone(who)
                    }
                });
            }
            940..990 => self.talk_nonsense(folk),
            990..993 => {
                if self.trouble.reloads
                    && let Some(index) = Some(self.dice.below(self.modules.len()))
                {
                    folk.reload(self.modules[index].clone());
                }
            }
            _ => {
                // Everything at once, about one person.
                let who = self.someone();
                let by = SymbolId::named(SYSTEMS[self.dice.below(3)]);
                folk.seize(who);
                folk.report(Report::Withdrawn(who, by));
                folk.release(who);
                folk.report(Report::WalkedOut(who));
                folk.report(Report::Withdrawn(who, by));
                folk.seize(who);
                self.plan_in(now, (0, 20), Happens::Released(who));
            }
        }
    }

    pub(super) fn someone(&mut self) -> CharacterId {
        if self.dice.falls(15) {
            return CharacterId(self.dice.below(1 << 20) as u32);
        }
        if self.dice.falls(50)
            && let Some(who) = self.someone_spawned()
        {
            return who;
        }
        let people = &self.town.people;
        self.dice.one_of(people).unwrap_or(CharacterId(0))
    }

    fn someone_spawned(&mut self) -> Option<CharacterId> {
        let from = self.dice.below(self.town.people.len() * 2);
        let from = CharacterId(from as u32);
        let later = self.spawned.range(from..).next();
        later.or(self.spawned.first()).copied()
    }

    pub(super) fn some_place(&mut self) -> Option<(LocationId, Placement)> {
        let region = self.dice.below(self.town.places.len());
        let here = self.town.places.values().nth(region)?;
        self.dice.one_of(here)
    }

    fn let_vanish(&mut self, folk: &mut Folk, now: Tick) {
        let who = self.someone();
        folk.report(Report::Gone(who));
        if let Some(index) = self.town.people.iter().position(|other| *other == who) {
            self.town.people.swap_remove(index);
            self.plan_in(now, (1, self.trouble.recovers_s), Happens::Arrives);
        }
        self.spawned.remove(&who);
    }

    fn break_prop(&mut self, folk: &mut Folk) {
        let Some((location, placement)) = self.some_place() else {
            return;
        };
        let kind = folk.module().location(placement.kind);
        let props: Vec<PropId> = kind.map_or(vec![], |k| k.props.iter().map(|p| p.id).collect());
        let prop = self.dice.one_of(&props).unwrap_or(PropId(7));
        folk.report(Report::PropGone(location, prop));
        if self.dice.falls(50) {
            folk.report(Report::PropGone(
                location,
                PropId(self.dice.below(1000) as u32),
            ));
        }
    }

    fn pull_down(&mut self, folk: &mut Folk, now: Tick) {
        let region = self.dice.below(self.town.places.len());
        let Some(here) = self.town.places.values_mut().nth(region) else {
            return;
        };
        if !here.is_empty() {
            let (location, placement) = here.swap_remove(self.dice.below(here.len()));
            folk.report(Report::LocationGone(location));
            if self.dice.falls(100) {
                folk.report(Report::LocationGone(location));
            }
            self.plan_in(
                now,
                (1, self.trouble.recovers_s),
                Happens::Rebuilt(placement),
            );
        }
    }

    fn seize(&mut self, folk: &mut Folk, now: Tick) {
        let who = self.someone();
        folk.seize(who);
        self.plan_in(
            now,
            (0, self.trouble.recovers_s / 2),
            Happens::Released(who),
        );
    }

    fn offer(&mut self, folk: &mut Folk, now: Tick) {
        let who = self.someone();
        let by = SymbolId::named(SYSTEMS[self.dice.below(3)]);
        let channel = match self.dice.below(10) {
            0 => Channel::Voice,
            1 => Channel::Gaze,
            _ => Channel::Body,
        };
        let long = self.dice.between(1, 240);
        folk.report(Report::Offered(Offer {
            who,
            by,
            channel,
            urgency: WORDS[self.dice.below(6)],
            score: self.dice.between(-20, 20) as i32,
            reason: SymbolId(self.dice.below(3) as u32),
            duration: self.dice.falls(600).then_some(Duration::seconds(long)),
        }));
        self.plan_in(
            now,
            (0, self.trouble.recovers_s),
            Happens::Withdrawn(who, by),
        );
    }

    fn change_role(&mut self, folk: &mut Folk, now: Tick) {
        let who = self.someone();
        let roles: Vec<RoleId> = folk.module().roles.iter().map(|role| role.id).collect();
        let had = folk.character(who).and_then(|p| p.roles.first().copied());
        match (self.dice.falls(500), had) {
            (true, Some(role)) => {
                folk.report(Report::NoLonger(who, role));
                self.plan_in(
                    now,
                    (1, self.trouble.recovers_s),
                    Happens::Becomes(who, role),
                );
            }
            _ => {
                let role = self.dice.one_of(&roles).unwrap_or(RoleId(1));
                folk.report(Report::Became(who, role));
                self.plan_in(
                    now,
                    (1, self.trouble.recovers_s),
                    Happens::NoLonger(who, role),
                );
            }
        }
    }

    fn some_value(&mut self, folk: &Folk, at: &Placement) -> Value {
        let kind = folk.module().location(at.kind);
        let props: Vec<PropId> = kind.map_or(vec![], |k| k.props.iter().map(|p| p.id).collect());
        match self.dice.below(6) {
            0 => Value::Number(Number(self.dice.between(-5_000, 5_000))),
            1 => Value::Time(Tick(self.dice.between(0, folk.now().0 + 10_000))),
            2 => Value::Prop(self.dice.one_of(&props).unwrap_or(PropId(3))),
            3 => Value::Symbol(SymbolId(self.dice.below(100) as u32)),
            _ => Value::Character(self.someone()),
        }
    }

    /// A fact, declared or not, for the scene at some place or for none.
    fn tell_fact(&mut self, folk: &mut Folk) {
        let Some((location, placement)) = self.some_place() else {
            return;
        };
        let module = folk.module().clone();
        let scene = folk.location(location).and_then(|place| place.scene);
        let script = scene.and_then(|scene| folk.scene(scene));
        let script = script.and_then(|scene| module.script(scene.script));
        let mut facts: Vec<_> = script.map_or(vec![], |s| s.facts.iter().collect());
        if self.dice.falls(700) {
            facts.retain(|fact| fact.told);
        }
        let (fact, arity) = match facts.get(self.dice.below(facts.len())) {
            Some(fact) => (fact.id, fact.kinds.len()),
            None => (FactId(self.dice.below(1000) as u32), self.dice.below(4)),
        };
        let arity = if self.dice.falls(20) {
            arity + 1
        } else {
            arity
        };
        let arguments = (0..arity).map(|_| self.some_value(folk, &placement));
        let arguments = arguments.collect();
        folk.report(Report::Told(location, Atom { fact, arguments }));
    }

    fn exchange_scripts(&mut self, folk: &mut Folk, now: Tick) {
        let Some((location, placement)) = self.some_place() else {
            return;
        };
        let module = folk.module().clone();
        let Some(kind) = module.location(placement.kind) else {
            return;
        };
        let scripts = module.scripts.iter().map(|script| script.id);
        let scripts: Vec<_> = scripts.collect();
        let mut other: Vec<Preference> = vec![];
        for _ in 0..self.dice.below(3) {
            other.extend(self.dice.one_of(&scripts).map(|script| Preference {
                script,
                weight: self.dice.below(3) as u32,
            }));
        }
        folk.report(Report::Prefers(location, other));
        let back = Happens::Prefers(location, kind.prefers.clone());
        self.plan_in(now, (0, self.trouble.recovers_s), back);
    }

    fn turn_the_clock(&mut self, folk: &mut Folk) {
        if !self.trouble.calendar {
            return;
        }
        let wild = self.dice.falls(100);
        let seconds = if wild {
            self.dice.between(i64::from(i32::MIN), i64::from(i32::MAX)) as i32
        } else {
            self.dice.between(7 * 3600, 20 * 3600) as i32
        };
        let rates = [1000, 1000, 0, 30_000, 100];
        let rate = rates[self.dice.below(rates.len())];
        folk.report(Report::Calendar { seconds, rate });
    }

    fn lie_about_actions(&mut self, folk: &mut Folk) {
        let action = match self.dice.below(4) {
            0 => ActionRef::of_scene(
                SceneId(self.dice.below(usize::MAX) as u64),
                StartId(self.dice.below(9) as u64),
            ),
            1 => {
                let scene = self
                    .some_place()
                    .and_then(|(id, _)| folk.location(id)?.scene);
                ActionRef::of_scene(
                    scene.unwrap_or(SceneId(0)),
                    StartId(self.dice.below(60) as u64),
                )
            }
            _ => match self.dice.one_of(&self.old_actions.clone()) {
                Some(old) => old,
                None => return,
            },
        };
        let outcomes = [Outcome::Done, Outcome::Failed, Outcome::Stopped];
        folk.report(Report::Outcome(action, outcomes[self.dice.below(3)]));
    }

    fn push_property(&mut self, folk: &mut Folk, now: Tick) {
        let module = folk.module().clone();
        let names = module.host.iter().filter(|h| h.form == HostForm::Property);
        let names: Vec<(HostId, usize)> = names.map(|h| (h.id, h.parameters.len())).collect();
        let (name, arity) = self.dice.one_of(&names).unwrap_or((HostId(1), 1));
        let arguments: Vec<Value> = (0..arity)
            .map(|_| Value::Character(self.someone()))
            .collect();
        let value = match self.dice.below(4) {
            0 => Pushed::HoldsNot,
            1 => Pushed::Holds,
            _ => Pushed::Is(Value::Number(Number(self.dice.between(0, 9_000)))),
        };
        folk.report(Report::Property {
            name,
            arguments: arguments.clone(),
            value,
        });
        if self.dice.falls(500) {
            let back = Happens::Property(name, arguments, Pushed::HoldsNot);
            self.plan_in(now, (0, self.trouble.recovers_s), back);
        }
    }

    fn talk_nonsense(&mut self, folk: &mut Folk) {
        let far = Place {
            x_mm: i32::MIN,
            y_mm: i32::MAX,
            z_mm: -1,
        };
        match self.dice.below(8) {
            0 => {
                folk.place_location(Placement {
                    kind: LocationKindId(1),
                    at: far,
                    region: RegionId(u16::MAX),
                });
            }
            1 => {
                let who = folk.add_character(Newcomer {
                    attached_to: Some(LocationId(0)),
                    at: Some(far),
                    ..Newcomer::default()
                });
                folk.report(Report::Gone(who));
            }
            2 => folk.report(Report::Moved(CharacterId(u32::MAX), far)),
            3 => folk.report(Report::Moved(self.someone(), far)),
            4 => folk.report(Report::LocationGone(LocationId(u32::MAX))),
            5 => folk.report(Report::PropGone(LocationId(0), PropId(0))),
            6 => folk.report(Report::Gone(CharacterId(0))),
            _ => folk.release(self.someone()),
        }
    }
}
