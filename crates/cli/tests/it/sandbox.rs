//! A folder of its own for every test, and an environment with nothing in it.

use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use serde_json::Value;
use tempfile::TempDir;

/// The binary under test.
pub(crate) const CANDOR: &str = env!("CARGO_BIN_EXE_candor");

/// Longer than anything here takes, shorter than anybody waits.
const PATIENCE: Duration = Duration::from_mins(1);

/// A home, a current directory and nobody else's configuration.
pub(crate) struct Sandbox(TempDir);

/// What a run left behind.
pub(crate) struct Ran {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

// === impl Sandbox ===

impl Sandbox {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    /// Writes a file and gives its path.
    pub(crate) fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.path().join(name);
        std::fs::write(&path, text).expect("a file");
        path
    }

    /// The binary, not started yet.
    pub(crate) fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(CANDOR);
        command
            .args(args)
            .env_clear()
            .env("PATH", std::env::var_os("PATH").unwrap_or_default())
            .env("HOME", self.path())
            .current_dir(self.path());
        command
    }

    /// Runs it to its end.
    pub(crate) fn run(&self, args: &[&str]) -> Ran {
        self.run_with(args, "")
    }

    /// Runs it to its end with this on standard input.
    pub(crate) fn run_with(&self, args: &[&str], input: &str) -> Ran {
        self.finish(self.command(args), input)
    }

    /// Runs a command to its end with this on standard input.
    pub(crate) fn finish(&self, command: Command, input: &str) -> Ran {
        let output = assert_cmd::Command::from_std(command)
            .timeout(PATIENCE)
            .write_stdin(input)
            .output()
            .expect("the binary starts");
        let text = |bytes: &[u8]| self.tidy(&String::from_utf8_lossy(bytes));
        Ran {
            code: output.status.code(),
            stdout: text(&output.stdout),
            stderr: text(&output.stderr),
        }
    }

    /// Lets tools destroy without anybody being asked.
    pub(crate) fn ask_nobody(&self) {
        let ran = self.run(&["policy", "set", "always_confirm_destructive=false"]);
        assert_eq!(ran.code, Some(0), "{ran}");
    }

    /// The text with what differs from run to run taken out.
    fn tidy(&self, text: &str) -> String {
        text.replace(&self.path().display().to_string(), "[DIR]")
            .replace(CANDOR, "[CANDOR]")
    }
}

// === impl Ran ===

impl Ran {
    /// Standard output as JSON: exactly one document on exactly one line.
    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        assert_eq!(self.stdout.matches('\n').count(), 1, "{self}");
        serde_json::from_str(&self.stdout).expect("one JSON document")
    }
}

impl fmt::Display for Ran {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let code = self.code.map_or("none".to_owned(), |code| code.to_string());
        writeln!(f, "exit {code}")?;
        for (name, text) in [("stdout", &self.stdout), ("stderr", &self.stderr)] {
            if !text.is_empty() {
                writeln!(f, "--- {name}\n{}", text.trim_end_matches('\n'))?;
            }
        }
        Ok(())
    }
}

/// Compares a run with its snapshot; times, hashes, ids and ports are taken out.
macro_rules! check {
    ($ran:expr, $($snapshot:tt)*) => {
        insta::with_settings!({filters => crate::sandbox::varying()}, {
            insta::assert_snapshot!($ran, $($snapshot)*);
        });
    };
}

/// The same with a snapshot of this name.
macro_rules! check_as {
    ($name:expr, $ran:expr) => {
        insta::with_settings!({filters => crate::sandbox::varying()}, {
            insta::assert_snapshot!($name, $ran);
        });
    };
}

/// What differs from run to run, and what is shown for it.
pub(crate) fn varying() -> Vec<(&'static str, &'static str)> {
    vec![
        (r"for \d+ s, \d+ attempts?", "for [N] s, [N] attempts"),
        (
            r"for \d+ s \(\d+ failed attempts?\)",
            "for [N] s ([N] failed attempts)",
        ),
        (r"after \d+ ms", "after [N] ms"),
        (
            r"workers are held by a filter on system calls.*",
            "workers are held by [WALLS]",
        ),
        (r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", "[TIME]"),
        (r"[0-9a-f]{64}", "[HASH]"),
        (
            r"[0-9a-f]{8}-[0-9a-f]{4}(-[0-9a-f]{4}){2}-[0-9a-f]{12}",
            "[ID]",
        ),
        (r"\b[0-9a-f]{8}-[0-9a-f]{4}\b", "[ID]"),
        (r" [0-4]:[0-5]\d ", " [LEFT] "),
        (r"127\.0\.0\.1:[1-9]\d{3,4}", "127.0.0.1:[PORT]"),
    ]
}

pub(crate) use {check, check_as};
