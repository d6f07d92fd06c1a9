//! A gateway that asks a person before every call.

use std::path::Path;
use std::time::Duration;

use anyhow::Result;
use http::Uri;
use tokio::task::JoinSet;

use crate::approvals::caller::ApprovalCaller;
use crate::approvals::upstream::CountingUpstream;
use crate::fixture::ECHO;
use crate::gateway::{GatewayFolder, SOURCE, trusted_source, until_listed};
use crate::process;
use crate::server_process::ServerProcess;

/// How many clients ask at the same time.
const CLIENTS: usize = 8;

/// The gateway and the server behind it. Dropping it ends both.
#[derive(Debug)]
pub(super) struct ApprovalsGateway {
    pub(super) upstream: CountingUpstream,
    pub(super) candor: ServerProcess,
    database: Option<String>,
    folder: GatewayFolder,
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
        let folder = GatewayFolder::new(binary, &configuration(&upstream.url, patience))?;
        let candor = serve(&folder, &upstream, database).await?;
        until_listed(candor.url(), "/mcp", |tools| !tools.is_empty()).await?;
        Ok(Self {
            upstream,
            candor,
            database: database.map(str::to_owned),
            folder,
            asked: 0,
            mark: patience.as_secs(),
        })
    }

    pub(super) fn url(&self) -> &Uri {
        self.candor.url()
    }

    /// Lets so many calls wait, each another one.
    pub(super) async fn fill(&mut self, count: usize) -> Result<()> {
        let mut clients = JoinSet::new();
        for client in 0..CLIENTS {
            let (url, from, mark) = (self.url().clone(), self.asked, self.mark);
            clients.spawn(async move {
                let mut caller = ApprovalCaller::open(&url).await?;
                for at in (from..from + count).skip(client).step_by(CLIENTS) {
                    caller.ask(&message(mark, at)).await?;
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
        let pid = self.candor.pid();
        Ok((process::rss_kib(pid)?, process::peak_rss_kib(pid)?))
    }

    /// Ends the gateway, lets `meanwhile` pass and starts it again, on the same data.
    pub(super) async fn restart(self, meanwhile: impl Future<Output = ()>) -> Result<Self> {
        self.candor.stop().await;
        meanwhile.await;
        let candor = serve(&self.folder, &self.upstream, self.database.as_deref()).await?;
        Ok(Self { candor, ..self })
    }
}

async fn serve(
    folder: &GatewayFolder,
    upstream: &CountingUpstream,
    database: Option<&str>,
) -> Result<ServerProcess> {
    let flags: Vec<&str> = database
        .into_iter()
        .flat_map(|url| ["--database-url", url])
        .collect();
    folder.serve(Some(&upstream.url), &flags).await
}

/// The one tool is said to destroy, so that a person is asked before each call.
fn configuration(upstream: &Uri, patience: Duration) -> String {
    trusted_source(SOURCE, upstream)
        + &format!(
            "[annotations.\"{SOURCE}.{ECHO}\"]\nread_only = false\ndestructive = true\n\
             [policy]\napproval_timeout = \"{}s\"\n[endpoint]\nmanagement = false\n",
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
