//! `candor approvals`.

use serde_json::{Value, json};

use crate::sandbox::{CommandSandbox, check, check_as, len, named, os_user, text};
use crate::shop;
use crate::waiting::WaitingCallProcess;

const DELETE: &str = "shop.delete_book";

#[test]
fn nothing_waits() {
    let sandbox = CommandSandbox::new();
    check!(sandbox.run("approvals list"), @r"
    exit 0
    --- stderr
    no pending approvals
    ");
    check!(sandbox.run("approvals standing"), @r"
    exit 0
    --- stderr
    no standing approvals
    ");
    let ran = sandbox.run("approvals list --all --json");
    assert_eq!(ran.json(), json!({"approvals": [], "more": false}));
}

#[test]
fn a_call_is_listed_shown_and_approved() {
    let (sandbox, _upstream) = shop::opened();
    let waiting = WaitingCallProcess::call(&sandbox, DELETE, r#"{"id": 7}"#);
    check_as!("list", sandbox.run("approvals list"));
    check_as!("show", sandbox, "approvals show {}", waiting.short());
    let shown = sandbox.json(&format!("approvals show {} --json", waiting.id));
    assert_eq!(shown["id"], waiting.id);
    assert_eq!(shown["state"], "pending");
    assert_eq!(shown["decision"], Value::Null);
    assert_eq!(shown["card"]["arguments"][0]["value"], "7");

    check_as!(
        "approved",
        sandbox,
        "approvals approve {} --reason 'it is torn'",
        waiting.short()
    );
    let id = waiting.id.clone();
    waiting.end().printed(0, "done\n");

    check_as!("approved-twice", sandbox, "approvals approve {id}");
    check_as!("denied-after", sandbox, "approvals deny {id}");
    check_as!("show-consumed", sandbox, "approvals show {id}");
    check_as!(
        "list-consumed",
        sandbox.run("approvals list --state consumed")
    );
    let ran = sandbox.exits(1, &format!("approvals deny {id} --json"));
    let decision = &ran.json()["decision"];
    assert_eq!(decision["answer"], "approve");
    assert_eq!(decision["who"], os_user().as_str());
}

/// A code that leads a phone nowhere is not printed.
#[test]
fn a_code_needs_a_gateway_that_a_phone_reaches() {
    let (sandbox, _upstream) = shop::opened();
    let waiting = WaitingCallProcess::call(&sandbox, DELETE, r#"{"id": 7}"#);
    let ran = sandbox.run(&format!("approvals show {} --qr", waiting.id));
    ran.reports("no gateway is running that a phone could reach");
    let config = sandbox.read("candor.toml");
    for (address, expect) in [
        (
            "http://127.0.0.1:7333",
            "a phone cannot open `http://127.0.0.1:7333`",
        ),
        (
            "https://candor.example",
            "anyone who scans it can approve or deny this call",
        ),
    ] {
        sandbox.configure(&format!("{config}\n[server]\npublic_url = \"{address}\"\n"));
        let ran = sandbox.run(&format!("approvals show {} --qr", waiting.id));
        ran.reports(expect);
        let shown = ran.stdout.lines().filter(|line| line.contains('█')).count();
        assert_eq!(shown > 20, address.starts_with("https"), "{ran}");
    }
    let shown = sandbox.json(&format!("approvals show {} --qr --json", waiting.id));
    let url = shown["link"]["url"].as_str().expect("a link");
    assert!(url.starts_with("https://candor.example/a/"), "{url}");
    sandbox.configure(&config);
    sandbox.ok(&format!("approvals deny {}", waiting.id));
    waiting.end();
    let id = shown["id"].as_str().expect("an id");
    let ran = sandbox.run(&format!("approvals show {id} --qr"));
    ran.reports("denied this call already");
}

#[test]
fn a_denial_reaches_whoever_called() {
    let (sandbox, _upstream) = shop::opened();
    let waiting = WaitingCallProcess::call(&sandbox, DELETE, r#"{"id": 7}"#);
    let id = waiting.id.clone();
    check_as!(
        "denied",
        sandbox,
        "approvals deny {id} --reason 'the book is lent'"
    );
    let ran = waiting.end();
    assert_eq!(ran.code, Some(1), "{ran}");
    ran.prints("the book is lent");
    check_as!("approved-after", sandbox, "approvals approve {id}");
}

#[test]
fn nobody_answers() {
    let (sandbox, upstream) = shop::opened();
    sandbox.configure(&format!(
        "[sources.shop]\nurl = {:?}\n[policy]\napproval_timeout = \"1s\"\n",
        upstream.url()
    ));
    let waiting = WaitingCallProcess::call(&sandbox, DELETE, r#"{"id": 7}"#);
    let id = waiting.id.clone();
    let ran = waiting.end();
    assert_eq!(ran.code, Some(1), "{ran}");
    // No process was there to mark it; it is over all the same.
    check_as!("approved-too-late", sandbox, "approvals approve {id}");
    check_as!(
        "list-expired-are-not-pending",
        sandbox.run("approvals list")
    );
    let ran = sandbox.run("approvals list --state expired --json");
    assert_eq!(ran.json()["approvals"][0]["id"], id);
}

#[test]
fn a_pattern_counts_until_it_is_taken_back() {
    let (sandbox, _upstream) = shop::opened();
    let waiting = WaitingCallProcess::call(&sandbox, DELETE, r#"{"id": 7}"#);
    let id = waiting.id.clone();
    let approving = ["approvals", "approve", &id, "--pattern", "-", "--json"];
    let ran = sandbox.run_args_with(&approving, "/id in 1..9\n").exited(0);
    assert_eq!(ran.json()["decision"]["pattern"], "/id in 1..9\n");
    assert_eq!(waiting.end().code, Some(0));

    check_as!("standing", sandbox.run("approvals standing"));
    let standing = sandbox.json("approvals standing --json");
    let grant = text(&standing["standing"][0]["id"]);
    // What fits is called at once; what does not is asked about.
    let ran = sandbox.run(&format!(r#"call {DELETE} '{{"id": 9}}'"#));
    ran.printed(0, "done\n");
    check_as!(
        "explained-by-standing",
        sandbox,
        r#"policy explain {DELETE} '{{"id": 8}}'"#
    );
    drop(WaitingCallProcess::call(&sandbox, DELETE, r#"{"id": 10}"#));

    check_as!(
        "revoked",
        sandbox.run_args(&["approvals", "revoke", &grant[..18], "--why", "no more"])
    );
    check_as!("revoked-twice", sandbox, "approvals revoke {grant}");
    drop(WaitingCallProcess::call(&sandbox, DELETE, r#"{"id": 9}"#));
    let changes = sandbox.json("changes --json");
    assert_eq!(changes["changes"][0]["action"], "approvals.revoke");
    assert_eq!(changes["changes"][0]["why"], "no more");
}

#[test]
fn what_makes_no_sense_is_refused() {
    let (sandbox, _upstream) = shop::opened();
    let waiting = WaitingCallProcess::call(&sandbox, DELETE, r#"{"id": 7}"#);
    let other = WaitingCallProcess::call(&sandbox, DELETE, r#"{"id": 8}"#);
    let (id, both) = (&waiting.id, &waiting.id[..5]);
    for row in [
        "no-id: show shop",
        "short-id: show 019",
        "unknown: show 01000000-0000-7000-8000-000000000000",
        "unknown-beginning: approve 0100",
        "bad-state: list --state lost",
        "all-and-state: list --state denied --all",
        "no-standing: revoke 0100",
        "watch: watch",
        &format!("no-pattern: approve {id} --scope pattern"),
        &format!("two-scopes: approve {id} --scope once --pattern '/id = 1'"),
        &format!("bad-pattern: approve {id} --pattern 'id is 7'"),
        &format!("no-session: approve {id} --scope session"),
        &format!("bad-scope: approve {id} --scope forever"),
        &format!("empty-reason: deny {id} --reason ' '"),
        &format!("several: approve {both}"),
    ] {
        let (name, args) = named(row);
        let ran = sandbox.run(&format!("approvals {args}"));
        let said = ran.refused();
        let said = said.replace(&format!("`{both}`"), "`[BEGINNING]`");
        check_as!(format!("refused-{name}"), said);
    }
    let listed = sandbox.json("approvals list --json");
    assert_eq!(len(&listed["approvals"]), 2);
    drop((waiting, other));
}

#[test]
fn what_is_masked_is_shown_on_request_and_written_down() {
    let (sandbox, _upstream) = shop::opened();
    let arguments = r#"{"id": 7, "header": "Bearer revealcanary12345678"}"#;
    let waiting = WaitingCallProcess::call(&sandbox, DELETE, arguments);
    let id = waiting.id.clone();
    let shown = sandbox.json(&format!("approvals show {id} --json"));
    assert!(!shown.to_string().contains("revealcanary"), "{shown}");
    assert_eq!(shown["reveals"], json!([]));

    let ran = sandbox.run(&format!("approvals show {id} --reveal"));
    ran.prints("\"Bearer revealcanary12345678\"");
    ran.prints("Revealed:    by ");
    let changes = sandbox.json("changes --json");
    assert_eq!(changes["changes"][0]["action"], "approvals.reveal");
    assert_eq!(changes["changes"][0]["subject"], format!("approval {id}"));
    let shown = sandbox.json(&format!("approvals show {id} --json"));
    assert_eq!(len(&shown["reveals"]), 1);
    assert!(!shown.to_string().contains("revealcanary"), "{shown}");

    sandbox.exits(0, &format!("approvals deny {id}"));
    drop(waiting);
    let ran = sandbox.run(&format!("approvals show {id} --reveal"));
    let said = ran.refused();
    assert!(said.contains("no longer waits for a decision"), "{said}");
}

#[test]
fn pages_and_filters() {
    let (sandbox, _upstream) = shop::opened();
    let calls: Vec<WaitingCallProcess> = (1..=3)
        .map(|id| WaitingCallProcess::call(&sandbox, DELETE, &format!(r#"{{"id": {id}}}"#)))
        .collect();
    let ids = |args: &str| -> Vec<String> {
        let listed = sandbox.json(&format!("approvals list --json {args}"));
        let ids = listed["approvals"].as_array().expect("a list").iter();
        ids.map(|one| text(&one["id"])).collect()
    };
    let newest_first: Vec<String> = calls.iter().rev().map(|call| call.id.clone()).collect();
    assert_eq!(ids(""), newest_first);
    assert_eq!(ids("--limit 2"), newest_first[..2]);
    assert_eq!(ids("--source shop").len(), 3);
    assert_eq!(ids("--source files").len(), 0);
    assert_eq!(ids("--state denied").len(), 0);
    let ran = sandbox.run("approvals list --limit 1");
    ran.reports("older entries are not shown");
}
