//! The server behind the gateway, in this process, so that it can be told when a call arrives.

use std::sync::Arc;
use std::time::Instant;

use anyhow::Result;
use http::Request;
use hyper::body::Incoming;
use tokio::sync::watch;

use crate::era::BenchEra;
use crate::serve::{self, LocalServer};
use crate::upstream::EchoUpstream;

/// A server that counts the calls it gets. Dropping it ends it.
#[derive(Debug)]
pub(super) struct CountingUpstream {
    pub(super) server: LocalServer,
    arrived: watch::Receiver<ArrivedCalls>,
}

/// The calls that arrived so far.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct ArrivedCalls {
    pub(super) count: usize,
    /// When the last of them did.
    pub(super) last: Option<Instant>,
}

// === impl CountingUpstream ===

impl CountingUpstream {
    pub(super) async fn start() -> Result<Self> {
        let server = Arc::new(EchoUpstream::new(Some(BenchEra::Modern), 1)?);
        let (listener, url) = serve::listen().await?;
        let (count, arrived) = watch::channel(ArrivedCalls::default());
        let count = Arc::new(count);
        let handler = move |request: Request<Incoming>| {
            let method = request.headers().get("mcp-method");
            if method.is_some_and(|method| method.as_bytes() == b"tools/call") {
                count.send_modify(|arrived| {
                    arrived.count += 1;
                    arrived.last = Some(Instant::now());
                });
            }
            server.clone().answer(request)
        };
        let server = LocalServer::spawn(url, serve::answer(listener, handler));
        Ok(Self { server, arrived })
    }

    pub(super) fn arrived(&self) -> ArrivedCalls {
        *self.arrived.borrow()
    }
}
