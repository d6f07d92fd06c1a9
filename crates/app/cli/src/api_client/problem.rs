//! Problem details returned by the API (RFC 9457).

use http::StatusCode;
use serde::Deserialize;
use serde_json::Value;

use crate::credential;
use crate::prelude::{CommandFailure, one_line};

/// The prefix of all problem types.
const KIND: &str = "urn:candor:problem:";

/// A problem as the API describes it.
#[derive(Deserialize)]
pub(crate) struct ApiProblem {
    #[serde(rename = "type")]
    kind: String,
    /// The description of the problem and its solution.
    pub(crate) detail: String,
    /// The approval as it is, where it was decided already.
    pub(crate) approval: Option<Value>,
    #[serde(skip)]
    status: StatusCode,
}

// === impl ApiProblem ===

impl ApiProblem {
    /// Parses a problem; `None` if it is not from a gateway.
    pub(super) fn read(status: StatusCode, body: &[u8]) -> Option<Self> {
        let problem: Self = serde_json::from_slice(body).ok()?;
        let ours = problem.kind.starts_with(KIND);
        ours.then_some(Self { status, ..problem })
    }

    /// The last part of its type, such as `unknown`.
    pub(crate) fn word(&self) -> &str {
        self.kind.strip_prefix(KIND).unwrap_or(&self.kind)
    }

    /// A hint for the user.
    fn way_out(&self) -> Option<&'static str> {
        match (self.status, self.word()) {
            (StatusCode::UNAUTHORIZED, _) => Some(credential::HOW),
            (_, "not-allowed") => Some("use a token that has the role"),
            _ => None,
        }
    }

    /// Whether what was named is not there.
    pub(crate) fn is_unknown(&self) -> bool {
        self.word() == "unknown"
    }
}

impl From<ApiProblem> for CommandFailure {
    fn from(problem: ApiProblem) -> Self {
        let failure = Self::new(one_line(&problem.detail));
        match problem.way_out() {
            Some(hint) => failure.hint(hint),
            None => failure,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_problems_of_a_gateway_are_repeated() {
        let ours = br#"{"type": "urn:candor:problem:unknown", "title": "Not found",
            "status": 404, "detail": "there is no approval `x`", "instance": "/"}"#;
        let read = ApiProblem::read(StatusCode::NOT_FOUND, ours).unwrap();
        assert!(read.is_unknown());
        let said = CommandFailure::from(read).to_string();
        assert_eq!(said, "there is no approval `x`");
        for other in [
            &b"<html>"[..],
            br#"{"type": "about:blank", "detail": "no"}"#,
            b"{}",
        ] {
            assert!(ApiProblem::read(StatusCode::NOT_FOUND, other).is_none());
        }
    }

    #[test]
    fn only_a_missing_role_needs_another_token() {
        for (kind, is_role) in [("not-allowed", true), ("forbidden", false)] {
            let body = format!(
                r#"{{"type": "urn:candor:problem:{kind}", "title": "No", "status": 403,
                "detail": "no", "instance": "/"}}"#
            );
            let read = ApiProblem::read(StatusCode::FORBIDDEN, body.as_bytes()).unwrap();
            assert_eq!(read.way_out().is_some(), is_role, "{kind}");
        }
    }
}
