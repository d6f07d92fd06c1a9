//! A gateway that asks a person before every call.

use std::path::Path;
use std::time::Duration;

use anyhow::Result;
use http::Uri;
use tokio::task::JoinSet;

use crate::approvals::upstream::CountingUpstream;
use crate::fixture::ECHO;
use crate::gateway::{GatewayFolder, SOURCE, ServedGateway, trusted_source};
use crate::process;
use crate::single_connection::SingleConnection;

/// How many clients ask at the same time.
const CLIENTS: usize = 8;

/// The gateway and the server behind it. Dropping it ends both.
#[derive(Debug)]
pub(super) struct ApprovalsGateway {
    pub(super) upstream: CountingUpstream,
    gateway: ServedGateway,
    /// How many calls were made.
    asked: usize,
    /// Tells its calls from another gateway's in the same database.
    mark: u64,
}

// === impl ApprovalsGateway ===

impl ApprovalsGateway {
    /// Starts everything; a call waits for so long.
    pub(super) async fn start(
        binary: &Path,
        database: Option<&str>,
        patience: Duration,
    ) -> Result<Self> {
        let upstream = CountingUpstream::start().await?;
        let flags = database.map_or(Vec::new(), |url| vec!["--database-url", url]);
        let folder = GatewayFolder::new(binary, &flags)?;
        let configuration = configuration(&upstream.server.url, patience);
        let gateway = folder.serve(&configuration, Vec::new()).await?;
        gateway.until_tool(&format!("{SOURCE}_{ECHO}")).await?;
        Ok(Self {
            upstream,
            gateway,
            asked: 0,
            mark: patience.as_secs(),
        })
    }

    pub(super) fn url(&self) -> &Uri {
        self.gateway.url()
    }

    /// A client that can be asked, and that decides as the owner.
    pub(super) async fn caller(&self) -> Result<SingleConnection> {
        let caller = SingleConnection::asking(self.url()).await?;
        Ok(caller.deciding(self.gateway.owner_secret()?))
    }

    /// Lets so many calls wait, each another one.
    pub(super) async fn fill(&mut self, count: usize) -> Result<()> {
        let mut clients = JoinSet::new();
        for client in 0..CLIENTS {
            let (url, from, mark) = (self.url().clone(), self.asked, self.mark);
            clients.spawn(async move {
                let mut caller = SingleConnection::asking(&url).await?;
                for at in (from..from + count).skip(client).step_by(CLIENTS) {
                    caller.ask_person(&message(mark, at)).await?;
                }
                anyhow::Ok(())
            });
        }
        while let Some(ended) = clients.join_next().await {
            ended??;
        }
        self.asked += count;
        Ok(())
    }

    /// The text of a call that was not made yet.
    pub(super) fn fresh(&mut self) -> String {
        self.asked += 1;
        message(self.mark, self.asked - 1)
    }

    /// Memory that the gateway has resident, now and at most, in KiB.
    pub(super) fn memory(&self) -> Result<(u64, u64)> {
        let pid = self.gateway.process.pid();
        Ok((process::rss_kib(pid)?, process::peak_rss_kib(pid)?))
    }

    /// Ends the gateway, lets `meanwhile` pass and starts it again, on the same data.
    pub(super) async fn restart(self, meanwhile: impl Future<Output = ()>) -> Result<Self> {
        let gateway = self.gateway.restart(meanwhile).await?;
        Ok(Self { gateway, ..self })
    }

    pub(super) async fn stop(self) {
        self.gateway.stop().await;
    }
}

/// The one tool is said to destroy, so that a person is asked before each call. All calls are one
/// caller's.
fn configuration(upstream: &Uri, patience: Duration) -> String {
    trusted_source(SOURCE, upstream)
        + &format!(
            "[annotations.\"{SOURCE}.{ECHO}\"]\nread_only = false\ndestructive = true\n\
             [policy]\napproval_timeout = \"{}s\"\n[endpoint]\nmanagement = false\n\
             [limits]\nwaiting_per_caller = 20000\nkept_bytes_per_caller = \"1GiB\"\n",
            patience.as_secs()
        )
}

fn message(mark: u64, at: usize) -> String {
    format!("call {at} of {mark}: move the shelf by the door to the other side of the room")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_call_is_another_one() {
        assert_ne!(message(1, 11), message(11, 1));
    }
}
