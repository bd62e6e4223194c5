//! A town as a package: it compiles without any problem.

use townsfolk_core::{HostId, Seed, SymbolId};
use townsfolk_history::{Wishes, chronicle, generate, package};
use townsfolk_lang::project::Project;
use townsfolk_module::Category;

#[test]
fn the_package_of_a_town_has_no_problems_and_holds_everybody() {
    let faces = include_str!("../../../examples/faces/faces.folk");
    let mut project = Project::of_files([("faces.folk", faces)]);
    let checked = project.check();
    let (module, symbols) = project.compile(&checked).expect("examples/faces compiles");
    let wishes = Wishes {
        name: "Alderbrook".to_owned(),
        years: 140,
        seed: Seed(1),
        people_about: 300,
    };
    let town = generate(&module.knowledge, &wishes, &mut |_| true).expect("a town");
    let name = |category, id: u32| symbols.names.get(&(category, id)).cloned();
    let wording = package::Wording {
        knowledge: &module.knowledge,
        faces,
        facet: &|id: HostId| name(Category::Host, id.0),
        symbol: &|id: SymbolId| name(Category::Symbol, id.0),
    };
    let files = package::files(&town, wording);
    let scripts = files.iter().filter(|(name, _)| name.ends_with(".folk"));
    let scripts = scripts.map(|(name, text)| (*name, text.as_str()));
    let mut project = Project::of_files(scripts);
    let checked = project.check();
    for problem in checked.problems.iter().take(10) {
        println!(
            "{}: {}",
            project.source_line(problem.place).line,
            problem.message
        );
    }
    assert_eq!(checked.problems.len(), 0);
    assert_eq!(checked.people(), town.residents.len());
    let (module, _) = project.compile(&checked).expect("the package compiles");
    assert!(module.knowledge.facets.len() > 40);

    let page = chronicle::page(&town);
    assert!(page.contains("<svg") && !page.contains("http://") && !page.contains("https://"));
    let cards = page.matches("<article").count();
    assert_eq!(cards, town.people.len());
}
