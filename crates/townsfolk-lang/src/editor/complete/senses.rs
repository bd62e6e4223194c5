//! Completion in stimuli, senses, motions, lists of skills, queries for places and tokens.

use super::keywords::Keyword;
use super::{Completer, Completion, CompletionKind};
use crate::declaration::skills::tuning::{Of, choices};
use crate::declaration::skills::value::example;
use crate::names::Namespace;
use crate::syntax::*;
use townsfolk_core::Urgency;
use townsfolk_module::senses::{BODY_ACTIONS, MindState};
use townsfolk_tactics::catalogue::{self, CRITERIA, SettingEntry, Unit};

const STIMULUS: &[Keyword] = &[
    ("reach", "reach ${1:5 m}"),
    ("loud", "loud ${1:0.8}"),
    ("gives away", "gives away"),
    ("soft", "soft"),
    ("silent", "silent"),
    ("told", "told"),
];

const SOURCES: &[Keyword] = &[
    ("by", "by $0"),
    (
        "from steps",
        "from steps at ${1:5 m per s}, every ${2:0.4 s}",
    ),
    ("from breath", "from breath every ${1:1 s}"),
];

const SENSES: &[Keyword] = &[
    (
        "hears",
        "hears unaware ${1:1}, searching ${2:1}, chasing ${3:1}",
    ),
    ("hears at most", "hears at most ${1:60 m}"),
    ("deaf to", "deaf to $0"),
    (
        "sees",
        "sees ${1:12 m}, wide ${2:100 deg}, narrow ${3:8 deg}, takes ${4:1.5 s}",
    ),
    (
        "takes",
        "takes ${1:1.5 s}, ${2:0.3 s} in combat, ${3:3 s} at first",
    ),
    (
        "answers",
        "answers agitate ${1:0.15}, react ${2:0.35}, chase ${3:0.9}",
    ),
    (
        "answers on",
        "answers on ${1:hard} agitate ${2:0.1}, react ${3:0.25}, chase ${4:0.45}",
    ),
    ("infers causes", "infers causes"),
    ("gains", "gains ${1:1}"),
    ("falls", "falls ${1:1} to ${2:0} in ${3:4 s}"),
    ("warns", "warns ${1:0.7 s}"),
    ("startles at", "startles at ${1:1}"),
    ("loses after", "loses after ${1:3 s}"),
    ("forgets after", "forgets after ${1:60 s}"),
];

const SIGHT: &[Keyword] = &[
    ("wide", "wide ${1:100 deg}"),
    ("narrow", "narrow ${1:8 deg}"),
    ("spread", "spread ${1:5 m}"),
    ("pitch", "pitch ${1:35 deg}"),
    ("takes", "takes ${1:1.5 s}"),
];

const LEVELS: &[Keyword] = &[
    ("agitate", "agitate ${1:0.15}"),
    ("react", "react ${1:0.35}"),
    ("chase", "chase ${1:0.9}"),
];

const MOTION_OPTIONS: &[Keyword] = &[
    ("ahead", "${1:2 m} ahead"),
    ("back", "${1:1 m} back"),
    ("left", "${1:0.5 m} left"),
    ("right", "${1:0.5 m} right"),
    ("turned left", "turned ${1:90 deg} left"),
    ("turned right", "turned ${1:90 deg} right"),
    ("takes", "takes ${1:0.7 s}"),
    ("far", "far"),
];

const SKILLS: &[Keyword] = &[
    ("until done", "until done"),
    ("while wanted", "while wanted"),
    ("senses", "senses $0"),
    ("hunts", "hunts $0"),
    ("squad", "squad $0"),
    ("as", "as $0"),
];

const SKILL_PARTS: &[Keyword] = &[
    ("bark", "bark ${1:spotted} \"$0\""),
    ("every skill", "every skill $0"),
];

const TOKEN: &[Keyword] = &[
    ("holds", "holds ${1:1}"),
    ("best", "best"),
    ("first come", "first come"),
    ("rests", "rests ${1:0.5 s}"),
];

impl Completer<'_, '_> {
    /// Offers completions at the cursor in a declaration of senses or skills; `false` if the cursor
    /// is in none.
    pub(super) fn in_senses(&mut self) -> bool {
        let site = self.site;
        let opened = match site.opened_by() {
            "query" if site.word(2) == "from" => "posts",
            "query" => return false,
            opened => opened,
        };
        let known = ["stimulus", "senses", "motions", "skills", "token", "posts"];
        if !known.contains(&opened) {
            return false;
        }
        if site.indent.is_some() && site.last() != "," && !site.follows_operator() {
            let declarations = site.indent == Some(0);
            if declarations {
                self.declarations();
            }
            self.next_line(opened);
            if !declarations {
                self.declarations();
            }
            return true;
        }
        let line = site.line();
        let first = line.first().copied().unwrap_or_default();
        let fresh = site.last() == "," || site.last() == first;
        match (opened, first) {
            ("stimulus", "by") => self.maker(),
            ("stimulus", "from") => self.source(),
            ("stimulus", _) if site.last() == "gives" => self.words(&["away"], FLAG),
            ("stimulus", _) => self.head(STIMULUS, STIMULUS_DECL),
            ("senses", _) => self.in_profile(first, fresh),
            ("motions", "motion") if site.last() == "," || line.len() == 2 => {
                self.keywords(MOTION_OPTIONS, MOTION);
            }
            ("token", _) => self.head(TOKEN, TOKEN_DECL),
            ("posts", "rate") if fresh => self.criteria(),
            ("posts", "query") => self.posts_head(),
            ("skills", _) => return self.in_skills(first, fresh),
            _ => {}
        }
        true
    }

    fn next_line(&mut self, opened: &str) {
        match opened {
            "stimulus" => self.keywords(SOURCES, STIMULUS_SOURCE),
            "senses" => self.keywords(SENSES, SENSES_PART),
            "motions" => {
                let motion = "motion ${1:turn_about} turned ${2:180 deg} left, takes ${3:0.8 s}";
                self.keywords(&[("motion", motion)], MOTION);
            }
            "posts" => self.keywords(&[("rate", "rate $0")], RATE),
            "skills" => {
                for entry in catalogue::skills() {
                    self.catalogued(entry.name, entry.name, entry.help, CompletionKind::Decider);
                }
                self.keywords(SKILL_PARTS, SKILLS_DECL);
                if self.site.around(&[SKILL]).is_some() {
                    self.keywords(&[("when", "when $0"), ("do", "do $0")], SKILL);
                }
            }
            _ => {}
        }
    }

    /// The options behind a name, each after a comma but the first.
    fn head(&mut self, options: &[Keyword], node: SyntaxKind) {
        let site = self.site;
        if site.last() == "," || site.line().len() == 2 {
            self.keywords(options, node);
        }
    }

    /// Actions that make a stimulus: those of the project, and those of a body.
    fn maker(&mut self) {
        if self.site.last() != "by" {
            self.words(&["at me"], STIMULUS_SOURCE);
            return;
        }
        self.action_names();
        for (name, _) in BODY_ACTIONS {
            let help = "An action of a body, which a project with skills has.";
            self.catalogued(name, name, help, CompletionKind::Action);
        }
    }

    fn source(&mut self) {
        match self.site.last() {
            "from" => self.words(&["steps", "breath"], STIMULUS_SOURCE),
            "steps" | "breath" | "," => {
                let options = [
                    ("at", "at ${1:5 m per s}"),
                    ("every", "every ${1:0.4 s}"),
                    ("power", "power ${1:1.5}"),
                ];
                self.keywords(&options, STIMULUS_SOURCE);
            }
            _ => {}
        }
    }

    fn in_profile(&mut self, first: &str, fresh: bool) {
        match (first, self.site.last()) {
            (_, "of") => self.host_names_plain(),
            ("deaf", "deaf") => self.words(&["to"], SENSES_PART),
            ("deaf", "to" | ",") => self.declared(Namespace::Stimulus),
            ("hears", _) if fresh => {
                self.words(&MindState::ALL.map(MindState::name), HEARD);
                self.declared(Namespace::Stimulus);
            }
            ("deaf" | "hears", last) if !last.starts_with(|c: char| c.is_ascii_digit()) => {
                self.keywords(&[("of", "of $0")], HEARD);
            }
            ("sees", ",") => self.keywords(SIGHT, SENSES_PART),
            ("answers", "on") => {}
            ("answers", _) if fresh || self.site.line().len() == 3 => {
                self.keywords(LEVELS, SENSES_PART);
                if self.site.last() == "answers" {
                    self.keywords(&[("on", "on ${1:hard} ")], SENSES_PART);
                }
            }
            ("infers", "infers") => self.words(&["causes"], SENSES_PART),
            ("startles", "startles") => self.words(&["at"], SENSES_PART),
            ("loses" | "forgets", "loses" | "forgets") => self.words(&["after"], SENSES_PART),
            _ => {}
        }
    }

    fn posts_head(&mut self) {
        match self.site.last() {
            "from" => self.words(&["cover", "open", "cover or open"], POSTS_DECL),
            "or" => self.words(&["cover", "open"], POSTS_DECL),
            "," => self.words(&["even without a shot"], POSTS_DECL),
            "cover" | "open" | "m" => {
                let options = [("within", "within ${1:25 m}"), ("or", "or $0")];
                self.keywords(&options, POSTS_DECL);
            }
            _ => {}
        }
    }

    fn criteria(&mut self) {
        for entry in CRITERIA {
            self.catalogued(
                entry.name,
                entry.name,
                entry.help,
                CompletionKind::Predicate,
            );
        }
    }

    /// Offers completions in a list of skills; `false` in the arguments of a deed, which are
    /// completed as everywhere.
    fn in_skills(&mut self, first: &str, fresh: bool) -> bool {
        let site = self.site;
        let line = site.line();
        if line.contains(&"do") {
            if site.last() == "do" {
                self.deeds();
            }
            return !matches!(site.last(), "with" | "=");
        }
        if site.clause(&["when", "do"]) == "when" && site.around(&[WHEN, SKILL]).is_some() {
            self.decider_condition();
            return true;
        }
        match (first, site.last()) {
            ("bark", "bark") => {
                for (name, help) in catalogue::moments() {
                    let help = format!("Said when {help}.");
                    self.catalogued(name, name, &help, CompletionKind::Symbol);
                }
            }
            ("bark", _) => {}
            ("every", "every") => self.words(&["skill"], EVERY_SKILL),
            ("every", "skill" | ",") => self.settings(Of::EverySkill),
            ("every", last) => self.values_of(Of::EverySkill, last),
            _ if site.word(0) == "skills" && site.around(&[SKILL]).is_none() => self.skills_head(),
            (name, _) if fresh => self.settings(Of::Skill(name)),
            (name, last) => self.values_of(Of::Skill(name), last),
        }
        true
    }

    fn skills_head(&mut self) {
        match self.site.last() {
            "skills" => {}
            "until" => self.words(&["done"], FLAG),
            "while" => self.words(&["wanted"], FLAG),
            "as" => self.words(&Urgency::ALL.map(Urgency::name), FLAG),
            "senses" => self.declared(Namespace::Senses),
            "hunts" => self.roles(),
            "squad" => {}
            _ => self.head(SKILLS, SKILLS_DECL),
        }
    }

    fn settings(&mut self, of: Of<'_>) {
        for entry in of.known() {
            for word in choices(entry) {
                self.catalogued(word, word, entry.help, CompletionKind::Symbol);
            }
            let shown = example(entry);
            let value = shown.split_once(' ').map_or("", |(_, value)| value);
            let insert = format!("{} ${{1:{value}}}", entry.name);
            let kind = CompletionKind::ActionParameter;
            self.catalogued(entry.name, &insert, entry.help, kind);
            if let Some(item) = self.items.last_mut() {
                item.detail = shown;
            }
        }
    }

    /// The values of a setting that are names.
    fn values_of(&mut self, of: Of<'_>, setting: &str) {
        let known = of.known().into_iter();
        let found: Option<&SettingEntry> = { known }.find(|entry| entry.name == setting);
        match found.map(|entry| entry.unit) {
            Some(Unit::Course) => {
                self.globals(Namespace::Action, &[COURSE_DECL], CompletionKind::Course);
            }
            Some(Unit::Posts) => {
                self.globals(Namespace::Decider, &[POSTS_DECL], CompletionKind::Decider);
            }
            Some(Unit::Motions) => self.declared(Namespace::Motions),
            Some(Unit::Stimulus) => self.declared(Namespace::Stimulus),
            Some(Unit::Choice(words)) => self.words(words, SETTING),
            _ => {}
        }
    }

    /// The declarations of a namespace of senses.
    fn declared(&mut self, space: Namespace) {
        let node = match space {
            Namespace::Stimulus => STIMULUS_DECL,
            Namespace::Senses => SENSES_DECL,
            _ => MOTIONS_DECL,
        };
        self.globals(space, &[node], CompletionKind::Symbol);
    }

    /// Offers a word of the catalogue.
    fn catalogued(&mut self, label: &str, insert: &str, help: &str, kind: CompletionKind) {
        self.push(Completion {
            label: label.to_string(),
            kind,
            detail: String::new(),
            insert: insert.to_string(),
            replace: self.site.replace,
            documentation: help.to_string(),
        });
    }
}
