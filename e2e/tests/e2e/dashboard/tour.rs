//! Every page in every state that a person may see it in, behind one gateway that has something of
//! everything. What is true of every page is looked at on this tour.

mod checks;
mod faults;
mod scenes;
mod token_gateway;
mod tour_servers;
mod tour_sources;

use candor_testkit::script::{ScriptFile, ServerScript};
use candor_testkit::{ApiClient, CandorProcess, RawReply, ServerEra, config};
use reqwest::{Method, Url};
use serde_json::{Value, json};
use tempfile::TempDir;

pub(super) use self::checks::{check_login_pages, check_part};
use self::faults::PageFaults;
use self::token_gateway::TokenGateway;
pub(super) use self::tour_servers::servers;
use self::tour_sources::TURN;
pub(super) use self::tour_sources::{TourSources, turning};
use super::browser::RealBrowser;
use super::shop_gateway::COMMANDS;
use crate::approvals::kit::{MODERN, until};

/// A part of the dashboard, so that no test has to walk through all of it.
#[derive(Clone, Copy, Debug)]
pub(super) enum TourPart {
    /// The overview, what was called and what was changed.
    History,
    /// Tools in their lists.
    Tools,
    /// One tool, and calls to try it.
    Tool,
    /// Calls that wait, and what became of others.
    Approvals,
    Toolsets,
    Sources,
    /// Servers of registries.
    Catalogue,
    /// Environments, policy and access.
    Admin,
}

// === impl TourPart ===

impl TourPart {
    pub(super) const ALL: [Self; 8] = [
        Self::History,
        Self::Tools,
        Self::Tool,
        Self::Approvals,
        Self::Toolsets,
        Self::Sources,
        Self::Catalogue,
        Self::Admin,
    ];
}

/// The gateway, and what has been seen of its pages.
pub(super) struct PageTour {
    candor: CandorProcess,
    approver: ApiClient,
    stock: TourSources,
    /// A question that waits, and one that was answered.
    waiting: String,
    decided: String,
    /// A token that can be taken back.
    token: String,
    /// A command line that serves a few tools.
    line: String,
    _scripts: [ScriptFile; 3],
    /// A registry that is a folder.
    _registry: TempDir,
}

// === impl PageTour ===

impl PageTour {
    /// Starts the gateway and fills it.
    pub(super) async fn of(stock: TourSources) -> Self {
        let scripts = [shop(&stock), stall(&stock), added(&stock)];
        let registry = tour_servers::folder(&stock.servers);
        let catalogue = config::catalogue(&[&registry.path().display().to_string()]);
        let configuration = configuration(&stock, &scripts) + &catalogue;
        let candor = CandorProcess::serve(&configuration, &[]);
        candor
            .ready(|said| are_ready(said, &["shop", "stall"]))
            .await;
        let mut tour = Self {
            approver: candor.api(),
            candor,
            stock,
            waiting: String::new(),
            decided: String::new(),
            token: String::new(),
            line: line(&scripts[2]),
            _scripts: scripts,
            _registry: registry,
        };
        tour.furnish().await;
        tour.say().await;
        tour.call().await;
        tour
    }

    /// The gateway that is shown.
    pub(super) fn candor(&self) -> &CandorProcess {
        &self.candor
    }

    /// What the paths of pages are under.
    pub(super) fn base(&self) -> String {
        self.candor.at("")
    }

    /// Another environment, a toolset, a source, a token.
    async fn furnish(&mut self) {
        let approver = &self.approver;
        let words = &self.stock.words;
        let prod = json!({"name": "prod", "description": words, "why": words});
        approver.post("/environments", &prod).await.fine();
        for (name, secret) in [("PLACE", false), ("API_KEY", true)] {
            let path = format!("/environments/prod/variables/{name}");
            let value = json!({"value": words, "secret": secret});
            self.send(Method::PUT, &path, &value).await;
        }
        let kit = json!({"name": "kit", "description": words, "members": ["shop.*", "stall.*"]});
        approver.post("/toolsets", &kit).await.fine();
        let added = json!({"name": "added", "command": self.line, "why": words});
        approver.post("/sources", &added).await.fine();
        self.candor.ready(|said| are_ready(said, &["added"])).await;
        let token = json!({"name": "robot", "roles": ["caller"], "why": words});
        let token = approver.post("/tokens", &token).await.fine();
        token["id"]
            .as_str()
            .expect("an id")
            .clone_into(&mut self.token);
    }

    /// What people say about tools.
    async fn say(&self) {
        let tool = format!("shop.{}", self.stock.destroys);
        let words = &self.stock.words;
        let note = json!({"tool": tool, "notes": [{"name": "season", "note": words}]});
        self.approver
            .post("/toolsets/kit/notes", &note)
            .await
            .fine();
        self.approver.post("/notes", &note).await.fine();
        let path = format!("/annotations/{}", segment(&tool));
        for (place, said) in [
            ("", json!({"idempotent": true, "why": words})),
            (
                "",
                json!({"idempotent": false, "title": words, "why": words}),
            ),
            ("?environment=prod", json!({"open_world": true})),
        ] {
            self.send(Method::PATCH, &format!("{path}{place}"), &said)
                .await;
        }
    }

    /// What clients do: one call that goes well, one that does not, three of which somebody is
    /// asked, and one after which a source is another.
    async fn call(&mut self) {
        let words = &self.stock.words;
        self.ask("shop", &self.stock.reads, json!({})).await;
        self.ask("shop", &self.stock.fails, json!({"title": words}))
            .await;
        let mut asked = Vec::new();
        for isbn in ["1", "2", "3"] {
            let which = json!({"isbn": format!("{isbn} {words}")});
            let asks = self.ask("shop", &self.stock.destroys, which).await.value();
            assert_eq!(asks["resultType"], "input_required", "{asks}");
            let waiting = self.approver.approvals("pending").await;
            let id = waiting[0]["id"].as_str().expect("an id");
            asked.push(id.to_owned());
        }
        self.approver.deny(&asked[0], &self.stock.words).await;
        self.approver
            .approve_for(&asked[1], "these-arguments")
            .await;
        self.decided = asked.swap_remove(0);
        self.waiting = asked.pop().expect("one more");
        let turned = self.ask("stall", TURN, json!({})).await.value();
        assert_eq!(turned["resultType"], "complete", "{turned}");
        assert_ne!(turned["isError"], true, "{turned}");
        until("a definition that has changed", async || {
            let drift = self.approver.read("/drift").await;
            drift["items"]
                .as_array()
                .is_some_and(|items| !items.is_empty())
                .then_some(())
        })
        .await;
    }

    /// Calls a tool, as a client that comes back when a person has answered.
    async fn ask(&self, source: &str, own: &str, arguments: Value) -> RawReply {
        let path = format!("/tools/{}", segment(&format!("{source}.{own}")));
        let tool = self.approver.read(&path).await;
        let meta = json!({
            "io.modelcontextprotocol/protocolVersion": MODERN,
            "io.modelcontextprotocol/clientInfo": {"name": self.stock.words, "version": "1"},
            "io.modelcontextprotocol/clientCapabilities": {"elicitation": {"form": {}}},
        });
        let call = json!({"name": tool["exposed"], "arguments": arguments, "_meta": meta});
        let mut client = self.candor.client(ServerEra::Modern).await;
        client.request("tools/call", &call.to_string()).await
    }

    /// Sends something to the API that must go well.
    async fn send(&self, method: Method, path: &str, body: &Value) {
        let (status, said) = self
            .approver
            .send(method, path, Some(body), &[])
            .await
            .pair();
        assert!((200..300).contains(&status), "{path}: {status} {said}");
    }

    /// Shows every page of a part in every state, and has each looked at under a name of it.
    pub(super) async fn walk(
        &self,
        part: TourPart,
        browser: &RealBrowser,
        look: impl AsyncFn(&RealBrowser, &str),
    ) {
        for path in self.paths(part) {
            browser.go(&path).await;
            browser.find("h1").await;
            look(browser, &path).await;
        }
        self.act(part, browser, look).await;
    }

    /// The pages of a part that a link leads to.
    pub(super) fn paths(&self, part: TourPart) -> Vec<String> {
        let tool =
            |source: &str, own: &str| format!("/tools/{}", segment(&format!("{source}.{own}")));
        let reads = tool("shop", &self.stock.reads);
        let destroys = tool("shop", &self.stock.destroys);
        let drifts = tool("stall", &self.stock.drifts);
        let simulated = segment(&format!("shop.{}", self.stock.destroys));
        let at = |paths: &[&str]| paths.iter().map(|path| (*path).to_owned()).collect();
        match part {
            TourPart::History => at(&[
                "/",
                "/audit",
                "/audit?target=nothing",
                "/audit/changes",
                "/search",
                "/search?q=shop",
            ]),
            TourPart::Tools => at(&[
                "/tools",
                "/tools?group=source",
                "/tools?q=nothing-is-called-so",
                "/tools?drift=yes",
                "/tools/suggestions",
                "/prompts",
                "/resources",
                "/resources?kind=templates",
            ]),
            TourPart::Tool => vec![
                format!("{destroys}?toolset=kit&environment=prod"),
                destroys.clone(),
                format!("{destroys}/try"),
                reads.clone(),
                drifts.clone(),
                format!("{drifts}/drift"),
                format!("{drifts}/try"),
            ],
            TourPart::Approvals => vec![
                "/approvals".to_owned(),
                "/approvals/decided".to_owned(),
                "/approvals/standing".to_owned(),
                format!("/approvals/{}", self.waiting),
                format!("/approvals/{}", self.decided),
                format!("/approvals/{}/phone", self.waiting),
                format!("/approvals/{}/phone", self.decided),
            ],
            TourPart::Toolsets => {
                let noted = format!("/toolsets/kit/notes?tool={simulated}");
                let mut paths: Vec<String> =
                    at(&["/toolsets", "/toolsets/new", "/toolsets/connect"]);
                paths.push("/toolsets/kit".to_owned());
                let parts = [
                    "edit", "notes", "connect", "versions", "clone", "export", "delete",
                ];
                paths.extend(parts.map(|part| format!("/toolsets/kit/{part}")));
                paths.push(noted);
                paths
            }
            TourPart::Sources => at(&[
                "/sources",
                "/sources/shop",
                "/sources/stall",
                "/sources/gone",
                "/sources/added",
                "/sources/added/remove",
                "/sources/new?kind=command",
                "/sources/new?kind=url",
                "/sources/new?kind=mcp-json",
                "/sources/new?kind=openapi",
                "/sources/new?kind=functions",
            ]),
            TourPart::Catalogue => at(&[
                "/catalogue",
                "/catalogue?q=weather",
                "/catalogue?q=nothing-is-called-so",
                "/catalogue/io.github.ada%2Fweather",
                "/catalogue/io.github.ada%2Fweather?option=2",
                "/catalogue/a.example%2Floose",
                "/catalogue/a.example%2Fnone",
            ]),
            TourPart::Admin => vec![
                "/environments".to_owned(),
                "/environments/new".to_owned(),
                "/environments/prod".to_owned(),
                "/environments/prod/remove?variable=PLACE".to_owned(),
                "/environments/prod/delete".to_owned(),
                "/policy".to_owned(),
                "/policy/toolsets/kit".to_owned(),
                "/policy/rules/new".to_owned(),
                "/policy/simulate".to_owned(),
                format!("/policy/simulate?asked=1&tool={simulated}&arguments=%7B%7D"),
                "/access".to_owned(),
                format!("/access/{}/revoke", self.token),
                "/nowhere".to_owned(),
                "/toolsets/nowhere".to_owned(),
                "/tools/shop.no_such_tool".to_owned(),
            ],
        }
    }
}

/// A text as one segment of a path, or as a value behind the `?`.
fn segment(text: &str) -> String {
    let mut url = Url::parse("http://x/").expect("an address");
    url.path_segments_mut().expect("a path").push(text);
    url.path()[1..].replace('&', "%26").replace('+', "%2B")
}

fn are_ready(said: &Value, names: &[&str]) -> bool {
    let sources = said["sources"].as_array().expect("sources");
    let ready = |name: &&str| {
        let found = sources.iter().find(|source| source["name"] == **name);
        found.is_some_and(|source| source["state"] == "ready")
    };
    names.iter().all(ready)
}

fn shop(stock: &TourSources) -> ScriptFile {
    let mut script = ServerScript::new().tools(stock.shop.to_string());
    for (field, value) in &stock.says {
        script = script.field(field, value.to_string());
    }
    for (tool, behaviour) in &stock.calls {
        script = script.call(tool, behaviour.to_string());
    }
    script.file()
}

fn stall(stock: &TourSources) -> ScriptFile {
    let [before, after] = stock.stall.each_ref().map(Value::to_string);
    let script = ServerScript::new().tools(before).stages(&[after]);
    let script = script.call(TURN, r#"{"list_changed": true}"#);
    script.file()
}

fn added(stock: &TourSources) -> ScriptFile {
    let script = ServerScript::new().tools(stock.added.to_string());
    script.file()
}

fn line(script: &ScriptFile) -> String {
    let (command, args) = script.command(ServerEra::Modern);
    let words = std::iter::once(command.display().to_string()).chain(args);
    let words: Vec<String> = words.map(|word| format!("'{word}'")).collect();
    words.join(" ")
}

/// The shop, the stall, and a source that says something and ends.
fn configuration(stock: &TourSources, scripts: &[ScriptFile; 3]) -> String {
    let shop = config::script(
        "shop",
        &scripts[0],
        ServerEra::Modern,
        "trust = \"trusted\"\n",
    );
    // In the modern era a server over standard input and output has no way to say that it changed.
    let stall = config::script("stall", &scripts[1], ServerEra::Legacy, "");
    let words: String = stock.words.chars().filter(char::is_ascii).collect();
    let words = ["-c".to_owned(), "echo \"$0\" >&2; exit 3".to_owned(), words];
    let gone = config::stdio("gone", "sh", &words, "");
    let rule = "[[policy.rule]]\nname = \"careful\"\ntool = \"stall.rent_*\"\neffect = \"ask\"\n\
                message = \"Look twice.\"\n";
    format!("{shop}{stall}{gone}{rule}{COMMANDS}")
}
