//! The address under which the dashboard of this machine is opened.
//!
//! Cookies know no ports: what a page on `127.0.0.1` keeps is sent to every server on this machine
//! that a browser talks to under the same name. So the dashboard has a name of its own where the
//! system knows that names under `localhost` are this machine.

use std::net::SocketAddr;
use std::time::Duration;

use tokio::net::lookup_host;
use tokio::time::timeout;

/// The name of the dashboard on its own machine.
const NAME: &str = "candor.localhost";

/// How long the system may take to look the name up.
const LOOKUP: Duration = Duration::from_secs(1);

/// What addresses of this gateway begin with, such as `http://candor.localhost:7333`.
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
