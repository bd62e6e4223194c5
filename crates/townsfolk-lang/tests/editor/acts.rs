//! Attributes and courses in an editor.

use super::*;

const CREW: &str = "
# How strong somebody is.
attribute strength(character): number 0..10 = 5
attribute activity(character): symbol idle, busy = idle
attribute rank(character): number set by host
action haul(prop) takes 2 s, may fail
action rest
course take_in(Rope: prop)
  step do haul(Rope), set .activity(.me) = busy
    on failure goto give_up
  # Enough for today.
  branch give_up
    step do rest
course idle_about
  step do rest
";

fn crew(text: &str) -> String {
    format!("{CREW}{text}")
}

#[test]
fn what_a_course_can_hold_is_completed() {
    check_complete(
        &crew("course c\n  $0"),
        expect![[r#"
        step | on failure | branch | otherwise | resumes | script | role | action | prop
        symbols | location | template | attribute | property | function | predicate | proxy
        test | person | course | layer | need | schedule | area"#]],
    );
    check_complete(&crew("course c\n  step $0"), expect!["do | set"]);
    check_complete(&crew("course c\n  step do $0"), expect!["haul | rest"]);
    check_complete(&crew("course c\n  step do rest, $0"), expect!["do | set"]);
    check_complete(
        &crew("course c\n  step set $0"),
        expect![".activity | .strength | not"],
    );
    check_complete(
        &crew("course c\n  step do rest\n    on failure $0"),
        expect!["goto | go on"],
    );
    check_complete(
        &crew("course c\n  step do rest\n    on failure goto $0\n  branch b\n    step do rest"),
        expect!["b"],
    );
    check_complete(
        &crew("layer l\n  action a: do $0"),
        expect!["haul | rest | idle_about"],
    );
}

#[test]
fn attributes_are_completed() {
    check_complete(
        &crew("script s\n  rule r\n    set $0"),
        expect![".activity | .strength | not"],
    );
    check_complete(
        &crew("script s\n  rule r\n    set .activity(.me) = $0"),
        expect!["idle | busy | .activity"],
    );
    check_complete(
        &crew("script s\n  rule r\n    then set $0"),
        expect![".activity | .strength"],
    );
}

#[test]
fn what_stands_in_a_course_is_told() {
    check_hover(
        &crew("script s\n  rule r when .stren$0gth(.me) > 3"),
        expect![[r#"
            .strength :: attribute strength(character): number 0..10 = 5
            How strong somebody is.
        "#]],
    );
    check_hover(
        &CREW.replace("busy\n", "bu$0sy\n"),
        expect![[r#"
        busy :: busy
        - one of `attribute activity(character): symbol idle, busy = idle`
    "#]],
    );
    check_hover(
        &CREW.replace("haul(Rope)", "haul(Ro$0pe)"),
        expect![[r#"
            Rope :: Rope: prop
            - a parameter of the course
        "#]],
    );
    check_hover(
        &CREW.replace("goto give_up", "goto give$0_up"),
        expect![[r#"
            give_up :: branch give_up
            Enough for today.
        "#]],
    );
    check_hover(
        &CREW.replace("  step do haul", "  st$0ep do haul"),
        expect![[r#"
            step :: step do sit(Place), set .activity(.me) = resting
            One step of a course: everything in it starts together, and it is done when all of it is.
        "#]],
    );
    check_hover(
        &CREW.replace("set by", "s$0et by"),
        expect![[r#"
        set :: set by host
        Only the game sets this attribute.
    "#]],
    );
    check_hover(
        &CREW.replace("course idle", "cour$0se idle"),
        expect![[r#"
            course :: course open_door(Door: prop)
            Declares a course of action: steps in order; what stands in one step starts together.
        "#]],
    );
    check_hover(
        &crew("layer l\n  action a: do idle_ab$0out"),
        expect![[r#"
            idle_about :: course idle_about
        "#]],
    );
}

#[test]
fn names_in_a_course_are_found() {
    check_definition(
        &[("crew.folk", &CREW.replace("goto give_up", "goto give$0_up"))],
        expect![[r#"
            crew.folk: branch [give_up]
        "#]],
    );
    check_definition(
        &[("crew.folk", &CREW.replace("haul(Rope)", "haul(Ro$0pe)"))],
        expect![[r#"
            crew.folk: course take_in([Rope]: prop)
        "#]],
    );
    check_definition(
        &[("crew.folk", &CREW.replace("busy\n", "bu$0sy\n"))],
        expect![[r#"
            crew.folk: attribute activity(character): symbol idle, [busy] = idle
        "#]],
    );
    check_definition(
        &[("crew.folk", &crew("layer l\n  action a: do idle_ab$0out"))],
        expect![[r#"
            crew.folk: course [idle_about]
        "#]],
    );
}
