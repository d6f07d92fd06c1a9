//! `candor tools`.

use std::io::{BufRead as _, BufReader};
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::sandbox::{CANDOR, CommandSandbox, check, has, len, text};
use crate::upstream::{CannedReplies, CannedUpstream};

/// Builds a toolset of the demo, at whose endpoint there are a few tools of the bookshop alone.
fn build_some(sandbox: &CommandSandbox, data: &str) {
    sandbox.ok(&format!(
        "toolset build some bookshop.list_* bookshop.delete_book --data {data}"
    ));
}

/// One source that works, which is the demo behind a second Candor, and one that does not.
fn good_and_broken(sandbox: &CommandSandbox) {
    let inner = sandbox.path().join("inner");
    std::fs::create_dir(&inner).expect("a folder");
    build_some(sandbox, "inner/state");
    sandbox.configure(&format!(
        "[sources.good]\ncommand = {CANDOR:?}\nargs = [\"stdio\", \"--toolset\", \"some\", \"--data\", \"state\"]\ncwd = {:?}\n\n\
         [sources.broken]\ncommand = \"nope\"\n",
        inner.display().to_string()
    ));
}

/// A tool with everything odd about it, one that no client could read, one that is plain.
const ODD: CannedReplies = CannedReplies {
    tools: r#"{"tools":[{"name":"odd.one","x-order":[1.10,2e3],"description":"First \u001b[31mline.\nSecond.","annotations":{"readOnlyHint":true,"x":null},"inputSchema":{"type":"object"}},{"name":"bad","annotations":{"readOnlyHint":"yes"},"inputSchema":{"type":"object"}},{"name":"plain","inputSchema":{"type":"object"}}]}"#,
    call: r#"{"content":[]}"#,
};

#[test]
fn the_demo() {
    check!(CommandSandbox::new().run("tools"), @r"
    exit 0
    --- stdout
    SOURCE    STATE  TOKENS  DETAILS
    bookshop  ready  5872    11 tools (openapi)
    gs1       ready  1841    5 tools (pack)

    TOOL                   TOKENS  HINTS                    DESCRIPTION
    bookshop.list_books    592     read-only                List books: Lists the books of the shop with their ids, authors and prices. Changes nothing.
    bookshop.add_book      577     additive                 Add a book: Adds a book to the shop and gives its id. Adding the same book twice makes two entries.
    bookshop.search_books  668     read-only                Search books: Finds books by words in title, author or description, by price and by stock. All conditions must hold. It is a POST because the question is sent as a body; it changes nothing.
    bookshop.get_book      456     read-only                Get a book: Gives one book by its id. Changes nothing.
    bookshop.replace_book  623     destructive, idempotent  Replace a book: Replaces everything about a book but its id. What it said before is overwritten and not kept; what is left out goes back to its default.
    bookshop.delete_book   468     destructive, idempotent  Delete a book: Deletes a book from the shop for good and gives what it was. This cannot be undone.
    bookshop.update_price  503     destructive, idempotent  Change a price: Sets the price of a book. The old price is overwritten and not kept.
    bookshop.adjust_stock  527     additive                 Adjust the stock of a book: Adds copies of a book to the stock, or takes some out. The change counts from what is there now: sent twice, it counts twice.
    bookshop.list_orders   484     read-only                List orders: Lists all orders and says what has become of each. Changes nothing.
    bookshop.place_order   501     additive                 Place an order: Orders copies of a book for a customer and takes them out of the stock. Every call places another order, unless it repeats an idempotency key.
    bookshop.cancel_order  473     destructive, idempotent  Cancel an order: Cancels an order and puts its copies back. A cancelled order cannot be taken up again. Cancelling it once more changes nothing.
    gs1.ping               129     read-only                Ping: Check that the GS1 tools answer. Returns `ok` and their version.
    gs1.validate_gtin      495     read-only                Validate GTIN: Check a GTIN (the number under a bar code): length, digits and check digit. Says what is wrong, or gives the number with 14 digits. Reads no catalogue.
    gs1.resolve_gtin       410     read-only                Resolve GTIN: Find the web address that a product's GS1 link leads to. Looks at the resolver rules for the item, its brand, its company prefix and all items, in this order, and says which rule decided.
    gs1.lookup_product     376     read-only                Look Up Product: Look up a product by GTIN. Returns name, brand, description, net content, country and more, as far as the product catalogue knows them. Use `resolve_gtin` for its links.
    gs1.generate_qr_url    431     additive, idempotent     Generate QR URL: Make a GS1 Digital Link URI for a product, with lot, serial number and expiry date if given, and its QR code. Records the link under the caller's name, once for the same link.
    ");
}

#[test]
fn the_demo_explained() {
    check!(CommandSandbox::new().run("tools --explain"),);
}

#[test]
fn the_demo_as_json() {
    let ran = CommandSandbox::new().silent(0, "tools --json");
    let found = ran.json();
    assert_eq!(found["sources"][0]["state"], "ready");
    assert_eq!(found["sources"][0]["tools"], 11);
    assert_eq!(found["diagnostics"], json!([]));
    let first = &found["tools"][0];
    assert_eq!(first["name"], "bookshop.list_books");
    assert_eq!(first["exposed"], "bookshop_list_books");
    assert_eq!(first["source"], "bookshop");
    assert_eq!(first["definition"]["name"], "bookshop_list_books");
    assert_eq!(first["definition"]["annotations"]["readOnlyHint"], true);
}

#[test]
fn a_source_that_fails_does_not_hide_the_others() {
    let sandbox = CommandSandbox::new();
    good_and_broken(&sandbox);
    // The inner gateway may still list its tools from memory, and says so in each of them.
    let mut filters = crate::sandbox::varying();
    filters.push((r"(good\S*\s+(?:ready\s+)?)\d+", "${1}[N]"));
    insta::with_settings!({filters => filters}, {
        insta::assert_snapshot!(sandbox.run("tools"), @r"
    exit 1
    --- stdout
    SOURCE  STATE    TOKENS  DETAILS
    good    ready    [N]    3 tools (stdio, MCP 2026-07-28)
    broken  failing  0       for [N] s, [N] attempts: cannot start `nope`: No such file or directory (os error 2)

    TOOL                       TOKENS  HINTS                    DESCRIPTION
    good.bookshop_list_books   [N]     read-only                List books: Lists the books of the shop with their ids, authors and prices. Changes nothing.
    good.bookshop_list_orders  [N]     read-only                List orders: Lists all orders and says what has become of each. Changes nothing.
    good.bookshop_delete_book  [N]     destructive, idempotent  Delete a book: Deletes a book from the shop for good and gives what it was. This cannot be undone.
    --- stderr
    starting 2 sources: good, broken
    ");
    });
    let ran = sandbox.silent(1, "tools --json");
    let found = ran.json();
    assert_eq!(len(&found["tools"]), 3);
    assert_eq!(found["sources"][0]["state"], "ready");
    assert_eq!(found["sources"][1]["state"], "failing");
    has(&text(&found["sources"][1]["last_error"]), "`nope`");
}

#[test]
fn a_url_is_a_target() {
    let (sandbox, upstream) = (CommandSandbox::new(), CannedUpstream::start(ODD));
    let ran = sandbox.run(&format!("tools {}", upstream.url()));
    check!(ran, @r#"
    exit 1
    --- stdout
    SOURCE  STATE  TOKENS  DETAILS
    target  ready  101     2 tools (http, MCP 2025-11-25)

    TOOL            TOKENS  HINTS      DESCRIPTION
    target.odd.one  52      read-only  Odd One: First \u{1b}[31mline.
    target.plain    49      not set    Plain: Calls the tool `plain` of the source `target`, which does not describe it.
    --- stderr
    starting 1 source: target
    error: source `target`: the tool `bad` is left out: `annotations.readOnlyHint` must be true or false, not `"yes"` [source::malformed-tool]
      hint: the author of the server must change this: make it a JSON boolean, or leave it out
    "#);
    // Looking leaves nothing behind.
    assert_eq!(sandbox.entry_count(), 0);
}

#[test]
fn definitions_are_word_for_word() {
    // What the source sent, and after it the title that it left out.
    let upstream = CannedUpstream::start(ODD);
    let ran = CommandSandbox::new().run(&format!("tools {} --json", upstream.url()));
    assert_eq!(ran.code, Some(1), "{ran}");
    let odd = r#""definition":{"name":"target_odd_one","x-order":[1.10,2e3],"description":"First \u001b[31mline.\nSecond.","annotations":{"readOnlyHint":true,"x":null,"title":"Odd One"},"inputSchema":{"type":"object"},"title":"Odd One"}"#;
    ran.prints(odd);
    let found = ran.json();
    assert_eq!(len(&found["tools"]), 2);
    assert_eq!(found["diagnostics"][0]["severity"], "error");
    let message = text(&found["diagnostics"][0]["message"]);
    has(&message, "`bad`");
    has(&message, "readOnlyHint");
}

#[test]
fn a_command_is_a_target() {
    let sandbox = CommandSandbox::new();
    build_some(&sandbox, "state");
    let ran = sandbox.ok(&format!(
        "tools --json -- {CANDOR} stdio --toolset some --data state"
    ));
    let names: Vec<Value> = ran.json()["tools"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|tool| tool["name"].clone())
        .collect();
    assert_eq!(names[0], "target.bookshop_list_books");
    assert_eq!(names.len(), 3);
}

#[test]
fn a_file_is_a_target() {
    let (sandbox, upstream) = (CommandSandbox::new(), CannedUpstream::start(ODD));
    let servers = json!({"mcpServers": {"one": {"url": upstream.url()}}});
    sandbox.file("servers.json", &servers.to_string());
    let found = sandbox.json("tools servers.json --json");
    assert_eq!(found["tools"][1]["name"], "one.plain");
}

#[test]
fn what_is_no_target() {
    let sandbox = CommandSandbox::with("tools.json", r#"[{"name": "a"}]"#);
    for target in ["tools.json", "none.toml", "ws://a.example", "http://"] {
        let ran = sandbox.exits(2, &format!("tools {target}"));
        insta::assert_snapshot!(
            format!("no-target-{}", target.replace([':', '/'], "-")),
            ran.stderr
        );
    }
    sandbox.exits(2, "tools a.toml -- b");
}

#[test]
fn no_sources_at_all() {
    let sandbox = CommandSandbox::configured("[server]\n");
    check!(sandbox.run("tools"), @r"
    exit 0
    --- stderr
    no sources are configured; `candor add` adds one
    ");
}

#[test]
fn transparent_names_are_the_sources_own() {
    let (sandbox, upstream) = (CommandSandbox::new(), CannedUpstream::start(ODD));
    sandbox.configure(&format!(
        "[server]\ntransparent = \"one\"\n[sources.one]\nurl = {:?}\n",
        upstream.url()
    ));
    let found = sandbox.json("tools --json");
    assert_eq!(found["tools"][0]["exposed"], "odd.one");
}

#[test]
fn an_interrupt_stops_the_sources() {
    let sandbox = CommandSandbox::new();
    // It never answers.
    let mut child = sandbox
        .command(&[
            "tools",
            "--",
            "sh",
            "-c",
            "echo $$ > pid; touch received; while read line; do :; done",
        ])
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let mut stderr = BufReader::new(child.stderr.take().expect("its errors"));
    let mut line = String::new();
    stderr.read_line(&mut line).expect("a line");
    assert_eq!(line, "starting 1 source: target\n");
    // The server must have begun before it can be seen to end.
    let received = sandbox.path().join("received");
    for _ in 0..6_000 {
        if received.exists() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    assert!(received.exists(), "the server never began");
    let kill = |args: &[&str]| {
        let output = Command::new("kill")
            .args(args)
            .output()
            .expect("`kill` starts");
        output.status.success()
    };
    assert!(kill(&["-INT", &child.id().to_string()]));
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    let pid = sandbox.read("pid");
    assert!(
        !kill(&["-0", pid.trim()]),
        "the server outlived its gateway"
    );
}

#[test]
fn one_source_alone() {
    let sandbox = CommandSandbox::new();
    good_and_broken(&sandbox);
    let ran = sandbox.ok("tools --source good --json");
    assert_eq!(len(&ran.json()["sources"]), 1);
    check!(sandbox.run("tools --source godo"), @r"
    exit 2
    --- stderr
    error: there is no source `godo`
      hint: did you mean `good`?
    ");
    check!(CommandSandbox::new().run("tools --source shop"), @"
    exit 2
    --- stderr
    error: there is no source `shop`
      hint: the sources are: bookshop, gs1
    ");
}

#[test]
fn an_unknown_environment() {
    check!(CommandSandbox::new().run("tools --environment prod"), @r"
    exit 2
    --- stderr
    error: there is no environment `prod`; `candor environment list` shows those that exist
    ");
}

#[test]
fn an_environment_shows_its_own_hints() {
    let sandbox = CommandSandbox::new();
    let upstream = CannedUpstream::start(ODD);
    sandbox.configure(&format!(
        "[sources.one]\nurl = {:?}\n[environments.dev.annotations.\"one.*\"]\nopen_world = true\n",
        upstream.url()
    ));
    let open = |args: &[&str]| {
        let ran = sandbox.run_args(args);
        ran.json()["tools"][0]["hints"]["open_world"].clone()
    };
    assert_eq!(open(&["tools", "--json"]), Value::Null);
    assert_eq!(open(&["tools", "--json", "--environment", "dev"]), true);
}
