//! Calls whose approval expired while there was no gateway, and a gateway that is started then.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use http::Uri;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{sleep_until, timeout};

use crate::approvals::gateway::ApprovalsGateway;
use crate::single_connection::SingleConnection;

/// How long everything may take.
const LIMIT: Duration = Duration::from_mins(3);

/// How an event begins.
const EVENT: &[u8] = b"event: approval\n";

/// What it took to let them expire.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct ExpiryTimes {
    /// From the start of the process until all were marked and told.
    pub(super) all: Duration,
    /// The start of a process that has nothing to do.
    pub(super) nothing: Duration,
    /// How many were told as something else than expired, or were still waiting.
    pub(super) wrong: usize,
}

// === impl ExpiryTimes ===

impl ExpiryTimes {
    /// Lets calls wait, for longer than it takes to make them, and lets them expire.
    pub(super) async fn measure(
        binary: &Path,
        database: Option<&str>,
        count: usize,
        filling: Duration,
    ) -> Result<Self> {
        let patience = Duration::from_secs(filling.as_secs() * 2 + 5);
        let mut gateway = ApprovalsGateway::start(binary, database, patience).await?;
        gateway.fill(count).await?;
        let lapsed = tokio::time::Instant::now() + patience;
        let mut caller = SingleConnection::asking(gateway.url()).await?;
        let (_, newest) = caller.read("/approvals?limit=1").await?;
        let newest = &newest["items"][0];
        let version = newest["version"].as_u64().context("no call waits")?;
        let newest = format!("/approvals/{}", newest["id"].as_str().unwrap_or_default());
        let mut started = Instant::now();
        let gateway = gateway
            .restart(async {
                sleep_until(lapsed + Duration::from_secs(1)).await;
                started = Instant::now();
            })
            .await?;
        let told = timeout(LIMIT, told(gateway.url(), version, count)).await;
        let wrong = told.context("not all calls expire")??;
        let all = started.elapsed();
        let mut caller = SingleConnection::asking(gateway.url()).await?;
        let (_, shown) = caller.read(&newest).await?;
        let left = usize::from(shown["state"] != "expired");

        let gateway = gateway.restart(async { started = Instant::now() }).await?;
        let mut caller = SingleConnection::asking(gateway.url()).await?;
        caller.read("/approvals").await?;
        let nothing = started.elapsed();
        gateway.stop().await;
        Ok(Self {
            all,
            nothing,
            wrong: wrong + left,
        })
    }
}

/// Listens until so many changes were told after a version; how many of them were no expiry.
async fn told(gateway: &Uri, version: u64, count: usize) -> Result<usize> {
    let authority = gateway.authority().context("the gateway listens nowhere")?;
    let mut stream = TcpStream::connect(authority.as_str()).await?;
    let request = format!(
        "GET /api/v1/approvals/events HTTP/1.1\r\nhost: {authority}\r\nlast-event-id: {version}\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).await?;
    let mut body = Vec::new();
    let mut buffer = vec![0; 1 << 16];
    let (mut seen, mut expired) = (0, 0);
    while seen < count || !body.ends_with(b"\n\n\r\n") {
        let read = stream.read(&mut buffer).await?;
        ensure!(read > 0, "the stream ended after {seen} of {count} events");
        body.extend_from_slice(&buffer[..read]);
        // Whole events only: the last one may not be here yet.
        let end = body.windows(2).rposition(|two| two == b"\n\n");
        let Some(end) = end else { continue };
        let whole: Vec<u8> = body.drain(..end).collect();
        seen += occurrences(&whole, EVENT);
        expired += occurrences(&whole, br#""state":"expired""#);
    }
    Ok(seen - expired)
}

fn occurrences(text: &[u8], of: &[u8]) -> usize {
    text.windows(of.len()).filter(|part| *part == of).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_are_counted() {
        let text = b"9\r\nevent: approval\nid: 1\ndata: {}\n\n\r\n9\r\nevent: approval\n";
        assert_eq!(occurrences(text, EVENT), 2);
        assert_eq!(occurrences(b"", EVENT), 0);
    }
}
