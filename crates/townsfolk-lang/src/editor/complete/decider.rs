//! Completion in ways to decide: rules, referents, errands, days, goals, operators, grammars, snippets,
//! trees and queries. One table says what can stand where.

use super::keywords::Keyword;
use super::{Completer, CompletionKind};
use crate::names::Namespace;
use crate::syntax::{SyntaxKind, *};
use townsfolk_core::{Kind, Urgency};

/// What is offered at a place.
#[derive(Clone, Copy)]
enum Offer {
    /// Words of the language, with the text that is inserted.
    Words(&'static [Keyword]),
    /// The words of the ladder.
    Urgencies,
    /// The beginning of a condition, or one side of a comparison.
    Condition,
    /// Actions and courses.
    Deeds,
    /// Attributes that content can set, or one side of an assignment.
    Writes,
    /// Values that are numbers.
    Numbers,
    /// Names of attributes without their dots.
    AttributeNames,
    /// Declarations of a kind.
    Declared(SyntaxKind),
    /// Roles.
    Roles,
    /// Tags of locations.
    Tags,
    /// Rules and symbols of the grammar.
    Symbols,
    /// Referents of the set.
    Referents,
    /// Predicates of the set, and the words before one.
    Terms,
    /// Props and values of attributes.
    Objects,
    /// What can stand on the next line.
    Next,
}

use Offer::{
    AttributeNames, Condition, Declared, Deeds, Next, Numbers, Objects, Referents, Roles, Symbols,
    Tags, Terms, Urgencies, Words, Writes,
};

/// A place before which certain words stand.
struct Spot {
    /// The words that open the declaration.
    of: &'static [&'static str],
    /// The words that begin the clause.
    clause: &'static [&'static str],
    /// The last words before the cursor; any, if there are none.
    after: &'static [&'static str],
    offers: &'static [Offer],
}

const fn spot(
    of: &'static [&'static str],
    clause: &'static [&'static str],
    after: &'static [&'static str],
    offers: &'static [Offer],
) -> Spot {
    Spot {
        of,
        clause,
        after,
        offers,
    }
}

/// Stands for any number before the cursor.
const NUMBER_BEFORE: &str = "#number";
/// Stands for any time of day before the cursor.
const CLOCK_BEFORE: &str = "#clock";

const LADDER: &[Keyword] = &[("as", "as $0")];
const RATINGS: &[&str] = &["snippet", "tree", "query"];
const PLANS: &[&str] = &["goal", "operator"];
const WITH_ATTRIBUTES: &[&str] = &[
    "rules", "errand", "goal", "operator", "grammar", "snippet", "tree", "query",
];

/// The first spot that fits says what is offered.
#[rustfmt::skip]
const SPOTS: &[Spot] = &[
    // Everywhere.
    spot(&["grammar"], &["keep"], &["keep", ","], &[Symbols]),
    spot(&["grammar"], &["keep"], &["near", "over"], &[]),
    spot(&["grammar"], &["keep"], &["%", NUMBER_BEFORE], &[Words(&[("over", "over ${1:200}")]), Next]),
    spot(&["grammar"], &["keep"], &[], &[Words(&[("near", "near ${1:5}%")])]),
    spot(WITH_ATTRIBUTES, &["when", "unless", "keep", "if"], &[], &[Condition]),
    // Hot rules.
    spot(&["rules"], &["rules"], &["rules"], &[]),
    spot(&["rules"], &["rules"], &["as"], &[Urgencies]),
    spot(&["rules"], &["rules"], &["of"], &[Words(&[("world", "world")])]),
    spot(&["rules"], &["rules"], &[], &[Words(&[("as", "as $0"), ("of world", "of world")]), Next]),
    spot(&["rules"], &["subset", "rule"], &["subset", "rule", "priority"], &[]),
    spot(&["rules"], &["rule"], &[], &[Words(&[("priority", "priority ${1:2}")]), Next]),
    spot(&["rules"], &["do"], &["do", "or", NUMBER_BEFORE], &[Deeds]),
    spot(&["rules"], &["do"], &["with", ",", "="], &[Deeds]),
    spot(&["rules"], &["do"], &[], &[Words(&[("or", "or $0"), ("with", "with $0")]), Next]),
    spot(&["rules"], &["again"], &["again"], &[Words(&[("after", "after ${1:20 s}")])]),
    spot(&["rules"], &["again"], &["after"], &[]),
    // Referents.
    spot(&["referents"], &["referents"], &["referents", ":"], &[]),
    spot(&["referents"], &["referents"], &["is", ","], &[Declared(REFERENTS_DECL)]),
    spot(&["referents"], &["referents"], &[], &[Words(&[("is", "is $0")]), Next]),
    spot(&["referents"], &["notices"], &["notices"], &[Words(&[("moving", "moving ${1:60}%"), ("still", "still ${1:15}%")])]),
    spot(&["referents"], &["sight", "attention", "notices", "distracted", "remembers", "every"], &["sight", "attention", "moving", "still", "distracted", "remembers", "every"], &[]),
    spot(&["referents"], &["sight"], &[], &[Words(&[("when", "when $0")]), Next]),
    spot(&["referents"], &["sense", "feel"], &["sense", "feel"], &[Terms]),
    spot(&["referents"], &["sense", "feel"], &["within", "for"], &[]),
    spot(&["referents"], &["sense", "feel"], &["unseen"], &[Words(&[("for", "for ${1:5 s}")])]),
    spot(&["referents"], &["sense", "feel"], &[], &[Words(&[("within", "within ${1:8 m}"), ("when", "when $0"), ("moving", "moving"), ("unseen for", "unseen for ${1:5 s}")]), Next]),
    spot(&["referents"], &["notice"], &["notice"], &[Referents]),
    spot(&["referents"], &["notice"], &["among"], &[Roles]),
    spot(&["referents"], &["notice"], &["within", "after"], &[]),
    spot(&["referents"], &["notice"], &["forget"], &[Words(&[("after", "after ${1:30 s}")])]),
    spot(&["referents"], &["notice"], &[], &[Words(&[("among", "among $0"), ("within", "within ${1:20 m}"), ("forget after", "forget after ${1:30 s}"), ("when", "when $0")]), Next]),
    spot(&["referents"], &["bind"], &["bind"], &[Referents]),
    spot(&["referents"], &["bind"], &["to"], &[Objects]),
    spot(&["referents"], &["bind"], &[], &[Words(&[("to", "to $0")]), Next]),
    spot(&["referents"], &["share"], &["share", "with"], &[Referents]),
    spot(&["referents"], &["share"], &["within"], &[]),
    spot(&["referents"], &["share"], &[], &[Words(&[("with", "with $0"), ("within", "within ${1:15 m}")]), Next]),
    spot(&["referents"], &["want"], &["to"], &[Words(&[("know", "know $0")])]),
    spot(&["referents"], &["want"], &["want", ",", "know", "not", "known", "unknown"], &[Terms, Words(&[("to know", "to know $0")])]),
    spot(&["referents"], &["achieve", "to"], &["to"], &[Words(&[("know", "know $0")])]),
    spot(&["referents"], &["achieve", "to"], &["achieve", "know", "by", ",", "not", "known", "unknown"], &[Terms]),
    spot(&["referents"], &["achieve", "to"], &[], &[Words(&[("do", "do $0"), ("by", "by $0"), ("when", "when $0")]), Next]),
    spot(&["referents"], &["want"], &[], &[Words(&[("when", "when $0")]), Next]),
    spot(&["referents"], &["do"], &["do"], &[Deeds]),
    spot(&["referents"], &["do"], &[], &[Words(&[("when", "when $0"), ("with", "with $0")]), Next]),
    spot(&["referents"], &["situation"], &["situation"], &[]),
    spot(&["referents"], &["situation"], &["as"], &[Urgencies]),
    spot(&["referents"], &["situation"], &[], &[Words(&[("as", "as $0"), ("fighting", "fighting"), ("when", "when $0"), ("until", "until $0")]), Next]),
    spot(&["referents"], &["when", "until", "if"], &["when", "until", "if", ",", "not", "known", "unknown"], &[Terms]),
    spot(&["referents"], &["when"], &[], &[Words(&[("until", "until $0")]), Next]),
    // Errands and days.
    spot(&["errand"], &["errand"], &["errand"], &[]),
    spot(&["errand"], &["needs"], &["needs"], &[Words(&[("open place serving", "open place serving ${1:tag}, nearest"), ("own place serving", "own place serving $0")])]),
    spot(&["errand"], &["needs"], &["open", "own"], &[Words(&[("place serving", "place serving $0")])]),
    spot(&["errand"], &["needs"], &["place"], &[Words(&[("serving", "serving $0")])]),
    spot(&["errand"], &["needs"], &["serving"], &[Tags]),
    spot(&["errand"], &["needs"], &[","], &[Words(&[("nearest", "nearest")])]),
    spot(&["errand"], &["step"], &["step"], &[Words(&[("go", "go"), ("do", "do $0"), ("wait", "wait ${1:5 min}"), ("set", "set .$0")])]),
    spot(&["errand"], &["step", "do"], &["wait", "for"], &[]),
    spot(&["errand"], &["do"], &["do"], &[Deeds]),
    spot(&["errand"], &["do"], &[], &[Words(&[("for", "for ${1:5..8 min}"), ("with", "with $0")]), Next]),
    spot(&["errand"], &["set"], &[], &[Writes]),
    spot(&["daily"], &["daily"], &["daily"], &[]),
    spot(&["daily"], &["daily"], &["as"], &[Urgencies]),
    spot(&["daily"], &["daily", "at", "jitter", "grace"], &[CLOCK_BEFORE, ","], &[Declared(ERRAND_DECL)]),
    spot(&["daily"], &["daily", "at", "jitter", "grace"], &["..", "at", "jitter", "grace"], &[]),
    spot(&["daily"], &["at"], &["with"], &[Words(&[("50%", "${1:50}%")])]),
    spot(&["daily"], &["at"], &[], &[Words(&[("with", "with ${1:50}%")]), Next]),
    // Goals and operators.
    spot(PLANS, &["goal", "operator"], &["goal", "operator"], &[]),
    spot(&["goal", "daily"], &["goal", "daily"], &["as"], &[Urgencies]),
    spot(&["goal", "daily"], &["goal", "daily"], &[], &[Words(LADDER), Next]),
    spot(PLANS, &["makes"], &[], &[Writes]),
    spot(PLANS, &["do"], &["do"], &[Deeds]),
    spot(PLANS, &["cost"], &["cost"], &[]),
    // Grammars.
    spot(&["grammar"], &["weights"], &["weights"], &[Words(&[("from", "from $0")])]),
    spot(&["grammar"], &["weights"], &["from", ",", "+", "-", "*"], &[Numbers]),
    spot(&["grammar"], &["weights"], &["at"], &[Words(&[("least", "least ${1:0.001}"), ("every choice", "every choice")])]),
    spot(&["grammar"], &["weights"], &["softmax", "least"], &[]),
    spot(&["grammar"], &["weights"], &[], &[Words(&[("linear", "linear"), ("squared", "squared"), ("cubed", "cubed"), ("softmax", "softmax ${1:0.2}"), ("at least", "at least ${1:0.001}"), ("at every choice", "at every choice")]), Next]),
    spot(&["grammar"], &["do"], &["do"], &[Deeds]),
    spot(&["grammar"], &["do"], &[], &[Words(&[("when", "when $0"), ("with", "with $0")]), Next]),
    spot(&["grammar"], &["grammar"], &["grammar"], &[]),
    spot(&["grammar"], &["grammar"], &["as"], &[Urgencies]),
    spot(&["grammar"], &["grammar", "start"], &[":", ",", "or", NUMBER_BEFORE, "%"], &[Symbols, Deeds, Words(&[("nothing", "nothing"), ("do", "do $0")])]),
    spot(&["grammar"], &["start"], &["start"], &[]),
    spot(&["grammar"], &["start"], &[], &[Words(&[("or", "or $0"), ("with", "with ${1:50}%"), ("weights from", "weights from $0")]), Next]),
    spot(&["grammar"], &["grammar"], &[], &[Words(&[("as", "as $0"), ("endless", "endless")]), Next]),
    // Snippets, trees and queries.
    spot(RATINGS, &["snippet", "tree", "query"], &["snippet", "tree", "query", "every", "within", "from"], &[]),
    spot(&["snippet"], &["snippet"], &["class"], &[Words(&[("movement", "movement"), ("basic", "basic"), ("offensive", "offensive"), ("support", "support"), ("reaction", "reaction"), ("safety", "safety")])]),
    spot(&["snippet"], &["snippet"], &["as"], &[Urgencies]),
    spot(&["snippet"], &["snippet"], &["requires", ","], &[Roles]),
    spot(&["snippet"], &["snippet"], &[], &[Words(&[("class", "class $0"), ("from", "from $0"), ("requires", "requires $0"), ("as", "as $0"), ("every", "every ${1:0.5 s}"), ("passive", "passive"), ("interrupts", "interrupts")]), Next]),
    spot(&["query"], &["query"], &["of"], &[Roles, Words(&[("everyone", "everyone")])]),
    spot(RATINGS, &["among"], &["among"], &[Declared(QUERY_DECL), Roles, Words(&[("everyone", "everyone"), ("me", "me")])]),
    spot(RATINGS, &["among", "query"], &["and"], &[Words(&[("me", "me")])]),
    spot(RATINGS, &["among", "query"], &["as"], &[Words(&[("It", "It")])]),
    spot(RATINGS, &["among"], &["within"], &[]),
    spot(&["query"], &["query"], &[], &[Words(&[("of", "of $0"), ("from", "from ${1:cover} within ${2:25 m}"), ("within", "within ${1:20 m}"), ("as It", "as It"), ("and me", "and me")]), Next]),
    spot(RATINGS, &["among"], &[], &[Words(&[("within", "within ${1:20 m}"), ("as It", "as It"), ("and me", "and me")]), Next]),
    spot(RATINGS, &["score", "and", "or"], &["score", "and", "or"], &[Words(&[("by", "by ${1:distance(.me, It)} ${2:3 m}: ${3:10}, ${4:20 m}: ${5:0}")]), Numbers]),
    spot(RATINGS, &["score", "and", "or"], &["by"], &[Numbers]),
    spot(RATINGS, &["score", "and", "or"], &[","], &[Words(&[("and", "and ${1:10} if $0"), ("or", "or ${1:10} if $0")])]),
    spot(RATINGS, &["score", "and", "or"], &[], &[Words(&[("if", "if $0")]), Next]),
    spot(RATINGS, &["rated"], &["rated"], &[Words(&[("by", "by $0")])]),
    spot(RATINGS, &["rated"], &["by"], &[Declared(TREE_DECL)]),
    spot(RATINGS, &["tether"], &["tether"], &[Numbers]),
    spot(RATINGS, &["tether"], &["beyond", "until"], &[]),
    spot(RATINGS, &["tether"], &[], &[Words(&[("beyond", "beyond ${1:20 m}"), ("until", "until ${1:10 m}")]), Next]),
    spot(RATINGS, &["cost"], &["cost", ","], &[]),
    spot(RATINGS, &["cost"], &[NUMBER_BEFORE], &[AttributeNames]),
    spot(RATINGS, &["do"], &["do", ","], &[Deeds]),
    spot(RATINGS, &["do"], &[], &[Words(&[("with", "with $0")]), Next]),
];

/// The words that open a way to decide.
pub(super) const OPENERS: &[&str] = &[
    "rules",
    "referents",
    "errand",
    "daily",
    "goal",
    "operator",
    "grammar",
    "snippet",
    "tree",
    "query",
];

impl Completer<'_, '_> {
    /// Offers completions at the cursor in a way to decide; `false` if the cursor is in none.
    pub(super) fn in_decider(&mut self) -> bool {
        let site = self.site;
        let opened = site.opened_by();
        if !site.in_decider() {
            return false;
        }
        let goes_on = site.last() == "," || site.follows_operator();
        if site.indent.is_some() && !goes_on {
            self.next();
            return true;
        }
        // The parameters of an action are completed as everywhere.
        if matches!(site.last(), "with" | "=") && site.head() == "do" {
            return false;
        }
        let heads: Vec<&str> = heads_of(opened).collect();
        let clause = site.clause(&heads);
        let offers = self.offers_at(opened, clause);
        match offers {
            Some(offers) => offers.iter().for_each(|offer| self.give(*offer)),
            None => self.next(),
        }
        true
    }

    fn offers_at(&self, opened: &str, clause: &str) -> Option<&'static [Offer]> {
        let site = self.site;
        let stands = match site.last_kind() {
            NUMBER | IDENT if self.follows_number() => NUMBER_BEFORE,
            CLOCK => CLOCK_BEFORE,
            _ => "",
        };
        let line = site.line();
        let clause = match (opened, clause) {
            // A rule of a grammar begins with its name, and its words with its colon.
            ("grammar", _) if line.contains(&":") || line.first() == Some(&"or") => {
                let words = ["when", "do", "weights"];
                let word = words.into_iter().find(|word| line.contains(word));
                word.unwrap_or("start")
            }
            // A rule of referents begins with the predicate that it makes true.
            ("referents", _) if is_rule_head(&line) => {
                return Some(&[Words(&[("if", "if $0")])]);
            }
            ("referents", "when") if site.around(&[SENSE, NOTICE, LIMIT]).is_some() => {
                return Some(&[Condition]);
            }
            _ => clause,
        };
        let fits = |spot: &&Spot| {
            spot.of.contains(&opened)
                && spot.clause.contains(&clause)
                && (spot.after.is_empty()
                    || spot.after.contains(&site.last())
                    || spot.after.contains(&stands))
        };
        SPOTS.iter().find(fits).map(|spot| spot.offers)
    }

    /// Whether a number, perhaps with a unit, stands before the cursor.
    fn follows_number(&self) -> bool {
        let number = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
        let unit = crate::declaration::grammar::UNITS.contains(&self.site.last());
        number(self.site.last()) || unit && number(self.site.back(1))
    }

    fn give(&mut self, offer: Offer) {
        match offer {
            Words(words) => self.keywords(words, around(self.site.opened_by())),
            Urgencies => self.words(&Urgency::ALL.map(Urgency::name), FLAG),
            Condition if self.site.follows_operator() => self.other_side(),
            Condition => self.decider_condition(),
            Deeds => self.deeds(),
            Writes if self.site.follows_operator() => self.other_side(),
            Writes if self.begins_write() => {
                self.attributes();
                self.words(&["not"], LITERAL);
            }
            Writes | Next => self.next(),
            Numbers => self.values(Some(Kind::Number), false),
            AttributeNames => self.host_names_plain(),
            Declared(node) => self.declared_deciders(node),
            Roles => self.roles(),
            Tags => self.tags(),
            Symbols => self.grammar_symbols(),
            Referents => self.referent_names(),
            Terms => self.terms(),
            Objects => {
                self.props(None);
                self.values(Some(Kind::Thing), false);
            }
        }
    }

    fn begins_write(&self) -> bool {
        matches!(self.site.last(), "set" | "makes" | "," | "not")
    }

    /// The beginning of a condition over attributes, or the next part behind a whole one.
    pub(super) fn decider_condition(&mut self) {
        let begins = ["when", "unless", "keep", "if", ",", "not"].contains(&self.site.last());
        if !begins {
            return self.next();
        }
        if self.site.last() != "not" {
            self.words(&["not"], LITERAL);
        }
        self.host_names(|_, _| true);
        self.variables(None);
        let scores = self.site.line().first() == Some(&"score");
        if scores && self.site.last() == "," {
            let more = [("and", "and ${1:10} if $0"), ("or", "or ${1:10} if $0")];
            self.keywords(&more, SCORE);
        }
        if self.site.last() != "not" {
            let engine = CompletionKind::Engine;
            self.word("distance", "distance(.me, ${1:It})", CALL_EXPR, engine);
        }
    }

    /// The declarations of ways to decide that are of a kind.
    fn declared_deciders(&mut self, node: SyntaxKind) {
        self.globals(Namespace::Decider, &[node], CompletionKind::Decider);
        let own = self.site.around(&[node]);
        let own = own.and_then(|own| own.node.name(own.file));
        if let Some((own, _)) = own {
            self.items.retain(|item| item.label != own);
        }
    }

    /// Everything that a role can think with.
    pub(super) fn ways_to_decide(&mut self) {
        let ways = [
            RULES_DECL,
            REFERENTS_DECL,
            DAILY_DECL,
            GOAL_DECL,
            GRAMMAR_DECL,
            SNIPPET_DECL,
            SKILLS_DECL,
        ];
        self.globals(Namespace::Decider, &ways, CompletionKind::Decider);
    }

    fn tags(&mut self) {
        for tag in self.reader.tags(self.site.file) {
            self.offer(&tag, CompletionKind::Symbol, None);
        }
    }

    /// The rules and symbols of the grammar around the cursor.
    pub(super) fn grammar_symbols(&mut self) {
        let Some(grammar) = self.site.around(&[GRAMMAR_DECL]) else {
            return;
        };
        for part in grammar.node.children() {
            let is_own = matches!(part.kind(), GRAMMAR_RULE | GRAMMAR_SYMBOL);
            let name = part.name(grammar.file).map(|(name, _)| name);
            if let Some(name) = name.filter(|_| is_own) {
                self.offer(&name, CompletionKind::Rule, Some(&part));
            }
        }
    }

    /// The referents of the set around the cursor, and of those it builds on.
    pub(super) fn referent_names(&mut self) {
        let Some(set) = self.site.around(&[REFERENTS_DECL]) else {
            return;
        };
        for (name, node) in self.reader.referents(&set) {
            self.offer(&name, CompletionKind::Referent, Some(&node));
        }
    }

    fn terms(&mut self) {
        if !matches!(self.site.last(), "known" | "unknown") {
            self.words(&["not", "known", "unknown"], TERM);
        }
        self.predicates();
    }

    /// The predicates of the set around the cursor, and of those it builds on.
    pub(super) fn predicates(&mut self) {
        let Some(set) = self.site.around(&[REFERENTS_DECL]) else {
            return;
        };
        for (name, node) in self.reader.predicates(&set) {
            self.offer(&name, CompletionKind::Predicate, Some(&node));
            if let Some(item) = self.items.last_mut() {
                item.insert = format!("{name}(${{1:X}})");
            }
        }
    }
}

/// Whether a line is the head of a rule of referents: a predicate with its brackets closed.
fn is_rule_head(line: &[&str]) -> bool {
    let begins = line
        .first()
        .is_some_and(|first| !heads_of("referents").any(|h| h == *first));
    begins && line.get(1) == Some(&"(") && line.last() == Some(&")") && !line.contains(&"if")
}

/// The words that can begin a clause of a declaration.
fn heads_of(opened: &str) -> impl Iterator<Item = &'static str> {
    let spots = SPOTS.iter().filter(move |spot| spot.of.contains(&opened));
    spots.flat_map(|spot| spot.clause.iter().copied())
}

/// The node of the declaration that a word opens.
fn around(opened: &str) -> SyntaxKind {
    let kinds = crate::declaration::KINDS.iter();
    let mut opened = kinds.filter(|kind| kind.words.iter().any(|word| word.text() == opened));
    opened.next().map_or(FILE, |kind| kind.node)
}
