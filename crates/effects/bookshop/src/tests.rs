//! The shop as its customers meet it: over HTTP.

mod behaviour;
mod bounds;
mod document;
mod replies;

use reqwest::Method;
use serde_json::Value;

use super::*;

/// A client of a shop of its own.
struct ShopClient {
    shop: Bookshop,
    client: reqwest::Client,
}

/// What a visitor got.
#[derive(Debug)]
struct ShopReply {
    status: u16,
    content_type: String,
    body: Value,
}

impl ShopClient {
    fn enter() -> Self {
        let client = reqwest::Client::builder()
            .timeout(std::time::Duration::from_mins(1))
            .build();
        Self {
            shop: Bookshop::open().expect("a loopback port"),
            client: client.expect("a client"),
        }
    }

    fn request(&self, method: &str, path: &str) -> reqwest::RequestBuilder {
        let method: Method = method.parse().expect("a method");
        let url = format!("http://{}{path}", self.shop.address());
        self.client.request(method, url)
    }

    /// Sends JSON, or no body for null.
    async fn ask(&self, method: &str, path: &str, body: &Value) -> ShopReply {
        let request = self.request(method, path);
        if body.is_null() {
            return got(request).await;
        }
        let request = request.header("content-type", "application/json");
        got(request.body(body.to_string())).await
    }

    /// Asks for what is expected to be there.
    async fn get(&self, path: &str) -> Value {
        let got = self.ask("GET", path, &Value::Null).await;
        assert_eq!(got.status, 200, "{path}: {got:?}");
        got.body
    }
}

/// Sends a request and reads a reply that is JSON.
async fn got(request: reqwest::RequestBuilder) -> ShopReply {
    let reply = request.send().await.expect("a reply");
    let content_type = reply.headers().get("content-type").expect("a type");
    ShopReply {
        status: reply.status().as_u16(),
        content_type: content_type.to_str().expect("text").to_owned(),
        body: serde_json::from_slice(&reply.bytes().await.expect("a body")).expect("JSON"),
    }
}
