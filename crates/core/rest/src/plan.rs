//! A request without base URL and credentials.

use candor_openapi::{ApiTool, KeyPlace, ParameterPlace};
use percent_encoding::percent_decode_str;
use serde_json::{Map, Value};
use url::Url;

use crate::arguments::PlacedArguments;
use crate::error::PlanError;
use crate::{accept, body, cookie, header, idempotency, path, query};

/// A request, but for its address and its credentials. Everything in it is encoded for its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HttpRequestPlan {
    /// The method in capitals.
    pub method: String,
    /// The path below the server's: begins with a slash.
    pub path: String,
    /// The query without its question mark. Empty where there is none.
    pub query: String,
    /// Headers in the order of the document. Neither `Accept` nor `Content-Type` is among them.
    pub headers: Vec<(String, String)>,
    /// Cookies in the order of the document.
    pub cookies: Vec<(String, String)>,
    /// The body, if the request has one.
    pub body: Option<RequestPayload>,
    /// The value of `Accept`.
    pub accept: String,
    /// The idempotency header that the API expects, if the arguments did not set it. The sender
    /// generates one key per call.
    pub idempotency_header: Option<String>,
    /// The part of the response that the caller requested, as a jq filter.
    pub select: Option<String>,
}

/// The body of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestPayload {
    /// The value of `Content-Type`.
    pub content_type: String,
    /// The bytes of the body.
    pub bytes: Vec<u8>,
}

/// Creates a request for a call.
///
/// The arguments should already be valid for the tool's schema; invalid ones may be rejected here
/// with another message or sent for the API to judge, but never affect another path, header or
/// cookie than the operation's own.
pub fn plan(tool: &ApiTool, arguments: &Map<String, Value>) -> Result<HttpRequestPlan, PlanError> {
    let arguments = PlacedArguments::read(tool, arguments)?;
    let (path, mut query) = path::fill(tool, &arguments)?;
    // Fixed by the document; arguments cannot change it.
    let mut headers: Vec<_> = tool
        .operation
        .method_override()
        .map(|(name, method)| (name.to_owned(), method.to_owned()))
        .into_iter()
        .collect();
    let mut cookies = Vec::new();
    let mut accept = accept::of(&tool.operation);
    for (parameter, argument) in arguments.parameters(tool) {
        match parameter.place {
            ParameterPlace::Path => {}
            ParameterPlace::Query => query.extend(query::write(tool, parameter, argument)?),
            ParameterPlace::QueryString => query.extend(query::whole(parameter, argument)?),
            ParameterPlace::Header => {
                let value = header::write(parameter, argument)?;
                if parameter.name.eq_ignore_ascii_case("accept") {
                    accept = value.unwrap_or(accept);
                } else if let Some(value) = value {
                    headers.push((parameter.name.clone(), value));
                }
            }
            ParameterPlace::Cookie => cookies.extend(cookie::write(parameter, argument)?),
        }
    }
    Ok(HttpRequestPlan {
        method: tool.operation.method.as_str().to_owned(),
        path,
        query: query.join("&"),
        idempotency_header: idempotency::header(&tool.operation, &headers),
        headers,
        cookies,
        body: body::write(tool, &arguments)?,
        accept,
        select: arguments.select,
    })
}

// === impl HttpRequestPlan ===

impl HttpRequestPlan {
    /// The URL of the request: the path of `base` followed by the operation's.
    ///
    /// The result is compared with the intended path. A URL whose path would be normalised
    /// differently, for example because of dots in the document, is rejected.
    pub fn url(&self, base: &Url) -> Result<Url, PlanError> {
        let path = format!("{}{}", base.path().trim_end_matches('/'), self.path);
        let query = (!self.query.is_empty()).then_some(self.query.as_str());
        let mut url = base.clone();
        url.set_fragment(None);
        url.set_path(&path);
        url.set_query(query);
        if url.path() == path && url.query() == query && url.origin() == base.origin() {
            Ok(url)
        } else {
            Err(PlanError::BadPath {
                path: self.path.clone(),
            })
        }
    }

    /// Makes sure that a credential of this name would be the only value in its location. An
    /// argument with arbitrary names could also have set it, and servers differ in which of two
    /// values they use.
    pub fn reserve(&self, place: KeyPlace, name: &str) -> Result<(), PlanError> {
        let decoded = |text: &str| percent_decode_str(text).decode_utf8_lossy().into_owned();
        let (words, taken) = match place {
            KeyPlace::Query => (
                "query parameter",
                self.query
                    .split('&')
                    .any(|pair| decoded(pair.split('=').next().unwrap_or_default()) == name),
            ),
            KeyPlace::Header => (
                "header",
                self.headers
                    .iter()
                    .any(|(other, _)| other.eq_ignore_ascii_case(name)),
            ),
            KeyPlace::Cookie => (
                "cookie",
                self.cookies
                    .iter()
                    .any(|(other, _)| decoded(other) == decoded(name)),
            ),
        };
        if taken {
            let name = name.to_owned();
            return Err(PlanError::Taken { place: words, name });
        }
        Ok(())
    }
}
