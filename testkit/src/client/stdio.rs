//! Newline-delimited JSON with a child.

use std::path::Path;
use std::process::Stdio as Pipe;

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};

use super::RawReply;
use crate::PATIENCE;
use crate::text::member;

#[derive(Debug)]
pub(super) struct StdioTransport {
    _child: Child,
    input: ChildStdin,
    lines: Lines<BufReader<ChildStdout>>,
    /// Notifications that the test has not read yet.
    heard: Vec<String>,
}

// === impl StdioTransport ===

impl StdioTransport {
    pub(super) fn start(folder: &Path) -> Self {
        let log = std::fs::File::create(folder.join("stdio-log")).unwrap();
        let mut command = Command::from(crate::candor::command(folder));
        let mut child = command
            .args(["stdio", "--data", "stdio-data"])
            .stdin(Pipe::piped())
            .stdout(Pipe::piped())
            .stderr(log)
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        let input = child.stdin.take().unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        Self {
            _child: child,
            input,
            lines,
            heard: Vec::new(),
        }
    }

    pub(super) async fn request(
        &mut self,
        id: u64,
        message: &str,
        answer: &(dyn Fn(&str) -> String + Sync),
    ) -> RawReply {
        self.send(message).await;
        let mut notifications = Vec::new();
        loop {
            let line = self.line().await;
            match (member(&line, "method"), member(&line, "id")) {
                (None, Some(which)) if which == id.to_string() => {
                    self.heard.extend(notifications.iter().cloned());
                    return RawReply {
                        response: line,
                        notifications,
                    };
                }
                (Some(_), Some(which)) => {
                    let result = answer(&line);
                    let reply = format!(r#"{{"jsonrpc":"2.0","id":{which},"result":{result}}}"#);
                    self.send(&reply).await;
                }
                (Some(_), None) => notifications.push(line),
                _ => panic!("nobody asked for this: {line}"),
            }
        }
    }

    pub(super) async fn send(&mut self, message: &str) {
        self.input.write_all(message.as_bytes()).await.unwrap();
        self.input.write_all(b"\n").await.unwrap();
        self.input.flush().await.unwrap();
    }

    pub(super) async fn heard(&mut self, method: &str) -> String {
        let is_it = |line: &String| {
            member(line, "method").is_some_and(|name| name.trim_matches('"') == method)
        };
        if let Some(at) = self.heard.iter().position(is_it) {
            return self.heard.remove(at);
        }
        loop {
            let line = self.line().await;
            if is_it(&line) {
                return line;
            }
        }
    }

    async fn line(&mut self) -> String {
        let line = tokio::time::timeout(PATIENCE, self.lines.next_line()).await;
        line.expect("a line in time")
            .unwrap()
            .expect("the stream goes on")
    }
}
