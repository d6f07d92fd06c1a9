//! Each rule with a tool that has the problem, and one that does not.

use serde_json::{Value, json};

use super::*;
use crate::{DescribedTool, InferOptions, LintReport, LintSubject, infer};

/// What the rules find in the tool, one line each.
fn found(definition: Value) -> Vec<String> {
    let tools = vec![DescribedTool::read(definition).unwrap_or_else(|error| panic!("{error}"))];
    let inferred = infer("shop", &tools, InferOptions::default());
    let subjects = tools.into_iter().zip(inferred);
    let subjects: Vec<_> = subjects
        .map(|(tool, inference)| LintSubject::described("shop", tool, &inference))
        .collect();
    let report = LintReport::new(&subjects, Vec::new());
    let about_tools = report.all().filter(|(tool, _)| tool.is_some());
    about_tools
        .map(|(_, one)| format!("{}: {} [{}]", one.severity.as_str(), one.message, one.code))
        .collect()
}

/// A tool without problems, with these members instead of its own.
fn tool(members: &Value) -> Value {
    let mut tool = json!({
        "name": "list_books",
        "description": "Lists the books of the shop with their prices.",
        "annotations": {
            "readOnlyHint": true, "destructiveHint": false,
            "idempotentHint": true, "openWorldHint": false,
        },
        "inputSchema": {
            "type": "object",
            "properties": {"author": {"type": "string", "description": "Who wrote them"}},
        },
        "outputSchema": {"type": "object"},
    });
    for (key, value) in members.as_object().expect("an object") {
        tool[key] = value.clone();
    }
    tool
}

#[track_caller]
fn check_only(members: &Value, expect: &[&str]) {
    assert_eq!(found(tool(members)), expect);
}

#[test]
fn a_good_tool_has_no_findings() {
    check_only(&json!({}), &[]);
}

#[test]
fn descriptions() {
    let none = ["warning: there is no description [lint::no-description]"];
    check_only(&json!({"description": null}), &none);
    check_only(&json!({"description": " \n"}), &none);
    let made = json!({"description": "GET /books", "method": "GET", "path": "/books"});
    check_only(&made, &none);
    let repeats = |text: &str| {
        format!(
            "warning: the description only repeats the name: `{text}` \
             [lint::empty-description]"
        )
    };
    for text in ["List books", "List all the books.", "list-books tool"] {
        check_only(&json!({"description": text}), &[&repeats(text)]);
    }
    check_only(
        &json!({"name": "listBooks", "description": "List books"}),
        &[&repeats("List books")],
    );
    check_only(&json!({"description": "Lists books by price"}), &[]);
}

#[test]
fn parameters() {
    let schema =
        |properties: Value| json!({"inputSchema": {"type": "object", "properties": properties}});
    check_only(
        &schema(json!({"a": {}, "b": {"description": "B"}, "c": {"title": "C"}, "_select": {}})),
        &["warning: the parameter `a` has no description [lint::undescribed-parameter]"],
    );
    check_only(
        &schema(json!({"a": true, "b": {"description": " "}})),
        &["warning: the parameters `a`, `b` have no description [lint::undescribed-parameter]"],
    );
    let many: Value = (0..8).map(|n| (format!("p{n}"), json!({}))).collect();
    check_only(
        &schema(many),
        &[
            "warning: the parameters `p0`, `p1`, `p2`, `p3`, `p4` and 3 more have no description \
           [lint::undescribed-parameter]",
        ],
    );
    // The description of a definition covers what refers to it.
    check_only(
        &json!({"inputSchema": {
            "type": "object",
            "properties": {"id": {"$ref": "#/$defs/Id"}},
            "$defs": {"Id": {"type": "integer", "description": "The id of a book"}},
        }}),
        &[],
    );
    // So does a description next to the reference.
    check_only(
        &json!({"inputSchema": {
            "type": "object",
            "properties": {"id": {"$ref": "#/$defs/Id", "description": "The id of a book"}},
            "$defs": {"Id": {"type": "integer"}},
        }}),
        &[],
    );
    // Grouped arguments of a request are checked one by one.
    let grouped = json!({"query": {"type": "object", "properties": {"id": {}}}});
    let mut request = schema(grouped);
    request["method"] = json!("GET");
    check_only(
        &request,
        &["warning: the parameter `query.id` has no description [lint::undescribed-parameter]"],
    );
}

#[test]
fn hints() {
    check_only(
        &json!({"annotations": {"readOnlyHint": true, "destructiveHint": true, "openWorldHint": false}}),
        &["error: it is declared both read-only and destructive [lint::contradiction]"],
    );
    check_only(
        &json!({"annotations": {}}),
        &[
            "warning: hints are not set: read-only, destructive, idempotent \
           [lint::unset-hints]",
        ],
    );
}

#[test]
fn evidence() {
    let get = |name: &str, text: &str, annotations: Value| {
        found(json!({
            "name": name, "description": text, "method": "GET", "path": format!("/{name}"),
            "annotations": annotations, "inputSchema": {"type": "object"},
            "outputSchema": {"type": "object"},
        }))
    };
    let open = json!({"openWorldHint": false});
    let said = get("delete_book", "Deletes a book for good.", open.clone());
    assert!(
        said.iter().any(|line| {
            line.starts_with("warning: `GET /delete_book` should be read-only, but ")
                && line.ends_with("[lint::method-contradicted]")
        }),
        "{said:?}"
    );
    assert_eq!(
        get("list_books", "Lists books by price.", open),
        Vec::<String>::new()
    );
    let harmless = json!({"readOnlyHint": true, "openWorldHint": false});
    let said = get("delete_book", "Deletes a book for good.", harmless);
    assert!(
        said.iter().any(|line| {
            line.starts_with("warning: it is declared read-only, but ")
                && line.ends_with("[lint::hint-contradicted]")
        }),
        "{said:?}"
    );
}

#[test]
fn a_post_that_only_searches() {
    let post = |annotations: Value| {
        found(json!({
            "name": "search_books", "method": "POST", "path": "/books/search",
            "description": "Finds books by words in their titles. Changes nothing.",
            "annotations": annotations, "inputSchema": {"type": "object"},
            "outputSchema": {"type": "object"},
        }))
    };
    let said = post(json!({"openWorldHint": false}));
    assert!(
        said.len() == 1 && said[0].starts_with("note: it seems to be read-only: "),
        "{said:?}"
    );
    // The method is no evidence against what the author says.
    let told = json!({
        "readOnlyHint": true, "destructiveHint": false, "idempotentHint": true,
        "openWorldHint": false,
    });
    assert_eq!(post(told), Vec::<String>::new());
}

#[test]
fn names() {
    let description = json!("Lists everything there is on the shelf.");
    check_only(
        &json!({"name": "a".repeat(65), "description": description}),
        &["warning: the name has 65 characters [lint::long-name]"],
    );
    check_only(
        &json!({"name": "books.list\u{7}", "description": description}),
        &["warning: the name has the character `.` [lint::name-characters]"],
    );
}

#[test]
fn schemas() {
    let said = found(tool(&json!({"inputSchema": {"type": "objekt"}})));
    assert!(
        said.len() == 1 && said[0].starts_with("error: the input schema cannot be used: "),
        "{said:?}"
    );
    let mut silent = tool(&json!({}));
    silent
        .as_object_mut()
        .expect("an object")
        .remove("outputSchema");
    assert_eq!(
        found(silent),
        ["note: there is no output schema [lint::no-output-schema]"]
    );
}

#[test]
fn codes_are_unique_and_every_rule_has_a_hint() {
    let codes: std::collections::BTreeSet<_> = RULES.iter().map(|rule| rule.code).collect();
    assert_eq!(codes.len(), RULES.len());
    assert!(
        RULES
            .iter()
            .all(|rule| rule.code.starts_with("lint::") && !rule.hint.is_empty())
    );
}

#[test]
fn open_world_is_reported_once_per_source() {
    let check = |hints: &[Option<bool>]| {
        let tools: Vec<_> = (hints.iter())
            .map(|hint| {
                let annotations = json!({"openWorldHint": hint});
                DescribedTool::read(tool(&json!({"annotations": annotations}))).expect("a tool")
            })
            .collect();
        let inferred = infer("shop", &tools, InferOptions::default());
        let subjects: Vec<_> = (tools.into_iter().zip(inferred))
            .map(|(tool, inference)| LintSubject::described("shop", tool, &inference))
            .collect();
        let report = LintReport::new(&subjects, Vec::new());
        let general = report.general.into_iter();
        general.map(|one| one.message).collect::<Vec<_>>()
    };
    let none: [&str; 0] = [];
    assert_eq!(check(&[Some(true), Some(false)]), none);
    assert_eq!(
        check(&[None, None]),
        ["source `shop`: open-world is not set for its tools"]
    );
    assert_eq!(
        check(&[None, Some(true)]),
        ["source `shop`: open-world is not set for 1 of its 2 tools"]
    );
}
