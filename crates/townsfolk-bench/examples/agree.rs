use townsfolk::Level;
use townsfolk_bench::minds::{agreement::*, district::*};
fn main() {
    let seeds: u64 = std::env::args()
        .nth(1)
        .and_then(|s| s.parse().ok())
        .unwrap_or(2);
    if seeds == 0 {
        let q = townsfolk_bench::minds::quarter::Quarter::compile().unwrap();
        for f in townsfolk_bench::minds::million::measure(&q) {
            println!("{f:?}");
        }
        return;
    }
    let module = compile().unwrap();
    let mut full = Sum::default();
    for level in [Level::Full, Level::Ambient, Level::Dormant] {
        let start = townsfolk_bench::cpu_seconds(1, || ());
        let _ = start;
        let lives: Vec<Sum> = (1..=seeds)
            .map(|seed| live(&module, seed, level, Days::default(), &|_| {}))
            .collect();
        let sum = mean(&lives);
        println!("{level:?} {:?} {:.2}", sum.needs, sum.acquaintances);
        for (h, p) in sum.places.iter().enumerate() {
            println!("{:2} {:.3?}", h % 24, p);
        }
        if level == Level::Full {
            full = sum;
        } else {
            println!("{:?}", difference(&full, &sum));
        }
    }
}
