//! Idle HTTP/1 connections.

use std::task::{Context, Poll, Waker};
use std::time::{Duration, Instant};

use super::super::http1::Http1Connection;

/// The maximum number of idle connections; further ones are closed after use.
const MAX_IDLE: usize = 256;
/// The maximum idle time of a connection.
const IDLE_AGE: Duration = Duration::from_secs(90);
/// The limits, in time and bytes, for draining a response that no one reads.
const REST_AGE: Duration = Duration::from_secs(10);
const REST_BYTES: usize = 64 * 1024;

/// Idle connections, the most recently used last.
#[derive(Default)]
pub(super) struct IdleList(Vec<IdleConnection>);

/// A connection that is idle, or will be once the rest of its response was drained.
pub(super) struct IdleConnection {
    connection: Box<Http1Connection>,
    rest_bytes: usize,
    since: Instant,
}

enum IdleState {
    Ready,
    /// The previous response is not complete.
    Busy,
    /// The connection is closed or has expired.
    Over,
}

/// Whether a connection last used at this time may still be used.
pub(super) fn is_young(used: Instant, now: Instant) -> bool {
    now.duration_since(used) < IDLE_AGE
}

// === impl IdleList ===

impl IdleList {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds a connection, if there is room.
    pub(super) fn put(&mut self, mut connection: IdleConnection, now: Instant) {
        if self.0.len() >= MAX_IDLE {
            self.sweep(now);
        }
        if self.0.len() < MAX_IDLE && !matches!(connection.state(now), IdleState::Over) {
            self.0.push(connection);
        }
    }

    /// Takes the most recently used connection that is ready.
    pub(super) fn pick(&mut self, now: Instant) -> Option<Box<Http1Connection>> {
        for at in (0..self.0.len()).rev() {
            match self.0[at].state(now) {
                IdleState::Ready => return Some(self.0.remove(at).connection),
                IdleState::Busy => {}
                IdleState::Over => drop(self.0.remove(at)),
            }
        }
        None
    }

    /// Closes connections that can no longer be used.
    pub(super) fn sweep(&mut self, now: Instant) {
        self.0
            .retain_mut(|it| !matches!(it.state(now), IdleState::Over));
    }
}

// === impl IdleConnection ===

impl IdleConnection {
    pub(super) fn new(connection: Box<Http1Connection>, now: Instant) -> Self {
        Self {
            connection,
            rest_bytes: 0,
            since: now,
        }
    }

    fn state(&mut self, now: Instant) -> IdleState {
        if !is_young(self.since, now) || !self.pass_over_rest() || self.connection.is_closed() {
            return IdleState::Over;
        }
        if self.connection.is_ready() {
            return IdleState::Ready;
        }
        if now.duration_since(self.since) > REST_AGE {
            return IdleState::Over;
        }
        IdleState::Busy
    }

    /// Discards available bytes of the previous response, without waiting for more; returns false
    /// if it cannot be completed. This also detects the end of the connection.
    fn pass_over_rest(&mut self) -> bool {
        let mut unwoken = Context::from_waker(Waker::noop());
        while !self.connection.is_read() {
            match self.connection.poll_body(&mut unwoken) {
                Poll::Pending => return true,
                Poll::Ready(None) => break,
                Poll::Ready(Some(Err(_))) => return false,
                Poll::Ready(Some(Ok(piece))) => {
                    self.rest_bytes += piece.len();
                    if self.rest_bytes > REST_BYTES {
                        return false;
                    }
                }
            }
        }
        self.connection.rest();
        true
    }
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;
    use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, duplex};

    use super::*;

    /// An idle connection, and the server's end of it.
    fn opened() -> (Box<Http1Connection>, DuplexStream) {
        let (ours, theirs) = duplex(1024 * 1024);
        (Box::new(Http1Connection::new(ours)), theirs)
    }

    /// A connection whose server has started a response.
    async fn answered(body: &[u8]) -> (IdleConnection, DuplexStream) {
        let (mut connection, mut theirs) = opened();
        let head = b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n";
        let serve = async {
            // Data before the request would not be its response.
            theirs.read_u8().await.expect("a request");
            theirs.write_all(head).await.expect("written");
            theirs.write_all(body).await.expect("written");
        };
        let request = Bytes::from_static(b"GET / HTTP/1.1\r\n\r\n");
        let (response, ()) = tokio::join!(connection.send(request, Bytes::new()), serve);
        response.expect("a response");
        let idle = IdleConnection::new(connection, Instant::now());
        (idle, theirs)
    }

    fn picked(list: &mut IdleList, now: Instant) -> bool {
        list.pick(now).is_some()
    }

    #[tokio::test]
    async fn a_connection_does_not_rest_for_ever() {
        let now = Instant::now();
        for (age, expect) in [(IDLE_AGE / 2, true), (IDLE_AGE, false)] {
            let (connection, _theirs) = opened();
            let mut list = IdleList::default();
            list.put(IdleConnection::new(connection, now), now);
            list.sweep(now + age / 2);
            assert!(!list.is_empty());
            assert_eq!(picked(&mut list, now + age), expect);
            assert!(list.is_empty());
        }
        let (connection, _theirs) = opened();
        let mut list = IdleList::default();
        list.put(IdleConnection::new(connection, now), now);
        list.sweep(now + IDLE_AGE);
        assert!(list.is_empty());
    }

    #[tokio::test]
    async fn a_connection_that_was_closed_is_not_kept() {
        let now = Instant::now();
        let mut list = IdleList::default();
        let (connection, theirs) = opened();
        list.put(IdleConnection::new(connection, now), now);
        drop(theirs);
        assert!(!picked(&mut list, now));
        let (connection, theirs) = opened();
        drop(theirs);
        list.put(IdleConnection::new(connection, now), now);
        assert!(list.is_empty());
    }

    #[tokio::test]
    async fn the_rest_of_a_response_is_passed_over() {
        let chunk = [b"8000\r\n".to_vec(), vec![b'x'; 0x8000], b"\r\n".to_vec()].concat();
        let cases = [
            // What has arrived, what arrives later, and whether the connection can then be reused.
            (b"0\r\n\r\n".to_vec(), "", true),
            (b"5\r\nhello\r\n0\r\n\r\n".to_vec(), "", true),
            (b"5\r\nhel".to_vec(), "lo\r\n0\r\n\r\n", true),
            (b"5\r\nhel".to_vec(), "", false),
            (b"5\r\nhello\r\nnonsense\r\n".to_vec(), "", false),
            (chunk.repeat(2), "0\r\n\r\n", true),
            (chunk.repeat(3), "0\r\n\r\n", false),
        ];
        for (rest, later, expect) in cases {
            let (connection, mut theirs) = answered(&rest).await;
            let now = connection.since;
            let mut list = IdleList::default();
            list.put(connection, now);
            // A connection that was closed because of its length accepts no more data.
            let _ = theirs.write_all(later.as_bytes()).await;
            list.sweep(now);
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
