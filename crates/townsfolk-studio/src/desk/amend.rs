//! Small edits made on the page instead of in the text: links of a mind, times of a schedule. Only
//! the affected text changes.

use super::save::SavedShown;
use super::shelf::Opened;
use super::{ScriptError, ScriptService};
use serde::{Deserialize, Serialize};
use townsfolk_core::{LayerId, NodeId};
use townsfolk_lang::editor::{self, DayTrouble, LinkTrouble};
use townsfolk_module::mind::{Degree, Sources};

/// A link of a layer, as pages name it.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub(crate) struct LinkNamed {
    layer: u32,
    from: Vec<u32>,
    /// How several sources are combined: `one`, `all`, `any`.
    how: String,
    to: u32,
}

impl LinkNamed {
    /// Its sources.
    fn sources(&self) -> Sources {
        let nodes = || self.from.iter().copied().map(NodeId).collect();
        match self.how.as_str() {
            "all" => Sources::All(nodes()),
            "any" => Sources::Any(nodes()),
            _ => Sources::One(NodeId(self.from.first().copied().unwrap_or(0))),
        }
    }
}

/// A person's schedule as it is written.
#[derive(Serialize)]
pub(super) struct DayShown {
    schedule: String,
    /// Who else follows it.
    others: Vec<String>,
    /// Beginnings and ends in minutes after midnight.
    periods: Vec<(u32, u32)>,
}

impl ScriptService {
    /// The scripts as saved, without drafts.
    pub(super) fn settled(&mut self) -> Result<&mut Opened, ScriptError> {
        let opened = self.opened()?;
        opened.refresh();
        opened.settle();
        Ok(opened)
    }

    /// Changes the weight of a link, and nothing else.
    pub(super) fn weigh(
        &mut self,
        link: &LinkNamed,
        weight: f64,
    ) -> Result<SavedShown, ScriptError> {
        let opened = self.settled()?;
        let (project, checked) = (&opened.project, &opened.checked);
        let (from, to, layer) = (link.sources(), NodeId(link.to), LayerId(link.layer));
        let edit = editor::link_weight(project, checked, layer, (&from, to), degree(weight));
        let edit = edit.map_err(|why| ScriptError::new(refused(why)))?;
        self.amend(&[edit])
    }

    /// Why each link cannot be changed, if it cannot.
    pub(super) fn fixed(
        &mut self,
        links: &[LinkNamed],
    ) -> Result<Vec<Option<&'static str>>, ScriptError> {
        let opened = self.settled()?;
        let (project, checked) = (&opened.project, &opened.checked);
        let why = links.iter().map(|link| {
            let (from, to, layer) = (link.sources(), NodeId(link.to), LayerId(link.layer));
            let edit = editor::link_weight(project, checked, layer, (&from, to), degree(0.5));
            edit.err().map(refused)
        });
        Ok(why.collect())
    }

    /// Removes a link.
    pub(super) fn unlink(&mut self, link: &LinkNamed) -> Result<SavedShown, ScriptError> {
        let opened = self.settled()?;
        let (project, checked) = (&opened.project, &opened.checked);
        let (from, to, layer) = (link.sources(), NodeId(link.to), LayerId(link.layer));
        let edit = editor::without_link(project, checked, layer, (&from, to));
        let edit = edit.map_err(|why| ScriptError::new(refused(why)))?;
        self.amend(&[edit])
    }

    /// Adds a link to a layer.
    pub(super) fn link(
        &mut self,
        layer: u32,
        ends: (&str, &str),
        holds_down: bool,
        weight: f64,
    ) -> Result<SavedShown, ScriptError> {
        let opened = self.settled()?;
        let ends = (named(ends.0)?, named(ends.1)?);
        let ends = (ends.0.as_str(), ends.1.as_str());
        let layer = LayerId(layer);
        let edit = editor::new_link(&opened.project, layer, ends, holds_down, degree(weight));
        self.amend(&[edit.ok_or_else(no_layer)?])
    }

    /// Adds a concept to a layer.
    pub(super) fn conceive(&mut self, layer: u32, name: &str) -> Result<SavedShown, ScriptError> {
        let opened = self.settled()?;
        let name = named(name)?;
        let edit = editor::new_concept(&opened.project, LayerId(layer), &name);
        self.amend(&[edit.ok_or_else(no_layer)?])
    }

    /// The schedule of a person, as it is written.
    pub(super) fn day(&mut self, person: &str) -> Result<DayShown, ScriptError> {
        let opened = self.opened()?;
        opened.refresh();
        let day = editor::day_of(&opened.project, person).ok_or_else(no_day)?;
        let others = day.people.into_iter().filter(|other| other != person);
        Ok(DayShown {
            schedule: day.name,
            others: others.collect(),
            periods: day.periods.iter().map(|p| (p.starts, p.ends)).collect(),
        })
    }

    /// Moves the border between two periods of a person's schedule.
    pub(super) fn reschedule(
        &mut self,
        person: &str,
        from: u32,
        to: u32,
    ) -> Result<SavedShown, ScriptError> {
        let opened = self.settled()?;
        let day = editor::day_of(&opened.project, person).ok_or_else(no_day)?;
        let edits = day.moved(from, to).map_err(|why| {
            ScriptError::new(match why {
                DayTrouble::NoSuchTime => "no period ends then and another begins",
                DayTrouble::NothingLeft => "one of the two periods would have no time left",
            })
        })?;
        self.amend(&edits)
    }
}

/// Not a number counts as zero.
fn degree(weight: f64) -> Degree {
    Degree::thousandths((weight.clamp(0.0, 1.0) * 1000.0).round() as i32)
}

/// A valid name in a script, possibly after `action`.
fn named(text: &str) -> Result<String, ScriptError> {
    let text = text.trim();
    let name = text.strip_prefix("action ").unwrap_or(text);
    let mut letters = name.chars();
    let first = letters.next().is_some_and(|c| c.is_ascii_lowercase());
    let rest = letters.all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
    match first && rest {
        true => Ok(text.to_owned()),
        false => Err(ScriptError::new(
            "a name begins with a small letter and goes on with small letters, digits and `_`",
        )),
    }
}

fn no_layer() -> ScriptError {
    ScriptError::new("no script of this project declares that layer")
}

fn no_day() -> ScriptError {
    ScriptError::new("no script says what day this person has by the clock")
}

fn refused(why: LinkTrouble) -> &'static str {
    match why {
        LinkTrouble::NotWritten => "this link is part of the engine: no script says it",
        LinkTrouble::LinksSeveral(_) => {
            "this line links several at once: open it, and write one line for each"
        }
    }
}
