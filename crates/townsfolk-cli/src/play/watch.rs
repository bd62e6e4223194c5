//! Playing while scripts change.
//!
//! Files are polled a few times a second instead of being watched by the system: editors replace
//! files in many ways, and polling a few files costs nothing.

use super::moment::clock;
use super::setting::Material;
use super::story::Narrator;
use crate::style;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};
use townsfolk::{Folk, MigratedScene};
use townsfolk_module::Category;

/// Polling interval, and how long files must be unchanged before they are read: editors write in
/// several steps.
pub const GLANCE: Duration = Duration::from_millis(150);

/// Times and sizes of files at a poll.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stamps(BTreeMap<PathBuf, Option<(SystemTime, u64)>>);

impl Stamps {
    /// The present stamps of files and folders.
    pub fn of(paths: &BTreeSet<PathBuf>) -> Stamps {
        let stamps = paths.iter().map(|path| (path.clone(), stamp(path)));
        Stamps(stamps.collect())
    }

    /// The present stamps of the same files.
    pub fn again(&self) -> Stamps {
        Stamps(
            self.0
                .keys()
                .map(|path| (path.clone(), stamp(path)))
                .collect(),
        )
    }
}

fn stamp(path: &Path) -> Option<(SystemTime, u64)> {
    let about = std::fs::metadata(path).ok()?;
    Some((about.modified().ok()?, about.len()))
}

/// Reloads changed content and prints the results, or prints why it cannot.
pub fn take_in(
    folk: &mut Folk,
    narrator: &mut Narrator,
    changed: Result<Material, String>,
) -> Vec<String> {
    let time = clock(folk.daytime());
    let material = match changed {
        Ok(material) => material,
        Err(errors) => {
            let mut lines: Vec<String> = errors.lines().map(str::to_string).collect();
            lines.push(format!(
                "{time}  -- the play goes on with what was there before"
            ));
            return lines;
        }
    };
    if *material.module == **folk.module() {
        narrator.learn(material.symbols);
        return vec![format!("{time}  -- the scripts mean the same as before")];
    }
    narrator.learn(material.symbols);
    let moves = folk.reload(material.module);
    let taken = style::paint(style::STRONG, "the scripts have changed");
    let mut lines = vec![format!("{time}  -- {taken}")];
    if moves.is_empty() && folk.scene_count() > 0 {
        lines.push(format!("{time}  -- what runs goes on as it was"));
    }
    let moves = moved(folk, narrator, &moves);
    lines.extend(moves.into_iter().map(|line| format!("{time}  -- {line}")));
    lines
}

/// The results of migrating scenes, one line each.
pub fn moved(folk: &Folk, narrator: &Narrator, moved: &[MigratedScene]) -> Vec<String> {
    let lines = moved.iter().map(|moved| {
        let script = narrator.symbols.name(Category::Script, moved.script.0);
        let place = narrator.location(folk, moved.location);
        let fate = townsfolk::words::moved::fate(&narrator.symbols, moved);
        format!("{script} at {place} {fate}")
    });
    lines.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arguments::{Arguments, Command};
    use crate::play::setting::{choose, populate};
    use clap::Parser;
    use expect_test::expect;
    use townsfolk::{SingleThread, TraceMode};
    use townsfolk_folder::Content;

    const SCRIPT: &str = "role elder
action nod takes 100 s
action bow takes 2 s
script s
  cast
    elder 1..2
  fact calm
  state sitting
    rule nod
      when not calm
      do nod
    rule breathe once
      add calm
location room
  prefers s 1
  emits script within 5 m
";

    fn material(text: &str) -> Material {
        let mut content = Content::of_texts("a", [("a.folk", text)]);
        let findings = content.check();
        assert!(!findings.has_errors(), "{:?}", findings.problems);
        Material::of(&content, &findings.checked.expect("it was checked"))
    }

    /// The output when a script changes after five seconds.
    fn after(change: impl Fn(&str) -> String) -> String {
        let line = ["townsfolk", "play", "a.folk", "--arrivals", "0"];
        let arguments = Arguments::try_parse_from(line).expect("it can be typed");
        let Some(Command::Play(arguments)) = arguments.command else {
            panic!("it is a play");
        };
        let first = material(SCRIPT);
        let choice = choose(&first, &arguments).expect("there is one script");
        let (mut folk, mut stage) = populate(&first, &choice, &arguments).expect("it begins");
        folk.trace.mode = TraceMode::Full;
        let mut narrator = Narrator::new(first.symbols.clone(), false);
        for _ in 0..300 {
            stage.step(&mut folk, &SingleThread);
            narrator.hear(&mut folk);
        }
        let changed = Ok(material(&change(SCRIPT)));
        let mut lines = take_in(&mut folk, &mut narrator, changed);
        for _ in 0..120 {
            stage.step(&mut folk, &SingleThread);
            lines.extend(narrator.hear(&mut folk));
        }
        assert_eq!(folk.violations(), []);
        let text = lines.join("\n");
        anstream::adapter::strip_str(&text).to_string() + "\n"
    }

    #[test]
    fn scenes_go_on_where_they_can() {
        expect![[r#"
            12:00:04  -- the scripts mean the same as before
        "#]]
        .assert_eq(&after(|text| format!("# a comment\n{text}")));
        expect![[r#"
            12:00:04  -- the scripts have changed
            12:00:04  -- what runs goes on as it was
        "#]]
        .assert_eq(&after(|text| text.replace("takes 2 s", "takes 3 s")));
        let also_bows = |text: &str| text.replace("      add calm", "      do bow");
        expect![[r#"
            12:00:04  -- the scripts have changed
            12:00:04  -- s at room goes on
        "#]]
        .assert_eq(&after(also_bows));
        expect![[r#"
            12:00:04  -- the scripts have changed
            12:00:04  -- s at room goes on; nothing follows from what Ann is doing, because nod has changed
        "#]].assert_eq(&after(|text| text.replace("not calm", "not calm, .any(X)")));
    }

    #[test]
    fn scenes_end_where_they_must() {
        expect![[r#"
            12:00:04  -- the scripts have changed
            12:00:04  -- s at room ends: Ann is in the state sitting, which is no longer there
            12:00:05  s comes to its end: it is told to
            12:00:05  Ann is asked to stop: the scene ends
            12:00:05  Ann's nod is stopped                                      nod
            12:00:05  Ann (elder) leaves
            12:00:05  -- s is over after 3 s
        "#]]
        .assert_eq(&after(|text| text.replace("sitting", "lying")));
        let other_script = |text: &str| {
            text.replace("script s", "script t")
                .replace("prefers s", "prefers t")
        };
        expect![[r#"
            12:00:04  -- the scripts have changed
            12:00:04  -- s at room ends: there is no such script any more
            12:00:05  s comes to its end: there is no such script any more
            12:00:05  -- s is over after 3 s
            12:00:05  Ann (elder) leaves
        "#]]
        .assert_eq(&after(other_script));
        let other_role = |text: &str| text.replace("elder", "child");
        expect![[r#"
            12:00:04  -- the scripts have changed
            12:00:04  -- s at room ends: Ann takes part as elder, which is no longer in the cast
            12:00:05  s comes to its end: it is told to
            12:00:05  Ann is asked to stop: the scene ends
            12:00:05  Ann's nod is stopped                                      nod
            12:00:05  Ann (elder) leaves
            12:00:05  -- s is over after 3 s
        "#]]
        .assert_eq(&after(other_role));
    }

    #[test]
    fn errors_leave_everything_as_it_was() {
        let mut narrator = Narrator::new(Default::default(), false);
        let first = material(SCRIPT);
        let mut folk = Folk::new(first.module.clone(), townsfolk_core::Seed(1));
        let lines = take_in(&mut folk, &mut narrator, Err("error: oh\nno\n".into()));
        expect![[r#"
            error: oh
            no
            12:00:00  -- the play goes on with what was there before
        "#]]
        .assert_eq(&(lines.join("\n") + "\n"));
        assert_eq!(*folk.module(), first.module);
    }
}
