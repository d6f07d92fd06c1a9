//! A door before a server: it can be slammed in the face of whoever comes next, before a word
//! was read, and shut for good.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, watch};
use tokio::task::AbortHandle;

/// See the module.
pub(super) struct Door {
    address: SocketAddr,
    state: Arc<State>,
    task: AbortHandle,
}

#[derive(Default)]
struct State {
    /// How many more are turned away.
    slams: AtomicUsize,
    turned_away: AtomicUsize,
    /// Counts how often everybody was thrown out.
    thrown_out: watch::Sender<usize>,
    /// How many are inside.
    inside: watch::Sender<usize>,
    shut: Notify,
}

// === impl Door ===

impl Door {
    pub(super) async fn before(server: SocketAddr) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let state: Arc<State> = Arc::default();
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

    /// Throws everybody out, and turns the next ones away. When this is over, nobody is inside:
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

    /// Throws everybody out, and is not there any more.
    pub(super) fn shut(&self) {
        self.state.shut.notify_one();
        self.state.thrown_out.send_modify(|count| *count += 1);
    }
}

impl Drop for Door {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn watch_over(listener: TcpListener, server: SocketAddr, state: Arc<State>) {
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

async fn lead_in(mut visitor: TcpStream, server: SocketAddr, state: Arc<State>) {
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
