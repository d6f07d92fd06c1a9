//! Atomic file replacement.

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;

/// Replaces a file atomically. Keeps its permissions; a new file and its new parent folders are
/// readable only by the owner.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    create_folder(folder)?;
    let before = fs::metadata(path).map(|before| before.permissions());
    let mut draft = tempfile::Builder::new()
        .prefix(".candor-")
        .tempfile_in(folder)?;
    draft.write_all(bytes)?;
    if let Ok(permissions) = before {
        draft.as_file().set_permissions(permissions)?;
    }
    draft.as_file().sync_all()?;
    draft.persist(path)?;
    Ok(())
}

/// Creates a folder and its missing parents, for the owner alone.
pub(crate) fn create_folder(path: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}
