//! Ways to decide in an editor.

use super::*;

/// What the cases below stand in.
const CREW: &str = "
attribute doing(character): symbol idle, busy = idle
attribute mana(character): number 0..100 = 100
attribute marked(character) set by host
role fighter
role guard
prop hatch
action wave takes 1 s
action go_to(thing) takes 1 s
course greet(Who: character)
  step do wave
# What to drink.
errand get_coffee
  needs open place serving coffee, nearest
  step go
errand work
  step do wave for 20 min
location cafe
  tags coffee, warm
# Those on the other side.
query hostiles of fighter as It
  keep .marked(It)
# Points that several have.
tree base(Foe: character)
  score 20, and 10 if .marked(Foe)
# What every guard knows.
referents watching: target, post
  # Close enough to see.
  sense near(X) within 8 m
  hunted(X) if near(X)
";

fn crew(text: &str) -> String {
    format!("{CREW}{text}")
}

#[test]
fn hot_rules_are_completed() {
    check_complete(
        &crew("rules r $0"),
        expect!["as | of world | rule | subset"],
    );
    check_complete(
        &crew("rules r as $0"),
        expect!["idle | wish | duty | need | danger | command"],
    );
    check_complete(
        &crew("rules r\n  $0"),
        expect![[r#"
        rule | subset | script | role | action | prop | symbols | location | template | attribute
        property | function | predicate | proxy | test | person | course | layer | need
        schedule | area | persona | temper | interaction"#]],
    );
    check_complete(
        &crew("rules r\n  rule a\n    $0"),
        expect![[r#"
        when | do | again after | rule | subset | script | role | action | prop | symbols
        location | template | attribute | property | function | predicate | proxy | test
        person | course | layer | need | schedule | area"#]],
    );
    check_complete(
        &crew("rules r\n  rule a $0"),
        expect!["priority | when | do | again after | rule | subset"],
    );
    check_complete(
        &crew("rules r\n  rule a\n    when $0"),
        expect!["not | .doing | .mana | .marked | distance"],
    );
    check_complete(
        &crew("rules r\n  rule a\n    when .doing(.me) = $0"),
        expect!["idle | busy | .doing"],
    );
    check_complete(
        &crew("rules r\n  rule a\n    do wave or $0"),
        expect!["go_to | greet | wave"],
    );
}

#[test]
fn referents_are_completed() {
    check_complete(&crew("referents r is $0"), expect!["watching"]);
    check_complete(
        &crew("referents r is watching\n  $0"),
        expect![[r#"
        sense | notice | bind | situation | want | achieve | to know | do | feel | share
        sight | attention | notices | distracted | remembers | every | plain | near | hunted
        script | role | action | prop | symbols"#]],
    );
    check_complete(
        &crew("referents r is watching\n  notice $0"),
        expect!["target | post"],
    );
    check_complete(
        &crew("referents r is watching\n  notice target among $0"),
        expect!["fighter | guard"],
    );
    check_complete(
        &crew("referents r is watching\n  alert(X) if $0"),
        expect!["not | known | unknown | alert | near | hunted"],
    );
    check_complete(
        &crew("referents r is watching\n  situation s $0"),
        expect![[r#"
            as | fighting | when | until | sense | notice | bind | situation | want | achieve
            to know | do | feel | share | sight | attention | notices | distracted | remembers
            every | plain | near | hunted"#]],
    );
    check_complete(
        &crew("referents r is watching\n  want near($0"),
        expect!["target | post | X"],
    );
    check_complete(
        &crew("referents r is watching\n  do $0"),
        expect!["go_to | greet | wave"],
    );
}

#[test]
fn daily_lives_and_plans_are_completed() {
    check_complete(
        &crew("daily d\n  8:00..20:00 $0"),
        expect!["get_coffee | work"],
    );
    check_complete(
        &crew("daily d\n  at 15:00 work $0"),
        expect!["with | 8:00..17:00 | at | jitter | grace"],
    );
    check_complete(
        &crew("daily d\n  $0"),
        expect![[r#"
        8:00..17:00 | at | jitter | grace | script | role | action | prop | symbols | location
        template | attribute | property | function | predicate | proxy | test | person
        course | layer | need | schedule | area | persona"#]],
    );
    check_complete(
        &crew("errand e\n  needs $0"),
        expect!["open place serving | own place serving"],
    );
    check_complete(
        &crew("errand e\n  needs own place serving $0"),
        expect!["coffee | warm"],
    );
    check_complete(
        &crew("errand e\n  step $0"),
        expect!["go | do | wait | set"],
    );
    check_complete(
        &crew("errand e\n  step do wave $0"),
        expect![[r#"
        for | with | step go | step do | step wait | step set | needs open place | needs own place
        when | otherwise"#]],
    );
    check_complete(
        &crew("operator o\n  makes $0"),
        expect![".doing | .mana | not"],
    );
    check_complete(
        &crew("operator o\n  $0"),
        expect![[r#"
        when | makes | do | cost | script | role | action | prop | symbols | location | template
        attribute | property | function | predicate | proxy | test | person | course | layer
        need | schedule | area | persona"#]],
    );
    check_complete(
        &crew("goal g\n  when $0"),
        expect!["not | .doing | .mana | .marked | distance"],
    );
}

#[test]
fn grammars_are_completed() {
    check_complete(
        &crew("grammar g\n  start a: wave or $0\n  b: wave"),
        expect!["a | go_to | greet | wave | nothing | do"],
    );
    check_complete(
        &crew("grammar g\n  start a: wave, ($0\n  b: wave"),
        expect!["a | go_to | greet | wave | nothing"],
    );
    check_complete(&crew("grammar g\n  start a: wave\n  keep $0"), expect!["a"]);
    check_complete(
        &crew("grammar g\n  start a: wave or b\n    weights from $0"),
        expect![".mana | distance"],
    );
    check_complete(
        &crew("grammar g\n  b: do $0"),
        expect!["go_to | greet | wave"],
    );
    check_complete(
        &crew("grammar g $0"),
        expect!["as | endless | start | keep | weights from"],
    );
}

#[test]
fn snippets_are_completed() {
    check_complete(
        &crew("snippet s $0"),
        expect![[r#"
        class | from | requires | as | every | passive | interrupts | among | when | unless
        score | rated by | tether | cost | do"#]],
    );
    check_complete(
        &crew("snippet s class $0"),
        expect!["movement | basic | offensive | support | reaction | safety"],
    );
    check_complete(
        &crew("snippet s class basic\n  among $0"),
        expect!["hostiles | fighter | guard | everyone | me"],
    );
    check_complete(
        &crew("snippet s class basic\n  among hostiles $0"),
        expect![[r#"
            within | as It | and me | among | when | unless | score | rated by | tether | cost
            do"#]],
    );
    check_complete(
        &crew("snippet s class basic\n  among hostiles within 9 m as It\n    rated by $0"),
        expect!["base"],
    );
    check_complete(
        &crew("snippet s class basic\n  score 20, and 10 if $0"),
        expect!["not | .doing | .mana | .marked | distance"],
    );
    check_complete(
        &crew("snippet s class basic\n  cost 30 $0"),
        expect!["doing | mana | marked"],
    );
    check_complete(
        &crew("snippet s class basic\n  among fighter within 9 m as It\n    unless .marked($0"),
        expect!["It | .me"],
    );
    check_complete(
        &crew("snippet s class basic\n  do $0"),
        expect!["go_to | greet | wave"],
    );
    check_complete(
        &crew("query q of $0"),
        expect!["fighter | guard | everyone"],
    );
    check_complete(
        &crew("tree t(It: $0"),
        expect![[r#"
        thing | character | prop | number | duration | time | daytime | symbol | text | fighter
        guard | hatch"#]],
    );
}

#[test]
fn roles_are_offered_ways_to_decide() {
    check_complete(&crew("role hand $0"), expect!["is | carries | thinks with"]);
    check_complete(
        &crew("rules r\n  rule a\n    when .marked(.me)\n    do wave\nrole hand thinks with $0"),
        expect!["r | watching"],
    );
}

#[test]
fn what_stands_in_ways_to_decide_is_told() {
    check_hover(
        &crew("rules r\n  rule a\n    when .marked(.me)\n    do gre$0et(.me)"),
        expect![[r#"
            greet :: course greet(Who: character)
        "#]],
    );
    check_hover(
        &crew("referents r is watching\n  alert(X) if ne$0ar(X)"),
        expect![[r#"
            near :: sense near(X) within 8 m
            Close enough to see.
            - in the referents `watching`
        "#]],
    );
    check_hover(
        &crew("referents r is watching\n  want near(tar$0get)"),
        expect![[r#"
            target :: target
            - a referent of `watching`
        "#]],
    );
    check_hover(
        &crew("daily d\n  0:00..0:00 get_co$0ffee"),
        expect![[r#"
        get_coffee :: errand get_coffee
        What to drink.
    "#]],
    );
    check_hover(
        &crew(
            "snippet s class basic\n  among hos$0tiles within 9 m as It\n    score 10\n  do wave",
        ),
        expect![[r#"
            hostiles :: query hostiles
            Those on the other side.
        "#]],
    );
    check_hover(
        &crew(
            "snippet s class basic\n  among hostiles within 9 m as It\n    rated by ba$0se(It)\n  do wave",
        ),
        expect![[r#"
            base :: tree base(Foe: character)
            Points that several have.
        "#]],
    );
    check_hover(
        &crew(
            "snippet s class basic\n  among hostiles within 9 m as It\n    rated by base(I$0t)\n  do wave",
        ),
        expect![[r#"
            It :: It: character
            - a candidate of `among hostiles within 9 m as It`
        "#]],
    );
    check_hover(
        &crew("snippet s class basic\n  score 10\n  cost 3 ma$0na\n  do wave"),
        expect![[r#"
            mana :: attribute mana(character): number 0..100 = 100
        "#]],
    );
    check_hover(
        &crew("rules r as du$0ty\n  rule a\n    when .marked(.me)\n    do wave"),
        expect![[r#"
            duty :: joins as duty
            It is expected of them.
        "#]],
    );
    check_hover(
        &crew("rules r\n  rule a prio$0rity 2\n    when .marked(.me)\n    do wave"),
        expect![[r#"
            priority :: rule report_in priority 2
            Of several rules that can fire, the one with the greatest priority does; 0 unless stated.
        "#]],
    );
}

#[test]
fn names_in_ways_to_decide_are_found() {
    let set = crew("referents r is watching\n  alert(X) if ne$0ar(X)");
    check_definition(
        &[("a.folk", &set)],
        expect![[r#"
        a.folk: sense [near](X) within 8 m
    "#]],
    );
    let day = crew("daily d\n  0:00..0:00 get_co$0ffee");
    check_definition(
        &[("a.folk", &day)],
        expect![[r#"
        a.folk: errand [get_coffee]
    "#]],
    );
}

/// The examples, with the declarations that are typed word by word below.
const EXAMPLES: [(&str, &str); 8] = [
    (
        "faces",
        include_str!("../../../../examples/faces/faces.folk"),
    ),
    (
        "gossips",
        include_str!("../../../../examples/gossips/gossips.folk"),
    ),
    (
        "cabin",
        include_str!("../../../../examples/cabin/cabin.folk"),
    ),
    (
        "perimeter",
        include_str!("../../../../examples/perimeter/perimeter.folk"),
    ),
    (
        "tower",
        include_str!("../../../../examples/tower/tower.folk"),
    ),
    (
        "patterns",
        include_str!("../../../../examples/patterns/patterns.folk"),
    ),
    ("mage", include_str!("../../../../examples/mage/mage.folk")),
    (
        "harbour",
        include_str!("../../../../examples/harbour/harbour.folk"),
    ),
];

/// What `perimeter` builds on.
const SITUATIONS: [(&str, &str); 7] = [
    (
        "words",
        include_str!("../../../../examples/situations/words.folk"),
    ),
    (
        "ambush",
        include_str!("../../../../examples/situations/ambush.folk"),
    ),
    (
        "containment",
        include_str!("../../../../examples/situations/containment.folk"),
    ),
    (
        "flee",
        include_str!("../../../../examples/situations/flee.folk"),
    ),
    (
        "hide",
        include_str!("../../../../examples/situations/hide.folk"),
    ),
    (
        "search",
        include_str!("../../../../examples/situations/search.folk"),
    ),
    (
        "stalk",
        include_str!("../../../../examples/situations/stalk.folk"),
    ),
];

/// Whether a line opens a way to decide or what it is made of.
fn opens_decider(line: &str) -> bool {
    let words = [
        "facet",
        "knowledge",
        "attribute",
        "course",
        "rules",
        "referents",
        "errand",
        "daily",
        "goal",
        "operator",
        "grammar",
        "query",
        "tree",
        "snippet",
        "role",
    ];
    let first = line.split_whitespace().next().unwrap_or_default();
    !line.starts_with(' ') && words.contains(&first)
}

/// Each word of an example after its first letter: is it among those offered? Declared names and
/// values are typed by the author alone.
#[test]
fn the_words_of_the_examples_are_offered_while_they_are_typed() {
    let (mut missing, mut silent) = (String::new(), String::new());
    let (mut words, mut offered) = (0, 0);
    let mut seen = std::collections::BTreeSet::new();
    for (name, text) in EXAMPLES {
        let situations = SITUATIONS.into_iter().filter(|_| name == "perimeter");
        let mut project = Project::of_files(situations.chain([(name, text)]));
        let checked = project.check();
        let file = project.find(name).expect("the example");
        let mut inside = false;
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            let blank = line.trim().is_empty() || line.trim_start().starts_with('#');
            if !blank && !line.starts_with(' ') {
                inside = opens_decider(line);
            }
            if inside && !blank {
                let tokens = townsfolk_lang::syntax::lex(line);
                let mut last = String::new();
                for token in tokens {
                    let word = &line[token.start as usize..token.end as usize];
                    let keyword = token.kind.is_keyword();
                    let named = matches!(token.kind, SyntaxKind::IDENT | SyntaxKind::DOT_NAME);
                    let first = line.split_whitespace().next().unwrap_or_default();
                    let key = (name, first.to_string(), last.clone(), word.to_string());
                    let typed = (keyword || named) && !is_named_here(line, &last, word);
                    if typed && seen.insert(key) {
                        let at = start + token.start + 1;
                        let labels = completions(&project, &checked, file, at);
                        let found = labels.iter().any(|item| offers(&item.label, &last, word));
                        words += 1;
                        offered += u32::from(found);
                        let told = hover(&project, &checked, file, at);
                        if told.is_none() {
                            let _ = writeln!(silent, "{name}: `{word}` in {}", line.trim());
                        }
                        if !found {
                            let _ = writeln!(missing, "{name}: `{word}` in {}", line.trim());
                        }
                    }
                    if !token.kind.is_trivia() {
                        last = word.to_string();
                    }
                }
            }
            start += line.len() as u32;
        }
    }
    assert!(silent.is_empty(), "nothing is told of\n{silent}");
    assert!(words > 500, "{words} words");
    assert!(
        offered * 100 >= words * 97,
        "{offered} of {words}\n{missing}"
    );
}

/// Whether the author makes this word up: it is declared here.
fn is_named_here(line: &str, last: &str, word: &str) -> bool {
    let opens = [
        "facet",
        "attribute",
        "course",
        "rules",
        "referents",
        "errand",
        "daily",
        "goal",
        "operator",
        "grammar",
        "query",
        "tree",
        "snippet",
        "role",
        "rule",
        "subset",
        "situation",
        "branch",
        "start",
        "symbol",
        "from",
    ];
    let declared = format!("{word}:");
    opens.contains(&last)
        || line.trim_start().starts_with(&declared)
        || line.trim_start().starts_with("start") && line.contains(&format!(" {declared}"))
        || line.starts_with("referents") && line.contains(':') && !line.starts_with(last)
        || line.starts_with("attribute") && line.contains("symbol")
        || line.starts_with("facet") && line.contains("symbol ")
}

/// Whether a label is the word, or a phrase that has it behind the last word.
fn offers(label: &str, last: &str, word: &str) -> bool {
    let mut parts = label.split(' ');
    label == word || parts.next() == Some(word) || label.contains(&format!("{last} {word}"))
}
