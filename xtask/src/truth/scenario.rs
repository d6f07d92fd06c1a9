//! The scenario of a server: what stands in its file, with the variables of the list.

use std::collections::BTreeMap;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::{env, fs};

use candor_model::Digest;
use toml::{Table, Value};

use super::server_list::ListedServer;

/// The names of browsers, the likeliest first.
const BROWSERS: [&str; 4] = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
];

/// Where Debian keeps the programs of PostgreSQL, a folder for each version.
const POSTGRES: &str = "/usr/lib/postgresql";

/// A scenario that `candor verify` reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FilledScenario {
    /// The text of the scenario.
    pub(super) text: String,
    /// The same without what differs from run to run.
    lasting: String,
    /// Why the server is not verified.
    pub(super) not_run: Option<String>,
}

// === impl FilledScenario ===

impl FilledScenario {
    /// The scenario of a server; one without a file has only its variables.
    pub(super) fn read(folder: &Path, server: &ListedServer) -> Result<Self, String> {
        let path = folder.join(format!("{}.toml", server.name));
        let text = if path.is_file() {
            fs::read_to_string(&path)
                .map_err(|cause| format!("cannot read {}: {cause}", path.display()))?
        } else {
            String::new()
        };
        let mut fillings = BTreeMap::new();
        if text.contains("{browser}") {
            fillings.insert("{browser}", on_path(&BROWSERS));
        }
        if text.contains("{redis-server}") {
            fillings.insert("{redis-server}", on_path(&["redis-server"]));
        }
        if text.contains("{postgres}") {
            fillings.insert("{postgres}", postgres());
        }
        let filled = fill(&text, server, &fillings)
            .map_err(|problem| format!("{}: {problem}", path.display()))?;
        filled.on_a_free_port()
    }

    /// Replaces `{port}` by a local port without a listener.
    fn on_a_free_port(self) -> Result<Self, String> {
        if !self.text.contains("{port}") {
            return Ok(self);
        }
        let address = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
        let port = address
            .map_err(|cause| format!("there is no free port: {cause}"))?
            .port();
        let text = self.text.replace("{port}", &port.to_string());
        Ok(Self { text, ..self })
    }

    /// What a result depends on. A result with another key is of another run.
    pub(super) fn key(&self, server: &ListedServer, candor: &str) -> String {
        let command = server.command.clone().unwrap_or_default().join(" ");
        let parts: [&str; 6] = [
            candor,
            &server.package,
            &server.version,
            &command,
            &self.lasting,
            self.not_run.as_deref().unwrap_or_default(),
        ];
        Digest::of(parts.join("\n")).to_string()
    }
}

/// The text of a file with what only this machine knows. `{command}` in `command` stands for the
/// words that start the server; `not_run` says why it is not to be verified.
fn fill(
    text: &str,
    server: &ListedServer,
    fillings: &BTreeMap<&str, Option<String>>,
) -> Result<FilledScenario, String> {
    let mut text = text.to_owned();
    for (word, value) in fillings {
        match value {
            Some(value) => text = text.replace(word, value),
            None => {
                return Ok(FilledScenario {
                    text: String::new(),
                    lasting: String::new(),
                    not_run: Some(format!("there is no {word} on this machine")),
                });
            }
        }
    }
    let mut table: Table = toml::from_str(&text).map_err(|error| error.to_string())?;
    let not_run = match table.remove("not_run") {
        Some(Value::String(reason)) => Some(reason),
        Some(other) => return Err(format!("`not_run` is {other}, and must be a text")),
        None => None,
    };
    let words = match table.remove("command") {
        Some(Value::Array(words)) => words,
        Some(other) => return Err(format!("`command` is {other}, and must be a list")),
        None => vec![Value::from("{command}")],
    };
    let own = server.command.clone().unwrap_or_default();
    let command: Vec<Value> = words
        .into_iter()
        .flat_map(|word| match word.as_str() {
            Some("{command}") => own.iter().cloned().map(Value::from).collect(),
            _ => vec![word],
        })
        .collect();
    table.insert("command".to_owned(), Value::Array(command));
    let variables = table
        .entry("environment")
        .or_insert_with(|| Value::Table(Table::new()));
    let Value::Table(variables) = variables else {
        return Err("`environment` must be a table".to_owned());
    };
    for (name, value) in &server.env {
        variables
            .entry(name.clone())
            .or_insert_with(|| Value::from(value.clone()));
    }
    let text = table.to_string();
    Ok(FilledScenario {
        lasting: text.clone(),
        text,
        not_run,
    })
}

/// The folder with the programs of PostgreSQL, of the newest version that is installed.
fn postgres() -> Option<String> {
    let versions = fs::read_dir(POSTGRES).into_iter().flatten().flatten();
    let mut folders: Vec<PathBuf> = versions.map(|entry| entry.path().join("bin")).collect();
    folders.retain(|folder| folder.join("initdb").is_file());
    folders.sort();
    let own = on_path(&["initdb"]).map(PathBuf::from);
    let own = own.and_then(|program| Some(program.parent()?.to_owned()));
    let found = folders.pop().or(own)?;
    Some(found.to_string_lossy().into_owned())
}

/// The first of these programs that is on this machine.
fn on_path(names: &[&str]) -> Option<String> {
    let folders = env::var_os("PATH")?;
    let folders: Vec<_> = env::split_paths(&folders).collect();
    let paths = names
        .iter()
        .flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    let found = paths.into_iter().find(|path| path.is_file())?;
    Some(found.to_string_lossy().into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn server() -> ListedServer {
        ListedServer {
            name: "a".to_owned(),
            registry: "npm".to_owned(),
            package: "a".to_owned(),
            version: "1".to_owned(),
            command: Some(["node", "a.js"].map(str::to_owned).to_vec()),
            env: BTreeMap::from([
                ("KEY".to_owned(), "none".to_owned()),
                ("MODE".to_owned(), "list".to_owned()),
            ]),
        }
    }

    #[test]
    fn the_command_and_the_variables_of_the_list_are_filled_in() {
        let text =
            "command = [\"{command}\", \"--root\", \"{work}\"]\n[environment]\nMODE = \"test\"";
        let filled = fill(text, &server(), &BTreeMap::new()).unwrap();
        let table: Table = toml::from_str(&filled.text).unwrap();
        let words: Vec<&str> = table["command"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(Value::as_str)
            .collect();
        assert_eq!(words, ["node", "a.js", "--root", "{work}"]);
        assert_eq!(table["environment"]["MODE"].as_str(), Some("test"));
        assert_eq!(table["environment"]["KEY"].as_str(), Some("none"));
        assert_eq!(filled.not_run, None);
    }

    #[test]
    fn a_server_can_be_left_out_with_a_reason() {
        let filled = fill(
            "not_run = \"needs an account\"",
            &server(),
            &BTreeMap::new(),
        )
        .unwrap();
        assert_eq!(filled.not_run.as_deref(), Some("needs an account"));
        let none = BTreeMap::from([("{browser}", None)]);
        let filled = fill("command = [\"{browser}\"]", &server(), &none).unwrap();
        let reason = filled.not_run.unwrap();
        assert!(reason.contains("no {browser} on this machine"), "{reason}");
    }

    #[test]
    fn a_port_is_another_each_time_and_the_key_the_same() {
        let text = "command = [\"{command}\", \"redis://127.0.0.1:{port}\"]";
        let filled = || {
            let filled = fill(text, &server(), &BTreeMap::new()).unwrap();
            filled.on_a_free_port().unwrap()
        };
        let (one, other) = (filled(), filled());
        assert!(!one.text.contains("{port}"), "{}", one.text);
        assert_eq!(one.key(&server(), "c"), other.key(&server(), "c"));
    }

    #[test]
    fn mistakes_in_a_file_are_told() {
        for (text, part) in [
            ("not_run = 3", "`not_run` is 3, and must be a text"),
            ("command = \"a\"", "must be a list"),
            ("environment = 3", "must be a table"),
            ("command = [", "TOML parse error"),
        ] {
            let problem = fill(text, &server(), &BTreeMap::new()).unwrap_err();
            assert!(problem.contains(part), "{text}: {problem}");
        }
    }

    #[test]
    fn a_key_changes_with_what_the_result_depends_on() {
        let filled = fill("", &server(), &BTreeMap::new()).unwrap();
        let key = filled.key(&server(), "candor 1");
        assert_eq!(filled.key(&server(), "candor 1"), key);
        assert_ne!(filled.key(&server(), "candor 2"), key);
        let newer = ListedServer {
            version: "2".to_owned(),
            ..server()
        };
        assert_ne!(filled.key(&newer, "candor 1"), key);
    }
}
