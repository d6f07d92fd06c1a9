//! The effect of adding a source.

use candor_gateway::edit::{PreviewTool, SourcePlan, SourcePreview};
use candor_model::Diagnostic;

use super::{FINDINGS, FindingView};
use crate::enums::{HintValues, TrustWord};
use crate::prelude::*;

/// The maximum number of tools in a preview; the total is always included.
const TOOLS: usize = 1_000;

/// What would be done for a source. No value of a variable or header is in it.
#[derive(Serialize, ToSchema)]
#[schema(as = SourcePlan)]
pub(crate) struct PlanView {
    /// `stdio`, `http`, `openapi`, `functions` or `pack`.
    kind: &'static str,
    /// The command line that would run.
    runs: Option<String>,
    /// The address that would be asked.
    reaches: Option<String>,
    /// The file, folder or document that would be read.
    reads: Option<String>,
    /// The folder in which the command starts.
    cwd: Option<String>,
    /// The names of the variables that it is given.
    variables: Vec<String>,
    /// The names of the headers that go with every request.
    headers: Vec<String>,
    /// Whether its hints would be trusted.
    trust: TrustWord,
    /// What there is to say about it.
    findings: Vec<FindingView>,
    /// The table as it would stand in `candor.toml`.
    toml: String,
}

/// What a source would bring.
#[derive(Serialize, ToSchema)]
#[schema(as = SourcePreview)]
pub(crate) struct PreviewView {
    /// What was done to find out.
    plan: PlanView,
    /// How it was: `starting`, `ready`, `failing` or `stopped`.
    #[schema(example = "ready")]
    state: &'static str,
    /// The same in words, to follow the name.
    says: String,
    /// How many tools it has.
    count: usize,
    /// Its tools; at most 1,000.
    tools: Vec<PreviewToolView>,
    /// How many prompts it has.
    prompts: usize,
    /// How many resources it has.
    resources: usize,
    /// What was left out of what it offers, or guessed; at most 100.
    findings: Vec<FindingView>,
}

/// A tool that a source would bring.
#[derive(Serialize, ToSchema)]
#[schema(as = PreviewTool)]
pub(crate) struct PreviewToolView {
    /// What it is called there.
    name: String,
    /// The title that it has.
    title: Option<String>,
    /// The description that it has.
    description: String,
    /// What clients and people would be told.
    hints: HintValues,
    /// What policy would rely upon.
    relied: HintValues,
    /// What its definition costs in a model's context, in tokens: an estimate.
    tokens: usize,
}

// === impl PlanView ===

impl PlanView {
    pub(crate) fn of(plan: SourcePlan) -> Self {
        Self {
            kind: plan.kind,
            runs: plan.runs,
            reaches: plan.reaches,
            reads: plan.reads,
            cwd: plan.cwd,
            variables: plan.variables,
            headers: plan.headers,
            trust: plan.trust.into(),
            findings: findings(&plan.findings),
            toml: plan.toml,
        }
    }
}

// === impl PreviewView ===

impl PreviewView {
    pub(crate) fn of(preview: SourcePreview) -> Self {
        Self {
            plan: PlanView::of(preview.plan),
            state: preview.state.as_str(),
            says: preview.state.to_string(),
            count: preview.tools.len(),
            tools: preview
                .tools
                .into_iter()
                .take(TOOLS)
                .map(PreviewToolView::of)
                .collect(),
            prompts: preview.prompts,
            resources: preview.resources,
            findings: findings(&preview.findings),
        }
    }
}

// === impl PreviewToolView ===

impl PreviewToolView {
    fn of(tool: PreviewTool) -> Self {
        Self {
            name: tool.name,
            title: tool.title,
            description: tool.description,
            hints: tool.effective.shown.hints().into(),
            relied: tool.effective.relied.hints().into(),
            tokens: tool.tokens,
        }
    }
}

fn findings(found: &[Diagnostic]) -> Vec<FindingView> {
    found.iter().take(FINDINGS).map(FindingView::of).collect()
}
