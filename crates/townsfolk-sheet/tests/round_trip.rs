//! A text, its sheet, and the text of that sheet say the same.
#![allow(clippy::unwrap_used, clippy::panic)]

#[path = "../../townsfolk-lang/tests/support/generate.rs"]
mod generate;
mod support;

use proptest::prelude::*;
use support::{bare, comments};
use townsfolk_lang::source::FileId;
use townsfolk_lang::syntax::parse;
use townsfolk_sheet::{SheetFormat, SheetSource, WriteProblem, read, write_csv, write_xlsx};

const BENCH: &str = include_str!("../../../examples/bench/bench.folk");

fn through_xlsx(text: &str) -> SheetSource {
    let bytes = write_xlsx(text).unwrap_or_else(|problem| panic!("{text}\n{problem}"));
    read(&bytes, SheetFormat::Xlsx).unwrap_or_else(|problems| panic!("{text}\n{problems:#?}"))
}

fn through_csv(text: &str) -> SheetSource {
    let csv = write_csv(text).unwrap_or_else(|problem| panic!("{text}\n{problem}"));
    read(csv.as_bytes(), SheetFormat::Csv)
        .unwrap_or_else(|problems| panic!("{text}\n{csv}\n{problems:#?}"))
}

fn check(text: &str) {
    let back = through_xlsx(text).text;
    let problems = parse(FileId(0), &back).problems;
    assert!(problems.is_empty(), "{text}\n--\n{back}\n{problems:#?}");
    assert_eq!(bare(text), bare(&back), "{text}\n--\n{back}");
    assert_eq!(comments(text), comments(&back), "{text}\n--\n{back}");
    assert_eq!(bare(&through_csv(text).text), bare(&back));
    assert_eq!(comments(&through_csv(text).text), comments(&back));
}

#[test]
fn the_bench_survives() {
    check(BENCH);
}

#[test]
fn every_example_of_the_language_chapter_survives() {
    let book = include_str!("../../../docs/book/src/language.md");
    let examples = book.split("```folk\n").skip(1);
    for example in examples.filter_map(|rest| rest.split("```").next()) {
        let in_script = ["rule ", "hold ", "never ", "test "];
        let in_script = in_script.iter().any(|word| example.starts_with(word));
        let text = format!("{}{example}", if in_script { "script x\n" } else { "" });
        check(&text.replace('…', ""));
    }
}

#[test]
fn senses_and_skills_survive() {
    let text = "stimulus footstep reach 2.5 m, loud 35%, gives away # steps
          from steps at 5 m per s, every 0.4 s
        senses keen # good ears
          hears asleep 0.8, footstep of crouched 0.2
          # eyes
          sees 12 m, wide 100 deg
          takes 0.3 s in combat, 3 s at first
        motions frantic
          motion dart 2 m ahead, turned 40 deg left, takes 0.7 s, far
          motion spin turned 180 deg right, takes 0.5 s # in place
        skills listener as danger, until done, senses keen, hunts intruder, thief
          bark spotted \"There!\", \"You!\"
          every skill pace 2 m per s
          on_fire
          chase pace 4 m per s, with maul, reorients 4..8 s # fast
            when not .tired(.me), .hungry(.me)
          snarl
            when .health(.me) < 50
            do bite(X) with how = 3
          wander random, in ruins
        query hideouts from cover or open within 25 m, even without a shot
          rate close_in 15 m, available
          rate distance 3 m: 0, 5 m: 1 power 2
        query hostiles of fighter within 20 m as It
          keep .hostile(It)
        token flanking holds 1, best, rests 0.5 s";
    check(text);
    let csv = write_csv(text).unwrap();
    for row in [
        "skill,,chase,",
        "motion,,spin,",
        "bark,,spotted,",
        "every skill,,",
        "rate,,",
    ] {
        assert!(
            csv.lines().any(|line| line.starts_with(row)),
            "{row}\n{csv}"
        );
    }
}

#[test]
fn attributes_courses_and_plans_survive() {
    let text = "attribute mood(character): symbol calm, tense = calm # how
        attribute raining set by host
        course leave_town(Door: prop)
          step do walk_to(Door), set .mood(.me) = tense
            on failure goto wait # a while
          branch wait step do stay on failure go on
          otherwise step do complain
          resumes
        plan town street main_street from 0 m, 0 m to 60 m, 6 m
        script s
          rule r when .mood(.me) = calm do wave
            set .mood(.me) = tense set not .raining
            then set .mood(.me) = calm
            on failure set .mood(.me) = calm add f
            on stop remove f set .raining
          rule bye leave";
    check(text);
    let csv = write_csv(text).unwrap();
    assert!(csv.lines().next().unwrap().contains(",set,"));
    assert!(!write_csv(BENCH).unwrap().contains(",set,"));
}

/// The examples of ways to decide go through sheets, and their parts are rows.
#[test]
fn ways_to_decide_survive_row_by_row() {
    let examples = [
        (
            "mistaken,",
            include_str!("../../../examples/faces/faces.folk"),
        ),
        (
            "seen,",
            include_str!("../../../examples/gossips/gossips.folk"),
        ),
        ("rule,", include_str!("../../../examples/cabin/cabin.folk")),
        (
            "",
            include_str!("../../../examples/perimeter/perimeter.folk"),
        ),
        ("block,", include_str!("../../../examples/tower/tower.folk")),
        (
            "production,",
            include_str!("../../../examples/patterns/patterns.folk"),
        ),
        ("score,", include_str!("../../../examples/mage/mage.folk")),
        (
            "attribute,",
            include_str!("../../../examples/harbour/harbour.folk"),
        ),
    ];
    for (row, text) in examples {
        check(text);
        let csv = write_csv(text).unwrap();
        assert!(csv.lines().any(|line| line.starts_with(row)), "{csv}");
    }
}

#[test]
fn states_and_casts_that_are_opened_twice_stay_two() {
    check(
        "script s
           rule everywhere leave
           cast elder 0..1
           cast
           cast # the second
             cook 1
           state a rule x leave
           state a
           state a rule y leave
           every state drop rule z
           fact f
           rule again_everywhere leave
           every state rule q leave
           state aB rule r leave
           state ab rule r leave",
    );
}

#[test]
fn nasty_comments_and_names_survive() {
    check(
        "#tight\n#\n# # double\n#   indented\n# =1+1\n# _x000A_ & <b> \"q\"\u{1}\u{b}x
         role a # _x0041_\nscript s rule r when X != _x0041_, -X < 3 add a(_x000D_, \"&amp; _x000D_\")\n# the end",
    );
}

#[test]
fn long_and_equal_script_names_get_sheets_of_their_own() {
    let long = "a".repeat(40);
    check(&format!(
        "script {long}b rule r leave script {long}c rule r leave script declarations rule r leave
         script history rule r leave script s rule r leave template s rule q end"
    ));
}

#[test]
fn the_same_text_gives_the_same_bytes() {
    assert_eq!(write_xlsx(BENCH), write_xlsx(BENCH));
}

/// Workbooks that LibreOffice 7.4 wrote: `nap.folk` as our workbook saved as `.ods`, and as our
/// `.csv` (with its columns as text) saved as `.xlsx`.
#[test]
fn what_libreoffice_saved_says_the_same() {
    let text = include_str!("fixtures/nap.folk");
    let ods = include_bytes!("fixtures/saved_by_libreoffice.ods");
    let xlsx = include_bytes!("fixtures/saved_by_libreoffice.xlsx");
    let saved = [
        read(ods, SheetFormat::Ods).unwrap(),
        read(xlsx, SheetFormat::Xlsx).unwrap(),
    ];
    let module = |text: &str| {
        let mut project = townsfolk_lang::project::Project::of_files([("nap.folk", text)]);
        let checked = project.check();
        let (module, _) = project.compile(&checked).unwrap();
        townsfolk_module::file::write_module(&module)
    };
    for sheet in saved {
        assert_eq!(sheet.text, through_xlsx(text).text);
        assert_eq!(comments(&sheet.text), comments(text));
        assert!(module(&sheet.text) == module(text));
    }
}

#[test]
fn what_cannot_be_written_is_reported() {
    let long = format!("script s rule r when {}x", "x, ".repeat(12_000));
    assert!(matches!(write_xlsx(&long), Err(WriteProblem::Workbook(_))));
    assert!(matches!(write_xlsx("rule"), Err(WriteProblem::Syntax(_))));
    assert!(matches!(write_csv("rule"), Err(WriteProblem::Syntax(_))));
}

#[test]
fn a_place_in_the_text_leads_to_its_cell() {
    let source = through_xlsx(BENCH);
    let cell_of = |word: &str| {
        let at = source.text.find(word).unwrap() as u32;
        source.map.cell_at(at).unwrap().to_string()
    };
    assert_eq!(cell_of("citizen"), "declarations!B2");
    // The location names the script before it is declared.
    assert_eq!(cell_of("bench_chat\n  cast"), "bench_chat!C2");
    assert_eq!(cell_of("free_seat(Place)\n"), "bench_chat!E12");
    assert_eq!(cell_of("seated"), "bench_chat!P12");
    let end = source.text.len() as u32;
    assert_eq!(source.map.cell_at(end).unwrap().sheet, "bench_chat");
}

#[test]
fn another_reader_sees_the_same_cells() {
    use calamine::Reader;
    let bytes = write_xlsx(BENCH).unwrap();
    let mut workbook: calamine::Xlsx<_> =
        calamine::open_workbook_from_rs(std::io::Cursor::new(bytes)).unwrap();
    assert_eq!(
        workbook.sheet_names(),
        ["declarations", "bench_chat", "_lists"]
    );
    let range = workbook.worksheet_range("bench_chat").unwrap();
    let csv = write_csv(BENCH).unwrap();
    let mut rows = csv::ReaderBuilder::new()
        .has_headers(false)
        .from_reader(csv.as_bytes())
        .into_records();
    let header = rows.next().unwrap().unwrap();
    let script_rows = rows
        .map(Result::unwrap)
        .skip_while(|row| &row[0] != "script");
    let expected: Vec<_> = std::iter::once(header).chain(script_rows).collect();
    assert_eq!(range.height(), expected.len());
    for (row, expected) in range.rows().zip(&expected) {
        let row: Vec<String> = row.iter().map(ToString::to_string).collect();
        assert_eq!(row, expected.iter().collect::<Vec<_>>());
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 128,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn random_programs_survive(text in generate::programs()) {
        check(&text);
    }

    #[test]
    fn shaken_programs_survive(text in generate::shaken_programs()) {
        if townsfolk_lang::format::outline(&text).is_ok() {
            check(&text);
        }
    }
}
