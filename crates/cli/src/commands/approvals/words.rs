//! Approvals for people: what became of a question, and what a standing approval counts for.

use candor_model::{Answer, Approval, ApprovalState, Grant, GrantArguments, GrantScope};

use crate::text::one_line;
use crate::when;

/// What became of a question.
pub(super) fn outcome(approval: &Approval, now: i64) -> String {
    let state = approval.state_at(now);
    let Some(verdict) = &approval.verdict else {
        return match state {
            ApprovalState::Expired => "expired: nobody answered in time".to_owned(),
            state => format!(
                "{state}: waits for somebody until {}",
                when::text(approval.expires_micros)
            ),
        };
    };
    let author = &verdict.author;
    let by = format!(
        "by {} ({}) at {}",
        one_line(&author.name),
        author.door.as_str(),
        when::text(verdict.at_micros)
    );
    let what = match &verdict.answer {
        Answer::Approve(scope) => format!("approved {} {by}", for_how_much(scope)),
        Answer::Deny => format!("denied {by}"),
    };
    match state {
        ApprovalState::Consumed => format!("{what}; the call was made"),
        ApprovalState::Expired => format!("{what}; the call was not made in time"),
        _ => what,
    }
}

/// For how much a yes counts.
pub(super) fn for_how_much(scope: &GrantScope) -> &'static str {
    match scope {
        GrantScope::Once => "once",
        GrantScope::Session => "for the client's session",
        GrantScope::TheseArguments => "with these arguments from now on",
        GrantScope::Pattern(_) => "with arguments that fit a pattern from now on",
        GrantScope::Always => "with any arguments from now on",
    }
}

/// Which calls a standing approval counts for, in lines.
pub(super) fn counts_for(grant: &Grant) -> Vec<String> {
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
            "exactly the arguments that `candor approvals show {}` tells{session}",
            grant.approval
        )],
        GrantArguments::Fitting(pattern) => {
            let mut lines = vec![format!("arguments that fit this{session}:")];
            lines.extend(pattern.lines().map(|line| format!("  {}", one_line(line))));
            lines
        }
    }
}

/// Whose calls, and where.
pub(super) fn whose(grant: &Grant) -> String {
    let principal = one_line(&grant.principal);
    match &grant.environment {
        Some(environment) => format!("{principal}, in the environment {environment}"),
        None => principal,
    }
}

/// Who gave it, when and why.
pub(super) fn given(grant: &Grant) -> String {
    let author = &grant.author;
    let why = author.why.as_deref().map(one_line);
    let why = why.map(|why| format!(": {why}")).unwrap_or_default();
    format!(
        "{} by {} ({}){why}",
        when::text(grant.at_micros),
        one_line(&author.name),
        author.door.as_str()
    )
}
