use serde_json::json;

use super::*;

fn list(map: &[&str], removed: &[&str]) -> ListEdit {
    ListEdit {
        map: map.iter().map(|key| (*key).to_owned()).collect(),
        removed: removed.iter().map(|name| (*name).to_owned()).collect(),
        name: "candor".to_owned(),
        entry: json!({"command": "c", "args": ["stdio"]}),
    }
}

#[track_caller]
fn check(layout: &FileLayout, map: &[&str], text: &str, removed: &[&str], expect: &str) {
    let edited = edit(layout, text, &[list(map, removed)]);
    assert_eq!(edited.as_deref(), Ok(expect));
}

#[test]
fn json_on_one_line() {
    let check = |text, removed: &[&str], expect| {
        check(&FileLayout::PLAIN, &["mcpServers"], text, removed, expect);
    };
    check(
        r#"{"mcpServers": {"a": {"command": "a"}, "b": {"command": "b"}}}"#,
        &["a", "b"],
        r#"{"mcpServers": {"candor": { "command": "c", "args": ["stdio"] }}}"#,
    );
    check(
        r#"{"mcpServers": {"a": 1, "b": 2, "c": 3,}}"#,
        &["b", "c"],
        r#"{"mcpServers": {"a": 1, "candor": { "command": "c", "args": ["stdio"] },}}"#,
    );
}

#[test]
fn keys_that_are_there_twice_both_go() {
    let text = r#"{"mcpServers": {"a": 1, "a": 2, "b": 3}}"#;
    let expect = r#"{"mcpServers": {"candor": { "command": "c", "args": ["stdio"] }, "b": 3}}"#;
    check(&FileLayout::PLAIN, &["mcpServers"], text, &["a"], expect);
}

#[test]
fn forms_that_are_not_understood_are_refused() {
    for text in [
        "mcp_servers = { a = { command = \"x\" } }",
        "mcp_servers.a.command = \"x\"",
        "[mcp_servers]\na = { command = \"x\" }",
        "[mcp_servers]\na.command = \"x\"",
    ] {
        let refused = edit(&FileLayout::CODEX, text, &[list(&["mcp_servers"], &["a"])]);
        assert_eq!(refused, Err(unknown_form()), "{text}");
    }
    for text in [
        "extensions: {a: {type: stdio, cmd: x}}",
        "extensions:\n  {a: {type: stdio, cmd: x}, b: {type: stdio, cmd: y}}\n",
        "x: &x {type: stdio, cmd: x}\nextensions: {a: *x}\n",
    ] {
        let refused = edit(&FileLayout::GOOSE, text, &[list(&["extensions"], &["a"])]);
        assert_eq!(refused, Err(unknown_form()), "{text}");
    }
}
