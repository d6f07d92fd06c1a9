//! The access page: the user's roles, all tokens, and a form for new ones.

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use candor_dashboard_kit::{
    CurrentUser, DashboardState, FormOption, NumberedPager, PageError, PageLayout, SiteSection,
    form_options, now_micros, query, render_page,
};
use candor_model::{AccessToken, Role};
use http::{StatusCode, Uri};

use super::create::{CreatedToken, TokenCreateForm};
use super::role::{self, PermissionRow, RoleChoice};
use super::token::AccessTokenRow;
use super::{PATH, done};
use crate::form_error::FormError;

/// The lifetimes to choose from.
const LASTING: [(&str, &str); 6] = [
    ("1d", "1 day"),
    ("7d", "7 days"),
    ("30d", "30 days"),
    ("90d", "90 days"),
    ("365d", "1 year"),
    ("never", "No expiry"),
];

#[derive(Template)]
#[template(path = "access.html")]
struct AccessPage {
    frame: PageLayout,
    made: Option<CreatedToken>,
    needed: bool,
    /// The name of the user, if they have signed in.
    who: Option<String>,
    roles: String,
    permissions: Vec<PermissionRow>,
    /// Why the tokens are not shown.
    lacks: Option<String>,
    /// The label of the link to the sign-in page.
    sign_in: &'static str,
    tokens: Option<TokenListPanel>,
    problem: Option<String>,
}

/// The tokens, for admins.
struct TokenListPanel {
    rows: Vec<AccessTokenRow>,
    pager: NumberedPager,
    /// Whether revoked and expired tokens are shown.
    ended: bool,
    working: usize,
    over: usize,
    field: String,
    sign_out_all: String,
    name: String,
    why: String,
    boxes: Vec<RoleChoice>,
    lasting: Vec<FormOption>,
}

/// The result of a submitted form.
#[derive(Default)]
pub(crate) struct AccessPageState {
    pub(crate) made: Option<CreatedToken>,
    /// The submitted form, and its error.
    pub(crate) typed: Option<(TokenCreateForm, FormError)>,
}

/// `GET /access`: lists the active tokens.
pub(crate) async fn list(
    State(pages): State<DashboardState>,
    visitor: CurrentUser,
    uri: Uri,
) -> Result<Response, PageError> {
    draw(&pages, &visitor, &uri, AccessPageState::default()).await
}

/// Renders the page. Users without the admin role see only their name and the roles.
pub(crate) async fn draw(
    pages: &DashboardState,
    visitor: &CurrentUser,
    uri: &Uri,
    draft: AccessPageState,
) -> Result<Response, PageError> {
    let may = visitor.identity.may(Role::Admin);
    let problem = draft.typed.as_ref().map(|(_, problem)| problem);
    let status = match (may, problem) {
        (false, _) => StatusCode::FORBIDDEN,
        (true, None) => StatusCode::OK,
        (true, Some(problem)) => problem.status,
    };
    let tokens = if may {
        let kept = pages.gateway.editor().tokens().await;
        let kept = kept.map_err(|error| PageError::refused(&error))?;
        let typed = draft.typed.as_ref().map(|(typed, _)| typed);
        Some(TokenListPanel::of(kept, visitor, uri, typed))
    } else {
        None
    };
    let view = AccessPage {
        frame: PageLayout::of("Access", SiteSection::Access, visitor)
            .wide()
            .done(done(uri)),
        needed: pages.gateway.needs_tokens(),
        who: visitor.name(),
        sign_in: visitor.sign_in_label(),
        roles: visitor.identity.roles.to_string().replace(',', ", "),
        permissions: role::permission_table(),
        lacks: (!may).then(|| visitor.lacks(Role::Admin)),
        tokens,
        problem: problem.map(|problem| problem.sentence.clone()),
        made: draft.made,
    };
    Ok(render_page(status, &view))
}

// === impl TokenListPanel ===

impl TokenListPanel {
    fn of(
        kept: Vec<AccessToken>,
        visitor: &CurrentUser,
        uri: &Uri,
        typed: Option<&TokenCreateForm>,
    ) -> Self {
        let now = now_micros();
        let which = query::get(uri, "which");
        let ended = which.as_deref() == Some("ended");
        let (working, over): (Vec<_>, Vec<_>) =
            kept.into_iter().partition(|token| token.works_at(now));
        let counts = (working.len(), over.len());
        let shown = if ended { over } else { working };
        let which = if ended { "ended" } else { "" };
        let pager = NumberedPager::at(uri, shown.len(), PATH, &[("which", which)]);
        let fresh = TokenCreateForm::default();
        let typed = typed.unwrap_or(&fresh);
        Self {
            rows: pager
                .cut(&shown)
                .iter()
                .map(|token| AccessTokenRow::of(token, &visitor.identity, now))
                .collect(),
            pager,
            ended,
            working: counts.0,
            over: counts.1,
            field: visitor.field(PATH),
            sign_out_all: visitor.field(super::sign_out_all::PATH),
            name: typed.name.clone(),
            why: typed.why.clone(),
            boxes: role::role_choices(typed.roles),
            lasting: form_options(LASTING, &typed.lasts),
        }
    }
}
