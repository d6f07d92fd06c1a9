//! The endpoint of a call: toolset and environment.

use candor_dashboard_kit::PageError;
use candor_gateway::{CatalogueTool, Endpoint, Gateway, UnknownEndpoint};
use candor_model::{EnvironmentName, ToolsetName};

/// The maximum number of options.
const OFFERED: usize = 200;

/// The options of the endpoint.
pub(crate) struct EndpointChoices {
    pub(crate) toolsets: Vec<EndpointChoice>,
    pub(crate) environments: Vec<EndpointChoice>,
}

/// An option.
pub(crate) struct EndpointChoice {
    pub(crate) value: String,
    pub(crate) words: String,
    pub(crate) chosen: bool,
}

/// Parses an endpoint; empty names mean none.
pub(crate) fn parse(toolset: &str, environment: &str) -> Result<Endpoint, UnknownEndpoint> {
    let given = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    Ok(Endpoint {
        toolset: given(toolset)
            .map(|name| ToolsetName::parse(&name))
            .transpose()?,
        environment: given(environment)
            .map(|name| EnvironmentName::parse(&name))
            .transpose()?,
    })
}

// === impl EndpointChoices ===

impl EndpointChoices {
    /// The endpoints at which a tool can be called, and the chosen one.
    pub(crate) async fn of(
        gateway: &Gateway,
        tool: &CatalogueTool,
        chosen: &Endpoint,
    ) -> Result<Self, PageError> {
        let editor = gateway.editor();
        let refused = |error| PageError::refused(&error);
        let holding = editor.toolsets_with(tool);
        let holding = holding.iter().take(OFFERED);
        let mut named: Vec<String> = holding.map(ToString::to_string).collect();
        let environments = editor.environments().await.map_err(refused)?;
        let environments = environments.iter().take(OFFERED);
        let mut environments: Vec<String> = environments
            .map(|view| view.environment.name.to_string())
            .collect();
        let toolset = chosen.toolset.as_ref().map(ToString::to_string);
        let environment = chosen.environment.as_ref().map(ToString::to_string);
        keep(&mut named, toolset.as_ref());
        keep(&mut environments, environment.as_ref());
        let plain = match editor.equipped() {
            Some(equipped) => format!("Default (equipped: {equipped})"),
            None => "None (all tools)".to_owned(),
        };
        Ok(Self {
            toolsets: choices(plain, named, toolset.as_deref()),
            environments: choices("None".to_owned(), environments, environment.as_deref()),
        })
    }
}

/// A chosen option stays, even if it no longer exists.
fn keep(names: &mut Vec<String>, chosen: Option<&String>) {
    if let Some(chosen) = chosen.filter(|chosen| !names.contains(chosen)) {
        names.push(chosen.clone());
    }
}

fn choices(none: String, names: Vec<String>, chosen: Option<&str>) -> Vec<EndpointChoice> {
    let first = EndpointChoice {
        value: String::new(),
        words: none,
        chosen: chosen.is_none(),
    };
    let each = names.into_iter().map(|name| EndpointChoice {
        chosen: chosen == Some(name.as_str()),
        words: name.clone(),
        value: name,
    });
    std::iter::once(first).chain(each).collect()
}
