//! A recording, replayed for an observer.

use super::play::{load_material, not_the_same, read_recording, refused};
use crate::play::moment::clock;
use crate::play::story::Narrator;
use crate::progress::Watching;
use crate::town::open;
use crate::trouble::Trouble;
use crate::{Verdict, interrupt};
use std::io::Write;
use std::path::{Path, PathBuf};
use townsfolk::Threads;
use townsfolk::words::Names;
use townsfolk::{Folk, Replaying, TraceLine, TraceMode};

/// An observer: called at each tick with its trace and all names.
type Each<'a> = dyn FnMut(&Folk, &[TraceLine], &Names) -> Result<(), Trouble> + 'a;

/// Replays a recording tick by tick, on the content it was made with. Returns the final state and
/// the names; `None` if the content has errors, which are shown.
pub(super) fn play(
    recording: &Path,
    paths: &[PathBuf],
    out: &mut dyn Write,
    each: &mut Each<'_>,
) -> Result<Result<(Folk, Names), Verdict>, Trouble> {
    interrupt::listen();
    let (recorded, module, symbols) = match paths {
        // The recording of a town contains its content.
        [] => {
            let tape = open::tape(recording)?;
            (tape.recording, tape.content.module, tape.content.symbols)
        }
        paths => match load_material(paths)?.material {
            Ok(material) => {
                let recorded = read_recording(recording)?;
                (recorded, material.module, material.symbols)
            }
            Err(errors) => {
                writeln!(out, "{errors}Not played: fix the errors first.")?;
                return Ok(Err(Verdict::Bad));
            }
        },
    };
    let begun = Replaying::begin(&recorded, module);
    let mut replaying = begun.map_err(|why| refused(recording, &why))?;
    replaying.folk.trace.mode = TraceMode::Full;
    let threads = Threads::new(1);
    let mut names = Names::of(symbols.clone(), &replaying.folk);
    let mut known = replaying.folk.newest();
    let mut progress = Watching::begin();
    let (mut done, all) = (0_i64, recorded.ticks.max(1));
    loop {
        if interrupt::asked_to_stop() {
            return Ok(Err(Verdict::Interrupted));
        }
        match replaying.tick(&threads) {
            Ok(true) => {}
            Ok(false) => break,
            Err(why) => {
                let narrator = Narrator::new(symbols, false);
                let trouble = not_the_same(&why, &replaying.folk, &narrator);
                out.flush()?;
                write!(anstream::stderr(), "{}", crate::trouble::shown(&trouble))?;
                return Ok(Err(Verdict::Bad));
            }
        }
        if replaying.folk.newest() != known {
            known = replaying.folk.newest();
            names = Names::of(names.symbols, &replaying.folk);
        }
        let lines = replaying.folk.trace.take();
        each(&replaying.folk, &lines, &names)?;
        done = done.saturating_add(1);
        progress.tell(|| {
            let percent = done.saturating_mul(100) / all;
            format!("{} ({percent} %)", clock(replaying.folk.daytime()))
        });
    }
    Ok(Ok((replaying.end(), names)))
}
