//! The live feed: frames to a page, requests from it.

use crate::answer::{attribute_id, read_value};
use crate::frame::{FeedState, View};
use crate::outside_change::{PlayerMove, PuppetDeed};
use crate::seats::Seat;
use crate::simulation::{Breakpoints, Controls, TownRequest};
use axum::extract::ws::{Message, WebSocket};
use futures_util::{SinkExt, StreamExt};
use serde::Deserialize;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::time::{MissedTickBehavior, interval};
use townsfolk::{Interaction, LocationId, Place};
use townsfolk_core::{CharacterId, HostId, LocationKindId, RuleId, ScriptId, SymbolId};
use townsfolk_town::player::Order;
use townsfolk_town::stage::arena::{Gait, IntruderMove};
use townsfolk_town::stage::tower::TowerEdit;
use townsfolk_town::tower::ShaftNumber;

/// Maximum size of a message.
pub(crate) const MESSAGE_MAX: usize = 4 * 1024;

/// Time limit for sending a frame.
const SLOW_MAX: Duration = Duration::from_secs(5);

/// Interval between pings.
const PING_EVERY: Duration = Duration::from_secs(3);

/// A page that leaves this many pings unanswered is dropped. It gives way to others after one.
const PINGS_MAX: u32 = 10;

/// Maximum number of invalid messages.
const NONSENSE_MAX: u32 = 16;

/// A message of a page.
#[derive(Deserialize)]
#[serde(tag = "wish", rename_all = "snake_case")]
enum PageMessage {
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
    /// Go to a moment of the past.
    Go {
        tick: i64,
    },
    /// Sets all breakpoints.
    Stops {
        people: Vec<u32>,
        rules: Vec<(u32, u32)>,
    },
    /// The player enters the town, at a place in millimetres.
    Enter {
        x: i32,
        y: i32,
        z: i32,
    },
    /// The player walks to a place.
    Walk {
        x: i32,
        y: i32,
        z: i32,
    },
    /// The player accepts an icon.
    Accept {
        location: u32,
    },
    /// The player chooses an option, by its key.
    Choose {
        choice: String,
    },
    /// The player leaves the scene.
    WalkOut,
    /// The player gives an order: `come`, `wait`, or none.
    Order {
        who: u32,
        order: Option<OrderMessage>,
    },
    /// The player does something to a character: `insult`, `joke`.
    Interact {
        who: u32,
        what: String,
    },
    /// An event happens at a place: `threat`.
    Event {
        name: String,
        x: i32,
        y: i32,
        z: i32,
    },
    /// The game sets an attribute of the world or of a character.
    Set {
        name: String,
        who: Option<u32>,
        value: String,
    },
    /// A change of a tower.
    Edit {
        edit: EditMessage,
    },
    /// The intruder goes on in a direction.
    Steer {
        x: i8,
        y: i8,
        gait: u8,
    },
    /// The intruder throws or fires a tool.
    Use {
        what: String,
        x: i32,
        y: i32,
    },
    /// The intruder strikes.
    Strike {
        x: i32,
        y: i32,
    },
    /// A character as a puppet.
    Puppet {
        who: u32,
        deed: String,
        x: i32,
        y: i32,
    },
    /// The player begins again from the start.
    Again,
    /// As fast as possible without a value.
    Speed {
        times: Option<f64>,
    },
}

/// The orders.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum OrderMessage {
    Come,
    Wait,
}

/// The changes of a tower. Connectors are named by their number, kinds of places as in scripts.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum EditMessage {
    AddFloor,
    Close(u16),
    Open(u16),
    Wall(u16, u16),
    Unwall(u16, u16),
    Remove(String),
    Place(String, u16, u16),
}

impl EditMessage {
    fn edit(&self) -> TowerEdit {
        match self {
            EditMessage::AddFloor => TowerEdit::AddFloor,
            EditMessage::Close(number) => TowerEdit::Close(ShaftNumber(*number)),
            EditMessage::Open(number) => TowerEdit::Open(ShaftNumber(*number)),
            EditMessage::Wall(floor, x) => TowerEdit::Wall(*floor, *x),
            EditMessage::Unwall(floor, x) => TowerEdit::Unwall(*floor, *x),
            EditMessage::Remove(kind) => TowerEdit::Remove(LocationKindId::named(kind)),
            EditMessage::Place(kind, floor, x) => {
                TowerEdit::Place(LocationKindId::named(kind), *floor, *x)
            }
        }
    }
}

/// Serves a page until it disconnects.
pub(crate) async fn watch(page: WebSocket, controls: Controls, seat: Seat) {
    controls.watchers.fetch_add(1, Ordering::Relaxed);
    feed(page, &controls, &seat).await;
    controls.watchers.fetch_sub(1, Ordering::Relaxed);
}

async fn feed(page: WebSocket, controls: &Controls, seat: &Seat) {
    let (mut out, mut inbox) = page.split();
    let mut frames = controls.frames.clone();
    let mut told = FeedState::default();
    let mut view = View::default();
    let mut nonsense = 0;
    let mut unanswered = 0;
    let mut pings = interval(PING_EVERY);
    pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
    // A page that connects while the town is paused needs a frame too.
    let _ = controls.requests.try_send(TownRequest::Look);
    loop {
        tokio::select! {
            changed = frames.changed() => {
                if changed.is_err() {
                    return;
                }
                let frame = frames.borrow_and_update().clone();
                let bytes = told.update(&frame, &view);
                let words = told.told(&frame).map(|words| Message::Text(words.into()));
                let arena = told.arena(&frame).map(|told| Message::Text(told.into()));
                let frame = [Some(Message::Binary(bytes.into())), arena, words];
                for message in frame.into_iter().flatten() {
                    match tokio::time::timeout(SLOW_MAX, out.send(message)).await {
                        Ok(Ok(())) => {}
                        _ => return,
                    }
                }
            }
            () = seat.is_needed() => return,
            _ = pings.tick() => {
                if unanswered >= PINGS_MAX {
                    return;
                }
                seat.set_deaf(unanswered > 0);
                unanswered += 1;
                let sent = out.send(Message::Ping(Default::default()));
                match tokio::time::timeout(SLOW_MAX, sent).await {
                    Ok(Ok(())) => {}
                    _ => return,
                }
            }
            message = inbox.next() => {
                let text = match message {
                    Some(Ok(Message::Text(text))) => text,
                    Some(Ok(Message::Binary(_))) => Default::default(),
                    Some(Ok(Message::Pong(_))) => {
                        unanswered = 0;
                        seat.set_deaf(false);
                        continue;
                    }
                    Some(Ok(Message::Ping(_))) => continue,
                    Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                };
                match serde_json::from_str::<PageMessage>(&text) {
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

fn grant(asked: PageMessage, view: &mut View, controls: &Controls) {
    let request = match asked {
        PageMessage::View {
            west,
            south,
            east,
            north,
        } => {
            // Numbers out of range are clamped.
            *view = View {
                west: west as i32,
                south: south as i32,
                east: east as i32,
                north: north as i32,
                follows: view.follows,
            };
            TownRequest::Look
        }
        PageMessage::Follow { who } => {
            view.follows = who;
            TownRequest::Look
        }
        PageMessage::Pause { on } => TownRequest::Pause(on),
        PageMessage::Step { ticks } => TownRequest::Step(ticks),
        PageMessage::Go { tick } => TownRequest::Go(tick),
        PageMessage::Stops { people, rules } => TownRequest::Breakpoints(Breakpoints {
            people: people.into_iter().map(CharacterId).collect(),
            rules: rules
                .into_iter()
                .map(|(script, rule)| (ScriptId(script), RuleId(rule)))
                .collect(),
        }),
        PageMessage::Enter { x, y, z } => TownRequest::Play(PlayerMove::Enter(place(x, y, z))),
        PageMessage::Walk { x, y, z } => TownRequest::Play(PlayerMove::Walk(place(x, y, z))),
        PageMessage::Accept { location } => {
            TownRequest::Play(PlayerMove::Accept(LocationId(location)))
        }
        PageMessage::Choose { choice } => {
            let key = u64::from_str_radix(&choice, 16).unwrap_or_default();
            TownRequest::Play(PlayerMove::Choose(key))
        }
        PageMessage::WalkOut => TownRequest::Play(PlayerMove::WalkOut),
        PageMessage::Order { who, order } => TownRequest::Play(match order {
            Some(OrderMessage::Come) => PlayerMove::Order(CharacterId(who), Order::Come),
            Some(OrderMessage::Wait) => PlayerMove::Order(CharacterId(who), Order::Wait),
            None => PlayerMove::Dismiss(CharacterId(who)),
        }),
        PageMessage::Interact { who, what } => match Interaction::named(&what) {
            Some(what) => TownRequest::Play(PlayerMove::Interact(what, CharacterId(who))),
            None => TownRequest::Look,
        },
        PageMessage::Event { name, x, y, z } => {
            TownRequest::Play(PlayerMove::Event(SymbolId::named(&name), place(x, y, z)))
        }
        PageMessage::Set { name, who, value } => match read_value(&value) {
            Some(value) => TownRequest::Play(PlayerMove::Set {
                name: attribute_id(&name),
                who: who.map(CharacterId),
                value,
            }),
            None => TownRequest::Look,
        },
        PageMessage::Edit { edit } => TownRequest::Play(PlayerMove::Edit(edit.edit())),
        PageMessage::Steer { x, y, gait } => intrude(IntruderMove::Steer {
            x,
            y,
            gait: gait_of(gait),
        }),
        PageMessage::Use { what, x, y } => intrude(IntruderMove::Use {
            tool: HostId::named(&what),
            at: place(x, y, 0),
        }),
        PageMessage::Strike { x, y } => intrude(IntruderMove::Strike { at: place(x, y, 0) }),
        PageMessage::Puppet { who, deed, x, y } => match PuppetDeed::named(&deed, place(x, y, 0)) {
            Some(deed) => TownRequest::Play(PlayerMove::Puppet(CharacterId(who), deed)),
            None => TownRequest::Look,
        },
        PageMessage::Again => TownRequest::Again,
        PageMessage::Speed { times } => TownRequest::Speed(times.unwrap_or(f64::INFINITY)),
    };
    // Requests over the limit are dropped.
    let _ = controls.requests.try_send(request);
}

fn intrude(made: IntruderMove) -> TownRequest {
    TownRequest::Play(PlayerMove::Intrude(made))
}

fn gait_of(number: u8) -> Gait {
    let gait = Gait::ALL.get(usize::from(number));
    gait.copied().unwrap_or_default()
}

fn place(x_mm: i32, y_mm: i32, z_mm: i32) -> Place {
    Place { x_mm, y_mm, z_mm }
}
