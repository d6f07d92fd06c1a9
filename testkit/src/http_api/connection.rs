//! Serves one connection of a client.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use tokio::net::TcpStream;

use super::HttpApiState;
use super::read::{HttpPeer, RequestReadError};
use super::reply::ScriptedReply;
use super::request::ReceivedRequest;
use super::write::{self, AfterReply};
use crate::server::lock;

/// Counts the connection as closed when dropped.
struct OpenConnection(Arc<HttpApiState>);

impl Drop for OpenConnection {
    fn drop(&mut self) {
        self.0.closed.fetch_add(1, Ordering::SeqCst);
    }
}

/// Answers requests one after the other until either side has had enough.
pub(super) async fn serve(shared: Arc<HttpApiState>, socket: TcpStream) {
    let open = OpenConnection(Arc::clone(&shared));
    // Send small replies immediately; otherwise a test would wait for the client's acknowledgement.
    // Errors are ignored.
    socket.set_nodelay(true).ok();
    let mut peer = HttpPeer::new(socket);
    loop {
        let request = match peer.request().await {
            Ok(Some(request)) => request,
            Ok(None) | Err(RequestReadError::Broken(_)) => break,
            Err(error) => {
                refuse(&shared, &mut peer, &error).await;
                break;
            }
        };
        let action = lock(&shared.routes).choose(&request);
        let reply = action.reply(&request);
        // Now, so that a test that has waited for the request sees what it has brought about.
        shared.record.add(request.clone());
        match write::send(&mut peer, &request, reply).await {
            Ok(AfterReply::KeepOpen) if !wants_close(&request) => {}
            // A client that is gone does not mind.
            Ok(_) | Err(_) => break,
        }
    }
    peer.close().await;
    drop(open);
}

fn wants_close(request: &ReceivedRequest) -> bool {
    request
        .header("connection")
        .is_some_and(|value| value.eq_ignore_ascii_case("close"))
}

async fn refuse(shared: &HttpApiState, peer: &mut HttpPeer, error: &RequestReadError) {
    let status = match error {
        RequestReadError::TooLarge(_) => 413,
        RequestReadError::Malformed(_) | RequestReadError::Broken(_) => 400,
    };
    let sentence = error.to_string();
    let reply = ScriptedReply::text(&sentence)
        .with_status(status)
        .header("connection", "close");
    shared.record.add_malformed(sentence);
    // A client that is gone does not mind.
    write::send(peer, &ReceivedRequest::default(), reply)
        .await
        .ok();
}
