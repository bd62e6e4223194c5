//! Tests of whole histories.

use super::*;
use crate::event::KINDS;
use std::collections::BTreeSet;
use townsfolk_core::{HostId, Seed, SymbolId, Value};
use townsfolk_module::knowledge::*;

/// Two facets of looks.
pub(crate) fn small_knowledge() -> Knowledge {
    let symbol = |name| Value::Symbol(SymbolId::named(name));
    let facet = |name: &str, common: Vec<(Value, Share, Share)>| Facet {
        id: HostId::named(name),
        of: FacetSubject::Person,
        form: FacetForm::Symbol,
        evidence: Share::ONE,
        implanted: Share::percent(20),
        told: Share::percent(8),
        recall: Recall {
            mean: Share::percent(85),
            floor: Share::percent(50),
            cap: Share::percent(95),
        },
        fades: Share::percent(15),
        seen: FacetSeen::Always,
        mistaken: Mistakes::Another,
        common,
        inherited: Share::percent(75),
    };
    let pct = Share::percent;
    let mut knowledge = Knowledge {
        facets: vec![
            facet(
                "hair_color",
                vec![
                    (symbol("black"), pct(40), pct(40)),
                    (symbol("brown"), pct(60), pct(60)),
                ],
            ),
            facet(
                "facial_hair_style",
                vec![
                    (symbol("none"), pct(50), pct(100)),
                    (symbol("mustache"), pct(50), pct(0)),
                ],
            ),
        ],
        settings: None,
    };
    knowledge.sort();
    knowledge
}

pub(crate) fn wishes(seed: u64) -> Wishes {
    Wishes {
        name: "Alderbrook".to_owned(),
        years: 140,
        seed: Seed(seed),
        people_about: 400,
    }
}

fn made(seed: u64) -> Town {
    generate(&small_knowledge(), &wishes(seed), &mut |_| true).unwrap()
}

#[test]
fn towns_have_their_people_firms_and_all_kinds_of_events() {
    let mut kinds = BTreeSet::new();
    for seed in 1..=6 {
        let town = made(seed);
        let residents = town.residents.len();
        let firms = town.firms().count();
        let married = (town.residents.iter())
            .filter(|who| town.person(**who).spouse.is_some())
            .count();
        let grown = town.residents.iter().filter(|who| town.age(**who) >= 18);
        let grown = grown.count();
        println!(
            "seed {seed}: {residents} residents, {grown} grown, {married} married, {} births, {} ever, {firms} firms, {} events",
            town.events
                .iter()
                .filter(|event| event.kind == Kind::Birth)
                .count(),
            town.people.len(),
            town.events.len()
        );
        assert!(married * 3 > grown, "{married} of {grown} are married");
        assert!((300..=500).contains(&residents), "{residents} residents");
        assert!(firms >= 20, "{firms} firms");
        assert!(town.is_sound());
        kinds.extend(town.events.iter().map(|event| event.kind));
    }
    assert_eq!(kinds.len(), KINDS.len(), "{kinds:?}");
}

#[test]
fn the_same_wishes_give_the_same_town() {
    let (one, other) = (made(3), made(3));
    assert!(one == other);
    assert!(one.people != made(4).people);
}

#[test]
fn a_stopped_history_gives_no_town() {
    let stopped = generate(&small_knowledge(), &wishes(1), &mut |at| at.year < 1850);
    assert_eq!(stopped, Err(Failure::Stopped));
}

#[test]
fn families_homes_and_jobs_fit_together() {
    let town = made(2);
    for who in &town.residents {
        let person = town.person(*who);
        let home = person.home.expect("a home");
        assert!(town.place(home).people.contains(who));
        assert!(town.place(home).is_open());
        if let Some(job) = person.job {
            assert!(town.place(job.firm).people.contains(who));
            assert!(town.age(*who) >= 14);
        }
        if let Some(spouse) = person.spouse {
            assert_eq!(town.person(spouse).spouse, Some(*who));
        }
        for child in &person.children {
            assert!(town.person(*child).born > person.born.plus(365 * 14));
        }
    }
    let words: BTreeSet<String> = (town.places.iter())
        .filter(|place| place.is_open())
        .map(Place::word)
        .collect();
    assert_eq!(
        words.len(),
        town.places.iter().filter(|place| place.is_open()).count()
    );
}

#[test]
fn women_have_no_mustache_and_old_men_gray_hair() {
    let town = made(5);
    let knowledge = small_knowledge();
    let value = |person: &Person, name: &str| {
        let id = HostId::named(name);
        let column = origin::looks(&knowledge).position(|facet| facet.id == id);
        person.looks[column.unwrap()]
    };
    let women = town
        .people
        .iter()
        .filter(|it| it.sex == person::Sex::Female);
    let none = Value::Symbol(SymbolId::named("none"));
    assert!(
        women
            .into_iter()
            .all(|it| value(it, "facial_hair_style") == none)
    );
    let gray = Value::Symbol(SymbolId::named("gray"));
    let is_gray = |it: &&Person| value(it, "hair_color") == gray;
    assert!(town.people.iter().filter(is_gray).count() > 10);
}

#[test]
fn a_forged_town_is_refused() {
    let town = made(1);
    let bytes = postcard::to_allocvec(&town).unwrap();
    let read: Town = postcard::from_bytes(&bytes).unwrap();
    assert!(read == town && read.is_sound());
    let forged = |change: &dyn Fn(&mut Town)| {
        let mut town = town.clone();
        change(&mut town);
        !town.is_sound()
    };
    assert!(forged(&|town| town.people[0].traits.openness = 30_000));
    assert!(forged(
        &|town| town.people[0].home = Some(PlaceId(9_999_999))
    ));
    assert!(forged(&|town| town.now = Step(i32::MAX)));
    assert!(forged(&|town| town.plan.side = 200));
    assert!(forged(&|town| town.residents.push(PersonId(u32::MAX))));
    assert!(forged(&|town| drop(town.feelings.pop())));
}
