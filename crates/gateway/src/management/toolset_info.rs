//! Toolsets as management tools show them.

use std::collections::BTreeSet;

use candor_model::{SourceName, Toolset, ToolsetMember, ToolsetName};
use candor_resolve::MissingMember;
use candor_store::StoredToolset;
use jiff::Timestamp;
use serde_json::{Map, Value, json};

use super::phrases::gone;
use crate::catalogue::EndpointOffer;
use crate::catalogue::endpoint::Endpoint;
use crate::edit::EditError;
use crate::gateway::Gateway;
use crate::state::snapshot::StateSnapshot;

/// The placeholder for unknown values.
const UNKNOWN: &str = "unknown";

/// The place and creation time of a toolset.
struct ToolsetOrigin {
    location: String,
    version: Option<u64>,
    created_micros: Option<i64>,
}

/// One toolset, which must exist.
pub(super) async fn info(gateway: &Gateway, name: &ToolsetName) -> Result<Value, EditError> {
    let snapshot = gateway.snapshot();
    let toolset = snapshot.settings.toolsets.get(name).cloned();
    let toolset = toolset
        .ok_or_else(|| EditError::Unknown(format!("the toolset `{name}` has just been removed")))?;
    let declared = ToolsetOrigin::declared(&snapshot, name);
    let origin = if let Some(declared) = declared {
        declared
    } else {
        let stored = gateway.store().toolset(name).await?;
        ToolsetOrigin::stored(name, stored.as_ref())
    };
    describe(gateway, &snapshot, &toolset, &origin)
}

/// All toolsets, by name.
pub(super) async fn infos(gateway: &Gateway) -> Result<Vec<Value>, EditError> {
    let snapshot = gateway.snapshot();
    let stored = gateway.store().toolsets().await?;
    let mut infos = Vec::new();
    for (name, toolset) in &snapshot.settings.toolsets {
        let declared = ToolsetOrigin::declared(&snapshot, name);
        let origin = if let Some(declared) = declared {
            declared
        } else {
            let found = stored.iter().find(|one| one.toolset.name == *name);
            ToolsetOrigin::stored(name, found)
        };
        infos.push(describe(gateway, &snapshot, toolset, &origin)?);
    }
    Ok(infos)
}

fn describe(
    gateway: &Gateway,
    snapshot: &StateSnapshot,
    toolset: &Toolset,
    origin: &ToolsetOrigin,
) -> Result<Value, EditError> {
    let endpoint = Endpoint {
        toolset: Some(toolset.name.clone()),
        environment: None,
    };
    let catalogue = gateway.catalogue();
    let offer = catalogue.view(&endpoint).map_err(|error| gone(&error))?;
    let tools = tools(&offer);
    let servers = servers(gateway, &offer);
    let ready = |server: &&Value| server["enabled"] == json!(true);

    let mut info = Map::new();
    let mut put = |key: &str, value: Value| drop(info.insert(key.to_owned(), value));
    put("name", json!(toolset.name.as_str()));
    if !toolset.description.is_empty() {
        put("description", json!(toolset.description));
    }
    if let Some(version) = origin.version {
        put("version", json!(version.to_string()));
    }
    let created = origin.created_micros.map(Timestamp::from_microsecond);
    if let Some(Ok(created)) = created {
        put("createdAt", json!(created.to_string()));
    }
    put("toolCount", json!(tools.len()));
    put(
        "active",
        json!(snapshot.settings.equipped.as_ref() == Some(&toolset.name)),
    );
    put("location", json!(origin.location));
    put("totalServers", json!(servers.len()));
    put(
        "enabledServers",
        json!(servers.iter().filter(ready).count()),
    );
    put("totalTools", json!(offer.tools().len()));
    put("servers", Value::Array(servers));
    put("tools", Value::Array(tools));
    Ok(Value::Object(info))
}

/// The tools that are offered, followed by the members that match nothing now.
fn tools(offer: &EndpointOffer) -> Vec<Value> {
    let there = offer.tools().iter().map(|offered| {
        let tool = &offered.tool;
        json!({
            "namespacedName": tool.name.to_string(),
            "refId": tool.ref_id.to_string(),
            "server": tool.name.source().as_str(),
            "active": true,
        })
    });
    there.chain(offer.missing().iter().map(missing)).collect()
}

fn missing(missing: &MissingMember) -> Value {
    let unknown = || UNKNOWN.to_owned();
    let (name, id) = match &missing.member {
        ToolsetMember::Tool(tool) => (
            tool.name().map(ToString::to_string),
            tool.ref_id().map(ToString::to_string),
        ),
        other => (Some(other.to_string()), None),
    };
    json!({
        "namespacedName": name.unwrap_or_else(unknown),
        "refId": id.unwrap_or_else(unknown),
        "server": UNKNOWN,
        "active": false,
    })
}

/// The sources of a toolset's tools, including those that are currently unavailable.
fn servers(gateway: &Gateway, offer: &EndpointOffer) -> Vec<Value> {
    let tools = offer.tools();
    let of_tools = || tools.iter().map(|offered| offered.tool.name.source());
    let of_missing = offer.missing().iter().filter_map(source);
    let wanted: BTreeSet<SourceName> = of_tools().cloned().chain(of_missing).collect();
    let sources = gateway.sources().into_iter();
    sources
        .filter(|source| wanted.contains(&source.name))
        .map(|source| {
            let own = |name: &&SourceName| **name == source.name;
            json!({
                "name": source.name.as_str(),
                "enabled": source.state.is_ready(),
                "toolCount": of_tools().filter(own).count(),
            })
        })
        .collect()
}

/// The source of a member that matches nothing now.
fn source(missing: &MissingMember) -> Option<SourceName> {
    match &missing.member {
        ToolsetMember::Tool(tool) => tool.name().map(|name| name.source().clone()),
        ToolsetMember::Hint { source, .. } => source.clone(),
        ToolsetMember::Pattern(pattern) | ToolsetMember::Except(pattern) => {
            Some(pattern.source().clone())
        }
        ToolsetMember::Every => None,
    }
}

// === impl ToolsetOrigin ===

impl ToolsetOrigin {
    /// The place in the file, if the file declares the toolset.
    fn declared(snapshot: &StateSnapshot, name: &ToolsetName) -> Option<Self> {
        let mut declared = snapshot.declarations().toolsets.iter();
        let found = declared.find(|declared| declared.toolset.name == *name)?;
        Some(Self {
            location: found.place.clone(),
            version: None,
            created_micros: None,
        })
    }

    fn stored(name: &ToolsetName, stored: Option<&StoredToolset>) -> Self {
        Self {
            location: format!("Candor's store ({name})"),
            version: stored.map(|stored| stored.version),
            created_micros: stored.and_then(|stored| stored.created_micros),
        }
    }
}
