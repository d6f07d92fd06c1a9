//! Finding a tool by name.

use std::sync::Arc;

use candor_gateway::{Catalogue, CatalogueTool, Gateway};
use candor_model::ToolsetName;

use crate::prelude::*;
use crate::suggest::{KnownName, did_you_mean};
use crate::target::CommandTarget;

/// Finds a tool by its exposed name or `source.tool`. Includes tools that are not served, because
/// calling them says why.
pub(super) fn find<'a>(catalogue: &'a Catalogue, name: &str) -> Option<&'a Arc<CatalogueTool>> {
    let tools = catalogue.tools();
    let exposed = tools.iter().find(|tool| tool.exposed.as_str() == name);
    exposed.or_else(|| tools.iter().find(|tool| tool.name.to_string() == name))
}

/// The only tool with this own name.
pub(super) fn find_alone<'a>(
    catalogue: &'a Catalogue,
    name: &str,
) -> Option<&'a Arc<CatalogueTool>> {
    let tools = catalogue.tools().iter();
    let mut own = tools.filter(|tool| tool.name.own() == name);
    own.next().filter(|_| own.next().is_none())
}

/// Why there is no such tool, as far as that can be known.
pub(super) fn unknown(name: &str, target: &CommandTarget<'_>, gateway: &Gateway) -> CommandFailure {
    let offline = status::offline(gateway);
    let catalogue = gateway.catalogue();
    let names = catalogue.tools().iter().map(|tool| KnownName {
        shown: tool.name.to_string(),
        others: vec![tool.exposed.to_string(), tool.name.own().to_owned()],
    });
    let mut sentence = format!("there is no tool `{name}`");
    if !offline.is_empty() {
        sentence = format!("{sentence}; {}", offline.join("; "));
    }
    let way_out = target.way_out(&sentence).map(str::to_owned);
    let hint = way_out.or_else(|| did_you_mean(name, names));
    let hint = hint.unwrap_or_else(|| match target.named {
        Some(target) => format!("`candor tools {target}` lists the tools"),
        None => "`candor tools` lists the tools".to_owned(),
    });
    CommandFailure::new(sentence).hint(hint)
}

/// Why a tool that is there cannot be called at an endpoint: it is not in the toolset that was
/// named, or in the one that is equipped.
pub(crate) fn outside(
    tool: &CatalogueTool,
    named: bool,
    toolset: Option<&ToolsetName>,
) -> CommandFailure {
    let name = &tool.name;
    let Some(toolset) = toolset else {
        return CommandFailure::new(format!("there is no tool `{name}` at `/mcp`"));
    };
    let sentence = format!("there is no tool `{name}` in the toolset `{toolset}`");
    let add = format!("`candor toolset edit {toolset} --add {name}` adds it");
    if named {
        CommandFailure::new(sentence).hint(add)
    } else {
        let failure = CommandFailure::new(format!("{sentence}, which is equipped"));
        failure.hint(format!("{add}; `candor toolset unequip` serves all tools"))
    }
}
