//! The thresholds of the critic, each with its reason.
//!
//! *Stage* times are what a player sees on the screen; *calendar* times are those of schedules. At
//! the usual rate of `townsfolk play` a second of the stage is a minute of the calendar.

use townsfolk_core::Duration;
use townsfolk_module::mind::Degree;

/// Maximum distance of a listener. The engine starts talks within six metres; half a second of both
/// walking apart is added.
pub const EARSHOT_MM: i64 = 8_000;

/// Maximum distance of a listener at the end: it may walk on meanwhile, but not out of sight.
pub const OUT_OF_SIGHT_MM: i64 = 25_000;

/// Maximum distance between two position reports. Hosts report walkers at least every second, and
/// no character runs faster than four metres a second.
pub const STRIDE_MM: i64 = 4_000;

/// The level from which a need should come before everything else.
pub const STARVING: Degree = Degree::percent(97);

/// The level below which a need is no reason to act: a character that eats now has just eaten.
pub const HARDLY_FELT: Degree = Degree::percent(15);

/// Distance within which a character sees the food, and would go there.
pub const BESIDE_MM: i64 = 15_000;

/// Calendar seconds for which a character may starve beside food: a long service, a way back, a
/// queue.
pub const STARVES_S: i64 = 90 * 60;

/// Calendar seconds for which a need may stay there, whatever holds a character: a film, a shift, an
/// evening without service.
pub const WITHOUT_S: i64 = 4 * 3600;

/// Calendar seconds for which a character may do elsewhere what its role asks for where that is held.
/// A single action that was begun a step before the door may be finished.
pub const ELSEWHERE_S: i64 = 20 * 60;

/// Liking from which an insult in a good mood has no reason.
pub const FOND: Degree = Degree::percent(75);

/// Number of interrupted actions …
pub const DITHERS: usize = 5;

/// … within this stage time, without one being done, that counts as dithering: a switch every four
/// seconds.
pub const DITHERS_WITHIN: Duration = Duration::seconds(20);

/// Number of interactions of one kind with one character …
pub const REPEATS: usize = 8;

/// … within this many calendar seconds that is too many. A friendly evening has three or four
/// jokes.
pub const REPEATS_WITHIN_S: i64 = 3 * 3600;

/// The same for chats, which can last for hours.
pub const CHATS: usize = 30;

/// Calendar seconds for which a character with a role may stand without doing or wanting anything.
/// A location does not cast a character again within two minutes of the stage, which are two hours
/// of a usual day.
pub const STANDS_S: i64 = 3 * 3600;

/// The same in stage time, which is what a player sees.
pub const STANDS: Duration = Duration::seconds(60);

/// Calendar seconds for which a character may be late beyond what the schedule allows: the way, a
/// queue, a drink that is finished.
pub const LATE_S: i64 = 90 * 60;

/// Calendar seconds a character may be on the way beyond its longest walk in one go: a bite to eat, a
/// privy, a queue …
pub const ON_THE_WAY_S: i64 = 3600;

/// … and stage time, which these take at any rate of the calendar. The bound is where both are over.
pub const ON_THE_WAY: Duration = Duration::seconds(60);

/// Number of walks to one place, with nothing done between, that counts as wandering.
pub const WALKS_IN_VAIN: usize = 3;

/// Number of interrupted walks without another action that is too many: an urgent wish explains
/// two.
pub const TURNS: usize = 3;

/// Number of later arrivals served first that makes a queue unfair …
pub const PASSED_OVER: usize = 4;

/// … if the first has waited this long on the stage.
pub const WAITS: Duration = Duration::seconds(20);

/// Number of tellings that are remembered …
pub const TOLD_MAX: usize = 64;

/// … and for how many calendar seconds. Hearing one's own news again after days is not silly.
pub const TOLD_WITHIN_S: i64 = 24 * 3600;

/// Calendar seconds within which the same finding about the same characters is not repeated.
pub const AGAIN_S: i64 = 3600;

/// Maximum number of findings that are kept. Further ones are counted.
pub const FINDINGS_MAX: usize = 10_000;

/// Interval of stage time between two samples of a mind.
pub const GLANCE_EVERY: Duration = Duration::seconds(2);

/// Stage time for which a service may be interrupted (a dropped glass).
pub const SERVES_AGAIN: Duration = Duration::seconds(10);
