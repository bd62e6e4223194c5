//! What a character senses, in sentences and tables.

use super::table::{Cell, Table, TableRow, Tone};
use crate::folk::Folk;
use townsfolk_core::{CharacterId, Duration, Place, SymbolId, Tick};
use townsfolk_module::Category;
use townsfolk_senses::{Disturbance, Record, Sense, Sensed, SightTimer, Strength};

/// The name under which tables of senses stand among those of deciders.
pub fn system() -> SymbolId {
    SymbolId::named("senses")
}

/// What a character senses now, in sentences. Nothing for a character without senses.
pub fn lines(folk: &Folk, who: CharacterId) -> Vec<String> {
    let Some(awareness) = folk.awareness(who) else {
        return vec![];
    };
    let name = folk.name_of(who);
    let mut lines = vec![format!(
        "{name} is {} and {}: excitement {}, which knows at {}.",
        awareness.state.name(),
        awareness.reaction.name(),
        number(awareness.excitement),
        number(Strength::thousandths(awareness.response.chase)),
    )];
    if let Some(heard) = folk.heard_by(who) {
        let kind = folk.symbols().name(Category::Stimulus, heard.kind.0);
        lines.push(format!(
            "  heard {kind} {} ago at {}, with a strength of {}",
            age(folk, heard.tick),
            place(heard.at),
            number(heard.strength)
        ));
    }
    for record in folk.records_of(who) {
        let focus = match awareness.focus == Some(record.subject) {
            true => ", the focus",
            false => "",
        };
        lines.push(format!(
            "  {}: {}, {} {} ago at {}{focus}",
            subject(folk, record.subject),
            record.certainty.name(),
            record.channel().name(),
            age(folk, record.stamp),
            place(record.at),
        ));
    }
    for timer in folk.sight_timers(who) {
        lines.push(format!(
            "  {} is {}: noticed to {} of 1",
            folk.name_of(timer.target),
            view(timer),
            number(Strength::thousandths(timer.fraction(folk.now()))),
        ));
    }
    for target in folk.unanswered_looks(who) {
        lines.push(format!(
            "  the host has not answered whether {name} sees {}, so it does not",
            folk.name_of(target)
        ));
    }
    lines
}

/// What a character senses, as tables: awareness, records, sight. None without senses.
pub fn tables(folk: &Folk, who: CharacterId) -> Vec<Table> {
    let Some(_) = folk.awareness(who) else {
        return vec![];
    };
    let mut tables = vec![awareness(folk, who), records(folk, who), sights(folk, who)];
    tables.retain(|table| !table.rows.is_empty());
    tables
}

fn awareness(folk: &Folk, who: CharacterId) -> Table {
    let mut table = Table::new("awareness", &[]);
    let Some(awareness) = folk.awareness(who) else {
        return table;
    };
    let mut row = |name: &str, value: String| {
        table
            .rows
            .push(TableRow::of(vec![Cell::text(name), Cell::text(value)]));
    };
    row("state", awareness.state.name().to_string());
    row("reaction", awareness.reaction.name().to_string());
    row("excitement", number(awareness.excitement));
    let levels = awareness.response;
    let levels = [levels.agitate, levels.react, levels.chase];
    let levels = levels.map(|level| number(Strength::thousandths(level)));
    row("uneasy, turns, knows at", levels.join(", "));
    if let Some(uneasy) = awareness.uneasy_for {
        row("uneasy for", uneasy.to_string());
    }
    if let Some((disturbance, at, _)) = awareness.disturbed {
        let what = match disturbance {
            Disturbance::Stirs => "stirred",
            Disturbance::Wakes => "woke",
            Disturbance::Enraged => "was enraged",
        };
        row("sleep", format!("{what} {} ago", age(folk, at)));
    }
    if let Some(squad) = awareness.squad {
        row("squad", folk.symbols().name(Category::Symbol, squad.0));
    }
    if folk.is_burning(who) {
        row("fire", "burns".to_string());
    }
    table
}

fn records(folk: &Folk, who: CharacterId) -> Table {
    let columns = [
        "what",
        "certainty",
        "heard",
        "seen",
        "touched",
        "believed at",
        "by",
    ];
    let mut table = Table::new("records", &columns);
    let focus = folk.awareness(who).and_then(|awareness| awareness.focus);
    for record in folk.records_of(who) {
        let row = TableRow::of(record_cells(folk, record));
        table
            .rows
            .push(row.marked_if(focus == Some(record.subject)));
    }
    table
}

fn record_cells(folk: &Folk, record: &Record) -> Vec<Cell> {
    let sensed = |sense: Sense| match record.last_by(sense) {
        Some(at) => Cell::text(format!("{} ago", age(folk, at))),
        None => Cell::text(""),
    };
    let believed = Cell::text(place(record.at));
    let believed = match record.uncertainty_mm {
        0 => believed,
        mm => believed.with_note(format!("within {} m", mm / 1000)),
    };
    vec![
        Cell::text(subject(folk, record.subject)),
        Cell::text(record.certainty.name()),
        sensed(Sense::Heard),
        sensed(Sense::Seen),
        sensed(Sense::Touched),
        believed,
        Cell::text(folk.name_of(record.by)),
    ]
}

fn sights(folk: &Folk, who: CharacterId) -> Table {
    let mut table = Table::new("sight", &["whom", "view", "noticed", "takes"]);
    for timer in folk.sight_timers(who) {
        let tone = if timer.is_perceived() {
            Tone::Yes
        } else {
            Tone::Unknown
        };
        let share = number(Strength::thousandths(timer.fraction(folk.now())));
        table.rows.push(TableRow::of(vec![
            Cell::text(folk.name_of(timer.target)),
            Cell {
                tone,
                ..Cell::text(view(timer))
            },
            Cell::text(share),
            Cell::text(timer.threshold().to_string()),
        ]));
    }
    for target in folk.unanswered_looks(who) {
        table.rows.push(TableRow::of(vec![
            Cell::text(folk.name_of(target)),
            Cell {
                tone: Tone::No,
                ..Cell::text("not seen").with_note("the host has not answered")
            },
        ]));
    }
    table
}

fn view(timer: &SightTimer) -> &'static str {
    match (timer.is_in_view(), timer.is_perceived()) {
        (true, true) => "seen",
        (true, false) => "in view",
        (false, true) => "just out of view",
        (false, false) => "out of view",
    }
}

/// What a record is about.
pub fn subject(folk: &Folk, subject: Sensed) -> String {
    match subject {
        Sensed::Character(who) => folk.name_of(who),
        Sensed::Spot(number) => format!("noise {number}"),
    }
}

fn age(folk: &Folk, at: Tick) -> Duration {
    // To a tenth of a second.
    let ticks = folk.now().since(at).0;
    Duration(ticks / 6 * 6)
}

fn place(at: Place) -> String {
    let metres = |mm: i32| {
        let tenths = mm.div_euclid(100);
        let sign = if tenths < 0 { "-" } else { "" };
        format!("{sign}{}.{}", tenths.abs() / 10, tenths.abs() % 10)
    };
    format!("({}, {})", metres(at.x_mm), metres(at.y_mm))
}

/// A strength with two digits after the point.
fn number(strength: Strength) -> String {
    let hundredths = strength.in_thousandths() / 10;
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}
