//! The tool of the page, as offered at an endpoint.

use std::sync::Arc;

use candor_dashboard_kit::{PageError, ToolFlags, query};
use candor_gateway::{Catalogue, CatalogueTool, Endpoint, Gateway, OfferedTool, UnknownEndpoint};
use candor_model::{QualifiedName, SourceTrust};
use candor_wire::{RawJson, RawObject};
use http::StatusCode;
use serde_json::Value;

use crate::form_plan::FormPlan;
use crate::shorten::shorten;

/// A tool at an endpoint.
pub(super) struct TriedTool {
    pub(super) tool: Arc<CatalogueTool>,
    pub(super) endpoint: Endpoint,
    /// As offered there, or elsewhere; none if it is quarantined.
    pub(super) offered: Option<Arc<OfferedTool>>,
    /// Whether the endpoint offers it.
    pub(super) here: Result<bool, UnknownEndpoint>,
    trust: SourceTrust,
    pub(super) definition: DefinitionSummary,
    pub(super) plan: FormPlan,
}

/// The parts of a definition that the page shows.
#[derive(Default)]
pub(super) struct DefinitionSummary {
    pub(super) title: Option<String>,
    pub(super) description: Option<String>,
    /// The raw input schema.
    pub(super) raw: Option<RawJson>,
    /// The parsed input schema, if valid.
    pub(super) schema: Option<Value>,
}

// === impl TriedTool ===

impl TriedTool {
    /// Finds a tool by name.
    pub(super) fn tool(gateway: &Gateway, name: &str) -> Result<Arc<CatalogueTool>, PageError> {
        let catalogue = gateway.catalogue();
        let parsed = QualifiedName::parse(name);
        let tool = parsed.and_then(|name| catalogue.named(&name).cloned());
        tool.ok_or_else(|| {
            let sentence = format!("There is no tool `{}`.", shorten(name, 80));
            PageError::new(StatusCode::NOT_FOUND, "Tool not found", sentence)
                .and("Its source may be offline, or may no longer have it.")
                .link("/tools", "All tools")
        })
    }

    /// The tool at an endpoint.
    pub(super) fn at(gateway: &Gateway, tool: Arc<CatalogueTool>, endpoint: Endpoint) -> Self {
        let catalogue: Arc<Catalogue> = gateway.catalogue();
        let exposed = tool.exposed.as_str();
        let there = catalogue.offer(&endpoint);
        let there = there.map(|offer| offer.tool(exposed).cloned());
        let here = there.as_ref().map(Option::is_some).map_err(Clone::clone);
        let anywhere = || catalogue.everything().tool(exposed).cloned();
        let source = tool.name.source();
        let sources = gateway.sources();
        let status = sources.iter().find(|status| status.name == *source);
        let offered = there.ok().flatten().or_else(anywhere);
        let definition = offered
            .as_ref()
            .map(|offered| DefinitionSummary::of(offered));
        let definition = definition.unwrap_or_default();
        Self {
            plan: definition
                .schema
                .as_ref()
                .map(FormPlan::of)
                .unwrap_or_default(),
            definition,
            offered,
            here,
            trust: status.map_or(SourceTrust::Untrusted, |status| status.trust),
            tool,
            endpoint,
        }
    }

    /// The path of the form, and its target.
    pub(super) fn path(&self) -> String {
        query::path(&["tools", &self.tool.name.to_string(), "try"])
    }

    pub(super) fn flags(&self) -> Option<ToolFlags> {
        let offered = self.offered.as_ref()?;
        let drifted = self.tool.quarantine.is_some();
        Some(ToolFlags::of(&offered.effective, self.trust, drifted))
    }

    /// Why it cannot be called at the endpoint, and what to do.
    pub(super) fn obstacle(&self) -> Option<String> {
        if self.tool.quarantine.is_some() {
            return Some(
                "Quarantined: the tool changed or is new. It cannot be called until it is accepted."
                    .to_owned(),
            );
        }
        match &self.here {
            Ok(true) => None,
            Ok(false) => Some(format!(
                "Not available at `{}`. Choose a toolset that contains it.",
                self.endpoint
            )),
            Err(error) => Some(format!("Not available: {error}.")),
        }
    }
}

// === impl DefinitionSummary ===

impl DefinitionSummary {
    fn of(offered: &OfferedTool) -> Self {
        let members = RawObject::parse(&offered.definition).unwrap_or_default();
        let raw = members.get("inputSchema").cloned();
        Self {
            title: members.get_string("title"),
            description: members.get_string("description"),
            schema: raw.as_ref().and_then(|raw| raw.decode().ok()),
            raw,
        }
    }
}
