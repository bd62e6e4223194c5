//! Stories: the deeds of participants in order.

use crate::canonical::{digest, rename};
use crate::clock::NOW;
use crate::event::{Event, World};
use crate::graph::{Graph, StateIndex};
use crate::situation::Situation;
use crate::step::Branch;
use townsfolk_core::{
    ActionId, Atom, CharacterId, Outcome, RoleId, RuleId, Standing, StateId, Tick, Value,
};
use townsfolk_scene::{Command, Happening, StopReason, Update};

/// One line of a story. People are numbered in order of appearance, from one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StoryLine {
    /// The scene begins.
    Begins {
        /// The participants and their roles.
        cast: Vec<(CharacterId, RoleId)>,
        /// The facts that the location knows.
        known: Vec<Atom>,
    },
    /// A participant's rule fires.
    Does {
        /// The participant.
        who: CharacterId,
        /// Its role.
        role: RoleId,
        /// The rule.
        rule: RuleId,
        /// The values of its variables.
        bindings: Vec<Option<Value>>,
        /// The partner of a joint action.
        partner: Option<CharacterId>,
        /// The action that starts.
        action: Option<(ActionId, Vec<Value>)>,
    },
    /// An action has an outcome.
    Ended {
        /// The participant.
        who: CharacterId,
        /// The action.
        action: ActionId,
        /// The outcome.
        outcome: Outcome,
    },
    /// A time in these facts comes.
    TimeComes(Vec<Atom>),
    /// A rule has rested enough.
    RestEnds(CharacterId, RuleId),
    /// A fact's lifetime is over.
    Passes(Atom),
    /// A role has been vacant too long.
    VacantTooLong(RoleId),
    /// A person vanishes from the world.
    Vanishes(CharacterId),
    /// A person joins late.
    Arrives(CharacterId, RoleId),
    /// The player leaves.
    PlayerLeaves(CharacterId),
    /// The host tells a fact.
    Told(Atom),
    /// An action is asked to stop.
    AskedToStop(CharacterId, StopReason),
    /// A participant is out.
    Out(CharacterId),
    /// The scene ends.
    SceneEnds,
}

/// A complete story, with its final situation.
#[derive(Clone, Debug)]
pub(crate) struct FullStory {
    pub(crate) lines: Vec<StoryLine>,
    pub(crate) end: Situation,
    /// The number in the story for each number at the end.
    pub(crate) names: Vec<(CharacterId, CharacterId)>,
}

impl FullStory {
    pub(crate) fn name(&self, who: CharacterId) -> CharacterId {
        name_in(&self.names, who)
    }

    /// A fact at the end, with the people of the story.
    pub(crate) fn atom(&self, atom: &Atom) -> Atom {
        rename_atom(&self.names, atom)
    }

    /// A value at the end, with the people of the story.
    pub(crate) fn value(&self, value: Value) -> Value {
        rename_value(&self.names, value)
    }

    /// The rule that a person (or any person) fired last.
    pub(crate) fn last_rule(&self, who: Option<CharacterId>) -> Option<RuleId> {
        self.lines.iter().rev().find_map(|line| match line {
            StoryLine::Does { who: w, rule, .. } if who.is_none_or(|who| who == *w) => Some(*rule),
            _ => None,
        })
    }

    pub(crate) fn state_of(&self, who: CharacterId) -> Option<StateId> {
        self.end.scene.participant(who).and_then(|p| p.state)
    }
}

type Names = Vec<(CharacterId, CharacterId)>;

impl World<'_> {
    /// Tells the story of a state and, if requested, one more step to a given result.
    pub(crate) fn tell(
        &self,
        graph: &Graph,
        state: StateIndex,
        wanted: Option<&dyn Fn(&Situation) -> bool>,
    ) -> Option<FullStory> {
        let path = graph.path(state);
        let beginning = graph.states[state as usize].beginning as usize;
        let (beginning, ..) = graph.beginnings.get(beginning)?;
        let mut situation = self.begin(beginning);
        rename(&mut situation, self.survey, self.bounds.symmetry)?;
        let people = &situation.scene.participants;
        let mut names: Names = people.iter().map(|p| (p.who, p.who)).collect();
        let cast = people.iter().map(|p| (p.who, p.role)).collect();
        let known = self.known(beginning.place);
        let mut lines = vec![StoryLine::Begins { cast, known }];
        let mut told = people.len() as u32;
        for next in path.iter().skip(1) {
            let is_next = |s: &Situation| graph.is_state(*next, digest(s, &mut vec![]));
            let (event, branch, end, new) =
                self.find_way(&situation, &mut |_, end| is_next(end))?;
            self.narrate(
                &situation, &event, &branch, &mut names, &mut told, &mut lines,
            );
            names = new(&names);
            situation = end;
        }
        if let Some(wanted) = wanted {
            let (event, branch, end, new) = self.find_way(&situation, &mut |branch, _| {
                wanted(&branch.situation) || branch.between.iter().any(wanted)
            })?;
            self.narrate(
                &situation, &event, &branch, &mut names, &mut told, &mut lines,
            );
            names = new(&names);
            situation = end;
        }
        Some(FullStory {
            lines,
            end: situation,
            names,
        })
    }

    #[allow(clippy::type_complexity)]
    fn find_way(
        &self,
        situation: &Situation,
        wanted: &mut dyn FnMut(&Branch, &Situation) -> bool,
    ) -> Option<(Event, Branch, Situation, Box<dyn Fn(&Names) -> Names>)> {
        for event in self.events(situation) {
            for branch in self.step(situation, &event).branches {
                let mut end = branch.situation.clone();
                let Some(renaming) = rename(&mut end, self.survey, self.bounds.symmetry) else {
                    continue;
                };
                if wanted(&branch, &end) {
                    let new = move |names: &Names| {
                        let pairs = names.iter().map(|(now, name)| (renaming.of(*now), *name));
                        pairs.filter(|(now, _)| now.0 != 0).collect()
                    };
                    return Some((event, branch, end, Box::new(new)));
                }
            }
        }
        None
    }

    fn narrate(
        &self,
        before: &Situation,
        event: &Event,
        branch: &Branch,
        names: &mut Names,
        told: &mut u32,
        lines: &mut Vec<StoryLine>,
    ) {
        if let Event::Arrives(who, _) = event {
            *told += 1;
            names.retain(|(now, _)| now != who);
            names.push((*who, CharacterId(*told)));
        }
        let names = &*names;
        lines.extend(event_line(before, event, names));
        let mut scene = before;
        for (index, update) in branch.updates.iter().enumerate() {
            let after = branch.between.get(index).unwrap_or(&branch.situation);
            for happening in &update.happenings {
                // A person who vanishes is obviously out.
                if let (Event::Vanishes(gone), Happening::Stands { who, .. }) = (event, happening)
                    && gone == who
                {
                    continue;
                }
                lines.extend(happening_line(scene, after, happening, update, names));
            }
            scene = after;
        }
    }
}

fn event_line(before: &Situation, event: &Event, names: &Names) -> Option<StoryLine> {
    let name = |who: CharacterId| name_in(names, who);
    let atom = |atom: &Atom| rename_atom(names, atom);
    Some(match event {
        Event::Tick | Event::Beat | Event::Turn(_) | Event::UpdateEnds => return None,
        Event::Outcome(id, outcome) => {
            let run = before.scene.running.iter().find(|run| run.id == *id)?;
            StoryLine::Ended {
                who: name(run.who),
                action: run.action,
                outcome: *outcome,
            }
        }
        Event::Crossing(tick) => {
            let speaks = |a: &&Atom| a.names(Value::Time(*tick));
            let facts = before.scene.facts.facts.iter().map(|f| &f.atom);
            StoryLine::TimeComes(facts.filter(speaks).map(atom).collect())
        }
        Event::RestEnds(who, rule) => StoryLine::RestEnds(name(*who), *rule),
        Event::Passes(passed) => StoryLine::Passes(atom(passed)),
        Event::VacancyEnds(role) => StoryLine::VacantTooLong(*role),
        Event::Vanishes(who) => StoryLine::Vanishes(name(*who)),
        Event::Arrives(who, role) => StoryLine::Arrives(name(*who), *role),
        Event::PlayerLeaves(who) => StoryLine::PlayerLeaves(name(*who)),
        Event::Told(told) => StoryLine::Told(atom(told)),
    })
}

fn happening_line(
    before: &Situation,
    after: &Situation,
    happening: &Happening,
    update: &Update,
    names: &Names,
) -> Option<StoryLine> {
    let name = |who: CharacterId| name_in(names, who);
    Some(match happening {
        Happening::Fired {
            who,
            rule,
            bindings,
            partner,
            start,
        } => {
            let command = update.commands.iter().find_map(|command| match command {
                Command::Start {
                    id,
                    action,
                    arguments,
                    ..
                } if Some(*id) == *start => Some((*action, arguments)),
                _ => None,
            });
            let action = command.map(|(action, arguments)| {
                let arguments = arguments.iter().map(|v| rename_value(names, *v));
                (action, arguments.collect())
            });
            let role = (before.scene.participant(*who))
                .or(after.scene.participant(*who))
                .map(|p| p.role);
            let bound = bindings.iter().map(|b| b.map(|v| rename_value(names, v)));
            StoryLine::Does {
                who: name(*who),
                role: role.unwrap_or(RoleId(0)),
                rule: *rule,
                bindings: bound.collect(),
                partner: partner.map(name),
                action,
            }
        }
        Happening::AskedToStop { who, why, .. } => StoryLine::AskedToStop(name(*who), *why),
        Happening::Stands {
            who,
            standing: Standing::Out,
        } => StoryLine::Out(name(*who)),
        Happening::Ending(_) => StoryLine::SceneEnds,
        _ => return None,
    })
}

fn name_in(names: &Names, who: CharacterId) -> CharacterId {
    let found = names.iter().find(|(now, _)| *now == who);
    found.map_or(CharacterId(0), |(_, name)| *name)
}

fn rename_value(names: &Names, value: Value) -> Value {
    match value {
        Value::Character(who) => Value::Character(name_in(names, who)),
        // The position of a time in an explored scene has no meaning.
        Value::Time(tick) if tick < NOW => Value::Time(Tick(0)),
        Value::Time(_) => Value::Time(Tick(1)),
        other => other,
    }
}

fn rename_atom(names: &Names, atom: &Atom) -> Atom {
    let arguments = atom.arguments.iter().map(|v| rename_value(names, *v));
    Atom {
        fact: atom.fact,
        arguments: arguments.collect(),
    }
}
