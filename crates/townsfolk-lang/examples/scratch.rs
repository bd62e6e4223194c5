use townsfolk_lang::project::Project;
fn main() {
    for path in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&path).unwrap();
        let mut p = Project::of_files([(path.as_str(), text.as_str())]);
        let c = p.check();
        for d in &c.problems {
            let f = p.file(d.place.file).unwrap();
            let at = f.line_column(d.place.start);
            println!(
                "{}:{}:{}: {} [{}] {} | {} | {:?} | {:?}",
                path,
                at.line,
                at.column,
                d.severity.name(),
                d.code.name(),
                d.message,
                d.label,
                d.story,
                d.hints.iter().map(|h| &h.text).collect::<Vec<_>>()
            );
        }
        println!("{} scripts, {} problems", c.scripts.len(), c.problems.len());
    }
}
