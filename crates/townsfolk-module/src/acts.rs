//! The parts of a module file that older files do not have: groups, attributes, courses,
//! poses, deciders, positions of approach points, manners, facets, initial attributes,
//! merchants and senses.

use crate::Module;
use crate::attribute::{Attribute, AttributeWrite, SetBy, WriteValue};
use crate::course::Course;
use crate::decide::Deciders;
use crate::groups::Groups;
use crate::host::HostForm;
use crate::knowledge::{Knowledge, Matters};
use crate::mind::Manners;
use crate::optional_tail::OptionalTail;
use crate::role::PropKind;
use crate::rule::{Effects, Rule};
use crate::senses::Senses;
use crate::trade::{STOCK, Trade};
use serde::{Deserialize, Serialize};
use townsfolk_core::{HostId, MemberId, Posture, Pushed, SymbolId};

/// The optional parts after the body of a module file. Each is written only if it or a later one
/// exists.
#[derive(Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) struct ModuleTail {
    groups: Groups,
    acts: OptionalTail<Acts>,
}

/// Attributes, courses, the changes of attributes by rules, and later parts.
#[derive(Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
struct Acts {
    attributes: Vec<Attribute>,
    courses: Vec<Course>,
    writes: Vec<RuleWrites>,
    late: OptionalTail<Late>,
}

/// Parts that came after courses.
#[derive(Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
struct Late {
    /// Poses of actions, by the index of the action.
    poses: Vec<(u32, Posture)>,
    later: OptionalTail<Later>,
}

/// Parts that came after poses.
#[derive(Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
struct Later {
    deciders: Deciders,
    approaches: Vec<ApproachAt>,
    /// Manners that are not the default ones, by the index of the person.
    manners: Vec<(u32, Manners)>,
    latest: OptionalTail<Latest>,
}

/// Parts that came after manners.
#[derive(Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
struct Latest {
    knowledge: Knowledge,
    initial: Vec<(MemberId, HostId, Pushed)>,
    newest: OptionalTail<Newest>,
}

/// Parts that came after knowledge.
#[derive(Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
struct Newest {
    trade: Trade,
    after: OptionalTail<AfterTrade>,
}

/// Parts that came after merchants.
#[derive(Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
struct AfterTrade {
    /// Whether minds keep their whole history.
    whole_history: bool,
    late: OptionalTail<AfterHistory>,
}

/// Parts that came after the history of minds.
#[derive(Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
struct AfterHistory {
    senses: Senses,
    /// How much people and places matter in beliefs.
    matters: OptionalTail<Matters>,
}

/// The position of an approach point, by the index of its kind of prop.
type ApproachAt = (u32, SymbolId, (i32, i32));

/// The attributes that a part of a rule sets. The rule is named by its indices, which are unique
/// in any file.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
struct RuleWrites {
    script: u32,
    rule: u32,
    part: u8,
    set: Vec<AttributeWrite>,
}

impl ModuleTail {
    /// The tail of a module.
    pub(crate) fn of(module: &Module) -> ModuleTail {
        let mut writes = vec![];
        for (script, item) in (0..).zip(&module.scripts) {
            for (rule, item) in (0..).zip(&item.rules) {
                for (part, effects) in (0..).zip(item.effects()) {
                    if !effects.set.is_empty() {
                        let set = effects.set.clone();
                        writes.push(RuleWrites {
                            script,
                            rule,
                            part,
                            set,
                        });
                    }
                }
            }
        }
        ModuleTail {
            groups: module.groups.clone(),
            acts: OptionalTail(Acts {
                attributes: module.attributes.clone(),
                courses: module.courses.clone(),
                writes,
                late: OptionalTail(Late {
                    poses: (0..)
                        .zip(&module.actions)
                        .filter_map(|(index, action)| Some((index, action.pose?)))
                        .collect(),
                    later: OptionalTail(Later {
                        deciders: module.deciders.clone(),
                        approaches: approaches_at(module),
                        manners: (0..)
                            .zip(&module.minds.people)
                            .map(|(index, person)| (index, person.temper.manners))
                            .filter(|(_, manners)| *manners != Manners::default())
                            .collect(),
                        latest: OptionalTail(Latest {
                            knowledge: module.knowledge.clone(),
                            initial: module.initial.clone(),
                            newest: OptionalTail(Newest {
                                trade: module.trade.clone(),
                                after: OptionalTail(AfterTrade {
                                    whole_history: module.knowledge.whole_history(),
                                    late: OptionalTail(AfterHistory {
                                        senses: module.senses.clone(),
                                        matters: OptionalTail(module.knowledge.matters()),
                                    }),
                                }),
                            }),
                        }),
                    }),
                }),
            }),
        }
    }

    /// Puts the tail into the module that it was read with. `None` if it does not belong there.
    pub(crate) fn put_into(self, module: &mut Module) -> Option<()> {
        let Acts {
            attributes,
            courses,
            writes,
            late: OptionalTail(Late { poses, later }),
        } = self.acts.0;
        let Later {
            deciders,
            approaches,
            manners,
            latest,
        } = later.0;
        module.knowledge = latest.0.knowledge;
        module.initial = latest.0.initial;
        let newest = latest.0.newest.0;
        module.trade = newest.trade;
        let after = newest.after.0;
        if let Some(settings) = &mut module.knowledge.settings {
            settings.whole_history = after.whole_history;
            settings.matters = after.late.0.matters.0;
        }
        module.senses = after.late.0.senses;
        module.groups = self.groups;
        module.attributes = attributes;
        module.courses = courses;
        for RuleWrites {
            script,
            rule,
            part,
            set,
        } in writes
        {
            let script = module.scripts.get_mut(script as usize)?;
            effects_mut(script.rules.get_mut(rule as usize)?, part)?.set = set;
        }
        module.deciders = deciders;
        for (action, pose) in poses {
            module.actions.get_mut(action as usize)?.pose = Some(pose);
        }
        for (person, manners) in manners {
            let person = module.minds.people.get_mut(person as usize)?;
            person.temper.manners = manners.is_sound().then_some(manners)?;
        }
        for (kind, name, at_mm) in approaches {
            let kind = module.prop_kinds.get_mut(kind as usize)?;
            kind.approaches.contains(&name).then_some(())?;
            kind.approaches_at_mm.push((name, at_mm));
        }
        module.acts_are_sound().then_some(())
    }
}

fn approaches_at(module: &Module) -> Vec<ApproachAt> {
    let kinds = (0..).zip(&module.prop_kinds);
    let of_kind = |(index, kind): (u32, &PropKind)| {
        let points = kind.approaches_at_mm.clone().into_iter();
        points.map(move |(name, at_mm)| (index, name, at_mm))
    };
    kinds.flat_map(of_kind).collect()
}

fn effects_mut(rule: &mut Rule, part: u8) -> Option<&mut Effects> {
    rule.effects_mut().into_iter().nth(part.into())
}

impl Module {
    /// Whether attributes and courses are what a compiler writes.
    fn acts_are_sound(&self) -> bool {
        let steps = || self.courses.iter().flat_map(|course| &course.steps);
        let rules = || self.scripts.iter().flat_map(|script| &script.rules);
        let mut writes = (rules()
            .flat_map(Rule::effects)
            .flat_map(|effects| &effects.set))
        .chain(steps().flat_map(|step| &step.set));
        self.attributes.is_sorted_by_key(|attribute| attribute.id)
            && self.courses.is_sorted_by_key(|course| course.id)
            && self.attributes.iter().all(|a| self.attribute_is_sound(a))
            && self.courses.iter().all(Course::is_sound)
            && writes.all(|write| self.write_is_sound(write))
            && self.deciders.is_sound()
            && self.knowledge.is_sound()
            && self.trade.is_sound()
            && self.senses.is_sound()
            && self
                .initial
                .is_sorted_by_key(|(member, name, _)| (*member, *name))
    }

    fn attribute_is_sound(&self, attribute: &Attribute) -> bool {
        let Some(name) = self.host_name(attribute.id) else {
            return false;
        };
        let valued = matches!(attribute.default, Pushed::Is(_));
        name.form == HostForm::Property
            && (!valued || name.result.is_some())
            && attribute.bounds.is_none_or(|(low, high)| low <= high)
    }

    /// Content may set it, and it has that many arguments.
    fn write_is_sound(&self, write: &AttributeWrite) -> bool {
        let set_by = self.attribute(write.name).map(|a| a.set_by);
        let name = self.host_name(write.name);
        let stock = write.name == STOCK && !self.trade.merchants.is_empty();
        (set_by == Some(SetBy::Content) || stock)
            && name.is_some_and(|name| {
                let fits = match &write.value {
                    WriteValue::Is(_) => name.result.is_some(),
                    WriteValue::Holds => name.result.is_none(),
                    WriteValue::HoldsNot => true,
                };
                fits && name.parameters.len() == write.arguments.len()
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::condition::Expr;
    use crate::course::{CourseStep, OnFailure};
    use crate::file::{Refused, read_module, write_module};
    use crate::{Action, HostName, Script};
    use townsfolk_core::{
        ActionId, Channel, CourseId, Duration, Kind, Number, PropKindId, RuleId, ScriptId, SiteId,
        Value, VarId,
    };

    const STATE: HostId = HostId(3);

    fn rule() -> Rule {
        Rule {
            id: RuleId(1),
            site: SiteId(1),
            state: None,
            roles: vec![],
            variables: 1,
            when: vec![],
            choose: Default::default(),
            action: None,
            together: None,
            while_holds: vec![],
            now: Effects::default(),
            then: Effects::default(),
            on_failure: Effects::default(),
            on_stop: Effects::default(),
            goto: None,
            finish: Default::default(),
            urgent: false,
            once: false,
            again_after: None,
        }
    }

    fn write(value: WriteValue) -> AttributeWrite {
        AttributeWrite {
            name: STATE,
            arguments: vec![Expr::Me],
            value,
        }
    }

    /// A module with an attribute, a course and a rule that sets the attribute when it fails.
    fn module() -> Module {
        let forty = Expr::Constant(Value::Number(Number::whole(40)));
        let mut rule = rule();
        rule.on_failure.set = vec![write(WriteValue::Is(forty))];
        let script = Script {
            id: ScriptId(1),
            cast: vec![],
            facts: vec![],
            defines: vec![],
            states: vec![],
            rules: vec![rule],
            holds: vec![],
            properties: vec![],
        };
        let name = HostName {
            id: STATE,
            form: HostForm::Property,
            parameters: vec![Kind::Character],
            result: Some(Kind::Number),
            beat: Duration(0),
        };
        let attribute = Attribute {
            id: STATE,
            default: Pushed::Is(Value::Number(Number::whole(100))),
            bounds: Some((Number::whole(0), Number::whole(100))),
            set_by: SetBy::Content,
        };
        let step = CourseStep {
            set: vec![write(WriteValue::Is(Expr::Variable(VarId(0))))],
            on_failure: OnFailure::GoTo(0),
            ends: true,
            ..CourseStep::default()
        };
        let course = Course {
            id: CourseId(5),
            parameters: vec![Kind::Number],
            variables: 1,
            steps: vec![step],
            fallback: None,
            resumes: true,
        };
        Module {
            host: vec![name],
            scripts: vec![script],
            attributes: vec![attribute],
            courses: vec![course],
            ..Module::default()
        }
    }

    #[test]
    fn attributes_courses_and_what_rules_set_are_read_back() {
        let module = module();
        let read = read_module(&write_module(&module));
        assert_eq!(read.as_ref(), Ok(&module));
        assert!(module.attribute(STATE).is_some() && module.course(CourseId(5)).is_some());
    }

    #[test]
    fn a_module_without_them_has_the_bytes_it_always_had() {
        let mut bare = module();
        bare.attributes.clear();
        bare.courses.clear();
        bare.scripts[0].rules[0].on_failure.set.clear();
        let body = postcard::to_allocvec(&bare).unwrap();
        // The last list of the body is that of the texts, and it is empty.
        assert_eq!(body.last(), Some(&0));
        let tail = postcard::to_allocvec(&OptionalTail(ModuleTail::of(&bare))).unwrap();
        assert_eq!(tail, Vec::<u8>::new());
    }

    #[test]
    fn poses_are_read_back_and_one_of_no_action_is_refused() {
        let action = Action {
            id: ActionId(7),
            parameters: vec![],
            named: vec![],
            channel: Channel::Body,
            takes: (Duration(60), Duration(60)),
            may_fail: false,
            limit: Duration(600),
            interruptible: true,
            pose: Some(Posture::Sitting),
        };
        let module = Module {
            actions: vec![action],
            ..Module::default()
        };
        assert_eq!(read_module(&write_module(&module)), Ok(module.clone()));
        let mut tail = ModuleTail::of(&module);
        tail.acts.late.poses[0].0 = 1;
        assert_eq!(tail.put_into(&mut module.clone()), None);
    }

    #[test]
    fn positions_of_approach_points_are_read_back_and_those_of_no_point_are_refused() {
        let (front, behind) = (SymbolId(3), SymbolId(4));
        let kind = PropKind {
            id: PropKindId(9),
            parent: None,
            slots: 1,
            approaches: vec![front, behind],
            tags: vec![],
            approaches_at_mm: vec![(front, (0, 1_000))],
        };
        let module = Module {
            prop_kinds: vec![kind],
            ..Module::default()
        };
        assert_eq!(read_module(&write_module(&module)), Ok(module.clone()));
        let tail = ModuleTail::of(&module);
        for spoilt in [(0, SymbolId(5), (0, 0)), (1, front, (0, 0))] {
            let mut tail = tail.clone();
            tail.acts.late.later.approaches[0] = spoilt;
            assert_eq!(tail.put_into(&mut module.clone()), None, "{spoilt:?}");
        }
    }

    #[test]
    fn manners_are_read_back_and_usual_ones_take_no_bytes() {
        let mut module = Module::default();
        module.minds.people = vec![crate::mind::tests::member()];
        let tail = postcard::to_allocvec(&OptionalTail(ModuleTail::of(&module))).unwrap();
        assert_eq!(tail, Vec::<u8>::new());
        module.minds.people[0].temper.manners.speaks_mm = 1_500;
        assert_eq!(read_module(&write_module(&module)), Ok(module.clone()));
        module.minds.people[0].temper.manners.heard_mm = 1_000;
        let read = read_module(&write_module(&module));
        assert_eq!(read, Err(Refused::Malformed), "heard less far than spoken");
    }

    #[test]
    fn what_names_nothing_is_refused() {
        let spoilt: [fn(&mut Module); 8] = [
            |m| m.courses[0].steps[0].on_failure = OnFailure::GoTo(1),
            |m| m.courses[0].fallback = Some(1),
            |m| m.courses[0].variables = 0,
            |m| m.courses[0].steps[0].ends = false,
            |m| m.courses[0].steps.clear(),
            |m| m.attributes[0].set_by = SetBy::Host,
            |m| m.attributes[0].bounds = Some((Number(1), Number(0))),
            |m| m.scripts[0].rules[0].on_failure.set[0].arguments.clear(),
        ];
        for (index, spoil) in spoilt.into_iter().enumerate() {
            let mut module = module();
            spoil(&mut module);
            let read = read_module(&write_module(&module));
            assert_eq!(read, Err(Refused::Malformed), "case {index}");
        }
        let mut tail = ModuleTail::of(&module());
        tail.acts.writes[0].rule = 1;
        assert_eq!(tail.put_into(&mut module()), None);
    }
}
