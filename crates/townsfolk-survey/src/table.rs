//! Events and states as flat rows, for dataframe tools.
//!
//! Every row has all columns; what does not apply is empty. JSON lines, CSV and the columnar form have
//! the same ones.

use serde::Serialize;
use std::io::{self, Write};
use townsfolk::words::Names;
use townsfolk::{Event, Folk, MindEvent};
use townsfolk_core::Channel;
use townsfolk_module::Category;

/// Something that happened.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct EventRow {
    /// The tick.
    pub tick: i64,
    /// The day of the calendar, from 0.
    pub day: i64,
    /// The time of day, in seconds since midnight.
    pub seconds: u32,
    /// The kind of event.
    pub event: &'static str,
    /// The id of the character.
    pub who: Option<u32>,
    /// Their name.
    pub name: String,
    /// The name of another character in it.
    pub other: String,
    /// The role, deed, script or news.
    pub what: String,
    /// The number of the scene.
    pub scene: Option<u64>,
    /// The number of the location.
    pub location: Option<u32>,
}

/// The state of a character.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct StateRow {
    /// The tick.
    pub tick: i64,
    /// The day of the calendar, from 0.
    pub day: i64,
    /// The time of day, in seconds since midnight.
    pub seconds: u32,
    /// The id of the character.
    pub who: u32,
    /// Their name.
    pub name: String,
    /// Where, in metres.
    pub x: Option<f64>,
    /// Where, in metres.
    pub y: Option<f64>,
    /// The floor's height, in metres.
    pub z: Option<f64>,
    /// The innermost area.
    pub area: String,
    /// Its roles, separated by spaces.
    pub roles: String,
    /// The scene they take part in.
    pub scene: Option<u64>,
    /// The pursuit of its mind.
    pub deed: String,
    /// The most pressing need.
    pub need: String,
    /// How pressing it is, from 0 to 1.
    pub level: Option<f64>,
}

/// The events of the last tick.
pub fn events<'a>(folk: &'a Folk, names: &'a Names) -> impl Iterator<Item = EventRow> + 'a {
    let events = folk.output().events.iter();
    events.filter_map(|event| event_row(folk, names, event))
}

fn event_row(folk: &Folk, names: &Names, event: &Event) -> Option<EventRow> {
    let moment = folk.moment();
    let mut row = EventRow {
        tick: folk.now().0,
        day: moment.day(),
        seconds: moment.daytime().0,
        ..EventRow::default()
    };
    let about = |row: &mut EventRow, who: townsfolk_core::CharacterId| {
        row.who = Some(who.0);
        row.name = names.person(folk, who);
    };
    match event {
        Event::SceneBegan {
            scene,
            location,
            script,
            cast,
        } => {
            row.event = "scene_began";
            row.scene = Some(scene.0);
            row.location = Some(location.0);
            row.what = names.script(*script);
            let cast = cast.iter().map(|(who, _)| names.person(folk, *who));
            row.other = cast.collect::<Vec<_>>().join(" ");
        }
        Event::Joins(who, scene, role) => {
            row.event = "joins";
            about(&mut row, *who);
            row.scene = Some(scene.0);
            row.what = names.role(*role);
        }
        Event::SceneOver(scene, location) => {
            row.event = "scene_over";
            row.scene = Some(scene.0);
            row.location = Some(location.0);
        }
        Event::Driven(who, Channel::Body, driver) => {
            row.event = "driven";
            about(&mut row, *who);
            row.what = match driver {
                townsfolk::Driver::Nobody => "nobody".into(),
                townsfolk::Driver::Scene(scene, word) => {
                    row.scene = Some(scene.0);
                    format!("scene as {}", word.name())
                }
                townsfolk::Driver::System(by, word) => {
                    let system = names.symbols.name(Category::Symbol, by.0);
                    format!("{system} as {}", word.name())
                }
                townsfolk::Driver::Host => "host".into(),
            };
        }
        Event::Mind(who, what) => {
            about(&mut row, *who);
            (row.event, row.what, row.other) = mind_event(folk, names, what)?;
        }
        _ => return None,
    }
    Some(row)
}

fn mind_event(
    folk: &Folk,
    names: &Names,
    what: &MindEvent,
) -> Option<(&'static str, String, String)> {
    let node = |node: &townsfolk_core::NodeId| names.symbols.name(Category::Node, node.0);
    let alone = |event, what| Some((event, what, String::new()));
    match what {
        MindEvent::RoleDue(role) => alone("role_due", names.role(*role)),
        MindEvent::RoleLaidDown { role, .. } => alone("role_laid_down", names.role(*role)),
        MindEvent::SetOut(area) => alone("set_out", names.area(*area)),
        MindEvent::RoleTaken(role) => alone("role_taken", names.role(*role)),
        MindEvent::Begins(deed) => alone("begins", node(deed)),
        MindEvent::Did(deed) => alone("did", node(deed)),
        MindEvent::BrokeOff(deed) => alone("broke_off", node(deed)),
        MindEvent::Interacted(what, other) => Some((
            "interacted",
            what.name().to_string(),
            names.person(folk, *other),
        )),
        MindEvent::Told(other, _) => Some(("told", String::new(), names.person(folk, *other))),
        _ => None,
    }
}

/// The states of all characters now.
pub fn states<'a>(folk: &'a Folk, names: &'a Names) -> impl Iterator<Item = StateRow> + 'a {
    let moment = folk.moment();
    let metres = |mm: i32| f64::from(mm) / 1000.0;
    folk.characters().map(move |person| {
        let minded = folk.mind(person.id);
        let needs = minded.into_iter().flat_map(|minded| minded.mind.needs());
        let needs = needs.map(|need| (folk.need(person.id, need), need));
        let pressing = needs.max();
        let deed = minded.and_then(|minded| minded.pursuit());
        let roles = person.roles.iter().map(|role| names.role(*role));
        StateRow {
            tick: folk.now().0,
            day: moment.day(),
            seconds: moment.daytime().0,
            who: person.id.0,
            name: names.person(folk, person.id),
            x: person.at.map(|at| metres(at.x_mm)),
            y: person.at.map(|at| metres(at.y_mm)),
            z: person.at.map(|at| metres(at.z_mm)),
            area: folk
                .area_of(person.id)
                .map_or(String::new(), |area| names.area(area)),
            roles: roles.collect::<Vec<_>>().join(" "),
            scene: person.scene.map(|scene| scene.0),
            deed: deed.map_or(String::new(), |deed| {
                names.symbols.name(Category::Node, deed.action.0)
            }),
            need: pressing.map_or(String::new(), |(_, need)| {
                names.symbols.name(Category::Need, need.0)
            }),
            level: pressing.map(|(level, _)| f64::from(level.0) / 65_536.0),
        }
    })
}

/// The content of a cell.
#[derive(Clone, PartialEq, Debug)]
pub enum Cell {
    /// A whole number.
    Whole(Option<i64>),
    /// A number.
    Real(Option<f64>),
    /// A text; nothing is an empty one.
    Text(String),
}

/// A row whose columns are known by name and kind.
pub trait Row: Serialize {
    /// All cells, in the order of the columns.
    fn cells(&self) -> Vec<(&'static str, Cell)>;
}

impl Row for EventRow {
    fn cells(&self) -> Vec<(&'static str, Cell)> {
        vec![
            ("tick", Cell::Whole(Some(self.tick))),
            ("day", Cell::Whole(Some(self.day))),
            ("seconds", Cell::Whole(Some(i64::from(self.seconds)))),
            ("event", Cell::Text(self.event.to_string())),
            ("who", Cell::Whole(self.who.map(i64::from))),
            ("name", Cell::Text(self.name.clone())),
            ("other", Cell::Text(self.other.clone())),
            ("what", Cell::Text(self.what.clone())),
            ("scene", Cell::Whole(self.scene.map(u64::cast_signed))),
            ("location", Cell::Whole(self.location.map(i64::from))),
        ]
    }
}

impl Row for StateRow {
    fn cells(&self) -> Vec<(&'static str, Cell)> {
        vec![
            ("tick", Cell::Whole(Some(self.tick))),
            ("day", Cell::Whole(Some(self.day))),
            ("seconds", Cell::Whole(Some(i64::from(self.seconds)))),
            ("who", Cell::Whole(Some(i64::from(self.who)))),
            ("name", Cell::Text(self.name.clone())),
            ("x", Cell::Real(self.x)),
            ("y", Cell::Real(self.y)),
            ("z", Cell::Real(self.z)),
            ("area", Cell::Text(self.area.clone())),
            ("roles", Cell::Text(self.roles.clone())),
            ("scene", Cell::Whole(self.scene.map(u64::cast_signed))),
            ("deed", Cell::Text(self.deed.clone())),
            ("need", Cell::Text(self.need.clone())),
            ("level", Cell::Real(self.level)),
        ]
    }
}

/// How rows are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// One JSON object a line.
    JsonLines,
    /// Comma-separated values with a header.
    Csv,
    /// Column by column, as Parquet.
    #[cfg(feature = "columnar")]
    Columnar,
}

/// Writes rows of one sort.
#[derive(Debug)]
pub enum Rows<W: Write> {
    /// One JSON object a line.
    JsonLines(W),
    /// Comma-separated values with a header.
    Csv(Box<csv::Writer<W>>),
    /// Column by column, as Parquet.
    #[cfg(feature = "columnar")]
    Columnar(Box<crate::columnar::Columns>, W),
}

impl<W: Write + Send> Rows<W> {
    /// Writes rows in this form from now on.
    pub fn new(form: Form, to: W) -> Rows<W> {
        match form {
            Form::JsonLines => Rows::JsonLines(to),
            Form::Csv => Rows::Csv(Box::new(csv::Writer::from_writer(to))),
            #[cfg(feature = "columnar")]
            Form::Columnar => Rows::Columnar(Box::default(), to),
        }
    }

    /// One more row.
    pub fn write(&mut self, row: &impl Row) -> io::Result<()> {
        match self {
            Rows::JsonLines(to) => {
                serde_json::to_writer(&mut *to, row)?;
                to.write_all(b"\n")
            }
            Rows::Csv(to) => to.serialize(row).map_err(io::Error::other),
            #[cfg(feature = "columnar")]
            Rows::Columnar(columns, _) => {
                columns.add(row.cells());
                Ok(())
            }
        }
    }

    /// Everything has been written: hands back where to.
    pub fn into_inner(self) -> io::Result<W> {
        match self {
            Rows::JsonLines(mut to) => to.flush().map(|()| to),
            Rows::Csv(to) => to.into_inner().map_err(|error| error.into_error()),
            #[cfg(feature = "columnar")]
            Rows::Columnar(columns, to) => columns.write(to),
        }
    }
}
