//! The endpoint of the gateway, and how to connect a client to it.

use candor_dashboard_kit::{DashboardState, PageError};
use candor_gateway::records::CallFilter;

use crate::call_volume::CallVolume;

/// The endpoint, and what is left to do until the first call.
pub(crate) struct ConnectPanel {
    /// The URL of the default endpoint.
    pub(crate) address: String,
    /// The toolset that the endpoint serves, if it does not serve everything.
    pub(crate) equipped: Option<String>,
    pub(crate) step: ConnectStep,
}

/// The user's progress in connecting a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ConnectStep {
    /// There is nothing to serve yet.
    WithoutSource,
    /// No tool has been called yet.
    WithoutCall,
    InUse,
}

// === impl ConnectPanel ===

impl ConnectPanel {
    pub(crate) async fn of(
        pages: &DashboardState,
        no_source: bool,
        volume: &CallVolume,
    ) -> Result<Self, PageError> {
        let url = pages.gateway.policy_settings().public_url.clone();
        let equipped = pages.gateway.editor().equipped();
        Ok(Self {
            address: format!("{}/mcp", url.unwrap_or_default()),
            equipped: equipped.map(|name| name.to_string()),
            step: step(pages, no_source, volume).await?,
        })
    }
}

// === impl ConnectStep ===

impl ConnectStep {
    pub(crate) fn is_done(self) -> bool {
        self == Self::InUse
    }

    pub(crate) fn lacks_source(self) -> bool {
        self == Self::WithoutSource
    }
}

async fn step(
    pages: &DashboardState,
    no_source: bool,
    volume: &CallVolume,
) -> Result<ConnectStep, PageError> {
    if no_source {
        return Ok(ConnectStep::WithoutSource);
    }
    if !volume.is_empty() {
        return Ok(ConnectStep::InUse);
    }
    let all = CallFilter::default();
    let known = pages.gateway.records().calls_page(&all, None, 1).await;
    let known = known.map_err(|error| PageError::failed(&error))?;
    Ok(if known.calls.is_empty() {
        ConnectStep::WithoutCall
    } else {
        ConnectStep::InUse
    })
}
