//! Search for people by name, role, place or activity, and for locations by name.

use super::Answerer;
use serde::Serialize;
use std::collections::BTreeSet;
use townsfolk_core::{CharacterId, RoleId};
use townsfolk_module::Category;

/// Maximum number of results.
const FOUND_MAX: usize = 40;

#[derive(Serialize)]
pub(super) struct SearchHit {
    kind: &'static str,
    id: u32,
    title: String,
    detail: String,
    x: i32,
    y: i32,
    z: i32,
    /// Lower is better.
    #[serde(skip)]
    rank: u8,
}

impl Answerer<'_> {
    pub(super) fn find(&self, words: &str) -> Vec<SearchHit> {
        let words: Vec<String> = words.split_whitespace().map(str::to_lowercase).collect();
        let mut found = self.people_found(&words);
        found.extend(self.locations_found(&words));
        found.extend(self.areas_found(&words));
        found.sort_by(|a, b| (a.rank, &a.title).cmp(&(b.rank, &b.title)));
        found.truncate(FOUND_MAX);
        found
    }

    fn people_found(&self, words: &[String]) -> Vec<SearchHit> {
        let rows = self.people().into_iter();
        let found = rows.filter_map(|row| {
            let role = row.role.unwrap_or_default();
            let now = format!("{role} · {} · {}", row.place, row.does);
            let now = now.trim_start_matches(" · ").to_owned();
            let (rank, detail) = match rank(words, &row.name, &now) {
                Some(rank) => (rank, now),
                None => {
                    let later = self.roles_of_the_day(CharacterId(row.id));
                    let both = format!("{now} · at times {}", later.join(", "));
                    (rank(words, &row.name, &both)? + 1, both)
                }
            };
            Some(SearchHit {
                rank,
                kind: "person",
                id: row.id,
                title: row.name,
                detail,
                x: row.x,
                y: row.y,
                z: row.z,
            })
        });
        found.collect()
    }

    /// The roles of a character in the course of a day.
    fn roles_of_the_day(&self, who: CharacterId) -> Vec<String> {
        let entries = self.member(who).map(|member| &member.schedule.entries);
        let roles = entries.into_iter().flatten().map(|entry| entry.role);
        let roles: BTreeSet<RoleId> = roles.collect();
        roles.iter().map(|role| self.words().role(*role)).collect()
    }

    fn locations_found(&self, words: &[String]) -> Vec<SearchHit> {
        let folk = &self.town.folk;
        let found = folk.locations().filter_map(|location| {
            let title = self.plain(Category::Location, location.kind.0);
            let area = folk.area_at(location.at);
            let area = area.map_or_else(String::new, |area| self.words().area(area));
            let at = self.town.stage.on_map(location.at);
            Some(SearchHit {
                rank: rank(words, &title, &area)? + 1,
                kind: "location",
                id: location.id.0,
                title,
                detail: area,
                x: at.x_mm,
                y: at.y_mm,
                z: at.z_mm,
            })
        });
        found.collect()
    }

    fn areas_found(&self, words: &[String]) -> Vec<SearchHit> {
        let plan = self.town.content.atlas.plan();
        let found = plan.areas.iter().filter_map(|area| {
            let title = area.name.replace('_', " ");
            let plate = plan.plates.iter().find(|plate| plate.area == area.id)?;
            let at = plate.middle();
            Some(SearchHit {
                rank: rank(words, &title, "")?,
                kind: "area",
                id: area.id.0,
                title,
                detail: "place".to_owned(),
                x: at.x_mm,
                y: at.y_mm,
                z: at.z_mm,
            })
        });
        found.collect()
    }
}

/// How well something matches, if it contains all words.
fn rank(words: &[String], title: &str, detail: &str) -> Option<u8> {
    let (title, detail) = (title.to_lowercase(), detail.to_lowercase());
    let fits = |word: &String| title.contains(word.as_str()) || detail.contains(word.as_str());
    if words.is_empty() || !words.iter().all(fits) {
        return None;
    }
    let first = words.first().map_or("", String::as_str);
    Some(match (title.starts_with(first), title.contains(first)) {
        (true, _) => 0,
        (_, true) => 2,
        _ => 4,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_must_fit_and_names_come_first() {
        let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(rank(&words("otto"), "Otto", "cook"), Some(0));
        assert_eq!(rank(&words("cook"), "Otto", "cook · inn"), Some(4));
        assert_eq!(rank(&words("cook inn"), "Otto", "cook · inn"), Some(4));
        assert_eq!(rank(&words("cook mill"), "Otto", "cook · inn"), None);
        assert_eq!(rank(&[], "Otto", "cook"), None);
    }
}
