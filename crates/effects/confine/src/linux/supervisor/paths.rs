//! Paths of another process, and the rules that apply to them.

use std::path::{Component, Path, PathBuf};

use super::calling_process::CallingProcess;
use crate::ObservedAction;
use crate::plan::PathGrants;

/// The descriptor that stands for the working directory.
const WORKING_FOLDER: i32 = libc::AT_FDCWD;

/// Names by which every process means something of its own.
const OWN_NAMES: [(&str, &str); 6] = [
    ("/proc/self", ""),
    ("/proc/thread-self", ""),
    ("/dev/fd", "fd"),
    ("/dev/stdin", "fd/0"),
    ("/dev/stdout", "fd/1"),
    ("/dev/stderr", "fd/2"),
];

/// A path as the process means it, from the root.
pub(super) fn absolute(
    process: &CallingProcess,
    folder: Option<i32>,
    path: &Path,
) -> Option<PathBuf> {
    let whole = if path.is_absolute() {
        path.to_owned()
    } else {
        let base = match folder {
            None | Some(WORKING_FOLDER) => process.working_folder()?,
            Some(descriptor) => process.descriptor_path(descriptor)?,
        };
        base.join(path)
    };
    for (name, own) in OWN_NAMES {
        if let Ok(rest) = whole.strip_prefix(name) {
            return Some(process.folder().join(own).join(rest));
        }
    }
    Some(whole)
}

/// A path without links, as far as it leads to something.
pub(super) fn without_links(path: &Path, follow_last: bool) -> PathBuf {
    if follow_last && let Ok(real) = path.canonicalize() {
        return real;
    }
    let parent = path.parent().and_then(|parent| parent.canonicalize().ok());
    match (parent, path.file_name()) {
        (Some(parent), Some(name)) => parent.join(name),
        _ => without_dots(path),
    }
}

/// A path of which nothing is there.
fn without_dots(path: &Path) -> PathBuf {
    let mut clean = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                clean.pop();
            }
            Component::CurDir => {}
            other => clean.push(other),
        }
    }
    clean
}

/// Landlock's decision about an attempt. One that fails anyway, because something is missing or
/// already exists, does not count as denied.
pub(super) fn is_allowed(grants: &PathGrants, action: ObservedAction, path: &Path) -> bool {
    let own = grants.access(path);
    let parent = path.parent().map(|parent| grants.access(parent));
    let parent_writable = parent.is_some_and(|parent| parent.write);
    let is_there = path.symlink_metadata().is_ok();
    let has_place = || path.parent().is_some_and(Path::is_dir);
    match action {
        ObservedAction::Read if path.is_dir() => own.list,
        ObservedAction::Read => !is_there || own.read,
        ObservedAction::Run => !is_there || own.run,
        ObservedAction::Create if is_there => own.write || own.device,
        ObservedAction::Write | ObservedAction::Truncate | ObservedAction::ChangeMetadata => {
            !is_there || own.write || own.device
        }
        ObservedAction::Delete => !is_there || parent_writable,
        ObservedAction::MakeFolder | ObservedAction::MakeNode => {
            is_there || !has_place() || parent_writable
        }
        ObservedAction::Create | ObservedAction::Rename | ObservedAction::Link => {
            !has_place() || parent_writable
        }
        ObservedAction::Connect | ObservedAction::Send | ObservedAction::Bind => own.write,
    }
}
