//! How much is too much, in one place, each with its reason.
//!
//! *Stage* times are what a player sees on the screen; *calendar* times are what the people live by.
//! At the usual rate of `townsfolk play` a second of the stage is a minute of the calendar.

use townsfolk_core::Duration;
use townsfolk_module::mind::Degree;

/// Words carry across a room. The engine lets people speak within six metres; half a second of both
/// walking apart comes on top.
pub const EARSHOT_MM: i64 = 8_000;

/// Who is spoken to may stroll on while the words are said, but not out of sight.
pub const OUT_OF_SIGHT_MM: i64 = 25_000;

/// Hosts tell of walkers at least every second, and nobody in a town runs faster than four metres a
/// second. Whoever is further away at the next telling has not walked there.
pub const STRIDE_MM: i64 = 4_000;

/// From here on a need is all that somebody should think of.
pub const STARVING: Degree = Degree::percent(97);

/// Below this nobody gets up for a need: who eats now has just eaten.
pub const HARDLY_FELT: Degree = Degree::percent(15);

/// So near one sees the food, and would go there.
pub const BESIDE_MM: i64 = 15_000;

/// Calendar seconds one may starve beside food: a long service, a way back, a queue.
pub const STARVES_S: i64 = 90 * 60;

/// So many deeds broken off …
pub const DITHERS: usize = 5;

/// … within so little stage time, without one being done, look like dithering: a switch every four
/// seconds.
pub const DITHERS_WITHIN: Duration = Duration::seconds(20);

/// So many words of one kind to one person …
pub const REPEATS: usize = 8;

/// … within so many calendar seconds are too many. A friendly evening has three or four jokes.
pub const REPEATS_WITHIN_S: i64 = 3 * 3600;

/// A chat is what people do together for hours; only a stream of chats to one person is a bore.
pub const CHATS: usize = 30;

/// Calendar seconds one may stand without doing or wanting anything while holding a role. A location
/// casts nobody again within two minutes of the stage, which are two hours of a usual day.
pub const STANDS_S: i64 = 3 * 3600;

/// And stage time, which is what a player sees: nobody is wooden for less than this.
pub const STANDS: Duration = Duration::seconds(60);

/// Calendar seconds somebody may be late beyond what the schedule allows: the way, a queue, a drink
/// that is finished.
pub const LATE_S: i64 = 90 * 60;

/// Calendar seconds of an evening that is still an evening: later, and in somebody's bedtime, being
/// at work is silly.
pub const ON_THE_WAY_S: i64 = 2 * 3600;

/// Walked so often to one place, with nothing done there or anywhere between, one wanders.
pub const WALKS_IN_VAIN: usize = 3;

/// Broken off so many walks before anything else is done, one has turned round once too often: for
/// something urgent one turns round once, and once more to go on.
pub const TURNS: usize = 3;

/// So many who came later and were taken first make a queue unjust …
pub const PASSED_OVER: usize = 4;

/// … if the one in front has waited so long on the stage.
pub const WAITS: Duration = Duration::seconds(20);

/// News is remembered as told for so many tellings …
pub const TOLD_MAX: usize = 64;

/// … and so many calendar seconds. Who hears days later what they once told themselves, and have
/// forgotten by then, is no joke.
pub const TOLD_WITHIN_S: i64 = 24 * 3600;

/// Calendar seconds within which the same of the same people is not said again.
pub const AGAIN_S: i64 = 3600;

/// More findings than this are counted, but not kept.
pub const FINDINGS_MAX: usize = 10_000;

/// Everybody with a mind is glanced at once in so much stage time.
pub const GLANCE_EVERY: Duration = Duration::seconds(2);

/// Whoever serves may break off for so little stage time (a dropped glass) and come back.
pub const SERVES_AGAIN: Duration = Duration::seconds(10);
