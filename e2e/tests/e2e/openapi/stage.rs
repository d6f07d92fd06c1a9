//! A gateway in front of an API that tells what it got.

use std::collections::BTreeMap;
use std::path::Path;

use candor_e2e::candor::run;
use candor_e2e::{Candor, Client, Era};
use candor_testkit::http_api::{HttpApi, Request};
use serde_json::Value;
use tempfile::TempDir;

use super::until;

/// An API, its document and a gateway that serves it as the source `api`.
pub(super) struct Stage {
    pub(super) api: HttpApi,
    pub(super) gateway: Candor,
    text: String,
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

// === impl Stage ===

impl Stage {
    /// An API that echoes, and what else is in the table of its source.
    pub(super) async fn open(document: &str, more: &str) -> Self {
        let api = HttpApi::start().expect("an API");
        Self::before(api, document, more, &[]).await
    }

    /// The same before an API that is there already, with arguments for the command line.
    pub(super) async fn before(api: HttpApi, document: &str, more: &str, args: &[&str]) -> Self {
        let text = table(&api, more);
        let gateway = Candor::unasked_in(folder(document), &text, args);
        gateway.all_ready().await;
        Self { api, gateway, text }
    }

    /// Ends the gateway and starts it again with what it has kept.
    pub(super) async fn restart(self) -> Self {
        let (folder, clean) = self.gateway.stop();
        assert!(clean, "it ended well");
        let gateway = Candor::unasked_in(folder, &self.text, &[]);
        gateway.all_ready().await;
        Self { gateway, ..self }
    }

    /// A client at the plain endpoint.
    pub(super) async fn client(&self) -> Client {
        Client::http(self.gateway.url(), Era::Legacy).await
    }

    /// A client at the endpoint of an environment.
    pub(super) async fn client_in(&self, environment: &str) -> Client {
        let path = format!("/mcp@{environment}");
        Client::http(&self.gateway.at(&path), Era::Legacy).await
    }

    /// Writes the document anew.
    pub(super) fn rewrite(&self, document: &str) {
        let path = self.gateway.folder().join("api.yaml");
        // Whoever looks meanwhile sees the one or the other.
        let draft = self.gateway.folder().join("api.yaml.new");
        std::fs::write(&draft, document).expect("a file");
        std::fs::rename(draft, path).expect("a file");
    }

    /// What arrived, which must be one request.
    pub(super) fn only_request(&self) -> Request {
        let mut requests = self.api.requests();
        assert_eq!(requests.len(), 1, "{requests:?}");
        assert_eq!(self.api.malformed(), [""; 0]);
        requests.remove(0)
    }

    /// Runs a command beside the gateway, on the same data; its exit code and what it printed.
    pub(super) fn run(&self, args: &[&str]) -> (i32, String) {
        candor(self.gateway.folder(), args)
    }

    /// The same for a command that must go well.
    pub(super) fn fine(&self, args: &[&str]) -> String {
        let (code, said) = self.run(args);
        assert_eq!(code, 0, "candor {}: {said}", args.join(" "));
        said
    }

    /// What `/api/v1` says at a path.
    pub(super) async fn read(&self, path: &str) -> Value {
        let url = self.gateway.at(&format!("/api/v1{path}"));
        let answer = reqwest::get(url).await.expect("an answer");
        let text = answer.text().await.expect("text");
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
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
        let url = self.gateway.at(&format!("/api/v1{path}"));
        let request = reqwest::Client::new()
            .request(method, url)
            .header("content-type", "application/json")
            .body(body.to_string());
        let answer = request.send().await.expect("an answer");
        let status = answer.status();
        assert!(status.is_success(), "{status}: {:?}", answer.text().await);
    }
}

/// Runs a command in a folder; its exit code and what it printed.
pub(super) fn candor(folder: &Path, args: &[&str]) -> (i32, String) {
    let output = run(folder, &[args, &["--data", "data"]].concat());
    let said = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    (output.status.code().expect("it ended"), said.into_owned())
}

/// What a client is offered, by the tools' own names.
pub(super) async fn offered(client: &mut Client) -> BTreeMap<String, Value> {
    let tools = client.tools().await;
    let named = tools.iter().map(|tool| {
        let tool: Value = serde_json::from_str(tool).expect("a tool");
        let name = tool["name"].as_str().expect("a name");
        let own = name.strip_prefix("api_").unwrap_or(name).to_owned();
        (own, tool)
    });
    named.collect()
}

/// The result of a call.
pub(super) async fn call(client: &mut Client, tool: &str, arguments: &Value) -> Value {
    let (tool, arguments) = (format!("api_{tool}"), arguments.to_string());
    client.call(&tool, &arguments).await.value()
}

/// The result of a call that must go well.
pub(super) async fn done(client: &mut Client, tool: &str, arguments: &Value) -> Value {
    let result = call(client, tool, arguments).await;
    assert_ne!(result["isError"], true, "{tool} {arguments}: {result}");
    result
}

/// What a call says that must not go well.
pub(super) async fn refused(client: &mut Client, tool: &str, arguments: &Value) -> String {
    let result = call(client, tool, arguments).await;
    assert_eq!(result["isError"], true, "{tool} {arguments}: {result}");
    words(&result)
}

/// All texts of a result.
pub(super) fn words(result: &Value) -> String {
    let content = result["content"].as_array().expect("content").iter();
    let texts: Vec<&str> = content.filter_map(|part| part["text"].as_str()).collect();
    texts.join("\n")
}
