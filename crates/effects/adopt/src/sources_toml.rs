//! Sources as text of a `candor.toml`, and as entries stored encrypted in a gateway.

use candor_text::append_lines;
use serde_json::{Value, json};
use toml_edit::{Array, DocumentMut, InlineTable, Item, Table, value};

use crate::edit::EditRefusal;
use crate::layout::FileSyntax;
use crate::plan::{AdoptPlan, PlannedSource};
use crate::server::ServerTransport;
use crate::syntax;

/// The header of a new file.
const HEADER: &str = "# Written by `candor adopt`. All keys: `candor config show`.\n";

/// The names of the sources that a file has.
pub(crate) fn source_names(text: &str) -> Result<Vec<String>, EditRefusal> {
    let root = syntax::parse(FileSyntax::Toml, text).map_err(|problem| {
        let place = problem.position;
        let place = place.map_or_else(String::new, |(line, column)| format!("{line}:{column}: "));
        EditRefusal(format!("{place}{}", problem.message))
    })?;
    let sources = root.get("sources").and_then(Value::as_object);
    let names = sources
        .into_iter()
        .flat_map(|sources| sources.keys().cloned());
    Ok(names.collect())
}

/// The text with the sources at its end. Those with secrets are only mentioned.
pub(crate) fn extended(
    text: Option<&str>,
    sources: &[PlannedSource],
) -> Result<String, EditRefusal> {
    let mut added = String::new();
    for source in sources {
        added.push('\n');
        added.push_str(&section(source));
    }
    let before = text.unwrap_or(HEADER);
    let extended = append_lines(before, &added);
    let mut expect = source_names(before)?;
    let open = sources.iter().filter(|source| !source.sealed);
    expect.extend(open.map(|source| source.name.clone()));
    match source_names(&extended) {
        Ok(names) if names == expect => Ok(extended),
        _ => Err(EditRefusal(
            "its sources are written in a form that cannot be extended safely".to_owned(),
        )),
    }
}

// === impl AdoptPlan ===

impl AdoptPlan {
    /// All sources as one configuration, **with their secrets**: for the memory of this process
    /// only.
    pub fn sources_toml(&self) -> String {
        self.sources.iter().map(open_section).collect()
    }
}

fn section(source: &PlannedSource) -> String {
    if source.sealed {
        return format!(
            "# The source `{}` holds secrets and is kept encrypted in the data directory.\n",
            source.name
        );
    }
    open_section(source)
}

fn open_section(source: &PlannedSource) -> String {
    let name = &source.name;
    let mut sources = Table::new();
    sources.set_implicit(true);
    sources.insert(name, Item::Table(table(source)));
    let mut document = DocumentMut::new();
    document.insert("sources", Item::Table(sources));
    document.to_string()
}

fn table(source: &PlannedSource) -> Table {
    let mut table = Table::new();
    match &source.transport {
        ServerTransport::Program {
            command,
            args,
            env,
            cwd,
        } => {
            table.insert("command", value(command));
            if !args.is_empty() {
                table.insert("args", value(args.iter().collect::<Array>()));
            }
            if let Some(cwd) = cwd {
                table.insert("cwd", value(cwd));
            }
            pairs(&mut table, "env", env);
        }
        ServerTransport::Remote { url, headers, sse } => {
            table.insert("url", value(url));
            if *sse {
                table.insert("transport", value("sse"));
            }
            pairs(&mut table, "headers", headers);
        }
    }
    if !source.enabled {
        table.insert("enabled", value(false));
    }
    table
}

fn pairs(table: &mut Table, key: &str, pairs: &[(String, String)]) {
    if !pairs.is_empty() {
        let inline = pairs
            .iter()
            .map(|(name, text)| (name.as_str(), text.as_str()));
        table.insert(key, value(inline.collect::<InlineTable>()));
    }
}

// === impl PlannedSource ===

impl PlannedSource {
    /// The source as an `.mcp.json`, which gateways read too.
    pub fn mcp_json(&self) -> String {
        let object = |pairs: &[(String, String)]| {
            let pairs = pairs.iter();
            let pairs = pairs.map(|(name, text)| (name.clone(), Value::from(text.as_str())));
            Value::Object(pairs.collect())
        };
        let entry = match &self.transport {
            ServerTransport::Program {
                command,
                args,
                env,
                cwd,
            } => json!({
                "command": command,
                "args": args,
                "env": object(env),
                "cwd": cwd,
                "disabled": !self.enabled,
            }),
            ServerTransport::Remote { url, headers, sse } => json!({
                "type": if *sse { "sse" } else { "http" },
                "url": url,
                "headers": object(headers),
                "disabled": !self.enabled,
            }),
        };
        json!({ "mcpServers": { &self.name: entry } }).to_string()
    }
}
