//! Allows a folder except for protected entries.

use std::fs;
use std::path::{Path, PathBuf};

use super::{PathAccess, PathGrants};
use crate::ConfineError;

/// The maximum number of entries in a folder that is allowed one by one.
const MOST_ENTRIES: usize = 20_000;

/// Allows a folder, or its entries one by one if something protected is or could appear below.
pub(super) fn grant_around(
    grants: &mut PathGrants,
    path: &Path,
    protected: &[PathBuf],
    access: PathAccess,
) -> Result<(), ConfineError> {
    if protected.iter().any(|one| path.starts_with(one)) {
        return Ok(());
    }
    if !protected.iter().any(|one| one.starts_with(path)) {
        grants.add(path, access);
        return Ok(());
    }
    // Names can be listed, here and below, because Landlock cannot limit that to one folder.
    grants.add(
        path,
        PathAccess {
            list: true,
            ..PathAccess::default()
        },
    );
    let Ok(entries) = fs::read_dir(path) else {
        // What this process cannot list, the program cannot either.
        return Ok(());
    };
    for (count, entry) in entries.flatten().enumerate() {
        if count >= MOST_ENTRIES {
            return Err(ConfineError::TooMany {
                folder: path.to_owned(),
                limit: MOST_ENTRIES,
            });
        }
        // A link needs no rule: its target is checked when it is used.
        if entry.file_type().is_ok_and(|kind| !kind.is_symlink()) {
            grant_around(grants, &entry.path(), protected, access)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_but_the_protected_is_allowed() {
        let root = tempfile::tempdir().unwrap();
        let root = root.path().canonicalize().unwrap();
        for folder in [
            "a",
            "home/.ssh",
            "home/work",
            "home/.config/app",
            "home/.config/gcloud",
        ] {
            fs::create_dir_all(root.join(folder)).unwrap();
        }
        std::os::unix::fs::symlink(root.join("home/.ssh"), root.join("home/link")).unwrap();
        let protected =
            ["home/.ssh", "home/.config/gcloud", "home/.netrc"].map(|path| root.join(path));
        let access = PathAccess {
            list: true,
            read: true,
            ..PathAccess::default()
        };
        let mut grants = PathGrants::default();
        grant_around(&mut grants, &root, &protected, access).unwrap();
        let reads = |path: &str| grants.access(&root.join(path)).read;
        assert!(reads("a/file") && reads("home/work/x") && reads("home/.config/app"));
        for path in [
            "home/.ssh/id",
            "home/.config/gcloud/x",
            "home/.netrc",
            "home/new",
            "home/link",
        ] {
            assert!(!reads(path), "{path}");
        }
        assert!(grants.access(&root.join("home")).list);
    }
}
