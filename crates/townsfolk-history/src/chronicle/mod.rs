//! The chronicle of a town as one page that needs no network: timeline, families, firms, people.

pub mod telling;
mod tree;

use crate::calendar::Day;
use crate::event::{Event, Kind};
use crate::person::PersonId;
use crate::place::PlaceId;
use crate::town::Town;
use std::collections::BTreeMap;
use std::fmt::Write;

const STYLE: &str = include_str!("../../data/chronicle.css");
const SCRIPT: &str = include_str!("../../data/chronicle.js");

/// Family trees on the page.
const FAMILIES: usize = 20;

/// The page.
pub fn page(town: &Town) -> String {
    let mut html = String::with_capacity(1 << 20);
    let name = escaped(&town.name);
    let _ = write!(
        html,
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <title>Chronicle of {name}</title><style>{STYLE}</style></head><body>\
         <header><h1>{name}</h1><p>{}</p>\
         <nav><a href=\"#timeline\">Timeline</a><a href=\"#families\">Families</a>\
         <a href=\"#firms\">Firms</a><a href=\"#people\">People</a></nav></header><main>",
        summary(town)
    );
    timeline(town, &mut html);
    families(town, &mut html);
    firms(town, &mut html);
    people(town, &mut html);
    let _ = write!(html, "</main><script>{SCRIPT}</script></body></html>");
    html
}

/// A text for HTML.
pub(crate) fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            letter => safe.push(letter),
        }
    }
    safe
}

/// The town in one sentence.
pub fn summary(town: &Town) -> String {
    let gone = town.people.len() - town.residents.len();
    format!(
        "Founded on {}. On {} it has {} residents and {} firms; {gone} more people have lived here.",
        town.founded,
        town.today(),
        town.residents.len(),
        town.firms().count(),
    )
}

/// Residents at the end of each year.
fn population(town: &Town) -> Vec<(i32, usize)> {
    let years = town.founded.year()..=town.today().year();
    let at = |year: i32| {
        let end = Day::of(year, 12, 31);
        let here = |it: &&crate::person::Person| {
            it.came <= end && it.left.is_none_or(|(left, _)| left > end)
        };
        town.people.iter().filter(here).count()
    };
    years.map(|year| (year, at(year))).collect()
}

fn timeline(town: &Town, html: &mut String) {
    html.push_str("<section id=\"timeline\"><h2>Timeline</h2>");
    curve(&population(town), html);
    let mut decades: BTreeMap<i32, Vec<&Event>> = BTreeMap::new();
    for event in &town.events {
        decades
            .entry(event.day.year() / 10 * 10)
            .or_default()
            .push(event);
    }
    for (decade, events) in decades {
        let count = |kind: Kind, one: &str, many: &str| match events
            .iter()
            .filter(|event| event.kind == kind)
            .count()
        {
            1 => format!("1 {one}"),
            n => format!("{n} {many}"),
        };
        let _ = write!(
            html,
            "<details><summary><b>{decade}s</b> {}, {}, {}, {}, {}</summary><ol>",
            count(Kind::Birth, "birth", "births"),
            count(Kind::Death, "death", "deaths"),
            count(Kind::Marriage, "marriage", "marriages"),
            count(Kind::Opening, "firm opened", "firms opened"),
            count(Kind::Closure, "closed", "closed"),
        );
        let told = |event: &&&Event| {
            !matches!(
                event.kind,
                Kind::Move | Kind::NameChange | Kind::Hiring | Kind::Construction
            )
        };
        for event in events.iter().filter(told) {
            let line = escaped(&telling::sentence(town, event));
            let _ = write!(html, "<li><time>{}</time> {line}</li>", event.day);
        }
        html.push_str("</ol></details>");
    }
    html.push_str("</section>");
}

/// The number of residents over the years.
fn curve(years: &[(i32, usize)], html: &mut String) {
    let most = years
        .iter()
        .map(|(_, people)| *people)
        .max()
        .unwrap_or(1)
        .max(1);
    let last = years.len().saturating_sub(1).max(1);
    let x = |n: usize| 40 + 740 * n / last;
    let y = |people: usize| 150 - 130 * people / most;
    let points: Vec<String> = (years.iter().enumerate())
        .map(|(n, (_, people))| format!("{},{}", x(n), y(*people)))
        .collect();
    let _ = write!(
        html,
        "<svg class=\"curve\" viewBox=\"0 0 800 175\" role=\"img\"><title>Residents by year</title>\
         <polyline class=\"area\" points=\"40,150 {} 780,150\"/><polyline class=\"stroke\" points=\"{}\"/>\
         <text class=\"small\" x=\"34\" y=\"24\" text-anchor=\"end\">{most}</text>\
         <text class=\"small\" x=\"34\" y=\"154\" text-anchor=\"end\">0</text>",
        points.join(" "),
        points.join(" "),
    );
    for (n, (year, _)) in years
        .iter()
        .enumerate()
        .filter(|(_, (year, _))| year % 20 == 0)
    {
        let _ = write!(
            html,
            "<text class=\"small\" x=\"{}\" y=\"170\">{year}</text>",
            x(n)
        );
    }
    html.push_str("</svg>");
}

fn families(town: &Town, html: &mut String) {
    html.push_str("<section id=\"families\"><h2>Families</h2>");
    html.push_str("<p>Filled boxes live in the town today. Each box leads to a life.</p>");
    for (root, members, drawing) in tree::families(town, FAMILIES) {
        let name = escaped(&town.name_of(root));
        let _ = write!(
            html,
            "<details><summary><b>{name}</b> and descendants: {members} people</summary>\
             <div class=\"tree\">{drawing}</div></details>"
        );
    }
    html.push_str("</section>");
}

fn firms(town: &Town, html: &mut String) {
    html.push_str("<section id=\"firms\"><h2>Who worked where</h2>");
    let mut staff: BTreeMap<PlaceId, Vec<&Event>> = BTreeMap::new();
    for event in town
        .events
        .iter()
        .filter(|event| event.kind == Kind::Hiring)
    {
        if let Some(firm) = event.place {
            staff.entry(firm).or_default().push(event);
        }
    }
    let mut all: Vec<PlaceId> = (0..town.places.len() as u32).map(PlaceId).collect();
    all.retain(|firm| !town.place(*firm).is_home());
    all.sort_by_key(|firm| (!town.place(*firm).is_open(), town.place(*firm).name.clone()));
    for firm in all {
        let place = town.place(firm);
        let until = place
            .closed
            .map_or("today".to_owned(), |day| day.year().to_string());
        let _ = write!(
            html,
            "<details id=\"f{}\"><summary><b>{}</b> {}, {}, {}–{until}</summary><ul>",
            firm.0,
            escaped(&place.name),
            telling::kind_of(town, firm),
            town.plan.address(place.lot),
            place.opened.year(),
        );
        for event in staff.get(&firm).into_iter().flatten() {
            let Some(who) = event.person else {
                continue;
            };
            let now = town.person(who).job.is_some_and(|job| job.firm == firm);
            let _ = write!(
                html,
                "<li>{} <a href=\"#p{}\">{}</a>, {}{}</li>",
                event.day.year(),
                who.0,
                escaped(&town.name_of(who)),
                telling::job_title(town, firm, event.row),
                if now { " (today)" } else { "" },
            );
        }
        html.push_str("</ul></details>");
    }
    html.push_str("</section>");
}

fn people(town: &Town, html: &mut String) {
    html.push_str(
        "<section id=\"people\"><h2>People</h2><p><input id=\"search\" type=\"search\" \
         placeholder=\"Search a name, a job, a street\" aria-label=\"Search people\"> \
         <label><input id=\"all\" type=\"checkbox\"> also those who are gone</label> \
         <output id=\"found\"></output></p><div class=\"cards\">",
    );
    for who in (0..town.people.len() as u32).map(PersonId) {
        card(town, who, html);
    }
    html.push_str("</div></section>");
}

fn card(town: &Town, who: PersonId, html: &mut String) {
    let person = town.person(who);
    let class = if person.is_resident() {
        "card"
    } else {
        "card gone"
    };
    let _ = write!(
        html,
        "<article class=\"{class}\" id=\"p{}\"><h3>{}</h3><p>{}</p>",
        who.0,
        escaped(&town.name_of(who)),
        escaped(&telling::standing(town, who)),
    );
    if let Some(home) = person.home {
        let _ = write!(html, "<p>{}</p>", escaped(&town.place(home).name));
    }
    let link = |who: PersonId| {
        format!(
            "<a href=\"#p{}\">{}</a>",
            who.0,
            escaped(&town.name_of(who))
        )
    };
    let kin = [
        ("Parents", person.parents().collect::<Vec<PersonId>>()),
        ("Spouse", person.spouse.into_iter().collect()),
        ("Children", person.children.clone()),
    ];
    for (what, list) in kin.into_iter().filter(|(_, list)| !list.is_empty()) {
        let names: Vec<String> = list.into_iter().map(link).collect();
        let _ = write!(html, "<p class=\"kin\">{what}: {}</p>", names.join(", "));
    }
    html.push_str("<details><summary>Life</summary><ol>");
    for (day, line) in telling::life(town, who) {
        let _ = write!(html, "<li><time>{day}</time> {}</li>", escaped(&line));
    }
    html.push_str("</ol></details></article>");
}
