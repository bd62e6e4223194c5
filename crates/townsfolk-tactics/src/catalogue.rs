//! The table of all skills with their settings, and of the criteria of queries for posts.
//!
//! The runtime takes its defaults from here. The language checks, completes and documents from here.
//! Adding a skill means a file in `skills/`, a line in its table, and an entry here.

use townsfolk_module::senses::MindState;

/// A skill that the engine knows.
#[derive(Clone, Copy, Debug)]
pub struct SkillEntry {
    /// Its name in content.
    pub name: &'static str,
    /// What it does, in one sentence.
    pub help: &'static str,
    /// How aware a character is while it runs.
    pub mind: MindState,
    /// Whether it is valid at all times, so that it can stand last.
    pub always_valid: bool,
    /// Whether friends that see or hear it may follow.
    pub leads: bool,
    /// Its settings.
    pub settings: &'static [SettingEntry],
}

/// A setting of a skill.
#[derive(Clone, Copy, Debug)]
pub struct SettingEntry {
    /// Its name in content.
    pub name: &'static str,
    /// What kind of value it takes.
    pub unit: Unit,
    /// Its value if content says nothing.
    pub default: Default,
    /// What it means, in one sentence.
    pub help: &'static str,
}

/// What kind of value a setting takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unit {
    /// A number.
    Number,
    /// A length in metres.
    Length,
    /// A range of lengths in metres.
    Lengths,
    /// A speed in metres a second.
    Speed,
    /// An angle in degrees.
    Angle,
    /// A time.
    Time,
    /// A range of times.
    Times,
    /// One of these words. It may stand without the name of the setting.
    Choice(&'static [&'static str]),
    /// A word: a route, a zone.
    Word,
    /// A course that the skill performs.
    Course,
    /// A query for posts.
    Posts,
    /// Motions to search with.
    Motions,
    /// A stimulus that the skill makes.
    Stimulus,
}

/// The value of a setting that content does not give.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Default {
    /// None.
    Nothing,
    /// In thousandths. Lengths are millimetres, angles thousandths of a degree.
    Number(i64),
    /// A range, in thousandths.
    Numbers(i64, i64),
    /// In thousandths of a second.
    Time(i64),
    /// A range, in thousandths of a second.
    Times(i64, i64),
    /// A word.
    Word(&'static str),
}

const fn number(name: &'static str, value: i64, help: &'static str) -> SettingEntry {
    entry(name, Unit::Number, Default::Number(value), help)
}

const fn length(name: &'static str, mm: i64, help: &'static str) -> SettingEntry {
    entry(name, Unit::Length, Default::Number(mm), help)
}

const fn speed(name: &'static str, mm_s: i64, help: &'static str) -> SettingEntry {
    entry(name, Unit::Speed, Default::Number(mm_s), help)
}

const fn time(name: &'static str, ms: i64, help: &'static str) -> SettingEntry {
    entry(name, Unit::Time, Default::Time(ms), help)
}

const fn times(name: &'static str, from: i64, to: i64, help: &'static str) -> SettingEntry {
    entry(name, Unit::Times, Default::Times(from, to), help)
}

const fn lengths(name: &'static str, from: i64, to: i64, help: &'static str) -> SettingEntry {
    entry(name, Unit::Lengths, Default::Numbers(from, to), help)
}

const fn angle(name: &'static str, thousandths: i64, help: &'static str) -> SettingEntry {
    entry(name, Unit::Angle, Default::Number(thousandths), help)
}

const fn nothing(name: &'static str, unit: Unit, help: &'static str) -> SettingEntry {
    entry(name, unit, Default::Nothing, help)
}

const fn entry(
    name: &'static str,
    unit: Unit,
    default: Default,
    help: &'static str,
) -> SettingEntry {
    SettingEntry {
        name,
        unit,
        default,
        help,
    }
}

/// Settings of a whole set of skills. A skill may have the same setting for itself alone.
pub const SET_SETTINGS: &[SettingEntry] = &[
    entry(
        "escape",
        Unit::Choice(&["noticed", "unnoticed"]),
        Default::Word("noticed"),
        "Whether a squad notices that its enemy is more than five metres from where it believes it to be.",
    ),
    length(
        "far_from",
        3_000,
        "Far motions are used where the radius is at least this large.",
    ),
    number(
        "repeats",
        800,
        "How strongly a motion that was just used is avoided, from 0 to 1.",
    ),
];

/// The skills that hunters have.
pub const HUNTERS: &[SkillEntry] = &[
    SkillEntry {
        name: "on_fire",
        help: "Darts about as long as it burns. It is valid while the attribute `burning` holds.",
        mind: MindState::Chasing,
        always_valid: false,
        leads: false,
        settings: &[
            length("radius", 2_500, "How far it darts about."),
            time("lasts", 1_500, "How long one burst of darting lasts."),
            angle(
                "wedge",
                120_000,
                "The angle ahead that counts as covered after each motion.",
            ),
            length("looks", 2_000, "How far ahead counts as covered."),
            nothing("motions", Unit::Motions, "The motions."),
        ],
    },
    SkillEntry {
        name: "chase",
        help: "Runs to where its prey is believed to be, and attacks. It is valid while the record in \
               focus is confirmed.",
        mind: MindState::Chasing,
        always_valid: false,
        leads: true,
        settings: &[
            speed("pace", 4_000, "How fast it runs."),
            length("reach", 1_200, "From how far it attacks."),
            nothing(
                "with",
                Unit::Course,
                "What it does to its prey in reach, instead of striking.",
            ),
            times(
                "reorients",
                4_000,
                8_000,
                "How often it stops to find its prey again.",
            ),
            length(
                "reorient_radius",
                1_500,
                "How far it moves while it reorients.",
            ),
            time("reorient_lasts", 1_000, "How long it reorients."),
            angle(
                "reorient_wedge",
                120_000,
                "The angle that one motion covers while it reorients.",
            ),
            length(
                "reorient_looks",
                2_000,
                "How far one motion covers while it reorients.",
            ),
            nothing("reorient_motions", Unit::Motions, "The motions for that."),
            nothing(
                "surprise_motions",
                Unit::Motions,
                "The motions when it discovers a prey.",
            ),
            time(
                "canvasses",
                3_000,
                "How long it searches a place that made a noise.",
            ),
            length("canvass_radius", 4_000, "How far it searches there."),
            angle(
                "canvass_wedge",
                100_000,
                "The angle that one motion covers there.",
            ),
            length("canvass_looks", 3_000, "How far one motion covers there."),
            nothing("motions", Unit::Motions, "The motions for that."),
            time(
                "retries",
                2_000,
                "How long it waits when no way leads to its prey.",
            ),
        ],
    },
    SkillEntry {
        name: "search",
        help: "Looks into hiding places around the place where its prey was lost. A chase that lost its \
               prey makes it valid.",
        mind: MindState::Searching,
        always_valid: false,
        leads: false,
        settings: &[
            speed("pace", 2_000, "How fast it walks from point to point."),
            number(
                "points",
                24_000,
                "The greatest number of points to look from.",
            ),
            length(
                "area",
                25_000,
                "How far from the place of the loss it searches, along the ground.",
            ),
            number("visits", 5_000, "After this many points it loses interest."),
            time("lasts", 30_000, "After this time it loses interest."),
            length(
                "seen_from",
                4_000,
                "A point in view within this distance counts as visited.",
            ),
            length("canvass_radius", 4_000, "How far it searches at a point."),
            time("canvasses", 6_000, "How long it searches at a point."),
            angle(
                "canvass_wedge",
                100_000,
                "The angle that one motion covers.",
            ),
            length("canvass_looks", 3_000, "How far one motion covers."),
            nothing("motions", Unit::Motions, "The motions."),
        ],
    },
    SkillEntry {
        name: "follow",
        help: "Trails a friend that chases, without knowing what it chases.",
        mind: MindState::Searching,
        always_valid: false,
        leads: false,
        settings: &[
            speed("pace", 3_000, "How fast it follows."),
            length(
                "notices",
                12_000,
                "From how far it notices a friend that chases.",
            ),
            lengths("keeps", 1_500, 3_000, "How far behind its friend it stays."),
            times(
                "delays",
                400,
                1_000,
                "How long it hesitates before it follows.",
            ),
            length("lets_go", 20_000, "Farther than this, the friend is gone."),
            time(
                "lets_go_after",
                3_000,
                "For how long the friend must be that far away.",
            ),
        ],
    },
    SkillEntry {
        name: "ambush",
        help: "Hides near the way of its prey, attacks when it comes close or turns its back, and hides \
               again.",
        mind: MindState::Chasing,
        always_valid: false,
        leads: false,
        settings: &[
            nothing("waits_at", Unit::Posts, "The query for posts to wait at."),
            nothing(
                "retreats_to",
                Unit::Posts,
                "The query for posts to retreat to.",
            ),
            speed("pace", 4_500, "How fast it changes its post and retreats."),
            speed("rush_pace", 5_500, "How fast it attacks."),
            time(
                "remembers",
                20_000,
                "For how long it waits after its prey was lost.",
            ),
            times(
                "moves",
                4_000,
                9_000,
                "The least time between two changes of post.",
            ),
            length(
                "pounces",
                4_000,
                "It attacks prey within this distance, along the ground.",
            ),
            length(
                "pounces_behind",
                7_000,
                "It attacks prey within this distance that has turned its back.",
            ),
            length("reach", 1_200, "From how far it strikes."),
            number("strikes", 2_000, "How often it strikes at most."),
            time(
                "rushes",
                3_000,
                "After this time without contact it breaks the attack off.",
            ),
            nothing(
                "with",
                Unit::Course,
                "What it does to its prey in reach, instead of striking.",
            ),
        ],
    },
    SkillEntry {
        name: "throw",
        help: "Tears off a growth and throws it ahead of its prey. It is valid while the prey in focus \
               stands free at a middle distance.",
        mind: MindState::Chasing,
        always_valid: false,
        leads: true,
        settings: &[
            lengths("from", 5_000, 18_000, "From how far it throws."),
            times("rests", 4_000, 7_000, "How long it rests after a throw."),
            number(
                "growths",
                4_000,
                "The number of its growths, if it has no attribute `plates`.",
            ),
            speed("flies", 12_000, "How fast the growth flies."),
            length(
                "leads_by",
                4_000,
                "How far ahead of a moving prey it aims at most.",
            ),
            nothing(
                "tears",
                Unit::Motions,
                "The motions of tearing off, one for each growth.",
            ),
            nothing(
                "with",
                Unit::Course,
                "How it throws, instead of the action `throw_at`.",
            ),
            nothing("lands", Unit::Stimulus, "The stimulus where it lands."),
            length("cloud", 2_500, "The radius of the cloud where it lands."),
            time("cloud_lasts", 4_000, "How long the cloud lasts."),
            number(
                "slows",
                500,
                "The speed of those inside the cloud, as a share.",
            ),
        ],
    },
    SkillEntry {
        name: "sleep",
        help: "Stays where it is with dull senses, until it has been disturbed too much. Then it never \
               sleeps again.",
        mind: MindState::Asleep,
        always_valid: false,
        leads: false,
        settings: &[
            number("stirs_at", 150, "The excitation at which it stirs."),
            number(
                "soft_at_most",
                350,
                "The most that one soft sound, such as a step, excites it.",
            ),
            number(
                "wakes_at",
                400,
                "The strength of a loud sound that wakes it.",
            ),
            number(
                "rages_at",
                1_000,
                "The excitation, or the strength of one sound, that enrages it.",
            ),
            number("decays", 100, "The loss of excitation in a second."),
            time(
                "wakes_twice",
                20_000,
                "Waking twice within this time enrages it.",
            ),
            length("radius", 3_000, "How far it searches when it was woken."),
            time("lasts", 5_000, "How long it searches when it was woken."),
            angle("wedge", 100_000, "The angle that one motion covers."),
            length("looks", 3_000, "How far one motion covers."),
            nothing("motions", Unit::Motions, "The motions of that search."),
            nothing("stir_motions", Unit::Motions, "The motions of stirring."),
        ],
    },
    SkillEntry {
        name: "wander",
        help: "Walks along a route, or to places drawn at random. It is always valid.",
        mind: MindState::Unaware,
        always_valid: true,
        leads: false,
        settings: &[
            entry(
                "mode",
                Unit::Choice(&["random", "route"]),
                Default::Nothing,
                "Whether it follows its route at first. Without the word it does if it has one.",
            ),
            nothing(
                "along",
                Unit::Word,
                "The route that it follows until it has been in a chase.",
            ),
            nothing("in", Unit::Word, "The zone that it does not leave."),
            speed("pace", 1_200, "How fast it walks."),
            speed(
                "uneasy_pace",
                700,
                "How fast it walks when it has heard something.",
            ),
            length(
                "at_least",
                6_000,
                "How far a random goal is away, if there is one that far.",
            ),
            times(
                "pauses",
                1_000,
                3_000,
                "How long it stands at a random goal.",
            ),
            times("listens", 1_500, 3_000, "How long it listens to a sound."),
            nothing(
                "with",
                Unit::Course,
                "What it does at a marker, instead of looking about.",
            ),
        ],
    },
];

/// The skills that guards in squads have.
pub const SQUADS: &[SkillEntry] = &[
    SkillEntry {
        name: "melee",
        help: "Strikes an enemy within reach, or one that runs at it.",
        mind: MindState::Chasing,
        always_valid: false,
        leads: false,
        settings: &[
            length(
                "reach",
                1_800,
                "An enemy within this distance is fought by hand.",
            ),
            length(
                "rush_reach",
                3_000,
                "The same for an enemy that runs at it.",
            ),
            length("strikes_at", 1_200, "From how far it strikes."),
            speed("pace", 4_500, "How fast it comes nearer."),
            nothing(
                "with",
                Unit::Course,
                "What it does to the enemy in reach, instead of striking.",
            ),
        ],
    },
    SkillEntry {
        name: "panic",
        help: "Runs for cover and cowers. It is valid under fire without cover, when its cover is flanked, \
               when something explodes near it, and when a friend falls near it.",
        mind: MindState::Chasing,
        always_valid: false,
        leads: false,
        settings: &[
            nothing(
                "posts",
                Unit::Posts,
                "Where it runs to. Without it, the query `panic`.",
            ),
            speed("pace", 5_000, "How fast it runs."),
            times("lasts", 2_000, 5_000, "How long it panics."),
            time("rests", 8_000, "How long it does not panic again."),
            time("peeks", 1_500, "After this time in cover it looks out."),
            length("friend_within", 5_000, "How near a friend must fall."),
        ],
    },
    SkillEntry {
        name: "flank",
        help: "Goes round the enemy, out to one side and in from behind. It is valid while it holds the token \
               `flanking`.",
        mind: MindState::Chasing,
        always_valid: false,
        leads: false,
        settings: &[
            nothing(
                "posts",
                Unit::Posts,
                "Where it ends. Without it, the query `flank_end`.",
            ),
            speed("pace", 3_500, "How fast it goes."),
            number(
                "shots",
                3_000,
                "After this many shots from behind it is done.",
            ),
            time(
                "waits",
                3_000,
                "How long it waits behind the enemy for a shot.",
            ),
            nothing(
                "with",
                Unit::Course,
                "How it shoots, instead of the action `shoot_at`.",
            ),
        ],
    },
    SkillEntry {
        name: "hide",
        help: "Keeps out of sight. It is valid while an enemy is near and it has no gun, no ammunition, or less \
               than a quarter of its health.",
        mind: MindState::Chasing,
        always_valid: false,
        leads: false,
        settings: &[
            nothing(
                "posts",
                Unit::Posts,
                "Where it hides. Without it, the query `hide`.",
            ),
            speed("pace", 4_000, "How fast it goes there."),
        ],
    },
    SkillEntry {
        name: "gun_combat",
        help: "Fights from cover: it peeks and fires, closes in, and backs away from an enemy that is too near. It \
               is valid while it is sure of an enemy and a shot is possible.",
        mind: MindState::Chasing,
        always_valid: false,
        leads: false,
        settings: &[
            nothing(
                "posts",
                Unit::Posts,
                "Its cover. Without it, the query `combat_cover`.",
            ),
            nothing(
                "advances_to",
                Unit::Posts,
                "Where it closes in to. Without it, the query `advance`.",
            ),
            nothing(
                "backs_to",
                Unit::Posts,
                "Where it backs away to. Without it, the query `back_away`.",
            ),
            speed("pace", 3_500, "How fast it changes its cover."),
            length(
                "near",
                6_000,
                "From an enemy nearer than this it backs away.",
            ),
            number("burst", 3_000, "How many shots it fires when it peeks."),
            times(
                "peeks",
                1_000,
                2_500,
                "How long it stays down between two bursts.",
            ),
            times("holds", 4_000, 8_000, "How long it stays in one cover."),
            nothing(
                "with",
                Unit::Course,
                "How it shoots, instead of the action `shoot_at`.",
            ),
        ],
    },
    SkillEntry {
        name: "advance",
        help: "Closes in with its squad from post to post, and looks at the place where the enemy was.",
        mind: MindState::Chasing,
        always_valid: false,
        leads: false,
        settings: &[
            nothing(
                "posts",
                Unit::Posts,
                "Where it closes in to. Without it, the query `advance`.",
            ),
            nothing(
                "surrounds_at",
                Unit::Posts,
                "Where it goes at first. Without it, the query `surround`.",
            ),
            nothing(
                "checks_from",
                Unit::Posts,
                "From where it looks at the place. Without it, the query `check_place`.",
            ),
            speed("pace", 3_000, "How fast it goes from post to post."),
            speed("checks_at", 2_000, "How fast it goes to look at the place."),
            times("holds", 3_000, 6_000, "How long it stays at one post."),
            nothing(
                "with",
                Unit::Course,
                "How it shoots, instead of the action `shoot_at`.",
            ),
        ],
    },
    SkillEntry {
        name: "sweep",
        help: "Searches its part of the ground. It is valid while its squad searches.",
        mind: MindState::Searching,
        always_valid: false,
        leads: false,
        settings: &[
            nothing(
                "posts",
                Unit::Posts,
                "From where it looks. Without it, the query `search_look`.",
            ),
            speed("pace", 2_000, "How fast it walks."),
            time("looks", 1_000, "How long it stands and looks."),
            nothing(
                "with",
                Unit::Course,
                "How it shoots, instead of the action `shoot_at`.",
            ),
        ],
    },
    SkillEntry {
        name: "investigate",
        help: "Walks to a sound, looks, and comes back. It is valid while it holds the token `investigating`.",
        mind: MindState::Agitated,
        always_valid: false,
        leads: false,
        settings: &[
            nothing(
                "posts",
                Unit::Posts,
                "From where it looks. Without it, the query `investigate`.",
            ),
            speed("pace", 1_400, "How fast it walks."),
        ],
    },
    PATROL,
    SkillEntry {
        name: "script",
        help: "Another name of `patrol`.",
        ..PATROL
    },
];

/// The skill under its two names.
const PATROL: SkillEntry = SkillEntry {
    name: "patrol",
    help: "Walks its route, stops at the markers, and comes back to the step at which it was interrupted. It is \
           always valid.",
    mind: MindState::Unaware,
    always_valid: true,
    leads: false,
    settings: &[
        entry(
            "mode",
            Unit::Choice(&["free", "locked"]),
            Default::Word("free"),
            "Whether it holds the character, for a skill that stands first and has a condition.",
        ),
        nothing("along", Unit::Word, "The route."),
        nothing(
            "in",
            Unit::Word,
            "The zone that the character does not leave in a fight.",
        ),
        speed("pace", 1_300, "How fast it walks."),
        nothing(
            "with",
            Unit::Course,
            "What it does at a marker, instead of looking about.",
        ),
    ],
};

/// All skills, those of hunters first.
pub fn skills() -> impl Iterator<Item = &'static SkillEntry> {
    HUNTERS.iter().chain(SQUADS)
}

/// The skill with this name.
pub fn skill(name: &str) -> Option<&'static SkillEntry> {
    skills().find(|entry| entry.name == name)
}

impl SkillEntry {
    /// A setting of the skill by its name.
    pub fn setting(&self, name: &str) -> Option<&'static SettingEntry> {
        let own = self.settings.iter().find(|entry| entry.name == name);
        own.or_else(|| SET_SETTINGS.iter().find(|entry| entry.name == name))
    }
}

/// The moments at which a skill barks, with what has happened. Those of squads are in
/// [`crate::squad::barks::MOMENTS`].
pub const MOMENTS: &[(&str, &str)] = &[
    ("hears", "something was heard, and it becomes uneasy"),
    ("listens", "it turns to a sound and listens"),
    ("lost", "it has lost its prey"),
    ("searches", "it begins to search"),
    ("gives_up", "it ends its search"),
    ("woken", "a sound has woken it"),
    ("pounces", "it attacks from its ambush"),
];

/// All moments at which something is said, with what has happened.
pub fn moments() -> impl Iterator<Item = (&'static str, &'static str)> {
    let of_squads = crate::squad::barks::MOMENTS.iter();
    let of_squads = of_squads.map(|(name, _, help)| (*name, *help));
    MOMENTS.iter().copied().chain(of_squads)
}

/// A criterion of queries for posts.
#[derive(Clone, Copy, Debug)]
pub struct CriterionEntry {
    /// Its name in content.
    pub name: &'static str,
    /// What it is one for, in one sentence.
    pub help: &'static str,
    /// What its curve is over, if it has one.
    pub curve: Option<Unit>,
    /// The points of its curve if content gives none: input and value, both in thousandths.
    pub points: &'static [(i64, i64)],
    /// What its parameter is, if it takes one.
    pub parameter: Option<SettingEntry>,
}

/// The criteria of queries for posts. Every query has `reachable`, `available` and `tether`.
pub const CRITERIA: &[CriterionEntry] = &[
    test("reachable", "There is a way to the post."),
    with(
        "close_in",
        length("within", 15_000, "The greatest length of the way."),
        "The way to the post is short.",
    ),
    test(
        "available",
        "No other member holds the post or stands there.",
    ),
    test("safe_way", "The way to the post does not run at the enemy."),
    test("not_behind", "The post does not lie beyond the enemy."),
    curve(
        "distance",
        Unit::Length,
        &[(4_000, 0), (8_000, 1_000)],
        "How far the post is from the enemy.",
    ),
    curve(
        "way",
        Unit::Length,
        &[(0, 1_000), (25_000, 100)],
        "How long the way to the post is.",
    ),
    test(
        "can_shoot",
        "The share of ways to lean out from which the enemy can be shot at.",
    ),
    with(
        "hidden",
        number("else", 0, "The value of a post that the enemy can see."),
        "The enemy cannot see the post.",
    ),
    test(
        "closer",
        "The post is at least two metres nearer to the enemy than the present one.",
    ),
    curve(
        "spread",
        Unit::Length,
        &[(1_500, 0), (4_000, 1_000)],
        "How far the nearest friend is from the post.",
    ),
    test(
        "clear_of_friends",
        "Neither the post nor the end of the way lies in a friend's line of fire.",
    ),
    curve(
        "flank_angle",
        Unit::Angle,
        &[(0, 100), (60_000, 1_000)],
        "The angle between the post and the squad, as the enemy sees it.",
    ),
    curve(
        "darkness",
        Unit::Number,
        &[(0, 0), (1_000, 1_000)],
        "How dark the post is.",
    ),
    curve(
        "threat_way",
        Unit::Length,
        &[(3_000, 0), (15_000, 1_000)],
        "How long the way of the enemy to the post is.",
    ),
    test(
        "sees_place",
        "The place in question can be seen from the post.",
    ),
    curve(
        "near_place",
        Unit::Length,
        &[(3_000, 1_000), (10_000, 0)],
        "How far the place in question is.",
    ),
    test(
        "tether",
        "The post lies in the zone that the character must not leave.",
    ),
    test(
        "behind",
        "The post lies behind the enemy, seen from the squad.",
    ),
    curve(
        "sees_cells",
        Unit::Number,
        &[(0, 0), (1_000, 1_000)],
        "The share of the cells to search that can be seen from the post.",
    ),
    with(
        "not_seen_lately",
        number(
            "else",
            200,
            "The value of a post that the enemy could see in the last five seconds.",
        ),
        "The enemy has not seen the post for five seconds.",
    ),
    curve(
        "near_friends",
        Unit::Length,
        &[(3_000, 1_000), (15_000, 100)],
        "How far the nearest friend is.",
    ),
    curve(
        "near_route",
        Unit::Length,
        &[(3_000, 1_000), (12_000, 0)],
        "How far the post is from the way that the enemy is expected to take.",
    ),
    curve(
        "lit",
        Unit::Number,
        &[(0, 0), (1_000, 1_000)],
        "How light the post is.",
    ),
];

const fn test(name: &'static str, help: &'static str) -> CriterionEntry {
    CriterionEntry {
        name,
        help,
        curve: None,
        points: &[],
        parameter: None,
    }
}

const fn with(name: &'static str, parameter: SettingEntry, help: &'static str) -> CriterionEntry {
    CriterionEntry {
        name,
        help,
        curve: None,
        points: &[],
        parameter: Some(parameter),
    }
}

const fn curve(
    name: &'static str,
    over: Unit,
    points: &'static [(i64, i64)],
    help: &'static str,
) -> CriterionEntry {
    CriterionEntry {
        name,
        help,
        curve: Some(over),
        points,
        parameter: None,
    }
}

/// The criterion with this name.
pub fn criterion(name: &str) -> Option<&'static CriterionEntry> {
    CRITERIA.iter().find(|entry| entry.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn names_are_unique_and_every_entry_says_what_it_is() {
        let names: BTreeSet<&str> = skills().map(|entry| entry.name).collect();
        assert_eq!(names.len(), skills().count());
        for entry in skills() {
            let settings: BTreeSet<&str> = entry.settings.iter().map(|s| s.name).collect();
            assert_eq!(settings.len(), entry.settings.len(), "{}", entry.name);
            for help in entry.settings.iter().map(|s| s.help).chain([entry.help]) {
                assert!(help.ends_with('.'), "{}: {help}", entry.name);
            }
        }
    }

    #[test]
    fn moments_are_told_once() {
        let names: BTreeSet<&str> = moments().map(|(name, _)| name).collect();
        assert_eq!(names.len(), moments().count());
    }

    #[test]
    fn defaults_fit_their_units() {
        for setting in skills()
            .flat_map(|entry| entry.settings)
            .chain(SET_SETTINGS)
        {
            let fits = match (setting.unit, setting.default) {
                (_, Default::Nothing) => true,
                (Unit::Number | Unit::Length | Unit::Speed | Unit::Angle, Default::Number(_)) => {
                    true
                }
                (Unit::Lengths, Default::Numbers(from, to)) => from <= to,
                (Unit::Time, Default::Time(ms)) => ms > 0,
                (Unit::Times, Default::Times(from, to)) => from <= to,
                (Unit::Choice(words), Default::Word(word)) => words.contains(&word),
                (Unit::Word, Default::Word(_)) => true,
                _ => false,
            };
            assert!(fits, "{setting:?}");
        }
    }
}
