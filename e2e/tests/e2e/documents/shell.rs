//! One command that runs in a shell of its own, and what it says.

use std::fs::{self, File};
use std::io::Write as _;
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use candor_testkit::PATIENCE;
use rustix::process::{Pid, Signal, kill_process_group};

/// A command that was started. It ends with its whole process group when it is dropped.
#[derive(Debug)]
pub(super) struct StartedCommand {
    line: String,
    child: Child,
    keyboard: Option<ChildStdin>,
    said: PathBuf,
}

// === impl StartedCommand ===

impl StartedCommand {
    /// Starts a program that stands for this line; what it says goes to a file.
    pub(super) fn start(line: &str, program: &mut Command, said: PathBuf) -> Self {
        let output = File::create(&said).expect("a file");
        program
            .stderr(output.try_clone().expect("a file"))
            .stdout(output)
            .process_group(0);
        let mut child = program.spawn().expect("a shell");
        Self {
            line: line.to_owned(),
            keyboard: child.stdin.take(),
            child,
            said,
        }
    }

    /// What it has said so far.
    pub(super) fn said(&self) -> String {
        let bytes = fs::read(&self.said).expect("what was said");
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// Waits until it says this.
    pub(super) fn sees(&mut self, text: &str) -> Result<(), String> {
        let end = Instant::now() + PATIENCE;
        loop {
            let ended = self.child.try_wait().expect("a process");
            if self.said().contains(text) {
                return Ok(());
            }
            if ended.is_some() || Instant::now() > end {
                return Err(self.complaint(&format!("`{text}` is not said")));
            }
            glance();
        }
    }

    /// Types on its terminal.
    pub(super) fn press(&mut self, keys: &str) {
        let keyboard = self.keyboard.as_mut().expect("a terminal");
        // Whoever has ended already reads nothing.
        let _ = keyboard.write_all(keys.as_bytes());
        let _ = keyboard.flush();
    }

    /// Waits for its end; its exit code.
    pub(super) fn ends(&mut self) -> Result<i32, String> {
        let end = Instant::now() + PATIENCE;
        loop {
            if let Some(status) = self.child.try_wait().expect("a process") {
                return Ok(code(status));
            }
            if Instant::now() > end {
                return Err(self.complaint("it does not end"));
            }
            glance();
        }
    }

    /// Ends it as Ctrl-C does.
    pub(super) fn interrupt(&mut self) -> Result<i32, String> {
        self.signal(Signal::INT);
        self.ends()
    }

    /// What is wrong, with everything that is known.
    pub(super) fn complaint(&self, what: &str) -> String {
        format!("$ {}\n{what}:\n{}", self.line, self.said())
    }

    fn signal(&self, signal: Signal) {
        let pid = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw);
        let _ = kill_process_group(pid.expect("a process"), signal);
    }
}

impl Drop for StartedCommand {
    fn drop(&mut self) {
        if let Ok(None) = self.child.try_wait() {
            self.signal(Signal::KILL);
            let _ = self.child.wait();
        }
    }
}

/// A shell that reads a script, on a terminal or with nothing to read.
pub(super) fn shell(script: &str, on_terminal: bool) -> Command {
    if on_terminal {
        let mut command = Command::new("script");
        command.args(["-qefc", script, "/dev/null"]);
        command.stdin(Stdio::piped());
        return command;
    }
    let mut command = Command::new("sh");
    command.args(["-c", script]).stdin(Stdio::null());
    command
}

fn code(status: ExitStatus) -> i32 {
    let by_signal = || 128 + status.signal().unwrap_or_default();
    status.code().unwrap_or_else(by_signal)
}

fn glance() {
    std::thread::sleep(Duration::from_millis(10));
}
