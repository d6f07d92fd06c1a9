//! A server of a peer: started on a port of its own, with an account for every case.

use std::process::Stdio;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use candor_egress::{EgressClient, EgressRequest, EgressResponse, EgressSettings, ExchangeLimits};
use candor_functions::{ToolInvocation, Toolbox};
use candor_model::Secret;
use candor_nextcloud::{NextcloudOptions, toolbox};
use http::header::{AUTHORIZATION, ETAG};
use http::{HeaderMap, HeaderName, Method};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::process::{Child, Command};

use crate::case::ToolCase;

/// A running server of a peer. It ends with the value.
pub(super) struct PeerServer {
    address: String,
    http: EgressClient,
    accounts: AtomicUsize,
    pub(super) folder: TempDir,
    _process: Child,
}

/// Where a peer differs from Nextcloud, by tool.
pub(super) struct PeerQuirks {
    /// Members of an answer, or sentences of a refusal, that are not the same here.
    pub(super) told_otherwise: &'static [(&'static str, &'static str)],
    /// What it does not refuse, by the sentence of the refusal.
    pub(super) not_refused: &'static [(&'static str, &'static str)],
}

/// One account of a peer, and the tools on it.
pub(super) struct PeerAccount<'a> {
    server: &'a PeerServer,
    pub(super) name: String,
    toolbox: Toolbox,
}

/// The Python of a peer's own environment; nothing if it is not installed and need not be.
#[allow(
    clippy::print_stdout,
    reason = "a test that is skipped says so where tests speak"
)]
pub(super) fn python(environment: &str) -> Option<std::path::PathBuf> {
    let folder = candor_testkit::peers::folder().unwrap();
    let python = folder.join(environment).join("bin/python");
    if python.exists() {
        return Some(python);
    }
    let must = std::env::var_os("CANDOR_REQUIRE_PEERS").is_some();
    assert!(
        !must,
        "`{}` is missing; run `./scripts/test`",
        python.display()
    );
    println!(
        "skipped: `{}` is missing; run `./scripts/test`",
        python.display()
    );
    None
}

/// The place of a script of these tests.
pub(super) fn script(name: &str) -> String {
    format!("{}/tests/it/peers/{name}", env!("CARGO_MANIFEST_DIR"))
}

// === impl PeerServer ===

impl PeerServer {
    pub(super) async fn start(environment: &str, name: &str) -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        let mut process = Command::new(python(environment)?)
            .arg(script(name))
            .arg(folder.path())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        let output = process.stdout.take().unwrap();
        let port = BufReader::new(output).lines().next_line().await.unwrap();
        let port = port.expect("the server tells its port");
        let settings = EgressSettings {
            private: true,
            connect_timeout: Duration::from_secs(5),
            user_agent: "candor-tests".to_owned(),
            idle: Duration::from_secs(1),
            per_host: 1,
        };
        Some(Self {
            address: format!("http://127.0.0.1:{port}"),
            http: EgressClient::new(settings).unwrap(),
            accounts: AtomicUsize::new(0),
            folder,
            _process: process,
        })
    }

    /// A new account with nothing in it.
    pub(super) fn account(&self) -> PeerAccount<'_> {
        let number = self.accounts.fetch_add(1, Ordering::Relaxed);
        let name = format!("ada-{number}");
        let options = NextcloudOptions {
            host: self.address.clone(),
            username: name.clone(),
            password: Secret::new("secret".to_owned()),
        };
        PeerAccount {
            server: self,
            name,
            toolbox: toolbox(&options).unwrap(),
        }
    }
}

// === impl PeerAccount ===

impl PeerAccount<'_> {
    /// A request below `/remote.php/dav/`, beside the tools.
    pub(super) async fn send(
        &self,
        method: &str,
        path: &str,
        headers: &[(&'static str, &str)],
        body: &str,
    ) -> EgressResponse {
        let mut map = HeaderMap::new();
        let login = STANDARD.encode(format!("{}:secret", self.name));
        map.insert(AUTHORIZATION, format!("Basic {login}").parse().unwrap());
        for (name, value) in headers {
            map.insert(HeaderName::from_static(name), value.parse().unwrap());
        }
        let address = format!("{}/remote.php/dav/{path}", self.server.address);
        let request = EgressRequest {
            method: Method::from_bytes(method.as_bytes()).unwrap(),
            url: address.parse().unwrap(),
            headers: map,
            body: body.to_owned().into(),
        };
        let limits = ExchangeLimits {
            timeout: Duration::from_secs(30),
            silence: Duration::from_secs(30),
            max_body: 1 << 20,
            redirects: 0,
        };
        self.server.http.send(&request, &limits).await.unwrap()
    }

    /// A request that must succeed.
    pub(super) async fn put(&self, method: &str, path: &str, body: &str) {
        let answer = self.send(method, path, &[], body).await;
        assert!(answer.status.is_success(), "{method} {path}: {answer:?}");
    }

    /// The structured part of an answer.
    pub(super) async fn ask(&self, tool: &str, arguments: &Value) -> Value {
        let reply = self.call(tool, arguments).await;
        assert_eq!(reply.get("isError"), None, "{tool} {arguments}: {reply}");
        reply["structuredContent"].clone()
    }

    /// The sentence of a refusal.
    pub(super) async fn fail(&self, tool: &str, arguments: &Value) -> String {
        let reply = self.call(tool, arguments).await;
        assert_eq!(reply["isError"], json!(true), "{tool} {arguments}: {reply}");
        reply["content"][0]["text"].as_str().unwrap().to_owned()
    }

    async fn call(&self, tool: &str, arguments: &Value) -> Value {
        let Value::Object(arguments) = self.resolved(arguments).await else {
            panic!("{arguments}");
        };
        let reply = self.toolbox.call(tool, arguments, ToolInvocation::alone());
        reply.await.unwrap().to_json()
    }

    /// A value with every `$etag:file/a.txt` replaced by the version that the server has.
    pub(super) async fn resolved(&self, value: &Value) -> Value {
        let mut text = value.to_string();
        while let Some(at) = text.find("$etag:") {
            let (_, rest) = text.split_at(at);
            let key = rest.split('"').next().unwrap().to_owned();
            let answer = self.send("HEAD", &self.place(&key), &[], "").await;
            let etag = answer.headers.get(ETAG).expect(&key).to_str().unwrap();
            text = text.replace(&key, etag.trim_matches('"'));
        }
        serde_json::from_str(&text).unwrap()
    }

    /// Where a thing of the scripted server lies here.
    fn place(&self, key: &str) -> String {
        let name = &self.name;
        let key = key.strip_prefix("$etag:").unwrap_or(key);
        let (kind, rest) = key.split_once('/').unwrap();
        match kind {
            "object" => format!("calendars/{name}/{rest}"),
            "contact" => format!("addressbooks/users/{name}/{rest}"),
            _ => format!("files/{name}/{rest}"),
        }
    }
}

/// Makes every call of a case, each on an account of its own, and tells what went wrong.
pub(super) async fn run_case(
    server: &PeerServer,
    case: &ToolCase,
    seed: impl AsyncFn(&PeerAccount<'_>),
    quirks: &PeerQuirks,
) -> Vec<String> {
    let tool = case.tool;
    let mut wrong = Vec::new();
    let account = server.account();
    seed(&account).await;
    let mut expected = Vec::new();
    for (pointer, value) in &case.gives {
        expected.push((*pointer, account.resolved(value).await));
    }
    let reply = account.call(tool, &case.arguments).await;
    if reply.get("isError").is_some() {
        wrong.push(format!("{tool} {}: {reply}", case.arguments));
    }
    expected.retain(|(pointer, _)| !quirks.told_otherwise.contains(&(tool, *pointer)));
    for (pointer, expect) in expected {
        if reply["structuredContent"].pointer(pointer) != Some(&expect) {
            wrong.push(format!("{tool} {pointer} is not {expect}: {reply}"));
        }
    }
    for arguments in &case.also {
        let account = server.account();
        seed(&account).await;
        let reply = account.call(tool, arguments).await;
        if reply.get("isError").is_some() {
            wrong.push(format!("{tool} {arguments}: {reply}"));
        }
    }
    for (arguments, told) in &case.refused {
        if quirks.not_refused.contains(&(tool, *told)) {
            continue;
        }
        let account = server.account();
        seed(&account).await;
        let reply = account.call(tool, arguments).await;
        let sentence = reply["content"][0]["text"].as_str().unwrap_or_default();
        let explained = sentence.contains(told) || quirks.told_otherwise.contains(&(tool, *told));
        if reply["isError"] != true || !explained {
            wrong.push(format!(
                "{tool} {arguments} does not tell `{told}`: {reply}"
            ));
        }
    }
    wrong
}
