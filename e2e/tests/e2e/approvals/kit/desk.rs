//! Whoever decides, through the API.

use reqwest::Method;
use serde_json::{Value, json};

use super::until;

/// The approvals of one gateway, as somebody sees them.
#[derive(Clone)]
pub(crate) struct Desk {
    base: String,
    pool: reqwest::Client,
    token: Option<String>,
}

// === impl Desk ===

impl Desk {
    /// At the address of a gateway's API; with a token, if there is one.
    pub(crate) fn at(base: String, token: Option<&str>) -> Self {
        Self {
            base,
            pool: reqwest::Client::new(),
            token: token.map(str::to_owned),
        }
    }

    /// Sends any request; its status and what came back.
    pub(crate) async fn send(
        &self,
        method: Method,
        path: &str,
        body: Option<&Value>,
    ) -> (u16, Value) {
        let mut request = self.pool.request(method, format!("{}{path}", self.base));
        if let Some(token) = &self.token {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        if let Some(body) = body {
            request = request
                .header("content-type", "application/json")
                .body(body.to_string());
        }
        let response = request.send().await.expect("an answer");
        let status = response.status().as_u16();
        let text = response.text().await.expect("a body");
        (status, serde_json::from_str(&text).unwrap_or_default())
    }

    /// What a resource says; it must be there.
    pub(crate) async fn read(&self, path: &str) -> Value {
        let (status, said) = self.send(Method::GET, path, None).await;
        assert_eq!(status, 200, "GET {path}: {said}");
        said
    }

    /// Sends something that must go well.
    pub(crate) async fn post(&self, path: &str, body: &Value) -> Value {
        let (status, said) = self.send(Method::POST, path, Some(body)).await;
        assert!((200..300).contains(&status), "POST {path}: {status} {said}");
        said
    }

    /// Those in a state, or `any`; at most 500.
    pub(crate) async fn list(&self, state: &str) -> Vec<Value> {
        let page = self
            .read(&format!("/approvals?limit=500&state={state}"))
            .await;
        page["items"].as_array().expect("items").clone()
    }

    /// The id of the only one that waits, as soon as there is one.
    pub(crate) async fn only(&self) -> String {
        let waiting = self.waiting(1).await;
        waiting.into_iter().next().expect("one")
    }

    /// The ids of those that wait, as soon as there are so many.
    pub(crate) async fn waiting(&self, count: usize) -> Vec<String> {
        until("the questions that wait", async || {
            let waiting = self.list("pending").await;
            assert!(waiting.len() <= count, "more than {count}: {waiting:?}");
            (waiting.len() == count).then(|| {
                let id = |item: &Value| item["id"].as_str().expect("an id").to_owned();
                waiting.iter().map(id).collect()
            })
        })
        .await
    }

    /// One, in full.
    pub(crate) async fn show(&self, id: &str) -> Value {
        self.read(&format!("/approvals/{id}")).await
    }

    /// Waits until one has come to a state.
    pub(crate) async fn becomes(&self, id: &str, state: &str) -> Value {
        until(state, async || {
            let shown = self.show(id).await;
            (shown["state"] == state).then_some(shown)
        })
        .await
    }

    /// Decides; the status and what came back.
    pub(crate) async fn decide(&self, id: &str, body: &Value) -> (u16, Value) {
        let path = format!("/approvals/{id}/decision");
        self.send(Method::POST, &path, Some(body)).await
    }

    /// Says yes, which must count.
    pub(crate) async fn approve(&self, id: &str) -> Value {
        self.decided(id, &json!({"decision": "approve"})).await
    }

    /// Says yes for more than one call, which must count.
    pub(crate) async fn approve_for(&self, id: &str, scope: &str) -> Value {
        let body = json!({"decision": "approve", "scope": scope});
        self.decided(id, &body).await
    }

    /// Says no, which must count.
    pub(crate) async fn deny(&self, id: &str, reason: &str) -> Value {
        self.decided(id, &json!({"decision": "deny", "reason": reason}))
            .await
    }

    async fn decided(&self, id: &str, body: &Value) -> Value {
        let (status, said) = self.decide(id, body).await;
        assert_eq!(status, 200, "{body}: {said}");
        said
    }

    /// What goes on counting.
    pub(crate) async fn standing(&self) -> Vec<Value> {
        let page = self.read("/approvals/standing").await;
        page["items"].as_array().expect("items").clone()
    }

    /// Takes back everything that goes on counting.
    pub(crate) async fn revoke_all(&self) {
        for one in self.standing().await {
            let path = format!("/approvals/standing/{}", one["id"].as_str().expect("an id"));
            let (status, said) = self.send(Method::DELETE, &path, None).await;
            assert_eq!(status, 204, "{said}");
        }
    }

    /// Finished calls that a filter finds, newest first.
    pub(crate) async fn calls(&self, filter: &str) -> Vec<Value> {
        let page = self.read(&format!("/audit/calls?limit=500&{filter}")).await;
        page["items"].as_array().expect("items").clone()
    }

    /// The call that was made on an approval and went well, as soon as it is on file.
    pub(crate) async fn call_on(&self, id: &str) -> Value {
        until("the call on file", async || {
            let mut calls = self.calls(&format!("outcome=ok&approval={id}")).await;
            assert!(calls.len() <= 1, "{calls:?}");
            calls.pop()
        })
        .await
    }
}
