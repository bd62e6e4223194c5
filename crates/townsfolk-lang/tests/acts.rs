//! Attributes and courses: what they compile to, and how they are laid out.

#![allow(clippy::unwrap_used, clippy::panic)]

use expect_test::{Expect, expect};
use townsfolk_core::{CourseId, HostId, Kind, Number, Pushed, SymbolId, Value};
use townsfolk_lang::format::format;
use townsfolk_lang::project::Project;
use townsfolk_module::file::{read_module, write_module};
use townsfolk_module::mind::{Deed, NodeKind};
use townsfolk_module::{Category, Expr, Module, OnFailure, SetBy, Symbols, WriteValue};

fn compile(text: &str) -> (Module, Symbols) {
    let mut project = Project::of_files([("acts.folk", text)]);
    let checked = project.check();
    let compiled = project.compile(&checked);
    compiled.unwrap_or_else(|| panic!("{:#?}", checked.problems))
}

const DOOR: &str = "
attribute mood_of_crew: symbol calm, tense
attribute activity(character): symbol idle, busy = idle
attribute hit_points(character): number 0..100 = 100
attribute selected(character)
attribute rank(character): number set by host
property raining

action walk_to(thing) takes 2..8 s, may fail
action tug(prop) takes 2 s, may fail
action say(text) uses voice
action shrug takes 1 s
action complain uses voice

course open_door(Door: prop)
  step do walk_to(Door), set .activity(.me) = busy
  step do tug(Door), do say(\"Hnngh.\")
    on failure goto give_up
  step set .activity(.me) = idle
  branch give_up
    step do shrug, set .activity(.me) = idle, not .selected(.me)
  otherwise
    step do complain
  resumes

course sulk
  step do shrug
    on failure go on
  step do complain
";

#[test]
fn attributes_are_host_names_with_an_entry_of_their_own() {
    let (module, symbols) = compile(DOOR);
    assert_eq!(module.attributes.len(), 5);
    let activity = module.attribute(HostId::named("activity")).unwrap();
    let idle = Value::Symbol(SymbolId::named("idle"));
    assert_eq!(activity.default, Pushed::Is(idle));
    assert_eq!(activity.set_by, SetBy::Content);
    let name = module.host_name(activity.id).unwrap();
    assert_eq!(name.parameters, [Kind::Character]);
    let Some(Kind::SymbolOf(set)) = name.result else {
        panic!("{name:?}");
    };
    assert_eq!(module.symbol_set(set).unwrap().members.len(), 2);
    assert_eq!(symbols.name(Category::SymbolSet, set.0), "activity");
    let points = module.attribute(HostId::named("hit_points")).unwrap();
    assert_eq!(points.bounds, Some((Number(0), Number::whole(100))));
    let rank = module.attribute(HostId::named("rank")).unwrap();
    assert_eq!((rank.set_by, rank.default), (SetBy::Host, Pushed::HoldsNot));
    // A property in the old spelling is one that only the host sets.
    assert!(module.host_name(HostId::named("raining")).is_some());
    assert_eq!(module.attribute(HostId::named("raining")), None);
}

#[test]
fn a_course_is_its_branches_one_after_the_other() {
    let (module, symbols) = compile(DOOR);
    let course = module.course(CourseId::named("open_door")).unwrap();
    assert_eq!(course.parameters, [Kind::Prop]);
    let ends: Vec<bool> = course.steps.iter().map(|step| step.ends).collect();
    assert_eq!(ends, [false, false, true, true, true]);
    assert_eq!(course.steps[1].on_failure, OnFailure::GoTo(3));
    assert_eq!(course.steps[1].actions.len(), 2);
    assert_eq!(course.steps[3].name, Some(SymbolId::named("give_up")));
    assert_eq!(course.steps[3].set[1].value, WriteValue::HoldsNot);
    assert_eq!((course.fallback, course.resumes), (Some(4), true));
    let sulk = module.course(CourseId::named("sulk")).unwrap();
    assert_eq!(sulk.steps[0].on_failure, OnFailure::GoOn);
    assert!(!sulk.resumes);
    let id = CourseId::named("open_door").0;
    assert_eq!(symbols.name(Category::Course, id), "open_door");
    let read = read_module(&write_module(&module)).unwrap();
    assert_eq!(read, module);
}

#[test]
fn rules_set_attributes_at_every_moment() {
    let (module, _) = compile(
        "role crew action haul takes 2 s, may fail
         attribute selected(crew)
         attribute strength(crew): number 0..10 = 5
         script deck
           cast crew 0..3
           rule haul_away
             when .selected(.me), .strength(.me) > 1
             do haul
             set not .selected(.me)
             then set .strength(.me) = .strength(.me) - 1
             on failure set .strength(.me) = 0
             on stop set .selected(.me)
           rule rest when not .selected(.me) set .selected(.me) leave",
    );
    let rule = &module.scripts[0].rules[0];
    let counts = rule.effects().map(|effects| effects.set.len());
    assert_eq!(counts, [1, 1, 1, 1]);
    assert_eq!(rule.now.set[0].value, WriteValue::HoldsNot);
    assert_eq!(rule.on_stop.set[0].value, WriteValue::Holds);
    assert_eq!(rule.then.set[0].arguments, [Expr::Me]);
    assert_eq!(read_module(&write_module(&module)), Ok(module));
}

#[test]
fn a_mind_follows_a_course() {
    let text = "action sweep takes 5 s
        course tidy_up step do sweep
        need order
          rises 0 to 1 in 1 h
          falls 1 to 0 in 1 h
        layer body
          needs order
          action tidy: do tidy_up
          order drives tidy";
    let (module, _) = compile(text);
    let nodes = &module.minds.layers[0].nodes;
    let follows = nodes.iter().any(|node| {
        let follow = Deed::Follow(CourseId::named("tidy_up"));
        matches!(node.kind, NodeKind::Action { deed, .. } if deed == follow)
    });
    assert!(follows, "{nodes:#?}");
}

#[test]
fn the_new_words_are_names_everywhere_else() {
    compile(
        "role set role step role course role attribute
         symbols branch: otherwise, resumes, host
         action set action course takes 1 s
         property attribute
         script step
           cast
             set 0..1
             course 0..2
           fact set(character) fact branch
           rule course for set, attribute
             when not set(.me), not branch, .attribute
             do course
             add set(.me), branch
             leave
           rule bye when set(_), branch remove set(_), branch leave",
    );
}

fn check_layout(text: &str, expected: &Expect) {
    let laid_out = format(text).unwrap();
    assert_eq!(format(&laid_out).as_ref(), Ok(&laid_out));
    expected.assert_eq(&laid_out);
}

#[test]
fn layout() {
    check_layout(
        "attribute a :symbol x,y=x
         attribute b( character ):number -5 .. 5=- 1 set   by host
         course c(Door:prop,Other :character) # how
         step do walk_to(Door)with speed=2,style = polite,set .a=x , not .b(.me), do hum # first
         on failure   goto give_up
         resumes
         branch give_up # enough
         step do shrug on failure go on

         # Never again.
         step set .a=y
         otherwise step do complain(Other, \"a long text that does not fit on the line\"), do shrug_with_both_shoulders(Other)
         script s rule r then set .a = x, .b(.me)=2 when f set not .a on stop set .a = y",
        &expect![[r#"
            attribute a: symbol x, y = x
            attribute b(character): number -5..5 = -1 set by host

            course c(Door: prop, Other: character)  # how
              step do walk_to(Door) with speed = 2, style = polite, set .a = x, not .b(.me), do hum  # first
                on failure goto give_up
              resumes
              branch give_up  # enough
                step do shrug
                  on failure go on

                # Never again.
                step set .a = y
              otherwise
                step do complain(Other, "a long text that does not fit on the line"),
                     do shrug_with_both_shoulders(Other)

            script s
              rule r
                when f
                set not .a
                then set .a = x, .b(.me) = 2
                on stop set .a = y
        "#]],
    );
}
