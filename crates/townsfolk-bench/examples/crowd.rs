//! Measures the crowd alone.

fn main() -> Result<(), String> {
    for figure in townsfolk_bench::scenes::crowd::measure(&mut |what| eprintln!("{what}"))? {
        println!(
            "{:60} {:>12.3} {} {:?}",
            figure.name, figure.value, figure.unit, figure.against
        );
    }
    Ok(())
}
