//! The one table from what went wrong to the HTTP status that says so.
//!
//! Sessions put every answer into a 200. Modern clients and the proxies between us read the
//! status: they get one for what is wrong with the request itself, and a 200 for what a source
//! had to say.

use axum::body::Body;
use axum::response::Response;
use bytes::Bytes;
use candor_model::Era;
use candor_wire::{ErrorObject, Id, RawJson, code, envelope};
use http::{HeaderValue, StatusCode, header};

use crate::refusal::Refusal;

/// An error answer to one request, and how far the request got.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// Found by us in the request itself.
    Request(ErrorObject),
    /// Said by the gateway or by what is behind it.
    Inside(RawJson),
}

/// A finished response, with the status it has when it travels alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Answer {
    pub(crate) bytes: Bytes,
    pub(crate) status: StatusCode,
}

// === impl Fault ===

impl Fault {
    /// There is no such method, or not in this era.
    pub(crate) fn no_method(method: &str, era: Era) -> Self {
        let shown: String = method.chars().take(100).collect();
        let sentence = format!("there is no method `{shown}` in the {era} era of the protocol");
        Self::Request(ErrorObject::new(code::METHOD_NOT_FOUND, sentence))
    }

    /// The parameters are not what the method needs.
    pub(crate) fn params(sentence: impl Into<String>) -> Self {
        Self::Request(ErrorObject::new(code::INVALID_PARAMS, sentence))
    }

    fn status(&self, era: Era) -> StatusCode {
        match self {
            _ if era == Era::Legacy => StatusCode::OK,
            Self::Request(error) if error.code == code::METHOD_NOT_FOUND => StatusCode::NOT_FOUND,
            Self::Request(error) if error.code == code::INTERNAL_ERROR => {
                StatusCode::INTERNAL_SERVER_ERROR
            }
            Self::Request(_) => StatusCode::BAD_REQUEST,
            Self::Inside(error) => match ErrorObject::from_json(error).code {
                code::METHOD_NOT_FOUND => StatusCode::NOT_FOUND,
                code if code::is_modern(code) => StatusCode::BAD_REQUEST,
                _ => StatusCode::OK,
            },
        }
    }
}

impl From<ErrorObject> for Fault {
    fn from(error: ErrorObject) -> Self {
        Self::Request(error)
    }
}

// === impl Answer ===

impl Answer {
    /// Puts an outcome into its envelope.
    pub(crate) fn new(id: &Id, outcome: &Result<RawJson, Fault>, era: Era) -> Self {
        match outcome {
            Ok(result) => Self {
                bytes: envelope::response(id, result),
                status: StatusCode::OK,
            },
            Err(fault) => {
                let bytes = match fault {
                    Fault::Request(error) => error.response(Some(id)),
                    Fault::Inside(error) => envelope::error_response(Some(id), error),
                };
                Self {
                    bytes,
                    status: fault.status(era),
                }
            }
        }
    }

    /// The HTTP response that holds this answer and nothing else.
    pub(crate) fn into_response(self) -> Response {
        json(self.status, self.bytes)
    }
}

// === impl Refusal ===

impl Refusal {
    /// The HTTP response that tells the client. `id` is the request's, where it is known.
    pub(crate) fn response(&self, id: Option<&Id>) -> Response {
        let mut response = json(self.status(), self.error().response(id.or(self.id())));
        let (name, value) = match self {
            Self::OnlyPost => (header::ALLOW, "POST"),
            Self::Unrecognised(why) => (header::WWW_AUTHENTICATE, why.www_authenticate()),
            _ => return response,
        };
        response
            .headers_mut()
            .insert(name, HeaderValue::from_static(value));
        response
    }
}

/// A JSON response.
pub(crate) fn json(status: StatusCode, bytes: Bytes) -> Response {
    let mut response = Response::new(Body::from(bytes));
    *response.status_mut() = status;
    response.headers_mut().insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("application/json"),
    );
    response
}

/// A response without a body.
pub(crate) fn empty(status: StatusCode) -> Response {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = status;
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_status_depends_on_the_era_and_on_who_found_the_fault() {
        let request = |code| Fault::Request(ErrorObject::new(code, "x"));
        let inside = |code| Fault::Inside(ErrorObject::new(code, "x").to_json());
        let cases = [
            (request(code::METHOD_NOT_FOUND), 404),
            (request(code::INVALID_PARAMS), 400),
            (request(code::HEADER_MISMATCH), 400),
            (request(code::UNSUPPORTED_PROTOCOL_VERSION), 400),
            (request(code::INTERNAL_ERROR), 500),
            (inside(code::METHOD_NOT_FOUND), 404),
            (inside(code::MISSING_CLIENT_CAPABILITY), 400),
            (inside(code::INVALID_PARAMS), 200),
            (inside(code::INTERNAL_ERROR), 200),
            (inside(-1), 200),
        ];
        for (fault, expect) in cases {
            assert_eq!(fault.status(Era::Modern).as_u16(), expect, "{fault:?}");
            assert_eq!(fault.status(Era::Legacy).as_u16(), 200, "{fault:?}");
        }
    }

    #[test]
    fn an_answer_carries_the_id_as_it_came() {
        let id = Id::from_json(RawJson::string("a")).expect("an id");
        let answer = Answer::new(&id, &Err(Fault::params("no")), Era::Modern);
        assert_eq!(
            answer.bytes,
            r#"{"jsonrpc":"2.0","id":"a","error":{"code":-32602,"message":"no"}}"#
        );
    }

    #[test]
    fn whoever_is_not_recognised_is_told_what_to_present() {
        let unknown = Refusal::Unrecognised(candor_gateway::AccessError::Unknown.into());
        let response = unknown.response(None);
        assert_eq!(response.status(), StatusCode::UNAUTHORIZED);
        let challenge = &response.headers()[header::WWW_AUTHENTICATE];
        assert_eq!(challenge, r#"Bearer realm="candor", error="invalid_token""#);
    }

    #[tokio::test]
    async fn a_refusal_is_a_status_and_a_sentence() {
        let response = Refusal::OnlyPost.response(None);
        assert_eq!(response.status(), StatusCode::METHOD_NOT_ALLOWED);
        assert_eq!(response.headers()[header::ALLOW], "POST");
        let body = axum::body::to_bytes(response.into_body(), 1000)
            .await
            .expect("a body");
        let expect = r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"only POST is served without a session"}}"#;
        assert_eq!(body, expect);
    }
}
