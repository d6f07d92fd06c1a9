//! An OAuth token endpoint: client credentials and refresh tokens (RFC 6749, sections 4.4 and 6).

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use uuid::Uuid;

use super::decode;
use super::guard::credentials;
use super::reply::ScriptedReply;
use super::request::ReceivedRequest;
use super::token_plan::{ClientAuth, RefreshPolicy, TokenPlan};
use crate::server::lock;

/// The handle to the tokens of one endpoint.
#[derive(Clone, Debug)]
pub struct TokenEndpoint(Arc<TokenEndpointInner>);

#[derive(Debug)]
struct TokenEndpointInner {
    plan: TokenPlan,
    state: Mutex<IssuedTokens>,
}

#[derive(Debug, Default)]
struct IssuedTokens {
    counts: TokenCounts,
    /// The good access tokens and when they were given.
    access: HashMap<String, Instant>,
    /// The good refresh tokens.
    refresh: Vec<String>,
    latest: Option<String>,
}

/// The number of requests by kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TokenCounts {
    /// Tokens given for client credentials.
    pub granted: u64,
    /// Tokens given for a refresh token.
    pub refreshed: u64,
    /// Requests that were refused.
    pub refused: u64,
    /// Tokens given to a client that used `Authorization: Basic`.
    pub by_basic: u64,
    /// Tokens given to a client that used the form.
    pub by_form: u64,
}

/// A refusal as RFC 6749 writes it: status, code, sentence.
type TokenRefusal = (u16, &'static str, &'static str);

/// The parameters of a request, each at most once.
type TokenForm = HashMap<String, String>;

// === impl TokenEndpoint ===

impl TokenEndpoint {
    pub(super) fn new(plan: TokenPlan) -> Self {
        Self(Arc::new(TokenEndpointInner {
            plan,
            state: Mutex::default(),
        }))
    }

    /// The counts so far.
    pub fn counts(&self) -> TokenCounts {
        lock(&self.0.state).counts
    }

    /// The access token that was given last.
    pub fn latest(&self) -> Option<String> {
        lock(&self.0.state).latest.clone()
    }

    /// Whether an access token is good.
    pub fn is_good(&self, token: &str) -> bool {
        let state = lock(&self.0.state);
        let given = state.access.get(token);
        given.is_some_and(|given| {
            let lifetime = self.0.plan.lifetime;
            lifetime.is_none_or(|lifetime| given.elapsed() < lifetime)
        })
    }

    /// Expires all access tokens immediately.
    pub fn expire(&self) {
        lock(&self.0.state).access.clear();
    }

    /// Ends all refresh tokens.
    pub fn end_refresh_tokens(&self) {
        lock(&self.0.state).refresh.clear();
    }

    /// A valid refresh token, as if a user had signed in.
    pub fn sign_in(&self) -> String {
        lock(&self.0.state).new_refresh()
    }

    pub(super) fn answer(&self, request: &ReceivedRequest) -> ScriptedReply {
        let mut state = lock(&self.0.state);
        let reply = match self.0.plan.give(&mut state, request) {
            Ok(answer) => ScriptedReply::json(&answer),
            Err((status, error, sentence)) => {
                state.counts.refused += 1;
                let body = json!({"error": error, "error_description": sentence});
                let reply = ScriptedReply::json(&body).with_status(status);
                if status == 401 {
                    reply.header("www-authenticate", "Basic realm=\"test\"")
                } else {
                    reply
                }
            }
        };
        reply.header("cache-control", "no-store")
    }
}

// === impl TokenPlan ===

impl TokenPlan {
    fn give(
        &self,
        state: &mut IssuedTokens,
        request: &ReceivedRequest,
    ) -> Result<Value, TokenRefusal> {
        let form = form(request)?;
        let used = self.authenticate(request, &form)?;
        let mut refresh = None;
        match form.get("grant_type").map(String::as_str) {
            Some("client_credentials") => {
                state.counts.granted += 1;
                if self.refresh != RefreshPolicy::None {
                    refresh = Some(state.new_refresh());
                }
            }
            Some("refresh_token") => {
                let known = form
                    .get("refresh_token")
                    .and_then(|token| state.refresh.iter().position(|good| good == token));
                let at = known.ok_or((400, "invalid_grant", "the refresh token is not good"))?;
                if self.refresh == RefreshPolicy::Rotating {
                    state.refresh.remove(at);
                    refresh = Some(state.new_refresh());
                }
                state.counts.refreshed += 1;
            }
            Some(_) => return Err((400, "unsupported_grant_type", "the grant is unknown")),
            None => return Err((400, "invalid_request", "`grant_type` is missing")),
        }
        match used {
            ClientAuth::Basic => state.counts.by_basic += 1,
            ClientAuth::Form | ClientAuth::Either => state.counts.by_form += 1,
        }
        let mut answer = json!({"access_token": state.new_access(), "token_type": "Bearer"});
        if let Some(lifetime) = self.lifetime {
            answer["expires_in"] = lifetime.as_secs().into();
        }
        if let Some(refresh) = refresh {
            answer["refresh_token"] = refresh.into();
        }
        if let Some(scope) = form.get("scope") {
            answer["scope"] = scope.as_str().into();
        }
        Ok(answer)
    }

    /// How the client authenticated, if its credentials are correct.
    fn authenticate(
        &self,
        request: &ReceivedRequest,
        form: &TokenForm,
    ) -> Result<ClientAuth, TokenRefusal> {
        const WRONG: TokenRefusal = (401, "invalid_client", "the client or its secret is wrong");
        let basic = basic(request);
        let in_form = form.get("client_secret");
        let (used, id, secret) = match (basic, in_form) {
            (Some(_), Some(_)) => {
                return Err((400, "invalid_request", "the client said twice who it is"));
            }
            (Some((id, secret)), None) => (ClientAuth::Basic, id, secret),
            (None, Some(secret)) => {
                let id = form.get("client_id").cloned().unwrap_or_default();
                (ClientAuth::Form, id, secret.clone())
            }
            (None, None) => return Err(WRONG),
        };
        let way = self.client_auth == ClientAuth::Either || self.client_auth == used;
        let right = way && id == self.client_id && secret == self.client_secret;
        right.then_some(used).ok_or(WRONG)
    }
}

// === impl IssuedTokens ===

impl IssuedTokens {
    fn new_access(&mut self) -> String {
        // Unique, so that tests can search for it in logs.
        let token = format!("access-{}", Uuid::new_v4().simple());
        self.access.insert(token.clone(), Instant::now());
        self.latest = Some(token.clone());
        token
    }

    fn new_refresh(&mut self) -> String {
        let token = format!("refresh-{}", Uuid::new_v4().simple());
        self.refresh.push(token.clone());
        token
    }
}

fn form(request: &ReceivedRequest) -> Result<TokenForm, TokenRefusal> {
    if request.method != "POST" {
        return Err((405, "invalid_request", "tokens are asked for with POST"));
    }
    if request.media_type().as_deref() != Some("application/x-www-form-urlencoded") {
        return Err((400, "invalid_request", "the body must be a form"));
    }
    let mut form = TokenForm::new();
    for (name, value) in request.form() {
        if form.insert(name, value).is_some() {
            return Err((400, "invalid_request", "a parameter comes twice"));
        }
    }
    Ok(form)
}

/// The client and its secret; both are form-encoded before they are joined (RFC 6749, 2.3.1).
fn basic(request: &ReceivedRequest) -> Option<(String, String)> {
    let bytes = STANDARD.decode(credentials(request, "basic")?).ok()?;
    let text = String::from_utf8(bytes).ok()?;
    let (id, secret) = text.split_once(':')?;
    let decoded = |text: &str| decode::percent(&text.replace('+', " "));
    Some((decoded(id), decoded(secret)))
}

#[cfg(test)]
mod tests;
