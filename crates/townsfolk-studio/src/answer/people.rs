//! The map as a table: position and activity of every character.

use super::Answerer;
use serde::Serialize;

#[derive(Serialize)]
pub(super) struct PersonRow {
    pub(super) id: u32,
    pub(super) name: String,
    pub(super) role: Option<String>,
    pub(super) place: String,
    pub(super) does: String,
    pub(super) x: i32,
    pub(super) y: i32,
    pub(super) z: i32,
}

impl Answerer<'_> {
    pub(super) fn people(&self) -> Vec<PersonRow> {
        let bodies = self.town.stage.bodies_at(self.town.folk.now());
        let rows = bodies.map(|body| {
            let at = self.town.stage.on_map(body.at);
            PersonRow {
                id: body.who.0,
                name: self.words().name(body.who),
                role: self.role_of(body.who),
                place: self.place_of(body.who),
                does: self.activity(&body),
                x: at.x_mm,
                y: at.y_mm,
                z: at.z_mm,
            }
        });
        rows.collect()
    }
}
