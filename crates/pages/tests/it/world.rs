//! A gateway with a scripted server behind it, and calls that wait for somebody.

use std::future::Future;
use std::time::Duration;

use axum::Router;
use candor_gateway::limits::CallTimes;
use candor_gateway::{
    Arrival, CallEvent, Client, Declarations, Endpoint, Gateway, GatewaySpec, House, Limits,
    Patience, Reading, SourceSetup,
};
use candor_model::{
    Approval, ApprovalId, ApprovalState, Author, CallKind, Digest, Door, Identity, Revision, Roles,
    SourceName, Trust,
};
use candor_pages::{PagesConfig, router};
use candor_sources::{OriginSpec, SourceLimits, SourceSpec};
use candor_store::{ApprovalFilter, Journal, Keyring, Store, Target};
use candor_testkit::script::{self, Script};
use candor_testkit::{Era, Handle};
use candor_wire::link::HttpSpec;
use candor_wire::{RawJson, RawObject};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::task::JoinHandle;

use crate::browser::Browser;

/// A bookshop; what its tools are called would like to be markup.
const SHOP: &str = r#"[
    {"name": "delete_book", "title": "Delete a book", "description": "Deletes a book.",
     "inputSchema": {"type": "object", "properties": {
        "isbn": {"type": "string", "description": "Which <b>book</b>"}}},
     "annotations": {"destructiveHint": true, "readOnlyHint": false}},
    {"name": "burn_book", "title": "</title><script>alert(1)</script>\u202eBurn",
     "description": "Burns a book.", "inputSchema": {"type": "object"},
     "annotations": {"destructiveHint": true}}
]"#;

/// Everything that one test needs.
pub(crate) struct World {
    pub(crate) gateway: Gateway,
    pub(crate) router: Router,
    _upstream: Handle,
    _folder: TempDir,
}

/// A call that waits for somebody, and what its client will get.
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

/// The house in which nobody needs a token.
pub(crate) fn open_house() -> House {
    House {
        public_url: Some("http://localhost:7333".to_owned()),
        ..House::default()
    }
}

/// The house in which everybody does.
pub(crate) fn guarded_house() -> House {
    House {
        tokens_needed: true,
        ..open_house()
    }
}

// === impl World ===

impl World {
    /// With nobody to be recognised.
    pub(crate) async fn open() -> Self {
        Self::new(open_house()).await
    }

    /// With tokens.
    pub(crate) async fn guarded() -> Self {
        Self::new(guarded_house()).await
    }

    pub(crate) async fn new(house: House) -> Self {
        let upstream = script::serve_http(
            &Script::new().tools(SHOP).call("*", r#"{"echo": true}"#),
            Era::Modern,
        );
        let folder = tempfile::tempdir().expect("a folder");
        let target = Target::Sqlite(folder.path().join("candor.db"));
        let store = Store::open(&target).await.expect("a database");
        let journal = Journal::open(&folder.path().join("journal"), &store).await;
        let (journal, _) = journal.expect("a journal");
        let gateway = Gateway::start(GatewaySpec {
            sources: vec![setup(&upstream)],
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
            chores: true,
        })
        .await
        .expect("a gateway");
        gateway.settled(Patience::Command).await;
        Self {
            router: router(gateway.clone(), PagesConfig::default()),
            gateway,
            _upstream: upstream,
            _folder: folder,
        }
    }

    /// Somebody with a browser, who has not been here before.
    pub(crate) fn browser(&self) -> Browser {
        Browser::new(self.router.clone())
    }

    /// A token for somebody.
    pub(crate) async fn token(&self, name: &str, roles: &str) -> String {
        let roles = Roles::parse(roles).expect("roles");
        let author = Author {
            name: "local".to_owned(),
            door: Door::Cli,
            why: None,
        };
        let made = self.gateway.desk();
        let made = made.create_token(name, roles, None, &author).await;
        made.expect("a token").1.expose().clone()
    }

    /// Somebody with a browser who has logged in.
    pub(crate) async fn logged_in(&self, name: &str, roles: &str) -> Browser {
        let token = self.token(name, roles).await;
        let mut browser = self.browser();
        browser.cookies.insert("candor_token".to_owned(), token);
        browser
    }

    /// Somebody without a session calls a tool, and the call waits.
    pub(crate) async fn call(&self, tool: &str, arguments: Value) -> Waiting {
        self.call_of("local", None, tool, arguments).await
    }

    /// A caller of this name, perhaps in a session.
    pub(crate) async fn call_of(
        &self,
        caller: &str,
        session: Option<&str>,
        tool: &str,
        arguments: Value,
    ) -> Waiting {
        let known = self.pending().await;
        let catalogue = self.gateway.catalogue();
        let mut tools = catalogue.tools().iter();
        let found = tools.find(|known| known.name.to_string() == tool);
        let exposed = found.expect("a tool").exposed.to_string();
        let params = json!({"name": exposed, "arguments": arguments});
        let info = json!({"name": "Desk <i>", "version": "1.0"});
        let arrival = Arrival::new(
            Client {
                revision: Revision::V2025_11_25,
                key: self.gateway.fresh_key(),
                capabilities: RawJson::from_value(&json!({})),
                info: Some(RawJson::from_value(&info)),
                trace: Vec::new(),
                identity: Identity {
                    name: caller.to_owned(),
                    ..Identity::local()
                },
                session: session.map(Into::into),
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
                if let Some(id) = now.into_iter().find(|id| !known.contains(id)) {
                    return id;
                }
                assert!(!reply.is_finished(), "the call did not wait");
                tokio::time::sleep(Duration::from_millis(2)).await;
            }
        });
        Waiting {
            id: id.await,
            reply,
        }
    }

    /// The questions that nobody has answered.
    async fn pending(&self) -> Vec<ApprovalId> {
        let filter = ApprovalFilter {
            states: vec![ApprovalState::Pending],
            ..ApprovalFilter::default()
        };
        let page = self.gateway.approvals().list(&filter, None, 500).await;
        let approvals = page.expect("a page").approvals;
        approvals.iter().map(|approval| approval.id).collect()
    }

    /// A question as it stands.
    pub(crate) async fn approval(&self, id: ApprovalId) -> Approval {
        let shown = self.gateway.approvals().show(id).await;
        shown.expect("an approval")
    }

    /// More questions like this one, of other arguments.
    pub(crate) async fn copies(&self, of: ApprovalId, count: usize) {
        let one = self.approval(of).await;
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

// === impl Waiting ===

impl Waiting {
    pub(crate) fn path(&self) -> String {
        format!("/approvals/{}", self.id)
    }

    /// What the client gets in the end.
    pub(crate) async fn reply(self) -> Value {
        soon(self.reply).await.expect("a reply")
    }
}
