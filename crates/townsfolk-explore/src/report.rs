//! Findings as text for the author.

use crate::beginning::{MadeProp, Setting};
use crate::finding::{Exploration, Finding, FindingKind};
use crate::story::StoryLine;
use crate::survey::OTHER_SYMBOL;
use crate::waiting::{WaitedCondition, Waiting};
use townsfolk_core::{Atom, CharacterId, Outcome, RoleId, RuleId, SymbolId, Value};
use townsfolk_lang::ScriptUnit;
use townsfolk_lang::diagnostic::{Code, Diagnostic, Severity};
use townsfolk_lang::source::Place;
use townsfolk_module::{Category, Symbols};
use townsfolk_scene::StopReason;
use townsfolk_scene::reference::Words;
use townsfolk_scene::reference::words::Spelling;

/// Names for the people of a story, in order of appearance.
const NAMES: [&str; 15] = [
    "ann", "bob", "cy", "dora", "eli", "fay", "gus", "hana", "ivo", "jo", "kit", "lea", "max",
    "nina", "otto",
];

/// The findings as diagnostics at the places concerned.
pub fn findings_as_diagnostics(
    exploration: &Exploration,
    unit: &ScriptUnit,
    symbols: &Symbols,
) -> Vec<Diagnostic> {
    let symbols = with_story_names(symbols, &exploration.props);
    let writer = Writer::of(exploration, unit, &symbols);
    let findings = exploration.findings.iter();
    let mut diagnostics: Vec<Diagnostic> = findings.map(|f| writer.diagnostic(f)).collect();
    if !exploration.complete {
        diagnostics.push(writer.not_fully_explored());
    }
    diagnostics
}

pub(crate) fn with_story_names(symbols: &Symbols, props: &[MadeProp]) -> Symbols {
    let mut symbols = symbols.clone();
    for (index, name) in NAMES.iter().enumerate() {
        let key = (Category::Character, index as u32 + 1);
        symbols.names.insert(key, (*name).to_string());
    }
    symbols
        .names
        .insert((Category::Character, 0), "someone gone".to_string());
    let other = (Category::Symbol, SymbolId::named(OTHER_SYMBOL).0);
    let other = symbols.names.entry(other);
    other.or_insert_with(|| OTHER_SYMBOL.to_string());
    for prop in props {
        let fact = symbols.name(Category::Fact, prop.fact.0);
        let name = format!("{fact}_{}", prop.number);
        symbols.names.insert((Category::Prop, prop.id.0), name);
    }
    symbols
}

/// Writes findings as text.
pub(crate) struct Writer<'a> {
    exploration: &'a Exploration,
    unit: &'a ScriptUnit,
    pub(crate) words: Words<'a>,
}

impl<'a> Writer<'a> {
    /// With the names of a story, for people and for invented props.
    pub(crate) fn of(
        exploration: &'a Exploration,
        unit: &'a ScriptUnit,
        symbols: &'a Symbols,
    ) -> Writer<'a> {
        let script = exploration.script;
        Writer {
            exploration,
            unit,
            words: Words { symbols, script },
        }
    }
}

impl Writer<'_> {
    pub(crate) fn diagnostic(&self, finding: &Finding) -> Diagnostic {
        let mut diagnostic = match finding.kind {
            FindingKind::StuckScene => Diagnostic::new(
                Code::StuckScene,
                self.rule_place(finding.rule),
                "the scene can come to a stand: nobody can act any more, and it is not over",
            )
            .label("the last thing that happens"),
            FindingKind::StuckParticipant(role) => self.stuck_participant(finding, role),
            FindingKind::WaitsInVain => self.waits_in_vain(finding),
            FindingKind::Livelock => Diagnostic::new(
                Code::Livelock,
                self.rule_place(finding.rule),
                "the scene can go on for ever: nothing that happens brings its end",
            )
            .label("this goes on and on"),
            FindingKind::LeftFactBlocks(fact) => {
                let name = self.unit.fact_name(fact);
                let place = self.rule_place(finding.rule);
                let mut diagnostic = Diagnostic::new(
                    Code::LeftFactBlocks,
                    place,
                    format!("`{name}` of somebody who has left keeps others from going on"),
                )
                .label("the fact that is left behind decides here")
                .hint(format!("remove `{name}` before or when its subject leaves"));
                if let Some(declared) = self.unit.places.facts.get(&fact) {
                    diagnostic = diagnostic.related(*declared, "this fact stays behind");
                }
                diagnostic
            }
            FindingKind::RuleNeverReached(rule) => {
                let name = self.words.rule(rule);
                Diagnostic::new(
                    Code::RuleNeverReached,
                    self.rule_place(Some(rule)),
                    format!("`{name}` never fires in any of the scenes that were played"),
                )
                .label("never reached")
            }
            FindingKind::RuleNeedsMorePeople(rule) => {
                let (name, bounds) = (self.words.rule(rule), &self.exploration.bounds);
                let cast = self.unit.script.cast.iter();
                let cast: u32 = cast.map(|line| u32::from(line.max)).sum();
                let explored = bounds.people_max;
                let mut diagnostic = Diagnostic::new(
                    Code::RuleNeverReached,
                    self.rule_place(Some(rule)),
                    format!(
                        "`{name}` may need more people: the cast has room for {cast}, and {explored} were played"
                    ),
                )
                .label("not reached with so few")
                .hint(format!("explore with `--people {cast}`"));
                diagnostic.severity = Severity::Note;
                diagnostic
            }
            FindingKind::PropertyBroken(id) => {
                let index = self.unit.script.properties.iter().position(|p| p.id == id);
                let place = index.and_then(|index| self.unit.places.properties.get(index));
                let name = self.unit.name_of(Category::Property, id.0);
                Diagnostic::new(
                    Code::PropertyBroken,
                    place.copied().unwrap_or(self.unit.places.name),
                    format!("`{name}` does not hold"),
                )
                .label("a story breaks it")
            }
        };
        diagnostic.story = self.story(finding);
        diagnostic
    }

    fn stuck_participant(&self, finding: &Finding, role: RoleId) -> Diagnostic {
        let role_name = self.words.role(role);
        let line = self.unit.script.cast.iter().position(|l| l.role == role);
        let cast = line.and_then(|line| self.unit.places.cast.get(line));
        let state = finding.state.and_then(|s| self.unit.places.states.get(&s));
        let place = match (finding.rule, state) {
            (Some(rule), _) => self.rule_place(Some(rule)),
            (None, Some(state)) => *state,
            (None, None) => cast.copied().unwrap_or(self.unit.places.name),
        };
        Diagnostic::new(
            Code::StuckParticipant,
            place,
            format!("a `{role_name}` can be left waiting for ever"),
        )
        .label(if finding.rule.is_some() {
            "the last thing they do"
        } else {
            "where they wait"
        })
    }

    fn waits_in_vain(&self, finding: &Finding) -> Diagnostic {
        let diagnostic = Diagnostic::new(
            Code::WaitsInVain,
            self.rule_place(finding.rule),
            "only giving up ends this wait: what is waited for can no longer come",
        )
        .label("patience ends the wait, and nothing else can");
        let mut needs = finding.waiting.iter().filter_map(|o| o.needs.as_ref());
        match needs.next() {
            Some((rule, _)) => {
                diagnostic.related(self.rule_place(Some(*rule)), "this is waited for")
            }
            None => diagnostic,
        }
    }

    fn rule_place(&self, rule: Option<RuleId>) -> Place {
        let mut rules = self.unit.script.rules.iter();
        let index = rules.position(|r| Some(r.id) == rule);
        let places = index.and_then(|index| self.unit.places.rules.get(index));
        places.map_or(self.unit.places.name, |places| places.name)
    }

    fn story(&self, finding: &Finding) -> Vec<String> {
        if let FindingKind::RuleNeedsMorePeople(_) = finding.kind {
            return vec![self.what_was_played()];
        }
        if let FindingKind::RuleNeverReached(_) = finding.kind {
            return vec![format!(
                "{} In none of them was there a moment for this rule.",
                self.what_was_played()
            )];
        }
        let mut story: Vec<String> = finding.story.iter().map(|l| self.line(l)).collect();
        story.extend(self.moral(finding));
        story
    }

    /// The problem at the end of a story, and the conditions that stuck participants wait for.
    pub(crate) fn moral(&self, finding: &Finding) -> Vec<String> {
        let waiting = finding.waiting.iter().map(|o| self.waiting(o));
        std::iter::once(self.problem(finding))
            .chain(waiting)
            .collect()
    }

    fn waiting(&self, waiting: &Waiting) -> String {
        let who = self.words.person(waiting.who);
        let Some((rule, need)) = &waiting.needs else {
            return format!("No rule is left for {who} to wait for.");
        };
        let need = match need {
            WaitedCondition::Gone(atom) => format!("until {} is gone", self.atom(atom)),
            WaitedCondition::Holds(literal) => {
                let (words, script) = (&self.words, self.words.script);
                let spelling = Spelling {
                    variable: &|id| words.symbols.variable(script, *rule, id),
                    value: &|value| self.value(value),
                };
                format!("for {}", words.literal_spelt(literal, &spelling))
            }
        };
        format!("To do {}, {who} waits {need}.", self.words.rule(*rule))
    }

    fn problem(&self, finding: &Finding) -> String {
        let goes_on: Vec<String> = finding
            .goes_on
            .iter()
            .map(|r| self.words.rule(*r))
            .collect();
        match finding.kind {
            FindingKind::StuckScene => {
                "Now nobody can do anything, and nothing is to come: the scene never ends.".into()
            }
            FindingKind::StuckParticipant(_) => {
                let name = finding
                    .who
                    .map_or("they".into(), |who| self.words.person(who));
                let state = finding.state.map(|s| format!(" ({})", self.words.state(s)));
                let state = state.unwrap_or_default();
                format!(
                    "Now {name}{state} waits for ever: nothing that can happen lets them act or leave."
                )
            }
            FindingKind::WaitsInVain => {
                let name = finding
                    .who
                    .map_or("they".into(), |who| self.words.person(who));
                format!("Now {name} waits in vain, until patience ends.")
            }
            FindingKind::Livelock => format!(
                "Now it goes on for ever with {}: nothing that can happen brings the end.",
                goes_on.join(", ")
            ),
            FindingKind::LeftFactBlocks(fact) => {
                let name = self.unit.fact_name(fact);
                let rule = finding
                    .rule
                    .map_or("nothing".into(), |r| self.words.rule(r));
                if finding.rule.is_some_and(|r| finding.goes_on.contains(&r)) {
                    format!("Now `{name}` is about somebody gone, and {rule} goes on for ever.")
                } else {
                    format!(
                        "Now `{name}` is about somebody gone. Without it {rule} would fire; with it, it never will again."
                    )
                }
            }
            FindingKind::PropertyBroken(id) => {
                let name = self.unit.name_of(Category::Property, id.0);
                let form = self.unit.script.properties.iter().find(|p| p.id == id);
                match form.map(|p| p.form) {
                    Some(townsfolk_module::PropertyForm::Eventually) => format!(
                        "From now on, what `{name}` expects can no longer come, unless something goes wrong."
                    ),
                    _ => format!("Now `{name}` does not hold."),
                }
            }
            FindingKind::RuleNeverReached(_) | FindingKind::RuleNeedsMorePeople(_) => String::new(),
        }
    }

    /// One line of a story.
    pub(crate) fn line(&self, line: &StoryLine) -> String {
        let words = &self.words;
        let person = |who: &CharacterId| words.person(*who);
        match line {
            StoryLine::Begins { cast, known } => {
                let people: Vec<String> = cast
                    .iter()
                    .map(|(who, role)| format!("{} ({})", person(who), words.role(*role)))
                    .collect();
                let mut text = format!("The scene begins with {}", listed(&people));
                if !known.is_empty() {
                    let facts: Vec<String> = known.iter().map(|a| self.atom(a)).collect();
                    text += &format!("; {}", facts.join(", "));
                }
                text + "."
            }
            StoryLine::Does {
                who,
                role,
                rule,
                partner,
                action,
                bindings,
            } => {
                let mut text = format!(
                    "{} ({}) does {}",
                    person(who),
                    words.role(*role),
                    words.rule(*rule)
                );
                if let Some(partner) = partner {
                    text += &format!(" together with {}", person(partner));
                }
                match action {
                    Some((action, arguments)) => {
                        let name = words.symbols.name(Category::Action, action.0);
                        text += &format!(": {}", self.call(&name, arguments));
                    }
                    None => {
                        let bound: Vec<Value> = bindings.iter().flatten().copied().collect();
                        if !bound.is_empty() {
                            text +=
                                &format!(" ({})", self.call("", &bound).trim_matches(['(', ')']));
                        }
                    }
                }
                text + "."
            }
            StoryLine::Ended {
                who,
                action,
                outcome,
            } => {
                let action = words.symbols.name(Category::Action, action.0);
                let how = match outcome {
                    Outcome::Done => "is done",
                    Outcome::Failed => "fails",
                    Outcome::Stopped => "is stopped",
                };
                format!("{}'s {action} {how}.", person(who))
            }
            StoryLine::TimeComes(atoms) => {
                let facts: Vec<String> = atoms.iter().map(|a| self.atom(a)).collect();
                format!("Time passes: {} comes due.", facts.join(", "))
            }
            StoryLine::RestEnds(who, rule) => {
                format!(
                    "Time passes: {} could do {} again.",
                    person(who),
                    words.rule(*rule)
                )
            }
            StoryLine::Passes(atom) => format!("Time passes: {} is over.", self.atom(atom)),
            StoryLine::VacantTooLong(role) => {
                format!("Time passes: too few are left as {}.", words.role(*role))
            }
            StoryLine::Vanishes(who) => format!("{} vanishes.", person(who)),
            StoryLine::Arrives(who, role) => {
                format!("{} arrives as {}.", person(who), words.role(*role))
            }
            StoryLine::PlayerLeaves(who) => format!("{}, the player, leaves.", person(who)),
            StoryLine::Told(atom) => format!("The host tells {}.", self.atom(atom)),
            StoryLine::AskedToStop(who, why) => {
                let why = match why {
                    StopReason::While => "what it depends on no longer holds".into(),
                    StopReason::Urgent(rule) => format!("{} is urgent", words.rule(*rule)),
                    StopReason::OutOfTime => "its time is over".into(),
                    StopReason::PartnerGone => "the partner is gone".into(),
                    StopReason::Recalled => "needed elsewhere".into(),
                    StopReason::SceneEnds => "the scene ends".into(),
                };
                format!("{} is asked to stop: {why}.", person(who))
            }
            StoryLine::Out(who) => format!("{} is out.", person(who)),
            StoryLine::SceneEnds => "The scene ends.".into(),
        }
    }

    fn atom(&self, atom: &Atom) -> String {
        let name = self.words.symbols.name(Category::Fact, atom.fact.0);
        self.call(&name, &atom.arguments)
    }

    fn value(&self, value: Value) -> String {
        match value {
            // The position of a time is unknown; only its existence is known.
            Value::Time(_) => "…".into(),
            other => self.words.value(other),
        }
    }

    fn call(&self, name: &str, arguments: &[Value]) -> String {
        let arguments: Vec<String> = arguments.iter().map(|value| self.value(*value)).collect();
        if arguments.is_empty() {
            name.to_string()
        } else {
            format!("{name}({})", arguments.join(", "))
        }
    }

    fn what_was_played(&self) -> String {
        let bounds = &self.exploration.bounds;
        let people = self.exploration.covered.iter().map(|(b, _)| b.people());
        format!(
            "Every scene was played with {}, {}, {} and {}.",
            counted(people.max().unwrap_or(0), "person", "people"),
            counted(bounds.failures.into(), "failure", "failures"),
            counted(
                bounds.disappearances.into(),
                "disappearance",
                "disappearances"
            ),
            counted(bounds.arrivals.into(), "late arrival", "late arrivals"),
        )
    }

    fn not_fully_explored(&self) -> Diagnostic {
        let exploration = self.exploration;
        let whole: Vec<String> = (exploration.covered.iter())
            .filter(|(_, whole)| *whole)
            .map(|(beginning, _)| {
                let cast: Vec<String> = (beginning.cast.iter())
                    .filter(|(_, count)| *count > 0)
                    .map(|(role, count)| format!("{count} {}", self.words.role(*role)))
                    .collect();
                let place = match beginning.place {
                    Setting::Location(id) => self.words.symbols.name(Category::Location, id.0),
                    Setting::Made(count) => format!("{} of each kind", counted_props(count)),
                    Setting::Varied(count) => {
                        format!("{} of each kind, not all alike", counted_props(count))
                    }
                };
                format!("{} with {place}", cast.join(" and "))
            })
            .collect();
        let covered = if whole.is_empty() {
            "No cast was explored to the end.".to_string()
        } else {
            format!("Explored to the end: {}.", whole.join("; "))
        };
        Diagnostic::new(
            Code::NotFullyExplored,
            self.unit.places.name,
            format!(
                "not every scene of `{}` was played: {} situations and {} steps were looked at",
                self.unit.name, exploration.states, exploration.transitions
            ),
        )
        .consequence(covered)
        .hint("explore with a larger budget, or with smaller bounds")
    }
}

/// `no failures`, `1 failure`, `up to 3 failures`.
fn counted(count: u16, one: &str, many: &str) -> String {
    match count {
        0 => format!("no {many}"),
        1 => format!("1 {one}"),
        _ => format!("up to {count} {many}"),
    }
}

fn counted_props(count: u8) -> String {
    if count == 1 {
        "1 prop".into()
    } else {
        format!("{count} props")
    }
}

/// `ann`, `ann and bob`, `ann, bob and cy`.
fn listed(names: &[String]) -> String {
    match names.split_last() {
        None => "nobody".into(),
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
    }
}
