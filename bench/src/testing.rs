//! Servers for tests, in this process, on free loopback ports, gone with their owner.

use std::sync::Arc;

use http::Uri;
use tokio::net::TcpListener;
use tokio::task::AbortHandle;

use crate::era::BenchEra;
use crate::relay::ByteRelay;
use crate::serve;
use crate::upstream::EchoUpstream;

/// A running server; dropping it ends it.
pub(crate) struct TestServer {
    pub(crate) url: Uri,
    task: AbortHandle,
}

impl TestServer {
    /// An upstream with this many tools.
    pub(crate) async fn upstream(era: Option<BenchEra>, tools: usize) -> Self {
        let upstream = Arc::new(EchoUpstream::new(era, tools).unwrap());
        let (listener, url) = listen().await;
        let handler = move |request| upstream.clone().answer(request);
        let task = tokio::spawn(serve::run(listener, handler, std::future::pending()));
        Self {
            url,
            task: task.abort_handle(),
        }
    }

    /// A relay to another server.
    pub(crate) async fn relay(to: &Uri) -> Self {
        let relay = ByteRelay::to(to).unwrap();
        let (listener, url) = listen().await;
        let handler = move |request| relay.clone().forward(request);
        let task = tokio::spawn(serve::run(listener, handler, std::future::pending()));
        Self {
            url,
            task: task.abort_handle(),
        }
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// The address of a port on which no server listens.
pub(crate) async fn nobody() -> Uri {
    listen().await.1
}

async fn listen() -> (TcpListener, Uri) {
    let listener = serve::listen().await.unwrap();
    let url = format!("http://{}/mcp", listener.local_addr().unwrap());
    (listener, url.parse().unwrap())
}
