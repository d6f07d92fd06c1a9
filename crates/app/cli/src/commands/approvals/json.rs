//! Approvals as JSON.

use candor_model::{
    Approval, ApprovalAnswer, ApprovalGrant, ApprovalVerdict, Digest, GrantArguments,
};
use serde_json::{Value, json};

use crate::timestamp;

/// An approval with its outcome and card.
pub(super) fn approval(approval: &Approval) -> Value {
    let binding = &approval.binding;
    json!({
        "id": approval.id.to_string(),
        "state": approval.state_at(timestamp::now()).as_str(),
        "tool": binding.tool.to_string(),
        "environment": binding.environment.as_ref().map(ToString::to_string),
        "principal": binding.principal,
        "client": approval.client,
        "endpoint": approval.endpoint,
        "because": approval.because,
        "first": approval.first,
        "out_of_band": approval.out_of_band,
        "created": timestamp::text(approval.created_micros),
        "expires": timestamp::text(approval.expires_micros),
        "decision": approval.verdict.as_ref().map(verdict),
        "call": approval.consumed_by.map(|id| id.to_string()),
        "version": approval.version,
        "card": serde_json::from_str::<Value>(&approval.card).unwrap_or_default(),
    })
}

fn verdict(verdict: &ApprovalVerdict) -> Value {
    let scope = match &verdict.answer {
        ApprovalAnswer::Approve(scope) => Some(scope),
        ApprovalAnswer::Deny => None,
    };
    json!({
        "answer": if verdict.is_yes() { "approve" } else { "deny" },
        "scope": scope.map(candor_model::GrantScope::as_str),
        "pattern": scope.and_then(candor_model::GrantScope::pattern),
        "who": verdict.author.name,
        "door": verdict.author.channel.as_str(),
        "reason": verdict.author.why,
        "at": timestamp::text(verdict.at_micros),
    })
}

/// A standing approval.
pub(super) fn grant(grant: &ApprovalGrant) -> Value {
    let (arguments, pattern) = match &grant.arguments {
        // The API does not expose it.
        GrantArguments::Exactly(Digest::UNKNOWN) => ("exactly".to_owned(), None),
        GrantArguments::Exactly(digest) => (format!("exactly {digest}"), None),
        GrantArguments::Fitting(pattern) => ("pattern".to_owned(), Some(pattern)),
        GrantArguments::Any => ("any".to_owned(), None),
    };
    json!({
        "id": grant.id.to_string(),
        "tool": grant.tool.to_string(),
        "principal": grant.principal,
        "environment": grant.environment.as_ref().map(ToString::to_string),
        "session": grant.session.is_some(),
        "arguments": arguments,
        "pattern": pattern,
        "first": grant.first,
        "approval": grant.approval.to_string(),
        "who": grant.author.name,
        "door": grant.author.channel.as_str(),
        "reason": grant.author.why,
        "given": timestamp::text(grant.at_micros),
        "expires": timestamp::text(grant.expires_micros),
    })
}
