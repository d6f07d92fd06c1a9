//! File names of the journal.

use std::{
    collections::BTreeSet,
    fs, io,
    path::{Path, PathBuf},
};

use uuid::Uuid;

/// The files of one process: `<owner>.lock` and `<owner>-<number>.calls`.
#[derive(Clone, Debug)]
pub(super) struct JournalFiles {
    dir: PathBuf,
    owner: Uuid,
}

const SEGMENT: &str = "calls";
const LOCK: &str = "lock";
const NEW: &str = "new";
const DAMAGED: &str = "damaged";

impl JournalFiles {
    pub(super) fn fresh(dir: &Path) -> Self {
        Self {
            dir: dir.to_owned(),
            owner: Uuid::now_v7(),
        }
    }

    /// All owners with files in the directory, oldest first.
    pub(super) fn all(dir: &Path) -> io::Result<Vec<Self>> {
        let mut owners = BTreeSet::new();
        for entry in fs::read_dir(dir)? {
            let path = PathBuf::from(entry?.file_name());
            let Some(stem) = path.file_stem().and_then(|stem| stem.to_str()) else {
                continue;
            };
            let owner = match path.extension().and_then(|ext| ext.to_str()) {
                Some(LOCK) => stem,
                Some(SEGMENT) => stem.rsplit_once('-').map_or(stem, |(owner, _)| owner),
                _ => continue,
            };
            owners.extend(Uuid::try_parse(owner));
        }
        let files = |owner| Self {
            dir: dir.to_owned(),
            owner,
        };
        Ok(owners.into_iter().map(files).collect())
    }

    /// Lock files that have not been renamed yet, or never will be.
    pub(super) fn new_locks(dir: &Path) -> io::Result<Vec<PathBuf>> {
        let mut found = Vec::new();
        for entry in fs::read_dir(dir)? {
            let path = entry?.path();
            let is_new = path.extension().is_some_and(|extension| extension == NEW);
            found.extend(is_new.then_some(path));
        }
        Ok(found)
    }

    /// The lock file; it is locked while its owner is alive.
    pub(super) fn lock(&self) -> PathBuf {
        self.dir.join(format!("{}.{LOCK}", self.owner.simple()))
    }

    /// The lock file before it is locked and renamed.
    pub(super) fn new_lock(&self) -> PathBuf {
        self.dir.join(format!("{}.{NEW}", self.owner.simple()))
    }

    pub(super) fn segment(&self, number: u64) -> PathBuf {
        let owner = self.owner.simple();
        self.dir.join(format!("{owner}-{number:08}.{SEGMENT}"))
    }

    /// The name under which a segment with unreadable lines is kept for inspection.
    pub(super) fn damaged(&self, number: u64) -> PathBuf {
        self.segment(number).with_extension(DAMAGED)
    }

    /// The numbers of the existing segments, in order.
    pub(super) fn segments(&self) -> io::Result<Vec<u64>> {
        let mut numbers = Vec::new();
        for entry in fs::read_dir(&self.dir)? {
            let path = entry?.path();
            let number = path
                .file_stem()
                .and_then(|stem| stem.to_str()?.rsplit_once('-')?.1.parse().ok())
                .filter(|number| self.segment(*number) == path);
            numbers.extend(number);
        }
        numbers.sort_unstable();
        Ok(numbers)
    }
}
