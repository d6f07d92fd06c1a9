//! The TOML text of one source: created from a form, read, displayed and edited.
//!
//! A source that is added at run time is stored as its table in `candor.toml` would be written, so
//! that it is read by the same rules and can be moved there.

use std::path::{Path, PathBuf};

use candor_model::{
    Diagnostic, DocumentInput, Severity, SourceInput, SourceKindInput, SourceName, SourceText,
    SourceTrust,
};
use toml_edit::{Array, DocumentMut, Item, Table, TableLike, value};

use crate::endpoint::shown;
use crate::env::EnvLookup;
use crate::flags::SettingFlags;
use crate::import;
use crate::opinions::write::implicit;
use crate::read::{ConfigFile, UnreadableConfig, read};
use crate::settings::{DocumentLocation, SourceSettings, TransportSettings};

/// The name of a source's text in messages.
const FORM: &str = "the form";

/// Values of these are credentials more often than not.
const SECRET: [&str; 3] = ["env", "headers", "variables"];

/// The replacement for values that are not displayed.
const MASK: &str = "****";

/// Writes the table of a source. What is wrong with its values is found when it is read.
pub fn write(input: &SourceInput) -> Result<SourceText, Vec<Diagnostic>> {
    let name = SourceName::parse(input.name.trim()).map_err(|error| {
        let hint = "write letters, digits, `-` and `_`, such as `files`";
        vec![Diagnostic::error("config::bad-name", error.to_string()).with_hint(hint)]
    })?;
    let mut table = Table::new();
    let mut document = None;
    match &input.what {
        SourceKindInput::Command { line, env, cwd } => {
            command(&mut table, line)?;
            text(&mut table, "cwd", cwd.as_deref());
            import::pairs(&mut table, "env", env, String::as_str);
        }
        SourceKindInput::Url { url, headers } => {
            table.insert("url", value(url.trim()));
            import::pairs(&mut table, "headers", headers, String::as_str);
        }
        SourceKindInput::Document {
            at,
            base_url,
            allow_private,
        } => {
            table.insert("kind", value("openapi"));
            match at {
                DocumentInput::Url(url) => table.insert("document", value(url.trim())),
                DocumentInput::Text { name, text } => {
                    document = Some((file_name(name), text.clone()));
                    table.insert("document", value(file_name(name)))
                }
            };
            text(&mut table, "base_url", base_url.as_deref());
            if *allow_private {
                table.insert("allow_private", value(true));
            }
        }
        SourceKindInput::Functions { path } => {
            table.insert("kind", value("functions"));
            table.insert("path", value(path.trim()));
        }
    }
    if let Some(trust) = input.trust {
        table.insert("trust", value(trust.as_str()));
    }
    Ok(SourceText {
        toml: whole(&name, table),
        name,
        document,
    })
}

/// The sources of an `.mcp.json`, each separately, and diagnostics about the others.
pub fn from_mcp_json(
    text: &str,
    trust: Option<SourceTrust>,
) -> Result<(Vec<SourceText>, Vec<Diagnostic>), Vec<Diagnostic>> {
    let imported = import::mcp_json("the pasted text", text);
    let imported = imported.map_err(|UnreadableConfig { diagnostics }| diagnostics)?;
    let document: DocumentMut = imported.toml.parse().map_err(|_| Vec::new())?;
    let mut sources = Vec::new();
    let tables = document.get("sources").and_then(Item::as_table_like);
    for (name, item) in tables.into_iter().flat_map(TableLike::iter) {
        let (Ok(name), Some(table)) = (SourceName::parse(name), item.as_table()) else {
            continue;
        };
        let mut table = table.clone();
        // The first has the remark about the whole file.
        table.decor_mut().clear();
        if let Some(trust) = trust {
            table.insert("trust", value(trust.as_str()));
        }
        sources.push(SourceText {
            toml: whole(&name, table),
            name,
            document: None,
        });
    }
    Ok((sources, imported.diagnostics))
}

/// Reads a source. Diagnostics of a usable one are returned with it; those of an invalid one are
/// the error.
pub fn settings(
    text: &SourceText,
    env: EnvLookup<'_>,
) -> Result<(SourceSettings, Vec<Diagnostic>), Vec<Diagnostic>> {
    let (path, toml) = (Path::new(FORM), text.toml.as_str());
    let file = ConfigFile { path, text: toml };
    // The location of state is already known.
    let flags = SettingFlags {
        data: Some(PathBuf::from(".")),
        ..SettingFlags::default()
    };
    let loaded = read(Some(file), &flags, env);
    let mut loaded = loaded.map_err(|UnreadableConfig { diagnostics }| diagnostics)?;
    // It was not written by hand, so line numbers are meaningless.
    for diagnostic in &mut loaded.diagnostics {
        diagnostic.place = None;
    }
    let mut sources = loaded.settings.sources;
    let wrong = loaded
        .diagnostics
        .iter()
        .any(|found| found.severity == Severity::Error);
    match sources.pop() {
        Some(source) if !wrong && sources.is_empty() && source.name == text.name => {
            Ok((source, loaded.diagnostics))
        }
        _ => Err(loaded.diagnostics),
    }
}

/// The same source with this trust.
pub fn with_trust(text: &SourceText, trust: SourceTrust) -> SourceText {
    edited(text, |table| {
        table.insert("trust", value(trust.as_str()));
    })
}

/// The table without what may be a credential.
pub fn masked(text: &SourceText) -> String {
    let masked = edited(text, |table| {
        for key in SECRET {
            let Some(pairs) = table.get_mut(key).and_then(Item::as_table_like_mut) else {
                continue;
            };
            for (_, item) in pairs.iter_mut() {
                let plain = item.as_str().is_some_and(is_reference);
                if !plain {
                    *item = value(MASK);
                }
            }
        }
        for key in ["url", "base_url", "document"] {
            if let Some(address) = table.get(key).and_then(Item::as_str) {
                let address = shown(address);
                table.insert(key, value(address));
            }
        }
    });
    masked.toml
}

/// The files and folders of this machine that a source names, besides its program. A document whose
/// text is stored with the source has a name and no place.
pub fn local_paths(settings: &SourceSettings, text: &SourceText) -> Vec<String> {
    let own = match &settings.transport {
        TransportSettings::Stdio { cwd, .. } => cwd.as_deref(),
        TransportSettings::OpenApi(api) => match &api.document {
            DocumentLocation::File(path) if text.document.is_none() => Some(path.as_path()),
            DocumentLocation::File(_) | DocumentLocation::Url(_) => None,
        },
        TransportSettings::Functions(functions) => Some(functions.path.as_path()),
        TransportSettings::Http { .. } | TransportSettings::Pack(_) => None,
    };
    let own = own.map(|path| path.display().to_string());
    own.into_iter()
        .chain(settings.roots.iter().cloned())
        .collect()
}

/// The command line as a shell would take it, with `${VAR}` unexpanded.
pub fn command_line(settings: &SourceSettings) -> Option<String> {
    let TransportSettings::Stdio { command, args, .. } = &settings.transport else {
        return None;
    };
    let words = std::iter::once(command).chain(args);
    let words: Vec<_> = words.map(|word| quoted(word.template())).collect();
    Some(words.join(" "))
}

fn command(table: &mut Table, line: &str) -> Result<(), Vec<Diagnostic>> {
    let wrong = |message: &str, hint: &str| {
        Err(vec![
            Diagnostic::error("config::command-line", message).with_hint(hint),
        ])
    };
    let Some(mut words) = shlex::split(line) else {
        return wrong(
            "a quote in the command line is not closed",
            "close it, or write `\\\"`",
        );
    };
    if words.is_empty() {
        let hint =
            "write it as in a terminal, such as `npx -y @modelcontextprotocol/server-everything`";
        return wrong("there is no command", hint);
    }
    table.insert("command", value(words.remove(0)));
    if !words.is_empty() {
        table.insert("args", value(words.into_iter().collect::<Array>()));
    }
    Ok(())
}

fn text(table: &mut Table, key: &str, given: Option<&str>) {
    if let Some(given) = given.map(str::trim).filter(|given| !given.is_empty()) {
        table.insert(key, value(given));
    }
}

fn whole(name: &SourceName, table: Table) -> String {
    let mut sources = implicit();
    sources.insert(name.as_str(), Item::Table(table));
    let mut document = DocumentMut::new();
    document.insert("sources", Item::Table(sources));
    document.to_string()
}

/// Edits the table of a text; an invalid text is unchanged, and reported when it is read.
fn edited(text: &SourceText, edit: impl FnOnce(&mut Table)) -> SourceText {
    let mut changed = text.clone();
    if let Ok(mut document) = text.toml.parse::<DocumentMut>()
        && let Some(table) = document
            .get_mut("sources")
            .and_then(|sources| sources.get_mut(text.name.as_str()))
            .and_then(Item::as_table_mut)
    {
        edit(table);
        changed.toml = document.to_string();
    }
    changed
}

/// The name of a file without its folder.
fn file_name(path: &str) -> String {
    let last = path.rsplit(['/', '\\']).next().unwrap_or_default().trim();
    if last.is_empty() {
        "document.yaml".to_owned()
    } else {
        last.chars().take(100).collect()
    }
}

/// Whether a value only refers to a secret.
fn is_reference(text: &str) -> bool {
    text.starts_with("${") && text.ends_with('}') && text.matches('$').count() == 1
}

fn quoted(word: &str) -> String {
    // Only a word with NUL cannot be quoted, and no argument can contain NUL.
    shlex::try_quote(word).map_or_else(|_| word.replace('\0', ""), Into::into)
}

#[cfg(test)]
mod tests;
