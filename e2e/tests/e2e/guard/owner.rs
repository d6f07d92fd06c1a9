//! Whoever reaches the gateway may look and call. Whoever has the owner's secret may change things.

use std::os::unix::fs::PermissionsExt as _;

use candor_testkit::api::{fetch, pool};
use candor_testkit::candor::{create_token, owner_name, run_on};
use candor_testkit::script::{ScriptFile, ServerScript};
use candor_testkit::{
    ApiClient, CandorProcess, HttpAnswer, ServerEra, assert_contains, config, wait_until,
};
use reqwest::Method;
use serde_json::{Value, json};

const TOOLS: &str = r#"[
    {"name": "look", "description": "Looks.", "inputSchema": {"type": "object"},
     "annotations": {"readOnlyHint": true}},
    {"name": "wipe", "description": "Wipes.", "inputSchema": {"type": "object"},
     "annotations": {"readOnlyHint": false, "destructiveHint": true}}
]"#;

async fn serve() -> (CandorProcess, ScriptFile) {
    let file = ServerScript::echoing(TOOLS).file();
    let text = config::script("s", &file, ServerEra::Legacy, "trust = \"trusted\"");
    (CandorProcess::served(&text).await, file)
}

/// Every operation of the API with its role, as its document says.
async fn operations(candor: &CandorProcess) -> Vec<(Method, String, String)> {
    let document = candor.api().read("/openapi.json").await;
    let paths = document["paths"].as_object().expect("paths").clone();
    let mut all = Vec::new();
    for (path, item) in paths {
        for (method, operation) in item.as_object().expect("operations") {
            let role = operation["security"][0]["token"][0].as_str();
            let method = method.to_uppercase().parse().expect("a method");
            let path = path.trim_start_matches("/api/v1").to_owned();
            all.push((method, path, role.expect("a role").to_owned()));
        }
    }
    all
}

fn named(path: &str) -> String {
    let mut named = path.to_owned();
    for (name, value) in [
        ("{name}", "s.wipe"),
        ("{pattern}", "s.wipe"),
        ("{tool}", "s.wipe"),
        ("{note}", "note"),
        ("{variable}", "X"),
        ("{toolset}", "kit"),
        ("{id}", "nope"),
    ] {
        named = named.replace(name, value);
    }
    named
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_credential_nothing_is_changed() {
    let (candor, _file) = serve().await;
    let nobody = ApiClient::new(&candor, None);
    let mut refused = 0;
    for (method, path, role) in operations(&candor).await {
        let body = (method != Method::GET && method != Method::DELETE).then(|| json!({}));
        let path = named(&path);
        if path == "/approvals/events" {
            continue;
        }
        let answer = nobody.send(method.clone(), &path, body.as_ref(), &[]).await;
        if ["viewer", "caller"].contains(&role.as_str()) {
            assert!(
                ![401, 403].contains(&answer.status),
                "{method} {path}: {}",
                answer.text
            );
        } else {
            refused += 1;
            let said = answer.refused(403);
            assert_contains(&said, &format!("requires the role `{role}`"));
            assert_contains(&said, "owner.secret");
        }
    }
    assert!(refused > 30, "{refused}");

    let source = json!({"name": "evil", "command": "touch /tmp/evil"});
    nobody.post("/sources", &source).await.refused(403);
    let token = json!({"name": "eve", "roles": ["admin"]});
    nobody.post("/tokens", &token).await.refused(403);
    let owner = candor.api();
    let sources = owner.items("/sources").await;
    assert!(
        sources.iter().all(|one| one["name"] != "evil"),
        "{sources:?}"
    );
    assert_eq!(owner.items("/tokens").await, Vec::<Value>::new());
    assert_eq!(
        owner.items("/audit/changes?action=tokens.").await,
        Vec::<Value>::new()
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_is_open_and_its_approval_is_the_owners() {
    let (candor, _file) = serve().await;
    let mut client = candor.client(ServerEra::Modern).await;
    let looked = client.call("s_look", "{}").await;
    assert_ne!(looked.value()["isError"], true, "{}", looked.response);

    let mut other = candor.client(ServerEra::Legacy).await;
    let call = tokio::spawn(async move { other.call("s_wipe", "{}").await });
    let owner = candor.api();
    let id = owner.only_pending().await;
    let nobody = ApiClient::new(&candor, None);
    nobody.cannot_approve(&id, 403).await;
    assert_eq!(owner.state(&id).await, "pending");
    let decided = owner.approve(&id).await;
    assert_eq!(decided["verdict"]["who"], owner_name(), "{decided}");
    let reply = call.await.expect("an answer");
    assert_ne!(reply.value()["isError"], true, "{}", reply.response);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_secret_is_a_private_file_and_nothing_near_it_works() {
    let (candor, _file) = serve().await;
    let path = candor.folder().join("data/owner.secret");
    let mode = std::fs::metadata(&path)
        .expect("the file")
        .permissions()
        .mode();
    assert_eq!(mode & 0o777, 0o600);
    let secret = candor.owner_secret();
    assert!(secret.starts_with("candor_owner_") && secret.len() == 56);
    let token = json!({"name": "ci", "roles": ["caller"]});
    candor.api().post("/tokens", &token).await.fine();
    for wrong in [
        secret[..secret.len() - 1].to_owned(),
        format!("{secret}A"),
        secret.to_uppercase(),
        secret.replace("candor_owner_", ""),
        format!("candor_owner_{}", "A".repeat(43)),
    ] {
        let answer = ApiClient::new(&candor, Some(&wrong)).get("/tools").await;
        answer.refused(401);
        assert!(!answer.text.contains(&wrong), "{}", answer.text);
    }
    assert!(!candor.log().contains(&secret));
    // It is kept, and works wherever tokens are required.
    let (folder, _) = candor.stop();
    let config = folder.path().join("candor.toml");
    let text = std::fs::read_to_string(&config).expect("a file");
    let text = format!("{text}\n[server]\nauth = \"required\"\n");
    let candor = CandorProcess::serve_in(folder, &text, &[]);
    candor.ready(|said| said["ready"] == true).await;
    assert_eq!(candor.owner_secret(), secret);
    assert_eq!(candor.api().get("/tokens").await.status, 200);
    ApiClient::new(&candor, None)
        .get("/tools")
        .await
        .refused(401);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_secret_that_others_can_read_keeps_the_gateway_from_starting() {
    let (candor, _file) = serve().await;
    let (folder, _) = candor.stop();
    let path = folder.path().join("data/owner.secret");
    let set = |mode| {
        let permissions = std::fs::Permissions::from_mode(mode);
        std::fs::set_permissions(&path, permissions).expect("permissions");
    };
    set(0o644);
    let (code, said) = run_on(folder.path(), "data", &["serve", "--listen", "127.0.0.1:0"]);
    assert_ne!(code, 0);
    assert_contains(&said, "is open to others (mode 644)");
    assert_contains(&said, "delete the file");
    set(0o600);
    std::fs::write(&path, "something else\n").expect("a file");
    let (code, said) = run_on(folder.path(), "data", &["serve", "--listen", "127.0.0.1:0"]);
    assert_ne!(code, 0);
    assert_contains(&said, "does not hold an owner's secret");
}

/// A browser as far as sessions are concerned.
struct PageVisitor<'c> {
    candor: &'c CandorProcess,
    agent: &'static str,
    session: Option<String>,
}

// === impl PageVisitor ===

impl PageVisitor<'_> {
    async fn send(&self, method: Method, path: &str, fields: &str) -> HttpAnswer {
        let mut request = pool(None).request(method, self.candor.at(path));
        request = request.header("user-agent", self.agent);
        if let Some(session) = &self.session {
            request = request.header("cookie", format!("candor_session={session}"));
        }
        if !fields.is_empty() {
            request = request.header("content-type", "application/x-www-form-urlencoded");
        }
        fetch(request.body(fields.to_owned())).await
    }

    async fn get(&self, path: &str) -> HttpAnswer {
        self.send(Method::GET, path, "").await
    }

    /// Opens a link and keeps the session that it begins.
    async fn open(&mut self, link: &str) -> HttpAnswer {
        let answer = self.get(link).await;
        let cookie = answer.header("set-cookie");
        let pair = cookie.split(';').next().unwrap_or_default();
        let id = pair.strip_prefix("candor_session=").map(str::to_owned);
        self.session = id.or(self.session.take());
        answer
    }

    /// Sends a form of a page that has no fields of its own.
    async fn submit(&self, page: &str, to: &str) -> HttpAnswer {
        let page = self.get(page).await.text;
        let (_, form) = page
            .split_once(&format!("action=\"{to}\""))
            .expect("a form");
        let (_, value) = form.split_once("name=\"form\" value=\"").expect("a field");
        let value = value.split('"').next().expect("a value");
        self.send(Method::POST, to, &format!("form={value}")).await
    }

    async fn is_owner(&self) -> bool {
        let page = self.get("/").await.text;
        page.contains(&format!("Signed in as <bdi>{}</bdi>", owner_name()))
    }
}

fn visitor(candor: &CandorProcess) -> PageVisitor<'_> {
    PageVisitor {
        candor,
        agent: "Browser/1.0",
        session: None,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_signs_one_browser_in_once() {
    let (candor, _file) = serve().await;
    let link = candor.sign_in_path().await;
    let mut ann = visitor(&candor);
    assert!(!ann.is_owner().await);
    assert_contains(&ann.get("/").await.text, "Not signed in");
    // Neither a look at its head nor a prefetch uses it up.
    assert_eq!(ann.send(Method::HEAD, &link, "").await.status, 200);
    let early = pool(None)
        .get(candor.at(&link))
        .header("sec-purpose", "prefetch");
    assert_eq!(fetch(early).await.status, 503);
    let opened = ann.open(&link).await;
    assert_eq!((opened.status, &*opened.header("location")), (303, "/"));
    assert_contains(&opened.header("set-cookie"), "HttpOnly; SameSite=Strict");
    assert!(ann.is_owner().await);
    assert_eq!(ann.get("/access").await.status, 200);

    let mut eve = visitor(&candor);
    let used = eve.open(&link).await;
    assert_eq!(used.status, 410, "{}", used.text);
    assert_contains(&used.text, "candor open");
    let unknown = eve.open("/sign-in/nosuch").await;
    assert_eq!(unknown.status, 404, "{}", unknown.text);
    assert!(eve.session.is_none());

    // Only to pages of ours.
    for (next, to) in [("/approvals", "/approvals"), ("//evil.example", "/")] {
        let link = format!("{}?next={next}", candor.sign_in_path().await);
        assert_eq!(visitor(&candor).open(&link).await.header("location"), to);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_session_is_for_pages_of_one_browser() {
    let (candor, _file) = serve().await;
    let mut ann = visitor(&candor);
    ann.open(&candor.sign_in_path().await).await;
    let id = ann.session.clone().expect("a session");
    assert!(ann.is_owner().await);

    // It is no credential anywhere else.
    ApiClient::new(&candor, Some(&id))
        .get("/tokens")
        .await
        .refused(401);
    let cookie = format!("candor_session={id}");
    let asked = pool(None)
        .get(candor.at("/api/v1/tokens"))
        .header("cookie", &cookie);
    fetch(asked).await.refused(403);
    let posted = pool(Some(&id)).post(candor.url()).body("{}");
    assert_eq!(fetch(posted).await.status, 401);
    let other = PageVisitor {
        agent: "Browser/2.0",
        session: Some(id.clone()),
        ..visitor(&candor)
    };
    assert!(!other.is_owner().await);
    let data = candor.folder().join("data");
    for name in ["candor.db", "candor.db-wal"] {
        let bytes = std::fs::read(data.join(name)).unwrap_or_default();
        let mut parts = bytes.windows(id.len());
        assert!(
            !parts.any(|part| part == id.as_bytes()),
            "{name} has the id"
        );
    }

    let left = ann.submit("/", "/logout").await;
    assert_eq!(left.status, 303, "{}", left.text);
    assert!(!ann.is_owner().await, "the id works no more");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_ends_with_its_token_and_with_all_others() {
    let (candor, _file) = serve().await;
    let text = create_token(candor.folder(), "vic", &["--role", "admin"]);
    let vic = ApiClient::new(&candor, Some(&text));
    wait_until("the token works", async || {
        vic.get("/tools").await.status == 200
    })
    .await;
    let made = vic.post("/sign-in-links", &json!({})).await.fine();
    let url = made["url"].as_str().expect("a link");
    let (_, code) = url.split_once("/sign-in/").expect("a code");
    let mut browser = visitor(&candor);
    browser.open(&format!("/sign-in/{code}")).await;
    assert_contains(&browser.get("/").await.text, "Signed in as <bdi>vic</bdi>");
    candor
        .api()
        .send(Method::DELETE, "/tokens/vic", None, &[])
        .await
        .fine();
    wait_until("the end of the session", async || {
        !browser.get("/").await.text.contains("<bdi>vic</bdi>")
    })
    .await;

    let (mut one, mut two) = (visitor(&candor), visitor(&candor));
    one.open(&candor.sign_in_path().await).await;
    two.open(&candor.sign_in_path().await).await;
    let unused = candor.sign_in_path().await;
    assert!(one.is_owner().await && two.is_owner().await);
    let ended = one.submit("/access", "/access/sign-out-all").await;
    assert_eq!(ended.status, 303, "{}", ended.text);
    assert!(!one.is_owner().await && !two.is_owner().await);
    assert_eq!(two.get(&unused).await.status, 404);
    let records = candor.api().changes("sessions.end", "dashboard").await;
    assert_eq!(records.len(), 1, "{records:?}");
}
