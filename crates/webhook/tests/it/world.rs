//! A gateway, a tool whose calls wait, and somebody who listens.

use std::future::Future;
use std::path::Path;
use std::time::Duration;

use candor_gateway::limits::CallTimes;
use candor_gateway::{
    Arrival, CallEvent, Client, Declarations, Endpoint, Gateway, GatewaySpec, House, Limits,
    Patience, Reading, SourceSetup,
};
use candor_model::{
    Answer, Approval, ApprovalId, ApprovalState, Author, CallKind, Digest, Door, GrantScope,
    Identity, Revision, Secret, SourceName, Trust,
};
use candor_sources::{OriginSpec, SourceLimits, SourceSpec};
use candor_store::{ApprovalFilter, Journal, Keyring, Store, Target};
use candor_testkit::http_api::{HttpApi, Reply};
use candor_testkit::script::{self, Script};
use candor_testkit::{Era, Handle};
use candor_webhook::{Format, Hook, Pace, Webhooks, start_at};
use candor_wire::link::HttpSpec;
use candor_wire::{RawJson, RawObject};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::task::JoinHandle;

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

/// A call that waits.
pub(crate) struct Waiting {
    pub(crate) id: ApprovalId,
    reply: JoinHandle<Value>,
}

/// Waits, but not for ever.
pub(crate) async fn soon<T>(future: impl Future<Output = T>) -> T {
    tokio::time::timeout(Duration::from_secs(30), future)
        .await
        .expect("this takes too long")
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
        let script = Script::new().tools(SHOP).call("*", r#"{"echo": true}"#);
        let upstream = script::serve_http(&script, Era::Modern);
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
        let known = self.pending().await;
        let catalogue = self.gateway.catalogue();
        let tool = catalogue
            .tools()
            .first()
            .expect("a tool")
            .exposed
            .to_string();
        let params = json!({"name": tool, "arguments": arguments});
        let info = json!({"name": "Desk", "version": "1.0"});
        let arrival = Arrival::new(
            Client {
                revision: Revision::V2025_11_25,
                key: self.gateway.fresh_key(),
                capabilities: RawJson::from_value(&json!({})),
                info: Some(RawJson::from_value(&info)),
                trace: Vec::new(),
                identity: Identity {
                    name: "bob".to_owned(),
                    ..Identity::local()
                },
                session: None,
                endpoint: Endpoint::default(),
            },
            CallKind::Tool,
            RawObject::parse(&RawJson::from_value(&params)).expect("an object"),
            100,
        );
        let mut exchange = self.gateway.call(arrival);
        let reply = tokio::spawn(async move {
            loop {
                if let CallEvent::Done(answer) = exchange.next().await {
                    let (Ok(text) | Err(text)) = answer;
                    return text.decode().expect("JSON");
                }
            }
        });
        let id = soon(async {
            loop {
                let now = self.pending().await;
                if let Some(new) = now
                    .into_iter()
                    .find(|new| known.iter().all(|old| old.id != new.id))
                {
                    return new.id;
                }
                tokio::time::sleep(Duration::from_millis(2)).await;
            }
        })
        .await;
        Waiting { id, reply }
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

    async fn pending(&self) -> Vec<Approval> {
        let filter = ApprovalFilter {
            states: vec![ApprovalState::Pending],
            ..ApprovalFilter::default()
        };
        let page = self.gateway.approvals().list(&filter, None, 500).await;
        page.expect("a page").approvals
    }

    /// More calls that wait, of other arguments.
    pub(crate) async fn copies(&self, of: ApprovalId, count: usize) {
        let one = self.gateway.approvals().show(of).await.expect("one");
        for _ in 0..count {
            let mut copy = one.clone();
            copy.id = ApprovalId::fresh();
            copy.binding.arguments = Digest::of(copy.id.to_string());
            let store = self.gateway.store();
            let asked = store.ask_approval(&copy, copy.created_micros).await;
            asked.expect("room for one more");
        }
    }
}

// === impl Waiting ===

impl Waiting {
    /// What the client gets in the end.
    pub(crate) async fn reply(self) -> Value {
        soon(self.reply).await.expect("a reply")
    }
}

async fn gateway(folder: &Path, name: &str, upstream: &Handle, house: House) -> Gateway {
    let target = Target::Sqlite(folder.join("candor.db"));
    let store = Store::open(&target).await.expect("a database");
    let journal = Journal::open(&folder.join(format!("journal-{name}")), &store).await;
    let (journal, _) = journal.expect("a journal");
    let gateway = Gateway::start(GatewaySpec {
        sources: vec![setup(upstream)],
        transparent: false,
        retention: Duration::from_hours(24),
        limits: Limits {
            request_body: 4_000_000,
            sessions: 100,
            session_idle: Duration::from_hours(1),
            start: Duration::from_secs(20),
        },
        store,
        journal,
        declarations: Declarations::default(),
        keyring: Keyring::parse(&"7".repeat(64)).expect("a key"),
        house,
        workshop: std::sync::Arc::new(candor_gateway::Closed),
        chores: true,
    })
    .await
    .expect("a gateway");
    gateway.settled(Patience::Command).await;
    gateway
}

fn setup(upstream: &Handle) -> SourceSetup {
    SourceSetup {
        spec: SourceSpec {
            name: SourceName::parse("shop").expect("a name"),
            origin: OriginSpec::StreamableHttp(HttpSpec {
                label: "shop".to_owned(),
                url: upstream.url().parse().expect("a URL"),
                headers: Vec::new(),
            }),
            era: None,
            remembered: None,
            limits: SourceLimits::default(),
            roots: Vec::new(),
        },
        validate: true,
        times: CallTimes {
            silence: Duration::from_mins(1),
            ceiling: Duration::from_mins(2),
        },
        unset: None,
        fingerprint: Digest::of("shop"),
        trust: Trust::Trusted,
        reading: Reading::default(),
        quarantines: true,
    }
}
