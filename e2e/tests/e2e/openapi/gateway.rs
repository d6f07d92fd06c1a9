//! A gateway in front of an API that tells what it got.

use std::collections::BTreeMap;

pub(super) use candor_testkit::client::texts as words;
use candor_testkit::client::texts;
use candor_testkit::http_api::{HttpApi, ReceivedRequest, ReplySequence};
use candor_testkit::{CandorProcess, RawClient, ServerEra};
use serde_json::Value;
use tempfile::TempDir;

use super::until;

/// An API, its document and a gateway that serves it as the source `api`.
pub(super) struct ApiGateway {
    pub(super) api: HttpApi,
    pub(super) gateway: CandorProcess,
}

/// The table of a source whose document is the file `api.yaml`; `more` follows.
pub(super) fn table(api: &HttpApi, more: &str) -> String {
    format!(
        "[sources.api]\ndocument = \"api.yaml\"\nbase_url = \"{}\"\nallow_private = true\n{more}\n",
        api.origin()
    )
}

/// A folder with a document in it.
pub(super) fn folder(document: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("api.yaml"), document).expect("a file");
    folder
}

// === impl ApiGateway ===

impl ApiGateway {
    /// An API that echoes, and what else is in the table of its source.
    pub(super) async fn open(document: &str, more: &str) -> Self {
        let api = HttpApi::start().expect("an API");
        Self::before(api, document, more, &[]).await
    }

    /// The same, and a client at the plain endpoint.
    pub(super) async fn with_client(document: &str, more: &str) -> (Self, RawClient) {
        let stage = Self::open(document, more).await;
        let client = stage.client().await;
        (stage, client)
    }

    /// The same before an API that is there already, with arguments for the command line.
    pub(super) async fn before(api: HttpApi, document: &str, more: &str, args: &[&str]) -> Self {
        let gateway = CandorProcess::unasked_in(folder(document), &table(&api, more), args)
            .when_ready()
            .await;
        Self { api, gateway }
    }

    /// Ends the gateway and starts it again with what it has stored.
    pub(super) async fn restart(self) -> Self {
        let gateway = self.gateway.restart().await;
        Self { gateway, ..self }
    }

    /// A client at the plain endpoint.
    pub(super) async fn client(&self) -> RawClient {
        self.gateway.client(ServerEra::Legacy).await
    }

    /// A client at the endpoint of an environment.
    pub(super) async fn client_in(&self, environment: &str) -> RawClient {
        let path = format!("/mcp@{environment}");
        self.gateway.client_at(&path, ServerEra::Legacy).await
    }

    /// Writes the document anew.
    pub(super) fn rewrite(&self, document: &str) {
        let path = self.gateway.folder().join("api.yaml");
        // A reader sees the old or the new document, never half of one.
        let draft = self.gateway.folder().join("api.yaml.new");
        std::fs::write(&draft, document).expect("a file");
        std::fs::rename(draft, path).expect("a file");
    }

    /// What the API answers from now on.
    pub(super) fn on(&self, method: &str, path: &str, replies: impl Into<ReplySequence>) {
        self.api.on(method, path, replies);
    }

    /// What arrived, which must be one request.
    pub(super) fn only_request(&self) -> ReceivedRequest {
        let mut requests = self.api.requests();
        assert_eq!(requests.len(), 1, "{requests:?}");
        assert_eq!(self.api.malformed(), [""; 0]);
        requests.remove(0)
    }

    /// Runs a command on the same data, which must go well.
    pub(super) fn fine(&self, args: &[&str]) -> String {
        self.gateway.fine(args)
    }

    /// What `/api/v1` says at a path.
    pub(super) async fn read(&self, path: &str) -> Value {
        self.gateway.api().get(path).await.json()
    }

    /// Waits until the audit has so many calls with an outcome, and no more. What was answered is
    /// on file, and gets from there to the database a moment later.
    pub(super) async fn outcomes(&self, outcome: &str, count: usize) {
        until(
            &format!("{count} times `{outcome}` in the audit"),
            async || {
                let calls = self.read("/audit/calls?limit=200").await;
                let items = calls["items"].as_array().expect("items").iter();
                let found = items.filter(|call| call["outcome"] == outcome).count();
                assert!(found <= count, "{calls}");
                (found == count).then_some(())
            },
        )
        .await;
    }

    /// Sends JSON to `/api/v1`, which must take it.
    pub(super) async fn write(&self, method: reqwest::Method, path: &str, body: &Value) {
        let answer = self.gateway.api().send(method, path, Some(body), &[]).await;
        answer.fine();
    }
}

/// What a client is offered, by the tools' own names.
pub(super) async fn offered(client: &mut RawClient) -> BTreeMap<String, Value> {
    let tools = client.offered().await.into_iter();
    let own = |name: String| name.strip_prefix("api_").unwrap_or(&name).to_owned();
    tools.map(|(name, tool)| (own(name), tool)).collect()
}

/// The result of a call.
pub(super) async fn call(client: &mut RawClient, tool: &str, arguments: &Value) -> Value {
    let (tool, arguments) = (format!("api_{tool}"), arguments.to_string());
    client.call(&tool, &arguments).await.value()
}

/// The result of a call that must go well.
pub(super) async fn done(client: &mut RawClient, tool: &str, arguments: &Value) -> Value {
    let result = call(client, tool, arguments).await;
    assert_ne!(result["isError"], true, "{tool} {arguments}: {result}");
    result
}

/// What a call says that must not go well.
pub(super) async fn refused(client: &mut RawClient, tool: &str, arguments: &Value) -> String {
    let result = call(client, tool, arguments).await;
    assert_eq!(result["isError"], true, "{tool} {arguments}: {result}");
    texts(&result)
}
