//! The gateway that runs on a command's data directory, queried instead of starting all sources
//! again.

use std::path::Path;
use std::time::{Duration, SystemTime};

use candor_server::AnnouncedAddress;
use candor_sources::SourceState;
use serde::Deserialize;

use crate::api_client::{ApiClient, ApiPage, ServerUrl};
use crate::credential;
use crate::prelude::{CommandResult, timestamp};

/// The most sources of one page.
const PAGE: &str = "500";

/// A gateway that runs on this machine.
pub(crate) struct RunningGateway {
    /// Its URL on this machine.
    pub(crate) url: ServerUrl,
    /// Its API, as the owner if the secret is readable.
    pub(crate) api: ApiClient,
}

/// A source as the gateway sees it.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct RunningSource {
    pub(crate) name: String,
    pub(crate) state: String,
    /// The state in words, to follow the name.
    pub(crate) says: String,
    pub(crate) tools: usize,
    /// How many of its tools are from the cache while it starts.
    #[serde(default)]
    pub(crate) remembered: usize,
    pub(crate) tokens: usize,
    pub(crate) transport: Option<String>,
    pub(crate) revision: Option<String>,
    pub(crate) last_error: Option<String>,
    attempts: Option<u32>,
    /// Since when it has been ready or failing.
    since: Option<String>,
    /// The split into a regular and a read-only instance.
    split: Option<RunningSplit>,
}

/// The split of a source.
#[derive(Clone, Debug, Deserialize)]
struct RunningSplit {
    says: String,
}

// === impl RunningGateway ===

impl RunningGateway {
    /// The gateway that runs on this data directory, if one does.
    pub(crate) fn find(data: &Path) -> CommandResult<Option<Self>> {
        let Some(url) = AnnouncedAddress::find(data) else {
            return Ok(None);
        };
        let url = ServerUrl::of(url);
        // A user who cannot read the secret sends none, and the gateway reports what is missing.
        let secret = credential::owner_secret(data).unwrap_or_default();
        let api = ApiClient::new(url.clone(), secret)?;
        Ok(Some(Self { url, api }))
    }

    /// Its sources, by name.
    pub(crate) async fn sources(&self) -> CommandResult<Vec<RunningSource>> {
        let mut all = Vec::new();
        let mut after: Option<String> = None;
        loop {
            let mut query = vec![("limit", PAGE)];
            query.extend(after.as_deref().map(|after| ("after", after)));
            let page: ApiPage<RunningSource> = self.api.get(&["sources"], &query).await?;
            all.extend(page.items);
            after = page.next;
            if after.is_none() {
                return Ok(all);
            }
        }
    }
}

// === impl RunningSource ===

impl RunningSource {
    /// Whether it can be called.
    pub(crate) fn is_ready(&self) -> bool {
        self.state == "ready"
    }

    /// Whether the first attempt to reach it is under way.
    pub(crate) fn is_starting(&self) -> bool {
        self.state == "starting"
    }

    /// The state, if the source is not ready.
    pub(crate) fn trouble(&self) -> Option<SourceState> {
        let last_error = self.last_error.clone();
        match self.state.as_str() {
            "ready" => None,
            "starting" => Some(SourceState::Starting),
            "stopped" => Some(SourceState::Stopped),
            "failing" => {
                let since = self.since.as_deref().and_then(timestamp::read);
                let since = u64::try_from(since.unwrap_or_default()).unwrap_or_default();
                let since = SystemTime::UNIX_EPOCH + Duration::from_micros(since);
                Some(SourceState::Failing {
                    since,
                    attempts: self.attempts.unwrap_or(1),
                    last_error: last_error.unwrap_or_else(|| self.says.clone()),
                    retry_at: since,
                })
            }
            _ => Some(SourceState::Unusable {
                reason: last_error.unwrap_or_else(|| self.says.clone()),
            }),
        }
    }

    /// The state in a few words, with that of the read-only instance.
    pub(crate) fn details(&self) -> String {
        match &self.split {
            Some(split) => format!("{}; {}", self.own_details(), split.says),
            None => self.own_details(),
        }
    }

    fn own_details(&self) -> String {
        let tools = crate::text::counted(self.tools, "tool");
        match (&self.last_error, &self.transport, &self.revision) {
            (Some(error), ..) => error.clone(),
            (None, Some(transport), _)
                if matches!(transport.as_str(), "openapi" | "functions" | "pack") =>
            {
                format!("{tools} ({transport})")
            }
            (None, Some(transport), Some(revision)) => {
                format!("{tools} ({transport}, MCP {revision})")
            }
            _ => self.says.clone(),
        }
    }
}
