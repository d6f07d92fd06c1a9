//! A dump of tool definitions, for commands that need no server.

use std::collections::HashMap;
use std::path::Path;

use candor_lint::DescribedTool;
use candor_model::{Diagnostic, FilePosition, SourceName};
use serde_json::Value;

use crate::file;
use crate::prelude::{CommandFailure, CommandResult};
use crate::target::DUMP_MAX;

/// The members that may name the source of a tool.
const SOURCE: [&str; 3] = ["corpus", "source", "server"];

/// The contents of a dump: the tools of each source, in order.
pub(crate) struct ToolDump {
    /// The sources and their tools.
    pub(crate) groups: Vec<(String, Vec<DescribedTool>)>,
    /// The parts that could not be read.
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// The group of each source.
    by_source: HashMap<String, usize>,
    /// The file that diagnostics name.
    file: String,
    /// The source of tools that name none.
    fallback: String,
}

// === impl ToolDump ===

impl ToolDump {
    /// Reads a file, or standard input if its name is `-`. If `wanted` is given, only that source
    /// is kept, and must be present.
    pub(crate) fn open(name: &str, wanted: Option<&SourceName>) -> CommandResult<Self> {
        let mut dump = Self::read(name, &file::read(name, DUMP_MAX)?);
        let Some(wanted) = wanted else {
            return Ok(dump);
        };
        dump.groups.retain(|(source, _)| source == wanted.as_str());
        if dump.groups.is_empty() {
            let failure =
                CommandFailure::new(format!("`{name}` contains no tools of source `{wanted}`"));
            return Err(failure.because(dump.diagnostics));
        }
        Ok(dump)
    }

    fn read(name: &str, bytes: &[u8]) -> Self {
        let path = Path::new(name);
        let stem = path.file_stem().map(|stem| stem.to_string_lossy());
        let mut dump = Self {
            groups: Vec::new(),
            diagnostics: Vec::new(),
            by_source: HashMap::new(),
            file: name.to_owned(),
            fallback: stem.map_or_else(|| "dump".to_owned(), std::borrow::Cow::into_owned),
        };
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let ending = path.extension().map(std::ffi::OsStr::to_ascii_lowercase);
        if ending.is_some_and(|ending| ending == "json") {
            dump.read_document(bytes);
        } else {
            dump.read_lines(bytes);
        }
        dump
    }

    /// One tool per line. Invalid lines are skipped.
    fn read_lines(&mut self, bytes: &[u8]) {
        for (number, line) in (1..).zip(bytes.split(|byte| *byte == b'\n')) {
            if line.iter().all(u8::is_ascii_whitespace) {
                continue;
            }
            let tool = serde_json::from_slice(line);
            match tool.map_err(|error| (error.column(), reason(&error))) {
                Ok(value) => self.add(value, Some((number, 1)), None),
                Err((column, reason)) => {
                    self.complain(&reason, Some((number, column.max(1))));
                }
            }
        }
    }

    /// A list of tools, or an answer to `tools/list`.
    fn read_document(&mut self, bytes: &[u8]) {
        let root: Value = match serde_json::from_slice(bytes) {
            Ok(root) => root,
            Err(error) => {
                let place = (error.line().max(1), error.column().max(1));
                return self.complain(&reason(&error), Some(place));
            }
        };
        let tools = match root {
            Value::Array(tools) => tools,
            mut root => {
                let outer = root.get_mut("tools").map(Value::take);
                let inner = || root.pointer_mut("/result/tools").map(Value::take);
                match outer.or_else(inner) {
                    Some(Value::Array(tools)) => tools,
                    _ => return self.complain("it contains no list of tools", None),
                }
            }
        };
        for (number, tool) in (1..).zip(tools) {
            self.add(tool, None, Some(number));
        }
    }

    fn add(&mut self, tool: Value, place: Option<(usize, usize)>, number: Option<usize>) {
        let mut named = SOURCE.into_iter().filter_map(|key| tool.get(key)?.as_str());
        let source = named.find(|name| !name.is_empty());
        let source = source.unwrap_or(&self.fallback).to_owned();
        match DescribedTool::read(tool) {
            Ok(mut tool) => {
                tool.place = Some(FilePosition {
                    file: self.file.clone(),
                    position: place,
                });
                let next = self.groups.len();
                let at = *self.by_source.entry(source.clone()).or_insert(next);
                if at == next {
                    self.groups.push((source, Vec::new()));
                }
                self.groups[at].1.push(tool);
            }
            Err(reason) => {
                let which = number.map(|number| format!("tool {number}: "));
                self.complain(&format!("{}{reason}", which.unwrap_or_default()), place);
            }
        }
    }

    fn complain(&mut self, reason: &str, position: Option<(usize, usize)>) {
        let found = Diagnostic::error("infer::no-tool", format!("{reason}; it is skipped"));
        let file = self.file.clone();
        self.diagnostics
            .push(found.at(FilePosition { file, position }));
    }
}

/// The error message without the position.
fn reason(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let text = text.split(" at line ").next().unwrap_or_default();
    format!("it is not JSON: {text}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(name: &str, text: &str) -> (Vec<(String, usize)>, Vec<String>) {
        let dump = ToolDump::read(name, text.as_bytes());
        let groups = dump.groups.iter();
        (
            groups
                .map(|(name, tools)| (name.clone(), tools.len()))
                .collect(),
            dump.diagnostics.iter().map(ToString::to_string).collect(),
        )
    }

    #[test]
    fn tools_are_grouped_by_source() {
        let text = "\u{feff}{\"name\":\"a\",\"corpus\":\"x\"}\r\n\n\
                    {\"name\":\"b\",\"server\":\"y\"}\n{\"name\":\"c\",\"corpus\":\"x\"}\n{\"name\":\"d\"}";
        let (groups, told) = read("some/dump.jsonl", text);
        let expect = [("x", 2), ("y", 1), ("dump", 1)];
        assert_eq!(groups, expect.map(|(name, count)| (name.to_owned(), count)));
        assert!(told.is_empty(), "{told:?}");
    }

    #[test]
    fn every_form_of_a_document() {
        for text in [
            r#"[{"name":"a"}]"#,
            r#"{"tools":[{"name":"a"}]}"#,
            r#"{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"a"}]}}"#,
        ] {
            assert_eq!(read("t.json", text).0, [("t".to_owned(), 1)], "{text}");
        }
    }

    #[test]
    fn what_is_broken_is_told_with_its_place() {
        let deep = "[".repeat(100_000);
        let (groups, told) = read(
            "t.jsonl",
            &format!("{{\"name\":\n[]\n{{\"name\":\"a\"}}\n{deep}"),
        );
        assert_eq!(groups, [("t".to_owned(), 1)]);
        insta::assert_snapshot!(told.join("\n"), @r"
        t.jsonl:1:8: error: it is not JSON: EOF while parsing a value; it is skipped [infer::no-tool]
        t.jsonl:2:1: error: a tool must be a JSON object, not `[]`; it is skipped [infer::no-tool]
        t.jsonl:4:128: error: it is not JSON: recursion limit exceeded; it is skipped [infer::no-tool]
        ");
        for (text, expect) in [
            (
                r#"[{"name":"a"},{"title":"b"}]"#,
                "t.json: error: tool 2: the tool has no `name`; it is skipped [infer::no-tool]",
            ),
            (
                r#"{"tools":3}"#,
                "t.json: error: it contains no list of tools; it is skipped [infer::no-tool]",
            ),
        ] {
            assert_eq!(read("t.json", text).1, [expect]);
        }
    }
}
