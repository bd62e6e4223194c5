fn main() {
    for f in townsfolk_bench::language::measure(&mut |s| eprintln!("{s}")) {
        println!(
            "{:40} {:10.2} {:4} {:?}",
            f.name, f.value, f.unit, f.against
        );
    }
}
