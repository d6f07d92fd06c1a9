//! Comments on cards.

use candor_functions::{Failure, JsonSchema};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::client::{PackRequest, RequestMethod, ServerPlace};
use crate::effect::ToolEffect;
use crate::pack_call::PackCall;
use crate::pack_tool::{PackTool, ToolMaker};
use crate::removal::RemovalAnswer;

const CARDS: ServerPlace = ServerPlace::Ocs("apps/deck/api/v1.0/cards");

#[derive(Deserialize, JsonSchema)]
struct ListInput {
    /// The number of the card.
    card_id: u64,
    /// How many comments a page has, at most 200.
    #[serde(default = "standard")]
    #[schemars(range(min = 1, max = 200))]
    limit: usize,
    /// How many comments to skip; take `next_offset` of the page before.
    #[serde(default)]
    offset: usize,
}

#[derive(Deserialize, JsonSchema)]
struct CreateInput {
    /// The number of the card.
    card_id: u64,
    /// The comment, at most 1000 characters.
    #[schemars(length(min = 1, max = 1000))]
    message: String,
    /// The number of the comment that this one answers.
    parent_id: Option<u64>,
}

#[derive(Deserialize, JsonSchema)]
struct UpdateInput {
    /// The number of the card.
    card_id: u64,
    /// The number of the comment.
    comment_id: u64,
    /// The new text, at most 1000 characters.
    #[schemars(length(min = 1, max = 1000))]
    message: String,
}

#[derive(Deserialize, JsonSchema)]
struct DeleteInput {
    /// The number of the card.
    card_id: u64,
    /// The number of the comment.
    comment_id: u64,
}

#[derive(Serialize, JsonSchema)]
struct CommentList {
    /// The comments of this page, the latest first.
    comments: Vec<CardComment>,
    /// The offset of the next page; absent on the last one.
    #[serde(skip_serializing_if = "Option::is_none")]
    next_offset: Option<usize>,
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all(deserialize = "camelCase"))]
struct CardComment {
    /// The number of the comment.
    id: u64,
    /// The name of the person who wrote it.
    actor_id: String,
    /// What it says.
    message: String,
    /// When it was written, with its zone.
    creation_date_time: String,
}

pub(super) fn tools(maker: &ToolMaker) -> Vec<PackTool> {
    vec![
        maker
            .tool(
                ("deck_get_card_comments", "List Deck Card Comments"),
                "List the comments on a card, a page at a time. Returns author, text and time.",
                ToolEffect::Read,
                get_comments,
            )
            .sends("`GET /ocs/v2.php/apps/deck/api/v1.0/cards/{card}/comments`")
            .because("Only `GET`."),
        maker
            .tool(
                ("deck_create_card_comment", "Create Deck Card Comment"),
                "Write a comment on a card. Returns it with its number. Each call writes another.",
                ToolEffect::Add,
                create_comment,
            )
            .sends("`POST /ocs/v2.php/apps/deck/api/v1.0/cards/{card}/comments`")
            .because("`POST` adds another comment each time."),
        maker
            .tool(
                ("deck_update_card_comment", "Update Deck Card Comment"),
                "Replace the text of a comment that the account wrote. Returns the comment.",
                ToolEffect::Replace,
                update_comment,
            )
            .sends("`PUT /ocs/v2.php/apps/deck/api/v1.0/cards/{card}/comments/{comment}`")
            .because("`PUT` without a version replaces; the same text twice is the same."),
        maker
            .tool(
                ("deck_delete_card_comment", "Delete Deck Card Comment"),
                "Delete a comment that the account wrote. It cannot be restored. Returns what was \
                 deleted.",
                ToolEffect::Remove,
                delete_comment,
            )
            .sends("`DELETE /ocs/v2.php/apps/deck/api/v1.0/cards/{card}/comments/{comment}`")
            .because("`DELETE`; the second call finds none."),
    ]
}

async fn get_comments(call: PackCall, input: ListInput) -> Result<CommentList, Failure> {
    let request = comments(RequestMethod::Get, input.card_id)
        .query("limit", input.limit + 1)
        .query("offset", input.offset);
    let mut comments: Vec<CardComment> = call.send(request).await?.ocs()?;
    let more = comments.len() > input.limit;
    comments.truncate(input.limit);
    Ok(CommentList {
        comments,
        next_offset: more.then_some(input.offset + input.limit),
    })
}

async fn create_comment(call: PackCall, input: CreateInput) -> Result<CardComment, Failure> {
    // The app takes 0 for a comment that answers none.
    let parent = input.parent_id.unwrap_or_default();
    let body = json!({"message": input.message, "parentId": parent});
    let request = comments(RequestMethod::Post, input.card_id).json(&body)?;
    call.send(request).await?.ocs()
}

async fn update_comment(call: PackCall, input: UpdateInput) -> Result<CardComment, Failure> {
    let request = comments(RequestMethod::Put, input.card_id).at(input.comment_id);
    let request = request.json(&json!({"message": input.message}))?;
    call.send(request).await?.ocs()
}

async fn delete_comment(call: PackCall, input: DeleteInput) -> Result<RemovalAnswer, Failure> {
    let request = comments(RequestMethod::Delete, input.card_id).at(input.comment_id);
    call.send(request).await?.success()?;
    Ok(RemovalAnswer::new(
        format!("comment {} on card {}", input.comment_id, input.card_id),
        "It cannot be restored.",
    ))
}

fn comments(method: RequestMethod, card: u64) -> PackRequest {
    PackRequest::new(method, CARDS)
        .at(card)
        .at("comments")
        .query("format", "json")
}

fn standard() -> usize {
    20
}
