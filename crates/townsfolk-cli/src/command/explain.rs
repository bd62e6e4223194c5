//! `townsfolk explain`: the page of a problem, or the list of all.

use crate::arguments::Explain;
use crate::trouble::Trouble;
use crate::{Verdict, markdown, style};
use std::io::Write;
use townsfolk_lang::diagnostic::{Code, Severity};
use townsfolk_lang::near;

/// Runs the command.
pub fn run(arguments: &Explain, out: &mut dyn Write) -> Result<Verdict, Trouble> {
    match &arguments.code {
        None => list(out)?,
        Some(name) => {
            let code = find(name)?;
            write!(out, "{}", markdown::render(code.page()))?;
        }
    }
    Ok(Verdict::Good)
}

/// The code with a name, however it was copied: `Unbound_Variable`, `error[unbound-variable]`.
fn find(name: &str) -> Result<Code, Trouble> {
    let inner = name.split_once('[').map_or(name, |(_, inner)| inner);
    let inner = inner.trim_end_matches([']', ':']).trim();
    let plain = inner.to_lowercase().replace(['_', ' '], "-");
    if let Some(code) = Code::from_name(&plain) {
        return Ok(code);
    }
    let mut trouble = Trouble::new(format!("there is no problem with the code `{name}`"));
    let names = Code::ALL.iter().map(|code| code.name());
    let near = near::near_names(&plain, names, 3);
    for near in &near {
        trouble = trouble.hint(format!("did you mean `townsfolk explain {near}`?"));
    }
    if near.is_empty() {
        trouble = trouble.hint("`townsfolk explain` lists all codes");
    }
    Err(trouble)
}

fn list(out: &mut dyn Write) -> Result<(), Trouble> {
    let width = Code::ALL.iter().map(|code| code.name().len()).max();
    let width = width.unwrap_or(0);
    let groups = [
        (
            Severity::Error,
            "Errors: no module can be built",
            style::ERROR,
        ),
        (
            Severity::Warning,
            "Warnings: the author should look",
            style::WARNING,
        ),
        (Severity::Note, "Notes", style::STRONG),
    ];
    for (severity, heading, of_severity) in groups {
        writeln!(out, "{}", style::paint(of_severity, heading))?;
        let mut codes: Vec<&Code> = Code::ALL.iter().collect();
        codes.retain(|code| code.severity() == severity);
        codes.sort_by_key(|code| code.name());
        for code in codes {
            let name = format!("{:width$}", code.name());
            let line = style::with_code(&markdown::first_line(code.page()));
            let line = format!("  {}  {line}", style::paint(style::CODE, &name));
            writeln!(out, "{}", line.trim_end())?;
        }
        writeln!(out)?;
    }
    writeln!(
        out,
        "{}",
        style::hint("`townsfolk explain CODE` shows the page of one")
    )?;
    Ok(())
}
