//! The live feed: frames to a page, wishes from it.

use crate::deed::Move;
use crate::frame::{Told, View};
use crate::simulation::{Controls, Stops, Wish};
use axum::extract::ws::{Message, WebSocket};
use futures_util::{SinkExt, StreamExt};
use serde::Deserialize;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::sync::OwnedSemaphorePermit;
use townsfolk::{LocationId, Place};
use townsfolk_core::{CharacterId, RuleId, ScriptId};
use townsfolk_town::player::Order;

/// No wish is longer.
pub(crate) const MESSAGE_MAX: usize = 4 * 1024;

/// Who takes longer to take in a frame is gone.
const SLOW_MAX: Duration = Duration::from_secs(20);

/// So many messages that make no sense are put up with.
const NONSENSE_MAX: u32 = 16;

/// What a page sends.
#[derive(Deserialize)]
#[serde(tag = "wish", rename_all = "snake_case")]
enum Asked {
    View {
        west: f64,
        south: f64,
        east: f64,
        north: f64,
    },
    Follow {
        who: Option<u32>,
    },
    Pause {
        on: bool,
    },
    Step {
        ticks: u32,
    },
    /// To a moment of the past.
    Go {
        tick: i64,
    },
    /// When time is to stand still; what is not said any more is no reason any more.
    Stops {
        people: Vec<u32>,
        rules: Vec<(u32, u32)>,
    },
    /// The player comes into the town, at a place in millimetres.
    Enter {
        x: i32,
        y: i32,
        z: i32,
    },
    /// The player sets out for a place.
    Walk {
        x: i32,
        y: i32,
        z: i32,
    },
    /// The player reacts to an icon.
    Accept {
        location: u32,
    },
    /// The player chooses something, by its key.
    Choose {
        choice: String,
    },
    /// The player walks out of the scene.
    WalkOut,
    /// The player wants something of somebody: `come`, `wait`, or nothing more.
    Order {
        who: u32,
        order: Option<Wanted>,
    },
    /// As fast as can be if it is not given.
    Speed {
        times: Option<f64>,
    },
}

/// What can be wanted of somebody.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Wanted {
    Come,
    Wait,
}

/// Serves a page until it goes.
pub(crate) async fn watch(page: WebSocket, controls: Controls, _seat: OwnedSemaphorePermit) {
    controls.watchers.fetch_add(1, Ordering::Relaxed);
    feed(page, &controls).await;
    controls.watchers.fetch_sub(1, Ordering::Relaxed);
}

async fn feed(page: WebSocket, controls: &Controls) {
    let (mut out, mut inbox) = page.split();
    let mut frames = controls.frames.clone();
    let mut told = Told::default();
    let mut view = View::default();
    let mut nonsense = 0;
    // A page that comes while time stands still wants to see something, too.
    let _ = controls.wishes.try_send(Wish::Look);
    loop {
        tokio::select! {
            changed = frames.changed() => {
                if changed.is_err() {
                    return;
                }
                let frame = frames.borrow_and_update().clone();
                let bytes = told.update(&frame, &view);
                let sent = out.send(Message::Binary(bytes.into()));
                match tokio::time::timeout(SLOW_MAX, sent).await {
                    Ok(Ok(())) => {}
                    _ => return,
                }
            }
            message = inbox.next() => {
                let text = match message {
                    Some(Ok(Message::Text(text))) => text,
                    Some(Ok(Message::Binary(_))) => Default::default(),
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => continue,
                    Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                };
                match serde_json::from_str::<Asked>(&text) {
                    Ok(asked) => grant(asked, &mut view, controls),
                    Err(_) => nonsense += 1,
                }
                if nonsense > NONSENSE_MAX {
                    return;
                }
            }
        }
    }
}

fn grant(asked: Asked, view: &mut View, controls: &Controls) {
    let wish = match asked {
        Asked::View {
            west,
            south,
            east,
            north,
        } => {
            // Numbers out of range become the nearest that are in it.
            *view = View {
                west: west as i32,
                south: south as i32,
                east: east as i32,
                north: north as i32,
                follows: view.follows,
            };
            Wish::Look
        }
        Asked::Follow { who } => {
            view.follows = who;
            Wish::Look
        }
        Asked::Pause { on } => Wish::Pause(on),
        Asked::Step { ticks } => Wish::Step(ticks),
        Asked::Go { tick } => Wish::Go(tick),
        Asked::Stops { people, rules } => Wish::Stops(Stops {
            people: people.into_iter().map(CharacterId).collect(),
            rules: rules
                .into_iter()
                .map(|(script, rule)| (ScriptId(script), RuleId(rule)))
                .collect(),
        }),
        Asked::Enter { x, y, z } => Wish::Play(Move::Enter(place(x, y, z))),
        Asked::Walk { x, y, z } => Wish::Play(Move::Walk(place(x, y, z))),
        Asked::Accept { location } => Wish::Play(Move::Accept(LocationId(location))),
        Asked::Choose { choice } => {
            let key = u64::from_str_radix(&choice, 16).unwrap_or_default();
            Wish::Play(Move::Choose(key))
        }
        Asked::WalkOut => Wish::Play(Move::WalkOut),
        Asked::Order { who, order } => Wish::Play(match order {
            Some(Wanted::Come) => Move::Order(CharacterId(who), Order::Come),
            Some(Wanted::Wait) => Move::Order(CharacterId(who), Order::Wait),
            None => Move::Dismiss(CharacterId(who)),
        }),
        Asked::Speed { times } => Wish::Speed(times.unwrap_or(f64::INFINITY)),
    };
    // Where too much is wished for, some of it is not heard.
    let _ = controls.wishes.try_send(wish);
}

fn place(x_mm: i32, y_mm: i32, z_mm: i32) -> Place {
    Place { x_mm, y_mm, z_mm }
}
