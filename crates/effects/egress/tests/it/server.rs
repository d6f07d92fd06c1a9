//! Servers on loopback that say exactly what a test tells them to.

use std::sync::Arc;
use std::sync::Mutex;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::{JoinHandle, JoinSet};

use crate::world::soon;

/// A server, stopped when dropped.
pub(crate) struct RawServer {
    /// The address as `127.0.0.1:port`.
    pub(crate) authority: String,
    log: Arc<Mutex<ConnectionLog>>,
    task: JoinHandle<()>,
}

/// One accepted connection.
pub(crate) struct RawConnection {
    stream: TcpStream,
    /// Which of the server's connections it is, from 1.
    pub(crate) number: usize,
    log: Arc<Mutex<ConnectionLog>>,
}

#[derive(Default)]
struct ConnectionLog {
    connections: usize,
    requests: Vec<String>,
}

/// Serves every connection by a function.
pub(crate) async fn serve<F, W>(handler: F) -> RawServer
where
    F: Fn(RawConnection) -> W + Send + 'static,
    W: Future<Output = ()> + Send + 'static,
{
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let authority = listener.local_addr().expect("an address").to_string();
    let log = Arc::<Mutex<ConnectionLog>>::default();
    let shared = Arc::clone(&log);
    let task = tokio::spawn(async move {
        let mut open = JoinSet::new();
        loop {
            let (stream, _) = listener.accept().await.expect("a connection");
            let number = {
                let mut log = shared.lock().expect("a log");
                log.connections += 1;
                log.connections
            };
            let log = Arc::clone(&shared);
            open.spawn(handler(RawConnection {
                stream,
                number,
                log,
            }));
        }
    });
    RawServer {
        authority,
        log,
        task,
    }
}

/// Answers the first request of every connection with these bytes, and closes.
pub(crate) async fn answer(reply: impl Into<Vec<u8>>) -> RawServer {
    let reply = Arc::new(reply.into());
    serve(move |mut connection| {
        let reply = Arc::clone(&reply);
        async move {
            connection.request().await;
            connection.send(&reply).await;
        }
    })
    .await
}

/// Answers requests one after the other on each connection, by their first line.
pub(crate) async fn route(reply: impl Fn(&str) -> String + Send + Sync + 'static) -> RawServer {
    let reply = Arc::new(reply);
    serve(move |mut connection| {
        let reply = Arc::clone(&reply);
        async move {
            while let Some(request) = connection.next_request().await {
                let line = request.lines().next().expect("a line");
                connection.send(reply(line).as_bytes()).await;
            }
        }
    })
    .await
}

// === impl RawServer ===

impl RawServer {
    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.authority)
    }

    pub(crate) fn port(&self) -> u16 {
        let (_, port) = self.authority.rsplit_once(':').expect("a port");
        port.parse().expect("a number")
    }

    /// How many connections there were.
    pub(crate) fn connections(&self) -> usize {
        self.log.lock().expect("a log").connections
    }

    /// The requests so far, as they came.
    pub(crate) fn requests(&self) -> Vec<String> {
        self.log.lock().expect("a log").requests.clone()
    }

    /// The first lines of the requests so far.
    pub(crate) fn lines(&self) -> Vec<String> {
        let requests = self.requests();
        let lines = requests.iter().filter_map(|request| request.lines().next());
        lines.map(ToOwned::to_owned).collect()
    }
}

impl Drop for RawServer {
    fn drop(&mut self) {
        self.task.abort();
    }
}

// === impl RawConnection ===

impl RawConnection {
    /// The next request, or `None` where the client hangs up first.
    pub(crate) async fn next_request(&mut self) -> Option<String> {
        let mut bytes = Vec::new();
        loop {
            if let Some(request) = whole(&bytes) {
                let mut log = self.log.lock().expect("a log");
                log.requests.push(request.clone());
                return Some(request);
            }
            if soon(self.stream.read_buf(&mut bytes)).await.ok()? == 0 {
                return None;
            }
        }
    }

    pub(crate) async fn request(&mut self) -> String {
        self.next_request().await.expect("a request")
    }

    /// Reads some bytes that are no request.
    pub(crate) async fn bytes(&mut self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let read = soon(self.stream.read_buf(&mut bytes)).await;
        assert_ne!(read.expect("an open connection"), 0);
        bytes
    }

    pub(crate) async fn send(&mut self, bytes: &[u8]) {
        soon(self.stream.write_all(bytes))
            .await
            .expect("an open connection");
    }

    /// Sends the same bytes until the client has had enough, and says how many went out.
    pub(crate) async fn flood(&mut self, piece: &[u8]) -> usize {
        let mut sent = 0;
        while soon(self.stream.write_all(piece)).await.is_ok() {
            sent += piece.len();
        }
        sent
    }

    /// Waits until the client hangs up.
    pub(crate) async fn closed(&mut self) {
        let mut rest = Vec::new();
        // Being reset is being hung up on, too.
        let _ = soon(self.stream.read_to_end(&mut rest)).await;
    }
}

/// The request in some bytes, if all of it is there.
fn whole(bytes: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(bytes).expect("text");
    let (head, body) = text.split_once("\r\n\r\n")?;
    let length = head
        .lines()
        .find_map(|line| line.strip_prefix("content-length: "))
        .map_or(0, |length| length.parse().expect("a length"));
    (body.len() >= length).then(|| text.to_owned())
}

/// A response with a body and its length.
pub(crate) fn reply(status: &str, headers: &str, body: &str) -> String {
    let length = body.len();
    format!("HTTP/1.1 {status}\r\n{headers}content-length: {length}\r\n\r\n{body}")
}
