//! Who may hit the player now.

use super::relevance::Weights;
use super::rules::{self, Delay, Rule};
use super::{Shooter, Target};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use townsfolk_core::{CharacterId, Duration, Tick};

/// A challenger must matter more than the selected shooter by this much, in millionths.
const MARGIN: i64 = 50_000;

/// Maximum number of shooters whose last hit is remembered.
const HISTORY_MAX: usize = 256;

/// What the permission is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Gate {
    /// Everybody shoots; only the holder hits.
    #[default]
    Hits,
    /// Only the holder shoots.
    Shooting,
}

/// Settings of a fight. They may change in the middle of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Settings {
    /// What the permission is for.
    pub gate: Gate,
    /// The delay before any rule.
    pub base: Delay,
    /// How much the player should win, in thousandths: the base grows by this share.
    pub win_bias: i64,
    /// The rules.
    pub rules: Vec<Rule>,
    /// What makes a shooter matter.
    pub weights: Weights,
    /// Number of hits after one delay.
    pub tokens: u32,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            gate: Gate::Hits,
            base: Delay::thousandths(500),
            win_bias: 0,
            rules: rules::usual(),
            weights: Weights::default(),
            tokens: 1,
        }
    }
}

impl Settings {
    /// The base with the bias.
    pub fn biased_base(&self) -> Delay {
        let bias = self.win_bias.clamp(-900, 10_000);
        Delay(self.base.0.saturating_mul(1000 + bias) / 1000)
    }
}

/// What a shot may do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Permit {
    /// It may hit. The permission is reserved until the shot is confirmed or given back.
    Hit,
    /// It must miss.
    Miss,
    /// It must not be fired.
    Hold,
}

/// Directs who hits one player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Director {
    /// The settings.
    pub settings: Settings,
    last_hit: Tick,
    hits_of_window: u32,
    selected: Option<CharacterId>,
    /// Whether the next choice is made without margin.
    is_fresh: bool,
    delay: Delay,
    reserved: Vec<CharacterId>,
    history: BTreeMap<CharacterId, Tick>,
}

impl Director {
    /// A fight that begins now. The first hit comes after one full delay.
    pub fn begin(settings: Settings, now: Tick) -> Director {
        Director {
            delay: settings.biased_base(),
            settings,
            last_hit: now,
            hits_of_window: 0,
            selected: None,
            is_fresh: true,
            reserved: vec![],
            history: BTreeMap::new(),
        }
    }

    /// Looks at all shooters: selects the one that matters most, and computes the delay for it.
    pub fn update(&mut self, target: &Target, shooters: &[Shooter], now: Tick) {
        self.select(target, shooters, now);
        let selected = shooters.iter().find(|s| Some(s.who) == self.selected);
        let base = self.settings.biased_base();
        self.delay = match selected {
            Some(shooter) => rules::delay(base, &self.settings.rules, target, shooter),
            None => base,
        };
        let there = |who: &CharacterId| shooters.iter().any(|s| s.who == *who && s.can_shoot);
        self.reserved.retain(there);
    }

    fn select(&mut self, target: &Target, shooters: &[Shooter], now: Tick) {
        let mut best: Option<(i64, bool, CharacterId)> = None;
        let mut present = None;
        for shooter in shooters.iter().filter(|shooter| shooter.can_shoot) {
            let last = self.history.get(&shooter.who).copied();
            let relevance = self.settings.weights.relevance(target, shooter, last, now);
            let is_selected = self.selected == Some(shooter.who);
            if is_selected {
                present = Some(relevance);
            }
            let better = best.is_none_or(|(most, selected, who)| {
                let order = relevance.cmp(&most).then(is_selected.cmp(&selected));
                order.then(who.cmp(&shooter.who)).is_gt()
            });
            if better {
                best = Some((relevance, is_selected, shooter.who));
            }
        }
        let stays = |most: i64| {
            present.is_some_and(|present| !self.is_fresh && most < present.saturating_add(MARGIN))
        };
        match best {
            Some((most, _, _)) if stays(most) => {}
            Some((_, _, who)) => {
                self.selected = Some(who);
                self.is_fresh = false;
            }
            None => self.selected = None,
        }
    }

    /// The shooter that matters most.
    pub fn selected(&self) -> Option<CharacterId> {
        self.selected
    }

    /// The delay for it.
    pub fn delay(&self) -> Delay {
        self.delay
    }

    /// The time since the last hit.
    pub fn elapsed(&self, now: Tick) -> Duration {
        Duration(now.0.saturating_sub(self.last_hit.0).max(0))
    }

    /// The shooter that may hit now.
    pub fn holder(&self, now: Tick) -> Option<CharacterId> {
        let tokens = self.settings.tokens.max(1);
        let left = self.hits_of_window as usize + self.reserved.len() < tokens as usize;
        let ready = left && self.delay.has_passed(self.elapsed(now));
        self.selected.filter(|_| ready)
    }

    /// What a shot that is fired now may do.
    pub fn fire(&mut self, who: CharacterId, now: Tick) -> Permit {
        let holds = self.holder(now) == Some(who);
        match (holds, self.settings.gate) {
            (true, _) => {
                self.reserved.push(who);
                Permit::Hit
            }
            (false, Gate::Hits) => Permit::Miss,
            (false, Gate::Shooting) => Permit::Hold,
        }
    }

    /// A permitted shot has hit.
    pub fn confirm(&mut self, who: CharacterId, now: Tick) {
        if !self.free(who) {
            return;
        }
        self.hits_of_window += 1;
        if self.hits_of_window >= self.settings.tokens.max(1) {
            self.last_hit = now;
            self.hits_of_window = 0;
        }
        if self.history.len() >= HISTORY_MAX {
            let oldest = self.history.iter().min_by_key(|(_, at)| **at);
            if let Some(oldest) = oldest.map(|(who, _)| *who) {
                self.history.remove(&oldest);
            }
        }
        self.history.insert(who, now);
        self.is_fresh = true;
    }

    /// A permitted shot did not hit: the player dodged, or something stood in its way.
    pub fn give_back(&mut self, who: CharacterId) {
        self.free(who);
    }

    fn free(&mut self, who: CharacterId) -> bool {
        let place = self.reserved.iter().position(|other| *other == who);
        place.map(|place| self.reserved.remove(place)).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::accuracy::Build;
    use crate::accuracy::relevance::tests::{player, shooter};
    use crate::accuracy::relevance::ticks;
    use townsfolk_core::Draw;

    /// A director whose delay is a setting alone.
    fn stub(thousandths: i64) -> Director {
        let settings = Settings {
            base: Delay::thousandths(thousandths),
            rules: vec![],
            ..Settings::default()
        };
        Director::begin(settings, Tick(0))
    }

    /// Fires with everybody at one tick; who hit?
    fn volley(director: &mut Director, shooters: &[Shooter], now: Tick) -> Vec<CharacterId> {
        director.update(&player(), shooters, now);
        let mut hits = vec![];
        for shooter in shooters.iter().filter(|shooter| shooter.can_shoot) {
            if director.fire(shooter.who, now) == Permit::Hit {
                director.confirm(shooter.who, now);
                hits.push(shooter.who);
            }
        }
        hits
    }

    fn at(thousandths: i64) -> Tick {
        Tick(ticks(thousandths).0)
    }

    #[test]
    fn done_06_the_first_scenario() {
        let mut director = stub(1000);
        let a = shooter(1, 5_000, 0);
        let mut hits = vec![];
        let mut b = shooter(2, 15_000, 0);
        for tick in 1..=ticks(1750).0 {
            let now = Tick(tick);
            // The player runs at B from the start and shoots at it; after the hit it turns to flee.
            let fled = !hits.is_empty();
            b.attacked = (!fled).then_some(now);
            director.settings.base = Delay::thousandths(if fled { 1000 } else { 750 });
            for who in volley(&mut director, &[a.clone(), b.clone()], now) {
                hits.push((now, who));
            }
        }
        let expected = vec![(at(750), CharacterId(2)), (at(1750), CharacterId(1))];
        assert_eq!(hits, expected);
    }

    #[test]
    fn done_07_the_second_scenario() {
        let mut director = stub(2000);
        let mut a = shooter(1, 5_000, 0);
        let b = shooter(2, 30_000, 0);
        let c = Shooter {
            build: Build::Heavy,
            ..shooter(3, 10_000, 0)
        };
        director.history.insert(c.who, Tick(0));
        for tick in 1..ticks(1500).0 {
            let hits = volley(
                &mut director,
                &[a.clone(), b.clone(), c.clone()],
                Tick(tick),
            );
            assert_eq!((hits, director.selected()), (vec![], Some(a.who)));
        }
        a.can_shoot = false;
        director.settings.base = Delay::thousandths(750);
        assert_eq!(
            volley(&mut director, &[a, b, c.clone()], at(1500)),
            vec![c.who]
        );
    }

    #[test]
    fn done_08_never_two_hits_at_once_and_no_gap_below_the_smallest_delay() {
        let mut director = Director::begin(Settings::default(), Tick(0));
        let mut last = Tick(0);
        for tick in 1..=3600 {
            let now = Tick(tick);
            let draw = Draw::at(townsfolk_core::Seed(1), 0, now, townsfolk_core::SiteId(0));
            let crowd: Vec<Shooter> = (0..20)
                .map(|id| {
                    let part = |n| draw.between(u64::from(id) * 2 + n, -30_000, 30_000) as i32;
                    shooter(id + 1, part(0), part(1))
                })
                .collect();
            let hits = volley(&mut director, &crowd, now);
            assert!(hits.len() <= 1);
            if !hits.is_empty() {
                // The smallest delay of a player who stands is half of the base.
                assert!(now.0 - last.0 >= 15, "{last:?} {now:?}");
                last = now;
            }
        }
        assert!(last.0 > 3500);
    }

    #[test]
    fn done_09_hits_of_a_still_scene_are_even() {
        let mut director = stub(2000);
        let crowd = [shooter(1, 10_000, 0), shooter(2, 12_000, 0)];
        let hits: Vec<i64> = (1..=3600)
            .filter(|tick| !volley(&mut director, &crowd, Tick(*tick)).is_empty())
            .collect();
        assert!((29..=31).contains(&hits.len()), "{}", hits.len());
        assert!(hits.windows(2).all(|pair| pair[1] - pair[0] == 120));
    }

    #[test]
    fn done_10_everybody_shoots_unless_shooting_is_gated() {
        for (gate, expected) in [(Gate::Hits, Permit::Miss), (Gate::Shooting, Permit::Hold)] {
            let mut director = stub(100);
            director.settings.gate = gate;
            let crowd = [shooter(1, 10_000, 0), shooter(2, 20_000, 0)];
            let now = at(100);
            director.update(&player(), &crowd, now);
            assert_eq!(director.fire(CharacterId(2), now), expected);
            assert_eq!(director.fire(CharacterId(1), now), Permit::Hit);
        }
    }

    #[test]
    fn done_12_a_heavy_weight_lets_one_kind_hit_nearly_always() {
        let mut director = stub(500);
        director.settings.weights = Weights {
            nearness: 100,
            exposure: 100,
            build: 10_000,
            attacked: 100,
            history: 100,
        };
        let special = Shooter {
            build: Build::Heavy,
            ..shooter(4, 30_000, 0)
        };
        let crowd = [shooter(1, 3_000, 0), shooter(2, 5_000, 0), special.clone()];
        let hits: Vec<CharacterId> = (1..=3600)
            .flat_map(|tick| volley(&mut director, &crowd, Tick(tick)))
            .collect();
        let by_special = hits.iter().filter(|who| **who == special.who).count();
        assert!(hits.len() > 100 && by_special * 100 >= hits.len() * 95);
    }

    #[test]
    fn done_13_two_equal_shooters_take_turns() {
        let mut director = stub(500);
        let crowd = [shooter(1, 10_000, 0), shooter(2, 10_000, 0)];
        let hits: Vec<u32> = (1..=600)
            .flat_map(|tick| volley(&mut director, &crowd, Tick(tick)))
            .map(|who| who.0)
            .collect();
        assert!(hits.len() >= 18);
        assert!(hits.windows(2).all(|pair| pair[0] != pair[1]), "{hits:?}");
    }

    #[test]
    fn done_15_a_shot_into_an_obstacle_keeps_the_timer() {
        let mut director = stub(500);
        let crowd = [shooter(1, 10_000, 0)];
        let now = at(500);
        director.update(&player(), &crowd, now);
        assert_eq!(director.fire(CharacterId(1), now), Permit::Hit);
        assert_eq!(director.fire(CharacterId(1), now), Permit::Miss);
        director.give_back(CharacterId(1));
        assert_eq!(
            volley(&mut director, &crowd, Tick(now.0 + 1)),
            vec![CharacterId(1)]
        );
    }

    #[test]
    fn done_16_of_a_burst_of_five_one_hits() {
        let mut director = stub(500);
        let now = at(500);
        director.update(&player(), &[shooter(1, 10_000, 0)], now);
        let burst: Vec<Permit> = (0..5).map(|_| director.fire(CharacterId(1), now)).collect();
        assert_eq!(
            burst
                .iter()
                .filter(|permit| **permit == Permit::Hit)
                .count(),
            1
        );
        assert_eq!(
            burst
                .iter()
                .filter(|permit| **permit == Permit::Miss)
                .count(),
            4
        );
    }

    #[test]
    fn done_24_the_bias_grows_the_base_and_changes_count_at_once() {
        let mut settings = Settings {
            win_bias: 300,
            ..Settings::default()
        };
        assert_eq!(settings.biased_base(), Delay(650_000));
        settings.rules = vec![];
        let mut director = Director::begin(settings, Tick(0));
        let crowd = [shooter(1, 20_000, 0)];
        let now = at(600);
        director.update(&player(), &crowd, now);
        assert_eq!(director.holder(now), None);
        director.settings.win_bias = 0;
        director.update(&player(), &crowd, Tick(now.0 + 1));
        assert_eq!(director.holder(Tick(now.0 + 1)), Some(CharacterId(1)));
    }

    #[test]
    fn two_tokens_give_two_hits_after_one_delay() {
        let mut director = stub(500);
        director.settings.tokens = 2;
        let crowd = [shooter(1, 10_000, 0), shooter(2, 10_000, 0)];
        let hits: Vec<i64> = (1..=62)
            .filter(|tick| !volley(&mut director, &crowd, Tick(*tick)).is_empty())
            .collect();
        assert_eq!(hits, vec![30, 31, 61, 62]);
    }
}
