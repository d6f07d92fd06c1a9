//! `candor data list`: the state of all folders.

use std::fs;
use std::path::{Path, PathBuf};

use candor_config::{StateScope, data_home, state_scope::WORKSPACES};

use super::show;
use super::state_directory::StateDirectory;
use crate::prelude::*;

/// Lists the contents of the user's data directory.
pub(super) fn run(workspace: &CommandWorkspace) -> CommandResult {
    let output = &workspace.output;
    let home = data_home(&|name| std::env::var(name).ok());
    let home = home.ok_or_else(|| {
        CommandFailure::new("there is no data directory of the user").hint("set `HOME`")
    })?;
    let current = &workspace.settings.server.data;
    let found: Vec<StateDirectory> = directories(&home)
        .iter()
        .map(|path| StateDirectory::look(path))
        .filter(|found| found.has_state() || found.path == *current)
        .collect();
    let is_current = |found: &StateDirectory| found.path == *current;
    let json = found.iter().map(|found| {
        json!({
            "data": found.path.display().to_string(),
            "folder": found.folder.as_ref().map(|folder| folder.display().to_string()),
            "bytes": found.bytes,
            "gateway": found.gateway,
            "current": is_current(found),
        })
    });
    output.list("data", json, "nothing is stored yet", || {
        let rows = found.iter().map(|found| {
            let mark = if is_current(found) { "*" } else { "" };
            [
                mark.into(),
                one_line(&owner(found, &home)).into(),
                show::size(found).into(),
                TableCell::from(found.gateway.clone().unwrap_or_else(|| "-".to_owned())),
                one_line(&found.path.display().to_string()).into(),
            ]
        });
        TextTable::new(&["", "STATE OF", "SIZE", "GATEWAY", "DIRECTORY"], rows)
    })?;
    Ok(CommandExit::Success)
}

/// The directories of the user, the demo and all folders, in the order of their names.
fn directories(home: &Path) -> Vec<PathBuf> {
    let user = StateScope::User.directory(home);
    let entries = fs::read_dir(user.join(WORKSPACES));
    let entries = entries.into_iter().flatten().flatten();
    let mut folders: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    folders.sort();
    let mut all = vec![StateScope::Demo.directory(home), user];
    all.append(&mut folders);
    all
}

/// The folder that a state directory belongs to.
fn owner(found: &StateDirectory, home: &Path) -> String {
    if found.path == StateScope::Demo.directory(home) {
        return "the demo".to_owned();
    }
    if found.path == StateScope::User.directory(home) {
        return "the user's configuration".to_owned();
    }
    match &found.folder {
        Some(folder) if folder.is_dir() => folder.display().to_string(),
        Some(folder) => format!("{} (gone)", folder.display()),
        None => "unknown".to_owned(),
    }
}
