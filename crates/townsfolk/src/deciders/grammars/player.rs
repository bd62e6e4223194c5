//! The state of one character that performs a grammar.

use super::FAILURES_MAX;
use crate::deciders::rules::course_of;
use crate::folk::Folk;
use crate::performer::Viewpoint;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use std::sync::Arc;
use townsfolk_act::{CourseOf, value_of};
use townsfolk_core::digest::hash64;
use townsfolk_core::{
    CharacterId, DeciderId, Draw, Duration, HostId, Number, SiteId, SymbolId, Tick, Value,
};
use townsfolk_decide::condition::{Compiler, Condition, Rows, Slots};
use townsfolk_decide::grammar::consume::{Attempts, Stuck, Taken, take_once};
use townsfolk_decide::grammar::feedback::{Following, Monitor};
use townsfolk_decide::grammar::provenance::{Step, Trail};
use townsfolk_decide::grammar::shape::set_from_scores;
use townsfolk_decide::grammar::{Source, Stream, Weights};
use townsfolk_decide::word::Word;
use townsfolk_module::decide::{Grammar, Meaning};

/// Number of decisions that are remembered for `why`.
const LINES_MAX: usize = 8;

/// A grammar as characters use it: its conditions compiled, its weights as the author wrote them.
#[derive(Debug)]
pub(super) struct Compiled {
    slots: Slots,
    /// The condition of each symbol. One that cannot be compiled never holds.
    conditions: Vec<Option<Condition>>,
    authored: Weights,
    /// A hash of everything that a stream refers to.
    structure: u64,
    /// A hash of the weights that the author wrote.
    weights: u64,
}

impl Compiled {
    pub(super) fn of(grammar: &Grammar, beliefs: Vec<HostId>) -> Compiled {
        let mut compiler = Compiler {
            beliefs,
            ..Compiler::default()
        };
        let symbols = grammar.symbols.iter();
        let conditions = symbols.map(|symbol| compiler.compile(&symbol.when).ok());
        let conditions = conditions.collect();
        let starts: Vec<u16> = grammar.starts.iter().map(|start| start.rule).collect();
        let names: Vec<SymbolId> = grammar.symbols.iter().map(|symbol| symbol.name).collect();
        let nodes = (&grammar.nodes, &grammar.kids, &grammar.rules);
        let structure = postcard::to_allocvec(&(nodes, starts, names)).unwrap_or_default();
        let chances: Vec<u32> = grammar.repeats.iter().map(|point| point.chance).collect();
        let weights = (&grammar.alternatives, chances, &grammar.starts);
        Compiled {
            slots: compiler.slots,
            conditions,
            authored: Weights::authored(grammar),
            structure: hash64(&structure),
            weights: hash64(&postcard::to_allocvec(&weights).unwrap_or_default()),
        }
    }
}

/// A symbol that is being performed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Doing {
    pub(super) symbol: SymbolId,
    /// The rules on the way to it, from the start on.
    pub(super) rules: Vec<u16>,
}

/// A decision, for `why`. Not simulated.
#[derive(Clone, Debug)]
pub(super) struct Decision {
    pub(super) tick: Tick,
    pub(super) outcome: Result<Doing, Stuck>,
    pub(super) discarded: u32,
    pub(super) forced: bool,
}

/// The state of one character that performs a grammar.
#[derive(Clone, Debug)]
pub(super) struct Player {
    pub(super) grammar: DeciderId,
    compiled: Arc<Compiled>,
    /// When it began: the key of its rolls.
    since: Tick,
    stream: Stream,
    trail: Trail,
    /// Weights of its own, where attributes or feedback change them.
    own: Option<Box<Weights>>,
    monitors: Vec<Monitor>,
    pub(super) doing: Option<Doing>,
    failures: u8,
    pub(super) rests_until: Option<Tick>,
    pub(super) decisions: VecDeque<Decision>,
}

/// A player as plain data.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct SavedPlayer {
    pub(super) grammar: DeciderId,
    structure: u64,
    weights: u64,
    since: Tick,
    stream: Stream,
    trail: Trail,
    own: Option<Box<Weights>>,
    monitors: Vec<Monitor>,
    doing: Option<Doing>,
    failures: u8,
    rests_until: Option<Tick>,
}

impl SavedPlayer {
    /// Adds a delay to its rest. The moment it began stays: it is the key of its rolls.
    pub(super) fn shift_times(&mut self, away: Duration) {
        self.rests_until = self.rests_until.map(|until| until.after(away));
    }
}

impl Player {
    pub(super) fn new(grammar: &Grammar, compiled: Arc<Compiled>, now: Tick) -> Player {
        let changes = !grammar.bindings.is_empty() || !grammar.patterns.is_empty();
        Player {
            grammar: grammar.id,
            since: now,
            stream: Stream::new(),
            trail: Trail::new(),
            own: changes.then(|| Box::new(compiled.authored.clone())),
            compiled,
            monitors: vec![Monitor::default(); grammar.patterns.len()],
            doing: None,
            failures: 0,
            rests_until: None,
            decisions: VecDeque::new(),
        }
    }

    pub(super) fn saved(&self) -> SavedPlayer {
        SavedPlayer {
            grammar: self.grammar,
            structure: self.compiled.structure,
            weights: self.compiled.weights,
            since: self.since,
            stream: self.stream.clone(),
            trail: self.trail.clone(),
            own: self.own.clone(),
            monitors: self.monitors.clone(),
            doing: self.doing.clone(),
            failures: self.failures,
            rests_until: self.rests_until,
        }
    }

    /// Goes on where it was. If the rules have changed since, a new sentence begins after the symbol
    /// that is being performed; if the weights have changed, those of the author count.
    pub(super) fn resumed(
        saved: SavedPlayer,
        grammar: &Grammar,
        compiled: Arc<Compiled>,
    ) -> Player {
        let same_rules = saved.structure == compiled.structure && saved.stream.fits(grammar);
        let same_weights = same_rules && saved.weights == compiled.weights;
        let mut player = Player::new(grammar, compiled, saved.since);
        player.stream = saved.stream;
        if same_rules {
            player.trail = saved.trail;
        } else {
            player.stream.drop_rest();
        }
        if same_weights && saved.monitors.len() == player.monitors.len() {
            let own = saved.own.filter(|own| own.fit(grammar));
            player.own = player
                .own
                .and(own.or(Some(Box::new(player.compiled.authored.clone()))));
            player.monitors = saved.monitors;
        }
        player.doing = saved.doing;
        player.failures = saved.failures;
        player.rests_until = saved.rests_until;
        player
    }

    /// The course of a symbol has ended.
    pub(super) fn note_end(&mut self, went_well: bool) {
        self.doing = None;
        self.failures = match went_well {
            true => 0,
            false => self.failures + 1,
        };
        if self.failures >= FAILURES_MAX {
            self.failures = 0;
            self.stream.drop_rest();
        }
    }

    /// The way to the last symbol, from the start on.
    pub(super) fn steps(&self) -> &[Step] {
        self.trail.steps()
    }

    /// The weights that count now.
    pub(super) fn weights(&self) -> &Weights {
        self.own.as_deref().unwrap_or(&self.compiled.authored)
    }

    /// The next symbol that is possible, with its course. `None` if there is none.
    pub(super) fn next(
        &mut self,
        folk: &Folk,
        who: CharacterId,
        grammar: &Grammar,
    ) -> Option<(SymbolId, CourseOf)> {
        self.rests_until = None;
        let compiled = self.compiled.clone();
        let situation = Situation::of(folk, who, &compiled);
        let is_possible = |symbol: u16| situation.course(grammar, symbol).is_some();
        let taken = self.take(folk, who, grammar, is_possible);
        let doing = taken.map(|taken| self.doing_of(grammar, taken));
        self.remember(folk.now(), taken, &doing);
        let taken = taken.ok()?;
        let course = situation.course(grammar, taken.symbol)?;
        self.doing = doing.ok();
        let symbol = grammar.symbols.get(usize::from(taken.symbol))?;
        Some((symbol.name, course))
    }

    fn take(
        &mut self,
        folk: &Folk,
        who: CharacterId,
        grammar: &Grammar,
        is_possible: impl Fn(u16) -> bool,
    ) -> Result<Taken, Stuck> {
        let site = SiteId(grammar.id.0);
        let draw = Draw::at(folk.seed, u64::from(who.0), self.since, site);
        let mut attempts = Attempts::default();
        loop {
            self.read_scores(folk, who, grammar);
            let weights = self.own.as_deref().unwrap_or(&self.compiled.authored);
            let from = Source {
                grammar,
                weights,
                draw,
            };
            let mut following = Following {
                trail: &mut self.trail,
                patterns: &grammar.patterns,
                monitors: &mut self.monitors,
                dice: vec![],
            };
            let stream = &mut self.stream;
            let taken = take_once(stream, &from, &is_possible, &mut following, &mut attempts)?;
            self.correct(grammar);
            if let Some(taken) = taken {
                return Ok(taken);
            }
        }
    }

    /// Sets the weights that come from attributes: at the beginning of a sentence, or always.
    fn read_scores(&mut self, folk: &Folk, who: CharacterId, grammar: &Grammar) {
        let begins = !self.stream.is_in_sentence();
        let Some(own) = self.own.as_deref_mut() else {
            return;
        };
        let scope = Viewpoint { folk, who };
        for binding in &grammar.bindings {
            if !begins && !binding.at_every_choice {
                continue;
            }
            let score = |score| match value_of(score, &[], &scope) {
                Some(Value::Number(Number(score))) => Some(score),
                _ => None,
            };
            let scores: Option<Vec<i64>> = binding.scores.iter().map(score).collect();
            let shape = (binding.shape, u64::from(binding.least) * 1000);
            set_from_scores(own, grammar, binding.choice, scores.as_deref(), shape);
        }
    }

    /// Corrects weights by the patterns that are watched.
    fn correct(&mut self, grammar: &Grammar) {
        let Some(own) = self.own.as_deref_mut() else {
            return;
        };
        for (monitor, pattern) in self.monitors.iter_mut().zip(&grammar.patterns) {
            monitor.correct(grammar, pattern, own);
        }
    }

    fn doing_of(&self, grammar: &Grammar, taken: Taken) -> Doing {
        let symbol = grammar.symbols.get(usize::from(taken.symbol));
        let rules = self.trail.steps().iter().filter_map(|step| match step {
            Step::Rule(rule) => Some(*rule),
            _ => None,
        });
        Doing {
            symbol: symbol.map_or(SymbolId(0), |symbol| symbol.name),
            rules: if taken.forced {
                vec![]
            } else {
                rules.collect()
            },
        }
    }

    fn remember(&mut self, tick: Tick, taken: Result<Taken, Stuck>, doing: &Result<Doing, Stuck>) {
        if self.decisions.len() >= LINES_MAX {
            self.decisions.pop_front();
        }
        self.decisions.push_back(Decision {
            tick,
            outcome: doing.clone(),
            discarded: taken.map_or(0, |taken| taken.discarded),
            forced: taken.is_ok_and(|taken| taken.forced),
        });
    }

    /// Whether the condition of a symbol holds now, and its arguments have values.
    pub(super) fn is_possible(
        &self,
        folk: &Folk,
        who: CharacterId,
        grammar: &Grammar,
        symbol: u16,
    ) -> bool {
        let situation = Situation::of(folk, who, &self.compiled);
        situation.course(grammar, symbol).is_some()
    }
}

/// The attributes that a decision reads, as they are now.
struct Situation<'a> {
    folk: &'a Folk,
    who: CharacterId,
    compiled: &'a Compiled,
    me: Vec<Word>,
    world: Vec<Word>,
}

impl<'a> Situation<'a> {
    fn of(folk: &'a Folk, who: CharacterId, compiled: &'a Compiled) -> Situation<'a> {
        let word = |name: &HostId, of: &[Value]| Word::of_pushed(folk.attribute(*name, of));
        let me = [Value::Character(who)];
        let slots = &compiled.slots;
        let mut situation = Situation {
            folk,
            who,
            compiled,
            me: slots.character.iter().map(|name| word(name, &me)).collect(),
            world: slots.world.iter().map(|name| word(name, &[])).collect(),
        };
        for slot in &slots.beliefs {
            let ask = |name, arguments: &[Value]| folk.asked(name, arguments);
            let word = slot.word(&situation.rows(), ask);
            if let Some(known) = situation.me.get_mut(usize::from(slot.index)) {
                *known = word;
            }
        }
        situation
    }

    fn rows(&self) -> Rows<'_> {
        Rows {
            who: self.who,
            me: &self.me,
            world: &self.world,
            it: None,
        }
    }

    /// The course of a symbol, if it is possible.
    fn course(&self, grammar: &Grammar, symbol: u16) -> Option<CourseOf> {
        let place = usize::from(symbol);
        let condition = self.compiled.conditions.get(place)?.as_ref()?;
        let rows = self.rows();
        if !condition.holds(&rows) {
            return None;
        }
        let Meaning::Do(deed) = &grammar.symbols.get(place)?.means else {
            return None;
        };
        let bound: Option<Vec<Value>> = condition.bound(&rows, None).into_iter().collect();
        course_of(self.folk, self.who, deed, &bound?)
    }
}
