//! The manifest of a package, `folk.toml`: its name, and the packages it depends on.
//!
//! Only the text is checked here. The reader of the files checks that the folders exist and that
//! packages do not depend on each other in a cycle.

use crate::diagnostic::{Code, Diagnostic};
use crate::near::near_names;
use crate::source::{FileId, Place};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The file name of a manifest.
pub const FILE_NAME: &str = "folk.toml";

/// The content of a manifest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Manifest {
    /// The name of the package.
    pub name: String,
    /// The place of the name.
    pub place: Place,
    /// Its direct dependencies.
    pub dependencies: Vec<Dependency>,
}

/// A package that another one depends on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dependency {
    /// Its name.
    pub name: String,
    /// The folder of the package, relative to the folder of the manifest.
    pub path: String,
    /// The place of the name.
    pub place: Place,
    /// The place of the path, with its quotes.
    pub path_place: Place,
}

/// Reads a manifest. All problems are reported at once.
///
/// ```
/// use townsfolk_lang::{manifest, source::FileId};
/// let text = "[package]\nname = \"market\"\n\n[dependencies]\ncommon = { path = \"../common\" }\n";
/// let manifest = manifest::parse(FileId(0), text).unwrap();
/// assert_eq!(manifest.name, "market");
/// assert_eq!(manifest.dependencies[0].path, "../common");
/// ```
pub fn parse(file: FileId, text: &str) -> Result<Manifest, Vec<Diagnostic>> {
    let (table, errors) = DeTable::parse_recoverable(text);
    // One mistake of syntax causes several errors; the first in the text is the cause.
    let start = |error: &toml::de::Error| error.span().map_or(0, |span| span.start);
    if let Some(error) = errors.iter().min_by_key(|error| start(error)) {
        return Err(vec![not_toml(file, text, error)]);
    }
    let mut reading = Reading {
        file,
        problems: vec![],
    };
    let manifest = reading.manifest(table.get_ref());
    match manifest {
        Some(manifest) if reading.problems.is_empty() => Ok(manifest),
        _ => {
            reading.problems.sort_by_key(|problem| problem.place);
            Err(reading.problems)
        }
    }
}

type Entry<'a, 'i> = (
    &'a Spanned<std::borrow::Cow<'i, str>>,
    &'a Spanned<DeValue<'i>>,
);

struct Reading {
    file: FileId,
    problems: Vec<Diagnostic>,
}

impl Reading {
    fn manifest(&mut self, root: &DeTable<'_>) -> Option<Manifest> {
        self.only_known(
            root,
            &["package", "dependencies"],
            "a manifest has the parts",
        );
        let dependencies = self.dependencies(root);
        let Some((key, package)) = entry(root, "package") else {
            let start = Place::new(self.file, 0, 0);
            self.add(
                start,
                "this manifest does not name its package",
                |problem| {
                    problem.hint("begin it with the two lines `[package]` and `name = \"my_town\"`")
                },
            );
            return None;
        };
        let place = self.place(key);
        let package = self.table(package, "`package`")?;
        self.only_known(package, &["name"], "`[package]` has the entry");
        let Some((_, value)) = entry(package, "name") else {
            self.add(place, "this package has no name", |problem| {
                problem.hint("add the line `name = \"my_town\"` below `[package]`")
            });
            return None;
        };
        let place = self.place(value);
        let name = self.text(value, "`name`")?;
        self.check_name(&name, place);
        Some(Manifest {
            name,
            place,
            dependencies,
        })
    }

    fn dependencies(&mut self, root: &DeTable<'_>) -> Vec<Dependency> {
        let Some((_, value)) = entry(root, "dependencies") else {
            return vec![];
        };
        let Some(table) = self.table(value, "`dependencies`") else {
            return vec![];
        };
        let mut entries: Vec<Entry<'_, '_>> = table.iter().collect();
        // In the order of the text, so that problems come in that order too.
        entries.sort_by_key(|(key, _)| key.span().start);
        let found = entries.into_iter();
        found
            .filter_map(|(key, value)| self.dependency(key, value))
            .collect()
    }

    fn dependency(
        &mut self,
        key: &Spanned<std::borrow::Cow<'_, str>>,
        value: &Spanned<DeValue<'_>>,
    ) -> Option<Dependency> {
        let name = key.get_ref().to_string();
        let place = self.place(key);
        self.check_name(&name, place);
        let DeValue::Table(table) = value.get_ref() else {
            let value_place = self.place(value);
            let path = value
                .get_ref()
                .as_str()
                .filter(|path| path.contains(['/', '.']));
            let path = path.unwrap_or("../folder").to_string();
            let message = format!("`{name}` does not say where the package is");
            self.add(value_place, message, |problem| {
                let line = format!("{{ path = \"{path}\" }}");
                problem.fix(format!("write `{name} = {line}`"), value_place, line)
            });
            return None;
        };
        self.only_known(table, &["path"], "a dependency has the entry");
        let Some((_, path)) = entry(table, "path") else {
            self.add(place, format!("`{name}` has no path"), |problem| {
                problem.hint(format!("write `{name} = {{ path = \"../{name}\" }}`"))
            });
            return None;
        };
        let path_place = self.place(path);
        let path = self.text(path, "`path`")?;
        if path.is_empty() {
            self.add(path_place, "this path is empty", |problem| {
                problem.hint(format!(
                    "name the folder of `{name}`, seen from this one, such as `\"../{name}\"`"
                ))
            });
            return None;
        }
        Some(Dependency {
            name,
            path,
            place,
            path_place,
        })
    }

    fn only_known(&mut self, table: &DeTable<'_>, known: &[&'static str], there_is: &str) {
        let mut keys: Vec<_> = table.keys().collect();
        keys.sort_by_key(|key| key.span().start);
        for key in keys {
            let name = key.get_ref();
            if known.contains(&name.as_ref()) {
                continue;
            }
            let place = self.place(key);
            let message = format!("a manifest has no entry `{name}` here");
            self.add(place, message, |mut problem| {
                let near = near_names(name, known.iter().copied(), 1);
                for near in near {
                    problem = problem.fix(format!("did you mean `{near}`?"), place, near);
                }
                if problem.hints.is_empty() {
                    let known: Vec<String> = known.iter().map(|word| format!("`{word}`")).collect();
                    problem = problem.hint(format!("{there_is} {}", known.join(" and ")));
                }
                problem
            });
        }
    }

    fn check_name(&mut self, name: &str, place: Place) {
        let begins = name.starts_with(|first: char| first.is_ascii_lowercase());
        let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "_-".contains(c);
        if begins && name.chars().all(fits) {
            return;
        }
        let message = format!("`{name}` cannot be the name of a package");
        self.add(place, message, |problem| {
            problem
                .label("small letters, digits, `_` and `-`, beginning with a letter")
                .hint(format!("write `{}`", as_package_name(name)))
        });
    }

    fn table<'a, 'i>(
        &mut self,
        value: &'a Spanned<DeValue<'i>>,
        what: &str,
    ) -> Option<&'a DeTable<'i>> {
        let table = value.get_ref().as_table();
        if table.is_none() {
            let place = self.place(value);
            self.add(place, format!("{what} must be a table"), |problem| {
                problem.hint(format!("write {} on a line of its own", bracketed(what)))
            });
        }
        table
    }

    fn text(&mut self, value: &Spanned<DeValue<'_>>, what: &str) -> Option<String> {
        let text = value.get_ref().as_str().map(str::to_string);
        if text.is_none() {
            let place = self.place(value);
            self.add(place, format!("{what} must be a text"), |problem| {
                problem.hint("write it in double quotes")
            });
        }
        text
    }

    fn place<T>(&self, spanned: &Spanned<T>) -> Place {
        let span = spanned.span();
        Place::new(self.file, span.start as u32, span.end as u32)
    }

    fn add(
        &mut self,
        place: Place,
        message: impl Into<String>,
        more: impl FnOnce(Diagnostic) -> Diagnostic,
    ) {
        let problem = Code::BadManifest.at(place, message);
        self.problems.push(more(problem));
    }
}

fn entry<'a, 'i>(table: &'a DeTable<'i>, name: &str) -> Option<Entry<'a, 'i>> {
    table.iter().find(|(key, _)| key.get_ref() == name)
}

fn bracketed(what: &str) -> String {
    format!("`[{}]`", what.trim_matches('`'))
}

fn not_toml(file: FileId, text: &str, error: &toml::de::Error) -> Diagnostic {
    let span = error.span().unwrap_or(0..0);
    let place = Place::new(
        file,
        span.start.min(text.len()) as u32,
        span.end.min(text.len()) as u32,
    );
    Code::BadManifest
        .at(place, "this manifest is not written as TOML")
        .label(error.message().lines().next().unwrap_or_default())
        .hint("a manifest needs only `[package]` and `name = \"my_town\"`")
}

/// The nearest name that a package may have.
///
/// ```
/// assert_eq!(townsfolk_lang::manifest::as_package_name("My Town!"), "my_town");
/// ```
pub fn as_package_name(name: &str) -> String {
    let mut fitting = String::new();
    for c in name.chars().take(64) {
        let c = c.to_ascii_lowercase();
        if c.is_ascii_lowercase() || (!fitting.is_empty() && (c.is_ascii_digit() || c == '-')) {
            fitting.push(c);
        } else if !fitting.is_empty() && !fitting.ends_with('_') {
            fitting.push('_');
        }
    }
    let fitting = fitting.trim_end_matches(['_', '-']);
    if fitting.is_empty() {
        "my_town".into()
    } else {
        fitting.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::LineIndex;
    use expect_test::{Expect, expect};

    fn check(text: &str, expected: &Expect) {
        let lines = LineIndex::new(text);
        let found = match parse(FileId(0), text) {
            Ok(manifest) => {
                let dependencies = manifest.dependencies.iter();
                let dependencies: Vec<String> = dependencies
                    .map(|d| format!("{} at {}", d.name, d.path))
                    .collect();
                format!("{}: {}\n", manifest.name, dependencies.join(", "))
            }
            Err(problems) => problems
                .iter()
                .map(|problem| {
                    let line = lines.line_column(text, problem.place.start).line;
                    let hints: Vec<&str> = problem.hints.iter().map(|h| h.text.as_str()).collect();
                    format!("line {line}: {}. {}\n", problem.message, hints.join("; "))
                })
                .collect(),
        };
        expected.assert_eq(&found);
    }

    #[test]
    fn a_package_with_two_dependencies() {
        check(
            "[package]\nname = \"market\"\n[dependencies]\nz = { path = \"../z\" }\na = { path = \"../a\" }\n",
            &expect![[r#"
                market: z at ../z, a at ../a
            "#]],
        );
    }

    #[test]
    fn every_problem_is_told_at_once_with_its_line() {
        check(
            "[packages]\nname = \"x\"\n[package]\nnam = \"y\"\n[dependencies]\na = \"../a\"\nb = { version = \"1\" }\nC = { path = 3 }\nd = { path = \"\" }\n",
            &expect![[r#"
                line 1: a manifest has no entry `packages` here. did you mean `package`?
                line 3: this package has no name. add the line `name = "my_town"` below `[package]`
                line 4: a manifest has no entry `nam` here. did you mean `name`?
                line 6: `a` does not say where the package is. write `a = { path = "../a" }`
                line 7: `b` has no path. write `b = { path = "../b" }`
                line 7: a manifest has no entry `version` here. a dependency has the entry `path`
                line 8: `C` cannot be the name of a package. write `c`
                line 8: `path` must be a text. write it in double quotes
                line 9: this path is empty. name the folder of `d`, seen from this one, such as `"../d"`
            "#]],
        );
    }

    #[test]
    fn what_is_no_manifest() {
        check(
            "",
            &expect![[r#"
                line 1: this manifest does not name its package. begin it with the two lines `[package]` and `name = "my_town"`
            "#]],
        );
        check(
            "[package]\nname = \"x\nz",
            &expect![[r#"
                line 2: this manifest is not written as TOML. a manifest needs only `[package]` and `name = "my_town"`
            "#]],
        );
        check(
            "package = 3\ndependencies = []\n",
            &expect![[r#"
                line 1: `package` must be a table. write `[package]` on a line of its own
                line 2: `dependencies` must be a table. write `[dependencies]` on a line of its own
            "#]],
        );
        check(
            "[package]\nname = \"Märkt Square\"",
            &expect![[r#"
                line 2: `Märkt Square` cannot be the name of a package. write `m_rkt_square`
            "#]],
        );
    }

    #[test]
    fn names_that_fit() {
        assert_eq!(as_package_name("9 lives"), "lives");
        assert_eq!(as_package_name("---"), "my_town");
    }
}
