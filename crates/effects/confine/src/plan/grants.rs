//! The rules about files, and their result for one path.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::{PathAccess, PathGrant};

/// The rules about files. A rule applies to everything below its path, and rules add up.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<PathGrant>", into = "Vec<PathGrant>")]
pub(crate) struct PathGrants(BTreeMap<PathBuf, PathAccess>);

// === impl PathGrants ===

impl PathGrants {
    pub(crate) fn add(&mut self, path: &Path, access: PathAccess) {
        let own = self.0.entry(path.to_owned()).or_default();
        *own = own.with(access);
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (&Path, PathAccess)> {
        self.0
            .iter()
            .map(|(path, access)| (path.as_path(), *access))
    }

    /// The allowed uses of a path without links.
    pub(crate) fn access(&self, path: &Path) -> PathAccess {
        let found = path.ancestors().filter_map(|path| self.0.get(path));
        found.fold(PathAccess::default(), |all, one| all.with(*one))
    }
}

impl From<Vec<PathGrant>> for PathGrants {
    fn from(grants: Vec<PathGrant>) -> Self {
        let mut all = Self::default();
        for grant in grants {
            all.add(&grant.path, grant.access);
        }
        all
    }
}

impl From<PathGrants> for Vec<PathGrant> {
    fn from(grants: PathGrants) -> Self {
        let grants = grants.0.into_iter();
        grants
            .map(|(path, access)| PathGrant { path, access })
            .collect()
    }
}

// === impl PathAccess ===

impl PathAccess {
    /// The union of two grants.
    fn with(self, other: Self) -> Self {
        Self {
            list: self.list || other.list,
            read: self.read || other.read,
            write: self.write || other.write,
            run: self.run || other.run,
            device: self.device || other.device,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_count_for_everything_below() {
        let mut grants = PathGrants::default();
        let reading = PathAccess {
            read: true,
            ..PathAccess::default()
        };
        let writing = PathAccess {
            write: true,
            ..PathAccess::default()
        };
        grants.add(Path::new("/a"), reading);
        grants.add(Path::new("/a/b"), writing);
        assert_eq!(grants.access(Path::new("/a/c")), reading);
        assert_eq!(grants.access(Path::new("/a/b/c")), reading.with(writing));
        assert_eq!(grants.access(Path::new("/ab")), PathAccess::default());
    }
}
