//! The endpoint of a call: toolset and environment.

use candor_dashboard_kit::{PageError, SelectField};
use candor_gateway::{CatalogueTool, Endpoint, Gateway, UnknownEndpoint};
use candor_model::{EnvironmentName, ToolsetName};

/// The maximum number of options.
const OFFERED: usize = 200;

/// The controls that choose the endpoint.
pub(crate) struct EndpointChoices {
    pub(crate) toolsets: SelectField,
    pub(crate) environments: SelectField,
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
        let environments = editor.environments().await;
        let environments = environments.map_err(|error| PageError::refused(&error))?;
        let environments = environments.iter().map(|view| &view.environment.name);
        let none = match editor.equipped() {
            Some(equipped) => format!("Default (equipped: {equipped})"),
            None => "None (all tools)".to_owned(),
        };
        Ok(Self {
            toolsets: SelectField::of_names(
                "toolset",
                "toolset",
                none,
                editor.toolsets_with(tool).iter().take(OFFERED),
                chosen.toolset.as_ref(),
            ),
            environments: SelectField::of_names(
                "environment",
                "environment",
                "None",
                environments.take(OFFERED),
                chosen.environment.as_ref(),
            ),
        })
    }
}
