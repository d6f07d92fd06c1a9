//! A folder of its own for every test, and an environment with nothing in it.

use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;
use std::time::Duration;

use serde_json::Value;
use tempfile::TempDir;

/// The binary under test.
pub(crate) const CANDOR: &str = env!("CARGO_BIN_EXE_candor");

/// Longer than any command here takes.
const PATIENCE: Duration = Duration::from_mins(3);

/// A home and current directory of its own, without any configuration.
pub(crate) struct CommandSandbox(TempDir);

/// The exit code and output of a command.
pub(crate) struct CommandRun {
    /// What was run, for messages.
    pub(crate) line: String,
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

// === impl CommandSandbox ===

impl CommandSandbox {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    /// A sandbox with this file.
    pub(crate) fn with(name: &str, text: &str) -> Self {
        let sandbox = Self::new();
        sandbox.file(name, text);
        sandbox
    }

    /// A sandbox with this configuration.
    pub(crate) fn configured(config: &str) -> Self {
        Self::with("candor.toml", config)
    }

    /// Writes the configuration.
    pub(crate) fn configure(&self, config: &str) {
        self.file("candor.toml", config);
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    /// Where its state is kept, which must exist.
    #[track_caller]
    pub(crate) fn state(&self) -> PathBuf {
        let share = self.path().join(".local/share/candor");
        let configured = ["candor.toml", ".mcp.json"];
        if !configured
            .iter()
            .any(|name| self.path().join(name).exists())
        {
            return share.join("demo");
        }
        let mut folders = std::fs::read_dir(share.join("workspaces")).expect("workspaces");
        let found = folders.next().expect("a workspace").expect("a folder");
        assert!(folders.next().is_none(), "one workspace");
        found.path()
    }

    /// Writes a file and gives its path.
    pub(crate) fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.path().join(name);
        std::fs::write(&path, text).expect("a file");
        path
    }

    /// Reads a file.
    #[track_caller]
    pub(crate) fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path().join(name)).expect("the file")
    }

    /// Makes a folder.
    pub(crate) fn folder(&self, name: &str) -> PathBuf {
        let path = self.path().join(name);
        std::fs::create_dir(&path).expect("a folder");
        path
    }

    /// How many files and folders there are.
    pub(crate) fn entry_count(&self) -> usize {
        std::fs::read_dir(self.path()).expect("a folder").count()
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

    /// The same with this variable set.
    pub(crate) fn run_env(&self, line: &str, (name, value): (&str, &str)) -> CommandRun {
        let words = words(line);
        let mut command = self.command(&words.iter().map(String::as_str).collect::<Vec<_>>());
        command.env(name, value);
        self.finish(command, "")
    }

    /// Runs a line that must succeed.
    #[track_caller]
    pub(crate) fn ok(&self, line: &str) -> CommandRun {
        self.exits(0, line)
    }

    /// Runs a line that must end with this code.
    #[track_caller]
    pub(crate) fn exits(&self, code: i32, line: &str) -> CommandRun {
        self.run(line).exited(code)
    }

    /// Runs a line that must end with this code and print nothing on standard error.
    #[track_caller]
    pub(crate) fn silent(&self, code: i32, line: &str) -> CommandRun {
        let ran = self.exits(code, line);
        assert_eq!(ran.stderr, "", "{line}: {ran}");
        ran
    }

    /// Runs a line that prints one JSON document.
    #[track_caller]
    pub(crate) fn json(&self, line: &str) -> Value {
        self.run(line).json()
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
        let words = command.get_args().map(|word| word.to_string_lossy());
        let line = words.collect::<Vec<_>>().join(" ");
        let output = assert_cmd::Command::from_std(command)
            .timeout(PATIENCE)
            .write_stdin(input)
            .output()
            .expect("the binary starts");
        let text = |bytes: &[u8]| self.tidy(&String::from_utf8_lossy(bytes));
        CommandRun {
            line,
            code: output.status.code(),
            stdout: text(&output.stdout),
            stderr: text(&output.stderr),
        }
    }

    /// Lets destructive tools run without approval.
    pub(crate) fn allow_destructive(&self) {
        self.ok("policy set always_confirm_destructive=false unset=allow");
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

    /// Asserts that it ended with this code.
    #[track_caller]
    pub(crate) fn exited(self, code: i32) -> Self {
        assert_eq!(self.code, Some(code), "{}: {self}", self.line);
        self
    }

    /// Asserts that it ended with this code, and that this is all it printed.
    #[track_caller]
    pub(crate) fn printed(&self, code: i32, stdout: &str) {
        let found = (self.code, self.stdout.as_str());
        assert_eq!(found, (Some(code), stdout), "{}: {self}", self.line);
    }

    /// Asserts that nothing was done; what it said about that.
    #[track_caller]
    pub(crate) fn refused(&self) -> &str {
        self.printed(2, "");
        &self.stderr
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

/// Asserts that a text contains this.
#[track_caller]
pub(crate) fn has(text: &str, part: &str) {
    assert!(text.contains(part), "{part:?} is not in: {text}");
}

/// A text in JSON.
#[track_caller]
pub(crate) fn text(value: &Value) -> String {
    value.as_str().expect("a text").to_owned()
}

/// Sends a signal.
#[track_caller]
pub(crate) fn kill(signal: &str, process: impl fmt::Display) {
    let sent = Command::new("kill")
        .args([signal, &process.to_string()])
        .status();
    assert!(sent.expect("`kill` starts").success());
}

/// A row of a table: its name, and what is run.
#[track_caller]
pub(crate) fn named(row: &str) -> (&str, &str) {
    row.split_once(": ").expect("a name")
}

/// The length of a list.
#[track_caller]
pub(crate) fn len(list: &Value) -> usize {
    list.as_array().expect("a list").len()
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

/// The same with a snapshot of this name, of a run or of a line with values in it.
macro_rules! check_as {
    ($name:expr, $ran:expr) => {
        insta::with_settings!({filters => crate::sandbox::varying()}, {
            insta::assert_snapshot!($name, $ran);
        });
    };
    ($name:expr, $sandbox:ident, $($line:tt)+) => {
        crate::sandbox::check_as!($name, $sandbox.run(&format!($($line)+)));
    };
}

/// The user that runs the tests, as the system knows them.
pub(crate) fn os_user() -> String {
    let said = Command::new("id").arg("-un").output().expect("`id` starts");
    let name = String::from_utf8(said.stdout).expect("a name");
    name.trim().to_owned()
}

/// What differs from run to run, and what is shown for it.
pub(crate) fn varying() -> Vec<(&'static str, &'static str)> {
    let people = PEOPLE.iter();
    let people = people.map(|(pattern, shown)| (pattern.as_str(), *shown));
    people.chain(VARYING).collect()
}

/// Where the user of this machine is named.
static PEOPLE: LazyLock<[(String, &str); 3]> = LazyLock::new(|| {
    let user = os_user();
    [
        (format!(r"\bby {user}\b"), "by [USER]"),
        (format!(r"\b{user}( \(cli\)| has | denied )"), "[USER]$1"),
        (format!(r"(?m)  {user}$"), "  [USER]"),
    ]
});

// What sources bring is written down beside what people change, and both are counted.
const VARYING: [(&str, &str); 15] = [
    (r"(?m)^( +version +)\d+$", "$1[VERSION]"),
    (r"(candor toolset restore library )\d+", "$1[VERSION]"),
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
    (
        r"hold programs up to the level `strict` \(.*\)",
        "hold programs up to the level [LEVEL]",
    ),
    (r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", "[TIME]"),
    (r"\[TIME\], in [0-9a-z ]+", "[TIME], in [SPAN]"),
    (r"workspaces/[\w-]+-[0-9a-f]{8}", "workspaces/[FOLDER]"),
    (r"[0-9a-f]{64}", "[HASH]"),
    (
        r"[0-9a-f]{8}-[0-9a-f]{4}(-[0-9a-f]{4}){2}-[0-9a-f]{12}",
        "[ID]",
    ),
    (r"\b[0-9a-f]{8}-[0-9a-f]{4}\b", "[ID]"),
    (r" [0-4]:[0-5]\d ", " [LEFT] "),
    (r"127\.0\.0\.1:[1-9]\d{3,4}", "127.0.0.1:[PORT]"),
];

pub(crate) use {check, check_as};
