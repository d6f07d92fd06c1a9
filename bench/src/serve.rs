//! The HTTP/1.1 server under both the upstream and the relay: plain hyper, one task a connection.

use std::convert::Infallible;
use std::future::Future;
use std::io::Write;
use std::net::Ipv4Addr;

use anyhow::{Context, Result};
use http::{Request, Response, Uri};
use http_body_util::BodyExt;
use hyper::body::{Body, Incoming};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncReadExt, stdin};
use tokio::net::TcpListener;
use tokio::task::{AbortHandle, JoinSet};

/// A server in this process. Dropping it ends it.
#[derive(Debug)]
pub(crate) struct LocalServer {
    pub(crate) url: Uri,
    task: AbortHandle,
}

/// Opens a free loopback port; gives the address of the endpoint there, too.
pub(crate) async fn listen() -> Result<(TcpListener, Uri)> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await;
    let listener = listener.context("cannot open a loopback port")?;
    let url = format!("http://{}/mcp", listener.local_addr()?).parse()?;
    Ok((listener, url))
}

/// Answers requests until it is dropped, and open connections with it.
pub(crate) async fn answer<H, F, B>(listener: TcpListener, handler: H) -> Result<()>
where
    H: Fn(Request<Incoming>) -> F + Clone + Send + 'static,
    F: Future<Output = Response<B>> + Send + 'static,
    B: Body + Send + 'static,
    B::Data: Send,
    B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
{
    let mut connections = JoinSet::new();
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            Some(_) = connections.join_next() => continue,
        };
        let (stream, _) = accepted.context("cannot accept connections")?;
        stream.set_nodelay(true)?;
        let handler = handler.clone();
        connections.spawn(async move {
            let service = service_fn(move |request| {
                let answer = handler(request);
                async move { Ok::<_, Infallible>(answer.await) }
            });
            // A client that goes away in the middle of a request is not this server's trouble.
            let _ = http1::Builder::new()
                .serve_connection(TokioIo::new(stream), service)
                .await;
        });
    }
}

/// Says on stdout where `name` listens, for the parent process to read, and does the work of
/// answering. With a parent to watch, it ends when stdin is closed, which happens when the parent
/// ends for whatever reason.
pub(crate) async fn run(
    name: &str,
    url: &Uri,
    work: impl Future<Output = Result<()>>,
    with_parent: bool,
) -> Result<()> {
    let mut out = std::io::stdout();
    writeln!(out, "{name} listening on {url}")?;
    out.flush()
        .context("cannot announce the address on stdout")?;
    let end_of_parent = async {
        let (mut input, mut buffer) = (stdin(), [0; 64]);
        while matches!(input.read(&mut buffer).await, Ok(1..)) {}
    };
    tokio::select! {
        ended = work => ended,
        () = end_of_parent, if with_parent => Ok(()),
    }
}

/// Reads a body of at most `limit` bytes; a body that came in one piece is not copied.
pub(crate) async fn read_body(body: Incoming, limit: usize) -> Option<bytes::Bytes> {
    let body = http_body_util::Limited::new(body, limit);
    Some(body.collect().await.ok()?.to_bytes())
}

// === impl LocalServer ===

impl LocalServer {
    /// Does the work of answering at an address from now on.
    pub(crate) fn spawn(url: Uri, work: impl Future<Output = Result<()>> + Send + 'static) -> Self {
        // There is no one to report an error to; clients notice that the server is gone.
        let task = tokio::spawn(work).abort_handle();
        Self { url, task }
    }
}

impl Drop for LocalServer {
    fn drop(&mut self) {
        self.task.abort();
    }
}
