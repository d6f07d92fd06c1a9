//! A server process, found by the address that it announces, and ended with its owner.

use std::io::{BufRead as _, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// How the addresses begin that servers announce.
const LOOPBACK: &str = "http://127.0.0.1:";

/// How long a server may take to say where it listens.
const START_LIMIT: Duration = Duration::from_mins(1);

/// A running server. It is killed when dropped.
#[derive(Debug)]
pub(super) struct AnnouncedProcess {
    child: Child,
    port: u16,
}

// === impl AnnouncedProcess ===

impl AnnouncedProcess {
    /// Starts a server and waits for the line that says where it listens. What it writes beside
    /// that goes to a file in the folder.
    pub(super) fn start(command: &mut Command, folder: &Path) -> Result<Self, String> {
        let program = PathBuf::from(command.get_program()).display().to_string();
        let log = folder.join("log");
        let file = std::fs::File::create(&log)
            .map_err(|error| format!("cannot write `{}`: {error}", log.display()))?;
        // The pipe to stdin stays open as long as the child is owned.
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let spawned = command.stderr(file).spawn();
        let mut child = spawned.map_err(|error| format!("cannot start `{program}`: {error}"))?;
        let ports = child.stdout.take().map(read_ports);
        // Owned from here on, so that it is ended if it says nothing.
        let mut process = Self { child, port: 0 };
        let port = ports.map(|ports| ports.recv_timeout(START_LIMIT));
        process.port = match port {
            Some(Ok(port)) => port,
            Some(Err(RecvTimeoutError::Timeout)) => {
                let limit = START_LIMIT.as_secs();
                return Err(format!(
                    "`{program}` did not say within {limit} s where it listens{}",
                    last_line(&log)
                ));
            }
            None | Some(Err(RecvTimeoutError::Disconnected)) => {
                return Err(format!(
                    "`{program}` ended without listening{}",
                    last_line(&log)
                ));
            }
        };
        Ok(process)
    }

    /// The id of the process.
    pub(super) fn pid(&self) -> u32 {
        self.child.id()
    }

    /// The port on which it listens.
    pub(super) fn port(&self) -> u16 {
        self.port
    }
}

impl Drop for AnnouncedProcess {
    fn drop(&mut self) {
        // It fails only when the process has ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Reads lines to their end, lest the process block on a full pipe; the first port comes through.
fn read_ports(pipe: impl Read + Send + 'static) -> mpsc::Receiver<u16> {
    let (found, ports) = mpsc::sync_channel(1);
    thread::spawn(move || {
        let mut found = Some(found);
        for line in BufReader::new(pipe).split(b'\n').map_while(Result::ok) {
            let port = announced_port(&String::from_utf8_lossy(&line));
            if let (Some(port), Some(sender)) = (port, &found) {
                // The receiver may have timed out.
                let _ = sender.try_send(port);
                found = None;
            }
        }
    });
    ports
}

/// The port of the address on this machine that a line mentions.
fn announced_port(line: &str) -> Option<u16> {
    let (_, rest) = line.split_once(LOOPBACK)?;
    let end = rest.find(|it: char| !it.is_ascii_digit());
    rest[..end.unwrap_or(rest.len())].parse().ok()
}

/// The last line of a log, as the end of a sentence.
fn last_line(log: &Path) -> String {
    let text = std::fs::read(log).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let last = text.lines().rfind(|line| !line.trim().is_empty());
    last.map_or_else(String::new, |line| format!(": {}", line.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str) -> Result<AnnouncedProcess, String> {
        let folder = tempfile::tempdir().unwrap();
        AnnouncedProcess::start(Command::new("sh").args(["-c", script]), folder.path())
    }

    #[test]
    fn a_port_is_found_in_its_line() {
        for (line, expected) in [
            ("listening on http://127.0.0.1:7333/mcp", Some(7333)),
            ("http://127.0.0.1:80", Some(80)),
            ("http://127.0.0.1:", None),
            ("http://127.0.0.1:99999/mcp", None),
            ("http://10.0.0.1:80", None),
            ("", None),
        ] {
            assert_eq!(announced_port(line), expected, "{line}");
        }
    }

    #[test]
    fn a_process_is_ended_with_its_owner() {
        let process = shell("echo starting; echo http://127.0.0.1:42/mcp; exec sleep 600").unwrap();
        assert_eq!(process.port(), 42);
        let status = format!("/proc/{}/status", process.pid());
        assert!(Path::new(&status).exists());
        drop(process);
        assert!(!Path::new(&status).exists());
    }

    #[test]
    fn a_process_that_ends_is_told_with_its_last_words() {
        let error = shell("echo no such file >&2; exit 3").unwrap_err();
        assert_eq!(error, "`sh` ended without listening: no such file");
        let error = shell("exit 3").unwrap_err();
        assert_eq!(error, "`sh` ended without listening");
    }
}
