//! The URL of the dashboard on this machine.
//!
//! Cookies are not separated by port: a cookie set on `127.0.0.1` is sent to every local server
//! that a browser accesses under the same name. The dashboard therefore uses its own host name if
//! the system resolves names below `localhost` to this machine.

use std::net::SocketAddr;
use std::time::Duration;

use tokio::net::lookup_host;
use tokio::time::timeout;

/// The name of the dashboard on its own machine.
const NAME: &str = "candor.localhost";

/// The timeout for resolving the name.
const LOOKUP: Duration = Duration::from_secs(1);

/// The base URL of this gateway, such as `http://candor.localhost:7333`.
pub(crate) async fn of(listens: SocketAddr) -> String {
    if listens.ip().is_loopback() && leads_to(listens).await {
        return format!("http://{NAME}:{}", listens.port());
    }
    format!("http://{listens}")
}

/// Whether the system finds the listener under the name, and nothing but this machine.
async fn leads_to(listens: SocketAddr) -> bool {
    let found = timeout(LOOKUP, lookup_host((NAME, listens.port()))).await;
    let Ok(Ok(found)) = found else {
        return false;
    };
    let found: Vec<_> = found.collect();
    found.contains(&listens) && found.iter().all(|address| address.ip().is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_this_machine_has_the_name() {
        let elsewhere: SocketAddr = "192.0.2.1:7333".parse().expect("an address");
        assert_eq!(of(elsewhere).await, "http://192.0.2.1:7333");
        let here: SocketAddr = "127.0.0.1:7333".parse().expect("an address");
        let name = of(here).await;
        // Not every system knows the name.
        let names = ["http://candor.localhost:7333", "http://127.0.0.1:7333"];
        assert!(names.contains(&name.as_str()), "{name}");
    }
}
