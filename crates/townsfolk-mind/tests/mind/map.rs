//! The fast map equals the reference map: the same activations, the same rest, the same choice,
//! whatever the layers, and whatever is put on and taken off in between.

use proptest::collection::vec;
use proptest::prelude::*;
use std::sync::Arc;
use townsfolk_core::*;
use townsfolk_mind::map::{Map, Program, reference, weave};
use townsfolk_module::mind::*;

const FLAGS: usize = 3;
const ROLES: usize = 3;

/// A node named by its layer, its kind and its number there.
fn node(layer: usize, kind: &str, number: usize) -> NodeId {
    NodeId::named(&format!("{layer} {kind} {number}"))
}

/// The nodes of a random layer: the same for every layer, so that links can name those of others.
fn nodes(layer: usize, sizes: [usize; 4]) -> Vec<Node> {
    let [concepts, needs, tests, actions] = sizes;
    let mut nodes: Vec<Node> = vec![];
    let mut add = |id, kind| nodes.push(Node { id, kind });
    for n in 0..needs {
        let need = NeedId(n as u32);
        add(node(layer, "need", n), NodeKind::Need(need));
    }
    for n in 0..concepts {
        add(node(layer, "concept", n), NodeKind::Concept);
    }
    for n in 0..tests {
        let test = Test::NotIn(AreaId(n as u32));
        add(node(layer, "test", n), NodeKind::Test(test));
    }
    for n in 0..FLAGS {
        add(node(layer, "flag", n), NodeKind::Flag { on: n == 1 });
    }
    for n in 0..actions {
        let deed = Deed::GoTo(AreaId(n as u32));
        add(
            node(layer, "action", n),
            NodeKind::Action {
                deed,
                urgency: Urgency::Need,
            },
        );
    }
    if layer == 0 {
        add(not_ready_to_change_role(), NodeKind::Concept);
        add(time_to_change_role(), NodeKind::Flag { on: false });
    }
    nodes
}

/// Weights and thresholds that meet often, and some that do not.
fn weight() -> impl Strategy<Value = Degree> {
    prop_oneof![
        Just(Degree::ONE),
        Just(Degree::ZERO.minus(Degree::ONE)),
        Just(Degree::thousandths(-300)),
        (-70_000..70_000).prop_map(Degree),
    ]
}

fn threshold() -> impl Strategy<Value = Degree> {
    prop_oneof![
        3 => Just(Degree::ZERO),
        1 => Just(Degree::ONE),
        1 => Just(Degree::thousandths(1100)),
        2 => (0..65_537).prop_map(Degree),
    ]
}

fn degree() -> impl Strategy<Value = Degree> {
    prop_oneof![
        2 => Just(Degree::ZERO),
        2 => Just(Degree::ONE),
        3 => (0..65_537).prop_map(Degree),
        1 => (-100_000..100_000).prop_map(Degree),
    ]
}

/// A node of some layer: mostly of this one, now and then one that does not exist.
fn some_node(layer: usize) -> impl Strategy<Value = NodeId> {
    let kinds = prop_oneof![
        4 => Just("concept"),
        2 => Just("need"),
        1 => Just("test"),
        1 => Just("flag"),
        2 => Just("action"),
    ];
    let layers = prop_oneof![6 => Just(layer), 3 => Just(0), 1 => 0..=ROLES];
    prop_oneof![
        20 => (layers, kinds, 0..4usize).prop_map(|(l, k, n)| node(l, k, n)),
        1 => Just(not_ready_to_change_role()),
        1 => Just(time_to_change_role()),
    ]
}

fn link(layer: usize) -> impl Strategy<Value = Link> {
    let from = prop_oneof![
        6 => some_node(layer).prop_map(Sources::One),
        1 => vec(some_node(layer), 1..4).prop_map(Sources::All),
        1 => vec(some_node(layer), 0..4).prop_map(Sources::Any),
    ];
    (from, some_node(layer), weight(), threshold()).prop_map(|(from, to, weight, threshold)| Link {
        from,
        to,
        weight,
        threshold,
    })
}

fn layer(index: usize) -> impl Strategy<Value = Layer> {
    let sizes = (1..5usize, 0..4usize, 0..3usize, 1..4usize);
    let changes = vec((some_node(0), some_node(0), threshold()), 0..3);
    let inhibition = (weight(), any::<bool>());
    let links = vec(link(index), 0..14);
    (sizes, links, changes, inhibition).prop_map(move |(sizes, links, changes, inhibition)| {
        let mut layer = Layer::empty(LayerId(index as u32));
        layer.nodes = nodes(index, sizes.into());
        // Every concept of a need is likely to be driven by it.
        for (n, link) in links.iter().take(3).enumerate() {
            let (from, to) = (node(index, "need", n), node(index, "concept", n));
            layer.links.push(Link::plain(from, to, Degree::ONE));
            let (from, to) = (node(index, "concept", n), node(index, "action", n));
            let driving = Link::plain(from, to, Degree::ONE);
            layer.links.push(driving.above(link.threshold));
        }
        let (own, across) = links.split_at(links.len() / 2);
        layer.links.extend_from_slice(own);
        layer.across = across.to_vec();
        // Changes that name a link of the basic layer, and some that name none.
        let change = |(from, to, threshold)| ThresholdChange {
            from,
            to,
            threshold,
        };
        layer.threshold_changes = changes.into_iter().map(change).collect();
        layer.threshold_changes.push(ThresholdChange {
            from: node(0, "need", 0),
            to: node(0, "concept", 0),
            threshold: inhibition.0,
        });
        layer.inhibition = Inhibition {
            weight: inhibition.0,
            gated: inhibition.1,
        };
        layer
    })
}

#[derive(Clone, Debug)]
enum Op {
    PutOn(usize),
    TakeOff(usize),
    Tell(NodeId, Degree),
    Switch(NodeId, bool, Option<PropId>),
    Update,
}

fn op() -> impl Strategy<Value = Op> {
    let kinds = prop_oneof![2 => Just("need"), 1 => Just("test")];
    let input = (0..=ROLES, kinds, 0..3usize).prop_map(|(l, k, n)| node(l, k, n));
    let prop = prop_oneof![Just(None), (1..4u32).prop_map(|p| Some(PropId(p)))];
    prop_oneof![
        2 => (1..=ROLES).prop_map(Op::PutOn),
        2 => (0..=ROLES).prop_map(Op::TakeOff),
        9 => (input, degree()).prop_map(|(node, degree)| Op::Tell(node, degree)),
        3 => (some_node(0), any::<bool>(), prop).prop_map(|(n, on, p)| Op::Switch(n, on, p)),
        6 => Just(Op::Update),
    ]
}

fn layers() -> impl Strategy<Value = Vec<Layer>> {
    (layer(0), layer(1), layer(2), layer(3)).prop_map(|(a, b, c, d)| vec![a, b, c, d])
}

fn program(held: &[Layer]) -> Arc<Program> {
    let held: Vec<&Layer> = held.iter().collect();
    Arc::new(Program::compile(&held).unwrap())
}

/// Plays operations on both maps, and says where they differ.
fn compare(layers: &[Layer], ops: &[Op], fault: Option<Degree>) -> Result<(), String> {
    let mut plain = reference::Map::new(layers[0].clone());
    let weave_fast = |held: &[Layer]| {
        let mut held = held.to_vec();
        if let (Some(fault), Some(link)) = (fault, held[0].links.first_mut()) {
            link.weight = link.weight.minus(fault);
        }
        program(&held)
    };
    let mut fast = Map::new(weave_fast(&plain.layers));
    let mut inputs = reference::Inputs::new();
    let mut doing = None;
    for (step, op) in ops.iter().enumerate() {
        match op {
            Op::PutOn(role) => plain.put_on(layers[*role].clone()),
            Op::TakeOff(role) => plain.take_off(LayerId(*role as u32)),
            Op::Tell(node, degree) => {
                inputs.insert(*node, *degree);
            }
            Op::Switch(flag, on, prop) => {
                plain.switch(*flag, *on, *prop);
                fast.switch(*flag, *on, *prop);
            }
            Op::Update => {}
        }
        let held: Vec<LayerId> = plain.layers.iter().map(|layer| layer.id).collect();
        if held != fast.program().layers {
            fast.change_layers(weave_fast(&plain.layers));
        }
        let told = fast.program().clone();
        for (index, (place, _)) in told.inputs.iter().enumerate() {
            let node = told.node(*place).unwrap();
            fast.tell(index, inputs.get(&node).copied().unwrap_or_default());
        }
        let rest = (plain.update(&inputs), fast.settle());
        let at = |what: &str| format!("step {step}: {what}");
        if rest.0 != rest.1 {
            return Err(at("rest"));
        }
        for node in &told.woven.nodes {
            let degrees = (plain.activation(node.id), fast.activation(node.id));
            if degrees.0 != degrees.1 {
                return Err(at(&format!("{:?}: {degrees:?}", node.id)));
            }
            if plain.props.get(&node.id).copied() != fast.prop_of(node.id) {
                return Err(at("prop"));
            }
        }
        let choice = plain.choose(doing);
        if choice != fast.choose(doing).map(|act| act.node) {
            return Err(at("choice"));
        }
        doing = choice;
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_fast_map_equals_the_reference_map(layers in layers(), ops in vec(op(), 1..40)) {
        if let Err(difference) = compare(&layers, &ops, None) {
            return Err(TestCaseError::fail(difference));
        }
    }

    /// Whatever was held, what remains is the basic map, to the byte.
    #[test]
    fn done_06_taking_a_role_off_leaves_the_basic_map_byte_for_byte(
        layers in layers(),
        levels in vec(degree(), 4),
        roles in vec(1..=ROLES, 1..4),
    ) {
        let inputs: reference::Inputs =
            (0..).map(|n| node(0, "need", n)).zip(levels).collect();
        let mut basic = reference::Map::new(layers[0].clone());
        basic.update(&inputs);
        let fresh = Map::new(program(&layers[..1]));
        let mut plain = basic.clone();
        let mut fast = fresh.clone();
        for role in &roles {
            plain.put_on(layers[*role].clone());
            plain.update(&inputs);
            fast.change_layers(program(&plain.layers));
            fast.settle();
        }
        for role in roles {
            plain.take_off(LayerId(role as u32));
        }
        fast.change_layers(program(&plain.layers));
        prop_assert_eq!(plain.woven(), basic.woven());
        prop_assert_eq!(fast.activations(), fresh.activations());
        prop_assert_eq!(&fast, &fresh);
        plain.update(&inputs);
        prop_assert_eq!(plain, basic);
    }
}

/// If a map in which one weight is a little off passed for the same, equality would prove nothing.
#[test]
fn the_comparison_notices_a_weight_that_is_off() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    let mut runner = TestRunner::deterministic();
    let mut noticed = 0;
    for _ in 0..50 {
        let layers = layers().new_tree(&mut runner).unwrap().current();
        let ops = vec(op(), 30).new_tree(&mut runner).unwrap().current();
        let fault = Some(Degree(900));
        noticed += usize::from(compare(&layers, &ops, fault).is_err());
    }
    assert!(noticed >= 10, "noticed in {noticed} of 50 cases");
}

#[test]
fn done_07_a_thousand_random_role_swaps_leak_nothing() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    let mut runner = TestRunner::deterministic();
    let layers = layers().new_tree(&mut runner).unwrap().current();
    let mut map = reference::Map::new(layers[0].clone());
    let mut fast = Map::new(program(&map.layers));
    let (base, base_bytes) = (map.woven(), fast.bytes());
    let draw = Draw::at(Seed(7), 1, Tick(0), SiteId::named("swaps"));
    let mut held_more = 0;
    for swap in 0..1000 {
        let role = draw.between(swap, 1, ROLES as i64) as u32;
        if draw.coin(swap + 1000, 500) {
            map.put_on(layers[role as usize].clone());
        } else {
            map.take_off(LayerId(role));
        }
        fast.change_layers(program(&map.layers));
        fast.settle();
        held_more += usize::from(map.woven().nodes.len() > base.nodes.len());
    }
    assert!(held_more > 500, "roles were held only {held_more} times");
    for role in 1..=ROLES {
        map.take_off(LayerId(role as u32));
    }
    fast.change_layers(program(&map.layers));
    assert_eq!(map.woven(), base);
    assert_eq!(map.activations.len(), base.nodes.len());
    assert_eq!(fast.bytes(), base_bytes);
}

fn one_link(threshold: Degree) -> Layer {
    let mut layer = Layer::empty(LayerId(0));
    layer.nodes = nodes(0, [1, 1, 0, 1]);
    let (need, concept) = (node(0, "need", 0), node(0, "concept", 0));
    let link = Link::plain(need, concept, Degree::ONE);
    layer.links = vec![
        link.above(threshold),
        Link::plain(concept, node(0, "action", 0), Degree::ONE),
    ];
    layer
}

fn passed(threshold: Degree, level: Degree) -> (Degree, Degree) {
    let mut map = Map::new(program(&[one_link(threshold)]));
    map.tell(0, level);
    map.settle();
    let concept = map.activation(node(0, "concept", 0));
    (concept, map.activation(node(0, "action", 0)))
}

#[test]
fn done_10_a_threshold_passes_what_reaches_it_and_above_one_nothing() {
    let (one, nearly) = (Degree::ONE, Degree::thousandths(999));
    assert_eq!(passed(one, one).0, one);
    assert_eq!(passed(one, nearly).0, Degree::ZERO);
    assert_eq!(passed(Degree::thousandths(1100), one).0, Degree::ZERO);
    assert_eq!(
        passed(nearly, nearly).0,
        nearly,
        "all of it passes, not the excess"
    );
}

#[test]
fn done_11_a_chain_of_full_links_has_one_activation_at_rest_and_keeps_it() {
    for n in [1, 17, 39_322, 65_536] {
        assert_eq!(passed(Degree::ZERO, Degree(n)), (Degree(n), Degree(n)));
    }
    let mut map = Map::new(program(&[one_link(Degree::ZERO)]));
    map.tell(0, Degree::HALF);
    map.settle();
    let settled = map.settle();
    assert_eq!((settled.passes, settled.at_rest), (1, true));
    assert_eq!(map.activation(node(0, "need", 0)), Degree::HALF);
}

/// A planted fault that no test noticed: the passes of an update were seven.
#[test]
fn a_map_that_never_rests_is_left_after_eight_passes() {
    let mut layer = Layer::empty(LayerId(0));
    layer.nodes = nodes(0, [2, 1, 0, 1]);
    let concept = |number| node(0, "concept", number);
    layer.links = vec![
        Link::plain(node(0, "need", 0), concept(0), Degree::ONE),
        Link::plain(concept(1), concept(0), Degree::thousandths(-1000)),
        Link::plain(concept(0), concept(1), Degree::ONE),
    ];
    let mut map = Map::new(program(&[layer]));
    map.tell(0, Degree::ONE);
    let settled = map.settle();
    assert_eq!((settled.passes, settled.at_rest), (8, false));
}

#[test]
fn and_takes_the_weakest_and_or_the_strongest() {
    let mut layer = Layer::empty(LayerId(0));
    layer.nodes = nodes(0, [2, 2, 0, 1]);
    let needs = vec![node(0, "need", 0), node(0, "need", 1)];
    let composite = |from, to| Link {
        from,
        to,
        weight: Degree::ONE,
        threshold: Degree::ZERO,
    };
    layer.links = vec![
        composite(Sources::All(needs.clone()), node(0, "concept", 0)),
        composite(Sources::Any(needs), node(0, "concept", 1)),
    ];
    let mut map = Map::new(program(&[layer]));
    map.tell(0, Degree::percent(30));
    map.tell(1, Degree::percent(80));
    map.settle();
    assert_eq!(map.activation(node(0, "concept", 0)), Degree::percent(30));
    assert_eq!(map.activation(node(0, "concept", 1)), Degree::percent(80));
}

#[test]
fn strong_needs_of_the_body_hold_duties_down_and_weak_ones_do_not() {
    let mut basic = one_link(Degree::ZERO);
    basic.links[1].threshold = Degree::percent(60);
    let mut role = Layer::empty(LayerId(1));
    role.nodes = nodes(1, [1, 1, 0, 1]);
    role.links = vec![Link::plain(
        node(1, "need", 0),
        node(1, "concept", 0),
        Degree::ONE,
    )];
    let duty_with = |need: Degree, inhibition: Inhibition| {
        let mut role = role.clone();
        role.inhibition = inhibition;
        let mut map = Map::new(program(&[basic.clone(), role]));
        map.tell(0, need);
        map.tell(1, Degree::ONE);
        map.settle();
        map.activation(node(1, "concept", 0))
    };
    let gated = Inhibition::default();
    let shown = |need: i32, how: Inhibition| duty_with(Degree::percent(need), how).to_string();
    assert_eq!(shown(59, gated), "1");
    assert_eq!(shown(60, gated), "0.82");
    let plain = Inhibition {
        gated: false,
        ..gated
    };
    assert_eq!(shown(50, plain), "0.85");
}

#[test]
fn a_threshold_change_counts_while_its_layer_is_held() {
    let basic = one_link(Degree::ZERO);
    let mut role = Layer::empty(LayerId(1));
    role.threshold_changes = vec![ThresholdChange {
        from: node(0, "need", 0),
        to: node(0, "concept", 0),
        threshold: Degree::thousandths(1100),
    }];
    let first = |layers: &[&Layer]| weave(layers).wires[0].link.threshold;
    assert_eq!(first(&[&basic]), Degree::ZERO);
    assert_eq!(first(&[&basic, &role]), Degree::thousandths(1100));
    assert_eq!(first(&[&basic]), Degree::ZERO);
}

/// Once the fast map did not look again at a concept that reads an action, because actions are
/// summed up after the concepts. (No checked content has such a link.)
#[test]
fn a_concept_that_reads_an_action_hears_of_it_at_the_next_update() {
    let mut layer = one_link(Degree::ZERO);
    let (action, concept) = (node(0, "action", 0), not_ready_to_change_role());
    layer.links.push(Link::plain(action, concept, Degree::ONE));
    let mut map = Map::new(program(&[layer]));
    map.tell(0, Degree::HALF);
    map.settle();
    assert_eq!(map.activation(concept), Degree::ZERO);
    map.settle();
    assert_eq!(map.activation(concept), Degree::HALF);
}

/// Both would hold down the very tasks that listen to them, or raise them.
#[test]
fn what_belongs_to_the_change_of_roles_holds_nothing_down() {
    let basic = one_link(Degree::ZERO);
    let mut role = Layer::empty(LayerId(1));
    role.nodes = nodes(1, [2, 0, 0, 0]);
    role.inhibition.gated = false;
    let woven = weave(&[&basic, &role]);
    let automatic: Vec<&Sources> = woven
        .wires
        .iter()
        .filter(|w| w.automatic)
        .map(|w| &w.link.from)
        .collect();
    let concept = Sources::One(node(0, "concept", 0));
    assert_eq!(automatic, [&concept, &concept]);
}
