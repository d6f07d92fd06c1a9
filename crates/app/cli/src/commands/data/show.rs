//! `candor data show`: the state directory of this folder, and why it is used.

use candor_text::format_size;

use super::state_directory::StateDirectory;
use crate::prelude::*;

/// Shows one data directory.
pub(super) fn run(workspace: &CommandWorkspace) -> CommandResult {
    let server = &workspace.settings.server;
    let found = StateDirectory::look(&server.data);
    let database = server.database_url.as_ref().map(|_| "PostgreSQL");
    let origin = workspace.data_origin();
    let of = match (&workspace.folder, workspace.keeps_own_state()) {
        (Some(folder), true) => format!("this folder, {}", folder.display()),
        (None, true) if workspace.file.is_none() => "the demo".to_owned(),
        (None, true) => "the user's own configuration".to_owned(),
        (_, false) => format!("all folders that set this directory; set by {origin}"),
    };
    let output = &workspace.output;
    output.json_or(
        || {
            json!({
                "data": found.path.display().to_string(),
                "origin": origin,
                "folder": workspace.folder.as_ref().map(|folder| folder.display().to_string()),
                "own": workspace.keeps_own_state(),
                "exists": found.has_state(),
                "bytes": found.bytes,
                "gateway": found.gateway,
            })
        },
        || {
            output.line(&one_line(&found.path.display().to_string()))?;
            output.fields(&[
                ("state of", one_line(&of)),
                ("size", size(&found)),
                ("database", database.unwrap_or("SQLite").to_owned()),
                ("gateway", gateway(&found)),
            ])
        },
    )?;
    Ok(CommandExit::Success)
}

/// The size of the state.
pub(super) fn size(found: &StateDirectory) -> String {
    match found.bytes {
        0 => "nothing is stored yet".to_owned(),
        bytes => about(bytes),
    }
}

/// A size in whole units.
fn about(bytes: u64) -> String {
    let unit = match bytes {
        0..0x400 => 1,
        0x400..0x10_0000 => 0x400,
        _ => 0x10_0000,
    };
    let bytes = usize::try_from(bytes / unit * unit).unwrap_or(usize::MAX);
    format_size(bytes)
}

fn gateway(found: &StateDirectory) -> String {
    let running = found.gateway.as_ref();
    running.map_or_else(
        || "not running".to_owned(),
        |url| format!("running at {url}"),
    )
}
