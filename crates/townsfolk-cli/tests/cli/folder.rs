//! A folder to try the command in.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A fresh folder with files, below the target folder.
pub(crate) struct Folder {
    pub(crate) path: PathBuf,
}

impl Folder {
    /// An empty folder; the name must be that of the test, so that no two tests share it.
    pub(crate) fn new(name: &str) -> Folder {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        if path.exists() {
            std::fs::remove_dir_all(&path).expect("an old folder can be removed");
        }
        std::fs::create_dir_all(&path).expect("a folder can be made");
        Folder { path }
    }

    /// Writes a file, and the folders it is in.
    pub(crate) fn file(self, name: &str, text: impl AsRef<[u8]>) -> Folder {
        let path = self.path.join(name);
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).expect("a folder can be made");
        }
        std::fs::write(path, text).expect("a file can be written");
        self
    }

    pub(crate) fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path.join(name)).expect("the file is there")
    }

    /// Runs `townsfolk` in the folder: its output, its complaints, and how it ended.
    pub(crate) fn run(&self, arguments: &[&str]) -> String {
        self.run_with(arguments, b"")
    }

    /// The same, with something on the standard input.
    pub(crate) fn run_with(&self, arguments: &[&str], input: &[u8]) -> String {
        let mut child = Command::new(env!("CARGO_BIN_EXE_townsfolk"))
            .args(arguments)
            .current_dir(&self.path)
            .env_remove("CARGO_MANIFEST_DIR")
            .env_remove("CLICOLOR_FORCE")
            .env("TOWNSFOLK_PROGRESS", "never")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the command starts");
        use std::io::Write;
        let mut stdin = child.stdin.take().expect("there is an input");
        // A command that does not read its input closes it early.
        let _ = stdin.write_all(input);
        drop(stdin);
        let output = child.wait_with_output().expect("the command ends");
        let mut told = String::from_utf8(output.stdout).expect("the output is text");
        let complaints = String::from_utf8(output.stderr).expect("the complaints are text");
        if !complaints.is_empty() {
            told += &format!("--- complaints\n{complaints}");
        }
        told + &match output.status.code() {
            Some(0) => String::new(),
            Some(code) => format!("--- exit {code}\n"),
            None => "--- killed\n".to_string(),
        }
    }
}
