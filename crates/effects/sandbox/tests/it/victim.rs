//! Starting victims and looking at their end.

use std::env;
use std::fs::File;
use std::io::Write as _;
use std::process::{Child, Command, ExitStatus, Stdio};

use candor_sandbox::{TerminationCause, termination_cause};

/// Says to the test below that it is the victim, and what to do.
pub(crate) const ACTION: &str = "CANDOR_SANDBOX_ACTION";
/// What to do it to: an address or a path.
pub(crate) const AIM: &str = "CANDOR_SANDBOX_AIM";
/// What a victim says when it is confined: all that follows happened within its bounds.
pub(crate) const CONFINED: &str = "--- confined";

/// The test in which a victim comes to itself.
const ENTRY: &str = "forbidden::refused_actions_are_not_done";

/// How a victim ended.
#[derive(Debug)]
pub(crate) struct VictimEnd {
    /// What it said after it was confined.
    pub(crate) said: String,
    /// What it said to its error stream.
    pub(crate) complained: String,
    pub(crate) status: ExitStatus,
}

// === impl VictimEnd ===

impl VictimEnd {
    pub(crate) fn termination_cause(&self) -> Option<TerminationCause> {
        termination_cause(self.status)
    }
}

/// Runs a victim to its end.
pub(crate) fn run(action: &str, aim: &str) -> VictimEnd {
    let mut child = start(action, aim);
    // Some read it, and none waits for more. Others are gone by now.
    let _ = child.stdin.take().unwrap().write_all(b"ping\n");
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    let complained = String::from_utf8(output.stderr).unwrap();
    let Some((_, said)) = said.split_once(CONFINED) else {
        panic!("`{action}` was never confined: {said} {complained}");
    };
    VictimEnd {
        said: said.trim().to_owned(),
        complained,
        status: output.status,
    }
}

/// Where a victim complains; one of them into a file.
fn errors(action: &str, aim: &str) -> Stdio {
    match action {
        "write too much" => File::create(aim).unwrap().into(),
        _ => Stdio::piped(),
    }
}

/// Starts a victim that may read its standard input.
pub(crate) fn start(action: &str, aim: &str) -> Child {
    Command::new(env::current_exe().unwrap())
        .args(["--exact", ENTRY, "--nocapture"])
        // So that it has two on a machine with one processor as well.
        .arg("--test-threads=2")
        .env(ACTION, action)
        .env(AIM, aim)
        // A panic looks for files then, and must get over it that there are none.
        .env("RUST_BACKTRACE", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(errors(action, aim))
        .spawn()
        .unwrap()
}
