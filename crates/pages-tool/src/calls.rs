//! The last calls of a tool.

use candor_frame::{Moment, Outside, Wrong, now_micros};
use candor_gateway::Gateway;
use candor_model::Outcome;
use candor_store::{CallFilter, Finished};

use crate::named::Named;

/// How many are shown.
const CALLS: usize = 10;

/// One call.
pub(crate) struct Call {
    pub(crate) at: Moment,
    pub(crate) outcome: &'static str,
    /// What the outcome looks like.
    pub(crate) look: &'static str,
    pub(crate) duration: String,
    pub(crate) caller: Outside,
    pub(crate) client: Option<Outside>,
    pub(crate) detail: Option<Outside>,
    /// The question to a person that it was made on.
    pub(crate) approval: Option<String>,
}

/// The last calls, the newest first.
pub(crate) async fn recent(gateway: &Gateway, tool: &Named) -> Result<Vec<Call>, Wrong> {
    let filter = CallFilter {
        source: Some(tool.name.source().clone()),
        target: Some(tool.name.own().to_owned()),
        ..CallFilter::default()
    };
    let page = gateway.store().calls_page(&filter, None, CALLS).await;
    let page = page.map_err(|error| Wrong::failed(&error))?;
    Ok(page.calls.iter().map(Call::of).collect())
}

// === impl Call ===

impl Call {
    fn of(call: &Finished) -> Self {
        let client = call.client.as_deref();
        let detail = call.detail.as_deref();
        Self {
            at: Moment::seen(call.at_micros, now_micros()),
            outcome: call.outcome.as_str(),
            look: match call.outcome {
                Outcome::Ok => "good",
                outcome if outcome.is_error() => "bad",
                _ => "",
            },
            duration: duration(call.duration_micros),
            caller: Outside::short(&call.principal, 80),
            client: client.map(|client| Outside::short(client, 80)),
            detail: detail.map(|detail| Outside::short(detail, 240)),
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
