//! Posts: candidates, facts within budgets, and ratings.

mod support;

use support::{Yard, queries, query};
use townsfolk_core::{Angle, CharacterId, Number, Place, SymbolId, Tick};
use townsfolk_module::senses::PostQuery;
use townsfolk_space::CoverHeight;
use townsfolk_tactics::catalogue;
use townsfolk_tactics::posts::query::FriendAt;
use townsfolk_tactics::posts::{
    Budget, Facts, Gatherers, KnownPost, PostId, PostKind, PostPlace, Rated, Rating, Reservations,
    Used, View, Want, WayFact, best, rate, rate_all,
};
use townsfolk_tactics::squad::FiringLines;

const ANN: CharacterId = CharacterId(1);

fn metres(x: i32, y: i32) -> Place {
    Place::metres(x, y)
}

fn want(who: u32, here: Place, threat: Place) -> Want {
    Want {
        who: CharacterId(who),
        here,
        threat,
        covers: true,
        open: false,
        threat_ways: false,
        cells: vec![],
    }
}

/// The facts of one character, gathered at once.
fn known(yard: &Yard, want: &Want) -> Vec<KnownPost> {
    let mut gatherers = Gatherers::default();
    let budget = Budget {
        rays: 10_000,
        ways: 10_000,
    };
    gatherers.gather(yard.ground(), std::slice::from_ref(want), budget, Tick(1));
    gatherers.posts_of(want.who).to_vec()
}

/// Facts of a post behind low cover from which everything can be done, over a way from here.
fn post(yard: &Yard, id: u32, at: Place, here: Place, threat: Place) -> KnownPost {
    let path = yard
        .space
        .path(here, at, &townsfolk_space::Shortest, townsfolk_space::NODES);
    let path = path.found().expect("an open yard");
    KnownPost {
        post: PostPlace {
            id: PostId(id),
            at,
            kind: PostKind::Cover {
                into: Angle::from_to(at, threat),
                height: CoverHeight::Low,
                edges: townsfolk_space::Edges {
                    left: true,
                    right: true,
                    over: true,
                },
            },
        },
        facts: Facts {
            rays: 0b0111,
            rays_at: Some(Tick(1)),
            way: Some(WayFact {
                length_mm: i64::from(path.length_mm),
                runs_at_threat: path.runs_toward(threat),
                threat_mm: None,
                end: path.points.clone(),
            }),
            way_at: Some(Tick(1)),
            ..Facts::default()
        },
    }
}

/// Looks at posts as Ann, with nobody else around.
fn looking<T>(yard: &Yard, here: Place, threat: Place, with: impl FnOnce(&View<'_>) -> T) -> T {
    let (taken, lines) = (Reservations::default(), FiringLines::default());
    with(&View {
        me: ANN,
        here,
        stays_at: None,
        now: Tick(1),
        threat: Some(threat),
        combat: Some(Angle::from_to(threat, here)),
        place: Some(threat),
        zone: None,
        route: &[],
        friends: &[],
        taken: &taken,
        lines: &lines,
        exposed: &|_| false,
        space: &yard.space,
    })
}

/// A row of low walls, seven metres apart, each four metres long.
fn walls() -> Yard {
    let wall = |n: i32| (n * 7 - 24, 4, n * 7 - 20, 5, 9);
    Yard::new(40, &(0..7).map(wall).collect::<Vec<_>>())
}

#[test]
fn done_12_the_budget_of_a_tick_is_never_exceeded_and_facts_are_fresh_within_half_a_second() {
    let yard = walls();
    let wants: Vec<Want> = (1..=15)
        .map(|n| want(n, metres(n as i32 - 8, -3), metres(0, 30)))
        .collect();
    let mut gatherers = Gatherers::default();
    let (mut rays, mut ways) = (0, 0);
    // At sixty ticks a second half of the ways of a tick do for thirty.
    let budget = Budget {
        rays: 160,
        ways: 10,
    };
    for tick in 1..=90 {
        gatherers.gather(yard.ground(), &wants, budget, Tick(tick));
        let Used { rays: r, ways: w } = gatherers.used();
        assert!(r <= 160 && w <= 10, "tick {tick}: {r} rays, {w} ways");
        (rays, ways) = (rays.max(r), ways.max(w));
    }
    assert_eq!(ways, 10, "the budget is used");
    assert!(rays > 20, "{rays}");
    for want in &wants {
        assert_eq!(gatherers.posts_of(want.who).len(), 20);
        let (age, took) = gatherers.freshness(want.who, Tick(90)).unwrap();
        assert!(took.0 <= 30 && age.0 <= 30, "{want:?}: {age}, {took}");
    }
    let usual = Budget::default();
    assert_eq!((usual.rays, usual.ways), (160, 20));
}

#[test]
fn a_budget_of_few_rays_is_kept_too() {
    let yard = walls();
    let wants: Vec<Want> = (1..=5)
        .map(|n| want(n, metres(n as i32 - 8, -3), metres(0, 30)))
        .collect();
    let mut gatherers = Gatherers::default();
    let budget = Budget { rays: 30, ways: 7 };
    for tick in 1..=100 {
        gatherers.gather(yard.ground(), &wants, budget, Tick(tick));
        let used = gatherers.used();
        assert!(used.rays <= 30 && used.ways <= 7);
    }
    assert!(
        wants
            .iter()
            .all(|want| gatherers.posts_of(want.who).len() == 20)
    );
    gatherers.gather(yard.ground(), &wants[1..], budget, Tick(201));
    assert!(
        gatherers.posts_of(ANN).is_empty(),
        "it wants nothing any more"
    );
}

#[test]
fn done_13_a_spot_without_a_shot_or_with_its_wall_on_the_wrong_side_is_refused() {
    // A high wall of twelve metres, and a low one.
    let yard = Yard::new(40, &[(-6, 10, 6, 11, 30), (9, 10, 11, 11, 9)]);
    let (here, threat) = (metres(5, 8), metres(5, 30));
    let posts = known(&yard, &want(1, here, threat));
    let is_beyond = |known: &&KnownPost| known.post.at.y_mm > 11_000;
    assert_eq!(
        posts.iter().filter(is_beyond).count(),
        0,
        "the wall is on the far side"
    );
    let blind: Vec<PostId> = posts
        .iter()
        .filter(|p| p.facts.rays == 0)
        .map(|p| p.post.id)
        .collect();
    assert!(
        blind.len() > 10,
        "nothing can be shot at through a high wall"
    );
    let over = posts.iter().filter(|known| known.post.at.x_mm > 8_000);
    assert!(over.clone().count() > 0 && over.clone().all(|known| known.facts.rays & 0b100 != 0));
    for query in queries() {
        let rated = looking(&yard, here, threat, |view| rate_all(&query, view, &posts));
        let liked = |rated: &&Rated| !rated.rating.is_zero() && blind.contains(&rated.post.id);
        let allows = [
            "hide",
            "flee",
            "ambush_wait",
            "ambush_retreat",
            "script_return",
        ];
        let allows = allows
            .iter()
            .any(|name| SymbolId::named(name) == query.name);
        assert!(
            rated.iter().filter(liked).count() == 0 || allows,
            "{query:?}"
        );
    }
    let hidden = looking(&yard, here, threat, |view| {
        rate_all(&query("hide"), view, &posts)
    });
    assert!(
        !hidden[0].rating.is_zero() && blind.contains(&hidden[0].post.id),
        "{hidden:?}"
    );
}

fn all_facts() -> (Yard, Place, Place, Vec<KnownPost>) {
    let yard = walls();
    let (here, threat) = (metres(0, 0), metres(0, 20));
    let facts = Want {
        open: true,
        cells: vec![metres(0, 19), metres(1, 22)],
        ..want(1, here, threat)
    };
    let posts = known(&yard, &facts);
    (yard, here, threat, posts)
}

#[test]
fn done_14_the_rating_is_the_product_and_the_order_of_criteria_does_not_matter() {
    let (yard, here, threat, posts) = all_facts();
    let mut rated_any = 0;
    for query in queries() {
        let mut turned = query.clone();
        turned.criteria.reverse();
        looking(&yard, here, threat, |view| {
            let rated = rate_all(&query, view, &posts);
            for rated in &rated {
                let values = rated.factors.iter().map(|factor| factor.value);
                assert_eq!(rated.rating, Rating::product(values));
                assert_eq!(rated.rating.is_zero(), rated.refused_by().is_some());
                rated_any += usize::from(!rated.rating.is_zero());
            }
            let again = rate_all(&turned, view, &posts);
            let both = |all: &[Rated]| {
                all.iter()
                    .map(|r| (r.post.id, r.rating))
                    .collect::<Vec<_>>()
            };
            assert_eq!(both(&again), both(&rated), "{query:?}");
        });
    }
    assert!(rated_any > 50, "{rated_any}");
}

#[test]
fn done_15_panic_refuses_three_metres_and_likes_five() {
    let yard = Yard::new(40, &[]);
    let threat = metres(0, 20);
    let rated = |mm| {
        let at = |y_mm| Place {
            x_mm: 0,
            y_mm,
            z_mm: 0,
        };
        let (here, spot) = (at(19_000 - mm), at(20_000 - mm));
        let known = post(&yard, 1, spot, here, threat);
        let rated = looking(&yard, here, threat, |view| {
            rate(&query("panic"), view, &known)
        });
        let others = rated
            .factors
            .iter()
            .filter(|f| f.criterion != SymbolId::named("distance"));
        assert!(
            others.clone().all(|factor| factor.value == 1000),
            "{rated:?}"
        );
        rated.rating.in_thousandths()
    };
    assert_eq!(
        [3_000, 4_000, 5_000, 9_000].map(rated),
        [0, 500, 1000, 1000]
    );
}

#[test]
fn done_16_panic_refuses_a_way_that_runs_at_the_threat() {
    let yard = Yard::new(40, &[]);
    let threat = metres(0, 20);
    let from = |here| {
        let known = post(&yard, 1, metres(1, 10), here, threat);
        let rated = looking(&yard, here, threat, |view| {
            rate(&query("panic"), view, &known)
        });
        (rated.rating.is_zero(), rated.refused_by())
    };
    let safe_way = Some(SymbolId::named("safe_way"));
    assert_eq!(
        from(metres(1, 4)),
        (true, safe_way),
        "six metres straight at it"
    );
    assert_eq!(
        from(metres(2, 17)),
        (false, None),
        "from behind, away from it"
    );
}

#[test]
fn done_17_every_query_has_its_answer_in_the_tick_in_which_it_is_asked() {
    let (yard, here, threat, posts) = all_facts();
    looking(&yard, here, threat, |view| {
        let found = |name: &str| best(&query(name), view, &posts, None);
        let names = [
            "panic",
            "advance",
            "combat_cover",
            "back_away",
            "check_place",
            "search_look",
        ];
        for name in names {
            let first = rate_all(&query(name), view, &posts);
            assert!(found(name).is_some(), "{name}: {:?}", first.first());
        }
    });
}

#[test]
fn facts_that_are_too_old_count_as_unknown() {
    let yard = Yard::new(40, &[]);
    let (here, threat) = (metres(0, 0), metres(0, 25));
    let posts = [post(&yard, 1, metres(0, 9), here, threat)];
    looking(&yard, here, threat, |view| {
        let later = |tick| View {
            now: Tick(tick),
            ..*view
        };
        assert!(best(&query("combat_cover"), &later(91), &posts, None).is_some());
        let old = rate(&query("combat_cover"), &later(92), &posts[0]);
        assert_eq!(old.refused_by(), Some(SymbolId::named("reachable")));
    });
}

#[test]
fn done_19_a_post_that_another_holds_or_stands_on_is_refused() {
    let yard = Yard::new(40, &[]);
    let (here, threat) = (metres(0, 0), metres(0, 25));
    let posts = [1, 2].map(|n| post(&yard, n, metres(n as i32 * 2, 9), here, threat));
    let mut taken = Reservations::default();
    taken.take((PostId(1), metres(2, 9)), CharacterId(2), here, Tick(1));
    let friends = [FriendAt {
        who: CharacterId(3),
        stands: metres(4, 9),
        post: None,
    }];
    looking(&yard, here, threat, |view| {
        let view = View {
            taken: &taken,
            friends: &friends,
            ..*view
        };
        for rated in rate_all(&query("combat_cover"), &view, &posts) {
            assert_eq!(
                rated.refused_by(),
                Some(SymbolId::named("available")),
                "{rated:?}"
            );
        }
    });
}

#[test]
fn the_held_post_stays_unless_another_is_clearly_better() {
    let yard = Yard::new(40, &[]);
    let (here, threat) = (metres(0, 0), metres(0, 25));
    let posts = [1, 2, 3].map(|n| post(&yard, n, metres(n as i32 * 4 - 4, 9), here, threat));
    let by_way = query("combat_cover");
    looking(&yard, here, threat, |view| {
        let free = best(&by_way, view, &posts, None).unwrap();
        let rated = rate_all(&by_way, view, &posts);
        for own in &rated {
            let kept = best(&by_way, view, &posts, Some(own.post.id)).unwrap();
            let stays = !free.rating.is_worth_a_change(own.rating);
            assert_eq!(kept.post.id, if stays { own.post.id } else { free.post.id });
        }
        assert_eq!(free.post.id, rated[0].post.id);
    });
}

#[test]
fn the_shipped_queries_name_criteria_of_the_catalogue() {
    let known: Vec<SymbolId> = catalogue::CRITERIA
        .iter()
        .map(|c| SymbolId::named(c.name))
        .collect();
    assert_eq!(queries().len(), 17);
    let queries: Vec<PostQuery> = queries();
    for criterion in queries.iter().flat_map(|query| &query.criteria) {
        assert!(known.contains(&criterion.name), "{criterion:?}");
        assert!(
            criterion
                .curve
                .is_sorted_by_key(|(x, _): &(Number, Number)| *x)
        );
    }
}

#[test]
fn the_book_lists_the_criteria_the_skills_and_the_moments_of_the_catalogue() {
    const CHAPTER: &str = include_str!("../../../docs/book/src/squads.md");
    for criterion in catalogue::CRITERIA {
        let row = format!("| `{}` | {} |", criterion.name, criterion.help);
        assert!(CHAPTER.contains(&row), "{row}");
    }
    let listed = CHAPTER.lines().filter(|line| line.starts_with("| `"));
    let tokens = townsfolk_tactics::squad::tokens::ROLES
        .iter()
        .map(|role| role.0);
    let moments = townsfolk_tactics::squad::barks::MOMENTS
        .iter()
        .map(|moment| moment.0);
    // `script` is another name of `patrol`.
    let skills = catalogue::SQUADS
        .iter()
        .map(|skill| skill.name)
        .filter(|name| *name != "script");
    for name in tokens.chain(moments).chain(skills) {
        assert!(CHAPTER.contains(&format!("`{name}`")), "{name}");
    }
    assert_eq!(listed.count(), catalogue::CRITERIA.len() + 5 + 9);
}
