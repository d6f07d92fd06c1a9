//! References to tools in calls, and why they may match nothing.

use std::sync::Arc;

use candor_model::{DefinitionPin, Digest, QualifiedName, ToolRef};
use serde_json::Value;

use super::phrases::quoted;
use crate::catalogue::{Catalogue, CatalogueTool};
use crate::state::snapshot::StateSnapshot;

/// The minimum similarity for suggesting a name.
const LIKE: f64 = 0.85;

/// A reference as it was given: a name, an id, or both.
#[derive(Clone, Copy)]
pub(super) struct ToolReference<'a> {
    name: Option<&'a str>,
    ref_id: Option<&'a str>,
}

/// The tool that a reference matches.
pub(super) struct FoundTool {
    pub(super) tool: Arc<CatalogueTool>,
    /// Whether the caller gave the id, and so means only this definition.
    pinned: bool,
}

/// A tool as a toolset stores it.
pub(super) struct PickedTool {
    pub(super) name: QualifiedName,
    ref_id: Digest,
    /// Whether the caller gave the id, and so means only this definition.
    pub(super) pinned: bool,
}

// === impl ToolReference ===

impl<'a> ToolReference<'a> {
    /// Reads a reference that the schema has validated.
    pub(super) fn read(value: &'a Value) -> Self {
        let text = |key| value.get(key).and_then(Value::as_str);
        Self {
            name: text("namespacedName"),
            ref_id: text("refId"),
        }
    }

    /// The tool that is served under this reference, or why there is none, worded to follow other
    /// text. Searching for a similar name is slow, and can be skipped with `meant`.
    pub(super) fn find(self, catalogue: &Catalogue, meant: bool) -> Result<FoundTool, String> {
        let id = self.ref_id.map(read_id).transpose()?;
        let tool = match (self.name, id) {
            (Some(name), _) => by_name(catalogue, name, meant)?,
            (None, Some(id)) => by_id(catalogue, &id)?,
            (None, None) => return Err("a reference names no tool".to_owned()),
        };
        if let Some(drift) = &tool.quarantine {
            let why = crate::catalogue::pins::reason(drift);
            return Err(format!(
                "`{}` is quarantined until its definition is accepted: {why}",
                tool.name
            ));
        }
        match id {
            Some(id) if id != tool.ref_id => Err(format!(
                "`{}` no longer has the id `{id}`; refer to it by name only",
                tool.name
            )),
            id => Ok(FoundTool {
                tool,
                pinned: id.is_some(),
            }),
        }
    }

    /// The tool that is not offered now but was known under this reference when it was last seen.
    pub(super) fn find_pinned(
        self,
        snapshot: &StateSnapshot,
        catalogue: &Catalogue,
    ) -> Option<PickedTool> {
        let id = self.ref_id.map(Digest::parse);
        let is_meant = |pin: &DefinitionPin| id.is_none_or(|id| id == Some(pin.ref_id));
        let pin = match self.name {
            Some(name) => snapshot.pins.get(&QualifiedName::parse(name)?)?,
            None => id.and_then(|_| snapshot.pins.values().find(|pin| is_meant(pin)))?,
        };
        let is_away = catalogue.named(&pin.name).is_none();
        (is_away && is_meant(pin)).then(|| PickedTool {
            name: pin.name.clone(),
            ref_id: pin.ref_id,
            pinned: id.is_some(),
        })
    }
}

// === impl FoundTool ===

impl FoundTool {
    pub(super) fn pick(&self) -> PickedTool {
        PickedTool {
            name: self.tool.name.clone(),
            ref_id: self.tool.ref_id,
            pinned: self.pinned,
        }
    }
}

// === impl PickedTool ===

impl PickedTool {
    /// The reference to store: both parts if the caller wants exactly this definition.
    pub(super) fn to_ref(&self) -> Option<ToolRef> {
        let id = self.pinned.then_some(self.ref_id);
        ToolRef::new(Some(self.name.clone()), id)
    }
}

fn read_id(text: &str) -> Result<Digest, String> {
    Digest::parse(text).ok_or_else(|| {
        let shown = quoted(text);
        format!("{shown} is not an id, which has 64 hexadecimal digits")
    })
}

fn by_id(catalogue: &Catalogue, id: &Digest) -> Result<Arc<CatalogueTool>, String> {
    let mut tools = catalogue.tools().iter();
    let found = tools.find(|tool| tool.ref_id == *id);
    found
        .cloned()
        .ok_or_else(|| format!("no tool has the id `{id}` now"))
}

fn by_name(catalogue: &Catalogue, text: &str, meant: bool) -> Result<Arc<CatalogueTool>, String> {
    let name = QualifiedName::parse(text);
    if let Some(tool) = name.as_ref().and_then(|name| catalogue.named(name)) {
        return Ok(Arc::clone(tool));
    }
    let shown = quoted(text);
    let mut tools = catalogue.tools().iter();
    if let Some(tool) = tools.find(|tool| tool.exposed.as_str() == text) {
        return Err(format!(
            "{shown} is what clients call `{}`; refer to it by that name",
            tool.name
        ));
    }
    let nearest = meant.then(|| nearest(catalogue, text)).flatten();
    Err(match nearest {
        Some(name) => format!("there is no tool {shown}; did you mean `{name}`?"),
        None => format!("there is no tool {shown}"),
    })
}

/// The most similar name, if any is similar enough.
fn nearest(catalogue: &Catalogue, text: &str) -> Option<String> {
    let names = catalogue.tools().iter().map(|tool| tool.name.to_string());
    most_alike(names, text)
}

/// The most similar name, if any is similar enough.
pub(super) fn most_alike(names: impl Iterator<Item = String>, text: &str) -> Option<String> {
    names
        .map(|name| (strsim::jaro_winkler(&name, text), name))
        .filter(|(likeness, _)| *likeness > LIKE)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, name)| name)
}
