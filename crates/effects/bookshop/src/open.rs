//! A running bookshop: a server with an address.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use axum::Router;
use tokio::net::TcpListener;
use tokio::runtime::Handle;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::host_check;
use crate::routes;

/// How long pending requests may take when the shop closes.
const GRACE: Duration = Duration::from_secs(1);

/// An open bookshop. It closes when it is dropped, or with [`Bookshop::close`].
#[derive(Debug)]
pub struct Bookshop {
    address: SocketAddr,
    /// Nothing is ever sent: the task ends when this end is dropped.
    open: oneshot::Sender<()>,
    task: JoinHandle<()>,
}

impl Bookshop {
    /// Opens a shop with its initial books, on a free port of 127.0.0.1.
    ///
    /// Must be called inside a tokio runtime; otherwise it returns an error.
    pub fn open() -> Result<Self, io::Error> {
        let runtime = Handle::try_current().map_err(io::Error::other)?;
        let listener = std::net::TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let listener = TcpListener::from_std(listener)?;
        let router = host_check::guard(routes::router(), address);
        let (open, closing) = oneshot::channel();
        Ok(Self {
            address,
            open,
            task: runtime.spawn(serve(listener, router, closing)),
        })
    }

    /// The address of the shop.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Closes the shop and waits until it is closed: a second at most.
    pub async fn close(self) {
        drop(self.open);
        // It fails only if the task panicked or its runtime is ending; either way it is closed.
        self.task.await.ok();
    }
}

async fn serve(listener: TcpListener, router: Router, closing: oneshot::Receiver<()>) {
    let (hurry, late) = oneshot::channel();
    let closed = async {
        closing.await.ok();
        hurry.send(()).ok();
    };
    let out_of_patience = async {
        late.await.ok();
        tokio::time::sleep(GRACE).await;
    };
    tokio::select! {
        // Accepting never fails permanently, so this ends only when the shop closes.
        _ = axum::serve(listener, router).with_graceful_shutdown(closed) => {}
        () = out_of_patience => {}
    }
}
