//! How much is too much, in one place, each with its reason.
//!
//! *Stage* times are what a player sees on the screen; *calendar* times are what the people live by.
//! At the usual rate of `townsfolk play` a second of the stage is a minute of the calendar.

use townsfolk_core::Duration;
use townsfolk_module::mind::Degree;

/// Words carry across a room. The engine lets people speak within six metres; half a second of both
/// walking apart comes on top.
pub const EARSHOT_MM: i64 = 8_000;

/// The listener may walk on while the words are said, but not out of sight.
pub const OUT_OF_SIGHT_MM: i64 = 25_000;

/// Hosts tell of walkers at least every second, and no character in a town runs faster than four
/// metres a second. Whoever is further away at the next telling has not walked there.
pub const STRIDE_MM: i64 = 4_000;

/// From here on a need should come before everything else.
pub const STARVING: Degree = Degree::percent(97);

/// Below this a need is no reason to act: a character that eats now has just eaten.
pub const HARDLY_FELT: Degree = Degree::percent(15);

/// So near one sees the food, and would go there.
pub const BESIDE_MM: i64 = 15_000;

/// Calendar seconds one may starve beside food: a long service, a way back, a queue.
pub const STARVES_S: i64 = 90 * 60;

/// Calendar seconds for which a need may stay there, whatever holds a character: a film, a shift, an
/// evening without service.
pub const WITHOUT_S: i64 = 4 * 3600;

/// Calendar seconds for which a character may do elsewhere what its role asks for where that is held.
/// A single action that was begun a step before the door may be finished.
pub const ELSEWHERE_S: i64 = 20 * 60;

/// A character with this much liking for another has no reason to insult them in a good mood.
pub const FOND: Degree = Degree::percent(75);

/// Number of actions broken off …
pub const DITHERS: usize = 5;

/// … within so little stage time, without one being done, look like dithering: a switch every four
/// seconds.
pub const DITHERS_WITHIN: Duration = Duration::seconds(20);

/// Number of interactions of one kind with one person …
pub const REPEATS: usize = 8;

/// … within so many calendar seconds are too many. A friendly evening has three or four jokes.
pub const REPEATS_WITHIN_S: i64 = 3 * 3600;

/// A chat is what people do together for hours; only a stream of chats to one person is a bore.
pub const CHATS: usize = 30;

/// Calendar seconds one may stand without doing or wanting anything while holding a role. A
/// location casts no character again within two minutes of the stage, which are two hours of a
/// usual day.
pub const STANDS_S: i64 = 3 * 3600;

/// And stage time, which is what a player sees: no character is wooden for less than this.
pub const STANDS: Duration = Duration::seconds(60);

/// Calendar seconds a character may be late beyond what the schedule allows: the way, a queue, a
/// drink that is finished.
pub const LATE_S: i64 = 90 * 60;

/// Calendar seconds a character may be on the way beyond its longest walk in one go: a bite to eat, a
/// privy, a queue …
pub const ON_THE_WAY_S: i64 = 3600;

/// … and stage time, which these take at any rate of the calendar. The bound is where both are over.
pub const ON_THE_WAY: Duration = Duration::seconds(60);

/// Walked so often to one place, with nothing done there or anywhere between, one wanders.
pub const WALKS_IN_VAIN: usize = 3;

/// Broken off so many walks before anything else is done, one has turned round once too often: for
/// something urgent one turns round once, and once more to go on.
pub const TURNS: usize = 3;

/// Number of later comers served first that makes a queue unfair …
pub const PASSED_OVER: usize = 4;

/// … if the one in front has waited so long on the stage.
pub const WAITS: Duration = Duration::seconds(20);

/// Number of tellings for which news is remembered as told …
pub const TOLD_MAX: usize = 64;

/// … and so many calendar seconds. Who hears days later what they once told themselves, and have
/// forgotten by then, is no joke.
pub const TOLD_WITHIN_S: i64 = 24 * 3600;

/// Calendar seconds within which the same of the same people is not said again.
pub const AGAIN_S: i64 = 3600;

/// More findings than this are counted, but not kept.
pub const FINDINGS_MAX: usize = 10_000;

/// Interval of stage time between two samples of a mind.
pub const GLANCE_EVERY: Duration = Duration::seconds(2);

/// Stage time for which a service may be interrupted (a dropped glass).
pub const SERVES_AGAIN: Duration = Duration::seconds(10);
