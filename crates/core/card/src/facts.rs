//! The input of a card.

use candor_model::{QualifiedName, SourceTrust};
use candor_resolve::EffectiveAnnotations;
use serde_json::Value;

use crate::ApprovalCard;

/// All facts about a call, collected by the gateway.
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
    /// Its effective annotations.
    pub effective: &'a EffectiveAnnotations,
    /// The arguments of the call.
    pub arguments: &'a Value,
    /// The source's input schema, which may mark secrets and describe arguments.
    pub input_schema: Option<&'a Value>,
    /// Why approval is required, in one sentence.
    pub because: &'a str,
    /// The message of the rule that requires approval.
    pub message: Option<&'a str>,
    /// The principal that calls.
    pub principal: &'a str,
    /// The client's self-reported name.
    pub client: Option<&'a str>,
    /// The endpoint of the call, such as `/mcp/reading`.
    pub endpoint: &'a str,
    /// The environment that it would be made in.
    pub environment: Option<&'a str>,
    /// The last approval of this tool for this caller.
    pub previous: Option<PreviousApproval<'a>>,
    /// Whether the tool's definition has changed since that approval.
    pub definition_changed: bool,
    /// Until when the question can be answered, in microseconds since the Unix epoch.
    pub expires_micros: i64,
    /// When approval was requested.
    pub created_micros: i64,
    /// Whether warnings are shown.
    pub warnings: bool,
    /// The initial argument pattern for the approver. Left out of the card if it could reveal
    /// masked values.
    pub suggested_pattern: String,
    /// Whether "for this session" can be chosen.
    pub session: bool,
}

/// An approval that was given before.
#[derive(Clone, Copy, Debug)]
pub struct PreviousApproval<'a> {
    /// The card at that time.
    pub card: &'a ApprovalCard,
    /// When it was given, in microseconds since the Unix epoch.
    pub at_micros: i64,
    /// The name of the approver.
    pub by: &'a str,
}
