//! Files and directories that only their owner can read, because the audit log contains names.

use std::{
    fs::{self, DirBuilder, File, OpenOptions},
    io::{self, Write as _},
    path::{Path, PathBuf},
};

use uuid::Uuid;

/// Creates a directory and its missing parents with owner-only permissions. An existing directory
/// is unchanged.
pub(crate) fn create_dir(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// Open options that create files with owner-only permissions.
pub(crate) fn open_options() -> OpenOptions {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// Creates a file atomically with owner-only permissions, along with its directory. An existing
/// file is unchanged; if several processes do this at once, one wins.
pub(crate) fn create_once(path: &Path, content: &str) -> io::Result<()> {
    if let Some(parent) = path.parent() {
        create_dir(parent)?;
    }
    let new = TemporaryFile::write(path, content)?;
    // Linking never replaces: the first process to link provides the whole file.
    match fs::hard_link(&new.0, path) {
        Err(cause) if cause.kind() != io::ErrorKind::AlreadyExists => return Err(cause),
        _ => {}
    }
    drop(new);
    sync_directory(path);
    Ok(())
}

/// Replaces a file atomically.
pub(crate) fn replace(path: &Path, content: &str) -> io::Result<()> {
    let new = TemporaryFile::write(path, content)?;
    fs::rename(&new.0, path)?;
    sync_directory(path);
    Ok(())
}

/// The permissions of a file that other users can access.
#[cfg(unix)]
pub(crate) fn exposed(file: &File) -> io::Result<Option<u32>> {
    use std::os::unix::fs::PermissionsExt as _;

    let metadata = file.metadata()?;
    let mode = metadata.permissions().mode() & 0o777;
    Ok((metadata.is_file() && mode & 0o077 != 0).then_some(mode))
}

/// On other systems the directory's permissions protect it.
#[cfg(not(unix))]
pub(crate) fn exposed(_file: &File) -> io::Result<Option<u32>> {
    Ok(None)
}

/// The path with an extension appended to the file name.
pub(crate) fn beside(path: &Path, extension: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(extension);
    name.into()
}

/// Syncs the directory entry to disk, if the system supports it.
fn sync_directory(path: &Path) {
    if let Some(parent) = path.parent()
        && let Ok(directory) = File::open(parent)
    {
        let _ = directory.sync_all();
    }
}

/// A complete file under a temporary name; removed on drop unless it was renamed.
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
        // After a rename there is nothing to remove; any other error is harmless.
        let _ = fs::remove_file(&self.0);
    }
}
