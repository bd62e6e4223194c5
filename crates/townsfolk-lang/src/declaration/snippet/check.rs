//! Checks of snippets: what is missing, what cannot be asked, and points outside the band of a class.

use crate::context::Context;
use crate::deciders::LoweredDeciders;
use crate::diagnostic::{Code, Diagnostic};
use crate::globals::{FileTree, Globals, first_of};
use crate::names::Declaration;
use crate::source::Place;
use crate::syntax::{Node, TreeExt, *};
use townsfolk_core::{DeciderId, Value};
use townsfolk_decide::snippet::{Catalogue, OutOfBand, outside_band};
use townsfolk_decide::tree::{Statics, Trees};
use townsfolk_module::decide::{Condition, Node as TreeNode, TREE_VARIABLES_MAX, Tree};
use townsfolk_module::senses::SenseReading;
use townsfolk_module::{Category, Expr, HostForm, Literal, Operator, Visit, Visited};

/// The bound of a value of which nothing is known, in thousandths.
const UNKNOWN: i64 = 1_000_000_000;

/// A snippet does something.
pub(super) fn parts(node: &Node, declaration: &Declaration, cx: &mut Context<'_>) {
    if node.child(DEEDS).is_none() {
        let name = &declaration.name;
        cx.problem(
            Code::IncompleteSnippet
                .at(declaration.place, format!("`{name}` does nothing"))
                .label("no `do`")
                .consequence("A snippet is one way of using an ability, and this one names none.")
                .hint("add `do` and an action or a course, such as `do strike(It)`"),
        );
    }
}

/// A snippet or tree has no more variables than a walk keeps.
pub(super) fn variables(count: usize, place: Place, cx: &mut Context<'_>) {
    if count > TREE_VARIABLES_MAX {
        cx.problem(
            Code::TooLarge
                .at(place, format!("{count} variables are used here"))
                .label(format!("the limit is {TREE_VARIABLES_MAX} variables"))
                .hint("move a part of it into a `tree`, which has variables of its own"),
        );
    }
}

/// The problem of a selector that would look at the whole world.
pub(super) fn endless(place: Place) -> Diagnostic {
    Code::IncompleteSnippet
        .at(place, "this does not say how far to look for candidates")
        .label("no `within`")
        .consequence("Everyone in the world would be rated, at every look.")
        .hint("add a distance: `within 20 m`")
}

/// The problem of a variable that no selector and no parameter gives a value.
pub(super) fn unbound(name: &str, place: Place) -> Diagnostic {
    Code::UnboundVariable
        .at(place, format!("`{name}` has no value here"))
        .label("nobody is called that")
        .consequence("Only candidates and parameters have names in a snippet.")
        .hint(format!("name a candidate: `among … as {name}`"))
}

/// Points must be the same at every look, and readings of the host are not available.
pub(super) fn reads(literal: &Literal, place: Place, cx: &mut Context<'_>) {
    let mut problem = matches!(literal, Literal::Coin { .. }).then_some((
        "chance has no place in a snippet",
        "leave it out, or choose by points",
    ));
    literal.visit(&mut |part| match part {
        Visited::Expr(Expr::Host { name, .. }) | Visited::Literal(Literal::Host { name, .. }) => {
            let host = cx.globals.module.host_name(*name);
            let belief = cx.globals.module.knowledge.reading(*name).is_some();
            let ours = belief || SenseReading::of(*name).is_some();
            if !ours && host.is_some_and(|host| host.form != HostForm::Property) {
                problem = Some((
                    "a snippet cannot ask the host for a reading",
                    "let the game set an attribute, and ask for that",
                ));
            }
        }
        Visited::Expr(Expr::Random { .. }) => {
            problem = Some((
                "chance has no place in a snippet",
                "leave it out, or choose by points",
            ));
        }
        _ => {}
    });
    if let Some((message, hint)) = problem {
        cx.problem(
            Code::NotAvailableHere
                .at(place, message)
                .label("not available here")
                .consequence("Snippets are compared at every look, so the same situation must give the same points.")
                .hint(hint),
        );
    }
}

/// Checks all snippets together: bands of classes, and roles that lack what is required.
pub(crate) fn check(trees: &[FileTree], globals: &Globals, out: &mut LoweredDeciders) {
    let snippets = &out.deciders.snippets;
    let shared = snippets.trees.iter();
    let shared = shared.map(|shared| (shared.id, shared.tree.clone()));
    let catalogue = Catalogue::new(snippets.snippets.clone(), Trees::new(shared.collect()));
    let ranges = Ranges { globals };
    let sources: Vec<(&Declaration, &Node)> = first_of(trees, globals, SNIPPET_DECL)
        .chain(first_of(trees, globals, TREE_DECL))
        .collect();
    let mut problems = vec![];
    for (declaration, node) in first_of(trees, globals, SNIPPET_DECL) {
        let id = DeciderId(globals.id(Category::Decider, &declaration.name));
        let Some(snippet) = catalogue.get(id) else {
            continue;
        };
        // A snippet that could not be read as a whole has been reported.
        let whole = node.place(declaration.place.file);
        let broken = out.problems.iter().any(|problem| {
            let place = problem.place;
            place.file == whole.file && place.start >= whole.start && place.end <= whole.end
        });
        if broken {
            continue;
        }
        if let Some(found) = outside_band(snippet, &catalogue, &ranges) {
            let places = PointPlaces {
                globals,
                sources: &sources,
                catalogue: &catalogue,
            };
            problems.push(out_of_band(declaration, node, &found, &places));
        }
    }
    problems.extend(required(trees, globals, &catalogue, out));
    out.problems.append(&mut problems);
}

fn out_of_band(
    declaration: &Declaration,
    node: &Node,
    found: &OutOfBand,
    places: &PointPlaces<'_>,
) -> Diagnostic {
    let (low, high) = found.class.band();
    let (name, class) = (&declaration.name, found.class.name());
    let points = found.extreme.points;
    let message = match found.above {
        true => format!("`{name}` can reach {points} points, but `{class}` ends at {high}"),
        false => format!("`{name}` can have only {points} points, but `{class}` begins at {low}"),
    };
    let file = declaration.place.file;
    let mut flags = node.children_of(FLAG);
    let flag = flags.find(|flag| flag.words().first().is_some_and(|word| word == "class"));
    let place = flag.map_or(declaration.place, |flag| flag.place(file));
    let band = match high {
        high if high >= i64::from(i32::MAX) => format!("{low} points and more"),
        high if high == low => format!("{low} points"),
        high => format!("{low} to {high} points"),
    };
    let mut problem = Code::PointsOutsideBand.at(place, message).label(band);
    for (tree, at, points) in &found.extreme.path {
        let id = DeciderId(places.globals.id(Category::Decider, name));
        if let Some(place) = places.of(tree.unwrap_or(id), *at) {
            problem = problem.related(place, format!("{points:+} here"));
        }
    }
    let by = match found.above {
        true => format!(
            "take {} points away, or choose another class",
            points - high
        ),
        false => format!("add {} points, or choose another class", low - points),
    };
    problem
        .consequence("Classes keep snippets of different authors comparable: reactions before support, support before attacks.")
        .hint(by)
}

/// Finds the places of points in the source. The n-th node with points is the n-th term of `score`.
struct PointPlaces<'a> {
    globals: &'a Globals,
    sources: &'a [(&'a Declaration, &'a Node)],
    catalogue: &'a Catalogue<Condition, Expr>,
}

impl PointPlaces<'_> {
    fn of(&self, id: DeciderId, at: u16) -> Option<Place> {
        let mut sources = self.sources.iter();
        let named = |name: &str| DeciderId(self.globals.id(Category::Decider, name)) == id;
        let (declaration, node) = sources.find(|(declaration, _)| named(&declaration.name))?;
        let snippet = self.catalogue.get(id).map(|snippet| &snippet.evaluation);
        let tree: &Tree<Condition, Expr> = snippet.or(self.catalogue.trees.get(id))?;
        let before = tree.nodes.iter().take(usize::from(at));
        let has_points =
            |node: &TreeNode<_, _>| matches!(node, TreeNode::Score(_) | TreeNode::Curve { .. });
        let count = before.filter(|placed| has_points(&placed.node)).count();
        let mut terms = node.descendants().filter(|node| node.kind() == SCORE_TERM);
        Some(terms.nth(count)?.place(declaration.place.file))
    }
}

/// Ranges of expressions: constants, attributes with bounds, and sums of them.
struct Ranges<'g> {
    globals: &'g Globals,
}

impl Statics<Expr> for Ranges<'_> {
    fn range(&self, expression: &Expr, parameters: &[(i64, i64)]) -> (i64, i64) {
        let unknown = (-UNKNOWN, UNKNOWN);
        match expression {
            Expr::Constant(Value::Number(number)) => (number.0, number.0),
            Expr::Variable(variable) => {
                let known = parameters.get(usize::from(variable.0));
                known.copied().unwrap_or(unknown)
            }
            Expr::Host { name, .. } => {
                let attribute = self.globals.module.attribute(*name);
                let bounds = attribute.and_then(|attribute| attribute.bounds);
                bounds.map_or(unknown, |(low, high)| (low.0, high.0))
            }
            Expr::Binary {
                left,
                operator,
                right,
            } => {
                let left = self.range(left, parameters);
                combined(left, *operator, self.range(right, parameters))
            }
            _ => unknown,
        }
    }
}

/// The range of a sum, difference, product or quotient.
fn combined(left: (i64, i64), operator: Operator, right: (i64, i64)) -> (i64, i64) {
    let corners = [
        (left.0, right.0),
        (left.0, right.1),
        (left.1, right.0),
        (left.1, right.1),
    ];
    let value = |(a, b): (i64, i64)| {
        let (a, b) = (i128::from(a), i128::from(b));
        let value = match operator {
            Operator::Plus => a + b,
            Operator::Minus => a - b,
            Operator::Times => a * b / 1_000,
            Operator::Divide if b == 0 => i128::from(UNKNOWN),
            Operator::Divide => a * 1_000 / b,
        };
        value.clamp(-i128::from(UNKNOWN), i128::from(UNKNOWN)) as i64
    };
    let values = corners.map(value);
    let least = values.iter().min().copied().unwrap_or(-UNKNOWN);
    let most = values.iter().max().copied().unwrap_or(UNKNOWN);
    (least, most)
}

/// A role that thinks with a snippet should have the roles that the snippet requires.
fn required(
    trees: &[FileTree],
    globals: &Globals,
    catalogue: &Catalogue<Condition, Expr>,
    out: &LoweredDeciders,
) -> Vec<Diagnostic> {
    let mut problems = vec![];
    for (declaration, node) in first_of(trees, globals, ROLE_DECL) {
        let Some(role) = globals.role(&declaration.name, declaration.package) else {
            continue;
        };
        let carried = out.deciders.carried.iter().filter(|item| item.role == role);
        for snippet in carried.filter_map(|item| catalogue.get(item.decider)) {
            let lacks = |need: &&_| !globals.module.is_a(role, **need);
            let Some(missing) = snippet.requires.iter().find(lacks) else {
                continue;
            };
            let missing = globals.role_name(*missing);
            let name = &declaration.name;
            let file = declaration.place.file;
            let place = node
                .child(THINKS)
                .map_or(declaration.place, |t| t.place(file));
            problems.push(
                Code::RequiredRoleMissing
                    .at(place, format!("not every `{name}` is `{missing}`"))
                    .label(format!("one of these requires `{missing}`"))
                    .consequence(
                        "Whoever lacks it does not get the snippet, and the game is told so.",
                    )
                    .hint(format!(
                        "write `role {name} is {missing}`, or let only those think with it who are"
                    )),
            );
        }
    }
    problems
}
