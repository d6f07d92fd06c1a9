//! Parses approvals from API responses.
//!
//! The API does not expose what a decision is bound to, so digests are unknown here. They are not
//! displayed.

use candor_model::{
    Approval, ApprovalAnswer, ApprovalBinding, ApprovalGrant, ApprovalId, ApprovalState,
    ApprovalVerdict, CallId, ChangeAuthor, ChangeChannel, Digest, EnvironmentName, GrantArguments,
    GrantId, GrantScope, QualifiedName,
};
use serde::Deserialize;
use serde_json::Value;

use super::CardReveal;
use crate::prelude::{CommandFailure, CommandResult};
use crate::timestamp;

/// An approval in a list, or one in full.
#[derive(Deserialize)]
pub(super) struct ApprovalDocument {
    id: String,
    state: String,
    tool: String,
    principal: String,
    client: Option<String>,
    endpoint: String,
    environment: Option<String>,
    because: String,
    first: bool,
    out_of_band: bool,
    session: bool,
    at: String,
    expires: String,
    verdict: Option<VerdictDocument>,
    call: Option<String>,
    version: u64,
    #[serde(default)]
    card: Value,
    #[serde(default)]
    links: LinksDocument,
    #[serde(default)]
    reveals: Vec<CardReveal>,
}

/// A card with nothing masked.
#[derive(Deserialize)]
pub(super) struct RevealDocument {
    pub(super) card: Value,
}

#[derive(Deserialize)]
struct VerdictDocument {
    decision: String,
    scope: Option<String>,
    pattern: Option<String>,
    who: String,
    door: String,
    reason: Option<String>,
    at: String,
}

#[derive(Default, Deserialize)]
struct LinksDocument {
    page: Option<String>,
}

/// A standing approval.
#[derive(Deserialize)]
pub(super) struct GrantDocument {
    id: String,
    principal: String,
    tool: String,
    environment: Option<String>,
    session: bool,
    arguments: String,
    pattern: Option<String>,
    first: bool,
    approval: String,
    who: String,
    door: String,
    reason: Option<String>,
    at: String,
    expires: String,
}

// === impl ApprovalDocument ===

impl ApprovalDocument {
    pub(super) fn id(&self) -> CommandResult<ApprovalId> {
        ApprovalId::parse(&self.id).ok_or_else(|| odd("id", &self.id))
    }

    /// The state of the approval.
    pub(super) fn state(&self) -> ApprovalState {
        ApprovalState::parse(&self.state).unwrap_or(ApprovalState::Expired)
    }

    /// The version of the approval.
    pub(super) fn version(&self) -> u64 {
        self.version
    }

    /// The URL of the approval's page.
    pub(super) fn page(self) -> Option<String> {
        self.links.page
    }

    /// The users who have seen the unmasked card.
    pub(super) fn reveals(self) -> Vec<CardReveal> {
        self.reveals
    }

    pub(super) fn approval(self) -> CommandResult<Approval> {
        let state = ApprovalState::parse(&self.state).ok_or_else(|| odd("state", &self.state))?;
        Ok(Approval {
            id: self.id()?,
            binding: ApprovalBinding {
                principal: self.principal,
                tool: tool(&self.tool)?,
                environment: environment(self.environment.as_deref())?,
                arguments: Digest::UNKNOWN,
                definition: Digest::UNKNOWN,
                policy: Digest::UNKNOWN,
            },
            state,
            // The session's id is only known to the gateway and its client.
            session: self.session.then(String::new),
            client: self.client,
            endpoint: self.endpoint,
            because: self.because,
            first: self.first,
            out_of_band: self.out_of_band,
            card: self.card.to_string(),
            created_micros: time(&self.at)?,
            expires_micros: time(&self.expires)?,
            verdict: self.verdict.map(VerdictDocument::verdict).transpose()?,
            consumed_by: self.call.as_deref().and_then(CallId::parse),
            version: self.version,
        })
    }
}

// === impl VerdictDocument ===

impl VerdictDocument {
    fn verdict(self) -> CommandResult<ApprovalVerdict> {
        let answer = match self.decision.as_str() {
            "deny" => ApprovalAnswer::Deny,
            "approve" => {
                let word = self.scope.as_deref().unwrap_or("once");
                let scope = GrantScope::parse(word, self.pattern.as_deref());
                ApprovalAnswer::Approve(scope.ok_or_else(|| odd("scope", word))?)
            }
            other => return Err(odd("decision", other)),
        };
        Ok(ApprovalVerdict {
            answer,
            author: author(self.who, &self.door, self.reason)?,
            at_micros: time(&self.at)?,
        })
    }
}

// === impl GrantDocument ===

impl GrantDocument {
    /// The standing approval.
    pub(super) fn grant(self) -> CommandResult<ApprovalGrant> {
        let arguments = match (self.arguments.as_str(), self.pattern) {
            ("any", _) => GrantArguments::Any,
            ("exactly", _) => GrantArguments::Exactly(Digest::UNKNOWN),
            ("pattern", Some(pattern)) => GrantArguments::Fitting(pattern),
            (other, _) => return Err(odd("arguments", other)),
        };
        Ok(ApprovalGrant {
            id: GrantId::parse(&self.id).ok_or_else(|| odd("id", &self.id))?,
            principal: self.principal,
            tool: tool(&self.tool)?,
            environment: environment(self.environment.as_deref())?,
            session: self.session.then(String::new),
            arguments,
            definition: Digest::UNKNOWN,
            policy: Digest::UNKNOWN,
            first: self.first,
            approval: ApprovalId::parse(&self.approval)
                .ok_or_else(|| odd("approval", &self.approval))?,
            author: author(self.who, &self.door, self.reason)?,
            at_micros: time(&self.at)?,
            expires_micros: time(&self.expires)?,
        })
    }
}

fn tool(text: &str) -> CommandResult<QualifiedName> {
    QualifiedName::parse(text).ok_or_else(|| odd("tool", text))
}

fn environment(text: Option<&str>) -> CommandResult<Option<EnvironmentName>> {
    let read = |text| EnvironmentName::parse(text).map_err(|_| odd("environment", text));
    text.map(read).transpose()
}

fn author(name: String, door: &str, why: Option<String>) -> CommandResult<ChangeAuthor> {
    let channel = ChangeChannel::parse(door).ok_or_else(|| odd("door", door))?;
    Ok(ChangeAuthor { name, channel, why })
}

fn time(text: &str) -> CommandResult<i64> {
    timestamp::read(text).ok_or_else(|| odd("time", text))
}

/// The error for a value that this version does not know.
fn odd(what: &str, text: &str) -> CommandFailure {
    let short: String = text.chars().take(60).collect();
    let shown = short.escape_debug();
    CommandFailure::new(format!(
        "the gateway answers with the {what} `{shown}`, which is unknown"
    ))
    .hint("use the `candor` of the same version as the gateway")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const ID: &str = "0198c9f2-0f3c-7000-8000-000000000000";

    fn document() -> Value {
        json!({
            "id": ID, "state": "approved", "tool": "shop.delete_book", "title": null,
            "line": "shop.delete_book for ann", "principal": "ann", "client": "x 1",
            "endpoint": "/mcp", "environment": "prod", "because": "it is destructive",
            "first": false, "out_of_band": true, "session": true,
            "at": "2026-07-28T12:34:56Z", "expires": "2026-07-28T12:39:56.5Z",
            "verdict": {"decision": "approve", "scope": "pattern", "pattern": "/id = 1",
                "who": "bob", "door": "api", "reason": "fine", "at": "2026-07-28T12:35:56Z"},
            "call": null, "version": 7, "card": {"tool": "shop.delete_book"},
            "text": "", "may_approve": false, "links": {"decision": "", "page": "http://x/a"},
        })
    }

    fn read(value: Value) -> CommandResult<Approval> {
        let document: ApprovalDocument = serde_json::from_value(value)?;
        document.approval()
    }

    #[test]
    fn an_approval_is_read_back() {
        let approval = read(document()).unwrap_or_else(|failure| panic!("{failure}"));
        assert_eq!(approval.id.to_string(), ID);
        assert_eq!(approval.binding.tool.to_string(), "shop.delete_book");
        assert_eq!(approval.state, ApprovalState::Approved);
        assert!(approval.session.is_some() && approval.out_of_band);
        assert_eq!(approval.created_micros, 1_785_242_096_000_000);
        assert_eq!(
            approval.expires_micros - approval.created_micros,
            300_500_000
        );
        assert_eq!(approval.card, r#"{"tool":"shop.delete_book"}"#);
        let verdict = approval.verdict.unwrap();
        assert_eq!(verdict.author.name, "bob");
        assert_eq!(verdict.author.channel, ChangeChannel::Api);
        let scope = GrantScope::Pattern("/id = 1".to_owned());
        assert_eq!(verdict.answer, ApprovalAnswer::Approve(scope));
    }

    #[test]
    fn a_word_of_another_version_is_named() {
        for (at, text, says) in [
            ("/state", "paused", "the state `paused`"),
            ("/tool", "", "the tool ``"),
            ("/at", "yesterday", "the time `yesterday`"),
            ("/verdict/door", "\u{1b}x", "the door `\\u{1b}x`"),
            ("/verdict/scope", "forever", "the scope `forever`"),
        ] {
            let mut value = document();
            *value.pointer_mut(at).unwrap() = json!(text);
            let said = read(value).err().map(|failure| failure.to_string());
            let said = said.unwrap_or_default();
            assert!(said.contains(says), "{at}: {said}");
        }
    }
}
