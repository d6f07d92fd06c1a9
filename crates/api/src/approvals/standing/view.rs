//! A standing approval, and what it means in words.

use candor_model::{Grant, GrantArguments};
use serde::Serialize;
use utoipa::ToSchema;

use crate::time;
use crate::words::DoorWord;

/// An approval that goes on counting: calls that fit it are not asked about.
#[derive(Serialize, ToSchema)]
#[schema(as = StandingApproval)]
pub(crate) struct StandingView {
    /// Which.
    id: String,
    /// What it means, in words.
    says: String,
    /// Whose calls.
    principal: String,
    /// Of which tool, `source.tool`.
    tool: String,
    /// In which environment; null for calls that are made in none.
    environment: Option<String>,
    /// Whether it counts in one session of the client only.
    session: bool,
    /// With which arguments.
    arguments: ArgumentsWord,
    /// The pattern that they must fit, where there is one.
    pattern: Option<String>,
    /// Whether it came of a tool that is asked about once per caller.
    first: bool,
    /// The approval that it was given on.
    approval: String,
    /// Who gave it.
    who: String,
    /// Through which door.
    door: DoorWord,
    /// Why, in their words.
    reason: Option<String>,
    /// When.
    #[schema(format = DateTime)]
    at: String,
    /// Until when it counts.
    #[schema(format = DateTime)]
    expires: String,
}

/// With which arguments a standing approval counts.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = StandingArguments)]
pub(super) enum ArgumentsWord {
    /// With any.
    Any,
    /// With those of the approval that it was given on.
    Exactly,
    /// With those that fit the pattern.
    Pattern,
}

// === impl StandingView ===

impl StandingView {
    pub(super) fn of(grant: &Grant) -> Self {
        let (arguments, pattern) = match &grant.arguments {
            GrantArguments::Any => (ArgumentsWord::Any, None),
            GrantArguments::Exactly(_) => (ArgumentsWord::Exactly, None),
            GrantArguments::Fitting(pattern) => (ArgumentsWord::Pattern, Some(pattern.clone())),
        };
        Self {
            id: grant.id.to_string(),
            says: sentence(grant),
            principal: grant.principal.clone(),
            tool: grant.tool.to_string(),
            environment: grant.environment.as_ref().map(ToString::to_string),
            session: grant.session.is_some(),
            arguments,
            pattern,
            first: grant.first,
            approval: grant.approval.to_string(),
            who: grant.author.name.clone(),
            door: grant.author.door.into(),
            reason: grant.author.why.clone(),
            at: time::of_micros(grant.at_micros),
            expires: time::of_micros(grant.expires_micros),
        }
    }
}

/// Whose calls of what, with which arguments, until when, given by whom on which approval.
fn sentence(grant: &Grant) -> String {
    let with = match &grant.arguments {
        GrantArguments::Any => "with any arguments",
        GrantArguments::Exactly(_) => "with the arguments that were approved",
        GrantArguments::Fitting(_) => "with arguments that fit the pattern",
    };
    let place = match &grant.environment {
        Some(environment) => format!(" in the environment `{environment}`"),
        None => String::new(),
    };
    let session = match grant.session {
        Some(_) => ", in one session only",
        None => "",
    };
    format!(
        "calls of `{}` by `{}`{place} {with}{session}, until {}, as long as the tool and the rules \
         stay as they are; given by `{}` on the approval `{}`",
        grant.tool,
        grant.principal,
        time::of_micros(grant.expires_micros),
        grant.author.name,
        grant.approval,
    )
}
