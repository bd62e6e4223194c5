//! Completion in needs, layers, schedules and people.

use super::keywords::Keyword;
use super::{Completer, CompletionKind};
use crate::declaration::interaction::lower::PEOPLE_DO;
use crate::declaration::layer::grammar::is_verb;
use crate::declaration::layer::nodes::{FEELINGS, NOT_READY, TIME_TO_CHANGE};
use crate::declaration::measure::HEDGES;
use crate::declaration::network::grammar::ROWS;
use crate::names::Namespace;
use crate::syntax::*;
use townsfolk_module::mind::Interaction;
use townsfolk_module::trade::WEEKDAYS;

const NEED_PARTS: &[Keyword] = &[
    ("rises", "rises ${1:0} to ${2:1} in ${3:6} h"),
    ("falls", "falls ${1:1} to ${2:0} in ${3:15} min"),
    ("starts anywhere", "starts anywhere"),
    ("starts at", "starts at ${1:0.3}"),
    (
        "excited by",
        "excited by ${1:event} ${2:0.8} within ${3:20} m",
    ),
    ("calmed by", "calmed by ${1:event} ${2:0.5}"),
    ("stays", "stays"),
];

const LAYER_PARTS: &[Keyword] = &[
    ("includes", "includes $0"),
    ("needs", "needs $0"),
    ("concept", "concept ${1:name}"),
    ("flag", "flag ${1:name}"),
    ("test", "test ${1:name}: $0"),
    ("action", "action ${1:name}: $0"),
    ("all of", "all of $0"),
    ("any of", "any of $0"),
    ("ignores", "ignores $0"),
    ("inhibited by needs", "inhibited by needs ${1:0.3}"),
];

const PERSON_PARTS: &[Keyword] = &[
    ("is", "is $0"),
    ("mind", "mind $0"),
    ("follows", "follows $0"),
    ("persona", "persona $0"),
    ("mood", "mood valence ${1:0.5}, arousal ${2:0.5}"),
    ("attractive", "attractive ${1:0.7}"),
    ("talks of", "talks of $0"),
    ("knows about", "knows about ${1:name} \"${2:text}\""),
    ("feels for", "feels for ${1:name} like ${2:0.8}"),
    ("remembers", "remembers ${1:64} events"),
    ("gossips", "gossips chance ${1:0.5}"),
    ("has temper", "has temper $0"),
    ("has", "has .${1:attribute} = ${2:value}"),
    ("belongs to", "belongs to $0"),
];

const PLAN_PARTS: &[Keyword] = &[
    (
        "street",
        "street ${1:area} from ${2:0} m, ${3:0} m to ${4:60} m, ${5:6} m",
    ),
    (
        "square",
        "square ${1:area} from ${2:0} m, ${3:0} m to ${4:30} m, ${5:30} m",
    ),
    (
        "room",
        "room ${1:area} from ${2:0} m, ${3:0} m to ${4:8} m, ${5:8} m",
    ),
    ("door", "door ${1:area} to ${2:area}"),
    ("stairs", "stairs ${1:area} to ${2:area}"),
    ("window", "window ${1:area} to ${2:area}"),
    (
        "place",
        "place ${1:location} in ${2:area} at ${3:2} m, ${4:2} m",
    ),
    (
        "wall",
        "wall from ${1:3} m, ${2:4} m to ${3:9} m, ${4:4.4} m high ${5:3} m",
    ),
    (
        "cover",
        "cover from ${1:3} m, ${2:8} m to ${3:6} m, ${4:8.5} m high ${5:1.1} m",
    ),
    (
        "light",
        "light ${1:20}% from ${2:0} m, ${3:0} m to ${4:6} m, ${5:6} m",
    ),
    (
        "zone",
        "zone ${1:name} from ${2:0} m, ${3:0} m to ${4:12} m, ${5:12} m",
    ),
    (
        "route",
        "route ${1:name}: ${2:2} m, ${3:3} m, pause ${4:3} s, ${5:8} m, ${6:3} m",
    ),
];

/// The options of walls and cover.
const OBSTACLE_OPTIONS: &[Keyword] = &[("high", "high ${1:1.1} m"), ("floor", "floor ${1:1}")];

const DOOR_OPTIONS: &[Keyword] = &[
    ("wide", "wide ${1:1.2} m"),
    ("open", "open ${1:8:00}..${2:18:00}"),
    ("admits", "admits $0"),
    ("private", "private"),
    ("key", "key $0"),
];

const MERCHANT_PARTS: &[Keyword] = &[
    (
        "goods",
        "goods ${1:apples} arrive ${2:12} per h, go ${3:14} per h",
    ),
    ("on day", "on day ${1:12} ${2:apples} are taken"),
    (
        "on monday at",
        "on monday at ${1:6:00} ${2:apples} up to ${3:50}",
    ),
    (
        "every day at",
        "every day at ${1:6:00} ${2:apples} up to ${3:50}",
    ),
    (
        "about every",
        "about every ${1:3} days ${2:apples} ${3:20} more",
    ),
];

const GOODS_OPTIONS: &[Keyword] = &[
    ("arrive", "arrive ${1:12} per h"),
    ("go", "go ${1:14} per h"),
    ("batch of", "batch of ${1:25}"),
    ("reserve", "reserve ${1:4}"),
    ("at most", "at most ${1:200}"),
    ("at least", "at least ${1:3} at first"),
];

const TEMPER_PARTS: &[Keyword] = &[
    ("cools down in", "cools down in ${1:3} h"),
    ("forgives in", "forgives in ${1:48} h"),
    ("grows apart in", "grows apart in ${1:720} h"),
    ("tires of", "tires of ${1:anything} in ${2:20} min"),
    ("whims", "whims ${1:0.05}"),
    ("speaks within", "speaks within ${1:6} m"),
    ("heard within", "heard within ${1:8} m"),
    ("pauses", "pauses ${1:5}..${2:20} s"),
    ("seeks company every", "seeks company every ${1:5} s"),
    (
        "looks round",
        "looks round every ${1:10} s within ${2:30} m",
    ),
];

const INTERACTION_PARTS: &[Keyword] = &[
    ("to other", "to other ${1:like} ${2:0.05}"),
    ("to oneself", "to oneself ${1:valence} ${2:0.05}"),
    ("to witnesses", "to witnesses ${1:like} ${2:-0.05}"),
];

const FEELINGS_FOR: [&str; 5] = ["like", "attraction", "dominance", "intimacy", "interest"];

const DEEDS: &[Keyword] = &[
    ("do", "do $0"),
    ("satisfy", "satisfy $0"),
    ("use", "use ${1:kind} as ${2:guest}"),
    ("use my", "use my ${1:prop} as ${2:guest}"),
    ("take", "take $0"),
    ("go to", "go to $0"),
    ("mingle", "mingle"),
    ("mingle here", "mingle here"),
];

const TESTS: &[Keyword] = &[
    ("carries", "carries $0"),
    ("free", "free $0"),
    ("present", "present $0"),
    ("not in", "not in $0"),
    ("not at work", "not at work"),
];

const ACTION_OPTIONS: &[Keyword] = &[
    ("begun sets", "begun sets $0"),
    ("begun clears", "begun clears $0"),
    ("done sets", "done sets $0"),
    ("done clears", "done clears $0"),
    ("offered as", "offered as $0"),
    ("at", "at $0"),
];

impl Completer<'_, '_> {
    /// Offers completions at the cursor in a mind; `false` if the cursor is not in one.
    pub(super) fn in_mind(&mut self) -> bool {
        let site = self.site;
        let around = site.around(&[
            AREA_DECL,
            NEED_DECL,
            LAYER_DECL,
            SCHEDULE_DECL,
            PERSONA_DECL,
            PERSON_DECL,
            TEMPER_DECL,
            INTERACTION_DECL,
            NETWORK_DECL,
            PLAN_DECL,
            FACET_DECL,
            KNOWLEDGE_DECL,
            MERCHANT_DECL,
        ]);
        let Some(around) = around else {
            return false;
        };
        let kind = around.node.kind();
        if site.indent.is_some() && site.last() != "," {
            let declarations = site.indent == Some(0);
            if declarations {
                self.declarations();
            }
            match kind {
                NEED_DECL => self.keywords(NEED_PARTS, NEED_PART),
                LAYER_DECL => {
                    self.keywords(LAYER_PARTS, LINK);
                    self.nodes(true);
                }
                PERSON_DECL => self.keywords(PERSON_PARTS, PERSON_PART),
                TEMPER_DECL => self.keywords(TEMPER_PARTS, TEMPER_PART),
                INTERACTION_DECL => self.keywords(INTERACTION_PARTS, INTERACTION_PART),
                NETWORK_DECL => self.words(&ROWS, NETWORK_PART),
                PLAN_DECL => self.keywords(PLAN_PARTS, PLAN_PART),
                FACET_DECL => self.facet_parts(),
                KNOWLEDGE_DECL => self.knowledge_parts(),
                MERCHANT_DECL => self.keywords(MERCHANT_PARTS, GOODS),
                _ => {}
            }
            if !declarations {
                self.declarations();
            }
            return true;
        }
        let line = site.line();
        let first = line.first().copied().unwrap_or_default();
        match kind {
            AREA_DECL => match (line.as_slice(), site.last()) {
                (_, "in") => self.named(Namespace::Area),
                ([_, _], _) => self.keywords(&[("in", "in $0")], AREA_DECL),
                _ => {}
            },
            NEED_DECL => match (first, site.last()) {
                ("rises" | "falls", "rises" | "falls") => self.words(&["by itself"], NEED_PART),
                (_, "starts") => self.words(&["anywhere", "at"], NEED_PART),
                (_, "excited" | "calmed") => self.words(&["by"], NEED_PART),
                _ => {}
            },
            LAYER_DECL => self.in_layer(&line),
            SCHEDULE_DECL => match site.last() {
                "at" => self.named(Namespace::Area),
                "as" => self.roles(),
                _ if line.contains(&"as") => {
                    let options = [
                        ("waits up to", "waits up to ${1:30} min"),
                        ("urgent from", "urgent from ${1:20} min leaving at ${2:0.7}"),
                        (
                            "meets friends",
                            "meets friends liked ${1:0.6} within ${2:30} min",
                        ),
                    ];
                    self.keywords(&options, FLAG);
                }
                _ => {}
            },
            PERSONA_DECL => self.words(&["neurotic", "extrovert"], MEASURE),
            TEMPER_DECL => self.in_temper(),
            INTERACTION_DECL => self.in_interaction(&line),
            NETWORK_DECL => {}
            PLAN_DECL => self.in_plan(first),
            FACET_DECL => self.in_facet(first),
            KNOWLEDGE_DECL => self.in_knowledge(first),
            PERSON_DECL if first == "has" && site.last() != "temper" => self.in_has(),
            MERCHANT_DECL => self.in_merchant(first),
            _ => self.in_person(first, &line),
        }
        true
    }

    fn in_merchant(&mut self, first: &str) {
        match (first, self.site.last()) {
            ("merchant", "at") => {
                self.named(Namespace::Area);
                self.named(Namespace::Location);
            }
            ("merchant", last) if last != "merchant" => {
                self.keywords(&[("at", "at $0")], MERCHANT_DECL);
            }
            ("goods", last) if last != "goods" => self.keywords(GOODS_OPTIONS, FLAG),
            ("on", "on") => self.words(&WEEKDAYS, STOCK_EVENT),
            _ => {}
        }
    }

    fn in_layer(&mut self, line: &[&str]) {
        let last = self.site.last();
        let first = line.first().copied().unwrap_or_default();
        let verb = line.iter().any(|word| is_verb(word));
        match (first, last) {
            ("layer" | "concept" | "flag", _) if !verb => {}
            ("needs", _) => self.named(Namespace::Need),
            ("includes", _) => self.named(Namespace::Layer),
            (_, "do") => {
                self.action_names();
                self.course_names();
            }
            (_, "satisfy") => self.named(Namespace::Need),
            (_, "use" | "take" | "carries" | "free") => self.prop_kinds(),
            (_, "present") => self.roles(),
            (_, "to") => {
                self.words(&["work"], DEED);
                self.named(Namespace::Area);
            }
            (_, "sets" | "clears") => self.nodes(false),
            ("test", "in") => self.named(Namespace::Area),
            ("test", ":") => {
                self.keywords(TESTS, TEST_NODE);
                self.host_names(|_, _| true);
            }
            ("action", ":") => self.keywords(DEEDS, DEED),
            ("action", ",") => self.keywords(ACTION_OPTIONS, FLAG),
            ("action", "at") => self.nodes(false),
            ("action", "by") => self.words(&["company"], DEED),
            ("ignores", "ignores" | "in") => self.nodes(false),
            ("ignores", _) => {
                self.keywords(&[("below", "below ${1:0.9}"), ("in", "in $0")], IGNORES);
            }
            ("action" | "test", _) if !verb => {}
            (_, "by") => self.hedges(),
            (_, "above") => {}
            (_, last) if is_verb(last) || last == "," || last == "of" => self.nodes(!verb),
            _ if verb => {
                self.keywords(&[("by", "by ${1:0.5}"), ("above", "above ${1:0.6}")], LINK);
                self.hedges();
            }
            _ => self.words(&["drives", "inhibits"], LINK),
        }
    }

    fn hedges(&mut self) {
        let words: Vec<&str> = HEDGES.iter().map(|(word, _)| *word).collect();
        self.words(&words, WEIGHT);
    }

    fn in_person(&mut self, first: &str, line: &[&str]) {
        match (first, self.site.last()) {
            ("is", _) => self.roles(),
            (_, "mind" | "with") => self.named(Namespace::Layer),
            ("mind", _) if !line.contains(&"travels") => {
                self.keywords(&[("travels with", "travels with $0")], PERSON_PART);
            }
            (_, "follows") => self.named(Namespace::Schedule),
            (_, "persona") => {
                self.named(Namespace::Persona);
                self.words(&["neurotic", "extrovert"], MEASURE);
            }
            (_, "about" | "for") => self.named(Namespace::Person),
            ("persona", ",") => self.words(&["neurotic", "extrovert"], MEASURE),
            ("mood", _) => self.words(&["valence", "arousal"], MEASURE),
            ("feels", _) => self.words(&FEELINGS_FOR, MEASURE),
            (_, "temper") => self.named(Namespace::Temper),
            ("gossips", _) => self.words(&["chance", "like", "trust", "hops"], MEASURE),
            ("remembers", _) => self.words(&["events", "sightings", "tidings"], MEASURE),
            _ => {}
        }
    }

    fn in_plan(&mut self, first: &str) {
        let last = self.site.last();
        match (first, last) {
            ("place", "place") => self.named(Namespace::Location),
            ("place", "in") => self.named(Namespace::Area),
            (_, "admits") => self.roles(),
            ("wall" | "cover", "wall" | "cover") => self.words(&["from"], PLAN_PART),
            ("wall" | "cover", "m") => self.keywords(OBSTACLE_OPTIONS, PLAN_PART),
            ("route", ",") => self.keywords(&[("pause", "pause ${1:3} s")], FLAG),
            ("light" | "zone" | "route" | "wall" | "cover", _) => {}
            (first, last) if first == last => self.named(Namespace::Area),
            ("door" | "stairs" | "window", "to") => self.named(Namespace::Area),
            ("door", _) => self.keywords(DOOR_OPTIONS, FLAG),
            _ => {}
        }
    }

    fn in_temper(&mut self) {
        if self.site.last() == "of" {
            let names = PEOPLE_DO.map(|what| what.name());
            self.words(&names, TEMPER_PART);
            self.words(&["anything"], TEMPER_PART);
        }
    }

    fn in_interaction(&mut self, line: &[&str]) {
        match self.site.last() {
            "interaction" => {
                self.words(&Interaction::DONE.map(|what| what.name()), INTERACTION_DECL)
            }
            "to" => self.words(&["other", "oneself", "witnesses"], INTERACTION_PART),
            "if" | "not" => self.words(&["attracted", "submissive", "shared"], FLAG),
            "other" | "oneself" | "witnesses" | "," => {
                self.words(&["valence", "arousal"], MEASURE);
                self.words(&FEELINGS_FOR, MEASURE);
            }
            _ if line.len() > 3 => self.words(&["if"], INTERACTION_PART),
            _ => {}
        }
    }

    /// Offers the nodes that the layer around the cursor can refer to.
    fn nodes(&mut self, sources: bool) {
        let Some(layer) = self.site.around(&[LAYER_DECL]) else {
            return;
        };
        for name in self.reader.nodes_in_sight(layer.file, &layer.node) {
            self.offer(&name, CompletionKind::Node, None);
        }
        self.offer(NOT_READY, CompletionKind::Node, None);
        if sources {
            self.offer(TIME_TO_CHANGE, CompletionKind::Node, None);
            for (name, _) in FEELINGS {
                self.offer(name, CompletionKind::Node, None);
            }
        }
    }

    /// Offers the declarations of a namespace of minds.
    pub(super) fn named(&mut self, space: Namespace) {
        let kind = match space {
            Namespace::Area => CompletionKind::Area,
            Namespace::Location => CompletionKind::Location,
            Namespace::Need => CompletionKind::Need,
            Namespace::Layer => CompletionKind::Layer,
            Namespace::Schedule => CompletionKind::Schedule,
            Namespace::Persona => CompletionKind::Persona,
            Namespace::Temper => CompletionKind::Temper,
            _ => CompletionKind::Person,
        };
        for declaration in self.reader.all(space, self.site.file) {
            let located = self.reader.node_of(declaration);
            let node = located.as_ref().map(|located| &located.node);
            self.offer(&declaration.name, kind, node);
        }
    }
}
