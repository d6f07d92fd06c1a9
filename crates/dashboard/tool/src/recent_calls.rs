//! The last calls of a tool.

use candor_dashboard_kit::{DisplayTime, ExternalText, PageError, now_micros};
use candor_gateway::Gateway;
use candor_gateway::records::{CallFilter, RecordedCall};
use candor_model::CallOutcome;

use crate::tool_address::ToolAddress;

/// How many are shown.
const CALLS: usize = 10;

/// One call.
pub(crate) struct RecentCall {
    pub(crate) at: DisplayTime,
    pub(crate) outcome: &'static str,
    /// What the outcome looks like.
    pub(crate) look: &'static str,
    pub(crate) duration: String,
    pub(crate) caller: ExternalText,
    pub(crate) client: Option<ExternalText>,
    pub(crate) detail: Option<ExternalText>,
    /// The question to a person that it was made on.
    pub(crate) approval: Option<String>,
}

/// The last calls, the newest first.
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

// === impl Call ===

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
            duration: duration(call.duration_micros),
            caller: ExternalText::short(&call.principal, 80),
            client: client.map(|client| ExternalText::short(client, 80)),
            detail: detail.map(|detail| ExternalText::short(detail, 240)),
            approval: call.approval.map(|id| format!("/approvals/{id}")),
        }
    }
}

/// A span of time, with as many figures as say something.
fn duration(micros: u64) -> String {
    match micros {
        0 => "not known".to_owned(),
        1..=999 => "under 1 ms".to_owned(),
        1_000..=999_999 => format!("{} ms", micros / 1_000),
        _ => format!("{}.{} s", micros / 1_000_000, micros % 1_000_000 / 100_000),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_short() {
        for (micros, expect) in [
            (0, "not known"),
            (999, "under 1 ms"),
            (1_000, "1 ms"),
            (999_999, "999 ms"),
            (1_250_000, "1.2 s"),
            (u64::MAX, "18446744073709.5 s"),
        ] {
            assert_eq!(duration(micros), expect);
        }
    }
}
