//! Parses an entry of any client.
//!
//! Clients use different keys (`command` or `cmd`; `url`, `httpUrl`, `serverUrl` or `uri`; `env`,
//! `envs` or `environment`) that do not conflict, so one parser accepts them all.

use candor_text::quote;
use serde_json::{Map, Value};

use super::fields::{EntryFields, FieldResult};
use crate::layout::{EntryDialect, FileLayout};
use crate::server::{ServerEntry, ServerTransport};
use crate::variable::{VariableSyntax, is_variable_name};

const COMMANDS: [&str; 2] = ["command", "cmd"];
const URLS: [&str; 4] = ["httpUrl", "serverUrl", "url", "uri"];
const ENVS: [&str; 3] = ["env", "envs", "environment"];
const HEADERS: [&str; 2] = ["headers", "http_headers"];

/// Settings without which a server would not work, and which Candor has nothing for.
const NEEDED: [&str; 5] = [
    "envFile",
    "headersHelper",
    "authProviderType",
    "env_keys",
    "apiKey",
];

/// Settings that choose among a server's tools or rule its calls. The server works without them.
const DROPPED: [&str; 9] = [
    "autoApprove",
    "alwaysAllow",
    "available_tools",
    "disabledTools",
    "disabled_tools",
    "enabled_tools",
    "excludeTools",
    "includeTools",
    "trust",
];

/// Parses an entry: `None` if it is not an MCP server, an error if it cannot be moved.
pub(crate) fn read(layout: &FileLayout, value: &Value) -> Option<FieldResult<ServerEntry>> {
    let Value::Object(fields) = value else {
        return Some(Err("it is not a table".to_owned()));
    };
    let fields = EntryFields {
        fields,
        variables: layout.variables,
    };
    let kind = fields.word(&["type", "transport"]).unwrap_or_default();
    let foreign = match layout.dialect {
        EntryDialect::Goose => !matches!(kind, "stdio" | "sse" | "streamable_http"),
        // Some are only settings of an extension, without a command.
        _ => fields.get(&COMMANDS).is_none() && fields.get(&URLS).is_none() && kind.is_empty(),
    };
    (!foreign).then(|| entry(layout, &fields, kind))
}

fn entry(layout: &FileLayout, fields: &EntryFields<'_>, kind: &str) -> FieldResult<ServerEntry> {
    if let Some(key) = NEEDED.iter().find(|key| says_something(fields.fields, key)) {
        return Err(format!(
            "it uses {}, which Candor has nothing for",
            quote(key)
        ));
    }
    let transport = match (fields.get(&COMMANDS), fields.get(&URLS)) {
        (Some((key, command)), _) => program(fields, key, command)?,
        (None, Some((key, _))) => remote(layout, fields, key, kind)?,
        (None, None) => return Err("it has neither a command nor an address".to_owned()),
    };
    let disabled = fields.flag("disabled").unwrap_or_default();
    let dropped = DROPPED
        .iter()
        .filter(|key| says_something(fields.fields, key));
    Ok(ServerEntry {
        transport,
        enabled: !disabled && fields.flag("enabled").unwrap_or(true),
        dropped: dropped.map(|key| (*key).to_owned()).collect(),
    })
}

/// Whether a field is there and not empty.
fn says_something(fields: &Map<String, Value>, key: &str) -> bool {
    match fields.get(key) {
        None | Some(Value::Null | Value::Bool(false)) => false,
        Some(Value::String(text)) => !text.is_empty(),
        Some(Value::Array(items)) => !items.is_empty(),
        Some(Value::Object(entries)) => !entries.is_empty(),
        Some(_) => true,
    }
}

fn program(fields: &EntryFields<'_>, key: &str, command: &Value) -> FieldResult<ServerTransport> {
    let nested;
    let (words, fields) = match command {
        // Older files of Zed: `"command": {"path": "npx", "args": []}`.
        Value::Object(inner) => {
            nested = EntryFields {
                fields: inner,
                variables: fields.variables,
            };
            (nested.list("path")?, &nested)
        }
        _ => (fields.list(key)?, fields),
    };
    let mut words = words.into_iter();
    let command = words.next().filter(|command| !command.is_empty());
    let command = command.ok_or_else(|| "its command is empty".to_owned())?;
    let mut args: Vec<String> = words.collect();
    args.extend(fields.list("args")?);
    let mut env = fields.pairs(&ENVS)?;
    // Codex: variables of its own environment that the program gets too.
    for name in fields.list("env_vars")? {
        let value = format!("${{{}:-}}", variable_name(&name)?);
        env.push((name, value));
    }
    Ok(ServerTransport::Program {
        command,
        args,
        env,
        cwd: fields.text(&["cwd", "working_directory"])?,
    })
}

fn remote(
    layout: &FileLayout,
    fields: &EntryFields<'_>,
    key: &str,
    kind: &str,
) -> FieldResult<ServerTransport> {
    let url = fields.text(&[key])?.unwrap_or_default();
    if !url.starts_with("http://") && !url.starts_with("https://") {
        return Err("its address begins with neither `http://` nor `https://`".to_owned());
    }
    // In Gemini CLI the key determines the transport, unless there is a type.
    let by_key = layout.variables == VariableSyntax::Dollar && key == "url";
    Ok(ServerTransport::Remote {
        url,
        headers: headers(fields)?,
        sse: kind == "sse" || (by_key && kind.is_empty()),
    })
}

fn headers(fields: &EntryFields<'_>) -> FieldResult<Vec<(String, String)>> {
    let mut headers = fields.pairs(&HEADERS)?;
    // Continue: the headers are below `requestOptions`.
    if let Some(Value::Object(options)) = fields.fields.get("requestOptions") {
        let options = EntryFields {
            fields: options,
            variables: fields.variables,
        };
        headers.extend(options.pairs(&["headers"])?);
    }
    // Codex: the names of variables that hold the value of a header, or the token.
    for (name, variable) in fields.pairs(&["env_http_headers"])? {
        headers.push((name, format!("${{{}}}", variable_name(&variable)?)));
    }
    if let Some(variable) = fields.word(&["bearer_token_env_var"]) {
        let token = format!("Bearer ${{{}}}", variable_name(variable)?);
        headers.push(("Authorization".to_owned(), token));
    }
    Ok(headers)
}

fn variable_name(name: &str) -> FieldResult<&str> {
    let refused = || format!("{} is not the name of a variable", quote(name));
    is_variable_name(name).then_some(name).ok_or_else(refused)
}
