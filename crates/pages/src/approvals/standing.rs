//! What goes on counting, and how it is taken back.

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use candor_model::{Grant, GrantArguments, GrantId, Role};
use http::{StatusCode, Uri};

use crate::approvals::BESIDE;
use crate::approvals::outcome::door;
use candor_frame::clock::{Moment, now_micros};
use candor_frame::form::Form;
use candor_frame::frame::{Frame, Section, page, see};
use candor_frame::query;
use candor_frame::visitor::Visitor;
use candor_frame::wrong::Wrong;
use candor_frame::{Outside, Pager, Pages};

/// Where both the list and its forms are.
const PATH: &str = "/approvals/standing";

#[derive(Template)]
#[template(path = "standing.html")]
struct View {
    frame: Frame,
    items: Vec<Item>,
    /// What makes the forms ours; nothing for whoever may not take anything back.
    field: Option<String>,
    /// Why, for whoever may only look.
    lacks: Option<String>,
    pager: Pager,
}

/// One standing approval.
struct Item {
    id: String,
    tool: String,
    principal: String,
    environment: Option<String>,
    /// With which arguments, in words.
    arguments: &'static str,
    /// The pattern that they must fit.
    pattern: Option<String>,
    session: bool,
    by: String,
    door: &'static str,
    why: Option<String>,
    at: Moment,
    expires: Moment,
    /// The question that it answered.
    question: String,
}

/// `GET /approvals/standing`
pub(crate) async fn list(
    State(pages): State<Pages>,
    visitor: Visitor,
    uri: Uri,
) -> Result<Response, Wrong> {
    visitor.needs(Role::Viewer, PATH)?;
    let grants = pages.gateway.approvals().grants().await;
    let grants = grants.map_err(|error| Wrong::refused(&error))?;
    let may = visitor.identity.may(Role::Approver);
    let done = query::get(&uri, "done").filter(|word| word == "taken");
    let leaf = Pager::at(&uri, grants.len(), PATH, &[]);
    let view = View {
        frame: Frame::of("Standing approvals", Section::Approvals, &visitor)
            .beside(PATH, &BESIDE)
            .done(done.map(|_| "Taken back: such calls are asked about again.")),
        items: leaf.cut(&grants).iter().map(Item::of).collect(),
        field: may.then(|| visitor.field(PATH)),
        lacks: (!may).then(|| visitor.lacks(Role::Approver)),
        pager: leaf,
    };
    Ok(page(StatusCode::OK, &view))
}

/// `POST /approvals/standing`
pub(crate) async fn revoke(
    State(pages): State<Pages>,
    visitor: Visitor,
    form: Form,
) -> Result<Response, Wrong> {
    visitor.check(PATH, &form)?;
    visitor.needs(Role::Approver, PATH)?;
    let text = form.get("revoke").unwrap_or_default();
    let Some(id) = GrantId::parse(&text) else {
        let text: String = text.chars().take(60).collect();
        let sentence = format!("`{text}` is no standing approval. Nothing was taken back.");
        let status = StatusCode::UNPROCESSABLE_ENTITY;
        let wrong = Wrong::new(status, "The form says not what to take back", sentence);
        return Err(wrong.way(PATH, "Standing approvals"));
    };
    let author = visitor.author(form.get("why"));
    let revoked = pages.gateway.approvals().revoke(id, author).await;
    revoked.map_err(|error| Wrong::refused(&error).way(PATH, "Standing approvals"))?;
    Ok(see(&query::with(PATH, "done", "taken")))
}

// === impl Item ===

impl Item {
    fn of(grant: &Grant) -> Self {
        let now = now_micros();
        let (arguments, pattern) = match &grant.arguments {
            GrantArguments::Exactly(_) => ("exactly those of the call that was approved", None),
            GrantArguments::Fitting(pattern) => {
                ("those that match a pattern", Some(pattern.clone()))
            }
            GrantArguments::Any => ("any", None),
        };
        Self {
            id: grant.id.to_string(),
            tool: Outside::line(&grant.tool.to_string()).text().to_owned(),
            principal: grant.principal.clone(),
            environment: grant.environment.as_ref().map(ToString::to_string),
            arguments,
            pattern,
            session: grant.session.is_some(),
            by: grant.author.name.clone(),
            door: door(grant.author.door),
            why: grant.author.why.clone(),
            at: Moment::seen(grant.at_micros, now),
            expires: Moment::seen(grant.expires_micros, now),
            question: format!("/approvals/{}", grant.approval),
        }
    }
}
