//! Files of every client, adopted and undone: empty, usual and odd; with both line breaks, with a
//! byte order mark, without a final line break, and behind a link.
//!
//! `UPDATE_GOLDEN=1` writes the expected texts anew.

use std::collections::HashSet;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use crate::backup::{AdoptBackups, UndoneState, WriteOutcome};
use crate::client::ClientKind::{self, AmazonQ, ClaudeDesktop, Continue};
use crate::location::{FileScope, locations};
use crate::plan::{AdoptOptions, AdoptPlan, plan};
use crate::scan::{ScannedMachine, scan};
use crate::system::{HostSystem, UserFolders};

pub(super) struct TestMachine {
    home: tempfile::TempDir,
}

impl TestMachine {
    pub(super) fn new() -> Self {
        Self {
            home: tempfile::tempdir().expect("a folder"),
        }
    }

    pub(super) fn home(&self) -> &Path {
        self.home.path()
    }

    pub(super) fn folders(&self) -> UserFolders {
        UserFolders {
            system: HostSystem::Linux,
            home: self.home().to_owned(),
            xdg_config: None,
            app_data: None,
            project: self.home().join("project"),
        }
    }

    /// The first file of a client for all projects, with the ending of the golden one.
    pub(super) fn path(&self, client: ClientKind, ending: &str) -> PathBuf {
        let found = locations(&self.folders());
        let mut found = found.into_iter().filter(|(location, path)| {
            let fits = path.extension().is_some_and(|one| one == ending);
            location.client == client && location.scope() == FileScope::User && fits
        });
        found.next().expect("a file").1
    }

    pub(super) fn write(path: &Path, text: &str) {
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }

    pub(super) fn scan(&self) -> ScannedMachine {
        scan(&self.folders(), &[])
    }

    pub(super) fn plan(&self, machine: &ScannedMachine) -> AdoptPlan {
        let config = self.home().join(".config/candor/candor.toml");
        let args = ["stdio", "--config", "/etc/candor.toml"].map(str::to_owned);
        let options = AdoptOptions {
            with_project: false,
            except: &[],
            project: &self.home().join("project"),
            command: "/usr/bin/candor",
            args: &args,
            config: &config,
            config_text: None,
            taken: Vec::new(),
        };
        plan(&machine.files, &options).expect("a plan")
    }

    /// Makes all changes and gives the backups.
    pub(super) fn apply(&self, plan: &AdoptPlan) -> AdoptBackups {
        let backups = AdoptBackups::of(&self.home().join("data"));
        let mut run = backups.begin(&plan.changes).expect("a record");
        for change in &plan.changes {
            let outcome = run.write(change).expect("written");
            assert_eq!(outcome, WriteOutcome::Written);
        }
        run.save().expect("saved");
        backups
    }

    pub(super) fn undo(backups: &AdoptBackups) {
        let mut blocked = HashSet::new();
        for mut run in backups.runs().expect("runs") {
            for undone in run.undo(&mut blocked).expect("undone") {
                let good = [UndoneState::Restored, UndoneState::Removed];
                assert!(good.contains(&undone.state), "{undone:?}");
            }
        }
        assert!(backups.runs().expect("runs").is_empty());
    }
}

fn golden(client: ClientKind) -> PathBuf {
    let crate_folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    crate_folder.join("tests/golden").join(client.as_str())
}

/// The golden files of a client, each with its state and ending.
fn texts(client: ClientKind) -> Vec<(&'static str, String, String)> {
    let mut found = Vec::new();
    for state in ["empty", "usual", "odd"] {
        let entries = fs::read_dir(golden(client)).expect("golden files");
        let names = entries.map(|one| one.expect("an entry").file_name());
        let names = names.map(|name| name.into_string().expect("a name"));
        let name = names.into_iter().find(|name| {
            name.split_once('.').is_some_and(|(stem, _)| stem == state) && !name.contains("after")
        });
        let name = name.expect("a golden file");
        let text = fs::read_to_string(golden(client).join(&name)).expect("a text");
        let ending = name.rsplit('.').next().expect("an ending");
        found.push((state, ending.to_owned(), text));
    }
    found
}

/// Adopts the file of a client, checks what became of it, and undoes it.
fn round_trip(client: ClientKind, ending: &str, text: &str, linked: bool) -> Option<String> {
    let machine = TestMachine::new();
    let path = machine.path(client, ending);
    round_trip_at(&machine, client, &path, text, linked)
}

/// The same with any file.
fn round_trip_at(
    machine: &TestMachine,
    client: ClientKind,
    path: &Path,
    text: &str,
    linked: bool,
) -> Option<String> {
    let real = machine.home().join("dotfiles").join("real");
    TestMachine::write(if linked { &real } else { path }, text);
    if linked {
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        symlink(&real, path).expect("a link");
    }
    let found = machine.scan();
    assert_eq!(found.problems, [], "{client}");
    let plan = machine.plan(&found);
    if plan.changes.is_empty() {
        return None;
    }
    let listed: usize = found.files.iter().map(|file| file.servers.len()).sum();
    let moved: usize = plan.sources.iter().map(|source| source.origins.len()).sum();
    let backups = machine.apply(&plan);
    let after = fs::read_to_string(path).expect("the file");
    check_adopted(machine, &plan, listed - moved);
    TestMachine::undo(&backups);
    assert_eq!(
        fs::read_to_string(path).expect("the file"),
        text,
        "{client}"
    );
    assert_eq!(linked, path.is_symlink());
    assert!(!machine.home().join(".config/candor/candor.toml").exists());
    Some(after)
}

/// Each list holds Candor and what was left, and no secret is in the configuration.
fn check_adopted(machine: &TestMachine, plan: &AdoptPlan, stayed: usize) {
    let again = machine.scan();
    let servers = again.files.iter().flat_map(|file| &file.servers);
    let is_candor = |entry: &Result<crate::ServerEntry, String>| {
        entry.as_ref().is_ok_and(crate::ServerEntry::is_candor)
    };
    let (candor, others): (Vec<_>, Vec<_>) = servers.partition(|one| is_candor(&one.entry));
    assert!(!candor.is_empty());
    assert_eq!(others.len(), stayed);
    assert!(
        machine.plan(&again).changes.is_empty(),
        "nothing is adopted twice"
    );
    let config = fs::read_to_string(machine.home().join(".config/candor/candor.toml"));
    let config = config.expect("the configuration");
    for source in &plan.sources {
        assert_eq!(
            config.contains(&format!("[sources.{}]", source.name)),
            !source.sealed
        );
    }
    for secret in ["ghp_0123456789", "abcdef", "sk-0123"] {
        assert!(!config.contains(secret), "{config}");
        let shown: String = plan
            .changes
            .iter()
            .map(|one| one.diff(&plan.secrets()))
            .collect();
        assert!(!shown.contains(secret), "{shown}");
    }
}

#[test]
fn every_client_is_adopted_and_undone() {
    for client in ClientKind::ALL {
        for (state, ending, text) in texts(client) {
            let after = round_trip(client, &ending, &text, false);
            let path = golden(client).join(format!("{state}.after.{ending}"));
            if state == "empty" {
                assert_eq!(after, None, "{client}");
                continue;
            }
            let after = after.expect("a change");
            if std::env::var_os("UPDATE_GOLDEN").is_some() {
                fs::write(&path, &after).expect("a golden file");
            }
            let expect = fs::read_to_string(&path).expect("a golden file");
            assert_eq!(after, expect, "{client} {state}");
        }
    }
}

/// Files of folders are written as files of their own, so the same texts hold.
#[test]
fn files_of_folders_are_adopted_and_undone() {
    for (client, like, folder) in [
        (Continue, Continue, ".continue/mcpServers"),
        (Continue, ClaudeDesktop, ".continue/mcpServers"),
        (AmazonQ, AmazonQ, ".aws/amazonq/cli-agents"),
    ] {
        for (state, ending, text) in texts(like) {
            for linked in [false, true] {
                let machine = TestMachine::new();
                let path = machine.home().join(folder).join(format!("mine.{ending}"));
                let after = round_trip_at(&machine, client, &path, &text, linked);
                let expect = golden(like).join(format!("{state}.after.{ending}"));
                let expect = fs::read_to_string(expect).ok();
                assert_eq!(after, expect, "{client} {folder} {state}");
            }
        }
    }
}

#[test]
fn line_breaks_marks_and_links_change_nothing() {
    for client in ClientKind::ALL {
        for (state, ending, text) in texts(client) {
            let plain = round_trip(client, &ending, &text, false);
            let crlf = round_trip(client, &ending, &text.replace('\n', "\r\n"), false);
            let as_crlf = plain.as_ref().map(|text| text.replace('\n', "\r\n"));
            assert_eq!(crlf, as_crlf, "{client} {state}");
            let marked = round_trip(client, &ending, &format!("\u{feff}{text}"), false);
            let as_marked = plain.as_ref().map(|text| format!("\u{feff}{text}"));
            assert_eq!(marked, as_marked, "{client} {state}");
            assert_eq!(round_trip(client, &ending, &text, true), plain);
            let open = round_trip(client, &ending, text.trim_end(), false);
            assert_eq!(
                open,
                plain.map(|text| text.trim_end().to_owned()),
                "{client} {state}"
            );
        }
    }
}
