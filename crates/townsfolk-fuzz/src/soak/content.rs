//! All shipped examples as one module.

use townsfolk_lang::project::Project;
use townsfolk_module::Module;

const COMMON: &str = include_str!("../../../../examples/common/common.folk");

/// Every example that has a kind of location.
const EXAMPLES: [&str; 11] = [
    include_str!("../../../../examples/bench/bench.folk"),
    include_str!("../../../../examples/cafe/cafe.folk"),
    include_str!("../../../../examples/chess/chess.folk"),
    include_str!("../../../../examples/fortune/fortune.folk"),
    include_str!("../../../../examples/kiosk/kiosk.folk"),
    include_str!("../../../../examples/market/market.folk"),
    include_str!("../../../../examples/musician/musician.folk"),
    include_str!("../../../../examples/pickpocket/pickpocket.folk"),
    include_str!("../../../../examples/picnic/picnic.folk"),
    include_str!("../../../../examples/quarrel/quarrel.folk"),
    include_str!("../../../../examples/tour/tour.folk"),
];

/// The examples side by side. They are packages of their own that share some words (`citizen`,
/// `sit`); where two declare the same, the first counts, and a role has the parents of both.
pub fn examples() -> Module {
    let mut all = Module::default();
    for text in EXAMPLES {
        let alone = compile(&[("example.folk", text)]);
        let module = alone.or_else(|| compile(&[("common.folk", COMMON), ("example.folk", text)]));
        if let Some(module) = module {
            unite(&mut all, module);
        }
    }
    all.sort();
    all
}

pub(super) fn compile(files: &[(&str, &str)]) -> Option<Module> {
    let mut project = Project::of_files(files.iter().copied());
    let checked = project.check();
    project.compile(&checked).map(|(module, _)| module)
}

fn unite(all: &mut Module, module: Module) {
    for role in module.roles {
        match all.roles.iter_mut().find(|there| there.id == role.id) {
            Some(there) => {
                there.parents.extend(role.parents);
                there.parents.sort_unstable();
                there.parents.dedup();
            }
            None => all.roles.push(role),
        }
    }
    macro_rules! unite_lists {
        ($($list:ident)*) => {$(
            for item in module.$list {
                if !all.$list.iter().any(|there| there.id == item.id) {
                    all.$list.push(item);
                }
            }
        )*};
    }
    unite_lists!(prop_kinds symbol_sets actions host scripts locations);
    all.trade.merchants.extend(module.trade.merchants);
    all.texts.extend(module.texts);
}

/// The same content after a hasty patch: a script is gone, one has lost a rule, another its first
/// state, a location its last emitter.
pub fn patched(module: &Module, dice: u64) -> Module {
    let mut patched = module.clone();
    let nth = |count: usize, salt: u64| (dice.rotate_left(salt as u32 * 7) as usize) % count.max(1);
    if patched.scripts.len() > 2 {
        let index = nth(patched.scripts.len(), 1);
        patched.scripts.remove(index);
        let index = nth(patched.scripts.len(), 2);
        if let Some(script) = patched.scripts.get_mut(index) {
            let rule = nth(script.rules.len(), 3);
            if rule < script.rules.len() {
                script.rules.remove(rule);
            }
        }
        let index = nth(patched.scripts.len(), 4);
        if let Some(script) = patched.scripts.get_mut(index)
            && script.states.len() > 1
        {
            script.states.remove(0);
        }
    }
    let index = nth(patched.locations.len(), 5);
    if let Some(kind) = patched.locations.get_mut(index) {
        kind.emitters.pop();
    }
    patched
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_example_is_there() {
        let module = super::examples();
        assert_eq!(module.locations.len(), super::EXAMPLES.len());
        assert!(module.scripts.len() >= super::EXAMPLES.len());
    }
}
