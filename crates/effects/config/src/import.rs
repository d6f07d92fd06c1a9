//! Turning the files of other programs into a `candor.toml`.

use candor_model::Diagnostic;
use candor_text::quote;
use toml_edit::{Array, DocumentMut, InlineTable, Item, Table, value};

use crate::read::draft::{DraftTransport, EntryDraft, SpannedTemplate};
use crate::read::{LARGEST, UnreadableConfig, mcp_json, too_large, unreadable, without_bom};
use crate::report::ConfigReport;

/// A file that was turned into another.
#[derive(Clone, Debug)]
pub struct ImportedFile {
    /// A whole `candor.toml`.
    pub toml: String,
    /// What there is to say about the file that was read.
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
    let mut report = ConfigReport::new(name, text);
    let drafts = match mcp_json::drafts(&mut report, text) {
        Ok(drafts) => drafts,
        Err(error) => return Err(unreadable(report, vec![error])),
    };
    let mut sources = Table::new();
    sources.set_implicit(true);
    for draft in &drafts {
        sources.insert(draft.name.as_str(), Item::Table(source(draft)));
    }
    let mut document = DocumentMut::new();
    document.insert("sources", Item::Table(sources));
    let from = quote(name).replace('`', "");
    let toml = format!("# Imported from {from}. All keys: `candor config show`.\n\n{document}");
    Ok(ImportedFile {
        toml,
        diagnostics: report.finish(),
    })
}

/// One `[sources.NAME]` table.
fn source(draft: &EntryDraft<DraftTransport>) -> Table {
    let mut table = Table::new();
    match &draft.transport {
        DraftTransport::Stdio {
            command,
            args,
            env,
            cwd,
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
            pairs(&mut table, "env", env);
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
            pairs(&mut table, "headers", headers);
        }
    }
    table
}

/// What both transports may say.
fn rest(table: &mut Table, draft: &EntryDraft<DraftTransport>) {
    if let Some((Some(era), _)) = draft.options.era {
        table.insert("era", value(era.as_str()));
    }
    if !draft.is_enabled() {
        table.insert("enabled", value(false));
    }
}

fn pairs(table: &mut Table, key: &str, pairs: &[(String, SpannedTemplate)]) {
    if !pairs.is_empty() {
        let inline: InlineTable = pairs
            .iter()
            .map(|(name, template)| (name.as_str(), &template.text))
            .collect();
        table.insert(key, value(inline));
    }
}

#[cfg(test)]
mod tests;
