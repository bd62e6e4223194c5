//! `townsfolk studio`: a living town in a browser.

use super::command_name;
use crate::arguments::Studio as Arguments;
use crate::town::{open, shelf};
use crate::trouble::Trouble;
use crate::{Verdict, interrupt, style, write};
use clap::Parser;
use std::io::{ErrorKind, Write};
use std::process::{Command, Stdio};
use std::time::Duration;
use townsfolk::Threads;
use townsfolk_folder::find;
use townsfolk_studio::{Options, Studio};

/// Runs the command.
pub fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Verdict, Trouble> {
    interrupt::listen();
    arguments.save.as_deref().map_or(Ok(()), write::try_out)?;
    let (town, focus) = match open::town_or_stand_ins(&arguments.which)? {
        Ok(opened) => opened,
        Err(errors) => {
            writeln!(out, "{errors}Not run: fix the errors first.")?;
            return Ok(Verdict::Bad);
        }
    };
    let options = Options {
        host: arguments.host,
        port: arguments.port,
        token: arguments.token.clone(),
        speed: arguments.speed,
        paused: arguments.paused,
        title: townsfolk::words::in_capitals(&open::name(&arguments.which)),
    };
    let threads = Threads::new(usize::from(arguments.threads));
    let shelf = shelf::of(&arguments.which);
    let studio = Studio::open(town, shelf, &options, Box::new(threads)).map_err(|why| {
        let at = format!("{}:{}", options.host, options.port);
        let trouble = Trouble::new(format!("the studio cannot listen on {at}: {why}"));
        match why.kind() {
            ErrorKind::InvalidInput => trouble.hint("give it one: `--token`"),
            _ => trouble.hint("try another `--host` or `--port`"),
        }
    })?;
    let address = address(&studio, &options);
    writeln!(
        out,
        "the studio is open: {}",
        style::paint(style::CODE, &address)
    )?;
    if let Some(focus) = focus {
        writeln!(out, "{}", style::harmless(&focus))?;
    }
    writeln!(out, "Ctrl-C saves the town and ends.")?;
    out.flush()?;
    if !arguments.no_open {
        open_browser(&address);
    }
    while !interrupt::asked_to_stop() {
        std::thread::sleep(Duration::from_millis(50));
    }
    let Some(town) = studio.close() else {
        return Err(Trouble::new("the town failed, and is not saved"));
    };
    let usual = || open::usual_save(&arguments.which);
    let path = arguments.save.clone().unwrap_or_else(usual);
    let path = write::somewhere(&path, &town.save())?;
    let path = find::shown(&path);
    writeln!(out, "wrote the town: {path}")?;
    let line = format!("{} studio --resume {path}", command_name());
    writeln!(out, "to continue: {}", style::paint(style::CODE, &line))?;
    Ok(Verdict::Interrupted)
}

/// Opens the shipped town, for a user who has typed no command.
pub fn shipped(out: &mut dyn Write) -> Result<Verdict, Trouble> {
    let command = command_name();
    writeln!(
        out,
        "Lindenford, a town of 291 people, begins its day. `{command} tour` shows what else there is,\n\
         `{command} run` lets it live without a page, `{command} --help` says everything."
    )?;
    let typed = crate::arguments::Arguments::try_parse_from(["townsfolk", "studio"]);
    match typed.map(|typed| typed.command) {
        Ok(Some(crate::arguments::Command::Studio(arguments))) => run(&arguments, out),
        _ => Err(Trouble::new("the studio cannot be opened")),
    }
}

fn address(studio: &Studio, options: &Options) -> String {
    let at = format!("http://{}/", studio.address());
    match &options.token {
        Some(token) => format!("{at}?token={token}"),
        None => at,
    }
}

/// Asks the desktop to show a page. If there is none, the address has been printed.
fn open_browser(address: &str) {
    let (program, arguments): (&str, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("cmd", &["/C", "start", ""]),
        _ => ("xdg-open", &[]),
    };
    let mut command = Command::new(program);
    command.args(arguments).arg(address);
    command.stdin(Stdio::null());
    command.stdout(Stdio::null()).stderr(Stdio::null());
    // Opening a browser is best effort.
    let _ = command.spawn();
}
