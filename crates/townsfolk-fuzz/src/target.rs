//! What can be fed with bytes.

use townsfolk_core::digest::hash64;
use townsfolk_core::{CharacterId, Seed, Tick};
use townsfolk_lang::project::Project;
use townsfolk_module::file::{FORMAT, read_module, read_symbols, write_module};
use townsfolk_module::{Module, Script};
use townsfolk_scene::reference::{Keyed, Nowhere, Scene, SceneId};
use townsfolk_sheet::SheetFormat;

/// A way into the tools.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// A `.folk` file: parsed, checked, compiled, formatted, formatted again.
    Source,
    /// A spreadsheet in each format, and the text that comes out of it.
    Sheet,
    /// A module file, as it is and with its head made right, and then played.
    Module,
    /// A symbol file, as it is and with its head made right.
    Symbols,
}

impl Target {
    /// All targets.
    pub const ALL: [Target; 4] = [
        Target::Source,
        Target::Sheet,
        Target::Module,
        Target::Symbols,
    ];

    /// The name of the target and of its corpus folder.
    pub fn name(self) -> &'static str {
        match self {
            Target::Source => "source",
            Target::Sheet => "sheet",
            Target::Module => "module",
            Target::Symbols => "symbols",
        }
    }

    /// Feeds the target. Panics if something that must hold does not.
    pub fn feed(self, bytes: &[u8]) {
        match self {
            Target::Source => source(&String::from_utf8_lossy(bytes)),
            Target::Sheet => sheet(bytes),
            Target::Module => {
                for bytes in [bytes.to_vec(), sealed(1, bytes)] {
                    if let Ok(module) = read_module(&bytes) {
                        play(&module);
                    }
                }
            }
            Target::Symbols => {
                for bytes in [bytes.to_vec(), sealed(2, bytes)] {
                    drop(read_symbols(&bytes));
                }
            }
        }
    }
}

fn source(text: &str) {
    let compiled = compile(text);
    let Ok(formatted) = townsfolk_lang::format::format(text) else {
        return;
    };
    let again = townsfolk_lang::format::format(&formatted);
    assert_eq!(
        again.as_deref(),
        Ok(formatted.as_str()),
        "formatting is idempotent"
    );
    if let Some(module) = compiled {
        let reformatted = compile(&formatted);
        assert!(
            reformatted.as_ref() == Some(&module),
            "formatting keeps the module"
        );
    }
}

/// The bytes of the module a text compiles to, if it has no errors.
fn compile(text: &str) -> Option<Vec<u8>> {
    let mut project = Project::of_files([("fuzz.folk", text)]);
    let checked = project.check();
    // Even with errors, what could be lowered must hang together.
    let (module, _) = project.assemble(&checked);
    let whole = project.compile(&checked)?;
    assert!(
        whole.0 == module,
        "a project without errors is assembled whole"
    );
    Some(write_module(&module))
}

fn sheet(bytes: &[u8]) {
    for format in [SheetFormat::Xlsx, SheetFormat::Ods, SheetFormat::Csv] {
        if let Ok(read) = townsfolk_sheet::read(bytes, format) {
            let mut project = Project::of_files([("sheet.folk", read.text.as_str())]);
            for problem in project.check().problems {
                drop(read.map.cell_at(problem.place.start));
            }
        }
    }
}

/// The bytes with a right head before them, as a file of this sort.
pub fn sealed(sort: u16, body: &[u8]) -> Vec<u8> {
    let mut bytes = b"FOLK".to_vec();
    bytes.extend(sort.to_le_bytes());
    bytes.extend(FORMAT.to_le_bytes());
    bytes.extend((body.len() as u64).to_le_bytes());
    bytes.extend(hash64(body).to_le_bytes());
    bytes.extend(hash64(&bytes.clone()).to_le_bytes());
    bytes.extend(body);
    bytes
}

/// Plays a moment of each of the first scripts of a module that nobody checked.
fn play(module: &Module) {
    for script in module.scripts.iter().take(3) {
        play_script(module, script);
    }
}

fn play_script(module: &Module, script: &Script) {
    let cast: Vec<_> = script
        .cast
        .iter()
        .take(3)
        .enumerate()
        .map(|(index, line)| (CharacterId(index as u32 + 1), line.role))
        .collect();
    let mut scene = Scene::begin(SceneId(1), script, Tick(0), &[], &cast);
    let mut fate = Keyed {
        seed: Seed(1),
        owner: 1,
    };
    for tick in 1..6 {
        drop(scene.update(module, &Nowhere, &mut fate, Tick(tick * 60), &[]));
    }
}
