//! `POST /toolsets/{name}/members`.
//!
//! Members are added and removed one at a time, so that several clients can change the same toolset
//! concurrently without losing anything.

use candor_gateway::EditError;
use candor_model::{Toolset, ToolsetMember};

use super::fields;
use super::member::MemberWord;
use super::view::ToolsetView;
use crate::prelude::*;

/// The members to add and to remove.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct MemberChange {
    /// Put at the end, in this order. What is there already stays where it is.
    #[serde(default)]
    add: Vec<MemberWord>,
    /// Members to remove, before others are added. A name alone also means that tool with any id.
    #[serde(default)]
    remove: Vec<MemberWord>,
    /// The reason, in your words. The history keeps it.
    why: Option<String>,
}

impl RequestBody for MemberChange {
    const SHAPE: &'static str =
        "an object with `add` and `remove`, lists of members, and perhaps `why`";
}

/// Adds members to a toolset and removes others.
///
/// Other changes to the toolset in the meantime stay. With `If-Match`, nothing is changed if it
/// has changed since.
#[utoipa::path(
    post,
    path = "/toolsets/{name}/members",
    params(
        ("name" = String, Path, description = "The toolset."),
        ("If-Match" = Option<String>, Header, description = "The `ETag` that you have read."),
    ),
    request_body = MemberChange,
    responses(
        (
            status = 200,
            description = "The toolset as it is now.",
            body = ToolsetView,
            headers(("ETag" = String, description = "Its version."))
        ),
        BadChange,
        TooLate,
    )
)]
pub(crate) async fn change_members(
    State(api): State<ApiState>,
    who: Requester,
    PathParams(name): PathParams<String>,
    read: IfMatch,
    JsonBody(change): JsonBody<MemberChange>,
) -> Result<Response, ApiProblem> {
    let name = path::toolset_name(&name)?;
    let add = fields::members(&change.add)?;
    let remove = fields::members(&change.remove)?;
    check(&add, &remove)?;
    let editor = api.gateway.editor_for(&who.0);
    let author = who.author(change.why);
    api.gateway.settled(StartupWait::Request).await;
    let edit = |toolset: &mut Toolset| {
        for member in &remove {
            take_out(toolset, member)?;
        }
        for member in &add {
            if !toolset.members.contains(member) {
                toolset.members.push(member.clone());
            }
        }
        Ok(())
    };
    let expected = read.optional();
    let view = editor.edit_toolset(&author, &name, expected, &edit).await?;
    Ok(etag::tagged(view.version, Json(ToolsetView::of(&view))))
}

fn check(add: &[ToolsetMember], remove: &[ToolsetMember]) -> Result<(), ApiProblem> {
    if add.is_empty() && remove.is_empty() {
        return Err(ApiProblem::invalid(
            "there is nothing to do: name at least one member in `add` or `remove`",
        ));
    }
    match add.iter().find(|member| remove.contains(member)) {
        Some(member) => Err(ApiProblem::invalid(format!(
            "`{member}` is to be added and removed at once"
        ))),
        None => Ok(()),
    }
}

fn take_out(toolset: &mut Toolset, member: &ToolsetMember) -> Result<(), EditError> {
    let before = toolset.members.len();
    toolset.members.retain(|one| !means(member, one));
    if toolset.members.len() < before {
        return Ok(());
    }
    Err(EditError::Unknown(format!(
        "`{member}` is no member of the toolset `{}`; a tool that a pattern or a hint puts there \
         leaves with that member",
        toolset.name
    )))
}

/// Whether a member matches. For a tool, unspecified parts are ignored.
fn means(wanted: &ToolsetMember, member: &ToolsetMember) -> bool {
    let (ToolsetMember::Tool(wanted), ToolsetMember::Tool(member)) = (wanted, member) else {
        return wanted == member;
    };
    let name = wanted.name().is_none() || wanted.name() == member.name();
    let id = wanted.ref_id().is_none() || wanted.ref_id() == member.ref_id();
    name && id
}
