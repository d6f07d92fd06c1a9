//! A folder of its own for every test, and an environment with nothing in it.

use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use serde_json::Value;
use tempfile::TempDir;

/// The binary under test.
pub(crate) const CANDOR: &str = env!("CARGO_BIN_EXE_candor");

/// Longer than any command here takes.
const PATIENCE: Duration = Duration::from_mins(1);

/// A home and current directory of its own, without any configuration.
pub(crate) struct CommandSandbox(TempDir);

/// The exit code and output of a command.
pub(crate) struct CommandRun {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

// === impl CommandSandbox ===

impl CommandSandbox {
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

    /// Runs `candor` with the arguments of this line, which are split as a shell does.
    pub(crate) fn run(&self, line: &str) -> CommandRun {
        self.run_with(line, "")
    }

    /// The same with this on standard input.
    pub(crate) fn run_with(&self, line: &str, input: &str) -> CommandRun {
        let words = words(line);
        self.run_args_with(&words.iter().map(String::as_str).collect::<Vec<_>>(), input)
    }

    /// Runs a line that must succeed.
    #[track_caller]
    pub(crate) fn ok(&self, line: &str) -> CommandRun {
        let ran = self.run(line);
        assert_eq!(ran.code, Some(0), "{line}: {ran}");
        ran
    }

    /// Runs a line that must succeed and print nothing on standard error.
    #[track_caller]
    pub(crate) fn silent_ok(&self, line: &str) -> CommandRun {
        let ran = self.ok(line);
        assert_eq!(ran.stderr, "", "{line}: {ran}");
        ran
    }

    /// Runs `candor` with these arguments.
    pub(crate) fn run_args(&self, args: &[&str]) -> CommandRun {
        self.run_args_with(args, "")
    }

    /// The same with this on standard input.
    pub(crate) fn run_args_with(&self, args: &[&str], input: &str) -> CommandRun {
        self.finish(self.command(args), input)
    }

    /// Runs a command to its end with this on standard input.
    pub(crate) fn finish(&self, command: Command, input: &str) -> CommandRun {
        let output = assert_cmd::Command::from_std(command)
            .timeout(PATIENCE)
            .write_stdin(input)
            .output()
            .expect("the binary starts");
        let text = |bytes: &[u8]| self.tidy(&String::from_utf8_lossy(bytes));
        CommandRun {
            code: output.status.code(),
            stdout: text(&output.stdout),
            stderr: text(&output.stderr),
        }
    }

    /// Lets destructive tools run without approval.
    pub(crate) fn allow_destructive(&self) {
        self.ok("policy set always_confirm_destructive=false");
    }

    /// The text with what differs from run to run removed.
    fn tidy(&self, text: &str) -> String {
        text.replace(&self.path().display().to_string(), "[DIR]")
            .replace(CANDOR, "[CANDOR]")
    }
}

// === impl CommandRun ===

impl CommandRun {
    /// Standard output as JSON: exactly one document on exactly one line.
    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        assert_eq!(self.stdout.matches('\n').count(), 1, "{self}");
        serde_json::from_str(&self.stdout).expect("one JSON document")
    }

    /// Asserts that standard output contains this.
    #[track_caller]
    pub(crate) fn prints(&self, text: impl AsRef<str>) {
        let text = text.as_ref();
        assert!(
            self.stdout.contains(text),
            "{text:?} is not printed: {self}"
        );
    }

    /// Asserts that standard error contains this.
    #[track_caller]
    pub(crate) fn reports(&self, text: impl AsRef<str>) {
        let text = text.as_ref();
        assert!(
            self.stderr.contains(text),
            "{text:?} is not reported: {self}"
        );
    }
}

impl fmt::Display for CommandRun {
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

/// The words of a line: divided by white space, except between quotes.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in line.chars() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    assert_eq!(quote, None, "an open quote: {line}");
    words.extend(word);
    words
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
            r"workers are confined by a filter on system calls.*",
            "workers are confined by [SANDBOX]",
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
