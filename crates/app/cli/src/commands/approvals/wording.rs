//! Approvals as text: their outcome, and what a standing approval covers.

use candor_model::{
    Approval, ApprovalAnswer, ApprovalGrant, ApprovalState, GrantArguments, GrantScope,
};

use crate::text::one_line;
use crate::timestamp;

/// The outcome of an approval.
pub(super) fn outcome(approval: &Approval, now: i64) -> String {
    let state = approval.state_at(now);
    let Some(verdict) = &approval.verdict else {
        return match state {
            ApprovalState::Expired => "expired without an answer".to_owned(),
            ApprovalState::Abandoned => format!(
                "abandoned: the caller disconnected at {}, before an answer; the call was not made",
                timestamp::text(approval.expires_micros)
            ),
            state => format!(
                "{state}: waiting for approval until {}",
                timestamp::text(approval.expires_micros)
            ),
        };
    };
    let author = &verdict.author;
    let by = format!(
        "by {} ({}) at {}",
        one_line(&author.name),
        author.channel.as_str(),
        timestamp::text(verdict.at_micros)
    );
    let what = match &verdict.answer {
        ApprovalAnswer::Approve(scope) => format!("approved {} {by}", scope_words(scope)),
        ApprovalAnswer::Deny => format!("denied {by}"),
    };
    match state {
        ApprovalState::Consumed => format!("{what}; the call was made"),
        ApprovalState::Expired => format!("{what}; the call was not made in time"),
        _ => what,
    }
}

/// The scope of an approval in words.
pub(super) fn scope_words(scope: &GrantScope) -> &'static str {
    match scope {
        GrantScope::Once => "once",
        GrantScope::Session => "for the client's session",
        GrantScope::TheseArguments => "for these arguments",
        GrantScope::Pattern(_) => "for arguments that match a pattern",
        GrantScope::Always => "for any arguments",
    }
}

/// The calls that a standing approval covers, in lines.
pub(super) fn valid_for(grant: &ApprovalGrant) -> Vec<String> {
    let session = match grant.session {
        Some(_) => ", in one session of the client",
        None => "",
    };
    match &grant.arguments {
        GrantArguments::Any if grant.first => {
            vec![format!("every call, since the first was approved{session}")]
        }
        GrantArguments::Any => vec![format!("any arguments{session}")],
        GrantArguments::Exactly(_) => vec![format!(
            "exactly the arguments that `candor approvals show {}` shows{session}",
            grant.approval
        )],
        GrantArguments::Fitting(pattern) => {
            let mut lines = vec![format!("arguments that match this{session}:")];
            lines.extend(pattern.lines().map(|line| format!("  {}", one_line(line))));
            lines
        }
    }
}

/// Whose calls a standing approval covers, and where.
pub(super) fn whose(grant: &ApprovalGrant) -> String {
    let principal = one_line(&grant.principal);
    match &grant.environment {
        Some(environment) => format!("{principal}, in the environment {environment}"),
        None => principal,
    }
}

/// Who gave a standing approval, when and why.
pub(super) fn given(grant: &ApprovalGrant) -> String {
    let author = &grant.author;
    let why = author.why.as_deref().map(one_line);
    let why = why.map(|why| format!(": {why}")).unwrap_or_default();
    format!(
        "{} by {} ({}){why}",
        timestamp::text(grant.at_micros),
        one_line(&author.name),
        author.channel.as_str()
    )
}
