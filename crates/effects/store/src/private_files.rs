//! Files and directories that only their owner may read: the audit names people and tools.

use std::{
    fs::{self, DirBuilder, File, OpenOptions},
    io::{self, Write as _},
    path::{Path, PathBuf},
};

use uuid::Uuid;

/// Creates a directory and its missing parents, for the owner alone. An existing directory is
/// left as it is.
pub(crate) fn create_dir(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// Options whose newly created file belongs to the owner alone.
pub(crate) fn open_options() -> OpenOptions {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// Writes a new file for the owner alone, and makes its directory. It is never seen half written.
/// Of several processes at once one makes it; a file that is there already stays.
pub(crate) fn create_once(path: &Path, content: &str) -> io::Result<()> {
    if let Some(parent) = path.parent() {
        create_dir(parent)?;
    }
    let new = TemporaryFile::write(path, content)?;
    // Linking never replaces: the first process to link has made the whole file.
    match fs::hard_link(&new.0, path) {
        Err(cause) if cause.kind() != io::ErrorKind::AlreadyExists => return Err(cause),
        _ => {}
    }
    drop(new);
    sync_directory(path);
    Ok(())
}

/// Replaces a file as a whole.
pub(crate) fn replace(path: &Path, content: &str) -> io::Result<()> {
    let new = TemporaryFile::write(path, content)?;
    fs::rename(&new.0, path)?;
    sync_directory(path);
    Ok(())
}

/// The permissions of a file that is not its owner's alone.
#[cfg(unix)]
pub(crate) fn exposed(file: &File) -> io::Result<Option<u32>> {
    use std::os::unix::fs::PermissionsExt as _;

    let metadata = file.metadata()?;
    let mode = metadata.permissions().mode() & 0o777;
    Ok((metadata.is_file() && mode & 0o077 != 0).then_some(mode))
}

/// Elsewhere the directory's rights protect it.
#[cfg(not(unix))]
pub(crate) fn exposed(_file: &File) -> io::Result<Option<u32>> {
    Ok(None)
}

/// The path with something added to its name.
pub(crate) fn beside(path: &Path, extension: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(extension);
    name.into()
}

/// Makes the new name survive a power cut, where the system can.
fn sync_directory(path: &Path) {
    if let Some(parent) = path.parent()
        && let Ok(directory) = File::open(parent)
    {
        let _ = directory.sync_all();
    }
}

/// A whole file under another name; removed when dropped, unless it was renamed.
struct TemporaryFile(PathBuf);

// === impl TemporaryFile ===

impl TemporaryFile {
    fn write(path: &Path, content: &str) -> io::Result<Self> {
        let name = beside(path, &format!("{}.new", Uuid::now_v7().simple()));
        let mut file = open_options().write(true).create_new(true).open(&name)?;
        let draft = Self(name);
        file.write_all(content.as_bytes())?;
        file.sync_all()?;
        Ok(draft)
    }
}

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        // After a rename there is nothing to remove, and a failure otherwise changes nothing.
        let _ = fs::remove_file(&self.0);
    }
}
