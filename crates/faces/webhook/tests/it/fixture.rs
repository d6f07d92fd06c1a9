//! A gateway, a tool whose calls wait, and a listener.

use std::path::Path;
use std::time::Duration;

pub(crate) use candor_gatetest::with_timeout;
use candor_gatetest::{
    TestCall, TestDatabase, WaitingCall, echo_upstream, gateway_spec, http_source, start_gateway,
};
use candor_gateway::{Gateway, GatewayPolicySettings, GatewaySpec};
use candor_model::{
    ApprovalAnswer, ApprovalId, ChangeAuthor, ChangeChannel, GrantScope, Secret, SourceTrust,
};
use candor_store::{JournalOptions, Store};
use candor_testkit::ServerHandle;
use candor_testkit::http_api::{HttpApi, ScriptedReply};
use candor_webhook::{MessageFormat, RetrySchedule, WebhookSpec, Webhooks, start_with};
use serde_json::{Value, json};
use tempfile::TempDir;

const SHOP: &str = r#"[
    {"name": "delete_book", "title": "Delete a <!channel> book", "description": "Deletes a book.",
     "inputSchema": {"type": "object"}, "annotations": {"destructiveHint": true}}
]"#;

/// Where the hook of the tests is; the path is a secret.
pub(crate) const PATH: &str = "/hooks/T0P-S3CRET";

/// Everything that one test needs.
pub(crate) struct WebhookFixture {
    pub(crate) gateway: Gateway,
    store: Store,
    pub(crate) api: HttpApi,
    upstream: ServerHandle,
    folder: TempDir,
}

/// Pauses that a test can wait for.
pub(crate) fn brisk() -> RetrySchedule {
    RetrySchedule {
        first: Duration::from_millis(4),
        longest: Duration::from_millis(20),
        asked: Duration::from_secs(1),
        tries: 5,
    }
}

/// The policy settings of the tests.
pub(crate) fn settings() -> GatewayPolicySettings {
    GatewayPolicySettings {
        public_url: Some("http://gateway.example:7333".to_owned()),
        ..candor_gatetest::permissive_settings()
    }
}

// === impl WebhookFixture ===

impl WebhookFixture {
    pub(crate) async fn start() -> Self {
        Self::new(settings()).await
    }

    pub(crate) async fn new(settings: GatewayPolicySettings) -> Self {
        let upstream = echo_upstream(SHOP);
        let folder = tempfile::tempdir().expect("a folder");
        let (gateway, store) = gateway(folder.path(), "one", &upstream, settings).await;
        let api = HttpApi::start().expect("a free port");
        api.on("*", "*", ScriptedReply::status(204));
        Self {
            gateway,
            store,
            api,
            upstream,
            folder,
        }
    }

    /// Another process on the same store.
    pub(crate) async fn replica(&self) -> Gateway {
        let (gateway, _) = gateway(self.folder.path(), "two", &self.upstream, settings()).await;
        gateway
    }

    /// A hook that is told of everything.
    pub(crate) fn hook(&self) -> WebhookSpec {
        WebhookSpec {
            url: Secret::new(self.api.url(PATH)),
            secret: None,
            format: MessageFormat::Candor,
            links: true,
            pending: true,
            decided: true,
            allow_private: true,
            timeout: Duration::from_secs(10),
        }
    }

    /// Tells these hooks, at a pace that a test can wait for.
    pub(crate) fn told(&self, hooks: Vec<WebhookSpec>) -> Webhooks {
        start_with(&self.gateway, hooks, brisk()).expect("hooks")
    }

    /// A client calls the tool, and the call waits.
    pub(crate) async fn call(&self, arguments: Value) -> WaitingCall {
        let call = TestCall {
            caller: "bob",
            client: json!({"name": "Desk", "version": "1.0"}),
            session: None,
            tool: "shop.delete_book",
            arguments,
        };
        WaitingCall::on(&self.gateway, &call).await
    }

    /// Approves or denies a call as a person.
    pub(crate) async fn answer(&self, id: ApprovalId, yes: bool, why: Option<&str>) {
        let answer = if yes {
            ApprovalAnswer::Approve(GrantScope::Once)
        } else {
            ApprovalAnswer::Deny
        };
        let author = ChangeAuthor {
            name: "ann".to_owned(),
            channel: ChangeChannel::Page,
            why: why.map(str::to_owned),
        };
        let decided = self.gateway.approvals().decide(id, answer, author).await;
        decided.expect("the first answer");
    }

    /// What arrived at the hook so far, once there are so many.
    pub(crate) async fn messages(&self, count: usize) -> Vec<Value> {
        let requests = self.api.until(count).await;
        requests
            .iter()
            .map(candor_testkit::http_api::ReceivedRequest::json)
            .collect()
    }

    /// More calls that wait, of other arguments.
    pub(crate) async fn copies(&self, of: ApprovalId, count: usize) {
        candor_gatetest::copy_approvals(&self.gateway, &self.store, of, count).await;
    }
}

/// One process of those that share the store; each has a journal of its own.
async fn gateway(
    folder: &Path,
    name: &str,
    upstream: &ServerHandle,
    settings: GatewayPolicySettings,
) -> (Gateway, Store) {
    let journal = format!("journal-{name}");
    let database = TestDatabase::with_journal(folder, &journal, JournalOptions::default()).await;
    let shop = http_source("shop", SourceTrust::Trusted, upstream);
    let store = database.store.clone();
    let gateway = start_gateway(GatewaySpec {
        policy_settings: settings,
        ..gateway_spec(database, vec![shop])
    });
    (gateway.await, store)
}
