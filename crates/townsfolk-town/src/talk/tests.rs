use super::super::FacetWords;
use super::*;
use townsfolk_core::{SymbolId, Value};

const ANNA: CharacterId = CharacterId(1);
const BERT: CharacterId = CharacterId(2);
const VISITOR: CharacterId = CharacterId(3);

fn symbol(name: &str) -> Value {
    Value::Symbol(SymbolId::named(name))
}

fn facet(name: &str, values: &[&str]) -> FacetWords {
    FacetWords {
        id: HostId::named(name),
        name: name.replace('_', " "),
        values: values
            .iter()
            .map(|v| (symbol(v), v.replace('_', " ")))
            .collect(),
    }
}

fn vocabulary() -> Vocabulary {
    let person = |who, names: &[&str]| (who, names.iter().map(|n| (*n).to_owned()).collect());
    Vocabulary {
        people: vec![
            person(ANNA, &["Anna Brook", "Anna"]),
            person(BERT, &["Bert Low", "Bert"]),
            person(VISITOR, &["the visitor", "the stranger"]),
        ],
        facets: vec![
            facet("hair_color", &["black", "brown", "red", "gray"]),
            facet("hair_length", &["bald", "short", "long"]),
            facet("eye_color", &["brown", "blue", "gray"]),
            facet("facial_hair", &["none", "full_beard", "mustache"]),
            facet("glasses", &["yes", "no"]),
            facet("tattoo", &["yes", "no"]),
            facet("skin_color", &["black", "brown", "white"]),
            facet("eyebrow_color", &["black", "brown", "red"]),
            facet("eyebrow_size", &["small", "large", "unibrow"]),
            facet("eye_size", &["small", "medium", "large"]),
            facet("eye_shape", &["round", "almond", "thin"]),
            facet("eyes_apart", &["narrow", "middle", "wide"]),
            facet("eyes_height", &["low", "middle", "high"]),
            facet("nose_size", &["small", "medium", "large"]),
            facet("nose_shape", &["long", "broad", "pointy"]),
            facet("ear_size", &["small", "large"]),
            facet("ear_angle", &["flat", "protruding"]),
            facet("head_shape", &["square", "oval"]),
            facet("head_size", &["small", "large"]),
            facet("mouth_size", &["small", "large"]),
            facet("scar", &["yes", "no"]),
            facet("freckles", &["yes", "no"]),
            facet("sunglasses", &["yes", "no"]),
            facet("workplace", &["bakery", "golden_pike"]),
            facet("home", &["mill_house", "bakery"]),
        ],
    }
}

fn understood(text: &str) -> Result<Utterance, NotUnderstood> {
    let context = TalkContext {
        listener: BERT,
        last: Some(ANNA),
    };
    vocabulary().understand(text, &context)
}

fn asks(of: CharacterId, facet: &str) -> Utterance {
    let facet = HostId::named(facet);
    Utterance::AskFacet { of, facet }
}

fn tells(of: CharacterId, facet: &str, value: &str, source: Option<CharacterId>) -> Utterance {
    Utterance::Tell {
        of,
        facet: HostId::named(facet),
        value: symbol(value),
        source,
    }
}

#[test]
fn questions_are_understood_as_people_type_them() {
    for (text, meaning) in [
        ("What colour is Anna's hair?", asks(ANNA, "hair_color")),
        ("what is her eye color", asks(ANNA, "eye_color")),
        ("Where does Anna Brook live?", asks(ANNA, "home")),
        ("where do you work?", asks(BERT, "workplace")),
        ("Does the stranger wear glasses?", asks(VISITOR, "glasses")),
        ("Did the visitor have a tattoo?", asks(VISITOR, "tattoo")),
        (
            "How long was the visitor's hair?",
            asks(VISITOR, "hair_length"),
        ),
    ] {
        assert_eq!(understood(text), Ok(meaning), "{text}");
    }
}

#[test]
fn descriptions_statements_and_claims_are_told_apart() {
    let who = |traits: &[(&str, &str)]| Utterance::AskWho {
        traits: traits
            .iter()
            .map(|(facet, value)| (HostId::named(facet), symbol(value)))
            .collect(),
    };
    for (text, meaning) in [
        (
            "Who has red hair and glasses?",
            who(&[("hair_color", "red"), ("glasses", "yes")]),
        ),
        (
            "Who works at the Golden Pike?",
            who(&[("workplace", "golden_pike")]),
        ),
        ("Who lives in the bakery?", who(&[("home", "bakery")])),
        (
            "Who has a full beard but no tattoo?",
            who(&[("facial_hair", "full_beard"), ("tattoo", "no")]),
        ),
        (
            "Anna has long hair.",
            tells(ANNA, "hair_length", "long", None),
        ),
        (
            "Anna works at the bakery",
            tells(ANNA, "workplace", "bakery", None),
        ),
        (
            "Bert told me that the visitor had brown eyes.",
            tells(VISITOR, "eye_color", "brown", Some(BERT)),
        ),
        (
            "I heard from Anna that the visitor wore no glasses",
            tells(VISITOR, "glasses", "no", Some(ANNA)),
        ),
        ("Who told you that?", Utterance::AskSource),
        (
            "What do you know about the visitor?",
            Utterance::Describe { of: VISITOR },
        ),
        (
            "What did the visitor look like?",
            Utterance::Describe { of: VISITOR },
        ),
        (
            "Where were you last night?",
            Utterance::AskWhere {
                of: BERT,
                when: PastTime::LastNight,
            },
        ),
        ("Good evening!", Utterance::Greet),
    ] {
        assert_eq!(understood(text), Ok(meaning), "{text}");
    }
}

#[test]
fn a_sentence_that_is_not_understood_comes_with_sentences_that_are() {
    for text in [
        "",
        "???",
        "Anna",
        "What about the weather?",
        "Anna told me that",
        "é’s ünïcödé 🦀",
    ] {
        let Err(lost) = understood(text) else {
            continue;
        };
        assert!(!lost.suggestions.is_empty(), "{text}");
        for suggestion in lost.suggestions {
            assert!(understood(&suggestion).is_ok(), "{text}: {suggestion}");
        }
    }
    assert!(understood("Anna told me that").is_err());
    assert!(understood(&"x ".repeat(100_000)).is_err());
}

#[test]
fn every_sentence_that_is_offered_is_understood_as_it_was_meant() {
    let words = vocabulary();
    let mut meant = vec![Utterance::Greet, Utterance::AskSource];
    for of in [ANNA, BERT, VISITOR] {
        meant.push(Utterance::Describe { of });
        meant.extend(PastTime::ALL.map(|when| Utterance::AskWhere { of, when }));
        for facet in &words.facets {
            meant.push(Utterance::AskFacet {
                of,
                facet: facet.id,
            });
            for (value, _) in &facet.values {
                let traits = vec![(facet.id, *value)];
                meant.push(Utterance::AskWho { traits });
                for source in [None, Some(ANNA), Some(BERT)] {
                    meant.push(Utterance::Tell {
                        of,
                        facet: facet.id,
                        value: *value,
                        source,
                    });
                }
            }
        }
    }
    for utterance in meant {
        let sentence = words.sentence(&utterance);
        assert_eq!(understood(&sentence), Ok(utterance), "{sentence}");
    }
}

#[test]
fn times_of_the_past_lie_in_the_past() {
    for daytime in [0, 3 * 3600, 8 * 3600, 23 * 3600] {
        assert!(
            PastTime::ALL
                .iter()
                .all(|time| time.seconds_ago(daytime) >= 0)
        );
        assert!(
            PastTime::Yesterday.seconds_ago(daytime) > PastTime::LastNight.seconds_ago(daytime)
        );
    }
}
