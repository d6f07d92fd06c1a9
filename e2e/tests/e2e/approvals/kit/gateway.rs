//! A gateway before a server that counts its calls.

use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use candor_testkit::script::{self, ServerScript};
use candor_testkit::{ApiClient, CandorProcess, Replicas, ServerEra, ServerHandle, config};
use serde_json::Value;
use tempfile::TempDir;

use super::{ClientKind, ClientTransport, ConcurrentClient, forms};

/// Of every nature one. All but `slow` and `turn` send back their arguments.
pub(crate) const TOOLS: &str = r#"[
    {"name":"wipe","title":"Wipe a folder","description":"Deletes everything in a folder.","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":false,"destructiveHint":true}},
    {"name":"slow","description":"Deletes slowly.","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":false,"destructiveHint":true}},
    {"name":"look","description":"Looks at a folder.","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":true}},
    {"name":"add","description":"Adds to a folder.","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":false,"destructiveHint":false}},
    {"name":"odd","description":"Says nothing about itself.","inputSchema":{"type":"object"}},
    {"name":"turn","description":"Changes the tools.","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":false,"destructiveHint":false}}]"#;

/// A gateway, and its source `s`.
pub(crate) struct ApprovalGateway {
    pub(crate) gateway: CandorProcess,
    pub(crate) upstream: ServerHandle,
}

/// Two gateways on one PostgreSQL database, with one key and one source.
pub(crate) struct ApprovalReplicas {
    pub(crate) replicas: Replicas,
    pub(crate) upstream: ServerHandle,
    _keys: TempDir,
}

/// What the server does.
pub(crate) fn script() -> ServerScript {
    ServerScript::new()
        .tools(TOOLS)
        .call("slow", r#"{"sleep_ms":2000}"#)
        .call("turn", r#"{"list_changed":true}"#)
        .call("*", r#"{"echo":true}"#)
}

// === impl ApprovalGateway ===

impl ApprovalGateway {
    /// `more` is added to the configuration.
    pub(crate) async fn open(more: &str) -> Self {
        Self::before(script::serve_http(&script(), ServerEra::Modern), "", more).await
    }

    /// The same, and the approver.
    pub(crate) async fn with_approver(more: &str) -> (Self, ApiClient) {
        let stage = Self::open(more).await;
        let approver = stage.approver();
        (stage, approver)
    }

    /// The same before a source that is relied upon.
    pub(crate) async fn trusted(more: &str) -> Self {
        let upstream = script::serve_http(&script(), ServerEra::Modern);
        Self::before(upstream, "trust = \"trusted\"", more).await
    }

    /// The same where a token is required; with the tokens of these, by name and roles.
    pub(crate) async fn guarded<const N: usize>(
        more: &str,
        holders: [(&str, &str); N],
    ) -> (Self, [String; N]) {
        let upstream = script::serve_http(&script(), ServerEra::Modern);
        let text = config::url("s", upstream.url(), "") + more;
        let (gateway, tokens) = CandorProcess::with_tokens(&text, &holders).await;
        let tokens = tokens.try_into().expect("a token for each");
        (Self { gateway, upstream }, tokens)
    }

    /// The same before any server; `source` is added to its table.
    pub(crate) async fn before(upstream: ServerHandle, source: &str, more: &str) -> Self {
        let text = config::url("s", upstream.url(), source) + more;
        let gateway = CandorProcess::served(&text).await;
        Self { gateway, upstream }
    }

    /// A client that can be asked.
    pub(crate) async fn wire(&self, way: ClientKind) -> ConcurrentClient {
        self.wire_with(way, &forms()).await
    }

    /// A client that can do this.
    pub(crate) async fn wire_with(
        &self,
        ClientKind(over, revision): ClientKind,
        able: &Value,
    ) -> ConcurrentClient {
        match over {
            ClientTransport::Http => {
                ConcurrentClient::http(self.gateway.url(), revision, able, None).await
            }
            ClientTransport::Stdio => {
                ConcurrentClient::stdio(self.gateway.folder(), revision, able).await
            }
        }
    }

    /// The approver's view of the API.
    pub(crate) fn approver(&self) -> ApiClient {
        self.gateway.api()
    }

    /// How often the source was asked to do this.
    pub(crate) fn calls(&self, tool: &str) -> u64 {
        self.upstream.calls(tool)
    }

    /// Runs a command on the same data, which must go well.
    pub(crate) fn run(&self, args: &[&str]) -> String {
        self.gateway.stdout(args)
    }

    /// Kills the gateway on the spot, does something without it, and starts it again on its data.
    pub(crate) async fn die(self, meanwhile: impl FnOnce(&Path)) -> Self {
        let folder = self.gateway.kill();
        meanwhile(folder.path());
        let gateway = CandorProcess::again(folder).await;
        Self { gateway, ..self }
    }
}

/// Two gateways; none where there is no PostgreSQL.
pub(crate) async fn pair(more: &str) -> Option<ApprovalReplicas> {
    let upstream = script::serve_http(&script(), ServerEra::Modern);
    let keys = tempfile::tempdir().expect("a folder");
    let key = keys.path().join("secret.key");
    std::fs::write(&key, "5a".repeat(32)).expect("a file");
    std::fs::set_permissions(&key, Permissions::from_mode(0o600)).expect("a file");
    let text = config::url("s", upstream.url(), "") + more;
    let key = key.display().to_string();
    let text = format!("{text}\n[server]\nsecret_key_file = {key:?}\n");
    Some(ApprovalReplicas {
        replicas: Replicas::start(&text).await?,
        upstream,
        _keys: keys,
    })
}

// === impl ApprovalReplicas ===

impl ApprovalReplicas {
    /// The approvers at each of them.
    pub(crate) fn approvers(&self) -> (ApiClient, ApiClient) {
        (self.replicas.one.api(), self.replicas.two.api())
    }
}
