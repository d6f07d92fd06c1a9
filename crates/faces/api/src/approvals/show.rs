//! `GET /approvals/{id}`.

use candor_card::ApprovalCard;
use candor_model::{Approval, ApprovalState, Role};

use super::card::CardView;
use super::item::ApprovalItem;
use super::reveal::RevealView;
use crate::prelude::*;

/// A question to a person about a call, with everything that they should see.
#[derive(Serialize, ToSchema)]
#[schema(as = Approval)]
pub(crate) struct ApprovalView {
    #[serde(flatten)]
    item: ApprovalItem,
    /// What a person is shown; null if it was written by a newer Candor.
    #[schema(value_type = Option<CardView>)]
    card: Option<ApprovalCard>,
    /// The same as plain text, a line for each fact.
    text: Option<String>,
    /// Whether it waits for an answer and you may say yes.
    may_approve: bool,
    /// Whether a part of its arguments is masked and you may reveal it, with
    /// `POST /approvals/{id}/reveal`.
    may_reveal: bool,
    /// Who has seen what is masked, the latest first.
    reveals: Vec<RevealView>,
    /// Where to go on.
    links: ApprovalLinks,
}

/// Where to go on.
#[derive(Serialize, ToSchema)]
pub(crate) struct ApprovalLinks {
    /// Where a decision is sent, with `POST`.
    decision: String,
    /// The page on which a person decides; null where the gateway does not know its address.
    page: Option<String>,
}

/// Shows one approval, with the card that people see.
#[utoipa::path(
    get,
    path = "/approvals/{id}",
    params(("id" = String, Path, description = "Its id.")),
    responses((status = 200, description = "The approval.", body = ApprovalView), BadName)
)]
pub(crate) async fn show_approval(
    State(api): State<ApiState>,
    who: Requester,
    PathParams(id): PathParams<String>,
) -> Result<Json<ApprovalView>, ApiProblem> {
    let approval = api.gateway.approvals().show(super::id(&id)?).await?;
    Ok(Json(ApprovalView::of(&api, &approval, &who).await?))
}

// === impl ApprovalView ===

impl ApprovalView {
    pub(super) async fn of(
        api: &ApiState,
        approval: &Approval,
        who: &Requester,
    ) -> Result<Self, ApiProblem> {
        let now = time::now_micros();
        let Requester(identity) = who;
        let open = approval.state_at(now) == ApprovalState::Pending && identity.may(Role::Approver);
        let may_approve = open && api.gateway.approvals().may_decide(approval, identity);
        let card = ApprovalCard::from_json(&approval.card);
        let unread = |error: &_| tracing::warn!(%error, id = %approval.id, "A card was left out");
        let card = card.inspect_err(unread).ok();
        let card = card.map(|card| card.seen_at(approval.expires_micros, now));
        let may_reveal = open && card.as_ref().is_some_and(ApprovalCard::is_masked);
        let id = approval.id;
        let reveals = api.gateway.approvals().reveals(id).await?;
        Ok(Self {
            item: ApprovalItem::with(approval, card.as_ref(), now),
            text: card.as_ref().map(ApprovalCard::text),
            card,
            may_approve,
            may_reveal,
            reveals: reveals.iter().map(RevealView::of).collect(),
            links: ApprovalLinks {
                decision: format!("{PREFIX}/approvals/{id}/decision"),
                page: api.gateway.policy_settings().page(id),
            },
        })
    }
}
