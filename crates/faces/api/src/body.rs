//! JSON bodies of requests that change something.
//!
//! The content type must be JSON: a page of another origin cannot send that without a CORS
//! preflight, which is never answered here.

use std::time::Duration;

use axum::body::Body;
use axum::extract::{FromRequest, Request};
use bytes::{Bytes, BytesMut};
use http::header::CONTENT_TYPE;
use http::{HeaderMap, Method};
use http_body_util::BodyExt;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde_json::error::Category;

use crate::problem::{ApiProblem, ProblemKind};
use crate::router::ApiState;

/// The timeout for receiving a body.
const DEADLINE: Duration = Duration::from_secs(30);
/// The most characters of a message about a body, which may quote it.
const MESSAGE_MAX: usize = 400;

/// A type that a body is parsed into.
pub(crate) trait RequestBody: DeserializeOwned {
    /// The expected form, to follow `it should be`.
    const SHAPE: &'static str;
    /// Whether it contains a secret, so that messages must not quote it.
    const SECRET: bool = false;
}

/// The body of a request, read.
pub(crate) struct JsonBody<T>(pub(crate) T);

/// A request without a body.
pub(crate) struct NoBody;

// === impl JsonBody ===

impl<T: RequestBody> FromRequest<ApiState> for JsonBody<T> {
    type Rejection = ApiProblem;

    async fn from_request(request: Request, api: &ApiState) -> Result<Self, ApiProblem> {
        check_type(request.method(), request.headers())?;
        let bytes = read(request.into_body(), api.gateway.limits().request_body).await?;
        check_object::<T>(&bytes)?;
        serde_json::from_slice(&bytes)
            .map(Self)
            .map_err(|error| unread::<T>(&error))
    }
}

impl FromRequest<ApiState> for NoBody {
    type Rejection = ApiProblem;

    async fn from_request(request: Request, _: &ApiState) -> Result<Self, ApiProblem> {
        // One byte is too many; the rest is not read.
        match read(request.into_body(), 0).await {
            Ok(_) => Ok(Self),
            Err(problem) if problem.kind() == ProblemKind::TooLarge => Err(ApiProblem::malformed(
                "a `DELETE` takes no body; give the reason as `?why=`",
            )),
            Err(problem) => Err(problem),
        }
    }
}

fn check_type(method: &Method, headers: &HeaderMap) -> Result<(), ApiProblem> {
    let given = headers.get(CONTENT_TYPE);
    let text = given.and_then(|value| value.to_str().ok()).unwrap_or("");
    let essence = text.split(';').next().unwrap_or_default().trim();
    if essence.eq_ignore_ascii_case("application/json") {
        return Ok(());
    }
    let found = match given {
        None => "there is none".to_owned(),
        Some(_) => format!("it is `{}`", shortened(&text.escape_debug().to_string())),
    };
    Err(ApiProblem::new(
        ProblemKind::MediaType,
        format!("the `Content-Type` of a `{method}` must be `application/json`; {found}"),
    ))
}

/// A list would be parsed as the fields in order.
fn check_object<T: RequestBody>(bytes: &[u8]) -> Result<(), ApiProblem> {
    let first = bytes.iter().find(|byte| !byte.is_ascii_whitespace());
    if first == Some(&b'{') {
        return Ok(());
    }
    serde_json::from_slice::<IgnoredAny>(bytes).map_err(|error| unread::<T>(&error))?;
    Err(ApiProblem::invalid(format!(
        "the body is no object; it should be {}",
        T::SHAPE
    )))
}

async fn read(body: Body, limit: usize) -> Result<Bytes, ApiProblem> {
    let late = || {
        let seconds = DEADLINE.as_secs();
        ApiProblem::new(
            ProblemKind::Slow,
            format!("the body did not arrive within {seconds} seconds; send it again"),
        )
    };
    tokio::time::timeout(DEADLINE, collect(body, limit))
        .await
        .unwrap_or_else(|_| Err(late()))
}

async fn collect(mut body: Body, limit: usize) -> Result<Bytes, ApiProblem> {
    let mut whole = BytesMut::new();
    while let Some(frame) = body.frame().await {
        let broken = |error| ApiProblem::malformed(format!("the body broke off: {error}"));
        let Ok(data) = frame.map_err(broken)?.into_data() else {
            continue;
        };
        if whole.len().saturating_add(data.len()) > limit {
            return Err(ApiProblem::new(
                ProblemKind::TooLarge,
                format!(
                    "the body is larger than {limit} bytes; `limits.request_body` sets how large \
                     it may be"
                ),
            ));
        }
        whole.extend_from_slice(&data);
    }
    Ok(whole.freeze())
}

/// The parser's message has the position and quotes what it found.
fn unread<T: RequestBody>(error: &serde_json::Error) -> ApiProblem {
    let place = format!("line {} column {}", error.line(), error.column());
    match error.classify() {
        Category::Syntax | Category::Eof | Category::Io => ApiProblem::malformed(format!(
            "the body is not JSON: {}",
            shortened(&error.to_string())
        )),
        Category::Data if T::SECRET => ApiProblem::invalid(format!(
            "the body is not as expected at {place}; it should be {}",
            T::SHAPE
        )),
        Category::Data => ApiProblem::invalid(format!(
            "the body is not as expected: {}; it should be {}",
            shortened(&error.to_string()),
            T::SHAPE
        )),
    }
}

fn shortened(text: &str) -> String {
    let mut short: String = text.chars().take(MESSAGE_MAX).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}
