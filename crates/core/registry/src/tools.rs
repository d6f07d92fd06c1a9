//! The tools declared by an entry. The format has no field for them, so they are in `_meta`: the
//! registry's under [`ENTRY_TOOLS_META`], or the publisher's.

use candor_model::{Hint, Hints};
use serde_json::Value;

use crate::limits::{TEXT_MAX, TOOLS_MAX};

/// Under which key of an entry's `_meta` Candor writes tools, each hint with its origin.
pub const ENTRY_TOOLS_META: &str = "dev.candor/tools";

/// The key of publishers' own metadata.
const PUBLISHER_META: &str = "io.modelcontextprotocol.registry/publisher-provided";

/// A tool, as an entry declares it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntryTool {
    /// The tool's name at the server.
    pub name: String,
    /// The title that the entry declares.
    pub title: Option<String>,
    /// The description that the entry declares.
    pub description: Option<String>,
    /// The hints that are set.
    pub hints: Hints,
    /// The provenance of each hint, according to the registry.
    pub origins: Vec<(Hint, String)>,
}

/// The tools of an entry; `None` if it declares none. `remark` receives omissions.
pub(crate) fn read(
    registry: Option<&Value>,
    server: Option<&Value>,
    remark: &mut dyn FnMut(String),
) -> Option<Vec<EntryTool>> {
    let candor = registry.and_then(|meta| meta.get(ENTRY_TOOLS_META));
    let publisher = server.and_then(|meta| meta.get(PUBLISHER_META)?.get("tools"));
    let listed = candor.or(publisher)?.as_array()?;
    if listed.len() > TOOLS_MAX {
        remark(format!(
            "it declares {} tools; the first {TOOLS_MAX} are shown",
            listed.len()
        ));
    }
    Some(listed.iter().take(TOOLS_MAX).filter_map(tool).collect())
}

fn tool(value: &Value) -> Option<EntryTool> {
    let text = |key: &str| value.get(key).and_then(Value::as_str).map(shown);
    let annotations = value.get("annotations");
    let hint = |hint: Hint| annotations?.get(hint.wire())?.as_bool();
    let origin = |hint: Hint| value.get("origins")?.get(hint.wire())?.as_str();
    let title = text("title").or_else(|| annotations?.get("title")?.as_str().map(shown));
    Some(EntryTool {
        name: value.get("name")?.as_str().map(shown)?,
        title,
        description: text("description"),
        hints: Hint::ALL
            .into_iter()
            .filter_map(|one| Some((one, hint(one)?)))
            .collect(),
        origins: Hint::ALL
            .into_iter()
            .filter_map(|one| Some((one, shown(origin(one)?))))
            .collect(),
    })
}

fn shown(text: &str) -> String {
    candor_text::printable(&candor_text::clip(text, TEXT_MAX))
}
