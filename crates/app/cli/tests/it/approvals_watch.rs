//! `candor approvals watch`, on a terminal and as lines.

use std::io::{BufRead as _, BufReader};
use std::process::Stdio;

use serde_json::Value;

use crate::pty::PtySession;
use crate::sandbox::{CommandSandbox, kill};
use crate::serve::ServeProcess;
use crate::shop;
use crate::waiting::WaitingCallProcess;

const DELETE: &str = "shop.delete_book";

#[test]
fn a_waiting_call_is_approved_on_the_screen() {
    let (sandbox, _upstream) = shop::opened();
    let mut pty = PtySession::start(&sandbox, &["approvals", "watch"], (80, 24), &[]);
    pty.see("no pending approvals");
    assert!(pty.is_drawn_on());
    // It comes from another process, while the screen is shown.
    let waiting = WaitingCallProcess::call(&sandbox, DELETE, r#"{"id": 7}"#);
    pty.see("1 pending approval");
    pty.see("id = 7");
    pty.press("a");
    pty.see("Approve once?");
    pty.press("y");
    waiting.end().printed(0, "done\n");
    pty.see("no pending approvals");
    pty.see("shop.delete_book was approved once");
    pty.press("q");
    assert_eq!(pty.end().code(), Some(0));
    assert!(!pty.is_drawn_on());
}

#[test]
fn a_waiting_call_is_approved_through_the_api() {
    let (sandbox, _upstream) = shop::opened();
    let config = sandbox.read("candor.toml");
    sandbox.configure(&format!("{config}[server]\nauth = \"required\"\n"));
    let made = sandbox.ok("token create ann --role approver");
    let served = ServeProcess::start(&sandbox, &[]);
    let elsewhere = CommandSandbox::new();
    let url = format!("http://{}", served.address());
    let args = ["approvals", "watch", "--server", &url];
    let token = [("CANDOR_TOKEN", made.stdout.trim())];
    let mut pty = PtySession::start(&elsewhere, &args, (80, 24), &token);
    pty.see("no pending approvals");
    let waiting = WaitingCallProcess::call(&sandbox, DELETE, r#"{"id": 7}"#);
    pty.see("1 pending approval");
    pty.see("id = 7");
    // It is decided elsewhere, and the screen hears of it.
    let denial = format!("approvals deny {}", waiting.id);
    sandbox.run_env(&denial, token[0]).exited(0);
    assert_eq!(waiting.end().code, Some(1));
    pty.see("no pending approvals");
    let waiting = WaitingCallProcess::call(&sandbox, DELETE, r#"{"id": 8}"#);
    pty.see("id = 8");
    pty.press("a");
    pty.see("Approve once?");
    pty.press("y");
    let id = waiting.id.clone();
    waiting.end().printed(0, "done\n");
    pty.see("no pending approvals");
    pty.press("q");
    assert_eq!(pty.end().code(), Some(0));
    let shown = sandbox.json(&format!("approvals show {id} --json"));
    assert_eq!(shown["decision"]["who"], "ann", "{shown}");
}

#[test]
fn a_call_is_denied_in_a_narrow_terminal_without_colour() {
    let (sandbox, _upstream) = shop::opened();
    let first = WaitingCallProcess::call(&sandbox, DELETE, r#"{"id": 7}"#);
    let second = WaitingCallProcess::call(&sandbox, DELETE, r#"{"id": 8}"#);
    let mut pty = PtySession::start(
        &sandbox,
        &["approvals", "watch"],
        (40, 20),
        &[("NO_COLOR", "1")],
    );
    pty.see("2 pending approvals");
    pty.press("jd");
    pty.see("Reason");
    pty.press("it is lent\r");
    let ran = second.end();
    assert_eq!(ran.code, Some(1), "{ran}");
    ran.prints("it is lent");
    pty.see("1 pending approval");
    // It is decided elsewhere while the dialog is open here.
    pty.press("a");
    pty.see("Approve once?");
    sandbox.exits(0, &format!("approvals deny {}", first.id));
    assert_eq!(first.end().code, Some(1));
    pty.see("no pending approvals");
    pty.press("y\u{3}");
    assert_eq!(pty.end().code(), Some(0));
    let raw = pty.raw();
    let attributes = raw.split("\u{1b}[").filter_map(|rest| rest.split_once('m'));
    for (attribute, _) in attributes.filter(|(number, _)| number.parse::<u8>().is_ok()) {
        // Bold, dim and reversed are no colours.
        let plain = ["0", "1", "2", "7", "22", "27"];
        assert!(plain.contains(&attribute), "{attribute}: {raw:?}");
    }
}

#[test]
fn a_signal_leaves_the_terminal_as_it_was() {
    let sandbox = CommandSandbox::new();
    let mut pty = PtySession::start(&sandbox, &["approvals", "watch"], (80, 24), &[]);
    pty.see("no pending approvals");
    let pid = sandbox.read("pid");
    kill("-TERM", pid.trim());
    assert_eq!(pty.end().code(), Some(143));
    assert!(!pty.is_drawn_on());
    let raw = pty.raw();
    assert!(raw.ends_with("\u{1b}[?1049l\u{1b}[?25h"), "{raw:?}");
}

#[test]
fn every_change_is_a_line() {
    let (sandbox, _upstream) = shop::opened();
    let waiting = WaitingCallProcess::call(&sandbox, DELETE, r#"{"id": 7}"#);
    let mut watch = sandbox
        .command(&["approvals", "watch", "--json"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let mut lines = BufReader::new(watch.stdout.take().expect("its output")).lines();
    let mut next = || -> Value {
        let line = lines.next().expect("a line").expect("text");
        serde_json::from_str(&line).expect("JSON")
    };
    let first = next();
    assert_eq!(
        (first["id"].as_str(), first["state"].as_str()),
        (Some(&*waiting.id), Some("pending"))
    );
    sandbox.exits(0, &format!("approvals deny {} --reason no", waiting.id));
    let second = next();
    assert_eq!(second["state"], "denied");
    assert_eq!(second["decision"]["reason"], "no");
    kill("-TERM", watch.id());
    assert_eq!(watch.wait().expect("its end").code(), Some(143));
    assert_eq!(waiting.end().code, Some(1));
}
