//! A call that waits for approval, in a process of its own.

use std::io::{BufRead as _, BufReader, Read as _};
use std::process::{Child, ChildStderr, Stdio};

use crate::sandbox::{CommandRun, CommandSandbox};

/// `candor call`, waiting for approval. It is killed when it is dropped.
pub(crate) struct WaitingCallProcess {
    child: Child,
    stderr: BufReader<ChildStderr>,
    said: String,
    /// The question about it.
    pub(crate) id: String,
}

// === impl WaitingCallProcess ===

impl WaitingCallProcess {
    /// Calls a tool and waits until it is said where it can be approved.
    pub(crate) fn call(sandbox: &CommandSandbox, tool: &str, arguments: &str) -> Self {
        let mut child = sandbox
            .command(&["call", tool, arguments])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        let mut stderr = BufReader::new(child.stderr.take().expect("its errors"));
        let mut said = String::new();
        let id = loop {
            let mut line = String::new();
            let read = stderr.read_line(&mut line).expect("a line");
            assert!(read > 0, "the call does not wait: {said}");
            said.push_str(&line);
            if let Some((_, rest)) = line.split_once("`candor approvals approve ") {
                break rest[..36].to_owned();
            }
        };
        Self {
            child,
            stderr,
            said,
            id,
        }
    }

    /// The beginning of the id that tells it from others.
    pub(crate) fn short(&self) -> &str {
        &self.id[..18]
    }

    /// Waits for the end of the call.
    pub(crate) fn end(mut self) -> CommandRun {
        let mut stdout = String::new();
        let mut output = self.child.stdout.take().expect("its output");
        output.read_to_string(&mut stdout).expect("text");
        let mut stderr = std::mem::take(&mut self.said);
        self.stderr.read_to_string(&mut stderr).expect("text");
        let code = self.child.wait().expect("it ends").code();
        CommandRun {
            line: format!("the call {}", self.id),
            code,
            stdout,
            stderr,
        }
    }
}

impl Drop for WaitingCallProcess {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
