//! A facet: an attribute, and how beliefs about it come and go.

use super::grammar::MEASURES;
use super::mistakes::{MistakesDraft, Values};
use crate::context::Context;
use crate::declaration::attribute::lower::signature;
use crate::declaration::host::lower::is_taken;
use crate::declaration::measure::{listed, numbers_of, share};
use crate::declaration::{Item, LoweredFacet, said_twice};
use crate::diagnostic::Code;
use crate::kinds;
use crate::source::Place;
use crate::syntax::tree::token_place;
use crate::syntax::{Node, TreeExt, *};
use townsfolk_core::{HostId, Kind, Value};
use townsfolk_module::HostForm;
use townsfolk_module::knowledge::{
    Facet, FacetForm, FacetSeen, FacetSubject, Mistakes, Recall, Share,
};

/// The greatest factor of the strength of evidence.
const EVIDENCE_MAX: Share = Share(100_000_000);

pub(crate) fn lower(node: &Node, name: &str, cx: &mut Context<'_>) -> Option<Item> {
    let place = node.name(cx.file)?.1;
    if is_taken(cx, name, place) {
        return None;
    }
    let (of, owner) = subject(node, (name, place), cx)?;
    let attribute = signature(node, (name, place), owner, cx)?;
    let form = form(node, (name, place), attribute.host.result, cx)?;
    let values = Values {
        name,
        form,
        kind: attribute.host.result,
        own: attribute.symbols.as_ref(),
    };
    let facet = Facet {
        id: attribute.host.id,
        of,
        form,
        evidence: Share::ONE,
        implanted: Share::ZERO,
        told: Share::ZERO,
        recall: Recall {
            mean: Share::ONE,
            floor: Share::ZERO,
            cap: Share::ONE,
        },
        fades: Share::ZERO,
        seen: FacetSeen::Always,
        mistaken: Mistakes::Never,
        common: vec![],
        inherited: Share::ZERO,
    };
    let facet = parts(node, place, facet, &values, cx);
    Some(Item::Facet(Box::new(LoweredFacet { attribute, facet })))
}

/// A facet belongs to one character or to one place.
#[allow(clippy::type_complexity)]
fn subject(
    node: &Node,
    (name, place): (&str, Place),
    cx: &mut Context<'_>,
) -> Option<(FacetSubject, (Vec<Kind>, Vec<Place>))> {
    let parameters = cx.kinds(node);
    let places: Vec<Place> = parameters.iter().map(|(_, place)| *place).collect();
    let known: Option<Vec<Kind>> = parameters.into_iter().map(|(kind, _)| kind).collect();
    let known = known?;
    let of = match known.as_slice() {
        [kind] if kinds::is_person(*kind) => Some(FacetSubject::Person),
        [kind] if cx.globals.is_area(*kind) => Some(FacetSubject::Place),
        _ => None,
    };
    let Some(of) = of else {
        let list = node.child(KINDS).map(|list| list.place(cx.file));
        return cx.fail(
            Code::WrongArguments
                .at(
                    list.unwrap_or(place),
                    "a facet is believed of one character or of one area",
                )
                .label("neither of them")
                .hint(format!(
                    "write `facet {name}(character): …` or `facet {name}(area): …`"
                )),
        );
    };
    Some((of, (known, places)))
}

fn form(
    node: &Node,
    (name, place): (&str, Place),
    kind: Option<Kind>,
    cx: &mut Context<'_>,
) -> Option<FacetForm> {
    Some(match kind {
        Some(kind) if cx.globals.is_area(kind) => FacetForm::Place,
        Some(Kind::Symbol | Kind::SymbolOf(_)) => FacetForm::Symbol,
        Some(Kind::Number) => FacetForm::Number,
        Some(Kind::Character | Kind::CharacterIn(_)) => FacetForm::Person,
        None => {
            return cx.fail(
                Code::WrongKind
                    .at(place, "a facet has values that can be believed")
                    .label("no kind of value")
                    .hint(format!("write `facet {name}(character): symbol yes, no`")),
            );
        }
        Some(kind) => {
            let is = kinds::called(cx.globals, kind);
            let written = node.child(RESULT).map(|result| result.place(cx.file));
            return cx.fail(
                Code::WrongKind
                    .at(written.unwrap_or(place), format!("{is} cannot be believed"))
                    .label("a facet is a symbol, a number, an area or a character")
                    .hint("write `: symbol …`, `: number`, `: area` or `: character`"),
            );
        }
    })
}

fn parts(
    node: &Node,
    place: Place,
    mut facet: Facet,
    values: &Values<'_>,
    cx: &mut Context<'_>,
) -> Facet {
    let mut seen: Vec<(String, Place)> = vec![];
    let mut mistakes = MistakesDraft::default();
    for part in node.children_of(FACET_PART) {
        let part_place = part.place(cx.file);
        let word = part.words().into_iter().next().unwrap_or_default();
        if part.child(MEASURE).is_some() {
            measures(&part, &mut facet, &mut seen, cx);
            continue;
        }
        if word == "mistaken" {
            mistakes.read(&part, values, cx);
            continue;
        }
        if said_twice(cx, &mut seen, &word, part_place) {
            continue;
        }
        match word.as_str() {
            "recalled" => facet.recall = recall(&part, cx).unwrap_or(facet.recall),
            "seen" => facet.seen = when_seen(&part, cx).unwrap_or(facet.seen),
            "common" => facet.common = common(&part, values, cx),
            _ => {
                let number = numbers_of(&part).next();
                let share = number.and_then(|n| share(cx, &n, "`inherited`", Share::ONE));
                facet.inherited = share.map_or(facet.inherited, |(share, _)| share);
            }
        }
    }
    facet.mistaken = mistakes.finish((facet.fades, place), values, cx);
    facet
}

/// `evidence 1, implanted 0.2, told 0.08, fades 0.15`.
fn measures(part: &Node, facet: &mut Facet, seen: &mut Vec<(String, Place)>, cx: &mut Context<'_>) {
    for measure in part.children_of(MEASURE) {
        let Some(token) = measure.token(IDENT) else {
            continue;
        };
        let (word, place) = (token.text(), token_place(&token, cx.file));
        let (slot, most) = match word {
            "evidence" => (&mut facet.evidence, EVIDENCE_MAX),
            "implanted" => (&mut facet.implanted, Share::ONE),
            "told" => (&mut facet.told, Share::ONE),
            "fades" => (&mut facet.fades, Share::ONE),
            _ => {
                let problem = Code::UnknownWord
                    .at(place, format!("`{word}` is no number of a facet"))
                    .label(format!("expected {}", listed(MEASURES)))
                    .did_you_mean(place, word, MEASURES.iter().copied());
                cx.problem(problem.or_hint(format!("write one of {}", listed(MEASURES))));
                continue;
            }
        };
        if said_twice(cx, seen, word, place) {
            continue;
        }
        let number = numbers_of(&measure).next();
        let read = number.and_then(|n| share(cx, &n, &format!("`{word}`"), most));
        *slot = read.map_or(*slot, |(share, _)| share);
    }
}

/// `0.85 within 0.5..0.95`.
fn recall(part: &Node, cx: &mut Context<'_>) -> Option<Recall> {
    let mean = numbers_of(part).next();
    let (mean, _) = mean.and_then(|n| share(cx, &n, "`recalled`", Share::ONE))?;
    let Some(range) = part.child(RANGE) else {
        return Some(Recall {
            mean,
            floor: Share::ZERO,
            cap: Share::ONE,
        });
    };
    let (floor, cap) = share_range(cx, &range, "`recalled`")?;
    Some(Recall { mean, floor, cap })
}

/// Two shares with dots between; one stands for both.
pub(crate) fn share_range(
    cx: &mut Context<'_>,
    range: &Node,
    what: &str,
) -> Option<(Share, Share)> {
    let mut ends = vec![];
    for end in numbers_of(range) {
        ends.push(share(cx, &end, what, Share::ONE)?.0);
    }
    let (low, high) = (*ends.first()?, *ends.last()?);
    if low > high {
        return cx.fail(
            Code::EmptyRange
                .at(range.place(cx.file), "this range ends before it begins")
                .label("the first is greater than the second")
                .hint("write the smaller value first"),
        );
    }
    Some((low, high))
}

fn when_seen(part: &Node, cx: &mut Context<'_>) -> Option<FacetSeen> {
    let words = part.words();
    let says = |wanted: &str| words.iter().any(|word| word == wanted);
    if let Some(attribute) = part.child(DOT_EXPR) {
        return attribute_holds(&attribute, cx).map(FacetSeen::While);
    }
    if says("work") {
        Some(FacetSeen::AtWork)
    } else if says("home") {
        Some(FacetSeen::AtHome)
    } else if says("never") {
        Some(FacetSeen::Never)
    } else {
        says("always").then_some(FacetSeen::Always)
    }
}

/// An attribute of a character that holds or does not.
fn attribute_holds(node: &Node, cx: &mut Context<'_>) -> Option<HostId> {
    let place = node.place(cx.file);
    let dotted = node.token(DOT_NAME)?.text().to_string();
    let name = tree::normalise(dotted.trim_start_matches('.'));
    let fits = |name: &str| {
        let host = cx.globals.host(name, cx.package);
        host.filter(|(host, _)| {
            host.form == HostForm::Property
                && host.result.is_none()
                && matches!(host.parameters.as_slice(), [owner] if kinds::is_person(*owner))
        })
    };
    if let Some((host, _)) = fits(&name) {
        return Some(host.id);
    }
    let declared = cx.globals.host(&name, cx.package);
    let problem = match declared {
        Some((_, declared)) => Code::WrongKind
            .at(
                place,
                format!("`{dotted}` does not hold of a character, or has a value"),
            )
            .label("an attribute that holds or does not is needed here")
            .related(declared.place, "declared here")
            .hint("write `seen while` and an attribute like `attribute ring(character)`"),
        None => {
            let hosts = cx.globals.names.all(crate::names::Namespace::Host);
            let known: Vec<String> = hosts
                .filter(|declaration| fits(&declaration.name).is_some())
                .map(|declaration| format!(".{}", declaration.name))
                .collect();
            Code::UnknownHostName
                .at(place, format!("there is no attribute `{dotted}`"))
                .label("not declared")
                .did_you_mean(place, &dotted, known.iter().map(String::as_str))
                .or_hint(format!("declare it: `attribute {name}(character)`"))
        }
    };
    cx.fail(problem)
}

/// `black 40%, brown 60%`: all values together are the whole, among men and among women.
fn common(part: &Node, values: &Values<'_>, cx: &mut Context<'_>) -> Vec<(Value, Share, Share)> {
    let place = part.place(cx.file);
    let mut found: Vec<(Value, Share, Share)> = vec![];
    let mut named: Vec<(String, Place)> = vec![];
    let mut whole = true;
    for weight in part.children_of(FACET_SHARE) {
        let value = values.named(&weight, &mut named, cx);
        let mut numbers = numbers_of(&weight);
        let men = numbers
            .next()
            .and_then(|n| share(cx, &n, "a share", Share::ONE));
        let women = match numbers.next() {
            Some(number) => share(cx, &number, "a share", Share::ONE),
            None => men,
        };
        match (value, men, women) {
            (Some(value), Some((men, _)), Some((women, _))) => found.push((value, men, women)),
            _ => whole = false,
        }
    }
    let sum = |sex: fn(&(Value, Share, Share)) -> Share| -> u64 {
        found.iter().map(|entry| u64::from(sex(entry).0)).sum()
    };
    let (men, women) = (sum(|entry| entry.1), sum(|entry| entry.2));
    let all = u64::from(Share::ONE.0);
    if whole && !found.is_empty() && (men != all || women != all) {
        let (total, whose) = match men != all {
            true => (men, "men"),
            false => (women, "women"),
        };
        let whose = match men == women {
            true => String::new(),
            false => format!(" among {whose}"),
        };
        let total = super::mistakes::percent(total);
        cx.problem(
            Code::SharesMisfit
                .at(
                    place,
                    format!("how common the values are{whose} adds up to {total}, not to 100%"),
                )
                .label("the whole is 100%")
                .hint("change a share, or add a value that is missing"),
        );
    }
    found.sort_by_key(|(value, ..)| *value);
    found
}
