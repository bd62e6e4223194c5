//! `townsfolk studio`: it serves a page, and Ctrl-C saves the town.

use crate::folder::Folder;
use crate::play::with_example;
use expect_test::expect;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Command, Stdio};

#[test]
#[cfg(unix)]
fn a_page_is_served_until_ctrl_c_saves_the_town() {
    let folder = with_example(Folder::new("studio_serves"), "village");
    let mut child = Command::new(env!("CARGO_BIN_EXE_townsfolk"))
        .args(["studio", "village", "--no-open", "--port", "0"])
        .current_dir(&folder.path)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut said = BufReader::new(child.stdout.take().expect("it is piped"));
    let mut line = String::new();
    said.read_line(&mut line).expect("it says something");
    let address = line.split("http://").nth(1).map(|rest| rest.trim());
    let address = address.and_then(|rest| rest.strip_suffix('/'));
    let address = address.unwrap_or_else(|| panic!("{line}"));
    let mut page = TcpStream::connect(address).expect("it listens");
    let request = format!("GET / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    page.write_all(request.as_bytes()).expect("it hears");
    let mut answer = String::new();
    page.read_to_string(&mut answer).expect("it answers");
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    assert!(answer.contains("<title>Townsfolk</title>"), "{answer}");

    let id = child.id().to_string();
    let sent = Command::new("kill").args(["-INT", &id]).status();
    assert!(sent.expect("kill is there").success());
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    let mut rest = String::new();
    said.read_to_string(&mut rest).expect("it says the rest");
    assert!(rest.contains("studio --resume village.folksave"), "{rest}");
    let went_on = folder.run(&[
        "run",
        "--resume",
        "village.folksave",
        "--days",
        "1",
        "--json",
    ]);
    assert!(went_on.contains("\"people\":5"), "{went_on}");
}

#[test]
fn what_cannot_be_served_is_said() {
    let folder = with_example(Folder::new("studio_says"), "village");
    let lines = [
        "studio village --host 0.0.0.0 --no-open",
        "studio village --token short --no-open",
    ];
    let said = lines.map(|line| {
        let said = folder.run(&line.split(' ').collect::<Vec<_>>());
        format!("$ {line}\n{said}\n")
    });
    expect![[r#"
        $ studio village --host 0.0.0.0 --no-open
        --- complaints
        error: the studio cannot listen on 0.0.0.0:7878: an address that others can reach needs a token

        Hint: give it one: `--token`
        --- exit 2

        $ studio village --token short --no-open
        --- complaints
        error: invalid value 'short' for '--token <WORD>': a token has at least 8 letters, digits, `-` or `_`

        For more information, try '--help'.
        --- exit 2

    "#]].assert_eq(&said.concat());
}
