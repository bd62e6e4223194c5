//! Edits of a tower while it is played: `remove cafe at 9:00`, `close lift at 60 at 8:30`.

use super::moment::Moment;
use super::story::Narrator;
use crate::trouble::Trouble;
use std::str::FromStr;
use townsfolk::prelude::*;
use townsfolk_lang::near::near_names;
use townsfolk_module::Category;
use townsfolk_town::TownStage;
use townsfolk_town::stage::tower::TowerEdit;
use townsfolk_town::tower::ShaftNumber;

/// A change of a tower, and when it is made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EditCue {
    edit: Edit,
    text: String,
    pub(super) at: Moment,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Edit {
    AddFloor,
    /// A connector, by its tile; and whether it runs from then on.
    Shaft(u16, bool),
    /// A wall on a floor at a tile; and whether it is there from then on.
    Wall(u16, u16, bool),
    Remove(String),
    Place(String, u16, u16),
}

impl FromStr for EditCue {
    type Err = String;

    fn from_str(text: &str) -> Result<EditCue, String> {
        let wrong = || {
            format!(
                "`{text}` is no edit of a tower; write `add floor at 12:00`, `close lift at 60 at 8:30`, `open lift at 60 at 9:00`, `remove cafe at 9:00`, `place cafe on 50 at 30 at 15:00`, `wall on 3 at 40 at 9:00` or `unwall on 3 at 40 at 9:30`"
            )
        };
        let (what, at) = text.rsplit_once(" at ").ok_or_else(wrong)?;
        let words: Vec<&str> = what.split_whitespace().collect();
        let number = |word: &str| word.parse::<u16>().map_err(|_| wrong());
        let edit = match *words.as_slice() {
            ["add", "floor"] => Edit::AddFloor,
            [
                verb @ ("close" | "open"),
                "lift" | "stairs" | "escalator",
                "at",
                x,
            ] => Edit::Shaft(number(x)?, verb == "open"),
            [verb @ ("wall" | "unwall"), "on", floor, "at", x] => {
                Edit::Wall(number(floor)?, number(x)?, verb == "wall")
            }
            ["remove", kind] => Edit::Remove(kind.into()),
            ["place", kind, "on", floor, "at", x] => {
                Edit::Place(kind.into(), number(floor)?, number(x)?)
            }
            _ => return Err(wrong()),
        };
        Ok(EditCue {
            edit,
            text: what.trim().into(),
            at: at.trim().parse()?,
        })
    }
}

/// Makes an edit, and says what became of it.
pub(super) fn make(
    folk: &mut Folk,
    stage: &mut TownStage,
    narrator: &Narrator,
    cue: &EditCue,
) -> Result<String, Trouble> {
    if !stage.is_tower() {
        return Err(
            Trouble::new("only a tower can be edited while it is played")
                .hint("a plan with `tower floors 100 wide 150` is one; `examples/tower` shows it"),
        );
    }
    let edit = match &cue.edit {
        Edit::AddFloor => TowerEdit::AddFloor,
        Edit::Wall(floor, x, true) => TowerEdit::Wall(*floor, *x),
        Edit::Wall(floor, x, false) => TowerEdit::Unwall(*floor, *x),
        Edit::Shaft(x, open) => {
            let number = shaft_at(stage, *x)?;
            match open {
                true => TowerEdit::Open(number),
                false => TowerEdit::Close(number),
            }
        }
        Edit::Remove(name) => TowerEdit::Remove(kind_of(folk, narrator, name)?),
        Edit::Place(name, floor, x) => TowerEdit::Place(kind_of(folk, narrator, name)?, *floor, *x),
    };
    Ok(match stage.edit_tower(folk, edit) {
        true => format!("the tower changes: {}", cue.text),
        false => format!(
            "the tower stays as it is; this cannot be done: {}",
            cue.text
        ),
    })
}

fn shaft_at(stage: &TownStage, x: u16) -> Result<ShaftNumber, Trouble> {
    let mut shafts = stage.tower().into_iter().flat_map(|tower| tower.shafts());
    let found = shafts.find(|(_, shaft)| shaft.x == x);
    found.map(|(number, _)| number).ok_or_else(|| {
        let shafts = stage.tower().into_iter().flat_map(|tower| tower.shafts());
        let known: Vec<String> = shafts.map(|(_, shaft)| shaft.x.to_string()).collect();
        Trouble::new(format!("no lift and no stairs stand at {x}"))
            .hint(format!("they stand at {}", known.join(", ")))
    })
}

fn kind_of(folk: &Folk, narrator: &Narrator, name: &str) -> Result<LocationKindId, Trouble> {
    let kind = LocationKindId::named(name);
    let kinds = folk.module().locations.iter();
    let names = kinds.map(|kind| narrator.symbols.name(Category::Location, kind.id.0));
    let names: Vec<String> = names.collect();
    if folk.module().location(kind).is_some() {
        return Ok(kind);
    }
    let near = near_names(name, names.iter().map(String::as_str), 1);
    let trouble = Trouble::new(format!("there is no location `{name}`"));
    Err(match near.first() {
        Some(near) => trouble.hint(format!("did you mean `{near}`?")),
        None => trouble.hint(format!("there are {}", names.join(", "))),
    })
}
