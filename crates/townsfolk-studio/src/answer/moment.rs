//! A snapshot of every character, for comparing two moments.

use super::{Answerer, share};
use serde::Serialize;
use std::collections::BTreeMap;
use townsfolk_module::Category;

#[derive(Serialize)]
pub(super) struct TownSnapshot {
    tick: i64,
    time: String,
    day: i64,
    people: Vec<PersonSnapshot>,
}

#[derive(Serialize)]
struct PersonSnapshot {
    id: u32,
    name: String,
    role: Option<String>,
    place: String,
    does: String,
    coins: Option<i64>,
    needs: BTreeMap<String, f64>,
    /// Its liking of acquaintances, by name.
    likes: BTreeMap<String, f64>,
}

impl Answerer<'_> {
    pub(super) fn everybody(&self) -> TownSnapshot {
        let folk = &self.town.folk;
        let bodies = self.town.stage.bodies_at(folk.now());
        let people = bodies.map(|body| {
            let minded = folk.mind(body.who);
            let needs = minded.into_iter().flat_map(|minded| {
                let needs = minded.mind.needs();
                needs.map(|need| {
                    let level = minded.mind.level(need, folk.moment());
                    (self.plain(Category::Need, need.0), share(level))
                })
            });
            let known = minded.into_iter().flat_map(|m| m.relationships.iter());
            let likes = known.map(|(other, felt)| (self.words().name(*other), share(felt.like)));
            PersonSnapshot {
                id: body.who.0,
                name: self.words().name(body.who),
                role: self.role_of(body.who),
                place: self.place_of(body.who),
                does: self.activity(&body),
                coins: self.town.stage.body(body.who).map(|body| body.coins),
                needs: needs.collect(),
                likes: likes.collect(),
            }
        });
        TownSnapshot {
            tick: folk.now().0,
            time: self.time(folk.now()),
            day: folk.moment().day(),
            people: people.collect(),
        }
    }
}
