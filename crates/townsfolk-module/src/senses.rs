//! Senses, skills and what they choose among: sounds, the ears and eyes that notice them, hunters and
//! guards as lists of skills, places to stand, permissions, and motions to search with.
//!
//! Everything is in whole numbers: millimetres, ticks, thousandths, thousandths of a degree.
//! `townsfolk-senses` and `townsfolk-tactics` compute with it. No name of a character type has a
//! meaning there: types differ by these data alone.

use crate::condition::Literal;
use crate::decide::Deed;
use crate::visit::{Visit, Visited};
use serde::{Deserialize, Serialize};
use townsfolk_core::{
    ActionId, CourseId, DeciderId, Duration, HostId, MotionSetId, Number, RoleId, SenseId, SiteId,
    StimulusId, SymbolId, TextId, TokenId, Urgency,
};

/// Actions that skills ask of a body, with the names of their named parameters. A module with skills
/// has all of them: the compiler adds those that the author has not declared.
///
/// | action | asks the body to |
/// |---|---|
/// | `go_there` | walk to the point `x`, `y` (metres) with `pace` (metres a second) |
/// | `move_so` | play the motion `motion` from here to the point `x`, `y`, ending with `heading` (degrees) |
/// | `turn_to` | turn to `heading` (degrees) |
/// | `look_about` | look around |
/// | `stay_put` | wait, crouched behind something if `low` is 1 |
/// | `strike(character)` | hit somebody within reach |
/// | `throw_at` | throw something at the point `x`, `y` |
/// | `shoot_at(character)` | shoot at somebody, believed to be at the point `x`, `y` |
/// | `cry` | scream or growl (voice) |
/// | `bark` | say a short text (voice) |
pub const BODY_ACTIONS: [(&str, &[&str]); 10] = [
    ("go_there", &["x", "y", "pace"]),
    ("move_so", &["x", "y", "heading", "motion"]),
    ("turn_to", &["heading"]),
    ("look_about", &[]),
    ("stay_put", &["low"]),
    ("strike", &[]),
    ("throw_at", &["x", "y"]),
    ("shoot_at", &["x", "y"]),
    ("cry", &[]),
    ("bark", &["says"]),
];

/// Everything that content says about senses and skills. Each list is sorted by id.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Senses {
    /// Kinds of sounds and other stimuli.
    pub stimuli: Vec<Stimulus>,
    /// Ears and eyes.
    pub profiles: Vec<SenseProfile>,
    /// Lists of skills, which roles carry.
    pub skills: Vec<SkillSet>,
    /// Queries for places to stand.
    pub posts: Vec<PostQuery>,
    /// Tokens: permissions that only a limited number of characters hold at once.
    pub tokens: Vec<Token>,
    /// Motions to search with.
    pub motions: Vec<MotionSet>,
}

/// A kind of stimulus: something that can be heard.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Stimulus {
    /// Its id.
    pub id: StimulusId,
    /// Its name.
    pub name: SymbolId,
    /// The distance at which a listener with a factor of one hears it.
    pub reach_mm: u32,
    /// How much it excites a listener at its source, in thousandths.
    pub loudness: u32,
    /// What makes it.
    pub source: StimulusSource,
    /// Whether it gives away the character that makes it. If not, it is only a place.
    pub reveals: bool,
    /// Whether a sleeper is stirred and not woken by it, as by steps and breath.
    pub soft: bool,
    /// Whether the player hears nothing of it. Only a deliberate exception is silent.
    pub silent: bool,
}

/// What makes a stimulus.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum StimulusSource {
    /// The steps of characters that move. The reach grows with speed: it is full at `full_mm_s`.
    Steps {
        /// The speed at which the reach is full, in millimetres a second.
        full_mm_s: u32,
        /// The exponent of the growth, in thousandths.
        exponent: u32,
        /// How often a walker makes it.
        every: Duration,
    },
    /// The breath of characters that live.
    Breath {
        /// How often.
        every: Duration,
    },
    /// An action, at its target, when it is done. `from_me`: at the one who does it, when it begins.
    Action {
        /// The action.
        action: ActionId,
        /// Whether it sounds at the character that acts, and not at its target.
        from_me: bool,
    },
    /// Only the game makes it, or a skill.
    Told,
}

/// How aware of danger a character is.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
pub enum MindState {
    /// It sleeps.
    Asleep,
    /// It goes about its own things.
    #[default]
    Unaware,
    /// It has heard something and listens.
    Agitated,
    /// It searches, or follows another.
    Searching,
    /// It chases, fights, or lies in wait.
    Chasing,
}

impl MindState {
    /// All states, the least aware first.
    pub const ALL: [MindState; 5] = [
        MindState::Asleep,
        MindState::Unaware,
        MindState::Agitated,
        MindState::Searching,
        MindState::Chasing,
    ];

    /// Its name in content.
    pub const fn name(self) -> &'static str {
        match self {
            MindState::Asleep => "asleep",
            MindState::Unaware => "unaware",
            MindState::Agitated => "agitated",
            MindState::Searching => "searching",
            MindState::Chasing => "chasing",
        }
    }
}

/// Ears and eyes of a kind of character.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SenseProfile {
    /// Its id.
    pub id: SenseId,
    /// Its name.
    pub name: SymbolId,
    /// Factors of the reach of a stimulus by state, in thousandths, in the order of
    /// [`MindState::ALL`]. A human has a thousand everywhere.
    pub hearing: [u32; 5],
    /// Further factors for kinds of stimuli, in thousandths: `deaf to footstep of crouched` is zero for
    /// makers with the attribute.
    pub hears: Vec<HearingFactor>,
    /// Eyes; none if blind.
    pub sight: Option<Sight>,
    /// Whether a stimulus without a maker tells that somebody must be near.
    pub infers_causes: bool,
    /// Levels of excitation by difficulty. The first counts if none of that name is declared.
    pub responses: Vec<Response>,
    /// Excitation for a strength of one, in thousandths.
    pub gain: u32,
    /// Loss of excitation in a second, in thousandths.
    pub decay: u32,
    /// Least time between the first sign of attention and discovery by hearing.
    pub warning: Duration,
    /// Strength that is discovered at once, in thousandths.
    pub startle: u32,
    /// Greatest distance at which anything is heard.
    pub hearing_max_mm: u32,
    /// After this time without any sense of it, a character that is chased is lost.
    pub loses_after: Duration,
    /// After this time, what was sensed is forgotten.
    pub forgets_after: Duration,
}

/// A factor of hearing for a kind of stimulus.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct HearingFactor {
    /// The kind.
    pub stimulus: StimulusId,
    /// Only if the maker has this attribute.
    pub of: Option<HostId>,
    /// In thousandths.
    pub factor: u32,
}

/// The shape of sight: wide near, narrow far; and the time it takes to notice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Sight {
    /// Greatest distance.
    pub range_mm: u32,
    /// Half angle times distance, in millimetres times radian.
    pub spread_mm: u32,
    /// Least half angle, in thousandths of a degree.
    pub narrow: u32,
    /// Greatest half angle.
    pub wide: u32,
    /// Greatest half angle up and down.
    pub pitch: u32,
    /// Time in view before something is noticed.
    pub takes: Duration,
    /// The same in a fight.
    pub takes_in_combat: Duration,
    /// The same for what was never noticed before.
    pub takes_at_first: Duration,
}

/// Levels of excitation, in thousandths, at one difficulty.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Response {
    /// The difficulty; nothing for the usual one.
    pub difficulty: Option<SymbolId>,
    /// At this level the character is visibly uneasy.
    pub agitate: u32,
    /// At this level it turns to the sound.
    pub react: u32,
    /// At this level it knows.
    pub chase: u32,
}

/// When a running skill gives way.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
pub enum Retain {
    /// When it reports its end, or a higher one becomes valid.
    #[default]
    UntilDone,
    /// Also when it no longer wants to run.
    WhileWanted,
}

/// A kind of hunter or guard: skills in order of priority, with senses.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SkillSet {
    /// Its id, by which a role carries it.
    pub id: DeciderId,
    /// Its name.
    pub name: SymbolId,
    /// How much its skills matter beside other deciders, if a skill says nothing else.
    pub urgency: Urgency,
    /// When a running skill gives way.
    pub retain: Retain,
    /// Ears and eyes.
    pub senses: SenseId,
    /// The squad that shares what its members sense; nobody shares without one.
    pub squad: Option<SymbolId>,
    /// Roles of characters that it hunts or fights, sorted.
    pub hunts: Vec<RoleId>,
    /// What it says at certain moments, by the name of the moment, in source order. Of several texts
    /// for one moment one is drawn.
    pub barks: Vec<(SymbolId, TextId)>,
    /// Settings that concern all skills.
    pub tuning: Vec<(SymbolId, Tuning)>,
    /// The skills, the most important first.
    pub skills: Vec<SkillSpec>,
}

/// One skill of a set, with its settings.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SkillSpec {
    /// The skill, by a name of the catalogue of skills; or a name of the author's own, with a deed.
    pub kind: SymbolId,
    /// A condition beside that of the skill itself.
    pub when: Vec<Literal>,
    /// Number of variables of condition and deed.
    pub variables: u16,
    /// What is done, for a skill of the author's own.
    pub deed: Option<Deed>,
    /// Settings, sorted by name.
    pub tuning: Vec<(SymbolId, Tuning)>,
    /// The key of its draws.
    pub site: SiteId,
}

/// The value of a setting.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Tuning {
    /// A number, in thousandths. Lengths are metres, speeds metres a second, angles degrees.
    Number(Number),
    /// A range of numbers.
    Numbers(Number, Number),
    /// A time.
    Time(Duration),
    /// A range of times.
    Times(Duration, Duration),
    /// A word: a mode, a zone, a route.
    Word(SymbolId),
    /// A course that the skill performs.
    Course(CourseId),
    /// A query for posts.
    Posts(DeciderId),
    /// Motions to search with.
    Motions(MotionSetId),
    /// A stimulus that the skill makes.
    Stimulus(StimulusId),
}

/// A query for a place to stand: candidates, and criteria whose product rates them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PostQuery {
    /// Its id.
    pub id: DeciderId,
    /// Its name.
    pub name: SymbolId,
    /// The candidates.
    pub from: PostSource,
    /// Only candidates within this distance of the one who looks.
    pub within_mm: Option<u32>,
    /// Whether a place from which nothing can be shot at counts.
    pub without_shot: bool,
    /// The criteria. The rating is the product of their values.
    pub criteria: Vec<Criterion>,
}

/// Where candidates come from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum PostSource {
    /// Behind cover.
    Cover,
    /// In the open.
    Open,
    /// Both.
    Either,
}

/// One factor of a rating.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Criterion {
    /// Its name in the catalogue of criteria.
    pub name: SymbolId,
    /// A number that it takes, in thousandths.
    pub parameter: Option<Number>,
    /// Points of its curve, by rising input: value in thousandths. Without points the value counts
    /// itself.
    pub curve: Vec<(Number, Number)>,
    /// The exponent of its value, in thousandths. A thousand leaves it.
    pub exponent: u32,
}

/// A permission that only a limited number of members of a squad hold at once.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Token {
    /// Its id.
    pub id: TokenId,
    /// Its name.
    pub name: SymbolId,
    /// How many may hold it.
    pub capacity: u8,
    /// Who gets it.
    pub policy: TokenPolicy,
    /// How long it rests after it was given back.
    pub rests: Duration,
}

/// Who gets a token.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum TokenPolicy {
    /// Whoever asks first.
    First,
    /// Only the best candidate, even if another asks.
    Best,
}

/// Motions to search with.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MotionSet {
    /// Its id.
    pub id: MotionSetId,
    /// Its name.
    pub name: SymbolId,
    /// Its motions.
    pub motions: Vec<Motion>,
}

/// A motion: where it ends, seen from where it begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Motion {
    /// Its name, for the host.
    pub name: SymbolId,
    /// Forward, in millimetres.
    pub forward_mm: i32,
    /// To the left, in millimetres.
    pub left_mm: i32,
    /// Turned to the left, in thousandths of a degree.
    pub turn: i32,
    /// How long it takes.
    pub takes: Duration,
    /// Whether it is only for larger spaces.
    pub far: bool,
}

/// What conditions can ask of a character's senses. All are predicates about the first argument, and
/// all but the last about a second character.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum SenseReading {
    /// Whether it notices the other with its eyes now.
    Seen,
    /// Whether it, or its squad, has heard the other and has not lost it since.
    Heard,
    /// Whether it, or its squad, has lost the other.
    Lost,
    /// Whether it listens, searches, chases or fights.
    Alert,
}

impl SenseReading {
    /// All readings.
    pub const ALL: [SenseReading; 4] = [
        SenseReading::Seen,
        SenseReading::Heard,
        SenseReading::Lost,
        SenseReading::Alert,
    ];

    /// Its name in conditions.
    pub const fn name(self) -> &'static str {
        match self {
            SenseReading::Seen => "seen",
            SenseReading::Heard => "heard",
            SenseReading::Lost => "lost",
            SenseReading::Alert => "alert",
        }
    }

    /// The reading with this name.
    pub fn named(name: &str) -> Option<SenseReading> {
        let mut all = SenseReading::ALL.into_iter();
        all.find(|reading| reading.name() == name)
    }

    /// The reading with this id.
    pub fn of(id: HostId) -> Option<SenseReading> {
        let mut all = SenseReading::ALL.into_iter();
        all.find(|reading| reading.id() == id)
    }

    /// Its id, as modules name it. An attribute can have the same name.
    pub const fn id(self) -> HostId {
        HostId::named(match self {
            SenseReading::Seen => "senses: seen",
            SenseReading::Heard => "senses: heard",
            SenseReading::Lost => "senses: lost",
            SenseReading::Alert => "senses: alert",
        })
    }

    /// The number of its arguments.
    pub const fn arguments(self) -> usize {
        match self {
            SenseReading::Alert => 1,
            SenseReading::Seen | SenseReading::Heard | SenseReading::Lost => 2,
        }
    }
}

impl Visit for Senses {
    fn visit<'a>(&'a self, visitor: &mut dyn FnMut(Visited<'a>)) {
        for skill in self.skills.iter().flat_map(|set| &set.skills) {
            skill.when.visit(visitor);
            if let Some(deed) = &skill.deed {
                deed.visit(visitor);
            }
        }
    }
}

impl Senses {
    /// Whether content has nothing of the kind.
    pub fn is_empty(&self) -> bool {
        *self == Senses::default()
    }

    /// Sorts every list, as the format wants it.
    pub fn sort(&mut self) {
        self.stimuli.sort_by_key(|item| item.id);
        self.profiles.sort_by_key(|item| item.id);
        self.skills.sort_by_key(|item| item.id);
        self.posts.sort_by_key(|item| item.id);
        self.tokens.sort_by_key(|item| item.id);
        self.motions.sort_by_key(|item| item.id);
    }

    /// The kind of stimulus with this id.
    pub fn stimulus(&self, id: StimulusId) -> Option<&Stimulus> {
        let place = self.stimuli.binary_search_by_key(&id, |item| item.id);
        self.stimuli.get(place.ok()?)
    }

    /// The senses with this id.
    pub fn profile(&self, id: SenseId) -> Option<&SenseProfile> {
        let place = self.profiles.binary_search_by_key(&id, |item| item.id);
        self.profiles.get(place.ok()?)
    }

    /// The list of skills with this id.
    pub fn skill_set(&self, id: DeciderId) -> Option<&SkillSet> {
        let place = self.skills.binary_search_by_key(&id, |item| item.id);
        self.skills.get(place.ok()?)
    }

    /// The query with this id.
    pub fn post_query(&self, id: DeciderId) -> Option<&PostQuery> {
        let place = self.posts.binary_search_by_key(&id, |item| item.id);
        self.posts.get(place.ok()?)
    }

    /// The token with this id.
    pub fn token(&self, id: TokenId) -> Option<&Token> {
        let place = self.tokens.binary_search_by_key(&id, |item| item.id);
        self.tokens.get(place.ok()?)
    }

    /// The motions with this id.
    pub fn motion_set(&self, id: MotionSetId) -> Option<&MotionSet> {
        let place = self.motions.binary_search_by_key(&id, |item| item.id);
        self.motions.get(place.ok()?)
    }

    /// Whether it is what a compiler writes.
    pub(crate) fn is_sound(&self) -> bool {
        let mut sorted = self.clone();
        sorted.sort();
        let curves = self.posts.iter().flat_map(|post| &post.criteria);
        let responses = |profile: &SenseProfile| !profile.responses.is_empty();
        sorted == *self
            && self.profiles.iter().all(responses)
            && self.skills.iter().all(|set| !set.skills.is_empty())
            && curves
                .into_iter()
                .all(|item| item.curve.is_sorted_by_key(|(input, _)| *input))
    }
}
