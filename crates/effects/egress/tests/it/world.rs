//! What the tests share: clients, requests and limits.

use std::time::Duration;

use bytes::Bytes;
use candor_egress::{
    EgressClient, EgressError, EgressRequest, EgressResponse, EgressSettings, ExchangeLimits,
};
use http::{HeaderMap, Method};
use url::Url;

/// Fails instead of hanging.
pub(crate) async fn soon<T>(work: impl Future<Output = T>) -> T {
    tokio::time::timeout(Duration::from_mins(2), work)
        .await
        .expect("done in time")
}

pub(crate) fn spec() -> EgressSettings {
    EgressSettings {
        private: true,
        connect_timeout: Duration::from_mins(1),
        user_agent: "candor/test".to_owned(),
        idle: Duration::from_mins(1),
        per_host: 4,
    }
}

/// A client that may reach the servers of the tests.
pub(crate) fn client() -> EgressClient {
    EgressClient::new(spec()).expect("a client")
}

pub(crate) fn bounds() -> ExchangeLimits {
    ExchangeLimits {
        timeout: Duration::from_mins(1),
        silence: Duration::from_mins(1),
        max_body: 100_000,
        redirects: 5,
    }
}

pub(crate) fn get(url: &str) -> EgressRequest {
    EgressRequest {
        method: Method::GET,
        url: Url::parse(url).expect("a URL"),
        headers: HeaderMap::new(),
        body: Bytes::new(),
    }
}

pub(crate) fn with(method: Method, url: &str, body: &'static str) -> EgressRequest {
    EgressRequest {
        method,
        body: Bytes::from_static(body.as_bytes()),
        ..get(url)
    }
}

/// Sends with the usual client and bounds.
pub(crate) async fn fetch(url: &str) -> Result<EgressResponse, EgressError> {
    ask(&client(), url).await
}

pub(crate) async fn ask(client: &EgressClient, url: &str) -> Result<EgressResponse, EgressError> {
    soon(client.send(&get(url), &bounds())).await
}

/// An error with its causes, in one line.
pub(crate) fn told(error: &EgressError) -> String {
    let mut text = error.to_string();
    let mut next = std::error::Error::source(error);
    while let Some(cause) = next {
        text.push_str(": ");
        text.push_str(&cause.to_string());
        next = cause.source();
    }
    text
}
