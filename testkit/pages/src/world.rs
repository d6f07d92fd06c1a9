//! A gateway with a scripted server, and calls waiting for approval.

use axum::Router;
use candor_dashboard_kit::{DashboardConfig, DashboardState, serve};
use candor_gatetest::{
    TestCall, TestDatabase, WaitingCall, echo_upstream, gateway_spec, http_source, start_gateway,
};
use candor_gateway::{FileDeclarations, Gateway, GatewayPolicySettings, GatewaySpec, RequestPath};
use candor_model::{Approval, ApprovalId, ChangeAuthor, ChangeChannel, Roles, SourceTrust};
use candor_store::Store;
use candor_testkit::ServerHandle;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::browser::TestBrowser;

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

/// The complete environment of one test.
pub struct PageWorld {
    /// The gateway that the pages show.
    pub gateway: Gateway,
    /// Its database, for what no page can write.
    pub store: Store,
    /// The pages in front of it.
    pub router: Router,
    /// The servers behind it, in the order of the plan.
    pub upstreams: Vec<ServerHandle>,
    /// The folder of the database.
    pub folder: TempDir,
}

/// The setup of a world.
pub struct PageWorldPlan {
    /// The policy settings of the gateway.
    pub policy_settings: GatewayPolicySettings,
    /// The pages under test.
    pub routes: Router<DashboardState>,
    /// The sources: name, tool definitions as JSON, and trust.
    pub sources: Vec<(String, String, SourceTrust)>,
    /// The declarations of the configuration file.
    pub declarations: FileDeclarations,
}

/// Settings without tokens.
pub fn open_settings() -> GatewayPolicySettings {
    GatewayPolicySettings {
        public_url: Some("http://localhost:7333".to_owned()),
        ..candor_gatetest::permissive_settings()
    }
}

/// Settings that require tokens.
pub fn guarded_settings() -> GatewayPolicySettings {
    GatewayPolicySettings {
        tokens_needed: true,
        ..open_settings()
    }
}

// === impl PageWorldPlan ===

impl PageWorldPlan {
    /// One trusted source, `shop`.
    pub fn shop(routes: Router<DashboardState>) -> Self {
        Self {
            policy_settings: open_settings(),
            routes,
            sources: vec![("shop".to_owned(), SHOP.to_owned(), SourceTrust::Trusted)],
            declarations: FileDeclarations::default(),
        }
    }
}

// === impl PageWorld ===

impl PageWorld {
    /// A bookshop without tokens.
    pub async fn open(routes: Router<DashboardState>) -> Self {
        Self::new(open_settings(), routes).await
    }

    /// A bookshop, with tokens.
    pub async fn guarded(routes: Router<DashboardState>) -> Self {
        Self::new(guarded_settings(), routes).await
    }

    /// A bookshop with these policy settings.
    pub async fn new(settings: GatewayPolicySettings, routes: Router<DashboardState>) -> Self {
        Self::planned(PageWorldPlan {
            policy_settings: settings,
            ..PageWorldPlan::shop(routes)
        })
        .await
    }

    /// Creates the world, once every source has started.
    pub async fn planned(plan: PageWorldPlan) -> Self {
        let tools = plan
            .sources
            .iter()
            .map(|(_, tools, _)| echo_upstream(tools));
        let upstreams: Vec<_> = tools.collect();
        let sources = plan.sources.iter().zip(&upstreams);
        let sources =
            sources.map(|((name, _, trust), upstream)| http_source(name, *trust, upstream));
        let folder = tempfile::tempdir().expect("a folder");
        let spec = GatewaySpec {
            declarations: plan.declarations,
            policy_settings: plan.policy_settings,
            ..gateway_spec(TestDatabase::of(folder.path()).await, sources.collect())
        };
        Self::of(spec, plan.routes, upstreams, folder).await
    }

    /// These pages in front of any gateway, once every source has started.
    pub async fn of(
        spec: GatewaySpec,
        routes: Router<DashboardState>,
        upstreams: Vec<ServerHandle>,
        folder: TempDir,
    ) -> Self {
        let store = spec.store.clone();
        let gateway = start_gateway(spec).await;
        Self {
            router: serve(gateway.clone(), DashboardConfig::default(), routes),
            gateway,
            store,
            upstreams,
            folder,
        }
    }

    /// A browser without cookies.
    pub fn browser(&self) -> TestBrowser {
        TestBrowser::new(self.router.clone())
    }

    /// Creates a token.
    pub async fn token(&self, name: &str, roles: &str) -> String {
        let roles = Roles::parse(roles).expect("roles");
        let author = ChangeAuthor {
            name: "local".to_owned(),
            channel: ChangeChannel::Cli,
            why: None,
        };
        let made = self.gateway.editor();
        let made = made.create_token(name, roles, None, &author).await;
        made.expect("a token").1.expose().clone()
    }

    /// A browser that is logged in.
    pub async fn logged_in(&self, name: &str, roles: &str) -> TestBrowser {
        let token = self.token(name, roles).await;
        self.signed_in(&token).await
    }

    /// A browser that is signed in by a token.
    pub async fn signed_in(&self, token: &str) -> TestBrowser {
        let identity = self.gateway.authenticate(Some(token), RequestPath::Direct);
        let identity = identity.expect("a token that works");
        let begun = self.gateway.page_sessions().begin(&identity, "").await;
        let id = begun.expect("a session").expose().clone();
        let mut browser = self.browser();
        browser.cookies.insert("candor_session".to_owned(), id);
        browser
    }

    /// Calls a tool without a session; the call waits.
    pub async fn call(&self, tool: &str, arguments: Value) -> WaitingCall {
        self.call_of("local", None, tool, arguments).await
    }

    /// A caller of this name, perhaps in a session.
    pub async fn call_of(
        &self,
        caller: &str,
        session: Option<&str>,
        tool: &str,
        arguments: Value,
    ) -> WaitingCall {
        let call = TestCall {
            caller,
            client: json!({"name": "Desk <i>", "version": "1.0"}),
            session,
            tool,
            arguments,
        };
        WaitingCall::on(&self.gateway, &call).await
    }

    /// The current state of an approval.
    pub async fn approval(&self, id: ApprovalId) -> Approval {
        let shown = self.gateway.approvals().show(id).await;
        shown.expect("an approval")
    }

    /// More questions like this one, of other arguments.
    pub async fn copies(&self, of: ApprovalId, count: usize) {
        candor_gatetest::copy_approvals(&self.gateway, &self.store, of, count).await;
    }
}
