//! A server that speaks HTTP/1 by hand, so that it can speak it badly.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

use crate::support::result_of;

/// What a server has seen.
#[derive(Default)]
pub(crate) struct RawLog {
    opened: AtomicUsize,
    closed: AtomicUsize,
    requests: Mutex<Vec<RawRequest>>,
}

/// One request, by the number of its connection.
#[derive(Clone, Debug)]
pub(crate) struct RawRequest {
    pub(crate) connection: usize,
    pub(crate) head: String,
    pub(crate) body: String,
}

/// One connection as the server sees it.
pub(crate) struct RawConnection {
    pub(crate) stream: TcpStream,
    number: usize,
    log: Arc<RawLog>,
}

/// A server on loopback, stopped when dropped.
pub(crate) struct RawServer {
    pub(crate) address: String,
    log: Arc<RawLog>,
    task: JoinHandle<()>,
}

/// Serves every connection by a function.
pub(crate) async fn serve_raw<F, W>(handler: F) -> RawServer
where
    F: Fn(RawConnection) -> W + Send + Sync + 'static,
    W: Future<Output = ()> + Send + 'static,
{
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address").to_string();
    let log = Arc::new(RawLog::default());
    let seen = log.clone();
    let task = tokio::spawn(async move {
        loop {
            let (stream, _) = listener.accept().await.expect("a connection");
            let number = seen.opened.fetch_add(1, Ordering::SeqCst) + 1;
            let connection = RawConnection {
                stream,
                number,
                log: seen.clone(),
            };
            tokio::spawn(handler(connection));
        }
    });
    RawServer { address, log, task }
}

/// A server that answers every request with the same text, made for its id.
pub(crate) async fn serve_text(answer: fn(&RawRequest) -> String) -> RawServer {
    serve_raw(move |mut connection: RawConnection| async move {
        while let Some(request) = connection.request().await {
            connection.send(&answer(&request)).await;
        }
    })
    .await
}

/// A response with a length, and more headers, to a request.
pub(crate) fn reply(request: &RawRequest, headers: &str) -> String {
    let body = result_of(request.id(), &request.connection.to_string());
    let length = body.len();
    format!("HTTP/1.1 200 OK\r\ncontent-length: {length}\r\n{headers}\r\n{body}")
}

// === impl RawServer ===

impl RawServer {
    pub(crate) fn url(&self) -> String {
        format!("http://{}/mcp", self.address)
    }

    /// How many connections were opened so far.
    pub(crate) fn opened(&self) -> usize {
        self.log.opened.load(Ordering::SeqCst)
    }

    /// How many of them the client has not closed.
    pub(crate) fn open(&self) -> usize {
        self.opened() - self.log.closed.load(Ordering::SeqCst)
    }

    pub(crate) fn requests(&self) -> Vec<RawRequest> {
        self.log.requests.lock().expect("a log").clone()
    }
}

impl Drop for RawServer {
    fn drop(&mut self) {
        self.task.abort();
    }
}

// === impl RawConnection ===

impl RawConnection {
    /// The next request; `None` once the client has closed the connection.
    pub(crate) async fn request(&mut self) -> Option<RawRequest> {
        let request = self.read_request().await;
        match &request {
            Some(request) => {
                let mut requests = self.log.requests.lock().expect("a log");
                requests.push(request.clone());
            }
            None => {
                self.log.closed.fetch_add(1, Ordering::SeqCst);
            }
        }
        request
    }

    async fn read_request(&mut self) -> Option<RawRequest> {
        let head = self.head().await?;
        let length = head
            .lines()
            .find_map(|line| line.strip_prefix("content-length: "));
        let mut body = vec![0; length.map_or(0, |it| it.parse().expect("a length"))];
        self.stream.read_exact(&mut body).await.ok()?;
        Some(RawRequest {
            connection: self.number,
            head,
            body: String::from_utf8(body).expect("text"),
        })
    }

    /// The head of the next request alone.
    pub(crate) async fn head(&mut self) -> Option<String> {
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            head.push(self.stream.read_u8().await.ok()?);
        }
        Some(String::from_utf8(head).expect("text"))
    }

    pub(crate) async fn send(&mut self, text: &str) {
        // The client may have gone away, and the test will say so where it matters.
        let _ = self.stream.write_all(text.as_bytes()).await;
    }
}

// === impl RawRequest ===

impl RawRequest {
    /// The id of the message in the body.
    pub(crate) fn id(&self) -> u64 {
        let (_, rest) = self.body.split_once("\"id\":").expect("an id");
        let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
        digits.parse().expect("a number")
    }

    pub(crate) fn line(&self) -> &str {
        self.head.lines().next().unwrap_or_default()
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let mut lines = self.head.lines().skip(1);
        lines.find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
    }
}
