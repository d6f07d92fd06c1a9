//! A gateway with scripted servers behind it, and a client of its API.

mod calls;

use std::sync::Mutex;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use candor_api::{ApiConfig, router};
pub(crate) use candor_gatetest::with_timeout;
use candor_gatetest::{TestDatabase, gateway_spec, http_source, start_gateway};
use candor_gateway::{FileDeclarations, Gateway, GatewayPolicySettings, GatewaySpec};
use candor_model::SourceTrust;
use candor_store::{JournalOptions, Store};
use candor_testkit::script::{self, ServerScript};
use candor_testkit::{ServerEra, ServerHandle};
use http::{HeaderMap, Request};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;
use tower::Service;

use crate::contract;

/// How large a body may be here.
pub(crate) const BODY_MAX: usize = 20_000;

/// A bookshop: what its tools declare, and what is only in their names.
pub(crate) const SHOP: &str = r#"[
    {"name": "list_books", "description": "Lists books.\n\nAll of them.",
     "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": true, "vendor/cost": 1.0}},
    {"name": "add_book", "title": "Add", "description": "Adds a book.",
     "inputSchema": {"type": "object"}},
    {"name": "delete_book", "description": "Deletes a book.", "inputSchema": {"type": "object"}},
    {"name": "a/b c", "description": "An odd name.", "inputSchema": {"type": "object"}}
]"#;

/// Everything that one test needs.
pub(crate) struct ApiFixture {
    pub(crate) gateway: Gateway,
    /// Its database, for what no request can write.
    pub(crate) store: Store,
    router: Router,
    /// Everything that was ever answered, headers and all.
    pub(crate) heard: Mutex<String>,
    /// Ends all streams.
    pub(crate) shutdown: CancellationToken,
    _upstreams: Vec<ServerHandle>,
    _folder: TempDir,
}

/// A world in the making.
pub(crate) struct ApiFixtureBuilder {
    sources: Vec<(&'static str, ServerScript, SourceTrust)>,
    declarations: FileDeclarations,
    settings: GatewayPolicySettings,
}

/// A request in the making.
pub(crate) struct TestRequest<'a> {
    world: &'a ApiFixture,
    method: &'static str,
    path: String,
    headers: Vec<(String, String)>,
    body: String,
}

/// What came back.
#[derive(Debug)]
pub(crate) struct TestReply {
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    pub(crate) text: String,
}

/// What can be a body.
pub(crate) trait BodyText {
    fn text(self) -> String;
}

impl BodyText for Value {
    fn text(self) -> String {
        self.to_string()
    }
}

impl BodyText for &str {
    fn text(self) -> String {
        self.to_owned()
    }
}

impl BodyText for String {
    fn text(self) -> String {
        self
    }
}

// === impl ApiFixtureBuilder ===

impl Default for ApiFixtureBuilder {
    fn default() -> Self {
        Self {
            sources: Vec::new(),
            declarations: FileDeclarations::default(),
            settings: candor_gatetest::permissive_settings(),
        }
    }
}

impl ApiFixtureBuilder {
    /// The bookshop, untrusted.
    pub(crate) fn shop() -> Self {
        Self::default().tools("shop", SHOP, SourceTrust::Untrusted)
    }

    /// One more source.
    pub(crate) fn source(
        mut self,
        name: &'static str,
        script: ServerScript,
        trust: SourceTrust,
    ) -> Self {
        self.sources.push((name, script, trust));
        self
    }

    /// One more source with these tools.
    pub(crate) fn tools(self, name: &'static str, tools: &str, trust: SourceTrust) -> Self {
        let script = ServerScript::new().tools(tools).call("*", "{}");
        self.source(name, script, trust)
    }

    /// What the configuration file says.
    pub(crate) fn declare(mut self, declarations: FileDeclarations) -> Self {
        self.declarations = declarations;
        self
    }

    /// The policy settings of the gateway.
    pub(crate) fn settings(mut self, settings: GatewayPolicySettings) -> Self {
        self.settings = settings;
        self
    }

    pub(crate) async fn start(self) -> ApiFixture {
        let folder = tempfile::tempdir().expect("a folder");
        let options = JournalOptions {
            fold_every: Duration::from_millis(1),
            ..JournalOptions::default()
        };
        let database = TestDatabase::with_journal(folder.path(), "journal", options).await;
        let (mut sources, mut upstreams) = (Vec::new(), Vec::new());
        for (name, script, trust) in &self.sources {
            let upstream = script::serve_http(script, ServerEra::Modern);
            sources.push(http_source(name, *trust, &upstream));
            upstreams.push(upstream);
        }
        let mut spec = GatewaySpec {
            declarations: self.declarations,
            policy_settings: self.settings,
            ..gateway_spec(database, sources)
        };
        spec.limits.request_body = BODY_MAX;
        let store = spec.store.clone();
        let gateway = start_gateway(spec).await;
        let shutdown = CancellationToken::new();
        let config = ApiConfig {
            shutdown: shutdown.clone(),
            keep_alive: Duration::from_millis(20),
            ..ApiConfig::default()
        };
        ApiFixture {
            router: router(gateway.clone(), config),
            gateway,
            store,
            shutdown,
            heard: Mutex::default(),
            _upstreams: upstreams,
            _folder: folder,
        }
    }
}

// === impl ApiFixture ===

impl ApiFixture {
    /// The bookshop, untrusted.
    pub(crate) async fn shop() -> Self {
        ApiFixtureBuilder::shop().start().await
    }

    /// The bookshop with these policy settings.
    pub(crate) async fn shop_of(settings: GatewayPolicySettings) -> Self {
        ApiFixtureBuilder::shop().settings(settings).start().await
    }

    /// The bookshop, with what the configuration file says.
    pub(crate) async fn shop_with(declarations: FileDeclarations) -> Self {
        let plan = ApiFixtureBuilder::shop().declare(declarations);
        plan.start().await
    }

    /// A bookshop in which everybody must present a token.
    pub(crate) async fn guarded() -> Self {
        let settings = GatewayPolicySettings {
            tokens_needed: true,
            ..candor_gatetest::permissive_settings()
        };
        Self::shop_of(settings).await
    }

    fn ask(&self, method: &'static str, path: &str) -> TestRequest<'_> {
        TestRequest {
            world: self,
            method,
            path: format!("/api/v1{path}"),
            headers: vec![("host".to_owned(), "localhost".to_owned())],
            body: String::new(),
        }
    }

    fn ask_with(&self, method: &'static str, path: &str, body: impl BodyText) -> TestRequest<'_> {
        let ask = self.ask(method, path);
        let mut ask = ask.header("content-type", "application/json");
        ask.body = body.text();
        ask
    }

    pub(crate) fn get(&self, path: &str) -> TestRequest<'_> {
        self.ask("GET", path)
    }

    pub(crate) fn post(&self, path: &str, body: impl BodyText) -> TestRequest<'_> {
        self.ask_with("POST", path, body)
    }

    pub(crate) fn patch(&self, path: &str, body: impl BodyText) -> TestRequest<'_> {
        self.ask_with("PATCH", path, body)
    }

    pub(crate) fn put(&self, path: &str, body: impl BodyText) -> TestRequest<'_> {
        self.ask_with("PUT", path, body)
    }

    pub(crate) fn delete(&self, path: &str) -> TestRequest<'_> {
        self.ask("DELETE", path)
    }

    pub(crate) fn bare(&self, method: &'static str, path: &str) -> TestRequest<'_> {
        self.ask(method, path)
    }

    /// The JSON of a page that is there.
    pub(crate) async fn json(&self, path: &str) -> Value {
        let reply = self.get(path).send().await;
        assert_eq!(reply.status, 200, "{path}: {}", reply.text);
        reply.json()
    }

    /// Makes an environment.
    pub(crate) async fn environment(&self, name: &str) -> Value {
        let body = json!({"name": name});
        self.post("/environments", body).gives(201).await
    }

    /// Makes a toolset.
    pub(crate) async fn toolset(&self, body: Value) -> Value {
        self.post("/toolsets", body).gives(201).await
    }

    /// Makes a toolset of these members.
    pub(crate) async fn toolset_of(&self, name: &str, members: Value) -> Value {
        let mut body = json!({"name": name});
        body["members"] = members;
        self.toolset(body).await
    }

    /// A change that is made.
    pub(crate) async fn patched(&self, path: &str, body: Value) -> Value {
        self.patch(path, body).gives(200).await
    }

    /// The id that a tool has now.
    pub(crate) async fn ref_id(&self, tool: &str) -> Value {
        self.json(&format!("/tools/{tool}")).await["ref_id"].take()
    }

    /// The values of every page of a list, one after the other.
    pub(crate) async fn pages(&self, path: &str) -> Vec<Value> {
        let mut pages = Vec::new();
        let mut after = String::new();
        for _ in 0..1000 {
            let page = self.json(&format!("{path}{after}")).await;
            let next = page["next"].as_str().map(str::to_owned);
            pages.push(page);
            match next {
                Some(next) => after = format!("&after={next}"),
                None => return pages,
            }
        }
        panic!("there is no end to it")
    }

    /// The names of the tools of a filtered list.
    pub(crate) async fn names(&self, query: &str) -> Vec<String> {
        let page = self.json(&format!("/tools{query}")).await;
        strings(&page["items"], "name")
    }

    pub(crate) fn router(&self) -> Router {
        self.router.clone()
    }

    /// A GET through another router.
    pub(crate) async fn through(&self, router: Router, path: &str) -> TestReply {
        let request = Request::get(path).header("host", "localhost");
        TestReply::of(router, request.body(Body::empty()).expect("a request")).await
    }

    /// Asks until the answer is as wanted.
    pub(crate) async fn until(&self, path: &str, wanted: impl Fn(&Value) -> bool) -> Value {
        with_timeout(async {
            loop {
                let found = self.json(path).await;
                if wanted(&found) {
                    return found;
                }
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        })
        .await
    }
}

/// How many items are on a page.
pub(crate) fn count(page: &Value) -> usize {
    page["items"].as_array().expect("items").len()
}

/// That an object has these members, with these values: `shows!(view, {"name": "prod"})`.
macro_rules! shows {
    ($object:expr, $members:tt) => {
        for (key, value) in serde_json::json!($members).as_object().expect("members") {
            assert_eq!($object[key], *value, "{key} of {}", $object);
        }
    };
}
pub(crate) use shows;

/// Sends the body of each row, which is a status, a kind, a body and a part of a sentence, and
/// expects that problem.
pub(crate) async fn refuse_all<'a>(rows: &Value, ask: impl Fn(Value) -> TestRequest<'a>) {
    for row in rows.as_array().expect("rows") {
        let [status, kind, body, part] = row.as_array().expect("a row").as_slice() else {
            panic!("{row}");
        };
        let status = status
            .as_u64()
            .and_then(|status| u16::try_from(status).ok());
        let (kind, part) = (kind.as_str().expect("a kind"), part.as_str());
        ask(body.clone())
            .refused(status.expect("a status"), kind, part.expect("a part"))
            .await;
    }
}

/// Asks for each path, and expects a problem with the part of a sentence that stands beside it.
pub(crate) async fn refuse_each<'a>(
    (status, kind): (u16, &str),
    parts: &Value,
    ask: impl Fn(&str) -> TestRequest<'a>,
) {
    for (path, part) in parts.as_object().expect("paths") {
        let part = part.as_str().expect("a part");
        ask(path).refused(status, kind, part).await;
    }
}

/// One member of each item.
pub(crate) fn strings(items: &Value, key: &str) -> Vec<String> {
    let items = items.as_array().expect("an array").iter();
    items
        .map(|item| item[key].as_str().expect(key).to_owned())
        .collect()
}

// === impl TestRequest ===

impl TestRequest<'_> {
    /// Sets a header; an empty value takes it out.
    pub(crate) fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.retain(|(other, _)| other != name);
        if !value.is_empty() {
            self.headers.push((name.to_owned(), value.to_owned()));
        }
        self
    }

    /// Says which version was read.
    pub(crate) fn if_match(self, tag: &str) -> Self {
        self.header("if-match", tag)
    }

    /// Presents a token.
    pub(crate) fn by(self, token: &str) -> Self {
        self.header("authorization", &format!("Bearer {token}"))
    }

    pub(crate) fn body(mut self, body: &str) -> Self {
        body.clone_into(&mut self.body);
        self
    }

    pub(crate) async fn send(self) -> TestReply {
        let mut request = Request::builder().method(self.method).uri(&self.path);
        for (name, value) in &self.headers {
            request = request.header(name, value);
        }
        let request = request.body(Body::from(self.body)).expect("a request");
        let reply = TestReply::of(self.world.router(), request).await;
        let heard = format!("{:?}\n{}\n", reply.headers, reply.text);
        self.world.heard.lock().expect("no panic").push_str(&heard);
        contract::check(self.method, &self.path, &reply);
        if reply.status >= 400 && self.method != "HEAD" {
            reply.check_problem(&self.path);
        }
        reply
    }

    /// Sends it and expects a problem: its status, its kind and a part of its sentence.
    pub(crate) async fn refused(self, status: u16, kind: &str, part: &str) -> TestReply {
        let what = format!("{} {} {}", self.method, self.path, self.body);
        let reply = self.sent(status).await;
        let problem = reply.json();
        let kind = format!("urn:candor:problem:{kind}");
        assert_eq!(problem["type"], kind, "{what}: {problem}");
        let detail = problem["detail"].as_str().expect("a sentence");
        assert!(detail.contains(part), "{what}: {detail}");
        reply
    }

    /// Sends it and expects that what it names is not there.
    pub(crate) async fn unknown(self, part: &str) -> TestReply {
        self.refused(404, "unknown", part).await
    }

    /// Sends it and expects this status.
    pub(crate) async fn sent(self, status: u16) -> TestReply {
        let what = format!("{} {} {}", self.method, self.path, self.body);
        let reply = self.send().await;
        assert_eq!(reply.status, status, "{what}: {}", reply.text);
        reply
    }

    /// Sends it and expects this status and JSON.
    pub(crate) async fn gives(self, status: u16) -> Value {
        self.sent(status).await.json()
    }
}

// === impl TestReply ===

impl TestReply {
    async fn of(mut router: Router, request: Request<Body>) -> Self {
        let response = with_timeout(router.call(request)).await;
        let (parts, body) = response.expect("the router never fails").into_parts();
        // A stream has no end; what comes is for others to read.
        let kind = parts.headers.get(http::header::CONTENT_TYPE);
        let bytes = if kind.is_some_and(|kind| kind == "text/event-stream") {
            Bytes::new()
        } else {
            with_timeout(body.collect())
                .await
                .expect("a body")
                .to_bytes()
        };
        Self {
            status: parts.status.as_u16(),
            headers: parts.headers,
            text: String::from_utf8(bytes.to_vec()).expect("text"),
        }
    }

    pub(crate) fn json(&self) -> Value {
        let read = serde_json::from_str(&self.text);
        read.unwrap_or_else(|error| panic!("{error}: {}", self.text))
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let value = self.headers.get(name)?;
        Some(value.to_str().expect("ASCII"))
    }

    pub(crate) fn etag(&self) -> &str {
        self.header("etag").expect("an ETag")
    }

    /// Every refusal, everywhere, has the same form.
    fn check_problem(&self, path: &str) {
        assert_eq!(
            self.header("content-type"),
            Some("application/problem+json"),
            "{path}: {}",
            self.text
        );
        let problem = self.json();
        let mut keys: Vec<_> = problem.as_object().expect("an object").keys().collect();
        keys.retain(|key| *key != "approval" || problem["type"] != "urn:candor:problem:decided");
        assert_eq!(keys, ["type", "title", "status", "detail", "instance"]);
        assert_eq!(problem["status"], self.status);
        let asked = path.split('?').next().expect("a path");
        assert_eq!(problem["instance"], asked);
        assert_eq!(self.header("cache-control"), Some("no-store"));
    }
}
