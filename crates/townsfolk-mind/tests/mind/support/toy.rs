//! A toy stage: a few areas with ways between them, props in them, and people who walk and use.
//!
//! It is no part of the engine: it is the least that lets a mind live for days.

use std::collections::BTreeMap;
use townsfolk_core::*;
use townsfolk_knowledge::{Event, Memory, Tiding, What};
use townsfolk_mind::social::talk::{gossips, shared, subject};
use townsfolk_mind::social::{Relationships, choose, classic_effects, undergo};
use townsfolk_mind::{Beat, Happening, Intent, Layers, Mind, Moment, Senses, Truth};
use townsfolk_module::mind::*;

/// How minds are treated beside living.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Treatment {
    #[default]
    Plain,
    /// Looked at twice at every beat.
    Shaken,
    /// Saved and loaded before every beat.
    Saved,
}

/// How often everybody is looked at, in seconds.
pub const BEAT: i64 = 5;

/// Something that can be used.
#[derive(Clone, Debug)]
pub struct Prop {
    pub id: PropId,
    pub kind: PropKindId,
    pub area: AreaId,
    pub satisfies: Option<NeedId>,
    /// How many can use it at once.
    pub places: usize,
    /// How long a use lasts, in seconds.
    pub seconds: i64,
    pub users: Vec<CharacterId>,
}

/// What somebody is in the middle of.
#[derive(Clone, Copy, Debug)]
pub struct Doing {
    pub intent: Intent,
    pub prop: Option<PropId>,
    pub area: AreaId,
    /// When the use ends, once it has begun.
    pub until: Option<Moment>,
}

impl Person {
    /// In the toy, a character has the number of the member it was made from.
    pub fn id(&self) -> CharacterId {
        CharacterId(self.member.id.0)
    }
}

pub struct Person {
    pub name: &'static str,
    pub member: CastMember,
    pub mind: Mind,
    pub area: AreaId,
    /// The next area on the way, and when it is reached.
    pub step: Option<(AreaId, Moment)>,
    pub doing: Option<Doing>,
    pub seat: Option<PropId>,
    pub carries: Vec<PropKindId>,
    /// How many drinks so far.
    pub drinks: u32,
    /// Whether they decide by dice instead of by their mind.
    pub random: bool,
    pub relationships: Relationships,
    pub memory: Memory,
    /// The table they sat at last.
    pub last_table: Option<PropId>,
    /// How often they sat down again, and how often at the same table as before.
    pub returns: (u32, u32),
}

/// One person did something to another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Social {
    pub at: Moment,
    pub who: CharacterId,
    pub to: CharacterId,
    pub interaction: Interaction,
    /// What the one who acted was in the middle of.
    pub during: String,
    pub told: Option<Tiding>,
}

/// How often people think of talking, in seconds.
pub const SOCIAL_EVERY: i64 = 120;

/// Something worth telling.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    pub at: Moment,
    pub who: &'static str,
    pub what: String,
}

pub struct Toy {
    pub layers: Layers,
    pub seed: Seed,
    pub now: Moment,
    pub people: Vec<Person>,
    pub props: Vec<Prop>,
    ways: BTreeMap<(AreaId, AreaId), i64>,
    pub names: super::draft::Names,
    pub log: Vec<Line>,
    /// Customers who wait at the bar, and the moment the next one comes.
    pub punters: u32,
    /// Whether waiters bring orders.
    pub orders: bool,
    pub treatment: Treatment,
    /// The one network, if people talk at all.
    pub network: Option<Network>,
    pub effects: Effects,
    pub social: Vec<Social>,
    /// Whether tables are taken at random instead of by company.
    pub random_tables: bool,
    /// Whether the log tells when things are done.
    pub tells_ends: bool,
    order_count: u32,
}

fn area(name: &str) -> AreaId {
    AreaId::named(name)
}

impl Toy {
    /// A street with a home and a bar, and a kitchen behind the bar.
    pub fn new(seed: u64, start: Moment) -> Toy {
        let mut toy = Toy {
            layers: super::isaac::layers(),
            seed: Seed(seed),
            now: start,
            people: vec![],
            props: vec![],
            ways: BTreeMap::new(),
            names: super::isaac::names(),
            log: vec![],
            punters: 0,
            orders: false,
            tells_ends: false,
            treatment: Treatment::default(),
            network: None,
            effects: classic_effects(),
            social: vec![],
            random_tables: false,
            order_count: 0,
        };
        for (a, b, seconds) in [
            ("home", "street", 600),
            ("street", "bar", 120),
            ("bar", "kitchen", 30),
        ] {
            toy.ways.insert((area(a), area(b)), seconds);
            toy.ways.insert((area(b), area(a)), seconds);
        }
        toy.prop(
            "guestHouse0Bed0",
            "bed",
            "home",
            Some("fatigue"),
            1,
            7 * 3600,
        );
        toy.prop("couch", "couch", "home", None, 2, 10);
        toy.prop("homeFridge", "larder", "home", Some("hunger"), 1, 20 * 60);
        toy.prop("homeToilet", "toilet", "home", Some("bladder"), 1, 180);
        toy.prop("streetToilet", "toilet", "street", Some("bladder"), 2, 180);
        toy.prop("barToilet", "toilet", "bar", Some("bladder"), 2, 180);
        toy.prop(
            "vendingMachine",
            "vending",
            "bar",
            Some("hunger"),
            2,
            20 * 60,
        );
        toy.prop("bar", "bar", "bar", Some("thirst"), 3, 600);
        toy.prop(
            "jukebox",
            "jukebox",
            "bar",
            Some("entertainment"),
            2,
            20 * 60,
        );
        for table in ["table1", "table2", "table3", "table4"] {
            toy.prop(table, "barTable", "bar", None, 4, 10);
        }
        toy.prop("fridge", "fridge", "kitchen", None, 1, 60);
        toy.prop("cooker", "cooker", "kitchen", None, 1, 8 * 60);
        toy.prop("orderBar", "orderBar", "kitchen", None, 1, 20);
        toy
    }

    fn prop(
        &mut self,
        name: &str,
        kind: &str,
        at: &str,
        need: Option<&str>,
        places: usize,
        seconds: i64,
    ) {
        self.props.push(Prop {
            id: PropId::named(name),
            kind: PropKindId::named(kind),
            area: area(at),
            satisfies: need.map(NeedId::named),
            places,
            seconds,
            users: vec![],
        });
    }

    pub fn remove_prop(&mut self, name: &str) {
        self.props.retain(|prop| prop.id != PropId::named(name));
    }

    pub fn add(&mut self, name: &'static str, member: CastMember, at: &str) -> usize {
        let beat = Beat {
            layers: &self.layers,
            member: &member,
            seed: self.seed,
            now: self.now,
        };
        let mind = Mind::new(&beat).unwrap();
        let own = CharacterId(member.id.0);
        let felt: Vec<_> = (member.relationships.iter())
            .map(|(other, felt)| (CharacterId(other.0), *felt))
            .collect();
        let relationships = Relationships::new(&felt);
        let mut memory = Memory::new(own, member.memory, &member.knows);
        memory.notice(Event {
            at: self.now,
            area: area(at),
            who: own,
            what: What::Entered,
        });
        self.people.push(Person {
            name,
            mind,
            member,
            area: area(at),
            step: None,
            doing: None,
            seat: None,
            carries: vec![],
            drinks: 0,
            random: false,
            last_table: None,
            returns: (0, 0),
            relationships,
            memory,
        });
        self.people.len() - 1
    }

    /// Lets so many seconds pass.
    pub fn run(&mut self, seconds: i64) {
        let end = self.now.after(seconds);
        while self.now < end {
            self.tick();
        }
    }

    pub fn tick(&mut self) {
        self.now = self.now.after(BEAT);
        self.bring_orders();
        for who in 0..self.people.len() {
            self.walk(who);
            self.finish(who);
            self.think(who);
        }
        if self.network.is_some() {
            for who in 0..self.people.len() {
                self.socialise(who);
            }
        }
    }

    /// Whether somebody's hands and mind are free for talk.
    fn may_talk(&self, who: usize) -> bool {
        let person = &self.people[who];
        let quiet = ["bed", "toilet", "cooker", "fridge"].map(PropKindId::named);
        let doing = person.doing.and_then(|doing| doing.prop);
        let prop = self.props.iter().find(|prop| Some(prop.id) == doing);
        let fleeing = person
            .doing
            .is_some_and(|d| d.intent.urgency >= Urgency::Danger);
        person.step.is_none() && !fleeing && prop.is_none_or(|prop| !quiet.contains(&prop.kind))
    }

    /// Now and then somebody thinks of talking to those at the same table or prop, or standing about.
    fn socialise(&mut self, who: usize) {
        let me = &self.people[who];
        let id = me.id();
        let phase = i64::from(id.0) % (SOCIAL_EVERY / BEAT) * BEAT;
        if (self.now.0 + phase) % SOCIAL_EVERY != 0 || !self.may_talk(who) {
            return;
        }
        let near = |other: usize| {
            let them = &self.people[other];
            let here = them.area == me.area && spot(them) == spot(me);
            other != who && here && self.may_talk(other)
        };
        let others: Vec<usize> = (0..self.people.len()).filter(|o| near(*o)).collect();
        let mut there: Vec<(CharacterId, Relationship)> = vec![];
        for other in others {
            let (them, subjects) = {
                let them = &self.people[other].member;
                let common = shared(&self.people[who].member.subjects, &them.subjects);
                ((self.people[other].id(), them.attractiveness), common)
            };
            let felt = self.people[who]
                .relationships
                .meet(them.0, them.1, subjects);
            there.push((them.0, *felt));
        }
        let me = &self.people[who];
        let Some(network) = &self.network else {
            return;
        };
        let Some(chosen) = choose(network, me.member.persona, me.mind.mood, there) else {
            return;
        };
        let to = self
            .people
            .iter()
            .position(|p| p.id() == chosen.with)
            .unwrap();
        self.interact(who, to, chosen.interaction);
    }

    /// One does something to another, and everybody there notices.
    pub fn interact(&mut self, who: usize, to: usize, interaction: Interaction) {
        let (id, target) = (self.people[who].id(), self.people[to].id());
        let tick = Tick(self.now.0);
        let draw = Draw::at(self.seed, u64::from(id.0), tick, SiteId::named("chat"));
        let me = &self.people[who];
        let brought_up = subject(&me.member.subjects, draw);
        let common = brought_up.is_some_and(|s| self.people[to].member.subjects.contains(&s));
        let mut told = None;
        let gossip = me.member.gossip;
        if interaction == Interaction::Chat
            && me
                .relationships
                .toward(target)
                .is_some_and(|felt| gossips(&gossip, felt, draw))
        {
            told = me
                .memory
                .news_for(target, &gossip, draw, self.now)
                .map(|t| t.told_by(id, &gossip));
        }
        let during = match me.doing {
            Some(doing) => self.names.name(doing.intent.action),
            None => String::from("nothing"),
        };
        let (attractive, interest) = {
            let (a, b) = (&self.people[to].member, &self.people[who].member);
            (b.attractiveness, shared(&a.subjects, &b.subjects))
        };
        let now = self.now;
        let them = &mut self.people[to];
        let felt = them.relationships.meet(id, attractive, interest);
        undergo(
            &self.effects,
            interaction,
            On::Other,
            common,
            &mut them.mind.mood,
            felt,
        );
        if let Some(tiding) = told {
            them.memory.learn(tiding, Degree::HALF, now);
        }
        let less = Degree::percent(-10);
        for person in [who, to] {
            self.people[person]
                .mind
                .burst(NeedId::named("socialise"), less, now);
        }
        let here = self.people[who].area;
        for person in self.people.iter_mut().filter(|p| p.area == here) {
            person.memory.notice(Event {
                at: now,
                area: here,
                who: id,
                what: What::Did(interaction, target),
            });
            let feels = &person.relationships;
            person.memory.think(&|who| feels.closeness(who));
        }
        self.social.push(Social {
            at: now,
            who: id,
            to: target,
            interaction,
            during,
            told,
        });
    }

    /// The table with the dearest company, or any.
    fn table(&self, who: usize, kind: PropKindId) -> Option<(PropId, AreaId)> {
        let me = &self.people[who];
        let free = |p: &&Prop| p.kind == kind && p.users.len() < p.places;
        let tables: Vec<&Prop> = self.props.iter().filter(free).collect();
        if self.random_tables {
            let tick = Tick(self.now.0);
            let owner = u64::from(me.id().0);
            let draw = Draw::at(self.seed, owner, tick, SiteId::named("table"));
            let index = draw.between(0, 0, tables.len() as i64 - 1);
            return tables.get(index as usize).map(|t| (t.id, t.area));
        }
        let liking = |table: &Prop| -> i64 {
            let felt = table
                .users
                .iter()
                .filter_map(|user| me.relationships.toward(*user));
            felt.map(|felt| i64::from(felt.like.0) - 32_768).sum()
        };
        let best = tables.iter().max_by_key(|table| {
            // Among equals the table they know.
            (liking(table), Some(table.id) == me.last_table, table.id)
        });
        best.map(|table| (table.id, table.area))
    }

    /// A waiter brings an order every quarter of an hour while the kitchen is open.
    fn bring_orders(&mut self) {
        let time = self.now.daytime();
        let open = time >= Daytime::at(11, 30) && time < Daytime::at(22, 30);
        if self.orders && open && time.0.is_multiple_of(900) {
            self.order_count += 1;
            let name = format!("order {}", self.order_count);
            self.prop(&name, "order", "kitchen", None, 1, 10);
        }
    }

    fn say(&mut self, who: usize, what: String) {
        self.log.push(Line {
            at: self.now,
            who: self.people[who].name,
            what,
        });
    }

    /// The first area on the shortest way, and how long it takes to get there.
    fn way(&self, from: AreaId, to: AreaId) -> Option<(AreaId, i64, i64)> {
        let mut best: BTreeMap<AreaId, i64> = BTreeMap::from([(to, 0)]);
        for _ in 0..8 {
            for ((a, b), seconds) in &self.ways {
                if let Some(rest) = best.get(b).copied() {
                    let known = best.get(a).copied().unwrap_or(i64::MAX);
                    best.insert(*a, known.min(rest + seconds));
                }
            }
        }
        let total = *best.get(&from)?;
        let hops = self.ways.iter().filter(|((a, _), _)| *a == from);
        let hop =
            hops.min_by_key(|((_, b), seconds)| best.get(b).copied().unwrap_or(total) + **seconds);
        let ((_, next), seconds) = hop?;
        Some((*next, *seconds, total))
    }

    fn walk(&mut self, who: usize) {
        let now = self.now;
        if let Some((to, at)) = self.people[who].step
            && at <= now
        {
            self.people[who].area = to;
            self.people[who].step = None;
            let name = ["home", "street", "bar", "kitchen"]
                .into_iter()
                .find(|name| area(name) == to);
            self.say(who, format!("enters {}", name.unwrap_or("somewhere")));
        }
        let person = &self.people[who];
        let Some(doing) = person.doing else {
            return;
        };
        if person.step.is_none() && doing.until.is_none() && person.area != doing.area {
            if let Some((next, seconds, _)) = self.way(person.area, doing.area) {
                self.leave_seat(who);
                self.people[who].step = Some((next, now.after(seconds)));
            }
        } else if person.step.is_none() && doing.until.is_none() {
            self.begin_use(who);
        }
    }

    fn begin_use(&mut self, who: usize) {
        let now = self.now;
        let Some(doing) = self.people[who].doing else {
            return;
        };
        let action = self.names.name(doing.intent.action);
        let mut seconds = match doing.intent.deed {
            Deed::Act(_) => 60,
            Deed::Mingle { .. } => 300,
            _ => 0,
        };
        if let Some(prop) = doing.prop {
            let Some(prop) = self.props.iter().find(|known| known.id == prop) else {
                return self.stop(who);
            };
            seconds = prop.seconds;
            let need = prop.satisfies;
            let person = &mut self.people[who];
            if let Some(need) = need {
                person.mind.ease(need, now);
            }
        }
        let person = &mut self.people[who];
        if let Deed::Mingle { .. } = doing.intent.deed {
            person.mind.ease(NeedId::named("socialise"), now);
        }
        match action.as_str() {
            "chef.action.cook" => drop_one(&mut person.carries, "ingredients"),
            "barman.action.serve" => {
                seconds = 90;
            }
            _ => {}
        }
        if let Some(doing) = &mut person.doing {
            doing.until = Some(now.after(seconds));
        }
        // Walking is told by the areas that are entered.
        if !matches!(doing.intent.deed, Deed::GoTo(_) | Deed::FollowSchedule) {
            self.say(who, action);
        }
    }

    fn finish(&mut self, who: usize) {
        let now = self.now;
        let person = &self.people[who];
        let Some(doing) = person
            .doing
            .filter(|d| d.until.is_some_and(|until| until <= now))
        else {
            return;
        };
        let action = self.names.name(doing.intent.action);
        self.ease_off(who, doing);
        let seat = matches!(doing.intent.deed, Deed::UseKind(_, _, Selection::ByCompany));
        if seat {
            let person = &mut self.people[who];
            person.seat = doing.prop;
            if person.last_table.is_some() {
                person.returns.0 += 1;
                person.returns.1 += u32::from(person.last_table == doing.prop);
            }
            person.last_table = doing.prop;
            let needs = ["sit", "sitDown"];
            for need in needs {
                self.people[who].mind.ease(NeedId::named(need), now);
            }
        } else {
            self.release(who, doing.prop);
        }
        let person = &mut self.people[who];
        person.doing = None;
        person.mind.done(doing.intent.action, doing.prop);
        let mut gone = None;
        match action.as_str() {
            "chef.action.pickUpOrders" => {
                person.carries.push(PropKindId::named("order"));
                gone = doing.prop;
            }
            "chef.action.getIngredients" => {
                drop_one(&mut person.carries, "order");
                person.carries.push(PropKindId::named("ingredients"));
            }
            "chef.action.cook" => person.carries.push(PropKindId::named("dinner")),
            "chef.action.dropOffDinners" => drop_one(&mut person.carries, "dinner"),
            "barPatron.action.getADrink" => {
                person.drinks += 1;
                let bladder = NeedId::named("bladder");
                person.mind.burst(bladder, Degree::percent(25), now);
            }
            "barman.action.serve" => self.punters = self.punters.saturating_sub(1),
            _ => {}
        }
        self.props.retain(|prop| Some(prop.id) != gone);
        if self.tells_ends {
            self.say(who, format!("{action} done"));
        }
    }

    /// Leaves the needs alone that were being eased.
    fn ease_off(&mut self, who: usize, doing: Doing) {
        let now = self.now;
        let prop = self.props.iter().find(|prop| Some(prop.id) == doing.prop);
        let need = prop.and_then(|prop| prop.satisfies);
        let person = &mut self.people[who];
        if let Some(need) = need {
            person.mind.leave(need, now);
        }
        if let Deed::Mingle { .. } = doing.intent.deed {
            person.mind.leave(NeedId::named("socialise"), now);
        }
    }

    fn release(&mut self, who: usize, prop: Option<PropId>) {
        let id = self.people[who].id();
        for known in self.props.iter_mut().filter(|known| Some(known.id) == prop) {
            known.users.retain(|user| *user != id);
        }
    }

    fn leave_seat(&mut self, who: usize) {
        let now = self.now;
        if let Some(seat) = self.people[who].seat.take() {
            self.release(who, Some(seat));
            let mind = &mut self.people[who].mind;
            mind.give_up(seat);
            for need in ["sit", "sitDown"] {
                mind.leave(NeedId::named(need), now);
            }
        }
    }

    fn stop(&mut self, who: usize) {
        if let Some(doing) = self.people[who].doing.take() {
            self.ease_off(who, doing);
            self.release(who, doing.prop);
            self.people[who].mind.stopped(doing.intent.action);
        }
    }

    fn think(&mut self, who: usize) {
        let mut happened = vec![];
        let intent = {
            let senses = Eyes {
                area: self.people[who].area,
                carries: self.people[who].carries.clone(),
                props: &self.props,
                punters: self.punters,
            };
            let person = &mut self.people[who];
            let beat = Beat {
                layers: &self.layers,
                member: &person.member,
                seed: self.seed,
                now: self.now,
            };
            let treatment = self.treatment;
            if treatment == Treatment::Saved {
                let saved = person.mind.save(&beat);
                let loaded = Mind::load(&saved, &beat).unwrap();
                assert_eq!(loaded.digest(), person.mind.digest(), "{}", person.name);
                person.mind = loaded;
            }
            let intent = person.mind.beat(&beat, &senses, &mut happened);
            if treatment == Treatment::Shaken {
                let digest = person.mind.digest();
                let again = person.mind.beat(&beat, &senses, &mut happened);
                assert_eq!(
                    (again, person.mind.digest()),
                    (intent, digest),
                    "{}",
                    person.name
                );
            }
            intent
        };
        for happening in happened {
            let words = match happening {
                Happening::RoleDue(role) => format!("must be {}", role_name(role)),
                Happening::RoleCalledOff => String::from("stays"),
                Happening::RoleLaidDown { role, unready } => {
                    let how = if unready { " unready" } else { "" };
                    format!("no longer {}{how}", role_name(role))
                }
                Happening::SetOut(_) => String::from("sets out"),
                Happening::RoleTaken(role) => format!("is {}", role_name(role)),
                Happening::Restless(_) => String::from("is restless"),
            };
            self.say(who, words);
        }
        let intent = if self.people[who].random {
            self.by_dice(who)
        } else {
            intent
        };
        let current = self.people[who].doing.map(|doing| doing.intent.action);
        if current == intent.map(|intent| intent.action) {
            return;
        }
        match intent {
            Some(intent) => self.begin(who, intent),
            None => self.stop(who),
        }
    }

    /// The baseline of the published experiment: at each decision the bar, the toilet and the
    /// vending machine have one chance in fifty each; otherwise they sit at any table.
    fn by_dice(&self, who: usize) -> Option<Intent> {
        let person = &self.people[who];
        if let Some(doing) = person.doing {
            return Some(doing.intent);
        }
        let owner = u64::from(person.id().0);
        let draw = Draw::at(self.seed, owner, Tick(self.now.0), SiteId::named("dice"));
        let name = match draw.between(0, 0, 49) {
            _ if self.now.0 % 30 != 0 => return None,
            0 => "barPatron.action.getADrink",
            1 => "basic.action.pee",
            2 => "basic.action.eat",
            _ if person.seat.is_none() => "barPatron.action.sitDown",
            _ => return None,
        };
        let action = super::draft::id(name);
        let act = person
            .mind
            .map()
            .program()
            .actions
            .iter()
            .find(|act| act.node == action)?;
        Some(Intent {
            action,
            deed: act.deed,
            urgency: act.urgency,
            prop: None,
            area: None,
            activation: Degree::ONE,
        })
    }

    fn begin(&mut self, who: usize, intent: Intent) {
        let person = &self.people[who];
        let here = person.step.map_or(person.area, |(to, _)| to);
        let free = |prop: &&Prop| prop.users.len() < prop.places;
        let nearest = |fits: &dyn Fn(&Prop) -> bool| {
            let fitting = self.props.iter().filter(free).filter(|prop| fits(prop));
            fitting
                .filter_map(|prop| {
                    let far = if prop.area == here {
                        0
                    } else {
                        self.way(here, prop.area)?.2
                    };
                    Some((far, prop.id, prop.area))
                })
                .min_by_key(|(far, id, _)| (*far, *id))
                .map(|(_, id, area)| (id, area))
        };
        let found = match intent.deed {
            Deed::Act(_) | Deed::Follow(_) => Some((None, here)),
            Deed::Mingle { .. } => {
                let company = self
                    .people
                    .iter()
                    .filter(|p| p.area == here && p.step.is_none());
                (company.count() > 1).then_some((None, here))
            }
            Deed::GoTo(to) => Some((None, to)),
            Deed::FollowSchedule => intent.area.map(|area| (None, area)),
            Deed::Satisfy(need, _) => {
                nearest(&|p| p.satisfies == Some(need)).map(|(id, area)| (Some(id), area))
            }
            Deed::UseProp(prop, _) => nearest(&|p| p.id == prop).map(|(id, area)| (Some(id), area)),
            Deed::UseKind(kind, slot, _) if slot == SymbolId::named("barman") => {
                let bar = self.props.iter().find(|p| p.kind == kind);
                bar.map(|bar| (None, bar.area))
            }
            Deed::UseKind(kind, _, Selection::ByCompany) => {
                self.table(who, kind).map(|(id, area)| (Some(id), area))
            }
            Deed::UseKind(kind, ..) | Deed::PickUp(kind, _) => {
                nearest(&|p| p.kind == kind).map(|(id, area)| (Some(id), area))
            }
        };
        let Some((prop, area)) = found else {
            let until = self.now.after(60);
            return self.people[who].mind.put_off(intent.action, until);
        };
        self.stop(who);
        if prop.is_some() {
            self.leave_seat(who);
        }
        let id = self.people[who].id();
        for known in self.props.iter_mut().filter(|known| Some(known.id) == prop) {
            known.users.push(id);
        }
        self.people[who].doing = Some(Doing {
            intent,
            prop,
            area,
            until: None,
        });
        self.people[who].mind.begun(intent.action, prop);
        self.people[who].mind.engross(true);
    }

    /// The log of one person between two moments.
    pub fn story(&self, who: &str, from: Moment, to: Moment) -> String {
        let lines = self.log.iter().filter(|line| line.who == who);
        let lines = lines.filter(|line| line.at >= from && line.at < to);
        lines
            .map(|line| format!("{} {}\n", line.at.daytime(), line.what))
            .collect()
    }
}

/// The prop somebody sits or stands at.
fn spot(person: &Person) -> Option<PropId> {
    person.seat.or(person.doing.and_then(|doing| doing.prop))
}

struct Eyes<'a> {
    area: AreaId,
    carries: Vec<PropKindId>,
    props: &'a [Prop],
    punters: u32,
}

impl Senses for Eyes<'_> {
    fn area(&self) -> AreaId {
        self.area
    }

    /// Leisure is spent in the bar.
    fn venue(&self, activity: SymbolId) -> Option<AreaId> {
        (activity == SymbolId::named("leisure")).then_some(area("bar"))
    }

    fn test(&self, test: &Test) -> Truth {
        match test {
            Test::Carries(kind) => Truth::of(self.carries.contains(kind)),
            Test::FreeProp(kind) => {
                let mut props = self.props.iter();
                let free = props.find(|p| p.kind == *kind && p.users.is_empty());
                Truth::by(free.map(|prop| prop.id))
            }
            Test::WaitsAt(kind, _) => {
                let mut props = self.props.iter();
                let bar = props.find(|p| p.kind == *kind).filter(|_| self.punters > 0);
                Truth::by(bar.map(|bar| bar.id))
            }
            Test::NotIn(area) => Truth::of(self.area != *area),
            Test::NotAtWork => Truth::of(false),
            Test::Present(_) | Test::Reading(_) => Truth::default(),
        }
    }
}

fn drop_one(carries: &mut Vec<PropKindId>, kind: &str) {
    if let Some(place) = carries
        .iter()
        .position(|held| *held == PropKindId::named(kind))
    {
        carries.remove(place);
    }
}

fn role_name(role: RoleId) -> &'static str {
    ["barPatron", "atHome", "chef", "barman"]
        .into_iter()
        .find(|name| RoleId::named(name) == role)
        .unwrap_or("somebody")
}
