//! One row of the list: what is searched, filtered, sorted and shown of a tool, computed once.

use std::sync::Arc;

use candor_dashboard_kit::wording::{hint_label, hint_value, unset_reason};
use candor_dashboard_kit::{ExternalText, ToolBehaviour, ToolFlags, query};
use candor_gateway::edit::ExplainedTool;
use candor_gateway::{CatalogueTool, OfferedTool};
use candor_model::{AnnotationLayer, Hint, SourceName, SourceTrust};
use candor_resolve::{EffectiveAnnotations, estimate_tokens};
use candor_wire::{RawJson, RawObject};

/// How much of each text is searched, in bytes.
const SEARCHED: usize = 8_192;

/// The maximum length of a name or a title, in characters.
const NAME: usize = 400;

/// The maximum length of a sentence about a hint, in characters.
const SENTENCE: usize = 300;

/// A tool at one endpoint, served or quarantined.
#[derive(Debug)]
enum ToolAtEndpoint {
    Served(Arc<OfferedTool>),
    Held(Box<ExplainedTool>),
}

/// A row of the list.
#[derive(Debug)]
pub(crate) struct ToolListRow {
    seen: ToolAtEndpoint,
    /// The name as `source.tool`.
    pub(crate) name: String,
    /// The name, percent-encoded as a path segment and the value of a checkbox.
    pub(crate) key: String,
    pub(crate) title: Option<ExternalText>,
    /// The first line of its description.
    pub(crate) line: ExternalText,
    /// What its badges show.
    pub(crate) flags: ToolFlags,
    /// The trust in its source.
    pub(crate) trust: SourceTrust,
    /// The estimated tokens of its definition.
    pub(crate) tokens: usize,
    /// The text to search, in lower case.
    searched: String,
    /// The sort key for sorting by title.
    title_key: String,
}

// === impl ToolListRow ===

impl ToolListRow {
    /// The row of a served tool.
    pub(crate) fn served(offered: &Arc<OfferedTool>, trust: SourceTrust) -> Self {
        Self::new(ToolAtEndpoint::Served(Arc::clone(offered)), trust)
    }

    /// The row of a quarantined tool.
    pub(crate) fn held(explained: ExplainedTool) -> Self {
        let trust = explained.trust;
        Self::new(ToolAtEndpoint::Held(Box::new(explained)), trust)
    }

    fn new(seen: ToolAtEndpoint, trust: SourceTrust) -> Self {
        let (tool, effective) = (seen.tool(), seen.effective());
        let name = tool.name.to_string();
        let title = effective.shown.title().map(|fact| &*fact.value);
        let description = description(seen.definition());
        let searched = [&*name, title.unwrap_or_default(), &*description].map(searched);
        let title_key = searched[usize::from(title.is_some())].clone();
        Self {
            key: query::path(&[&name]).split_off(1),
            title: title.map(|title| ExternalText::short(title.trim(), NAME)),
            line: ExternalText::line(&description),
            flags: ToolFlags::of(effective, trust, tool.quarantine.is_some()),
            tokens: estimate_tokens(&seen.definition().to_string()),
            searched: searched.join("\n"),
            title_key,
            trust,
            name,
            seen,
        }
    }

    pub(crate) fn tool(&self) -> &CatalogueTool {
        self.seen.tool()
    }

    pub(crate) fn effective(&self) -> &EffectiveAnnotations {
        self.seen.effective()
    }

    pub(crate) fn source(&self) -> &SourceName {
        self.tool().name.source()
    }

    pub(crate) fn behaviour(&self) -> ToolBehaviour {
        self.flags.behaviour()
    }

    /// The sort key for sorting by title.
    pub(crate) fn title_key(&self) -> &str {
        &self.title_key
    }

    pub(crate) fn shown_name(&self) -> ExternalText {
        ExternalText::short(&self.name, NAME)
    }

    /// Whether it is quarantined.
    pub(crate) fn is_held(&self) -> bool {
        self.tool().quarantine.is_some()
    }

    /// Whether it can be edited alone. A name with `*` is a pattern.
    pub(crate) fn can_be_named(&self) -> bool {
        !self.name.contains('*')
    }

    /// Whether the row was made from this tool.
    pub(crate) fn is_of(&self, offered: &Arc<OfferedTool>, trust: SourceTrust) -> bool {
        let same = match &self.seen {
            ToolAtEndpoint::Served(known) => Arc::ptr_eq(known, offered),
            ToolAtEndpoint::Held(_) => false,
        };
        same && self.trust == trust
    }

    /// Whether its name, title or description contains a word in lower case.
    pub(crate) fn holds(&self, word: &str) -> bool {
        self.searched.contains(word)
    }

    /// Whether this layer sets a hint.
    pub(crate) fn is_decided_by(&self, layer: AnnotationLayer) -> bool {
        let shown = &self.effective().shown;
        let mut facts = Hint::ALL.into_iter().filter_map(|hint| shown.hint(hint));
        facts.any(|fact| fact.origin.provenance().layer == layer)
    }

    /// Its hints with their origin, its trust and its exposed name, one a line.
    pub(crate) fn everything(&self) -> String {
        let shown = &self.effective().shown;
        let hints = Hint::ALL.map(|hint| {
            let (label, fact) = (hint_label(hint), shown.hint(hint));
            let value = hint_value(fact.map(|fact| fact.value));
            let origin = match fact {
                Some(fact) => fact.origin.to_string(),
                None => unset_reason(shown.unset(hint)),
            };
            let separator = if origin.is_empty() { "" } else { ", " };
            format!("{label}: {value}{separator}{origin}")
        });
        let mut lines: Vec<_> = hints.iter().map(|line| sentence(line)).collect();
        if let Some(title) = shown.title() {
            lines.push(sentence(&format!("Title: {}", title.origin)));
        }
        lines.push(match self.trust {
            SourceTrust::Trusted => "Source: trusted".to_owned(),
            SourceTrust::Untrusted => {
                "Source: untrusted (hints are used only when they make a call stricter)".to_owned()
            }
        });
        if self.is_held() {
            lines.push("Quarantined: its definition changed and was not accepted yet".to_owned());
        }
        lines.push(format!("Name for clients: {}", self.tool().exposed));
        lines.join("\n")
    }
}

// === impl ToolAtEndpoint ===

impl ToolAtEndpoint {
    fn tool(&self) -> &CatalogueTool {
        match self {
            Self::Served(offered) => &offered.tool,
            Self::Held(explained) => &explained.tool,
        }
    }

    fn effective(&self) -> &EffectiveAnnotations {
        match self {
            Self::Served(offered) => &offered.effective,
            Self::Held(explained) => &explained.effective,
        }
    }

    fn definition(&self) -> &RawJson {
        match self {
            Self::Served(offered) => &offered.definition,
            Self::Held(explained) => &explained.definition,
        }
    }
}

fn description(definition: &RawJson) -> String {
    let members = RawObject::parse(definition).ok();
    let text = members.and_then(|members| members.get_string("description"));
    text.unwrap_or_default()
}

fn searched(text: &str) -> String {
    text[..text.floor_char_boundary(SEARCHED)].to_lowercase()
}

fn sentence(text: &str) -> String {
    let shown = ExternalText::short(text, SENTENCE);
    let more = if shown.left() > 0 { "…" } else { "" };
    format!("{}{more}", shown.text())
}
