//! A gateway with a scripted server behind it, and calls that wait for somebody.

use std::future::Future;
use std::time::Duration;

use axum::Router;
use candor_frame::{Pages, PagesConfig, serve};
use candor_gateway::limits::CallTimes;
use candor_gateway::{
    Arrival, CallEvent, Client, Declarations, Endpoint, Gateway, GatewaySpec, House, Limits,
    Patience, Reading, SourceSetup,
};
use candor_model::{
    Approval, ApprovalId, ApprovalState, Author, CallKind, Digest, Door, Identity, Revision, Roles,
    SourceName, Trust,
};
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
pub const SHOP: &str = r#"[
    {"name": "delete_book", "title": "Delete a book", "description": "Deletes a book.",
     "inputSchema": {"type": "object", "properties": {
        "isbn": {"type": "string", "description": "Which <b>book</b>"}}},
     "annotations": {"destructiveHint": true, "readOnlyHint": false}},
    {"name": "burn_book", "title": "</title><script>alert(1)</script>\u202eBurn",
     "description": "Burns a book.", "inputSchema": {"type": "object"},
     "annotations": {"destructiveHint": true}}
]"#;

/// Everything that one test needs.
pub struct World {
    /// The gateway.
    pub gateway: Gateway,
    /// The pages in front of it.
    pub router: Router,
    /// The servers behind it, in the order of the plan.
    pub upstreams: Vec<Handle>,
    /// Where its database is.
    pub folder: TempDir,
}

/// What a world is made of.
pub struct Plan {
    /// How the house decides.
    pub house: House,
    /// The pages.
    pub routes: Router<Pages>,
    /// The sources: a name, the definitions of its tools as JSON, and whether its word counts.
    pub sources: Vec<(String, String, Trust)>,
    /// What the configuration file says.
    pub declarations: Declarations,
}

/// A call that waits for somebody, and what its client will get.
pub struct Waiting {
    /// The question.
    pub id: ApprovalId,
    reply: JoinHandle<Value>,
}

/// Waits, but not for ever.
pub async fn soon<T>(future: impl Future<Output = T>) -> T {
    tokio::time::timeout(Duration::from_secs(30), future)
        .await
        .expect("this takes too long")
}

/// The house in which nobody needs a token.
pub fn open_house() -> House {
    House {
        public_url: Some("http://localhost:7333".to_owned()),
        ..House::default()
    }
}

/// The house in which everybody does.
pub fn guarded_house() -> House {
    House {
        tokens_needed: true,
        ..open_house()
    }
}

// === impl Plan ===

impl Plan {
    /// One trusted source, `shop`.
    pub fn shop(routes: Router<Pages>) -> Self {
        Self {
            house: open_house(),
            routes,
            sources: vec![("shop".to_owned(), SHOP.to_owned(), Trust::Trusted)],
            declarations: Declarations::default(),
        }
    }
}

// === impl World ===

impl World {
    /// A bookshop, with nobody to be recognised.
    pub async fn open(routes: Router<Pages>) -> Self {
        Self::new(open_house(), routes).await
    }

    /// A bookshop, with tokens.
    pub async fn guarded(routes: Router<Pages>) -> Self {
        Self::new(guarded_house(), routes).await
    }

    /// A bookshop in this house.
    pub async fn new(house: House, routes: Router<Pages>) -> Self {
        Self::planned(Plan {
            house,
            ..Plan::shop(routes)
        })
        .await
    }

    /// As planned, once every source has started.
    pub async fn planned(plan: Plan) -> Self {
        let upstreams: Vec<_> = plan
            .sources
            .iter()
            .map(|(_, tools, _)| {
                let script = Script::new().tools(tools).call("*", r#"{"echo": true}"#);
                script::serve_http(&script, Era::Modern)
            })
            .collect();
        let setups = plan.sources.iter().zip(&upstreams);
        let setups = setups.map(|((name, _, trust), upstream)| setup(name, *trust, upstream));
        let folder = tempfile::tempdir().expect("a folder");
        let target = Target::Sqlite(folder.path().join("candor.db"));
        let store = Store::open(&target).await.expect("a database");
        let journal = Journal::open(&folder.path().join("journal"), &store).await;
        let (journal, _) = journal.expect("a journal");
        let gateway = Gateway::start(GatewaySpec {
            sources: setups.collect(),
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
            declarations: plan.declarations,
            keyring: Keyring::parse(&"7".repeat(64)).expect("a key"),
            house: plan.house,
            workshop: std::sync::Arc::new(candor_gateway::Closed),
            chores: true,
        })
        .await
        .expect("a gateway");
        gateway.settled(Patience::Command).await;
        Self {
            router: serve(gateway.clone(), PagesConfig::default(), plan.routes),
            gateway,
            upstreams,
            folder,
        }
    }

    /// Somebody with a browser, who has not been here before.
    pub fn browser(&self) -> Browser {
        Browser::new(self.router.clone())
    }

    /// A token for somebody.
    pub async fn token(&self, name: &str, roles: &str) -> String {
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
    pub async fn logged_in(&self, name: &str, roles: &str) -> Browser {
        let token = self.token(name, roles).await;
        let mut browser = self.browser();
        browser.cookies.insert("candor_token".to_owned(), token);
        browser
    }

    /// Somebody without a session calls a tool, and the call waits.
    pub async fn call(&self, tool: &str, arguments: Value) -> Waiting {
        self.call_of("local", None, tool, arguments).await
    }

    /// A caller of this name, perhaps in a session.
    pub async fn call_of(
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
    pub async fn approval(&self, id: ApprovalId) -> Approval {
        let shown = self.gateway.approvals().show(id).await;
        shown.expect("an approval")
    }

    /// More questions like this one, of other arguments.
    pub async fn copies(&self, of: ApprovalId, count: usize) {
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

fn setup(name: &str, trust: Trust, upstream: &Handle) -> SourceSetup {
    SourceSetup {
        spec: SourceSpec {
            name: SourceName::parse(name).expect("a name"),
            origin: OriginSpec::StreamableHttp(HttpSpec {
                label: name.to_owned(),
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
        fingerprint: Digest::of(name),
        trust,
        reading: Reading::default(),
        quarantines: true,
    }
}

// === impl Waiting ===

impl Waiting {
    /// The page of the question.
    pub fn path(&self) -> String {
        format!("/approvals/{}", self.id)
    }

    /// What the client gets in the end.
    pub async fn reply(self) -> Value {
        soon(self.reply).await.expect("a reply")
    }
}
