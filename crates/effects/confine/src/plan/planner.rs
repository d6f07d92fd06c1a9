//! Determines the files and folders that a program may use.

use std::path::{Path, PathBuf};

use super::around::grant_around;
use super::{PathAccess, PathGrants, PlannedProgram};
use crate::caches::cache_folders;
use crate::protected::protected_paths;
use crate::{ChildPermissions, ConfineError, ConfineLevel, RunRule};

/// Devices that every program may use.
const DEVICES: &[&str] = &[
    "/dev/null",
    "/dev/zero",
    "/dev/full",
    "/dev/random",
    "/dev/urandom",
    "/dev/tty",
    "/dev/ptmx",
    "/dev/pts",
];

/// Collects the rules about files.
pub(super) struct Planner<'a> {
    pub(super) permissions: &'a ChildPermissions,
    pub(super) program: &'a PlannedProgram<'a>,
}

// === impl Planner ===

impl Planner<'_> {
    /// Adds every rule.
    pub(super) fn fill(&self, grants: &mut PathGrants) -> Result<(), ConfineError> {
        let protected = self.protected();
        let run = self.permissions.run == RunRule::Anything;
        let reading = PathAccess {
            list: true,
            read: true,
            run,
            ..PathAccess::default()
        };
        let writing = PathAccess {
            write: true,
            ..reading
        };
        if self.permissions.level == ConfineLevel::Standard {
            grant_around(grants, Path::new("/"), &protected, reading)?;
            self.grant_own_folders(grants, &protected, writing);
        }
        let device = PathAccess {
            read: true,
            write: true,
            device: true,
            ..PathAccess::default()
        };
        for path in DEVICES.iter().map(Path::new).filter(|path| path.exists()) {
            grants.add(path, device);
        }
        grants.add(self.program.scratch, writing);
        for path in &self.permissions.read {
            let path = self.named(path)?;
            if protected.iter().any(|one| path.starts_with(one)) {
                grants.add(&path, reading);
            } else {
                grant_around(grants, &path, &protected, reading)?;
            }
        }
        for path in &self.permissions.write {
            let path = self.named(path)?;
            if let Some(inside) = protected
                .iter()
                .find(|one| one.starts_with(&path) && **one != path)
            {
                return Err(ConfineError::HoldsProtected {
                    folder: path,
                    protected: inside.clone(),
                });
            }
            grants.add(&path, writing);
        }
        self.grant_programs(grants)
    }

    /// The working folder and caches.
    fn grant_own_folders(
        &self,
        grants: &mut PathGrants,
        protected: &[PathBuf],
        writing: PathAccess,
    ) {
        if self.permissions.only_scratch {
            return;
        }
        let mut folders = vec![self.program.folder.to_owned()];
        let environment = self.program.environment;
        if let Some(home) = self.given_home().or(self.program.home) {
            let name = self.program.program.to_string_lossy();
            let caches = cache_folders(&name, home, environment);
            for folder in &caches.needed {
                // If creation fails, the program's own error is more helpful.
                let _ = std::fs::create_dir_all(folder);
            }
            folders.extend(caches.needed);
            folders.extend(caches.possible);
        }
        for folder in folders {
            let Ok(folder) = folder.canonicalize() else {
                continue;
            };
            // A working directory with keys, such as the home directory, is not the program's own.
            if folder.is_dir()
                && !protected
                    .iter()
                    .any(|one| one.starts_with(&folder) || folder.starts_with(one))
            {
                grants.add(&folder, writing);
            }
        }
    }

    /// The program's `HOME`, if set.
    fn given_home(&self) -> Option<&Path> {
        let mut variables = self.program.environment.iter();
        let (_, home) = variables.find(|(name, _)| name == "HOME")?;
        Some(Path::new(home.as_str()))
    }

    /// The program itself, and what it may start.
    fn grant_programs(&self, grants: &mut PathGrants) -> Result<(), ConfineError> {
        let running = PathAccess {
            read: true,
            run: true,
            ..PathAccess::default()
        };
        let program = self.named(self.program.program)?;
        grants.add(&program, running);
        let RunRule::Only(programs) = &self.permissions.run else {
            return Ok(());
        };
        for path in programs {
            grants.add(
                &self.named(path)?,
                PathAccess {
                    list: true,
                    ..running
                },
            );
        }
        Ok(())
    }

    /// All protected paths, as named and resolved.
    fn protected(&self) -> Vec<PathBuf> {
        let mut paths = protected_paths(self.program.home, self.program.is_root);
        paths.extend(self.permissions.protect.iter().cloned());
        let real: Vec<PathBuf> = paths.iter().filter_map(|path| real_path(path)).collect();
        paths.extend(real);
        paths.sort();
        paths.dedup();
        paths
    }

    /// A path of a list: with the home folder in it and without links.
    fn named(&self, path: &Path) -> Result<PathBuf, ConfineError> {
        let path = expand_home(path, self.program.home);
        path.canonicalize()
            .map_err(|cause| ConfineError::Path { path, cause })
    }
}

/// Replaces `~` by the home directory.
fn expand_home(path: &Path, home: Option<&Path>) -> PathBuf {
    match (path.strip_prefix("~"), home) {
        (Ok(rest), Some(home)) => home.join(rest),
        _ => path.to_owned(),
    }
}

/// Resolves a path, even if its last components are missing.
fn real_path(path: &Path) -> Option<PathBuf> {
    let mut missing = Vec::new();
    let mut existing = path;
    loop {
        if let Ok(real) = existing.canonicalize() {
            return Some(
                missing
                    .iter()
                    .rev()
                    .fold(real, |path, name| path.join(name)),
            );
        }
        missing.push(existing.file_name()?);
        existing = existing.parent()?;
    }
}
