//! The studio: a page on loopback that makes a living town visible.
//!
//! What it is for: watching a town, asking its people and places why, and changing its scripts. What
//! it is not for: deciding anything. Nothing that a page asks or sees can change what happens in the
//! town, except how fast its time goes by; only a script that is saved can.
//!
//! Goals, in order: the town is the same whether or not somebody watches; a slow or hostile page never
//! slows it; whoever opens the page understands at a glance what goes on.
//!
//! | file | holds |
//! |---|---|
//! | `simulation` | the thread on which the town lives |
//! | [`frame`], `pose` | who is where and what they do, as few bytes |
//! | `chronicle` | what is kept of the past: needs, decisions, names |
//! | `counts` | everything that looks on and counts: `plays`, `stretches`, `heat`, a survey, a critic |
//! | `stretches`, `heat` | what everybody did when, and where people spend their time |
//! | `plays` | what was played where last, and how its rules came out |
//! | `marks` | what is worth a mark on the timeline |
//! | `clip` | a stretch of the past as a recording |
//! | `past` | saves of the town, to go back to |
//! | `answer/` | answers to questions, one file each |
//! | [`desk`] | scripts: read, checked, changed, on a thread of their own |
//! | `deed` | what is done to a town from outside, by an edition or the player |
//! | `edition` | changed content, and how a living town takes it in |
//! | `server`, `socket` | HTTP and the live feed |
//! | [`guard`] | whom the server listens to |
//! | `page` | the page itself, built from `studio/` and embedded |
#![forbid(unsafe_code)]
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "clocks, threads and sockets are this crate's business"
)]

mod answer;
mod chronicle;
mod clip;
mod counts;
mod deed;
pub mod desk;
mod edition;
pub mod frame;
pub mod guard;
mod heat;
mod marks;
mod page;
mod past;
mod plays;
mod pose;
mod server;
mod simulation;
mod socket;
mod stretches;

use desk::{Desk, Sent, Shelf};
use simulation::{Controls, Simulation};
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::SyncSender;
use std::thread::JoinHandle;
use townsfolk::Executor;
use townsfolk_town::living::Living;

/// How a studio is opened.
#[derive(Clone, PartialEq, Debug)]
pub struct Options {
    /// Where it listens. Anything but loopback needs a token.
    pub host: IpAddr,
    /// The port that is tried first; any free one if it is taken, or if it is 0.
    pub port: u16,
    /// Whoever asks must know this.
    pub token: Option<String>,
    /// How many seconds of the stage pass in one of ours; as many as possible if infinite.
    pub speed: f64,
    /// Whether time stands still at first.
    pub paused: bool,
    /// What the town is called.
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

/// A town that lives, with a server to watch it.
#[derive(Debug)]
pub struct Studio {
    address: SocketAddr,
    stop: Arc<AtomicBool>,
    living: JoinHandle<Living>,
    // Dropping it ends all connections.
    runtime: tokio::runtime::Runtime,
}

impl Studio {
    /// Lets a town live, and serves it. Its scripts can be edited if there is a shelf they are on.
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
        // The first tick takes in everybody: before it there is nothing to see.
        if town.folk.now().0 == 0 {
            town.step(executor.as_ref());
        }
        let stop = Arc::new(AtomicBool::new(false));
        let (controls, simulation) = Simulation::new(town, options, stop.clone());
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .thread_name("studio")
            .enable_all()
            .build()?;
        let errands = Desk::open(shelf, controls.wishes.clone())?;
        serve(&runtime, listener, controls, errands, options)?;
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

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Ends it, and gives the town back as it is then. `None` if the town's thread has died.
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
    errands: SyncSender<Sent>,
    options: &Options,
) -> io::Result<()> {
    let guard = guard::Guard {
        token: options.token.clone().filter(|token| !token.is_empty()),
        any_host: !options.host.is_loopback(),
    };
    let router = server::router(controls, errands, guard);
    let _inside = runtime.enter();
    let listener = tokio::net::TcpListener::from_std(listener)?;
    runtime.spawn(server::run(listener, router));
    Ok(())
}
