//! A client of a gateway's `/api/v1`, which can also decide about pending calls.

use std::time::{Duration, Instant};

use reqwest::header::{AUTHORIZATION, HeaderMap};
use reqwest::{Method, RequestBuilder, redirect};
use serde_json::{Value, json};

use crate::candor::CandorProcess;
use crate::patience::{PATIENCE, until};

/// The API of one gateway, for one caller.
#[derive(Clone, Debug)]
pub struct ApiClient {
    base: String,
    pool: reqwest::Client,
}

/// The answer to an HTTP request.
#[derive(Debug)]
pub struct HttpAnswer {
    /// The status code.
    pub status: u16,
    /// The response headers.
    pub headers: HeaderMap,
    /// The whole body.
    pub text: String,
}

/// A client that follows no redirects and, with a token, presents it everywhere.
pub fn pool(token: Option<&str>) -> reqwest::Client {
    let mut headers = HeaderMap::new();
    if let Some(token) = token {
        let value = format!("Bearer {}", token.trim());
        headers.insert(AUTHORIZATION, value.parse().expect("a header"));
    }
    let builder = reqwest::Client::builder().default_headers(headers);
    let builder = builder.redirect(redirect::Policy::none()).no_proxy();
    builder.build().expect("a client")
}

/// Sends a request and reads all of the answer.
pub async fn fetch(request: RequestBuilder) -> HttpAnswer {
    let sent = tokio::time::timeout(PATIENCE, request.send()).await;
    let response = sent.expect("in time").expect("an answer");
    HttpAnswer {
        status: response.status().as_u16(),
        headers: response.headers().clone(),
        text: response.text().await.expect("a body"),
    }
}

/// The id of an item.
pub fn id_of(item: &Value) -> String {
    item["id"].as_str().expect("an id").to_owned()
}

/// The items of a page.
fn items(page: &Value) -> Vec<Value> {
    page["items"].as_array().expect("items").clone()
}

// === impl ApiClient ===

impl ApiClient {
    /// For the owner of the gateway, by the secret in its data directory.
    pub fn of(candor: &CandorProcess) -> Self {
        Self::new(candor, Some(&candor.owner_secret()))
    }

    /// A client with a token or, without one, as a local caller.
    pub fn new(candor: &CandorProcess, token: Option<&str>) -> Self {
        Self {
            base: candor.at("/api/v1"),
            pool: pool(token),
        }
    }

    /// A request that is not sent yet.
    pub fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.pool.request(method, format!("{}{path}", self.base))
    }

    /// Sends a request with these headers.
    pub async fn send(
        &self,
        method: Method,
        path: &str,
        body: Option<&Value>,
        headers: &[(&str, &str)],
    ) -> HttpAnswer {
        let mut request = self.request(method, path);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        if let Some(body) = body {
            request = request.header("content-type", "application/json");
            request = request.body(body.to_string());
        }
        fetch(request).await
    }

    /// Requests a resource.
    pub async fn get(&self, path: &str) -> HttpAnswer {
        self.send(Method::GET, path, None, &[]).await
    }

    /// The contents of a resource, which must exist.
    pub async fn read(&self, path: &str) -> Value {
        let answer = self.get(path).await;
        assert_eq!(answer.status, 200, "GET {path}: {}", answer.text);
        answer.json()
    }

    /// The items of a page, which must be there.
    pub async fn items(&self, path: &str) -> Vec<Value> {
        items(&self.read(path).await)
    }

    /// The tag of a resource; it must have one.
    pub async fn tag(&self, path: &str) -> String {
        let answer = self.get(path).await;
        let tag = answer.etag();
        tag.unwrap_or_else(|| panic!("no tag: {}", answer.text))
    }

    /// Posts JSON to a path.
    pub async fn post(&self, path: &str, body: &Value) -> HttpAnswer {
        self.send(Method::POST, path, Some(body), &[]).await
    }

    /// Edits a resource, with retries on conflicts.
    pub async fn patch(&self, path: &str, body: &Value) -> HttpAnswer {
        self.send(Method::PATCH, path, Some(body), &[]).await
    }

    /// Deletes something, if it still has this tag.
    pub async fn delete(&self, path: &str, tag: &str) -> HttpAnswer {
        let headers = [("if-match", tag)];
        self.send(Method::DELETE, path, None, &headers).await
    }

    /// Every change of one kind to one thing, newest first.
    pub async fn changes(&self, action: &str, subject: &str) -> Vec<Value> {
        let mut found = Vec::new();
        let start = format!("/audit/changes?limit=50&action={action}&subject={subject}");
        let mut path = start.clone();
        for _ in 0..40 {
            let page = self.read(&path).await;
            let items = items(&page);
            for item in &items {
                assert_eq!(item["action"], action, "{item}");
                assert_eq!(item["subject"], subject, "{item}");
            }
            found.extend(items);
            match page["next"].as_str() {
                Some(next) => path = format!("{start}&after={next}"),
                None => return found,
            }
        }
        panic!("more than 2,000 changes");
    }

    /// The approvals in a state, or `any`; at most 500.
    pub async fn approvals(&self, state: &str) -> Vec<Value> {
        let path = format!("/approvals?limit=500&state={state}");
        self.items(&path).await
    }

    /// The ids of pending approvals, as soon as there are this many.
    pub async fn pending(&self, count: usize) -> Vec<String> {
        until("the pending approvals", async || {
            let pending = self.approvals("pending").await;
            assert!(pending.len() <= count, "more than {count}: {pending:?}");
            (pending.len() == count).then(|| pending.iter().map(id_of).collect())
        })
        .await
    }

    /// The ids of the approvals that are pending now.
    pub async fn all_pending(&self) -> Vec<String> {
        self.approvals("pending").await.iter().map(id_of).collect()
    }

    /// The id of the only approval that is pending, as soon as there is one.
    pub async fn only_pending(&self) -> String {
        self.pending(1).await.remove(0)
    }

    /// An approval that is pending, as soon as there is one, in full.
    pub async fn next_pending(&self) -> Value {
        // A loop of its own: handlers of the Rust SDK take no futures of asynchronous closures.
        let end = Instant::now() + PATIENCE;
        loop {
            if let Some(one) = self.approvals("pending").await.pop() {
                return self.approval(&id_of(&one)).await;
            }
            assert!(Instant::now() < end, "no call waits");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// One approval, in full.
    pub async fn approval(&self, id: &str) -> Value {
        self.read(&format!("/approvals/{id}")).await
    }

    /// The state of an approval.
    pub async fn state(&self, id: &str) -> String {
        let shown = self.approval(id).await;
        shown["state"].as_str().expect("a state").to_owned()
    }

    /// Waits until an approval has reached a state.
    pub async fn becomes(&self, id: &str, state: &str) -> Value {
        let end = Instant::now() + PATIENCE;
        loop {
            let shown = self.approval(id).await;
            if shown["state"] == state {
                return shown;
            }
            assert!(Instant::now() < end, "{id} was never {state}");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// Decides about a call that waits.
    pub async fn decide(&self, id: &str, body: &Value) -> HttpAnswer {
        self.post(&format!("/approvals/{id}/decision"), body).await
    }

    /// Approves; must succeed.
    pub async fn approve(&self, id: &str) -> Value {
        self.decided(id, &json!({"decision": "approve"})).await
    }

    /// Approves; must be refused with this status. Returns the message.
    pub async fn cannot_approve(&self, id: &str, status: u16) -> String {
        let answer = self.decide(id, &json!({"decision": "approve"})).await;
        answer.refused(status)
    }

    /// Approves with a wider scope; must succeed.
    pub async fn approve_for(&self, id: &str, scope: &str) -> Value {
        let body = json!({"decision": "approve", "scope": scope});
        self.decided(id, &body).await
    }

    /// Denies; must succeed.
    pub async fn deny(&self, id: &str, reason: &str) -> Value {
        self.decided(id, &json!({"decision": "deny", "reason": reason}))
            .await
    }

    async fn decided(&self, id: &str, body: &Value) -> Value {
        let answer = self.decide(id, body).await;
        assert_eq!(answer.status, 200, "{body}: {}", answer.text);
        answer.json()
    }

    /// The standing approvals.
    pub async fn standing(&self) -> Vec<Value> {
        self.items("/approvals/standing").await
    }

    /// Revokes every standing approval.
    pub async fn revoke_all(&self) {
        for one in self.standing().await {
            let path = format!("/approvals/standing/{}", id_of(&one));
            let answer = self.send(Method::DELETE, &path, None, &[]).await;
            assert_eq!(answer.status, 204, "{}", answer.text);
        }
    }

    /// Finished calls that a filter finds, newest first.
    pub async fn calls(&self, filter: &str) -> Vec<Value> {
        self.items(&format!("/audit/calls?limit=500&{filter}"))
            .await
    }

    /// The call that was made on an approval and went well, as soon as it is on file.
    pub async fn call_on(&self, id: &str) -> Value {
        until("the call on file", async || {
            let mut calls = self.calls(&format!("outcome=ok&approval={id}")).await;
            assert!(calls.len() <= 1, "{calls:?}");
            calls.pop()
        })
        .await
    }
}

// === impl HttpAnswer ===

impl HttpAnswer {
    /// The body as JSON.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error}: {}", self.text))
    }

    /// The status, and the body as JSON if it is some.
    pub fn pair(&self) -> (u16, Value) {
        let body = serde_json::from_str(&self.text).unwrap_or_default();
        (self.status, body)
    }

    /// A header, or an empty text.
    pub fn header(&self, name: &str) -> String {
        let value = self.headers.get(name);
        let text = value.map(|value| value.to_str().expect("text"));
        text.unwrap_or_default().to_owned()
    }

    /// The tag of the resource, if it has one.
    pub fn etag(&self) -> Option<String> {
        Some(self.header("etag")).filter(|tag| !tag.is_empty())
    }

    /// A refusal of this status: its sentence.
    pub fn refused(&self, status: u16) -> String {
        assert_eq!(self.status, status, "{}", self.text);
        let kind = self.header("content-type");
        assert_eq!(kind, "application/problem+json", "{}", self.text);
        let problem = self.json();
        assert_eq!(problem["status"], status, "{problem}");
        problem["detail"].as_str().expect("a sentence").to_owned()
    }

    /// The body of a successful response.
    pub fn fine(&self) -> Value {
        assert!((200..300).contains(&self.status), "{self:?}");
        if self.text.is_empty() {
            return Value::Null;
        }
        self.json()
    }
}
