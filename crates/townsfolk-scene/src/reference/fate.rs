//! Everything that is chance. Section "Chance".

use super::scene::Scene;
use townsfolk_core::digest::fold;
use townsfolk_core::{CharacterId, Draw, Duration, Seed, SiteId, Tick};

/// The key of a draw, besides the seed and the scene. Equal keys give equal draws.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct DrawKey {
    /// When. For a coin: when the free spell began in which it is thrown.
    pub tick: Tick,
    /// The named place in the source.
    pub site: SiteId,
    /// For whom.
    pub who: CharacterId,
    /// Which of several draws of one person at one place.
    pub part: u32,
}

impl DrawKey {
    /// The key of a person's only draw at a place.
    pub fn of(who: CharacterId, site: SiteId, tick: Tick) -> DrawKey {
        DrawKey {
            tick,
            site,
            who,
            part: 0,
        }
    }

    /// The key of another draw of the same person at the same place.
    pub fn part(self, part: u32) -> DrawKey {
        DrawKey { part, ..self }
    }
}

/// Chance, as a scene sees it. The engine's is [`Keyed`]; an exploration answers in every way.
pub trait Fate {
    /// Puts those who take part in this update into its order. They come in order of joining.
    fn order(&mut self, scene: &Scene, now: Tick, participants: &mut [CharacterId]);

    /// A number from `low` to `high`, both included; `low` if the range is empty.
    fn number(&mut self, key: DrawKey, low: i64, high: i64) -> i64;

    /// Whether a coin comes up that does so `thousandths` times in a thousand. A scene asks once
    /// per key and remembers the answer as long as it matters.
    fn coin(&mut self, key: DrawKey, thousandths: i64) -> bool;

    /// An index below `count`, which is at least one.
    fn pick(&mut self, key: DrawKey, count: usize) -> usize;

    /// The first moment, not before `from`, at which a reading with this beat is looked at.
    fn next_beat(&mut self, key: DrawKey, from: Tick, beat: Duration) -> Tick;

    /// Whether every moment is on every beat, so that no beat need be asked for.
    fn is_always_on_beat(&self) -> bool {
        false
    }
}

/// Chance by keyed draws: a pure function of seed, scene and key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Keyed {
    /// The seed of the run.
    pub seed: Seed,
    /// The scene (or location) whose chance this is.
    pub owner: u64,
}

impl Keyed {
    fn draw(&self, key: DrawKey) -> Draw {
        Draw::at(self.seed, self.owner, key.tick, key.site)
    }
}

fn index(key: DrawKey) -> u64 {
    u64::from(key.who.0) << 32 | u64::from(key.part)
}

impl Fate for Keyed {
    fn order(&mut self, _: &Scene, now: Tick, participants: &mut [CharacterId]) {
        let scene = fold(fold(self.seed.0, self.owner), now.0 as u64);
        participants.sort_by_key(|who| (fold(scene, u64::from(who.0)), *who));
    }

    fn number(&mut self, key: DrawKey, low: i64, high: i64) -> i64 {
        self.draw(key).between(index(key), low, high)
    }

    fn coin(&mut self, key: DrawKey, thousandths: i64) -> bool {
        self.draw(key).coin(index(key), thousandths)
    }

    fn pick(&mut self, key: DrawKey, count: usize) -> usize {
        let last = i64::try_from(count).unwrap_or(i64::MAX).saturating_sub(1);
        usize::try_from(self.number(key, 0, last)).unwrap_or(0)
    }

    fn next_beat(&mut self, key: DrawKey, from: Tick, beat: Duration) -> Tick {
        let beat = beat.0.max(1);
        let phase = self.number(
            DrawKey {
                tick: Tick(0),
                ..key
            },
            0,
            beat - 1,
        );
        let past = i128::from(from.0) - i128::from(phase);
        let wait = (-past).rem_euclid(i128::from(beat)) as i64;
        from.after(Duration(wait))
    }
}
