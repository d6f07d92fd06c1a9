//! Problem documents (RFC 9457).
//!
//! A handler's problem is passed in the response's extensions; the guard, which knows the request
//! path, serializes it.

use std::fmt;

use axum::response::{IntoResponse, Response};
use candor_gateway::records::StoreError;
use candor_gateway::{DecideError, EditError, RevealError};
use http::{HeaderValue, StatusCode, header};
use serde::Serialize;
use utoipa::ToSchema;

use crate::approvals::item::ApprovalItem;
use crate::etag;
use crate::json_value::JsonValue;
use crate::time;

/// A problem on its way to the client.
#[derive(Clone, Debug)]
pub(crate) struct ApiProblem {
    kind: ProblemKind,
    detail: String,
    /// The version that what was to be changed has now.
    version: Option<u64>,
    /// The authentication challenge.
    challenge: Option<&'static str>,
    /// The state of the approval, if the decision came too late.
    approval: Option<JsonValue>,
}

/// The kinds of problems. Their names are part of the interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ProblemKind {
    Malformed,
    Unrecognised,
    Forbidden,
    NotAllowed,
    Unknown,
    Method,
    Slow,
    Exists,
    Declared,
    Conflict,
    Decided,
    Full,
    Changed,
    TooLarge,
    MediaType,
    Invalid,
    Precondition,
    Store,
}

/// What went wrong (RFC 9457).
#[derive(Serialize, ToSchema)]
#[schema(as = Problem)]
pub(crate) struct ProblemDocument<'a> {
    /// The kind of problem, for programs: `urn:candor:problem:` and a word that never changes.
    #[serde(rename = "type")]
    #[schema(example = "urn:candor:problem:unknown")]
    kind: String,
    /// The kind of problem, for people.
    title: &'a str,
    /// The status code.
    status: u16,
    /// What is wrong with this request, and the way out.
    detail: &'a str,
    /// The path that was asked for.
    instance: &'a str,
    /// The approval as it is, where it was decided already.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<ApprovalItem>)]
    approval: Option<&'a JsonValue>,
}

/// The beginning of a text, to be quoted in a sentence.
pub(crate) fn quoted(text: &str, most: usize) -> String {
    let short: String = text.chars().take(most).collect();
    short.escape_debug().to_string()
}

// === impl ProblemKind ===

impl ProblemKind {
    /// Its status, type and title.
    #[rustfmt::skip]
    const fn parts(self) -> (StatusCode, &'static str, &'static str) {
        use StatusCode as Code;

        match self {
            Self::Malformed => (Code::BAD_REQUEST, "malformed", "Malformed request"),
            Self::Unrecognised => (Code::UNAUTHORIZED, "unrecognised", "Authentication required"),
            Self::Forbidden => (Code::FORBIDDEN, "forbidden", "Not served to this host or origin"),
            Self::NotAllowed => (Code::FORBIDDEN, "not-allowed", "Permission denied"),
            Self::Unknown => (Code::NOT_FOUND, "unknown", "Not found"),
            Self::Method => (Code::METHOD_NOT_ALLOWED, "method", "Method not allowed"),
            Self::Slow => (Code::REQUEST_TIMEOUT, "slow", "Request timed out"),
            Self::Exists => (Code::CONFLICT, "exists", "Already exists"),
            Self::Declared => (Code::CONFLICT, "declared", "Set in the configuration file"),
            Self::Conflict => (Code::CONFLICT, "conflict", "Edit conflict"),
            Self::Decided => (Code::CONFLICT, "decided", "Already decided"),
            Self::Full => (Code::CONFLICT, "full", "Limit reached"),
            Self::Changed =>
                (Code::PRECONDITION_FAILED, "changed", "Changed since it was read"),
            Self::TooLarge => (Code::PAYLOAD_TOO_LARGE, "too-large", "Request too large"),
            Self::MediaType =>
                (Code::UNSUPPORTED_MEDIA_TYPE, "media-type", "The body must be JSON"),
            Self::Invalid => (Code::UNPROCESSABLE_ENTITY, "invalid", "Invalid request"),
            Self::Precondition =>
                (Code::PRECONDITION_REQUIRED, "precondition-required", "If-Match required"),
            Self::Store => (Code::SERVICE_UNAVAILABLE, "store", "Storage error"),
        }
    }

    const fn status(self) -> StatusCode {
        self.parts().0
    }
}

// === impl ApiProblem ===

impl ApiProblem {
    pub(crate) fn new(kind: ProblemKind, detail: impl fmt::Display) -> Self {
        Self {
            kind,
            detail: detail.to_string(),
            version: None,
            challenge: None,
            approval: None,
        }
    }

    /// The request is not authenticated; the challenge says what to send.
    pub(crate) fn challenge(detail: impl fmt::Display, challenge: &'static str) -> Self {
        Self {
            challenge: Some(challenge),
            ..Self::new(ProblemKind::Unrecognised, detail)
        }
    }

    /// The request cannot be read.
    pub(crate) fn malformed(detail: impl fmt::Display) -> Self {
        Self::new(ProblemKind::Malformed, detail)
    }

    /// The request is invalid.
    pub(crate) fn invalid(detail: impl fmt::Display) -> Self {
        Self::new(ProblemKind::Invalid, detail)
    }

    /// The subject does not exist.
    pub(crate) fn unknown(detail: impl fmt::Display) -> Self {
        Self::new(ProblemKind::Unknown, detail)
    }

    /// The same sentence with another kind.
    pub(crate) fn of_kind(self, kind: ProblemKind) -> Self {
        Self { kind, ..self }
    }

    pub(crate) fn kind(&self) -> ProblemKind {
        self.kind
    }

    /// The problem, if the request named no version.
    pub(crate) fn unconditional(mut self) -> Self {
        if self.kind == ProblemKind::Changed {
            self.kind = ProblemKind::Conflict;
            self.version = None;
        }
        self
    }

    /// The response with its body.
    pub(crate) fn written(&self, instance: &str) -> Response {
        let (status, word, title) = self.kind.parts();
        let document = ProblemDocument {
            kind: format!("urn:candor:problem:{word}"),
            title,
            status: status.as_u16(),
            detail: &self.detail,
            instance,
            approval: self.approval.as_ref(),
        };
        // Texts, a number and JSON: this cannot fail.
        let body = serde_json::to_vec(&document).unwrap_or_default();
        let kind = [(header::CONTENT_TYPE, "application/problem+json")];
        let mut response = (status, kind, body).into_response();
        let headers = response.headers_mut();
        if let Some(version) = self.version {
            headers.insert(header::ETAG, etag::value(version));
        }
        if let Some(challenge) = self.challenge {
            let challenge = HeaderValue::from_static(challenge);
            headers.insert(header::WWW_AUTHENTICATE, challenge);
        }
        response
    }
}

impl IntoResponse for ApiProblem {
    fn into_response(self) -> Response {
        let mut response = self.kind.status().into_response();
        response.extensions_mut().insert(self);
        response
    }
}

impl From<EditError> for ApiProblem {
    fn from(error: EditError) -> Self {
        let kind = match error {
            EditError::Store(error) => return error.into(),
            EditError::Stale { found, .. } => {
                return Self {
                    version: Some(found),
                    ..Self::new(ProblemKind::Changed, error)
                };
            }
            EditError::Invalid(_) => ProblemKind::Invalid,
            EditError::Unknown(_) => ProblemKind::Unknown,
            EditError::Exists(_) => ProblemKind::Exists,
            EditError::Declared { .. } => ProblemKind::Declared,
            EditError::OwnGuard(_) => ProblemKind::NotAllowed,
        };
        Self::new(kind, error)
    }
}

impl From<DecideError> for ApiProblem {
    fn from(error: DecideError) -> Self {
        let kind = match error {
            DecideError::Store(error) => return error.into(),
            DecideError::Already(ref approval) => {
                let stands = ApprovalItem::of(approval, time::now_micros());
                return Self {
                    approval: Some(JsonValue::of(&stands)),
                    ..Self::new(ProblemKind::Decided, error)
                };
            }
            DecideError::Unknown(_) => ProblemKind::Unknown,
            DecideError::Own(_) | DecideError::OutOfBand => ProblemKind::NotAllowed,
            DecideError::Invalid(_) => ProblemKind::Invalid,
        };
        Self::new(kind, error)
    }
}

impl From<RevealError> for ApiProblem {
    fn from(error: RevealError) -> Self {
        let kind = match error {
            RevealError::Store(error) => return error.into(),
            RevealError::Unknown(_) => ProblemKind::Unknown,
            RevealError::Over => ProblemKind::Decided,
            RevealError::NotMasked | RevealError::NotKept => ProblemKind::Invalid,
            RevealError::Sealed(_) | RevealError::Card(_) => ProblemKind::Store,
        };
        Self::new(kind, error)
    }
}

impl From<StoreError> for ApiProblem {
    fn from(error: StoreError) -> Self {
        match error {
            // The client can do something about these.
            StoreError::TooLarge { .. } | StoreError::NotJson { .. } | StoreError::Name { .. } => {
                Self::invalid(error)
            }
            StoreError::Full { .. } => Self::new(ProblemKind::Full, error),
            _ => {
                let cause = std::error::Error::source(&error).map(ToString::to_string);
                tracing::warn!(%error, cause, "The store failed a request");
                Self::new(ProblemKind::Store, error)
            }
        }
    }
}
