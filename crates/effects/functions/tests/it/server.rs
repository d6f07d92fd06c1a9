//! An HTTP server on loopback that remembers what it was asked.

use std::sync::{Arc, Mutex};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::{JoinHandle, JoinSet};

/// A server, stopped when dropped.
pub(crate) struct OneReplyServer {
    authority: String,
    seen: Arc<Mutex<Vec<String>>>,
    task: JoinHandle<()>,
}

/// Answers every request by its first line.
pub(crate) async fn serve(
    reply: impl Fn(&str) -> String + Send + Sync + 'static,
) -> OneReplyServer {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let authority = listener.local_addr().expect("an address").to_string();
    let seen = Arc::<Mutex<Vec<String>>>::default();
    let (log, reply) = (Arc::clone(&seen), Arc::new(reply));
    let task = tokio::spawn(async move {
        let mut open = JoinSet::new();
        loop {
            let (stream, _) = listener.accept().await.expect("a connection");
            open.spawn(answer(stream, Arc::clone(&log), Arc::clone(&reply)));
        }
    });
    OneReplyServer {
        authority,
        seen,
        task,
    }
}

/// A reply with a body.
pub(crate) fn reply(status: &str, headers: &str, body: &str) -> String {
    let length = body.len();
    format!("HTTP/1.1 {status}\r\n{headers}content-length: {length}\r\n\r\n{body}")
}

async fn answer(
    mut stream: TcpStream,
    log: Arc<Mutex<Vec<String>>>,
    reply: Arc<impl Fn(&str) -> String>,
) {
    let mut bytes = Vec::new();
    loop {
        while let Some(length) = whole(&bytes) {
            let request: Vec<_> = bytes.drain(..length).collect();
            let request = String::from_utf8(request).expect("text");
            let said = reply(request.lines().next().unwrap_or_default());
            log.lock().expect("a list").push(request);
            if stream.write_all(said.as_bytes()).await.is_err() {
                return;
            }
        }
        if !matches!(stream.read_buf(&mut bytes).await, Ok(1..)) {
            return;
        }
    }
}

/// How long the first request in some bytes is, if all of it is there.
fn whole(bytes: &[u8]) -> Option<usize> {
    let text = std::str::from_utf8(bytes).expect("text");
    let head = text.find("\r\n\r\n")? + 4;
    let length = text[..head]
        .lines()
        .find_map(|line| line.strip_prefix("content-length: "))
        .map_or(0, |length| length.parse().expect("a length"));
    (bytes.len() >= head + length).then_some(head + length)
}

// === impl OneReplyServer ===

impl OneReplyServer {
    /// The address as `127.0.0.1:port`.
    pub(crate) fn authority(&self) -> &str {
        &self.authority
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.authority)
    }

    /// The requests so far, as they came.
    pub(crate) fn seen(&self) -> Vec<String> {
        self.seen.lock().expect("a list").clone()
    }
}

impl Drop for OneReplyServer {
    fn drop(&mut self) {
        self.task.abort();
    }
}
