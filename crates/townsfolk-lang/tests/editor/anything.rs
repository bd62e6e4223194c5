//! Nothing that is typed makes an editor fall over.

use super::*;

fn ask_everything(project: &Project, checked: &Checked, offset: u32) {
    let file = FileId(0);
    let text = &project.file(file).expect("the file").text;
    for item in completions(project, checked, file, offset) {
        assert!(text.get(item.replace.range()).is_some());
        item.plain_insert();
    }
    if let Some(hover) = hover(project, checked, file, offset) {
        assert!(text.get(hover.place.range()).is_some());
    }
    for place in definition(project, checked, file, offset) {
        assert!(text.get(place.range()).is_some());
    }
    let uses = references(project, checked, file, offset);
    for place in &uses {
        assert!(text.get(place.range()).is_some());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn no_offset_in_a_truncated_text_panics(
        from in 0..BENCH.len(),
        length in 0..BENCH.len(),
        offsets in prop::collection::vec(0u32..2200, 8),
    ) {
        let text: String = BENCH.chars().skip(from / 4).take(length).collect();
        let mut project = Project::of_files([("bench.folk", text.as_str())]);
        let checked = project.check();
        symbols(&project, FileId(0));
        semantic_tokens(&text);
        for offset in offsets {
            ask_everything(&project, &checked, offset);
        }
        ask_everything(&project, &checked, text.len() as u32);
    }

    #[test]
    fn no_offset_in_any_text_panics(text in "[a-zé§.$_()#\"\\\\ \n]{0,60}|(script |rule |when |goto |test |cast |é|X|, |\\(|\\)|\\.|\n| ){0,30}") {
        let mut project = Project::of_files([("a.folk", text.as_str())]);
        let checked = project.check();
        for offset in 0..text.len() as u32 + 2 {
            ask_everything(&project, &checked, offset);
        }
    }

    #[test]
    fn an_old_check_with_a_new_text_does_not_panic(
        length in 0..BENCH.len(),
        offset in 0u32..2200,
    ) {
        let broken = format!("{BENCH}\n  rule\n}} é\n  when sit(");
        let mut project = Project::of_files([("bench.folk", broken.as_str())]);
        let checked = project.check();
        let package = project.file(FileId(0)).expect("the file").package;
        let text: String = BENCH.chars().take(length).collect();
        project.set_file("bench.folk", package, &text);
        ask_everything(&project, &checked, offset);
    }
}
