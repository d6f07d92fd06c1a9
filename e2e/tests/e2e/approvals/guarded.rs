//! A gateway in front of a tool that somebody is asked about, and the desk at which they answer.

use std::path::Path;
use std::time::{Duration, Instant};

use candor_e2e::candor::run;
use candor_e2e::{Candor, Era, config};
use candor_testkit::Handle;
use candor_testkit::script::{self, Script};
use reqwest::header::{AUTHORIZATION, HeaderMap};
use reqwest::{Method, redirect};
use serde_json::{Value, json};

/// How long a test waits for anything.
pub(super) const PATIENCE: Duration = Duration::from_mins(1);

/// One tool that destroys, by its own word, and one that is nothing in particular.
const TOOLS: &str = r#"[
    {"name":"wipe","title":"Wipe a folder","description":"Wipes a folder.","inputSchema":{"type":"object"},"annotations":{"destructiveHint":true}},
    {"name":"burn","description":"Burns a folder.","inputSchema":{"type":"object"},"annotations":{"destructiveHint":true}},
    {"name":"look","description":"Looks at a folder.","inputSchema":{"type":"object"}}]"#;

/// Everything behind one port, with the server that the calls would reach.
pub(super) struct Guarded {
    pub(super) candor: Candor,
    pub(super) upstream: Handle,
}

/// `/api/v1`, for somebody.
#[derive(Clone, Debug)]
pub(super) struct Desk {
    base: String,
    pool: reqwest::Client,
}

/// What an HTTP request came to.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) status: u16,
    pub(super) headers: HeaderMap,
    pub(super) text: String,
}

/// Looks again and again until there is something to see.
pub(super) async fn until<T>(what: &str, mut look: impl AsyncFnMut() -> Option<T>) -> T {
    let end = Instant::now() + PATIENCE;
    loop {
        if let Some(seen) = look().await {
            return seen;
        }
        assert!(Instant::now() < end, "never seen: {what}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// A client that follows nothing and, with a token, presents it everywhere.
pub(super) fn pool(token: Option<&str>) -> reqwest::Client {
    let mut headers = HeaderMap::new();
    if let Some(token) = token {
        let value = format!("Bearer {token}").parse().expect("a header");
        headers.insert(AUTHORIZATION, value);
    }
    let builder = reqwest::Client::builder().default_headers(headers);
    let builder = builder.redirect(redirect::Policy::none()).no_proxy();
    builder.build().expect("a client")
}

/// Sends a request and reads all of the answer.
pub(super) async fn fetch(request: reqwest::RequestBuilder) -> Answer {
    let sent = tokio::time::timeout(PATIENCE, request.send()).await;
    let response = sent.expect("in time").expect("an answer");
    Answer {
        status: response.status().as_u16(),
        headers: response.headers().clone(),
        text: response.text().await.expect("a body"),
    }
}

/// Makes a token in a folder with a `candor.toml`, whether a gateway runs there or not.
pub(super) fn token(folder: &Path, name: &str, args: &[&str]) -> String {
    let create = [&["token", "create", name, "--data", "data"], args].concat();
    let output = run(folder, &create);
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{create:?}: {complaint}");
    let text = String::from_utf8(output.stdout).expect("text");
    text.trim().to_owned()
}

// === impl Guarded ===

impl Guarded {
    /// On this machine, where nobody needs a token. `more` is added to the configuration.
    pub(super) async fn open(more: &str) -> Self {
        Self::serve(more, &[]).await
    }

    /// The same with arguments for `candor serve`.
    pub(super) async fn serve(more: &str, args: &[&str]) -> Self {
        Self::of(&tools(TOOLS), more, args, &mut |_| {}).await
    }

    /// The same in front of other tools.
    pub(super) async fn before(script: &Script, more: &str) -> Self {
        Self::of(script, more, &[], &mut |_| {}).await
    }

    /// Where everybody needs a token. Makes one for each name and its roles, in this order.
    pub(super) async fn closed(more: &str, people: &[(&str, &str)]) -> (Self, Vec<String>) {
        let more = format!("{more}\n[server]\nauth = \"required\"\n");
        let mut made = Vec::new();
        let mut create = |folder: &Path| {
            let create = |(name, roles): &(&str, &str)| token(folder, name, &["--role", roles]);
            made.extend(people.iter().map(create));
        };
        let guarded = Self::of(&tools(TOOLS), &more, &[], &mut create).await;
        (guarded, made)
    }

    async fn of(
        script: &Script,
        more: &str,
        args: &[&str],
        prepare: &mut dyn FnMut(&Path),
    ) -> Self {
        let upstream = script::serve_http(script, Era::Legacy);
        let text = config::url("s", upstream.url(), "") + more;
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("candor.toml"), &text).expect("a file");
        prepare(folder.path());
        let candor = Candor::serve_in(folder, &text, args);
        candor.ready(|said| said["ready"] == true).await;
        Self { candor, upstream }
    }

    /// The API for whoever is on this machine.
    pub(super) fn desk(&self) -> Desk {
        Desk::new(&self.candor, None)
    }

    /// The API for whoever has this token.
    pub(super) fn desk_of(&self, token: &str) -> Desk {
        Desk::new(&self.candor, Some(token))
    }

    /// How many calls reached the server that had this in them.
    pub(super) fn made(&self, mark: &str) -> usize {
        let seen = self.upstream.seen();
        let call = |body: &str| body.contains("\"tools/call\"") && body.contains(mark);
        seen.iter().filter(|seen| call(&seen.body)).count()
    }

    /// What a command says about the data of this gateway.
    pub(super) fn command(&self, args: &[&str]) -> String {
        let output = run(self.candor.folder(), &[args, &["--data", "data"]].concat());
        let said = String::from_utf8(output.stdout).expect("text");
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{args:?}: {said}{complaint}");
        said
    }
}

fn tools(list: &str) -> Script {
    Script::new().tools(list).call("*", "{}")
}

// === impl Desk ===

impl Desk {
    pub(super) fn new(candor: &Candor, token: Option<&str>) -> Self {
        Self {
            base: candor.at("/api/v1"),
            pool: pool(token),
        }
    }

    pub(super) fn request(&self, method: Method, path: &str) -> reqwest::RequestBuilder {
        self.pool.request(method, format!("{}{path}", self.base))
    }

    pub(super) async fn get(&self, path: &str) -> Answer {
        fetch(self.request(Method::GET, path)).await
    }

    /// What a resource says; it must be there.
    pub(super) async fn read(&self, path: &str) -> Value {
        let answer = self.get(path).await;
        assert_eq!(answer.status, 200, "GET {path}: {}", answer.text);
        answer.json()
    }

    pub(super) async fn post(&self, path: &str, body: &Value) -> Answer {
        let request = self.request(Method::POST, path);
        let request = request.header("content-type", "application/json");
        fetch(request.body(body.to_string())).await
    }

    /// The one question that waits, as soon as there is one, in full.
    pub(super) async fn waiting(&self) -> Value {
        // A loop of its own: handlers of the Rust SDK take no futures of asynchronous closures.
        let end = Instant::now() + PATIENCE;
        loop {
            if let Some(id) = self.pending().await.pop() {
                return self.read(&format!("/approvals/{id}")).await;
            }
            assert!(Instant::now() < end, "no call waits");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// The ids of all questions that wait.
    pub(super) async fn pending(&self) -> Vec<String> {
        let page = self.read("/approvals").await;
        let items = page["items"].as_array().expect("items").clone();
        items.iter().map(id_of).collect()
    }

    /// Answers a question.
    pub(super) async fn decide(&self, id: &str, body: &Value) -> Answer {
        self.post(&format!("/approvals/{id}/decision"), body).await
    }

    /// Says yes to one call; it must count.
    pub(super) async fn approve(&self, id: &str) {
        let answer = self.decide(id, &json!({"decision": "approve"})).await;
        assert_eq!(answer.status, 200, "{}", answer.text);
    }

    /// Says no; it must count.
    pub(super) async fn deny(&self, id: &str, reason: &str) {
        let body = json!({"decision": "deny", "reason": reason});
        let answer = self.decide(id, &body).await;
        assert_eq!(answer.status, 200, "{}", answer.text);
    }

    /// How far a question has come.
    pub(super) async fn state(&self, id: &str) -> String {
        let view = self.read(&format!("/approvals/{id}")).await;
        view["state"].as_str().expect("a state").to_owned()
    }

    /// Waits until a question has come so far.
    pub(super) async fn until_state(&self, id: &str, state: &str) {
        let end = Instant::now() + PATIENCE;
        while self.state(id).await != state {
            assert!(Instant::now() < end, "{id} was never {state}");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }
}

/// The id of an approval.
pub(super) fn id_of(view: &Value) -> String {
    view["id"].as_str().expect("an id").to_owned()
}

// === impl Answer ===

impl Answer {
    pub(super) fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error}: {}", self.text))
    }

    pub(super) fn header(&self, name: &str) -> String {
        let value = self.headers.get(name);
        let text = value.map(|value| value.to_str().expect("text"));
        text.unwrap_or_default().to_owned()
    }
}
