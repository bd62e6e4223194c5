//! Scripts that are read, checked and changed while their town lives.

use crate::support::{free, next_frame, send, village, wait_for, watch, wish};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use townsfolk::SingleThread;
use townsfolk_lang::project::Project;
use townsfolk_studio::desk::{Scripts, Shelf};
use townsfolk_studio::{Options, Studio};

const VILLAGE: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../examples/village/village.folk"
);

/// A folder of its own for each test, gone at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let name = format!("townsfolk-desk-{}-{name}", std::process::id());
        let at = std::env::temp_dir().join(name);
        let _ = fs::remove_dir_all(&at);
        fs::create_dir_all(at.join("town")).unwrap();
        fs::copy(VILLAGE, at.join("town/village.folk")).unwrap();
        Folder(at)
    }

    fn town(&self) -> PathBuf {
        self.0.join("town")
    }

    fn text(&self) -> String {
        fs::read_to_string(self.town().join("village.folk")).unwrap()
    }

    fn studio(&self, files: &[&str]) -> Studio {
        let shelf = OnDisk {
            folder: self.town(),
            files: files.iter().map(|name| (*name).to_owned()).collect(),
        };
        let options = Options {
            paused: true,
            ..free()
        };
        Studio::open(
            village(),
            Some(Box::new(shelf)),
            &options,
            Box::new(SingleThread),
        )
        .unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

struct OnDisk {
    folder: PathBuf,
    files: Vec<String>,
}

impl Shelf for OnDisk {
    fn open(&mut self) -> Result<Scripts, String> {
        let mut project = Project::new();
        let package = project.add_package("village");
        let mut paths = BTreeMap::new();
        for name in &self.files {
            let at = self.folder.join(name);
            let text = fs::read_to_string(&at).map_err(|why| why.to_string())?;
            paths.insert(project.set_file(name, package, &text), at);
        }
        Ok(Scripts {
            folder: Some(self.folder.clone()),
            project,
            paths,
        })
    }

    fn copy(&mut self) -> Result<Scripts, String> {
        self.open()
    }

    fn is_on_disk(&self) -> bool {
        true
    }

    fn write(&mut self, path: &Path, text: &str) -> Result<(), String> {
        fs::write(path, text).map_err(|why| why.to_string())
    }
}

fn errand(at: SocketAddr, errand: &Value) -> (u16, Value) {
    let own = format!("Host: {at}\r\nOrigin: http://{at}\r\n");
    let (status, body) = post(at, &own, &errand.to_string());
    (status, serde_json::from_str(&body).unwrap_or(Value::Null))
}

fn post(at: SocketAddr, headers: &str, body: &str) -> (u16, String) {
    let about = format!(
        "{headers}Content-Type: application/json\r\nContent-Length: {}\r\n",
        body.len()
    );
    send(
        at,
        &format!("POST /api/desk HTTP/1.1\r\n{about}Connection: close\r\n\r\n{body}"),
    )
}

fn open(at: SocketAddr, path: &str) -> Value {
    let (status, text) = errand(at, &json!({"errand": "open", "path": path}));
    assert_eq!(status, 200, "{text}");
    text
}

fn save(at: SocketAddr, path: &str, text: &str) -> (u16, Value) {
    let version = open(at, path)["version"].clone();
    let save = json!({"errand": "save", "path": path, "text": text, "version": version});
    errand(at, &save)
}

fn tick_to(at: SocketAddr, tick: i64) -> Value {
    let mut page = watch(at);
    let now = crate::support::json(at, "/api/digest")["tick"]
        .as_i64()
        .unwrap();
    wish(
        &mut page,
        &format!(r#"{{"wish":"step","ticks":{}}}"#, tick - now),
    );
    wait_for(at, tick)
}

fn digest_at(at: SocketAddr, tick: i64) -> Value {
    let mut page = watch(at);
    wish(&mut page, &format!(r#"{{"wish":"go","tick":{tick}}}"#));
    let begun = Instant::now();
    loop {
        let answer = crate::support::json(at, "/api/digest");
        if answer["tick"] == tick {
            return answer["digest"].clone();
        }
        assert!(begun.elapsed() < Duration::from_secs(60), "{answer}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// The first frame a new page is sent.
fn first_frame(at: SocketAddr) -> Vec<u8> {
    next_frame(&mut watch(at))
}

#[test]
fn a_saved_script_is_lived_by_within_a_second() {
    let folder = Folder::new("save");
    let studio = folder.studio(&["village.folk"]);
    let at = studio.address();
    // Before seven: somebody has breakfast.
    tick_to(at, 3_000);
    let changed = folder.text().replace("7..8 min", "1..2 min");
    let begun = Instant::now();
    let (status, saved) = save(at, "village.folk", &changed);
    assert!(
        begun.elapsed() < Duration::from_secs(1),
        "{:?}",
        begun.elapsed()
    );
    assert_eq!(status, 200, "{saved}");
    assert_eq!(saved["error"], Value::Null);
    assert_eq!(saved["taken"]["same"], false);
    assert_eq!(saved["taken"]["later"], Value::Null);
    assert_eq!(folder.text(), changed);

    // A state that somebody is in is no longer there.
    let renamed = changed.replace(
        "  state begin\n    rule eat for eater",
        "  state sitting\n    rule eat for eater",
    );
    assert_ne!(renamed, changed);
    let (_, saved) = save(at, "village.folk", &renamed);
    let scenes = saved["taken"]["scenes"].as_array().unwrap().clone();
    let ended = scenes.iter().find(|scene| scene["goes_on"] == false);
    let fate = ended.expect("a breakfast ends")["fate"].as_str().unwrap();
    assert!(fate.contains("is in the state begin"), "{fate}");

    // What is saved twice means the same.
    let (_, saved) = save(at, "village.folk", &format!("# again\n{renamed}"));
    assert_eq!(saved["taken"]["same"], true);
    tick_to(at, 3_600);
    let town = studio.close().unwrap();
    assert_eq!(town.folk.violations(), []);
}

#[test]
fn a_broken_script_never_reaches_the_town() {
    let folder = Folder::new("broken");
    let studio = folder.studio(&["village.folk"]);
    let at = studio.address();
    let broken = folder.text().replace("do weave", "do weeve");
    let (status, saved) = save(at, "village.folk", &broken);
    assert_eq!(status, 200);
    assert_eq!(saved["taken"], Value::Null);
    let message = saved["error"]["message"].as_str().unwrap();
    assert!(message.contains("weeve"), "{message}");
    assert_eq!(folder.text(), broken, "what was written is not lost");
    // The town lives as if nothing had been written.
    let now = tick_to(at, 1_200);
    let mut alone = village();
    for _ in 0..1_200 {
        alone.step(&SingleThread);
    }
    assert_eq!(now["digest"], format!("{:016x}", alone.digest()));

    let (_, undone) = errand(at, &json!({"errand": "undo"}));
    assert_eq!(undone["taken"]["same"], true);
    assert_eq!(folder.text(), fs::read_to_string(VILLAGE).unwrap());
    let (status, nothing) = errand(at, &json!({"errand": "undo"}));
    assert_eq!(status, 409);
    assert_eq!(nothing["trouble"], "there is no save to take back");
    studio.close().unwrap();
}

#[test]
fn the_past_is_lived_again_with_its_changes() {
    let folder = Folder::new("past");
    let studio = folder.studio(&["village.folk"]);
    let at = studio.address();
    tick_to(at, 2_000);
    let quick = folder
        .text()
        .replace("saw takes 10..20 s", "saw takes 1..2 s");
    save(at, "village.folk", &quick);
    let after = tick_to(at, 9_000)["digest"].clone();
    let before = digest_at(at, 1_900);
    assert_eq!(digest_at(at, 9_000), after, "the change is made again");
    assert_eq!(digest_at(at, 1_900), before);
    // A change in the past begins another future.
    let slow = folder
        .text()
        .replace("saw takes 1..2 s", "saw takes 30..40 s");
    save(at, "village.folk", &slow);
    let other = tick_to(at, 9_000)["digest"].clone();
    assert_ne!(other, after);
    assert_eq!(digest_at(at, 9_000), other);
    studio.close().unwrap();
}

#[test]
fn nothing_outside_the_folder_is_read_or_written() {
    let folder = Folder::new("outside");
    let secret = folder.0.join("secret.folk");
    fs::write(&secret, "role keeper\n").unwrap();
    let studio = folder.studio(&["village.folk"]);
    let at = studio.address();
    let whole = secret.display().to_string();
    for path in [
        "../secret.folk",
        "town/../../secret.folk",
        "./village.folk",
        "village.folk/../../secret.folk",
        "..\\secret.folk",
        "/etc/passwd",
        "",
        "village.folk\0",
        whole.as_str(),
    ] {
        let (status, answer) = errand(at, &json!({"errand": "open", "path": path}));
        assert_eq!(status, 409, "{path}: {answer}");
        let save = json!({"errand": "save", "path": path, "text": "role x\n", "version": ""});
        assert_eq!(errand(at, &save).0, 409, "{path}");
        let check = json!({"errand": "check", "path": path, "text": "role x\n"});
        assert_eq!(errand(at, &check).0, 409, "{path}");
    }
    assert_eq!(fs::read_to_string(&secret).unwrap(), "role keeper\n");
    studio.close().unwrap();
}

#[cfg(unix)]
#[test]
fn links_that_lead_out_of_the_folder_are_not_followed() {
    use std::os::unix::fs::symlink;
    let folder = Folder::new("links");
    let secret = folder.0.join("secret.folk");
    fs::write(&secret, "role keeper\n").unwrap();
    symlink(&secret, folder.town().join("linked.folk")).unwrap();
    let studio = folder.studio(&["linked.folk", "village.folk"]);
    let at = studio.address();
    let (_, scripts) = errand(at, &json!({"errand": "scripts"}));
    let locked = scripts["files"][0]["locked"].as_str().unwrap();
    assert!(locked.contains("outside the folder"), "{locked}");
    let (status, _) = save(at, "linked.folk", "role thief\n");
    assert_eq!(status, 409);
    assert_eq!(fs::read_to_string(&secret).unwrap(), "role keeper\n");

    // A file that becomes a link while it is open, and a folder that does.
    let own = folder.town().join("village.folk");
    let text = folder.text();
    fs::rename(&own, folder.0.join("village.folk")).unwrap();
    symlink(folder.0.join("village.folk"), &own).unwrap();
    assert_eq!(save(at, "village.folk", "role thief\n").0, 409);
    fs::remove_file(&own).unwrap();
    fs::rename(folder.town(), folder.0.join("moved")).unwrap();
    symlink(&folder.0, folder.town()).unwrap();
    assert_eq!(save(at, "village.folk", "role thief\n").0, 409);
    assert_eq!(
        fs::read_to_string(folder.0.join("village.folk")).unwrap(),
        text
    );
    studio.close().unwrap();
}

#[test]
fn nobody_overwrites_what_somebody_else_has_written() {
    let folder = Folder::new("conflict");
    let studio = folder.studio(&["village.folk"]);
    let at = studio.address();
    let version = open(at, "village.folk")["version"].clone();
    let theirs = format!("# theirs\n{}", folder.text());
    fs::write(folder.town().join("village.folk"), &theirs).unwrap();
    let save = json!({"errand": "save", "path": "village.folk", "text": "", "version": version});
    let (status, answer) = errand(at, &save);
    assert_eq!(status, 409);
    let why = answer["trouble"].as_str().unwrap();
    assert!(why.contains("somebody else"), "{why}");
    assert_eq!(folder.text(), theirs);
    assert_eq!(open(at, "village.folk")["text"], theirs);
    studio.close().unwrap();
}

/// Whoever likes their own editor better uses it: what it writes is lived by as well.
#[test]
fn what_another_editor_writes_is_lived_by() {
    let folder = Folder::new("elsewhere");
    let studio = folder.studio(&["village.folk"]);
    let at = studio.address();
    tick_to(at, 600);
    let file = folder.town().join("village.folk");
    let edition = || {
        // The header of a frame says which edition the town lives by.
        let frame = first_frame(at);
        u16::from_le_bytes([frame[2], frame[3]])
    };
    let first = edition();
    // What has errors never arrives, and what is mended does.
    let text = folder.text();
    fs::write(&file, format!("{text}\nscript broken(")).unwrap();
    std::thread::sleep(Duration::from_millis(1_500));
    assert_eq!(edition(), first);
    fs::write(&file, text.replace("7..8 min", "1..2 min")).unwrap();
    let begun = Instant::now();
    while edition() == first {
        assert!(begun.elapsed() < Duration::from_secs(20));
        std::thread::sleep(Duration::from_millis(50));
    }
    tick_to(at, 900);
    let town = studio.close().unwrap();
    assert_eq!(town.folk.violations(), []);
}

#[test]
fn only_our_page_changes_anything() {
    let folder = Folder::new("ours");
    let studio = folder.studio(&["village.folk"]);
    let at = studio.address();
    let undo = r#"{"errand":"undo"}"#;
    for headers in [
        format!("Host: {at}\r\n"),
        format!("Host: {at}\r\nOrigin: null\r\n"),
        format!("Host: {at}\r\nOrigin: http://evil.example\r\n"),
        "Host: evil.example\r\nOrigin: http://evil.example\r\n".to_owned(),
    ] {
        assert_eq!(post(at, &headers, undo).0, 403, "{headers}");
    }
    let own = format!("Host: {at}\r\nOrigin: http://{at}\r\n");
    assert_eq!(post(at, &own, undo).0, 409);
    for garbage in ["", "{", r#"{"errand":"fly"}"#, "[]", r#"{"errand":"open"}"#] {
        let status = post(at, &own, garbage).0;
        assert!((400..500).contains(&status), "{garbage}: {status}");
    }
    let long = json!({"errand": "format", "text": "x".repeat(5 << 20)}).to_string();
    let mut stream = std::net::TcpStream::connect(at).unwrap();
    let head = format!(
        "POST /api/desk HTTP/1.1\r\n{own}Content-Type: application/json\r\nContent-Length: {}\r\n\r\n",
        long.len()
    );
    std::io::Write::write_all(&mut stream, head.as_bytes()).unwrap();
    let mut answer = [0; 12];
    std::io::Read::read_exact(&mut stream, &mut answer).unwrap();
    assert_eq!(&answer, b"HTTP/1.1 413");
    studio.close().unwrap();
}

#[test]
fn the_desk_says_what_an_editor_wants_to_know() {
    let folder = Folder::new("editor");
    let studio = folder.studio(&["village.folk"]);
    let at = studio.address();
    let text = format!("# Ein Dorf: schön 🜁\n{}", folder.text());
    let unit = |needle: &str| {
        let byte = text.find(needle).unwrap();
        text[..byte].encode_utf16().count()
    };
    let ask = |kind: &str, offset: usize| {
        let asked = json!({"errand": kind, "path": "village.folk", "text": text, "at": offset});
        let (status, answer) = errand(at, &asked);
        assert_eq!(status, 200, "{answer}");
        answer
    };
    let check = json!({"errand": "check", "path": "village.folk", "text": text});
    let (_, found) = errand(at, &check);
    assert_eq!(found["problems"], json!([]));
    let role = unit("role citizen");
    let tokens = found["tokens"].as_array().unwrap();
    assert!(tokens.contains(&json!([role, role + 4, "keyword"])));
    let outline = found["outline"].as_array().unwrap();
    assert!(
        outline
            .iter()
            .any(|entry| entry["name"] == "counter_service")
    );

    let used = unit("do weave") + 3;
    let hover = ask("hover", used);
    assert_eq!(hover["from"], used);
    assert!(hover["title"].as_str().unwrap().contains("action weave"));
    let declared = ask("define", used);
    assert_eq!(declared[0]["from"], unit("action weave takes") + 7);
    let offered = ask("complete", used + 2);
    assert!(
        offered
            .as_array()
            .unwrap()
            .iter()
            .any(|one| one["label"] == "weave")
    );
    let (_, tidy) = errand(at, &json!({"errand": "format", "text": "role   x\n"}));
    assert_eq!(tidy["text"], "role x\n");
    let (_, place) = errand(
        at,
        &json!({"errand": "named", "kind": "location", "name": "bed"}),
    );
    assert!(place["line"].as_u64().unwrap() > 400, "{place}");
    // All this was about a draft: what is kept is as it was.
    assert!(
        !open(at, "village.folk")["text"]
            .as_str()
            .unwrap()
            .starts_with("# Ein Dorf")
    );
    studio.close().unwrap();
}

/// Lines of one text that are not in another.
fn new_lines(now: &str, before: &str) -> Vec<String> {
    let before: Vec<&str> = before.lines().collect();
    let new = now.lines().filter(|line| !before.contains(line));
    new.map(|line| line.trim().to_owned()).collect()
}

#[test]
fn a_mind_is_changed_link_by_link_and_nothing_else_is_written() {
    let folder = Folder::new("link");
    let studio = folder.studio(&["village.folk"]);
    let at = studio.address();
    let before = folder.text();
    let people = crate::support::json(at, "/api/people");
    let mind = people.as_array().unwrap().iter().find_map(|person| {
        let mind = crate::support::json(at, &format!("/api/mind/{}", person["id"]));
        let held = mind["layers"].as_array()?.iter();
        let home = held.into_iter().find(|layer| layer["name"] == "at home")?;
        Some((mind.clone(), home["id"].clone()))
    });
    let (mind, layer) = mind.expect("somebody is at home");

    let concept = json!({"errand": "concept", "layer": layer, "name": "boredom"});
    // A concept that nothing drives is worth a warning, no refusal.
    assert_eq!(errand(at, &concept).0, 200);
    let link = |from: &str, to: &str| {
        json!({"errand": "link", "layer": layer, "from": from, "to": to,
               "holds_down": false, "weight": 0.4})
    };
    assert_eq!(errand(at, &link("leisure", "boredom")).0, 200);
    assert_eq!(errand(at, &link("boredom", "action potter_about")).0, 200);
    let expected = [
        "concept boredom",
        "leisure drives boredom by 0.4",
        "boredom drives action potter_about by 0.4",
    ];
    let new = new_lines(&folder.text(), &before);
    assert_eq!(new, expected);

    // What cannot be is refused, and nothing is written.
    let kept = folder.text();
    let (status, refused) = errand(at, &link("nowhere", "boredom"));
    assert_eq!(status, 409);
    assert!(
        refused["trouble"].as_str().unwrap().contains("nowhere"),
        "{refused}"
    );
    let (status, _) = errand(at, &link("leisure\nrole x", "boredom"));
    assert_eq!((status, folder.text()), (409, kept));

    // And a link that is not wanted goes.
    let nodes = mind["nodes"].as_array().unwrap();
    let named = |name: &str| {
        let node = nodes.iter().find(|node| node["written"] == name).unwrap();
        node["id"].clone()
    };
    let unlink = json!({"errand": "unlink", "layer": layer, "how": "one",
                        "from": [named("leisure")], "to": named("quiet_day")});
    let (status, gone) = errand(at, &unlink);
    assert_eq!(status, 200, "{gone}");
    assert!(!folder.text().contains("leisure drives quiet_day"));
    for _ in 0..4 {
        assert_eq!(errand(at, &json!({"errand": "undo"})).0, 200);
    }
    assert_eq!(folder.text(), before);
    studio.close().unwrap();
}

#[test]
fn a_day_is_changed_by_moving_a_time_of_it() {
    let folder = Folder::new("day");
    let studio = folder.studio(&["village.folk"]);
    let at = studio.address();
    let before = folder.text();
    let people = crate::support::json(at, "/api/people");
    let first = people[0]["id"].clone();
    let person = crate::support::json(at, &format!("/api/person/{first}"));
    let name = person["written"].as_str().unwrap();
    let (status, day) = errand(at, &json!({"errand": "day", "person": name}));
    assert_eq!(status, 200, "{day}");
    let (starts, ends) = (&day["periods"][0][0], &day["periods"][0][1]);
    let later = ends.as_u64().unwrap() + 5;
    let change = json!({"errand": "reschedule", "person": name, "from": ends, "to": later});
    let (status, saved) = errand(at, &change);
    assert_eq!(status, 200, "{saved}");
    assert_eq!(saved["taken"]["same"], false, "{saved}");
    assert_eq!(new_lines(&folder.text(), &before).len(), 2);
    let now = crate::support::json(at, &format!("/api/person/{first}"));
    let clock = format!("{:02}:{:02}", later / 60, later % 60);
    let shown = now["schedule"].to_string();
    assert!(shown.contains(&clock), "{clock} in {shown}");
    let nothing = json!({"errand": "reschedule", "person": name, "from": later, "to": starts});
    assert_eq!(errand(at, &nothing).0, 409);
    studio.close().unwrap();
}
