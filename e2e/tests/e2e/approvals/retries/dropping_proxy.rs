//! A proxy before a server: it can drop the next connection, before a word
//! was read, and shut for good.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, watch};
use tokio::task::AbortHandle;

/// A proxy on a port of its own.
pub(super) struct DroppingProxy {
    address: SocketAddr,
    state: Arc<DroppingState>,
    task: AbortHandle,
}

#[derive(Default)]
struct DroppingState {
    /// How many more are turned away.
    slams: AtomicUsize,
    turned_away: AtomicUsize,
    /// Counts how often all connections were dropped.
    thrown_out: watch::Sender<usize>,
    /// How many are inside.
    inside: watch::Sender<usize>,
    shut: Notify,
}

// === impl DroppingProxy ===

impl DroppingProxy {
    pub(super) async fn before(server: SocketAddr) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let state: Arc<DroppingState> = Arc::default();
        let task = tokio::spawn(watch_over(listener, server, Arc::clone(&state)));
        Self {
            address,
            state,
            task: task.abort_handle(),
        }
    }

    /// Where an MCP server is, seen from outside.
    pub(super) fn url(&self) -> String {
        format!("http://{}/mcp", self.address)
    }

    /// Drops all connections, and refuses the next ones. When this is over, none is open:
    /// a connection that is still being thrown out would count as one on which something was sent.
    pub(super) async fn slam(&self, times: usize) {
        self.state.turned_away.store(0, Ordering::SeqCst);
        self.state.slams.store(times, Ordering::SeqCst);
        self.state.thrown_out.send_modify(|count| *count += 1);
        let mut inside = self.state.inside.subscribe();
        let empty = inside.wait_for(|count| *count == 0).await;
        drop(empty.expect("the door"));
    }

    /// How many were turned away since the last slam.
    pub(super) fn turned_away(&self) -> usize {
        self.state.turned_away.load(Ordering::SeqCst)
    }

    /// Drops all connections, and stops listening.
    pub(super) fn shut(&self) {
        self.state.shut.notify_one();
        self.state.thrown_out.send_modify(|count| *count += 1);
    }
}

impl Drop for DroppingProxy {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn watch_over(listener: TcpListener, server: SocketAddr, state: Arc<DroppingState>) {
    loop {
        let visitor = tokio::select! {
            () = state.shut.notified() => return,
            visitor = listener.accept() => visitor.expect("a visitor").0,
        };
        let left = state
            .slams
            .fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| {
                left.checked_sub(1)
            });
        if left.is_ok() {
            state.turned_away.fetch_add(1, Ordering::SeqCst);
            continue;
        }
        state.inside.send_modify(|count| *count += 1);
        tokio::spawn(lead_in(visitor, server, Arc::clone(&state)));
    }
}

async fn lead_in(mut visitor: TcpStream, server: SocketAddr, state: Arc<DroppingState>) {
    let mut thrown_out = state.thrown_out.subscribe();
    if let Ok(mut inside) = TcpStream::connect(server).await {
        tokio::select! {
            _ = copy_bidirectional(&mut visitor, &mut inside) => {}
            _ = thrown_out.changed() => {}
        }
    }
    drop(visitor);
    state.inside.send_modify(|count| *count -= 1);
}
