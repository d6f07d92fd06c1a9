//! Tracks whether a connection is in use.

use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes, HttpBody};
use axum::http::{Request, Response, Version};
use http_body::{Frame, SizeHint};
use hyper::body::Incoming;

/// The activity of one connection. For HTTP/1 only whether it has begun, because the library
/// handles the rest. An HTTP/2 connection is shared by many requests and idle when none is open.
#[derive(Default)]
pub(super) struct ConnectionActivity {
    begun: AtomicBool,
    multiplexed: AtomicBool,
    requests: Mutex<OpenRequests>,
}

#[derive(Default)]
struct OpenRequests {
    count: usize,
    last_end: Option<Instant>,
}

/// A request that is open, until its reply has been sent.
pub(super) struct RequestGuard(Arc<ConnectionActivity>);

/// The body of a reply that ends its request when it ends.
struct GuardedBody {
    body: Body,
    _guard: RequestGuard,
}

// === impl ConnectionActivity ===

impl ConnectionActivity {
    /// Notes a request. The guard is for those that share their connection.
    pub(super) fn begin(self: &Arc<Self>, request: &Request<Incoming>) -> Option<RequestGuard> {
        self.begun.store(true, Ordering::Relaxed);
        if request.version() != Version::HTTP_2 {
            return None;
        }
        self.multiplexed.store(true, Ordering::Relaxed);
        self.change(|requests| requests.count += 1);
        Some(RequestGuard(Arc::clone(self)))
    }

    /// Keeps a request open until its reply has been sent.
    pub(super) fn follow(response: Response<Body>, guard: Option<RequestGuard>) -> Response<Body> {
        match guard {
            Some(guard) => response.map(|body| {
                Body::new(GuardedBody {
                    body,
                    _guard: guard,
                })
            }),
            None => response,
        }
    }

    pub(super) fn has_begun(&self) -> bool {
        self.begun.load(Ordering::Relaxed)
    }

    /// Whether requests share the connection.
    pub(super) fn is_multiplexed(&self) -> bool {
        self.multiplexed.load(Ordering::Relaxed)
    }

    /// Whether no request has been open for so long.
    pub(super) fn is_idle_for(&self, time: Duration) -> bool {
        let requests = self.requests.lock().unwrap_or_else(PoisonError::into_inner);
        requests.count == 0 && requests.last_end.is_some_and(|end| end.elapsed() >= time)
    }

    fn change(&self, change: impl FnOnce(&mut OpenRequests)) {
        change(&mut self.requests.lock().unwrap_or_else(PoisonError::into_inner));
    }
}

// === impl RequestGuard ===

impl Drop for RequestGuard {
    fn drop(&mut self) {
        self.0.change(|requests| {
            requests.count -= 1;
            requests.last_end = Some(Instant::now());
        });
    }
}

// === impl GuardedBody ===

impl HttpBody for GuardedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
