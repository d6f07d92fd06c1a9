//! A server on loopback that answers by the first line of a request.

use std::sync::{Arc, Mutex};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::{JoinHandle, JoinSet};

/// A server, stopped when dropped.
pub(crate) struct FetchServer {
    /// The address as `127.0.0.1:port`.
    pub(crate) authority: String,
    requests: Arc<Mutex<Vec<String>>>,
    task: JoinHandle<()>,
}

/// Answers every request with what the function makes of its first line.
pub(crate) async fn serve(reply: impl Fn(&str) -> String + Send + Sync + 'static) -> FetchServer {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let authority = listener.local_addr().unwrap().to_string();
    let requests = Arc::<Mutex<Vec<String>>>::default();
    let (shared, reply) = (Arc::clone(&requests), Arc::new(reply));
    let task = tokio::spawn(async move {
        let mut open = JoinSet::new();
        loop {
            let (stream, _) = listener.accept().await.unwrap();
            open.spawn(answer(stream, Arc::clone(&shared), Arc::clone(&reply)));
        }
    });
    FetchServer {
        authority,
        requests,
        task,
    }
}

async fn answer(
    mut stream: TcpStream,
    requests: Arc<Mutex<Vec<String>>>,
    reply: Arc<impl Fn(&str) -> String>,
) {
    let mut bytes = Vec::new();
    loop {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let length = head
                .lines()
                .find_map(|line| line.strip_prefix("content-length: "));
            if body.len() >= length.map_or(0, |length| length.parse().unwrap()) {
                let line = head.lines().next().unwrap();
                let reply = reply(line);
                requests.lock().unwrap().push(text.clone());
                bytes.clear();
                if stream.write_all(reply.as_bytes()).await.is_err() {
                    return;
                }
                continue;
            }
        }
        if !matches!(stream.read_buf(&mut bytes).await, Ok(1..)) {
            return;
        }
    }
}

/// A response with a body and its length.
pub(crate) fn reply(status: &str, headers: &str, body: &str) -> String {
    let length = body.len();
    format!("HTTP/1.1 {status}\r\n{headers}content-length: {length}\r\n\r\n{body}")
}

// === impl FetchServer ===

impl FetchServer {
    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.authority)
    }

    /// The requests so far, as they came.
    pub(crate) fn requests(&self) -> Vec<String> {
        self.requests.lock().unwrap().clone()
    }

    /// The first lines of the requests so far.
    pub(crate) fn lines(&self) -> Vec<String> {
        let requests = self.requests();
        let lines = requests.iter().filter_map(|request| request.lines().next());
        lines.map(ToOwned::to_owned).collect()
    }
}

impl Drop for FetchServer {
    fn drop(&mut self) {
        self.task.abort();
    }
}
