//! Simulating a call: what the policy would decide.
//!
//! The whole query is in the URL, so that a result can be shared. No tool is called, and nothing is
//! recorded.

pub(super) mod query_form;
mod result;
mod suggest;

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use candor_dashboard_kit::{
    CurrentUser, DashboardState, PageError, PageLayout, SiteSection, render_page,
};
use candor_gateway::edit::{DryRunCall, DryRunError};
use candor_gateway::{EditError, Gateway};
use candor_model::{Role, hidden_character};
use http::{StatusCode, Uri};

use self::query_form::{SimulationForm, SimulationQuery};
use self::result::SimulationResult;
use self::suggest::ToolNameSuggestion;
use super::TABS;
use crate::access::role::{RoleChoice, role_choices};
use crate::form_error::FormError;

/// The path of the page.
pub(super) const PATH: &str = "/policy/simulate";

/// The most tools, toolsets or environments that are suggested.
const OFFERED: usize = 200;

/// The longest name that is suggested, in bytes.
const NAME: usize = 200;

#[derive(Template)]
#[template(path = "simulate.html")]
struct SimulationPage {
    frame: PageLayout,
    ask: SimulationForm,
    roles: Vec<RoleChoice>,
    tools: Vec<String>,
    toolsets: Vec<String>,
    environments: Vec<String>,
    answer: Option<SimulationResult>,
    problem: Option<String>,
    /// The name of the invalid field.
    wrong: &'static str,
    /// Similar names, if there is no such tool.
    suggestions: Vec<ToolNameSuggestion>,
}

/// An invalid field.
pub(super) struct SimulationError {
    field: &'static str,
    pub(super) problem: FormError,
    suggestions: Vec<ToolNameSuggestion>,
}

/// `GET /policy/simulate`: shows the policy decision for a call.
pub(crate) async fn simulate(
    State(pages): State<DashboardState>,
    visitor: CurrentUser,
    uri: Uri,
) -> Result<Response, PageError> {
    visitor.needs(Role::Viewer, PATH)?;
    let ask = SimulationForm::read(&uri, &visitor.identity);
    let gateway = &pages.gateway;
    let (answer, refused) = match suppose(gateway, &ask).await? {
        None => (None, None),
        Some(Ok(answer)) => (Some(answer), None),
        Some(Err(refused)) => (None, Some(refused)),
    };
    let status = refused.as_ref();
    let status = status.map_or(StatusCode::OK, |refused| refused.problem.status);
    let view = SimulationPage {
        frame: PageLayout::of("Simulate a call", SiteSection::Policy, &visitor).beside(PATH, &TABS),
        roles: role_choices(ask.roles),
        tools: tools(gateway),
        toolsets: toolsets(gateway),
        environments: environments(gateway).await?,
        answer,
        wrong: refused.as_ref().map_or("", |refused| refused.field),
        problem: refused
            .as_ref()
            .map(|refused| refused.problem.sentence.clone()),
        suggestions: refused
            .map(|refused| refused.suggestions)
            .unwrap_or_default(),
        ask,
    };
    Ok(render_page(status, &view))
}

/// `None` until a tool is entered.
async fn suppose(
    gateway: &Gateway,
    ask: &SimulationForm,
) -> Result<Option<Result<SimulationResult, SimulationError>>, PageError> {
    if ask.tool.trim().is_empty() {
        return Ok(None);
    }
    let asked = match ask.asked(gateway) {
        Ok(asked) => asked,
        Err(refused) => return Ok(Some(Err(refused))),
    };
    let SimulationQuery {
        tool,
        endpoint,
        arguments,
    } = &asked;
    let supposition = DryRunCall {
        tool,
        endpoint,
        principal: ask.caller.trim(),
        roles: ask.roles,
        arguments,
    };
    let supposed = gateway.editor().dry_run(&supposition).await;
    Ok(Some(match supposed {
        Ok(supposed) => Ok(SimulationResult::of(gateway, &supposed, ask.roles)),
        Err(DryRunError::Edit(error @ (EditError::Store(_) | EditError::Stale { .. }))) => {
            return Err(PageError::refused(&error));
        }
        Err(error) => Err(SimulationError::of(gateway, ask, &error)),
    }))
}

/// Only names without hidden characters are suggested.
fn tools(gateway: &Gateway) -> Vec<String> {
    let catalogue = gateway.catalogue();
    let names = catalogue.tools().iter().map(|tool| tool.name.to_string());
    let plain = names.filter(|name| name.len() <= NAME && hidden_character(name).is_none());
    plain.take(OFFERED).collect()
}

fn toolsets(gateway: &Gateway) -> Vec<String> {
    let names = gateway.editor().toolset_names().into_iter();
    names.map(|name| name.to_string()).take(OFFERED).collect()
}

async fn environments(gateway: &Gateway) -> Result<Vec<String>, PageError> {
    let kept = gateway.editor().environments().await;
    let kept = kept.map_err(|error| PageError::refused(&error))?;
    let names = kept
        .into_iter()
        .map(|kept| kept.environment.name.to_string());
    Ok(names.take(OFFERED).collect())
}

// === impl SimulationError ===

impl SimulationError {
    fn new(field: &'static str, sentence: impl AsRef<str>) -> Self {
        Self {
            field,
            problem: FormError::invalid(sentence),
            suggestions: Vec::new(),
        }
    }

    fn of(gateway: &Gateway, ask: &SimulationForm, error: &DryRunError) -> Self {
        match error {
            DryRunError::Endpoint(error) => Self::new("endpoint", error.to_string()),
            DryRunError::Outside { .. } => Self::new(
                "endpoint",
                format!("{error}; choose another toolset, or none if no toolset is equipped"),
            ),
            DryRunError::Edit(error) => Self {
                suggestions: suggest::nearest(gateway, ask),
                ..Self::new("tool", error.to_string())
            },
        }
    }
}
