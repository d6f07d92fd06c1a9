//! Versions as entity tags: `"v7"`.

use axum::extract::FromRequestParts;
use axum::response::{IntoResponse, Response};
use http::header::{ETAG, HeaderName, IF_MATCH, IF_NONE_MATCH, LOCATION};
use http::request::Parts;
use http::{HeaderMap, HeaderValue, StatusCode};
use utoipa::IntoParams;
use utoipa::openapi::path::{Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::{Object, Required, Type};

use crate::problem::{ApiProblem, ProblemKind};

/// The version that a change is based on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum IfMatch {
    /// No condition.
    Absent,
    /// Whatever is there.
    Any,
    /// Exactly this version.
    Version(u64),
}

/// The versions that a reader has cached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum IfNoneMatch {
    /// Whatever is there.
    Any,
    /// One of these versions.
    Versions(Vec<u64>),
}

/// The tag of a version.
pub(crate) fn value(version: u64) -> HeaderValue {
    // Digits and letters: this cannot fail.
    HeaderValue::from_str(&format!("\"v{version}\"")).unwrap_or(HeaderValue::from_static("\"v\""))
}

/// A response with the tag of a version.
pub(crate) fn tagged(version: Option<u64>, response: impl IntoResponse) -> Response {
    let mut response = response.into_response();
    if let Some(version) = version {
        response.headers_mut().insert(ETAG, value(version));
    }
    response
}

/// The response about something that was not there before.
pub(crate) fn created(place: String, version: Option<u64>, view: impl IntoResponse) -> Response {
    tagged(version, (StatusCode::CREATED, [(LOCATION, place)], view))
}

// === impl IfMatch ===

impl IfMatch {
    /// The version that is expected. What would be lost without it must be named.
    pub(crate) fn required(self, what: &str) -> Result<Option<u64>, ApiProblem> {
        match self {
            Self::Version(version) => Ok(Some(version)),
            Self::Any => Ok(None),
            Self::Absent => Err(ApiProblem::new(
                ProblemKind::Precondition,
                format!(
                    "say which version of {what} you have read: send `If-Match` with the `ETag` \
                     that a `GET` of it gives, or `*` for whatever is there"
                ),
            )),
        }
    }

    /// The expected version, if there is one.
    pub(crate) fn optional(self) -> Option<u64> {
        match self {
            Self::Version(version) => Some(version),
            Self::Any | Self::Absent => None,
        }
    }

    /// Fails if a condition is given for something without a version: a condition that is not
    /// checked must not be accepted.
    pub(crate) fn unheard(self, what: &str) -> Result<(), ApiProblem> {
        match self {
            Self::Absent | Self::Any => Ok(()),
            Self::Version(_) => Err(ApiProblem::malformed(format!(
                "{what} has no version of its own; leave `If-Match` out"
            ))),
        }
    }
}

/// The parameter for operations that require it.
impl IntoParams for IfMatch {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let parameter = ParameterBuilder::new()
            .name("If-Match")
            .parameter_in(ParameterIn::Header)
            .description(Some("The `ETag` that you have read, or `*`."))
            .required(Required::True)
            .schema(Some(Object::with_type(Type::String)));
        vec![parameter.build()]
    }
}

impl<S: Send + Sync> FromRequestParts<S> for IfMatch {
    type Rejection = ApiProblem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiProblem> {
        let Some(text) = joined(&parts.headers, &IF_MATCH)? else {
            return Ok(Self::Absent);
        };
        if text == "*" {
            return Ok(Self::Any);
        }
        let wanted = "it takes one tag such as `\"v7\"`, or `*`";
        let version = version(&text).map(Self::Version);
        version.ok_or_else(|| malformed(&IF_MATCH, &text, wanted))
    }
}

// === impl IfNoneMatch ===

impl IfNoneMatch {
    /// The response, or 304 if the client already has it.
    pub(crate) fn answer(&self, version: Option<u64>, response: impl IntoResponse) -> Response {
        let known = version.is_some_and(|version| match self {
            Self::Any => true,
            Self::Versions(versions) => versions.contains(&version),
        });
        if known {
            return tagged(version, StatusCode::NOT_MODIFIED);
        }
        tagged(version, response)
    }
}

impl<S: Send + Sync> FromRequestParts<S> for IfNoneMatch {
    type Rejection = ApiProblem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiProblem> {
        let Some(text) = joined(&parts.headers, &IF_NONE_MATCH)? else {
            return Ok(Self::Versions(Vec::new()));
        };
        if text == "*" {
            return Ok(Self::Any);
        }
        // For reading, a weak tag is as good as a strong one.
        let tags = text.split(',').map(str::trim);
        let versions: Option<_> = tags
            .map(|tag| version(tag.strip_prefix("W/").unwrap_or(tag)))
            .collect();
        let wanted = "it takes tags such as `\"v7\"`, or `*`";
        let versions = versions.map(Self::Versions);
        versions.ok_or_else(|| malformed(&IF_NONE_MATCH, &text, wanted))
    }
}

fn joined(headers: &HeaderMap, name: &HeaderName) -> Result<Option<String>, ApiProblem> {
    let mut texts = Vec::new();
    for value in headers.get_all(name) {
        let text = value.to_str();
        texts.push(text.map_err(|_| malformed(name, "…", "it takes plain text"))?);
    }
    Ok((!texts.is_empty()).then(|| texts.join(", ").trim().to_owned()))
}

fn version(tag: &str) -> Option<u64> {
    let digits = tag.strip_prefix("\"v")?.strip_suffix('"')?;
    let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
    let canonical = plain && (digits == "0" || !digits.starts_with('0'));
    canonical.then(|| digits.parse().ok()).flatten()
}

fn malformed(name: &HeaderName, text: &str, wanted: &str) -> ApiProblem {
    let short: String = text.chars().take(100).collect();
    let name = if *name == IF_MATCH {
        "If-Match"
    } else {
        "If-None-Match"
    };
    ApiProblem::malformed(format!("the `{name}` header is `{short}`; {wanted}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_read_back_and_nothing_else_does() {
        for number in [0, 7, u64::MAX] {
            let tag = value(number);
            assert_eq!(version(tag.to_str().expect("ASCII")), Some(number));
        }
        for bad in [
            "v7",
            "\"7\"",
            "\"v\"",
            "\"v07\"",
            "\"v+7\"",
            "\"v-1\"",
            "\"v18446744073709551616\"",
            "W/\"v7\"",
        ] {
            assert_eq!(version(bad), None, "{bad}");
        }
    }
}
