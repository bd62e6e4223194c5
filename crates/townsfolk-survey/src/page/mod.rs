//! One self-contained page about a run: nothing is loaded from anywhere, and every picture has its
//! numbers as a table.

mod chart;
mod style;

use crate::survey::{Survey, ToldFault};
use chart::{Line, lines};
use std::collections::BTreeSet;
use std::fmt::Write;
use townsfolk::Folk;
use townsfolk::words::Names;
use townsfolk::words::clock::day_and_time as when;
use townsfolk::words::mind::{MindWords, nouns};
use townsfolk_core::ScriptId;
use townsfolk_mind::Moment;
use townsfolk_module::mind::{Degree, Interaction};
use townsfolk_module::{Category, Module};
use townsfolk_scene::Happening;
use townsfolk_scene::reference::words::Words;

/// Information about the run that was not counted.
#[derive(Clone, Debug, Default)]
pub struct About {
    /// The name of the run.
    pub title: String,
    /// Lines for the head: the seed, the digest.
    pub lines: Vec<(String, String)>,
    /// The critic's findings, one sentence each; `None` without a critic.
    pub silly: Option<Vec<String>>,
    /// The costs: a stage or rule, and the amount as text.
    pub costs: Vec<(String, String)>,
}

/// Maximum number of costly rules on the page.
const DEAR: usize = 12;

/// The page; the people are those at the end.
pub fn write(survey: &Survey, folk: &Folk, names: &Names, about: &About) -> String {
    let module = folk.module();
    let mut page = Page {
        survey,
        names,
        html: String::new(),
    };
    page.head(about);
    page.faults(folk);
    page.places();
    page.needs();
    page.ties();
    page.talks();
    page.scripts(module);
    page.costs(about, module);
    page.silly(about);
    page.html.push_str("</main></body></html>\n");
    page.html
}

struct Page<'a> {
    survey: &'a Survey,
    names: &'a Names,
    html: String,
}

/// Writing into a text cannot fail.
macro_rules! put {
    ($page:expr, $($what:tt)*) => {{ let _ = writeln!($page.html, $($what)*); }};
}

impl Page<'_> {
    fn head(&mut self, about: &About) {
        let title = escape(&about.title);
        put!(
            self,
            "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
             <meta name=\"viewport\" content=\"width=device-width\">\
             <title>{title}</title><style>{}</style></head><body><main><h1>{title}</h1>",
            style::STYLE
        );
        let survey = self.survey;
        let from = survey.from.map_or(survey.to.1, |from| from.1);
        let scenes: usize = survey.scenes.values().sum();
        let facts = [
            ("from", when(from)),
            ("to", when(survey.to.1)),
            ("people", survey.people.to_string()),
            ("scenes", scenes.to_string()),
            (
                "actions",
                format!("{}, of which {} failed", survey.actions.0, survey.actions.1),
            ),
            ("faults", survey.faults.to_string()),
        ];
        put!(self, "<dl>");
        let facts = facts.iter().map(|(name, value)| (*name, value.as_str()));
        let more = about.lines.iter().map(|(n, v)| (n.as_str(), v.as_str()));
        for (name, value) in facts.chain(more) {
            put!(
                self,
                "<div><dt>{}</dt><dd>{}</dd></div>",
                escape(name),
                escape(value)
            );
        }
        put!(self, "</dl>");
    }

    /// The faults of the run, in sentences.
    fn faults(&mut self, folk: &Folk) {
        let survey = self.survey;
        if survey.first_faults.is_empty() {
            return;
        }
        let mut symbols = self.names.symbols.clone();
        for person in folk.characters() {
            let name = self.names.called(folk, person.id);
            symbols
                .names
                .insert((Category::Character, person.id.0), name);
        }
        let words = MindWords {
            symbols: &symbols,
            folk,
        };
        self.section("Faults");
        put!(self, "<ul>");
        for (at, fault) in &survey.first_faults {
            let (of, told) = match fault {
                ToldFault::Scene(script, fault) => {
                    let words = Words {
                        symbols: &symbols,
                        script: script.unwrap_or(ScriptId(0)),
                    };
                    let told = words.happening(&Happening::Fault(fault.clone()));
                    let script = script.map(|script| self.names.script(script));
                    (format!("{}:", script.as_deref().unwrap_or("a scene")), told)
                }
                ToldFault::Mind(who, event) => {
                    (words.name(*who), words.event(event).unwrap_or_default())
                }
            };
            let line = format!("{}, {of} {told}", when(*at));
            put!(self, "<li>{}</li>", escape(&line));
        }
        let more = survey
            .faults
            .saturating_sub(survey.first_faults.len() as u64);
        if more > 0 {
            put!(self, "<li>and {more} more</li>");
        }
        put!(self, "</ul></section>");
    }

    /// Presence by hour, as a table whose cells are darker the more people they hold.
    fn places(&mut self) {
        let hours = &self.survey.hours;
        let areas: BTreeSet<_> = hours.iter().flat_map(|hour| hour.places.keys()).collect();
        let mut rows: Vec<(String, Vec<usize>)> = areas
            .into_iter()
            .map(|area| {
                let name = match area {
                    Some(area) => self.names.area(*area),
                    None => "on the way".to_string(),
                };
                let counts = hours
                    .iter()
                    .map(|h| h.places.get(area).copied().unwrap_or(0));
                (name, counts.collect())
            })
            .collect();
        rows.sort_by_key(|(name, counts)| {
            (
                std::cmp::Reverse(counts.iter().sum::<usize>()),
                name.clone(),
            )
        });
        self.section("Who is where, by the hour");
        if rows.is_empty() {
            put!(self, "<p>Nobody was anywhere.</p></section>");
            return;
        }
        let most = rows.iter().flat_map(|(_, counts)| counts).max().copied();
        let most = most.unwrap_or(1).max(1);
        put!(
            self,
            "<div class=\"wide\"><table class=\"heat\"><thead><tr><th scope=\"col\">area</th>"
        );
        for hour in hours {
            put!(self, "<th scope=\"col\">{}</th>", short(hour.at));
        }
        put!(self, "</tr></thead><tbody>");
        for (name, counts) in rows {
            put!(self, "<tr><th scope=\"row\">{}</th>", escape(&name));
            for count in counts {
                let shade = count * 100 / most;
                put!(
                    self,
                    "<td style=\"--shade:{shade}%\">{}</td>",
                    blank_zero(count)
                );
            }
            put!(self, "</tr>");
        }
        put!(self, "</tbody></table></div></section>");
    }

    fn needs(&mut self) {
        let hours = &self.survey.hours;
        let needs: BTreeSet<_> = hours.iter().flat_map(|hour| hour.needs.keys()).collect();
        if needs.is_empty() {
            return;
        }
        self.section("How pressing needs are");
        put!(
            self,
            "<p>The mean of everybody, and the level that one in ten is above.</p><div class=\"grid\">"
        );
        for need in needs {
            let name = self.names.symbols.name(Category::Need, need.0);
            let level = |pick: fn(&crate::Levels) -> Degree| {
                let levels = hours.iter().map(|hour| hour.needs.get(need));
                levels
                    .map(|levels| levels.map(|levels| f64::from(pick(levels).0) / 65_536.0))
                    .collect()
            };
            let drawn = [
                Line::new("mean", level(|levels| levels.mean)),
                Line::new("one in ten above", level(|levels| levels.ninth)),
            ];
            self.plot(&name, &drawn, Some(1.0));
        }
        put!(self, "</div></section>");
    }

    fn ties(&mut self) {
        let hours = &self.survey.hours;
        if hours.iter().all(|hour| hour.ties.known == 0) {
            return;
        }
        let count = |pick: fn(&crate::Ties) -> usize| {
            hours
                .iter()
                .map(|hour| Some(pick(&hour.ties) as f64))
                .collect()
        };
        let drawn = [
            Line::new("known", count(|ties| ties.known)),
            Line::new("friends", count(|ties| ties.friends)),
            Line::new("enemies", count(|ties| ties.enemies)),
        ];
        self.section("How people stand to one another");
        put!(self, "<div class=\"grid\">");
        self.plot("relationships", &drawn, None);
        put!(self, "</div></section>");
    }

    fn talks(&mut self) {
        let talks = &self.survey.talks;
        let talks = Interaction::DONE
            .into_iter()
            .map(|what| (what, talks.get(&what)));
        let talks = talks.filter_map(|(what, count)| Some((what, *count?)));
        let talks: Vec<_> = talks.collect();
        if talks.is_empty() {
            return;
        }
        self.section("What people do to one another");
        let rows = talks
            .iter()
            .map(|(what, count)| (nouns(*what).1.to_string(), *count as u64));
        let rows: Vec<(String, u64)> = rows.collect();
        self.bars("deed", "times", &rows);
        put!(self, "</section>");
    }

    fn scripts(&mut self, module: &Module) {
        let coverage = self.survey.coverage(module);
        if coverage.is_empty() {
            return;
        }
        self.section("Scenes and rules");
        let rules = coverage.iter().flat_map(|script| &script.rules);
        let (all, never) = rules.fold((0, 0), |(all, never), rule| {
            (all + 1, never + usize::from(rule.fired == 0))
        });
        put!(self, "<p>{never} of {all} rules never fired.</p>");
        for script in coverage {
            let name = escape(&self.names.script(script.script));
            let never = script.rules.iter().filter(|rule| rule.fired == 0).count();
            let open = if script.scenes > 0 && never > 0 {
                " open"
            } else {
                ""
            };
            let never = match never {
                0 => String::new(),
                never => format!(", <span class=\"never\">{never} rules never fired</span>"),
            };
            put!(
                self,
                "<details{open}><summary><b>{name}</b>: {} scenes{never}</summary>",
                script.scenes
            );
            let rows = script
                .rules
                .iter()
                .map(|rule| (self.names.rule(rule.rule), rule.fired));
            let rows: Vec<(String, u64)> = rows.collect();
            self.bars("rule", "fired", &rows);
            put!(self, "</details>");
        }
        put!(self, "</section>");
    }

    fn costs(&mut self, about: &About, module: &Module) {
        let dear = self.dear_rules(module);
        if about.costs.is_empty() && dear.is_empty() {
            return;
        }
        self.section("What it cost");
        if !dear.is_empty() {
            put!(
                self,
                "<p>The rules whose solutions take longest to look for, in steps of a search:</p>"
            );
            self.bars("rule", "steps", &dear);
        }
        put!(self, "<table><tbody>");
        for (what, cost) in &about.costs {
            put!(
                self,
                "<tr><th scope=\"row\">{}</th><td>{}</td></tr>",
                escape(what),
                escape(cost)
            );
        }
        put!(self, "</tbody></table></section>");
    }

    /// The rules whose search takes most steps.
    fn dear_rules(&self, module: &Module) -> Vec<(String, u64)> {
        let coverage = self.survey.coverage(module);
        let rules = coverage.iter().flat_map(|script| {
            let name = self.names.script(script.script);
            let rules = script.rules.iter();
            rules.filter_map(move |rule| Some((name.clone(), rule.rule, rule.steps()?)))
        });
        let mut rules: Vec<_> = rules
            .map(|(script, rule, steps)| {
                let name = format!("{} of {script}", self.names.rule(rule));
                (name, steps.round() as u64)
            })
            .collect();
        rules.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        rules.truncate(DEAR);
        rules
    }

    fn silly(&mut self, about: &About) {
        let Some(silly) = &about.silly else {
            return;
        };
        self.section("Silliness");
        match silly.is_empty() {
            true => put!(self, "<p>None was found.</p>"),
            false => {
                put!(self, "<ul>");
                for line in silly {
                    put!(self, "<li>{}</li>", escape(line));
                }
                put!(self, "</ul>");
            }
        }
        put!(self, "</section>");
    }

    fn section(&mut self, title: &str) {
        put!(self, "<section><h2>{title}</h2>");
    }

    /// Numbers with a bar for each.
    fn bars(&mut self, what: &str, unit: &str, rows: &[(String, u64)]) {
        let most = rows
            .iter()
            .map(|(_, count)| *count)
            .max()
            .unwrap_or(0)
            .max(1);
        put!(
            self,
            "<table class=\"bars\"><thead><tr><th scope=\"col\">{what}</th><th scope=\"col\">{unit}</th><td></td></tr></thead><tbody>"
        );
        for (name, count) in rows {
            let class = if *count == 0 { " class=\"never\"" } else { "" };
            let width = count.saturating_mul(100) / most;
            put!(
                self,
                "<tr{class}><th scope=\"row\">{}</th><td>{count}</td><td><i style=\"width:{width}%\"></i></td></tr>",
                escape(name)
            );
        }
        put!(self, "</tbody></table>");
    }

    /// Lines over the hours, and the same as a table.
    fn plot(&mut self, title: &str, drawn: &[Line], top: Option<f64>) {
        let hours = &self.survey.hours;
        let labels: Vec<String> = hours.iter().map(|hour| short(hour.at)).collect();
        let picture = lines(title, drawn, &labels, top);
        put!(
            self,
            "<figure><figcaption>{}</figcaption>{picture}",
            escape(title)
        );
        put!(
            self,
            "<details><summary>as a table</summary><table><thead><tr><th scope=\"col\">hour</th>"
        );
        for line in drawn {
            put!(self, "<th scope=\"col\">{}</th>", line.name);
        }
        put!(self, "</tr></thead><tbody>");
        for (index, label) in labels.iter().enumerate() {
            put!(self, "<tr><th scope=\"row\">{label}</th>");
            for line in drawn {
                let value = line.values.get(index).copied().flatten();
                let value = value.map_or(String::new(), |value| match top {
                    Some(_) => format!("{value:.2}"),
                    None => format!("{value:.0}"),
                });
                put!(self, "<td>{value}</td>");
            }
            put!(self, "</tr>");
        }
        put!(self, "</tbody></table></details></figure>");
    }
}

fn blank_zero(count: usize) -> String {
    match count {
        0 => String::new(),
        count => count.to_string(),
    }
}

/// The hour of a moment.
fn short(moment: Moment) -> String {
    format!("{}h", moment.daytime().0 / 3600)
}

/// Text as HTML has it.
fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            letter => safe.push(letter),
        }
    }
    safe
}
