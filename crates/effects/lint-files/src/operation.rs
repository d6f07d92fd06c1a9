//! Writes hints and titles into an OpenAPI document, keeping everything else.
//!
//! The text is edited and then verified: the document is parsed before and after, and the two may
//! only differ in the edit. Documents in an unsupported style are left unchanged.

use candor_lint::DefinitionEdit;
use candor_yaml::YamlLimits;
use serde_json::{Value, json};

use crate::place::{OperationPlaces, indent};

/// The maximum size of a document.
const LIMITS: YamlLimits = YamlLimits {
    nodes: 5_000_000,
    aliased: 100_000,
    depth: 512,
};

/// The document with the edits in the operation's `x-candor`; none if its style does not allow
/// it or nothing would change.
pub fn edit_operation(
    text: &str,
    path: &str,
    method: &str,
    edits: &[DefinitionEdit],
) -> Option<String> {
    let mut wanted = candor_yaml::parse(text, &LIMITS).ok()?;
    let before = wanted.clone();
    let key = method.to_ascii_lowercase();
    let operation = wanted.get_mut("paths")?.get_mut(path)?.get_mut(&key)?;
    // Only a new block is written; one that is there already is left to its author.
    let had_block = operation.get("x-candor").is_some();
    for edit in edits {
        relocated(edit)?.apply(operation);
    }
    let block = operation.get("x-candor")?.clone();
    if had_block || wanted == before {
        return None;
    }
    let edited = insert(text, path, method, &block)?;
    let after = candor_yaml::parse(&edited, &LIMITS).ok()?;
    (after == wanted).then_some(edited)
}

/// An edit to a definition as an edit to the operation behind it.
fn relocated(edit: &DefinitionEdit) -> Option<DefinitionEdit> {
    let pointer = match (edit.as_hint(), edit.as_title()) {
        (Some((hint, _)), _) => format!("/x-candor/annotations/{}", hint.wire()),
        (None, Some(_)) => "/x-candor/title".to_owned(),
        (None, None) => return None,
    };
    Some(DefinitionEdit {
        pointer,
        value: edit.value.clone(),
    })
}

/// Writes the block behind the line of the method.
fn insert(text: &str, path: &str, method: &str, block: &Value) -> Option<String> {
    let at = OperationPlaces::of(text).line(path, method)?.number;
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let line = lines.get(at)?;
    let next = lines
        .iter()
        .skip(at + 1)
        .find(|line| !line.trim().is_empty())?;
    let depth = indent(next);
    if depth <= indent(line) {
        return None;
    }
    let ending = if line.ends_with("\r\n") { "\r\n" } else { "\n" };
    let space = " ".repeat(depth);
    let inserted = if line.trim_end().ends_with('{') {
        format!("{space}\"x-candor\": {block},{ending}")
    } else if line.trim_end().ends_with(':') {
        // Flow style is valid in a block and keeps the edit to one line.
        format!("{space}x-candor: {}{ending}", flow(block))
    } else {
        return None;
    };
    let mut edited: String = lines[..=at].concat();
    edited.push_str(&inserted);
    edited.push_str(&lines[at + 1..].concat());
    Some(edited)
}

/// A value in YAML's flow style, with customary spaces.
fn flow(value: &Value) -> String {
    match value {
        Value::Object(members) => {
            let members: Vec<String> = members
                .iter()
                .map(|(key, value)| format!("{key}: {}", flow(value)))
                .collect();
            format!("{{{}}}", members.join(", "))
        }
        other => json!(other).to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const YAML: &str = "paths:\n  /books: # all of them\n    get:\n      operationId: list # kept\n    post: {operationId: add}\n";

    fn title(text: &str) -> DefinitionEdit {
        DefinitionEdit {
            pointer: "/annotations/title".to_owned(),
            value: Some(json!(text)),
        }
    }

    fn hint(value: bool) -> DefinitionEdit {
        DefinitionEdit {
            pointer: "/annotations/destructiveHint".to_owned(),
            value: Some(json!(value)),
        }
    }

    #[test]
    fn an_operation_is_edited_and_nothing_else() {
        let edited = edit_operation(YAML, "/books", "GET", &[title("List: books"), hint(false)]);
        let edited = edited.expect("it can be edited");
        assert_eq!(
            edited,
            "paths:\n  /books: # all of them\n    get:\n      x-candor: {title: \"List: books\", annotations: {destructiveHint: false}}\n      operationId: list # kept\n    post: {operationId: add}\n"
        );
        // What is there already is left alone.
        assert_eq!(
            edit_operation(&edited, "/books", "GET", &[hint(false)]),
            None
        );
        assert_eq!(
            edit_operation(&edited, "/books", "GET", &[hint(true)]),
            None
        );
    }

    #[test]
    fn json_is_edited_too() {
        let json = "{\n  \"paths\": {\n    \"/a\": {\n      \"get\": {\n        \"operationId\": \"a\"\n      }\n    }\n  }\n}\n";
        let edited = edit_operation(json, "/a", "GET", &[hint(false)]).expect("it can be edited");
        let value: Value = serde_json::from_str(&edited).expect("JSON");
        assert_eq!(
            value["paths"]["/a"]["get"]["x-candor"]["annotations"]["destructiveHint"],
            false
        );
        assert_eq!(value["paths"]["/a"]["get"]["operationId"], "a");
    }

    #[test]
    fn an_unusual_style_is_left_alone() {
        for (text, path, method) in [
            (YAML, "/books", "POST"),
            (YAML, "/none", "GET"),
            ("{\"paths\": {\"/a\": {\"get\": {}}}}", "/a", "GET"),
            ("not: [yaml", "/a", "GET"),
        ] {
            assert_eq!(
                edit_operation(text, path, method, &[hint(true)]),
                None,
                "{text}"
            );
        }
    }
}
