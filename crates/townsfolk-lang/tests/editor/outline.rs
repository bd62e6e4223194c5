//! Outline and colours.

use super::*;

#[test]
fn outline_of_the_bench() {
    let project = Project::of_files([("bench.folk", BENCH)]);
    let mut shown = String::new();
    fn show(shown: &mut String, entries: &[townsfolk_lang::editor::OutlineSymbol], depth: usize) {
        for entry in entries {
            let _ = writeln!(
                shown,
                "{}{:?} {} :: {}",
                "  ".repeat(depth),
                entry.kind,
                entry.name,
                entry.detail
            );
            show(shown, &entry.children, depth + 1);
        }
    }
    show(&mut shown, &symbols(&project, FileId(0)), 0);
    expect![[r#"
        Role citizen :: role citizen
        Role elder :: role elder is citizen
        Role tourist :: role tourist is citizen
        PropKind chair :: prop chair
        Action sit :: action sit(prop) takes 2..3 s, may fail, pose sitting
        Action get_up :: action get_up takes 1..2 s
        Action talk :: action talk(character) uses voice, takes 4..8 s
        Action listen :: action listen(character) takes 2..4 s, pose sitting
        Script bench_chat :: script bench_chat
          Cast cast :: 
          Fact seat :: fact seat(prop)
          Fact reserved :: claim reserved(prop, character)
          Fact sitting :: fact sitting(character)
          Fact until :: fact until(character, time)
          Fact talker :: claim talker(character)
          Define free_seat :: define free_seat(Place) when seat(Place), not reserved(Place, _)
          Define company :: define company(Other) when sitting(Other), Other != .me
          State standing :: state standing
            Rule take_a_seat :: rule take_a_seat
            Rule walk_on :: rule walk_on
          State seated :: state seated
            Rule time_to_go :: rule time_to_go
            Rule start_a_talk :: rule start_a_talk
            Rule listen :: rule listen
          Property two_on_one_seat :: never two_on_one_seat when reserved(P, A), reserved(P, B), A != B
          Property two_talk_at_once :: never two_talk_at_once when talker(A), talker(B), A != B
          Property talkers_fall_silent :: eventually talkers_fall_silent when talker(A) expect not talker(A)
          Test two_strangers_share_a_bench :: test two_strangers_share_a_bench
          Test the_bench_is_full :: test the_bench_is_full
          Test a_failed_attempt_frees_the_seat :: test a_failed_attempt_frees_the_seat
          Test the_talker_vanishes :: test the_talker_vanishes
        Location bench_spot :: location bench_spot
          Prop left :: prop left: chair at 0 m, 0 m
          Prop right :: prop right: chair at 0.6 m, 0 m
    "#]]
    .assert_eq(&shown);
}

#[test]
fn colours() {
    let text = "# hi\naction sit(prop) takes 2..3 s\nscript s based on t(A = 1)\n  rule r when a(X, _), .me != $P, chance(30%) say \"x\"\n  again after 3 s";
    let mut shown = String::new();
    for (range, class) in semantic_tokens(text) {
        let token = &text[range.start as usize..range.end as usize];
        let _ = write!(shown, "{token}={class:?} ");
    }
    expect![[r##"# hi=Comment action=Keyword sit=Name prop=Name takes=Keyword 2=Number 3=Number s=Unit script=Keyword s=Name based=Keyword on=Keyword t=Name A=Parameter 1=Number rule=Keyword r=Name when=Keyword a=Name X=Variable _=Variable .me=DotName $P=Parameter chance=Name 30=Number %=Unit say=Name "x"=Text again=Keyword after=Keyword 3=Number s=Unit "##]].assert_eq(&shown);
}
