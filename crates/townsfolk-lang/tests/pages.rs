//! Every code has a page, and every page tells the truth: what it calls wrong yields its code and
//! what it calls right yields nothing.

#![allow(clippy::panic)]

use std::collections::BTreeSet;
use townsfolk_lang::diagnostic::{Code, Severity};
use townsfolk_lang::project::Project;

/// How an example is shown, by the words behind its fence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fence {
    /// Checked here.
    Folk,
    /// Played by exploration; here it only has to be free of errors.
    Explore,
    /// Run as a test; here it only has to be free of errors.
    Test,
    /// A situation that no single file can show.
    Text,
}

struct Page {
    code: Code,
    summary: String,
    wrong: (Fence, String),
    right: (Fence, String),
}

fn page(code: Code) -> Page {
    let text = code.page();
    let name = code.name();
    let (head, rest) = text
        .split_once("\n## This is wrong\n")
        .unwrap_or_else(|| panic!("{name}: there is no section \"This is wrong\""));
    let (wrong, right) = rest
        .split_once("\n## This is right\n")
        .unwrap_or_else(|| panic!("{name}: there is no section \"This is right\""));
    let mut paragraphs = head.split("\n\n");
    assert_eq!(
        paragraphs.next(),
        Some(format!("# {name}").as_str()),
        "{name}: the title is the code"
    );
    let summary = paragraphs.next().unwrap_or_default().trim().to_string();
    let explanation: String = paragraphs.collect();
    assert!(
        explanation.trim().len() > 80,
        "{name}: says why it matters and what to do"
    );
    Page {
        code,
        summary,
        wrong: example(name, wrong),
        right: example(name, right),
    }
}

/// The only fenced block of a section.
fn example(name: &str, section: &str) -> (Fence, String) {
    let blocks: Vec<&str> = section.split("```").collect();
    let [_, block, _] = blocks.as_slice() else {
        panic!("{name}: each section has one example");
    };
    let (info, text) = block.split_once('\n').unwrap_or_default();
    let fence = match info.trim() {
        "folk" => Fence::Folk,
        "folk explore" => Fence::Explore,
        "folk test" => Fence::Test,
        "text" => Fence::Text,
        other => panic!("{name}: a fence cannot be `{other}`"),
    };
    (fence, text.to_string())
}

fn pages() -> Vec<Page> {
    Code::ALL.iter().map(|code| page(*code)).collect()
}

fn found(text: &str) -> Vec<(Code, Severity, String)> {
    let mut project = Project::of_files([("example.folk", text)]);
    let checked = project.check();
    checked
        .problems
        .iter()
        .map(|p| (p.code, p.severity, p.message.clone()))
        .collect()
}

/// Codes that no single `.folk` text yields, each with who tests it.
const SITUATIONS: &[Code] = &[
    Code::FileTooLarge,
    Code::TooLarge,         // tests/diagnostics.rs
    Code::NotFullyCompared, // tests/diagnostics.rs
    Code::BadManifest,      // the manifest's own tests
    Code::SheetUnreadable,  // townsfolk-sheet
    Code::SheetLayout,      // townsfolk-sheet
];

/// Codes that only a run of the script can yield.
const PLAYED: &[Code] = &[
    Code::StuckParticipant,
    Code::StuckScene,
    Code::Livelock,
    Code::LeftFactBlocks,
    Code::RuleNeverReached,
    Code::PropertyBroken,
    Code::NotFullyExplored,
];

#[test]
fn every_page_has_a_code() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/pages");
    let mut files = BTreeSet::new();
    for entry in std::fs::read_dir(folder).expect("the folder of the pages") {
        let name = entry.expect("a page").file_name();
        files.insert(name.to_string_lossy().into_owned());
    }
    let codes: BTreeSet<String> = Code::ALL
        .iter()
        .map(|code| format!("{}.md", code.name()))
        .collect();
    assert_eq!(files, codes);
}

#[test]
fn every_page_begins_with_one_sentence() {
    for page in pages() {
        let name = page.code.name();
        let summary = &page.summary;
        assert!(!summary.contains('\n'), "{name}: one line: {summary}");
        assert!(summary.ends_with('.'), "{name}: a sentence: {summary}");
        let begins = summary.chars().next();
        assert!(
            begins.is_some_and(|first| first.is_uppercase() || first == '`'),
            "{name}: a sentence: {summary}"
        );
        assert!(!summary.contains(". "), "{name}: one sentence: {summary}");
        assert!(summary.len() <= 120, "{name}: short: {summary}");
    }
}

#[test]
fn every_page_shows_its_example_in_the_right_way() {
    for page in pages() {
        let wanted = match page.code {
            code if SITUATIONS.contains(&code) => Fence::Text,
            code if PLAYED.contains(&code) => Fence::Explore,
            Code::TestFails => Fence::Test,
            _ => Fence::Folk,
        };
        let name = page.code.name();
        assert_eq!(page.wrong.0, wanted, "{name}");
        assert_eq!(page.right.0, wanted, "{name}");
    }
}

#[test]
fn what_a_page_calls_wrong_yields_its_code_and_no_other() {
    let mut bad = vec![];
    for page in pages().iter().filter(|page| page.wrong.0 == Fence::Folk) {
        let found = found(&page.wrong.1);
        if found.is_empty() || found.iter().any(|(code, ..)| *code != page.code) {
            bad.push((page.code.name(), found));
        }
    }
    assert!(bad.is_empty(), "{bad:#?}");
}

#[test]
fn what_a_page_calls_right_yields_nothing() {
    let mut bad = vec![];
    for page in pages().iter().filter(|page| page.right.0 == Fence::Folk) {
        let found = found(&page.right.1);
        if !found.is_empty() {
            bad.push((page.code.name(), found));
        }
    }
    assert!(bad.is_empty(), "{bad:#?}");
}

#[test]
fn what_is_played_later_checks_cleanly_before() {
    let mut bad = vec![];
    for page in pages() {
        for (fence, text) in [&page.wrong, &page.right] {
            if matches!(fence, Fence::Explore | Fence::Test) {
                let found = found(text);
                if !found.is_empty() {
                    bad.push((page.code.name(), found));
                }
            }
        }
    }
    assert!(bad.is_empty(), "{bad:#?}");
}

#[test]
fn the_severity_of_an_example_is_that_of_its_code() {
    for page in pages().iter().filter(|page| page.wrong.0 == Fence::Folk) {
        for (code, severity, message) in found(&page.wrong.1) {
            assert_eq!(severity, code.severity(), "{message}");
        }
    }
}
