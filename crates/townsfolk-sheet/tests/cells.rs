//! What people type into sheets: what is understood, and what is reported with its cell.
#![allow(clippy::unwrap_used, clippy::panic)]

mod support;

use expect_test::{Expect, expect};
use support::{cell, ods, xlsx, xlsx_with};
use townsfolk_lang::format::format;
use townsfolk_sheet::{SheetFormat, read};

/// The formatted text of a table, or its problems.
fn check(csv: &str, expected: &Expect) {
    check_bytes(csv.as_bytes(), SheetFormat::Csv, expected);
}

fn check_bytes(bytes: &[u8], format: SheetFormat, expected: &Expect) {
    expected.assert_eq(&story(bytes, format));
}

fn story(bytes: &[u8], sheet_format: SheetFormat) -> String {
    match read(bytes, sheet_format) {
        Ok(source) => match format(&source.text) {
            Ok(text) => text,
            Err(problems) => problems
                .iter()
                .map(|problem| {
                    let cell = source.map.cell_of(problem.place.start..problem.place.end);
                    let cell = cell.map_or("?".to_string(), |cell| cell.to_string());
                    format!("{cell}: {}\n", problem.message)
                })
                .collect(),
        },
        Err(problems) => problems.iter().map(|p| format!("{p}\n")).collect(),
    }
}

#[test]
fn columns_may_stand_in_any_order_and_be_missing() {
    check(
        "When,NAME,  What ,do,State,Flags,on failure
         ,,,,,,
         ,bench,script,,,,
         (prop),seat,fact,,,,
         free(X),sit_down,Rule,do sit(X),standing,\"once, again after 2 s\",\"add a(X)\nremove b(X)\"
         not free(_),walk_on,rule,,standing,urgent,
         ,anywhere,override rule,go,every state,,
"
        .replace("         ", "")
        .as_str(),
        &expect![[r#"
            script bench
              fact seat(prop)

              state standing
                rule sit_down
                  when free(X)
                  do sit(X)
                  on failure add a(X)
                  on failure remove b(X)
                  once
                  again after 2 s

                rule walk_on
                  when not free(_)
                  urgent

              every state
                override rule anywhere
                  do go
        "#]],
    );
}

#[test]
fn semicolons_tabs_and_byte_order_marks_are_understood() {
    check(
        "\u{feff}what;name;text\r\nrole;elder;is a, b\r\n",
        &expect![[r#"
            role elder is a, b
        "#]],
    );
    check(
        "what\tname\ttext\rrole\telder\tis a, b",
        &expect![[r#"
        role elder is a, b
    "#]],
    );
}

#[test]
fn problems_name_their_cell() {
    check(
        "what,name,wehn,sate,when,name
script,s,,,,
ruel,x,,,a,
,y,,,b,
fact,f,,,,
",
        &expect![[r#"
            C1: there is no column `wehn`
            Hint: did you mean `when`?
            D1: there is no column `sate`
            Hint: did you mean `state`?
            F1: there are two columns `name`
            A3: no row can be a `ruel`
            Hint: did you mean `rule`?
            A4: the column `what` is empty, so nobody knows what this row is
            Hint: write `rule`, `fact`, `comment` …
        "#]],
    );
    check(
        "name,when\nx,y\n",
        &expect![[r#"
        A1: the first row of this sheet names no column `what`
        Hint: name it, or begin the name of the sheet with `_` if it is not a script
    "#]],
    );
    check(
        "what,name,do,state

rule,r,,
script,,,
script,s,,
fact,f,sit,
rule,,,a
rule,b,,a
rule,c,,
test,t,,a
role,x
rule,d
,,,,stray
",
        &expect![[r#"
            A3: this row stands in no script
            Hint: put a row `script` with the script's name above it
            A4: the column `name` is empty
            Hint: give it a name that begins with a small letter
            C6: a row `fact` has nothing in the column `do`
            Hint: empty this cell
            A7: the column `name` is empty
            Hint: give it a name that begins with a small letter
            A9: this rule says no state, but the row above is in one
            Hint: write `a` or `every state` in the column `state`
            D10: a row `test` has nothing in the column `state`
            Hint: empty this cell
            A12: this row stands in no script
            Hint: put a row `script` with the script's name above it
            E13: this column has no name in the first row
        "#]],
    );
}

#[test]
fn problems_of_syntax_lead_to_their_cell() {
    check(
        "what,name,when,do,goto\nscript,s,,,\nrule,r,seat(X,sit(X),b\nrule,Q,a,,\nrule,q,a,,A\n",
        &expect![[r#"
            C3: expected `)`, found the keyword `do`
            B4: `Q` is written like a variable, but the name of a rule is expected here
            E5: `A` is written like a variable, but a state is expected here
        "#]],
    );
}

#[test]
fn a_comment_in_a_cell_swallows_nothing_else() {
    check(
        "what,name,for,when,comment\nscript,s # of mine,,,\nrule,r # odd,waiter,a # why,\"one\n#two\"\ncomment,,,and so on,\n",
        &expect![[r#"
            script s  # of mine
              # one
              #two
              # odd
              rule r for waiter
                when a  # why
            # and so on
        "#]],
    );
}

#[test]
fn numbers_and_truth_values_become_text_and_dates_are_reported() {
    let header = [cell("A1", "what"), cell("B1", "name"), cell("C1", "when")].concat();
    let rows = format!(
        r#"<row r="1">{header}</row>
           <row r="3">{}{}<c r="C3"><v>3</v></c></row>
           <row r="4">{}{}<c r="C4" t="b"><v>1</v></c></row>"#,
        cell("A3", "cast"),
        cell("B3", "elder"),
        cell("A4", "cast"),
        cell("B4", "cook"),
    );
    let rows = rows.replacen(
        "<row r=\"3\">",
        &format!(
            "<row r=\"2\">{}{}</row><row r=\"3\">",
            cell("A2", "script"),
            cell("B2", "s")
        ),
        1,
    );
    check_bytes(
        &xlsx(&rows),
        SheetFormat::Xlsx,
        &expect![[r#"
        s!C4: expected how many, such as `0..2`, found `true`
        s!C4: expected how many, such as `0..2`, found the end of the file
    "#]],
    );
    let styles = r#"<styleSheet><numFmts><numFmt numFmtId="170" formatCode="h:mm"/></numFmts>
        <cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>
        <cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/></cellXfs></styleSheet>"#;
    let rows = format!(
        r#"<row>{header}</row><row r="7"><c r="B7" s="1"><v>40000</v></c><c s="2"><v>0.5</v></c>
           <c><f>1+1</f><v>2</v></c><c t="e"><v>#REF!</v></c><c t="s"><v>9</v></c><c><v>1e99</v></c></row>"#
    );
    check_bytes(
        &xlsx_with(&rows, "<sst/>", styles),
        SheetFormat::Xlsx,
        &expect![[r#"
            s!B7: this cell holds a date or time, not text
            Hint: format the cell as text and type it again
            s!C7: this cell holds a date or time, not text
            Hint: format the cell as text and type it again
            s!D7: this cell holds a formula
            Hint: write its result instead
            s!E7: this cell holds the error #REF!
            s!F7: this cell refers to a text that the workbook does not have
            s!G7: this cell holds a number that no script can use
        "#]],
    );
}

#[test]
fn sheets_that_begin_far_from_the_corner_keep_their_places() {
    let rows = format!(
        r#"<row r="5">{}{}</row><row r="9">{}{}</row>"#,
        cell("D5", "what"),
        cell("F5", "name"),
        cell("D9", "rule"),
        cell("F9", "x"),
    );
    check_bytes(
        &xlsx(&rows),
        SheetFormat::Xlsx,
        &expect![[r#"
        s!D9: this row stands in no script
        Hint: put a row `script` with the script's name above it
    "#]],
    );
}

#[test]
fn rich_text_and_entities_are_read() {
    let strings = r#"<sst><si><r><t>wh</t></r><r><rPr><b/></rPr><t>at</t></r><rPh><t>no</t></rPh></si>
        <si><t xml:space="preserve">na&#109;e</t></si><si><t>role</t></si><si><t>a &#x26;&lt;</t></si></sst>"#;
    let rows = r#"<row><c t="s"><v>0</v></c><c t="s"><v>1</v></c></row>
        <row><c t="s"><v>2</v></c><c t="s"><v>3</v></c></row>"#;
    check_bytes(
        &xlsx_with(rows, strings, ""),
        SheetFormat::Xlsx,
        &expect![[r#"
            s!B2: expected a declaration, such as `role`, `action`, `script` or `location`, found `&`
        "#]],
    );
}

const ODS_TABLES: &str = r#"
    <table:table table:name="declarations">
      <table:table-row>
        <table:table-cell office:value-type="string"><text:p>what</text:p></table:table-cell>
        <table:table-cell office:value-type="string"><text:p>name</text:p></table:table-cell>
        <table:table-cell office:value-type="string"><text:p>text</text:p></table:table-cell>
      </table:table-row>
      <table:table-row table:number-rows-repeated="3">
        <table:table-cell table:number-columns-repeated="1024"/>
      </table:table-row>
      <table:table-row>
        <table:table-cell office:value-type="string"><text:p>role</text:p></table:table-cell>
        <table:table-cell office:value-type="string">
          <office:annotation><text:p>a note, not the name</text:p></office:annotation>
          <text:p>el<text:span>der</text:span></text:p>
        </table:table-cell>
        <table:table-cell table:number-columns-repeated="1022"/>
      </table:table-row>
      <table:table-row table:number-rows-repeated="1048571">
        <table:table-cell table:number-columns-repeated="1024"/>
      </table:table-row>
    </table:table>
    <table:table table:name="bench">
      <table:table-row>
        <table:table-cell office:value-type="string"><text:p>what</text:p></table:table-cell>
        <table:table-cell office:value-type="string"><text:p>name</text:p></table:table-cell>
        <table:table-cell office:value-type="string"><text:p>when</text:p></table:table-cell>
        <table:table-cell office:value-type="string"><text:p>add</text:p></table:table-cell>
      </table:table-row>
      <table:table-row>
        <table:table-cell office:value-type="string"><text:p>script</text:p></table:table-cell>
        <table:table-cell office:value-type="string"><text:p>bench</text:p></table:table-cell>
      </table:table-row>
      <table:table-row>
        <table:table-cell office:value-type="string"><text:p>cast</text:p></table:table-cell>
        <table:table-cell office:value-type="string"><text:p>elder</text:p></table:table-cell>
        <table:table-cell office:value-type="float" office:value="2"><text:p>2,00</text:p></table:table-cell>
      </table:table-row>
      <table:table-row>
        <table:table-cell office:value-type="string"><text:p>rule</text:p></table:table-cell>
        <table:table-cell office:value-type="string"><text:p>r</text:p></table:table-cell>
        <table:table-cell/>
        <table:table-cell office:value-type="string"><text:p>a(X)<text:line-break/>add<text:s/>b(X),</text:p><text:p>c</text:p></table:table-cell>
      </table:table-row>
    </table:table>"#;

#[test]
fn libreoffice_workbooks_are_read() {
    check_bytes(
        &ods(ODS_TABLES),
        SheetFormat::Ods,
        &expect![[r#"
        role elder

        script bench
          cast
            elder 2

          rule r
            add a(X)
            add b(X), c
    "#]],
    );
}

#[test]
fn the_committed_libreoffice_workbook_is_read() {
    let bytes = include_bytes!("fixtures/bench.ods");
    assert_eq!(
        story(bytes, SheetFormat::Ods),
        story(&ods(ODS_TABLES), SheetFormat::Ods)
    );
}

#[test]
fn dates_and_formulas_of_libreoffice_are_reported() {
    let tables = r#"<table:table table:name="t"><table:table-row>
        <table:table-cell office:value-type="string"><text:p>what</text:p></table:table-cell></table:table-row>
        <table:table-row><table:table-cell table:number-columns-repeated="2"/>
        <table:table-cell office:value-type="time" office:time-value="PT18H"><text:p>18:00</text:p></table:table-cell>
        <table:table-cell table:formula="of:=1+1" office:value-type="float" office:value="2"/></table:table-row></table:table>"#;
    check_bytes(
        &ods(tables),
        SheetFormat::Ods,
        &expect![[r#"
        t!C2: this cell holds a date or time, not text
        Hint: format the cell as text and type it again
        t!D2: this cell holds a formula
        Hint: write its result instead
    "#]],
    );
}

#[test]
fn another_reader_sees_the_same_libreoffice_cells() {
    use calamine::Reader;
    // It does not read indented XML.
    let tables: String = ODS_TABLES.lines().map(str::trim).collect();
    let bytes = std::io::Cursor::new(ods(&tables));
    let mut workbook: calamine::Ods<_> = calamine::open_workbook_from_rs(bytes).unwrap();
    let range = workbook.worksheet_range("declarations").unwrap();
    assert_eq!(
        range.get_value((4, 0)),
        Some(&calamine::Data::String("role".into()))
    );
}

#[test]
fn a_day_is_written_as_rows() {
    check(
        "what,name,time,do,chance,text,comment
daily,clerk as duty,,,,,
block,,8:00..20:00,\"check_mail, work\",,,at the desk
block,,20:00..8:00,sleep,,,
at,,15:00,get_coffee,50%,,
part,,,,,jitter 15 min,
",
        &expect![[r#"
            daily clerk as duty
              # at the desk
              8:00..20:00 check_mail, work
              20:00..8:00 sleep
              at 15:00 get_coffee with 50%
              jitter 15 min
        "#]],
    );
}

#[test]
fn hot_rules_are_written_as_rows() {
    check(
        "what,name,priority,when,weight,do,flags
rules,crew as duty,,,,,
subset,moving,,,,,
rule,idle,2,.doing(.me) = idle,,pause,
or,,,,2,wander,again after 20 s
rule,report,,when .selected = .me,,do here_i_am,
script,s,,,,,
rule,bye,,,,wave,
",
        &expect![[r#"
            rules crew as duty
              subset moving
              rule idle priority 2
                when .doing(.me) = idle
                do pause or 2 wander
                again after 20 s
              rule report
                when .selected = .me
                do here_i_am

            script s
              rule bye
                do wave
        "#]],
    );
}

#[test]
fn grammars_and_snippets_are_written_as_rows() {
    check(
        "what,name,weight,expansion,points,when,do,flags
grammar,boss,,,,,,
start,a,2,\"fire*50%, b\",,,,
production,b,0.4,fire,,,,
or,,0.6,\"(nothing or c)\",,,,\"weights from .x(.me), .y(.me)\"
symbol,c,,,,.x(.me) > 1,strike(.me),
snippet,immolate class offensive from staff,,,,,,
part,,,,,among hostiles within 20 m as It,,
score,,,,20,,,
and,,,,10,.marked(It),,
or,,,,-5,.healthy(It),,
part,,,,,do hit(It),,
",
        &expect![[r#"
            grammar boss
              start 2 a: fire*50%, b
              b: 0.4 fire or 0.6 (nothing or c)
                weights from .x(.me), .y(.me)
              c: do strike(.me) when .x(.me) > 1

            snippet immolate class offensive from staff
              among hostiles within 20 m as It
                score 20, and 10 if .marked(It), or -5 if .healthy(It)
              do hit(It)
        "#]],
    );
}

#[test]
fn attributes_have_columns() {
    check(
        "what,name,kind,value,text
attribute,hit_points(character),number 0..100,100,
attribute,mood(character),\"symbol calm, tense\",,set by host
attribute,raining,,,
attribute,old(character),,,: number = 3
",
        &expect![[r#"
            attribute hit_points(character): number 0..100 = 100
            attribute mood(character): symbol calm, tense set by host
            attribute raining
            attribute old(character): number = 3
        "#]],
    );
}

#[test]
fn a_part_of_nothing_is_reported_with_its_cell() {
    check(
        "what,name,time,do\nblock,,8:00..9:00,work\n",
        &expect![[r#"
            A2: this row `block` belongs to nothing above it
            Hint: put a row `daily`, `facet`, `rules`, `grammar`, `snippet`, `tree`, `query`, `motions` or `skills` without text above it
        "#]],
    );
    check(
        "what,name,text,points\ndaily,d,,\nscore,,,3\n",
        &expect![[r#"
            A3: no part of a `daily` is a row `score`
            Hint: write `block`, `at` or `part`
        "#]],
    );
    check(
        "what,name,text,points\ngrammar,g,,\nproduction,a,,3\n",
        &expect![[r#"
            D3: a row `production` has nothing in the column `points`
            Hint: empty this cell
        "#]],
    );
    check(
        "what,name,text,points\ndaily,d,0:00..0:00 work,\npart,,jitter 5 min,\n",
        &expect![[r#"
            A3: this row `part` belongs to nothing above it
            Hint: put a row `daily`, `facet`, `rules`, `grammar`, `snippet`, `tree`, `query`, `motions` or `skills` without text above it
        "#]],
    );
}
