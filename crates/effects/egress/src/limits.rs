//! What one exchange may cost.

use std::time::Duration;

/// What one exchange may cost, redirects and all.
#[derive(Clone, Debug)]
pub struct ExchangeLimits {
    /// For the whole exchange. Before the head of the reply has come, its end is an error;
    /// after that, the body is cut where it is.
    pub timeout: Duration,
    /// The longest pause inside a body. The wait for the head of the reply is bounded by
    /// `timeout` alone, since a server that works is as silent as one that does not.
    pub silence: Duration,
    /// The largest body kept, in bytes after unpacking. The rest is not read.
    pub max_body: usize,
    /// How many redirects are followed. With 0 a redirect is given as it came.
    pub redirects: usize,
}
