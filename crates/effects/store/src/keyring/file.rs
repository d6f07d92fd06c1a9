//! The file that holds the keys: for its owner alone, and never seen half written.

use std::{
    fs::{self, File},
    io::{self, Read as _, Write as _},
    path::{Path, PathBuf},
};

use aes_gcm::aead::Generate as _;
use uuid::Uuid;
use zeroize::Zeroizing;

use super::{KEY_BYTES, Keyring, KeyringError};
use crate::private_files;

/// More keys than any file has.
const FILE_MAX: u64 = 64 << 10;

/// What a new file begins with.
const HEADER: &str = "\
# The keys that secrets in the database are encrypted with, newest first: the first one seals,
# all of them open. Keep a copy in a safe place; without it the secrets are lost.
";

impl Keyring {
    /// Reads a key file. One that others may read or write is refused.
    pub fn load(path: &Path) -> Result<Self, KeyringError> {
        let text = read(path)?;
        Self::parse(&text).map_err(|cause| KeyringError::Content {
            path: path.to_owned(),
            cause: Box::new(cause),
        })
    }

    /// Reads a key file; where there is none, makes one with a fresh key, and its directory, for
    /// the owner alone. Of several processes at once one makes it, and all end with its key.
    pub fn load_or_create(path: &Path) -> Result<Self, KeyringError> {
        match Self::load(path) {
            Err(KeyringError::File { cause, .. }) if cause.kind() == io::ErrorKind::NotFound => {}
            loaded => return loaded,
        }
        let failed = failed(path, "create");
        if let Some(parent) = path.parent() {
            private_files::create_dir(parent).map_err(&failed)?;
        }
        let content = Zeroizing::new(format!("{HEADER}{}\n", *fresh()?));
        let new = TemporaryKeyFile::write(path, &content).map_err(&failed)?;
        // Linking never replaces: the first process to link has made the whole file.
        match fs::hard_link(&new.0, path) {
            Ok(()) => {}
            Err(cause) if cause.kind() == io::ErrorKind::AlreadyExists => {}
            Err(cause) => return Err(failed(cause)),
        }
        drop(new);
        sync_directory(path);
        Self::load(path)
    }

    /// Puts a fresh key in front of the file's keys, and returns the new ring. The file is
    /// replaced whole; processes that rotate at once wait for one another.
    pub fn rotate(path: &Path) -> Result<Self, KeyringError> {
        let failed = failed(path, "replace");
        // Held until the end. Without it, the later of two would drop the key of the earlier,
        // with which something may be sealed already.
        let lock = private_files::open_options()
            .create(true)
            .append(true)
            .open(beside(path, "lock"))
            .map_err(&failed)?;
        lock.lock().map_err(&failed)?;

        Self::load(path)?;
        let old = read(path)?;
        let content = Zeroizing::new(in_front(&fresh()?, &old));
        let new = TemporaryKeyFile::write(path, &content).map_err(&failed)?;
        fs::rename(&new.0, path).map_err(&failed)?;
        sync_directory(path);
        Self::load(path)
    }
}

/// A whole file under another name; removed when dropped, unless it was renamed.
struct TemporaryKeyFile(PathBuf);

// === impl TemporaryKeyFile ===

impl TemporaryKeyFile {
    fn write(path: &Path, content: &str) -> io::Result<Self> {
        let name = beside(path, &format!("{}.new", Uuid::now_v7().simple()));
        let mut file = private_files::open_options()
            .write(true)
            .create_new(true)
            .open(&name)?;
        let draft = Self(name);
        file.write_all(content.as_bytes())?;
        file.sync_all()?;
        Ok(draft)
    }
}

impl Drop for TemporaryKeyFile {
    fn drop(&mut self) {
        // After a rename there is nothing to remove, and a failure otherwise changes nothing.
        let _ = fs::remove_file(&self.0);
    }
}

fn failed<'a>(path: &'a Path, task: &'static str) -> impl Fn(io::Error) -> KeyringError + 'a {
    move |cause| KeyringError::File {
        path: path.to_owned(),
        task,
        cause,
    }
}

fn read(path: &Path) -> Result<Zeroizing<String>, KeyringError> {
    let failed = failed(path, "read");
    let file = File::open(path).map_err(&failed)?;
    private(&file, path)?;
    let mut text = Zeroizing::new(String::new());
    file.take(FILE_MAX)
        .read_to_string(&mut text)
        .map_err(&failed)?;
    Ok(text)
}

/// Refuses a file that is not its owner's alone.
#[cfg(unix)]
fn private(file: &File, path: &Path) -> Result<(), KeyringError> {
    use std::os::unix::fs::PermissionsExt as _;

    let metadata = file.metadata().map_err(failed(path, "read"))?;
    let mode = metadata.permissions().mode() & 0o777;
    if metadata.is_file() && mode & 0o077 != 0 {
        let path = path.to_owned();
        return Err(KeyringError::Exposed { path, mode });
    }
    Ok(())
}

/// Elsewhere the directory's rights protect it.
#[cfg(not(unix))]
fn private(_file: &File, _path: &Path) -> Result<(), KeyringError> {
    Ok(())
}

/// A new key, as hexadecimal digits.
fn fresh() -> Result<Zeroizing<String>, KeyringError> {
    let bytes = <[u8; KEY_BYTES]>::try_generate().map_err(|_| KeyringError::Random)?;
    let bytes = Zeroizing::new(bytes);
    let mut text = Zeroizing::new(String::with_capacity(2 * KEY_BYTES));
    for byte in bytes.iter() {
        for digit in [byte >> 4, byte & 0xf] {
            text.push(char::from_digit(digit.into(), 16).unwrap_or('0'));
        }
    }
    Ok(text)
}

/// The text with a key before its first one; comments at its head stay there.
fn in_front(key: &str, text: &str) -> String {
    let is_key = |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
    let head: usize = text
        .split_inclusive('\n')
        .take_while(|line| !is_key(line))
        .map(str::len)
        .sum();
    format!("{}{key}\n{}", &text[..head], &text[head..])
}

fn beside(path: &Path, extension: &str) -> PathBuf {
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
