//! `candor call` of a tool that needs approval.

use crate::pty::PtySession;
use crate::sandbox::{check_as, text};
use crate::shop;
use crate::waiting::WaitingCallProcess;

const CALL: [&str; 3] = ["call", "shop.delete_book", r#"{"id": 7}"#];

#[test]
fn whoever_sits_at_the_terminal_is_asked() {
    for (typed, code, expect) in [
        (&["y\r"][..], 0, "done"),
        (&["what?\r", "yes\r"], 0, "done"),
        (&["n\r", "it is lent\r"], 1, "it is lent"),
        (&["n\r", "\r"], 1, "the tool returned an error"),
    ] {
        let (sandbox, _upstream) = shop::opened();
        let mut pty = PtySession::start(&sandbox, &CALL, (100, 60), &[]);
        pty.see("Argument:    id = 7");
        pty.see("Type `y` to approve it once, `n` to deny it:");
        for line in typed {
            pty.press(line);
            if *line == "n\r" {
                pty.see("Type a reason");
            }
        }
        assert_eq!(pty.end().code(), Some(code), "{}", pty.screen());
        assert!(pty.screen().contains(expect), "{}", pty.screen());
    }
}

#[test]
fn somebody_else_may_be_faster() {
    let (sandbox, _upstream) = shop::opened();
    let mut pty = PtySession::start(&sandbox, &CALL, (100, 60), &[]);
    pty.see("Type `y` to approve it once");
    let listed = sandbox.json("approvals list --json");
    let id = text(&listed["approvals"][0]["id"]);
    sandbox.exits(0, &format!("approvals approve {id}"));
    assert_eq!(pty.end().code(), Some(0), "{}", pty.screen());
    let screen = pty.screen();
    assert!(screen.contains("done"), "{screen}");
}

#[test]
fn the_caller_is_not_asked_if_approval_is_out_of_band() {
    let (sandbox, _upstream) = shop::opened();
    sandbox.ok("policy set out_of_band=true");
    let mut pty = PtySession::start(&sandbox, &CALL, (100, 60), &[]);
    pty.see("is waiting for approval");
    pty.press("y\r");
    let listed = sandbox.json("approvals list --json");
    let id = listed["approvals"][0]["id"].as_str().expect("an id");
    sandbox.exits(0, &format!("approvals deny {id} --reason 'not today'"));
    assert_eq!(pty.end().code(), Some(1), "{}", pty.screen());
    pty.see("not today");
    assert!(!pty.screen().contains("Type `y`"), "{}", pty.screen());
}

#[test]
fn the_same_call_twice_waits_for_the_same_question() {
    let (sandbox, _upstream) = shop::opened();
    let first = WaitingCallProcess::call(&sandbox, CALL[1], CALL[2]);
    let second = WaitingCallProcess::call(&sandbox, CALL[1], r#"{ "id" : 7 }"#);
    assert_eq!(first.id, second.id);
    sandbox.exits(0, &format!("approvals approve {}", first.id));
    // One yes is one call.
    let mut codes = [first.end().code, second.end().code];
    codes.sort_unstable();
    assert_eq!(codes, [Some(0), Some(1)]);
}

#[test]
fn with_json_it_is_told_beside_the_result() {
    let (sandbox, upstream) = shop::opened();
    sandbox.configure(&format!(
        "[sources.shop]\nurl = {:?}\n[policy]\napproval_timeout = \"1s\"\n",
        upstream.url()
    ));
    let ran = sandbox.run_args(&[&CALL[..], &["--json"]].concat());
    let ran = ran.exited(1);
    assert_eq!(ran.json()["isError"], true);
    check_as!("call-waits-json", ran.stderr);
}

#[test]
fn of_a_target_nobody_else_can_be_asked() {
    let (sandbox, upstream) = shop::opened();
    let url = upstream.url();
    check_as!(
        "call-target",
        sandbox,
        r#"call delete_book '{{"id": 7}}' --target {url}"#
    );
}
