use super::*;
use crate::server::ServerTransport;

fn read(layout: &FileLayout, text: &str) -> Vec<(String, Result<ServerEntry, String>)> {
    let found = servers(layout, text).expect("readable");
    found.into_iter().map(|one| (one.name, one.entry)).collect()
}

#[track_caller]
fn only(layout: &FileLayout, text: &str) -> ServerEntry {
    let mut found = read(layout, text);
    assert_eq!(found.len(), 1, "{found:?}");
    found.remove(0).1.expect("an entry")
}

#[test]
fn codex_names_variables_instead_of_values() {
    let text = "[mcp_servers.a]\nurl = \"https://a.example\"\nbearer_token_env_var = \"T\"\n\
                env_http_headers = { X = \"Y\" }\nhttp_headers = { Z = \"$1\" }\n";
    let entry = only(&FileLayout::CODEX, text);
    let ServerTransport::Remote { headers, .. } = entry.transport else {
        panic!("a server on the network");
    };
    let headers: Vec<(&str, &str)> = headers
        .iter()
        .map(|(name, value)| (name.as_str(), value.as_str()))
        .collect();
    assert_eq!(
        headers,
        [
            ("Z", "$$1"),
            ("X", "${Y}"),
            ("Authorization", "Bearer ${T}")
        ]
    );
}

#[test]
fn opencode_keeps_servers_at_two_depths() {
    let old = r#"{"mcp": {"servers": {"type": "local", "command": ["a", "b"]}}}"#;
    let entry = only(&FileLayout::OPENCODE, old);
    assert_eq!(entry.identity(), ["a", "b"]);
    let new = r#"{"mcp": {"timeout": 1, "servers": {"x": {"type": "local", "command": ["c"]}}}}"#;
    assert_eq!(only(&FileLayout::OPENCODE, new).identity(), ["c"]);
}

#[test]
fn gemini_tells_transports_by_their_keys() {
    let text = r#"{"mcpServers": {"a": {"url": "https://a.example"}, "b": {"httpUrl": "https://b.example"}}}"#;
    let found = read(&FileLayout::GEMINI, text);
    let names: Vec<&str> = found
        .iter()
        .map(|(_, entry)| entry.as_ref().expect("an entry").transport_name())
        .collect();
    assert_eq!(names, ["sse", "http"]);
}

#[test]
fn entries_that_cannot_be_moved_say_why() {
    for (layout, entry, expect) in [
        (
            FileLayout::PLAIN,
            r#"{"command": 7, "args": {}}"#,
            "its `args` is not a text",
        ),
        (
            FileLayout::PLAIN,
            r#"{"url": "ftp://x"}"#,
            "its address begins with neither",
        ),
        (
            FileLayout::PLAIN,
            r#"{"command": ""}"#,
            "its command is empty",
        ),
        (FileLayout::PLAIN, r#"{"type": "stdio"}"#, "it has neither"),
        (FileLayout::PLAIN, "7", "it is not a table"),
        (
            FileLayout::EDITOR,
            r#"{"command": "${input:x}"}"#,
            "it uses `${input:x}`",
        ),
        (
            FileLayout::PLAIN,
            r#"{"command": "a\u0000b"}"#,
            "a NUL character",
        ),
    ] {
        let text = format!(r#"{{"mcpServers": {{"a": {entry}}}}}"#);
        let found = read(&layout, &text).remove(0).1.expect_err("a reason");
        assert!(found.contains(expect), "{entry}: {found}");
    }
}

#[test]
fn what_is_no_server_is_passed_over() {
    for (layout, text) in [
        (FileLayout::GOOSE, "extensions:\n  a:\n    type: builtin\n"),
        (
            FileLayout::ZED,
            r#"{"context_servers": {"a": {"settings": {}}}}"#,
        ),
        (FileLayout::PLAIN, r#"{"mcpServers": null}"#),
        (FileLayout::PLAIN, r#"{"mcpServers": []}"#),
        (FileLayout::PLAIN, "[]"),
        (FileLayout::PLAIN, ""),
        (FileLayout::CONTINUE, "mcpServers:\n  - uses: x/y\n"),
    ] {
        assert!(read(&layout, text).is_empty(), "{text}");
    }
}
