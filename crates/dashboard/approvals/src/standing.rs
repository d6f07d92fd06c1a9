//! Standing approvals, and revoking one.

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use candor_dashboard_kit::wording::brief;
use candor_dashboard_kit::{
    CurrentUser, DashboardState, DisplayTime, ExternalText, NumberedPager, PageError, PageLayout,
    SiteSection, SubmittedForm, now_micros, query, render_page, see_other, wording::channel_phrase,
};
use candor_model::{ApprovalGrant, GrantArguments, GrantId, Role};
use http::{StatusCode, Uri};

use crate::TABS;

/// The path of the list and its forms.
pub(crate) const PATH: &str = "/approvals/standing";

#[derive(Template)]
#[template(path = "standing.html")]
struct StandingApprovalsPage {
    frame: PageLayout,
    items: Vec<StandingApprovalRow>,
    /// The CSRF token; none without permission.
    field: Option<String>,
    /// Why the user cannot revoke.
    lacks: Option<String>,
    pager: NumberedPager,
}

struct StandingApprovalRow {
    id: String,
    tool: String,
    principal: String,
    environment: Option<String>,
    /// The arguments it covers.
    arguments: &'static str,
    pattern: Option<String>,
    session: bool,
    by: String,
    channel: &'static str,
    why: Option<String>,
    at: DisplayTime,
    expires: DisplayTime,
    /// The page of the approval that created it.
    question: String,
}

/// `GET /approvals/standing`: lists the standing approvals.
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
            .beside(PATH, &TABS)
            .done(done.map(|_| "Approval revoked. Such calls need approval again.")),
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

/// `POST /approvals/standing`: revokes a standing approval.
pub(crate) async fn revoke(
    State(pages): State<DashboardState>,
    visitor: CurrentUser,
    form: SubmittedForm,
) -> Result<Response, PageError> {
    visitor.check(PATH, &form)?;
    visitor.needs(Role::Approver, PATH)?;
    let text = form.get("revoke").unwrap_or_default();
    let Some(id) = GrantId::parse(&text) else {
        let text = brief(&text);
        let sentence = format!("`{text}` is not a standing approval. Nothing was revoked.");
        let status = StatusCode::UNPROCESSABLE_ENTITY;
        let wrong = PageError::new(
            status,
            "The form does not name a standing approval",
            sentence,
        );
        return Err(wrong.link(PATH, "Standing approvals"));
    };
    let author = visitor.author(form.get("why"));
    let revoked = pages.gateway.approvals().revoke(id, author).await;
    revoked.map_err(|error| PageError::refused(&error).link(PATH, "Standing approvals"))?;
    Ok(see_other(&query::with(PATH, "done", "taken")))
}

// === impl StandingApprovalRow ===

impl StandingApprovalRow {
    fn of(grant: &ApprovalGrant) -> Self {
        let now = now_micros();
        let (arguments, pattern) = match &grant.arguments {
            GrantArguments::Exactly(_) => ("exactly those of the approved call", None),
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
            channel: channel_phrase(grant.author.channel),
            why: grant.author.why.clone(),
            at: DisplayTime::seen(grant.at_micros, now),
            expires: DisplayTime::seen(grant.expires_micros, now),
            question: format!("/approvals/{}", grant.approval),
        }
    }
}
