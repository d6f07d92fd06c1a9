//! What the clients of this process send, recorded while there is a watcher.
//!
//! There is one watch for the process, not a handle that each client is given. APIs, functions and
//! packs make their clients each in its own place, some of which are shared by all, and a watch that
//! one of them was not given would neither see nor refuse what it sends. So none can be made without
//! it. While it lives, requests that lead elsewhere than it permits are refused before anything is
//! sent.

use std::sync::{Arc, Mutex, PoisonError, RwLock};

use http::StatusCode;
use url::{Host, Position, Url};

use crate::error::{self, EgressError};
use crate::request::EgressRequest;

/// The watch of this process.
static CURRENT: RwLock<Option<Arc<WatchShared>>> = RwLock::new(None);

/// The most requests that are kept.
const MOST: usize = 1000;

/// Where requests may go while they are watched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RequestReach {
    /// To this origin only.
    Origin(Url),
    /// To this machine only.
    ThisMachine,
}

/// A request that was made or refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WatchedRequest {
    /// The HTTP method.
    pub method: String,
    /// Its path at the origin that is permitted, otherwise the whole address; without a query,
    /// which may hold a credential.
    pub address: String,
    /// The status of the reply; none if there was no reply.
    pub status: Option<u16>,
    /// Whether it was refused, since it would have led elsewhere.
    pub is_refused: bool,
}

/// Watches the requests of this process for as long as it lives. The last one that was made
/// counts.
#[derive(Debug)]
#[must_use = "requests are no longer watched as soon as this is dropped"]
pub struct RequestWatch(Arc<WatchShared>);

#[derive(Debug)]
struct WatchShared {
    reach: RequestReach,
    seen: Mutex<Vec<WatchedRequest>>,
}

/// A request on its way; dropped, it is written down.
pub(crate) struct WatchedExchange {
    watch: Arc<WatchShared>,
    request: WatchedRequest,
}

// === impl RequestWatch ===

impl RequestWatch {
    /// Begins to watch.
    pub fn begin(reach: RequestReach) -> Self {
        let shared = Arc::new(WatchShared {
            reach,
            seen: Mutex::default(),
        });
        let mut current = CURRENT.write().unwrap_or_else(PoisonError::into_inner);
        *current = Some(Arc::clone(&shared));
        Self(shared)
    }

    /// What was asked for since the last time.
    pub fn take(&self) -> Vec<WatchedRequest> {
        std::mem::take(&mut *self.0.seen.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Drop for RequestWatch {
    fn drop(&mut self) {
        let mut current = CURRENT.write().unwrap_or_else(PoisonError::into_inner);
        if current
            .as_ref()
            .is_some_and(|shared| Arc::ptr_eq(shared, &self.0))
        {
            *current = None;
        }
    }
}

// === impl RequestReach ===

impl RequestReach {
    fn permits(&self, url: &Url) -> bool {
        match self {
            Self::Origin(origin) => url.origin() == origin.origin(),
            Self::ThisMachine => is_this_machine(url),
        }
    }
}

/// Whether a URL names this machine by a loopback address or the name that is reserved for it.
fn is_this_machine(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => {
            let name = name.trim_end_matches('.');
            name == "localhost" || name.ends_with(".localhost")
        }
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.to_canonical().is_loopback(),
        None => false,
    }
}

// === impl WatchedExchange ===

impl WatchedExchange {
    /// Begins an exchange, unless a watch refuses it.
    pub(crate) fn begin(request: &EgressRequest) -> Result<Option<Self>, EgressError> {
        let current = CURRENT.read().unwrap_or_else(PoisonError::into_inner);
        let Some(watch) = current.clone() else {
            return Ok(None);
        };
        drop(current);
        let url = &request.url;
        let is_refused = !watch.reach.permits(url);
        let address = match watch.reach {
            RequestReach::Origin(_) if !is_refused => url.path().to_owned(),
            _ => url[..Position::AfterPath].to_owned(),
        };
        let exchange = Self {
            watch,
            request: WatchedRequest {
                method: request.method.to_string(),
                address,
                status: None,
                is_refused,
            },
        };
        if is_refused {
            let host = error::host(url);
            return Err(EgressError::OutOfReach { host });
        }
        Ok(Some(exchange))
    }

    /// Notes how it was answered.
    pub(crate) fn answered(&mut self, status: StatusCode) {
        self.request.status = Some(status.as_u16());
    }
}

impl Drop for WatchedExchange {
    fn drop(&mut self) {
        let mut seen = self
            .watch
            .seen
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if seen.len() < MOST {
            seen.push(self.request.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reach_permits_its_origin_or_this_machine() {
        let url = |text: &str| Url::parse(text).expect("a URL");
        let origin = RequestReach::Origin(url("http://127.0.0.1:8080/v1"));
        for (reach, address, expect) in [
            (&origin, "http://127.0.0.1:8080/other", true),
            (&origin, "http://127.0.0.1:8081/v1", false),
            (&origin, "https://127.0.0.1:8080/v1", false),
            (&origin, "http://localhost:8080/v1", false),
            (&RequestReach::ThisMachine, "http://localhost:1/", true),
            (&RequestReach::ThisMachine, "http://shop.localhost./", true),
            (&RequestReach::ThisMachine, "http://127.9.9.9/", true),
            (&RequestReach::ThisMachine, "http://[::1]/", true),
            (
                &RequestReach::ThisMachine,
                "http://[::ffff:127.0.0.1]/",
                true,
            ),
            (&RequestReach::ThisMachine, "http://10.0.0.1/", false),
            (&RequestReach::ThisMachine, "http://notlocalhost/", false),
            (&RequestReach::ThisMachine, "https://shop.example/", false),
        ] {
            assert_eq!(reach.permits(&url(address)), expect, "{address}");
        }
    }
}
