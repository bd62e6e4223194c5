//! Measures the tick rate of a running studio, without and with a client that asks for the table of
//! people again and again.
//!
//! ```sh
//! townsfolk town new large.folktown --population 10000
//! townsfolk studio large.folktown --no-open &
//! cargo run --release -p townsfolk-studio --example looping_client
//! ```
#![allow(
    clippy::disallowed_methods,
    reason = "a measurement: clocks, threads and sockets"
)]

use std::error::Error;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tungstenite::{Message, WebSocket};

/// The default address of `townsfolk studio`.
const ADDRESS: &str = "127.0.0.1:7878";

/// Duration of each of the two measurements.
const MEASURED: Duration = Duration::from_secs(20);

/// Bytes of the tick in a frame, see `townsfolk_studio::frame`.
const TICK: std::ops::Range<usize> = 16..24;

fn main() -> Result<(), Box<dyn Error>> {
    let address = std::env::args().nth(1).unwrap_or_else(|| ADDRESS.into());
    let stream = TcpStream::connect(&address)?;
    let (mut page, _) = tungstenite::client(format!("ws://{address}/live"), stream)?;
    println!("without a client: {:.1} ticks/s", rate(&mut page)?);

    let stop = Arc::new(AtomicBool::new(false));
    let (stopped, at) = (stop.clone(), address.clone());
    let client = std::thread::spawn(move || ask_again_and_again(&at, &stopped));
    println!("with a looping client: {:.1} ticks/s", rate(&mut page)?);
    stop.store(true, Ordering::Relaxed);
    let (answers, bytes) = client.join().map_err(|_| "the client failed")??;
    let each = MEASURED.as_secs_f64() * 1000.0 / f64::from(answers.max(1));
    println!("answers: {answers} of {bytes} bytes, {each:.0} ms each");
    Ok(())
}

/// Ticks per second of real time, read from the frames.
fn rate(page: &mut WebSocket<TcpStream>) -> Result<f64, Box<dyn Error>> {
    let (first, begun) = (next_tick(page)?, Instant::now());
    let mut last = first;
    while begun.elapsed() < MEASURED {
        last = next_tick(page)?;
    }
    Ok((last - first) / begun.elapsed().as_secs_f64())
}

fn next_tick(page: &mut WebSocket<TcpStream>) -> Result<f64, Box<dyn Error>> {
    loop {
        if let Message::Binary(frame) = page.read()? {
            let tick = frame.get(TICK).ok_or("a short frame")?;
            return Ok(f64::from_le_bytes(tick.try_into()?));
        }
    }
}

/// Number of answers, and the size of the last one.
fn ask_again_and_again(address: &str, stop: &AtomicBool) -> Result<(u32, usize), std::io::Error> {
    let request =
        format!("GET /api/people HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    let (mut answers, mut bytes) = (0, 0);
    while !stop.load(Ordering::Relaxed) {
        let mut stream = TcpStream::connect(address)?;
        stream.write_all(request.as_bytes())?;
        let mut answer = vec![];
        bytes = stream.read_to_end(&mut answer)?;
        answers += 1;
    }
    Ok((answers, bytes))
}
