//! Conditions as lists of strides, and how they are made. [`super::stroll`] goes along them.

use super::direct::is_short;
use super::marks::mark_of_rows;
use super::program::{Code, RuleCode, Timing};
use super::space::{FactShape, ROW};
use super::walk::{Compare, Pair, Rows, Step, What};
use townsfolk_module::Comparison;

/// The most strides of a condition, its end included.
pub(super) const STRIDES_MAX: usize = 16;

/// No strides.
pub(super) const NO_STRIDES: u32 = u32::MAX;

/// Values that nobody wants go here.
const NOBODYS_SLOT: u8 = u8::MAX;

/// One literal. (Laid out so that the next is found, and told what it is, at once.)
#[derive(Clone, Copy, Debug)]
#[repr(u8, align(32))]
pub(super) enum Stride {
    /// The row about `.me` at a key, of which nothing else is known.
    Take(u8, Each),
    /// The row about `.me` at a key.
    Own(u8, Each),
    /// Each row with a known value.
    Each(Each),
    /// Each row.
    Every(Each),
    /// Each row with whose values there is no row of another fact.
    EveryWithout(Each, Find),
    /// No row is about `.me` at a key.
    NotOwn(u8, Find),
    /// No row has a known value.
    Not(Find),
    /// There is no row.
    Never(u16),
    /// Two slots are different.
    Differ(u8, u8),
    Compare(Compare),
    /// A solution.
    Done,
}

/// Rows that have known values.
#[derive(Clone, Copy, Debug)]
pub(super) struct Find {
    pub(super) fact: u16,
    pub(super) width: u8,
    /// The first known value.
    pub(super) first: Pair,
    /// Whether there are others.
    pub(super) has_others: bool,
    /// The others; the first again where there are fewer.
    pub(super) others: [Pair; ROW - 1],
}

/// Rows whose values are kept.
#[derive(Clone, Copy, Debug)]
pub(super) struct Each {
    pub(super) find: Find,
    /// The slot of each value.
    pub(super) into: [u8; ROW],
}

/// Finds the conditions that can be strolled along. Literals that marks answer are left out: rules
/// are only looked at if their marks are as they must be.
pub(super) fn plan(code: &mut Code) {
    // The slot of values that nobody wants must be nobody's.
    if code.first_constant() + code.constants.len() > usize::from(NOBODYS_SLOT) {
        return;
    }
    for rule in 0..code.rules.len() {
        let Some(steps) = code.rules[rule].steps else {
            continue;
        };
        let steps = steps.of(&code.steps);
        if steps.len() > STRIDES_MAX || !is_short(code, steps) {
            continue;
        }
        let here = &code.rules[rule];
        let (early, late) = steps.split_at(steps.len().min(here.early.0 as usize));
        let strides = |steps: &[Step]| {
            let open = |step: &&Step| !is_marked(code, here, step.what());
            let left: Vec<Step> = steps.iter().filter(open).copied().collect();
            strides_of(code, &left).map(join)
        };
        if let (Some(early), Some(late)) = (strides(early), strides(late)) {
            code.rules[rule].strides = code.strides.len() as u32;
            code.rules[rule].early.0 = early.len() as u32;
            code.strides.extend(early);
            code.strides.extend(late);
        }
    }
}

/// Whether a literal holds whenever the marks that its rule asks for are as they must be.
fn is_marked(code: &Code, rule: &RuleCode, what: &What) -> bool {
    let (rows, negated) = match what {
        What::Each(rows, bound) if bound.is_empty() => (rows, false),
        What::None(rows) => (rows, true),
        _ => return false,
    };
    let mut known = rows.known.iter();
    let mark = match (known.next(), known.next()) {
        (first, None) => mark_of_rows(code, rows.fact, first),
        _ => 0,
    };
    mark & rule.asks != 0 && (mark & rule.marks == 0) == negated
}

/// The strides of a walk, if it can be strolled along.
fn strides_of(code: &Code, steps: &[Step]) -> Option<Vec<Stride>> {
    let facts = &code.shape.facts;
    let strides = steps.iter().map(|step| match step.what() {
        What::Each(rows, bound) => {
            let find = find_of(facts, rows)?;
            let mut into = [NOBODYS_SLOT; ROW];
            for (place, slot) in bound.iter() {
                *into.get_mut(usize::from(place))? = slot;
            }
            let each = Each { find, into };
            Some(match rows.key {
                Some(key) if each.find.has_others => Stride::Own(key, each),
                Some(key) => Stride::Take(key, each),
                None if rows.known.is_empty() => Stride::Every(each),
                None => Stride::Each(each),
            })
        }
        What::None(rows) => {
            let find = find_of(facts, rows)?;
            Some(match rows.key {
                Some(key) => Stride::NotOwn(key, find),
                None if rows.known.is_empty() => Stride::Never(rows.fact),
                None => Stride::Not(find),
            })
        }
        What::Compare(Compare {
            comparison: Comparison::NotEqual,
            timing: Timing::Never,
            left,
            right,
        }) => Some(Stride::Differ(*left, *right)),
        What::Compare(compare) => Some(Stride::Compare(*compare)),
        What::Test(_) => None,
        What::Done => Some(Stride::Done),
    });
    strides.collect()
}

/// Makes one stride of two where that is quicker.
fn join(strides: Vec<Stride>) -> Vec<Stride> {
    let mut joined: Vec<Stride> = vec![];
    for stride in strides {
        match (joined.last_mut(), stride) {
            (Some(last @ Stride::Every(_)), Stride::Not(find)) => {
                if let Stride::Every(each) = *last {
                    *last = Stride::EveryWithout(each, find);
                }
            }
            _ => joined.push(stride),
        }
    }
    joined
}

fn find_of(facts: &[FactShape], rows: &Rows) -> Option<Find> {
    let shape = facts.get(usize::from(rows.fact))?;
    if shape.arity > ROW {
        return None;
    }
    let first = rows.known.iter().next().unwrap_or_default();
    let mut others = [first; ROW - 1];
    for (pair, other) in others.iter_mut().zip(rows.known.iter().skip(1)) {
        *pair = other;
    }
    Some(Find {
        fact: rows.fact,
        width: shape.width(),
        first,
        has_others: rows.known.iter().count() > 1,
        others,
    })
}
