//! What several tests need: comparing texts without their comments, and making workbooks by hand.
#![allow(dead_code, clippy::unwrap_used, clippy::panic)]

use std::io::{Cursor, Write};
use townsfolk_lang::format::{
    Entry, Line, Outline, Rule, ScriptItem, StateItem, Test, outline, print,
};
use townsfolk_lang::syntax::{SyntaxKind, lex};

/// A text without comments and blank lines, scripts after declarations: what must survive a sheet.
pub(crate) fn bare(text: &str) -> String {
    let mut outline = outline(text).unwrap_or_else(|problems| panic!("{text}\n{problems:#?}"));
    for_each_line(&mut outline, &mut |line| {
        line.comments.clear();
        line.blank_before = false;
        for item in line.clauses.iter_mut().flat_map(|clause| &mut clause.items) {
            item.comments.clear();
            item.remark = None;
        }
    });
    outline.end.clear();
    outline
        .blocks
        .sort_by_key(|entry| matches!(entry, Entry::Script(_)));
    print(&outline)
}

/// All comments of a text, sorted.
pub(crate) fn comments(text: &str) -> Vec<String> {
    let mut comments: Vec<String> = lex(text)
        .iter()
        .filter(|token| token.kind == SyntaxKind::COMMENT)
        .map(|token| text[token.start as usize..token.end as usize].trim_end())
        .map(str::to_string)
        .collect();
    comments.sort();
    comments
}

fn for_each_line(outline: &mut Outline, each: &mut dyn FnMut(&mut Line)) {
    for entry in &mut outline.blocks {
        match entry {
            Entry::Declaration(declaration) => each(&mut declaration.line),
            Entry::Block(block) => {
                each(&mut block.head);
                block.parts.iter_mut().for_each(&mut *each);
            }
            Entry::Test(test) => test_lines(test, each),
            Entry::Script(script) => {
                each(&mut script.head);
                for item in &mut script.items {
                    item_lines(item, each);
                }
            }
        }
    }
}

fn item_lines(item: &mut ScriptItem, each: &mut dyn FnMut(&mut Line)) {
    match item {
        ScriptItem::Cast(cast) => {
            each(&mut cast.head);
            cast.lines.iter_mut().for_each(each);
        }
        ScriptItem::State(state) => {
            each(&mut state.head);
            for item in &mut state.items {
                match item {
                    StateItem::Rule(rule) => rule_lines(rule, each),
                    StateItem::DropRule(line) => each(line),
                }
            }
        }
        ScriptItem::Rule(rule) => rule_lines(rule, each),
        ScriptItem::Test(test) => test_lines(test, each),
        ScriptItem::Fact(line)
        | ScriptItem::Claim(line)
        | ScriptItem::Define(line)
        | ScriptItem::DropRule(line)
        | ScriptItem::Hold(line)
        | ScriptItem::Property(line) => each(line),
    }
}

fn rule_lines(rule: &mut Rule, each: &mut dyn FnMut(&mut Line)) {
    each(&mut rule.head);
    for part in &mut rule.parts {
        each(&mut part.line);
    }
}

fn test_lines(test: &mut Test, each: &mut dyn FnMut(&mut Line)) {
    each(&mut test.head);
    test.steps.iter_mut().for_each(each);
}

/// An archive with these parts.
pub(crate) fn archive(parts: &[(&str, &str)]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(Cursor::new(vec![]));
    for (name, content) in parts {
        let options = zip::write::SimpleFileOptions::default();
        writer.start_file(*name, options).unwrap();
        writer.write_all(content.as_bytes()).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

/// An Excel workbook with one sheet `s` of these rows, as XML.
pub(crate) fn xlsx(sheet_data: &str) -> Vec<u8> {
    xlsx_with(sheet_data, "<sst/>", "<styleSheet/>")
}

pub(crate) fn xlsx_with(sheet_data: &str, strings: &str, styles: &str) -> Vec<u8> {
    let sheet = format!("<worksheet><sheetData>{sheet_data}</sheetData></worksheet>");
    let kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    archive(&[
        (
            "_rels/.rels",
            &format!(
                r#"<Relationships><Relationship Id="w" Type="{kind}/officeDocument" Target="xl/workbook.xml"/></Relationships>"#
            ),
        ),
        (
            "xl/workbook.xml",
            r#"<workbook><sheets><sheet name="s" sheetId="1" r:id="a"/></sheets></workbook>"#,
        ),
        (
            "xl/_rels/workbook.xml.rels",
            &format!(
                r#"<Relationships><Relationship Id="a" Type="{kind}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="b" Type="{kind}/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="c" Type="{kind}/styles" Target="styles.xml"/></Relationships>"#
            ),
        ),
        ("xl/worksheets/sheet1.xml", &sheet),
        ("xl/sharedStrings.xml", strings),
        ("xl/styles.xml", styles),
    ])
}

/// A cell with a text of its own.
pub(crate) fn cell(at: &str, text: &str) -> String {
    format!(r#"<c r="{at}" t="inlineStr"><is><t>{text}</t></is></c>"#)
}

/// A LibreOffice workbook with these tables, as XML.
pub(crate) fn ods(tables: &str) -> Vec<u8> {
    let content = format!(
        r#"<?xml version="1.0" encoding="UTF-8"?><office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:spreadsheet>{tables}</office:spreadsheet></office:body></office:document-content>"#
    );
    archive(&[
        ("mimetype", "application/vnd.oasis.opendocument.spreadsheet"),
        ("META-INF/manifest.xml", "<manifest:manifest/>"),
        ("content.xml", &content),
    ])
}
