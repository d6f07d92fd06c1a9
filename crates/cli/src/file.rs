//! Files that people hand over or want written.

use std::fs::{self, File, Permissions};
use std::io::{self, Read, Write as _};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use crate::problems::Failure;

/// How a file is named that is not one: standard input or standard output.
pub(crate) const DASH: &str = "-";

/// Reads a file, or standard input where its name is `-`. What is larger than `limit` is refused.
pub(crate) fn read(name: &str, limit: u64) -> Result<Vec<u8>, Failure> {
    let bytes = if name == DASH {
        bounded(io::stdin().lock(), limit)
    } else {
        File::open(name).and_then(|file| bounded(file, limit))
    };
    let shown = shown(name);
    let bytes = bytes.map_err(|cause| Failure::io(format!("cannot read {shown}"), cause))?;
    if bytes.len() as u64 > limit {
        let sentence = format!("{shown} is larger than {limit} bytes");
        return Err(Failure::new(sentence));
    }
    Ok(bytes)
}

/// The same, as text.
pub(crate) fn read_text(name: &str, limit: u64) -> Result<String, Failure> {
    String::from_utf8(read(name, limit)?).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let sentence = format!("{} is not UTF-8 text: byte {at} is wrong", shown(name));
        Failure::new(sentence)
    })
}

/// Writes a file whole or not at all, whatever was there before. Nobody sees half of it.
pub(crate) fn replace(name: &str, text: &str) -> Result<(), Failure> {
    let written = write(Path::new(name), text);
    written.map_err(|cause| Failure::io(format!("cannot write `{name}`"), cause))
}

fn write(path: &Path, text: &str) -> io::Result<()> {
    // What a link points to is meant, not the link.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let folder = path
        .parent()
        .filter(|parent| !parent.as_os_str().is_empty());
    let folder = folder.map_or_else(|| PathBuf::from("."), Path::to_owned);
    // Who may read a new file is for the user's mask to say; of an old one, for its owner.
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

/// At most one byte more than the limit: what stands behind may have no end.
fn bounded(input: impl Read, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input
        .take(limit.saturating_add(1))
        .read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// A file in words.
pub(crate) fn shown(name: &str) -> String {
    if name == DASH {
        "standard input".to_owned()
    } else {
        format!("`{name}`")
    }
}
