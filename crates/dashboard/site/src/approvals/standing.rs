//! What goes on counting, and how it is taken back.

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use candor_model::{ApprovalGrant, GrantArguments, GrantId, Role};
use http::{StatusCode, Uri};

use crate::approvals::BESIDE;
use crate::approvals::decision_summary::channel_phrase;
use candor_dashboard_kit::clock::{DisplayTime, now_micros};
use candor_dashboard_kit::current_user::CurrentUser;
use candor_dashboard_kit::form::SubmittedForm;
use candor_dashboard_kit::layout::{PageLayout, SiteSection, render_page, see_other};
use candor_dashboard_kit::page_error::PageError;
use candor_dashboard_kit::query;
use candor_dashboard_kit::{DashboardState, ExternalText, NumberedPager};

/// Where both the list and its forms are.
const PATH: &str = "/approvals/standing";

#[derive(Template)]
#[template(path = "standing.html")]
struct StandingApprovalsPage {
    frame: PageLayout,
    items: Vec<StandingApprovalRow>,
    /// What makes the forms ours; nothing for whoever may not take anything back.
    field: Option<String>,
    /// Why, for whoever may only look.
    lacks: Option<String>,
    pager: NumberedPager,
}

/// One standing approval.
struct StandingApprovalRow {
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
    at: DisplayTime,
    expires: DisplayTime,
    /// The question that it answered.
    question: String,
}

/// `GET /approvals/standing`
pub(crate) async fn list(
    State(pages): State<DashboardState>,
    visitor: CurrentUser,
    uri: Uri,
) -> Result<Response, PageError> {
    visitor.needs(Role::Viewer, PATH)?;
    let grants = pages.gateway.approvals().grants().await;
    let grants = grants.map_err(|error| PageError::refused(&error))?;
    let may = visitor.identity.may(Role::Approver);
    let done = query::get(&uri, "done").filter(|word| word == "taken");
    let leaf = NumberedPager::at(&uri, grants.len(), PATH, &[]);
    let view = StandingApprovalsPage {
        frame: PageLayout::of("Standing approvals", SiteSection::Approvals, &visitor)
            .beside(PATH, &BESIDE)
            .done(done.map(|_| "Taken back: such calls are asked about again.")),
        items: leaf
            .cut(&grants)
            .iter()
            .map(StandingApprovalRow::of)
            .collect(),
        field: may.then(|| visitor.field(PATH)),
        lacks: (!may).then(|| visitor.lacks(Role::Approver)),
        pager: leaf,
    };
    Ok(render_page(StatusCode::OK, &view))
}

/// `POST /approvals/standing`
pub(crate) async fn revoke(
    State(pages): State<DashboardState>,
    visitor: CurrentUser,
    form: SubmittedForm,
) -> Result<Response, PageError> {
    visitor.check(PATH, &form)?;
    visitor.needs(Role::Approver, PATH)?;
    let text = form.get("revoke").unwrap_or_default();
    let Some(id) = GrantId::parse(&text) else {
        let text: String = text.chars().take(60).collect();
        let sentence = format!("`{text}` is no standing approval. Nothing was taken back.");
        let status = StatusCode::UNPROCESSABLE_ENTITY;
        let wrong = PageError::new(status, "The form says not what to take back", sentence);
        return Err(wrong.link(PATH, "Standing approvals"));
    };
    let author = visitor.author(form.get("why"));
    let revoked = pages.gateway.approvals().revoke(id, author).await;
    revoked.map_err(|error| PageError::refused(&error).link(PATH, "Standing approvals"))?;
    Ok(see_other(&query::with(PATH, "done", "taken")))
}

// === impl Item ===

impl StandingApprovalRow {
    fn of(grant: &ApprovalGrant) -> Self {
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
            tool: ExternalText::line(&grant.tool.to_string())
                .text()
                .to_owned(),
            principal: grant.principal.clone(),
            environment: grant.environment.as_ref().map(ToString::to_string),
            arguments,
            pattern,
            session: grant.session.is_some(),
            by: grant.author.name.clone(),
            door: channel_phrase(grant.author.channel),
            why: grant.author.why.clone(),
            at: DisplayTime::seen(grant.at_micros, now),
            expires: DisplayTime::seen(grant.expires_micros, now),
            question: format!("/approvals/{}", grant.approval),
        }
    }
}
