//! The focus of a town: where it has full detail.

use crate::arguments::WhichTown;
use crate::style;
use crate::trouble::Trouble;
use std::str::FromStr;
use townsfolk::words::names::plain;
use townsfolk::{Focus, Place};
use townsfolk_lang::near::near_names;
use townsfolk_module::Category;
use townsfolk_town::living::Content;

/// Maximum population with full detail everywhere, unless a focus is given.
const EVERYWHERE_MAX: usize = 2_000;

/// Approximate number of people at level full in a focus without a radius …
const FULL: usize = 1_000;

/// … and of ambient ones around it.
const AMBIENT: usize = 10_000;

/// The value of `--focus`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FocusOn {
    /// Full detail for all.
    Everywhere,
    /// Metres to the east and to the north.
    Point(i32, i32),
    /// An area, by its name.
    Area(String),
}

impl FromStr for FocusOn {
    type Err = String;

    fn from_str(text: &str) -> Result<FocusOn, String> {
        if text == "everywhere" {
            return Ok(FocusOn::Everywhere);
        }
        let Some((x, y)) = text.split_once(',') else {
            return Ok(FocusOn::Area(text.trim().to_lowercase().replace(' ', "_")));
        };
        let metres = |text: &str| {
            let metres = text.trim().parse::<i32>();
            metres.map_err(|_| format!("`{text}` is no number of metres: write `X,Y`"))
        };
        Ok(FocusOn::Point(metres(x)?, metres(y)?))
    }
}

/// The requested focus. A large town has one in its middle by default.
pub fn of(content: &Content, which: &WhichTown, seconds: i32) -> Result<Option<Focus>, Trouble> {
    let at = match &which.focus {
        Some(FocusOn::Everywhere) => return Ok(None),
        Some(FocusOn::Point(x, y)) => Some(Place::metres(*x, *y)),
        Some(FocusOn::Area(name)) => Some(area(content, name)?),
        None if content.module.minds.people.len() <= EVERYWHERE_MAX => return Ok(None),
        None => None,
    };
    let focus = content.focus(at, seconds, FULL, AMBIENT);
    let full_mm = which.radius.map(|metres| metres.saturating_mul(1000));
    let full_mm = full_mm.unwrap_or(focus.full_mm);
    Ok(Some(Focus {
        full_mm,
        ambient_mm: focus.ambient_mm.max(full_mm),
        ..focus
    }))
}

fn area(content: &Content, name: &str) -> Result<Place, Trouble> {
    let plan = content.atlas.plan();
    let named = plan.areas.iter().find(|area| area.name == name);
    let plate = named.and_then(|area| plan.plates.iter().find(|plate| plate.area == area.id));
    plate.map(|plate| plate.middle()).ok_or_else(|| {
        let name = style::harmless(name);
        let trouble = Trouble::new(format!("there is no place `{name}` in this town"));
        let names = plan.areas.iter().map(|area| area.name.as_str());
        match near_names(&name, names, 1).first() {
            Some(near) => trouble.hint(format!("did you mean `{near}`?")),
            None => trouble.hint("name an area of the town, or write `X,Y` in metres"),
        }
    })
}

/// A focus as a sentence.
pub fn told(content: &Content, focus: &Focus) -> String {
    let plate = content.atlas.plate_at(content.atlas.ground_near(focus.at));
    let area = plate
        .and_then(|plate| content.atlas.plate(plate))
        .map(|plate| plate.area);
    let place = area.map_or("the middle".to_string(), |area| {
        plain(&content.symbols, Category::Area, area.0)
    });
    format!(
        "full detail within {} m of {place}; the rest of {} follow their schedules (`--focus` moves it)",
        focus.full_mm / 1000,
        style::people(content.module.minds.people.len()),
    )
}
