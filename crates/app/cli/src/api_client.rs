//! A client for the API of a running gateway, `/api/v1`.

mod problem;
mod server_url;

use std::time::Duration;

use bytes::Bytes;
use candor_egress::{EgressClient, EgressError, EgressRequest, EgressSettings, ExchangeLimits};
use candor_model::Secret;
use http::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE};
use http::{HeaderMap, HeaderName, HeaderValue, Method};
use serde::de::DeserializeOwned;
use serde_json::Value;
use url::Url;

use crate::prelude::{CommandFailure, CommandResult};

pub(crate) use problem::ApiProblem;
pub(crate) use server_url::ServerUrl;

/// The timeout of a request.
const TIMEOUT: Duration = Duration::from_secs(30);
/// How long an event stream may be silent before the received events are processed.
const SILENCE: Duration = Duration::from_millis(700);
/// The connect timeout.
const CONNECT: Duration = Duration::from_secs(10);
/// How long an idle connection is kept.
const IDLE: Duration = Duration::from_mins(1);
/// The largest answer, in bytes.
const LARGEST: usize = 64 << 20;
/// The id of the last event received.
const LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");

/// A client for one gateway. Clones share its connections.
#[derive(Clone)]
pub(crate) struct ApiClient {
    http: EgressClient,
    server: ServerUrl,
    bearer: Option<Secret<String>>,
}

/// Why an API request failed.
pub(crate) enum ApiError {
    /// The API returned a problem.
    Refused(Box<ApiProblem>),
    /// There is no answer, or none that can be understood.
    Failed(CommandFailure),
}

/// One page of a list.
#[derive(serde::Deserialize)]
pub(crate) struct ApiPage<T> {
    /// The items on the page.
    pub(crate) items: Vec<T>,
    /// The cursor of the next page, if there is one.
    pub(crate) next: Option<String>,
}

// === impl ApiClient ===

impl ApiClient {
    /// A client of this gateway, with what it presents.
    pub(crate) fn new(server: ServerUrl, bearer: Option<Secret<String>>) -> CommandResult<Self> {
        let settings = EgressSettings {
            // The gateway is as a rule on this machine, and the user has named it.
            private: true,
            connect_timeout: CONNECT,
            user_agent: concat!("candor/", env!("CARGO_PKG_VERSION")).to_owned(),
            idle: IDLE,
            per_host: 2,
        };
        Ok(Self {
            http: EgressClient::new(settings)?,
            server,
            bearer,
        })
    }

    /// Requests a path, given by its segments.
    pub(crate) async fn get<T: DeserializeOwned>(
        &self,
        path: &[&str],
        query: &[(&str, &str)],
    ) -> Result<T, ApiError> {
        let url = self.server.at(path, query);
        let body = self.send(Method::GET, url, None).await?;
        self.understood(&body)
    }

    /// Sends a document to a path.
    pub(crate) async fn post<T: DeserializeOwned>(
        &self,
        path: &[&str],
        document: &Value,
    ) -> Result<T, ApiError> {
        let url = self.server.at(path, &[]);
        let body = self.send(Method::POST, url, Some(document)).await?;
        self.understood(&body)
    }

    /// Deletes what is at a path, with a reason.
    pub(crate) async fn delete(&self, path: &[&str], why: Option<&str>) -> Result<(), ApiError> {
        let query: Vec<(&str, &str)> = why.into_iter().map(|why| ("why", why)).collect();
        let url = self.server.at(path, &query);
        self.send(Method::DELETE, url, None).await.map(drop)
    }

    /// Reads an event stream after this event, until it is silent for a moment.
    pub(crate) async fn events(&self, path: &[&str], after: u64) -> Result<Bytes, ApiError> {
        let mut request = self.request(Method::GET, self.server.at(path, &[]), None);
        let events = HeaderValue::from_static("text/event-stream");
        request.headers.insert(ACCEPT, events);
        request.headers.insert(LAST_EVENT_ID, after.into());
        self.exchange(&request, SILENCE).await
    }

    async fn send(
        &self,
        method: Method,
        url: Url,
        document: Option<&Value>,
    ) -> Result<Bytes, ApiError> {
        let request = self.request(method, url, document);
        self.exchange(&request, TIMEOUT).await
    }

    fn request(&self, method: Method, url: Url, document: Option<&Value>) -> EgressRequest {
        let mut headers = HeaderMap::new();
        headers.insert(ACCEPT, HeaderValue::from_static("application/json"));
        if let Some(bearer) = &self.bearer {
            let text = format!("Bearer {}", bearer.expose());
            // It was read as visible ASCII, which a header can hold.
            if let Ok(mut value) = HeaderValue::from_str(&text) {
                value.set_sensitive(true);
                headers.insert(AUTHORIZATION, value);
            }
        }
        let body = document.map(|document| {
            headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
            Bytes::from(document.to_string())
        });
        EgressRequest {
            method,
            url,
            headers,
            body: body.unwrap_or_default(),
        }
    }

    async fn exchange(
        &self,
        request: &EgressRequest,
        silence: Duration,
    ) -> Result<Bytes, ApiError> {
        let limits = ExchangeLimits {
            timeout: TIMEOUT,
            silence,
            max_body: LARGEST,
            redirects: 0,
        };
        let answer = self.http.send(request, &limits).await;
        let answer = answer.map_err(|error| ApiError::Failed(self.unreached(error)))?;
        if answer.status.is_success() {
            return Ok(answer.body);
        }
        Err(match ApiProblem::read(answer.status, &answer.body) {
            Some(problem) => ApiError::Refused(Box::new(problem)),
            None => ApiError::Failed(self.no_gateway(&format!("answers with {}", answer.status))),
        })
    }

    fn understood<T: DeserializeOwned>(&self, body: &[u8]) -> Result<T, ApiError> {
        serde_json::from_slice(body).map_err(|error| {
            let what = format!("answers with something unexpected ({error})");
            ApiError::Failed(self.no_gateway(&what))
        })
    }

    fn unreached(&self, error: EgressError) -> CommandFailure {
        let hint = format!("is `candor serve` running at {}?", self.server);
        CommandFailure::from(error).hint(hint)
    }

    fn no_gateway(&self, what: &str) -> CommandFailure {
        let sentence = format!("`{}` {what}", self.server);
        CommandFailure::new(sentence)
            .hint("give the address of a gateway of this version with `--server URL`")
    }
}

// === impl ApiError ===

impl From<ApiError> for CommandFailure {
    fn from(error: ApiError) -> Self {
        match error {
            ApiError::Refused(problem) => (*problem).into(),
            ApiError::Failed(failure) => failure,
        }
    }
}
