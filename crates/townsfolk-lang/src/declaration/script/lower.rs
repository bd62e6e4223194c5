//! From a draft to a lowered script: cast, facts, defines, states, rules, holds, properties.

use super::expand::{Draft, Part};
use super::{rule, test};
use crate::condition::literal::unknown_state;
use crate::condition::{
    DefineInfo, FactInfo, Lower, Mode, Scope, Vocabulary, Where, duration_range, number_range,
};
use crate::context::Context;
use crate::declaration::ladder_word;
use crate::diagnostic::{Code, Severity};
use crate::globals::Globals;
use crate::kinds::is_person;
use crate::source::Place;
use crate::syntax::{Node, TreeExt, *};
use crate::unit::{ScriptPlaces, ScriptUnit};
use std::collections::BTreeMap;
use townsfolk_core::{
    DefineId, Duration, FactId, Kind, PropertyId, RoleId, ScriptId, StateId, Urgency,
};
use townsfolk_module::{
    Call, CastRole, Category, Clause, Define, FactDecl, Hold, Module, Property, PropertyForm,
    Script,
};

/// Default limit of `hold while`.
const HOLD_LIMIT: Duration = Duration::minutes(1);

/// Maximum number of rules of a script.
const RULES_MAX: usize = 4000;

/// Maximum number of people in one role of a scene: each of them may search for each other one.
const CAST_MAX: u16 = 1000;

/// Kinds of arguments where they are known, each with its place.
type ArgumentKinds = Vec<(Option<Kind>, Place)>;

/// State shared by the parts of a script while they are lowered.
pub(super) struct ScriptLower<'g> {
    pub(super) cx: Context<'g>,
    pub(super) name: String,
    pub(super) vocabulary: Vocabulary,
    pub(super) cast: Vec<CastRole>,
    pub(super) places: ScriptPlaces,
}

pub(crate) fn lower(globals: &Globals, draft: Draft) -> ScriptUnit {
    let mut cx = Context::new(globals, draft.place.file, draft.package);
    cx.problems = draft.problems;
    let places = ScriptPlaces {
        name: draft.place,
        instance: draft
            .cast
            .iter()
            .chain(&draft.facts)
            .find_map(|part| part.origin.instance),
        cast: vec![],
        facts: BTreeMap::new(),
        defines: BTreeMap::new(),
        states: BTreeMap::new(),
        rules: vec![],
        properties: vec![],
        names: BTreeMap::new(),
        unsure: Default::default(),
    };
    let mut script = ScriptLower {
        cx,
        name: draft.name.clone(),
        vocabulary: Vocabulary::default(),
        cast: vec![],
        places,
    };
    script.name_states(&draft.states);
    script.lower_facts(&draft.facts);
    let defines = script.lower_defines(&draft.defines);
    script.lower_cast(&draft.cast);
    let too_many = draft.rules.len() > RULES_MAX;
    if too_many {
        script.cx.problem(
            Code::TooLarge
                .at(
                    draft.place,
                    format!("`{}` has more than {RULES_MAX} rules", draft.name),
                )
                .label(format!("the limit is {RULES_MAX} rules"))
                .consequence("Its rules were not read.")
                .hint("spread them over several scripts"),
        );
    }
    let rules = draft
        .rules
        .iter()
        .filter(|_| !too_many)
        .filter_map(|part| rule::lower(&mut script, part))
        .collect();
    let holds = draft
        .holds
        .iter()
        .filter_map(|part| script.hold(part))
        .collect();
    let properties = draft
        .properties
        .iter()
        .filter_map(|part| script.property(part))
        .collect();
    let facts = script.vocabulary.facts();
    let mut facts: Vec<FactDecl> = facts
        .map(|(_, info)| fact_decl(&globals.module, info))
        .collect();
    facts.sort_by_key(|fact| fact.id);
    let lowered = Script {
        id: ScriptId(globals.id(Category::Script, &draft.name)),
        cast: std::mem::take(&mut script.cast),
        facts,
        defines,
        states: draft
            .states
            .iter()
            .map(|(name, _)| script.state_id(name))
            .collect(),
        rules,
        holds,
        properties,
    };
    let tests = draft
        .tests
        .iter()
        .filter_map(|part| test::lower(&mut script, part, &lowered))
        .collect();
    ScriptUnit {
        name: draft.name,
        script: lowered,
        places: script.places,
        tests,
        vocabulary: script.vocabulary,
        used: script.cx.used,
        texts: script.cx.texts,
        problems: script.cx.problems,
        files: draft.files,
    }
}

fn fact_decl(module: &Module, info: &FactInfo) -> FactDecl {
    // An unknown kind has been reported; then no module is built.
    let kinds = info.kinds.iter();
    let kinds: Vec<Kind> = kinds.map(|(kind, _)| kind.unwrap_or(Kind::Thing)).collect();
    FactDecl {
        id: info.id,
        holders: module.holders_of(&kinds),
        kinds,
        claim: info.claim,
        told: info.told,
        lifetime: info.lifetime,
    }
}

impl<'g> ScriptLower<'g> {
    /// Makes a part current: its file, its template arguments, and the use of the template.
    pub(super) fn turn_to(&mut self, part: &Part) {
        self.cx.file = part.origin.file;
        self.cx.arguments = part.origin.arguments.clone();
        self.cx.instance = part.origin.instance;
    }

    /// Records the name of an id; two names of a category with one id are a collision.
    fn note(&mut self, category: Category, id: u32, name: &str, place: Place) {
        let before = self.places.names.insert((category, id), name.to_string());
        if let Some(before) = before.filter(|before| before != name) {
            self.cx
                .problem(crate::project::collision(category, &before, name, place));
        }
    }

    /// Marks the facts of a broken part, so that nothing is concluded about them.
    pub(super) fn leave_in_peace(&mut self, node: &Node) {
        for name in mentioned(node) {
            let facts = self.vocabulary.facts_named(&name);
            self.places.unsure.extend(facts.map(|fact| fact.id));
        }
    }

    /// The number of errors so far.
    fn errors(&self) -> usize {
        let problems = self.cx.problems.iter();
        problems.filter(|p| p.severity == Severity::Error).count()
    }

    pub(super) fn state_id(&self, name: &str) -> StateId {
        StateId(self.cx.globals.id(Category::State, name))
    }

    fn name_states(&mut self, states: &[(String, Place)]) {
        for (name, place) in states {
            let id = self.state_id(name);
            self.note(Category::State, id.0, name, *place);
            self.places.states.insert(id, *place);
            self.vocabulary.states.insert(name.clone(), id);
        }
    }

    /// Resolves a state, or reports that there is none.
    pub(super) fn state(&mut self, name: &str, place: Place) -> Option<StateId> {
        let found = self.vocabulary.states.get(name).copied();
        if found.is_none() {
            let problem = unknown_state(name, place, self.vocabulary.states.keys());
            self.cx.problem(problem);
        }
        found
    }

    fn lower_facts(&mut self, parts: &[Part]) {
        for part in parts {
            self.turn_to(part);
            let Some((name, place)) = part.node.name(self.cx.file) else {
                continue;
            };
            let kinds = self.cx.kinds(&part.node);
            let key = match self.vocabulary.next_fact(&name, kinds.len()) {
                Ok(key) => key,
                Err(first) => {
                    let problem = Code::DuplicateName
                        .at(place, format!("the fact `{name}` is declared twice"))
                        .label("declared again here")
                        .related(first.place, "first declared here")
                        .hint("give this one another name, or another number of arguments");
                    self.cx.problem(problem);
                    continue;
                }
            };
            let claim = part.node.token(CLAIM_KW).is_some();
            // An unknown kind has been reported.
            let holder = kinds
                .last()
                .is_some_and(|(kind, _)| kind.is_none_or(is_person));
            if claim && !holder {
                let problem = Code::ClaimNeedsHolder
                    .at(place, format!("the claim `{name}` has no holder"))
                    .label("its last argument must be a character")
                    .consequence("A claim belongs to somebody, who gives it up by leaving.")
                    .hint(format!(
                        "write `claim {name}(…, character)`, or make it a `fact`"
                    ));
                self.cx.problem(problem);
            }
            let mut lifetime = None;
            let mut told = false;
            for flag in part.node.children_of(FLAG) {
                match flag.child(RANGE) {
                    Some(range) => lifetime = duration_range(&mut self.cx, &range).map(|r| r.1),
                    None => told = true,
                }
            }
            let id = FactId(self.cx.globals.id(Category::Fact, &key));
            self.note(Category::Fact, id.0, &name, place);
            self.places.facts.insert(id, place);
            self.vocabulary.add_fact(
                key,
                FactInfo {
                    id,
                    kinds,
                    place,
                    claim,
                    told,
                    lifetime,
                    unread: part.node.descendants().any(|node| node.kind() == ERROR),
                },
            );
        }
    }

    /// Lowers the defines, each after those it uses.
    fn lower_defines(&mut self, parts: &[Part]) -> Vec<Define> {
        let mut by_name: BTreeMap<String, Vec<&Part>> = BTreeMap::new();
        for part in parts {
            let Some((name, place)) = part.node.name(part.origin.file) else {
                continue;
            };
            if let Some(fact) = self.vocabulary.facts_named(&name).next() {
                self.cx.problem(
                    Code::DuplicateName
                        .at(place, format!("`{name}` is both a fact and a define"))
                        .label("defined here")
                        .related(fact.place, "declared as a fact here"),
                );
                continue;
            }
            by_name.entry(name).or_default().push(part);
        }
        let uses: BTreeMap<&str, Vec<String>> = by_name
            .iter()
            .map(|(name, parts)| {
                let used = parts.iter().flat_map(|part| asked_for(&part.node));
                (
                    name.as_str(),
                    used.filter(|used| by_name.contains_key(used)).collect(),
                )
            })
            .collect();
        let mut lowered = vec![];
        let mut done: Vec<String> = vec![];
        let mut left: Vec<&str> = by_name.keys().map(String::as_str).collect();
        // Each round takes the defines whose needs are lowered; the remaining ones form a cycle.
        while !left.is_empty() {
            let (ready, rest): (Vec<&str>, Vec<&str>) = left
                .iter()
                .partition(|name| uses[**name].iter().all(|used| done.contains(used)));
            if ready.is_empty() {
                self.report_recursion(&rest, &by_name, &uses);
                break;
            }
            for name in ready {
                lowered.push(self.define(name, &by_name[name]));
                done.push(name.to_string());
            }
            left = rest;
        }
        lowered.sort_by_key(|define| define.id);
        lowered
    }

    fn report_recursion(
        &mut self,
        names: &[&str],
        by_name: &BTreeMap<String, Vec<&Part>>,
        uses: &BTreeMap<&str, Vec<String>>,
    ) {
        for name in names {
            for part in &by_name[*name] {
                self.leave_in_peace(&part.node);
            }
            let part = by_name[*name][0];
            let Some((_, place)) = part.node.name(part.origin.file) else {
                continue;
            };
            // Still known by name, so that its uses are not reported too.
            let arity = part
                .node
                .child(ARGUMENTS)
                .map_or(0, |list| list.children().count());
            let info = DefineInfo {
                id: DefineId(self.cx.globals.id(Category::Define, name)),
                kinds: vec![(None, place); arity],
                needs: vec![false; arity],
                reported: vec![],
                place,
            };
            self.vocabulary.defines.insert((*name).to_string(), info);
            if reaches(uses, name, name) {
                self.cx.problem(
                    Code::RecursiveDefine
                        .at(place, format!("`{name}` is defined by itself"))
                        .label("the circle begins here")
                        .consequence(
                            "A define is a name for a condition, so it must come to an end.",
                        )
                        .hint("let a rule add facts step by step instead"),
                );
            }
        }
    }

    fn define(&mut self, name: &str, parts: &[&Part]) -> Define {
        let id = DefineId(self.cx.globals.id(Category::Define, name));
        let mut clauses = vec![];
        let mut info: Option<DefineInfo> = None;
        for part in parts {
            self.turn_to(part);
            let Some((_, place)) = part.node.name(self.cx.file) else {
                continue;
            };
            let (clause, kinds, needs) = self.clause(&part.node, name);
            match &mut info {
                None => {
                    self.note(Category::Define, id.0, name, place);
                    self.places.defines.insert(id, place);
                    info = Some(DefineInfo {
                        id,
                        kinds,
                        needs,
                        reported: vec![],
                        place,
                    });
                }
                Some(first) if first.kinds.len() != kinds.len() => {
                    first.reported.push(kinds.len());
                    let problem = Code::WrongArguments
                        .at(
                            place,
                            format!("`{name}` has {} arguments elsewhere", first.kinds.len()),
                        )
                        .label(format!("{} here", kinds.len()))
                        .related(first.place, "first defined here")
                        .hint("give it a name of its own: several `define`s of one name mean *or*");
                    self.cx.problem(problem);
                    continue;
                }
                Some(first) => {
                    for (index, (kind, _)) in kinds.iter().enumerate() {
                        let both = match (first.kinds[index].0, *kind) {
                            (Some(a), Some(b)) if a == b => Some(a),
                            (Some(a), Some(b)) => widest(self.cx.globals, a, b),
                            _ => None,
                        };
                        first.kinds[index].0 = both;
                        first.needs[index] |= needs[index];
                    }
                }
            }
            clauses.push(clause);
        }
        let kinds = match info {
            Some(info) => {
                let kinds = info
                    .kinds
                    .iter()
                    .map(|(kind, _)| kind.unwrap_or(Kind::Thing))
                    .collect();
                self.vocabulary.defines.insert(name.to_string(), info);
                kinds
            }
            None => vec![],
        };
        Define { id, kinds, clauses }
    }

    /// One clause: its lowered form, the kinds of its parameters, and which of them its body does
    /// not bind.
    fn clause(&mut self, node: &Node, name: &str) -> (Clause, ArgumentKinds, Vec<bool>) {
        let errors_before = self.errors();
        let site = format!("{}.define.{name}", self.name);
        let mut lower = Lower::new(
            &mut self.cx,
            &self.vocabulary,
            Scope::with_me(Kind::Character),
            site,
        );
        let arguments = Lower::argument_nodes(node);
        let parameters: Vec<_> = arguments
            .iter()
            .map(|argument| lower.expression(argument, None, Mode::Bind, false))
            .collect();
        let body = node.child(WHEN).and_then(|when| when.child(LITERALS));
        let (body, _) = body.map(|body| lower.literals(&body)).unwrap_or_default();
        let scope = lower.scope.clone();
        let file = lower.cx.file;
        scope.finish(lower.cx);
        if self.errors() > errors_before {
            self.leave_in_peace(node);
        }
        let kinds = parameters
            .iter()
            .zip(&arguments)
            .map(|(parameter, argument)| {
                let kind = parameter.as_ref().and_then(|typed| match typed.expr {
                    townsfolk_module::Expr::Variable(id) => scope.variables[usize::from(id.0)].kind,
                    _ => typed.kind,
                });
                (kind, argument.place(file))
            })
            .collect();
        let parameters: Vec<_> = parameters
            .into_iter()
            .map(|typed| typed.map_or(townsfolk_module::Expr::Anything, |typed| typed.expr))
            .collect();
        let needs = parameters
            .iter()
            .map(|parameter| !finds(&self.vocabulary, &body, parameter))
            .collect();
        let clause = Clause {
            variables: scope.variables.len() as u16,
            parameters,
            body,
        };
        (clause, kinds, needs)
    }

    fn lower_cast(&mut self, parts: &[Part]) {
        for part in parts {
            self.turn_to(part);
            let place = part.node.place(self.cx.file);
            let Some((name, name_place)) = self.cx.reference(&part.node) else {
                continue;
            };
            let Some(role) = self.cx.role(&name, name_place) else {
                continue;
            };
            if let Some(first) = self.cast.iter().position(|line| line.role == role) {
                let first = self.places.cast[first];
                let problem = Code::DuplicateName
                    .at(place, format!("`{name}` is cast twice"))
                    .label("again here")
                    .related(first, "first here");
                self.cx.problem(problem);
                continue;
            }
            if let Some(line) = self.cast_line(&part.node, role, &name, place) {
                self.cast.push(line);
                self.places.cast.push(place);
            }
        }
    }

    fn cast_line(
        &mut self,
        node: &Node,
        role: RoleId,
        name: &str,
        place: Place,
    ) -> Option<CastRole> {
        let range = node.child(RANGE)?;
        let (min, max) = number_range(&mut self.cx, &range)?;
        let whole = |n: i64| u16::try_from(n / 1000).ok().filter(|_| n % 1000 == 0);
        let fits = |n: i64| whole(n).filter(|people| *people <= CAST_MAX);
        let (Some(min), Some(max)) = (fits(min), fits(max)) else {
            return self.cx.fail(
                Code::BadCast
                    .at(range.place(self.cx.file), "how many people?")
                    .label(format!("a whole number up to {CAST_MAX} is needed")),
            );
        };
        if max == 0 {
            self.cx.problem(
                Code::BadCast
                    .at(place, format!("nobody can ever be cast as `{name}`"))
                    .label("at most none")
                    .hint("raise the second number, or remove the line"),
            );
        }
        let mut line = CastRole {
            role,
            min,
            max,
            joins_late: false,
            joins_as: Urgency::Wish,
            away: None,
            vacant: Duration::ZERO,
            on_leaving: None,
            player: false,
            starts_in: None,
        };
        for flag in node.children_of(FLAG) {
            self.cast_flag(&flag, &mut line);
        }
        Some(line)
    }

    fn cast_flag(&mut self, flag: &Node, line: &mut CastRole) {
        let words = flag.words();
        let range = flag.child(RANGE);
        match words.first().map(String::as_str) {
            Some("joins") if words.get(1).is_some_and(|word| word == "late") => {
                line.joins_late = true;
            }
            Some("joins") => {
                let Some((name, place)) = self.cx.reference(flag) else {
                    return;
                };
                if let Some(word) = ladder_word(&mut self.cx, &name, place) {
                    line.joins_as = word;
                }
            }
            Some("away") => {
                line.away = range
                    .and_then(|range| duration_range(&mut self.cx, &range))
                    .map(|r| r.1);
            }
            Some("vacant") => {
                let vacant = range.and_then(|range| duration_range(&mut self.cx, &range));
                line.vacant = vacant.map_or(Duration::ZERO, |r| r.1);
            }
            Some("starts") => {
                if let Some((name, place)) = self.cx.reference(flag) {
                    line.starts_in = self.state(&name, place);
                }
            }
            Some("on") => line.on_leaving = self.leaving_call(flag),
            Some("player") => line.player = true,
            _ => {}
        }
    }

    fn leaving_call(&mut self, flag: &Node) -> Option<Call> {
        let call = flag
            .children()
            .find(|node| matches!(node.kind(), CALL_EXPR | NAME_EXPR))?;
        let site = format!("{}.on_leaving", self.name);
        let mut lower = Lower::new(
            &mut self.cx,
            &self.vocabulary,
            Scope::with_me(Kind::Character),
            site,
        );
        lower.at = Where::Effect;
        rule::call(&mut lower, &call, &[])
    }

    pub(super) fn roles(&mut self, node: &Node) -> Vec<RoleId> {
        let Some(list) = node.child(FOR_ROLES).and_then(|roles| roles.child(NAMES)) else {
            return vec![];
        };
        let names = crate::declaration::unique_names(&mut self.cx, &list);
        let mut roles: Vec<RoleId> = names
            .iter()
            .filter_map(|(name, place)| self.cx.role(name, *place))
            .collect();
        roles.sort();
        roles
    }

    /// The kind of `.me` in a part for these roles.
    pub(super) fn me(&self, roles: &[RoleId]) -> Kind {
        match (roles, self.cast.as_slice()) {
            ([role], _) => Kind::CharacterIn(*role),
            ([], [line]) => Kind::CharacterIn(line.role),
            _ => Kind::Character,
        }
    }

    fn hold(&mut self, part: &Part) -> Option<Hold> {
        self.turn_to(part);
        let roles = self.roles(&part.node);
        let me = self.me(&roles);
        let errors_before = self.errors();
        let body = part.node.child(LITERALS)?;
        let site = format!("{}.hold", self.name);
        let mut lower = Lower::new(&mut self.cx, &self.vocabulary, Scope::with_me(me), site);
        let (condition, _) = lower.literals(&body);
        let scope = lower.scope.clone();
        scope.finish(lower.cx);
        if self.errors() > errors_before {
            self.leave_in_peace(&part.node);
        }
        let limit = part.node.child(FLAG).and_then(|flag| flag.child(RANGE));
        let limit = limit.and_then(|range| duration_range(&mut self.cx, &range));
        Some(Hold {
            roles,
            variables: scope.variables.len() as u16,
            condition,
            limit: limit.map_or(HOLD_LIMIT, |(_, limit)| limit),
        })
    }

    fn property(&mut self, part: &Part) -> Option<Property> {
        self.turn_to(part);
        let (name, place) = part.node.name(self.cx.file)?;
        let id = PropertyId(self.cx.globals.id(Category::Property, &name));
        let taken = self.places.names.contains_key(&(Category::Property, id.0));
        if taken {
            return self.cx.fail(
                Code::DuplicateName
                    .at(place, format!("there are two properties `{name}`"))
                    .label("again here"),
            );
        }
        self.note(Category::Property, id.0, &name, place);
        let form = match part.node.tokens().next()?.kind() {
            ALWAYS_KW => PropertyForm::Always,
            NEVER_KW => PropertyForm::Never,
            _ => PropertyForm::Eventually,
        };
        let errors_before = self.errors();
        let site = format!("{}.property.{name}", self.name);
        let mut lower = Lower::new(&mut self.cx, &self.vocabulary, Scope::default(), site);
        lower.at = Where::Property;
        let condition = |node: Option<Node>| node.and_then(|node| node.child(LITERALS));
        let when = condition(part.node.child(WHEN));
        let (when, _) = when.map(|when| lower.literals(&when)).unwrap_or_default();
        let expect = condition(part.node.child(EXPECT));
        let (expect, _) = expect
            .map(|expect| lower.literals(&expect))
            .unwrap_or_default();
        let scope = lower.scope.clone();
        scope.finish(lower.cx);
        if self.errors() > errors_before {
            self.leave_in_peace(&part.node);
            return None;
        }
        self.places.properties.push(place);
        Some(Property {
            id,
            form,
            variables: scope.variables.len() as u16,
            when,
            expect,
        })
    }
}

/// The facts and defines that a condition reads. A name among the arguments is a value: a symbol or
/// a prop.
fn asked_for(node: &Node) -> Vec<String> {
    let is_condition = |node: &Node| match node.parent() {
        Some(parent) if parent.kind() == LITERAL => true,
        Some(parent) if parent.kind() == ARGUMENTS => {
            let called = parent
                .parent()
                .and_then(|call| call.child(NAME_REF)?.word());
            called.as_deref() == Some("count")
        }
        _ => false,
    };
    node.descendants()
        .filter(|node| matches!(node.kind(), CALL_EXPR | NAME_EXPR) && is_condition(node))
        .filter_map(|node| node.child(NAME_REF)?.word())
        .collect()
}

/// The names that a node calls or mentions.
fn mentioned(node: &Node) -> Vec<String> {
    node.descendants()
        .filter(|node| matches!(node.kind(), CALL_EXPR | NAME_EXPR))
        .filter_map(|node| node.child(NAME_REF)?.word())
        .collect()
}

fn reaches(uses: &BTreeMap<&str, Vec<String>>, from: &str, to: &str) -> bool {
    let mut open: Vec<&str> = uses
        .get(from)
        .map(|u| u.iter().map(String::as_str).collect())
        .unwrap_or_default();
    let mut seen: Vec<&str> = vec![];
    while let Some(next) = open.pop() {
        if next == to {
            return true;
        }
        if !seen.contains(&next) {
            seen.push(next);
            open.extend(uses.get(next).into_iter().flatten().map(String::as_str));
        }
    }
    false
}

/// The wider of two kinds of a define's argument, if one includes the other.
fn widest(globals: &Globals, a: Kind, b: Kind) -> Option<Kind> {
    match crate::kinds::meet(globals, a, b) {
        Some(narrow) if narrow == a => Some(b),
        Some(_) => Some(a),
        None => None,
    }
}

/// Whether a body binds a parameter by a positive literal.
fn finds(
    vocabulary: &Vocabulary,
    body: &[townsfolk_module::Literal],
    parameter: &townsfolk_module::Expr,
) -> bool {
    use townsfolk_module::{Comparison, Expr, Literal};
    if !matches!(parameter, Expr::Variable(_)) {
        return true;
    }
    body.iter().any(|literal| match literal {
        Literal::Fact {
            negated: false,
            arguments,
            ..
        } => arguments.contains(parameter),
        Literal::Any {
            negated: false,
            who,
            ..
        } => who == parameter,
        Literal::Compare {
            left,
            comparison: Comparison::Equal,
            right,
        } => left == parameter || right == parameter,
        Literal::Define {
            negated: false,
            define,
            arguments,
        } => {
            let info = vocabulary.defines.values().find(|info| info.id == *define);
            arguments.iter().enumerate().any(|(index, argument)| {
                argument == parameter
                    && info.is_some_and(|info| !info.needs.get(index).copied().unwrap_or(true))
            })
        }
        _ => false,
    })
}
