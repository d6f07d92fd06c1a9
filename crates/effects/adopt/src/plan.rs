//! The plan: which servers become which sources, and the new contents of each file.

mod planner;

use std::path::{Path, PathBuf};

use crate::client::ClientKind;
use crate::edit::EditRefusal;
use crate::scan::ClientFile;
use crate::server::{ServerEntry, ServerTransport};
use crate::sources_toml;
use planner::Planner;

/// The options of a plan.
#[derive(Clone, Debug)]
pub struct AdoptOptions<'a> {
    /// Whether files of the project are changed too.
    pub with_project: bool,
    /// Servers that stay where they are, by their names.
    pub except: &'a [String],
    /// The folder of the project.
    pub project: &'a Path,
    /// The program that clients are to start.
    pub command: &'a str,
    /// The arguments that it is started with.
    pub args: &'a [String],
    /// The `candor.toml` that gets the sources.
    pub config: &'a Path,
    /// Its text, if it exists.
    pub config_text: Option<&'a str>,
    /// Names of sources that are taken elsewhere.
    pub taken: Vec<String>,
}

/// The changes that adopting servers makes.
#[derive(Clone, Debug)]
pub struct AdoptPlan {
    /// The new sources.
    pub sources: Vec<PlannedSource>,
    /// The files that change: the configuration of Candor first.
    pub changes: Vec<FileChange>,
    /// The servers that stay where they are.
    pub left: Vec<LeftServer>,
}

/// A source that comes into being.
#[derive(Clone, Debug)]
pub struct PlannedSource {
    /// The name of the source.
    pub name: String,
    /// The transport it uses.
    pub transport: ServerTransport,
    /// Whether it is started.
    pub enabled: bool,
    /// Whether it contains secrets and is therefore stored encrypted rather than in the file.
    pub sealed: bool,
    /// The client, the file and the name of each entry that it was made from.
    pub origins: Vec<(ClientKind, PathBuf, String)>,
    /// Settings of those that are not taken along.
    pub dropped: Vec<String>,
}

/// A file and its new contents.
#[derive(Clone, Debug)]
pub struct FileChange {
    /// The client of the file; `None` for Candor's own.
    pub client: Option<ClientKind>,
    /// The path of the file.
    pub path: PathBuf,
    /// The current contents; `None` if it does not exist.
    pub before: Option<String>,
    /// The new contents.
    pub after: String,
}

/// A server that is not moved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftServer {
    /// The kind of client.
    pub client: ClientKind,
    /// The file that it is in.
    pub path: PathBuf,
    /// Its name there.
    pub name: String,
    /// Why it stays: a clause without a final period.
    pub reason: String,
}

/// Why nothing can be planned.
#[derive(Debug, thiserror::Error)]
#[error("`{}` cannot be extended: {reason}", path.display())]
pub struct PlanError {
    path: PathBuf,
    reason: String,
}

/// Works out what would be done.
pub fn plan(files: &[ClientFile], options: &AdoptOptions<'_>) -> Result<AdoptPlan, PlanError> {
    let refused = |EditRefusal(reason): EditRefusal| PlanError {
        path: options.config.to_owned(),
        reason,
    };
    let known = options.config_text.map(sources_toml::source_names);
    let known = known.transpose().map_err(refused)?.unwrap_or_default();
    let taken = known.into_iter().chain(options.taken.iter().cloned());
    let mut planner = Planner::new(options, taken);
    let changes: Vec<FileChange> = files.iter().filter_map(|file| planner.file(file)).collect();
    let Planner { sources, left, .. } = planner;
    if sources.is_empty() {
        return Ok(AdoptPlan {
            sources,
            changes: Vec::new(),
            left,
        });
    }
    let after = sources_toml::extended(options.config_text, &sources).map_err(refused)?;
    let config = FileChange {
        client: None,
        path: options.config.to_owned(),
        before: options.config_text.map(str::to_owned),
        after,
    };
    Ok(AdoptPlan {
        sources,
        changes: std::iter::once(config).chain(changes).collect(),
        left,
    })
}

// === impl AdoptPlan ===

impl AdoptPlan {
    /// Every secret of the servers that move, so that none is shown.
    pub fn secrets(&self) -> Vec<String> {
        let entries = self.sources.iter().map(|source| ServerEntry {
            transport: source.transport.clone(),
            enabled: source.enabled,
            dropped: Vec::new(),
        });
        entries.flat_map(|entry| entry.secrets()).collect()
    }
}

#[cfg(test)]
mod golden;
#[cfg(test)]
mod tests;
