//! Snippets and trees in a toy world: a party of fighters on a line.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use super::*;
use crate::query::Candidate;
use crate::tree::{
    Among, Branch, Extreme, Frame, Interval, Node, Scratch, Source, Statics, Status,
};
use crate::tree::{Tree, Trees, Walk, World, interval};
use proptest::prelude::*;
use std::cell::Cell;
use townsfolk_core::{
    ActionId, CharacterId, DeciderId, Duration, Number, RoleId, SymbolId, Tick, Urgency,
};
use townsfolk_core::{Value, VarId};
use townsfolk_module::Call;
use townsfolk_module::decide::{Class, Deed, Part, Snippet};

type Condition = fn(&Arena, &Frame) -> bool;
type Expression = fn(&Arena, &Frame) -> i64;
type Twig = Branch<Condition, Expression>;
type Use = Snippet<Condition, Expression>;

const IT: VarId = VarId(0);
const OTHER: VarId = VarId(1);

/// A fighter of the toy world.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Fighter {
    side: u8,
    health: i64,
    at_m: i64,
    immune: bool,
    vulnerable: bool,
    attacks: Option<usize>,
    attacked: bool,
    dead: bool,
}

/// The toy world, seen by its first fighter.
#[derive(Clone, PartialEq, Debug, Default)]
struct Arena {
    fighters: Vec<Fighter>,
    mana: i64,
    in_combat: bool,
    holds: bool,
    strayed_m: i64,
    asked: Cell<u32>,
}

impl Arena {
    fn me(&self) -> Fighter {
        self.fighters[0]
    }

    fn of(&self, frame: &Frame, variable: VarId) -> Fighter {
        self.fighters[frame[usize::from(variable.0)].row as usize]
    }
}

impl World for &Arena {
    type Condition = Condition;
    type Expression = Expression;

    fn holds(&self, condition: &Condition, frame: &Frame) -> bool {
        self.asked.set(self.asked.get() + 1);
        condition(self, frame)
    }

    fn value(&self, expression: &Expression, frame: &Frame) -> Option<Value> {
        Some(Value::Number(Number::whole(expression(self, frame))))
    }

    fn candidates(
        &self,
        among: &Among<Condition, Expression>,
        _: &Frame,
        found: &mut Vec<Candidate>,
    ) {
        for (row, fighter) in self.fighters.iter().enumerate().rev() {
            let distance_mm = (fighter.at_m - self.me().at_m).abs() * 1_000;
            let near = among
                .within_mm
                .is_none_or(|most| distance_mm <= i64::from(most));
            if (row > 0 || among.with_me) && near && !fighter.dead {
                found.push(Candidate {
                    thing: who(row),
                    distance_mm,
                    row: row as u32,
                });
            }
        }
    }
}

fn who(row: usize) -> Value {
    Value::Character(CharacterId(row as u32))
}

fn when(condition: Condition) -> Twig {
    Branch::leaf(Node::When(condition))
}

fn score(points: i32) -> Twig {
    Branch::leaf(Node::Score(points))
}

fn sequence(children: Vec<Twig>) -> Twig {
    Branch::of(Node::Sequence, children)
}

fn selector(children: Vec<Twig>) -> Twig {
    Branch::of(Node::Selector, children)
}

fn not(condition: Condition) -> Twig {
    Branch::of(Node::Not, vec![when(condition)])
}

fn among(variable: VarId, metres: Option<u32>, keep: Condition, children: Vec<Twig>) -> Twig {
    let among = Among {
        variable,
        source: Source::Everyone,
        within_mm: metres.map(|metres| metres * 1_000),
        with_me: false,
        keep: Some(keep),
    };
    Branch::of(Node::Among(among), vec![sequence(children)])
}

fn hostile(arena: &Arena, frame: &Frame) -> bool {
    arena.of(frame, IT).side != arena.me().side
}

fn friend(arena: &Arena, frame: &Frame) -> bool {
    !hostile(arena, frame)
}

fn named(name: &str, evaluation: Twig) -> Use {
    let mut snippet = Snippet {
        id: DeciderId::named(name),
        name: SymbolId::named(name),
        ability: SymbolId::named(name),
        class: None,
        urgency: Urgency::Wish,
        sources: vec![],
        requires: vec![],
        interrupts: false,
        variables: 2,
        evaluation: evaluation.flatten(),
        execution: Tree::default(),
        parts: vec![],
        costs: vec![],
        beat: None,
    };
    let part = |is_use| Part {
        deed: Deed::Act(Call {
            action: ActionId::named("any"),
            arguments: vec![],
            named: vec![],
        }),
        is_use,
    };
    snippet.perform_in_order(vec![part(false), part(true)]);
    snippet
}

fn all(list: Vec<Use>) -> Catalogue<Condition, Expression> {
    Catalogue::new(list, Trees::default())
}

/// A character with snippets, in this order.
fn brain(snippets: &[&Use]) -> Brain {
    let mut brain = Brain::default();
    for snippet in snippets {
        let source = SymbolId::named("test");
        brain.register(snippet, source, |_| true).unwrap();
    }
    brain
}

fn run(tree: Twig, arena: &Arena) -> (Status, i32, Option<Value>) {
    let (trees, mut scratch) = (Trees::default(), Scratch::default());
    let mut walk = Walk::<_, false>::new(arena, &trees, &mut scratch);
    let tree = tree.flatten();
    assert!(tree.is_sound());
    let status = walk.run(&tree);
    (status, walk.score, walk.target)
}

fn update(brain: &mut Brain, snippets: &Catalogue<Condition, Expression>, arena: &Arena) -> Change {
    brain.update(snippets, &arena, Tick(0), &mut Scratch::default())
}

fn running(brain: &Brain) -> Option<(DeciderId, Option<Value>)> {
    brain
        .running()
        .map(|running| (running.snippet, running.target))
}

fn me(health: i64) -> Fighter {
    Fighter {
        health,
        ..Fighter::default()
    }
}

fn enemy(at_m: i64) -> Fighter {
    Fighter {
        side: 1,
        health: 100,
        at_m,
        ..Fighter::default()
    }
}

/// Figure 7.2: fire on hostiles, never on the immune, rather on the vulnerable.
fn burn(before: i32) -> Twig {
    let fire = among(
        IT,
        Some(20),
        hostile,
        vec![
            not(|arena, frame| arena.of(frame, IT).immune),
            score(20),
            Branch::points_if(|arena, frame| arena.of(frame, IT).vulnerable, 10),
        ],
    );
    match before {
        0 => fire,
        points => sequence(vec![score(points), fire]),
    }
}

#[test]
fn done_01_five_points_below_half_of_health_and_true_in_both_cases() {
    for (health, points) in [(49, 5), (50, 0)] {
        let arena = Arena {
            fighters: vec![me(health)],
            ..Arena::default()
        };
        let tree = Twig::points_if(|arena, _| arena.me().health < 50, 5);
        assert_eq!(run(tree, &arena), (Status::True, points, None));
    }
}

fn three_enemies() -> Arena {
    let immune = Fighter {
        immune: true,
        ..enemy(1)
    };
    let vulnerable = Fighter {
        vulnerable: true,
        ..enemy(9)
    };
    Arena {
        fighters: vec![me(100), immune, enemy(5), vulnerable],
        mana: 100,
        ..Arena::default()
    }
}

#[test]
fn done_02_fire_takes_the_vulnerable_and_never_the_immune() {
    let mut arena = three_enemies();
    assert_eq!(run(burn(0), &arena), (Status::True, 30, Some(who(3))));
    arena.fighters.truncate(2);
    assert_eq!(run(burn(0), &arena), (Status::False, 0, None));
}

#[test]
fn done_03_every_target_begins_with_the_same_points() {
    let arena = Arena {
        fighters: vec![me(100), enemy(3), enemy(2), enemy(4)],
        ..Arena::default()
    };
    assert_eq!(run(burn(5), &arena), (Status::True, 25, Some(who(2))));
}

#[test]
fn done_04_a_selector_inside_another_gives_the_variable_back() {
    for inner in [IT, OTHER] {
        let tree = among(
            IT,
            None,
            hostile,
            vec![
                among(inner, None, |_, _| true, vec![score(1)]),
                when(|arena, frame| arena.of(frame, IT).at_m == 5),
                score(7),
            ],
        );
        let (status, points, target) = run(tree, &three_enemies());
        assert_eq!((status, points, target), (Status::True, 8, Some(who(2))));
    }
}

#[test]
fn done_05_a_branch_that_fails_leaks_neither_points_nor_target() {
    let leaky = sequence(vec![score(40), burn(0), when(|_, _| false)]);
    let tree = selector(vec![leaky, score(3)]);
    assert_eq!(run(tree, &three_enemies()), (Status::True, 3, None));
}

#[test]
fn not_discards_points_and_all_adds_up_what_holds() {
    let scores_twice = Branch::of(
        Node::Not,
        vec![sequence(vec![score(9), when(|_, _| false)])],
    );
    let tree = Branch::of(
        Node::All,
        vec![
            scores_twice,
            Branch::points_if(|_, _| true, 4),
            Branch::points_if(|_, _| false, 2),
            score(-1),
        ],
    );
    assert_eq!(run(tree, &three_enemies()), (Status::True, 3, None));
}

#[test]
fn curves_are_interpolated_and_rounded_and_flat_outside() {
    let points = vec![(Number::whole(0), 20), (Number::whole(3), 10)];
    for (health, expected) in [(-5, 20), (0, 20), (1, 17), (2, 13), (3, 10), (90, 10)] {
        let arena = Arena {
            fighters: vec![me(health)],
            ..Arena::default()
        };
        let input: Expression = |arena, _| arena.me().health;
        let curve = Branch::leaf(Node::Curve {
            input,
            points: points.clone(),
        });
        assert_eq!(run(curve, &arena).1, expected, "{health}");
        let plain = Branch::leaf(Node::Curve {
            input,
            points: vec![],
        });
        assert_eq!(run(plain, &arena).1, health as i32);
    }
}

#[test]
fn done_07_zero_points_are_enough_and_false_never_is() {
    let follow = named("follow", score(0));
    let never = named("never", sequence(vec![score(90), when(|_, _| false)]));
    let only_with_enemy = named("hit", burn(0));
    let snippets = all(vec![follow.clone(), never.clone(), only_with_enemy.clone()]);
    let mut arena = three_enemies();
    let mut alone = brain(&[&never, &follow]);
    assert_eq!(update(&mut alone, &snippets, &arena), Change::Begin(0));
    assert_eq!(running(&alone), Some((follow.id, None)));
    let mut fighter = brain(&[&never, &only_with_enemy]);
    assert_eq!(update(&mut fighter, &snippets, &arena), Change::Begin(0));
    arena.fighters.truncate(1);
    assert_eq!(update(&mut fighter, &snippets, &arena), Change::Stop);
    assert_eq!(update(&mut fighter, &snippets, &arena), Change::Keep);
    assert_eq!(fighter.running(), None);
}

#[test]
fn done_08_equal_points_never_switch() {
    let (first, second) = (named("b_first", score(10)), named("a_second", score(10)));
    let snippets = all(vec![first.clone(), second.clone()]);
    let arena = three_enemies();
    let mut brain = brain(&[&first, &second]);
    update(&mut brain, &snippets, &arena);
    assert_eq!(running(&brain).unwrap().0, first.id);
    for _ in 0..1_000 {
        assert_eq!(update(&mut brain, &snippets, &arena), Change::Keep);
    }
    // The second runs while the first is away, and stays when it is back.
    let mut other = Brain::default();
    other
        .register(&second, SymbolId::named("test"), |_| true)
        .unwrap();
    update(&mut other, &snippets, &arena);
    other
        .register(&first, SymbolId::named("test"), |_| true)
        .unwrap();
    for _ in 0..1_000 {
        assert_eq!(update(&mut other, &snippets, &arena), Change::Keep);
        assert_eq!(running(&other).unwrap().0, second.id);
    }
}

#[test]
fn done_09_sources_grant_and_take_away() {
    let hit = named("hit", score(10));
    let snippets = all(vec![hit.clone()]);
    let (sword, axe) = (SymbolId::named("sword"), SymbolId::named("axe"));
    let arena = three_enemies();
    let mut brain = Brain::default();
    assert_eq!(update(&mut brain, &snippets, &arena), Change::Keep);
    brain.register(&hit, sword, |_| true).unwrap();
    brain.register(&hit, axe, |_| true).unwrap();
    assert_eq!(brain.registered().len(), 1);
    assert_eq!(update(&mut brain, &snippets, &arena), Change::Begin(0));
    brain.unregister(sword);
    assert_eq!(update(&mut brain, &snippets, &arena), Change::Keep);
    brain.unregister(axe);
    assert_eq!(update(&mut brain, &snippets, &arena), Change::Stop);
    assert_eq!(brain.running(), None);
}

#[test]
fn removing_the_snippet_whose_ability_is_used_stops_it() {
    let hit = named("hit", score(10));
    let snippets = all(vec![hit.clone()]);
    let arena = three_enemies();
    let mut brain = brain(&[&hit]);
    update(&mut brain, &snippets, &arena);
    assert_eq!(brain.part_ended(&snippets, &&arena, true), Change::Begin(1));
    assert!(brain.is_busy());
    brain.unregister(SymbolId::named("test"));
    assert_eq!(update(&mut brain, &snippets, &arena), Change::Stop);
}

#[test]
fn done_11_nothing_is_evaluated_while_an_ability_is_used() {
    let hit = named("hit", burn(0));
    let better = named(
        "better",
        sequence(vec![when(|arena, _| arena.in_combat), score(90)]),
    );
    let snippets = all(vec![hit.clone(), better.clone()]);
    let mut arena = three_enemies();
    let mut brain = brain(&[&hit, &better]);
    assert_eq!(update(&mut brain, &snippets, &arena), Change::Begin(0));
    for _ in 0..10 {
        let before = arena.asked.get();
        assert_eq!(update(&mut brain, &snippets, &arena), Change::Keep);
        assert!(arena.asked.get() > before, "preparation is watched");
    }
    assert_eq!(brain.part_ended(&snippets, &&arena, true), Change::Begin(1));
    arena.in_combat = true;
    let before = arena.asked.get();
    for _ in 0..10 {
        assert_eq!(update(&mut brain, &snippets, &arena), Change::Keep);
    }
    assert_eq!(arena.asked.get(), before, "the ability is being used");
    assert_eq!(brain.part_ended(&snippets, &&arena, true), Change::Stop);
    assert_eq!(update(&mut brain, &snippets, &arena), Change::Begin(0));
    assert_eq!(running(&brain).unwrap().0, better.id);
}

#[test]
fn a_reaction_that_interrupts_breaks_into_a_use() {
    let hit = named("hit", burn(0));
    let mut dodge = named(
        "dodge",
        sequence(vec![when(|arena, _| arena.in_combat), score(60)]),
    );
    dodge.interrupts = true;
    let snippets = all(vec![hit.clone(), dodge.clone()]);
    let mut arena = three_enemies();
    let mut brain = brain(&[&hit, &dodge]);
    update(&mut brain, &snippets, &arena);
    brain.part_ended(&snippets, &&arena, true);
    assert_eq!(update(&mut brain, &snippets, &arena), Change::Keep);
    arena.in_combat = true;
    assert_eq!(update(&mut brain, &snippets, &arena), Change::Begin(0));
    assert_eq!(running(&brain).unwrap().0, dodge.id);
}

#[test]
fn done_12_a_dead_target_is_replaced_before_it_is_approached_further() {
    let hit = named("hit", burn(0));
    let snippets = all(vec![hit.clone()]);
    let mut arena = three_enemies();
    let mut brain = brain(&[&hit]);
    update(&mut brain, &snippets, &arena);
    assert_eq!(running(&brain), Some((hit.id, Some(who(3)))));
    arena.fighters[3].dead = true;
    assert_eq!(update(&mut brain, &snippets, &arena), Change::Begin(0));
    assert_eq!(running(&brain), Some((hit.id, Some(who(2)))));
    assert_eq!(brain.running().unwrap().bound[0], who(2));
}

#[test]
fn done_13_a_better_snippet_replaces_an_approach_at_the_next_update() {
    let hit = named("hit", burn(0));
    let flee = named(
        "flee",
        sequence(vec![when(|arena, _| arena.me().health < 30), score(60)]),
    );
    let snippets = all(vec![hit.clone(), flee.clone()]);
    let mut arena = three_enemies();
    let mut brain = brain(&[&hit, &flee]);
    update(&mut brain, &snippets, &arena);
    assert_eq!(running(&brain).unwrap().0, hit.id);
    arena.fighters[0].health = 10;
    // The change tells the owner to stop what is performed; the performer releases what it held.
    assert_eq!(update(&mut brain, &snippets, &arena), Change::Begin(0));
    assert_eq!(running(&brain).unwrap().0, flee.id);
}

#[test]
fn done_14_passive_movement_stays_below_every_action() {
    let follow = named("follow", score(0));
    let fights = named(
        "stay_close",
        sequence(vec![when(|arena, _| arena.in_combat), score(4)]),
    );
    let holds = named(
        "hold",
        sequence(vec![when(|arena, _| arena.holds), score(7)]),
    );
    let bolt = named("bolt", among(IT, Some(20), hostile, vec![score(10)]));
    let list = [&follow, &fights, &holds, &bolt];
    let snippets = all(list.into_iter().cloned().collect());
    let mut brain = brain(&list);
    let mut arena = Arena {
        fighters: vec![me(100)],
        ..Arena::default()
    };
    update(&mut brain, &snippets, &arena);
    assert_eq!(running(&brain).unwrap().0, follow.id);
    arena.in_combat = true;
    update(&mut brain, &snippets, &arena);
    assert_eq!(running(&brain).unwrap().0, fights.id);
    arena.holds = true;
    update(&mut brain, &snippets, &arena);
    assert_eq!(running(&brain).unwrap().0, holds.id);
    arena.fighters.push(enemy(5));
    update(&mut brain, &snippets, &arena);
    assert_eq!(running(&brain).unwrap().0, bolt.id);
}

#[test]
fn done_15_a_tether_pulls_back_and_does_not_flicker() {
    let outside = when(|arena, _| arena.strayed_m > 20);
    let not_back = sequence(vec![
        Branch::leaf(Node::Running),
        when(|arena, _| arena.strayed_m > 10),
    ]);
    let tether = named(
        "tether",
        sequence(vec![selector(vec![outside, not_back]), score(100)]),
    );
    let blink = named("blink", score(70));
    let snippets = all(vec![tether.clone(), blink.clone()]);
    let mut brain = brain(&[&blink, &tether]);
    let story = [
        (5, &blink),
        (15, &blink),
        (20, &blink),
        (21, &tether),
        (15, &tether),
        (11, &tether),
        (10, &blink),
        (15, &blink),
    ];
    for (strayed_m, expected) in story {
        let arena = Arena {
            fighters: vec![me(100)],
            strayed_m,
            ..Arena::default()
        };
        update(&mut brain, &snippets, &arena);
        assert_eq!(running(&brain).unwrap().0, expected.id, "{strayed_m} m");
    }
}

#[test]
fn done_16_one_ability_serves_two_motives() {
    let attack = sequence(vec![
        when(|arena, _| arena.me().health >= 50),
        among(IT, None, hostile, vec![score(30)]),
    ]);
    let retreat = sequence(vec![
        when(|arena, _| arena.me().health < 30),
        among(IT, None, friend, vec![score(60)]),
    ]);
    let mut charge = named("charge_in", attack);
    let mut flee = named("charge_away", retreat);
    charge.ability = SymbolId::named("charge");
    flee.ability = charge.ability;
    let snippets = all(vec![charge.clone(), flee.clone()]);
    for (health, chosen, target) in [(80, &charge, who(2)), (20, &flee, who(1))] {
        let ally = Fighter {
            at_m: -30,
            ..me(100)
        };
        let arena = Arena {
            fighters: vec![me(health), ally, enemy(8)],
            ..Arena::default()
        };
        let mut brain = brain(&[&charge, &flee]);
        update(&mut brain, &snippets, &arena);
        assert_eq!(running(&brain), Some((chosen.id, Some(target))), "{health}");
    }
}

struct NoStatics;

impl Statics<Expression> for NoStatics {
    fn range(&self, _: &Expression, _: &[(i64, i64)]) -> (i64, i64) {
        (0, 0)
    }
}

#[test]
fn done_17_points_outside_the_band_are_found_with_their_path() {
    let support = |last| {
        let tree = sequence(vec![
            score(25),
            Twig::points_if(|arena, _| arena.me().health < 50, 10),
            Twig::points_if(|arena, _| arena.me().health < 25, last),
        ]);
        let mut snippet = named("barrier", tree);
        snippet.class = Some(Class::Support);
        snippet
    };
    let good = support(10);
    assert_eq!(
        outside_band(&good, &all(vec![good.clone()]), &NoStatics),
        None
    );
    let bad = support(12);
    let found = outside_band(&bad, &all(vec![bad.clone()]), &NoStatics).unwrap();
    assert!(found.above);
    assert_eq!(found.extreme.points, 47);
    let nodes: Vec<(u16, i64)> = found
        .extreme
        .path
        .iter()
        .map(|(_, n, p)| (*n, *p))
        .collect();
    assert_eq!(nodes, [(1, 25), (5, 10), (9, 12)]);
    // The class decides nothing.
    let arena = three_enemies();
    let tables = [None, Some(Class::Basic), Some(Class::Reaction)].map(|class| {
        let mut snippet = bad.clone();
        snippet.class = class;
        let snippets = all(vec![snippet.clone()]);
        let mut brain = brain(&[&snippet]);
        update(&mut brain, &snippets, &arena);
        brain.table().to_vec()
    });
    assert!(tables.windows(2).all(|pair| pair[0] == pair[1]));
}

#[test]
fn done_18_the_table_has_every_snippet_and_a_trace_adds_up() {
    let list = [
        named("burn", burn(5)),
        named("never", when(|_, _| false)),
        named("follow", score(0)),
    ];
    let snippets = all(list.to_vec());
    let arena = three_enemies();
    let mut brain = brain(&list.iter().collect::<Vec<_>>());
    brain.set_tactic(SymbolId::named("burn"), Tactic::Preferred);
    update(&mut brain, &snippets, &arena);
    let rows: Vec<_> = brain
        .table()
        .iter()
        .map(|row| (row.ok, row.score, row.target))
        .collect();
    assert_eq!(
        rows,
        [(true, 40, Some(who(3))), (false, 0, None), (true, 0, None)]
    );
    for (snippet, row) in list.iter().zip(brain.table()) {
        let given = brain.circumstances(snippet);
        let (probed, trace, _) = probe(snippet, &snippets.trees, &arena, given);
        assert_eq!(probed, *row);
        assert_eq!(trace.sum(), row.score);
    }
    brain.set_tactic(SymbolId::named("burn"), Tactic::Forbidden);
    update(&mut brain, &snippets, &arena);
    assert_eq!(running(&brain).unwrap().0, DeciderId::named("follow"));
}

#[test]
fn done_20_a_missing_capability_is_named() {
    let mut fly = named("fly", score(10));
    fly.requires = vec![RoleId::named("armed"), RoleId::named("winged")];
    let mut brain = Brain::default();
    let source = SymbolId::named("orcs");
    let is_capable = |need| need == RoleId::named("armed");
    let refused = brain.register(&fly, source, is_capable);
    assert_eq!(refused, Err(RoleId::named("winged")));
    assert!(brain.registered().is_empty());
}

#[test]
fn a_gap_and_stickiness_keep_what_runs() {
    let (low, high) = (
        named("low", score(10)),
        named("high", sequence(vec![when(|a, _| a.in_combat), score(14)])),
    );
    let snippets = all(vec![low.clone(), high.clone()]);
    let mut arena = three_enemies();
    let mut sticky = brain(&[&low, &high]);
    sticky.options.stickiness = 4;
    let mut slow = brain(&[&low, &high]);
    slow.options.min_switch_gap = Duration::seconds(1);
    for brain in [&mut sticky, &mut slow] {
        update(brain, &snippets, &arena);
    }
    arena.in_combat = true;
    assert_eq!(update(&mut sticky, &snippets, &arena), Change::Keep);
    let mut scratch = Scratch::default();
    assert_eq!(
        slow.update(&snippets, &&arena, Tick(59), &mut scratch),
        Change::Keep
    );
    assert_eq!(
        slow.update(&snippets, &&arena, Tick(60), &mut scratch),
        Change::Begin(0)
    );
}

#[test]
fn trees_are_shared_and_get_their_own_values() {
    let base: Tree<Condition, Expression> = sequence(vec![
        Branch::leaf(Node::Curve {
            input: |_, frame| match frame[1].thing {
                Value::Number(n) => n.0 / 1_000,
                _ => 0,
            },
            points: vec![],
        }),
        Branch::points_if(|_, frame| frame[0].thing == who(3), 5),
    ])
    .flatten();
    let name = DeciderId::named("base");
    let trees = Trees::new(vec![(name, base)]);
    for points in [10, 30] {
        // The candidate's row is its id in this toy world.
        let it: Expression = |_, _| 0;
        let ten: Expression = |_, _| 10;
        let thirty: Expression = |_, _| 30;
        let worth = if points == 10 { ten } else { thirty };
        let call = Branch::leaf(Node::Subtree {
            tree: name,
            arguments: vec![it, worth],
        });
        let snippet = named("any", among(IT, None, hostile, vec![call]));
        let snippets = Catalogue::new(vec![snippet.clone()], trees.clone());
        let arena = three_enemies();
        let mut brain = brain(&[&snippet]);
        update(&mut brain, &snippets, &arena);
        assert_eq!(brain.table()[0].score, points);
    }
}

/// A tree that uses itself ends, and so does one with too many candidates inside candidates.
#[test]
fn walks_are_bounded() {
    let name = DeciderId::named("loop");
    let again = || {
        Twig::leaf(Node::Subtree {
            tree: name,
            arguments: vec![],
        })
    };
    let deep: Tree<Condition, Expression> = sequence(vec![score(1), again()]).flatten();
    let trees = Trees::new(vec![(name, deep)]);
    let arena = three_enemies();
    let mut scratch = Scratch::default();
    let mut walk = Walk::<_, false>::new(&arena, &trees, &mut scratch);
    assert_eq!(walk.run(&again().flatten()), Status::False);
    let crowd = Arena {
        fighters: vec![enemy(1); 200],
        ..Arena::default()
    };
    let mut nested = score(1);
    for variable in 0..4 {
        nested = among(VarId(variable), None, |_, _| true, vec![nested]);
    }
    let trees = Trees::default();
    let mut walk = Walk::<_, false>::new(&crowd, &trees, &mut scratch);
    walk.run(&nested.flatten());
    assert!(walk.is_exhausted());
}

/// A random tree over conditions and points.
fn any_tree() -> impl Strategy<Value = Twig> {
    let low: Condition = |arena, _| arena.me().health < 50;
    let rich: Condition = |arena, _| arena.mana >= 30;
    let leaf = prop_oneof![
        (-20..20i32).prop_map(score),
        Just(when(low)),
        Just(when(rich)),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        let children = || prop::collection::vec(inner.clone(), 1..4);
        prop_oneof![
            children().prop_map(sequence),
            children().prop_map(selector),
            children().prop_map(|children| Branch::of(Node::All, children)),
            inner
                .clone()
                .prop_map(|child| Branch::of(Node::Optional, vec![child])),
            inner
                .clone()
                .prop_map(|child| Branch::of(Node::Not, vec![child])),
            children().prop_map(|children| among(IT, None, hostile, children)),
        ]
    })
}

proptest! {
    #[test]
    fn done_19_evaluation_is_pure(tree in any_tree(), health in 0..100i64, mana in 0..60i64) {
        let arena = Arena { mana, fighters: vec![me(health), enemy(3), enemy(9)], ..Arena::default() };
        let before = arena.clone();
        let snippet = named("any", tree);
        let trees = Trees::default();
        let given = evaluate::Circumstances::default();
        let mut scratch = Scratch::default();
        let first = evaluate(&snippet, &trees, &arena, given, &mut scratch);
        let second = evaluate(&snippet, &trees, &arena, given, &mut scratch);
        prop_assert_eq!(first, second);
        arena.asked.set(0);
        prop_assert_eq!(arena, before);
    }

    #[test]
    fn a_trace_adds_up_and_stays_within_the_interval(tree in any_tree(), health in 0..100i64, mana in 0..60i64) {
        let arena = Arena { mana, fighters: vec![me(health), enemy(3), enemy(9)], ..Arena::default() };
        let snippet = named("any", tree);
        let trees = Trees::default();
        let (row, trace, _) = probe(&snippet, &trees, &arena, evaluate::Circumstances::default());
        prop_assert_eq!(trace.sum(), row.score);
        let Interval { low, high } = interval(&snippet.evaluation, &trees, &NoStatics);
        let sum = |extreme: &Extreme| extreme.path.iter().map(|(.., points)| points).sum::<i64>();
        prop_assert_eq!((sum(&low), sum(&high)), (low.points, high.points));
        if row.ok {
            prop_assert!((low.points..=high.points).contains(&i64::from(row.score)));
        }
    }

    #[test]
    fn done_22_time_slices_decide_the_same(trees in prop::collection::vec(any_tree(), 1..9), slice in 1..5u16, health in 0..100i64) {
        let arena = Arena { mana: 40, fighters: vec![me(health), enemy(3), enemy(9)], ..Arena::default() };
        let list: Vec<Use> = trees.into_iter().enumerate().map(|(at, tree)| named(&format!("s{at}"), tree)).collect();
        let snippets = all(list.clone());
        let refs: Vec<&Use> = list.iter().collect();
        let mut whole = brain(&refs);
        let mut sliced = brain(&refs);
        sliced.options.time_slice = Some(slice);
        update(&mut whole, &snippets, &arena);
        for _ in 0..list.len().div_ceil(usize::from(slice)) {
            update(&mut sliced, &snippets, &arena);
        }
        prop_assert_eq!(running(&whole), running(&sliced));
        prop_assert_eq!(whole.table(), sliced.table());
    }
}
