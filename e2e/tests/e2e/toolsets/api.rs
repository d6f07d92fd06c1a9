//! A client of `/api/v1`, as far as toolsets need it.

use candor_e2e::Candor;
use reqwest::Method;
use serde_json::Value;

/// The API of one gateway.
#[derive(Clone, Debug)]
pub(super) struct Api {
    base: String,
    pool: reqwest::Client,
}

/// What came back.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) status: u16,
    pub(super) etag: Option<String>,
    pub(super) text: String,
}

// === impl Api ===

impl Api {
    pub(super) fn of(candor: &Candor) -> Self {
        Self {
            base: candor.at("/api/v1"),
            pool: reqwest::Client::new(),
        }
    }

    /// Sends a request, with the tag that the resource must still have.
    pub(super) async fn send(
        &self,
        method: Method,
        path: &str,
        body: Option<&Value>,
        tag: Option<&str>,
    ) -> Answer {
        let mut request = self.pool.request(method, format!("{}{path}", self.base));
        if let Some(tag) = tag {
            request = request.header("if-match", tag);
        }
        if let Some(body) = body {
            request = request
                .header("content-type", "application/json")
                .body(body.to_string());
        }
        let response = request.send().await.expect("an answer");
        let etag = response.headers().get("etag");
        Answer {
            status: response.status().as_u16(),
            etag: etag.map(|tag| tag.to_str().expect("text").to_owned()),
            text: response.text().await.expect("a body"),
        }
    }

    /// What a resource says; it must be there.
    pub(super) async fn read(&self, path: &str) -> Value {
        self.send(Method::GET, path, None, None).await.fine()
    }

    /// The tag of a resource; it must be there.
    pub(super) async fn tag(&self, path: &str) -> String {
        let answer = self.send(Method::GET, path, None, None).await;
        answer
            .etag
            .unwrap_or_else(|| panic!("no tag: {}", answer.text))
    }

    pub(super) async fn post(&self, path: &str, body: &Value) -> Answer {
        self.send(Method::POST, path, Some(body), None).await
    }
}

// === impl Answer ===

impl Answer {
    /// What came of a request that went well.
    pub(super) fn fine(&self) -> Value {
        assert!((200..300).contains(&self.status), "{self:?}");
        if self.text.is_empty() {
            return Value::Null;
        }
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error}: {}", self.text))
    }
}
