//! `POST /approvals/{id}/reveal`.

use candor_card::ApprovalCard;
use candor_model::ChangeRecord;

use super::card::CardView;
use crate::enums::DoorWord;
use crate::prelude::*;

/// Why the user looks.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewReveal {
    /// The reason, in your words. The history keeps it.
    #[schema(max_length = 2000)]
    reason: Option<String>,
}

/// The card of an approval with nothing masked.
#[derive(Serialize, ToSchema)]
pub(crate) struct RevealedCard {
    /// The id of the approval.
    id: String,
    /// The card with nothing masked.
    #[schema(value_type = CardView)]
    card: ApprovalCard,
    /// The same as plain text, a line for each fact.
    text: String,
    /// Who has revealed it, the latest first; the first one is you.
    reveals: Vec<RevealView>,
}

/// A user who has seen what a card masks.
#[derive(Serialize, ToSchema)]
#[schema(as = Reveal)]
pub(crate) struct RevealView {
    /// The person who looked.
    who: String,
    /// Through which channel.
    door: DoorWord,
    /// When they looked.
    #[schema(format = DateTime)]
    at: String,
}

/// Shows what the card of a pending approval masks, to a user who may decide. The history says
/// who looked.
#[utoipa::path(
    post,
    path = "/approvals/{id}/reveal",
    params(("id" = String, Path, description = "Its id.")),
    request_body = NewReveal,
    responses(
        (status = 200, description = "The card with nothing masked.", body = RevealedCard),
        BadBody,
        NotThere,
        NothingToReveal,
    )
)]
pub(crate) async fn reveal_approval(
    State(api): State<ApiState>,
    who: Requester,
    PathParams(id): PathParams<String>,
    JsonBody(new): JsonBody<NewReveal>,
) -> Result<Json<RevealedCard>, ApiProblem> {
    let id = super::id(&id)?;
    let approvals = api.gateway.approvals();
    let card = approvals.reveal(id, who.author(new.reason)).await?;
    let expires = approvals.show(id).await?.expires_micros;
    let card = card.seen_at(expires, time::now_micros());
    let reveals = approvals.reveals(id).await?;
    Ok(Json(RevealedCard {
        id: id.to_string(),
        text: card.text(),
        card,
        reveals: reveals.iter().map(RevealView::of).collect(),
    }))
}

// === impl NewReveal ===

impl RequestBody for NewReveal {
    const SHAPE: &'static str = "an object, perhaps with `reason`";
}

// === impl RevealView ===

impl RevealView {
    pub(super) fn of(record: &ChangeRecord) -> Self {
        Self {
            who: record.author.name.clone(),
            door: record.author.channel.into(),
            at: time::of_micros(record.at_micros),
        }
    }
}
