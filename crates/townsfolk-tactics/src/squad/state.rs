//! The state of a squad, and one step of it.
//!
//! The order of a step: members that fell or left, the phase, exposure, the search, tokens. Members
//! act on its [`Orders`] in the same tick.

use crate::posts::gather::{CHEST_MM, STANDING_MM, above};
use crate::posts::post::Ground;
use crate::squad::barks::{Bark, Barks};
use crate::squad::combat::CombatVector;
use crate::squad::flank::FlankPlans;
use crate::squad::hunt::Hunt;
use crate::squad::lines::{FiringLine, FiringLines, friend_on_line};
use crate::squad::phase::{Cycle, Observed, Phase};
use crate::squad::tokens::{Coordinator, Terms};
use crate::squad::view::Exposure;
use serde::{Deserialize, Serialize};
use townsfolk_core::{CharacterId, Duration, Place, SymbolId, Tick, TokenId};
use townsfolk_senses::Sensed;
use townsfolk_space::{HeightGrid, WalkGrid};

/// Greatest number of firings of the cheat that are kept for tools.
const ESCAPES_MAX: usize = 32;

/// A member keeps the token of the shooter for this time without a line of fire.
const LINE_LOST_MAX: Duration = Duration(30);

/// A member is told for this time that a friend fell near it.
const FALL_LASTS: Duration = Duration::seconds(1);

/// The enemy counts as lost from sight after this time, for the bark.
const LOST_AFTER: Duration = Duration::seconds(3);

/// What a squad shares.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Squad {
    /// Its phase.
    pub cycle: Cycle,
    /// The enemy that matters.
    pub enemy: Option<CharacterId>,
    /// Its tokens.
    pub tokens: Coordinator,
    /// What it says.
    pub barks: Barks,
    /// Where it fights from.
    pub combat: CombatVector,
    /// Who shoots where.
    pub lines: FiringLines,
    /// What the enemy sees, and what the members see.
    pub exposure: Exposure,
    /// Where it searches.
    pub hunt: Hunt,
    /// Ways around the enemy.
    pub flank: FlankPlans,
    /// When the enemy was found to have slipped away, and where it was believed to be.
    pub escapes: Vec<(Tick, Place)>,
    /// The sound that is looked after: its subject and its place.
    pub sound: Option<(Sensed, Place)>,
    /// Members in order of id, as of the last step.
    known: Vec<Known>,
    /// Enemies that the squad has fought, in order of id.
    met: Vec<CharacterId>,
    /// A member has looked at the place of the enemy.
    checked: bool,
    /// The last member that fell.
    fell: Option<(Tick, Place)>,
    /// Since when the shooter has had no line of fire.
    line_lost: Option<Tick>,
    /// Whether the loss of the enemy was remarked upon.
    remarked_loss: bool,
    /// Sounds up to this moment have been looked after.
    looked_after: Option<Tick>,
    /// Members whose post was taken by another in the same tick.
    refused: Vec<CharacterId>,
    /// Whether a member can come nearer to the enemy, as it was found out last.
    pub can_advance: bool,
}

/// A member as of the last step.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Known {
    who: CharacterId,
    at: Place,
    lives: bool,
    clear_shot: bool,
    blocked_by: Option<CharacterId>,
}

/// A member at one tick.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Member {
    /// Who.
    pub who: CharacterId,
    /// Where.
    pub at: Place,
    /// Whether it lives.
    pub lives: bool,
    /// Whether it has a gun and ammunition.
    pub armed: bool,
    /// Whether it may shoot: it does not panic, and is not held by a script.
    pub steady: bool,
    /// What its skills can do.
    pub can: Abilities,
    /// The sound that it heard last, and when.
    pub heard: Option<(Sensed, Tick)>,
    /// The length of its way to the best post for a look at the place of the enemy.
    pub check_way: Option<i64>,
    /// The rating of its best post for watching that place.
    pub watch: Option<i64>,
}

/// What the skills of a member can do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Abilities {
    /// It has the skill `flank`.
    pub flank: bool,
    /// It has the skill `gun_combat`.
    pub shoot: bool,
    /// It has the skill `advance`.
    pub advance: bool,
    /// It has the skill `sweep`.
    pub sweep: bool,
    /// It has the skill `investigate`.
    pub investigate: bool,
}

/// The enemy as the squad believes it to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Enemy {
    /// Who.
    pub who: CharacterId,
    /// Where it is believed to be.
    pub at: Place,
    /// Whether the squad is sure that it is there.
    pub confirmed: bool,
    /// Whether a member perceives it now.
    pub perceived: bool,
    /// Whether it has slipped away, see [`escaped`](crate::squad::phase::escaped).
    pub escaped: bool,
}

/// What a squad sees at one tick.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// The time.
    pub now: Tick,
    /// The ground, if the world has one.
    pub ground: Option<Floor<'a>>,
    /// The members in order of id, also the dead.
    pub members: &'a [Member],
    /// The enemy that matters most.
    pub enemy: Option<Enemy>,
    /// A sound that nobody has looked after: its subject, its place, and when it was heard.
    pub sound: Option<(Sensed, Place, Tick)>,
    /// Whether all members have their posts.
    pub placed: bool,
    /// The terms of tokens.
    pub terms: &'a dyn TermsOf,
}

/// The ground with its caches.
#[derive(Clone, Copy, Debug)]
pub struct Floor<'a> {
    /// Rays, ways and cover.
    pub ground: Ground<'a>,
    /// Heights for maps of exposure.
    pub heights: &'a HeightGrid,
    /// Cells to search.
    pub grid: &'a WalkGrid,
}

/// Where the terms of tokens stand.
pub trait TermsOf: std::fmt::Debug {
    /// The terms of a token: those of content, else the usual ones.
    fn terms(&self, token: TokenId) -> Option<Terms>;
}

/// Ids of the tokens that squads give out.
pub mod token {
    use townsfolk_core::TokenId;

    /// Goes round the enemy.
    pub const FLANKING: TokenId = TokenId::named("flanking");
    /// Looks at the place where the enemy was.
    pub const APPROACHING: TokenId = TokenId::named("approaching");
    /// Looks after a sound.
    pub const INVESTIGATING: TokenId = TokenId::named("investigating");
    /// Stays up and aims.
    pub const WATCHING: TokenId = TokenId::named("watching");
    /// Shoots, at once.
    pub const SHOOTING: TokenId = TokenId::named("shooting");
}

/// What a member is told by its squad.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Orders {
    /// The phase.
    pub phase: Phase,
    /// The tokens that it holds.
    pub tokens: Vec<TokenId>,
    /// The enemy.
    pub enemy: Option<CharacterId>,
    /// Where the enemy is believed to be.
    pub place: Option<Place>,
    /// Where the sound was that it looks after.
    pub sound: Option<Place>,
    /// Its way around the enemy.
    pub flank: Option<Vec<Place>>,
    /// Whether it can shoot at the enemy from where it stands, with no friend on the line.
    pub clear_shot: bool,
    /// The friend on its line of fire.
    pub blocked_by: Option<CharacterId>,
    /// When a friend fell lately, and where.
    pub fell: Option<(Tick, Place)>,
    /// Whether anybody in the squad perceives the enemy now.
    pub perceived: bool,
    /// Where it should search.
    pub cells: Vec<Place>,
    /// Another took the post that it wanted.
    pub refused: bool,
}

impl Orders {
    /// Whether it holds a token.
    pub fn holds(&self, token: TokenId) -> bool {
        self.tokens.contains(&token)
    }
}

/// What happened in a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SquadEvent {
    /// The phase changed.
    Phase {
        /// From this one.
        from: Phase,
        /// To this one.
        to: Phase,
    },
    /// The enemy was found to have slipped away from where it was believed to be.
    Escaped(Place),
    /// A member fell, and another one noticed.
    Fell {
        /// Who fell.
        who: CharacterId,
        /// Who noticed.
        witness: CharacterId,
    },
}

impl Squad {
    /// One step. Rays are taken from the budget of the tick.
    pub fn step(&mut self, scene: &Scene<'_>, rays: &mut u32) -> Vec<SquadEvent> {
        let mut events = vec![];
        self.tokens.lapse(scene.now);
        self.lines.lapse(scene.now);
        self.miss_members(scene, &mut events);
        self.change_phase(scene, &mut events);
        self.look_for_shots(scene, rays);
        self.turn_vector(scene);
        self.see_and_search(scene);
        self.give_tokens(scene);
        events
    }

    /// Notes who fell or left. Another member that saw it remarks upon it.
    fn miss_members(&mut self, scene: &Scene<'_>, events: &mut Vec<SquadEvent>) {
        let now = scene.now;
        let before = std::mem::take(&mut self.known);
        for old in before {
            let present = scene.members.iter().find(|member| member.who == old.who);
            if present.is_some_and(|member| member.lives) {
                continue;
            }
            self.leave(old.who);
            // Whoever has left the squad did not fall.
            if !old.lives || present.is_none() {
                continue;
            }
            let witness = scene.members.iter().filter(|member| member.lives);
            let notices = |member: &&Member| notices_fall(scene, member.at, old.at);
            if let Some(witness) = witness.into_iter().find(notices) {
                self.fell = Some((now, old.at));
                events.push(SquadEvent::Fell {
                    who: old.who,
                    witness: witness.who,
                });
                self.remark("ally_down", witness.who, Some(old.who), now);
            }
        }
        let known = scene.members.iter().map(|member| Known {
            who: member.who,
            at: member.at,
            lives: member.lives,
            clear_shot: false,
            blocked_by: None,
        });
        self.known = known.collect();
        self.fell = self.fell.filter(|(at, _)| now.since(*at) <= FALL_LASTS);
    }

    /// Forgets a member that fell or left.
    pub fn leave(&mut self, who: CharacterId) {
        self.tokens.leave(who);
        self.barks.leave(who);
        self.combat.leave(who);
        self.lines.leave(who);
        self.exposure.leave(who);
        self.hunt.leave(who);
        self.flank.leave(who);
    }

    fn change_phase(&mut self, scene: &Scene<'_>, events: &mut Vec<SquadEvent>) {
        let now = scene.now;
        let changed = scene.enemy.map(|enemy| enemy.who) != self.enemy;
        if changed {
            self.flank.clear();
            self.checked = false;
        }
        self.enemy = scene.enemy.map(|enemy| enemy.who);
        let enemy = scene.enemy;
        let perceived = enemy.is_some_and(|enemy| enemy.perceived && enemy.confirmed);
        let fights = matches!(self.cycle.phase, Phase::Surround | Phase::Advance);
        let escaped = enemy.is_some_and(|enemy| enemy.escaped) && !perceived;
        let seen = Observed {
            perceived,
            gone: enemy.is_none() && self.cycle.phase.is_combat(),
            placed: scene.placed,
            can_advance: self.can_advance,
            escaped,
            nothing_there: self.checked,
            cells: self.hunt.has_cells(),
        };
        if escaped
            && fights
            && let Some(enemy) = enemy
        {
            events.push(SquadEvent::Escaped(enemy.at));
            self.escapes.push((now, enemy.at));
            let over = self.escapes.len().saturating_sub(ESCAPES_MAX);
            self.escapes.drain(..over);
        }
        if let Some(from) = self.cycle.step(seen, now) {
            let to = self.cycle.phase;
            events.push(SquadEvent::Phase { from, to });
            self.entered(from, to, scene);
        }
        self.remark_loss(perceived, scene);
    }

    fn entered(&mut self, from: Phase, to: Phase, scene: &Scene<'_>) {
        let now = scene.now;
        self.checked = false;
        let Some(speaker) = self.speaker(scene) else {
            return;
        };
        match (from, to) {
            (_, Phase::Surround) => {
                let enemy = self.enemy;
                let is_new = enemy.is_some_and(|enemy| !self.met.contains(&enemy));
                if let Some(enemy) = enemy.filter(|_| is_new) {
                    self.met.push(enemy);
                    self.met.sort_unstable();
                }
                let moment = if is_new { "spotted" } else { "contact" };
                self.remark(moment, speaker, enemy, now);
            }
            (Phase::Check, Phase::Search) => {
                self.remark("search_start", speaker, None, now);
            }
            (Phase::Search, Phase::Calm) => self.remark("give_up", speaker, None, now),
            _ => {}
        }
    }

    /// The member that speaks for all: the nearest to the enemy, else the first.
    fn speaker(&self, scene: &Scene<'_>) -> Option<CharacterId> {
        let living = scene.members.iter().filter(|member| member.lives);
        let place = scene.enemy.map(|enemy| enemy.at);
        let far = |member: &&Member| {
            let far = place.map_or(0, |place| member.at.distance_mm(place));
            (far, member.who)
        };
        living.min_by_key(far).map(|member| member.who)
    }

    fn remark_loss(&mut self, perceived: bool, scene: &Scene<'_>) {
        let fights = matches!(self.cycle.phase, Phase::Surround | Phase::Advance);
        let unseen = self
            .cycle
            .perceived
            .is_some_and(|at| scene.now.since(at) >= LOST_AFTER);
        if perceived || !fights {
            self.remarked_loss = false;
        } else if unseen && !self.remarked_loss {
            self.remarked_loss = true;
            if let Some(speaker) = self.speaker(scene) {
                self.remark("lost_target", speaker, self.enemy, scene.now);
            }
        }
    }

    /// Lets a member remark upon something, when it is its turn.
    pub fn remark(&mut self, moment: &str, who: CharacterId, about: Option<CharacterId>, at: Tick) {
        self.barks.remark(Bark {
            moment: SymbolId::named(moment),
            who,
            about,
            at,
        });
    }

    /// Finds out who can shoot at the enemy from where it stands.
    fn look_for_shots(&mut self, scene: &Scene<'_>, rays: &mut u32) {
        let Some(enemy) = scene
            .enemy
            .filter(|enemy| enemy.confirmed && enemy.perceived)
        else {
            return;
        };
        let friends: Vec<(CharacterId, Place)> = living(scene).map(|m| (m.who, m.at)).collect();
        for member in scene.members {
            if !member.lives || !member.armed || !member.can.shoot || *rays == 0 {
                continue;
            }
            *rays -= 1;
            let clear = scene.ground.is_none_or(|floor| {
                let gun = above(member.at, STANDING_MM);
                floor.ground.space.ray(gun, above(enemy.at, CHEST_MM))
            });
            let blocked_by = friend_on_line(member.who, member.at, enemy.at, &friends);
            if let Some(known) = self.known.iter_mut().find(|known| known.who == member.who) {
                known.blocked_by = blocked_by;
                known.clear_shot = clear && blocked_by.is_none();
            }
        }
    }

    fn turn_vector(&mut self, scene: &Scene<'_>) {
        if !self.cycle.phase.is_combat() {
            return;
        }
        if let Some(enemy) = scene.enemy {
            let members: Vec<(CharacterId, Place)> = living(scene).map(|m| (m.who, m.at)).collect();
            self.combat.turn(enemy.at, &members, scene.now);
        }
    }

    fn see_and_search(&mut self, scene: &Scene<'_>) {
        let Some(floor) = scene.ground else {
            return;
        };
        if self.cycle.phase == Phase::Calm {
            self.exposure.clear();
            self.hunt.clear();
            return;
        }
        let watchers: Vec<(CharacterId, Place)> = living(scene).map(|m| (m.who, m.at)).collect();
        self.exposure
            .advance(floor.heights, scene.enemy.map(|enemy| enemy.at), &watchers);
        let searchers: Vec<(CharacterId, Place)> = living(scene)
            .filter(|member| member.can.sweep)
            .map(|member| (member.who, member.at))
            .collect();
        let cleared = self.hunt.step(
            floor.grid,
            &self.exposure,
            scene.enemy,
            (self.cycle.phase == Phase::Search).then_some(&searchers[..]),
            scene.now,
        );
        if let Some(who) = cleared {
            self.remark("area_clear", who, None, scene.now);
        }
    }

    fn give_tokens(&mut self, scene: &Scene<'_>) {
        self.give_shooting(scene);
        self.give_flanking(scene);
        self.give_approaching(scene);
        self.give_watching(scene);
        self.give_investigating(scene);
    }

    /// Whoever can shoot from where it stands asks for the token of the shooter. So somebody is always
    /// shooting, and the others may take cover.
    fn give_shooting(&mut self, scene: &Scene<'_>) {
        let Some(terms) = scene.terms.terms(token::SHOOTING) else {
            return;
        };
        let now = scene.now;
        let can = |squad: &Squad, member: &Member| {
            member.lives && member.steady && member.armed && squad.clear_shot(member.who)
        };
        if let Some(holder) = self.tokens.holder(token::SHOOTING) {
            let member = scene.members.iter().find(|member| member.who == holder);
            let has_line = member.is_some_and(|member| can(self, member));
            let ready = member.is_some_and(|member| member.armed && member.steady);
            self.line_lost = match has_line {
                true => None,
                false => self.line_lost.or(Some(now)),
            };
            let lost = self
                .line_lost
                .is_some_and(|since| now.since(since) >= LINE_LOST_MAX);
            if !ready || lost {
                self.tokens.release(terms, holder, now);
                self.line_lost = None;
            }
        }
        for member in scene.members {
            if can(self, member) {
                self.tokens.take(terms, member.who, now);
            }
        }
    }

    fn give_flanking(&mut self, scene: &Scene<'_>) {
        let Some(terms) = scene.terms.terms(token::FLANKING) else {
            return;
        };
        let fights = matches!(self.cycle.phase, Phase::Surround | Phase::Advance);
        let (Some(floor), Some(enemy), Some(front)) =
            (scene.ground, scene.enemy, self.combat.direction)
        else {
            return;
        };
        let holder = self.tokens.holder(token::FLANKING);
        if !fights {
            if let Some(holder) = holder {
                self.tokens.release(terms, holder, scene.now);
            }
            return;
        }
        let able = living(scene).filter(|member| member.can.flank && member.steady && member.armed);
        let able: Vec<(CharacterId, Place)> = able.map(|member| (member.who, member.at)).collect();
        let may_begin = able.len() >= 2 && enemy.confirmed && self.flank.is_rested(scene.now);
        if holder.is_none() && !may_begin {
            return;
        }
        let space = floor.ground.space;
        self.flank
            .plan(space, &able, holder, (enemy.at, front), scene.now);
        if let Some(holder) = holder {
            if self.flank.is_spoilt(holder, enemy) {
                self.tokens.release(terms, holder, scene.now);
                self.flank.end(scene.now);
            }
            return;
        }
        let rated = self.flank.costs(&able);
        // Before all have a route nobody is known to be the best.
        if rated.len() == able.len() {
            self.tokens.rate(token::FLANKING, rated);
            for (who, _) in &able {
                if self.tokens.take(terms, *who, scene.now) {
                    self.flank.begin(*who, enemy.at);
                    self.remark("flanking", *who, None, scene.now);
                }
            }
        }
    }

    fn give_approaching(&mut self, scene: &Scene<'_>) {
        let Some(terms) = scene.terms.terms(token::APPROACHING) else {
            return;
        };
        let now = scene.now;
        if self.cycle.phase != Phase::Check {
            if let Some(holder) = self.tokens.holder(token::APPROACHING) {
                self.tokens.release(terms, holder, now);
            }
            return;
        }
        let able = || living(scene).filter(|member| member.can.advance && member.steady);
        let ways = able().filter_map(|member| Some((member.who, member.check_way?)));
        self.tokens.rate(token::APPROACHING, ways);
        for member in able() {
            let held = self.tokens.holds(token::APPROACHING, member.who);
            if !held && self.tokens.take(terms, member.who, now) {
                self.remark("checking", member.who, None, now);
            }
        }
    }

    fn give_watching(&mut self, scene: &Scene<'_>) {
        let Some(terms) = scene.terms.terms(token::WATCHING) else {
            return;
        };
        let holder = self.tokens.holder(token::WATCHING);
        if !self.cycle.phase.is_combat() {
            if let Some(holder) = holder {
                self.tokens.release(terms, holder, scene.now);
            }
            return;
        }
        let other = [token::APPROACHING, token::FLANKING];
        let able: Vec<&Member> = living(scene)
            .filter(|member| member.can.shoot && member.steady && member.armed)
            .filter(|member| {
                !other
                    .iter()
                    .any(|token| self.tokens.holds(*token, member.who))
            })
            .collect();
        let rated = able
            .iter()
            .filter_map(|member| Some((member.who, -member.watch?)));
        let rated: Vec<(CharacterId, i64)> = rated.collect();
        self.tokens.rate(token::WATCHING, rated);
        for member in able {
            self.tokens.take(terms, member.who, scene.now);
        }
    }

    /// Hearers of a sound ask for the token; the nearest gets it. A later sound is a new goal.
    fn give_investigating(&mut self, scene: &Scene<'_>) {
        let Some(terms) = scene.terms.terms(token::INVESTIGATING) else {
            return;
        };
        let now = scene.now;
        let holder = self.tokens.holder(token::INVESTIGATING);
        if self.cycle.phase != Phase::Calm {
            if let Some(holder) = holder {
                self.tokens.release(terms, holder, now);
            }
            self.sound = None;
            self.looked_after = Some(now);
            return;
        }
        let new = scene
            .sound
            .filter(|(.., heard)| self.looked_after.is_none_or(|at| *heard > at));
        if let Some((subject, at, _)) = new {
            self.sound = Some((subject, at));
            let hearers = living(scene).filter(|member| {
                let heard = member.heard.is_some_and(|(what, _)| what == subject);
                heard && member.can.investigate && member.steady
            });
            let rated: Vec<(CharacterId, i64)> = hearers
                .map(|member| (member.who, member.at.distance_mm(at)))
                .collect();
            self.tokens
                .rate(token::INVESTIGATING, rated.iter().copied());
            for (who, _) in rated {
                let held = self.tokens.holds(token::INVESTIGATING, who);
                if !held && self.tokens.take(terms, who, now) {
                    self.remark("suspicious", who, None, now);
                }
            }
        } else if holder.is_none() {
            self.sound = None;
        }
    }

    fn clear_shot(&self, who: CharacterId) -> bool {
        self.known
            .iter()
            .any(|known| known.who == who && known.clear_shot)
    }

    /// What a member is told.
    pub fn orders(&self, who: CharacterId, place: Option<Place>, now: Tick) -> Orders {
        let known = self.known.iter().find(|known| known.who == who);
        let holds = self
            .tokens
            .tokens()
            .filter(|(id, _)| self.tokens.holds(*id, who));
        Orders {
            phase: self.cycle.phase,
            tokens: holds.map(|(id, _)| id).collect(),
            enemy: self.enemy,
            place,
            sound: self.sound.map(|(_, at)| at),
            flank: self.flank.way_of(who),
            clear_shot: known.is_some_and(|known| known.clear_shot),
            blocked_by: known.and_then(|known| known.blocked_by),
            fell: self.fell,
            perceived: self
                .cycle
                .perceived
                .is_some_and(|at| now.since(at) <= Duration(4)),
            cells: self.hunt.cells_of(who),
            refused: self.refused.contains(&who),
        }
    }

    /// A member has shot.
    pub fn shot(&mut self, line: FiringLine) {
        self.combat.shot(line.by, line.at);
        self.lines.shot(line);
    }

    /// A member has looked at the place of the enemy, and nobody was there.
    pub fn found_nothing(&mut self, who: CharacterId, now: Tick) {
        if self.tokens.holds(token::APPROACHING, who) {
            self.checked = true;
            self.remark("nothing_here", who, None, now);
        }
    }

    /// A member gives a token back.
    pub fn give_back(&mut self, terms: Terms, who: CharacterId, now: Tick) {
        if terms.id == token::INVESTIGATING && self.tokens.holds(terms.id, who) {
            self.sound = None;
            self.looked_after = Some(now);
        }
        if terms.id == token::FLANKING && self.tokens.holds(terms.id, who) {
            self.flank.end(now);
        }
        self.tokens.release(terms, who, now);
    }

    /// Another member took the post that a member wanted. It is told in the next tick.
    pub fn refuse(&mut self, who: CharacterId) {
        self.refused.push(who);
    }

    /// Those who were told so forget it.
    pub fn forget_refusals(&mut self) {
        self.refused.clear();
    }

    /// Whether it is what steps write. One read from a forged file may not be.
    pub fn is_sound(&self) -> bool {
        self.exposure.is_sound() && self.hunt.is_sound()
    }

    /// Moves all moments later.
    pub fn shift_times(&mut self, later: Duration) {
        self.cycle.shift_times(later);
        self.tokens.shift_times(later);
        self.barks.shift_times(later);
        self.combat.shift_times(later);
        self.lines.shift_times(later);
        self.hunt.shift_times(later);
        self.flank.shift_times(later);
        for (at, _) in self.escapes.iter_mut().chain(&mut self.fell) {
            *at = at.after(later);
        }
        for moment in [&mut self.line_lost, &mut self.looked_after] {
            *moment = moment.map(|at| at.after(later));
        }
    }
}

fn living<'a>(scene: &Scene<'a>) -> impl Iterator<Item = &'a Member> + 'a {
    scene.members.iter().filter(|member| member.lives)
}

/// Whether a member sees another fall, within thirty metres, or hears it, within ten.
fn notices_fall(scene: &Scene<'_>, from: Place, fell: Place) -> bool {
    let sees = scene.ground.is_none_or(|floor| {
        let eyes = above(from, STANDING_MM);
        floor.ground.space.ray(eyes, above(fell, CHEST_MM))
    });
    from.is_within(fell, 10_000) || (from.is_within(fell, 30_000) && sees)
}
