//! Places of a workspace's tools in files.

use std::path::{Path, PathBuf};

use candor_config::{DocumentLocation, TransportSettings};
use candor_lint::LintSubject;
use candor_lint_files::{OperationPlaces, function_position};
use candor_model::FilePosition;

use crate::prelude::*;

/// The largest file that is searched, in bytes.
const LARGEST: u64 = 64 << 20;
/// The maximum number of files searched in a folder.
const FILES: usize = 200;

/// The files of each source.
pub(super) struct SourcePlaces(Vec<SourceFiles>);

struct SourceFiles {
    source: String,
    files: Vec<(PathBuf, String)>,
}

// === impl SourcePlaces ===

impl SourcePlaces {
    /// Reads the documents and programs of a workspace. Unreadable files have no places; they are
    /// reported elsewhere.
    pub(super) fn of(workspace: &CommandWorkspace) -> Self {
        let sources = workspace.settings.sources.iter().filter_map(|source| {
            let files = match &source.transport {
                TransportSettings::OpenApi(api) => match &api.document {
                    DocumentLocation::File(path) => vec![path.clone()],
                    DocumentLocation::Url(_) => return None,
                },
                TransportSettings::Functions(functions) => programs(&functions.path),
                _ => return None,
            };
            let read = |path: PathBuf| {
                let text = file::read_text(&path.display().to_string(), LARGEST).ok()?;
                Some((path, text))
            };
            Some(SourceFiles {
                source: source.name.to_string(),
                files: files.into_iter().filter_map(read).collect(),
            })
        });
        Self(sources.collect())
    }

    /// Adds to each tool where it is written.
    pub(super) fn add_to(&self, tools: &mut [LintSubject]) {
        for source in &self.0 {
            for (path, text) in &source.files {
                let operations = OperationPlaces::of(text);
                let own = tools.iter_mut().filter(|tool| tool.source == source.source);
                for tool in own.filter(|tool| tool.place.is_none()) {
                    let position = match &tool.request {
                        Some(request) => operations.position(&request.path, &request.method),
                        None => function_position(text, &tool.own),
                    };
                    tool.place = position.map(|position| FilePosition {
                        file: path.display().to_string(),
                        position: Some(position),
                    });
                }
            }
        }
    }

    /// The documents and programs, by the name of their source.
    pub(super) fn files(&self) -> Vec<(String, PathBuf)> {
        let all = self.0.iter().flat_map(|one| {
            let files = one.files.iter();
            files.map(|(path, _)| (one.source.clone(), path.clone()))
        });
        all.collect()
    }
}

/// The files of functions: the one that is named, or those of the folder.
fn programs(path: &Path) -> Vec<PathBuf> {
    if path.is_file() {
        return vec![path.to_owned()];
    }
    let entries = std::fs::read_dir(path).into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.path())
        .filter(|path| {
            let ending = path.extension().and_then(|ending| ending.to_str());
            matches!(ending, Some("ts" | "js" | "mjs" | "json"))
        })
        .take(FILES)
        .collect();
    files.sort();
    files
}
