//! Commands beside a running gateway, and what is printed to be pasted.

use std::time::{Duration, Instant};

use candor_testkit::PATIENCE;

use crate::sandbox::{CommandSandbox, has};
use crate::serve::ServeProcess;
use crate::shop;
use crate::waiting::WaitingCallProcess;

const DELETE: &str = "shop.delete_book";

#[test]
fn the_page_of_a_call_is_at_the_gateway_that_runs() {
    let (sandbox, _upstream) = shop::opened();
    let served = ServeProcess::start(&sandbox, &[]);
    let waiting = WaitingCallProcess::call(&sandbox, DELETE, r#"{"id": 7}"#);
    let id = &waiting.id;
    let (_, port) = served.address().split_once(':').expect("a port");
    let shown = sandbox.ok(&format!("approvals show {id}"));
    shown.prints(format!(":{port}/approvals/{id}"));
    drop(served);
    // No page is named that nothing serves.
    let shown = sandbox.ok(&format!("approvals show {id}"));
    assert!(!shown.stdout.contains("Page:"), "{shown}");
    sandbox.ok(&format!("approvals deny {id}"));
    waiting.end();
}

#[test]
fn a_hint_has_the_flags_of_its_command() {
    let (sandbox, _upstream) = shop::opened();
    let ran = sandbox.run("approvals show 01900000 --data 'my state' --config candor.toml");
    has(&ran.stderr, "--all --config candor.toml --data 'my state'`");
    let ran = sandbox.run("tools --source shap --data state");
    has(&ran.stderr, "did you mean `shop`");
}

#[test]
fn status_says_what_runs_where() {
    let (sandbox, _upstream) = shop::opened();
    let down = sandbox.exits(1, "status");
    down.prints("not running");
    down.reports("`candor serve` starts it");
    let served = ServeProcess::start(&sandbox, &[]);
    served.until_ready();
    let waiting = WaitingCallProcess::call(&sandbox, DELETE, r#"{"id": 7}"#);
    let up = sandbox.ok("status");
    up.prints(format!("running at http://{}", served.address()));
    up.prints(format!("http://{}/mcp", served.address()));
    up.prints("1 pending");
    up.prints("shop");
    let json = sandbox.ok("status --json").json();
    assert_eq!(json["running"], true);
    assert_eq!(json["pending_approvals"], 1);
    assert_eq!(json["sources"][0]["state"], "ready", "{json}");
    sandbox.ok(&format!("approvals deny {}", waiting.id));
    waiting.end();
    drop(served);
    assert_eq!(sandbox.exits(1, "status --json").json()["running"], false);
    // A sandbox of its own has a gateway of its own.
    let other = CommandSandbox::new();
    other.exits(1, "status").prints("not running");
}

#[test]
fn servers_are_not_started_again() {
    let sandbox = shop::known();
    // The gateway has started the program once, which ends at once.
    let served = ServeProcess::start(&sandbox, &[]);
    served.until_ready();
    assert!(shop::was_started(&sandbox));
    std::fs::remove_file(sandbox.path().join("started")).expect("a trace");
    let config = "[sources.shop]\ncommand = \"sh\"\nargs = [\"-c\", \"touch again\"]\n";
    // Another file of the same folder, which the gateway does not follow.
    std::fs::write(sandbox.path().join("other.toml"), config).expect("a file");
    let listed = sandbox.exits(1, "tools --config other.toml");
    listed.prints("shop.list_books");
    listed.prints("failing");
    listed.reports("nothing was started");
    assert!(!sandbox.path().join("again").exists());
    drop(served);
    sandbox.run("tools --config other.toml");
    assert!(sandbox.path().join("again").exists());
}

#[test]
fn a_call_is_made_by_the_gateway_that_runs() {
    let sandbox = CommandSandbox::new();
    let served = ServeProcess::start(&sandbox, &[]);
    served.until_ready();
    // What one call adds, the next one finds: both reach the shop of the gateway.
    sandbox.ok("policy set unset=allow");
    sandbox.ok("call bookshop.add_book title=Beside author=Ann price_cents=500 stock=1");
    sandbox
        .ok("call bookshop.list_books limit=50")
        .prints("Beside");
    drop(served);
    let alone = sandbox.ok("call bookshop.list_books limit=50");
    assert!(!alone.stdout.contains("Beside"), "{alone}");
}

#[test]
fn so_is_the_call_of_a_token() {
    let sandbox = CommandSandbox::new();
    let served = ServeProcess::start(&sandbox, &[]);
    served.until_ready();
    sandbox.ok("policy set unset=allow");
    let token = sandbox.ok("token create agent --role caller --json").json();
    sandbox.file("token", token["token"].as_str().expect("a token"));
    let add = "call bookshop.add_book title=Beside author=Ann price_cents=500 stock=1";
    sandbox.ok(&format!("{add} --token-file token"));
    let list = "call bookshop.list_books limit=50 --token-file token";
    sandbox.ok(list).prints("Beside");
    drop(served);
    let alone = sandbox.ok(list);
    assert!(!alone.stdout.contains("Beside"), "{alone}");
}

#[test]
fn a_call_through_the_gateway_is_approved_where_it_says() {
    let (sandbox, _upstream) = shop::opened();
    let served = ServeProcess::start(&sandbox, &[]);
    served.until_ready();
    let waiting = WaitingCallProcess::call(&sandbox, DELETE, r#"{"id": 7}"#);
    sandbox.ok(&format!("approvals approve {}", waiting.id));
    waiting.end().printed(0, "done\n");
    // A denial is not reported if no prompt was shown.
    let ran = sandbox.exits(1, "call shop.delete_book id=8 --timeout 1s");
    ran.reports("the call was not made: no decision within 1 second");
    ran.reports("`candor approvals approve ");
    let ran = sandbox.ok("call shop.delete_book id=9 --yes");
    ran.prints("done");
}

#[test]
fn a_gateway_that_is_not_up_to_date_is_told() {
    let (sandbox, _upstream) = shop::opened();
    let served = ServeProcess::start(&sandbox, &[]);
    served.until_ready();
    sandbox.ok("status");
    let config = sandbox.read("candor.toml");
    for (text, told) in [
        (
            format!("{config}\n[audit]\nretention = \"7d\"\n"),
            "the change of `audit.retention` takes effect after a restart",
        ),
        (
            format!("{config}\n[audit\n"),
            "the gateway still serves the configuration as it was before the last change",
        ),
    ] {
        sandbox.configure(&text);
        until(|| sandbox.run("status").stderr.contains(told));
        sandbox.exits(1, "doctor").prints(told);
        sandbox.configure(&config);
        until(|| sandbox.run("status --json").json()["stale"].is_null());
    }
    drop(served);
}

/// Looks until something is so.
pub(crate) fn until(mut is_so: impl FnMut() -> bool) {
    let end = Instant::now() + PATIENCE;
    while !is_so() {
        assert!(Instant::now() < end, "never seen");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn the_doctor_sees_what_is_wrong_with_the_file() {
    let sandbox = shop::changed();
    let text = "[sources.shop]\ncommand = \"sh\"\nargs = [\"-c\", \"exit 1\"]\n\
                env = { API_KEY = \"sk-live-0123456789abcdef\" }\n\
                [annotations.\"shop.delete_boook\"]\ndestructive = true\n";
    sandbox.configure(text);
    let ran = sandbox.exits(1, "doctor");
    ran.prints("holds what looks like a secret in plain text");
    ran.prints("`shop.list_books` is in quarantine");
    ran.prints("the file sets hints of `shop.delete_boook`, and no such tool was ever seen");
    assert!(!ran.stdout.contains("sk-live"), "{ran}");
}

#[test]
fn what_a_program_says_is_kept() {
    let config =
        "[sources.noisy]\ncommand = \"sh\"\nargs = [\"-c\", \"echo one >&2; echo two >&2\"]\n";
    let sandbox = CommandSandbox::configured(config);
    sandbox
        .run("logs noisy")
        .reports("source `noisy` has logged nothing");
    sandbox
        .run("logs quiet")
        .reports("there is no source `quiet`");
    let served = ServeProcess::start(&sandbox, &["--log-level", "off"]);
    served.until_ready();
    let (_, _, logged) = served.end("-TERM");
    assert!(!logged.contains("two"), "{logged}");
    let ran = sandbox.ok("logs noisy --lines 1");
    assert!(ran.stdout.trim_end().ends_with(" two"), "{ran}");
    assert_eq!(ran.stdout.lines().count(), 1, "{ran}");
    let all = sandbox.ok("logs noisy --json").json();
    assert!(
        all["lines"]
            .as_array()
            .is_some_and(|lines| lines.len() >= 2),
        "{all}"
    );
}

#[test]
fn starting_is_no_failure() {
    let sandbox = CommandSandbox::new();
    let program =
        |script: &str| format!("[sources.slow]\ncommand = \"sh\"\nargs = [\"-c\", \"{script}\"]\n");
    sandbox.configure(&program("exec sleep 60"));
    let served = ServeProcess::start(&sandbox, &[]);
    let status = sandbox.ok("status");
    status.prints("starting");
    status.reports("1 source of 1 still starting");
    drop(served);
    // A source that has failed is a finding.
    sandbox.configure(&program("exit 1"));
    let served = ServeProcess::start(&sandbox, &[]);
    served.until_ready();
    sandbox.exits(1, "status").prints("failing");
    drop(served);
}
