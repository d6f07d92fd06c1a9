//! `candor lint`.

use serde_json::{Value, json};

use crate::api::SHOP;
use crate::sandbox::{CommandSandbox, check};
use crate::shop;
use crate::upstream::{CannedReplies, CannedUpstream};

/// One operation that is as it should be, and three that are not.
const DOCUMENT: &str = r#"openapi: 3.1.0
info: {title: Shop, version: "1"}
servers: [{url: https://shop.example}]
paths:
  /books:
    get:
      operationId: list_books
      description: Lists the books of the shop with their prices.
      responses:
        "200": {description: The books, content: {application/json: {schema: {type: object}}}}
    put:
      operationId: replaceBooks
      summary: Replace books
      parameters: [{name: dry, in: query, schema: {type: boolean}}]
      responses: {"204": {description: Done}}
  /cache/purge:
    get:
      operationId: purge_cache
      description: Deletes the whole cache for good.
      responses: {"200": {description: Done}}
  /broken/{id}:
    get:
      operationId: broken
      x-candor: {annotations: {readOnlyHint: true, destructiveHint: true}}
      responses: {"200": {description: Done}}
"#;

/// The codes of what a run found about a tool.
fn codes<'a>(found: &'a Value, tool: &Value) -> Vec<&'a str> {
    let findings = found["findings"].as_array().expect("a list").iter();
    let about = findings.filter(|one| one["tool"] == *tool);
    about.filter_map(|one| one["code"].as_str()).collect()
}

#[test]
fn a_document() {
    let sandbox = CommandSandbox::with("shop.yaml", DOCUMENT);
    check!(sandbox.run("lint shop.yaml"), @"
    exit 1
    --- stdout
    shop.yaml: warning: source `shop`: nothing is said about `id` in the path `/broken/{id}`; it is taken for a text, at `#/paths/~1broken~1{id}/get` [openapi::parameter]
    warning: source `shop`: `broken` says both `readOnlyHint` and `destructiveHint`, at `#/paths/~1broken~1{id}/get` [openapi::annotations-contradict]
      hint: it is taken to be destructive; remove one of them
    note: source `shop`: open-world is not set for its tools [lint::unset-open-world]
      hint: `open_world` on the source sets it for all its tools; some directories require it

    shop.replaceBooks
      warning: the description only repeats the name: `Replace books` [lint::empty-description]
        hint: add what a model cannot guess: when to use it, what it needs and what it returns
      warning: the parameter `dry` has no description [lint::undescribed-parameter]
        hint: give each a `description` with its meaning, unit and format

    shop.purge_cache
      warning: `GET /cache/purge` should be read-only, but the name begins with `purge`; the path ends with `purge`; the description begins with `deletes` [lint::method-contradicted]
        hint: use a method that may change data, or declare it read-only in `x-candor`

    shop.broken
      warning: there is no description [lint::no-description]
        hint: describe what the tool does, when to use it and what it returns
      warning: the parameter `id` has no description [lint::undescribed-parameter]

    7 warnings, 1 note in 4 tools
    --- stderr
    starting 1 source: shop
    ");
    assert_eq!(sandbox.entry_count(), 1);
}

#[test]
fn a_document_as_json() {
    let sandbox = CommandSandbox::with("shop.yaml", DOCUMENT);
    let ran = sandbox.silent(1, "lint shop.yaml --json");
    let found = ran.json();
    assert_eq!(found["tools"], 4);
    assert!(
        codes(&found, &json!("shop.list_books")).is_empty(),
        "{found}"
    );
    assert_eq!(
        codes(&found, &json!("shop.replaceBooks")),
        ["lint::empty-description", "lint::undescribed-parameter"]
    );
    assert!(codes(&found, &json!("shop.purge_cache")).contains(&"lint::method-contradicted"));
    let general = codes(&found, &Value::Null);
    assert!(
        general.contains(&"openapi::annotations-contradict"),
        "{found}"
    );
    let first = &found["findings"][0];
    assert_eq!(first["place"]["file"], "shop.yaml", "{found}");
    assert_eq!(
        found["findings"]
            .as_array()
            .map(Vec::len)
            .and_then(|all| u64::try_from(all).ok()),
        ["errors", "warnings", "notes"]
            .iter()
            .map(|key| found[*key].as_u64())
            .sum()
    );
}

#[test]
fn notes_are_no_findings() {
    let sandbox = CommandSandbox::new();
    let far = "  /far:\n    $ref: https://elsewhere.example/paths.yaml\n";
    sandbox.file("shop.yaml", &SHOP.replace(far, ""));
    check!(sandbox.run("lint shop.yaml --tag operation"), @"
    exit 0
    --- stdout
    note: source `shop`: open-world is not set for its tools [lint::unset-open-world]
      hint: `open_world` on the source sets it for all its tools; some directories require it

    shop.get_health
      note: there is no output schema [lint::no-output-schema]
        hint: with an `outputSchema` clients can validate and display the result

    2 notes in 1 tool
    --- stderr
    starting 1 source: shop
    ");
    check!(sandbox.run("lint"), @"
    exit 0
    --- stdout
    no problems in 16 tools
    ");
}

#[test]
fn what_cannot_be_looked_at() {
    let sandbox = CommandSandbox::with("cut.json", "{\"openapi\": \"3.1.0\", \"paths\": {");
    sandbox.file(
        "broken.toml",
        "[sources.a]\ncommand = \"no-such-program-here\"\n",
    );
    for (name, target) in [
        ("none", "none.yaml"),
        ("cut", "cut.json"),
        ("down", "broken.toml"),
    ] {
        let ran = sandbox.run(&format!("lint {target}"));
        check!(format!("nothing-{name}"), ran.refused());
    }
}

#[test]
fn a_server_and_one_that_is_down() {
    let sandbox = CommandSandbox::new();
    let upstream = CannedUpstream::start(CannedReplies {
        tools: r#"{"tools":[{"name":"a.b","annotations":{"readOnlyHint":true,"destructiveHint":true},"inputSchema":{"type":"object","properties":{"x":{"type":"objekt"}}}},{"name":"bad"}]}"#,
        call: "{}",
    });
    let config = format!(
        "[sources.up]\nurl = {:?}\n[sources.down]\ncommand = \"no-such-program-here\"\n",
        upstream.url()
    );
    sandbox.file("servers.toml", &config);
    let found = sandbox.json("lint servers.toml --json");
    let general = codes(&found, &Value::Null);
    for code in ["lint::no-answer", "source::malformed-tool"] {
        assert!(general.contains(&code), "{found}");
    }
    assert_eq!(
        codes(&found, &json!("up.a.b")),
        [
            "lint::contradiction",
            "lint::unusable-schema",
            "lint::no-description",
            "lint::undescribed-parameter",
            "lint::unset-hints",
            "lint::name-characters",
        ],
        "{found}"
    );
    // One source alone, and the same at its address.
    let only = sandbox.run("lint --config servers.toml --source up --json");
    assert!(
        !codes(&only.json(), &Value::Null).contains(&"lint::no-answer"),
        "{only}"
    );
    let alone = sandbox.json(&format!("lint {} --json", upstream.url()));
    assert!(
        codes(&alone, &json!("target.a.b")).contains(&"lint::contradiction"),
        "{alone}"
    );
}

#[test]
fn what_people_have_said_counts() {
    let (sandbox, _upstream) = shop::opened();
    let about = |found: &Value| codes(found, &json!("shop.list_books")).join(" ");
    let before = sandbox.json("lint --json");
    assert!(about(&before).contains("lint::unset-hints"), "{before}");
    sandbox.ok("annotate shop.list_books --read-only true --idempotent true");
    let after = sandbox.json("lint --json");
    assert!(!about(&after).contains("lint::unset-hints"), "{after}");
}

#[test]
fn a_dump() {
    let sandbox = CommandSandbox::with(
        "tools.jsonl",
        "{\"source\": \"notes\", \"name\": \"list_notes\", \"description\": \"List notes\"}\n\
         {\"source\": \"mail\", \"name\": \"send\", \"description\": \"Sends a mail to anybody.\"}\n{\n",
    );
    check!(sandbox.run("lint tools.jsonl"), @"
    exit 1
    --- stdout
    tools.jsonl:3:1: error: it is not JSON: EOF while parsing an object; it is skipped [infer::no-tool]
    note: source `notes`: open-world is not set for its tools [lint::unset-open-world]
      hint: `open_world` on the source sets it for all its tools; some directories require it
    note: source `mail`: open-world is not set for its tools [lint::unset-open-world]
      hint: `open_world` on the source sets it for all its tools; some directories require it

    notes.list_notes
      warning: the description only repeats the name: `List notes` [lint::empty-description]
        hint: add what a model cannot guess: when to use it, what it needs and what it returns
      warning: hints are not set: read-only, destructive, idempotent [lint::unset-hints]
        hint: set the hints where the tool is defined; `candor infer` suggests values

    mail.send
      warning: hints are not set: destructive [lint::unset-hints]

    1 error, 3 warnings, 2 notes in 2 tools
    ");
    let only = sandbox.json("lint tools.jsonl --source mail --json");
    assert_eq!(only["tools"], 1, "{only}");
    sandbox.exits(2, "lint tools.jsonl --source other");
}
