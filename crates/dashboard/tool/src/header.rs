//! The header of the page: name, badges, endpoint and links.

use candor_dashboard_kit::wording::counted;
use candor_dashboard_kit::{BadgeList, ExternalText, PageError, SelectField, ToolFlags, query};
use candor_gateway::edit::ExplainedTool;
use candor_gateway::{Editor, OfferedTool};
use candor_model::{Hint, SourceTrust};

use crate::page_scope::PageScope;
use crate::tool_address::ToolAddress;
use crate::wording;

/// The maximum length of a name, in characters.
const NAME: usize = 200;

/// The header of the page.
pub(crate) struct ToolHeader {
    /// The title, or the name if there is none.
    pub(crate) title: ExternalText,
    pub(crate) name: ExternalText,
    pub(crate) exposed: ExternalText,
    pub(crate) source: ExternalText,
    pub(crate) source_to: String,
    pub(crate) badges: BadgeList,
    pub(crate) trusted: bool,
    /// The estimated tokens of its definition.
    pub(crate) tokens: String,
    pub(crate) hash: String,
    pub(crate) ref_id: String,
    /// Why clients do not see the tool, if they do not.
    pub(crate) absent: Option<String>,
    pub(crate) try_to: String,
    pub(crate) audit_to: String,
    pub(crate) simulate_to: String,
    /// The toolsets that contain the tool.
    pub(crate) toolsets: Vec<ToolsetLink>,
}

/// The form that chooses the endpoint.
pub(crate) struct EndpointChooser {
    pub(crate) to: String,
    pub(crate) toolsets: SelectField,
    pub(crate) environments: SelectField,
    /// The address of the endpoint.
    pub(crate) endpoint: String,
}

/// A toolset that contains the tool.
pub(crate) struct ToolsetLink {
    pub(crate) name: String,
    pub(crate) to: String,
}

// === impl ToolHeader ===

impl ToolHeader {
    pub(crate) fn of(
        (tool, place): (&ToolAddress, &PageScope),
        explained: &ExplainedTool,
        offered: Option<&OfferedTool>,
        toolsets: Vec<ToolsetLink>,
    ) -> Self {
        let name = tool.name.to_string();
        let drifted = explained.drift.is_some();
        let title = explained.effective.shown.title();
        let title = title.map_or(&*name, |fact| &fact.value);
        let source = tool.name.source().as_str();
        let [toolset, environment, _] = place.pairs();
        let endpoint = [toolset, environment];
        Self {
            title: ExternalText::short(title, NAME),
            name: ExternalText::short(&name, NAME),
            exposed: ExternalText::short(explained.tool.exposed.as_str(), NAME),
            source: ExternalText::short(source, NAME),
            source_to: query::path(&["sources", source]),
            badges: BadgeList::of(ToolFlags::of(
                &explained.effective,
                explained.trust,
                drifted,
            )),
            trusted: explained.trust == SourceTrust::Trusted,
            tokens: counted(
                candor_resolve::estimate_tokens(&explained.definition.to_string()),
                "token",
            ),
            hash: explained.tool.hash.to_string(),
            ref_id: explained.tool.ref_id.to_string(),
            absent: absent(place, explained, offered),
            try_to: query::with_all(&tool.to("try"), endpoint),
            audit_to: query::with_all("/audit", [("source", source), ("target", tool.name.own())]),
            simulate_to: query::with_all(
                "/policy/simulate",
                [("tool", name.as_str())].into_iter().chain(endpoint),
            ),
            toolsets,
        }
    }

    /// The hints as text, for screen readers.
    pub(crate) fn sentence(explained: &ExplainedTool) -> String {
        let shown = explained.effective.shown.hints();
        let words = Hint::ALL.map(|hint| {
            let value = wording::hint_value(shown.get(hint));
            format!("{}: {value}", wording::hint_label(hint))
        });
        words.join(", ")
    }
}

/// Why clients of the endpoint do not see the tool, if they do not.
fn absent(
    place: &PageScope,
    explained: &ExplainedTool,
    offered: Option<&OfferedTool>,
) -> Option<String> {
    if explained.drift.is_some() || offered.is_some() {
        return None;
    }
    let toolset = place.endpoint.toolset.as_ref();
    Some(match toolset {
        Some(toolset) => format!(
            "Not in the toolset {toolset}, so clients of this endpoint do not see it. Below is what \
             they would see."
        ),
        None => "Not available to clients right now.".to_owned(),
    })
}

// === impl EndpointChooser ===

impl EndpointChooser {
    /// The chooser, and the toolsets that contain the tool.
    pub(crate) async fn of(
        editor: &Editor<'_>,
        (tool, place): (&ToolAddress, &PageScope),
        explained: &ExplainedTool,
    ) -> Result<(Self, Vec<ToolsetLink>), PageError> {
        let failed = |error| tool.refused(&error);
        let environments = editor.environments().await.map_err(failed)?;
        let environments = environments.iter().map(|view| &view.environment.name);
        let holding = editor.toolsets_with(&explained.tool);
        let holding = holding.iter().map(|name| ToolsetLink {
            to: query::path(&["toolsets", name.as_str()]),
            name: name.to_string(),
        });
        let at = &place.endpoint;
        let chooser = Self {
            to: tool.path.clone(),
            toolsets: SelectField::of_names(
                "at-toolset",
                "toolset",
                "All tools",
                editor.toolset_names().iter(),
                at.toolset.as_ref(),
            ),
            environments: SelectField::of_names(
                "at-environment",
                "environment",
                "None",
                environments,
                at.environment.as_ref(),
            ),
            endpoint: place.endpoint.to_string(),
        };
        Ok((chooser, holding.collect()))
    }
}
