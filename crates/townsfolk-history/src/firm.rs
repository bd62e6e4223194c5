//! Firms: opening, hiring, retiring, closing.

use crate::calendar::Day;
use crate::dice::site;
use crate::event::{Event, Kind};
use crate::person::{Job, PersonId};
use crate::place::{LotId, Place, PlaceId, Use};
use crate::town::Town;
use crate::trade::{Ground, TRADES, TradeId};
use townsfolk_knowledge::salience::Tie;
use townsfolk_module::knowledge::Knowledge;

/// Tries to find a kind of firm that may open.
const TRIES: u32 = 10;

/// The town for which the limits of firms are meant.
const PEOPLE_OF_LIMITS: u32 = 400;

/// Apartments of a complex in a town of that size.
const APARTMENTS: u16 = 8;

/// Age from which one works, by year.
pub(crate) fn working_age(year: i32) -> i32 {
    match year {
        ..1920 => 14,
        1920..1960 => 16,
        _ => 18,
    }
}

impl Town {
    /// How much larger than a town of 400 it is meant to be.
    fn scale(&self) -> u32 {
        self.people_about.div_ceil(PEOPLE_OF_LIMITS).max(1)
    }

    /// Whether a firm of this kind may open now.
    fn may_open(&self, trade: TradeId) -> bool {
        let kind = trade.get();
        let year = self.today().year();
        let of_kind = |place: &&Place| place.is_open() && place.trade() == Some(trade);
        let has = self.places.iter().filter(of_kind).count() as u32;
        (kind.era.0..=kind.era.1).contains(&year)
            && self.residents.len() as u32 >= kind.people
            && has < kind.firms.saturating_mul(self.scale())
    }

    /// A firm of a random kind opens, if one may.
    pub(crate) fn open_some_firm(&mut self, knowledge: &Knowledge) {
        let mut dice = self.dice(0, site::FIRM);
        for _ in 0..TRIES {
            let trade = TradeId(dice.between(0, TRADES.len() as i32 - 1) as u8);
            // Dwellings are built when they are needed.
            let crowded = self.plan.free(Ground::Lot).is_none();
            let wanted = trade.get().name != "apartment_complex" || crowded || dice.chance(0.2);
            if wanted && self.may_open(trade) && self.open_firm(knowledge, trade).is_some() {
                return;
            }
        }
    }

    /// A firm opens on free ground. Its jobs are filled.
    pub(crate) fn open_firm(&mut self, knowledge: &Knowledge, trade: TradeId) -> Option<PlaceId> {
        let kind = trade.get();
        let lot = match self.plan.free(kind.ground) {
            Some(lot) => lot,
            None if kind.ground == Ground::Lot => self.demolish_empty()?,
            None => return None,
        };
        let today = self.today();
        let firm = self.build_firm(trade, lot);
        self.fill_jobs(knowledge, firm);
        let owner = self.place(firm).people.first().copied();
        self.place_mut(firm).name = self.firm_name(firm, trade, owner);
        let mut event = Event::new(today, Kind::Opening).at(firm);
        event.person = owner;
        self.note(event);
        Some(firm)
    }

    /// A house for a firm that has no name and no staff yet, with apartments if it has some.
    fn build_firm(&mut self, trade: TradeId, lot: LotId) -> PlaceId {
        let firm = self.add_place(Place {
            used: Use::Firm(trade),
            lot,
            name: self.plan.address(lot),
            opened: self.today(),
            closed: None,
            people: vec![],
        });
        self.plan.taken[usize::from(lot.0)] = Some(firm);
        if trade.get().name == "apartment_complex" {
            self.build_apartments(firm, self.apartments_of_complex());
        }
        firm
    }

    /// A house of apartments whose staff comes later.
    pub(crate) fn build_complex(&mut self, lot: LotId) -> Option<PlaceId> {
        let trade = TradeId::named("apartment_complex")?;
        let complex = self.build_firm(trade, lot);
        self.place_mut(complex).name = self.firm_name(complex, trade, None);
        let event = Event::new(self.today(), Kind::Opening).at(complex);
        self.note(event);
        Some(complex)
    }

    /// Larger towns build higher.
    fn apartments_of_complex(&self) -> u16 {
        APARTMENTS.saturating_mul(self.scale().min(16) as u16)
    }

    /// A name for a firm: of its owner, or of its street. No two are equal.
    fn firm_name(&self, firm: PlaceId, trade: TradeId, owner: Option<PersonId>) -> String {
        let kind = trade.get();
        let what = title_case(kind.name);
        let private = kind.jobs.first().is_some_and(|(_, level, _)| *level >= 3);
        let unique = matches!(
            kind.name,
            "city_hall" | "school" | "police" | "fire_station" | "hospital"
        );
        let plain = match owner.filter(|_| private && !unique) {
            Some(owner) => {
                let family = self.names.last(self.person(owner).surname.name);
                format!("{family}'s {what}")
            }
            None => format!("{} {what}", self.name),
        };
        let taken = |name: &str| {
            let word = crate::place::word(name);
            self.places.iter().any(|place| place.word() == word)
        };
        if !taken(&plain) {
            return plain;
        }
        let street = self.plan.block_name(self.place(firm).lot);
        let street = street
            .rsplit(" of ")
            .next()
            .unwrap_or("")
            .replace(" Street", "");
        let numbers = (2..).map(|number| format!("{plain} {number}"));
        let mut names = [format!("{plain} on {street}")].into_iter().chain(numbers);
        names.find(|name| !taken(name)).unwrap_or(plain)
    }

    /// Jobs of a firm that are vacant.
    fn vacancies(&self, firm: PlaceId) -> Vec<(u8, bool)> {
        let Some(trade) = self.place(firm).trade() else {
            return vec![];
        };
        let mut held: Vec<(u8, bool)> = (self.place(firm).people.iter())
            .filter_map(|who| self.person(*who).job)
            .map(|job| (job.row, job.night))
            .collect();
        let mut vacant = vec![];
        for (row, (_, _, shifts)) in trade.get().jobs.iter().enumerate() {
            for shift in shifts.bytes() {
                let job = (row as u8, shift == b'n');
                match held.iter().position(|other| *other == job) {
                    Some(place) => drop(held.swap_remove(place)),
                    None => vacant.push(job),
                }
            }
        }
        vacant
    }

    /// Vacant jobs are given to people of the town, or to newcomers while the town grows.
    pub(crate) fn fill_jobs(&mut self, knowledge: &Knowledge, firm: PlaceId) {
        for (row, night) in self.vacancies(firm) {
            let found = match self.candidate(firm) {
                Some(who) => Some(who),
                None if self.has_room() || row == 0 => self.welcome(knowledge),
                None => None,
            };
            if let Some(who) = found {
                self.hire(
                    who,
                    Job {
                        firm,
                        row,
                        night,
                        since: self.today(),
                    },
                );
            }
        }
    }

    /// A person without work: kin of those who work there first, then the youngest adult. Of a couple
    /// with small children one keeps the house.
    fn candidate(&self, firm: PlaceId) -> Option<PersonId> {
        let age = working_age(self.today().year());
        let staff = &self.place(firm).people;
        let free = self.residents.iter().copied().filter(|who| {
            let person = self.person(*who);
            person.job.is_none()
                && person.retired.is_none()
                && (age..65).contains(&self.age(*who))
                && !self.keeps_house(*who)
        });
        let rank = |who: &PersonId| {
            let kin = staff.iter().any(|other| self.are_kin(*who, *other));
            let grown = self.age(*who) >= 18;
            let born = std::cmp::Reverse(self.person(*who).born);
            (!kin, !grown, born, *who)
        };
        free.min_by_key(rank)
    }

    /// Whether a person has small children at home and a spouse who works.
    fn keeps_house(&self, who: PersonId) -> bool {
        let person = self.person(who);
        let works = |other: PersonId| self.person(other).job.is_some();
        let small =
            |child: &PersonId| self.person(*child).home == person.home && self.age(*child) < 14;
        person.spouse.is_some_and(works) && person.children.iter().any(small)
    }

    pub(crate) fn hire(&mut self, who: PersonId, job: Job) {
        self.end_job(who);
        for other in self.place(job.firm).people.clone() {
            self.salience
                .begin_mutual(who.character(), other.character(), Tie::Coworker);
        }
        self.place_mut(job.firm).people.push(who);
        self.person_mut(who).job = Some(job);
        self.salience.set_level(who.character(), self.level(who));
        let mut event = Event::new(self.today(), Kind::Hiring).of(who).at(job.firm);
        event.row = job.row;
        self.note(event);
    }

    /// A person no longer has its job.
    pub(crate) fn end_job(&mut self, who: PersonId) -> Option<Job> {
        let job = self.person_mut(who).job.take()?;
        self.place_mut(job.firm)
            .people
            .retain(|other| *other != who);
        for other in self.place(job.firm).people.clone() {
            self.salience
                .end_mutual(who.character(), other.character(), Tie::Coworker);
        }
        self.salience.set_level(who.character(), 0);
        Some(job)
    }

    /// A person retires. Its level still counts.
    pub(crate) fn retire(&mut self, who: PersonId) {
        let level = self.level(who);
        if let Some(job) = self.end_job(who) {
            self.person_mut(who).retired = Some(job);
            self.salience.set_level(who.character(), level);
            let event = Event::new(self.today(), Kind::Retirement).of(who);
            self.note(event.at(job.firm));
        }
    }

    /// A firm closes, and everybody there is laid off.
    pub(crate) fn close_firm(&mut self, firm: PlaceId) {
        let today = self.today();
        for who in self.place(firm).people.clone() {
            self.end_job(who);
            self.note(Event::new(today, Kind::LayOff).of(who).at(firm));
        }
        let lot = self.place(firm).lot;
        self.place_mut(firm).closed = Some(today);
        self.plan.taken[usize::from(lot.0)] = None;
        self.note(Event::new(today, Kind::Closure).at(firm));
    }

    /// Whether a firm may close: the last apartment house, school or cemetery stays.
    pub(crate) fn may_close(&self, firm: PlaceId) -> bool {
        let trade = self.place(firm).trade();
        trade.is_some_and(|trade| {
            !matches!(
                trade.get().name,
                "apartment_complex" | "cemetery" | "school" | "park"
            )
        })
    }

    /// Whether the day of a firm's kind is over.
    pub(crate) fn is_outdated(&self, firm: PlaceId, today: Day) -> bool {
        let trade = self.place(firm).trade();
        trade.is_some_and(|trade| today.year() > trade.get().era.1)
    }

    /// Ground for a founding firm.
    pub(crate) fn tract(&mut self, lot: LotId) {
        let block = lot.0 / crate::place::LOTS_OF_BLOCK;
        self.plan.tracts[usize::from(block)] = true;
    }
}

/// Words with capitals.
pub fn title_case(name: &str) -> String {
    let words = name.split('_').map(|word| {
        let mut letters = word.chars();
        let first = letters.next().map(|first| first.to_ascii_uppercase());
        first.into_iter().chain(letters).collect::<String>()
    });
    words.collect::<Vec<String>>().join(" ")
}
