//! `candor call`.

use serde_json::{Value, json};

use crate::sandbox::{CommandSandbox, check};
use crate::upstream::{CannedReplies, CannedUpstream};

#[test]
fn a_tool_of_the_demo() {
    check!(CommandSandbox::new().run(r#"call bookshop.get_book '{"id": 1}'"#), @r#"
    exit 0
    --- stdout
    {"id":1,"title":"Pride and Prejudice","author":"Jane Austen","price_cents":850,"stock":12,"description":"A proud man and a quick-witted woman misjudge each other."}
    "#);
}

#[test]
fn both_names_lead_to_it() {
    let sandbox = CommandSandbox::new();
    let by_qualified = sandbox.run("call bookshop.list_books");
    let by_exposed = sandbox.run("call bookshop_list_books {}");
    assert_eq!(by_qualified.code, Some(0), "{by_qualified}");
    assert_eq!(by_qualified.stdout, by_exposed.stdout);
}

#[test]
fn the_raw_result() {
    let ran = CommandSandbox::new().silent(0, r#"call bookshop.get_book '{"id": 1}' --json"#);
    assert_eq!(ran.json()["structuredContent"]["id"], 1);
}

#[test]
fn arguments_from_elsewhere() {
    let sandbox = CommandSandbox::with("arguments.json", r#"{"id": 1}"#);
    let given = sandbox.run(r#"call bookshop.get_book '{"id": 1}'"#);
    let from_file = sandbox.run("call bookshop.get_book @arguments.json");
    let from_input = sandbox.run_with("call bookshop.get_book -", r#" {"id": 1} "#);
    assert_eq!(given.stdout, from_file.stdout);
    assert_eq!(given.stdout, from_input.stdout);
}

#[test]
fn arguments_that_do_not_fit() {
    let sandbox = CommandSandbox::new();
    check!(sandbox.run(r#"call bookshop.get_book '{"id": "one", "x": 1}'"#), @r#"
    exit 1
    --- stdout
    the arguments of `bookshop_get_book` do not fit its input schema:
    - /id: "one" is not of type "integer"
    - /: Additional properties are not allowed ('x' was unexpected)
    --- stderr
    the tool returned an error
    "#);
    let unknown = sandbox.exits(1, r#"call bookshop.get_book '{"id": 9999}'"#);
    for part in [
        "404",
        "there is no book with the id 9999; `list_books` shows",
    ] {
        unknown.prints(part);
    }
}

#[test]
fn arguments_that_are_no_arguments() {
    let sandbox = CommandSandbox::new();
    for (name, given) in [
        ("syntax", r#"{"id": 1,}"#),
        ("bare", "{id: 1}"),
        ("list", "[1]"),
        ("twice", r#"{"id": 1, "id": 2}"#),
        ("empty", ""),
        ("file", "@none.json"),
    ] {
        let ran = sandbox.run_args(&["call", "bookshop.get_book", given]);
        insta::assert_snapshot!(format!("bad-arguments-{name}"), ran.refused());
    }
}

#[test]
fn arguments_over_the_limit() {
    let sandbox = CommandSandbox::configured(
        "[limits]\nrequest_body = \"1KiB\"\n[sources.a]\ncommand = \"a\"\n",
    );
    let long = format!("{{\"a\": \"{}\"}}", "x".repeat(2000));
    check!(sandbox.run_with("call a.b -", &long), @r"
    exit 2
    --- stderr
    error: the arguments are larger than 1024 bytes
      hint: `limits.request_body` sets the limit
    ");
}

#[test]
fn an_unknown_tool() {
    let sandbox = CommandSandbox::new();
    check!(sandbox.run("call bookshop.list_book"), @r"
    exit 2
    --- stderr
    error: there is no tool `bookshop.list_book`
      hint: did you mean `bookshop.list_books`?
    ");
    check!(sandbox.run("call zebra"), @r"
    exit 2
    --- stderr
    error: there is no tool `zebra`
      hint: `candor tools` lists the tools
    ");
}

#[test]
fn a_tool_of_a_source_that_is_down_or_disabled() {
    let sandbox = CommandSandbox::configured(
        "[sources.broken]\ncommand = \"no-such-program-here\"\n[sources.off]\ncommand = \"a\"\nenabled = false\n",
    );
    let ran = sandbox.exits(2, "call broken.x");
    ran.reports("source `broken` has not been answering");
    check!(sandbox.run("call off.x"), @r"
    exit 2
    --- stderr
    error: source `off` is disabled, so `off.x` cannot be called
      hint: set `enabled = true` for the source
    ");
}

#[test]
fn contents_of_every_kind() {
    let upstream = CannedUpstream::start(CannedReplies {
        tools: r#"{"tools":[{"name":"t","inputSchema":{"type":"object"}}]}"#,
        call: r#"{"content":[{"type":"text","text":"one\ntwo"},{"type":"image","mimeType":"image/png","data":"AAAA"},{"type":"new"}],"isError":true}"#,
    });
    let sandbox = CommandSandbox::new();
    sandbox.configure(&format!("[sources.up]\nurl = {:?}\n", upstream.url()));
    check!(sandbox.run("call up.t"), @r"
    exit 1
    --- stdout
    one
    two
    [image, image/png, 3 bytes]
    [content of the unknown type `new`]
    --- stderr
    starting 1 source: up
    the tool returned an error
    ");
    let ran = sandbox.exits(1, "call up.t --json");
    assert_eq!(ran.json()["content"][2], json!({"type": "new"}));
}

#[test]
fn a_call_is_kept() {
    let sandbox = CommandSandbox::new();
    sandbox.ok("call bookshop.list_books --data state");
    let names: Vec<String> = std::fs::read_dir(sandbox.path().join("state"))
        .expect("the data directory")
        .map(|entry| {
            entry
                .expect("an entry")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    assert!(names.contains(&"candor.db".to_owned()), "{names:?}");
}

#[test]
fn an_error_of_the_protocol() {
    let ran = CommandSandbox::new().exits(1, r#"call bookshop.get_book '{"id": "one"}' --json"#);
    assert_eq!(ran.json().get("isError"), Some(&Value::Bool(true)));
}
