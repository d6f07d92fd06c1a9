//! Connects a client to Candor, or disconnects it: adds or removes the entry in its configuration
//! file that starts Candor. Everything else in the file is unchanged.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::client::ClientKind;
use crate::edit::{self, EditRefusal, ListEdit};
use crate::install_link::{InstalledServer, WITH_LINKS, install_link};
use crate::layout::{FileLayout, FileSyntax};
use crate::location::{FileScope, locations};
use crate::plan::FileChange;
use crate::read::{self, ListedServer};
use crate::scan::read_text;
use crate::server::ServerEntry;
use crate::syntax;
use crate::system::UserFolders;

/// The default name of the entry.
const NAME: &str = "candor";

/// Why a client cannot be connected.
#[derive(Debug, thiserror::Error)]
pub enum ConnectError {
    /// Its file is of a kind that is not edited.
    #[error("the file of {} is edited by hand; the dashboard shows what to write", .0.title())]
    ByHand(ClientKind),
    /// Its file cannot be read.
    #[error("`{}` cannot be read: {reason}", path.display())]
    Unreadable {
        /// The client's file that was to be changed.
        path: PathBuf,
        /// Why it cannot be read.
        reason: String,
    },
    /// It has no links that add a server.
    #[error(
        "{} cannot add a server from a link; these can: {}",
        .0.title(),
        WITH_LINKS.map(ClientKind::as_str).join(", ")
    )]
    NoLink(ClientKind),
    /// Its file is written in a form that is not edited.
    #[error("`{}` was left alone: {reason}", path.display())]
    Form {
        /// The client's file that was to be changed.
        path: PathBuf,
        /// Why it cannot be edited.
        reason: String,
    },
}

/// A client's file as it is.
struct OwnFile {
    client: ClientKind,
    layout: FileLayout,
    /// The file itself, not a link to it.
    path: PathBuf,
    text: Option<String>,
    servers: Vec<ListedServer>,
}

/// The new contents of a client's file, so that it starts Candor with these arguments. `None` if it
/// already does.
pub fn connect(
    folders: &UserFolders,
    client: ClientKind,
    command: &str,
    args: &[String],
) -> Result<Option<FileChange>, ConnectError> {
    let file = OwnFile::read(folders, client)?;
    let map = file.list();
    let own = file.candor(&map);
    let name = own
        .iter()
        .next()
        .cloned()
        .unwrap_or_else(|| file.free_name(&map));
    let entry = edit::candor_entry(file.layout.dialect, &map, &name, command, args);
    let text = file.text.as_deref().unwrap_or_default();
    if own.len() == 1 && file.says(&map, &name).as_ref() == Some(&entry) {
        return Ok(None);
    }
    let after = if own.is_empty() {
        edit::with_entry(&file.layout, text, &map, &name, &entry)
    } else {
        let edits = [ListEdit {
            map,
            removed: own,
            name,
            entry,
        }];
        edit::edit(&file.layout, text, &edits)
    };
    file.change(after)
}

/// The new contents of a client's file without Candor. `None` if it does not start Candor.
pub fn disconnect(
    folders: &UserFolders,
    client: ClientKind,
) -> Result<Option<FileChange>, ConnectError> {
    let file = OwnFile::read(folders, client)?;
    let map = file.list();
    let own = file.candor(&map);
    if own.is_empty() {
        return Ok(None);
    }
    let text = file.text.as_deref().unwrap_or_default();
    let after = edit::without(&file.layout, text, &map, &own);
    file.change(after)
}

/// The link with which a client itself adds the entry that starts Candor with these arguments.
pub fn own_link(
    client: ClientKind,
    command: &str,
    args: &[String],
) -> Result<String, ConnectError> {
    let dialect = match client {
        ClientKind::VsCode => FileLayout::VS_CODE.dialect,
        _ => FileLayout::EDITOR.dialect,
    };
    let entry = edit::candor_entry(dialect, &[], NAME, command, args);
    let server = entry.as_object().map(|entry| InstalledServer {
        name: NAME,
        entry,
        inputs: None,
    });
    let link = server.and_then(|server| install_link(client, server));
    link.ok_or(ConnectError::NoLink(client))
}

// === impl OwnFile ===

impl OwnFile {
    /// The file that a client has for its user, which need not exist.
    fn read(folders: &UserFolders, client: ClientKind) -> Result<Self, ConnectError> {
        let mut known = locations(folders).into_iter();
        let of_user = known
            .find(|(location, _)| location.client == client && location.scope() == FileScope::User);
        let (location, path) = of_user.ok_or(ConnectError::ByHand(client))?;
        let layout = location.layout;
        if layout.syntax == FileSyntax::Yaml {
            return Err(ConnectError::ByHand(client));
        }
        let path = std::fs::canonicalize(&path).unwrap_or(path);
        let unreadable = |reason: String| ConnectError::Unreadable {
            path: path.clone(),
            reason,
        };
        let text = read_text(&path).transpose();
        let text = text.map_err(|problem| unreadable(problem.message.clone()))?;
        let servers = read::servers(&layout, text.as_deref().unwrap_or_default());
        let servers = servers.map_err(|problem| unreadable(problem.message))?;
        Ok(Self {
            client,
            layout,
            path,
            text,
            servers,
        })
    }

    /// The keys that lead to the list for all projects: the one that is there, or the usual one.
    fn list(&self) -> Vec<String> {
        let there = self.servers.iter().find(|server| server.project.is_none());
        let usual = self.layout.maps.first().copied().unwrap_or_default();
        let usual = || usual.iter().map(|key| (*key).to_owned()).collect();
        there.map_or_else(usual, |server| server.map.clone())
    }

    /// The names of the entries of a list that start Candor.
    fn candor(&self, map: &[String]) -> HashSet<String> {
        let here = self.servers.iter().filter(|server| server.map == map);
        let own = here.filter(|server| {
            let entry = server.entry.as_ref();
            entry.is_ok_and(ServerEntry::is_candor)
        });
        own.map(|server| server.name.clone()).collect()
    }

    /// The entry of this name as it is written.
    fn says(&self, map: &[String], name: &str) -> Option<Value> {
        let root = syntax::parse(self.layout.syntax, self.text.as_deref()?).ok()?;
        syntax::value_at(&root, map)?.get(name).cloned()
    }

    /// A name that is not used in the list.
    fn free_name(&self, map: &[String]) -> String {
        let is_taken = |name: &str| {
            let mut here = self.servers.iter().filter(|server| server.map == map);
            here.any(|server| server.name == name)
        };
        let numbered = (2..).map(|number| format!("{NAME}-{number}"));
        let mut names = std::iter::once(NAME.to_owned()).chain(numbered);
        names.find(|name| !is_taken(name)).unwrap_or_default()
    }

    fn change(
        self,
        after: Result<String, EditRefusal>,
    ) -> Result<Option<FileChange>, ConnectError> {
        let after = after.map_err(|EditRefusal(reason)| ConnectError::Form {
            path: self.path.clone(),
            reason,
        })?;
        let changes = self.text.as_ref() != Some(&after);
        Ok(changes.then_some(FileChange {
            client: Some(self.client),
            path: self.path,
            before: self.text,
            after,
        }))
    }
}

/// The text of a new file with one entry.
pub(crate) fn new_file(map: &[String], name: &str, entry: &Value) -> Value {
    let keys = map.iter().map(String::as_str).chain([name]);
    let keys: Vec<&str> = keys.collect();
    keys.iter().rev().fold(entry.clone(), |inner, key| {
        Value::Object([((*key).to_owned(), inner)].into_iter().collect())
    })
}

/// The folder that has to exist before a file can be written.
pub fn folder_of(change: &FileChange) -> &Path {
    change.path.parent().unwrap_or(Path::new("."))
}

#[cfg(test)]
mod tests;
