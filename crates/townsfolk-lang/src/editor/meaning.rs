//! Meanings of words in a text.

use super::belief::is_asked;
use super::decider::inferred_in;
use super::inference::{SIMPLE_ENGINE_NAMES, is_engine_function};
use super::reader::{Located, Reader};
use super::script::{ScriptNames, What};
use crate::declaration::{DeclarationKind, KINDS as DECLARATIONS};
use crate::globals::AREA;
use crate::kinds::{BUILT_IN, is_person};
use crate::names::Namespace;
use crate::source::{FileId, Place};
use crate::syntax::tree::normalise;
use crate::syntax::{Node, SyntaxKind, SyntaxToken, TreeExt, *};
use townsfolk_core::Kind;

/// The meaning of a word. Two words mean the same if these are equal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Meaning {
    /// A top-level declaration.
    Global(Namespace, String),
    /// A built-in kind.
    BuiltInKind(String),
    /// A member of sets of symbols.
    Symbol(String),
    /// A prop that locations place.
    PlacedProp(String),
    /// A named parameter of an action.
    ActionParameter { action: String, name: String },
    /// An item of a script, by the place of the script that declares it first.
    InScript {
        what: What,
        script: Place,
        name: String,
    },
    /// A variable, by the place of its rule or define.
    Variable { owner: Place, name: String },
    /// A parameter of a template.
    Parameter { script: String, name: String },
    /// Nodes of one name in a layer of a mind, by the layer that declares them.
    LayerNode { layer: String, name: String },
    /// A branch of a course, by the place of the course.
    Branch { course: Place, name: String },
    /// A referent or a predicate, by the place of the set that declares it.
    Inferred { set: Place, name: String },
    /// A person of a test.
    Person { test: Place, name: String },
    /// A name of the engine: `.me`, `chance`.
    Engine(String),
    /// A unit behind a number.
    Unit(String),
    /// A word of the language, in its node.
    LanguageWord { word: String, parent: SyntaxKind },
    /// A skill, a setting or a criterion of the engine.
    Catalogued {
        form: String,
        text: String,
        notes: Vec<String>,
    },
    /// A tag of locations.
    Tag(String),
    /// `_`.
    Anything,
    /// A word without declaration: a tag, an icon, a point.
    Free(String),
}

/// The words after `is` in a test that are not states.
pub(super) const STANDINGS: &[&str] = &["present", "away", "leaving", "out", "stopped"];

impl Reader<'_> {
    /// The meanings of a token. Only facts known by a location can have several: a fact of each
    /// script it prefers.
    pub(super) fn meanings(&self, file: FileId, token: &SyntaxToken) -> Vec<Meaning> {
        let Some(parent) = token.parent() else {
            return vec![];
        };
        let word = normalise(token.text());
        let kind = token.kind();
        match (kind, parent.kind()) {
            (SPACE | COMMENT | TEXT | NUMBER | CLOCK, _) => vec![],
            (UNDERSCORE, _) => vec![Meaning::Anything],
            (PERCENT, _) => vec![Meaning::Unit("%".to_string())],
            (DOT_NAME, _) => vec![dot_name(&word)],
            (PARAMETER, _) => self.parameter(file, &parent, word.trim_start_matches('$')),
            (IDENT | VARIABLE, TEMPLATE_PARAMETER) => self.parameter(file, &parent, &word),
            (IDENT | VARIABLE, TEMPLATE_ARGUMENT) => base_parameter(&parent, word),
            (_, NAME) => self.declared(file, &parent, &word),
            (_, NAME_REF) if parent.parent().is_some_and(|p| p.kind() == ACCEPT) => {
                let parent = ACCEPT;
                vec![Meaning::LanguageWord { word, parent }]
            }
            (_, NAME_REF) => self.referred_to(file, &parent, &word),
            (VARIABLE, _) => self.variable_meaning(file, &parent, word),
            (_, KIND_REF) => vec![kind_meaning(word, &parent)],
            (IDENT, NUMBER_EXPR | AMOUNT) => vec![Meaning::Unit(word)],
            (IDENT, _) => vec![Meaning::LanguageWord {
                word,
                parent: parent.kind(),
            }],
            _ if kind.is_keyword() => vec![Meaning::LanguageWord {
                word,
                parent: parent.kind(),
            }],
            _ => vec![],
        }
    }

    fn parameter(&self, file: FileId, node: &Node, name: &str) -> Vec<Meaning> {
        let script = node.ancestors().find(|node| node.kind() == SCRIPT_DECL);
        let script = script.and_then(|script| script.name(file));
        let meaning = script.map(|(script, _)| Meaning::Parameter {
            script,
            name: name.to_string(),
        });
        meaning.into_iter().collect()
    }

    /// A variable: of the rule, define or property around it, or of the rule a test names.
    fn variable_meaning(&self, file: FileId, node: &Node, name: String) -> Vec<Meaning> {
        let owner = if node.kind() == BINDING {
            self.rule_of_step(file, node).map(|rule| rule.place())
        } else {
            owner_of_variables(node).map(|node| node.place(file))
        };
        let meaning = owner.map(|owner| Meaning::Variable { owner, name });
        meaning.into_iter().collect()
    }

    /// The rule that a step of a test names (`ann does rule with X = …`).
    pub(super) fn rule_of_step(&self, file: FileId, node: &Node) -> Option<Located> {
        let step = node.ancestors().find(|node| node.kind() == STEP)?;
        let rule = step.children_of(NAME_REF).nth(1)?.word()?;
        let script = self.script_around(file, node)?;
        let found = script.find(What::Rule, &rule);
        found.last().map(|item| item.declared.clone())
    }

    /// The meaning of a defining name.
    fn declared(&self, file: FileId, name: &Node, word: &str) -> Vec<Meaning> {
        let Some(parent) = name.parent() else {
            return vec![];
        };
        let word = word.to_string();
        if let Some(space) = DeclarationKind::of(parent.kind()).and_then(|kind| kind.namespace) {
            return vec![Meaning::Global(space, word)];
        }
        match parent.kind() {
            FLAG_NODE | TEST_NODE | ACTION_NODE => self.layer_node(file, &parent, &word),
            NAMES if parent.parent().is_some_and(|node| node.kind() == CONCEPTS) => {
                self.layer_node(file, &parent, &word)
            }
            NAMES
                if parent
                    .parent()
                    .is_some_and(|node| node.kind() == REFERENTS_DECL) =>
            {
                self.in_referents(file, &parent, &word)
            }
            NAMES => vec![Meaning::Symbol(word)],
            LOCATION_PROP => vec![Meaning::PlacedProp(word)],
            COURSE_BRANCH | GRAMMAR_RULE | GRAMMAR_SYMBOL => match parent.parent() {
                Some(course) => branch(file, &course, &word),
                None => vec![],
            },
            PERSON => self.person(file, &parent, word),
            NAMED_PARAMETER => {
                let action = parent.ancestors().find(|node| node.kind() == ACTION_DECL);
                let action = action.and_then(|action| action.name(file));
                action
                    .map(|(action, _)| Meaning::ActionParameter { action, name: word })
                    .into_iter()
                    .collect()
            }
            kind => match What::of(kind) {
                Some(what) => self.in_script(file, &parent, what, word),
                None => vec![],
            },
        }
    }

    /// The meaning of a name that refers to something.
    fn referred_to(&self, file: FileId, name: &Node, word: &str) -> Vec<Meaning> {
        let Some(parent) = name.parent() else {
            return vec![];
        };
        let global = |space| vec![Meaning::Global(space, word.to_string())];
        let above = parent.parent().map(|node| node.kind());
        match parent.kind() {
            PARENTS if above == Some(REFERENTS_DECL) => global(Namespace::Decider),
            NOTICE if parent.child(NAME_REF).as_ref() != Some(name) => global(Namespace::Kind),
            NOTICE | BIND | SHARE => self.in_referents(file, &parent, word),
            AMONG => self.candidates(file, word),
            COST => global(Namespace::Host),
            NEEDED_PLACE => vec![Meaning::Tag(word.to_string())],
            NAMES if above == Some(TAGS) && in_location(&parent) => {
                vec![Meaning::Tag(word.to_string())]
            }
            PARENTS | CAST_LINE | PERSON | LOCATION_PROP => global(Namespace::Kind),
            KIND_REF => vec![kind_meaning(word.to_string(), &parent)],
            GRAMMAR_PART => in_grammar(file, &parent, word),
            NAMES if above == Some(GRAMMAR_KEEP) => in_grammar(file, &parent, word),
            NAMES if above == Some(THINKS) => global(Namespace::Decider),
            NAMES if above == Some(FOR_ROLES) => global(Namespace::Kind),
            NAMES if above == Some(LAYER_NEEDS) => global(Namespace::Need),
            NAMES if above == Some(LAYER_INCLUDES) => global(Namespace::Layer),
            NAMES if matches!(above, Some(DAILY_PART | THINKS)) => global(Namespace::Decider),
            NAMES
                if above == Some(FLAG)
                    && ["requires", "hunts"].contains(&first_word(&parent).as_str()) =>
            {
                global(Namespace::Kind)
            }
            NAMES | GOODS => vec![Meaning::Free(word.to_string())],
            MERCHANT_DECL => [Namespace::Area, Namespace::Location]
                .map(|space| Meaning::Global(space, word.to_string()))
                .into(),
            PLACEMENT | DROP_RULE => self.in_script(file, &parent, What::Rule, word.to_string()),
            GOTO => match parent.ancestors().find(|node| node.kind() == COURSE_DECL) {
                Some(course) => branch(file, &course, word),
                None => self.in_script(file, &parent, What::State, word.to_string()),
            },
            BASED_ON | PREFERENCE => global(Namespace::Script),
            NODE_REF => self.layer_node(file, &parent, word),
            FACET_PART | FACET_SHARE => self.value_of_facet(file, &parent, word),
            KNOWLEDGE_DECL | KNOWLEDGE_PART => vec![Meaning::LanguageWord {
                word: word.to_string(),
                parent: parent.kind(),
            }],
            AREA_DECL | CARRIES | SERVES | TEST_NODE | DEED | ENTRY | PERSON_PART | NEED_PART => {
                super::mind::referred_to(&parent, name, word)
            }
            FLAG => self.in_flag(file, &parent, name, word),
            STIMULUS_SOURCE | SENSES_PART | HEARD | BARK | SKILL | SETTING | CRITERION => {
                super::senses::referred_to(&parent, name, word)
            }
            STEP => self.in_step(file, &parent, name, word),
            ID_DECL => id_meaning(&parent, word),
            NAMED_ARGUMENT => {
                let call = parent.parent().and_then(|step| called(&step));
                call.map(|action| Meaning::ActionParameter {
                    action,
                    name: word.to_string(),
                })
                .into_iter()
                .collect()
            }
            NAME_EXPR | CALL_EXPR => self.in_expression(file, &parent, word),
            _ => vec![],
        }
    }

    fn in_flag(&self, file: FileId, flag: &Node, name: &Node, word: &str) -> Vec<Meaning> {
        let first = flag.words().into_iter().next().unwrap_or_default();
        match first.as_str() {
            "starts" => self.in_script(file, flag, What::State, word.to_string()),
            "eases" | "adds" => vec![Meaning::Global(Namespace::Need, word.to_string())],
            "senses" => vec![Meaning::Global(Namespace::Senses, word.to_string())],
            "squad" => vec![Meaning::Free(word.to_string())],
            "joins" | "uses" | "pose" | "as" | "class" => vec![Meaning::LanguageWord {
                word: word.to_string(),
                parent: FLAG,
            }],
            // A spawned character: `elder 1 at door`.
            _ if first != "icon" && flag.child(NAME_REF).as_ref() == Some(name) => {
                vec![Meaning::Global(Namespace::Kind, word.to_string())]
            }
            _ => vec![Meaning::Free(word.to_string())],
        }
    }

    fn in_step(&self, file: FileId, step: &Node, name: &Node, word: &str) -> Vec<Meaning> {
        let word = word.to_string();
        if step.child(NAME_REF).as_ref() == Some(name) {
            return match step.token(PROP_KW) {
                Some(_) => vec![Meaning::PlacedProp(word)],
                None => self.person(file, step, word),
            };
        }
        let words = step.words();
        let has = |wanted: &str| words.iter().any(|word| word == wanted);
        if has("does") {
            self.in_script(file, step, What::Rule, word)
        } else if has("arrives") {
            vec![Meaning::Global(Namespace::Kind, word)]
        } else if STANDINGS.contains(&word.as_str()) {
            vec![Meaning::LanguageWord { word, parent: STEP }]
        } else {
            self.in_script(file, step, What::State, word)
        }
    }

    fn in_expression(&self, file: FileId, node: &Node, word: &str) -> Vec<Meaning> {
        let Some(parent) = node.parent() else {
            return vec![];
        };
        let compares = |literal: &Node| {
            literal
                .tokens()
                .any(|token| super::inference::is_comparison(token.kind()))
        };
        match parent.kind() {
            DO | FLAG | ALTERNATIVE | DEED_CALL | DEEDS => {
                vec![Meaning::Global(Namespace::Action, word.to_string())]
            }
            RATED => vec![Meaning::Global(Namespace::Decider, word.to_string())],
            TERM => self.in_referents(file, node, word),
            FACT_LIST => self.atom(file, node, word),
            LITERAL if !compares(&parent) && word != "chance" => self.atom(file, node, word),
            ARGUMENTS => {
                let call = parent.parent();
                let callee = call.as_ref().and_then(callee).unwrap_or_default();
                let index = node.prev_sibling().is_some();
                let referent = self.in_referents(file, node, word);
                if !referent.is_empty() {
                    return referent;
                }
                let place = parent.children().position(|child| child == *node);
                if place == Some(2) && self.names_facet(&callee, file) {
                    return vec![Meaning::Global(Namespace::Host, word.to_string())];
                }
                match (callee.as_str(), index) {
                    ("count", _) => self.atom(file, node, word),
                    (".any", true) => vec![Meaning::Global(Namespace::Kind, word.to_string())],
                    (".state", true) => self.in_script(file, node, What::State, word.to_string()),
                    _ => self.value(file, node, word),
                }
            }
            TEMPLATE_ARGUMENT | TEMPLATE_PARAMETER => {
                match self.template_kind(file, &parent).as_deref() {
                    Some("role") => vec![Meaning::Global(Namespace::Kind, word.to_string())],
                    Some("action") => vec![Meaning::Global(Namespace::Action, word.to_string())],
                    _ => self.value(file, node, word),
                }
            }
            _ => self.value(file, node, word),
        }
    }

    /// A referent or a predicate of the set around a node, by the declaration that has it first.
    fn in_referents(&self, file: FileId, node: &Node, word: &str) -> Vec<Meaning> {
        let Some(set) = self.set_around(file, node) else {
            return vec![];
        };
        let sets = self.referent_sets(&set).into_iter();
        let owner = sets
            .into_iter()
            .find(|set| inferred_in(&set.node, word).is_some());
        let meaning = owner.map(|set| Meaning::Inferred {
            set: set.place(),
            name: word.to_string(),
        });
        meaning.into_iter().collect()
    }

    /// Candidates of a snippet: a query, a role, or a word for them.
    fn candidates(&self, file: FileId, word: &str) -> Vec<Meaning> {
        let is_query = self.global(Namespace::Decider, word, file).is_some();
        match word {
            "everyone" | "me" => vec![Meaning::LanguageWord {
                word: word.to_string(),
                parent: AMONG,
            }],
            _ if is_query => vec![Meaning::Global(Namespace::Decider, word.to_string())],
            _ => vec![Meaning::Global(Namespace::Kind, word.to_string())],
        }
    }

    /// A name as a value: a symbol, a prop, or a person of a test.
    fn value(&self, file: FileId, node: &Node, word: &str) -> Vec<Meaning> {
        if node.kind() == CALL_EXPR || is_engine_function(word) {
            return match is_engine_function(word) || is_asked(word) {
                true => vec![Meaning::Engine(word.to_string())],
                false => self.atom(file, node, word),
            };
        }
        let symbol = || vec![Meaning::Symbol(word.to_string())];
        let prop = || vec![Meaning::PlacedProp(word.to_string())];
        let person = || match node.ancestors().find(|node| node.kind() == TEST_DECL) {
            Some(test) if people(&test).iter().any(|(name, _)| name == word) => {
                self.person(file, node, word.to_string())
            }
            _ => vec![],
        };
        match self.wanted(file, node) {
            wanted @ Some(Kind::Symbol | Kind::SymbolOf(_)) => {
                vec![self.symbol_meaning(wanted, word)]
            }
            Some(Kind::Prop | Kind::PropOf(_)) => prop(),
            Some(kind) if is_person(kind) => person(),
            wanted => {
                let person = person();
                if !person.is_empty() {
                    person
                } else if wanted == Some(Kind::Thing) || self.sets_with(word, file).is_empty() {
                    prop()
                } else {
                    symbol()
                }
            }
        }
    }

    /// A fact or define in a condition or effect.
    fn atom(&self, file: FileId, node: &Node, word: &str) -> Vec<Meaning> {
        let location = node.ancestors().find(|node| node.kind() == LOCATION_DECL);
        if let Some(location) = location {
            let mut meanings: Vec<Meaning> = vec![];
            for script in self.preferred(file, &location) {
                let fact = script
                    .owner(What::Fact, word)
                    .map(|script| Meaning::InScript {
                        what: What::Fact,
                        script,
                        name: word.to_string(),
                    });
                meanings.extend(fact.filter(|fact| !meanings.contains(fact)));
            }
            return meanings;
        }
        let Some(script) = self.script_around(file, node) else {
            return match is_asked(word) {
                true => vec![Meaning::Engine(word.to_string())],
                false => vec![],
            };
        };
        let what = match script.owner(What::Fact, word) {
            None if script.owner(What::Define, word).is_some() => What::Define,
            None if is_asked(word) => return vec![Meaning::Engine(word.to_string())],
            _ => What::Fact,
        };
        in_script_of(&script, what, word.to_string())
    }

    fn in_script(&self, file: FileId, node: &Node, what: What, name: String) -> Vec<Meaning> {
        match self.script_around(file, node) {
            Some(script) => in_script_of(&script, what, name),
            None => vec![],
        }
    }

    fn person(&self, file: FileId, node: &Node, name: String) -> Vec<Meaning> {
        let test = node.ancestors().find(|node| node.kind() == TEST_DECL);
        test.map(|test| Meaning::Person {
            test: test.place(file),
            name,
        })
        .into_iter()
        .collect()
    }
}

fn in_script_of(script: &ScriptNames, what: What, name: String) -> Vec<Meaning> {
    let owner = script.owner(what, &name).or_else(|| script.place());
    owner
        .map(|script| Meaning::InScript { what, script, name })
        .into_iter()
        .collect()
}

fn dot_name(word: &str) -> Meaning {
    let bare = word.trim_start_matches('.');
    if SIMPLE_ENGINE_NAMES.contains(&word) || matches!(bare, "any" | "state") {
        Meaning::Engine(word.to_string())
    } else {
        Meaning::Global(Namespace::Host, bare.to_string())
    }
}

fn branch(file: FileId, course: &Node, name: &str) -> Vec<Meaning> {
    vec![Meaning::Branch {
        course: course.place(file),
        name: name.to_string(),
    }]
}

/// A word in a rule of a grammar: one of its rules or symbols, else an action or a course.
fn in_grammar(file: FileId, part: &Node, name: &str) -> Vec<Meaning> {
    let grammar = part.ancestors().find(|node| node.kind() == GRAMMAR_DECL);
    let own = grammar.filter(|grammar| {
        let mut parts = grammar.children();
        parts.any(|part| {
            matches!(part.kind(), GRAMMAR_RULE | GRAMMAR_SYMBOL)
                && part.name(file).is_some_and(|(own, _)| own == name)
        })
    });
    match own {
        Some(grammar) => branch(file, &grammar, name),
        None if name == "nothing" => vec![Meaning::LanguageWord {
            word: name.to_string(),
            parent: GRAMMAR_PART,
        }],
        None => vec![Meaning::Global(Namespace::Action, name.to_string())],
    }
}

fn in_location(node: &Node) -> bool {
    node.ancestors().any(|node| node.kind() == LOCATION_DECL)
}

/// The first word of the part that a list of names stands in.
fn first_word(list: &Node) -> String {
    let words = list.parent().map(|part| part.words()).unwrap_or_default();
    words.into_iter().next().unwrap_or_default()
}

fn base_parameter(argument: &Node, name: String) -> Vec<Meaning> {
    let base = argument.parent().and_then(|based| based.child(NAME_REF));
    base.and_then(|base| base.word())
        .map(|script| Meaning::Parameter { script, name })
        .into_iter()
        .collect()
}

fn kind_meaning(word: String, node: &Node) -> Meaning {
    let in_template = node
        .parent()
        .is_some_and(|parent| parent.kind() == TEMPLATE_PARAMETER);
    let built_in = word == AREA || BUILT_IN.iter().any(|(name, _)| *name == word);
    if built_in || (in_template && matches!(word.as_str(), "role" | "action")) {
        Meaning::BuiltInKind(word)
    } else {
        Meaning::Global(Namespace::Kind, word)
    }
}

fn id_meaning(node: &Node, word: &str) -> Vec<Meaning> {
    let category = node.tokens().nth(1);
    let category = category.as_ref().map_or("", |token| token.text());
    match category {
        "symbol" => return vec![Meaning::Symbol(word.to_string())],
        "prop" => return vec![Meaning::PlacedProp(word.to_string())],
        _ => {}
    }
    let kind = DECLARATIONS
        .iter()
        .find(|kind| kind.category.is_some_and(|c| c.word() == category));
    match kind.and_then(|kind| kind.namespace) {
        Some(space) => vec![Meaning::Global(space, word.to_string())],
        None => vec![Meaning::Free(word.to_string())],
    }
}

/// The node whose variables are visible in a node.
pub(super) fn owner_of_variables(node: &Node) -> Option<Node> {
    node.ancestors().find(|node| {
        matches!(
            node.kind(),
            RULE | DEFINE_DECL
                | HOLD
                | PROPERTY_DECL
                | STEP
                | GIVEN
                | COURSE_DECL
                | OPERATOR_DECL
                | HOT_RULE
                | ERRAND_DECL
                | GOAL_DECL
                | GRAMMAR_SYMBOL
                | SNIPPET_DECL
                | TREE_DECL
                | QUERY_DECL
                | SKILL
        )
    })
}

/// The people of a test, each with the place of their first mention and their role.
pub(super) fn people(test: &Node) -> Vec<(String, Node)> {
    let mut people: Vec<(String, Node)> = vec![];
    let listed = test
        .children_of(PEOPLE)
        .flat_map(|list| list.children_of(PERSON).collect::<Vec<_>>())
        .filter_map(|person| Some((person.child(NAME)?.word()?, person)));
    let arrive = test
        .children_of(STEP)
        .filter(|step| step.words().iter().any(|word| word == "arrives"))
        .filter_map(|step| Some((step.child(NAME_REF)?.word()?, step)));
    for (name, node) in listed.collect::<Vec<_>>().into_iter().chain(arrive) {
        if !people.iter().any(|(other, _)| *other == name) {
            people.push((name, node));
        }
    }
    people
}

/// The name of the first call below a node.
pub(super) fn called(node: &Node) -> Option<String> {
    let call = node
        .children()
        .find(|node| matches!(node.kind(), CALL_EXPR | NAME_EXPR))?;
    call.child(NAME_REF)?.word()
}

/// The name a call calls; with its dot, if it has one.
pub(super) fn callee(call: &Node) -> Option<String> {
    match call.kind() {
        DOT_EXPR => Some(normalise(call.token(DOT_NAME)?.text())),
        DEFINE_DECL => None,
        _ => call.child(NAME_REF)?.word(),
    }
}
