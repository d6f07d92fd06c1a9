//! What would be done: which servers become which sources, and what each file would say.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use crate::client::ClientKind;
use crate::edit::{self, EditRefusal, ListEdit};
use crate::location::FileScope;
use crate::naming::NameGiver;
use crate::read::ListedServer;
use crate::scan::ClientFile;
use crate::server::{ServerEntry, ServerTransport};
use crate::sources_toml;
use crate::variable::escaped;

/// What is wanted.
#[derive(Clone, Debug)]
pub struct AdoptWishes<'a> {
    /// Whether files of the project are changed too.
    pub with_project: bool,
    /// The folder of the project.
    pub project: &'a Path,
    /// The program that clients are to start.
    pub command: &'a str,
    /// Its arguments.
    pub args: &'a [String],
    /// The `candor.toml` that gets the sources.
    pub config: &'a Path,
    /// Its text, if it exists.
    pub config_text: Option<&'a str>,
    /// Names of sources that are taken elsewhere.
    pub taken: Vec<String>,
}

/// What would be done.
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
    /// What it is called.
    pub name: String,
    /// How it is reached.
    pub transport: ServerTransport,
    /// Whether it is started.
    pub enabled: bool,
    /// Whether it holds secrets, so that it is kept encrypted instead of in the file.
    pub sealed: bool,
    /// The client, the file and the name of each entry that it was made from.
    pub origins: Vec<(ClientKind, PathBuf, String)>,
    /// Settings of those that are not taken along.
    pub dropped: Vec<String>,
}

/// A file, and what it is to say.
#[derive(Clone, Debug)]
pub struct FileChange {
    /// Whose file it is; nobody's if it is Candor's own.
    pub client: Option<ClientKind>,
    /// The file.
    pub path: PathBuf,
    /// What it says now; nothing if it does not exist.
    pub before: Option<String>,
    /// What it is to say.
    pub after: String,
}

/// A server that is not moved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftServer {
    /// Whose it is.
    pub client: ClientKind,
    /// The file that it is in.
    pub path: PathBuf,
    /// What it is called there.
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
pub fn plan(files: &[ClientFile], wishes: &AdoptWishes<'_>) -> Result<AdoptPlan, PlanError> {
    let refused = |EditRefusal(reason): EditRefusal| PlanError {
        path: wishes.config.to_owned(),
        reason,
    };
    let known = wishes.config_text.map(sources_toml::source_names);
    let known = known.transpose().map_err(refused)?.unwrap_or_default();
    let mut planner = Planner {
        wishes,
        names: NameGiver::without(known.into_iter().chain(wishes.taken.iter().cloned())),
        sources: Vec::new(),
        by_transport: HashMap::new(),
        left: Vec::new(),
    };
    let changes: Vec<FileChange> = files.iter().filter_map(|file| planner.file(file)).collect();
    let Planner { sources, left, .. } = planner;
    if sources.is_empty() {
        return Ok(AdoptPlan {
            sources,
            changes: Vec::new(),
            left,
        });
    }
    let after = sources_toml::extended(wishes.config_text, &sources).map_err(refused)?;
    let config = FileChange {
        client: None,
        path: wishes.config.to_owned(),
        before: wishes.config_text.map(str::to_owned),
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

struct Planner<'a> {
    wishes: &'a AdoptWishes<'a>,
    names: NameGiver,
    sources: Vec<PlannedSource>,
    by_transport: HashMap<String, usize>,
    left: Vec<LeftServer>,
}

// === impl Planner ===

impl Planner<'_> {
    /// What becomes of a file; nothing if it stays as it is.
    fn file(&mut self, file: &ClientFile) -> Option<FileChange> {
        let hindrance = if file.scope == FileScope::Project && !self.wishes.with_project {
            Some("it is in a file of the project, which may be shared; `--project` moves it too")
        } else if file.read_only {
            Some("its file is read-only")
        } else {
            None
        };
        let moved: Vec<(&ListedServer, &ServerEntry)> = file
            .servers
            .iter()
            .filter_map(|server| self.movable(file, server, hindrance))
            .collect();
        if moved.is_empty() {
            return None;
        }
        let edits = self.edits(file, &moved);
        match edit::edit(&file.layout, &file.text, &edits) {
            Ok(after) => {
                for (server, entry) in moved {
                    self.source(file, server, entry);
                }
                Some(FileChange {
                    client: Some(file.client),
                    path: file.real_path().to_owned(),
                    before: Some(file.text.clone()),
                    after,
                })
            }
            Err(EditRefusal(reason)) => {
                for (server, _) in moved {
                    self.leave(file, server, &reason);
                }
                None
            }
        }
    }

    /// A server that can be moved; Candor itself stays without a word.
    fn movable<'f>(
        &mut self,
        file: &ClientFile,
        server: &'f ListedServer,
        hindrance: Option<&str>,
    ) -> Option<(&'f ListedServer, &'f ServerEntry)> {
        match (&server.entry, hindrance) {
            (Ok(entry), _) if entry.is_candor() => {}
            (Ok(entry), None) => return Some((server, entry)),
            (Err(reason), _) => self.leave(file, server, reason),
            (Ok(_), Some(reason)) => self.leave(file, server, reason),
        }
        None
    }

    fn leave(&mut self, file: &ClientFile, server: &ListedServer, reason: &str) {
        self.left.push(LeftServer {
            client: file.client,
            path: file.path.clone(),
            name: server.name.clone(),
            reason: reason.to_owned(),
        });
    }

    /// One edit for each list of the file that servers move out of.
    fn edits(&self, file: &ClientFile, moved: &[(&ListedServer, &ServerEntry)]) -> Vec<ListEdit> {
        let mut lists: Vec<&[String]> = moved.iter().map(|(one, _)| one.map.as_slice()).collect();
        lists.dedup();
        let in_list = |list: &[String]| {
            let here = moved.iter().filter(move |(one, _)| one.map == list);
            here.map(|(one, _)| one.name.clone())
                .collect::<HashSet<_>>()
        };
        let edit = |list: &[String]| {
            let removed = in_list(list);
            let kept = file.servers.iter().filter(|one| one.map == list);
            let kept = kept
                .map(|one| &one.name)
                .filter(|name| !removed.contains(*name));
            let name = free_name(&kept.collect());
            let Self { wishes, .. } = self;
            let (command, args) = (wishes.command, wishes.args);
            let entry = edit::candor_entry(file.layout.dialect, list, &name, command, args);
            ListEdit {
                map: list.to_owned(),
                removed,
                name,
                entry,
            }
        };
        lists.into_iter().map(edit).collect()
    }

    /// Makes a source of a server, or adds it to the one that is the same.
    fn source(&mut self, file: &ClientFile, server: &ListedServer, entry: &ServerEntry) {
        let folder = match (&server.project, file.scope) {
            (Some(project), _) => Some(Path::new(project)),
            (None, FileScope::Project) => Some(self.wishes.project),
            (None, FileScope::User) => None,
        };
        let transport = anchored(&entry.transport, folder);
        let origin = (file.client, file.path.clone(), server.name.clone());
        let key = format!("{transport:?}");
        let known = self.by_transport.get(&key).copied();
        if let Some(source) = known.and_then(|at| self.sources.get_mut(at)) {
            source.enabled |= entry.enabled;
            source.origins.push(origin);
            source.dropped.extend(entry.dropped.iter().cloned());
            return;
        }
        self.by_transport.insert(key, self.sources.len());
        self.sources.push(PlannedSource {
            name: self.names.give(&server.name),
            transport,
            enabled: entry.enabled,
            sealed: !entry.secrets().is_empty(),
            origins: vec![origin],
            dropped: entry.dropped.clone(),
        });
    }
}

/// The name of the entry for Candor: one that nothing else in the list has.
fn free_name(kept: &HashSet<&String>) -> String {
    let numbered = (2..).map(|number| format!("candor-{number}"));
    let mut names = std::iter::once("candor".to_owned()).chain(numbered);
    let free = names.find(|name| !kept.contains(name));
    free.unwrap_or_default()
}

/// A program of a project is started in the project's folder, as the client did.
fn anchored(transport: &ServerTransport, folder: Option<&Path>) -> ServerTransport {
    let mut transport = transport.clone();
    if let (ServerTransport::Program { cwd, .. }, Some(folder)) = (&mut transport, folder) {
        let folder = escaped(&folder.display().to_string());
        *cwd = Some(match cwd.take() {
            None => folder,
            Some(stated) if stated.starts_with(['/', '~', '$']) => stated,
            Some(stated) => format!("{folder}/{stated}"),
        });
    }
    transport
}

#[cfg(test)]
mod golden;
#[cfg(test)]
mod tests;
