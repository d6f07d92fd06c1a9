//! All environments.

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use candor_frame::{Frame, Outside, Pager, Pages, Section, Visitor, Wrong, page};
use candor_gateway::desk::EnvironmentView;
use candor_model::Role;
use http::{StatusCode, Uri};

use super::{PATH, done, endpoint, path};

#[derive(Template)]
#[template(path = "environments.html")]
struct View {
    frame: Frame,
    items: Vec<Item>,
    pager: Pager,
    /// Why nothing can be changed, for whoever may only look.
    lacks: Option<String>,
}

/// One line.
struct Item {
    to: String,
    name: String,
    description: Outside,
    endpoint: String,
    plain: usize,
    secret: usize,
    declared: bool,
}

/// `GET /environments`
pub(crate) async fn list(
    State(pages): State<Pages>,
    visitor: Visitor,
    uri: Uri,
) -> Result<Response, Wrong> {
    visitor.needs(Role::Viewer, PATH)?;
    let found = pages.gateway.desk().environments().await;
    let found = found.map_err(|error| Wrong::refused(&error))?;
    let leaf = Pager::at(&uri, found.len(), PATH, &[]);
    let may = visitor.identity.may(Role::Admin);
    let view = View {
        frame: Frame::of("Environments", Section::Environments, &visitor).done(done(&uri)),
        items: leaf.cut(&found).iter().map(Item::of).collect(),
        pager: leaf,
        lacks: (!may).then(|| visitor.lacks(Role::Admin)),
    };
    Ok(page(StatusCode::OK, &view))
}

// === impl Item ===

impl Item {
    fn of(view: &EnvironmentView) -> Self {
        let name = &view.environment.name;
        let secret = view.variables.iter();
        let secret = secret.filter(|variable| variable.value.is_none()).count();
        Self {
            to: path(name),
            name: name.to_string(),
            description: Outside::line(&view.environment.description),
            endpoint: endpoint(name, None),
            plain: view.variables.len() - secret,
            secret,
            declared: view.version.is_none(),
        }
    }
}
