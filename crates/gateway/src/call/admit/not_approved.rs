//! Refusals of calls that were not approved.

use candor_model::{Approval, QualifiedName};

use crate::call::refusal::CallRefusal;
use crate::gateway::Gateway;

/// The refusal of a call that a person denied.
pub(crate) fn denied(tool: &QualifiedName, approval: &Approval) -> CallRefusal {
    let verdict = approval.verdict.as_ref();
    CallRefusal::NotApproved {
        tool: tool.clone(),
        by: verdict.map_or_else(
            || "an approver".to_owned(),
            |verdict| verdict.author.name.clone(),
        ),
        reason: verdict.and_then(|verdict| verdict.author.why.clone()),
    }
}

/// The refusal of a call whose approval expired.
pub(crate) fn unanswered(
    tool: &QualifiedName,
    gateway: &Gateway,
    approval: &Approval,
) -> CallRefusal {
    CallRefusal::Unanswered {
        tool: tool.clone(),
        because: approval.because.clone(),
        limit: gateway.policy_settings().approval_timeout,
        place: gateway.policy_settings().where_to_answer(),
    }
}

/// The refusal of a call whose question ended because the client that asked it disconnected.
pub(crate) fn abandoned(tool: &QualifiedName) -> CallRefusal {
    CallRefusal::ChangedMeanwhile {
        tool: tool.clone(),
        what: "the client that made the call went away",
    }
}
