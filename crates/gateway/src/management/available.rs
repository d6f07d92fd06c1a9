//! `list-available-tools`: all tools that a toolset can be built from, by source.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::definition::{DefinitionDraft, LOOKS};
use super::phrases::gone;
use super::schema::{array, context, count, error, nothing, object, text};
use super::{ManagementAnswer, ManagementCall};
use crate::catalogue::{EndpointOffer, OfferedTool};
use crate::edit::EditError;

pub(super) fn draft() -> DefinitionDraft {
    DefinitionDraft {
        name: "list-available-tools",
        title: "List Available Tools",
        description: "Lists every tool that a toolset can be built from, grouped by source, with \
                      its name, its id and what it costs in context. To find a few tools by what \
                      they do, search-tools is shorter.",
        input: nothing(),
        checked: None,
        output: Some(output()),
        hints: LOOKS,
    }
}

fn output() -> Value {
    let tool = object(
        json!({
            "name": text("What its source calls it"),
            "description": text("What it does, in its source's words"),
            "namespacedName": text("`source.tool`, as build-toolset takes it"),
            "serverName": text("Its source"),
            "refId": text("Id of its present definition"),
            "context": context(),
        }),
        &["name", "namespacedName", "serverName", "refId", "context"],
    );
    let server = object(
        json!({
            "serverName": text("Name of the source"),
            "toolCount": count("How many tools it brings"),
            "context": context(),
            "tools": array(&tool),
        }),
        &["serverName", "toolCount", "context", "tools"],
    );
    let summary = object(
        json!({
            "totalTools": count("How many tools there are"),
            "totalServers": count("How many sources bring them"),
        }),
        &["totalTools", "totalServers"],
    );
    let meta = object(
        json!({"totalPossibleContext": context()}),
        &["totalPossibleContext"],
    );
    object(
        json!({
            "summary": summary,
            "meta": meta,
            "toolsByServer": array(&server),
            "error": error(),
        }),
        &["summary", "meta", "toolsByServer"],
    )
}

pub(super) fn refusal(sentence: &str) -> ManagementAnswer {
    let mut answer = whole(&[], 0, 0);
    answer["error"] = json!(sentence);
    ManagementAnswer::failed(answer)
}

pub(super) async fn answer(asked: &ManagementCall<'_>) -> Result<ManagementAnswer, EditError> {
    // Regardless of the equipped toolset: a toolset is built from all tools.
    let offer = asked.gateway.catalogue().view(asked.endpoint);
    let offer = offer.map_err(|error| gone(&error))?;
    let listed = tokio::task::spawn_blocking(move || by_server(&offer));
    let listed = listed.await;
    listed.map_err(|_| EditError::Invalid("the tools could not be listed; try again".to_owned()))
}

fn by_server(offer: &EndpointOffer) -> ManagementAnswer {
    let costs = offer.costs();
    let mut servers: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for (offered, tokens) in offer.tools().iter().zip(&costs.each) {
        let source = offered.tool.name.source().as_str();
        let of_source = servers.entry(ordinal(source)).or_default();
        of_source.push((ordinal(offered.tool.name.own()), &**offered, *tokens));
    }
    let servers: Vec<_> = servers
        .into_iter()
        .map(|((_, source), mut tools)| {
            tools.sort_by(|a, b| a.0.cmp(&b.0));
            let spent = tools.iter().map(|(_, _, tokens)| tokens).sum();
            let listed = tools.iter();
            let listed = listed.map(|(_, offered, tokens)| one(offered, *tokens, costs.total));
            json!({
                "serverName": source,
                "toolCount": tools.len(),
                "context": share(spent, costs.total),
                "tools": listed.collect::<Vec<_>>(),
            })
        })
        .collect();
    ManagementAnswer::done(whole(&servers, offer.tools().len(), costs.total))
}

fn whole(servers: &[Value], tools: usize, tokens: usize) -> Value {
    json!({
        "summary": {"totalTools": tools, "totalServers": servers.len()},
        "meta": {"totalPossibleContext": {"tokens": tokens, "percentTotal": null}},
        "toolsByServer": servers,
    })
}

fn one(offered: &OfferedTool, tokens: usize, total: usize) -> Value {
    let mut tool = brief(offered, tokens, total);
    tool["refId"] = json!(offered.tool.ref_id.to_string());
    tool
}

/// A tool as lists show it: with its source's own description, without notes.
pub(super) fn brief(offered: &OfferedTool, tokens: usize, total: usize) -> Value {
    let name = &offered.tool.name;
    json!({
        "name": name.own(),
        "description": offered.tool.base.get_string("description").unwrap_or_default(),
        "namespacedName": name.to_string(),
        "serverName": name.source().as_str(),
        "context": share(tokens, total),
    })
}

/// The cost of something, and its share of the total with four decimals.
fn share(tokens: usize, total: usize) -> Value {
    let total = total.max(1);
    let parts = (tokens * 10_000 + total / 2) / total;
    let parts = u32::try_from(parts).unwrap_or(u32::MAX);
    json!({"tokens": tokens, "percentTotal": f64::from(parts) / 10_000.0})
}

/// A sort key that ignores case first.
fn ordinal(name: &str) -> (String, &str) {
    (name.to_lowercase(), name)
}
