//! Limits of one exchange.

use std::time::Duration;

/// Limits of one exchange, including redirects.
#[derive(Clone, Debug)]
pub struct ExchangeLimits {
    /// For the whole exchange. Before the head of the reply has come, its end is an error;
    /// after that, the body is cut where it is.
    pub timeout: Duration,
    /// The longest pause inside a body. The wait for the head of the reply is bounded by
    /// `timeout` alone, since a server that works is as silent as one that does not.
    pub silence: Duration,
    /// The maximum size of a body after decompression, in bytes. The rest is not read.
    pub max_body: usize,
    /// The maximum number of redirects. With 0, redirects are returned.
    pub redirects: usize,
}
