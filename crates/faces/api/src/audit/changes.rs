//! `GET /audit/changes`.

use candor_gateway::records::ChangeFilter;
use candor_model::{ChangeId, ChangeRecord};

use crate::enums::DoorWord;
use crate::json_value::JsonValue;
use crate::prelude::*;

/// The query of a list of changes.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct ChangesQuery {
    /// Changes to exactly this, such as `shop.delete_book`.
    subject: Option<String>,
    /// Changes by exactly this person.
    who: Option<String>,
    /// Changes whose action begins so, such as `annotations.`.
    action: Option<String>,
    /// The maximum number of entries, from 1 to 500; 100 by default.
    #[param(value_type = Option<u16>, minimum = 1, maximum = 500)]
    limit: Option<String>,
    /// Changes before this one: the `next` of the page before, which is the id of its last one.
    after: Option<String>,
}

/// One change, old and new.
#[derive(Serialize, ToSchema)]
#[schema(as = Change)]
pub(crate) struct ChangeView {
    /// The id of the change.
    id: String,
    /// When it was made.
    #[schema(format = DateTime)]
    at: String,
    /// Who made the change.
    who: String,
    /// The channel that it came through.
    door: DoorWord,
    /// The reason, in their words.
    why: Option<String>,
    /// What was done.
    #[schema(example = "annotations.amend")]
    action: String,
    /// What was changed.
    #[schema(example = "shop.delete_book")]
    subject: String,
    /// The old value; null if there was none. Never a secret.
    #[schema(value_type = Option<serde_json::Value>)]
    old: Option<JsonValue>,
    /// The new value; null if there is none. Never a secret.
    #[schema(value_type = Option<serde_json::Value>)]
    new: Option<JsonValue>,
}

/// Lists changes, newest first.
#[utoipa::path(
    get,
    path = "/audit/changes",
    params(ChangesQuery),
    responses(
        (status = 200, description = "A page of changes.", body = ListPage<ChangeView>),
        BadQuery,
    )
)]
pub(crate) async fn list_changes(
    State(api): State<ApiState>,
    QueryParams(query): QueryParams<ChangesQuery>,
) -> Result<Json<ListPage<ChangeView>>, ApiProblem> {
    let filter = ChangeFilter {
        subject: query.subject,
        who: query.who,
        action: query.action,
        after: list_page::after_id(query.after.as_deref(), ChangeId::parse)?,
        limit: list_page::limit(query.limit.as_deref())?,
    };
    let page = api.gateway.records().changes(&filter).await?;
    Ok(Json(ListPage {
        items: page.changes.into_iter().map(ChangeView::of).collect(),
        next: page.next.map(|id| id.to_string()),
    }))
}

// === impl ChangeView ===

impl ChangeView {
    fn of(change: ChangeRecord) -> Self {
        Self {
            id: change.id.to_string(),
            at: time::of_micros(change.at_micros),
            who: change.author.name,
            door: change.author.channel.into(),
            why: change.author.why,
            action: change.action,
            subject: change.subject,
            old: change.old.as_deref().map(JsonValue::of_text),
            new: change.new.as_deref().map(JsonValue::of_text),
        }
    }
}
