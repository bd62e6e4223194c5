//! Properties of revision, compaction and saving, against a naive mind that keeps everything.

use super::*;
use crate::belief::beliefs::{CANDIDATES_MAX, EVIDENCE_MAX};
use proptest::prelude::*;

/// A mind about one facet that keeps every piece of evidence, and sums them anew for each question.
#[derive(Default)]
struct Naive {
    evidence: Vec<(Value, f64, i32)>,
    /// Strengths that a value may not exceed from a day on, because it lost then.
    current: Option<Value>,
}

impl Naive {
    fn strength(&self, value: Value, day: i32) -> f64 {
        let of_value = self.evidence.iter().filter(|(other, ..)| *other == value);
        let decayed = of_value
            .map(|(_, strength, from)| (*from..day).fold(*strength, |strength, _| strength * 0.95));
        decayed.sum()
    }

    fn learn(&mut self, value: Value, strength: f64, day: i32, takes_over: bool) {
        self.evidence.push((value, strength, day));
        let Some(current) = self.current else {
            self.current = Some(value);
            return;
        };
        let (gained, rival) = (self.strength(value, day), self.strength(current, day));
        if value == current || !(takes_over || gained > rival) {
            return;
        }
        if takes_over && rival > gained {
            // The loser is left with the strength of the winner.
            self.evidence.push((current, gained - rival, day));
        }
        self.current = Some(value);
    }
}

fn kinds() -> impl Strategy<Value = EvidenceKind> {
    use EvidenceKind::{Declaration, Eavesdropping, Lie, Mutation, Observation, Statement};
    prop::sample::select(vec![
        Statement,
        Lie,
        Eavesdropping,
        Declaration,
        Observation,
        Mutation,
    ])
}

/// Kind, value, source, strength in thousandths, half days since the last.
type Piece = (EvidenceKind, usize, usize, u64, i32);

fn pieces() -> impl Strategy<Value = Vec<Piece>> {
    let piece = (kinds(), 0..7_usize, 0..12_usize, 1..9000_u64, 0..5_i32);
    prop::collection::vec(piece, 1..80)
}

const VALUES: [&str; 7] = ["black", "brown", "red", "blonde", "gray", "white", "blue"];

fn learned(piece: &Piece, at: HalfDay) -> Learned {
    let (kind, value, source, thousandths, _) = *piece;
    let source = format!("source {source}");
    let mut learned = given(kind, VALUES[value], &source, thousandths);
    learned.evidence.at = at;
    learned
}

proptest! {
    #[test]
    fn lazy_decay_is_daily_decay(bits in 0..u32::MAX, days in 0..200_i64) {
        let decay = Decay::new(Share::percent(95));
        let lazy = decay.after(Strength(bits), days);
        let exact = (0..days).fold(f64::from(bits), |left, _| left * 0.95);
        prop_assert!((f64::from(lazy.0) - exact).abs() <= 1.0 + exact * 1e-7);
    }

    #[test]
    fn revision_agrees_with_a_mind_that_keeps_everything(pieces in pieces()) {
        let knowledge = knowledge();
        let rules = Rules::new(&knowledge);
        let (mut ann, mut naive) = (mind("ann"), Naive::default());
        let mut at = START;
        for piece in &pieces {
            at = HalfDay(at.0 + piece.4);
            let learned = learned(piece, at);
            let kind = learned.evidence.kind;
            let takes_over = kind.is_direct() || kind.is_failure();
            let strength = f64::from(learned.evidence.strength.0);
            let value = learned.value.unwrap();
            // Strengths that differ by rounding only may be decided either way.
            let near = naive.current.is_some_and(|current| {
                let gained = naive.strength(value, at.day()) + strength;
                (gained - naive.strength(current, at.day())).abs() < 100.0
            });
            prop_assume!(!near || naive.current == Some(value));
            ann.learn(&rules, of("bob"), &learned);
            naive.learn(value, strength, at.day(), takes_over);
            let (held, strength) = ann.held(&rules, of("bob"), HAIR, at).unwrap();
            prop_assert_eq!(Some(held), naive.current);
            let exact = naive.strength(held, at.day());
            prop_assert!((f64::from(strength.0) - exact).abs() < 100.0);
        }
    }

    #[test]
    fn a_compact_mind_is_bounded_and_knows_the_first_evidence(pieces in pieces()) {
        let knowledge = knowledge();
        let rules = Rules::new(&knowledge);
        let mut ann = Beliefs::new(person("ann"), Share::ONE, Keep::Compact);
        let mut at = START;
        for piece in &pieces {
            at = HalfDay(at.0 + piece.4);
            ann.learn(&rules, of("bob"), &learned(piece, at));
        }
        prop_assert!(ann.values_count() <= CANDIDATES_MAX + 1);
        let [values, evidence, adoptions] = ann.arena_sizes();
        prop_assert!(values <= CANDIDATES_MAX + 2, "{}", values);
        prop_assert!(evidence <= (CANDIDATES_MAX + 2) * EVIDENCE_MAX, "{}", evidence);
        prop_assert!(adoptions <= 9, "{}", adoptions);
        let why = history::why(&ann, of("bob"), HAIR);
        prop_assert!(!why.is_empty() && why.len() <= EVIDENCE_MAX);
    }

    #[test]
    fn a_saved_mind_goes_on_as_it_would_have(pieces in pieces(), compact in any::<bool>()) {
        let knowledge = knowledge();
        let rules = Rules::new(&knowledge);
        let keep = if compact { Keep::Compact } else { Keep::FullHistory };
        let mut ann = Beliefs::new(person("ann"), Share::ONE, keep);
        let mut at = START;
        let (before, after) = pieces.split_at(pieces.len() / 2);
        for piece in before {
            at = HalfDay(at.0 + piece.4);
            ann.learn(&rules, of("bob"), &learned(piece, at));
        }
        let bytes = postcard::to_allocvec(&ann).unwrap();
        let mut again: Beliefs = postcard::from_bytes(&bytes).unwrap();
        prop_assert_eq!(&again, &ann);
        for piece in after {
            at = HalfDay(at.0 + piece.4);
            ann.learn(&rules, of("bob"), &learned(piece, at));
            again.learn(&rules, of("bob"), &learned(piece, at));
        }
        prop_assert_eq!(&again, &ann);
        ann.retain_facets(&rules);
        prop_assert_eq!(&again, &ann);
        ann.forget_subject(of("bob"));
        prop_assert_eq!(ann.values_count(), 0);
    }

    /// Delivery is by receiver, source and sequence, in whatever order messages were computed.
    #[test]
    fn the_order_of_computing_does_not_matter(order in Just((0..12_usize).collect::<Vec<_>>()).prop_shuffle()) {
        let mut boxes = vec![];
        for n in 0..4 {
            let mut out = Outbox::new(person(&format!("source {n}")));
            for value in &VALUES[..3] {
                let told = statement(value, "cy", 1000);
                out.send(person("ann"), of("bob"), Some(told));
            }
            boxes.extend(out.into_messages());
        }
        let shuffled: Vec<Message> = order.iter().map(|n| boxes[*n]).collect();
        let (a, b) = (Inbox::new(boxes), Inbox::new(shuffled));
        prop_assert_eq!(a.of(person("ann")), b.of(person("ann")));
        prop_assert_eq!(a.of(person("ann")).len(), 12);
        prop_assert_eq!(a.of(person("cy")).len(), 0);
    }
}

#[test]
fn a_forged_save_is_refused_or_survived() {
    let knowledge = knowledge();
    let rules = Rules::new(&knowledge);
    let mut ann = mind("ann");
    ann.learn(&rules, of("bob"), &statement("red", "cy", 5000));
    let bytes = postcard::to_allocvec(&ann).unwrap();
    for place in 0..bytes.len() {
        for byte in [0, 1, 2, 127, 255] {
            let mut forged = bytes.clone();
            forged[place] = byte;
            let Ok(mut mind) = postcard::from_bytes::<Beliefs>(&forged) else {
                continue;
            };
            mind.learn(&rules, of("bob"), &statement("black", "dan", 5000));
            history::trajectory(&mind, of("bob"), HAIR);
        }
    }
}
