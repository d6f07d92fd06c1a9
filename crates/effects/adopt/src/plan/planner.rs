//! Converts servers to sources, file by file.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use super::{AdoptOptions, FileChange, LeftServer, PlannedSource};
use crate::edit::{self, EditRefusal, ListEdit};
use crate::location::FileScope;
use crate::naming::NameGiver;
use crate::read::ListedServer;
use crate::scan::ClientFile;
use crate::server::{ServerEntry, ServerTransport};
use crate::variable::escaped;

/// Processes files one after the other.
pub(super) struct Planner<'a> {
    options: &'a AdoptOptions<'a>,
    names: NameGiver,
    pub(super) sources: Vec<PlannedSource>,
    by_transport: HashMap<String, usize>,
    pub(super) left: Vec<LeftServer>,
}

// === impl Planner ===

impl<'a> Planner<'a> {
    pub(super) fn new(
        options: &'a AdoptOptions<'a>,
        taken: impl IntoIterator<Item = String>,
    ) -> Self {
        Self {
            options,
            names: NameGiver::without(taken),
            sources: Vec::new(),
            by_transport: HashMap::new(),
            left: Vec::new(),
        }
    }

    /// The change of a file; `None` if it is unchanged.
    pub(super) fn file(&mut self, file: &ClientFile) -> Option<FileChange> {
        // The same file by another path is edited only once.
        if file.is_twin {
            return None;
        }
        let hindrance = if file.scope == FileScope::Project && !self.options.with_project {
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

    /// A server that can be moved; Candor itself is skipped silently.
    fn movable<'f>(
        &mut self,
        file: &ClientFile,
        server: &'f ListedServer,
        hindrance: Option<&str>,
    ) -> Option<(&'f ListedServer, &'f ServerEntry)> {
        match (&server.entry, hindrance) {
            (Ok(entry), _) if entry.is_candor() => {}
            _ if self.options.except.contains(&server.name) => {
                self.leave(file, server, "it is excepted");
            }
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

    /// One edit per list of the file from which servers are moved.
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
            let Self { options, .. } = self;
            let (command, args) = (options.command, options.args);
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

    /// Creates a source for a server, or adds it to an identical one.
    fn source(&mut self, file: &ClientFile, server: &ListedServer, entry: &ServerEntry) {
        let folder = match (&server.project, file.scope) {
            (Some(project), _) => Some(Path::new(project)),
            (None, FileScope::Project) => Some(self.options.project),
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

/// The name of the entry for Candor: one not used in the list.
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
