//! A gateway with a scripted server behind it, and calls that wait for somebody.

use axum::Router;
use candor_frame::{Pages, PagesConfig, serve};
use candor_gatetest::{Call, Ground, Waiting, source, spec, started, upstream};
use candor_gateway::{Declarations, Gateway, GatewaySpec, House};
use candor_model::{Approval, ApprovalId, Author, Door, Roles, Trust};
use candor_testkit::Handle;
use serde_json::{Value, json};
use tempfile::TempDir;

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
        let tools = plan.sources.iter().map(|(_, tools, _)| upstream(tools));
        let upstreams: Vec<_> = tools.collect();
        let sources = plan.sources.iter().zip(&upstreams);
        let sources = sources.map(|((name, _, trust), upstream)| source(name, *trust, upstream));
        let folder = tempfile::tempdir().expect("a folder");
        let spec = GatewaySpec {
            declarations: plan.declarations,
            house: plan.house,
            ..spec(Ground::of(folder.path()).await, sources.collect())
        };
        Self::of(spec, plan.routes, upstreams, folder).await
    }

    /// These pages in front of any gateway, once every source has started.
    pub async fn of(
        spec: GatewaySpec,
        routes: Router<Pages>,
        upstreams: Vec<Handle>,
        folder: TempDir,
    ) -> Self {
        let gateway = started(spec).await;
        Self {
            router: serve(gateway.clone(), PagesConfig::default(), routes),
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
        let call = Call {
            caller,
            client: json!({"name": "Desk <i>", "version": "1.0"}),
            session,
            tool,
            arguments,
        };
        Waiting::on(&self.gateway, &call).await
    }

    /// A question as it stands.
    pub async fn approval(&self, id: ApprovalId) -> Approval {
        let shown = self.gateway.approvals().show(id).await;
        shown.expect("an approval")
    }

    /// More questions like this one, of other arguments.
    pub async fn copies(&self, of: ApprovalId, count: usize) {
        candor_gatetest::copies(&self.gateway, of, count).await;
    }
}
