//! OpenAPI documents, without a running gateway.

use candor_testkit::http_api::ServedDocument;
use serde_json::{Value, json};

use crate::api::{self, KEY, SHOP};
use crate::sandbox::{CANDOR, CommandRun, CommandSandbox, check, named};

/// The names of the tools that a run listed.
fn names(ran: &CommandRun) -> Vec<String> {
    let found = ran.json();
    let tools = found["tools"].as_array().expect("a list");
    let names = tools.iter().filter_map(|tool| tool["name"].as_str());
    names.map(str::to_owned).collect()
}

#[test]
fn the_tools_of_a_document() {
    let sandbox = CommandSandbox::with("shop.yaml", SHOP);
    check!(sandbox.run("tools shop.yaml"), @r"
    exit 1
    --- stdout
    SOURCE  STATE  TOKENS  DETAILS
    shop    ready  505     4 tools (openapi)

    TOOL              TOKENS  HINTS                    DESCRIPTION
    shop.list_books   191     read-only                List Books: Lists the books of the shop with their prices.
    shop.add_book     116     additive                 Add Book: Adds a book to the shelf.
    shop.delete_book  108     destructive, idempotent  Delete Book: Deletes a book for good.
    shop.get_health   90      read-only                Get Health: Tells whether the shop is open.
    --- stderr
    starting 1 source: shop
    shop.yaml:48:3: error: source `shop`: the path `/far` is left out: `https://elsewhere.example/paths.yaml` is not followed: nothing is fetched to read a document; save it beside the document, at `#/paths/~1far` [openapi::refused-ref]
    note: source `shop`: 1 deprecated operation is left out, such as `list_shelves` [openapi::deprecated]
    ");
    // Looking leaves nothing behind.
    assert_eq!(sandbox.entry_count(), 1);
}

#[test]
fn every_tool_explained() {
    let sandbox = CommandSandbox::with("shop.yaml", SHOP);
    let ran = sandbox.run("tools shop.yaml --explain --operation delete_book");
    check!(ran, @r"
    exit 1
    --- stdout
    SOURCE  STATE  TOKENS  DETAILS
    shop    ready  108     1 tool (openapi)

    shop_delete_book
      name         shop.delete_book
      source       shop (trusted)
      title        Delete Book, inferred: made from the name
      description  Deletes a book for good.
      cost         about 108 tokens
      read-only: false, inferred: the HTTP method is DELETE
      destructive: true, inferred: the HTTP method is DELETE
      idempotent: true, inferred: the HTTP method is DELETE
      open-world: not set
      confirm: not set, based on hints
    --- stderr
    starting 1 source: shop
    shop.yaml:48:3: error: source `shop`: the path `/far` is left out: `https://elsewhere.example/paths.yaml` is not followed: nothing is fetched to read a document; save it beside the document, at `#/paths/~1far` [openapi::refused-ref]
    ");
}

#[test]
fn which_operations_become_tools() {
    let sandbox = CommandSandbox::with("shop.yaml", SHOP);
    for (options, expect) in [
        ("--tag operation", &["shop.get_health"][..]),
        ("--method delete", &["shop.delete_book"]),
        (
            "--method GET --method POST --tag books",
            &["shop.list_books", "shop.add_book"],
        ),
        ("--path /books/*", &["shop.delete_book"]),
        (
            "--operation list_* --deprecated",
            &["shop.list_books", "shop.list_shelves"],
        ),
    ] {
        let ran = sandbox.run(&format!("tools shop.yaml --json {options}"));
        assert_eq!(names(&ran), expect, "{options}");
    }
    let none = sandbox.run("tools shop.yaml --json --tag boks");
    let told = none.json()["diagnostics"].to_string();
    assert!(told.contains("openapi::idle-filter"), "{none}");
}

#[test]
fn what_evidence_says_about_a_document() {
    let sandbox = CommandSandbox::with("shop.yaml", SHOP);
    let ran = sandbox.run("infer shop.yaml --all --json");
    let found = ran.json();
    let findings = found["findings"].as_array().expect("a list");
    let deletes = findings
        .iter()
        .find(|one| one["tool"] == "shop.delete_book" && one["hint"] == "destructive");
    let deletes = deletes.unwrap_or(&Value::Null);
    let expect = json!(["the HTTP method is DELETE"]);
    assert_eq!(deletes["evidence"], expect, "{ran}");
    let told = found["diagnostics"].to_string();
    assert!(told.contains("https://elsewhere.example"), "{ran}");
}

#[test]
fn a_document_is_known_by_what_is_in_it() {
    let sandbox = CommandSandbox::with("shop.yaml", SHOP);
    sandbox.file(
        "My API (v2).json",
        r#"{"openapi": "3.1.0", "info": {}, "paths": {"/a": {"get": {}}}}"#,
    );
    let ran = sandbox.run("tools 'My API (v2).json' --json");
    assert_eq!(names(&ran), ["My-API--v2.get_a"], "{ran}");
    sandbox.file("none.yaml", "servers:\n  shop: {command: shop}\n");
    check!(sandbox.run("tools none.yaml"), @r"
    exit 2
    --- stderr
    error: `none.yaml` is a YAML file, but not an OpenAPI document: it has no top-level `openapi` or `swagger` key
      hint: a target is an OpenAPI document, an .mcp.json or a candor.toml, or the URL of an MCP server
    ");
    sandbox.file("broken.yaml", "openapi: 3.1.0\npaths: [\n");
    check!(sandbox.run("tools broken.yaml"), @r"
    exit 1
    --- stdout
    SOURCE  STATE    TOKENS  DETAILS
    broken  failing  0       for [N] s, [N] attempts: `broken.yaml:2:8` cannot be read: unclosed bracket '['
    --- stderr
    starting 1 source: broken
    ");
    sandbox.file("words.yaml", "a: b: c");
    check!(sandbox.run("call x --target words.yaml"), @r"
    exit 2
    --- stderr
    error: `words.yaml:1:5` cannot be read: mapping values are not allowed in this context
      hint: a target is an OpenAPI document, an .mcp.json or a candor.toml, or the URL of an MCP server
    ");
    // `--openapi` wins over the name of the file.
    std::fs::copy(
        sandbox.path().join("shop.yaml"),
        sandbox.path().join("shop.txt"),
    )
    .expect("a copy");
    let ran = sandbox.run("tools shop.txt --openapi --tag operation --json");
    assert_eq!(names(&ran), ["shop.get_health"], "{ran}");
}

#[test]
fn options_for_a_document_need_one() {
    let sandbox = CommandSandbox::with("servers.json", r#"{"mcpServers": {}}"#);
    sandbox.file("tools.jsonl", "{\"name\": \"a\"}");
    for row in [
        "nothing: tools --tag books",
        "configuration: tools servers.json --base-url https://a.example",
        "server: tools https://a.example/mcp --allow-private",
        "dump: lint tools.jsonl --deprecated",
        "accept: infer --accept shop.a --method GET",
        "command: call x --path /a -- sh",
        "base-url-query: tools a.yaml --base-url https://a.example?key=1",
        "base-url-scheme: tools a.yaml --base-url shop.example",
        "user-in-url: tools https://me:pass@a.example/api.yaml",
    ] {
        let (name, args) = named(row);
        let ran = sandbox.run(args);
        insta::assert_snapshot!(format!("refused-{name}"), ran.refused());
    }
}

#[test]
fn a_call_without_a_gateway() {
    let (sandbox, shop) = api::open();
    let base = shop.url("/v1");
    let line = format!(r#"list_books '{{"limit": 5}}' --base-url {base} --allow-private"#);
    check!(api::call(&sandbox, Some(KEY), &line), @r#"
    exit 0
    --- stdout
    {"books":[{"id":1,"title":"Emma"},{"id":2,"title":"Persuasion"}]}
    --- stderr
    starting 1 source: shop
    "#);
    let request = shop.last().expect("a request");
    assert_eq!(request.target, "/v1/books?limit=5");
    assert_eq!(request.header("x-api-key"), Some(KEY));
    let line = format!("shop.list_books --base-url {base} --allow-private --json");
    let ran = api::call(&sandbox, Some(KEY), &line).exited(0);
    assert_eq!(ran.stderr, "", "{ran}");
    assert_eq!(
        ran.json()["structuredContent"]["books"][1]["title"],
        "Persuasion"
    );
    // Nothing of it was kept.
    assert_eq!(sandbox.entry_count(), 1);
}

#[test]
fn a_part_of_the_reply() {
    let (sandbox, shop) = api::open();
    let base = shop.url("/v1");
    let select = r#"'{"_select": ".books[].title"}'"#;
    let line = format!("list_books {select} --base-url {base} --allow-private --json");
    let ran = api::call(&sandbox, Some(KEY), &line).exited(0);
    let expect = json!({"selected": ["Emma", "Persuasion"]});
    assert_eq!(ran.json()["structuredContent"], expect);
}

#[test]
fn a_call_that_lacks_something() {
    let (sandbox, shop) = api::open();
    let base = shop.url("/v1");
    let call = |key, line: &str| api::call(&sandbox, key, &line.replace("BASE", &base));
    check!(call(None, "list_books --base-url BASE --allow-private"), @r"
    exit 1
    --- stdout
    the credential for `list_books` is missing: it needs `SHOP_API_KEY` (`SHOP_API_KEY` is not set); nothing was sent; a person sets it in an environment (`candor environment set`) or under `[sources.shop.variables]`
    --- stderr
    starting 1 source: shop
    the tool returned an error
      hint: with a target, credentials come from this process's environment: `NAME=VALUE candor call …`
    ");
    check!(call(Some(KEY), "list_books --base-url BASE"), @r"
    exit 1
    --- stdout
    `127.0.0.1:[PORT]` is at `127.0.0.1`, which is not a public address; set `allow_private = true` on the source if it may go there; nothing was sent
    --- stderr
    starting 1 source: shop
    the tool returned an error
      hint: `--allow-private` allows it
    ");
    check!(call(Some(KEY), "list_books --allow-private"), @r"
    exit 1
    --- stdout
    the server `/v1` is relative, and the document was not read from an address; set `base_url`; nothing was sent
    --- stderr
    starting 1 source: shop
    the tool returned an error
      hint: `--base-url URL` sets the address of the API
    ");
    check!(call(Some(KEY), "list_boks --base-url BASE"), @r"
    exit 2
    --- stderr
    starting 1 source: shop
    error: there is no tool `list_boks`
      hint: did you mean `shop.list_books`?
    ");
    check!(call(Some(KEY), "zebra --base-url BASE"), @r"
    exit 2
    --- stderr
    starting 1 source: shop
    error: there is no tool `zebra`
      hint: `candor tools shop.yaml` lists the tools
    ");
    check!(call(Some(KEY), r#"delete_book '{"id": "one"}' --base-url BASE"#), @r#"
    exit 1
    --- stdout
    the arguments of `shop_delete_book` do not fit its input schema:
    - /id: "one" is not of type "integer"
    --- stderr
    starting 1 source: shop
    the tool returned an error
    "#);
    // Nothing was sent, whatever was missing.
    assert_eq!(shop.requests().len(), 0);
    // Who asks for no credential gets none.
    call(None, "get_health --base-url BASE --allow-private").exited(0);
}

#[test]
fn a_refusal_of_the_api() {
    let (sandbox, shop) = api::open();
    let base = shop.url("/v1");
    let line = format!("list_books --base-url {base} --allow-private");
    let ran = api::call(&sandbox, Some("wrong-key-99"), &line).exited(1);
    ran.prints("401");
    assert!(!ran.to_string().contains("wrong-key-99"), "{ran}");
}

#[test]
fn a_document_on_the_network() {
    let (sandbox, shop) = api::open();
    shop.serve("/shop.yaml", ServedDocument::new("application/yaml", SHOP));
    shop.serve("/document", ServedDocument::new("application/yaml", SHOP));
    let address = shop.url("/shop.yaml");
    let ran = sandbox.run_args(&["tools", &address, "--allow-private", "--json"]);
    assert_eq!(names(&ran)[0], "shop.list_books", "{ran}");
    let ran = sandbox.run_args(&[
        "tools",
        &shop.url("/document"),
        "--openapi",
        "--allow-private",
        "--json",
    ]);
    assert_eq!(names(&ran)[0], "document.list_books", "{ran}");
    // A relative server is relative to where the document was found.
    let line = format!("call get_health --target {address} --allow-private");
    sandbox.ok(&line);
    assert_eq!(shop.last().expect("a request").target, "/v1/health");
    check!(sandbox.run_args(&["tools", &address]), @r"
    exit 1
    --- stdout
    SOURCE  STATE    TOKENS  DETAILS
    shop    failing  0       for [N] s, [N] attempts: the document cannot be fetched: `127.0.0.1:[PORT]` is at `127.0.0.1`, which is not a public address; set `allow_private = true` on the source if it may go there
    --- stderr
    starting 1 source: shop
    hint: `--allow-private` allows it
    ");
    check!(sandbox.run_args(&["lint", &address]), @r"
    exit 2
    --- stderr
    starting 1 source: shop
    error: there is nothing to check: source `shop` has not been answering for [N] s ([N] failed attempts); last error: the document cannot be fetched: `127.0.0.1:[PORT]` is at `127.0.0.1`, which is not a public address; set `allow_private = true` on the source if it may go there
      hint: `--allow-private` allows it
    ");
}

#[test]
fn a_document_with_much_to_say_does_not_say_all_of_it() {
    let sandbox = CommandSandbox::new();
    let mut document = "openapi: 3.1.0\ninfo: {title: Many, version: '1'}\npaths:\n".to_owned();
    for number in 0..60 {
        let path =
            format!("  /a{number}/{{id}}:\n    get: {{operationId: a{number}, responses: {{}}}}\n");
        document.push_str(&path);
    }
    sandbox.file("many.yaml", &document);
    let ran = sandbox.run("tools many.yaml");
    let told = ran
        .stderr
        .lines()
        .filter(|line| line.contains("[openapi::"))
        .count();
    assert_eq!(told, 20, "{ran}");
    ran.reports("more; `candor lint` shows them all");
    let all = sandbox.json("tools many.yaml --json");
    assert!(
        all["diagnostics"].as_array().map(Vec::len) >= Some(60),
        "{all}"
    );
}

#[test]
fn a_call_of_a_server_that_a_command_starts() {
    let sandbox = CommandSandbox::new();
    let line = format!("call bookshop_list_books --json -- {CANDOR} stdio --data state");
    let ran = sandbox.ok(&line);
    assert!(
        ran.json()["structuredContent"]["total"].as_u64() >= Some(1),
        "{ran}"
    );
}

#[test]
fn a_worker_ends_with_its_input() {
    let sandbox = CommandSandbox::new();
    let ran = sandbox.run("worker jq");
    assert_eq!((ran.code, ran.to_string().as_str()), (Some(0), "exit 0\n"));
    sandbox.run_with("worker jq", "half").printed(1, "");
    assert_eq!(sandbox.run("worker jq --help").code, Some(2));
}
