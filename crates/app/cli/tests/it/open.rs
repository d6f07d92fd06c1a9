//! `candor open`, and where commands find the gateway of a data directory.

use crate::pty::PtySession;
use crate::sandbox::{CommandSandbox, check, kill};
use crate::serve::ServeProcess;

#[test]
fn without_a_gateway_there_is_nothing_to_open() {
    let sandbox = CommandSandbox::new();
    check!(sandbox.run("open"), @r"
    exit 2
    --- stderr
    error: no gateway is running on `[DIR]/.local/share/candor/demo`
      hint: start one with `candor serve`, or give the address of another with `--server URL`
    ");
    let ran = sandbox.run("open --print --server http://127.0.0.1:9");
    check!(ran, @r"
    exit 2
    --- stderr
    error: cannot connect to `127.0.0.1:9`
      caused by: Connection refused (os error 111)
      hint: is `candor serve` running at http://127.0.0.1:9?
    ");
}

#[test]
fn a_killed_gateway_leaves_no_address_behind() {
    let sandbox = CommandSandbox::new();
    let served = ServeProcess::start(&sandbox, &[]);
    let address = std::fs::read_to_string(sandbox.state().join("gateway.address"));
    let address = address.expect("the address");
    let first = address.lines().next();
    let expect = format!("http://{}", served.address());
    assert_eq!(first, Some(expect.as_str()));
    // Dropping it kills it.
    drop(served);
    let ran = sandbox.run("open");
    ran.refused();
    ran.reports("no gateway is running on");
}

#[test]
fn the_link_is_not_written_into_a_log() {
    let sandbox = CommandSandbox::new();
    let served = ServeProcess::start(&sandbox, &[]);
    let (code, rest, logged) = served.end("-TERM");
    assert_eq!((code, rest.as_str()), (Some(0), ""), "{logged}");
    assert!(!logged.contains("sign-in"), "{logged}");
    assert!(
        logged.contains("`candor open` opens the dashboard"),
        "{logged}"
    );
}

#[test]
fn on_a_terminal_the_link_is_shown() {
    let sandbox = CommandSandbox::new();
    let args = ["serve", "--listen", "127.0.0.1:0", "--no-open"];
    let mut pty = PtySession::start(&sandbox, &args, (100, 40), &[]);
    pty.see("dashboard: http://");
    pty.see("`candor open` makes another");
    kill("-TERM", sandbox.read("pid").trim());
    assert_eq!(pty.end().code(), Some(0));
}
