//! The question as a client shows it to its person, and what comes back.

use candor_card::Card;
use candor_model::{Answer, ApprovalId, GrantScope, Revision};
use candor_wire::RawJson;
use serde_json::{Value, json};

/// The key of the question in an input-required result.
pub(crate) const QUESTION: &str = "approval";
/// The longest reason that is passed on.
const REASON_MAX: usize = 500;

const ONCE: &str = "allow once";
const SESSION: &str = "allow for this session";
const ARGUMENTS: &str = "always allow with these arguments";
const DENY: &str = "deny";

/// In which form a client is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// It shows a form and answers.
    Form,
    /// It offers a page, where somebody answers.
    Url,
}

/// What a client answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Heard {
    /// A decision, with a reason.
    Decision(Answer, Option<String>),
    /// Somebody has been sent to the page.
    Sent,
    /// Nothing that decides anything.
    Nothing,
}

// === impl Mode ===

impl Mode {
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
    card: &Card,
    id: ApprovalId,
    mode: Mode,
    page: &str,
    revision: Revision,
) -> RawJson {
    let mut params = match mode {
        Mode::Form => json!({
            "message": card.dialog(),
            "requestedSchema": schema(card.session),
        }),
        Mode::Url => json!({
            "message": card.dialog(),
            "elicitationId": id.to_string(),
            "url": page,
        }),
    };
    if revision != Revision::V2025_06_18
        && let Some(members) = params.as_object_mut()
    {
        members.shift_insert(0, "mode".to_owned(), mode.as_str().into());
    }
    RawJson::from_value(&params)
}

/// What a person can answer in a client. What counts for more calls than they have seen is
/// granted elsewhere, since a client may answer by itself.
fn schema(session: bool) -> Value {
    let words = [
        Some(ONCE),
        session.then_some(SESSION),
        Some(ARGUMENTS),
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

/// Reads an answer to `elicitation/create`. Whatever is not clearly a yes is none.
pub(crate) fn hear(answer: &RawJson, mode: Mode, session: bool) -> Heard {
    let answer: Value = answer.decode().unwrap_or_default();
    let denied = |reason: &str| Heard::Decision(Answer::Deny, Some(reason.to_owned()));
    match (answer.get("action").and_then(Value::as_str), mode) {
        (Some("decline"), _) => denied("declined in the client"),
        (Some("cancel"), _) => denied("dismissed in the client without a decision"),
        (Some("accept"), Mode::Url) => Heard::Sent,
        (Some("accept"), Mode::Form) => {
            let text = |key: &str| {
                let found = answer.get("content")?.get(key)?.as_str()?.trim();
                Some(found).filter(|found| !found.is_empty())
            };
            let reason = text("reason").map(|reason| reason.chars().take(REASON_MAX).collect());
            let answer = match text("decision") {
                Some(ONCE) => Answer::Approve(GrantScope::Once),
                Some(SESSION) if session => Answer::Approve(GrantScope::Session),
                Some(ARGUMENTS) => Answer::Approve(GrantScope::TheseArguments),
                Some(DENY) => Answer::Deny,
                _ => return Heard::Nothing,
            };
            Heard::Decision(answer, reason)
        }
        _ => Heard::Nothing,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(answer: &'static str, mode: Mode, session: bool, expect: &Heard) {
        let answer = RawJson::parse(answer).expect("JSON");
        assert_eq!(hear(&answer, mode, session), *expect, "{answer}");
    }

    #[test]
    fn only_a_clear_yes_is_a_yes() {
        let yes = |scope| Heard::Decision(Answer::Approve(scope), None);
        let no = |reason: &str| Heard::Decision(Answer::Deny, Some(reason.to_owned()));
        let form = Mode::Form;
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
            (r#"{"action":"accept"}"#, Heard::Nothing),
            (r#"{"action":"accept","content":{}}"#, Heard::Nothing),
            (
                r#"{"action":"accept","content":{"decision":true}}"#,
                Heard::Nothing,
            ),
            (
                r#"{"action":"accept","content":{"decision":"yes"}}"#,
                Heard::Nothing,
            ),
            (
                r#"{"action":"ACCEPT","content":{"decision":"allow once"}}"#,
                Heard::Nothing,
            ),
            (r#"{"content":{"decision":"allow once"}}"#, Heard::Nothing),
            ("[]", Heard::Nothing),
        ] {
            check(answer, form, false, &expect);
        }
        let session = r#"{"action":"accept","content":{"decision":"allow for this session"}}"#;
        check(session, form, true, &yes(GrantScope::Session));
        check(session, form, false, &Heard::Nothing);
    }

    #[test]
    fn a_client_that_was_offered_a_page_decides_nothing_but_no() {
        let accept = r#"{"action":"accept","content":{"decision":"allow once"}}"#;
        check(accept, Mode::Url, true, &Heard::Sent);
        let declined = Some("declined in the client".to_owned());
        let no = Heard::Decision(Answer::Deny, declined);
        check(r#"{"action":"decline"}"#, Mode::Url, true, &no);
    }
}
