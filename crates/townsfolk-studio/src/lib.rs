//! The studio: a local web page that shows a living town, explains it, and edits its scripts.
//!
//! It shows a town, answers why characters and locations act as they do, and changes scripts. It
//! decides nothing. Requests of a page do not change the town, except the speed of its time; only a
//! saved script or the player does.
//!
//! Goals, in order: a watched town equals an unwatched one; a slow or hostile page never slows it; a new
//! user understands at a glance what goes on.
//!
//! | module | holds |
//! |---|---|
//! | `simulation` | the thread on which the town runs |
//! | [`frame`], `pose` | positions and poses, packed |
//! | `chronicle` | history for display: needs, decisions, names |
//! | `counts` | all observers and counters: `last_scenes`, `activity_log`, `heat`, a survey, a critic |
//! | `activity_log`, `heat` | a log of activities, and samples of positions |
//! | `last_scenes` | the last scene at each location, and the results of its rules |
//! | `marks` | events worth a mark on the timeline |
//! | `news` | events in sentences, and speech |
//! | `clip` | a part of the past as a recording |
//! | `past` | saves of the town, for going back |
//! | `answer/` | answers to questions, one file each |
//! | [`desk`] | scripts: reading, checking, editing, on a thread of their own |
//! | `outside_change` | changes from outside: an edition, or a move of the player |
//! | `edition` | changed content, and how a running town loads it |
//! | `snapshot` | answers from a copy of the town, on a thread of their own |
//! | `server`, `socket`, `seats` | HTTP and the live feed |
//! | `game_message` | moves of the game of inheritance, as a page sends them |
//! | [`guard`] | which requests are accepted |
//! | `page` | the page itself, built from `studio/` and embedded |
//!
//! # Design
//!
//! - **The town never waits for a page.** It runs on its own thread. Frames go into a slot that holds
//!   one; each page takes the newest when it can, and gets the difference to its last one within its
//!   view. Questions are answered from a copy (`snapshot`); copying has a bounded share of the town's
//!   time. Data for pages (names, needs over time, last decisions) is kept beside the town, never in it.
//! - **Going back is loading a save and simulating up to the moment.** There is no second way to show
//!   the past.
//! - **Edits on the page are edits of the text.** A weight, a link, a concept or a schedule time becomes
//!   the smallest edit of a script (`editor::link_weight`, `new_link`, `without_link`, `new_concept`,
//!   `Day::moved`). It is rejected if it leaves an error, and then saved like any other. Content has one
//!   home.
//! - **Scripts are edited on a thread of their own** ([`desk`]) with a `Project` of the language; offsets
//!   are converted to UTF-16 there. A page names scripts from a list, so no path can escape. A file is
//!   written only if it lies in the opened folder after following links. A save that compiles reaches the
//!   town as an `Edition` between two ticks: ground and cast stay, and `Folk::reload` says what becomes of
//!   scenes.
//! - **Changes from outside (`OutsideChange`) are kept by tick and replayed** on the way back. A change in the past
//!   discards the future.
//! - **Counts go back with the town.** All observers (`Counts`) are values kept beside each save; going
//!   back restores them. Large lists are in shared blocks, so a copy is cheap. A clip is a save, simulated
//!   again on another thread and recorded.
//! - **The cost of a rule is counted on the reference evaluator**: the search steps in running scenes,
//!   every ten minutes of the calendar, by the survey. The fast evaluator counts nothing for it.
//! - **The server serves its own page only.** `Host` must be a loopback name. `Origin`, if present, must be
//!   the address the server was reached under; requests that change something need it. Assets are a fixed
//!   table, so no path can escape.
//! - **The built page is committed**, so that building and testing need no Node; `.ci/run` builds it again
//!   and compares. The map is Canvas 2D, panels are Svelte.
#![forbid(unsafe_code)]
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "clocks, threads and sockets are this crate's business"
)]

mod activity_log;
mod answer;
mod arena_frame;
mod chronicle;
mod clip;
mod counts;
pub mod desk;
mod edition;
pub mod frame;
mod game_message;
pub mod guard;
mod heat;
mod last_scenes;
mod marks;
mod news;
mod outside_change;
mod page;
mod past;
mod pose;
mod seats;
mod server;
mod simulation;
mod snapshot;
mod socket;

use desk::{ScriptService, Sent, Shelf};
use simulation::{Controls, Simulation};
use snapshot::Answers;
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::SyncSender;
use std::thread::JoinHandle;
use townsfolk::Executor;
use townsfolk_town::living::Living;

/// Options of a studio.
#[derive(Clone, PartialEq, Debug)]
pub struct Options {
    /// The address to listen on. Anything but loopback needs a token.
    pub host: IpAddr,
    /// The preferred port; any free one if it is taken or 0.
    pub port: u16,
    /// The required token.
    pub token: Option<String>,
    /// Seconds of the stage per real second; infinite means as many as possible.
    pub speed: f64,
    /// Whether it starts paused.
    pub paused: bool,
    /// The name of the town.
    pub title: String,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            host: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: 7878,
            token: None,
            speed: 1.0,
            paused: false,
            title: "Townsfolk".to_owned(),
        }
    }
}

/// A running town with its server.
#[derive(Debug)]
pub struct Studio {
    address: SocketAddr,
    stop: Arc<AtomicBool>,
    living: JoinHandle<Living>,
    // Dropping it closes all connections.
    runtime: tokio::runtime::Runtime,
}

impl Studio {
    /// Runs a town and serves it. Its scripts can be edited if there is a shelf with them.
    pub fn open(
        mut town: Living,
        shelf: Option<Box<dyn Shelf>>,
        options: &Options,
        executor: Box<dyn Executor + Send>,
    ) -> io::Result<Studio> {
        if !options.host.is_loopback() && options.token.as_deref().unwrap_or("").is_empty() {
            let why = "an address that others can reach needs a token";
            return Err(io::Error::new(io::ErrorKind::InvalidInput, why));
        }
        let listener = listen(options)?;
        let address = listener.local_addr()?;
        // The first tick adds all characters: before it there is nothing to show.
        if town.folk.now().0 == 0 {
            town.step(executor.as_ref());
        }
        let stop = Arc::new(AtomicBool::new(false));
        let (controls, simulation) = Simulation::new(town, options, stop.clone(), Answers::open()?);
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .thread_name("studio")
            .enable_all()
            .build()?;
        let script_requests = ScriptService::open(shelf, controls.requests.clone())?;
        serve(&runtime, listener, controls, script_requests, options)?;
        let living = std::thread::Builder::new()
            .name("town".to_owned())
            .spawn(move || simulation.live(executor.as_ref()))?;
        Ok(Studio {
            address,
            stop,
            living,
            runtime,
        })
    }

    /// The address it listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Ends it and returns the town. `None` if the town's thread has died.
    pub fn close(self) -> Option<Living> {
        self.stop.store(true, Ordering::SeqCst);
        let town = self.living.join().ok();
        self.runtime.shutdown_background();
        town
    }
}

fn listen(options: &Options) -> io::Result<std::net::TcpListener> {
    let at = |port| std::net::TcpListener::bind(SocketAddr::new(options.host, port));
    let listener = match at(options.port) {
        Err(taken) if taken.kind() == io::ErrorKind::AddrInUse => at(0)?,
        other => other?,
    };
    listener.set_nonblocking(true)?;
    Ok(listener)
}

fn serve(
    runtime: &tokio::runtime::Runtime,
    listener: std::net::TcpListener,
    controls: Controls,
    script_requests: SyncSender<Sent>,
    options: &Options,
) -> io::Result<()> {
    let guard = guard::Guard {
        token: options.token.clone().filter(|token| !token.is_empty()),
        any_host: !options.host.is_loopback(),
    };
    let router = server::router(controls, script_requests, guard);
    let _inside = runtime.enter();
    let listener = tokio::net::TcpListener::from_std(listener)?;
    runtime.spawn(server::run(listener, router));
    Ok(())
}
