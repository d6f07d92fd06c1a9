//! Determines the era of an unknown server.
//!
//! The modern handshake comes first. A modern server answers it; a legacy server answers with some
//! error, or not at all, or crashes. All of these lead to the legacy handshake.

use std::pin::pin;
use std::time::Duration;

use candor_model::McpRevision;
use candor_wire::link::{LinkInbox, ServerLink};
use candor_wire::{RawJson, RawObject, code};

use super::answer::{self, SpokenRevision};
use super::error::{is_breakdown, is_out_of_reach};
use super::{ConnectAttempt, ConnectError, ConnectedServer, greet};
use crate::rpc::UpstreamCallError;

/// The time limit for the modern handshake. With silent legacy servers every start takes this much
/// longer, until their era is cached.
const PATIENCE: Duration = Duration::from_secs(3);
/// How long to wait for the late answer of a modern server that has also refused the legacy
/// handshake.
const LATE: Duration = Duration::from_secs(1);

/// The meaning of the answer to the modern handshake.
enum ProbeVerdict {
    Modern(RawJson, McpRevision),
    Legacy,
    /// Legacy, and the connection did not survive the request.
    Broken,
    /// Modern: it refused, but names a revision that is supported.
    Again,
    Hopeless(ConnectError),
}

/// Connects to a server of either era.
pub(super) async fn probe(target: &ConnectAttempt<'_>) -> Result<ConnectedServer, ConnectError> {
    let (link, mut inbox) = target.open().await?;
    let patience = PATIENCE.min(target.limits.connect_timeout);
    let asked = link.clone();
    let mut question = pin!(greet::discover(&asked));
    let Ok(outcome) = tokio::time::timeout(patience, &mut question).await else {
        // The request stays open: a server that is merely slow to start may still answer it.
        let refusal = match greet::shake_hands(target, &link, &mut inbox).await {
            Ok(facts) => return Ok(greet::initialized(link, inbox, facts)),
            Err(error) if error.is_breakdown() => return greet::legacy(target).await,
            Err(error) => error,
        };
        if is_modern_late(question).await {
            return modern_after_all(target, link, inbox).await;
        }
        return Err(refusal);
    };
    match judge(outcome) {
        ProbeVerdict::Modern(result, revision) => greet::discovered(link, inbox, &result, revision),
        ProbeVerdict::Legacy => greet::initialize(target, link, inbox).await,
        ProbeVerdict::Broken => greet::legacy(target).await,
        ProbeVerdict::Again => greet::modern(target).await,
        ProbeVerdict::Hopeless(error) => Err(error),
    }
}

/// Whether the modern handshake is answered late, after the legacy one was refused.
async fn is_modern_late(
    question: impl Future<Output = Result<RawJson, UpstreamCallError>>,
) -> bool {
    let answer = tokio::time::timeout(LATE, question).await;
    matches!(answer.map(judge), Ok(ProbeVerdict::Modern(..)))
}

/// Repeats the modern handshake with a server that has refused the legacy one: on the same
/// connection, since a program that was slow to start should not have to start twice, and on a new
/// one if the refused handshake broke it.
async fn modern_after_all(
    target: &ConnectAttempt<'_>,
    link: ServerLink,
    inbox: LinkInbox,
) -> Result<ConnectedServer, ConnectError> {
    let again = tokio::time::timeout(LATE, greet::discover(&link)).await;
    match again.map(judge) {
        Ok(ProbeVerdict::Modern(result, revision)) => {
            greet::discovered(link, inbox, &result, revision)
        }
        _ => greet::modern(target).await,
    }
}

fn judge(outcome: Result<RawJson, UpstreamCallError>) -> ProbeVerdict {
    match outcome {
        Ok(result) => match answer::supported(&result) {
            Some(SpokenRevision::Modern(revision)) => ProbeVerdict::Modern(result, revision),
            Some(SpokenRevision::Unknown(dates)) => {
                ProbeVerdict::Hopeless(ConnectError::UnknownRevision(dates))
            }
            Some(SpokenRevision::Legacy) | None => ProbeVerdict::Legacy,
        },
        Err(UpstreamCallError::Declined { method, error }) if code::is_modern(error.code) => {
            let supported = error
                .data
                .as_ref()
                .and_then(|data| RawObject::parse(data).ok())
                .and_then(|data| answer::spoken(data.get("supported")?));
            match supported {
                Some(SpokenRevision::Legacy) => ProbeVerdict::Legacy,
                Some(SpokenRevision::Unknown(dates)) => {
                    ProbeVerdict::Hopeless(ConnectError::UnknownRevision(dates))
                }
                Some(SpokenRevision::Modern(_)) => ProbeVerdict::Again,
                None => {
                    ProbeVerdict::Hopeless(UpstreamCallError::Declined { method, error }.into())
                }
            }
        }
        Err(UpstreamCallError::Link(error)) if is_out_of_reach(&error) => {
            ProbeVerdict::Hopeless(error.into())
        }
        Err(UpstreamCallError::Link(error)) if is_breakdown(&error) => ProbeVerdict::Broken,
        Err(_) => ProbeVerdict::Legacy,
    }
}

#[cfg(test)]
mod tests {
    use candor_wire::ErrorObject;
    use candor_wire::link::LinkError;

    use super::*;

    fn told(outcome: Result<&'static str, ErrorObject>) -> &'static str {
        let outcome = match outcome {
            Ok(text) => Ok(RawJson::parse(text).expect("JSON")),
            Err(error) => Err(UpstreamCallError::Declined {
                method: "server/discover",
                error,
            }),
        };
        name(&judge(outcome))
    }

    fn name(verdict: &ProbeVerdict) -> &'static str {
        match verdict {
            ProbeVerdict::Modern(..) => "modern",
            ProbeVerdict::Legacy => "legacy",
            ProbeVerdict::Broken => "broken",
            ProbeVerdict::Again => "again",
            ProbeVerdict::Hopeless(_) => "hopeless",
        }
    }

    #[test]
    fn answers_tell_the_era() {
        let error = |code| ErrorObject::new(code, "no");
        let supports = |list: &serde_json::Value| {
            error(-32022).with_data(&serde_json::json!({"supported": list}))
        };
        assert_eq!(
            told(Ok(r#"{"supportedVersions":["2026-07-28"]}"#)),
            "modern"
        );
        assert_eq!(told(Ok(r#"{"anything":"else"}"#)), "legacy");
        assert_eq!(told(Err(error(-32601))), "legacy");
        assert_eq!(told(Err(error(-32000))), "legacy");
        assert_eq!(told(Err(error(-32020))), "hopeless");
        assert_eq!(
            told(Err(supports(&serde_json::json!(["2025-06-18"])))),
            "legacy"
        );
        assert_eq!(
            told(Err(supports(&serde_json::json!(["2026-07-28"])))),
            "again"
        );
        assert_eq!(
            told(Err(supports(&serde_json::json!(["2030-01-01"])))),
            "hopeless"
        );
    }

    #[test]
    fn transport_errors_tell_the_era_too() {
        let link = |error| name(&judge(Err(UpstreamCallError::Link(error))));
        assert_eq!(
            link(LinkError::Status {
                status: 405,
                body: String::new()
            }),
            "legacy"
        );
        let exited = LinkError::Exited {
            status: "code 1".into(),
            stderr_tail: String::new(),
        };
        assert_eq!(link(exited), "broken");
        let limit = Duration::from_secs(1);
        assert_eq!(
            link(LinkError::Timeout {
                step: "x".into(),
                limit
            }),
            "hopeless"
        );
    }
}
