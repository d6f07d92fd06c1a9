//! A reader with a new home and an empty folder, who types what a document says.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use candor_testkit::PATIENCE;
use tempfile::TempDir;

use super::rules::{self, CommandRule};
use super::shell::{StartedCommand, shell};
use super::stand_ins::StandIns;
use crate::guides::shown::fits;

/// Keeps the folder and the variables of a shell for the next command.
const REMEMBER: &str = "code=$?; export -p > \"$HOME/.variables\"; pwd > \"$HOME/.at\"; exit $code";

/// A reader. What runs in the background ends with it.
pub(super) struct DocumentReader {
    home: TempDir,
    folder: PathBuf,
    section: usize,
    gateway: Option<StartedCommand>,
    stand_ins: StandIns,
    steps: usize,
    /// How many commands of the document were typed.
    pub(super) typed: usize,
}

// === impl DocumentReader ===

impl DocumentReader {
    /// A reader whose gateway listens at this address, with the files that documents speak of.
    pub(super) fn new(listen: &str) -> Self {
        let home = tempfile::tempdir().expect("a home");
        let folder = home.path().join("work");
        fs::create_dir(&folder).expect("a folder");
        for entry in fs::read_dir(rules::folder().join("files")).expect("the files") {
            let path = entry.expect("an entry").path();
            let name = path.file_name().expect("a name");
            fs::copy(&path, folder.join(name)).expect("a file");
        }
        let shop = super::root().join("crates/effects/bookshop/src/openapi.yaml");
        fs::copy(shop, folder.join("shop.yaml")).expect("a document");
        let stand_ins = StandIns::start(home.path(), listen);
        let mut reader = Self {
            home,
            folder,
            section: 0,
            gateway: None,
            stand_ins,
            steps: 0,
            typed: 0,
        };
        reader.go_to_folder();
        reader
    }

    pub(super) fn home(&self) -> &Path {
        self.home.path()
    }

    /// Where the reader is.
    pub(super) fn at(&self) -> PathBuf {
        let at = fs::read_to_string(self.home().join(".at")).expect("a folder");
        PathBuf::from(at.trim_end())
    }

    /// Begins a section: in a new terminal, and so in the first folder.
    pub(super) fn section(&mut self, section: usize) {
        if self.section != section {
            self.section = section;
            self.go_to_folder();
        }
    }

    /// Types a command as a rule says, and compares what comes with what is shown.
    pub(super) fn enter(
        &mut self,
        line: &str,
        shown: &str,
        rule: &CommandRule,
    ) -> Result<(), String> {
        for before in &rule.before {
            if before.starts_with("candor serve") {
                self.serve(before, &CommandRule::default())?;
                continue;
            }
            let (code, said) = self.run(before)?;
            if code != 0 {
                return Err(format!("before `{line}`: $ {before}\n{code}\n{said}"));
            }
        }
        self.typed += 1;
        let typed = self.as_typed_here(line, rule)?;
        if rule.serves || typed.starts_with("candor serve") {
            return self.serve(&typed, rule);
        }
        let (code, said) = self.typed_until(&typed, rule)?;
        if code != rule.exit {
            return Err(format!("$ {typed}\nended with {code}:\n{said}"));
        }
        let shown = self.stand_ins.replace(shown);
        if shown.is_empty() || fits(&comparable(&shown), &comparable(&said)) {
            return Ok(());
        }
        Err(format!("$ {typed}\n--- shown\n{shown}\n--- said\n{said}"))
    }

    /// Runs a command of the test to its end.
    pub(super) fn run(&mut self, line: &str) -> Result<(i32, String), String> {
        let mut started = self.start(&format!("{line}\n{REMEMBER}"), line, false);
        let code = started.ends()?;
        Ok((code, started.said()))
    }

    /// A file in the reader's folder.
    pub(super) fn write(&self, file: &str, text: &str) {
        let path = self.at().join(file);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, self.stand_ins.replace(text)).expect("a file");
    }

    /// The variables of the reader's shell.
    pub(super) fn environment(&self) -> Vec<(String, String)> {
        self.stand_ins.environment()
    }

    /// Ends the gateway, which must go well.
    pub(super) fn stop(&mut self) -> Result<(), String> {
        let Some(mut gateway) = self.gateway.take() else {
            return Ok(());
        };
        match gateway.interrupt()? {
            0 => Ok(()),
            code => Err(gateway.complaint(&format!("ended with {code}"))),
        }
    }

    /// The line with what is different here.
    fn as_typed_here(&mut self, line: &str, rule: &CommandRule) -> Result<String, String> {
        let mut typed = self.stand_ins.replace(line);
        for (from, to) in &rule.with {
            if !typed.contains(from) {
                return Err(format!("`{line}` has no `{from}`"));
            }
            typed = typed.replace(from, to);
        }
        for (from, command) in &rule.with_output {
            let end = Instant::now() + PATIENCE;
            let output = loop {
                let (_, said) = self.run(command)?;
                let first = said.lines().next().unwrap_or_default().trim();
                if !first.is_empty() {
                    break first.to_owned();
                }
                if Instant::now() > end {
                    return Err(format!("$ {command}\nnever prints anything"));
                }
            };
            typed = typed.replace(from, &output);
        }
        Ok(typed)
    }

    fn typed_until(&mut self, line: &str, rule: &CommandRule) -> Result<(i32, String), String> {
        let end = Instant::now() + PATIENCE;
        loop {
            let (code, said) = self.typed_once(line, rule)?;
            if code == rule.exit || !rule.again || Instant::now() > end {
                return Ok((code, said));
            }
        }
    }

    fn typed_once(&mut self, line: &str, rule: &CommandRule) -> Result<(i32, String), String> {
        let Some(sees) = &rule.sees else {
            return self.run(line);
        };
        let script = format!("{line}\n{REMEMBER}");
        let Some(types) = &rule.types else {
            // Nothing but the program itself is to hear of Ctrl-C.
            let mut started = self.start(&format!("exec {line}"), line, false);
            started.sees(sees)?;
            return Ok((started.interrupt()?, started.said()));
        };
        let mut started = self.start(&script, line, true);
        started.sees(sees)?;
        started.press(types);
        Ok((started.ends()?, started.said()))
    }

    /// Starts a gateway in place of the one before, and waits until it says that it is there.
    fn serve(&mut self, line: &str, rule: &CommandRule) -> Result<(), String> {
        self.stop()?;
        let mut gateway = self.start(&format!("exec {line}"), line, false);
        gateway.sees(rule.sees.as_deref().unwrap_or("listening on "))?;
        self.gateway = Some(gateway);
        Ok(())
    }

    fn start(&mut self, script: &str, line: &str, on_terminal: bool) -> StartedCommand {
        self.steps += 1;
        let name = |what: &str| format!(".{what}-{}", self.steps);
        let (file, said) = (
            self.home().join(name("step")),
            self.home().join(name("said")),
        );
        let variables = "[ ! -e \"$HOME/.variables\" ] || . \"$HOME/.variables\"";
        let size = if on_terminal {
            "stty cols 100 rows 30"
        } else {
            ""
        };
        fs::write(&file, format!("{variables}\n{size}\n{script}\n")).expect("a file");
        let mut command: Command = shell(&format!("exec sh '{}'", file.display()), on_terminal);
        command.current_dir(self.at());
        // What a shell of this kind sets by itself is set after the rest is cleared.
        let terminal = [("SHELL", "/bin/sh"), ("TERM", "xterm")];
        command.env_clear().envs(self.stand_ins.environment());
        command.envs(terminal);
        StartedCommand::start(line, &mut command, said)
    }

    /// Opens a new terminal in the first folder.
    pub(super) fn go_to_folder(&mut self) {
        let at = format!("{}\n", self.folder.display());
        fs::write(self.home().join(".at"), at).expect("a file");
    }
}

/// A text in which columns are one space apart, and every time is the same.
fn comparable(text: &str) -> String {
    let is_time = |word: &str| word.len() == 20 && word.ends_with('Z') && word.contains('T');
    let lines = text.lines().map(|line| {
        let words = line.split_whitespace();
        let words = words.map(|word| if is_time(word) { "TIME" } else { word });
        words.collect::<Vec<_>>().join(" ")
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn columns_and_times_do_not_count() {
    let shown = "AT                    WHAT\n2026-11-18T05:00:00Z  it\r\n";
    let said = "AT    WHAT\n2027-01-01T00:00:01Z  it";
    assert_eq!(comparable(shown), comparable(said));
    assert_ne!(comparable("it is"), comparable("itis"));
}
