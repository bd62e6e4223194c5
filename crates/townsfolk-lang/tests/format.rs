//! Formatting: one layout, every comment kept, nothing else changed.

#![allow(clippy::unwrap_used, clippy::panic)]

#[path = "support/generate.rs"]
mod generate;

use expect_test::{Expect, expect};
use proptest::prelude::*;
use townsfolk_lang::format::format;
use townsfolk_lang::source::FileId;
use townsfolk_lang::syntax::{SyntaxKind, lex, parse};

fn check(text: &str, expected: &Expect) {
    expected.assert_eq(&formatted(text));
}

/// The formatted text, after checking what must hold for every text.
fn formatted(text: &str) -> String {
    let once = format(text).unwrap_or_else(|problems| panic!("{text}\n{problems:#?}"));
    let problems = parse(FileId(0), &once).problems;
    assert!(problems.is_empty(), "{text}\n--\n{once}\n{problems:#?}");
    assert_eq!(
        format(&once).as_ref(),
        Ok(&once),
        "formatting twice\n{text}"
    );
    assert_eq!(comments(text), comments(&once), "{text}\n--\n{once}");
    assert_eq!(meaning(text), meaning(&once), "{text}\n--\n{once}");
    let (before, after) = (shape(text), shape(&once));
    let same = before
        .bytes()
        .zip(after.bytes())
        .take_while(|(a, b)| a == b);
    let from = before.floor_char_boundary(same.count().saturating_sub(300));
    assert!(
        before == after,
        "another tree\n{text}\n--\n{once}\n--\n{:.600}\n--\n{:.600}",
        &before[from..],
        &after[from..]
    );
    once
}

/// The tree of a text without trivia and commas. The parts of a rule are sorted, since formatting
/// may change their order.
fn shape(text: &str) -> String {
    let dump = parse(FileId(0), text).dump();
    let lines: Vec<(usize, String)> = dump.lines().filter_map(dumped).collect();
    let mut at = 0;
    subtree(&lines, &mut at)
}

/// The depth and the words of a line of a dump, unless it is trivia or a comma.
fn dumped(line: &str) -> Option<(usize, String)> {
    let words = line.trim_start();
    let (kind, rest) = words.split_once('@')?;
    let text = rest.split_once(' ').map_or("", |(_, text)| text);
    let counts = !["SPACE", "COMMENT", "COMMA"].contains(&kind);
    // A word may be a keyword at the beginning of a line, and a name elsewhere.
    let own = if text.is_empty() { kind } else { text };
    counts.then(|| (line.len() - words.len(), own.to_string()))
}

fn subtree(lines: &[(usize, String)], at: &mut usize) -> String {
    let (depth, own) = &lines[*at];
    *at += 1;
    let mut inside = vec![];
    while lines.get(*at).is_some_and(|(deeper, _)| deeper > depth) {
        inside.push(subtree(lines, at));
    }
    match own.as_str() {
        "RULE" => inside.sort(),
        // Accepted findings move below the first line.
        _ => inside.sort_by_key(|node| !node.starts_with("(ACCEPT ")),
    }
    format!("({own} {})", inside.join(" "))
}

/// All comments, sorted: formatting may move one, but neither lose nor double it.
fn comments(text: &str) -> Vec<&str> {
    let mut comments: Vec<&str> = lex(text)
        .iter()
        .filter(|token| token.kind == SyntaxKind::COMMENT)
        .map(|token| text[token.start as usize..token.end as usize].trim_end())
        .collect();
    comments.sort_unstable();
    comments
}

/// The words of a text without commas, the parts of each rule sorted.
fn meaning(text: &str) -> Vec<String> {
    use SyntaxKind::*;
    let mut all = vec![];
    let mut parts: Vec<String> = vec![];
    let (mut in_rule, mut in_head) = (false, false);
    let mut last = SPACE;
    for token in lex(text) {
        if token.kind.is_trivia() || token.kind == COMMA {
            continue;
        }
        let word = &text[token.start as usize..token.end as usize];
        let continues = matches!(last, THEN_KW | ON_KW)
            || ["failure", "stop"].contains(
                &parts
                    .last()
                    .map_or("", |part| part.trim_start_matches("on ").trim_end()),
            );
        let starts_part = match token.kind {
            WHEN_KW | CHOOSE_KW | DO_KW | TOGETHER_KW | WHILE_KW | THEN_KW | ON_KW | GOTO_KW
            | LEAVE_KW | END_KW | URGENT_KW | ONCE_KW | AGAIN_KW | ACCEPT_KW => true,
            ADD_KW | REMOVE_KW | SET_KW => !continues,
            _ => false,
        };
        let ends_rule = matches!(
            token.kind,
            RULE_KW
                | OVERRIDE_KW
                | DROP_KW
                | STATE_KW
                | EVERY_KW
                | CAST_KW
                | FACT_KW
                | CLAIM_KW
                | DEFINE_KW
                | HOLD_KW
                | ALWAYS_KW
                | NEVER_KW
                | EVENTUALLY_KW
                | TEST_KW
                | ROLE_KW
                | PROXY_KW
                | PROP_KW
                | SYMBOLS_KW
                | ACTION_KW
                | PROPERTY_KW
                | FUNCTION_KW
                | PREDICATE_KW
                | SCRIPT_KW
                | TEMPLATE_KW
                | LOCATION_KW
                | ID_KW
                | AREA_KW
                | NEED_KW
                | LAYER_KW
                | SCHEDULE_KW
                | PERSON_KW
                | ATTRIBUTE_KW
                | FACET_KW
                | KNOWLEDGE_KW
                | COURSE_KW
                | RULES_KW
                | REFERENTS_KW
                | DAILY_KW
                | ERRAND_KW
                | GOAL_KW
                | OPERATOR_KW
                | GRAMMAR_KW
                | SNIPPET_KW
                | TREE_KW
                | QUERY_KW
                | STIMULUS_KW
                | SENSES_KW
                | MOTIONS_KW
                | SKILLS_KW
                | TOKEN_KW
        );
        if ends_rule {
            parts.sort();
            all.append(&mut parts);
            in_rule = token.kind == RULE_KW;
            in_head = in_rule;
        } else if in_rule {
            in_head &= !starts_part;
            let in_head_part = in_head && ["for", "before", "after"].contains(&word);
            if starts_part || in_head_part {
                parts.push(String::new());
            }
        }
        last = token.kind;
        match parts.last_mut() {
            Some(part) if in_rule => {
                part.push_str(word);
                part.push(' ');
            }
            _ => parts.push(format!("{word} ")),
        }
    }
    parts.sort();
    all.append(&mut parts);
    all
}

#[test]
fn the_shipped_bench_changes_at_most_in_the_order_of_parts() {
    let text = include_str!("../../../examples/bench/bench.folk");
    let printed = formatted(text);
    let sorted = |text: &str| {
        let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
        lines.sort();
        lines
    };
    assert_eq!(sorted(&printed), sorted(text));
}

#[test]
fn long_sums_neither_overflow_nor_hang() {
    let text = format!("script s rule r when x = 1{}", " + 1".repeat(200_000));
    match format(&text) {
        Ok(printed) => assert_eq!(format(&printed), Ok(printed)),
        Err(problems) => assert!(!problems.is_empty()),
    }
}

#[test]
fn every_example_of_the_language_chapter_can_be_formatted() {
    let book = include_str!("../../../docs/book/src/language.md");
    let examples = book.split("```folk\n").skip(1);
    for example in examples.filter_map(|rest| rest.split("```").next()) {
        let in_script = ["rule ", "hold ", "never ", "test "];
        let in_script = in_script.iter().any(|word| example.starts_with(word));
        let text = format!("{}{example}", if in_script { "script x\n" } else { "" });
        formatted(&text.replace('…', ""));
    }
}

#[test]
fn parts_go_into_their_order_and_take_their_comments_along() {
    check(
        "script s state a rule r before z for elder,cook
           goto b # where to
           # who
           when a( X ),not b(X , _ ) # both
           on stop remove c(X) add d(X) add c(X)
           # Twice.
           add e(X) urgent again   after 2 .. 3s
           do sit(X)with speed=- 2,style = polite",
        &expect![[r#"
            script s
              state a
                rule r for elder, cook before z
                  # who
                  when a(X), not b(X, _)  # both
                  do sit(X) with speed = -2, style = polite
                  add d(X)
                  add c(X)
                  # Twice.
                  add e(X)
                  on stop remove c(X)
                  goto b  # where to
                  urgent
                  again after 2..3 s
        "#]],
    );
}

#[test]
fn accepted_findings_stand_below_the_first_line() {
    check(
        "role a
         accept role-without-layer   because \"no mind\"
         script s fact f told
           accept fact-never-read because \"for the game\" # since May
         cast a 1 # one
           accept never-leaves because \"he lives here\"
         rule r do wave
           # Why.
           accept rule-starves-others because \"r\"
           accept no-way-out because \"q\"
           once
         location l prefers s 1
         accept fact-never-read because \"l\"
         emits script",
        &expect![[r#"
            role a
              accept role-without-layer because "no mind"

            script s
              fact f told
                accept fact-never-read because "for the game"  # since May

              cast
                a 1  # one
                  accept never-leaves because "he lives here"

              rule r
                # Why.
                accept rule-starves-others because "r"
                accept no-way-out because "q"
                do wave
                once

            location l
              accept fact-never-read because "l"
              prefers s 1
              emits script
        "#]],
    );
}

#[test]
fn comments_stay_at_their_items() {
    check(
        "# The file.

# The roles.
role a # first
role b is # parents
  a # deep
  , c # last
# Before the end of the role?


prop x # a prop
symbols topic: # of talk
   weather, # always
   # Never mention these:
   prices,
   gossip
action f(prop, # what
   number) with a: number = 1, # one
   b: number takes 2 s # two
   , may fail
# The end.",
        &expect![[r#"
            # The file.

            # The roles.
            role a  # first
            # parents
            role b is a,  # deep
                      c  # last

            # Before the end of the role?

            prop x  # a prop

            # of talk
            symbols topic: weather,  # always
                           # Never mention these:
                           prices,
                           gossip

            # what
            action f(prop, number)
              with a: number = 1,  # one
                   b: number
              takes 2 s,  # two
              may fail
            # The end.
        "#]],
    );
}

#[test]
fn minds_are_laid_out_with_their_blank_lines_and_comments() {
    check(
        "area a in b
area c
role x is y carries work
need hunger rises by itself,0 to 1 in 6 h falls 1,0.5 at 10min,0 at 15 min # slowly
starts anywhere
# The body.
layer body needs hunger,fear

# What is done.
action eat : use my bed as guest , begun sets eating,done clears eating # both
hunger,fear drive eat usually above 0.6
all of hunger_of_a_very_long_name, fear_of_a_very_long_name, another_thing_of_a_very_long_name drives eat
schedule day 8:00 .. 17:00 at a as x waits up to 5 min,urgent from 20 min leaving at 0.7
17:00..8:00 at c as x
persona calm neurotic 0.2,extrovert 0.1
person mira is x mind body follows day persona calm knows about mira \"She is here.\"
feels for mira like 0.5",
        &expect![[r#"
            area a in b
            area c

            role x is y carries work

            need hunger
              rises by itself, 0 to 1 in 6 h
              falls 1, 0.5 at 10 min, 0 at 15 min  # slowly
              starts anywhere

            # The body.
            layer body
              needs hunger, fear

              # What is done.
              action eat: use my bed as guest, begun sets eating, done clears eating  # both
              hunger, fear drive eat usually above 0.6
              all of hunger_of_a_very_long_name, fear_of_a_very_long_name, another_thing_of_a_very_long_name
                drives eat

            schedule day
              8:00..17:00 at a as x waits up to 5 min, urgent from 20 min leaving at 0.7
              17:00..8:00 at c as x

            persona calm neurotic 0.2, extrovert 0.1

            person mira
              is x
              mind body
              follows day
              persona calm
              knows about mira "She is here."
              feels for mira like 0.5
        "#]],
    );
}

#[test]
fn long_lists_break_after_commas_under_the_first_item() {
    check(
        "script s
           define quite_a_long_name(Someone) when waiting_for_the_waiter(Someone), not served_already(Someone, _), .sees(.me, Someone)
           always everybody_is_served_in_the_end when waiting_for_the_waiter(Someone), not served_already(Someone, _) expect served(Someone, .me), happy(Someone)
           rule r when waiting_for_the_waiter(Someone), not served_already(Someone, _), .sees(.me, Someone), chance(30 %)
             then add a_fact(Someone, .now + random(1, 2) * .minute), another_fact(Someone), a_third_fact(Someone)",
        &expect![[r#"
            script s
              define quite_a_long_name(Someone)
                when waiting_for_the_waiter(Someone), not served_already(Someone, _), .sees(.me, Someone)

              always everybody_is_served_in_the_end
                when waiting_for_the_waiter(Someone), not served_already(Someone, _)
                expect served(Someone, .me), happy(Someone)

              rule r
                when waiting_for_the_waiter(Someone),
                     not served_already(Someone, _),
                     .sees(.me, Someone),
                     chance(30%)
                then add a_fact(Someone, .now + random(1, 2) * .minute),
                         another_fact(Someone),
                         a_third_fact(Someone)
        "#]],
    );
}

#[test]
fn blank_lines_part_kinds_and_at_most_one_is_kept() {
    check(
        "role a role b


role c proxy p prop x property h(prop):number predicate i
script one fact a fact b

claim c
define d when a
cast elder 0..1 joins late,player
 cook 1
never n when a
never m when b
state x drop rule y drop rule z rule r leave rule q leave
every state state y
test t given a people ann elder seed 3

ann does r with X=3
scene goes on
location l prop left:chair at 0m,- 1 m tags a,b
knows seat(left)",
        &expect![[r#"
            role a
            role b

            role c
            proxy p

            prop x

            property h(prop): number
            predicate i

            script one
              fact a
              fact b

              claim c
              define d when a

              cast
                elder 0..1 joins late, player
                cook 1

              never n when a
              never m when b

              state x
                drop rule y
                drop rule z

                rule r
                  leave

                rule q
                  leave

              every state

              state y

              test t
                given a
                people ann elder
                seed 3

                ann does r with X = 3
                scene goes on

            location l
              prop left: chair at 0 m, -1 m
              tags a, b
              knows seat(left)
        "#]],
    );
}

#[test]
fn what_cannot_be_parsed_is_left_alone() {
    assert!(format("script s rule when").is_err());
    let problems = format("script s rule r add say(\"open)\n leave").unwrap_err();
    assert!(
        problems
            .iter()
            .any(|problem| problem.message.contains("quote"))
    );
}

#[test]
fn an_empty_file_stays_empty() {
    check("", &expect![""]);
    check("\u{feff}\n\n", &expect![""]);
    check(
        "\n\n# only a comment\n\n\n",
        &expect![[r#"
        # only a comment
    "#]],
    );
}

#[test]
fn an_opener_stands_on_a_line_with_its_name_or_is_refused() {
    assert!(format("area\nseat\n").is_err());
    assert!(format("action left\nid action left 12layer seat\n  flag two\n").is_err());
    assert!(format("action left\nid action left 12\nlayer seat\n  flag two\n").is_ok());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_programs_keep_comments_and_meaning(text in generate::programs()) {
        let problems = parse(FileId(0), &text).problems;
        prop_assert!(problems.is_empty(), "{text}\n{problems:#?}");
        formatted(&text);
    }

    #[test]
    fn shaken_programs_are_formatted_or_refused(text in generate::shaken_programs()) {
        if format(&text).is_ok() {
            formatted(&text);
        }
    }

    #[test]
    fn any_text_is_formatted_or_refused(text in ".{0,60}") {
        if format(&text).is_ok() {
            formatted(&text);
        }
    }
}

/// Long choices go on lines of their own, and marks of repetition stand close to what they repeat.
#[test]
fn grammars_have_one_layout() {
    let text = "grammar   boss as danger   endless
start 2 a : fire * 50 % ,b + 30% , ( c or 2 d ) * 2 .. 5 with 20 %
 b:0.4 fire   or 0.6 (nothing or c) # tail
  weights from .x( .me ),.y(.me)   squared at   least 0.1
 c: do strike( .me ) when .x(.me)>1
 long: \"one of many words\" or \"another of many words\" or \"yet another of many words\" or \"the very last of them\"
 keep fire,fire near 5 % over 200
";
    let formatted = "grammar boss as danger endless
  start 2 a: fire*50%, b+30%, (c or 2 d)*2..5 with 20%
  b: 0.4 fire or 0.6 (nothing or c)  # tail
    weights from .x(.me), .y(.me) squared at least 0.1
  c: do strike(.me) when .x(.me) > 1
  long: \"one of many words\"
    or \"another of many words\"
    or \"yet another of many words\"
    or \"the very last of them\"
  keep fire, fire near 5% over 200
";
    assert_eq!(format(text).as_deref(), Ok(formatted));
    assert_eq!(format(formatted).as_deref(), Ok(formatted));
}

/// The commas between weights were taken away, so a formatted network did not compile.
#[test]
fn rows_of_a_network_keep_their_commas() {
    let text = "network guests\n hidden -0.5,0.25 ,  1\n  kiss 0,   -1\n";
    let formatted = "network guests\n  hidden -0.5, 0.25, 1\n  kiss 0, -1\n";
    assert_eq!(format(text).as_deref(), Ok(formatted));
    assert_eq!(format(formatted).as_deref(), Ok(formatted));
}

#[test]
fn merchants_have_a_line_for_each_of_goods_and_events() {
    check(
        "area market\nmerchant grocer at market # the old one\n goods apples arrive 12 per h,go 14 per h , batch of 25\ngoods truffles go 1 per 200 h, reserve 4, at least 3 at first\n on monday at 6:00 apples up to 70\nevery day at 7:00 apples,truffles 5 more if below 5 with 50%\n\n\nabout every 3 days apples 2 fewer\non day 12 everything is taken",
        &expect![[r#"
            area market

            merchant grocer at market  # the old one
              goods apples arrive 12 per h, go 14 per h, batch of 25
              goods truffles go 1 per 200 h, reserve 4, at least 3 at first
              on monday at 6:00 apples up to 70
              every day at 7:00 apples, truffles 5 more if below 5 with 50%

              about every 3 days apples 2 fewer
              on day 12 everything is taken
        "#]],
    );
}

#[test]
fn senses_and_skills_have_a_line_for_each_part() {
    check(
        "stimulus footstep reach 2.5 m,loud 0.35 , gives away,soft # steps\n from steps at 5 m per s,every 0.4 s\n\
         stimulus glass reach 5 m, loud 80% by throw_bottle at me\n\
         senses keen\n hears asleep 0.8,unaware 3, footstep of crouched 0.2\n deaf to glass , footstep of crouched\n\
         hears at most 60 m\nsees 12 m,wide 100 deg,narrow 8 deg,takes 0.8 s\n takes 0.3 s in combat,3 s at first\n\n\n\
         answers on hard agitate 0.1, react 0.25,chase 0.45\ninfers causes falls 1 to 0 in 4 s startles at 1 loses after 3 s\n\
         motions frantic motion dart 2 m ahead,0.5 m left, turned 40 deg left,takes 0.7 s,far\n\
         skills listener as danger,until done,senses keen,squad night_watch, hunts intruder,civilian\n\
         bark spotted \"There!\",\"You!\"\nevery skill pace 2 m per s\nchase pace 4 m per s,with maul, reorients 4..8 s\n\
         when not .tired(.me),.hungry(.me)\nown_thing do eat(X) with how = fast, much = 3\nwander random,in ruins\n\
         query panic_cover from cover or open within 25 m, even without a shot\nrate close_in 15 m,available\n\
         rate distance 3 m: 0,5 m: 1 power 2, angle -40 deg:0, 40 deg : 1\n\
         token flanking holds 1,best,rests 0.5 s",
        &expect![[r#"
            stimulus footstep reach 2.5 m, loud 0.35, gives away, soft  # steps
              from steps at 5 m per s, every 0.4 s

            stimulus glass reach 5 m, loud 80%
              by throw_bottle at me

            senses keen
              hears asleep 0.8, unaware 3, footstep of crouched 0.2
              deaf to glass, footstep of crouched
              hears at most 60 m
              sees 12 m, wide 100 deg, narrow 8 deg, takes 0.8 s
              takes 0.3 s in combat, 3 s at first

              answers on hard agitate 0.1, react 0.25, chase 0.45
              infers causes
              falls 1 to 0 in 4 s
              startles at 1
              loses after 3 s

            motions frantic
              motion dart 2 m ahead, 0.5 m left, turned 40 deg left, takes 0.7 s, far

            skills listener as danger, until done, senses keen, squad night_watch, hunts intruder, civilian
              bark spotted "There!", "You!"
              every skill pace 2 m per s
              chase pace 4 m per s, with maul, reorients 4..8 s
                when not .tired(.me), .hungry(.me)
              own_thing
                do eat(X) with how = fast, much = 3
              wander random, in ruins

            query panic_cover from cover or open within 25 m, even without a shot
              rate close_in 15 m, available
              rate distance 3 m: 0, 5 m: 1 power 2, angle -40 deg: 0, 40 deg: 1

            token flanking holds 1, best, rests 0.5 s
        "#]],
    );
    let long = "skills the_listener_of_the_quarantined_street as danger, until done, senses keen_and_afraid, squad night_watch, hunts intruder, civilian\n  wander";
    check(
        long,
        &expect![[r#"
            skills the_listener_of_the_quarantined_street
              as danger, until done, senses keen_and_afraid, squad night_watch, hunts intruder, civilian
              wander
        "#]],
    );
    // A broken line may begin with a word that opens a declaration elsewhere.
    let broken = "skills s until done, senses keen, hunts intruder\n  chase pace 3.8 m per s, with frenzy, reach 1.3 m, reorients 4..8 s, motions frantic, reorient_motions frantic";
    check(
        broken,
        &expect![[r#"
        skills s until done, senses keen, hunts intruder
          chase pace 3.8 m per s,
                with frenzy,
                reach 1.3 m,
                reorients 4..8 s,
                motions frantic,
                reorient_motions frantic
    "#]],
    );
}
