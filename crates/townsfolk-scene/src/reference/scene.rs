//! A scene as a plain value. Section "An update", under "What a scene remembers".

use super::bindings::Bindings;
use super::fate::Fate;
use super::matching::{Matcher, View};
use super::passed_over::PassedOver;
use super::tuple_space::TupleSpace;
use crate::{Phase, Stage, StopReason};
use serde::{Deserialize, Serialize};
use townsfolk_core::digest::fold;
use townsfolk_core::{
    ActionId, Atom, CharacterId, Duration, HostId, Pushed, RoleId, RuleId, SceneId, ScriptId,
    SiteId, Standing, StartId, StateId, Tick, Urgency, Value,
};
use townsfolk_module::{Literal, Module, Script};

/// A running script.
///
/// A plain value: copy it, compare it, look into it. All fields are open to exploration; the
/// engine changes them only by [`Scene::update`].
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Scene {
    /// Which scene this is.
    pub id: SceneId,
    /// The script that runs.
    pub script: ScriptId,
    /// The moment of the last update (before the first: the moment before the beginning).
    pub now: Tick,
    /// The facts, oldest first.
    pub facts: TupleSpace,
    /// The participants, in order of joining. A participant that is out is not in this list.
    pub participants: Vec<Participant>,
    /// Actions without an outcome, in order of starting.
    pub running: Vec<Running>,
    /// Properties the host has pushed, in order of first push.
    pub properties: Vec<PushedProperty>,
    /// Roles below their minimum.
    pub vacancies: Vec<Vacancy>,
    /// Characters and props that went out otherwise than by a rule: no fact may name them.
    pub gone: Vec<Value>,
    /// Rules whose search ran out of steps.
    pub passed_over: Vec<PassedOver>,
    /// Whether it runs, is ending, or is over.
    pub phase: Phase,
    /// Whether a rule or the host has said that the scene ends.
    pub end_asked: Option<crate::EndReason>,
    /// The number of the next action.
    pub next_start: u64,
    /// Whether the last update changed anything. A cache of [`Scene::next_moments`], not state.
    #[serde(skip, default = "yes")]
    pub stirred: bool,
}

/// After loading, everyone is looked at again.
fn yes() -> bool {
    true
}

/// Someone who takes part.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Participant {
    /// Who.
    pub who: CharacterId,
    /// As what: a role of the cast.
    pub role: RoleId,
    /// In which state; `None` if the script has none.
    pub state: Option<StateId>,
    /// Present, away or leaving.
    pub standing: Standing,
    /// When the current free spell began or begins; not tried before.
    pub free_since: Tick,
    /// Rules that rest, or whose failures are remembered.
    pub rests: Vec<Rest>,
    /// Rules marked `once` that have fired.
    pub fired_once: Vec<RuleId>,
    /// When the last actions were started, oldest first; at most nine.
    pub starts: Vec<Tick>,
    /// The end of a restless one's rest.
    pub rest_until: Option<Tick>,
    /// Coins thrown in this free spell.
    pub coins: Vec<Coin>,
    /// A recall that waits.
    pub recall: Option<Recall>,
    /// When being away has lasted too long.
    pub away_until: Option<Tick>,
    /// Why this participant is leaving.
    pub leaving: Option<LeavingWhy>,
    /// Whether the role's action on leaving is still to come.
    pub owes_farewell: bool,
    /// Moments at which a look at this participant's rules could find something new without
    /// any change of facts. A cache, not state.
    #[serde(skip)]
    pub wake_at: Vec<Tick>,
}

/// A rule that rests for a participant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Rest {
    /// Which rule.
    pub rule: RuleId,
    /// Until when; from that moment on it is tried.
    pub until: Tick,
    /// How often it has failed in a row.
    pub failures: u32,
}

/// A coin that has been thrown.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Coin {
    /// For which rule.
    pub rule: RuleId,
    /// At which place.
    pub site: SiteId,
    /// Whether it came up.
    pub came_up: bool,
}

/// A recall that has not taken effect yet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Recall {
    /// How strongly.
    pub urgency: Urgency,
    /// For how long; `None` for good.
    pub duration: Option<Duration>,
    /// When it came.
    pub since: Tick,
    /// Whether looking at a `hold` ran out of steps: then nothing holds this recall any more.
    pub out_of_steps: bool,
}

/// The reason for leaving.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum LeavingWhy {
    /// A rule said `leave`: facts stay.
    Rule,
    /// The scene ends.
    SceneEnds,
    /// Called away for good, or away too long.
    Recalled,
}

/// An action without an outcome.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Running {
    /// Which performance.
    pub id: StartId,
    /// The participant whose rule fired.
    pub who: CharacterId,
    /// The participants of the action.
    pub partner: Option<CharacterId>,
    /// The rule; `None` for an action on leaving.
    pub rule: Option<RuleId>,
    /// The values of the rule's variables, fixed at firing.
    pub bindings: Vec<Option<Value>>,
    /// The action.
    pub action: ActionId,
    /// When it started.
    pub started: Tick,
    /// From when on it counts as failed.
    pub limit: Tick,
    /// Whether it can be asked to stop.
    pub interruptible: bool,
    /// Why it has been asked to stop.
    pub stop_asked: Option<StopReason>,
}

/// A property as the host pushed it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct PushedProperty {
    /// Which one.
    pub name: HostId,
    /// Of what.
    pub arguments: Vec<Value>,
    /// Its value.
    pub value: Pushed,
}

/// A role below its minimum.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Vacancy {
    /// The role.
    pub role: RoleId,
    /// When the scene ends of it.
    pub until: Tick,
}

/// The digest of a scene, by part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SceneDigest {
    /// Facts that are not claims.
    pub facts: u64,
    /// Claims.
    pub claims: u64,
    /// Participants and their running actions.
    pub participants: u64,
    /// Properties, vacancies and the scene's phase.
    pub surroundings: u64,
}

impl Scene {
    /// A scene before its first update, which is to be at `at`. Facts the script does not declare
    /// are left out: a location may know more than one script asks for.
    pub fn begin(
        id: SceneId,
        script: &Script,
        at: Tick,
        known: &[Atom],
        cast: &[(CharacterId, RoleId)],
    ) -> Scene {
        let mut scene = Scene {
            id,
            script: script.id,
            now: Tick(at.0.saturating_sub(1)),
            facts: TupleSpace::default(),
            participants: vec![],
            running: vec![],
            properties: vec![],
            vacancies: vec![],
            gone: vec![],
            passed_over: vec![],
            phase: Phase::Running,
            end_asked: None,
            next_start: 1,
            stirred: true,
        };
        for atom in known {
            scene.facts.add(script, atom.clamped(), at, None);
        }
        for (who, role) in cast {
            if scene.participant(*who).is_none() {
                let newcomer = Participant::new(script, *who, *role, at);
                scene.participants.push(newcomer);
            }
        }
        scene
    }

    /// Someone who takes part.
    pub fn participant(&self, who: CharacterId) -> Option<&Participant> {
        self.participants.iter().find(|p| p.who == who)
    }

    pub(super) fn participant_mut(&mut self, who: CharacterId) -> Option<&mut Participant> {
        self.participants.iter_mut().find(|p| p.who == who)
    }

    /// Where someone stands; who does not take part is out.
    pub fn standing(&self, who: CharacterId) -> Standing {
        self.participant(who).map_or(Standing::Out, |p| p.standing)
    }

    /// The action of a participant, alone or as a partner.
    pub fn doing(&self, who: CharacterId) -> Option<&Running> {
        self.running
            .iter()
            .find(|run| run.who == who || run.partner == Some(who))
    }

    /// Whether someone is present, does nothing and does not rest. Who has fired at this moment is
    /// not: either an action runs, or the next free spell begins at the next tick.
    pub fn is_free(&self, who: CharacterId, now: Tick) -> bool {
        let ready = |p: &Participant| p.standing == Standing::Present && p.free_since <= now;
        self.doing(who).is_none() && self.participant(who).is_some_and(ready)
    }

    /// The value of an attribute as the scene knows it, or its default.
    pub fn property(&self, module: &Module, name: HostId, arguments: &[Value]) -> Pushed {
        self.told_property(name, arguments).unwrap_or_else(|| {
            let declared = module.attribute(name);
            declared.map_or(Pushed::HoldsNot, |declared| declared.default)
        })
    }

    /// The value that the scene was told, or has set itself.
    pub fn told_property(&self, name: HostId, arguments: &[Value]) -> Option<Pushed> {
        let mut known = self.properties.iter();
        let known = known.find(|p| p.name == name && p.arguments == arguments);
        known.map(|property| property.value)
    }

    /// All solutions of a condition now, in order, for a test or a property of the script. There
    /// is no `.me`, and people are found in order of joining.
    pub fn solutions(
        &self,
        module: &Module,
        stage: &dyn Stage,
        fate: &mut dyn Fate,
        start: &Bindings,
        literals: &[Literal],
    ) -> Vec<Bindings> {
        let Some(script) = module.script(self.script) else {
            return vec![];
        };
        let order: Vec<CharacterId> = self.participants.iter().map(|p| p.who).collect();
        let view = View {
            module,
            script,
            scene: self,
            order: &order,
            stage,
            now: self.now,
        };
        let mut found = vec![];
        let mut matcher = Matcher::new(view, &self.facts, fate, None, None);
        matcher.solve(literals, start, &mut |_, solution| {
            found.push(solution.clone());
            std::ops::ControlFlow::Continue(())
        });
        found
    }

    /// The digest by part. Two scenes that will behave alike have the same one; caches and coins
    /// (which can be thrown again with the same result) do not count.
    pub fn digest(&self) -> SceneDigest {
        let facts = |claim: bool| {
            let wanted = self.facts.facts.iter().filter(|f| f.claim == claim);
            wanted.fold(0, |sum, f| {
                let sum = fold_values(fold(sum, u64::from(f.atom.fact.0)), &f.atom.arguments);
                let sum = fold_tick(fold_tick(sum, Some(f.since)), f.expires);
                fold(sum, f.taken_by.map_or(0, |id| id.0))
            })
        };
        let people = self.participants.iter().fold(0, fold_participant);
        SceneDigest {
            facts: facts(false),
            claims: facts(true),
            participants: self.running.iter().fold(people, fold_running),
            surroundings: self.digest_of_surroundings(),
        }
    }

    fn digest_of_surroundings(&self) -> u64 {
        let mut sum = fold(self.next_start, self.phase as u64);
        sum = fold_values(sum, &self.gone);
        for property in &self.properties {
            sum = fold_values(fold(sum, u64::from(property.name.0)), &property.arguments);
            sum = match property.value {
                Pushed::Holds => fold(sum, 1),
                Pushed::HoldsNot => fold(sum, 2),
                Pushed::Is(value) => fold_values(sum, &[value]),
            };
        }
        for vacancy in &self.vacancies {
            sum = fold_tick(fold(sum, u64::from(vacancy.role.0)), Some(vacancy.until));
        }
        for passed in &self.passed_over {
            sum = fold(fold(sum, u64::from(passed.rule.0)), passed.facts);
        }
        sum
    }
}

impl Participant {
    /// A newcomer, free from this moment on.
    pub fn new(script: &Script, who: CharacterId, role: RoleId, at: Tick) -> Participant {
        let line = script.cast.iter().find(|line| line.role == role);
        let first = script.states.first().copied();
        Participant {
            who,
            role,
            state: line.and_then(|line| line.starts_in).or(first),
            standing: Standing::Present,
            free_since: at,
            rests: vec![],
            fired_once: vec![],
            starts: vec![],
            rest_until: None,
            coins: vec![],
            recall: None,
            away_until: None,
            leaving: None,
            owes_farewell: false,
            wake_at: vec![],
        }
    }

    /// Until when a rule rests for this participant.
    pub fn rests_until(&self, rule: RuleId) -> Option<Tick> {
        self.rests.iter().find(|r| r.rule == rule).map(|r| r.until)
    }

    pub(super) fn rest_of(&mut self, rule: RuleId) -> &mut Rest {
        let index = match self.rests.iter().position(|r| r.rule == rule) {
            Some(index) => index,
            None => {
                self.rests.push(Rest {
                    rule,
                    until: Tick(i64::MIN),
                    failures: 0,
                });
                self.rests.len() - 1
            }
        };
        &mut self.rests[index]
    }

    /// A new free spell begins: old coins count no more.
    pub(super) fn begin_free_spell(&mut self, at: Tick) {
        self.free_since = self.rest_until.map_or(at, |rest| rest.max(at));
        self.coins.clear();
    }
}

fn fold_participant(sum: u64, p: &Participant) -> u64 {
    let mut sum = fold(fold(sum, u64::from(p.who.0)), u64::from(p.role.0));
    sum = fold(sum, p.state.map_or(0, |state| u64::from(state.0)));
    sum = fold(sum, p.standing as u64);
    sum = fold_tick(sum, Some(p.free_since));
    sum = fold_tick(fold_tick(sum, p.rest_until), p.away_until);
    for rest in &p.rests {
        sum = fold_tick(fold(sum, u64::from(rest.rule.0)), Some(rest.until));
        sum = fold(sum, u64::from(rest.failures));
    }
    for start in &p.starts {
        sum = fold_tick(sum, Some(*start));
    }
    for rule in &p.fired_once {
        sum = fold(sum, u64::from(rule.0));
    }
    if let Some(recall) = p.recall {
        let span = recall.duration.map_or(-1, |d| d.0);
        sum = fold_tick(fold(sum, recall.urgency as u64), Some(recall.since));
        sum = fold(fold(sum, span as u64), u64::from(recall.out_of_steps));
    }
    let leaving = p.leaving.map_or(0, |why| why as u64 + 1);
    fold(fold(sum, leaving), u64::from(p.owes_farewell))
}

fn fold_running(sum: u64, run: &Running) -> u64 {
    let mut sum = fold(fold(sum, run.id.0), u64::from(run.who.0));
    sum = fold(sum, run.partner.map_or(0, |who| u64::from(who.0)));
    sum = fold(sum, run.rule.map_or(0, |rule| u64::from(rule.0)));
    sum = fold(sum, u64::from(run.action.0));
    for value in &run.bindings {
        sum = match value {
            Some(value) => fold_values(sum, &[*value]),
            None => fold(sum, 0),
        };
    }
    sum = fold_tick(fold_tick(sum, Some(run.started)), Some(run.limit));
    fold(sum, u64::from(run.stop_asked.is_some()))
}

fn fold_tick(sum: u64, tick: Option<Tick>) -> u64 {
    match tick {
        Some(tick) => fold(fold(sum, 1), tick.0 as u64),
        None => fold(sum, 0),
    }
}

pub(crate) fn fold_values(sum: u64, values: &[Value]) -> u64 {
    let sum = fold(sum, values.len() as u64);
    values.iter().fold(sum, |sum, value| {
        let (kind, bits) = match *value {
            Value::Symbol(id) => (1, u64::from(id.0)),
            Value::Number(number) => (2, number.0 as u64),
            Value::Duration(duration) => (3, duration.0 as u64),
            Value::Time(tick) => (4, tick.0 as u64),
            Value::Daytime(seconds) => (5, i64::from(seconds) as u64),
            Value::Character(id) => (6, u64::from(id.0)),
            Value::Prop(id) => (7, u64::from(id.0)),
            Value::Text(id) => (8, u64::from(id.0)),
        };
        fold(fold(sum, kind), bits)
    })
}
