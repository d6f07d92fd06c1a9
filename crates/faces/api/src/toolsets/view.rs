//! Response types for toolsets.

use candor_gateway::edit::ToolsetDetails;
use candor_gateway::{Endpoint, OfferedTool};
use candor_model::{ConfirmMode, ToolPattern, Toolset};
use candor_resolve::MissingMember;

use super::member::MemberWord;
use crate::enums::{ConfirmWord, HintValues, MissingWord, ProfileWord};
use crate::prelude::*;
use crate::tools::cost;

/// What is shown of a toolset wherever it is shown.
#[derive(Serialize, ToSchema)]
pub(crate) struct ToolsetHead {
    /// The name of the toolset.
    name: String,
    /// What it is for.
    description: String,
    /// The path of its endpoint.
    #[schema(example = "/mcp/reading")]
    endpoint: String,
    /// The hints that its endpoint sends; null for those of the plain endpoint.
    profile: Option<ProfileWord>,
    /// Whether its endpoint says where each hint comes from; null to do as the plain endpoint.
    provenance: Option<bool>,
    /// How many characters a description may have with its notes; null where it is as everywhere.
    budget: Option<usize>,
    /// Whether its endpoint serves the prompts and resources of the sources that its tools come
    /// from.
    prompts_and_resources: bool,
    /// Whether the plain endpoint serves it.
    equipped: bool,
    /// Whether the configuration file declares it. Then it cannot be changed here.
    declared: bool,
    /// The number of its latest version, from 1 on; null where the file declares it. `If-Match`
    /// takes the `ETag`.
    version: Option<u64>,
    /// How many tools are in it now.
    tool_count: usize,
    /// How many of its members name nothing now.
    missing_count: usize,
    /// What the definitions of its tools cost in a model's context, in tokens: an estimate.
    tokens: usize,
    /// What all definitions together would cost.
    tokens_of_everything: usize,
    /// What it saves against everything, in tokens. Notes may cost more than is saved; then this
    /// is negative.
    saving: i64,
}

/// A toolset, and what it resolves to now.
#[derive(Serialize, ToSchema)]
#[schema(as = Toolset)]
pub(crate) struct ToolsetView {
    #[serde(flatten)]
    head: ToolsetHead,
    /// What is in it, in the order in which it is shown.
    members: Vec<MemberWord>,
    /// When a person is asked before a call.
    confirm: Vec<ConfirmRuleView>,
    /// Its tools now, in their order.
    tools: Vec<ToolsetTool>,
    /// Members that name nothing now.
    missing: Vec<MissingMemberView>,
}

/// When a person is asked before a call of some tools.
#[derive(Serialize, ToSchema)]
#[schema(as = ConfirmRule)]
pub(crate) struct ConfirmRuleView {
    /// Of which tools: a name or a pattern.
    about: String,
    /// When a person is asked.
    confirm: ConfirmWord,
}

/// A tool in a toolset.
#[derive(Serialize, ToSchema)]
pub(crate) struct ToolsetTool {
    /// Its namespaced name, `source.tool`.
    name: String,
    /// What clients call it.
    exposed: String,
    /// The title of the tool.
    title: Option<String>,
    /// What clients and people are told.
    hints: HintValues,
    /// The id that hypertool would give it.
    ref_id: String,
    /// How many notes it has here.
    notes: usize,
    /// What its definition costs in a model's context, in tokens: an estimate.
    tokens: usize,
}

/// A member that names nothing now.
#[derive(Serialize, ToSchema)]
#[schema(as = Missing)]
pub(crate) struct MissingMemberView {
    /// The member that names nothing now.
    member: MemberWord,
    /// The reason, for programs.
    reason: MissingWord,
    /// The reason, for people.
    why: &'static str,
}

// === impl ToolsetHead ===

impl ToolsetHead {
    pub(super) fn of(view: &ToolsetDetails) -> Self {
        let toolset = &view.toolset;
        let endpoint = Endpoint {
            toolset: Some(toolset.name.clone()),
            environment: None,
        };
        let signed = |tokens| i64::try_from(tokens).unwrap_or(i64::MAX);
        Self {
            name: toolset.name.to_string(),
            description: toolset.description.clone(),
            endpoint: endpoint.to_string(),
            profile: toolset.profile.map(Into::into),
            provenance: toolset.provenance,
            budget: toolset.budget,
            prompts_and_resources: toolset.prompts_and_resources,
            equipped: view.equipped,
            declared: view.version.is_none(),
            version: view.number,
            tool_count: view.tools.len(),
            missing_count: view.missing.len(),
            tokens: view.tokens,
            tokens_of_everything: view.tokens_of_everything,
            saving: signed(view.tokens_of_everything) - signed(view.tokens),
        }
    }
}

// === impl ToolsetView ===

impl ToolsetView {
    pub(super) fn of(view: &ToolsetDetails) -> Self {
        Self {
            head: ToolsetHead::of(view),
            members: members(&view.toolset),
            confirm: view
                .toolset
                .confirm
                .iter()
                .map(ConfirmRuleView::of)
                .collect(),
            tools: view.tools.iter().map(|one| ToolsetTool::of(one)).collect(),
            missing: view.missing.iter().map(MissingMemberView::of).collect(),
        }
    }
}

/// The members of a toolset, as serialized.
pub(super) fn members(toolset: &Toolset) -> Vec<MemberWord> {
    toolset.members.iter().map(MemberWord::of).collect()
}

// === impl ConfirmRuleView ===

impl ConfirmRuleView {
    pub(super) fn of((about, confirm): &(ToolPattern, ConfirmMode)) -> Self {
        Self {
            about: about.to_string(),
            confirm: (*confirm).into(),
        }
    }
}

// === impl ToolsetTool ===

impl ToolsetTool {
    fn of(offered: &OfferedTool) -> Self {
        let OfferedTool {
            tool, effective, ..
        } = offered;
        Self {
            name: tool.name.to_string(),
            exposed: tool.exposed.to_string(),
            title: effective.shown.title().map(|fact| fact.value.to_string()),
            hints: effective.shown.hints().into(),
            ref_id: tool.ref_id.to_string(),
            notes: offered.notes.len(),
            tokens: cost::of(&offered.definition),
        }
    }
}

// === impl MissingMemberView ===

impl MissingMemberView {
    fn of(missing: &MissingMember) -> Self {
        Self {
            member: MemberWord::of(&missing.member),
            reason: missing.why.into(),
            why: missing.why.as_str(),
        }
    }
}
