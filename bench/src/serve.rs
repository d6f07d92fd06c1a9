//! The HTTP/1.1 server under both the upstream and the relay: plain hyper, one task a connection.

use std::convert::Infallible;
use std::future::Future;
use std::io::Write;
use std::net::Ipv4Addr;

use anyhow::{Context, Result};
use http::{Request, Response};
use http_body_util::BodyExt;
use hyper::body::{Body, Incoming};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncReadExt, stdin};
use tokio::net::TcpListener;
use tokio::task::JoinSet;

/// Opens a free loopback port.
pub(crate) async fn listen() -> Result<TcpListener> {
    TcpListener::bind((Ipv4Addr::LOCALHOST, 0))
        .await
        .context("cannot open a loopback port")
}

/// Says on stdout where `name` listens; the parent process reads it.
pub(crate) fn announce(name: &str, listener: &TcpListener) -> Result<()> {
    let address = listener.local_addr()?;
    let mut out = std::io::stdout().lock();
    writeln!(out, "{name} listening on http://{address}/mcp")?;
    out.flush().context("cannot announce the address on stdout")
}

/// Answers requests until `until` is done; open connections are then dropped.
pub(crate) async fn run<H, F, B>(
    listener: TcpListener,
    handler: H,
    until: impl Future<Output = ()>,
) -> Result<()>
where
    H: Fn(Request<Incoming>) -> F + Clone + Send + 'static,
    F: Future<Output = Response<B>> + Send + 'static,
    B: Body + Send + 'static,
    B::Data: Send,
    B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
{
    let mut connections = JoinSet::new();
    tokio::pin!(until);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            Some(_) = connections.join_next() => continue,
            () = &mut until => return Ok(()),
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

/// Done when stdin is closed, which happens when the parent ends for whatever reason; without
/// a parent to watch, never.
pub(crate) async fn end_of_parent(with_parent: bool) {
    if !with_parent {
        return std::future::pending().await;
    }
    let mut input = stdin();
    let mut buffer = [0; 64];
    while matches!(input.read(&mut buffer).await, Ok(1..)) {}
}

/// Reads a body of at most `limit` bytes; a body that came in one piece is not copied.
pub(crate) async fn read_body(body: Incoming, limit: usize) -> Option<bytes::Bytes> {
    let body = http_body_util::Limited::new(body, limit);
    Some(body.collect().await.ok()?.to_bytes())
}
