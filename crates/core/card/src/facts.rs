//! What a card is drawn from.

use candor_model::{QualifiedName, SourceTrust};
use candor_resolve::EffectiveAnnotations;
use serde_json::Value;

use crate::ApprovalCard;

/// Everything there is to show about a call, gathered by the gateway.
#[derive(Clone, Debug)]
pub struct CardFacts<'a> {
    /// The tool that is called.
    pub tool: &'a QualifiedName,
    /// The name that clients see.
    pub exposed: &'a str,
    /// The title of the tool.
    pub title: Option<&'a str>,
    /// Whether its source is relied upon.
    pub trust: SourceTrust,
    /// What is known of it.
    pub effective: &'a EffectiveAnnotations,
    /// What it would be called with.
    pub arguments: &'a Value,
    /// What the source says of the arguments: which are secret, and what they mean.
    pub input_schema: Option<&'a Value>,
    /// Why a person is asked, in a sentence.
    pub because: &'a str,
    /// What the rule that asks wants to be said.
    pub message: Option<&'a str>,
    /// The principal that calls.
    pub principal: &'a str,
    /// What the client calls itself.
    pub client: Option<&'a str>,
    /// The endpoint that the call came through, such as `/mcp/reading`.
    pub endpoint: &'a str,
    /// The environment that it would be made in.
    pub environment: Option<&'a str>,
    /// The last approval of this tool for this caller.
    pub previous: Option<PreviousApproval<'a>>,
    /// Whether the tool's definition has changed since that approval.
    pub definition_changed: bool,
    /// Until when the question can be answered, in microseconds since the Unix epoch.
    pub expires_micros: i64,
    /// When it was asked.
    pub created_micros: i64,
    /// Whether warnings are shown.
    pub warnings: bool,
    /// The pattern of arguments that a person is offered to begin with. It is left out of the
    /// card if it could show what is masked.
    pub suggested_pattern: String,
    /// Whether "for this session" can be chosen.
    pub session: bool,
}

/// An approval that was given before.
#[derive(Clone, Copy, Debug)]
pub struct PreviousApproval<'a> {
    /// What was shown then.
    pub card: &'a ApprovalCard,
    /// When it was given, in microseconds since the Unix epoch.
    pub at_micros: i64,
    /// Who gave the approval.
    pub by: &'a str,
}
