//! Any bytes give a text or problems: no panic, no hang, and little memory.
// A hang shows on the clock, and longer runs are asked for by the environment.
#![allow(clippy::disallowed_methods)]
#![allow(clippy::unwrap_used, clippy::panic)]

mod support;

use proptest::prelude::*;
use std::sync::Mutex;
use std::time::{Duration, Instant};
use support::{archive, cell, ods, xlsx, xlsx_with};
use townsfolk_sheet::{SheetFormat, SheetProblem, read, write_csv, write_xlsx};

const FORMATS: [SheetFormat; 3] = [SheetFormat::Xlsx, SheetFormat::Ods, SheetFormat::Csv];
const BENCH: &str = include_str!("../../../examples/bench/bench.folk");

/// Counts the memory in use and its peak.
#[global_allocator]
static MEMORY: peak_alloc::PeakAlloc = peak_alloc::PeakAlloc;

/// The tests of this file run one at a time, so that each counts only its own memory.
static ALONE: Mutex<()> = Mutex::new(());

/// Reads bytes and checks what must hold for any. Gives the problems.
fn check(bytes: &[u8], format: SheetFormat) -> Vec<SheetProblem> {
    let _alone = ALONE.lock().unwrap_or_else(|e| e.into_inner());
    let before = MEMORY.current_usage();
    MEMORY.reset_peak_usage();
    let start = Instant::now();
    let result = read(bytes, format);
    let used = MEMORY.peak_usage().saturating_sub(before);
    let limit = 64_000_000 + 64 * bytes.len();
    if std::env::var_os("SHOW_MEMORY").is_some() {
        eprintln!(
            "{} bytes: {used} of {limit} in {:?}",
            bytes.len(),
            start.elapsed()
        );
    }
    assert!(used <= limit, "{used} bytes for a file of {}", bytes.len());
    assert!(start.elapsed() < Duration::from_secs(20), "too slow");
    result.err().unwrap_or_default()
}

fn refused(bytes: &[u8], format: SheetFormat, why: &str) {
    let problems = check(bytes, format);
    let said = problems.iter().any(|problem| problem.message.contains(why));
    assert!(said, "{problems:?}");
}

#[test]
fn an_archive_that_unfolds_to_gigabytes_is_refused() {
    let blanks = " ".repeat(12_000_000);
    refused(&ods(&blanks), SheetFormat::Ods, "unfolds");
    refused(&xlsx(&blanks), SheetFormat::Xlsx, "unfolds");
}

#[test]
fn an_archive_that_lies_about_its_sizes_is_refused() {
    let honest = ods(&" ".repeat(12_000_000));
    // The size of `content.xml` stands in its own header and in the directory at the end.
    let size = (12_000_000..12_001_000u32).find(|size| {
        let bytes = size.to_le_bytes();
        honest.windows(4).filter(|window| *window == bytes).count() >= 1
    });
    let real = size.unwrap().to_le_bytes();
    let mut lying = honest;
    while let Some(at) = lying.windows(4).position(|window| window == real) {
        lying[at..at + 4].copy_from_slice(&10u32.to_le_bytes());
    }
    assert!(!check(&lying, SheetFormat::Ods).is_empty());
}

#[test]
fn a_cell_far_away_takes_no_memory() {
    let row = format!(
        "<row>{}{}</row>",
        cell("A1", "what"),
        cell("XFD99999", "far")
    );
    refused(&xlsx(&row), SheetFormat::Xlsx, "no name in the first row");
    let row = format!(
        "<row>{}{}</row>",
        cell("A1", "what"),
        cell("A1048576", "far")
    );
    refused(&xlsx(&row), SheetFormat::Xlsx, "100000 rows");
    let rows = r#"<row r="4294967295"/><row/><row/>"#;
    check(&xlsx(rows), SheetFormat::Xlsx);
}

#[test]
fn repetitions_of_libreoffice_are_not_unfolded() {
    let many = u32::MAX;
    let empty = format!(
        r#"<table:table><table:table-row table:number-rows-repeated="{many}"><table:table-cell table:number-columns-repeated="{many}"/></table:table-row></table:table>"#
    );
    check(&ods(&empty), SheetFormat::Ods);
    let filled = empty.replace(
        "/></table:table-row>",
        "><text:p>x</text:p></table:table-cell></table:table-row>",
    );
    refused(&ods(&filled), SheetFormat::Ods, "rows");
    let long = "x".repeat(30_000);
    let wide = format!(
        r#"<table:table><table:table-row table:number-rows-repeated="9000"><table:table-cell table:number-columns-repeated="9000"><text:p>{long}</text:p></table:table-cell></table:table-row></table:table>"#
    );
    refused(&ods(&wide), SheetFormat::Ods, "too much text");
    refused(
        &ods(&wide.replace(&long, "x")),
        SheetFormat::Ods,
        "too many cells",
    );
    let spaces = format!(
        r#"<table:table><table:table-row><table:table-cell><text:p>{}</text:p></table:table-cell></table:table-row></table:table>"#,
        r#"<text:s text:c="4000000000"/>"#.repeat(50_000)
    );
    check(&ods(&spaces), SheetFormat::Ods);
}

#[test]
fn one_long_text_in_many_cells_is_refused() {
    let strings = format!(
        "<sst uniqueCount=\"99999999999999\"><si><t>{}</t></si></sst>",
        "x".repeat(30_000)
    );
    let cells = r#"<row><c t="s"><v>0</v></c></row>"#.repeat(90_000);
    refused(
        &xlsx_with(&cells, &strings, ""),
        SheetFormat::Xlsx,
        "too much text",
    );
}

#[test]
fn many_empty_texts_and_styles_take_little_memory() {
    let strings = format!("<sst>{}</sst>", "<si/>".repeat(1_400_000));
    refused(
        &xlsx_with("", &strings, ""),
        SheetFormat::Xlsx,
        "too many cells",
    );
    let styles = format!(
        "<styleSheet><cellXfs>{}</cellXfs></styleSheet>",
        "<xf/>".repeat(1_400_000)
    );
    check(&xlsx_with("", "", &styles), SheetFormat::Xlsx);
    let formats: String = (0..90_000)
        .map(|n| format!(r#"<numFmt numFmtId="{n}" formatCode="d"/>"#))
        .collect();
    check(&xlsx_with("", "", &formats), SheetFormat::Xlsx);
}

#[test]
fn many_cells_take_little_memory() {
    let rows = "<row><c><v>1</v></c></row>".repeat(290_000);
    refused(&xlsx(&rows), SheetFormat::Xlsx, "");
    let csv = "what,comment\n".to_string() + &"comment,x\n".repeat(99_000);
    check(csv.as_bytes(), SheetFormat::Csv);
    let csv = "what\n".to_string() + &",".repeat(4_000_000);
    check(csv.as_bytes(), SheetFormat::Csv);
    let csv = "what,name\n".to_string() + &"x,y\n".repeat(90_000);
    check(csv.as_bytes(), SheetFormat::Csv);
}

#[test]
fn a_table_filled_to_the_brim_takes_no_more_than_it_may() {
    let header = "what,state,name,for,when,choose,do,together,while,add,remove,then add,then remove,on failure,on stop,goto,finish,flags,placement,comment\n";
    let row = format!("rule{}\n", ",x".repeat(19));
    for rows in [4_000, 50_000] {
        let csv = format!("{header}script,,s\n{}", row.repeat(rows));
        check(csv.as_bytes(), SheetFormat::Csv);
        let row = format!("<row>{}</row>", "<c t=\"s\"><v>1</v></c>".repeat(20));
        check(
            &xlsx_with(
                &row.repeat(rows / 4),
                "<sst><si><t>what</t></si><si><t>x</t></si></sst>",
                "",
            ),
            SheetFormat::Xlsx,
        );
    }
}

#[test]
fn problems_repeat_no_long_texts() {
    let name = "n".repeat(3_000_000);
    let cell = "<table:table-cell><text:p>x</text:p></table:table-cell>";
    let what = cell.replace('x', "what");
    let rows = format!("<table:table-row>{what}</table:table-row>")
        + &format!("<table:table-row>{cell}</table:table-row>").repeat(300);
    check(
        &ods(&format!(
            "<table:table table:name=\"{name}\">{rows}</table:table>"
        )),
        SheetFormat::Ods,
    );
    let state = "s".repeat(2_000_000);
    let csv = format!(
        "what,state,name\nscript,,s\nrule,{state},a\n{}",
        "rule,,b\n".repeat(300)
    );
    check(csv.as_bytes(), SheetFormat::Csv);
}

#[test]
fn unfinished_and_tangled_xml_ends() {
    for end in [
        "<table:table>",
        "<table:table><table:table-row>",
        "<table:table-cell>",
        "<a",
        "<!--",
        "<![CDATA[",
        "&#x0;",
        "&nope;",
        "</b>",
    ] {
        let content = format!("<table:table><table:table-row><table:table-cell>{end}");
        check(&archive(&[("content.xml", &content)]), SheetFormat::Ods);
        check(&xlsx(end), SheetFormat::Xlsx);
    }
    let deep = "<table:table>".repeat(500_000);
    check(&archive(&[("content.xml", &deep)]), SheetFormat::Ods);
    check(&xlsx(&"<c>".repeat(500_000)), SheetFormat::Xlsx);
}

#[test]
fn many_sheets_cannot_share_one_part() {
    let kind = "x/worksheet";
    let sheets = r#"<sheet name="s" r:id="a"/>"#.repeat(100_000);
    let bytes = archive(&[
        ("xl/workbook.xml", &format!("<workbook>{sheets}</workbook>")),
        (
            "xl/_rels/workbook.xml.rels",
            &format!(r#"<R><Relationship Id="a" Type="{kind}" Target="a.xml"/></R>"#),
        ),
        ("xl/a.xml", &"<x/>".repeat(1_000_000)),
    ]);
    refused(&bytes, SheetFormat::Xlsx, "1000 sheets");
    let two = r#"<sheet name="s" r:id="a"/><sheet name="t" r:id="a"/>"#;
    let bytes = archive(&[
        ("xl/workbook.xml", two),
        (
            "xl/_rels/workbook.xml.rels",
            r#"<Relationship Id="a" Target="a.xml"/>"#,
        ),
        ("xl/a.xml", ""),
    ]);
    refused(&bytes, SheetFormat::Xlsx, "no content of its own");
}

#[test]
fn what_is_no_workbook_is_refused() {
    for bytes in [
        &b""[..],
        b"PK",
        b"PK\x05\x06",
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
        &[0xff; 100],
    ] {
        for format in FORMATS {
            check(bytes, format);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 128,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn random_bytes_are_survived(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        for format in FORMATS {
            check(&bytes, format);
            check(&[b"PK\x03\x04", &bytes[..]].concat(), format);
        }
    }

    #[test]
    fn damaged_workbooks_are_survived(hits in proptest::collection::vec((any::<u16>(), any::<u8>()), 1..12)) {
        let mut files = [(write_xlsx(BENCH).unwrap(), SheetFormat::Xlsx),
            (ods("<table:table><table:table-row><table:table-cell><text:p>what</text:p></table:table-cell></table:table-row></table:table>"), SheetFormat::Ods),
            (write_csv(BENCH).unwrap().into_bytes(), SheetFormat::Csv)];
        for (bytes, format) in &mut files {
            for (at, value) in &hits {
                let at = usize::from(*at) % bytes.len();
                bytes[at] = *value;
            }
            check(bytes, *format);
        }
    }

    #[test]
    fn damaged_parts_are_survived(hits in proptest::collection::vec((any::<u16>(), any::<u8>()), 1..6)) {
        let header = [cell("A1", "what"), cell("B1", "name")].concat();
        let sheet = format!(r#"<row r="1">{header}</row><row r="2"><c t="s" s="0"><v>0</v></c><c r="B2"><f>1</f><v>2</v></c></row>"#);
        let strings = "<sst uniqueCount=\"1\"><si><t>role</t></si></sst>";
        let styles = r#"<styleSheet><numFmts><numFmt numFmtId="170" formatCode="h:mm"/></numFmts><cellXfs><xf numFmtId="170"/></cellXfs></styleSheet>"#;
        let damage = |text: &str| {
            let mut bytes = text.as_bytes().to_vec();
            for (at, value) in &hits {
                let at = usize::from(*at) % bytes.len();
                bytes[at] = value & 0x7f;
            }
            String::from_utf8(bytes).unwrap()
        };
        check(&xlsx_with(&damage(&sheet), strings, styles), SheetFormat::Xlsx);
        check(&xlsx_with(&sheet, &damage(strings), styles), SheetFormat::Xlsx);
        check(&xlsx_with(&sheet, strings, &damage(styles)), SheetFormat::Xlsx);
        let tables = r#"<table:table table:name="t"><table:table-row table:number-rows-repeated="2"><table:table-cell office:value-type="float" office:value="2"><text:p>w<text:s text:c="3"/></text:p></table:table-cell></table:table-row></table:table>"#;
        check(&ods(&damage(tables)), SheetFormat::Ods);
    }
}
