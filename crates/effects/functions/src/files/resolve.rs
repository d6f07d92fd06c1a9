//! Where a path leads, and whether that is inside.

use std::ffi::OsStr;
use std::io::{Error, ErrorKind};
use std::path::{Component, Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use tokio::fs;

use crate::{AttemptedAction, CapabilityViolation};

/// What is wanted of a place.
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

    /// That it lies outside. Where the folders are is not told: they are paths of this machine.
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

/// Where a path leads, with every link followed; nothing if that is outside the folders.
pub(super) async fn find(folders: &[PathBuf], path: &Path) -> Result<Option<PathBuf>, Error> {
    let mut first = None;
    for folder in folders {
        let folder = fs::canonicalize(folder).await?;
        let place = follow(&folder.join(path)).await?;
        let Some(place) = place.filter(|place| place.starts_with(&folder)) else {
            continue;
        };
        // What is there is meant rather than what could be.
        if fs::symlink_metadata(&place).await.is_ok() {
            return Ok(Some(place));
        }
        first = first.or(Some(place));
    }
    Ok(first)
}

/// The same for what stands at a path, be it a link or not. The folders themselves are nothing
/// inside them.
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

/// The end of a path whose last parts may not exist yet; nothing if it cannot be told, such as
/// behind a link to nowhere or with `..` after something that does not exist.
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
            // Something is there that leads nowhere.
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

/// A name for what is being written, which nothing else uses.
pub(super) fn beside(folder: &Path, name: &OsStr) -> PathBuf {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let mut beside = OsStr::new(".").to_owned();
    beside.push(name);
    beside.push(format!(".{}-{number}.part", std::process::id()));
    folder.join(beside)
}
