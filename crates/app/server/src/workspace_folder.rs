//! Records in a data directory which folder it belongs to, for users who inspect it.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::path::{Path, PathBuf};

/// The name of the note in the data directory.
pub const FILE: &str = "workspace.folder";
/// The most bytes of a path.
const LONGEST: usize = 8192;

/// Notes the folder in a data directory that exists.
pub fn write(data: &Path, folder: &Path) -> io::Result<()> {
    if read(data).as_deref() == Some(folder) {
        return Ok(());
    }
    fs::write(data.join(FILE), folder.as_os_str().as_bytes())
}

/// The folder that was noted.
pub fn read(data: &Path) -> Option<PathBuf> {
    let bytes = fs::read(data.join(FILE)).ok()?;
    let fits = !bytes.is_empty() && bytes.len() <= LONGEST;
    let path = fits.then(|| PathBuf::from(OsString::from_vec(bytes)));
    path.filter(|path| path.is_absolute())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_is_read_back() {
        let data = tempfile::tempdir().expect("a folder");
        assert_eq!(read(data.path()), None);
        let folder = Path::new("/home/ada/shop\nfloor");
        write(data.path(), folder).expect("a note");
        assert_eq!(read(data.path()).as_deref(), Some(folder));
        fs::write(data.path().join(FILE), "not a path").expect("a note");
        assert_eq!(read(data.path()), None);
    }
}
