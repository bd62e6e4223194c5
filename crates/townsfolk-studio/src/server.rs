//! HTTP: the page, and questions about the town.

use crate::answer::{self, Question};
use crate::desk::{ScriptRequest, Sent, TEXT_BYTES_MAX};
use crate::game_message::GameMessage;
use crate::guard::{COOKIE, Guard, Refusal, RequestKind};
use crate::page::ASSETS;
use crate::seats::{Seat, Seats};
use crate::simulation::{Controls, TownRequest};
use crate::socket;
use axum::extract::{Path, Query, Request, State, WebSocketUpgrade};
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Extension, Router};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use serde::Deserialize;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::mpsc::SyncSender;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, oneshot};

/// Time limit for an answer.
const TIME_LIMIT: Duration = Duration::from_secs(5);

/// Time limit for a script request: files are written and the town reloads.
const SCRIPT_TIME_LIMIT: Duration = Duration::from_secs(30);

/// Maximum size of a script request: a script with JSON escapes.
const SCRIPT_REQUEST_BYTES_MAX: usize = 2 * TEXT_BYTES_MAX;

/// A connection without a complete request for this long is closed.
const IDLE_TIME_LIMIT: Duration = Duration::from_secs(10);

/// Delay after a failed accept.
const ACCEPT_RETRY_DELAY: Duration = Duration::from_millis(50);

/// Maximum number of connections; further ones are rejected.
const CONNECTIONS_MAX: usize = 400;

/// Maximum number of connections from one address.
const CONNECTIONS_EACH_MAX: usize = 300;

/// Maximum number of watching pages.
const WATCHERS_MAX: usize = 64;

/// Maximum number of watching pages from one address.
const WATCHERS_EACH_MAX: usize = 48;

/// The header with the file name of a clip.
const CLIP: &str = "attachment; filename=\"clip.folktape\"";

/// Maximum number of characters in a search.
const SEARCH_CHARS_MAX: usize = 200;

/// Content security policy: the page may load itself only.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
     img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; \
     frame-ancestors 'none'";

#[derive(Clone)]
struct Shared {
    controls: Controls,
    script_requests: SyncSender<Sent>,
    guard: Arc<Guard>,
    watchers: Arc<Seats>,
    clips: Arc<Semaphore>,
}

pub(crate) fn router(
    controls: Controls,
    script_requests: SyncSender<Sent>,
    guard: Guard,
) -> Router {
    let shared = Shared {
        controls,
        script_requests,
        guard: Arc::new(guard),
        watchers: Seats::new(WATCHERS_MAX, WATCHERS_EACH_MAX),
        clips: Arc::new(Semaphore::new(1)),
    };
    let mut router = Router::new();
    for asset in &ASSETS {
        let show = || async { ([(header::CONTENT_TYPE, asset.kind)], asset.bytes) };
        router = router.route(asset.path, get(show));
    }
    router
        .route("/api/town", get(|shared| ask(shared, Question::Town)))
        .route("/api/people", get(|shared| ask(shared, Question::People)))
        .route("/api/digest", get(|shared| ask(shared, Question::Digest)))
        .route("/api/survey", get(|shared| ask(shared, Question::Survey)))
        .route("/api/heat", get(|shared| ask(shared, Question::Heat)))
        .route("/api/who", get(who))
        .route(
            "/api/timeline",
            get(|shared| ask(shared, Question::Timeline)),
        )
        .route(
            "/api/everybody",
            get(|shared| ask(shared, Question::Everybody)),
        )
        .route("/api/clip", get(clip))
        .route("/api/tower", get(|shared| ask(shared, Question::Tower)))
        .route("/api/player", get(|shared| ask(shared, Question::Player)))
        .route(
            "/api/attributes",
            get(|shared| ask(shared, Question::Attributes)),
        )
        .route("/api/said", get(said))
        .route("/api/person/{id}", get(person))
        .route("/api/person/{id}/could", get(could))
        .route("/api/person/{id}/why-not", get(why_not))
        .route("/api/person/{id}/knows", get(knows))
        .route("/api/person/{id}/model", get(model))
        .route("/api/believers", get(believers))
        .route("/api/rumour", get(rumour))
        .route(
            "/api/game",
            get(|shared| ask(shared, Question::Game)).post(game_move),
        )
        .route("/api/arena", get(behind))
        .route("/api/mind/{id}", get(mind))
        .route("/api/location/{id}", get(location))
        .route("/api/find", get(find))
        .route("/api/desk", post(desk))
        .route("/live", get(live))
        .layer(middleware::from_fn_with_state(shared.clone(), admit))
        .with_state(shared)
}

/// Serves until the runtime ends.
pub(crate) async fn run(listener: TcpListener, router: Router) {
    let seats = Seats::new(CONNECTIONS_MAX, CONNECTIONS_EACH_MAX);
    loop {
        let Ok((stream, from)) = listener.accept().await else {
            // The system has no resources at the moment.
            tokio::time::sleep(ACCEPT_RETRY_DELAY).await;
            continue;
        };
        // Connections over the limit are rejected.
        if let Some(seat) = seats.take(from.ip()) {
            let router = router.clone().layer(Extension(from.ip()));
            tokio::spawn(attend(stream, router, seat));
        }
    }
}

/// Serves one connection until it ends, is idle for too long, or becomes a live feed.
async fn attend(stream: TcpStream, router: Router, _seat: Seat) {
    let _ = stream.set_nodelay(true);
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(IDLE_TIME_LIMIT)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(router))
        .with_upgrades();
    // An error ends this connection only.
    let _ = connection.await;
}

/// Rejects foreign pages, and adds security headers to every answer.
async fn admit(State(shared): State<Shared>, request: Request, next: Next) -> Response {
    let query = request.uri().query().map(str::to_owned);
    let asks = match *request.method() {
        Method::GET | Method::HEAD => RequestKind::Read,
        _ => RequestKind::Change,
    };
    let headers = request.headers();
    let admitted = shared.guard.admits(asks, headers, query.as_deref());
    let mut response = match admitted {
        _ if !matches!(*request.method(), Method::GET | Method::HEAD | Method::POST) => {
            StatusCode::METHOD_NOT_ALLOWED.into_response()
        }
        Err(Refusal::Token) => (StatusCode::UNAUTHORIZED, "a token is needed").into_response(),
        Err(_) => (StatusCode::FORBIDDEN, "only its own page is listened to").into_response(),
        Ok(()) => next.run(request).await,
    };
    let headers = response.headers_mut();
    let policy = HeaderValue::from_static(POLICY);
    headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    let nosniff = HeaderValue::from_static("nosniff");
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, nosniff);
    let no_store = HeaderValue::from_static("no-store");
    headers.insert(header::CACHE_CONTROL, no_store);
    let no_referrer = HeaderValue::from_static("no-referrer");
    headers.insert(header::REFERRER_POLICY, no_referrer);
    if admitted.is_ok() && shared.guard.knows(query.as_deref()) {
        let token = shared.guard.token.as_deref().unwrap_or_default();
        let cookie = format!("{COOKIE}={token}; HttpOnly; SameSite=Strict; Path=/");
        if let Ok(cookie) = HeaderValue::from_str(&cookie) {
            headers.insert(header::SET_COOKIE, cookie);
        }
    }
    response
}

async fn ask(State(shared): State<Shared>, question: Question) -> Response {
    let (sender, answer) = oneshot::channel();
    if shared
        .controls
        .requests
        .try_send(TownRequest::Ask(question, sender))
        .is_err()
    {
        let why = "too many questions at once";
        return (StatusCode::SERVICE_UNAVAILABLE, why).into_response();
    }
    match tokio::time::timeout(TIME_LIMIT, answer).await {
        Ok(Ok(Some(json))) => {
            let kind = "application/json; charset=utf-8";
            ([(header::CONTENT_TYPE, kind)], json).into_response()
        }
        Ok(Ok(None)) => (StatusCode::NOT_FOUND, "no such person or place").into_response(),
        Ok(Err(_)) => (
            StatusCode::SERVICE_UNAVAILABLE,
            "too many questions at once",
        )
            .into_response(),
        Err(_) => (StatusCode::GATEWAY_TIMEOUT, "the town is too busy").into_response(),
    }
}

/// A script request: JSON in, JSON out.
async fn desk(State(shared): State<Shared>, request: Request) -> Response {
    let length = request.headers().get(header::CONTENT_LENGTH);
    let length = length.and_then(|length| length.to_str().ok()?.parse::<usize>().ok());
    if length.is_none_or(|length| length > SCRIPT_REQUEST_BYTES_MAX) {
        return (StatusCode::PAYLOAD_TOO_LARGE, "this is too long").into_response();
    }
    let read = axum::body::to_bytes(request.into_body(), SCRIPT_REQUEST_BYTES_MAX);
    let Ok(Ok(body)) = tokio::time::timeout(TIME_LIMIT, read).await else {
        return (StatusCode::REQUEST_TIMEOUT, "it did not come in time").into_response();
    };
    let Ok(script_request) = serde_json::from_slice::<ScriptRequest>(&body) else {
        return (StatusCode::BAD_REQUEST, "there is no such request").into_response();
    };
    let (sender, answer) = oneshot::channel();
    if shared
        .script_requests
        .try_send((script_request, sender))
        .is_err()
    {
        let why = "too many requests at once";
        return (StatusCode::SERVICE_UNAVAILABLE, why).into_response();
    }
    let kind = [(header::CONTENT_TYPE, "application/json; charset=utf-8")];
    match tokio::time::timeout(SCRIPT_TIME_LIMIT, answer).await {
        Ok(Ok(Ok(json))) => (kind, json).into_response(),
        Ok(Ok(Err(trouble))) => {
            let trouble = serde_json::to_string(&trouble).unwrap_or_default();
            (StatusCode::CONFLICT, kind, trouble).into_response()
        }
        Ok(Err(_)) => (StatusCode::SERVICE_UNAVAILABLE, "the desk is closed").into_response(),
        Err(_) => (StatusCode::GATEWAY_TIMEOUT, "the desk is too busy").into_response(),
    }
}

async fn person(shared: State<Shared>, Path(id): Path<u32>) -> Response {
    ask(shared, Question::Person(id)).await
}

async fn could(shared: State<Shared>, Path(id): Path<u32>) -> Response {
    ask(shared, Question::Expectations(id)).await
}

async fn why_not(
    shared: State<Shared>,
    Path(id): Path<u32>,
    Query(what): Query<answer::Expected>,
) -> Response {
    ask(shared, Question::WhyNot(id, what)).await
}

async fn knows(shared: State<Shared>, Path(id): Path<u32>) -> Response {
    ask(shared, Question::Knows(id)).await
}

async fn model(
    shared: State<Shared>,
    Path(id): Path<u32>,
    Query(of): Query<answer::SubjectQuery>,
) -> Response {
    ask(shared, Question::Model(id, of)).await
}

async fn believers(shared: State<Shared>, Query(query): Query<answer::BelieversQuery>) -> Response {
    ask(shared, Question::Believers(query)).await
}

async fn rumour(shared: State<Shared>, Query(query): Query<answer::RumourQuery>) -> Response {
    ask(shared, Question::Rumour(query)).await
}

async fn behind(shared: State<Shared>, Query(query): Query<answer::BehindQuery>) -> Response {
    ask(shared, Question::Behind(query)).await
}

/// A move of the game. A refusal says why, and what would be understood.
async fn game_move(State(shared): State<Shared>, request: Request) -> Response {
    let read = axum::body::to_bytes(request.into_body(), socket::MESSAGE_MAX);
    let Ok(Ok(body)) = tokio::time::timeout(TIME_LIMIT, read).await else {
        return (StatusCode::PAYLOAD_TOO_LARGE, "this is too long").into_response();
    };
    let Ok(message) = serde_json::from_slice::<GameMessage>(&body) else {
        return (StatusCode::BAD_REQUEST, "there is no such move").into_response();
    };
    let (sender, answer) = oneshot::channel();
    let request = TownRequest::Game(message.game_move(), sender);
    if shared.controls.requests.try_send(request).is_err() {
        let why = "too many questions at once";
        return (StatusCode::SERVICE_UNAVAILABLE, why).into_response();
    }
    let kind = [(header::CONTENT_TYPE, "application/json; charset=utf-8")];
    match tokio::time::timeout(TIME_LIMIT, answer).await {
        Ok(Ok(Ok(()))) => (kind, "{}").into_response(),
        Ok(Ok(Err(refused))) => {
            let refused = serde_json::to_string(&refused).unwrap_or_default();
            (StatusCode::CONFLICT, kind, refused).into_response()
        }
        _ => (StatusCode::GATEWAY_TIMEOUT, "the town is too busy").into_response(),
    }
}

async fn mind(shared: State<Shared>, Path(id): Path<u32>) -> Response {
    ask(shared, Question::Mind(id)).await
}

async fn location(shared: State<Shared>, Path(id): Path<u32>) -> Response {
    ask(shared, Question::Location(id)).await
}

#[derive(Deserialize)]
struct SearchQuery {
    #[serde(default)]
    q: String,
}

async fn find(shared: State<Shared>, Query(words): Query<SearchQuery>) -> Response {
    let words: String = words.q.chars().take(SEARCH_CHARS_MAX).collect();
    ask(shared, Question::Find(words)).await
}

async fn who(shared: State<Shared>, Query(query): Query<answer::Query>) -> Response {
    ask(shared, Question::Who(query)).await
}

async fn said(shared: State<Shared>, Query(asking): Query<answer::PlayerQuestion>) -> Response {
    ask(shared, Question::Said(asking)).await
}

#[derive(Deserialize)]
struct ClipRange {
    from: i64,
    to: i64,
}

/// A part of the past as a file. It is simulated on its own thread, one at a time.
async fn clip(State(shared): State<Shared>, Query(ends): Query<ClipRange>) -> Response {
    let busy = |why: &'static str| (StatusCode::SERVICE_UNAVAILABLE, why).into_response();
    let Ok(turn) = shared.clips.clone().try_acquire_owned() else {
        return busy("another clip is being made");
    };
    let (sender, answer) = oneshot::channel();
    let request = TownRequest::Cut(ends.from, ends.to, sender);
    if shared.controls.requests.try_send(request).is_err() {
        return busy("too many questions at once");
    }
    let cut = match tokio::time::timeout(TIME_LIMIT, answer).await {
        Ok(Ok(Ok(cut))) => cut,
        Ok(Ok(Err(why))) => return (StatusCode::CONFLICT, why).into_response(),
        _ => return busy("the town is too busy"),
    };
    let recorded = tokio::task::spawn_blocking(move || {
        let recorded = cut.record();
        drop(turn);
        recorded
    });
    match recorded.await {
        Ok(Ok(bytes)) => {
            let headers = [
                (header::CONTENT_TYPE, "application/octet-stream"),
                (header::CONTENT_DISPOSITION, CLIP),
            ];
            (headers, bytes).into_response()
        }
        Ok(Err(why)) => (StatusCode::CONFLICT, why).into_response(),
        Err(_) => busy("the clip could not be made"),
    }
}

async fn live(
    State(shared): State<Shared>,
    Extension(from): Extension<IpAddr>,
    upgrade: WebSocketUpgrade,
) -> Response {
    let Some(seat) = shared.watchers.take(from) else {
        let why = "too many pages watch already";
        return (StatusCode::SERVICE_UNAVAILABLE, why).into_response();
    };
    let upgrade = upgrade
        .max_message_size(socket::MESSAGE_MAX)
        .max_frame_size(socket::MESSAGE_MAX);
    upgrade.on_upgrade(move |page| socket::watch(page, shared.controls, seat))
}
