//! The binary on a terminal: a pseudo-terminal that `script` opens, and what is seen on it.

use std::io::{Read as _, Write as _};
use std::num::NonZeroU16;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crate::sandbox::{CANDOR, CommandSandbox};

/// Longer than any step here takes.
const PATIENCE: Duration = Duration::from_mins(1);
/// How often the screen is checked.
const GLANCE: Duration = Duration::from_millis(20);

/// A terminal with the binary on it; it is ended when it is dropped.
pub(crate) struct PtySession {
    child: Child,
    keys: Option<ChildStdin>,
    seen: Arc<Mutex<PtyScreen>>,
    reading: Option<JoinHandle<()>>,
}

struct PtyScreen {
    parser: vt100::Parser,
    raw: Vec<u8>,
}

// === impl PtySession ===

impl PtySession {
    /// Starts the binary on a terminal of so many columns and rows. Its process id is written to
    /// the file `pid`.
    pub(crate) fn start(
        sandbox: &CommandSandbox,
        args: &[&str],
        size: (u16, u16),
        env: &[(&str, &str)],
    ) -> Self {
        let (columns, rows) = size;
        let args: Vec<String> = args.iter().map(|arg| format!("'{arg}'")).collect();
        let run = format!(
            "stty cols {columns} rows {rows}\necho $$ > pid\nexec '{CANDOR}' {}\n",
            args.join(" ")
        );
        sandbox.file("run.sh", &run);
        let mut child = Command::new("script")
            .args(["-qefc", "sh run.sh", "/dev/null"])
            .env_clear()
            .env("PATH", std::env::var_os("PATH").unwrap_or_default())
            .env("HOME", sandbox.path())
            .env("TERM", "xterm")
            .env("SHELL", "/bin/sh")
            .envs(env.iter().copied())
            .current_dir(sandbox.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("`script` of util-linux starts");
        let mut output = child.stdout.take().expect("its output");
        let seen = Arc::new(Mutex::new(PtyScreen {
            parser: vt100::Parser::new(some(rows), some(columns), 0),
            raw: Vec::new(),
        }));
        let reading = std::thread::spawn({
            let seen = Arc::clone(&seen);
            move || {
                let mut buffer = [0; 4096];
                while let Ok(read @ 1..) = output.read(&mut buffer) {
                    let mut seen = seen.lock().expect("nobody panicked");
                    seen.parser.process(&buffer[..read]);
                    seen.raw.extend_from_slice(&buffer[..read]);
                }
            }
        });
        Self {
            keys: child.stdin.take(),
            child,
            seen,
            reading: Some(reading),
        }
    }

    /// Types these keys.
    pub(crate) fn press(&mut self, keys: &str) {
        let input = self.keys.as_mut().expect("the keyboard");
        input.write_all(keys.as_bytes()).expect("keys");
        input.flush().expect("keys");
    }

    /// What is on the screen now.
    pub(crate) fn screen(&self) -> String {
        let seen = self.seen.lock().expect("nobody panicked");
        seen.parser.screen().contents()
    }

    /// Whether the other screen is shown, on which programs draw.
    pub(crate) fn is_drawn_on(&self) -> bool {
        let seen = self.seen.lock().expect("nobody panicked");
        seen.parser.screen().alternate_screen()
    }

    /// Everything that was ever sent to the terminal.
    pub(crate) fn raw(&self) -> String {
        let seen = self.seen.lock().expect("nobody panicked");
        String::from_utf8_lossy(&seen.raw).into_owned()
    }

    /// Waits until this can be seen.
    #[track_caller]
    pub(crate) fn see(&self, text: &str) {
        let begun = Instant::now();
        while !self.screen().contains(text) {
            assert!(
                begun.elapsed() < PATIENCE,
                "`{text}` is not on:\n{}",
                self.screen()
            );
            std::thread::sleep(GLANCE);
        }
    }

    /// Waits for the end.
    #[track_caller]
    pub(crate) fn end(&mut self) -> ExitStatus {
        let begun = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().expect("its end") {
                break status;
            }
            assert!(
                begun.elapsed() < PATIENCE,
                "it does not end:\n{}",
                self.screen()
            );
            std::thread::sleep(GLANCE);
        };
        if let Some(reading) = self.reading.take() {
            reading.join().expect("nobody panicked");
        }
        status
    }
}

impl Drop for PtySession {
    fn drop(&mut self) {
        // Without its keyboard and its other side the terminal is gone, and what is on it ends.
        drop(self.keys.take());
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn some(size: u16) -> NonZeroU16 {
    NonZeroU16::new(size).expect("a size")
}
