//! Files and directories that only their owner may read: the audit names people and tools.

use std::{
    fs::{DirBuilder, OpenOptions},
    io,
    path::Path,
};

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
