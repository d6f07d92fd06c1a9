//! Consent to pages: a person must agree before a page of an untrusted server is opened.
//!
//! A client may open a page, or offer it, in the gateway's name. So the gateway first asks the
//! person, with the host clearly shown; only if the person agrees is the server's question
//! forwarded. Otherwise the server gets the same answer as when a person declines.

mod state;
mod waiting;
mod wording;

use candor_model::SourceTrust;
use candor_wire::{RawJson, RawObject, method};

pub(crate) use state::PageConsentState;
pub(crate) use waiting::WaitingConsents;

use crate::approvals::capabilities::ApprovalCapabilities;
use crate::call::incoming::ClientContext;
use crate::catalogue::ServedSource;

/// The boolean field of the form that means consent. It must be set explicitly: a client that
/// answers every form with its defaults has not asked a person.
const OPEN: &str = "open";

/// How to handle a question of a server.
#[derive(Debug)]
pub(crate) enum PageVerdict {
    /// Forward it: it leads to no page, or its server is trusted.
    PassOn,
    /// Ask the person this form first.
    AskFirst(RawJson),
    /// Decline it, for this reason.
    Decline(&'static str),
}

/// How to handle the questions of an input-required result.
pub(crate) struct PageVerdicts {
    /// The forms to ask first, by the key of their question.
    pub(crate) forms: RawObject,
    /// The answers to declined questions, by their key.
    pub(crate) declined: RawObject,
}

/// What a question leads to.
#[derive(Debug, PartialEq, Eq)]
enum QuestionTarget {
    /// It does not ask for a page to be opened.
    Nothing,
    /// The page at this address.
    Page(String),
    /// It cannot be read unambiguously: another parser could read it differently.
    Ambiguous,
}

/// Decides about one question.
pub(crate) fn judge(
    server: &ServedSource,
    client: &ClientContext,
    asked: &str,
    params: Option<&RawJson>,
) -> PageVerdict {
    if server.trust == SourceTrust::Trusted {
        return PageVerdict::PassOn;
    }
    let name = server.source.name().as_str();
    match target(asked, params) {
        QuestionTarget::Nothing => PageVerdict::PassOn,
        QuestionTarget::Ambiguous => PageVerdict::Decline("it can be read in two ways"),
        QuestionTarget::Page(_) if !ApprovalCapabilities::of(client).form => {
            PageVerdict::Decline("the client cannot ask its person first")
        }
        QuestionTarget::Page(url) => match wording::form(name, &url) {
            Some(form) => PageVerdict::AskFirst(form),
            None => PageVerdict::Decline("it is not the address of a web page"),
        },
    }
}

/// Decides about the questions of an input-required result. `None` if all are forwarded.
pub(crate) fn judge_all(
    server: &ServedSource,
    client: &ClientContext,
    requests: &RawJson,
) -> Option<PageVerdicts> {
    let requests = RawObject::parse(requests).ok()?;
    let mut verdicts = PageVerdicts {
        forms: RawObject::default(),
        declined: RawObject::default(),
    };
    for (key, question) in requests.iter() {
        let verdict = match RawObject::parse(question) {
            Ok(question) => {
                let asked = question.get_string("method").unwrap_or_default();
                judge(server, client, &asked, question.get("params"))
            }
            Err(_) if server.trust == SourceTrust::Trusted => PageVerdict::PassOn,
            Err(_) => PageVerdict::Decline("it can be read in two ways"),
        };
        match verdict {
            PageVerdict::PassOn => {}
            PageVerdict::AskFirst(form) => {
                let form = [
                    ("method", RawJson::string(method::ELICIT)),
                    ("params", form),
                ];
                verdicts
                    .forms
                    .set(key, RawObject::from_iter(form).to_json());
            }
            PageVerdict::Decline(why) => {
                log_decline(server, why);
                verdicts.declined.set(key, declined());
            }
        }
    }
    let none = verdicts.forms.is_empty() && verdicts.declined.is_empty();
    (!none).then_some(verdicts)
}

/// Logs why a question was declined.
pub(crate) fn log_decline(server: &ServedSource, why: &str) {
    let source = server.source.name();
    tracing::info!(%source, why, "A question that leads to a page is declined");
}

/// The answer that a server gets to a declined question.
pub(crate) fn declined() -> RawJson {
    RawObject::from_iter([("action", RawJson::string("decline"))]).to_json()
}

/// Whether an answer to the form is consent.
fn is_yes(answer: &RawJson) -> bool {
    let Ok(members) = RawObject::parse(answer) else {
        return false;
    };
    let content = members.get("content");
    let content = content.and_then(|content| RawObject::parse(content).ok());
    let opened = content.as_ref().and_then(|content| content.get(OPEN));
    let accepted = members.get_string("action").as_deref() == Some("accept");
    accepted && opened.is_some_and(|opened| opened.as_bytes() == b"true")
}

/// The page that a question leads to. Some clients may look at `url` without `mode`, and some
/// ignore the case of keys.
fn target(asked: &str, params: Option<&RawJson>) -> QuestionTarget {
    let Some(params) = params.filter(|_| asked == method::ELICIT) else {
        return QuestionTarget::Nothing;
    };
    let Ok(members) = RawObject::parse(params) else {
        return QuestionTarget::Ambiguous;
    };
    let other_case = |key: &str| {
        let mut known = ["mode", "url"].into_iter();
        known.any(|name| key != name && key.eq_ignore_ascii_case(name))
    };
    if members.iter().any(|(key, _)| other_case(key)) {
        return QuestionTarget::Ambiguous;
    }
    let is_url = members.get_string("mode").as_deref() == Some("url");
    match members.get_string("url") {
        Some(url) => QuestionTarget::Page(url),
        None if is_url || members.get("url").is_some() => QuestionTarget::Ambiguous,
        None => QuestionTarget::Nothing,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn json(text: &str) -> RawJson {
        RawJson::parse(text.to_owned()).expect("JSON")
    }

    #[test]
    fn only_a_yes_of_a_person_is_one() {
        for (answer, expect) in [
            (r#"{"action":"accept","content":{"open":true}}"#, true),
            (r#"{"action":"accept","content":{"open":false}}"#, false),
            (r#"{"action":"accept","content":{"open":"true"}}"#, false),
            (r#"{"action":"accept","content":{}}"#, false),
            (r#"{"action":"accept"}"#, false),
            (r#"{"action":"decline","content":{"open":true}}"#, false),
            (r#"{"action":"cancel"}"#, false),
            ("[]", false),
        ] {
            assert_eq!(is_yes(&json(answer)), expect, "{answer}");
        }
    }

    #[test]
    fn whatever_has_an_address_leads_to_a_page() {
        let page = || QuestionTarget::Page("https://example.com/".to_owned());
        let elicit = method::ELICIT;
        for (asked, params, expect) in [
            (
                elicit,
                r#"{"mode":"url","url":"https://example.com/"}"#,
                page(),
            ),
            (elicit, r#"{"url":"https://example.com/"}"#, page()),
            (
                elicit,
                r#"{"m\u006fde":"url","\u0075rl":"https://example.com/"}"#,
                page(),
            ),
            (elicit, r#"{"mode":"url"}"#, QuestionTarget::Ambiguous),
            (elicit, r#"{"url":["x"]}"#, QuestionTarget::Ambiguous),
            (
                elicit,
                r#"{"mode":"form","mode":"url","url":"https://example.com/"}"#,
                QuestionTarget::Ambiguous,
            ),
            (
                elicit,
                r#"{"Mode":"url","URL":"https://example.com/"}"#,
                QuestionTarget::Ambiguous,
            ),
            (
                elicit,
                r#"{"mode":"form","message":"x"}"#,
                QuestionTarget::Nothing,
            ),
            (elicit, r#"{"message":"x"}"#, QuestionTarget::Nothing),
            (
                method::SAMPLING,
                r#"{"url":"https://example.com/"}"#,
                QuestionTarget::Nothing,
            ),
        ] {
            assert_eq!(target(asked, Some(&json(params))), expect, "{params}");
        }
        assert_eq!(target(elicit, None), QuestionTarget::Nothing);
    }
}
