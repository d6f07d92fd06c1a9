//! Reading and writing files that the user names.

use std::fs::{self, File, Permissions};
use std::io::{self, Read, Write as _};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::prelude::{CommandFailure, CommandOutput, CommandResult};

/// The name of standard input and standard output.
pub(crate) const DASH: &str = "-";

/// Reads a file, or standard input if its name is `-`. Fails above `limit` bytes.
pub(crate) fn read(name: &str, limit: u64) -> CommandResult<Vec<u8>> {
    let bytes = if name == DASH {
        bounded(io::stdin().lock(), limit)
    } else {
        File::open(name).and_then(|file| bounded(file, limit))
    };
    let shown = shown(name);
    let bytes = bytes.map_err(|cause| CommandFailure::io(format!("cannot read {shown}"), cause))?;
    if bytes.len() as u64 > limit {
        let sentence = format!("{shown} is larger than {limit} bytes");
        return Err(CommandFailure::new(sentence));
    }
    Ok(bytes)
}

/// As [`read`], for text.
pub(crate) fn read_text(name: &str, limit: u64) -> CommandResult<String> {
    text(read(name, limit)?, &shown(name))
}

/// The content of this file as text.
pub(crate) fn text(bytes: Vec<u8>, shown: &str) -> CommandResult<String> {
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        CommandFailure::new(format!("{shown} is not UTF-8 text: byte {at} is wrong"))
    })
}

/// Replaces a file atomically, so that no reader sees half of it.
pub(crate) fn replace(name: &str, text: &str) -> CommandResult<()> {
    let written = write(Path::new(name), text);
    written.map_err(|cause| CommandFailure::io(format!("cannot write `{name}`"), cause))
}

/// Writes an export to a file, or prints it if the name is `-`. `held` describes it in JSON,
/// `count` in words.
pub(crate) fn export(
    name: &str,
    toml: &str,
    (key, held): (&str, Value),
    count: &str,
    output: &CommandOutput,
) -> CommandResult<()> {
    let to_file = name != DASH;
    if to_file {
        replace(name, toml)?;
    }
    if output.is_json() {
        let (written, printed) = (to_file.then_some(name), (!to_file).then_some(toml));
        return output.json(&json!({(key): held, "output": written, "toml": printed}));
    }
    if to_file {
        output.say(&format!("wrote {count} to `{name}`"));
        return Ok(());
    }
    output.print(toml)
}

fn write(path: &Path, text: &str) -> io::Result<()> {
    // Write to the target of a symbolic link.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let folder = path
        .parent()
        .filter(|parent| !parent.as_os_str().is_empty());
    let folder = folder.map_or_else(|| PathBuf::from("."), Path::to_owned);
    // A new file gets default permissions; an existing one keeps its own.
    let before = fs::metadata(&path).map(|before| before.permissions());
    let mut draft = tempfile::Builder::new()
        .prefix(".candor-")
        .permissions(Permissions::from_mode(0o666))
        .tempfile_in(folder)?;
    draft.write_all(text.as_bytes())?;
    if let Ok(permissions) = before {
        draft.as_file().set_permissions(permissions)?;
    }
    draft.as_file().sync_all()?;
    draft.persist(path)?;
    Ok(())
}

/// Reads at most one byte more than the limit, because the input may be endless.
pub(crate) fn bounded(input: impl Read, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input
        .take(limit.saturating_add(1))
        .read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The name of a file in diagnostics.
pub(crate) fn place(name: &str) -> &str {
    if name == DASH { "<stdin>" } else { name }
}

/// The name of a file for display.
pub(crate) fn shown(name: &str) -> String {
    if name == DASH {
        "standard input".to_owned()
    } else {
        format!("`{name}`")
    }
}
