//! The results of servers in a folder, so that a run that was stopped can go on.

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::hint_row::ServerTruth;

/// The folder of the results.
#[derive(Debug)]
pub(super) struct KeptResults {
    folder: PathBuf,
}

/// One result with what it depends on.
#[derive(Serialize, Deserialize)]
struct KeptResult {
    key: String,
    truth: ServerTruth,
}

// === impl KeptResults ===

impl KeptResults {
    /// Opens the folder; that of a check is another.
    pub(super) fn open(folder: &Path, is_check: bool) -> Result<Self, String> {
        let folder = folder.join(if is_check { "check" } else { "results" });
        fs::create_dir_all(&folder)
            .map_err(|cause| format!("cannot make {}: {cause}", folder.display()))?;
        let folder = folder
            .canonicalize()
            .map_err(|cause| format!("cannot find {}: {cause}", folder.display()))?;
        Ok(Self { folder })
    }

    /// Where reports and messages of the runs are put, too.
    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Whether there is a result of a server that depends on the same things.
    pub(super) fn has(&self, name: &str, key: &str) -> bool {
        let text = fs::read_to_string(self.file(name)).unwrap_or_default();
        serde_json::from_str::<KeptResult>(&text).is_ok_and(|kept| kept.key == key)
    }

    /// Keeps a result.
    pub(super) fn write(&self, key: &str, truth: &ServerTruth) -> Result<(), String> {
        let kept = KeptResult {
            key: key.to_owned(),
            truth: truth.clone(),
        };
        let text = serde_json::to_string_pretty(&kept).map_err(|error| error.to_string())?;
        let path = self.file(&truth.name);
        fs::write(&path, text).map_err(|cause| format!("cannot write {}: {cause}", path.display()))
    }

    /// All results, by the names of their servers.
    pub(super) fn read_all(&self) -> Result<Vec<ServerTruth>, String> {
        let entries = fs::read_dir(&self.folder)
            .map_err(|cause| format!("cannot read {}: {cause}", self.folder.display()))?;
        let mut found = Vec::new();
        for entry in entries {
            let path = entry.map_err(|cause| cause.to_string())?.path();
            if path.extension().is_none_or(|ending| ending != "json") {
                continue;
            }
            let told = |why: String| format!("{}: {why}; remove it and run again", path.display());
            let text = fs::read_to_string(&path).map_err(|cause| told(cause.to_string()))?;
            let kept: KeptResult =
                serde_json::from_str(&text).map_err(|error| told(error.to_string()))?;
            found.push(kept.truth);
        }
        found.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(found)
    }

    /// Removes all kept results.
    pub(super) fn remove(&self) -> Result<(), String> {
        fs::remove_dir_all(&self.folder)
            .map_err(|cause| format!("cannot remove {}: {cause}", self.folder.display()))
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}.json"))
    }
}

#[cfg(test)]
mod tests {
    use super::super::hint_row::samples::server;
    use super::*;

    #[test]
    fn results_are_found_again_by_what_they_depend_on() {
        let folder = tempfile::tempdir().unwrap();
        let kept = KeptResults::open(folder.path(), false).unwrap();
        assert!(!kept.has("a", "k"));
        for name in ["b", "a"] {
            kept.write("k", &server(name, Vec::new())).unwrap();
        }
        fs::write(kept.folder().join("a.log"), "said").unwrap();
        assert!(kept.has("a", "k") && !kept.has("a", "other"));
        let names: Vec<String> = kept
            .read_all()
            .unwrap()
            .into_iter()
            .map(|one| one.name)
            .collect();
        assert_eq!(names, ["a", "b"]);
        let check = KeptResults::open(folder.path(), true).unwrap();
        assert!(check.read_all().unwrap().is_empty());
        check.remove().unwrap();
        assert!(kept.has("a", "k"));
        fs::write(kept.folder().join("a.json"), "{").unwrap();
        let problem = kept.read_all().unwrap_err();
        assert!(problem.contains("remove it and run again"), "{problem}");
    }
}
