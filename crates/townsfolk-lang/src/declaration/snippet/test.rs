//! `test NAME of ROLE`: given attributes and positions, what a character chooses.

use crate::condition::{Lower, Vocabulary, Where, duration_range, unknown_person};
use crate::context::Context;
use crate::deciders::LoweredDeciders;
use crate::declaration::deed::decider_lower;
use crate::declaration::measure::thousandths;
use crate::declaration::script::test::host_says;
use crate::diagnostic::{Code, Diagnostic};
use crate::globals::{FileTree, Globals};
use crate::names::Namespace;
use crate::source::Place;
use crate::syntax::{Node, TreeExt, *};
use crate::unit::DeciderTestUnit;
use townsfolk_core::{CharacterId, DeciderId, Pushed, RoleId, Seed};
use townsfolk_module::{Category, DeciderStep, DeciderTest, Step};

/// The tests of roles in all files, with what is wrong with them.
pub(crate) fn lower(
    trees: &[FileTree],
    globals: &Globals,
    out: &mut LoweredDeciders,
) -> (Vec<DeciderTestUnit>, Vec<Diagnostic>) {
    let mut units = vec![];
    for tree in trees {
        for node in tree.root.children_of(TEST_DECL) {
            let Some((of, _)) = node.child(BASED_ON).and_then(|of| of.name(tree.file)) else {
                continue;
            };
            if globals.role(&of, tree.package).is_none() {
                continue;
            }
            let mut cx = Context::new(globals, tree.file, tree.package);
            units.extend(test(&node, of, &mut cx));
            out.keep(cx);
        }
    }
    let problems = std::mem::take(&mut out.problems);
    (units, problems)
}

fn test(node: &Node, of: String, cx: &mut Context<'_>) -> Option<DeciderTestUnit> {
    let (name, place) = node.name(cx.file)?;
    let nothing = Vocabulary::default();
    let mut lower = decider_lower(cx, &nothing, format!("test {name}"));
    lower.at = Where::Test;
    let mut test = DeciderTest {
        name,
        people: vec![],
        seed: Seed(1),
        steps: vec![],
    };
    let people: Vec<Node> = { node.children_of(PEOPLE) }
        .flat_map(|list| list.children().collect::<Vec<_>>())
        .collect();
    for person in &people {
        test.people.extend(self::person(&mut lower, person));
    }
    let mut steps = vec![];
    for part in node.children() {
        match part.kind() {
            SEED => {
                let number = part.token(NUMBER).map(|token| token.text().to_string());
                test.seed = Seed(number.and_then(|n| n.parse().ok()).unwrap_or(1));
            }
            STEP => {
                let place = part.place(lower.cx.file);
                if let Some(step) = step(&mut lower, &part) {
                    test.steps.push(step);
                    steps.push(place);
                }
            }
            GIVEN => {
                let place = part.place(lower.cx.file);
                lower.cx.problem(not_here(place));
            }
            _ => {}
        }
    }
    let chooses = |step: &DeciderStep| matches!(step, DeciderStep::Chooses { .. });
    if !test.steps.iter().any(chooses) && lower.cx.problems.is_empty() {
        lower.cx.problem(
            Code::TestExpectsNothing
                .at(place, format!("the test `{}` expects nothing", test.name))
                .label("it cannot fail")
                .hint("say what somebody chooses: `mia chooses immolate with 30 on orc`"),
        );
    }
    Some(DeciderTestUnit {
        test,
        of,
        place,
        steps,
    })
}

fn not_here(place: Place) -> Diagnostic {
    Code::NotAvailableHere
        .at(place, "a test of a role has no facts")
        .label("facts belong to scenes")
        .hint("set attributes instead: `.health(mia) is 20`")
}

fn person(lower: &mut Lower<'_, '_, '_>, node: &Node) -> Option<(CharacterId, RoleId, (i32, i32))> {
    let (name, place) = node.name(lower.cx.file)?;
    if lower.people.contains(&name) {
        return lower.cx.fail(
            Code::DuplicateName
                .at(place, format!("there are two people called `{name}`"))
                .label("again here"),
        );
    }
    lower.people.push(name.clone());
    let (role, role_place) = lower.cx.reference(node)?;
    let role = lower.cx.role(&role, role_place)?;
    let at = node
        .child(CORNER)
        .and_then(|corner| place_of(lower, &corner));
    Some((character(lower, &name), role, at.unwrap_or((0, 0))))
}

fn place_of(lower: &mut Lower<'_, '_, '_>, node: &Node) -> Option<(i32, i32)> {
    let numbers: Vec<Node> = node.children().collect();
    let [east, north] = numbers.as_slice() else {
        return None;
    };
    // Numbers count thousandths, and those of a metre are millimetres.
    let east = thousandths(lower.cx, east)?.0;
    let north = thousandths(lower.cx, north)?.0;
    Some((i32::try_from(east).ok()?, i32::try_from(north).ok()?))
}

fn character(lower: &mut Lower<'_, '_, '_>, name: &str) -> CharacterId {
    let id = lower.cx.globals.id(Category::Character, name);
    let used = (Category::Character, id, name.to_string());
    lower.cx.used.push(used);
    CharacterId(id)
}

fn somebody(lower: &mut Lower<'_, '_, '_>, (name, place): (String, Place)) -> Option<CharacterId> {
    if !lower.people.contains(&name) {
        let problem = unknown_person(&name, place, &lower.people);
        return lower.cx.fail(problem);
    }
    Some(character(lower, &name))
}

fn step(lower: &mut Lower<'_, '_, '_>, node: &Node) -> Option<DeciderStep> {
    let words = node.words();
    let has = |word: &str| words.iter().any(|other| other == word);
    let mut parts = node.children();
    match parts.next() {
        Some(said) if said.kind() == DOT_EXPR => {
            let holds = !has("longer");
            let said = host_says(lower, &said, parts.next().as_ref(), holds)?;
            return attribute_is(lower, node, said);
        }
        Some(range) if range.kind() == RANGE => {
            let (_, span) = duration_range(lower.cx, &range)?;
            return Some(DeciderStep::After(span));
        }
        _ => {}
    }
    let names: Vec<Node> = node.children_of(NAME_REF).collect();
    let mut named = vec![];
    for name in &names {
        named.extend(lower.cx.referred(name));
    }
    let mut named = named.into_iter();
    let first = named.next();
    let Some(who) = first.filter(|_| !has("tell") && !has("scene")) else {
        let place = node.place(lower.cx.file);
        return lower.cx.fail(no_such_step(place));
    };
    let who = somebody(lower, who)?;
    if has("chooses") {
        return chooses(lower, node, who, named.next()?, named.next());
    }
    if has("equips") || has("unequips") {
        let (what, _) = named.next()?;
        let symbol = lower.cx.globals.symbol(&what);
        return Some(DeciderStep::Equips(who, symbol, has("equips")));
    }
    if has("moves") {
        let to = place_of(lower, &node.child(CORNER)?)?;
        return Some(DeciderStep::Moves(who, to));
    }
    if has("vanishes") {
        return Some(DeciderStep::Vanishes(who));
    }
    let place = node.place(lower.cx.file);
    lower.cx.fail(no_such_step(place))
}

fn attribute_is(lower: &mut Lower<'_, '_, '_>, node: &Node, said: Step) -> Option<DeciderStep> {
    match said {
        Step::Holds {
            name,
            arguments,
            holds,
        } => Some(DeciderStep::Is(
            name,
            arguments,
            match holds {
                true => Pushed::Holds,
                false => Pushed::HoldsNot,
            },
        )),
        Step::HasValue {
            name,
            arguments,
            value,
        } => Some(DeciderStep::Is(name, arguments, Pushed::Is(value))),
        _ => {
            let place = node.place(lower.cx.file);
            lower.cx.fail(no_such_step(place))
        }
    }
}

/// `mia chooses immolate with 30 on veil`, or `mia chooses nothing`.
fn chooses(
    lower: &mut Lower<'_, '_, '_>,
    node: &Node,
    who: CharacterId,
    (choice, place): (String, Place),
    target: Option<(String, Place)>,
) -> Option<DeciderStep> {
    let choice = match choice.as_str() {
        "nothing" => None,
        name => {
            let found = lower.cx.declared(
                Code::UnknownDecider,
                Namespace::Decider,
                "snippet",
                (name, place),
            )?;
            let id = lower.cx.globals.id(Category::Decider, &found.name);
            Some(DeciderId(id))
        }
    };
    let mut numbers = node.children();
    let points = numbers.find(|n| matches!(n.kind(), NUMBER_EXPR | NEGATIVE_EXPR));
    let points = points.and_then(|points| thousandths(lower.cx, &points));
    let target = match target {
        Some(target) => Some(somebody(lower, target)?),
        None => None,
    };
    Some(DeciderStep::Chooses {
        who,
        choice,
        score: points.and_then(|(points, _)| i32::try_from(points / 1_000).ok()),
        target,
    })
}

fn no_such_step(place: Place) -> Diagnostic {
    Code::NotAvailableHere
        .at(place, "this cannot stand in a test of a role")
        .label("a step of a test of a script")
        .hint("write what is given and what is chosen: `.health(mia) is 20`, `mia moves to 3 m, 0 m`, `mia chooses blink_away`")
}
