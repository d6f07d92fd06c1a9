//! Reads the servers in a client's file.

mod entry;
mod fields;

use serde_json::Value;

use crate::layout::{EntryDialect, FileLayout};
use crate::server::ServerEntry;
use crate::syntax::{self, SyntaxProblem, value_at};

/// A server as listed in a file.
#[derive(Clone, Debug)]
pub struct ListedServer {
    /// The keys that lead to the list it is in.
    pub(crate) map: Vec<String>,
    /// Its name there.
    pub name: String,
    /// The project that it is for, in a file with servers of several.
    pub project: Option<String>,
    /// Its definition, or why it cannot be moved.
    pub entry: Result<ServerEntry, String>,
}

/// Reads all servers of a file, in order.
pub(crate) fn servers(layout: &FileLayout, text: &str) -> Result<Vec<ListedServer>, SyntaxProblem> {
    let root = syntax::parse(layout.syntax, text)?;
    let mut found = Vec::new();
    for map in maps(layout, &root) {
        let Some(value) = value_at(&root, &map) else {
            continue;
        };
        let project = match map.as_slice() {
            [first, project, _] if first == "projects" => Some(project.clone()),
            _ => None,
        };
        for (name, value) in named(layout, value) {
            if let Some(entry) = entry::read(layout, value) {
                found.push(ListedServer {
                    map: map.clone(),
                    name: name.to_owned(),
                    project: project.clone(),
                    entry,
                });
            }
        }
    }
    Ok(found)
}

/// The paths of the lists that a document has.
fn maps(layout: &FileLayout, root: &Value) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    for path in layout.maps {
        let mut here = vec![(Vec::new(), root)];
        for key in *path {
            here = here
                .into_iter()
                .flat_map(|(path, value)| step(&path, value, key))
                .collect();
        }
        found.extend(here);
    }
    if layout.dialect == EntryDialect::OpenCode {
        // A server may itself be called `servers`.
        found.retain(|(path, value)| path.len() == 1 || !looks_like_entry(value));
        found.truncate(1);
    }
    found.into_iter().map(|(path, _)| path).collect()
}

/// Follows one key into a document.
fn step<'a>(path: &[String], value: &'a Value, key: &str) -> Vec<(Vec<String>, &'a Value)> {
    let further = |key: &str, value: &'a Value| {
        let mut path = path.to_vec();
        path.push(key.to_owned());
        (path, value)
    };
    match (key, value) {
        ("*", Value::Object(entries)) => entries
            .iter()
            .map(|(key, value)| further(key, value))
            .collect(),
        _ => value
            .get(key)
            .map(|value| further(key, value))
            .into_iter()
            .collect(),
    }
}

fn looks_like_entry(value: &Value) -> bool {
    ["type", "command", "url"]
        .iter()
        .any(|key| value.get(key).is_some_and(|value| !value.is_object()))
}

/// The entries of a list with their names.
fn named<'a>(layout: &FileLayout, value: &'a Value) -> Vec<(&'a str, &'a Value)> {
    match value {
        Value::Object(entries) if layout.dialect != EntryDialect::NamedItem => entries
            .iter()
            .map(|(name, value)| (name.as_str(), value))
            .collect(),
        Value::Array(items) if layout.dialect == EntryDialect::NamedItem => items
            .iter()
            .filter_map(|item| Some((item.get("name")?.as_str()?, item)))
            .collect(),
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests;
