//! `candor call`.

use serde_json::{Value, json};

use crate::sandbox::{Sandbox, check};
use crate::upstream::{Script, Upstream};

#[test]
fn a_tool_of_the_demo() {
    check!(Sandbox::new().run(&["call", "bookshop.get_book", r#"{"id": 1}"#]), @r#"
    exit 0
    --- stdout
    {"id":1,"title":"Pride and Prejudice","author":"Jane Austen","price_cents":850,"stock":12,"description":"A proud man and a quick-witted woman misjudge each other."}
    "#);
}

#[test]
fn both_names_lead_to_it() {
    let sandbox = Sandbox::new();
    let by_qualified = sandbox.run(&["call", "bookshop.list_books"]);
    let by_exposed = sandbox.run(&["call", "bookshop_list_books", "{}"]);
    assert_eq!(by_qualified.code, Some(0), "{by_qualified}");
    assert_eq!(by_qualified.stdout, by_exposed.stdout);
}

#[test]
fn the_raw_result() {
    let ran = Sandbox::new().run(&["call", "bookshop.get_book", r#"{"id": 1}"#, "--json"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""), "{ran}");
    assert_eq!(ran.json()["structuredContent"]["id"], 1);
}

#[test]
fn arguments_from_elsewhere() {
    let sandbox = Sandbox::new();
    sandbox.file("arguments.json", r#"{"id": 1}"#);
    let given = sandbox.run(&["call", "bookshop.get_book", r#"{"id": 1}"#]);
    let from_file = sandbox.run(&["call", "bookshop.get_book", "@arguments.json"]);
    let from_input = sandbox.run_with(&["call", "bookshop.get_book", "-"], r#" {"id": 1} "#);
    assert_eq!(given.stdout, from_file.stdout);
    assert_eq!(given.stdout, from_input.stdout);
}

#[test]
fn arguments_that_do_not_fit() {
    let sandbox = Sandbox::new();
    check!(sandbox.run(&["call", "bookshop.get_book", r#"{"id": "one", "x": 1}"#]), @r#"
    exit 1
    --- stdout
    the arguments of `bookshop_get_book` do not fit its input schema:
    - /id: "one" is not of type "integer"
    - /: Additional properties are not allowed ('x' was unexpected)
    --- stderr
    the answer is an error
    "#);
    let unknown = sandbox.run(&["call", "bookshop.get_book", r#"{"id": 9999}"#]);
    assert_eq!(unknown.code, Some(1), "{unknown}");
    for part in [
        "404",
        "there is no book with the id 9999; `list_books` shows",
    ] {
        assert!(unknown.stdout.contains(part), "{unknown}");
    }
}

#[test]
fn arguments_that_are_no_arguments() {
    let sandbox = Sandbox::new();
    for (name, given) in [
        ("syntax", r#"{"id": 1,}"#),
        ("bare", "{id: 1}"),
        ("list", "[1]"),
        ("twice", r#"{"id": 1, "id": 2}"#),
        ("empty", ""),
        ("file", "@none.json"),
    ] {
        let ran = sandbox.run(&["call", "bookshop.get_book", given]);
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "{ran}");
        insta::assert_snapshot!(format!("bad-arguments-{name}"), ran.stderr);
    }
}

#[test]
fn arguments_over_the_limit() {
    let sandbox = Sandbox::new();
    sandbox.file(
        "candor.toml",
        "[limits]\nrequest_body = \"1KiB\"\n[sources.a]\ncommand = \"a\"\n",
    );
    let long = format!("{{\"a\": \"{}\"}}", "x".repeat(2000));
    check!(sandbox.run_with(&["call", "a.b", "-"], &long), @r"
    exit 2
    --- stderr
    error: the arguments are larger than 1024 bytes
      hint: `limits.request_body` sets the limit
    ");
}

#[test]
fn an_unknown_tool() {
    let sandbox = Sandbox::new();
    check!(sandbox.run(&["call", "bookshop.list_book"]), @r"
    exit 2
    --- stderr
    error: there is no tool `bookshop.list_book`
      hint: did you mean `bookshop.list_books`?
    ");
    check!(sandbox.run(&["call", "zebra"]), @r"
    exit 2
    --- stderr
    error: there is no tool `zebra`
      hint: `candor tools` lists the tools there are
    ");
}

#[test]
fn a_tool_of_a_source_that_is_down_or_disabled() {
    let sandbox = Sandbox::new();
    sandbox.file(
        "candor.toml",
        "[sources.broken]\ncommand = \"no-such-program-here\"\n[sources.off]\ncommand = \"a\"\nenabled = false\n",
    );
    let ran = sandbox.run(&["call", "broken.x"]);
    assert_eq!(ran.code, Some(2), "{ran}");
    assert!(
        ran.stderr
            .contains("source `broken` has not been answering"),
        "{ran}"
    );
    check!(sandbox.run(&["call", "off.x"]), @r"
    exit 2
    --- stderr
    error: source `off` is disabled, so `off.x` cannot be called
      hint: set its `enabled = true`
    ");
}

#[test]
fn contents_of_every_kind() {
    let upstream = Upstream::start(Script {
        tools: r#"{"tools":[{"name":"t","inputSchema":{"type":"object"}}]}"#,
        call: r#"{"content":[{"type":"text","text":"one\ntwo"},{"type":"image","mimeType":"image/png","data":"AAAA"},{"type":"new"}],"isError":true}"#,
    });
    let sandbox = Sandbox::new();
    let config = format!("[sources.up]\nurl = {:?}\n", upstream.url());
    sandbox.file("candor.toml", &config);
    check!(sandbox.run(&["call", "up.t"]), @r"
    exit 1
    --- stdout
    one
    two
    [image, image/png, 3 bytes]
    [content of the unknown type `new`]
    --- stderr
    starting 1 source: up
    the answer is an error
    ");
    let ran = sandbox.run(&["call", "up.t", "--json"]);
    assert_eq!(ran.code, Some(1), "{ran}");
    assert_eq!(ran.json()["content"][2], json!({"type": "new"}));
}

#[test]
fn a_call_is_kept() {
    let sandbox = Sandbox::new();
    let ran = sandbox.run(&["call", "bookshop.list_books", "--data", "state"]);
    assert_eq!(ran.code, Some(0), "{ran}");
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
    let ran = Sandbox::new().run(&["call", "bookshop.get_book", r#"{"id": "one"}"#, "--json"]);
    assert_eq!(ran.code, Some(1), "{ran}");
    assert_eq!(ran.json().get("isError"), Some(&Value::Bool(true)));
}
