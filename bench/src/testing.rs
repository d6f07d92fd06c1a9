//! Servers for tests, in this process, on free loopback ports, gone with their owner.

use std::sync::Arc;

use candor_testkit::HeldPort;
use http::Uri;

use crate::era::BenchEra;
use crate::relay::ByteRelay;
use crate::serve::{self, LocalServer};
use crate::upstream::EchoUpstream;

/// An upstream with this many tools.
pub(crate) async fn upstream(era: Option<BenchEra>, tools: usize) -> LocalServer {
    let upstream = Arc::new(EchoUpstream::new(era, tools).unwrap());
    let (listener, url) = serve::listen().await.unwrap();
    let handler = move |request| upstream.clone().answer(request);
    LocalServer::spawn(url, serve::answer(listener, handler))
}

/// A relay to another server, of whole answers or as they stream in.
pub(crate) async fn relay(to: &Uri, whole: bool) -> LocalServer {
    let relay = ByteRelay::to(to, whole).unwrap();
    let (listener, url) = serve::listen().await.unwrap();
    let handler = move |request| relay.clone().forward(request);
    LocalServer::spawn(url, serve::answer(listener, handler))
}

/// A port on which no server listens as long as it is held, and its address.
pub(crate) fn nobody() -> (HeldPort, Uri) {
    let held = HeldPort::free().unwrap();
    let url = format!("http://127.0.0.1:{}/mcp", held.port());
    (held, url.parse().unwrap())
}
