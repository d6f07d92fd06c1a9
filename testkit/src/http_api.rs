//! A scripted HTTP API, for tests of clients that follow a document.
//!
//! It implements HTTP/1.1 on plain sockets, because a library would normalise requests: a `#` in
//! the target is cut off, header names lose their case, repeated headers are grouped. Tests need to
//! see exactly what was sent.
//!
//! ```no_run
//! use candor_testkit::http_api::{Guard, HttpApi, Reply};
//! use serde_json::json;
//!
//! # async fn example() -> std::io::Result<()> {
//! let api = HttpApi::start()?;
//! // Without a script every request is answered with an echo of itself. A list is a sequence,
//! // whose last reply stays.
//! api.on("GET", "/books", [
//!     Reply::status(503).header("retry-after", "1"),
//!     Reply::json(&json!({"total": 0, "books": []})),
//! ]);
//! api.document("/openapi.yaml", "application/yaml", "openapi: 3.1.0");
//! api.require("/private/*", Guard::bearer("s3cret"));
//!
//! // … the client is run against `api.url("/books")` …
//!
//! let request = api.last().expect("a request");
//! assert_eq!(request.target, "/books?author=Jane%20Austen");
//! assert_eq!(request.header("accept"), Some("application/json"));
//! # Ok(())
//! # }
//! ```
//!
//! Paths in scripts are compared with the undecoded request path; a trailing `*` matches any rest,
//! and `*` as the method matches every method. If several scripts match, the latest one is used.

mod body;
mod connection;
mod decode;
mod document;
mod echo;
mod guard;
mod multipart;
mod read;
mod record;
mod reply;
mod request;
mod routes;
mod token_plan;
mod tokens;
mod write;

use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

use tokio_util::sync::CancellationToken;

use crate::PATIENCE;
use crate::server::lock;
pub use document::ServedDocument;
pub use guard::CredentialGuard;
pub use multipart::MultipartPart;
use record::RequestRecord;
pub use reply::{ReplySequence, ScriptedReply};
pub use request::ReceivedRequest;
use routes::{RouteAction, RouteTable};
pub use token_plan::{ClientAuth, TokenPlan};
pub use tokens::{TokenCounts, TokenEndpoint};

/// A running API; it stops, and breaks its connections, when it is dropped.
///
/// It has a thread of its own, so that it serves blocking and asynchronous tests alike.
#[derive(Debug)]
pub struct HttpApi {
    address: SocketAddr,
    shared: Arc<HttpApiState>,
    thread: Option<JoinHandle<()>>,
}

/// State shared by the test and the connections.
#[derive(Debug, Default)]
struct HttpApiState {
    record: RequestRecord,
    routes: Mutex<RouteTable>,
    opened: AtomicU64,
    closed: AtomicU64,
    stop: CancellationToken,
}

// === impl HttpApi ===

impl HttpApi {
    /// Starts to serve on a free port of 127.0.0.1.
    pub fn start() -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let shared = Arc::new(HttpApiState::default());
        let thread = {
            let shared = Arc::clone(&shared);
            std::thread::Builder::new()
                .name("candor-http-api".to_owned())
                .spawn(move || serve(&shared, listener))?
        };
        Ok(Self {
            address,
            shared,
            thread: Some(thread),
        })
    }

    /// The listening address.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// `http://127.0.0.1:port`, without a slash at the end.
    pub fn origin(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The address of a path, which begins with a slash.
    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// Answers a method and path with a reply, or with a sequence of replies whose last one stays.
    ///
    /// # Panics
    ///
    /// When the sequence is empty.
    pub fn on(&self, method: &str, path: &str, replies: impl Into<ReplySequence>) {
        self.set(method, path, RouteAction::Replies(replies.into()));
    }

    /// Answers a method and path with what a function makes of the request.
    pub fn answer(
        &self,
        method: &str,
        path: &str,
        with: impl Fn(&ReceivedRequest) -> ScriptedReply + Send + Sync + 'static,
    ) {
        self.set(method, path, RouteAction::Computed(Arc::new(with)));
    }

    /// Serves a text with an `ETag` to GET and HEAD. Called again, it exchanges the text.
    pub fn document(&self, path: &str, content_type: &str, text: &str) {
        self.serve(path, ServedDocument::new(content_type, text));
    }

    /// Serves a document to GET and HEAD; see [`Document`].
    pub fn serve(&self, path: &str, document: ServedDocument) {
        let document = Arc::new(document);
        for method in ["GET", "HEAD"] {
            self.set(method, path, RouteAction::Document(Arc::clone(&document)));
        }
    }

    /// Opens an OAuth token endpoint and gives the handle to its tokens.
    pub fn tokens(&self, path: &str, plan: TokenPlan) -> TokenEndpoint {
        let tokens = TokenEndpoint::new(plan);
        self.set("*", path, RouteAction::Tokens(tokens.clone()));
        tokens
    }

    /// Answers every request under a path with 401 that does not carry the credential.
    pub fn require(&self, path: &str, guard: CredentialGuard) {
        lock(&self.shared.routes).require(path, guard);
    }

    /// Forgets the scripts, documents, token endpoints and guards: everything is echoed again.
    pub fn reset(&self) {
        *lock(&self.shared.routes) = RouteTable::default();
    }

    /// The requests that arrived, oldest first; at most the last 4096, and 64 MiB of bodies.
    pub fn requests(&self) -> Vec<ReceivedRequest> {
        self.shared.record.requests()
    }

    /// The request that arrived last.
    pub fn last(&self) -> Option<ReceivedRequest> {
        self.shared.record.requests().pop()
    }

    /// The number of requests with this method and path.
    pub fn count(&self, method: &str, path: &str) -> usize {
        let requests = self.requests();
        let alike = |request: &&ReceivedRequest| request.method == method && request.path() == path;
        requests.iter().filter(alike).count()
    }

    /// Received data that was not a valid HTTP/1.1 request, with the reasons.
    pub fn malformed(&self) -> Vec<String> {
        self.shared.record.malformed()
    }

    /// Forgets the requests that arrived; the scripts stay.
    pub fn clear(&self) {
        self.shared.record.clear();
    }

    /// Waits until `count` requests have arrived since the start or since [`HttpApi::clear`].
    ///
    /// A request has arrived when all of it has, and before it is answered.
    ///
    /// # Panics
    ///
    /// When they do not arrive within [`PATIENCE`].
    pub async fn until(&self, count: usize) -> Vec<ReceivedRequest> {
        let arrived = tokio::time::timeout(PATIENCE, self.shared.record.until(count)).await;
        let requests = self.requests();
        assert!(
            arrived.is_ok(),
            "{count} requests were awaited, and {} came within {PATIENCE:?}",
            requests.len()
        );
        requests
    }

    /// The number of connections since the start.
    pub fn connections(&self) -> u64 {
        self.shared.opened.load(Ordering::SeqCst)
    }

    /// The number of open connections.
    pub fn open_connections(&self) -> u64 {
        // In this order: a connection that is opened in between is not counted as negative.
        let closed = self.shared.closed.load(Ordering::SeqCst);
        self.connections().saturating_sub(closed)
    }

    fn set(&self, method: &str, path: &str, action: RouteAction) {
        lock(&self.shared.routes).set(method, path, action);
    }
}

impl Drop for HttpApi {
    fn drop(&mut self) {
        self.shared.stop.cancel();
        if let Some(thread) = self.thread.take() {
            thread.join().ok();
        }
    }
}

/// A runtime of its own: dropping it breaks every connection, as the death of a process would.
fn serve(shared: &Arc<HttpApiState>, listener: TcpListener) {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime needs nothing but a few file descriptors");
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::from_std(listener)
            .expect("the listener does not block, so the runtime takes it");
        tokio::select! {
            () = accept(shared, &listener) => {}
            () = shared.stop.cancelled() => {}
        }
    });
}

async fn accept(shared: &Arc<HttpApiState>, listener: &tokio::net::TcpListener) {
    loop {
        match listener.accept().await {
            Ok((socket, _)) => {
                shared.opened.fetch_add(1, Ordering::SeqCst);
                tokio::spawn(connection::serve(Arc::clone(shared), socket));
            }
            // Too many open files, or the client disconnected: retry.
            Err(_) => tokio::time::sleep(Duration::from_millis(10)).await,
        }
    }
}

#[cfg(test)]
mod tests;
