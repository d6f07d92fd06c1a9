//! The known tools of a server, and their origin: in use here, inspected, declared by the entry, or
//! unknown.

use candor_dashboard_kit::wording::{counted, hint_label};
use candor_dashboard_kit::{
    BadgeList, DisplayTime, ExternalText, ToolBehaviour, ToolFlags, now_micros,
};
use candor_gateway::Gateway;
use candor_model::{Hint, Hints, SourceName};
use candor_registry::{EntryTool, RegistryEntry};
use candor_registry_client::{InspectedServer, InspectedTool, RegistryClient};
use candor_resolve::EffectiveAnnotations;

/// The most tools that are listed.
const MOST: usize = 100;

/// The origin of tools declared by the entry.
const BY_ENTRY: &str = "declared by the entry";

/// The tools of a server.
pub(crate) struct ToolsPanel {
    pub(crate) origin: ToolsOrigin,
    pub(crate) count: String,
    pub(crate) tools: Vec<ToolRow>,
    /// The number of further tools.
    pub(crate) more: usize,
}

/// From where tools are known.
pub(crate) enum ToolsOrigin {
    /// A source runs the server: its name, and its page.
    InUse(SourceName, String),
    /// It was started once and inspected.
    Inspected(DisplayTime),
    /// Declared by the entry.
    Declared,
    Unknown,
}

pub(crate) struct ToolRow {
    pub(crate) name: ExternalText,
    pub(crate) title: Option<ExternalText>,
    pub(crate) description: Option<ExternalText>,
    pub(crate) badges: BadgeList,
    /// Each known hint with its value and provenance.
    pub(crate) hints: Vec<HintOrigin>,
}

pub(crate) struct HintOrigin {
    pub(crate) hint: &'static str,
    pub(crate) value: &'static str,
    pub(crate) origin: ExternalText,
}

/// The behaviours of an entry's tools, if known without starting it.
pub(crate) fn behaviours(
    entry: &RegistryEntry,
    client: &RegistryClient,
) -> Option<Vec<ToolBehaviour>> {
    if let Some(look) = client.inspected(&entry.name, &entry.version) {
        let tools = look.tools.iter();
        return Some(tools.map(|tool| flags(tool.hints).behaviour()).collect());
    }
    let tools = entry.tools.as_ref()?.iter();
    Some(tools.map(|tool| flags(tool.hints).behaviour()).collect())
}

// === impl ToolsPanel ===

impl ToolsPanel {
    /// The best that is known.
    pub(crate) fn of(
        entry: &RegistryEntry,
        look: Option<InspectedServer>,
        gateway: &Gateway,
        used_as: Option<SourceName>,
    ) -> Self {
        if let Some(source) = used_as {
            let tools = served(gateway, &source);
            if !tools.is_empty() {
                let to = candor_dashboard_kit::query::path(&["sources", source.as_str()]);
                return Self::new(ToolsOrigin::InUse(source, to), tools);
            }
        }
        if let Some(look) = look {
            let when = DisplayTime::seen(look.inspected_at, now_micros());
            let tools = look.tools.iter().map(ToolRow::inspected).collect();
            return Self::new(ToolsOrigin::Inspected(when), tools);
        }
        match &entry.tools {
            None => Self::new(ToolsOrigin::Unknown, Vec::new()),
            Some(tools) => {
                let tools = tools.iter().map(ToolRow::declared).collect();
                Self::new(ToolsOrigin::Declared, tools)
            }
        }
    }

    fn new(origin: ToolsOrigin, mut tools: Vec<ToolRow>) -> Self {
        let all = tools.len();
        tools.truncate(MOST);
        Self {
            origin,
            count: counted(all, "tool"),
            more: all - tools.len(),
            tools,
        }
    }
}

/// The tools of a source as clients get them, each hint with its layer.
fn served(gateway: &Gateway, source: &SourceName) -> Vec<ToolRow> {
    let catalogue = gateway.catalogue();
    let offer = catalogue.everything();
    let own = offer.tools().iter();
    let own = own.filter(|offered| offered.tool.name.source() == source);
    own.map(|offered| {
        let effective = &offered.effective;
        let name = offered.tool.name.own();
        ToolRow::new(name, None, None, effective.shown.hints(), |hint| {
            layer(effective, hint)
        })
    })
    .collect()
}

fn layer(effective: &EffectiveAnnotations, hint: Hint) -> String {
    let fact = effective.shown.hint(hint);
    let layer = fact.map(|fact| fact.origin.provenance().layer.as_str());
    layer.unwrap_or("unknown").to_owned()
}

// === impl ToolRow ===

impl ToolRow {
    fn inspected(tool: &InspectedTool) -> Self {
        let (title, description) = (tool.title.as_deref(), tool.description.as_deref());
        Self::new(&tool.name, title, description, tool.hints, |_| {
            "declared by the server".to_owned()
        })
    }

    fn declared(tool: &EntryTool) -> Self {
        let (title, description) = (tool.title.as_deref(), tool.description.as_deref());
        Self::new(&tool.name, title, description, tool.hints, |hint| {
            let said = tool.origins.iter().find(|(other, _)| *other == hint);
            said.map_or_else(
                || BY_ENTRY.to_owned(),
                |(_, origin)| format!("{origin}, as its registry says"),
            )
        })
    }

    fn new(
        name: &str,
        title: Option<&str>,
        description: Option<&str>,
        hints: Hints,
        origin: impl Fn(Hint) -> String,
    ) -> Self {
        let known = hints.iter().map(|(hint, value)| HintOrigin {
            hint: hint_label(hint),
            value: if value { "yes" } else { "no" },
            origin: ExternalText::short(&origin(hint), 100),
        });
        Self {
            name: ExternalText::line(name),
            title: title.map(ExternalText::line),
            description: description.map(ExternalText::line),
            badges: BadgeList::of(flags(hints)),
            hints: known.collect(),
        }
    }
}

fn flags(hints: Hints) -> ToolFlags {
    ToolFlags {
        hints,
        ..ToolFlags::default()
    }
}
