//! A client of `/api/v1`.

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
    pub(super) kind: String,
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

    /// Sends a request; headers are names and values.
    pub(super) async fn send(
        &self,
        method: Method,
        path: &str,
        body: Option<&Value>,
        headers: &[(&str, &str)],
    ) -> Answer {
        let mut request = self.pool.request(method, format!("{}{path}", self.base));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        if let Some(body) = body {
            request = request
                .header("content-type", "application/json")
                .body(body.to_string());
        }
        let response = request.send().await.expect("an answer");
        let header = |name| {
            let value: &reqwest::header::HeaderValue = response.headers().get(name)?;
            Some(value.to_str().expect("text").to_owned())
        };
        Answer {
            status: response.status().as_u16(),
            kind: header("content-type").unwrap_or_default(),
            etag: header("etag"),
            text: response.text().await.expect("a body"),
        }
    }

    pub(super) async fn get(&self, path: &str) -> Answer {
        self.send(Method::GET, path, None, &[]).await
    }

    /// What a resource says; it must be there.
    pub(super) async fn read(&self, path: &str) -> Value {
        let answer = self.get(path).await;
        assert_eq!(answer.status, 200, "GET {path}: {}", answer.text);
        answer.json()
    }

    pub(super) async fn post(&self, path: &str, body: &Value) -> Answer {
        self.send(Method::POST, path, Some(body), &[]).await
    }

    /// Says something about tools, whatever others say meanwhile.
    pub(super) async fn patch(&self, path: &str, body: &Value) -> Answer {
        self.send(Method::PATCH, path, Some(body), &[]).await
    }

    /// Every change of one kind to one thing, newest first.
    pub(super) async fn changes(&self, action: &str, subject: &str) -> Vec<Value> {
        let mut found = Vec::new();
        let start = format!("/audit/changes?limit=50&action={action}&subject={subject}");
        let mut path = start.clone();
        for _ in 0..40 {
            let page = self.read(&path).await;
            let items = page["items"].as_array().expect("items");
            for item in items {
                assert_eq!(item["action"], action, "{item}");
                assert_eq!(item["subject"], subject, "{item}");
            }
            found.extend(items.iter().cloned());
            match page["next"].as_str() {
                Some(next) => path = format!("{start}&after={next}"),
                None => return found,
            }
        }
        panic!("more than 2,000 changes");
    }
}

// === impl Answer ===

impl Answer {
    pub(super) fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error}: {}", self.text))
    }

    /// A refusal of this status: its sentence.
    pub(super) fn refused(&self, status: u16) -> String {
        assert_eq!(self.status, status, "{}", self.text);
        assert_eq!(self.kind, "application/problem+json", "{}", self.text);
        let problem = self.json();
        assert_eq!(problem["status"], status, "{problem}");
        problem["detail"].as_str().expect("a sentence").to_owned()
    }

    /// What came of a request that went well.
    pub(super) fn fine(&self) -> Value {
        assert!((200..300).contains(&self.status), "{self:?}");
        if self.text.is_empty() {
            return Value::Null;
        }
        self.json()
    }
}
