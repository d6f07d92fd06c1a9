//! Each rule with a tool that it finds fault with, and one that it leaves alone.

use candor_model::DestructivePolicy;
use serde_json::{Value, json};

use super::*;
use crate::described::{self, Described, Reading};

/// What the rules say about the tool, one line each.
fn found(definition: Value) -> Vec<String> {
    let tools = vec![Described::read(definition).unwrap_or_else(|reason| panic!("{reason}"))];
    let reading = Reading {
        destructive: DestructivePolicy::default(),
        open_world: None,
    };
    let inferred = described::infer("shop", &tools, reading);
    let mut pairs = tools.into_iter().zip(inferred);
    let (tool, inference) = pairs.next().expect("one tool");
    let found = check(&Subject::written("shop", tool, &inference));
    let lines = found
        .iter()
        .map(|one| format!("{}: {} [{}]", one.severity.as_str(), one.message, one.code));
    lines.collect()
}

/// A tool that no rule has anything to say about, with these members instead of its own.
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
fn a_good_tool_is_left_alone() {
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
            "warning: the description says no more than the name: `{text}` \
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
    // A definition speaks for what refers to it.
    check_only(
        &json!({"inputSchema": {
            "type": "object",
            "properties": {"id": {"$ref": "#/$defs/Id"}},
            "$defs": {"Id": {"type": "integer", "description": "The id of a book"}},
        }}),
        &[],
    );
    // So does what stands beside the reference.
    check_only(
        &json!({"inputSchema": {
            "type": "object",
            "properties": {"id": {"$ref": "#/$defs/Id", "description": "The id of a book"}},
            "$defs": {"Id": {"type": "integer"}},
        }}),
        &[],
    );
    // Arguments of a request that are grouped are looked at one by one.
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
            "warning: nobody says whether it is read-only, destructive, idempotent \
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
            line.starts_with("warning: `GET /delete_book` should only read, but ")
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
        ["note: there is no schema of what it gives [lint::no-output-schema]"]
    );
}

#[test]
fn codes_are_different_and_every_rule_has_a_way_out() {
    let codes: std::collections::BTreeSet<_> = RULES.iter().map(|rule| rule.code).collect();
    assert_eq!(codes.len(), RULES.len());
    assert!(
        RULES
            .iter()
            .all(|rule| rule.code.starts_with("lint::") && !rule.hint.is_empty())
    );
}
