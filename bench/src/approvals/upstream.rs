//! The server behind the gateway, in this process, so that it can be told when a call arrives.

use std::sync::Arc;
use std::time::Instant;

use anyhow::Result;
use http::{Request, Uri};
use hyper::body::Incoming;
use tokio::sync::watch;
use tokio::task::AbortHandle;

use crate::era::Era;
use crate::serve;
use crate::upstream::Upstream as Server;

/// See the module. Dropping it ends it.
#[derive(Debug)]
pub(super) struct Upstream {
    pub(super) url: Uri,
    arrived: watch::Receiver<Arrived>,
    task: AbortHandle,
}

/// The calls that arrived so far.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Arrived {
    pub(super) count: usize,
    /// When the last of them did.
    pub(super) last: Option<Instant>,
}

// === impl Upstream ===

impl Upstream {
    pub(super) async fn start() -> Result<Self> {
        let server = Arc::new(Server::new(Some(Era::Modern), 1)?);
        let listener = serve::listen().await?;
        let url = format!("http://{}/mcp", listener.local_addr()?).parse()?;
        let (count, arrived) = watch::channel(Arrived::default());
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
        let work = serve::run(listener, handler, std::future::pending());
        let task = tokio::spawn(async move {
            // It has nobody to tell; the gateway says that its server is gone.
            let _ = work.await;
        });
        Ok(Self {
            url,
            arrived,
            task: task.abort_handle(),
        })
    }

    pub(super) fn arrived(&self) -> Arrived {
        *self.arrived.borrow()
    }
}

impl Drop for Upstream {
    fn drop(&mut self) {
        self.task.abort();
    }
}
