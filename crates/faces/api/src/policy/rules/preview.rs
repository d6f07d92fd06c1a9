//! `POST /policy/rules/preview`.

use candor_gateway::edit::{ReplayedTool, RuleReplay};
use candor_policy::{RuleEffect, RuleProblem};

use super::body::NewRule;
use crate::prelude::*;

/// The maximum number of tools listed; the total is always included.
const TOOLS: usize = 500;

/// What a rule would have done to the calls of the last 24 hours. Tools are looked at as they are
/// now.
#[derive(Serialize, ToSchema)]
#[schema(as = RulePreview)]
pub(crate) struct RulePreviewView {
    /// The rule in words.
    #[schema(example = "denies calls of the tool `shop.delete_*` in the environment `prod`")]
    says: String,
    /// What is worth knowing about it.
    remarks: Vec<String>,
    /// How many calls of tools there were.
    calls: u64,
    /// How many of them it is about.
    about: u64,
    /// How many of these would have gone another way.
    changed: u64,
    /// Whether there were more calls, so that only the newest were counted.
    partial: bool,
    /// Whether it may be about fewer calls than these: the audit log does not tell the toolset,
    /// environment, roles and arguments of a call.
    narrower: bool,
    /// How many tools it is about.
    count: usize,
    /// These tools, the most called first; at most 500.
    tools: Vec<ReplayedToolView>,
}

/// The calls of one tool.
#[derive(Serialize, ToSchema)]
#[schema(as = ReplayedTool)]
pub(crate) struct ReplayedToolView {
    /// The tool as `source.tool`.
    name: String,
    /// How many were made without a question.
    made: u64,
    /// How many a person was asked about.
    asked: u64,
    /// How many were refused.
    refused: u64,
    /// How many would have gone another way.
    changed: u64,
}

/// Shows what a rule would have done to the calls of the last 24 hours. Nothing is saved.
#[utoipa::path(
    post,
    path = "/policy/rules/preview",
    request_body = NewRule,
    responses(
        (status = 200, description = "What it would have done.", body = RulePreviewView),
        BadBody,
    )
)]
pub(crate) async fn preview_rule(
    State(api): State<ApiState>,
    JsonBody(new): JsonBody<NewRule>,
) -> Result<Json<RulePreviewView>, ApiProblem> {
    let editor = api.gateway.editor();
    let draft = new.draft(None);
    let replay = editor.replay_rule(&draft).await?;
    let remarks = editor.check_rule(&draft).unwrap_or_default();
    let view = RulePreviewView::of(&replay, &remarks, draft.effect);
    Ok(Json(view))
}

// === impl RulePreviewView ===

impl RulePreviewView {
    fn of(replay: &RuleReplay, remarks: &[RuleProblem], effect: RuleEffect) -> Self {
        let remarks = remarks.iter().map(|remark| remark.sentence.clone());
        let tools = replay.tools.iter();
        Self {
            says: replay.says.clone(),
            remarks: remarks.collect(),
            calls: replay.calls,
            about: replay.about(),
            changed: replay.changed(effect),
            partial: replay.is_partial,
            narrower: replay.is_narrower,
            count: replay.tools.len(),
            tools: tools
                .take(TOOLS)
                .map(|tool| ReplayedToolView::of(tool, effect))
                .collect(),
        }
    }
}

// === impl ReplayedToolView ===

impl ReplayedToolView {
    fn of(tool: &ReplayedTool, effect: RuleEffect) -> Self {
        Self {
            name: tool.name.to_string(),
            made: tool.made,
            asked: tool.asked,
            refused: tool.refused,
            changed: tool.changed(effect),
        }
    }
}
