//! The list of environments.

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use candor_dashboard_kit::{
    CurrentUser, DashboardState, ExternalText, NumberedPager, PageError, PageLayout, SiteSection,
    render_page,
};
use candor_gateway::edit::EnvironmentDetails;
use candor_model::Role;
use http::{StatusCode, Uri};

use super::{PATH, done, endpoint, path};

#[derive(Template)]
#[template(path = "environments.html")]
struct EnvironmentListPage {
    frame: PageLayout,
    items: Vec<EnvironmentRow>,
    pager: NumberedPager,
    /// Why the user cannot edit.
    lacks: Option<String>,
}

struct EnvironmentRow {
    to: String,
    name: String,
    description: ExternalText,
    endpoint: String,
    plain: usize,
    secret: usize,
    declared: bool,
}

/// `GET /environments`: lists the environments.
pub(crate) async fn list(
    State(pages): State<DashboardState>,
    visitor: CurrentUser,
    uri: Uri,
) -> Result<Response, PageError> {
    visitor.needs(Role::Viewer, PATH)?;
    let found = pages.gateway.editor().environments().await;
    let found = found.map_err(|error| PageError::refused(&error))?;
    let leaf = NumberedPager::at(&uri, found.len(), PATH, &[]);
    let may = visitor.identity.may(Role::Admin);
    let view = EnvironmentListPage {
        frame: PageLayout::of("Environments", SiteSection::Environments, &visitor).done(done(&uri)),
        items: leaf.cut(&found).iter().map(EnvironmentRow::of).collect(),
        pager: leaf,
        lacks: (!may).then(|| visitor.lacks(Role::Admin)),
    };
    Ok(render_page(StatusCode::OK, &view))
}

// === impl EnvironmentRow ===

impl EnvironmentRow {
    fn of(view: &EnvironmentDetails) -> Self {
        let name = &view.environment.name;
        let secret = view.variables.iter();
        let secret = secret.filter(|variable| variable.value.is_none()).count();
        Self {
            to: path(name),
            name: name.to_string(),
            description: ExternalText::line(&view.environment.description),
            endpoint: endpoint(name, None),
            plain: view.variables.len() - secret,
            secret,
            declared: view.version.is_none(),
        }
    }
}
