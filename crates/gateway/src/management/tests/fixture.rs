//! A gateway with scripted servers behind it, and calls of management tools.

use std::collections::HashMap;
use std::future::Future;
use std::time::Duration;

use candor_model::{
    CallKind, CallerIdentity, ChangeAuthor, ChangeChannel, McpEra, McpRevision, PreferenceEdits,
    QualifiedName, SourceName, SourceTrust,
};
use candor_schema::SchemaValidator;
use candor_sources::OriginSpec;
use candor_store::{DatabaseTarget, Journal, Keyring, Store};
use candor_testkit::script::{self, ServerScript};
use candor_testkit::{ServerEra as Speaks, ServerHandle};
use candor_wire::link::HttpSpec;
use candor_wire::{RawJson, RawObject};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::management::{self, ManagementAnswer, ManagementTool};
use crate::{
    CallEvent, ClientContext, Endpoint, FileDeclarations, Gateway, GatewayLimits,
    GatewayPolicySettings, GatewaySpec, IncomingCall, SourceSetup, StartupWait, testing,
};

/// The tools of the source `shop`.
const SHOP: &str = r#"[
    {"name": "list_books", "title": "List books", "description": "Lists the books that are for sale.",
     "inputSchema": {"type": "object", "properties": {"page": {"type": "integer", "description": "Which page"}}},
     "annotations": {"readOnlyHint": true}},
    {"name": "delete_book", "description": "Takes a book out of the catalogue for good.",
     "inputSchema": {"type": "object", "properties": {"isbn": {"type": "string"}}},
     "annotations": {"destructiveHint": true}},
    {"name": "Add_book", "description": "Puts a new book into the catalogue.",
     "inputSchema": {"type": "object"}},
    {"name": "change", "description": "A switch.", "inputSchema": {"type": "object"}}
]"#;

/// The tools of the source `files`.
const FILES: &str = r#"[
    {"name": "read", "description": "Reads a document from the folder.", "inputSchema": {"type": "object"}}
]"#;

/// The state of one test.
pub(super) struct ManagementFixture {
    pub(super) gateway: Gateway,
    servers: HashMap<String, ServerHandle>,
    outputs: HashMap<&'static str, SchemaValidator>,
    _folder: TempDir,
}

/// Waits with a time limit.
pub(super) async fn soon<T>(future: impl Future<Output = T>) -> T {
    tokio::time::timeout(Duration::from_mins(1), future)
        .await
        .expect("this takes too long")
}

/// The two sources `shop` and `files`.
pub(super) async fn world() -> ManagementFixture {
    ManagementFixture::new(SourceTrust::Trusted, FileDeclarations::default()).await
}

/// The server of `shop`; calling its tool `change` changes the schema of `list_books`.
fn shop() -> ServerScript {
    let changed = SHOP.replace("\"page\"", "\"leaf\"");
    let script = ServerScript::new().tools(SHOP).stages(&[changed]);
    script.call("change", r#"{"list_changed": true}"#)
}

/// The output schema of a tool, if it has one.
pub(super) fn output(builtin: &ManagementTool) -> Option<SchemaValidator> {
    let definition: Value = builtin.definition.decode().expect("JSON");
    let schema = definition.get("outputSchema")?;
    Some(SchemaValidator::compile(schema).expect("a schema"))
}

// === impl ManagementFixture ===

impl ManagementFixture {
    /// Creates the fixture with a trust for both sources, and the declarations of the file.
    pub(super) async fn new(trust: SourceTrust, declarations: FileDeclarations) -> Self {
        Self::serving(FILES, trust, declarations).await
    }

    /// Creates the fixture with this many tools of `files`, from `files.tool_0` on.
    pub(super) async fn with_many(tools: usize) -> Self {
        let tool = |at| json!({"name": format!("tool_{at}"), "inputSchema": {"type": "object"}});
        let files = (0..tools).map(tool).collect::<Value>().to_string();
        Self::serving(&files, SourceTrust::Trusted, FileDeclarations::default()).await
    }

    async fn serving(files: &str, trust: SourceTrust, mut declarations: FileDeclarations) -> Self {
        let sources = [
            ("shop", shop()),
            ("files", ServerScript::new().tools(files)),
        ];
        let servers = sources.iter().map(|(name, script)| {
            let server = script::serve_http(script, Speaks::Legacy);
            ((*name).to_owned(), server)
        });
        let servers: HashMap<_, _> = servers.collect();
        let folder = tempfile::tempdir().expect("a folder");
        let target = DatabaseTarget::Sqlite(folder.path().join("candor.db"));
        let store = Store::open(&target).await.expect("a database");
        let journal = Journal::open(&folder.path().join("journal"), &store).await;
        let (journal, _) = journal.expect("a journal");
        let setups = sources
            .iter()
            .map(|(name, _)| setup(name, &servers[*name], trust));
        // Approvals are not what is tested here.
        let unasked = PreferenceEdits {
            always_confirm_destructive: Some(false),
            ..PreferenceEdits::default()
        };
        declarations.preferences.push((None, unasked));
        let gateway = Gateway::start(GatewaySpec {
            sources: setups.collect(),
            transparent: false,
            retention: Duration::from_hours(24),
            keep_arguments: false,
            limits: GatewayLimits {
                request_body: 100_000,
                sessions: 100,
                sessions_per_caller: 100,
                waiting_per_caller: 1_000,
                tasks_per_caller: 1_000,
                kept_bytes_per_caller: 100 << 20,
                session_idle: Duration::from_hours(1),
                start: Duration::from_mins(1),
            },
            store,
            journal,
            declarations,
            keyring: Keyring::parse(&"0".repeat(64)).expect("a key"),
            policy_settings: GatewayPolicySettings::default(),
            source_factory: std::sync::Arc::new(crate::ClosedFactory),
            chores: true,
        });
        let gateway = gateway.await.expect("a gateway");
        gateway.settled(StartupWait::Command).await;
        let all = management::all().iter();
        let outputs = all.filter_map(|builtin| Some((builtin.name, output(builtin)?)));
        Self {
            gateway,
            servers,
            outputs: outputs.collect(),
            _folder: folder,
        }
    }

    /// Calls a management tool and validates its answer against its output schema.
    pub(super) async fn call_at(
        &self,
        endpoint: &str,
        tool: &str,
        arguments: Value,
    ) -> ManagementAnswer {
        let endpoint = Endpoint::parse(endpoint).expect("an endpoint");
        let builtin = management::named(tool).expect("a management tool");
        let author = ada();
        let local = CallerIdentity::local();
        let gateway = &self.gateway;
        let answer = management::call(gateway, &endpoint, builtin, &local, &author, &arguments);
        let answer = soon(answer).await;
        let Some(output) = self.outputs.get(tool) else {
            return answer;
        };
        let wrong = output.violations(&answer.structured);
        assert!(
            wrong.is_empty(),
            "{tool}: {wrong:?} in {}",
            answer.structured
        );
        answer
    }

    /// The answer of a successful call at the plain endpoint.
    pub(super) async fn done(&self, tool: &str, arguments: Value) -> Value {
        let answer = self.call_at("", tool, arguments).await;
        assert!(!answer.is_error, "{tool}: {}", answer.structured);
        answer.structured
    }

    /// The answer of a failed call at the plain endpoint.
    pub(super) async fn failed(&self, tool: &str, arguments: Value) -> Value {
        let answer = self.call_at("", tool, arguments).await;
        assert!(answer.is_error, "{tool}: {}", answer.structured);
        answer.structured
    }

    /// Builds a toolset of some tools, by name.
    pub(super) async fn build(&self, name: &str, tools: &[&str]) -> Value {
        let tools: Vec<_> = tools
            .iter()
            .map(|tool| json!({"namespacedName": tool}))
            .collect();
        self.done("build-toolset", json!({"name": name, "tools": tools}))
            .await
    }

    /// The id of a tool, as `list-available-tools` shows it.
    pub(super) async fn ref_id(&self, tool: &str) -> String {
        let listed = self.done("list-available-tools", json!({})).await;
        let servers = listed["toolsByServer"].as_array().expect("servers").iter();
        let mut tools = servers.flat_map(|server| server["tools"].as_array().expect("tools"));
        let found = tools.find(|one| one["namespacedName"] == tool);
        let found = found.unwrap_or_else(|| panic!("no {tool} in {listed}"));
        found["refId"].as_str().expect("an id").to_owned()
    }

    /// The description of a tool in `tools/list`.
    pub(super) fn description(&self, endpoint: &str, exposed: &str) -> String {
        let endpoint = Endpoint::parse(endpoint).expect("an endpoint");
        let offer = self.gateway.catalogue().offer(&endpoint).expect("an offer");
        let offered = offer.tool(exposed).expect("a tool");
        let definition: Value = offered.definition.decode().expect("JSON");
        definition["description"].as_str().expect("text").to_owned()
    }

    /// Makes the shop change the definition of `list_books`, and waits until the change is visible.
    pub(super) async fn change_the_shop(&self) {
        let name = QualifiedName::parse("shop.list_books").expect("a name");
        let id = || {
            self.gateway
                .catalogue()
                .named(&name)
                .map(|tool| tool.ref_id)
        };
        let before = id();
        // This toolset makes the tool reachable, whatever was equipped.
        self.build("switch", &["shop.change"]).await;
        let params = RawObject::from_iter([("name", RawJson::string("shop_change"))]);
        let arrival = IncomingCall::new(client(), CallKind::Tool, params, 0);
        let mut call = self.gateway.call(arrival);
        let reply = soon(async {
            loop {
                if let CallEvent::Done(reply) = call.next().await {
                    return reply;
                }
            }
        });
        reply.await.expect("a result");
        self.until(|| id() != before).await;
    }

    /// Stops a server, and waits until the gateway has noticed.
    pub(super) async fn kill(&mut self, source: &str) {
        let server = self.servers.remove(source).expect("a server");
        tokio::task::spawn_blocking(move || server.stop())
            .await
            .expect("stopped");
        self.until(|| {
            let catalogue = self.gateway.catalogue();
            let mut tools = catalogue.tools().iter();
            let mut sources = self.gateway.sources().into_iter();
            sources.any(|one| one.name.as_str() == source && !one.state.is_ready())
                && !tools.any(|tool| tool.name.source().as_str() == source)
        })
        .await;
    }

    async fn until(&self, holds: impl Fn() -> bool) {
        soon(async {
            while !holds() {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        })
        .await;
    }
}

pub(super) fn ada() -> ChangeAuthor {
    ChangeAuthor {
        name: "ada".to_owned(),
        channel: ChangeChannel::Mcp,
        why: None,
    }
}

fn client() -> ClientContext {
    ClientContext {
        revision: McpRevision::V2025_06_18,
        key: 1,
        capabilities: RawObject::default().to_json(),
        info: None,
        trace: Vec::new(),
        identity: CallerIdentity::owner("ann"),
        session: None,
        endpoint: Endpoint::parse("switch").expect("an endpoint"),
    }
}

fn setup(name: &str, server: &ServerHandle, trust: SourceTrust) -> SourceSetup {
    let endpoint = HttpSpec {
        label: name.to_owned(),
        url: server.url().parse().expect("a URL"),
        headers: Vec::new(),
    };
    let name = SourceName::parse(name).expect("a name");
    let mut setup = testing::setup(name, trust, OriginSpec::StreamableHttp(endpoint));
    // Detects a stopped server quickly.
    setup.spec.limits.health_interval = Duration::from_millis(100);
    setup
}

/// Both forms of a result have the same contents, and failures are marked.
#[test]
fn a_result_says_everything_twice() {
    let answer = ManagementAnswer {
        structured: json!({"success": false, "error": "no"}),
        is_error: true,
    };
    let text = r#"{\"success\":false,\"error\":\"no\"}"#;
    let plain = r#"{"success":false,"error":"no"}"#;
    let common = format!(
        r#""content":[{{"type":"text","text":"{text}"}}],"structuredContent":{plain},"isError":true}}"#
    );
    let legacy = answer.to_result(McpEra::Legacy).to_string();
    assert_eq!(legacy, format!("{{{common}"));
    let modern = answer.to_result(McpEra::Modern).to_string();
    assert_eq!(modern, format!(r#"{{"resultType":"complete",{common}"#));
}
