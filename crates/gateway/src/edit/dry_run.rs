//! A dry run: what would happen to a call, without making it.
//!
//! It follows the path of a real call up to the decision, with the same tool, rules and
//! preferences. No person is asked, no source is called and nothing is recorded.

mod standing;

use std::sync::Arc;

use candor_boxed::boxed;
use candor_model::{ApprovalGrant, CallKind, Hint, QualifiedName, Roles};
use candor_policy::{PolicyDecision, PolicyRules, PolicyRuling, RuleDraft};
use candor_schema::SchemaViolation;
use serde_json::Value;

use super::{EditError, Editor, ExplainedTool};
use crate::call::call_case;
use crate::call::policy_question::{self, PolicyCaller, PolicySubject};
use crate::catalogue::CatalogueTool;
use crate::catalogue::endpoint::{Endpoint, UnknownEndpoint};
use crate::catalogue::tool_check::ToolCheck;

/// The call of a dry run.
#[derive(Clone, Copy, Debug)]
pub struct DryRunCall<'a> {
    /// The tool that would be called.
    pub tool: &'a QualifiedName,
    /// The endpoint that would receive the call.
    pub endpoint: &'a Endpoint,
    /// The principal that would make the call.
    pub principal: &'a str,
    /// The roles of the principal.
    pub roles: Roles,
    /// The arguments of the call.
    pub arguments: &'a Value,
}

/// The result of a dry run.
#[derive(Clone, Debug)]
pub struct DryRunResult {
    /// The tool, layer by layer.
    pub explained: ExplainedTool,
    /// The endpoint of the call: with the equipped toolset, unless another was named.
    pub endpoint: Endpoint,
    /// Violations of the input schema. A call with any is refused before the decision.
    pub violations: Vec<SchemaViolation>,
    /// The decision, with its reason.
    pub decision: PolicyDecision,
    /// The standing approval that would admit the call.
    pub grant: Option<ApprovalGrant>,
}

/// The outcome of a dry run, in short.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DryRunOutcome {
    /// The call would be made.
    Made,
    /// It would be made on a standing approval.
    Standing,
    /// A person would be asked.
    Asked,
    /// A person would be asked once.
    AskedOnce,
    /// The call would be refused.
    Denied,
    /// It would be refused because the tool has changed.
    Quarantined,
}

/// Why there is no result.
#[derive(Debug, thiserror::Error)]
pub enum DryRunError {
    /// There is no such endpoint.
    #[error(transparent)]
    Endpoint(#[from] UnknownEndpoint),
    /// There is no such tool, or its data cannot be read.
    #[error(transparent)]
    Edit(#[from] EditError),
    /// The tool exists, but this endpoint does not serve it.
    #[error("there is no tool `{}` at `{endpoint}`", tool.name)]
    Outside {
        /// The tool that exists elsewhere.
        tool: Arc<CatalogueTool>,
        /// The endpoint without it, the equipped toolset included.
        endpoint: Endpoint,
    },
}

// === impl Editor ===

impl Editor<'_> {
    /// What would happen to a call.
    #[boxed]
    pub async fn dry_run(&self, supposition: &DryRunCall<'_>) -> Result<DryRunResult, DryRunError> {
        let rules = self.gateway.policy_rules();
        self.dry_run_under(supposition, &rules).await
    }

    /// What would happen to a call if this rule were also saved.
    #[boxed]
    pub async fn dry_run_with(
        &self,
        supposition: &DryRunCall<'_>,
        draft: &RuleDraft,
    ) -> Result<DryRunResult, DryRunError> {
        let saved = self.saved_rules();
        let others = saved.iter().map(|rule| &rule.draft);
        let others = others.filter(|other| other.name != draft.name);
        let saved = others.chain([draft]).cloned().collect();
        let rules = self.gateway.policy_settings().policy.with_saved(saved);
        self.dry_run_under(supposition, &rules).await
    }

    async fn dry_run_under(
        &self,
        supposition: &DryRunCall<'_>,
        rules: &PolicyRules,
    ) -> Result<DryRunResult, DryRunError> {
        let snapshot = self.gateway.snapshot();
        let endpoint = snapshot.settings.effective_endpoint(supposition.endpoint);
        let offer = self.gateway.catalogue().view(&endpoint)?;
        let mut explained = self.explain(supposition.tool, &endpoint)?;
        let in_call = call_case::effective_in_call(&explained.effective, supposition.arguments);
        if let Some(effective) = in_call {
            explained.effective = effective;
        }
        let tool = &explained.tool;
        if tool.quarantine.is_none() && offer.tool(tool.exposed.as_str()).is_none() {
            let tool = Arc::clone(tool);
            return Err(DryRunError::Outside { tool, endpoint });
        }
        let caller = PolicyCaller {
            endpoint: &endpoint,
            roles: supposition.roles,
            principal: supposition.principal,
        };
        let judged = PolicySubject {
            kind: CallKind::Tool,
            name: &tool.name,
            relied: &explained.effective.relied,
            trust: explained.trust,
            confirm: explained.effective.confirm.as_ref(),
            unset: tool.server.unset,
        };
        let (decision, preferences) =
            policy_question::decide_by(rules, self.gateway, caller, &judged, supposition.arguments);
        let grant = match decision.ruling {
            PolicyRuling::Ask { .. } => {
                let grants = self.gateway.approvals().grants().await?;
                let version = rules.version(&preferences);
                standing::find(grants, supposition, tool, &endpoint, version)
            }
            PolicyRuling::Allow | PolicyRuling::Deny => None,
        };
        let checked = tool.checks.input.as_ref();
        let checked = checked.and_then(ToolCheck::validator);
        let violations = checked.map(|input| input.violations(supposition.arguments));
        Ok(DryRunResult {
            violations: violations.unwrap_or_default(),
            explained,
            endpoint,
            decision,
            grant,
        })
    }
}

// === impl DryRunResult ===

impl DryRunResult {
    /// The outcome, provided that the arguments are valid.
    pub fn outcome(&self) -> DryRunOutcome {
        if self.explained.drift.is_some() {
            return DryRunOutcome::Quarantined;
        }
        match (self.decision.ruling, &self.grant) {
            (PolicyRuling::Allow, _) => DryRunOutcome::Made,
            (PolicyRuling::Deny, _) => DryRunOutcome::Denied,
            (PolicyRuling::Ask { .. }, Some(_)) => DryRunOutcome::Standing,
            (PolicyRuling::Ask { first: false }, None) => DryRunOutcome::Asked,
            (PolicyRuling::Ask { first: true }, None) => DryRunOutcome::AskedOnce,
        }
    }

    /// Whether approval would be requested outside the client that calls.
    pub fn is_asked_elsewhere(&self) -> bool {
        matches!(self.decision.ruling, PolicyRuling::Ask { .. }) && self.decision.out_of_band
    }

    /// The value of a hint that is relied on, and its origin, in a sentence.
    pub fn relied(&self, hint: Hint) -> String {
        candor_resolve::explain::relied(&self.explained.effective.relied, hint)
    }
}

// === impl DryRunOutcome ===

impl DryRunOutcome {
    /// The outcome in a word or two.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Made | Self::Standing => "allow",
            Self::Asked => "ask",
            Self::AskedOnce => "ask once",
            Self::Denied | Self::Quarantined => "deny",
        }
    }

    /// The outcome in a sentence without a period.
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::Made => "the call is made",
            Self::Standing => "the call is made on a standing approval",
            Self::Asked => "a person is asked before the call is made",
            Self::AskedOnce => "a person is asked before this caller's first call",
            Self::Denied => "the call is refused",
            Self::Quarantined => "the call is refused: the tool is in quarantine",
        }
    }
}
