//! From the syntax of a list of skills to its compiled form.

use super::check;
use super::tuning::{Of, settings};
use crate::check::contradiction::check_condition;
use crate::condition::{Vocabulary, text};
use crate::context::Context;
use crate::declaration::deed::{decider_lower, deed};
use crate::declaration::need::lower::symbol;
use crate::declaration::senses;
use crate::declaration::stimulus::lower::missing;
use crate::declaration::{ladder_word, said_twice, unique_names};
use crate::diagnostic::Code;
use crate::names::Declaration;
use crate::source::Place;
use crate::syntax::{Node, TreeExt, *};
use townsfolk_core::{DeciderId, SenseId, SiteId, SymbolId, TextId, Urgency};
use townsfolk_module::Category;
use townsfolk_module::senses::{Retain, SkillSet, SkillSpec};

/// Lowers a list of skills. `None` if it lacks what it cannot run without.
pub(crate) fn lower(
    declaration: &Declaration,
    node: &Node,
    cx: &mut Context<'_>,
) -> Option<SkillSet> {
    let mut set = SkillSet {
        id: DeciderId(cx.globals.id(Category::Decider, &declaration.name)),
        name: symbol(cx, &declaration.name),
        urgency: Urgency::Danger,
        retain: Retain::UntilDone,
        senses: SenseId(0),
        squad: None,
        hunts: vec![],
        barks: vec![],
        tuning: vec![],
        skills: vec![],
    };
    let senses = head(declaration, node, cx, &mut set);
    for line in node.children() {
        match line.kind() {
            BARK => set.barks.extend(barks(cx, &line)),
            EVERY_SKILL => set.tuning.extend(settings(cx, &line, Of::EverySkill)),
            _ => {}
        }
    }
    set.tuning.sort_by_key(|(name, _)| *name);
    let lines: Vec<Node> = node.children_of(SKILL).collect();
    let mut whole = true;
    for (index, line) in lines.iter().enumerate() {
        let skill = skill(cx, declaration, line, index);
        // What could not be read may be the last skill.
        let is_last = index + 1 == lines.len() && node.child(ERROR).is_none();
        if let Some(spec) = skill.as_ref().filter(|_| is_last) {
            check::last(cx, declaration, line, spec);
        }
        whole &= skill.is_some();
        set.skills.extend(skill);
    }
    if lines.is_empty() {
        missing(cx, declaration, "skill", "wander");
        return None;
    }
    set.senses = senses?;
    whole.then_some(set)
}

/// Reads the head, and returns the senses.
fn head(
    declaration: &Declaration,
    node: &Node,
    cx: &mut Context<'_>,
    set: &mut SkillSet,
) -> Option<SenseId> {
    let mut senses = None;
    let mut said: Vec<(String, Place)> = vec![];
    for flag in node.children_of(FLAG) {
        let words = flag.words();
        let Some(word) = words.first().map(String::as_str) else {
            continue;
        };
        // A list either runs until done or while wanted.
        let part = if word == "while" { "until" } else { word };
        if said_twice(cx, &mut said, part, flag.place(cx.file)) {
            continue;
        }
        match word {
            "as" => {
                let word = cx.reference(&flag);
                let urgency = word.and_then(|(name, place)| ladder_word(cx, &name, place));
                set.urgency = urgency.unwrap_or(set.urgency);
            }
            "while" => set.retain = Retain::WhileWanted,
            "senses" => {
                let named = cx.reference(&flag);
                senses = named.and_then(|(name, place)| senses::lower::find(cx, &name, place));
            }
            "squad" => {
                let named = cx.reference(&flag);
                set.squad = named.map(|(name, _)| symbol(cx, &name));
            }
            "hunts" => {
                let names = flag.child(NAMES);
                let names = names.map(|list| unique_names(cx, &list));
                let names = names.unwrap_or_default().into_iter();
                let roles = names.filter_map(|(name, place)| cx.role(&name, place));
                set.hunts = roles.collect();
                set.hunts.sort();
            }
            _ => {}
        }
    }
    let has = |word: &str| said.iter().any(|(known, _)| known == word);
    let name = &declaration.name;
    if !has("senses") {
        missing(
            cx,
            declaration,
            "senses",
            &format!("skills {name} until done, senses keen"),
        );
    }
    if !has("hunts") {
        cx.problem(
            Code::HuntsNobody
                .at(declaration.place, format!("`{name}` hunts nobody"))
                .label("no `hunts` and a role")
                .consequence("Whoever comes is heard and seen, and never chased or fought.")
                .hint("name the roles of its enemies: `hunts intruder`"),
        );
    }
    senses
}

/// `bark spotted "There!", "I see you!"`.
fn barks(cx: &mut Context<'_>, line: &Node) -> Vec<(SymbolId, TextId)> {
    let Some((name, place)) = cx.reference(line) else {
        return vec![];
    };
    check::moment(cx, &name, place);
    let moment = symbol(cx, &name);
    let literals = line.children_of(TEXT_EXPR).collect::<Vec<_>>();
    let contents = literals.iter().filter_map(|literal| {
        let token = literal.token(TEXT)?;
        text(token.text())
    });
    let texts = contents.map(|content| (TextId::named(&content), content));
    let texts: Vec<(TextId, String)> = texts.collect();
    let barks = texts.iter().map(|(id, _)| (moment, *id)).collect();
    cx.texts.extend(texts);
    barks
}

fn skill(cx: &mut Context<'_>, set: &Declaration, line: &Node, index: usize) -> Option<SkillSpec> {
    let (name, place) = cx.reference(line)?;
    let kind = symbol(cx, &name);
    let known = check::known(cx, (&name, place), line);
    // Nothing is said about the settings of a skill that does not exist.
    let tuning = match known {
        Some(()) => settings(cx, line, Of::Skill(&name)),
        None => vec![],
    };
    // One skill may stand in a list twice, with different settings.
    let site = format!("skills {}/{index} {name}", set.name);
    let nothing = Vocabulary::default();
    let mut lower = decider_lower(cx, &nothing, site.clone());
    let conditions: Vec<Node> = line.children_of(WHEN).collect();
    let body = conditions.first().and_then(|when| when.child(LITERALS));
    let written = body
        .as_ref()
        .map_or(0, |body| body.children_of(LITERAL).count());
    let (when, places) = body.map(|body| lower.literals(&body)).unwrap_or_default();
    let deeds: Vec<Node> = line.children_of(DEEDS).collect();
    let done = deeds.first().map(|node| deed(&mut lower, node));
    let scope = lower.scope;
    let variables = scope.variables.len() as u16;
    if when.len() == written && done != Some(None) {
        scope.finish(cx);
    }
    let never = format!("The skill `{name}` never runs.");
    check_condition(cx, (&when, &places), &never);
    for (parts, word) in [(&conditions, "when"), (&deeds, "do")] {
        if let [first, second, ..] = parts.as_slice() {
            cx.problem(
                Code::DuplicatePart
                    .at(second.place(cx.file), format!("`{word}` is said twice"))
                    .label("again here")
                    .related(first.place(cx.file), "first said here"),
            );
        }
    }
    known?;
    let whole = when.len() == written && done != Some(None);
    whole.then(|| SkillSpec {
        kind,
        when,
        variables,
        deed: done.flatten(),
        tuning,
        site: SiteId::named(&site),
    })
}
