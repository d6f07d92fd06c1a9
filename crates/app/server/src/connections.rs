//! Client connections, with limits on their number and idle time.
//!
//! Connections are accepted before authentication, so a client that opens many, or sends its
//! headers very slowly, must not be able to exclude others.

mod activity;
mod limits;
mod replayed_stream;

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use bytes::BytesMut;
use candor_mcp::{McpEndpoints, MessageConnectionEnd};
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::Instant;
use tokio::time::{interval_at, sleep};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower::Service;

use activity::ConnectionActivity;
use limits::{ConnectionPlace, OpenConnections};
use replayed_stream::ReplayedStream;

pub(crate) use limits::ConnectionLimits;

/// Requests that one connection of HTTP/2 may have open at a time.
const STREAMS_MAX: u32 = 256;

/// The routes that connections are served with.
#[derive(Clone)]
pub(crate) struct ServedRoutes {
    /// Answers messages, which are nearly all requests, without a router.
    pub(crate) messages: Option<McpEndpoints>,
    /// Answers every request.
    pub(crate) router: Router,
}

/// Serves incoming connections until told to stop; open connections then end after their current
/// requests.
pub(crate) async fn serve(
    listener: TcpListener,
    routes: ServedRoutes,
    limits: ConnectionLimits,
    stop: CancellationToken,
) {
    let open = Arc::new(OpenConnections::new(limits));
    let connections = TaskTracker::new();
    loop {
        let (stream, peer) = tokio::select! {
            () = stop.cancelled() => break,
            accepted = accept(&listener) => accepted,
        };
        // Over the limit, the connection is closed immediately.
        let Some(place) = OpenConnections::admit(&open, peer.ip()) else {
            continue;
        };
        // A reply is one small write; waiting to fill a packet would only delay it.
        let _ = stream.set_nodelay(true);
        connections.spawn(serve_connection(
            stream,
            routes.clone(),
            limits,
            place,
            stop.clone(),
        ));
    }
    drop(listener);
    connections.close();
    connections.wait().await;
}

/// Accepts the next connection, retrying if the system is out of resources.
async fn accept(listener: &TcpListener) -> (TcpStream, SocketAddr) {
    loop {
        match listener.accept().await {
            Ok(accepted) => return accepted,
            Err(error) if is_about_one(&error) => {}
            Err(error) => {
                tracing::warn!(%error, "No connection can be accepted at the moment");
                sleep(Duration::from_secs(1)).await;
            }
        }
    }
}

/// Whether only the connection that was about to come in is gone.
fn is_about_one(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::ConnectionAborted
            | io::ErrorKind::ConnectionRefused
            | io::ErrorKind::ConnectionReset
    )
}

async fn serve_connection(
    stream: TcpStream,
    routes: ServedRoutes,
    limits: ConnectionLimits,
    _place: ConnectionPlace,
    stop: CancellationToken,
) {
    let begun = match routes.messages {
        None => ReplayedStream::new(stream, BytesMut::new()),
        Some(messages) => {
            let served = messages.serve_connection(stream, limits.headers, stop.clone());
            match served.await {
                MessageConnectionEnd::Closed => return,
                MessageConnectionEnd::OtherRequest { stream, unread } => {
                    ReplayedStream::new(stream, unread)
                }
            }
        }
    };
    // Boxed, so that connections with nothing but messages have no room for it.
    Box::pin(serve_http(begun, routes.router, limits, stop)).await;
}

/// Serves a connection with all of HTTP.
async fn serve_http(
    stream: ReplayedStream,
    router: Router,
    limits: ConnectionLimits,
    stop: CancellationToken,
) {
    let activity = Arc::new(ConnectionActivity::default());
    let seen = Arc::clone(&activity);
    let service = service_fn(move |request| {
        let guard = seen.begin(&request);
        let mut router = router.clone();
        async move {
            let response = match router.call(request.map(Body::new)).await {
                Ok(response) => response,
                Err(never) => match never {},
            };
            Ok::<_, Infallible>(ConnectionActivity::follow(response, guard))
        }
    });
    let builder = builder(limits);
    let mut connection = pin!(builder.serve_connection(TokioIo::new(stream), service));
    let mut watched = pin!(watch(&activity, limits, &stop));
    let mut ending = false;
    loop {
        tokio::select! {
            biased;
            // It ends as its client likes; what went wrong on the way is the client's to know.
            _ = connection.as_mut() => return,
            reason = &mut watched, if !ending => match reason {
                EndReason::NothingSent => return,
                EndReason::Stopping | EndReason::Idle => {
                    ending = true;
                    connection.as_mut().graceful_shutdown();
                }
            }
        }
    }
}

/// Why a connection is ended from this side.
enum EndReason {
    /// No request has begun in the time that it may take.
    NothingSent,
    /// No more requests are taken.
    Stopping,
    /// None of the requests that may share it is open, and has not been for a while.
    Idle,
}

/// Waits for a reason to end a connection.
async fn watch(
    activity: &ConnectionActivity,
    limits: ConnectionLimits,
    stop: &CancellationToken,
) -> EndReason {
    let mut first_request = pin!(sleep(limits.headers));
    let mut idle = interval_at(Instant::now() + limits.idle, limits.idle);
    let mut waiting = true;
    loop {
        tokio::select! {
            () = &mut first_request, if waiting => {
                waiting = false;
                if !activity.has_begun() {
                    return EndReason::NothingSent;
                }
            }
            () = stop.cancelled() => return EndReason::Stopping,
            _ = idle.tick(), if activity.is_multiplexed() => {
                if activity.is_idle_for(limits.idle) {
                    return EndReason::Idle;
                }
            }
        }
    }
}

fn builder(limits: ConnectionLimits) -> auto::Builder<TokioExecutor> {
    let mut builder = auto::Builder::new(TokioExecutor::new());
    // Between two requests of HTTP/1 the time for the headers of the next one runs already.
    builder
        .http1()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.headers);
    builder
        .http2()
        .timer(TokioTimer::new())
        .max_concurrent_streams(STREAMS_MAX)
        .keep_alive_interval(limits.headers)
        .keep_alive_timeout(limits.headers);
    builder
}

#[cfg(test)]
mod tests;
