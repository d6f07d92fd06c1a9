//! The page of one environment.

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use candor_dashboard_kit::{
    CurrentUser, DashboardState, ExternalText, NumberedPager, PageError, PageLayout, PathSegment,
    SiteSection, query, render_page,
};
use candor_gateway::Gateway;
use candor_gateway::edit::EnvironmentDetails;
use candor_model::{EnvironmentName, HintProfile, Role};
use http::{StatusCode, Uri};

use super::environment_form::EnvironmentForm;
use super::overrides::{self, EnvironmentOverrideRow};
use super::set_variable::{VariableForm, VariableVisibility};
use super::variable_rows::{self, EnvironmentVariableRow};
use super::{PATH, done, endpoint, path};
use crate::form_error::FormError;
use crate::path_name;

#[derive(Template)]
#[template(path = "environment.html")]
struct EnvironmentPage {
    frame: PageLayout,
    here: String,
    name: String,
    description: ExternalText,
    profile: &'static str,
    provenance: &'static str,
    endpoint: String,
    /// The place in the configuration file that declares it.
    place: Option<ExternalText>,
    variables: Vec<EnvironmentVariableRow>,
    pager: NumberedPager,
    differs: Vec<EnvironmentOverrideRow>,
    /// The number of all overrides.
    differing: usize,
    /// Why the user cannot edit.
    lacks: Option<String>,
    controls: Option<EnvironmentControls>,
    /// The error of the settings form.
    problem: Option<String>,
    /// Whether the error is an edit conflict.
    stale: bool,
    /// The error of the variable form.
    wrong: Option<String>,
}

/// The forms, for users who can edit.
struct EnvironmentControls {
    field: String,
    version: u64,
    fields: EnvironmentForm,
    set_path: String,
    set_field: String,
    typed: VariableForm,
    delete: String,
}

/// The submitted forms and their errors.
#[derive(Default)]
pub(crate) struct EnvironmentPageState {
    pub(crate) fields: Option<(EnvironmentForm, FormError)>,
    pub(crate) variable: Option<(VariableForm, FormError)>,
}

/// `GET /environments/{name}`: shows an environment.
pub(crate) async fn show(
    State(pages): State<DashboardState>,
    visitor: CurrentUser,
    PathSegment(text): PathSegment,
    uri: Uri,
) -> Result<Response, PageError> {
    let name = path_name::environment(&text)?;
    visitor.needs(Role::Viewer, &path(&name))?;
    draw(
        &pages,
        &visitor,
        &name,
        &uri,
        EnvironmentPageState::default(),
    )
    .await
}

/// Renders the page with the submitted forms.
pub(crate) async fn draw(
    pages: &DashboardState,
    visitor: &CurrentUser,
    name: &EnvironmentName,
    uri: &Uri,
    draft: EnvironmentPageState,
) -> Result<Response, PageError> {
    let gateway = &pages.gateway;
    let kept = find_environment(gateway, name).await?;
    let place = place(gateway, &kept);
    let here = path(name);
    let leaf = NumberedPager::at(uri, kept.variables.len(), &here, &[]);
    let shown = leaf.cut(&kept.variables);
    let entries = gateway.editor().opinions().await;
    let entries = entries.map_err(|error| PageError::refused(&error))?;
    let (differs, differing) = overrides::of(name, &entries);
    let may = visitor.identity.may(Role::Admin);
    let problem = draft.fields.as_ref().map(|(_, problem)| problem);
    let wrong = draft.variable.as_ref().map(|(_, problem)| problem);
    let status = problem
        .or(wrong)
        .map_or(StatusCode::OK, |problem| problem.status);
    let environment = &kept.environment;
    let view = EnvironmentPage {
        frame: PageLayout::of(name.as_str(), SiteSection::Environments, visitor).done(done(uri)),
        name: name.to_string(),
        description: ExternalText::short(&environment.description, 1_000),
        profile: environment
            .profile
            .map_or("Same as the default endpoint", HintProfile::as_str),
        provenance: match environment.provenance {
            Some(true) => "Yes",
            Some(false) => "No",
            None => "Same as the default endpoint",
        },
        endpoint: endpoint(name, gateway.policy_settings().public_url.as_deref()),
        place,
        variables: variable_rows::rows(gateway, &kept, shown).await?,
        pager: leaf,
        differs,
        differing,
        lacks: (!may).then(|| visitor.lacks(Role::Admin)),
        stale: problem.is_some_and(|problem| problem.status == StatusCode::CONFLICT),
        problem: problem.map(|problem| problem.sentence.clone()),
        wrong: wrong.map(|problem| problem.sentence.clone()),
        controls: EnvironmentControls::of(visitor, &kept, uri, draft).filter(|_| may),
        here,
    };
    Ok(render_page(status, &view))
}

pub(crate) async fn find_environment(
    gateway: &Gateway,
    name: &EnvironmentName,
) -> Result<EnvironmentDetails, PageError> {
    let found = gateway.editor().environment(name).await;
    found.map_err(|error| PageError::refused(&error).link(PATH, "Environments"))
}

/// The place in the configuration file that declares an environment.
fn place(gateway: &Gateway, kept: &EnvironmentDetails) -> Option<ExternalText> {
    let place = gateway.editor().environment_place(&kept.environment.name)?;
    Some(ExternalText::line(&place))
}

// === impl EnvironmentControls ===

impl EnvironmentControls {
    /// `None` for an environment of the configuration file.
    fn of(
        visitor: &CurrentUser,
        kept: &EnvironmentDetails,
        uri: &Uri,
        draft: EnvironmentPageState,
    ) -> Option<Self> {
        let version = kept.version?;
        let here = path(&kept.environment.name);
        let set_path = format!("{here}/variables");
        let fields = draft.fields.map(|(fields, _)| fields);
        let typed = draft.variable.map(|(typed, _)| typed);
        Some(Self {
            field: visitor.field(&here),
            version,
            fields: fields.unwrap_or_else(|| EnvironmentForm::of(&kept.environment)),
            set_field: visitor.field(&set_path),
            set_path,
            typed: typed.unwrap_or_else(|| replacing(kept, uri)),
            delete: format!("{here}/delete"),
        })
    }
}

/// The form filled with the variable of the query, if any.
fn replacing(kept: &EnvironmentDetails, uri: &Uri) -> VariableForm {
    let wanted = query::get(uri, "variable");
    let mut variables = kept.variables.iter();
    let found = variables.find(|variable| Some(variable.name.as_str()) == wanted.as_deref());
    match found {
        None => VariableForm::default(),
        Some(variable) => VariableForm {
            name: variable.name.to_string(),
            value: variable.value.clone().unwrap_or_default(),
            kind: Some(match variable.value {
                Some(_) => VariableVisibility::Plain,
                None => VariableVisibility::Secret,
            }),
            why: String::new(),
        },
    }
}
