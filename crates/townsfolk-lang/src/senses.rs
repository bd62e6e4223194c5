//! Senses and skills: from the declarations of all files to [`Senses`].

use crate::context::Context;
use crate::declaration::{motions, posts, senses, skills, stimulus, token};
use crate::diagnostic::{Code, Diagnostic};
use crate::globals::{FileTree, Globals, first_of};
use crate::names::{Declaration, PackageId};
use crate::source::FileId;
use crate::syntax::{Node, SyntaxKind, TreeExt, *};
use std::collections::BTreeSet;
use townsfolk_core::{HostId, StimulusId, TextId};
use townsfolk_module::senses::{Senses, StimulusSource, Tuning};
use townsfolk_module::{Action, Category};

/// Attributes that skills read by name, where content declares them.
const READ_BY_SKILLS: [&str; 8] = [
    "burning",
    "health",
    "dead",
    "crouched",
    "armed",
    "ammunition",
    "plates",
    "difficulty",
];

/// Attributes that fire and skills set by name.
const SET_BY_SKILLS: [&str; 2] = ["burning", "slowed"];

/// The senses and skills of a project, with what was found on the way.
#[derive(Debug, Default)]
pub(crate) struct LoweredSenses {
    pub(crate) senses: Senses,
    /// Actions of a body that no file declares.
    pub(crate) actions: Vec<Action>,
    pub(crate) used: Vec<(Category, u32, String)>,
    pub(crate) texts: Vec<(TextId, String)>,
    pub(crate) problems: Vec<Diagnostic>,
}

/// Lowers all of them.
pub(crate) fn lower(trees: &[FileTree], globals: &Globals) -> LoweredSenses {
    let mut out = LoweredSenses::default();
    let mut all = Senses::default();
    out.each(trees, globals, STIMULUS_DECL, |declaration, node, cx| {
        all.stimuli
            .extend(stimulus::lower::lower(declaration, node, cx));
    });
    out.each(trees, globals, SENSES_DECL, |declaration, node, cx| {
        all.profiles
            .push(senses::lower::lower(declaration, node, cx));
    });
    out.each(trees, globals, MOTIONS_DECL, |declaration, node, cx| {
        all.motions
            .push(motions::lower::lower(declaration, node, cx));
    });
    out.each(trees, globals, POSTS_DECL, |declaration, node, cx| {
        all.posts.extend(posts::lower::lower(declaration, node, cx));
    });
    out.each(trees, globals, TOKEN_DECL, |declaration, node, cx| {
        all.tokens
            .extend(token::lower::lower(declaration, node, cx));
    });
    out.each(trees, globals, SKILLS_DECL, |declaration, node, cx| {
        all.skills
            .extend(skills::lower::lower(declaration, node, cx));
    });
    let mut cx = Context::new(globals, FileId(0), PackageId(0));
    out.actions = skills::bodily::undeclared(trees, &mut cx);
    out.keep(cx);
    all.sort();
    out.senses = all;
    out.never_made(trees, globals);
    out
}

impl LoweredSenses {
    fn each(
        &mut self,
        trees: &[FileTree],
        globals: &Globals,
        kind: SyntaxKind,
        mut lower: impl FnMut(&Declaration, &Node, &mut Context<'_>),
    ) {
        for (declaration, node) in first_of(trees, globals, kind) {
            let mut cx = Context::new(globals, declaration.place.file, declaration.package);
            lower(declaration, node, &mut cx);
            self.keep(cx);
        }
    }

    fn keep(&mut self, mut cx: Context<'_>) {
        self.problems.append(&mut cx.problems);
        self.used.append(&mut cx.used);
        self.texts.append(&mut cx.texts);
    }

    /// Reports stimuli that have no source, that no skill makes, and that are not `told`.
    fn never_made(&mut self, trees: &[FileTree], globals: &Globals) {
        let skills = self.senses.skills.iter();
        let tuned = skills.flat_map(|set| {
            let own = set.skills.iter().flat_map(|skill| &skill.tuning);
            set.tuning.iter().chain(own)
        });
        let made: BTreeSet<StimulusId> = tuned
            .filter_map(|(_, value)| match value {
                Tuning::Stimulus(stimulus) => Some(*stimulus),
                _ => None,
            })
            .collect();
        for (declaration, node) in first_of(trees, globals, STIMULUS_DECL) {
            let id = StimulusId(globals.id(Category::Stimulus, &declaration.name));
            let lowered = self.senses.stimulus(id);
            let unmade = lowered.is_some_and(|known| known.source == StimulusSource::Told);
            let mut flags = node.children_of(FLAG);
            let told = flags.any(|flag| flag.words() == ["told"]);
            if !unmade || told || made.contains(&id) || node.child(STIMULUS_SOURCE).is_some() {
                continue;
            }
            let name = &declaration.name;
            self.problems.push(
                Code::StimulusNeverMade
                    .at(declaration.place, format!("nothing makes a `{name}`"))
                    .label("no source")
                    .consequence("Nobody ever hears it.")
                    .hint(
                        "say what makes it below: `by` and an action, `from steps …` or \
                         `from breath …`; write `told` if the game does",
                    ),
            );
        }
    }

    /// Attributes that senses and skills read, and those that they set.
    pub(crate) fn attributes(&self, globals: &Globals) -> (Vec<HostId>, Vec<HostId>) {
        let named = |name: &str| HostId(globals.id(Category::Host, name));
        let factors = self.senses.profiles.iter().flat_map(|known| &known.hears);
        let mut read: Vec<HostId> = factors.filter_map(|factor| factor.of).collect();
        if self.senses.skills.is_empty() {
            return (read, vec![]);
        }
        read.extend(READ_BY_SKILLS.map(named));
        (read, SET_BY_SKILLS.map(named).to_vec())
    }
}
