//! Answers about a text.

use super::shelf::Opened;
use super::shown::{
    CheckShown, CompletionShown, ElsewhereShown, EntryShown, FileShown, HoverShown, PageOffsets,
    ScriptsShown, SpotShown, TextShown,
};
use super::units::Units;
use super::{ScriptError, ScriptService};
use serde::Serialize;
use townsfolk_core::{RuleId, ScriptId};
use townsfolk_lang::diagnostic::{Diagnostic, Severity};
use townsfolk_lang::editor::{self, OutlineKind, OutlineSymbol, TokenClass};
use townsfolk_lang::format;
use townsfolk_lang::source::{FileId, Place};

/// Maximum number of completions.
const COMPLETIONS: usize = 200;

impl ScriptService {
    pub(super) fn scripts(&mut self) -> Result<ScriptsShown, ScriptError> {
        let opened = self.opened()?;
        opened.refresh();
        Ok(opened.listed())
    }

    pub(super) fn text(&mut self, path: &str) -> Result<TextShown, ScriptError> {
        let opened = self.opened()?;
        opened.refresh();
        let file = opened.file(path)?;
        Ok(TextShown {
            path: path.to_owned(),
            text: file.text.clone(),
            version: file.version(),
            locked: opened.writable(file).err(),
        })
    }

    pub(super) fn check(&mut self, path: &str, text: &str) -> Result<CheckShown, ScriptError> {
        let opened = self.opened()?;
        let id = opened.draft(path, text)?;
        Ok(opened.found(id))
    }

    pub(super) fn complete(
        &mut self,
        path: &str,
        text: &str,
        at: u32,
    ) -> Result<Vec<CompletionShown>, ScriptError> {
        let opened = self.opened()?;
        let id = opened.draft(path, text)?;
        let mut pages = PageOffsets::of(opened);
        let at = pages.byte(id, at);
        let found = editor::completions(&opened.project, &opened.checked, id, at);
        let found = found.iter().take(COMPLETIONS);
        Ok(found.map(|one| pages.completion(one)).collect())
    }

    pub(super) fn hover(
        &mut self,
        path: &str,
        text: &str,
        at: u32,
    ) -> Result<Option<HoverShown>, ScriptError> {
        let opened = self.opened()?;
        let id = opened.draft(path, text)?;
        let mut pages = PageOffsets::of(opened);
        let at = pages.byte(id, at);
        let found = editor::hover(&opened.project, &opened.checked, id, at);
        Ok(found.map(|hover| pages.hover(&hover)))
    }

    pub(super) fn define(
        &mut self,
        path: &str,
        text: &str,
        at: u32,
    ) -> Result<Vec<SpotShown>, ScriptError> {
        let opened = self.opened()?;
        let id = opened.draft(path, text)?;
        let mut pages = PageOffsets::of(opened);
        let at = pages.byte(id, at);
        let found = editor::definition(&opened.project, &opened.checked, id, at);
        let spots = found.iter().filter_map(|place| pages.spot(*place, ""));
        Ok(spots.collect())
    }

    pub(super) fn rule(
        &mut self,
        script: u32,
        rule: Option<u32>,
    ) -> Result<Option<SpotShown>, ScriptError> {
        let opened = self.opened()?;
        let mut units = opened.checked.scripts.iter();
        let unit = units.find(|unit| unit.script.id == ScriptId(script));
        let place = unit.and_then(|unit| {
            let Some(rule) = rule else {
                return Some(unit.places.name);
            };
            let mut rules = unit.script.rules.iter().zip(&unit.places.rules);
            let found = rules.find(|(one, _)| one.id == RuleId(rule));
            found.map(|(_, places)| places.name)
        });
        Ok(place.and_then(|place| PageOffsets::of(opened).spot(place, "")))
    }

    pub(super) fn named(
        &mut self,
        kind: &str,
        name: &str,
    ) -> Result<Option<SpotShown>, ScriptError> {
        let kind = match kind {
            "location" => OutlineKind::Location,
            "script" => OutlineKind::Script,
            "layer" => OutlineKind::Layer,
            "schedule" => OutlineKind::Schedule,
            "person" => OutlineKind::Person,
            _ => return Ok(None),
        };
        let opened = self.opened()?;
        let place = opened.declared(kind, name);
        Ok(place.and_then(|place| PageOffsets::of(opened).spot(place, "")))
    }
}

impl Opened {
    fn listed(&self) -> ScriptsShown {
        let files = self.files.iter().map(|(path, file)| {
            let count = |severity| {
                let problems = self.checked.problems.iter();
                let of = problems.filter(|p| p.place.file == file.id && p.severity == severity);
                of.count()
            };
            FileShown {
                path: path.clone(),
                locked: self.writable(file).err(),
                errors: count(Severity::Error),
                warnings: count(Severity::Warning),
            }
        });
        ScriptsShown {
            folder: self.folder.as_ref().map(|at| at.display().to_string()),
            files: files.collect(),
            saves: self.replaced.len(),
        }
    }

    /// The problems of a file and of others, and its highlighting.
    pub(super) fn found(&self, id: FileId) -> CheckShown {
        let mut pages = PageOffsets::of(self);
        let (here, elsewhere): (Vec<&Diagnostic>, Vec<&Diagnostic>) = self
            .checked
            .problems
            .iter()
            .partition(|problem| problem.place.file == id);
        let problems = here.iter().map(|problem| pages.problem(problem)).collect();
        let elsewhere = elsewhere.into_iter();
        let elsewhere = elsewhere.filter(|problem| problem.severity == Severity::Error);
        let text = self.project.file(id).map_or("", |file| file.text.as_str());
        let units = Units::of(text);
        let tokens = editor::semantic_tokens(text).into_iter();
        let tokens = tokens.map(|(range, class)| {
            let (from, to) = (units.units_at(range.start), units.units_at(range.end));
            (from, to, class_name(class))
        });
        let outline = editor::symbols(&self.project, id);
        CheckShown {
            problems,
            elsewhere: elsewhere.filter_map(|one| self.elsewhere(one)).collect(),
            tokens: tokens.collect(),
            outline: outline.iter().map(|one| self.entry(&units, one)).collect(),
        }
    }

    fn elsewhere(&self, problem: &Diagnostic) -> Option<ElsewhereShown> {
        let file = self.project.file(problem.place.file)?;
        Some(ElsewhereShown {
            path: file.path.clone(),
            line: file.line_column(problem.place.start).line,
            severity: problem.severity.name(),
            message: problem.message.clone(),
        })
    }

    fn entry(&self, units: &Units, symbol: &OutlineSymbol) -> EntryShown {
        let file = self.project.file(symbol.place.file);
        EntryShown {
            name: symbol.name.clone(),
            kind: format!("{:?}", symbol.kind).to_lowercase(),
            from: units.units_at(symbol.name_place.start),
            line: file.map_or(1, |file| file.line_column(symbol.name_place.start).line),
        }
    }

    /// Where a name is declared; the name may be in the form that pages show.
    fn declared(&self, kind: OutlineKind, name: &str) -> Option<Place> {
        let plain = |name: &str| name.replace('_', " ");
        let files = self.project.files();
        let mut all = files.flat_map(|(id, _)| editor::symbols(&self.project, id));
        let found = all.find(|symbol| symbol.kind == kind && plain(&symbol.name) == plain(name));
        found.map(|symbol| symbol.name_place)
    }
}

/// A formatted text, or why it cannot be formatted.
#[derive(Serialize)]
pub(super) struct FormatShown {
    text: Option<String>,
    problem: Option<String>,
}

pub(super) fn format(text: &str) -> FormatShown {
    match format::format(text) {
        Ok(text) => FormatShown {
            text: Some(text),
            problem: None,
        },
        Err(problems) => FormatShown {
            text: None,
            problem: problems.first().map(|problem| problem.message.clone()),
        },
    }
}

fn class_name(class: TokenClass) -> &'static str {
    match class {
        TokenClass::Keyword => "keyword",
        TokenClass::Name => "name",
        TokenClass::Variable => "variable",
        TokenClass::DotName => "dot-name",
        TokenClass::Number => "number",
        TokenClass::Unit => "unit",
        TokenClass::Text => "text",
        TokenClass::Comment => "comment",
        TokenClass::Parameter => "parameter",
    }
}
