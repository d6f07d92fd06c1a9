//! This checkout: what it is made of, and with which compiler.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use serde::Deserialize;

use super::figures::MachineFacts;

/// What cargo says about the workspace.
#[derive(Debug)]
pub(super) struct WorkspaceFacts {
    pub(super) root: PathBuf,
    /// Where cargo builds.
    pub(super) target: PathBuf,
    /// The packages of the workspace, by name.
    pub(super) packages: BTreeSet<String>,
}

#[derive(Deserialize)]
struct CargoMetadata {
    packages: Vec<MetadataPackage>,
    workspace_root: PathBuf,
    target_directory: PathBuf,
}

#[derive(Deserialize)]
struct MetadataPackage {
    name: String,
}

// === impl WorkspaceFacts ===

impl WorkspaceFacts {
    /// Asks cargo about the workspace of the current folder.
    pub(super) fn ask() -> Result<Self, String> {
        let mut metadata = cargo();
        metadata.args(["metadata", "--no-deps", "--format-version", "1"]);
        let text = output(&mut metadata)?;
        let said: CargoMetadata = serde_json::from_str(&text)
            .map_err(|error| format!("`cargo metadata` cannot be understood: {error}"))?;
        Ok(Self {
            root: said.workspace_root,
            target: said.target_directory,
            packages: said.packages.into_iter().map(|it| it.name).collect(),
        })
    }

    /// Where and of what the report is; what cannot be found out is left empty. Nothing says from
    /// what a binary was built that was there before.
    pub(super) fn machine(&self, was_there: bool) -> MachineFacts {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        if was_there {
            return MachineFacts {
                cores,
                ..MachineFacts::default()
            };
        }
        let compiler = Command::new("rustc").arg("--version").output_text();
        let git = |arguments: &[&str]| {
            let mut git = Command::new("git");
            git.current_dir(&self.root).args(arguments).output_text()
        };
        let mut commit = git(&["rev-parse", "--short", "HEAD"]);
        if !commit.is_empty() && !git(&["status", "--porcelain"]).is_empty() {
            commit.push_str(" with edits");
        }
        MachineFacts {
            cores,
            compiler,
            commit,
        }
    }
}

/// The cargo that runs this chore.
pub(super) fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// Runs a command that must go well; gives what it printed.
pub(super) fn output(command: &mut Command) -> Result<String, String> {
    let shown = shown(command);
    command.stdin(Stdio::null()).stderr(Stdio::inherit());
    let output = command
        .output()
        .map_err(|error| format!("cannot start `{shown}`: {error}"))?;
    if !output.status.success() {
        let status = output.status;
        return Err(format!("`{shown}` failed ({status}); it says above why"));
    }
    String::from_utf8(output.stdout).map_err(|_| format!("`{shown}` printed what is no text"))
}

/// A command as a person would type it.
fn shown(command: &Command) -> String {
    let program = PathBuf::from(command.get_program());
    let program = program.file_name().unwrap_or(command.get_program());
    let words = std::iter::once(program).chain(command.get_args());
    let words: Vec<_> = words.map(|word| word.to_string_lossy()).collect();
    words.join(" ")
}

/// The output of a command that may fail.
trait OutputText {
    fn output_text(&mut self) -> String;
}

impl OutputText for Command {
    fn output_text(&mut self) -> String {
        let output = self.stdin(Stdio::null()).stderr(Stdio::null()).output();
        let output = output.ok().filter(|it| it.status.success());
        let text = output.map(|it| String::from_utf8_lossy(&it.stdout).trim().to_owned());
        text.unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_that_fails_is_named() {
        let error = output(Command::new("/nonexistent/tool").arg("now")).unwrap_err();
        assert!(error.contains("cannot start `tool now`"), "{error}");
        let error = output(Command::new("sh").args(["-c", "exit 3"])).unwrap_err();
        assert!(error.contains("`sh -c exit 3` failed"), "{error}");
    }

    #[test]
    fn this_workspace_is_found() {
        let facts = WorkspaceFacts::ask().unwrap();
        assert!(facts.packages.contains("xtask"));
        assert!(facts.packages.contains("candor-gateway"));
        assert!(facts.root.join("Cargo.toml").is_file());
        let built = facts.machine(false);
        assert!(built.compiler.starts_with("rustc "), "{built:?}");
        let found = facts.machine(true);
        assert_eq!((found.cores, found.compiler), (built.cores, String::new()));
    }
}
