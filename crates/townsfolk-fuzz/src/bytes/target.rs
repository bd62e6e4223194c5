//! The ways into the tools that take bytes.

use super::{decisions, square};
use townsfolk_cli::arguments::{Ask, Format};
use townsfolk_core::digest::hash64;
use townsfolk_core::{CharacterId, SceneId, Seed, Tick};
use townsfolk_lang::project::Project;
use townsfolk_module::file::{format_of, read_module, read_symbols, write_module};
use townsfolk_module::{Module, Script};
use townsfolk_scene::Nowhere;
use townsfolk_scene::reference::Keyed;
use townsfolk_scene::reference::Scene;
use townsfolk_sheet::SheetFormat;

/// How long the head of a file is.
pub(crate) const HEAD: usize = 32;

const MODULE: u16 = 1;
const SYMBOLS: u16 = 2;
pub(crate) const SAVE: u16 = 3;
const RECORDING: u16 = 4;

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
    /// A saved game, as it is and with its head made right, and then played on.
    Save,
    /// A recording, as it is, with its head made right, and with another piece; and then played again.
    Recording,
    /// A saved game of an example of ways to decide, which the first byte picks.
    Deciders,
    /// A question to `townsfolk ask`: a condition, a line with the cast, and facts.
    Question,
}

impl Target {
    /// All targets.
    pub const ALL: [Target; 8] = [
        Target::Source,
        Target::Sheet,
        Target::Module,
        Target::Symbols,
        Target::Save,
        Target::Recording,
        Target::Deciders,
        Target::Question,
    ];

    /// The name of the target and of its corpus folder.
    pub fn name(self) -> &'static str {
        match self {
            Target::Source => "source",
            Target::Sheet => "sheet",
            Target::Module => "module",
            Target::Symbols => "symbols",
            Target::Save => "save",
            Target::Recording => "recording",
            Target::Deciders => "deciders",
            Target::Question => "question",
        }
    }

    /// Feeds the target. Panics if something that must hold does not.
    pub fn feed(self, bytes: &[u8]) {
        match self {
            Target::Source => source(&String::from_utf8_lossy(bytes)),
            Target::Sheet => sheet(bytes),
            Target::Module => {
                for bytes in [bytes.to_vec(), sealed(MODULE, bytes)] {
                    if let Ok(module) = read_module(&bytes) {
                        play(&module);
                    }
                }
            }
            Target::Symbols => {
                for bytes in [bytes.to_vec(), sealed(SYMBOLS, bytes)] {
                    drop(read_symbols(&bytes));
                }
            }
            Target::Save => {
                for bytes in [bytes.to_vec(), sealed(SAVE, bytes)] {
                    square::go_on(&bytes);
                }
            }
            Target::Recording => {
                let sealed = sealed(RECORDING, bytes);
                let continued = [sealed.as_slice(), &sealed].concat();
                for bytes in [bytes, &sealed, &continued] {
                    square::play_again(bytes);
                }
            }
            Target::Deciders => decisions::go_on(bytes),
            Target::Question => question(&String::from_utf8_lossy(bytes)),
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
    // What was lowered must be consistent, even with errors.
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

/// Asks a question about the bench, for people and for tools.
fn question(text: &str) {
    let (condition, rest) = text.split_once('\n').unwrap_or((text, ""));
    let (cast, facts) = rest.split_once('\n').unwrap_or((rest, ""));
    for format in [Format::Human, Format::Json] {
        let asked = Ask {
            file: concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/bench").into(),
            condition: condition.to_string(),
            facts: facts.to_string(),
            cast: cast.to_string(),
            me: Some("ann".to_string()),
            at: Tick(600),
            script: None,
            format,
        };
        let mut told = vec![];
        drop(townsfolk_cli::command::ask::run(&asked, &mut told));
    }
}

/// The bytes with a right head before them, as a file of this sort.
pub(super) fn sealed(sort: u16, body: &[u8]) -> Vec<u8> {
    let mut bytes = b"FOLK".to_vec();
    bytes.extend(sort.to_le_bytes());
    bytes.extend(format_of(sort).to_le_bytes());
    bytes.extend((body.len() as u64).to_le_bytes());
    bytes.extend(hash64(body).to_le_bytes());
    bytes.extend(hash64(&bytes.clone()).to_le_bytes());
    bytes.extend(body);
    bytes
}

/// Plays a moment of each of the first scripts of an unchecked module.
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
