//! Completion in a clause, by the keyword it begins with.

use super::keywords::*;
use super::{Completer, Completion, CompletionKind};
use crate::declaration::DeclarationKind;
use crate::editor::inference::action_parameter;
use crate::editor::signature::flat;
use crate::names::Namespace;
use crate::syntax::{TreeExt, *};
use townsfolk_core::{Kind, Posture, Urgency};
use townsfolk_module::Category;

impl Completer<'_, '_> {
    /// Offers completions at the cursor.
    pub(super) fn complete(&mut self) {
        let site = self.site;
        if site.open.is_some() {
            return self.in_bracket();
        }
        if site.last_kind() == NUMBER && self.number_has_unit() {
            self.units();
        }
        if site.glued && !site.follows_operator() && site.last_kind() != COMMA {
            return;
        }
        if site.head() == "accept" && site.line().first() == Some(&"accept") {
            return self.accepted_code();
        }
        if site.around(&[TEST_DECL]).is_some() && self.in_test() {
            return;
        }
        if self.in_mind() || self.in_senses() || self.in_decider() {
            return;
        }
        match site.head() {
            "" => self.next(),
            "role" | "proxy" => self.parents(Self::roles),
            "prop" => self.prop(),
            "symbols" => self.after_list(),
            "action" => self.action_declaration(),
            "attribute" | "property" | "function" | "predicate" => self.host_declaration(),
            "id" => self.id(),
            "script" | "template" => self.script_head(),
            "location" | "knows" | "tags" | "prefers" | "emits" | "serves" => self.in_location(),
            "cast" => self.cast(),
            "fact" | "claim" => self.fact_flags(),
            "define" => self.unless_naming(&["when"], WHEN),
            "state" => match site.rest().is_empty() {
                true => self.states(),
                false => self.next(),
            },
            "every" => match site.rest().is_empty() {
                true => self.words(&["state"], STATE),
                false => self.next(),
            },
            "rule" => self.rule_head(&site.rest()),
            "override" | "drop" => match site.rest().as_slice() {
                [] => self.words(&["rule"], DROP_RULE),
                [_] => self.rules_of_base(),
                [_, rest @ ..] => self.rule_head(rest),
            },
            "before" | "after" => self.rules(),
            "when" | "while" | "expect" => self.condition_clause(),
            "choose" => self.choose(),
            "do" => self.action(),
            "together" => match site.last() {
                "together" => self.words(&["with"], TOGETHER),
                "with" => self.variables(Some(Kind::Character)),
                _ => self.next(),
            },
            "add" | "remove" | "given" | "tell" => self.fact_clause(),
            "then" => self.effect_verb(),
            "set" => self.set_clause(),
            "step" => self.course_step(),
            "on" => self.on(),
            "goto" => match site.rest().is_empty() {
                true if site.around(&[COURSE_DECL]).is_some() => self.branches(),
                true => self.states(),
                false => self.next(),
            },
            "again" => match site.last() {
                "again" => self.words(&["after"], AGAIN),
                "after" => {}
                _ => self.next(),
            },
            "hold" => match site.last() {
                "hold" => self.words(&["while", "for"], HOLD),
                "for" | "," => self.roles(),
                _ => self.words(&["while"], HOLD),
            },
            "always" | "eventually" => self.unless_naming(&["when", "expect"], PROPERTY_DECL),
            "never" => self.unless_naming(&["when"], PROPERTY_DECL),
            _ => self.next(),
        }
    }

    /// A code that can be accepted, or the word before the reason.
    fn accepted_code(&mut self) {
        match self.site.rest().len() {
            0 => {
                for code in crate::accept::codes() {
                    self.push(Completion {
                        label: code.name().to_string(),
                        kind: CompletionKind::Symbol,
                        detail: String::new(),
                        insert: format!("{} because \"$0\"", code.name()),
                        replace: self.site.replace,
                        documentation: code.summary().to_string(),
                    });
                }
            }
            1 => self.words(&["because"], ACCEPT),
            _ => {}
        }
    }

    /// Whether the number before the cursor can have a unit.
    fn number_has_unit(&self) -> bool {
        let site = self.site;
        let before = if site.back(1) == ".." {
            site.back(3)
        } else {
            site.back(1)
        };
        let unitless = ["cost", "attention", "start", "weights", "keep"];
        if site.in_decider()
            && site
                .line()
                .first()
                .is_some_and(|word| unitless.contains(word))
        {
            return false;
        }
        match site.head() {
            _ if site.opened_by() == "grammar" || site.back(1) == "priority" => false,
            "seed" | "prefers" | "id" => false,
            "cast" => before == "to",
            "prop" => before != "slots",
            "emits" => !matches!(before, "most") && !site.rest().contains(&"spawn"),
            _ => true,
        }
    }

    /// Offers parts after a complete clause: the next part of its surroundings, the next part of
    /// the script, or the next declaration. The indentation decides which is likelier.
    pub(super) fn next(&mut self) {
        match self.site.indent {
            None => self.next_parts(),
            Some(0) => {
                self.declarations();
                self.sections();
                self.next_parts();
            }
            Some(1..=3) => {
                self.sections();
                self.next_parts();
                self.declarations();
            }
            Some(_) => {
                self.next_parts();
                self.sections();
                self.declarations();
            }
        }
    }

    pub(super) fn declarations(&mut self) {
        let words = DeclarationKind::opening_words();
        let words: Vec<Keyword> = words.iter().map(|w| (w.text(), w.snippet)).collect();
        self.keywords(&words, FILE);
    }

    fn sections(&mut self) {
        let Some(script) = self.site.around(&[SCRIPT_DECL]) else {
            return;
        };
        self.keywords(SECTIONS, SCRIPT_DECL);
        if script.node.child(BASED_ON).is_some() {
            self.keywords(CHANGES, DROP_RULE);
        }
    }

    /// The next part of the rule, test, location or property around the cursor.
    fn next_parts(&mut self) {
        let around = self.site.around(&[
            RULE,
            HOT_RULE,
            RULES_DECL,
            REFERENTS_DECL,
            TEST_DECL,
            LOCATION_DECL,
            PROPERTY_DECL,
            HOLD,
            STATE,
            SCRIPT_DECL,
            COURSE_DECL,
            DAILY_DECL,
            ERRAND_DECL,
            GOAL_DECL,
            OPERATOR_DECL,
            GRAMMAR_DECL,
            SNIPPET_DECL,
            TREE_DECL,
            QUERY_DECL,
        ]);
        let Some(around) = around else { return };
        match around.node.kind() {
            RULE => self.rule_parts(),
            TEST_DECL => self.steps(),
            LOCATION_DECL => self.keywords(LOCATION_PARTS, LOCATION_PROP),
            COURSE_DECL => self.keywords(COURSE_PARTS, COURSE_DECL),
            HOT_RULE => {
                self.keywords(HOT_RULE_PARTS, HOT_RULE);
                self.keywords(RULES_PARTS, RULES_DECL);
            }
            RULES_DECL => self.keywords(RULES_PARTS, RULES_DECL),
            REFERENTS_DECL => {
                self.keywords(REFERENTS_PARTS, REFERENTS_DECL);
                self.predicates();
            }
            DAILY_DECL => self.keywords(DAILY_PARTS, DAILY_DECL),
            ERRAND_DECL => self.keywords(ERRAND_PARTS, ERRAND_DECL),
            GOAL_DECL => self.keywords(&OPERATOR_PARTS[..1], GOAL_DECL),
            OPERATOR_DECL => self.keywords(OPERATOR_PARTS, OPERATOR_DECL),
            GRAMMAR_DECL => self.keywords(GRAMMAR_PARTS, GRAMMAR_DECL),
            SNIPPET_DECL => self.keywords(SNIPPET_PARTS, SNIPPET_DECL),
            // A tree rates, and does nothing.
            TREE_DECL => self.keywords(&SNIPPET_PARTS[..6], TREE_DECL),
            QUERY_DECL => self.keywords(&[("keep", "keep $0")], QUERY_DECL),
            PROPERTY_DECL if around.node.child(EXPECT).is_none() => {
                self.words(&["expect"], PROPERTY_DECL);
            }
            HOLD if around.node.child(FLAG).is_none() => {
                self.keywords(&[("up to", "up to ${1:30} s")], HOLD);
            }
            STATE if self.site.indent.is_some_and(|indent| indent > 3) => {
                self.keywords(&SECTIONS[1..2], RULE);
            }
            _ => {}
        }
    }

    /// The parts that the rule around the cursor does not have yet; parts about an action come last
    /// as long as there is none.
    fn rule_parts(&mut self) {
        let Some(rule) = self.site.around(&[RULE]) else {
            return;
        };
        let acts = rule.node.child(DO).is_some();
        let mut unused: Vec<_> = RULE_PARTS
            .iter()
            .filter(|(_, node, _)| node.is_none_or(|node| rule.node.child(node).is_none()))
            .collect();
        unused.sort_by_key(|(_, _, about_action)| !acts && *about_action);
        let parts: Vec<Keyword> = unused.iter().map(|(keyword, _, _)| *keyword).collect();
        self.keywords(&parts, RULE);
    }

    fn rule_head(&mut self, rest: &[&str]) {
        match (rest, self.site.last()) {
            ([], _) => {}
            (_, "for" | ",") => {
                self.roles();
                self.leave_out(rest);
            }
            (_, "before" | "after") => {
                self.rules();
                self.leave_out(rest);
            }
            _ => {
                if !rest.contains(&"for") {
                    self.keywords(RULE_HEAD, FOR_ROLES);
                }
                let script = self.site.around(&[SCRIPT_DECL]);
                if script.is_some_and(|script| script.node.child(BASED_ON).is_some()) {
                    self.keywords(PLACEMENTS, PLACEMENT);
                }
                self.next();
            }
        }
    }

    /// `is` and the parents of a role or kind of prop.
    fn parents(&mut self, offer: fn(&mut Self)) {
        let rest = self.site.rest();
        match (rest.as_slice(), self.site.last()) {
            ([], _) => {}
            (_, "is") => offer(self),
            (_, "carries") => self.named(Namespace::Layer),
            (_, "thinks") => self.words(&["with"], THINKS),
            (_, "with") => self.ways_to_decide(),
            (_, ",") if rest.contains(&"thinks") => self.ways_to_decide(),
            (_, ",") if rest.contains(&"is") => offer(self),
            _ => {
                if rest.len() == 1 {
                    self.words(&["is"], ROLE_DECL);
                }
                if self.site.head() == "role" && !rest.contains(&"carries") {
                    self.keywords(&[("carries", "carries $0")], CARRIES);
                }
                if self.site.head() == "role" && !rest.contains(&"thinks") {
                    self.keywords(&[("thinks with", "thinks with $0")], THINKS);
                }
                self.next();
            }
        }
        // A kind is not a special case of itself, nor of the same kind twice.
        self.leave_out(&rest);
    }

    /// Leaves out entries that a list already has.
    fn leave_out(&mut self, listed: &[&str]) {
        self.items
            .retain(|item| !listed.contains(&item.label.as_str()));
    }

    fn prop(&mut self) {
        let site = self.site;
        if site.around(&[LOCATION_DECL]).is_some() {
            return self.in_location();
        }
        let rest = site.rest();
        match (rest.as_slice(), site.last()) {
            ([], _) | (_, "slots" | "approach" | "tags") => {}
            (_, "is") => self.parents(Self::prop_kinds),
            (_, ",") => {}
            _ => {
                if rest.len() == 1 {
                    self.words(&["is"], PROP_DECL);
                }
                self.unused(PROP_FLAGS, &rest, PROP_DECL);
                self.next();
            }
        }
    }

    /// Keywords whose first word is not in the clause yet.
    fn unused(&mut self, keywords: &[Keyword], rest: &[&str], parent: crate::syntax::SyntaxKind) {
        let unused: Vec<Keyword> = keywords
            .iter()
            .copied()
            .filter(|(label, _)| !rest.contains(&label.split(' ').next().unwrap_or(label)))
            .collect();
        self.keywords(&unused, parent);
    }

    /// Completion after the entries of a list of free names.
    fn after_list(&mut self) {
        if !matches!(self.site.last(), "symbols" | ":" | ",") {
            self.next();
        }
    }

    fn action_declaration(&mut self) {
        let rest = self.site.rest();
        match (rest.as_slice(), self.site.last()) {
            ([], _) | (_, "takes" | "limit" | "with") => {}
            (_, "may") => self.words(&["fail"], FLAG),
            (_, "eases" | "to") => self.named(Namespace::Need),
            (_, "adds") => {}
            (_, "uses") => self.words(&["body", "voice", "gaze"], FLAG),
            (_, "pose") => self.words(&Posture::ALL.map(Posture::name), FLAG),
            (_, "cannot") => self.words(&["be stopped"], FLAG),
            (_, "be") => self.words(&["stopped"], FLAG),
            (_, ":") => self.kinds(),
            (_, "=") => self.default_value(),
            _ => {
                self.unused(ACTION_FLAGS, &rest, FLAG);
                if !rest.contains(&"with") && self.site.last() != "," {
                    let with = "with ${1:name}: ${2:number}";
                    self.keywords(&[("with", with)], ACTION_DECL);
                }
                if self.site.last() != "," {
                    self.next();
                }
            }
        }
    }

    /// The default of an action's named parameter: `style: manner = `.
    fn default_value(&mut self) {
        let kind = self.site.back(1);
        let package = self.reader.package(self.site.file);
        let wanted = self.reader.globals().kind(kind, package);
        self.constants(wanted);
    }

    fn host_declaration(&mut self) {
        let rest = self.site.rest();
        match (rest.as_slice(), self.site.last()) {
            ([], _) | (_, "every") => {}
            (_, ":") => self.kinds(),
            _ => {
                match self.site.head() {
                    "attribute" => self.keywords(&[("set by host", "set by host")], FLAG),
                    "property" => {}
                    _ if rest.contains(&"every") => {}
                    _ => self.keywords(&[("every", "every ${1:0.5} s")], HOST_DECL),
                }
                self.next();
            }
        }
    }

    fn id(&mut self) {
        match self.site.rest().as_slice() {
            [] => {
                let words: Vec<&str> = Category::ALL.iter().map(|c| c.word()).collect();
                self.words(&words, ID_DECL);
            }
            ["role"] => self.roles(),
            ["prop_kind"] => self.prop_kinds(),
            ["action"] => self.action_names(),
            ["host"] => self.host_names_plain(),
            ["script"] => self.scripts(true),
            ["location"] => self.locations(),
            ["symbol"] => self.symbols(None),
            [_, _, _, ..] => self.next(),
            _ => {}
        }
    }

    fn script_head(&mut self) {
        let rest = self.site.rest();
        match (rest.as_slice(), self.site.last()) {
            ([], _) => {}
            (_, "based") => self.words(&["on"], BASED_ON),
            (_, "on") => {
                self.scripts(true);
                let own = rest.first().copied().unwrap_or_default();
                self.items.retain(|item| item.label != own);
            }
            _ => {
                if !rest.contains(&"based") {
                    self.keywords(&[("based on", "based on $0")], BASED_ON);
                }
                self.sections();
                self.next();
            }
        }
    }

    fn cast(&mut self) {
        let site = self.site;
        let line = self.cast_line();
        let begins_line = site.indent.is_some();
        match site.last() {
            "cast" => self.uncast_roles(),
            "joins" => self.words(&["as", "late"], FLAG),
            "as" => self.words(&Urgency::ALL.map(Urgency::name), FLAG),
            "away" | "vacant" => self.keywords(&[("up to", "up to ${1:3 min}")], FLAG),
            "up" => self.words(&["to"], FLAG),
            "starts" => self.words(&["in"], FLAG),
            "in" => self.states(),
            "leaving" => self.actions(),
            "on" => self.words(&["leaving"], FLAG),
            "to" | ".." => {}
            "," => self.unused_cast_flags(&line),
            _ if site.last_kind() == NUMBER && !begins_line && site.back(1) != "to" => {
                self.unused_cast_flags(&line);
            }
            // A role needs its number next.
            _ if line.len() == 1 && !begins_line => {}
            _ => {
                if begins_line {
                    self.uncast_roles();
                }
                self.next();
            }
        }
    }

    /// The words of the cast's last line: those after the last role with a number.
    fn cast_line(&self) -> Vec<String> {
        let node = self.site.around(&[CAST_LINE]);
        let text = node.map(|line| flat(&line.node)).unwrap_or_default();
        text.split([' ', ',']).map(String::from).collect()
    }

    fn unused_cast_flags(&mut self, line: &[String]) {
        let said = line.join(" ");
        let unused: Vec<Keyword> = CAST_FLAGS
            .iter()
            .copied()
            .filter(|(label, _)| !said.contains(label))
            .collect();
        self.keywords(&unused, FLAG);
    }

    /// Roles without a line in the cast first.
    fn uncast_roles(&mut self) {
        let before = self.items.len();
        self.roles();
        let script = self.site.around(&[SCRIPT_DECL]);
        let cast: Vec<String> = script
            .map(|script| self.reader.script(&script).cast())
            .unwrap_or_default()
            .into_iter()
            .filter(|(_, line)| line.node.child(RANGE).is_some_and(|n| !n.text().is_empty()))
            .map(|(role, _)| role)
            .collect();
        self.items[before..].sort_by_key(|item| cast.contains(&item.label));
    }

    fn fact_flags(&mut self) {
        let rest = self.site.rest();
        match (rest.as_slice(), self.site.last()) {
            ([], _) | (_, "for") => {}
            _ => {
                let flags: &[Keyword] = &[("for", "for ${1:10 s}"), ("told", "told")];
                // On a new line a new part is likelier.
                if self.site.indent.is_some() {
                    self.next();
                    self.unused(flags, &rest, FACT_DECL);
                } else {
                    self.unused(flags, &rest, FACT_DECL);
                    self.next();
                }
            }
        }
    }

    /// Words that follow a free name.
    fn unless_naming(&mut self, words: &[&str], parent: crate::syntax::SyntaxKind) {
        if !self.site.rest().is_empty() {
            self.words(words, parent);
            if self.site.indent.is_some() {
                self.next();
            }
        }
    }

    fn condition_clause(&mut self) {
        if self.site.begins_entry() {
            self.conditions();
        } else if self.site.follows_operator() {
            self.other_side();
        } else {
            self.next();
        }
    }

    fn fact_clause(&mut self) {
        if self.site.begins_entry() {
            self.facts();
        } else {
            self.next();
        }
    }

    /// The verbs of an effect.
    fn effect_verb(&mut self) {
        match self.site.last() {
            "set" => self.attributes(),
            _ => self.words(&["add", "remove", "set"], EFFECT),
        }
    }

    fn set_clause(&mut self) {
        if self.site.begins_entry() {
            self.attributes();
            if self.site.last_kind() != NOT_KW {
                self.words(&["not"], LITERAL);
            }
            let in_course = self.site.around(&[COURSE_DECL]).is_some();
            if in_course && self.site.last_kind() == COMMA {
                self.keywords(STEP_PARTS, COURSE_STEP);
            }
        } else if self.site.follows_operator() {
            self.other_side();
        } else {
            self.next();
        }
    }

    fn course_step(&mut self) {
        match self.site.last() {
            "step" | "," => self.keywords(STEP_PARTS, COURSE_STEP),
            "set" => {
                self.attributes();
                self.words(&["not"], LITERAL);
            }
            _ => self.next(),
        }
    }

    /// The branches of the course around the cursor.
    fn branches(&mut self) {
        let Some(course) = self.site.around(&[COURSE_DECL]) else {
            return;
        };
        for branch in course.node.children_of(COURSE_BRANCH) {
            if let Some(name) = branch.child(NAME).and_then(|name| name.word()) {
                self.offer(&name, CompletionKind::Branch, Some(&branch));
            }
        }
    }

    fn choose(&mut self) {
        match self.site.last() {
            "choose" => self.keywords(CHOICES, CHOOSE),
            "nearest" => self.variables(Some(Kind::Thing)),
            "any" => {
                self.variables(None);
                self.next();
            }
            "least" | "most" => self.values(Some(Kind::Number), false),
            _ if self.site.follows_operator() => self.values(None, false),
            _ => self.next(),
        }
    }

    fn action(&mut self) {
        let rest = self.site.rest();
        let with = rest.contains(&"with");
        let name = rest.first().copied().unwrap_or_default();
        match self.site.last() {
            "do" => self.actions(),
            "with" => self.action_parameters(name),
            "," if self.site.around(&[COURSE_DECL]).is_some() => {
                if with {
                    self.action_parameters(name);
                }
                self.keywords(STEP_PARTS, COURSE_STEP);
            }
            "," if with => self.action_parameters(name),
            "=" => {
                let parameter = self.site.back(1);
                let wanted = self
                    .reader
                    .action_parameter_kind(name, parameter, self.site.file);
                self.values(wanted, false);
            }
            _ if self.site.follows_operator() => self.values(None, false),
            _ => {
                let action = self.reader.global(Namespace::Action, name, self.site.file);
                let named = action.and_then(|action| action.node.child(NAMED_PARAMETERS));
                if !with && named.is_some() {
                    self.keywords(&[("with", "with $0")], DO);
                }
                self.next();
            }
        }
    }

    /// The named parameters of an action that have no value yet.
    fn action_parameters(&mut self, action: &str) {
        let Some(action) = self
            .reader
            .global(Namespace::Action, action, self.site.file)
        else {
            return;
        };
        let rest = self.site.rest();
        let list = action.node.child(NAMED_PARAMETERS);
        let names: Vec<String> = list
            .iter()
            .flat_map(|list| list.children_of(NAMED_PARAMETER))
            .filter_map(|parameter| parameter.child(NAME)?.word())
            .filter(|name| !rest.contains(&name.as_str()))
            .collect();
        for name in names {
            let node = action_parameter(&action.node, &name);
            self.offer(&name, CompletionKind::ActionParameter, node.as_ref());
            if let Some(item) = self.items.last_mut() {
                item.insert = format!("{name} = $0");
            }
        }
    }

    fn on(&mut self) {
        match (self.site.last(), self.site.around(&[CAST])) {
            ("on", Some(_)) => self.words(&["leaving"], FLAG),
            ("on", None) if self.site.around(&[COURSE_DECL]).is_some() => {
                self.words(&["failure"], ON_FAILURE);
            }
            ("failure", None) if self.site.around(&[COURSE_DECL]).is_some() => {
                self.keywords(&[("goto", "goto $0"), ("go on", "go on")], ON_FAILURE);
            }
            ("on", None) => self.words(&["failure", "stop"], EFFECT),
            _ => self.effect_verb(),
        }
    }
}
