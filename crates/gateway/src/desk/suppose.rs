//! What would happen to a call that nobody makes.
//!
//! It goes the way of a real call as far as the decision, with the same tool, rules and
//! preferences. Nobody is asked, no source is called and nothing is written down.

mod standing;

use std::sync::Arc;

use candor_model::{Grant, Hint, QualifiedName, Roles};
use candor_policy::{Decision, Question, Ruling};
use candor_schema::Violation;
use serde_json::Value;

use super::{Desk, DeskError, Explained};
use crate::catalogue::Tool;
use crate::endpoint::{Endpoint, NoEndpoint};

/// A call that nobody makes.
#[derive(Clone, Copy, Debug)]
pub struct Supposition<'a> {
    /// Of which tool.
    pub tool: &'a QualifiedName,
    /// Through which door.
    pub endpoint: &'a Endpoint,
    /// By whom.
    pub principal: &'a str,
    /// What they may do.
    pub roles: Roles,
    /// With which arguments.
    pub arguments: &'a Value,
}

/// What would come of it.
#[derive(Clone, Debug)]
pub struct Supposed {
    /// The tool, layer by layer.
    pub explained: Explained,
    /// Where it would be called: with the equipped toolset, unless another was named.
    pub endpoint: Endpoint,
    /// What is wrong with the arguments. A call with such is refused before it is decided.
    pub violations: Vec<Violation>,
    /// What would be decided, and why.
    pub decision: Decision,
    /// The standing approval that would answer.
    pub grant: Option<Grant>,
}

/// What would come of it, in short.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It is made.
    Made,
    /// It is made because of a standing approval.
    Standing,
    /// Somebody is asked.
    Asked,
    /// Somebody is asked, once.
    AskedOnce,
    /// It is refused.
    Denied,
    /// It is refused because the tool has changed.
    Quarantined,
}

/// Why nothing can be said about a call.
#[derive(Debug, thiserror::Error)]
pub enum SupposeError {
    /// There is no such endpoint.
    #[error(transparent)]
    Endpoint(#[from] NoEndpoint),
    /// There is no such tool, or what is known of it cannot be read.
    #[error(transparent)]
    Desk(#[from] DeskError),
    /// The tool is there, and this endpoint does not serve it.
    #[error("there is no tool `{}` at `{endpoint}`", tool.name)]
    Outside {
        /// The tool.
        tool: Arc<Tool>,
        /// Where it is not, the equipped toolset included.
        endpoint: Endpoint,
    },
}

// === impl Desk ===

impl Desk<'_> {
    /// What would happen to a call.
    pub async fn suppose(&self, supposition: &Supposition<'_>) -> Result<Supposed, SupposeError> {
        let known = self.gateway.known();
        let endpoint = known.said.behind(supposition.endpoint);
        let offer = self.gateway.catalogue().view(&endpoint)?;
        let explained = self.explain(supposition.tool, &endpoint)?;
        let tool = &explained.tool;
        if tool.quarantine.is_none() && offer.tool(tool.exposed.as_str()).is_none() {
            let tool = Arc::clone(tool);
            return Err(SupposeError::Outside { tool, endpoint });
        }
        let preferences = known.said.preferences_at(&endpoint, tool.server.unset);
        let policy = &self.gateway.house().policy;
        let decision = policy.decide(&Question {
            tool: &tool.name,
            toolset: endpoint.toolset.as_ref(),
            environment: endpoint.environment.as_ref(),
            roles: supposition.roles,
            principal: supposition.principal,
            relied: &explained.effective.relied,
            trust: explained.trust,
            confirm: explained.effective.confirm.as_ref(),
            arguments: supposition.arguments,
            preferences: &preferences,
        });
        let grant = match decision.ruling {
            Ruling::Ask { .. } => {
                let grants = self.gateway.approvals().grants().await?;
                let version = policy.version(&preferences);
                standing::find(grants, supposition, tool, &endpoint, version)
            }
            Ruling::Allow | Ruling::Deny => None,
        };
        let checked = tool.checks.input.as_ref();
        let violations = checked.map(|input| input.violations(supposition.arguments));
        Ok(Supposed {
            violations: violations.unwrap_or_default(),
            explained,
            endpoint,
            decision,
            grant,
        })
    }
}

// === impl Supposed ===

impl Supposed {
    /// What would happen, if the arguments fit.
    pub fn outcome(&self) -> Outcome {
        if self.explained.drift.is_some() {
            return Outcome::Quarantined;
        }
        match (self.decision.ruling, &self.grant) {
            (Ruling::Allow, _) => Outcome::Made,
            (Ruling::Deny, _) => Outcome::Denied,
            (Ruling::Ask { .. }, Some(_)) => Outcome::Standing,
            (Ruling::Ask { first: false }, None) => Outcome::Asked,
            (Ruling::Ask { first: true }, None) => Outcome::AskedOnce,
        }
    }

    /// Whether somebody would be asked who is not the client that calls.
    pub fn is_asked_elsewhere(&self) -> bool {
        matches!(self.decision.ruling, Ruling::Ask { .. }) && self.decision.out_of_band
    }

    /// What is relied upon of a hint, and whose word that is, in a sentence.
    pub fn relied(&self, hint: Hint) -> String {
        candor_resolve::explain::relied(&self.explained.effective.relied, hint)
    }
}

// === impl Outcome ===

impl Outcome {
    /// In a word or two.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Made | Self::Standing => "allow",
            Self::Asked => "ask",
            Self::AskedOnce => "ask once",
            Self::Denied | Self::Quarantined => "deny",
        }
    }

    /// In a sentence without a period.
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::Made => "the call is made",
            Self::Standing => "the call is made on a standing approval",
            Self::Asked => "somebody is asked before the call is made",
            Self::AskedOnce => "somebody is asked before the first call of this caller",
            Self::Denied => "the call is refused",
            Self::Quarantined => "the call is refused: the tool is in quarantine",
        }
    }
}
