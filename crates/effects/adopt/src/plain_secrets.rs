//! Servers with plain-text secrets in a configuration file of any kind.

use serde_json::Value;

use crate::layout::FileSyntax;
use crate::server::{ServerEntry, ServerTransport};
use crate::syntax;

/// The keys that contain servers.
const LISTS: [&str; 3] = ["sources", "mcpServers", "servers"];

/// The names of servers whose command line, variables, URL or headers probably contain a secret.
/// `is_toml` selects the syntax; an unreadable text has none.
pub fn servers_with_secrets(text: &str, is_toml: bool) -> Vec<String> {
    let syntax = if is_toml {
        FileSyntax::Toml
    } else {
        FileSyntax::Json
    };
    let root = syntax::parse(syntax, text).unwrap_or_default();
    let lists = LISTS
        .iter()
        .filter_map(|key| root.get(key)?.as_object())
        .flatten();
    lists
        .filter(|(_, server)| entry(server).is_some_and(|entry| !entry.secrets().is_empty()))
        .map(|(name, _)| name.clone())
        .collect()
}

/// A server as far as secrets go; nothing if it is neither a program nor an address.
fn entry(server: &Value) -> Option<ServerEntry> {
    let text = |key: &str| server.get(key).and_then(Value::as_str).map(str::to_owned);
    let transport = match (text("command"), text("url")) {
        (Some(command), _) => ServerTransport::Program {
            command,
            args: texts(server.get("args")),
            env: pairs(server.get("env")),
            cwd: None,
        },
        (None, Some(url)) => ServerTransport::Remote {
            url,
            headers: pairs(server.get("headers")),
            sse: false,
        },
        (None, None) => return None,
    };
    Some(ServerEntry {
        transport,
        enabled: true,
        dropped: Vec::new(),
    })
}

fn texts(list: Option<&Value>) -> Vec<String> {
    let items = list.and_then(Value::as_array).into_iter().flatten();
    items
        .filter_map(|item| item.as_str().map(str::to_owned))
        .collect()
}

fn pairs(table: Option<&Value>) -> Vec<(String, String)> {
    let entries = table.and_then(Value::as_object).into_iter().flatten();
    entries
        .filter_map(|(name, value)| Some((name.clone(), value.as_str()?.to_owned())))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_found_where_they_stand_in_plain_text() {
        let toml = "[sources.a]\ncommand = \"a\"\nenv = { API_KEY = \"sk-live-0123456789abcdef\" }\n\
                    [sources.b]\ncommand = \"b\"\nenv = { API_KEY = \"${API_KEY}\" }\n\
                    [sources.c]\nurl = \"https://c.example/mcp\"\n\
                    headers = { Authorization = \"Bearer 0123456789abcdef0123\" }\n";
        assert_eq!(servers_with_secrets(toml, true), ["a", "c"]);
        let json = r#"{"mcpServers": {"a": {"command": "a", "env": {"TOKEN": "ghp_0123456789abcdefghijklmnopqrstuvwxyz"}}}}"#;
        assert_eq!(servers_with_secrets(json, false), ["a"]);
        for text in ["", "{", "[sources]\na = 1\n", "sources = 1"] {
            assert_eq!(servers_with_secrets(text, true), Vec::<String>::new());
        }
    }
}
