//! hypertool's `config.json`.

use std::collections::HashMap;

use candor_model::Diagnostic;
use candor_text::{quote, quote_all};
use serde_json::{Map, Value};

use crate::collect::ImportCollection;
use crate::field::text_or_refuse;
use crate::path::member;
use crate::report::{RefusedEntry, note};
use crate::toolset::draft;

/// Keys of which at least one is in every file that hypertool wrote.
pub(crate) const KEYS: [&str; 8] = [
    "toolsets",
    "lastEquippedToolset",
    "mcpConfigPath",
    "appDefaults",
    "featureFlags",
    "applications",
    "personaDir",
    "serverSettings",
];

/// The index of each toolset in the collection, if it was added.
type ToolsetPlaces<'a> = HashMap<&'a str, Option<usize>>;

/// Reads the whole file. Keys about hypertool itself are ignored.
pub(crate) fn collect(config: &Map<String, Value>, found: &mut ImportCollection) {
    let fates = toolsets(config, found);
    equipped(config, &fates, found);
    app_defaults(config, &fates, found);
    extensions(config, found);
    if let Some(path) = text_or_refuse(config, "mcpConfigPath", "", &mut found.report) {
        found.server_files.push(path.into());
    }
    if let Some(folder) = text_or_refuse(config, "personaDir", "", &mut found.report) {
        let message = format!("hypertool keeps its personas in {}", quote(folder));
        let hint = "import that folder as well, if there are any";
        let notice = note("hypertool::personas", message).with_hint(hint);
        found.report.notice(notice);
    }
}

fn toolsets<'a>(config: &'a Map<String, Value>, found: &mut ImportCollection) -> ToolsetPlaces<'a> {
    let mut fates = ToolsetPlaces::new();
    let all = match config.get("toolsets") {
        Some(Value::Object(all)) if !all.is_empty() => all,
        None | Some(Value::Null | Value::Object(_)) => {
            let message = "hypertool saved no toolsets here";
            found.report.notice(note("hypertool::nothing", message));
            return fates;
        }
        Some(other) => {
            let refused =
                RefusedEntry::wrong_type(other, "an object with a toolset under each name");
            found.report.refuse("toolsets", refused);
            return fates;
        }
    };
    for (key, value) in all {
        let path = member("toolsets", key);
        let draft = draft(key, value, &path, &mut found.report);
        fates.insert(key, draft.map(|draft| found.add_saved(draft)));
    }
    fates
}

/// `lastEquippedToolset` names a toolset by its key.
fn equipped(config: &Map<String, Value>, fates: &ToolsetPlaces<'_>, found: &mut ImportCollection) {
    let Some(key) = text_or_refuse(config, "lastEquippedToolset", "", &mut found.report) else {
        return;
    };
    let why = match fates.get(key) {
        Some(Some(at)) => return found.equip(*at),
        Some(None) => "was in use and is left out",
        None => "was in use and is not in the file",
    };
    let message = format!("the toolset {} {why}, so none is equipped", quote(key));
    let hint = "equip another with `candor toolset equip`";
    let notice = Diagnostic::warning("hypertool::equipped", message).with_hint(hint);
    found.report.notice(notice);
}

/// Which program uses which toolset. In Candor, a program chooses by its URL.
fn app_defaults(
    config: &Map<String, Value>,
    fates: &ToolsetPlaces<'_>,
    found: &mut ImportCollection,
) {
    let apps = match config.get("appDefaults") {
        None | Some(Value::Null) => return,
        Some(Value::Object(apps)) => apps,
        Some(other) => {
            let refused = RefusedEntry::wrong_type(other, "an object");
            return found.report.refuse("appDefaults", refused);
        }
    };
    for (app, toolset) in apps {
        let path = member("appDefaults", app);
        let Some(key) = toolset.as_str() else {
            let refused = RefusedEntry::wrong_type(toolset, "the name of a toolset");
            found.report.refuse(path, refused);
            continue;
        };
        let (app, toolset) = (quote(app), quote(key));
        let diagnostic = if matches!(fates.get(key), Some(Some(_))) {
            let message =
                format!("`{path}` is left out: that {app} uses {toolset} is not decided here");
            Diagnostic::error("hypertool::app-default", message).with_hint(
                "give that program the toolset's own address, which is `/mcp/` and its name",
            )
        } else {
            let message =
                format!("`{path}` is left out: the toolset {toolset} of {app} is not imported");
            note("hypertool::app-default", message)
        };
        found.report.leave_out(diagnostic);
    }
}

/// Extensions are servers of a kind of their own.
fn extensions(config: &Map<String, Value>, found: &mut ImportCollection) {
    let Some(Value::Object(extensions)) = config.get("extensions") else {
        return;
    };
    if extensions.is_empty() {
        return;
    }
    let names: Vec<&str> = extensions.keys().map(String::as_str).collect();
    let message = format!(
        "`extensions` is left out: settings of extensions are not toolsets ({})",
        quote_all(names)
    );
    let hint = "add each extension's server as a source";
    let diagnostic = Diagnostic::error("hypertool::extensions", message).with_hint(hint);
    found.report.leave_out(diagnostic);
}

#[cfg(test)]
mod tests;
