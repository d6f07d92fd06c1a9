//! `candor approvals`.

use serde_json::{Value, json};

use crate::sandbox::{CommandSandbox, check, check_as};
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
    let sandbox = CommandSandbox::new();
    let _upstream = shop::open(&sandbox, shop::SHOP);
    let waiting = WaitingCallProcess::call(&sandbox, DELETE, r#"{"id": 7}"#);
    check_as!("list", sandbox.run("approvals list"));
    check_as!(
        "show",
        sandbox.run_args(&["approvals", "show", waiting.short()])
    );
    let shown = sandbox
        .run_args(&["approvals", "show", &waiting.id, "--json"])
        .json();
    assert_eq!(shown["id"], waiting.id);
    assert_eq!(
        (&shown["state"], &shown["decision"]),
        (&json!("pending"), &Value::Null)
    );
    assert_eq!(shown["card"]["arguments"][0]["value"], "7");

    check_as!(
        "approved",
        sandbox.run_args(&[
            "approvals",
            "approve",
            waiting.short(),
            "--reason",
            "it is torn"
        ])
    );
    let id = waiting.id.clone();
    let ran = waiting.end();
    assert_eq!(
        (ran.code, ran.stdout.as_str()),
        (Some(0), "done\n"),
        "{ran}"
    );

    check_as!(
        "approved-twice",
        sandbox.run_args(&["approvals", "approve", &id])
    );
    check_as!(
        "denied-after",
        sandbox.run_args(&["approvals", "deny", &id])
    );
    check_as!(
        "show-consumed",
        sandbox.run_args(&["approvals", "show", &id])
    );
    check_as!(
        "list-consumed",
        sandbox.run("approvals list --state consumed")
    );
    let ran = sandbox.run_args(&["approvals", "deny", &id, "--json"]);
    assert_eq!(ran.code, Some(1), "{ran}");
    let decision = &ran.json()["decision"];
    assert_eq!(
        (&decision["answer"], &decision["who"]),
        (&json!("approve"), &json!("local"))
    );
}

#[test]
fn a_denial_reaches_whoever_called() {
    let sandbox = CommandSandbox::new();
    let _upstream = shop::open(&sandbox, shop::SHOP);
    let waiting = WaitingCallProcess::call(&sandbox, DELETE, r#"{"id": 7}"#);
    let id = waiting.id.clone();
    check_as!(
        "denied",
        sandbox.run_args(&["approvals", "deny", &id, "--reason", "the book is lent"])
    );
    let ran = waiting.end();
    assert_eq!(ran.code, Some(1), "{ran}");
    ran.prints("the book is lent");
    check_as!(
        "approved-after",
        sandbox.run_args(&["approvals", "approve", &id])
    );
}

#[test]
fn nobody_answers() {
    let sandbox = CommandSandbox::new();
    let upstream = shop::open(&sandbox, shop::SHOP);
    let config = format!(
        "[sources.shop]\nurl = {:?}\n[policy]\napproval_timeout = \"1s\"\n",
        upstream.url()
    );
    sandbox.file("candor.toml", &config);
    let waiting = WaitingCallProcess::call(&sandbox, DELETE, r#"{"id": 7}"#);
    let id = waiting.id.clone();
    let ran = waiting.end();
    assert_eq!(ran.code, Some(1), "{ran}");
    // No process was there to mark it; it is over all the same.
    check_as!(
        "approved-too-late",
        sandbox.run_args(&["approvals", "approve", &id])
    );
    check_as!(
        "list-expired-are-not-pending",
        sandbox.run("approvals list")
    );
    let ran = sandbox.run("approvals list --state expired --json");
    assert_eq!(ran.json()["approvals"][0]["id"], id);
}

#[test]
fn a_pattern_counts_until_it_is_taken_back() {
    let sandbox = CommandSandbox::new();
    let _upstream = shop::open(&sandbox, shop::SHOP);
    let waiting = WaitingCallProcess::call(&sandbox, DELETE, r#"{"id": 7}"#);
    let id = waiting.id.clone();
    let approving = ["approvals", "approve", &id, "--pattern", "-", "--json"];
    let ran = sandbox.run_args_with(&approving, "/id in 1..9\n");
    assert_eq!(ran.code, Some(0), "{ran}");
    assert_eq!(ran.json()["decision"]["pattern"], "/id in 1..9\n");
    assert_eq!(waiting.end().code, Some(0));

    check_as!("standing", sandbox.run("approvals standing"));
    let standing = sandbox.run("approvals standing --json").json();
    let grant = standing["standing"][0]["id"]
        .as_str()
        .expect("an id")
        .to_owned();
    // What fits is called at once; what does not is asked about.
    let ran = sandbox.run_args(&["call", DELETE, r#"{"id": 9}"#]);
    assert_eq!(
        (ran.code, ran.stdout.as_str()),
        (Some(0), "done\n"),
        "{ran}"
    );
    check_as!(
        "explained-by-standing",
        sandbox.run_args(&["policy", "explain", DELETE, r#"{"id": 8}"#])
    );
    drop(WaitingCallProcess::call(&sandbox, DELETE, r#"{"id": 10}"#));

    check_as!(
        "revoked",
        sandbox.run_args(&["approvals", "revoke", &grant[..18], "--why", "no more"])
    );
    check_as!(
        "revoked-twice",
        sandbox.run_args(&["approvals", "revoke", &grant])
    );
    drop(WaitingCallProcess::call(&sandbox, DELETE, r#"{"id": 9}"#));
    let changes = sandbox.run("changes --json").json();
    assert_eq!(changes["changes"][0]["action"], "approvals.revoke");
    assert_eq!(changes["changes"][0]["why"], "no more");
}

#[test]
fn what_makes_no_sense_is_refused() {
    let sandbox = CommandSandbox::new();
    let _upstream = shop::open(&sandbox, shop::SHOP);
    let waiting = WaitingCallProcess::call(&sandbox, DELETE, r#"{"id": 7}"#);
    let other = WaitingCallProcess::call(&sandbox, DELETE, r#"{"id": 8}"#);
    let both = waiting.id[..5].to_owned();
    for (name, args) in [
        (
            "no-pattern",
            &["approve", &waiting.id, "--scope", "pattern"][..],
        ),
        (
            "two-scopes",
            &[
                "approve",
                &waiting.id,
                "--scope",
                "once",
                "--pattern",
                "/id = 1",
            ],
        ),
        (
            "bad-pattern",
            &["approve", &waiting.id, "--pattern", "id is 7"],
        ),
        (
            "no-session",
            &["approve", &waiting.id, "--scope", "session"],
        ),
        ("bad-scope", &["approve", &waiting.id, "--scope", "forever"]),
        ("empty-reason", &["deny", &waiting.id, "--reason", " "]),
        ("no-id", &["show", "shop"]),
        ("short-id", &["show", "019"]),
        ("unknown", &["show", "01000000-0000-7000-8000-000000000000"]),
        ("unknown-beginning", &["approve", "0100"]),
        ("several", &["approve", &both]),
        ("bad-state", &["list", "--state", "lost"]),
        ("all-and-state", &["list", "--state", "denied", "--all"]),
        ("no-standing", &["revoke", "0100"]),
        ("watch", &["watch"]),
    ] {
        let ran = sandbox.run_args(&[&["approvals"], args].concat());
        assert_eq!(
            (ran.code, ran.stdout.as_str()),
            (Some(2), ""),
            "{name}: {ran}"
        );
        let said = ran.stderr.replace(&format!("`{both}`"), "`[BEGINNING]`");
        check_as!(format!("refused-{name}"), said);
    }
    let listed = sandbox.run("approvals list --json").json();
    assert_eq!(listed["approvals"].as_array().map(Vec::len), Some(2));
    drop((waiting, other));
}

#[test]
fn pages_and_filters() {
    let sandbox = CommandSandbox::new();
    let _upstream = shop::open(&sandbox, shop::SHOP);
    let calls: Vec<WaitingCallProcess> = (1..=3)
        .map(|id| WaitingCallProcess::call(&sandbox, DELETE, &format!(r#"{{"id": {id}}}"#)))
        .collect();
    let ids = |args: &[&str]| -> Vec<String> {
        let ran = sandbox.run_args(&[&["approvals", "list", "--json"], args].concat());
        let approvals = ran.json()["approvals"].clone();
        let ids = approvals.as_array().expect("a list").iter();
        ids.map(|one| one["id"].as_str().expect("an id").to_owned())
            .collect()
    };
    let newest_first: Vec<String> = calls.iter().rev().map(|call| call.id.clone()).collect();
    assert_eq!(ids(&[]), newest_first);
    assert_eq!(ids(&["--limit", "2"]), newest_first[..2]);
    assert_eq!(ids(&["--source", "shop"]).len(), 3);
    assert_eq!(ids(&["--source", "files"]).len(), 0);
    assert_eq!(ids(&["--state", "denied"]).len(), 0);
    let ran = sandbox.run("approvals list --limit 1");
    ran.reports("older entries are not shown");
}
