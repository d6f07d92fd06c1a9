//! `get-active-toolset`: what is served here now, and what is missing.

use std::sync::Arc;

use candor_model::{Toolset, ToolsetMember};
use candor_resolve::MissingMember;
use serde_json::{Map, Value, json};

use super::available::brief;
use super::definition::{DefinitionDraft, LOOKS};
use super::phrases::gone;
use super::schema::{array, context, count, flag, nothing, object, text, toolset_info};
use super::toolset_info::info;
use super::{ManagementAnswer, ManagementCall};
use crate::catalogue::{Catalogue, EndpointOffer};
use crate::edit::EditError;
use crate::sources::status::SourceStatus;

pub(super) fn draft() -> DefinitionDraft {
    DefinitionDraft {
        name: "get-active-toolset",
        title: "Get Active Toolset",
        description: "Shows which toolset is equipped, which tools are served because of it and \
                      what they cost in context, which sources do not answer, and what the \
                      toolset names that is not there.",
        input: nothing(),
        checked: None,
        output: Some(output()),
        hints: LOOKS,
    }
}

fn output() -> Value {
    let status = object(
        json!({
            "totalConfigured": count("How many sources are configured"),
            "enabled": count("How many of them are to be used"),
            "available": count("How many answer"),
            "unavailable": count("How many do not"),
            "disabled": count("How many are not to be used"),
        }),
        &[
            "totalConfigured",
            "enabled",
            "available",
            "unavailable",
            "disabled",
        ],
    );
    let summary = object(
        json!({
            "currentlyExposed": count("How many tools are served here"),
            "totalDiscovered": count("How many tools the sources bring"),
            "filteredOut": count("How many of these are not served here"),
        }),
        &["currentlyExposed", "totalDiscovered", "filteredOut"],
    );
    let tool = object(
        json!({
            "name": text("What its source calls it"),
            "namespacedName": text("`source.tool`"),
            "serverName": text("Its source"),
            "description": text("What it does, in its source's words"),
            "context": context(),
        }),
        &["name", "namespacedName", "serverName", "context"],
    );
    object(
        json!({
            "equipped": flag("Whether a toolset decides what is served here"),
            "toolset": toolset_info(),
            "serverStatus": status,
            "toolSummary": summary,
            "exposedTools": {
                "type": "object",
                "description": "The tools that are served here, by source",
                "additionalProperties": array(&tool),
            },
            "unavailableServers": array(&text("Name of a source that does not answer")),
            "warnings": array(&text("What is not as it should be")),
            "context": context(),
        }),
        &["equipped", "exposedTools", "unavailableServers", "warnings"],
    )
}

pub(super) fn refusal(sentence: &str) -> ManagementAnswer {
    ManagementAnswer::failed(json!({
        "equipped": false,
        "exposedTools": {},
        "unavailableServers": [],
        "warnings": [sentence],
    }))
}

pub(super) async fn answer(asked: &ManagementCall<'_>) -> Result<ManagementAnswer, EditError> {
    let gateway = asked.gateway;
    let snapshot = gateway.snapshot();
    let catalogue = gateway.catalogue();
    let offer = catalogue
        .offer(asked.endpoint)
        .map_err(|error| gone(&error))?;
    let name = snapshot.settings.effective_endpoint(asked.endpoint).toolset;
    let toolset = name
        .as_ref()
        .and_then(|name| snapshot.settings.toolsets.get(name));
    let sources = gateway.sources();

    let mut warnings = Vec::new();
    if let (None, Some(lost)) = (&name, &snapshot.settings.equipped) {
        warnings.push(format!(
            "the equipped toolset `{lost}` is no longer there, so that every tool is served"
        ));
    }
    warnings.extend(
        offer
            .missing()
            .iter()
            .map(|missing| lacking(missing, &catalogue)),
    );
    warnings.extend(toolset.iter().flat_map(|toolset| outdated(toolset, &offer)));
    let away = || sources.iter().filter(|source| !source.state.is_ready());
    warnings.extend(away().map(|source| format!("source `{}` {}", source.name, source.state)));

    let (exposed, tokens) = exposed(&offer).await?;
    let mut answer = json!({
        "equipped": toolset.is_some(),
        "serverStatus": status(&sources),
        "toolSummary": {
            "currentlyExposed": offer.tools().len(),
            "totalDiscovered": catalogue.tools().len(),
            "filteredOut": catalogue.tools().len().saturating_sub(offer.tools().len()),
        },
        "exposedTools": exposed,
        "unavailableServers": away().map(|source| source.name.as_str()).collect::<Vec<_>>(),
        "warnings": warnings,
        "context": {"tokens": tokens, "percentTotal": null},
    });
    if let Some(toolset) = toolset {
        answer["toolset"] = info(gateway, &toolset.name).await?;
    }
    Ok(ManagementAnswer::done(answer))
}

fn status(sources: &[SourceStatus]) -> Value {
    let ready = sources.iter().filter(|source| source.state.is_ready());
    let ready = ready.count();
    json!({
        "totalConfigured": sources.len(),
        "enabled": sources.len(),
        "available": ready,
        "unavailable": sources.len() - ready,
        // Disabled sources are not part of the configuration.
        "disabled": 0,
    })
}

/// The tools by source, in the order in which they are served, and their total cost.
async fn exposed(offer: &Arc<EndpointOffer>) -> Result<(Map<String, Value>, usize), EditError> {
    let offer = Arc::clone(offer);
    let told = tokio::task::spawn_blocking(move || {
        let costs = offer.costs();
        let mut by_source = Map::new();
        for (offered, tokens) in offer.tools().iter().zip(&costs.each) {
            let source = offered.tool.name.source().as_str();
            let tools = by_source
                .entry(source)
                .or_insert_with(|| Value::Array(Vec::new()));
            if let Value::Array(tools) = tools {
                tools.push(brief(offered, *tokens, costs.total));
            }
        }
        (by_source, costs.total)
    });
    let told = told.await;
    told.map_err(|_| EditError::Invalid("the tools could not be listed; try again".to_owned()))
}

/// A warning about a member of the toolset that matches no tool now.
fn lacking(missing: &MissingMember, catalogue: &Catalogue) -> String {
    let MissingMember { member, why } = missing;
    let tool = match member {
        ToolsetMember::Tool(tool) => tool.name().and_then(|name| catalogue.named(name)),
        _ => None,
    };
    match tool.and_then(|tool| tool.quarantine.as_ref()) {
        Some(drift) => format!(
            "`{member}` is quarantined until its definition is accepted: {}",
            crate::catalogue::pins::reason(drift)
        ),
        None => format!("`{member}`: {}", why.as_str()),
    }
}

/// Warnings about notes that were written for an earlier definition of their tool. They are shown
/// nevertheless.
fn outdated(toolset: &Toolset, offer: &EndpointOffer) -> Vec<String> {
    let outdated = toolset.notes.iter().filter_map(|entry| {
        let (name, id) = (entry.tool.name()?, entry.tool.ref_id()?);
        let mut tools = offer.tools().iter().map(|offered| &offered.tool);
        let tool = tools.find(|tool| tool.name == *name)?;
        (tool.ref_id != *id)
            .then(|| format!("the notes on `{name}` were written for an earlier definition of it"))
    });
    outdated.collect()
}
