//! The owner's secret, which proves that a request comes from the user who runs the gateway.
//!
//! It is created once, in the data directory, in a file that only its owner can read. The command
//! line can therefore use it without configuration, and other users of the machine cannot.

use std::{
    fmt,
    fs::File,
    io::{self, Read as _},
    path::{Path, PathBuf},
};

use candor_model::{Digest, Secret};
use zeroize::Zeroizing;

use crate::{
    private_files,
    random_text::{is_random_text, random_text},
};

/// The name of the file.
const FILE: &str = "owner.secret";

/// The prefix of every secret, by which secret scanners recognise a leaked one.
const PREFIX: &str = "candor_owner_";

/// A size limit far above the real one.
const FILE_MAX: u64 = 4 << 10;

/// The secret of a data directory. Never printed.
#[derive(Clone)]
pub struct OwnerSecret(Secret<String>);

/// Why the secret could not be loaded. Never contains the secret.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OwnerSecretError {
    /// Other users can read or write the file.
    #[error(
        "the owner's secret `{path}` is open to others (mode {mode:03o}), who may have read it; \
         delete the file, and the next start makes a new one"
    )]
    Exposed {
        /// The path of the file.
        path: PathBuf,
        /// The permissions of the file.
        mode: u32,
    },
    /// The file's contents are invalid.
    #[error(
        "the file `{path}` does not hold an owner's secret; delete it, and the next start makes a \
         new one"
    )]
    Content {
        /// The path of the file.
        path: PathBuf,
    },
    /// The file cannot be read or written.
    #[error(
        "cannot {task} the owner's secret `{path}`; check its owner, permissions and place: the \
         user who runs the gateway must be able to read it"
    )]
    File {
        /// The path of the file.
        path: PathBuf,
        /// The operation, as a verb.
        task: &'static str,
        /// The operating system's error.
        #[source]
        cause: io::Error,
    },
}

// === impl OwnerSecret ===

impl OwnerSecret {
    /// The path of the secret in a data directory.
    pub fn path(directory: &Path) -> PathBuf {
        directory.join(FILE)
    }

    /// Loads the secret of a data directory, or creates both if there is none. If several processes
    /// do this at once, all get the same secret.
    pub fn open_or_create(directory: &Path) -> Result<Self, OwnerSecretError> {
        if let Some(secret) = Self::read(directory)? {
            return Ok(secret);
        }
        let path = Self::path(directory);
        let failed = |cause| failure(&path, "create", cause);
        let fresh = random_text().map_err(failed)?;
        let line = Zeroizing::new(format!("{PREFIX}{}\n", fresh.expose()));
        private_files::create_once(&path, &line).map_err(failed)?;
        let gone = || failure(&path, "read", io::ErrorKind::NotFound.into());
        Self::read(directory)?.ok_or_else(gone)
    }

    /// Loads the secret of a data directory, if it exists.
    pub fn read(directory: &Path) -> Result<Option<Self>, OwnerSecretError> {
        let path = Self::path(directory);
        let failed = |cause| failure(&path, "read", cause);
        let file = match File::open(&path) {
            Ok(file) => file,
            Err(cause) if cause.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(cause) => return Err(failed(cause)),
        };
        if let Some(mode) = private_files::exposed(&file).map_err(failed)? {
            return Err(OwnerSecretError::Exposed { path, mode });
        }
        let mut text = Zeroizing::new(Vec::new());
        file.take(FILE_MAX).read_to_end(&mut text).map_err(failed)?;
        let text = str::from_utf8(&text).unwrap_or_default().trim();
        match text.strip_prefix(PREFIX) {
            Some(random) if is_random_text(random) => Ok(Some(Self(Secret::new(text.to_owned())))),
            _ => Err(OwnerSecretError::Content { path }),
        }
    }

    /// The text to send as a bearer token.
    pub fn text(&self) -> &Secret<String> {
        &self.0
    }

    /// The digest to compare presented texts with.
    pub fn digest(&self) -> Digest {
        Digest::of(self.0.expose())
    }
}

impl fmt::Debug for OwnerSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("OwnerSecret(****)")
    }
}

fn failure(path: &Path, task: &'static str, cause: io::Error) -> OwnerSecretError {
    OwnerSecretError::File {
        path: path.to_owned(),
        task,
        cause,
    }
}

#[cfg(test)]
mod tests;
