//! What one source brings to the catalogue, prepared once per change of that source.

use std::sync::Arc;

use candor_model::{Diagnostic, QualifiedName, SourceName};
use candor_sources::{Inventory, ToolEntry};
use candor_wire::RawJson;
use candor_wire::header::mcp_param_headers;

use super::discovered::{self, DiscoveredTool};
use super::pins::Pins;
use super::remembered::RememberedInventory;
use super::tool_check::{CompileTime, ToolCheck};
use super::{ServedSource, ToolChecks};
use crate::clock::now_micros;

/// A source's inventory with its schemas prepared for validation. Kept between builds of the
/// catalogue while the inventory is unchanged.
#[derive(Clone)]
pub(crate) struct SourcePart {
    pub(crate) server: Arc<ServedSource>,
    pub(crate) inventory: Arc<Inventory>,
    /// One per tool of the inventory.
    pub(crate) checks: Vec<Arc<ToolChecks>>,
    /// One per tool of the inventory.
    pub(crate) discovered: Vec<Arc<DiscoveredTool>>,
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// The cached inventory, while that is what is listed.
    pub(crate) remembered: Option<Arc<RememberedInventory>>,
}

// === impl SourcePart ===

impl SourcePart {
    /// Prepares the current inventory of a source.
    pub(crate) fn prepare(server: Arc<ServedSource>) -> Self {
        let inventory = server.source.inventory();
        Self::of_inventory(server, inventory)
    }

    /// Like [`Self::prepare`], but from the cached inventory if there is one.
    pub(crate) fn recall(
        server: Arc<ServedSource>,
        remembered: Option<Arc<RememberedInventory>>,
    ) -> Self {
        let Some(remembered) = remembered else {
            return Self::prepare(server);
        };
        let mut part = Self::of_inventory(server, Arc::clone(&remembered.inventory));
        for (nature, pin) in part.discovered.iter_mut().zip(&remembered.pins) {
            // The id of a tool depends on the order of keys, which a pinned definition has lost.
            if let Some(nature) = Arc::get_mut(nature) {
                nature.found = pin.clone();
            }
        }
        part.remembered = Some(remembered);
        part
    }

    fn of_inventory(server: Arc<ServedSource>, inventory: Arc<Inventory>) -> Self {
        let name = server.source.name();
        let mut diagnostics = inventory.diagnostics.clone();
        for diagnostic in &mut diagnostics {
            diagnostic.message = format!("source `{name}`: {}", diagnostic.message);
        }
        let when = CompileTime::of(inventory.tools.iter().map(|tool| tool.schema_len()).sum());
        let validate = server.validate;
        let checks = inventory
            .tools
            .iter()
            .map(|tool| Arc::new(compile(name, tool, validate, when, &mut diagnostics)))
            .collect();
        let discovered = discovered::discover(
            name,
            &inventory,
            server.reading,
            server.source.is_from_document(),
            now_micros(),
        );
        for nature in &discovered {
            if candor_resolve::contradicts_itself(&nature.declared) {
                diagnostics.push(contradiction(&nature.found.name));
            }
        }
        Self {
            server,
            inventory,
            checks,
            discovered,
            diagnostics,
            remembered: None,
        }
    }

    /// Shares the memory of definitions that are equal to their pins.
    pub(crate) fn share_definitions(&mut self, pins: &Pins) {
        for nature in &mut self.discovered {
            let pinned = pins.pinned(&nature.found.name);
            let same = pinned.filter(|pinned| pinned.hash == nature.found.hash);
            // Skipped if it is referenced elsewhere at this moment.
            if let (Some(same), Some(nature)) = (same, Arc::get_mut(nature))
                && same.definition == nature.found.definition
            {
                nature.found.definition = Arc::clone(&same.definition);
            }
        }
    }

    /// This part if the source has not changed, otherwise a new one.
    pub(crate) fn refreshed(&self) -> Self {
        if Arc::ptr_eq(&self.inventory, &self.server.source.inventory()) {
            self.clone()
        } else {
            Self::prepare(Arc::clone(&self.server))
        }
    }
}

/// Clients disagree on which of the two applies, so only the careful reading is safe.
fn contradiction(name: &QualifiedName) -> Diagnostic {
    let message = format!("`{name}` is declared both read-only and destructive");
    Diagnostic::warning("source::contradiction", message).with_hint(
        "it is served as destructive; if it only reads, say so with \
         `candor annotate NAME --read-only true --destructive false`",
    )
}

fn compile(
    source: &SourceName,
    tool: &ToolEntry,
    validate: bool,
    when: CompileTime,
    diagnostics: &mut Vec<Diagnostic>,
) -> ToolChecks {
    let mut check = |schema: &RawJson, what: &str| -> Option<ToolCheck> {
        let made = ToolCheck::new(schema, when);
        made.map_err(|reason| {
            let message = format!(
                "the {what} schema of `{source}.{}` cannot be used: {reason}",
                tool.name
            );
            diagnostics.push(
                Diagnostic::warning("source::unusable-schema", message)
                    .with_hint("the tool is served, but nothing is checked against it"),
            );
        })
        .ok()
    };
    ToolChecks {
        input: validate
            .then(|| check(&tool.input_schema, "input"))
            .flatten(),
        output: tool
            .output_schema
            .as_ref()
            .and_then(|schema| check(schema, "output")),
        headers: tool.headers.clone(),
        declared: mcp_param_headers(&tool.input_schema).unwrap_or_default(),
    }
}
