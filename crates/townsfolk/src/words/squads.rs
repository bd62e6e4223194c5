//! What a squad does and why, in sentences and tables.

use super::table::{Cell, Table, TableRow, Tone};
use crate::folk::Folk;
use townsfolk_core::{CharacterId, Place, SymbolId, TokenId};
use townsfolk_module::Category;
use townsfolk_tactics::catalogue;
use townsfolk_tactics::posts::Rated;
use townsfolk_tactics::squad::tokens::ROLES;

/// The name under which tables of squads stand among those of deciders.
pub fn system() -> SymbolId {
    SymbolId::named("squads")
}

/// What the squad of a character does, in sentences. Nothing for a character without a squad.
pub fn lines(folk: &Folk, who: CharacterId) -> Vec<String> {
    let squad = folk
        .squad_of_member(who)
        .and_then(|name| folk.squad_view(name));
    let (Some(squad), Some(orders)) = (squad, folk.squad_orders(who)) else {
        return vec![];
    };
    let name = folk.name_of(who);
    let mut lines = vec![format!(
        "The squad {} is in the phase {}, for {}.",
        folk.symbols().name(Category::Symbol, squad.name.0),
        squad.phase.name(),
        folk.now().since(squad.since),
    )];
    if let (Some(enemy), Some(at)) = (squad.enemy, squad.believed) {
        lines.push(format!(
            "  it believes {} to be at {}",
            folk.name_of(enemy),
            place(at)
        ));
    }
    for token in &squad.tokens {
        let holders: Vec<String> = token.holders.iter().map(|who| folk.name_of(*who)).collect();
        let held = match holders.is_empty() {
            true => "free".to_owned(),
            false => format!("held by {}", holders.join(", ")),
        };
        let refused = token.refused.contains(&who);
        let asked = if refused {
            format!("; {name} asked and was refused")
        } else {
            String::new()
        };
        let best = token
            .ideal
            .filter(|_| refused)
            .map(|(best, _)| folk.name_of(best));
        let best = best.map_or(String::new(), |best| format!(", because {best} is better"));
        lines.push(format!(
            "  the token {} is {held}{asked}{best}",
            token_name(token.token)
        ));
    }
    if let Some(friend) = orders.blocked_by {
        lines.push(format!(
            "  {name} does not shoot: {} is in the line of fire",
            folk.name_of(friend)
        ));
    }
    if let Some((tick, at)) = folk.squad_escapes(squad.name).last() {
        lines.push(format!(
            "  {} ago it found that the enemy had slipped away from {}",
            folk.now().since(*tick),
            place(*at)
        ));
    }
    lines
}

/// The squad of a character, and its best posts with the criterion that refused the rest, as tables.
pub fn tables(folk: &Folk, who: CharacterId) -> Vec<Table> {
    let mut tables = vec![];
    if let Some(squad) = folk
        .squad_of_member(who)
        .and_then(|name| folk.squad_view(name))
    {
        let row = |token: &crate::TokenView| {
            let names = |people: &[CharacterId]| {
                let names: Vec<String> = people.iter().map(|who| folk.name_of(*who)).collect();
                names.join(", ")
            };
            let ideal = token.ideal.map_or(String::new(), |(who, cost)| {
                format!("{} ({cost})", folk.name_of(who))
            });
            TableRow {
                cells: [
                    token_name(token.token),
                    names(&token.holders),
                    names(&token.refused),
                    ideal,
                ]
                .map(cell)
                .into(),
                marked: token.holders.contains(&who),
                ..TableRow::default()
            }
        };
        tables.push(Table {
            title: format!("Squad: {}", squad.phase.name()),
            columns: ["token", "held by", "refused", "best"]
                .map(str::to_owned)
                .into(),
            rows: squad.tokens.iter().map(row).collect(),
        });
    }
    let posts = folk.best_posts(who);
    let rows: Vec<TableRow> = posts
        .iter()
        .filter(|view| view.candidates.0 > 0)
        .map(|view| {
            let query = folk.symbols().name(Category::Decider, view.query.0);
            let best = view.best.as_ref();
            let refused = best.and_then(Rated::refused_by);
            let rating = best.map_or(0, |best| best.rating.in_thousandths());
            TableRow {
                cells: vec![
                    cell(query.to_string()),
                    cell(best.map_or(String::new(), |best| place(best.post.at))),
                    Cell {
                        text: format!("{}.{:03}", rating / 1000, rating % 1000),
                        tone: if refused.is_some() {
                            Tone::No
                        } else {
                            Tone::Yes
                        },
                        note: refused.map(|name| format!("refused by {}", criterion(name))),
                    },
                    cell(best.map_or(String::new(), factors)),
                    cell(format!(
                        "{} of {} refused",
                        view.candidates.1, view.candidates.0
                    )),
                ],
                ..TableRow::default()
            }
        })
        .collect();
    if !rows.is_empty() {
        tables.push(Table {
            title: "Posts".to_owned(),
            columns: ["query", "best", "rating", "factors", "candidates"]
                .map(str::to_owned)
                .into(),
            rows,
        });
    }
    tables
}

fn cell(text: String) -> Cell {
    Cell {
        text,
        ..Cell::default()
    }
}

fn factors(rated: &Rated) -> String {
    let of = |factor: &townsfolk_tactics::posts::query::Factor| {
        format!(
            "{} {}.{:03}",
            criterion(factor.criterion),
            factor.value / 1000,
            factor.value % 1000
        )
    };
    let factors: Vec<String> = rated.factors.iter().map(of).collect();
    factors.join(", ")
}

fn criterion(name: SymbolId) -> &'static str {
    let mut known = catalogue::CRITERIA.iter();
    let entry = known.find(|entry| SymbolId::named(entry.name) == name);
    entry.map_or("an unknown criterion", |entry| entry.name)
}

fn token_name(token: TokenId) -> String {
    let known = ROLES
        .iter()
        .find(|(name, ..)| TokenId::named(name) == token);
    known.map_or_else(
        || format!("{:08x}", token.0),
        |(name, ..)| (*name).to_owned(),
    )
}

fn place(at: Place) -> String {
    let metres = |mm: i32| {
        let tenths = (i64::from(mm) + 50).div_euclid(100);
        let sign = if tenths < 0 { "-" } else { "" };
        format!("{sign}{}.{} m", tenths.abs() / 10, tenths.abs() % 10)
    };
    format!("{}, {}", metres(at.x_mm), metres(at.y_mm))
}
