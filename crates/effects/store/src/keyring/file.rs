//! The key file: readable only by its owner, and always written atomically.

use std::{
    fs::File,
    io::{self, Read as _},
    path::Path,
};

use aes_gcm::aead::Generate as _;
use zeroize::Zeroizing;

use super::{KEY_BYTES, Keyring, KeyringError};
use crate::private_files;

/// A size limit far above any real key file.
const FILE_MAX: u64 = 64 << 10;

/// The comment at the top of a new file.
const HEADER: &str = "\
# The keys that secrets in the database are encrypted with, newest first: the first one seals,
# all of them open. Keep a copy in a safe place; without it the secrets are lost.
";

impl Keyring {
    /// Loads a key file. Fails if other users can read or write it.
    pub fn load(path: &Path) -> Result<Self, KeyringError> {
        let text = read(path)?;
        Self::parse(&text).map_err(|cause| KeyringError::Content {
            path: path.to_owned(),
            cause: Box::new(cause),
        })
    }

    /// Loads a key file or, if there is none, creates it with a new key, along with its directory,
    /// readable only by the owner. If several processes do this at once, all get the same key.
    pub fn load_or_create(path: &Path) -> Result<Self, KeyringError> {
        match Self::load(path) {
            Err(KeyringError::File { cause, .. }) if cause.kind() == io::ErrorKind::NotFound => {}
            loaded => return loaded,
        }
        let failed = failed(path, "create");
        let content = Zeroizing::new(format!("{HEADER}{}\n", *fresh()?));
        private_files::create_once(path, &content).map_err(&failed)?;
        Self::load(path)
    }

    /// Adds a new key before the existing ones and returns the new keyring. The file is replaced
    /// atomically; concurrent rotations wait for each other.
    pub fn rotate(path: &Path) -> Result<Self, KeyringError> {
        let failed = failed(path, "replace");
        // Held until the end. Otherwise a concurrent rotation would drop the other's key, with
        // which something may already be sealed.
        let lock = private_files::open_options()
            .create(true)
            .append(true)
            .open(private_files::beside(path, "lock"))
            .map_err(&failed)?;
        lock.lock().map_err(&failed)?;

        Self::load(path)?;
        let old = read(path)?;
        let content = Zeroizing::new(in_front(&fresh()?, &old));
        private_files::replace(path, &content).map_err(&failed)?;
        Self::load(path)
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

/// Fails if other users can access the file.
fn private(file: &File, path: &Path) -> Result<(), KeyringError> {
    let mode = private_files::exposed(file).map_err(failed(path, "read"))?;
    mode.map_or(Ok(()), |mode| {
        let path = path.to_owned();
        Err(KeyringError::Exposed { path, mode })
    })
}

/// A new key in hexadecimal.
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

/// Inserts a key before the first one; comments at the top stay there.
fn in_front(key: &str, text: &str) -> String {
    let is_key = |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
    let head: usize = text
        .split_inclusive('\n')
        .take_while(|line| !is_key(line))
        .map(str::len)
        .sum();
    format!("{}{key}\n{}", &text[..head], &text[head..])
}
