//! The recent calls of a tool.

use candor_dashboard_kit::wording::duration;
use candor_dashboard_kit::{DisplayTime, ExternalText, PageError, now_micros};
use candor_gateway::Gateway;
use candor_gateway::records::{CallFilter, RecordedCall};
use candor_model::CallOutcome;

use crate::tool_address::ToolAddress;

/// The maximum number of calls.
const CALLS: usize = 10;

/// A recent call.
pub(crate) struct RecentCall {
    pub(crate) at: DisplayTime,
    pub(crate) outcome: &'static str,
    /// The CSS class of the outcome.
    pub(crate) look: &'static str,
    pub(crate) duration: String,
    pub(crate) caller: ExternalText,
    pub(crate) client: Option<ExternalText>,
    pub(crate) detail: Option<ExternalText>,
    /// The address of its approval.
    pub(crate) approval: Option<String>,
}

/// The recent calls, newest first.
pub(crate) async fn recent(
    gateway: &Gateway,
    tool: &ToolAddress,
) -> Result<Vec<RecentCall>, PageError> {
    let filter = CallFilter {
        source: Some(tool.name.source().clone()),
        target: Some(tool.name.own().to_owned()),
        ..CallFilter::default()
    };
    let page = gateway.records().calls_page(&filter, None, CALLS).await;
    let page = page.map_err(|error| PageError::failed(&error))?;
    Ok(page.calls.iter().map(RecentCall::of).collect())
}

// === impl RecentCall ===

impl RecentCall {
    fn of(call: &RecordedCall) -> Self {
        let client = call.client.as_deref();
        let detail = call.detail.as_deref();
        Self {
            at: DisplayTime::seen(call.at_micros, now_micros()),
            outcome: call.outcome.as_str(),
            look: match call.outcome {
                CallOutcome::Ok => "good",
                outcome if outcome.is_error() => "bad",
                _ => "",
            },
            duration: match call.duration_micros {
                0 => "unknown".to_owned(),
                micros => duration(micros),
            },
            caller: ExternalText::short(&call.principal, 80),
            client: client.map(|client| ExternalText::short(client, 80)),
            detail: detail.map(|detail| ExternalText::sentence(detail, 240)),
            approval: call.approval.map(|id| format!("/approvals/{id}")),
        }
    }
}
