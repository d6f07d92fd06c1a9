//! Converts other programs' configuration files to a `candor.toml`.

use candor_model::Diagnostic;
use candor_text::quote;
use toml_edit::{Array, DocumentMut, InlineTable, Item, Table, value};

use crate::flags::SettingFlags;
use crate::opinions::write::implicit;
use crate::read::context::ReadContext;
use crate::read::draft::{DraftTransport, EntryDraft, SpannedTemplate};
use crate::read::{LARGEST, UnreadableConfig, mcp_json, too_large, unreadable, without_bom};
use crate::report::ConfigReport;
use crate::tree::find;

/// A file that was turned into another.
#[derive(Clone, Debug)]
pub struct ImportedFile {
    /// A whole `candor.toml`.
    pub toml: String,
    /// Diagnostics about the input file.
    pub diagnostics: Vec<Diagnostic>,
}

/// Turns an `.mcp.json` into a `candor.toml` that gives the same sources. `${VAR}`s stay as
/// they are; entries that cannot be read are left out, with a diagnostic. `name` is the file's
/// name, for places.
pub fn mcp_json(name: &str, text: &str) -> Result<ImportedFile, UnreadableConfig> {
    let text = without_bom(text);
    if text.len() > LARGEST {
        return Err(too_large(name));
    }
    let (flags, env) = (SettingFlags::default(), |_: &str| None);
    let mut context = ReadContext::new(ConfigReport::new(name, text), &flags, &env);
    let drafts = match mcp_json::drafts(&mut context, text) {
        Ok(drafts) => drafts,
        Err(error) => return Err(unreadable(context.report, vec![error])),
    };
    let mut sources = implicit();
    for draft in &drafts {
        sources.insert(draft.name.as_str(), Item::Table(source(draft)));
    }
    let mut document = DocumentMut::new();
    document.insert("sources", Item::Table(sources));
    let from = quote(name).replace('`', "");
    let toml = format!("# Imported from {from}. All keys: `candor config show`.\n\n{document}");
    Ok(ImportedFile {
        toml,
        diagnostics: context.report.finish(),
    })
}

/// One `[sources.NAME]` table.
fn source(draft: &EntryDraft<'_, DraftTransport>) -> Table {
    let mut table = Table::new();
    match &draft.transport {
        DraftTransport::Stdio {
            command,
            args,
            env,
            cwd,
            ..
        } => {
            table.insert("command", value(&command.text));
            if !args.is_empty() {
                let args: Array = args.iter().map(|arg| &arg.text).collect();
                table.insert("args", value(args));
            }
            if let Some(cwd) = cwd {
                table.insert("cwd", value(&cwd.text));
            }
            rest(&mut table, draft);
            pairs(&mut table, "env", env, written);
        }
        DraftTransport::Http {
            url,
            headers,
            flavour,
        } => {
            table.insert("url", value(&url.text));
            if let Some((flavour, _)) = flavour {
                table.insert("transport", value(flavour.as_str()));
            }
            rest(&mut table, draft);
            pairs(&mut table, "headers", headers, written);
        }
    }
    table
}

fn written(template: &SpannedTemplate) -> &str {
    &template.text
}

/// Options that both transports have.
fn rest(table: &mut Table, draft: &EntryDraft<'_, DraftTransport>) {
    let era = find(&draft.entries, "era").and_then(|era| era.node.as_text().ok());
    if let Some(era) = era.filter(|era| *era != "auto") {
        table.insert("era", value(era));
    }
    if !draft.is_enabled() {
        table.insert("enabled", value(false));
    }
}

/// Adds a table of texts, unless it is empty.
pub(crate) fn pairs<T>(table: &mut Table, key: &str, pairs: &[(String, T)], text: fn(&T) -> &str) {
    if !pairs.is_empty() {
        let inline = pairs
            .iter()
            .map(|(name, value)| (name.as_str(), text(value)));
        table.insert(key, value(inline.collect::<InlineTable>()));
    }
}

#[cfg(test)]
mod tests;
