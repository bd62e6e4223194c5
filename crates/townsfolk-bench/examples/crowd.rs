//! Measures the crowd alone.
#![allow(clippy::disallowed_methods, reason = "a program has arguments")]

fn main() -> Result<(), String> {
    let scenes = std::env::args().nth(1).and_then(|n| n.parse().ok());
    let scenes = scenes.unwrap_or(25_000);
    let figures = townsfolk_bench::scenes::crowd::measure_scenes(scenes, &mut |_| {})?;
    for figure in figures {
        println!(
            "{:60} {:>12.3} {} {:?}",
            figure.name, figure.value, figure.unit, figure.against
        );
    }
    Ok(())
}
