//! Requests to token servers.

use std::time::{Duration, Instant};

use base64::Engine as _;
use bytes::Bytes;
use candor_egress::{EgressClient, EgressError, EgressRequest, ExchangeLimits};
use candor_model::Secret;
use http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use serde_json::Value;
use url::{Url, form_urlencoded};

use super::TokenGrant;

/// A token is discarded this long before it expires, so that it does not expire in transit.
const MARGIN: Duration = Duration::from_secs(30);

/// How long a token without an expiry is kept. If it is refused earlier, it is discarded then.
const UNSAID: Duration = Duration::from_mins(30);

/// The maximum size of a token server's answer.
const LARGEST: usize = 1 << 20;

/// Why there is no token. Contains nothing of what was sent.
#[derive(Debug, thiserror::Error)]
pub(in crate::openapi) enum TokenError {
    #[error("the token server `{host}` gave no answer")]
    Unanswered {
        host: String,
        #[source]
        cause: EgressError,
    },
    #[error("the token server `{host}` refused with {status}{reason}")]
    Refused {
        host: String,
        status: StatusCode,
        reason: String,
    },
    #[error("the token server `{host}` answered with something that is no token")]
    NoToken { host: String },
}

/// The grant that a token is requested with.
pub(in crate::openapi) enum TokenProof<'a> {
    /// The credentials of the program itself.
    Program,
    /// A person's stored consent.
    Consent(&'a Secret<String>),
    /// A person's consent that was just given.
    Code {
        code: &'a Secret<String>,
        verifier: &'a Secret<String>,
        redirect: &'a Url,
    },
}

/// The answer of a token server.
pub(in crate::openapi) struct FetchedToken {
    pub(in crate::openapi) token: Secret<String>,
    pub(in crate::openapi) until: Instant,
    pub(in crate::openapi) refresh: Option<Secret<String>>,
}

/// Requests a token. The client's credentials are sent in the header, as the standard prefers; if
/// the server refuses that, they are sent in the body.
pub(in crate::openapi) async fn exchange(
    client: &EgressClient,
    grant: &TokenGrant,
    proof: &TokenProof<'_>,
) -> Result<FetchedToken, TokenError> {
    let first = ask(client, grant, proof, true).await;
    let unknown = matches!(&first, Err(TokenError::Refused { status, .. })
        if *status == StatusCode::UNAUTHORIZED || *status == StatusCode::BAD_REQUEST);
    if unknown && grant.client_secret.is_some() {
        return ask(client, grant, proof, false).await;
    }
    first
}

async fn ask(
    client: &EgressClient,
    grant: &TokenGrant,
    proof: &TokenProof<'_>,
    in_header: bool,
) -> Result<FetchedToken, TokenError> {
    let host = grant.token_url.host_str().unwrap_or_default().to_owned();
    let request = EgressRequest {
        method: Method::POST,
        url: grant.token_url.clone(),
        headers: headers(grant, in_header),
        body: body(grant, proof, in_header),
    };
    let bounds = ExchangeLimits {
        timeout: Duration::from_secs(30),
        silence: Duration::from_secs(20),
        max_body: LARGEST,
        redirects: 0,
    };
    let reply = client.send(&request, &bounds).await;
    let reply = reply.map_err(|cause| TokenError::Unanswered {
        host: host.clone(),
        cause,
    })?;
    let answer: Value = serde_json::from_slice(&reply.body).unwrap_or_default();
    if !reply.status.is_success() {
        return Err(TokenError::Refused {
            host,
            status: reply.status,
            reason: reason(&answer),
        });
    }
    read(&answer).ok_or(TokenError::NoToken { host })
}

fn headers(grant: &TokenGrant, in_header: bool) -> HeaderMap {
    let mut headers = HeaderMap::new();
    let form = HeaderValue::from_static("application/x-www-form-urlencoded");
    headers.insert(header::CONTENT_TYPE, form);
    headers.insert(header::ACCEPT, HeaderValue::from_static("application/json"));
    if let (true, Some(id), Some(secret)) = (in_header, &grant.client_id, &grant.client_secret) {
        let encode = |secret: &Secret<String>| -> String {
            form_urlencoded::byte_serialize(secret.expose().as_bytes()).collect()
        };
        let pair = Secret::new(format!("{}:{}", encode(id), encode(secret)));
        let pair = base64::engine::general_purpose::STANDARD.encode(pair.expose());
        if let Ok(mut value) = HeaderValue::from_str(&format!("Basic {pair}")) {
            value.set_sensitive(true);
            headers.insert(header::AUTHORIZATION, value);
        }
    }
    headers
}

fn body(grant: &TokenGrant, proof: &TokenProof<'_>, in_header: bool) -> Bytes {
    let mut form = form_urlencoded::Serializer::new(String::new());
    match proof {
        TokenProof::Program => {
            form.append_pair("grant_type", "client_credentials");
            if !grant.scopes.is_empty() {
                form.append_pair("scope", &grant.scopes.join(" "));
            }
        }
        TokenProof::Consent(token) => {
            form.append_pair("grant_type", "refresh_token");
            form.append_pair("refresh_token", token.expose());
        }
        TokenProof::Code {
            code,
            verifier,
            redirect,
        } => {
            form.append_pair("grant_type", "authorization_code");
            form.append_pair("code", code.expose());
            form.append_pair("redirect_uri", redirect.as_str());
            form.append_pair("code_verifier", verifier.expose());
        }
    }
    let header_has_them = in_header && grant.client_secret.is_some();
    if let (false, Some(id)) = (header_has_them, &grant.client_id) {
        form.append_pair("client_id", id.expose());
        if let Some(secret) = &grant.client_secret {
            form.append_pair("client_secret", secret.expose());
        }
    }
    Bytes::from(form.finish())
}

fn read(answer: &Value) -> Option<FetchedToken> {
    let text = |key: &str| {
        let text = answer.get(key)?.as_str()?;
        (!text.is_empty()).then(|| Secret::new(text.to_owned()))
    };
    let seconds = answer.get("expires_in").and_then(|value| {
        // Some servers send the number as text.
        value.as_u64().or_else(|| value.as_str()?.parse().ok())
    });
    let life = match seconds.map(Duration::from_secs) {
        // A token that lives shorter than the margin is still usable for the current call.
        Some(life) => life.saturating_sub(MARGIN.min(life / 2)),
        None => UNSAID,
    };
    Some(FetchedToken {
        token: text("access_token")?,
        until: Instant::now() + life.min(Duration::from_hours(24)),
        refresh: text("refresh_token"),
    })
}

/// The server's reason for its refusal, if it has the standard form.
fn reason(answer: &Value) -> String {
    let word = answer.get("error").and_then(Value::as_str);
    // The standard has a fixed list of words; other text might repeat what was sent.
    let plain =
        |word: &&str| word.len() <= 60 && word.bytes().all(|b| b == b'_' || b.is_ascii_lowercase());
    match word.filter(plain) {
        Some(word) => format!(" (`{word}`)"),
        None => String::new(),
    }
}
