//! Resolves paths within the folders of a tool.

use std::ffi::OsStr;
use std::io::{Error, ErrorKind};
use std::path::{Component, Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use tokio::fs;

use crate::{AttemptedAction, CapabilityViolation};

/// The requested access.
#[derive(Clone, Copy)]
pub(super) enum PathAccess {
    Read,
    Write,
}

// === impl PathAccess ===

impl PathAccess {
    pub(super) fn verb(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Write => "write",
        }
    }

    /// The violation for a path outside the folders. Does not reveal the folders, which are paths
    /// of this machine.
    pub(super) fn violation(self, path: &Path, folderless: bool) -> CapabilityViolation {
        let path = path.to_string_lossy().into_owned();
        let attempt = match self {
            Self::Read => AttemptedAction::Read { path },
            Self::Write => AttemptedAction::Write { path },
        };
        let rule = if folderless {
            "the tool names no `folder`"
        } else {
            "it lies outside the folders that the tool names"
        };
        CapabilityViolation {
            attempt,
            hint: None,
            rule: rule.to_owned(),
        }
    }
}

/// Resolves a path, following every link; `None` if it is outside the folders.
pub(super) async fn find(folders: &[PathBuf], path: &Path) -> Result<Option<PathBuf>, Error> {
    let mut first = None;
    for folder in folders {
        let folder = fs::canonicalize(folder).await?;
        let place = follow(&folder.join(path)).await?;
        let Some(place) = place.filter(|place| place.starts_with(&folder)) else {
            continue;
        };
        // An existing file takes precedence over one that could be created.
        if fs::symlink_metadata(&place).await.is_ok() {
            return Ok(Some(place));
        }
        first = first.or(Some(place));
    }
    Ok(first)
}

/// As [`find`], without following the last component if it is a link. The folders themselves are
/// not inside of themselves.
pub(super) async fn find_itself(
    folders: &[PathBuf],
    path: &Path,
) -> Result<Option<PathBuf>, Error> {
    let Some(name) = path.file_name() else {
        let told = "the path does not end with a name";
        return Err(Error::new(ErrorKind::InvalidInput, told));
    };
    let mut first = None;
    for folder in folders {
        let folder = fs::canonicalize(folder).await?;
        let whole = folder.join(path);
        let Some(parent) = whole.parent() else {
            continue;
        };
        let parent = follow(parent).await?;
        let Some(parent) = parent.filter(|parent| parent.starts_with(&folder)) else {
            continue;
        };
        let place = parent.join(name);
        if fs::symlink_metadata(&place).await.is_ok() {
            return Ok(Some(place));
        }
        first = first.or(Some(place));
    }
    Ok(first)
}

/// Resolves a path whose last components may not exist; `None` if that is impossible, for example
/// beyond a dangling link or with `..` after a missing component.
async fn follow(path: &Path) -> Result<Option<PathBuf>, Error> {
    let mut missing: Vec<&OsStr> = Vec::new();
    let mut known = path;
    loop {
        match fs::canonicalize(known).await {
            Ok(real) => {
                let real = missing
                    .iter()
                    .rev()
                    .fold(real, |real, part| real.join(part));
                return Ok(Some(real));
            }
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
            // A dangling link.
            Err(_) if fs::symlink_metadata(known).await.is_ok() => return Ok(None),
            Err(_) => {}
        }
        let (Some(Component::Normal(part)), Some(parent)) =
            (known.components().next_back(), known.parent())
        else {
            return Ok(None);
        };
        missing.push(part);
        known = parent;
    }
}

/// A unique name for a temporary file.
pub(super) fn beside(folder: &Path, name: &OsStr) -> PathBuf {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let mut beside = OsStr::new(".").to_owned();
    beside.push(name);
    beside.push(format!(".{}-{number}.part", std::process::id()));
    folder.join(beside)
}
