//! A gateway with one scripted server behind it, and a client that speaks raw HTTP to it.

use std::net::SocketAddr;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, BodyDataStream};
use axum::response::Response;
pub(crate) use candor_gatetest::with_timeout;
use candor_gatetest::{TestDatabase, gateway_spec, http_source, start_gateway, test_keyring};
use candor_gateway::{Gateway, GatewayLimits, GatewayPolicySettings, GatewaySpec};
use candor_mcp::{HttpConfig, McpEndpoints, MessageConnectionEnd};
use candor_model::{SourceTrust, UnsetPolicy};
use candor_testkit::script::{self, ServerScript};
use candor_testkit::{ServerEra, ServerHandle};
use candor_wire::sse::{SseDecoder, SseItem};
use futures_util::StreamExt;
use http::{Request, StatusCode};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use tokio_util::task::AbortOnDropHandle;
use tower::Service;

pub(crate) const BOTH: &str = "application/json, text/event-stream";
pub(crate) const MODERN: &str = "2026-07-28";

/// Everything that one test needs.
pub(crate) struct McpHarness {
    pub(crate) gateway: Gateway,
    pub(crate) shutdown: CancellationToken,
    pub(crate) upstream: ServerHandle,
    endpoints: McpEndpoints,
    router: Router,
    _folder: TempDir,
}

/// A request in the making.
pub(crate) struct McpRequest<'a> {
    world: &'a McpHarness,
    method: &'static str,
    path: String,
    headers: Vec<(String, String)>,
    body: String,
}

/// What came back.
pub(crate) struct McpReply {
    pub(crate) status: StatusCode,
    response: http::response::Parts,
    body: BodyDataStream,
    events: SseDecoder,
}

// === impl McpHarness ===

impl McpHarness {
    /// In front of a script that speaks one era.
    pub(crate) async fn of(script: &ServerScript, era: ServerEra) -> Self {
        Self::with(script::serve_http(script, era), |_, _| {}).await
    }

    /// In front of any server, with settings of the test's choice.
    pub(crate) async fn with(
        upstream: ServerHandle,
        adjust: impl FnOnce(&mut GatewayLimits, &mut HttpConfig),
    ) -> Self {
        Self::with_settings(upstream, candor_gatetest::permissive_settings(), adjust).await
    }

    /// The same with these policy settings.
    pub(crate) async fn with_settings(
        upstream: ServerHandle,
        settings: GatewayPolicySettings,
        adjust: impl FnOnce(&mut GatewayLimits, &mut HttpConfig),
    ) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let shutdown = CancellationToken::new();
        let mut config = HttpConfig::local(shutdown.clone());
        // Most tests are about clients that do not come back.
        config.return_window = Duration::from_millis(50);
        let mut source = http_source("test", SourceTrust::Untrusted, &upstream);
        // Only what its server says is destructive is asked about.
        source.unset = Some(UnsetPolicy::Allow);
        let mut spec = GatewaySpec {
            transparent: true,
            keyring: test_keyring("0"),
            policy_settings: settings,
            ..gateway_spec(TestDatabase::of(folder.path()).await, vec![source])
        };
        spec.limits.request_body = 100_000;
        adjust(&mut spec.limits, &mut config);
        let gateway = start_gateway(spec).await;
        let endpoints = McpEndpoints::new(gateway.clone(), config);
        Self {
            gateway,
            shutdown,
            upstream,
            router: endpoints.router(),
            endpoints,
            _folder: folder,
        }
    }

    /// A POST of this body.
    pub(crate) fn post(&self, body: impl ToString) -> McpRequest<'_> {
        let headers = [
            ("host", "localhost"),
            ("content-type", "application/json"),
            ("accept", BOTH),
        ];
        self.ask("POST", &headers, body.to_string())
    }

    /// A request without a body.
    pub(crate) fn bare(&self, method: &'static str) -> McpRequest<'_> {
        self.ask(
            method,
            &[("host", "localhost"), ("accept", "text/event-stream")],
            String::new(),
        )
    }

    fn ask(&self, method: &'static str, headers: &[(&str, &str)], body: String) -> McpRequest<'_> {
        let own = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        McpRequest {
            world: self,
            method,
            path: "/mcp".to_owned(),
            headers: headers.iter().map(own).collect(),
            body,
        }
    }

    /// A request of 2026-07-28 with all that it needs. `_meta` in `params` is added to.
    pub(crate) fn modern(&self, method: &str, params: Value) -> McpRequest<'_> {
        let mut ask = self.post(modern_message(1, method, params.clone()));
        ask = ask
            .header("mcp-protocol-version", MODERN)
            .header("mcp-method", method);
        match params
            .get("name")
            .or(params.get("uri"))
            .or(params.get("taskId"))
            .and_then(Value::as_str)
        {
            Some(name) => ask.header("mcp-name", name),
            None => ask,
        }
    }

    /// Begins a session and gives its id.
    pub(crate) async fn session(&self, revision: &str, capabilities: Value) -> String {
        let mut reply = self.initialize(revision, capabilities).send().await;
        let id = reply.header("mcp-session-id").expect("a session id");
        assert_eq!(reply.json().await["result"]["protocolVersion"], revision);
        let initialized = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
        let reply = self.post(initialized).session(&id).send().await;
        assert_eq!(reply.status, StatusCode::ACCEPTED);
        id
    }

    /// The request that begins one.
    pub(crate) fn initialize(&self, revision: &str, capabilities: Value) -> McpRequest<'_> {
        self.post(message(
            0,
            "initialize",
            json!({
                "protocolVersion": revision,
                "capabilities": capabilities,
                "clientInfo": {"name": "test", "version": "1"},
            }),
        ))
    }

    /// Serves the endpoint on a real socket until the task is aborted.
    pub(crate) async fn listen(&self) -> (SocketAddr, AbortOnDropHandle<()>) {
        let (address, served) = self.listen_for(Duration::from_mins(1)).await;
        let served = tokio::spawn(async move { drop(served.await) });
        (address, AbortOnDropHandle::new(served))
    }

    /// Listens for one connection, whose requests may take so long to arrive. Gives how it ended.
    pub(crate) async fn listen_for(
        &self,
        patience: Duration,
    ) -> (SocketAddr, JoinHandle<MessageConnectionEnd>) {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let (endpoints, stop) = (self.endpoints.clone(), self.shutdown.clone());
        let served = tokio::spawn(async move {
            let (stream, _) = listener.accept().await.expect("a connection");
            endpoints.serve_connection(stream, patience, stop).await
        });
        (address, served)
    }

    /// Waits until the server behind has seen a message of this method.
    pub(crate) async fn seen(&self, method: &str) {
        let text = format!("\"method\":\"{method}\"");
        let there = || {
            self.upstream
                .seen()
                .iter()
                .any(|seen| seen.body.contains(&text))
        };
        with_timeout(async {
            while !there() {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        })
        .await;
    }
}

/// A JSON-RPC request.
pub(crate) fn message(id: impl Into<Value>, method: &str, params: Value) -> Value {
    json!({"jsonrpc": "2.0", "id": id.into(), "method": method, "params": params})
}

/// A request of 2026-07-28.
pub(crate) fn modern_message(id: impl Into<Value>, method: &str, mut params: Value) -> Value {
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": MODERN,
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let whole = params.as_object_mut().expect("an object");
    let own = whole.entry("_meta").or_insert_with(|| json!({}));
    for (key, value) in meta.as_object().expect("an object") {
        own.as_object_mut()
            .expect("an object")
            .entry(key)
            .or_insert_with(|| value.clone());
    }
    message(id, method, params)
}

// === impl McpRequest ===

impl McpRequest<'_> {
    /// Sets a header; an empty value takes it out.
    pub(crate) fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.retain(|(other, _)| other != name);
        if !value.is_empty() {
            self.headers.push((name.to_owned(), value.to_owned()));
        }
        self
    }

    /// Adds a header beside those of the same name.
    pub(crate) fn another(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Sends it to another address.
    pub(crate) fn at(mut self, path: &str) -> Self {
        path.clone_into(&mut self.path);
        self
    }

    /// Presents a token.
    pub(crate) fn token(self, token: &str) -> Self {
        self.header("authorization", &format!("Bearer {token}"))
    }

    pub(crate) fn session(self, id: &str) -> Self {
        self.header("mcp-session-id", id)
    }

    /// Sends it and waits for the beginning of the answer.
    pub(crate) async fn send(self) -> McpReply {
        let mut request = Request::builder().method(self.method).uri(&self.path);
        for (name, value) in &self.headers {
            request = request.header(name, value);
        }
        let request = request.body(Body::from(self.body)).expect("a request");
        let response: Response = with_timeout(self.world.router.clone().call(request))
            .await
            .expect("the router never fails");
        let (response, body) = response.into_parts();
        McpReply {
            status: response.status,
            response,
            body: body.into_data_stream(),
            events: SseDecoder::new(10_000_000),
        }
    }

    /// The status and the code of the error.
    pub(crate) async fn fault(self) -> (u16, i64) {
        let mut reply = self.send().await;
        let body = reply.json().await;
        (
            reply.status.as_u16(),
            body["error"]["code"].as_i64().unwrap_or_default(),
        )
    }
}

// === impl McpReply ===

impl McpReply {
    pub(crate) fn header(&self, name: &str) -> Option<String> {
        Some(
            self.response
                .headers
                .get(name)?
                .to_str()
                .expect("ASCII")
                .to_owned(),
        )
    }

    pub(crate) fn is_stream(&self) -> bool {
        self.header("content-type").as_deref() == Some("text/event-stream")
    }

    /// The whole body.
    pub(crate) async fn text(&mut self) -> String {
        let mut whole = Vec::new();
        while let Some(chunk) = with_timeout(self.body.next()).await {
            whole.extend(chunk.expect("bytes"));
        }
        String::from_utf8(whole).expect("text")
    }

    /// The whole body as JSON.
    pub(crate) async fn json(&mut self) -> Value {
        let text = self.text().await;
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
    }

    /// The next message of a stream; none at its end.
    pub(crate) async fn event(&mut self) -> Option<Value> {
        with_timeout(async {
            loop {
                match self.events.pop() {
                    // It only says where the stream can be taken up.
                    Some(SseItem::Event(event)) if event.data.is_empty() => {}
                    Some(SseItem::Event(event)) => {
                        return Some(serde_json::from_slice(&event.data).expect("JSON"));
                    }
                    Some(other) => panic!("not an event: {other:?}"),
                    None => self.events.push(&self.body.next().await?.expect("bytes")),
                }
            }
        })
        .await
    }

    /// The methods of all remaining messages; an answer is an empty string.
    pub(crate) async fn methods(&mut self) -> Vec<String> {
        let mut methods = Vec::new();
        while let Some(event) = self.event().await {
            methods.push(event["method"].as_str().unwrap_or_default().to_owned());
        }
        methods
    }
}
