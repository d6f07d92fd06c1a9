//! Parses texts and bytes to an import, without I/O.

use std::path::Path;

use serde_json::{Map, Value};

use crate::archive;
use crate::collect::ImportCollection;
use crate::error::HypertoolError;
use crate::import::HypertoolImport;
use crate::report::{kind, note};
use crate::value::{json, yaml};
use crate::{config, persona, servers, toolset};

/// Parses the text of hypertool's `config.json`, or of a toolset file. `place` is the name in
/// messages.
pub fn parse_config(text: &str, place: &str) -> Result<HypertoolImport, HypertoolError> {
    let mut found = ImportCollection::new(place);
    collect_json(text, place, &mut found)?;
    Ok(found.finish())
}

/// Parses the text of a `persona.yaml`. A persona without a name is named after the folder in
/// `place`.
pub fn parse_persona(text: &str, place: &str) -> Result<HypertoolImport, HypertoolError> {
    let mut found = ImportCollection::new(place);
    let begins_with = collect_persona(text, place, &folder_name(place), &mut found)?;
    suggest(begins_with, &mut found);
    Ok(found.finish())
}

/// Parses the bytes of an `.htp` archive.
pub fn parse_archive(bytes: &[u8], place: &str) -> Result<HypertoolImport, HypertoolError> {
    let mut found = ImportCollection::new(place);
    let begins_with = collect_archive(bytes, place, &mut found)?;
    suggest(begins_with, &mut found);
    Ok(found.finish())
}

/// A persona's default toolset is only suggested.
pub(crate) fn suggest(begins_with: Option<usize>, found: &mut ImportCollection) {
    if let Some(at) = begins_with {
        found.equip(at);
        let message = "the persona's first toolset is suggested as the one to equip";
        found.report.notice(note("hypertool::equipped", message));
    }
}

pub(crate) fn collect_json(
    text: &str,
    place: &str,
    found: &mut ImportCollection,
) -> Result<(), HypertoolError> {
    found.report.enter(place);
    let strange = |found| HypertoolError::NotHypertool {
        place: place.to_owned(),
        found,
    };
    let value = json(text, place)?;
    let Some(object) = value.as_object() else {
        return Err(strange(kind(&value)));
    };
    let has_config = config::KEYS.iter().any(|key| object.contains_key(*key));
    match object.get("tools") {
        Some(_) if object.contains_key("toolsets") => config::collect(object, found),
        Some(tools) if is_definitions(tools) => {
            return Err(strange("the definitions of tools, as a server lists them"));
        }
        Some(_) => stand_alone(object, &value, place, found),
        None if has_config => config::collect(object, found),
        None if object.contains_key("mcpServers") => {
            return Err(HypertoolError::ServersFile {
                place: place.to_owned(),
            });
        }
        None => return Err(strange("an object with none of its keys")),
    }
    Ok(())
}

/// A server's `tools/list` result also has `tools`.
fn is_definitions(tools: &Value) -> bool {
    let list = tools.as_array().map(Vec::as_slice).unwrap_or_default();
    list.iter().any(|tool| tool.get("inputSchema").is_some())
}

/// A file that is one toolset; without a name it has that of the file.
fn stand_alone(
    object: &Map<String, Value>,
    value: &Value,
    place: &str,
    found: &mut ImportCollection,
) {
    let named = object.get("name").and_then(Value::as_str);
    let key = match named.filter(|name| !name.is_empty()) {
        Some(name) => name.to_owned(),
        None => stem(place, "toolset"),
    };
    let draft = toolset::draft(&key, value, "", &mut found.report);
    if let Some(draft) = draft {
        found.add_saved(draft);
    }
}

pub(crate) fn collect_persona(
    text: &str,
    place: &str,
    fallback: &str,
    found: &mut ImportCollection,
) -> Result<Option<usize>, HypertoolError> {
    found.report.enter(place);
    let value = yaml(text, place)?;
    match value.as_object() {
        Some(object) if object.contains_key("name") || object.contains_key("toolsets") => {
            Ok(persona::collect(object, fallback, found))
        }
        Some(_) => Err(HypertoolError::NotHypertool {
            place: place.to_owned(),
            found: "an object with none of its keys",
        }),
        None => Err(HypertoolError::NotHypertool {
            place: place.to_owned(),
            found: kind(&value),
        }),
    }
}

pub(crate) fn collect_archive(
    bytes: &[u8],
    place: &str,
    found: &mut ImportCollection,
) -> Result<Option<usize>, HypertoolError> {
    let files = archive::open(bytes).map_err(|cause| HypertoolError::Archive {
        place: place.to_owned(),
        cause,
    })?;
    let inner = format!("{place}/{}", files.name);
    let text = utf8(files.persona, &inner)?;
    let begins_with = collect_persona(&text, &inner, &stem(place, "persona"), found)?;
    if let Some(servers) = files.servers {
        let text = String::from_utf8_lossy(&servers);
        let command = "unpack the archive, and import its `mcp.json` with `candor import mcp-json`";
        servers::tell(&text, "mcp.json", command, &mut found.report);
    }
    Ok(begins_with)
}

/// The text of a file.
pub(crate) fn utf8(bytes: Vec<u8>, place: &str) -> Result<String, HypertoolError> {
    String::from_utf8(bytes).map_err(|error| HypertoolError::NotText {
        place: place.to_owned(),
        offset: error.utf8_error().valid_up_to(),
    })
}

/// The name of the folder that a file is in.
pub(crate) fn folder_name(place: &str) -> String {
    let folder = Path::new(place).parent().and_then(Path::file_name);
    match folder {
        Some(name) => name.to_string_lossy().into_owned(),
        None => "persona".to_owned(),
    }
}

/// The name of a file without its ending.
fn stem(place: &str, otherwise: &str) -> String {
    match Path::new(place).file_stem() {
        Some(name) => name.to_string_lossy().into_owned(),
        None => otherwise.to_owned(),
    }
}
