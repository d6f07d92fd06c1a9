//! A gateway with a scripted server behind it, and its registry.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use candor_config::RegistryAccess;
use candor_gatetest::{
    TestDatabase, gateway_spec, http_source, permissive_settings, start_gateway,
};
use candor_gateway::{Gateway, GatewayPolicySettings, GatewaySpec};
use candor_model::{ChangeAuthor, ChangeChannel, SourceTrust, Toolset, ToolsetMember, ToolsetName};
use candor_registry_server::{RegistryConfig, router};
use candor_testkit::script::{self, ServerScript};
use candor_testkit::{ServerEra, ServerHandle};
use candor_web::HostCheck;
use http::{HeaderMap, Request};
use http_body_util::BodyExt as _;
use serde_json::Value;
use tempfile::TempDir;
use tower::ServiceExt as _;

const TOOLS: &str = r#"[
    {"name": "list_books", "title": "Books", "description": "Lists books.\n\nAll of them.",
     "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": true}},
    {"name": "delete_book", "description": "Deletes a book.", "inputSchema": {"type": "object"}}
]"#;

/// Everything that one test needs.
pub(crate) struct RegistryWorld {
    pub(crate) gateway: Gateway,
    pub(crate) router: Router,
    _upstream: ServerHandle,
    _folder: Arc<TempDir>,
}

/// What came back.
pub(crate) struct RegistryReply {
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Value,
}

// === impl RegistryWorld ===

impl RegistryWorld {
    pub(crate) async fn open() -> Self {
        Self::with(RegistryAccess::Token, permissive_settings()).await
    }

    pub(crate) async fn with(access: RegistryAccess, settings: GatewayPolicySettings) -> Self {
        let folder = Arc::new(tempfile::tempdir().expect("a folder"));
        let database = TestDatabase::of(folder.path()).await;
        let script = ServerScript::new().tools(TOOLS).call("*", "{}");
        let upstream = script::serve_http(&script, ServerEra::Modern);
        let sources = vec![http_source("shop", SourceTrust::Untrusted, &upstream)];
        let spec = GatewaySpec {
            policy_settings: GatewayPolicySettings {
                public_url: Some("https://candor.example".to_owned()),
                ..settings
            },
            ..gateway_spec(database, sources)
        };
        let gateway = start_gateway(spec).await;
        let config = RegistryConfig {
            hosts: HostCheck::default(),
            access,
            namespace: "com.example".to_owned(),
        };
        Self {
            router: router(gateway.clone(), config),
            gateway,
            _upstream: upstream,
            _folder: folder,
        }
    }

    /// Makes a toolset with one member.
    pub(crate) async fn toolset(&self, name: &str, member: &str, description: &str) {
        let mut toolset = Toolset::new(ToolsetName::parse(name).expect("a name"));
        toolset.members = vec![ToolsetMember::parse(member).expect("a member")];
        toolset.description = description.to_owned();
        let made = self
            .gateway
            .editor()
            .create_toolset(&author(), &toolset)
            .await;
        made.expect("a toolset");
    }

    pub(crate) async fn get(&self, path: &str) -> RegistryReply {
        self.send(path, &[]).await
    }

    pub(crate) async fn send(&self, path: &str, headers: &[(&str, &str)]) -> RegistryReply {
        let mut request = Request::get(path).header("host", "localhost");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request.body(Body::empty()).expect("a request");
        let reply = self.router.clone().oneshot(request).await.expect("a reply");
        let (head, body) = reply.into_parts();
        let body = body.collect().await.expect("a body").to_bytes();
        RegistryReply {
            status: head.status.as_u16(),
            headers: head.headers,
            body: serde_json::from_slice(&body).unwrap_or_default(),
        }
    }

    /// The names on a page.
    pub(crate) async fn names(&self, query: &str) -> Vec<String> {
        let reply = self.get(&format!("/v0.1/servers{query}")).await;
        assert_eq!(reply.status, 200, "{}", reply.body);
        let servers = reply.body["servers"].as_array().expect("a list").iter();
        let name = |entry: &Value| entry["server"]["name"].as_str().map(str::to_owned);
        servers.filter_map(name).collect()
    }
}

/// Who changes things here.
pub(crate) fn author() -> ChangeAuthor {
    ChangeAuthor {
        name: "ada".to_owned(),
        channel: ChangeChannel::Cli,
        why: None,
    }
}
