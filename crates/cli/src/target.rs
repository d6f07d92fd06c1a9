//! What `candor tools TARGET` and `candor tools -- COMMAND` look at.

use std::error::Error as _;
use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use candor_config::{Endpoint, Flags, Flavour, Loaded, SourceSettings, Text, Transport};
use candor_model::SourceName;
use serde_json::{Map, Value};

use crate::file;
use crate::problems::Failure;
use crate::workspace::{self, Workspace};

/// What a target without a name of its own is called.
const NAME: &str = "target";
/// How much of a file is read to tell what it is.
const LARGEST: u64 = 8 << 20;
/// The largest dump of tools, in bytes.
pub(crate) const DUMP_MAX: u64 = 64 << 20;

/// What a file is that holds tools, but no configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Foreign {
    /// Perhaps a document of an API.
    Yaml,
    /// A document of an API.
    OpenApi,
    /// Tools as somebody wrote them down.
    Dump,
}

/// The target, the command, or else what is configured.
pub(crate) fn any(
    target: Option<&str>,
    words: &[String],
    flags: &Flags,
) -> Result<Workspace, Failure> {
    match target {
        Some(target) => named(target, flags),
        None if words.is_empty() => Workspace::open(flags),
        None => command(words, flags),
    }
}

/// Whether a target is a dump of tools. One that cannot be read is none, unless its name says
/// so; what is wrong with it is said when it is read.
pub(crate) fn is_dump(target: &str) -> bool {
    let path = Path::new(target);
    let ending = path.extension().and_then(|ending| ending.to_str());
    let bytes = match ending.map(str::to_ascii_lowercase).as_deref() {
        Some("jsonl" | "ndjson") => Vec::new(),
        Some("json") => file::read(target, DUMP_MAX).unwrap_or_default(),
        _ => return false,
    };
    foreign(path, &bytes) == Some(Foreign::Dump)
}

/// A server at a URL, or the sources of a file.
pub(crate) fn named(target: &str, flags: &Flags) -> Result<Workspace, Failure> {
    if flags.config.is_some() {
        let sentence = format!("both `--config` and the target `{target}` say where to look");
        return Err(Failure::new(sentence).hint("leave one of them out"));
    }
    let lower = target.to_ascii_lowercase();
    if lower.starts_with("http://") || lower.starts_with("https://") {
        return url(target, flags);
    }
    if let Some((scheme, _)) = target.split_once("://") {
        let sentence = format!("the target begins with `{scheme}:`, which is not supported");
        return Err(
            Failure::new(sentence).hint("an MCP server's URL begins with `http:` or `https:`")
        );
    }
    configuration(Path::new(target), flags)
}

/// A server that a command starts.
pub(crate) fn command(command: &[String], flags: &Flags) -> Result<Workspace, Failure> {
    let mut words = command.iter();
    let Some(program) = words.next().filter(|program| !program.is_empty()) else {
        return Err(Failure::new("there is no command after `--`"));
    };
    let transport = Transport::Stdio {
        command: Text::verbatim(program),
        args: words.map(Text::verbatim).collect(),
        env: Vec::new(),
        cwd: None,
    };
    alone(transport, flags)
}

fn url(target: &str, flags: &Flags) -> Result<Workspace, Failure> {
    let url = Endpoint::parse(target).map_err(|error| {
        let cause = error
            .source()
            .map(|cause| format!(": {cause}"))
            .unwrap_or_default();
        Failure::new(format!("the target {error}{cause}"))
            .hint("write it in full, such as `https://tracker.example/mcp`")
    })?;
    alone(
        Transport::Http {
            url,
            headers: Vec::new(),
            flavour: Flavour::Auto,
        },
        flags,
    )
}

/// One source and otherwise defaults: no file is read, so that nobody else's is in the way.
fn alone(transport: Transport, flags: &Flags) -> Result<Workspace, Failure> {
    let loaded = candor_config::read(None, flags, &|name| std::env::var(name).ok())
        .map_err(|error| Failure::new(error.to_string()).because(error.diagnostics))?;
    let name = SourceName::parse(NAME).map_err(anyhow::Error::new)?;
    let mut workspace = Workspace::of(loaded)?;
    workspace.settings.sources = vec![SourceSettings::new(name, transport)];
    workspace.demo = false;
    Ok(workspace)
}

/// The sources of a configuration file.
fn configuration(path: &Path, flags: &Flags) -> Result<Workspace, Failure> {
    let shown = path.display();
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|file| file.take(LARGEST).read_to_end(&mut bytes))
        .map_err(|cause| {
            Failure::io(format!("cannot read the target `{shown}`"), cause)
                .hint("a target is a URL, a path of an .mcp.json or candor.toml, or `-- COMMAND`")
        })?;
    if let Some(what) = foreign(path, &bytes) {
        let sentence = format!("`{shown}` is {}, which cannot be served", what.as_str());
        let hint = match what {
            Foreign::Dump => "`candor infer` reads it",
            Foreign::Yaml | Foreign::OpenApi => {
                "give the URL of an MCP server, an .mcp.json or a candor.toml"
            }
        };
        return Err(Failure::new(sentence).hint(hint));
    }
    let flags = Flags {
        config: Some(path.to_owned()),
        ..flags.clone()
    };
    let loaded: Loaded = workspace::load(&flags)?;
    Workspace::of(loaded)
}

/// What a file is, if it is something that holds tools but no configuration.
fn foreign(path: &Path, bytes: &[u8]) -> Option<Foreign> {
    let ending = path.extension()?.to_str()?.to_ascii_lowercase();
    match ending.as_str() {
        "yaml" | "yml" => Some(Foreign::Yaml),
        "jsonl" | "ndjson" => Some(Foreign::Dump),
        "json" => match serde_json::from_slice(bytes).ok()? {
            Value::Array(_) => Some(Foreign::Dump),
            Value::Object(root) if root.contains_key("openapi") || root.contains_key("swagger") => {
                Some(Foreign::OpenApi)
            }
            Value::Object(root) if has_tools(&root) => Some(Foreign::Dump),
            _ => None,
        },
        _ => None,
    }
}

/// Whether an object is an answer to `tools/list`, with or without its envelope.
fn has_tools(root: &Map<String, Value>) -> bool {
    let result = root.get("result").and_then(|result| result.get("tools"));
    root.get("tools").or(result).is_some_and(Value::is_array)
}

// === impl Foreign ===

impl Foreign {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Yaml => "a YAML file, perhaps an OpenAPI document",
            Self::OpenApi => "an OpenAPI document",
            Self::Dump => "a dump of tools",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_a_configuration_is_recognised() {
        for (name, text, expect) in [
            ("a.json", r#"{"openapi":"3.1.0"}"#, Some(Foreign::OpenApi)),
            ("a.json", r#"{"swagger":"2.0"}"#, Some(Foreign::OpenApi)),
            ("a.json", r#"{"tools":[]}"#, Some(Foreign::Dump)),
            ("a.json", "[]", Some(Foreign::Dump)),
            ("a.jsonl", "", Some(Foreign::Dump)),
            ("a.YAML", "openapi: 3.0.0", Some(Foreign::Yaml)),
            ("a.json", r#"{"mcpServers":{}}"#, None),
            ("a.json", "{", None),
            ("a.toml", "[server]", None),
            (".mcp.json", r#"{"mcpServers":{}}"#, None),
            ("a", "[]", None),
        ] {
            assert_eq!(
                foreign(Path::new(name), text.as_bytes()),
                expect,
                "{name} {text}"
            );
        }
    }
}
