//! Names as text: looked up in the content, and rejected with a suggestion if they are unknown.

use super::Error;
use crate::folk::Folk;
use crate::host::{Newcomer, Placement, Report};
use crate::migrate::MigratedScene;
use crate::minds::Extent;
use crate::place::Place;
use crate::pose::{Facing, Pose};
use std::sync::Arc;
use townsfolk_core::id::id_of;
use townsfolk_core::near::near_names;
use townsfolk_core::{
    ActionId, AreaId, Atom, CharacterId, DeciderId, FactId, GroupId, HostId, Kind, LocationId,
    LocationKindId, MemberId, MerchantId, NeedId, PropId, Pushed, RegionId, RoleId, ScriptId, Seed,
    StimulusId, SymbolId, Value,
};
use townsfolk_module::decide::Inference;
use townsfolk_module::file::{read_module, read_symbols};
use townsfolk_module::mind::{Deed, Degree, Interaction, Mood, NodeKind, Relationship};
use townsfolk_module::{Category, HostForm, Module};

/// An id that stands for a name of the content.
pub trait NameOf: Sized {
    /// The category of the name.
    const CATEGORY: Category;

    /// The id with this number.
    fn of(number: u32) -> Self;

    /// Whether the content declares it.
    fn is_declared(&self, module: &Module) -> bool;
}

macro_rules! names_of {
    ($($id:ident in $category:ident: |$it:ident, $module:ident| $declared:expr;)*) => {$(
        impl NameOf for $id {
            const CATEGORY: Category = Category::$category;

            fn of(number: u32) -> $id {
                $id(number)
            }

            fn is_declared(&self, $module: &Module) -> bool {
                let $it = *self;
                $declared
            }
        }
    )*};
}

names_of! {
    MerchantId in Merchant: |id, module| module.trade.merchant(id).is_some();
    DeciderId in Decider: |id, module| module.deciders.is_declared(id) || module.senses.skill_set(id).is_some();
    StimulusId in Stimulus: |id, module| module.senses.stimulus(id).is_some();
    RoleId in Role: |id, module| module.role(id).is_some();
    LocationKindId in Location: |id, module| module.location(id).is_some();
    ActionId in Action: |id, module| module.action(id).is_some();
    ScriptId in Script: |id, module| module.script(id).is_some();
    HostId in Host: |id, module| module.host_name(id).is_some();
    AreaId in Area: |id, module| module.minds.areas.iter().any(|area| area.id == id);
    MemberId in Character: |id, module| module.minds.people.iter().any(|person| person.id == id);
    NeedId in Need: |id, module| {
        let mut needs = module.minds.layers.iter().flat_map(|layer| &layer.needs);
        needs.any(|need| need.id == id)
    };
    FactId in Fact: |id, module| module.scripts.iter().any(|script| script.fact(id).is_some());
    PropId in Prop: |id, module| {
        let mut props = module.locations.iter().flat_map(|kind| &kind.props);
        props.any(|prop| prop.id == id) || is_looked_for(module, id)
    };
    SymbolId in Symbol: |id, module| {
        let mut members = module.symbol_sets.iter().flat_map(|set| &set.members);
        let mut sets = module.deciders.inferences.iter();
        let named = |set: &Inference| set.referent(id).is_some() || set.situation(id).is_some();
        members.any(|member| *member == id) || is_noticed(module, id) || sets.any(named)
    };
}

/// Whether a mind searches for a place of this name.
pub(super) fn is_looked_for(module: &Module, name: PropId) -> bool {
    let mut nodes = module.minds.layers.iter().flat_map(|layer| &layer.nodes);
    nodes.any(|node| match node.kind {
        NodeKind::Action { deed, .. } => matches!(deed, Deed::UseProp(prop, _) if prop == name),
        _ => false,
    })
}

/// Whether a mind notices events of this kind.
pub(crate) fn is_noticed(module: &Module, event: SymbolId) -> bool {
    let mut events = module.minds.layers.iter().flat_map(|layer| &layer.events);
    events.any(|input| input.event == event)
}

/// Whether a value is of a kind.
pub(super) fn fits(module: &Module, value: Value, kind: Kind) -> bool {
    match (value, kind) {
        (Value::Character(_), Kind::Thing | Kind::Character | Kind::CharacterIn(_))
        | (Value::Prop(_), Kind::Thing | Kind::Prop | Kind::PropOf(_))
        | (Value::Number(_), Kind::Number)
        | (Value::Duration(_), Kind::Duration)
        | (Value::Time(_), Kind::Time)
        | (Value::Daytime(_), Kind::Daytime)
        | (Value::Symbol(_), Kind::Symbol)
        | (Value::Text(_), Kind::Text) => true,
        (Value::Symbol(symbol), Kind::SymbolOf(set)) => {
            let set = module.symbol_set(set);
            set.is_some_and(|set| set.members.contains(&symbol))
        }
        _ => false,
    }
}

impl Folk {
    /// An empty world with the content of a module file, as `townsfolk build` writes it.
    /// [`load_symbols`](Folk::load_symbols) gives it its names.
    pub fn from_module(bytes: &[u8], seed: Seed) -> Result<Folk, Error> {
        Ok(Folk::new(Arc::new(read_module(bytes)?), seed))
    }

    /// Loads the names of the content from a symbol file, as `townsfolk build` writes it.
    pub fn load_symbols(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.set_symbols(read_symbols(bytes)?);
        Ok(())
    }

    /// Replaces the state by a save of this world; content and names stay. Returns what
    /// [`load`](Folk::load) returns. A save that is refused changes nothing.
    pub fn restore(&mut self, bytes: &[u8]) -> Result<Vec<MigratedScene>, Error> {
        let (folk, moved) = Folk::load(self.module().clone(), bytes)?;
        let names = std::mem::take(&mut self.names);
        *self = Folk { names, ..folk };
        Ok(moved)
    }

    /// The id behind a name: `folk.id::<RoleId>("elder")?`.
    pub fn id<T: NameOf>(&self, name: &str) -> Result<T, Error> {
        let declared = |number: u32| Some(T::of(number)).filter(|id| id.is_declared(self.module()));
        let names = &self.symbols().names;
        let first = id_of(name);
        let by_hash = match names.get(&(T::CATEGORY, first)) {
            Some(known) if known != name => None,
            _ => declared(first),
        };
        // An `id` line may have assigned another number to the name.
        let in_category = names.range((T::CATEGORY, 0)..=(T::CATEGORY, u32::MAX));
        let mut listed = in_category.clone().filter(|(_, known)| *known == name);
        let found = by_hash.or_else(|| listed.find_map(|((_, number), _)| declared(*number)));
        found.ok_or_else(|| {
            let known = in_category.filter(|((_, number), _)| declared(*number).is_some());
            let near = near_names(name, known.map(|(_, name)| name.as_str()), 1);
            Error::Unknown {
                what: T::CATEGORY,
                name: name.to_owned(),
                near: near.first().map(|near| (*near).to_owned()),
            }
        })
    }

    /// Adds a location at the next tick, and returns its id: `folk.place("bench_spot", at(3.0,
    /// 5.0))?`, or turned, `at(3.0, 5.0).facing(90)`.
    pub fn place(&mut self, kind: &str, pose: impl Into<Pose>) -> Result<LocationId, Error> {
        let kind = self.id::<LocationKindId>(kind)?;
        let pose = pose.into();
        let location = self.place_location(Placement {
            kind,
            at: pose.at,
            region: RegionId(0),
        });
        if pose.facing != Facing::AS_WRITTEN {
            self.report(Report::LocationMoved(location, pose));
        }
        Ok(location)
    }

    /// Adds a character with a role at the next tick, and returns its id.
    pub fn add(&mut self, role: &str, at: Place) -> Result<CharacterId, Error> {
        let roles = vec![self.id::<RoleId>(role)?];
        Ok(self.add_character(Newcomer {
            roles,
            at: Some(at),
            ..Newcomer::default()
        }))
    }

    /// Adds the player with a role. A player is asked before being cast.
    pub fn add_player(&mut self, role: &str, at: Place) -> Result<CharacterId, Error> {
        let roles = vec![self.id::<RoleId>(role)?];
        Ok(self.add_character(Newcomer {
            roles,
            at: Some(at),
            player: true,
            ..Newcomer::default()
        }))
    }

    /// Adds a person of the content, with its mind.
    pub fn add_person(&mut self, person: &str, at: Place) -> Result<CharacterId, Error> {
        let member = self.id::<MemberId>(person)?;
        let who = self.add_character(self.newcomer_of(member, at));
        self.give_mind(who, member);
        Ok(who)
    }

    /// Switches a declared decider on or off for everybody, from the next tick on: a rule set is
    /// loaded or unloaded. What is performed for it is broken off.
    pub fn switch(&mut self, decider: &str, on: bool) -> Result<(), Error> {
        let decider = self.id::<DeciderId>(decider)?;
        self.report(Report::Switched(decider, on));
        Ok(())
    }

    /// Binds a referent of a character to another character, from the next tick on:
    /// `folk.bind(guard, "target", intruder)?`.
    pub fn bind(&mut self, who: CharacterId, referent: &str, to: CharacterId) -> Result<(), Error> {
        let referent = self.id::<SymbolId>(referent)?;
        self.report(Report::Bound(who, referent, Some(Value::Character(to))));
        Ok(())
    }

    /// Unbinds a referent of a character, from the next tick on.
    pub fn unbind(&mut self, who: CharacterId, referent: &str) -> Result<(), Error> {
        let referent = self.id::<SymbolId>(referent)?;
        self.report(Report::Bound(who, referent, None));
        Ok(())
    }

    /// Lets a character enter a situation of its referents, from the next tick on.
    pub fn enter_situation(&mut self, who: CharacterId, situation: &str) -> Result<(), Error> {
        let situation = self.id::<SymbolId>(situation)?;
        self.report(Report::InSituation(who, situation, true));
        Ok(())
    }

    /// Lets a character leave a situation of its referents, from the next tick on.
    pub fn leave_situation(&mut self, who: CharacterId, situation: &str) -> Result<(), Error> {
        let situation = self.id::<SymbolId>(situation)?;
        self.report(Report::InSituation(who, situation, false));
        Ok(())
    }

    /// The newcomer for a person of the content, in the group that the person belongs to.
    pub fn newcomer_of(&self, member: MemberId, at: Place) -> Newcomer {
        let group = self.module().groups.of(member);
        Newcomer {
            at: Some(at),
            group: group.map(|group| GroupId(group.0)),
            ..Newcomer::default()
        }
    }

    /// Sets where an area lies, from the next tick on.
    pub fn set_area(&mut self, area: &str, extents: &[Extent]) -> Result<(), Error> {
        let area = self.id::<AreaId>(area)?;
        self.lay_out(area, extents.to_vec());
        Ok(())
    }

    /// Sets a host property. Its name, arguments and value are checked.
    pub fn set_property(
        &mut self,
        name: &str,
        arguments: &[Value],
        value: Pushed,
    ) -> Result<(), Error> {
        let id = self.id::<HostId>(name)?;
        if let Some(wrong) = wrong_property(self.module(), id, arguments, value) {
            return Err(Error::Arguments {
                what: Category::Host,
                name: name.to_owned(),
                wrong,
            });
        }
        self.report(Report::Property {
            name: id,
            arguments: arguments.to_vec(),
            value,
        });
        Ok(())
    }

    /// Adds a fact to the scene at a location: the player's input, news of a game system.
    pub fn tell_fact(
        &mut self,
        location: LocationId,
        fact: &str,
        arguments: &[Value],
    ) -> Result<(), Error> {
        let first = self.id::<FactId>(fact)?;
        let module = self.module();
        let fits = |id: &FactId| {
            let mut declared = module.scripts.iter().filter_map(|script| script.fact(*id));
            declared.any(|fact| all_fit(module, arguments, &fact.kinds))
        };
        // A name may be declared with several numbers of arguments.
        let other = FactId::named_with(fact, arguments.len());
        let Some(id) = [first, other].into_iter().find(fits) else {
            return Err(Error::Arguments {
                what: Category::Fact,
                name: fact.to_owned(),
                wrong: "is declared with other arguments".into(),
            });
        };
        self.report(Report::Told(
            location,
            Atom {
                fact: id,
                arguments: arguments.to_vec(),
            },
        ));
        Ok(())
    }

    /// Reports an event that minds within a distance notice.
    pub fn happened(&mut self, event: &str, at: Place, within_m: u32) -> Result<(), Error> {
        let id = self.id::<SymbolId>(event)?;
        if !is_noticed(self.module(), id) {
            return Err(Error::Unknown {
                what: Category::Symbol,
                name: event.to_owned(),
                near: None,
            });
        }
        self.report(Report::Happened {
            event: id,
            at,
            within_mm: within_m.saturating_mul(1000),
        });
        Ok(())
    }

    /// Reports that a character has done something to another: `folk.interact(player, "insult",
    /// barman)?`. It affects the target and the witnesses as if a mind had decided it.
    pub fn interact(&mut self, who: CharacterId, what: &str, to: CharacterId) -> Result<(), Error> {
        let interaction = Interaction::named(what).ok_or_else(|| {
            let near = near_names(what, Interaction::DONE.map(Interaction::name), 1);
            Error::Unknown {
                what: Category::Action,
                name: what.to_owned(),
                near: near.first().map(|near| (*near).to_owned()),
            }
        })?;
        self.hears(to, who).map_err(Error::NotHeard)?;
        self.report(Report::Interacted(who, interaction, to));
        Ok(())
    }

    /// Reports that a prop of a location is gone.
    pub fn lose_prop(&mut self, location: LocationId, prop: &str) -> Result<(), Error> {
        let prop = self.id::<PropId>(prop)?;
        self.report(Report::PropGone(location, prop));
        Ok(())
    }

    /// Gives a placed location a name by which minds know it, for example a character's own bed.
    pub fn set_location_name(&mut self, location: LocationId, name: &str) -> Result<(), Error> {
        let name = self.id::<PropId>(name)?;
        self.report(Report::Named(location, name));
        Ok(())
    }

    /// Gives a character one more role: a shift begins.
    pub fn add_role(&mut self, who: CharacterId, role: &str) -> Result<(), Error> {
        let role = self.id::<RoleId>(role)?;
        self.report(Report::Became(who, role));
        Ok(())
    }

    /// Takes a role from a character.
    pub fn remove_role(&mut self, who: CharacterId, role: &str) -> Result<(), Error> {
        let role = self.id::<RoleId>(role)?;
        self.report(Report::NoLonger(who, role));
        Ok(())
    }

    /// Sets a need of a character with a mind: `folk.set_need(ben, "hunger", Degree::percent(80))?`.
    pub fn set_need(&mut self, who: CharacterId, need: &str, level: Degree) -> Result<(), Error> {
        let need = self.id::<NeedId>(need)?;
        self.report(Report::NeedSet(who, need, level));
        Ok(())
    }

    /// Sets the mood of a character with a mind.
    pub fn set_mood(&mut self, who: CharacterId, mood: Mood) {
        self.report(Report::MoodSet(who, mood));
    }

    /// Sets what a character with a mind feels for another. [`feeling_for`](Folk::feeling_for)
    /// reads it.
    pub fn set_feeling(&mut self, who: CharacterId, toward: CharacterId, felt: Relationship) {
        self.report(Report::FeelingSet(who, toward, felt));
    }

    /// A symbol as a value, for facts and properties.
    pub fn symbol(&self, name: &str) -> Result<Value, Error> {
        self.id::<SymbolId>(name).map(Value::Symbol)
    }
}

fn all_fit(module: &Module, values: &[Value], kinds: &[Kind]) -> bool {
    values.len() == kinds.len()
        && values
            .iter()
            .zip(kinds)
            .all(|(value, kind)| fits(module, *value, *kind))
}

/// The problem with a value for a property, if there is one.
pub(super) fn wrong_property(
    module: &Module,
    name: HostId,
    arguments: &[Value],
    value: Pushed,
) -> Option<String> {
    let declared = module.host_name(name)?;
    if declared.form != HostForm::Property {
        return Some("is a reading: the stage answers it, nobody pushes it".into());
    }
    if !all_fit(module, arguments, &declared.parameters) {
        return Some("is declared with other arguments".into());
    }
    match (value, declared.result) {
        (Pushed::Is(value), Some(kind)) if !fits(module, value, kind) => {
            Some("is declared with another kind of value".into())
        }
        (Pushed::Is(_), None) => Some("holds or does not, and has no value".into()),
        (Pushed::Holds, Some(_)) => Some("has a value, and does not just hold".into()),
        _ => None,
    }
}
