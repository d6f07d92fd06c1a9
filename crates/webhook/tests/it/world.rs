//! A gateway, a tool whose calls wait, and somebody who listens.

use std::path::Path;
use std::time::Duration;

pub(crate) use candor_gatetest::soon;
use candor_gatetest::{Call, Ground, Waiting, source, spec, started, upstream};
use candor_gateway::{Gateway, GatewaySpec, House};
use candor_model::{Answer, ApprovalId, Author, Door, GrantScope, Secret, Trust};
use candor_store::JournalOptions;
use candor_testkit::Handle;
use candor_testkit::http_api::{HttpApi, Reply};
use candor_webhook::{Format, Hook, Pace, Webhooks, start_at};
use serde_json::{Value, json};
use tempfile::TempDir;

const SHOP: &str = r#"[
    {"name": "delete_book", "title": "Delete a <!channel> book", "description": "Deletes a book.",
     "inputSchema": {"type": "object"}, "annotations": {"destructiveHint": true}}
]"#;

/// Where the hook of the tests is; the path is a secret.
pub(crate) const PATH: &str = "/hooks/T0P-S3CRET";

/// Everything that one test needs.
pub(crate) struct World {
    pub(crate) gateway: Gateway,
    pub(crate) api: HttpApi,
    upstream: Handle,
    folder: TempDir,
}

/// Pauses that a test can wait for.
pub(crate) fn brisk() -> Pace {
    Pace {
        first: Duration::from_millis(4),
        longest: Duration::from_millis(20),
        asked: Duration::from_secs(1),
        tries: 5,
    }
}

/// The house of the tests.
pub(crate) fn house() -> House {
    House {
        public_url: Some("http://gateway.example:7333".to_owned()),
        ..House::default()
    }
}

// === impl World ===

impl World {
    pub(crate) async fn start() -> Self {
        Self::new(house()).await
    }

    pub(crate) async fn new(house: House) -> Self {
        let upstream = upstream(SHOP);
        let folder = tempfile::tempdir().expect("a folder");
        let gateway = gateway(folder.path(), "one", &upstream, house).await;
        let api = HttpApi::start().expect("a free port");
        api.on("*", "*", Reply::status(204));
        Self {
            gateway,
            api,
            upstream,
            folder,
        }
    }

    /// Another process on the same store.
    pub(crate) async fn replica(&self) -> Gateway {
        gateway(self.folder.path(), "two", &self.upstream, house()).await
    }

    /// A hook that is told of everything.
    pub(crate) fn hook(&self) -> Hook {
        Hook {
            url: Secret::new(self.api.url(PATH)),
            secret: None,
            format: Format::Candor,
            links: true,
            pending: true,
            decided: true,
            allow_private: true,
            timeout: Duration::from_secs(10),
        }
    }

    /// Tells these hooks, at a pace that a test can wait for.
    pub(crate) fn told(&self, hooks: Vec<Hook>) -> Webhooks {
        start_at(&self.gateway, hooks, brisk()).expect("hooks")
    }

    /// Somebody calls the tool, and the call waits.
    pub(crate) async fn call(&self, arguments: Value) -> Waiting {
        let call = Call {
            caller: "bob",
            client: json!({"name": "Desk", "version": "1.0"}),
            session: None,
            tool: "shop.delete_book",
            arguments,
        };
        Waiting::on(&self.gateway, &call).await
    }

    /// Somebody answers.
    pub(crate) async fn answer(&self, id: ApprovalId, yes: bool, why: Option<&str>) {
        let answer = if yes {
            Answer::Approve(GrantScope::Once)
        } else {
            Answer::Deny
        };
        let author = Author {
            name: "ann".to_owned(),
            door: Door::Page,
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
            .map(candor_testkit::http_api::Request::json)
            .collect()
    }

    /// More calls that wait, of other arguments.
    pub(crate) async fn copies(&self, of: ApprovalId, count: usize) {
        candor_gatetest::copies(&self.gateway, of, count).await;
    }
}

/// One process of those that share the store; each has a journal of its own.
async fn gateway(folder: &Path, name: &str, upstream: &Handle, house: House) -> Gateway {
    let journal = format!("journal-{name}");
    let ground = Ground::with_journal(folder, &journal, JournalOptions::default()).await;
    let shop = source("shop", Trust::Trusted, upstream);
    started(GatewaySpec {
        house,
        ..spec(ground, vec![shop])
    })
    .await
}
