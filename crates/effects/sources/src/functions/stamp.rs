//! The state of a program's files at one moment.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use tokio::task::spawn_blocking;

/// The maximum number of files that are checked; a folder with more is not just a program.
const MOST: usize = 4096;

/// Every file of a program with its time and size. Equal stamps mean unchanged files, as far as
/// that can be determined without reading them.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct ProgramStamp(BTreeMap<PathBuf, (Option<SystemTime>, u64)>);

// === impl ProgramStamp ===

impl ProgramStamp {
    /// Takes the stamp of a program's folder, or of the folder that its file is in.
    pub(super) async fn of(path: &Path) -> Self {
        let path = path.to_owned();
        let look = spawn_blocking(move || {
            let mut stamp = Self::default();
            stamp.add(folder(&path));
            stamp
        });
        look.await.unwrap_or_default()
    }

    fn add(&mut self, folder: &Path) {
        // A folder that cannot be read is ignored; loading reports the reason.
        let Ok(entries) = std::fs::read_dir(folder) else {
            return;
        };
        for entry in entries.flatten() {
            if self.0.len() >= MOST {
                return;
            }
            let (path, name) = (entry.path(), entry.file_name());
            let Ok(facts) = std::fs::metadata(&path) else {
                continue;
            };
            if facts.is_file() && is_code(&path) {
                self.note(path);
            } else if name == "node_modules" {
                // For installed packages only the lock file is checked.
                self.note(path.join(".package-lock.json"));
            } else if facts.is_dir() && !is_elsewhere(&path, &name.to_string_lossy()) {
                self.add(&path);
            }
        }
    }

    /// Adds one file, if it exists.
    fn note(&mut self, path: PathBuf) {
        if let Ok(facts) = std::fs::metadata(&path) {
            self.0.insert(path, (facts.modified().ok(), facts.len()));
        }
    }
}

/// The folder of a program. For a bare file name it is the current one.
fn folder(path: &Path) -> &Path {
    match path.parent() {
        _ if path.is_dir() => path,
        None => path,
        Some(parent) if parent.as_os_str().is_empty() => Path::new("."),
        Some(parent) => parent,
    }
}

/// Whether a folder is not part of the program: hidden, a build folder, or a link.
fn is_elsewhere(path: &Path, name: &str) -> bool {
    let is_link = std::fs::symlink_metadata(path).is_ok_and(|facts| facts.is_symlink());
    name.starts_with('.') || name == "target" || is_link
}

fn is_code(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    matches!(extension, Some("ts" | "mts" | "js" | "mjs" | "json"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_program_has_a_folder() {
        for (path, expect) in [
            ("hello.ts", "."),
            ("./hello.ts", "."),
            ("tools/hello.ts", "tools"),
            ("/tools/hello.ts", "/tools"),
            ("..", ".."),
            ("/", "/"),
        ] {
            assert_eq!(folder(Path::new(path)), Path::new(expect), "{path}");
        }
    }
}
