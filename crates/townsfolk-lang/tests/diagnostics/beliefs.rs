//! Facets, settings of beliefs, and conditions on beliefs.

use crate::{Case, file, town};
use townsfolk_lang::diagnostic::Code;

/// Facets of every form, and a rule with this condition on line 10.
fn asks(about: &'static str, condition: &str, expected: &'static [&'static str]) -> Case {
    let declared = "area mill\narea inn\nfacet hair(character): symbol black, brown = black\n\
        facet work(character): area = mill\nfacet age(character): number 0..99 = 20\n\
        facet rooms(area): number 1..9 = 2\nattribute busy(character) set by host";
    let source = format!(
        "{declared}\nscript s cast guest 0..3\nrule r when .any(X), X != .me\n, {condition}\ndo talk(X) leave\nrule bye leave"
    );
    town(about, &source, expected)
}

fn facet(about: &'static str, parts: &str, expected: &'static [&'static str]) -> Case {
    file(
        about,
        &format!(
            "attribute ring(character) set by host\nfacet hair(character): symbol black, brown, red\n{parts}\nattribute height(character): number set by host"
        ),
        expected,
    )
}

/// A rule that tells, asks or lies on line 10.
fn says(about: &'static str, deed: &str, expected: &'static [&'static str]) -> Case {
    let source = format!(
        "area mill\nfacet hair(character): symbol black, brown = black\nfacet rooms(area): number 1..9 = 2\n\
        facet age(character): number 0..99 = 20\naction tell(character, character, symbol) takes 2 s\n\
        action ask(character, character, symbol) takes 2 s\naction lie(character, character, symbol, symbol) takes 2 s\n\
        script s cast guest 0..3\nrule r when .any(X), X != .me, .any(Y), Y != X, Y != .me\n{deed} leave\nrule bye leave"
    );
    town(about, &source, expected)
}

#[rustfmt::skip]
pub(crate) fn cases() -> Vec<(Code, Vec<Case>, Vec<Case>)> {
    vec![
        (Code::UnknownFacet, vec![
            asks("a misspelt facet", "believes(.me, X, hare, black)", &["unknown-facet@10"]),
            asks("an attribute that is no facet", "believes(.me, X, busy, _)", &["unknown-facet@10"]),
            asks("a variable for a facet", "believes(.me, X, X, _)", &["unknown-facet@10"]),
            asks("a value of a belief", "sure(.me, X, hare) > 0.5", &["unknown-facet@10"]),
            says("told", "do tell(X, Y, hairr)", &["unknown-facet@10"]),
            says("asked for", "do ask(X, Y, wave)", &["unknown-facet@10"]),
        ], vec![
            says("told, as it is believed", "do tell(X, Y, hair)", &[]),
            asks("everything that can be asked", "believes(.me, X, work, W), believes(X, .me, work, W), not believes(.me, X, hair, brown), sure(.me, X, age) > 0.5, Y = told_by(.me, X, age), not believes(Y, X, age, _), believes(.me, mill, rooms, 3)", &[]),
        ]),
        (Code::UnknownSymbol, vec![
            asks("a value outside the set", "believes(.me, X, hair, blak)", &["unknown-symbol@10"]),
            asks("an area that does not exist", "believes(.me, X, work, mil)", &["unknown-symbol@10"]),
            says("a lie with a value outside the set", "do lie(X, Y, hair, blak)", &["unknown-symbol@10"]),
            facet("a mistake outside the set", "mistaken black: green 10%", &["unknown-symbol@3"]),
            facet("a common value outside the set", "common black 50%, green 50%", &["unknown-symbol@3"]),
        ], vec![
            facet("values of the set", "common black 50%, red 50%\nmistaken black: red 10%", &[]),
        ]),
        (Code::WrongKind, vec![
            asks("a person for a place", "believes(.me, X, rooms, 3)", &["wrong-kind@10"]),
            asks("a symbol for a number", "believes(.me, X, age, black)", &["wrong-kind@10"]),
            asks("one variable for two kinds", "believes(.me, X, hair, V), believes(.me, X, age, V)", &["wrong-kind@10"]),
            says("a lie about a number", "do lie(X, Y, age, black)", &["wrong-kind@10"]),
            says("told of a place", "do tell(X, Y, rooms)", &["wrong-kind@10"]),
            file("a facet without a kind", "facet ill(character)", &["wrong-kind@1"]),
            file("a facet of a kind that cannot be believed", "facet since(character): duration", &["wrong-kind@1"]),
            facet("symbols mistaken for a number", "mistaken for a number within 3", &["wrong-kind@3"]),
            facet("seen while something without a truth", "seen while .height", &["wrong-kind@3"]),
        ], vec![
            file("a number mistaken for one near", "facet year(character): number\nmistaken for a number within 3", &[]),
        ]),
        (Code::WrongArguments, vec![
            asks("no value", "believes(.me, X, hair)", &["wrong-arguments@10"]),
            asks("no facet", "sure(.me, X) > 0.5", &["wrong-arguments@10"]),
            file("a facet of nobody", "facet weather: symbol wet, dry", &["wrong-arguments@1"]),
        ], vec![
            asks("all of them", "believes(.me, X, hair, _)", &[]),
        ]),
        (Code::MistakenForItself, vec![
            facet("the same value", "fades 0.1\nmistaken black: black 10%, red 5%", &["mistaken-for-itself@4"]),
        ], vec![
            facet("each for the other", "fades 0.1\nmistaken black: red 10%\nmistaken red: black 10%", &[]),
        ]),
        (Code::SharesMisfit, vec![
            facet("too little is common", "common black 50%, red 40%", &["shares-misfit@3"]),
            facet("too much among women", "common black 50% / 60%, red 50%", &["shares-misfit@3"]),
            facet("mistaken more than always", "mistaken black: red 60%, brown 50%", &["shares-misfit@3"]),
            file("forgotten and mistaken", "knowledge talktown\nforgets 90%\nmistakes 20%", &["shares-misfit@3"]),
        ], vec![
            facet("the whole", "common black 50% / 40%, red 49.5% / 60%, brown 0.5% / 0%\nmistaken black: red 60%, brown 40%", &[]),
        ]),
        (Code::FacetWithoutMistakes, vec![
            facet("symbols that fade", "fades 0.1", &["facet-without-mistakes@2"]),
        ], vec![
            facet("symbols that stay", "told 0.1", &[]),
            facet("only forgotten", "fades 0.1\nmistaken never", &[]),
            file("a number that fades", "facet year(character): number\nfades 0.1", &[]),
        ]),
        (Code::OutOfRange, vec![
            facet("a chance above one", "told 1.2", &["out-of-range@3"]),
            facet("a share above the whole", "inherited 120%", &["out-of-range@3"]),
            facet("a chance below zero", "told -0.1", &["out-of-range@3"]),
            facet("recalled more than always", "recalled 0.5 within 0.2..1.5", &["out-of-range@3"]),
            file("a setting", "knowledge talktown\noverhears 150%", &["out-of-range@2"]),
            file("no topics", "knowledge talktown\ntopics up to 0", &["out-of-range@2"]),
            file("matters less than nothing", "knowledge talktown\nmatters talk -1", &["out-of-range@2"]),
        ], vec![
            facet("evidence that counts more", "evidence 1.5, told 1, implanted 0", &[]),
        ]),
        (Code::EmptyRange, vec![
            facet("recalled from more to less", "recalled 0.5 within 0.9..0.2", &["empty-range@3"]),
            file("lies from more to less", "knowledge talktown\nlies 20%..2%", &["empty-range@2"]),
        ], vec![
            file("lies always alike", "knowledge talktown\nlies 5%..5%", &[]),
        ]),
        (Code::DuplicatePart, vec![
            facet("a number twice", "told 0.1\ntold 0.2", &["duplicate-part@4"]),
            facet("seen twice", "seen always\nseen never", &["duplicate-part@4"]),
            facet("a row twice", "mistaken black: red 10%\nmistaken black: brown 10%", &["duplicate-part@4"]),
            facet("rows and one for all", "mistaken black: red 10%\nmistaken for another", &["duplicate-part@4"]),
            facet("a value twice in a row", "mistaken black: red 10%, red 5%", &["duplicate-part@3"]),
            file("a setting twice", "knowledge talktown\nlie 5\nlie 6", &["duplicate-part@3"]),
            file("a relation twice", "knowledge talktown\nmatters talk 1, talk 2", &["duplicate-part@2"]),
        ], vec![
            facet("each once", "told 0.1\nseen never\nmistaken for another", &[]),
        ]),
        (Code::DuplicateName, vec![
            file("settings twice", "knowledge talktown\nknowledge unreliable", &["duplicate-name@2"]),
        ], vec![
            file("settings once", "knowledge unreliable", &[]),
        ]),
        (Code::UnknownWord, vec![
            file("a preset", "knowledge talktwon", &["unknown-word@1"]),
            file("a way to implant", "knowledge talktown\nimplants books", &["unknown-word@2"]),
            file("a relation", "knowledge talktown\nmatters cousin 1.5", &["unknown-word@2"]),
            facet("a number of a facet", "told 0.1, salience 1", &["unknown-word@3"]),
        ], vec![
            file("the presets", "knowledge faithful_memory\nimplants blend", &[]),
            file("relations", "knowledge talktown\nmatters group 5, love 3, friend 2, best_friend 1, coworker 1.5,\nneighbour 1.25, known 0.5, talk 0.1, home 10, workplace 5, place 1", &[]),
        ]),
        (Code::UnknownHostName, vec![
            facet("an attribute behind while", "seen while .rign", &["unknown-host-name@3"]),
        ], vec![
            facet("one that holds", "seen while .ring", &[]),
        ]),
        (Code::BeliefNeverForms, vec![
            town("never learnt", "facet hair(character): symbol black, brown = black\nseen never\nscript s cast guest 0..3\nrule r when .any(X), believes(.me, X, hair, brown), X != .me do talk(X) leave\nrule bye leave", &["belief-never-forms@1"]),
        ], vec![
            town("told", "facet hair(character): symbol black, brown = black\ntold 0.1\nseen never\nscript s cast guest 0..3\nrule r when .any(X), believes(.me, X, hair, brown), X != .me do talk(X) leave\nrule bye leave", &[]),
            file("never asked for", "facet hair(character): symbol black, brown = black\nseen never", &[]),
        ]),
        (Code::FacetWithoutValues, vec![
            town("nobody has one", "facet hair(character): symbol black, brown\nscript s cast guest 0..3\nrule r when .any(X), believes(.me, X, hair, brown), X != .me do talk(X) leave\nrule bye leave", &["facet-without-values@1"]),
        ], vec![
            town("a rule sets it", "facet hair(character): symbol black, brown\nscript s cast guest 0..3\nrule r when .any(X), believes(.me, X, hair, brown), X != .me do talk(X) then set .hair(.me) = brown leave\nrule bye leave", &[]),
        ]),
    ]
}
