//! An approval in a list.

use candor_card::ApprovalCard;
use candor_model::Approval;

use super::verdict::VerdictView;
use crate::enums::StateWord;
use crate::prelude::*;

/// A question to a person about a call, and its outcome.
#[derive(Clone, Serialize, ToSchema)]
pub(crate) struct ApprovalItem {
    /// The id of the approval.
    id: String,
    /// How far it has come, as of now.
    state: StateWord,
    /// What is called, `source.tool`.
    tool: String,
    /// The tool's title, as it was when it was asked.
    title: Option<String>,
    /// The call in one line: what, of which nature, for whom.
    line: String,
    /// The principal that calls.
    principal: String,
    /// What the client calls itself; not verified.
    client: Option<String>,
    /// The endpoint that the call came through.
    #[schema(example = "/mcp")]
    endpoint: String,
    /// The environment that it would be made in.
    environment: Option<String>,
    /// Why a person is asked.
    because: String,
    /// Whether an approval covers later calls, since the tool is asked about once per caller.
    first: bool,
    /// Whether the approval must not come from the calling client.
    out_of_band: bool,
    /// Whether the scope `session` can be chosen.
    session: bool,
    /// When it was asked.
    #[schema(format = DateTime)]
    at: String,
    /// Until when it can be answered; once there is a yes, until when the call can be made.
    #[schema(format = DateTime)]
    expires: String,
    /// The answer; null while there is none.
    verdict: Option<VerdictView>,
    /// The call that was made on it; `GET /audit/calls?approval=` finds it.
    call: Option<String>,
    /// A number that grows with every change of any approval.
    version: u64,
}

// === impl ApprovalItem ===

impl ApprovalItem {
    pub(crate) fn of(approval: &Approval, now_micros: i64) -> Self {
        let card = ApprovalCard::from_json(&approval.card);
        let unread = |error: &_| tracing::warn!(%error, id = %approval.id, "A card was left out");
        Self::with(approval, card.inspect_err(unread).ok().as_ref(), now_micros)
    }

    /// The item, with an already parsed card.
    pub(super) fn with(approval: &Approval, card: Option<&ApprovalCard>, now_micros: i64) -> Self {
        let binding = &approval.binding;
        let bare = || format!("{} for {}", binding.tool, binding.principal);
        Self {
            id: approval.id.to_string(),
            state: approval.state_at(now_micros).into(),
            tool: binding.tool.to_string(),
            title: card.and_then(|card| card.title.clone()),
            line: card.map_or_else(bare, ApprovalCard::line),
            principal: binding.principal.clone(),
            client: approval.client.clone(),
            endpoint: approval.endpoint.clone(),
            environment: binding.environment.as_ref().map(ToString::to_string),
            because: approval.because.clone(),
            first: approval.first,
            out_of_band: approval.out_of_band,
            session: approval.session.is_some(),
            at: time::of_micros(approval.created_micros),
            expires: time::of_micros(approval.expires_micros),
            verdict: approval.verdict.as_ref().map(VerdictView::of),
            call: approval.consumed_by.map(|call| call.to_string()),
            version: approval.version,
        }
    }
}
