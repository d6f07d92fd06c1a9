//! One environment.

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use candor_frame::{Frame, Outside, Pager, Pages, Section, Segment, Visitor, Wrong, page, query};
use candor_gateway::Gateway;
use candor_gateway::desk::EnvironmentView;
use candor_model::{EnvironmentName, Profile, Role};
use http::{StatusCode, Uri};

use super::fields::Fields;
use super::opinion::{self, Differs};
use super::variable::{self, Row};
use super::variables::{Kind, Typed};
use super::{PATH, done, endpoint, path};
use crate::name;
use crate::problem::Problem;

#[derive(Template)]
#[template(path = "environment.html")]
struct View {
    frame: Frame,
    here: String,
    name: String,
    description: Outside,
    profile: &'static str,
    provenance: &'static str,
    endpoint: String,
    /// Where the file declares it.
    place: Option<Outside>,
    variables: Vec<Row>,
    pager: Pager,
    differs: Vec<Differs>,
    /// How many there are, shown or not.
    differing: usize,
    /// Why nothing can be changed, for whoever may only look.
    lacks: Option<String>,
    controls: Option<Controls>,
    /// What is wrong with the form that describes it.
    problem: Option<String>,
    /// Whether somebody else has changed it meanwhile.
    stale: bool,
    /// What is wrong with the form that sets a variable.
    wrong: Option<String>,
}

/// What whoever may change it sees besides.
struct Controls {
    field: String,
    version: u64,
    fields: Fields,
    set_path: String,
    set_field: String,
    typed: Typed,
    delete: String,
}

/// What is on the page besides what is kept.
#[derive(Default)]
pub(crate) struct Draft {
    /// The description as typed, with what is wrong with it.
    pub(crate) fields: Option<(Fields, Problem)>,
    /// A variable as typed, with what is wrong with it.
    pub(crate) variable: Option<(Typed, Problem)>,
}

/// `GET /environments/{name}`
pub(crate) async fn show(
    State(pages): State<Pages>,
    visitor: Visitor,
    Segment(text): Segment,
    uri: Uri,
) -> Result<Response, Wrong> {
    let name = name::environment(&text)?;
    visitor.needs(Role::Viewer, &path(&name))?;
    draw(&pages, &visitor, &name, &uri, Draft::default()).await
}

/// Draws the page, with what somebody typed.
pub(crate) async fn draw(
    pages: &Pages,
    visitor: &Visitor,
    name: &EnvironmentName,
    uri: &Uri,
    draft: Draft,
) -> Result<Response, Wrong> {
    let gateway = &pages.gateway;
    let kept = found(gateway, name).await?;
    let place = place(gateway, &kept);
    let here = path(name);
    let leaf = Pager::at(uri, kept.variables.len(), &here, &[]);
    let shown = leaf.cut(&kept.variables);
    let entries = gateway.desk().opinions().await;
    let entries = entries.map_err(|error| Wrong::refused(&error))?;
    let (differs, differing) = opinion::of(name, &entries);
    let may = visitor.identity.may(Role::Admin);
    let problem = draft.fields.as_ref().map(|(_, problem)| problem);
    let wrong = draft.variable.as_ref().map(|(_, problem)| problem);
    let status = problem
        .or(wrong)
        .map_or(StatusCode::OK, |problem| problem.status);
    let environment = &kept.environment;
    let view = View {
        frame: Frame::of(name.as_str(), Section::Environments, visitor).done(done(uri)),
        name: name.to_string(),
        description: Outside::short(&environment.description, 1_000),
        profile: environment
            .profile
            .map_or("as the plain endpoint", Profile::as_str),
        provenance: match environment.provenance {
            Some(true) => "yes",
            Some(false) => "no",
            None => "as the plain endpoint",
        },
        endpoint: endpoint(name, gateway.house().public_url.as_deref()),
        place,
        variables: variable::rows(gateway, &kept, shown).await?,
        pager: leaf,
        differs,
        differing,
        lacks: (!may).then(|| visitor.lacks(Role::Admin)),
        stale: problem.is_some_and(|problem| problem.status == StatusCode::CONFLICT),
        problem: problem.map(|problem| problem.sentence.clone()),
        wrong: wrong.map(|problem| problem.sentence.clone()),
        controls: Controls::of(visitor, &kept, uri, draft).filter(|_| may),
        here,
    };
    Ok(page(status, &view))
}

/// An environment that is there.
pub(crate) async fn found(
    gateway: &Gateway,
    name: &EnvironmentName,
) -> Result<EnvironmentView, Wrong> {
    let found = gateway.desk().environment(name).await;
    found.map_err(|error| Wrong::refused(&error).way(PATH, "Environments"))
}

/// Where the file declares an environment.
fn place(gateway: &Gateway, kept: &EnvironmentView) -> Option<Outside> {
    let place = gateway.desk().environment_place(&kept.environment.name)?;
    Some(Outside::line(&place))
}

// === impl Controls ===

impl Controls {
    /// Nothing for what the file declares.
    fn of(visitor: &Visitor, kept: &EnvironmentView, uri: &Uri, draft: Draft) -> Option<Self> {
        let version = kept.version?;
        let here = path(&kept.environment.name);
        let set_path = format!("{here}/variables");
        let fields = draft.fields.map(|(fields, _)| fields);
        let typed = draft.variable.map(|(typed, _)| typed);
        Some(Self {
            field: visitor.field(&here),
            version,
            fields: fields.unwrap_or_else(|| Fields::of(&kept.environment)),
            set_field: visitor.field(&set_path),
            set_path,
            typed: typed.unwrap_or_else(|| replacing(kept, uri)),
            delete: format!("{here}/delete"),
        })
    }
}

/// The form for a variable that is there, where the address names one.
fn replacing(kept: &EnvironmentView, uri: &Uri) -> Typed {
    let wanted = query::get(uri, "variable");
    let mut variables = kept.variables.iter();
    let found = variables.find(|variable| Some(variable.name.as_str()) == wanted.as_deref());
    match found {
        None => Typed::default(),
        Some(variable) => Typed {
            name: variable.name.to_string(),
            value: variable.value.clone().unwrap_or_default(),
            kind: Some(match variable.value {
                Some(_) => Kind::Plain,
                None => Kind::Secret,
            }),
            why: String::new(),
        },
    }
}
