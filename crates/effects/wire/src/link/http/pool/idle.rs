//! The HTTP/1 connections that rest.

use std::pin::Pin;
use std::task::{Context, Poll, Waker};
use std::time::{Duration, Instant};

use hyper::body::{Body, Incoming};

use super::super::connection::Http1Sender;

/// So many connections rest at most; more than that are closed after use.
const MAX_IDLE: usize = 32;
/// So long a connection rests.
const IDLE_AGE: Duration = Duration::from_secs(90);
/// So long, and for so many bytes, the end of a response is waited for that nobody reads.
const REST_AGE: Duration = Duration::from_secs(10);
const REST_BYTES: usize = 64 * 1024;

/// Connections that rest, the one that was used last at the end.
#[derive(Default)]
pub(super) struct IdleList(Vec<IdleConnection>);

/// A connection that rests, or will once the rest of its response has come.
pub(super) struct IdleConnection {
    sender: Http1Sender,
    rest: Option<Incoming>,
    rest_bytes: usize,
    since: Instant,
}

/// What can be taken for the next request.
pub(super) enum IdlePick {
    Ready(Http1Sender),
    /// The response before was read to its end, and its task has not noticed yet.
    Turning(Http1Sender),
    None,
}

enum IdleState {
    Ready,
    /// The response before is not over.
    Busy,
    /// It will take no more requests, or has rested for too long.
    Over,
}

/// Whether what was used then may still be used.
pub(super) fn is_young(used: Instant, now: Instant) -> bool {
    now.duration_since(used) < IDLE_AGE
}

// === impl IdleList ===

impl IdleList {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Keeps a connection, if there is room.
    pub(super) fn put(&mut self, mut connection: IdleConnection, now: Instant) {
        if self.0.len() >= MAX_IDLE {
            self.sweep(now);
        }
        if self.0.len() < MAX_IDLE && !matches!(connection.state(now), IdleState::Over) {
            self.0.push(connection);
        }
    }

    /// Takes the connection that was used last and can be used now.
    pub(super) fn pick(&mut self, now: Instant) -> IdlePick {
        for at in (0..self.0.len()).rev() {
            match self.0[at].state(now) {
                IdleState::Ready => return IdlePick::Ready(self.0.remove(at).sender),
                IdleState::Busy => {}
                IdleState::Over => drop(self.0.remove(at)),
            }
        }
        match self.0.iter().rposition(|it| it.rest.is_none()) {
            Some(at) => IdlePick::Turning(self.0.remove(at).sender),
            None => IdlePick::None,
        }
    }

    /// Closes what can no longer be used.
    pub(super) fn sweep(&mut self, now: Instant) {
        self.0
            .retain_mut(|it| !matches!(it.state(now), IdleState::Over));
    }
}

// === impl IdleConnection ===

impl IdleConnection {
    pub(super) fn new(sender: Http1Sender, rest: Option<Incoming>, now: Instant) -> Self {
        Self {
            sender,
            rest,
            rest_bytes: 0,
            since: now,
        }
    }

    fn state(&mut self, now: Instant) -> IdleState {
        if self.sender.is_closed() || !is_young(self.since, now) || !self.pass_over_rest() {
            return IdleState::Over;
        }
        if self.sender.is_ready() {
            return IdleState::Ready;
        }
        if self.rest.is_some() && now.duration_since(self.since) > REST_AGE {
            return IdleState::Over;
        }
        IdleState::Busy
    }

    /// Passes over what has come of the rest, without waiting for more; whether there can be an
    /// end to it. Asking is also what makes the connection read on.
    fn pass_over_rest(&mut self) -> bool {
        let mut context = Context::from_waker(Waker::noop());
        while let Some(rest) = &mut self.rest {
            match Pin::new(rest).poll_frame(&mut context) {
                Poll::Pending => break,
                Poll::Ready(None) => self.rest = None,
                Poll::Ready(Some(Err(_))) => return false,
                Poll::Ready(Some(Ok(frame))) => {
                    self.rest_bytes += frame.data_ref().map_or(0, bytes::Bytes::len);
                    if self.rest_bytes > REST_BYTES {
                        return false;
                    }
                }
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use http::Request;
    use http_body_util::Full;
    use hyper::client::conn::http1;
    use hyper_util::rt::TokioIo;
    use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, duplex};

    use super::*;

    /// A connection that rests, and the server's end of it.
    async fn opened() -> (Http1Sender, DuplexStream) {
        let (ours, theirs) = duplex(1024 * 1024);
        let started = http1::handshake(TokioIo::new(ours)).await;
        let (mut sender, connection) = started.expect("started");
        tokio::spawn(connection);
        sender.ready().await.expect("ready");
        (sender, theirs)
    }

    /// A connection whose server has begun a response.
    async fn answered(body: &[u8]) -> (IdleConnection, DuplexStream) {
        let (mut sender, mut theirs) = opened().await;
        let sending = sender.send_request(Request::new(Full::default()));
        // What comes before the request is no response to it.
        theirs.read_u8().await.expect("a request");
        let head = b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n";
        theirs.write_all(head).await.expect("written");
        theirs.write_all(body).await.expect("written");
        let response = sending.await.expect("a response");
        let rest = Some(response.into_body());
        (IdleConnection::new(sender, rest, Instant::now()), theirs)
    }

    /// Gives the tasks of the connections time to come round.
    async fn turn() {
        for _ in 0..100 {
            tokio::task::yield_now().await;
        }
    }

    fn picked(list: &mut IdleList, now: Instant) -> &'static str {
        match list.pick(now) {
            IdlePick::Ready(_) => "ready",
            IdlePick::Turning(_) => "turning",
            IdlePick::None => "none",
        }
    }

    #[tokio::test]
    async fn a_connection_does_not_rest_for_ever() {
        let now = Instant::now();
        for (age, expect) in [(IDLE_AGE / 2, "ready"), (IDLE_AGE, "none")] {
            let (sender, _theirs) = opened().await;
            let mut list = IdleList::default();
            list.put(IdleConnection::new(sender, None, now), now);
            list.sweep(now + age / 2);
            assert!(!list.is_empty());
            assert_eq!(picked(&mut list, now + age), expect);
            assert!(list.is_empty());
        }
        let (sender, _theirs) = opened().await;
        let mut list = IdleList::default();
        list.put(IdleConnection::new(sender, None, now), now);
        list.sweep(now + IDLE_AGE);
        assert!(list.is_empty());
    }

    #[tokio::test]
    async fn a_connection_that_was_closed_is_not_kept() {
        let now = Instant::now();
        let mut list = IdleList::default();
        let (sender, theirs) = opened().await;
        list.put(IdleConnection::new(sender, None, now), now);
        drop(theirs);
        turn().await;
        assert_eq!(picked(&mut list, now), "none");
        let (sender, theirs) = opened().await;
        drop(theirs);
        turn().await;
        list.put(IdleConnection::new(sender, None, now), now);
        assert!(list.is_empty());
    }

    #[tokio::test]
    async fn the_rest_of_a_response_is_passed_over() {
        let chunk = [b"8000\r\n".to_vec(), vec![b'x'; 0x8000], b"\r\n".to_vec()].concat();
        let cases = [
            // What has come, what comes later, and what can be taken then.
            (b"0\r\n\r\n".to_vec(), "", "ready"),
            (b"5\r\nhello\r\n0\r\n\r\n".to_vec(), "", "ready"),
            (b"5\r\nhel".to_vec(), "lo\r\n0\r\n\r\n", "ready"),
            (b"5\r\nhel".to_vec(), "", "none"),
            (b"5\r\nhello\r\nnonsense\r\n".to_vec(), "", "none"),
            (chunk.repeat(2), "0\r\n\r\n", "ready"),
            (chunk.repeat(3), "0\r\n\r\n", "none"),
        ];
        for (rest, later, expect) in cases {
            let (connection, mut theirs) = answered(&rest).await;
            let now = connection.since;
            let mut list = IdleList::default();
            list.put(connection, now);
            theirs.write_all(later.as_bytes()).await.expect("written");
            for _ in 0..20 {
                turn().await;
                list.sweep(now);
            }
            assert_eq!(picked(&mut list, now), expect, "{}", rest.len());
        }
    }

    #[tokio::test]
    async fn the_rest_of_a_response_is_not_waited_for_for_ever() {
        let (connection, _theirs) = answered(b"5\r\nhel").await;
        let now = connection.since;
        let mut list = IdleList::default();
        list.put(connection, now);
        list.sweep(now + REST_AGE);
        assert!(!list.is_empty());
        list.sweep(now + REST_AGE + Duration::from_millis(1));
        assert!(list.is_empty());
    }
}
