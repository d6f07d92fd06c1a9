//! `candor data move`: state moved to another directory.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use candor_config::state_scope::{DEMO, WORKSPACES};
use candor_server::{announced_address, client_socket, workspace_folder};

use super::state_directory::StateDirectory;
use crate::args::DataMoveArgs;
use crate::prelude::*;

/// Parts of the user's directory that are not moved with it.
const OTHERS: [&str; 2] = [DEMO, WORKSPACES];

/// Moves state, all of it or nothing.
pub(super) fn run(args: &DataMoveArgs, workspace: &CommandWorkspace) -> CommandResult {
    let own = &workspace.settings.server.data;
    let absolute = |path: &Option<PathBuf>| match path {
        Some(path) => std::path::absolute(path),
        None => std::path::absolute(own),
    };
    let (from, to) = (absolute(&args.from)?, absolute(&args.to)?);
    check(&from, &to)?;
    let moved: Vec<PathBuf> = StateDirectory::look(&from)
        .entries()
        .map(PathBuf::from)
        .collect();
    fs::create_dir_all(&to)
        .map_err(|cause| CommandFailure::io(format!("cannot make `{}`", to.display()), cause))?;
    move_all(&from, &to, &moved)?;
    // It is another folder's state from now on.
    for note in [
        workspace_folder::FILE,
        announced_address::FILE,
        client_socket::FILE,
    ] {
        let _ = fs::remove_file(from.join(note));
    }
    let _ = fs::remove_dir(&from);
    if to == std::path::absolute(own)? {
        workspace.note_folder();
    }
    let (from, to) = (from.display().to_string(), to.display().to_string());
    workspace.output.json_or_line(
        || json!({"from": from, "to": to}),
        format!("moved the state from {from} to {to}"),
    )?;
    if args.to.is_some() {
        workspace.output.say(&format!(
            "hint: set `data = \"{to}\"` in `[server]` to use it here, or start commands with \
             `--data`"
        ));
    }
    Ok(CommandExit::Success)
}

/// Whether the state can be moved.
fn check(from: &Path, to: &Path) -> CommandResult<()> {
    let shown = |path: &Path| format!("`{}`", path.display());
    if from == to {
        return Err(CommandFailure::new(format!(
            "{} is the directory in use already",
            shown(from)
        )));
    }
    if to.starts_with(from) && !OTHERS.iter().any(|name| to.starts_with(from.join(name))) {
        let sentence = format!("{} is inside {}", shown(to), shown(from));
        return Err(CommandFailure::new(sentence).hint("choose a directory beside it"));
    }
    let (source, target) = (StateDirectory::look(from), StateDirectory::look(to));
    if !source.has_state() {
        let failure = CommandFailure::new(format!("{} holds no state", shown(from)));
        return Err(failure.hint("`candor data list` shows which directories do"));
    }
    if let Some(url) = source.gateway.as_ref().or(target.gateway.as_ref()) {
        let sentence = format!("a gateway is running on the state, at {url}");
        return Err(CommandFailure::new(sentence).hint("stop it first"));
    }
    if target.has_state() {
        let sentence = format!("{} holds state already", shown(to));
        return Err(CommandFailure::new(sentence)
            .hint("move that away first, with `candor data move --to DIR`"));
    }
    Ok(())
}

/// Moves one after the other; what was moved is put back if one of them cannot be.
fn move_all(from: &Path, to: &Path, names: &[PathBuf]) -> CommandResult<()> {
    for (at, name) in names.iter().enumerate() {
        let Err(cause) = fs::rename(from.join(name), to.join(name)) else {
            continue;
        };
        for done in &names[..at] {
            fs::rename(to.join(done), from.join(done))?;
        }
        let crosses = cause.kind() == io::ErrorKind::CrossesDevices;
        let failure = CommandFailure::io(
            format!("cannot move `{}`; nothing was moved", name.display()),
            cause,
        );
        return Err(if crosses {
            failure
                .hint("copy the directory while no gateway runs on it, and name it with `--data`")
        } else {
            failure
        });
    }
    Ok(())
}
