//! The tool that is tried, as it is offered where it is tried.

use std::sync::Arc;

use candor_frame::{Nature, Wrong, query};
use candor_gateway::{Catalogue, Endpoint, Gateway, NoEndpoint, Offered, Tool};
use candor_model::{QualifiedName, Trust};
use candor_wire::{RawJson, RawObject};
use http::StatusCode;
use serde_json::Value;

use crate::cut::cut;
use crate::plan::Plan;

/// See the module.
pub(super) struct Found {
    pub(super) tool: Arc<Tool>,
    pub(super) endpoint: Endpoint,
    /// As it is shown there, or elsewhere if it is not there; nothing where it is held back.
    pub(super) offered: Option<Arc<Offered>>,
    /// Whether it can be called there.
    pub(super) here: Result<bool, NoEndpoint>,
    trust: Trust,
    /// What it is called and wants.
    pub(super) definition: Definition,
    /// The fields that it calls for.
    pub(super) plan: Plan,
}

/// What a definition says, as far as it is needed here.
#[derive(Default)]
pub(super) struct Definition {
    pub(super) title: Option<String>,
    pub(super) description: Option<String>,
    /// The input schema, as it came.
    pub(super) raw: Option<RawJson>,
    /// The same; nothing where it cannot be read.
    pub(super) schema: Option<Value>,
}

// === impl Found ===

impl Found {
    /// The tool of this name.
    pub(super) fn tool(gateway: &Gateway, name: &str) -> Result<Arc<Tool>, Wrong> {
        let catalogue = gateway.catalogue();
        let parsed = QualifiedName::parse(name);
        let tool = parsed.and_then(|name| catalogue.named(&name).cloned());
        tool.ok_or_else(|| {
            let sentence = format!("There is no tool `{}`.", cut(name, 80));
            Wrong::new(StatusCode::NOT_FOUND, "There is no such tool", sentence)
                .and("Its source may be away, or may not offer it any more.")
                .way("/tools", "All tools")
        })
    }

    /// The same at an endpoint.
    pub(super) fn at(gateway: &Gateway, tool: Arc<Tool>, endpoint: Endpoint) -> Self {
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
        let definition = offered.as_ref().map(|offered| Definition::of(offered));
        let definition = definition.unwrap_or_default();
        Self {
            plan: definition.schema.as_ref().map(Plan::of).unwrap_or_default(),
            definition,
            offered,
            here,
            trust: status.map_or(Trust::Untrusted, |status| status.trust),
            tool,
            endpoint,
        }
    }

    /// Where its form is, and where it is sent.
    pub(super) fn path(&self) -> String {
        query::path(&["tools", &self.tool.name.to_string(), "try"])
    }

    /// What it does, as far as anybody says.
    pub(super) fn nature(&self) -> Option<Nature> {
        let offered = self.offered.as_ref()?;
        let drifted = self.tool.quarantine.is_some();
        Some(Nature::of(&offered.effective, self.trust, drifted))
    }

    /// Why it cannot be called where it is tried, and the way out.
    pub(super) fn obstacle(&self) -> Option<String> {
        if self.tool.quarantine.is_some() {
            return Some(
                "Its definition has changed and waits for somebody to accept it. Until then it \
                 cannot be called."
                    .to_owned(),
            );
        }
        match &self.here {
            Ok(true) => None,
            Ok(false) => Some(format!(
                "It is not offered at `{}`. Choose a toolset that has it.",
                self.endpoint
            )),
            Err(error) => Some(format!("It cannot be called there: {error}.")),
        }
    }
}

// === impl Definition ===

impl Definition {
    fn of(offered: &Offered) -> Self {
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
