//! The question as a client shows it to its user, and the parsing of the answer.

use candor_card::ApprovalCard;
use candor_model::{Approval, ApprovalAnswer, ApprovalId, GrantScope, McpRevision, Role};
use candor_wire::{RawJson, RawObject, method};
use serde_json::{Value, json};

use crate::call::incoming::ClientContext;

/// The key of the question in an input-required result.
pub(crate) const QUESTION: &str = "approval";
/// The maximum length of a reason.
const REASON_MAX: usize = 500;

const ONCE: &str = "allow once";
const SESSION: &str = "allow for this session";
const ARGUMENTS: &str = "always allow with these arguments";
const DENY: &str = "deny";

/// The form in which a client is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PromptMode {
    /// The client shows a form and answers.
    Form,
    /// The client offers a page on which the person answers.
    Url,
}

/// The client's answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ClientAnswer {
    /// A decision, with an optional reason.
    Decision(ApprovalAnswer, Option<String>),
    /// The client has sent its user to the page.
    Sent,
    /// Nothing that amounts to a decision.
    Nothing,
}

/// The lasting scopes that a client's user can choose in the client, beside approving the call
/// once. A client may answer automatically: it can approve more than one call only with a token
/// that has the approver role, and approvals of calls that no person has seen must be granted
/// elsewhere.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ClientScopes {
    session: bool,
    arguments: bool,
}

// === impl ClientScopes ===

impl ClientScopes {
    /// The scopes offered to a client in a question with this card.
    pub(crate) fn of(client: &ClientContext, card: &ApprovalCard) -> Self {
        let identity = &client.identity;
        let may = identity.token.is_some() && identity.may(Role::Approver);
        let lasting = may && !card.is_masked();
        Self {
            session: lasting && card.session,
            arguments: lasting,
        }
    }

    /// The scopes that were offered to a client in this approval.
    pub(crate) fn asked(client: &ClientContext, approval: &Approval) -> Self {
        let card = ApprovalCard::from_json(&approval.card);
        card.map_or_else(|_| Self::default(), |card| Self::of(client, &card))
    }
}

// === impl PromptMode ===

impl PromptMode {
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Form => "form",
            Self::Url => "url",
        }
    }

    pub(crate) fn parse(word: &str) -> Option<Self> {
        [Self::Form, Self::Url]
            .into_iter()
            .find(|mode| mode.as_str() == word)
    }
}

/// The parameters of `elicitation/create`.
pub(crate) fn params(
    card: &ApprovalCard,
    id: ApprovalId,
    mode: PromptMode,
    page: &str,
    client: &ClientContext,
) -> RawJson {
    let scopes = ClientScopes::of(client, card);
    let revision = client.revision;
    let mut params = match mode {
        PromptMode::Form => json!({
            "message": card.dialog(),
            "requestedSchema": schema(scopes),
        }),
        PromptMode::Url => json!({
            "message": card.dialog(),
            "elicitationId": id.to_string(),
            "url": page,
        }),
    };
    if revision != McpRevision::V2025_06_18
        && let Some(members) = params.as_object_mut()
    {
        members.shift_insert(0, "mode".to_owned(), mode.as_str().into());
    }
    RawJson::from_value(&params)
}

/// The question as the `inputRequests` of an input-required result.
pub(crate) fn input_requests(params: RawJson) -> RawJson {
    let question = RawObject::from_iter([
        ("method", RawJson::string(method::ELICIT)),
        ("params", params),
    ]);
    RawObject::from_iter([(QUESTION, question.to_json())]).to_json()
}

/// The schema of the form, with the decisions that are offered.
fn schema(scopes: ClientScopes) -> Value {
    let words = [
        Some(ONCE),
        scopes.session.then_some(SESSION),
        scopes.arguments.then_some(ARGUMENTS),
        Some(DENY),
    ];
    let words: Vec<_> = words.into_iter().flatten().collect();
    json!({
        "type": "object",
        "properties": {
            "decision": {
                "type": "string",
                "title": "Decision",
                "description": "Whether the call is made",
                "enum": words,
            },
            "reason": {
                "type": "string",
                "title": "Reason",
                "description": "Told to the model if you deny",
                "maxLength": REASON_MAX,
            },
        },
        "required": ["decision"],
    })
}

/// Parses an answer to `elicitation/create`. Only an explicit approval counts as one.
pub(crate) fn read_answer(
    answer: &RawJson,
    mode: PromptMode,
    scopes: ClientScopes,
) -> ClientAnswer {
    let answer: Value = answer.decode().unwrap_or_default();
    let denied =
        |reason: &str| ClientAnswer::Decision(ApprovalAnswer::Deny, Some(reason.to_owned()));
    match (answer.get("action").and_then(Value::as_str), mode) {
        (Some("decline"), _) => denied("declined in the client"),
        (Some("cancel"), _) => denied("dismissed in the client without a decision"),
        (Some("accept"), PromptMode::Url) => ClientAnswer::Sent,
        (Some("accept"), PromptMode::Form) => {
            let text = |key: &str| {
                let found = answer.get("content")?.get(key)?.as_str()?.trim();
                Some(found).filter(|found| !found.is_empty())
            };
            let reason = text("reason").map(|reason| reason.chars().take(REASON_MAX).collect());
            let answer = match text("decision") {
                Some(ONCE) => ApprovalAnswer::Approve(GrantScope::Once),
                Some(SESSION) if scopes.session => ApprovalAnswer::Approve(GrantScope::Session),
                Some(ARGUMENTS) if scopes.arguments => {
                    ApprovalAnswer::Approve(GrantScope::TheseArguments)
                }
                Some(DENY) => ApprovalAnswer::Deny,
                _ => return ClientAnswer::Nothing,
            };
            ClientAnswer::Decision(answer, reason)
        }
        _ => ClientAnswer::Nothing,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LASTING: ClientScopes = ClientScopes {
        session: false,
        arguments: true,
    };
    const ALL: ClientScopes = ClientScopes {
        session: true,
        arguments: true,
    };

    fn check(answer: &'static str, mode: PromptMode, scopes: ClientScopes, expect: &ClientAnswer) {
        let answer = RawJson::parse(answer).expect("JSON");
        assert_eq!(read_answer(&answer, mode, scopes), *expect, "{answer}");
    }

    #[test]
    fn only_a_clear_yes_is_a_yes() {
        let yes = |scope| ClientAnswer::Decision(ApprovalAnswer::Approve(scope), None);
        let no =
            |reason: &str| ClientAnswer::Decision(ApprovalAnswer::Deny, Some(reason.to_owned()));
        let form = PromptMode::Form;
        for (answer, expect) in [
            (
                r#"{"action":"accept","content":{"decision":"allow once"}}"#,
                yes(GrantScope::Once),
            ),
            (
                r#"{"action":"accept","content":{"decision":"always allow with these arguments"}}"#,
                yes(GrantScope::TheseArguments),
            ),
            (
                r#"{"action":"accept","content":{"decision":"deny","reason":" no "}}"#,
                no("no"),
            ),
            (r#"{"action":"decline"}"#, no("declined in the client")),
            (
                r#"{"action":"cancel"}"#,
                no("dismissed in the client without a decision"),
            ),
            (r#"{"action":"accept"}"#, ClientAnswer::Nothing),
            (r#"{"action":"accept","content":{}}"#, ClientAnswer::Nothing),
            (
                r#"{"action":"accept","content":{"decision":true}}"#,
                ClientAnswer::Nothing,
            ),
            (
                r#"{"action":"accept","content":{"decision":"yes"}}"#,
                ClientAnswer::Nothing,
            ),
            (
                r#"{"action":"ACCEPT","content":{"decision":"allow once"}}"#,
                ClientAnswer::Nothing,
            ),
            (
                r#"{"content":{"decision":"allow once"}}"#,
                ClientAnswer::Nothing,
            ),
            ("[]", ClientAnswer::Nothing),
        ] {
            check(answer, form, LASTING, &expect);
        }
        let session = r#"{"action":"accept","content":{"decision":"allow for this session"}}"#;
        check(session, form, ALL, &yes(GrantScope::Session));
        check(session, form, LASTING, &ClientAnswer::Nothing);
        let arguments =
            r#"{"action":"accept","content":{"decision":"always allow with these arguments"}}"#;
        check(
            arguments,
            form,
            ClientScopes::default(),
            &ClientAnswer::Nothing,
        );
    }

    #[test]
    fn a_client_that_was_offered_a_page_decides_nothing_but_no() {
        let accept = r#"{"action":"accept","content":{"decision":"allow once"}}"#;
        check(accept, PromptMode::Url, ALL, &ClientAnswer::Sent);
        let declined = Some("declined in the client".to_owned());
        let no = ClientAnswer::Decision(ApprovalAnswer::Deny, declined);
        check(r#"{"action":"decline"}"#, PromptMode::Url, ALL, &no);
    }
}
