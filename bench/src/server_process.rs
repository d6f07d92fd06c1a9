//! A server process: started, found by the address it announces, and ended with its owner.

use std::collections::VecDeque;
use std::process::Stdio;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use http::Uri;
use tokio::io::{AsyncBufReadExt, AsyncRead, BufReader};
use tokio::process::Command;
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::timeout;

/// How the address of every server here begins.
const LOOPBACK: &str = "http://127.0.0.1:";

const START_LIMIT: Duration = Duration::from_secs(20);
/// How many of its last lines are shown when a process fails.
const TAIL: usize = 20;

/// A running server.
#[derive(Debug)]
pub(crate) struct ServerProcess {
    process: tokio::process::Child,
    pid: u32,
    url: Uri,
    /// Reads what the process writes, lest it block on a full pipe.
    _readers: JoinSet<()>,
}

#[derive(Debug, Clone, Default)]
struct OutputTail(Arc<Mutex<VecDeque<String>>>);

// === impl ServerProcess ===

impl ServerProcess {
    /// Starts a server and waits for the line that says where it listens. A line that mentions
    /// only the ports of `others`, such as those of the servers behind it, is not taken for it.
    pub(crate) async fn start(mut command: Command, others: &[u16]) -> Result<Self> {
        let program = command.as_std().get_program().display().to_string();
        // The pipe to stdin stays open as long as the child is owned; ours end with it.
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        command.stderr(Stdio::piped()).kill_on_drop(true);
        let process = command.spawn();
        let mut process = process.with_context(|| format!("cannot start `{program}`"))?;
        let pid = process.id().context("the process ended at once")?;
        let tail = OutputTail::default();
        let mut readers = JoinSet::new();
        let (found, mut urls) = mpsc::channel(1);
        if let Some(stdout) = process.stdout.take() {
            readers.spawn(read(stdout, others.to_vec(), found.clone(), tail.clone()));
        }
        if let Some(stderr) = process.stderr.take() {
            readers.spawn(read(stderr, others.to_vec(), found, tail.clone()));
        }
        match timeout(START_LIMIT, urls.recv()).await {
            Ok(Some(url)) => Ok(Self {
                process,
                pid,
                url,
                _readers: readers,
            }),
            Ok(None) => bail!("`{program}` ended without listening{}", tail.shown()),
            Err(_) => bail!(
                "`{program}` did not say within {} s where it listens{}",
                START_LIMIT.as_secs(),
                tail.shown()
            ),
        }
    }

    /// Starts a server that was told where to listen; it may not listen yet.
    pub(crate) fn spawn_at(mut command: Command, url: Uri) -> Result<Self> {
        let program = command.as_std().get_program().display().to_string();
        command.stdin(Stdio::piped()).stdout(Stdio::null());
        command.stderr(Stdio::null()).kill_on_drop(true);
        let process = command.spawn();
        let process = process.with_context(|| format!("cannot start `{program}`"))?;
        let pid = process.id().context("the process ended at once")?;
        Ok(Self {
            process,
            pid,
            url,
            _readers: JoinSet::new(),
        })
    }

    pub(crate) fn pid(&self) -> u32 {
        self.pid
    }

    /// The MCP endpoint of the server.
    pub(crate) fn url(&self) -> &Uri {
        &self.url
    }

    /// Ends the process and waits until it is gone.
    pub(crate) async fn stop(mut self) {
        // It fails only when the process has ended by itself.
        let _ = self.process.kill().await;
    }
}

async fn read(
    pipe: impl AsyncRead + Unpin,
    others: Vec<u16>,
    found: mpsc::Sender<Uri>,
    tail: OutputTail,
) {
    let mut found = Some(found);
    let mut lines = BufReader::new(pipe).split(b'\n');
    while let Ok(Some(line)) = lines.next_segment().await {
        let line = String::from_utf8_lossy(&line);
        if let (Some(url), Some(sender)) = (find_url(&line, &others), &found) {
            // Only the first address counts; the other reader may have found it.
            let _ = sender.try_send(url);
            found = None;
        }
        tail.push(&line);
    }
}

/// The endpoint on the loopback address that a line mentions, if it does.
fn find_url(line: &str, others: &[u16]) -> Option<Uri> {
    let port = loopback_ports(line).find(|port| !others.contains(port))?;
    format!("{LOOPBACK}{port}/mcp").parse().ok()
}

/// The ports of the addresses on the loopback address that a text mentions.
pub(crate) fn loopback_ports(text: &str) -> impl Iterator<Item = u16> {
    text.split(LOOPBACK).skip(1).filter_map(|rest| {
        let end = rest.find(|c: char| !c.is_ascii_digit());
        rest[..end.unwrap_or(rest.len())].parse().ok()
    })
}

// === impl OutputTail ===

impl OutputTail {
    fn push(&self, line: &str) {
        let mut lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if lines.len() == TAIL {
            lines.pop_front();
        }
        lines.push_back(line.to_owned());
    }

    fn shown(&self) -> String {
        let lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if lines.is_empty() {
            return " and wrote nothing".to_owned();
        }
        let lines: Vec<_> = lines.iter().map(String::as_str).collect();
        format!("; its last lines:\n{}", lines.join("\n"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, other: Option<u16>, expected: Option<&str>) {
        let found = find_url(line, other.as_slice()).map(|url| url.to_string());
        assert_eq!(found.as_deref(), expected, "{line}");
    }

    #[test]
    fn an_address_is_found_in_whatever_line_it_stands() {
        let expected = Some("http://127.0.0.1:7333/mcp");
        check("listening on http://127.0.0.1:7333", None, expected);
        check(r#"{"url":"http://127.0.0.1:7333/"}"#, None, expected);
        check("\u{1b}[1mhttp://127.0.0.1:7333\u{1b}[0m", None, expected);
        let both = "http://127.0.0.1:1/mcp behind http://127.0.0.1:7333";
        check(both, Some(1), expected);
    }

    #[test]
    fn other_lines_are_not_addresses() {
        let source = "source `bench` at http://127.0.0.1:9/mcp is ready";
        check(source, Some(9), None);
        check("http://127.0.0.1:", None, None);
        check("http://127.0.0.1:99999", None, None);
        check("http://10.0.0.1:80", None, None);
    }

    #[tokio::test]
    async fn a_process_that_ends_is_reported_with_its_words() {
        let mut command = Command::new("sh");
        command.args(["-c", "echo no such file >&2; exit 3"]);
        let error = ServerProcess::start(command, &[]).await.unwrap_err();
        let error = error.to_string();
        assert!(error.contains("ended without listening"), "{error}");
        assert!(error.contains("no such file"), "{error}");
    }
}
