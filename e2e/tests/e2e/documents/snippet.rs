//! Configuration and code in a document: written to the file that it belongs to, and taken by the
//! command that reads such files.

use std::fmt::Write as _;

use super::page::FencedBlock;
use super::reader::DocumentReader;
use super::rules::CommandRule;

/// An operation for the part of it that a document shows.
const OPERATION: &str = "openapi: 3.1.0\ninfo: {title: Shop, version: '1'}\npaths:\n  /books:\n    post:\n      \
     operationId: books\n      parameters:\n        - {name: action, in: query, schema: {type: string}}\n      \
     responses: {'200': {description: Done}}\n";

/// Writes a snippet and has it taken.
pub(super) fn check(
    block: &FencedBlock,
    rule: &CommandRule,
    reader: &mut DocumentReader,
    count: usize,
) -> Result<(), String> {
    let (language, file) = block.kind();
    // What no file is named for gets a folder of its own, and disturbs nothing.
    let own = |name: &str| format!("snippets/{count}/{name}");
    let (file, text, command) = match (language, file) {
        ("toml", None) => (
            own("candor.toml"),
            block.text.clone(),
            "config show --config",
        ),
        ("json", None) => (own(".mcp.json"), block.text.clone(), "config show --config"),
        ("ts", None) => (own("index.ts"), block.text.clone(), "functions check"),
        ("yaml", None) if block.text.starts_with("x-candor:") => {
            (own("openapi.yaml"), operation(&block.text), "tools")
        }
        ("toml", Some("candor.toml")) => (
            "candor.toml".to_owned(),
            block.text.clone(),
            "config show --config",
        ),
        (_, Some(file)) if rule.check.is_some() => (file.to_owned(), block.text.clone(), ""),
        _ => return Err(format!("nobody knows what takes `{}`", block.name())),
    };
    reader.write(&file, &format!("{text}{}", rule.beside));
    let taken = vec![format!("candor {command} {file}")];
    for line in rule.check.as_ref().unwrap_or(&taken) {
        let (code, said) = reader.run(line)?;
        if code != rule.exit {
            return Err(format!(
                "{}\n$ {line}\nended with {code}:\n{said}",
                block.name()
            ));
        }
        if code == 0 && said.contains("warning: ") {
            return Err(format!("{}\n$ {line}\nwarns:\n{said}", block.name()));
        }
    }
    Ok(())
}

/// A document whose one operation has this part.
fn operation(part: &str) -> String {
    let mut text = OPERATION.to_owned();
    for line in part.lines() {
        let _ = writeln!(text, "      {line}");
    }
    text
}
