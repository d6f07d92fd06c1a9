//! Detects the kind of a target file by its contents.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value;
use serde_json::value::RawValue;

/// The keys that identify an OpenAPI document.
const MARKS: [&str; 2] = ["openapi", "swagger"];

/// The kind of a target file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TargetFileKind {
    /// A configuration file; problems are reported when it is read.
    Configuration,
    /// A document of an API.
    Document,
    /// A dump of tools.
    Dump,
    /// Another kind of YAML file, with its description.
    OtherYaml(String),
}

/// Detects the kind of a file.
pub(super) fn of(path: &Path, bytes: &[u8]) -> TargetFileKind {
    let ending = path.extension().and_then(|ending| ending.to_str());
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    match ending.map(str::to_ascii_lowercase).as_deref() {
        Some("yaml" | "yml") => yaml(path, bytes),
        Some("jsonl" | "ndjson") => TargetFileKind::Dump,
        Some("json") => json(bytes),
        _ => TargetFileKind::Configuration,
    }
}

fn json(bytes: &[u8]) -> TargetFileKind {
    if bytes.trim_ascii_start().starts_with(b"[") {
        return TargetFileKind::Dump;
    }
    let Ok(members) = serde_json::from_slice::<BTreeMap<String, &RawValue>>(bytes) else {
        // If it begins like a document, it is one, and the reader reports what is wrong.
        let begins = MARKS.iter().any(|mark| begins_with_key(bytes, mark));
        return if begins {
            TargetFileKind::Document
        } else {
            TargetFileKind::Configuration
        };
    };
    if MARKS.iter().any(|mark| members.contains_key(*mark)) {
        return TargetFileKind::Document;
    }
    if has_tools(&members) {
        TargetFileKind::Dump
    } else {
        TargetFileKind::Configuration
    }
}

/// Whether `{ "key"` is how the text begins.
fn begins_with_key(bytes: &[u8], key: &str) -> bool {
    let rest = bytes.trim_ascii_start().strip_prefix(b"{");
    rest.is_some_and(|rest| {
        let rest = rest.trim_ascii_start();
        rest.starts_with(format!("\"{key}\"").as_bytes())
    })
}

/// Whether an object is an answer to `tools/list`, with or without its envelope.
fn has_tools(members: &BTreeMap<String, &RawValue>) -> bool {
    let is_list = |text: &str| text.starts_with('[');
    let outer = members.get("tools").is_some_and(|raw| is_list(raw.get()));
    let inner = || {
        let result: Value = serde_json::from_str(members.get("result")?.get()).ok()?;
        Some(result.get("tools")?.is_array())
    };
    outer || inner() == Some(true)
}

fn yaml(path: &Path, bytes: &[u8]) -> TargetFileKind {
    // A large document is not read twice only to see what it is.
    if bytes.split(|byte| *byte == b'\n').any(is_mark) {
        return TargetFileKind::Document;
    }
    match candor_openapi::parse(bytes, &path.display().to_string()).map(|it| it.value) {
        Ok(Value::Object(members)) if MARKS.iter().any(|mark| members.contains_key(*mark)) => {
            TargetFileKind::Document
        }
        Ok(_) => TargetFileKind::OtherYaml(format!(
            "`{}` is a YAML file, but not an OpenAPI document: it has no top-level `openapi` or \
             `swagger` key",
            path.display()
        )),
        Err(error) => TargetFileKind::OtherYaml(error.to_string()),
    }
}

/// Whether a line at the top of a YAML file is `openapi: …` or `swagger: …`, in quotes or not.
fn is_mark(line: &[u8]) -> bool {
    MARKS.iter().any(|mark| {
        let line = line.trim_ascii_end();
        let bare = line.strip_prefix(mark.as_bytes());
        let quoted = || {
            let quote = line.first().filter(|first| matches!(first, b'"' | b'\''))?;
            let rest = line[1..].strip_prefix(mark.as_bytes())?;
            rest.strip_prefix(std::slice::from_ref(quote))
        };
        bare.or_else(quoted)
            .is_some_and(|rest| rest.trim_ascii_start().starts_with(b":"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_known_by_what_is_in_them() {
        use TargetFileKind::{Configuration, Document, Dump};
        for (name, text, expect) in [
            ("a.json", r#"{"openapi":"3.1.0"}"#, Document),
            (
                "a.json",
                "\u{feff}{\"info\":{},\"swagger\":\"2.0\"}",
                Document,
            ),
            // Truncated, but clearly a document.
            ("a.json", r#"{ "openapi": "3.1.0", "#, Document),
            ("a.json", r#"{"tools":[]}"#, Dump),
            ("a.json", r#"{"result":{"tools":[]}}"#, Dump),
            ("a.json", r#"{"tools":{"openapi":1}}"#, Configuration),
            ("a.json", "[]", Dump),
            ("a.jsonl", "", Dump),
            ("a.YAML", "# A shop\nopenapi: 3.0.0", Document),
            ("a.yml", "info: {}\r\n'swagger' : '2.0'\r\n", Document),
            ("a.yaml", "{info: {}, openapi: 3.1.0}", Document),
            ("a.json", r#"{"mcpServers":{}}"#, Configuration),
            ("a.json", "{", Configuration),
            ("a.toml", "[server]", Configuration),
            (".mcp.json", r#"{"mcpServers":{}}"#, Configuration),
            ("a", "[]", Configuration),
        ] {
            assert_eq!(
                of(Path::new(name), text.as_bytes()),
                expect,
                "{name} {text}"
            );
        }
    }

    #[test]
    fn what_else_a_yaml_file_is_is_said() {
        for (text, expect) in [
            (
                "info:\n  openapi: 3.1.0\n",
                "`a.yaml` is a YAML file, but not an OpenAPI document: it has no top-level \
                 `openapi` or `swagger` key",
            ),
            ("a: [", "`a.yaml:1:4` cannot be read: "),
            ("", "`a.yaml` is empty; give an OpenAPI document"),
        ] {
            let TargetFileKind::OtherYaml(said) = of(Path::new("a.yaml"), text.as_bytes()) else {
                panic!("{text} was taken for something else");
            };
            assert!(said.starts_with(expect), "{said}");
        }
    }
}
