//! `candor login`, with the test as the person and the browser.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Stdio};

use base64::Engine as _;
use candor_testkit::http_api::{HttpApi, ScriptedReply};
use serde_json::json;
use sha2::Digest as _;

use crate::sandbox::CommandSandbox;

/// An API that asks a person.
fn document(api: &HttpApi) -> String {
    format!(
        r#"openapi: 3.1.0
info: {{title: Shop, version: "1"}}
servers: [{{url: "{0}"}}]
security: [{{oauth: [books]}}]
paths:
  /books:
    get: {{operationId: list_books, description: Lists books., responses: {{"200": {{description: Books}}}}}}
components:
  securitySchemes:
    oauth:
      type: oauth2
      flows:
        authorizationCode:
          authorizationUrl: "{0}/agree?theme=dark"
          tokenUrl: "{0}/token"
          scopes: {{books: Read the books}}
"#,
        api.origin()
    )
}

/// A workspace with that API and an environment that knows its client.
fn prepared(api: &HttpApi) -> CommandSandbox {
    let sandbox = CommandSandbox::with("shop.yaml", &document(api));
    let config = "[sources.shop]\ndocument = \"shop.yaml\"\nallow_private = true\n";
    sandbox.configure(config);
    sandbox.ok("environment create prod");
    sandbox.ok("environment set prod SHOP_OAUTH_CLIENT_ID candor");
    sandbox
}

/// A login under way, and the page that the person was shown.
struct LoginProcess {
    child: Child,
    page: url::Url,
}

impl LoginProcess {
    fn begin(sandbox: &CommandSandbox, args: &[&str]) -> Self {
        let mut command = sandbox.command(&["login", "shop", "--environment", "prod"]);
        command
            .args(args)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = command.spawn().expect("the binary starts");
        let stderr = BufReader::new(child.stderr.take().expect("a pipe"));
        let page = stderr
            .lines()
            .map_while(Result::ok)
            .find_map(|line| url::Url::parse(line.trim()).ok())
            .expect("a page");
        Self { child, page }
    }

    fn said(&self, name: &str) -> String {
        let mut pairs = self.page.query_pairs();
        let found = pairs.find(|(key, _)| key == name);
        found.expect("a member").1.into_owned()
    }

    /// The browser comes back with this query; what it is shown.
    fn come_back(&self, query: &str) -> String {
        let door = url::Url::parse(&self.said("redirect_uri")).expect("a URL");
        let port = door.port().expect("a port");
        let mut stream = TcpStream::connect(("127.0.0.1", port)).expect("a door");
        let path = door.path();
        write!(
            stream,
            "GET {path}?{query} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n"
        )
        .expect("sent");
        let mut shown = String::new();
        stream.read_to_string(&mut shown).expect("a page");
        shown
    }

    fn end(self) -> (Option<i32>, String) {
        let output = self.child.wait_with_output().expect("an end");
        (
            output.status.code(),
            String::from_utf8_lossy(&output.stdout).into_owned(),
        )
    }
}

#[test]
fn a_person_agrees_and_the_environment_acts_for_them() {
    let api = HttpApi::start().expect("an API");
    let sandbox = prepared(&api);
    let granted = json!({
        "access_token": "access-1", "refresh_token": "canary-refresh-1", "expires_in": 600,
    });
    api.on("POST", "/token", ScriptedReply::json(&granted));
    let login = LoginProcess::begin(&sandbox, &[]);
    assert_eq!(login.page.path(), "/agree");
    for (name, expect) in [
        ("theme", "dark"),
        ("response_type", "code"),
        ("client_id", "candor"),
        ("scope", "books"),
        ("code_challenge_method", "S256"),
    ] {
        assert_eq!(login.said(name), expect);
    }
    let challenge = login.said("code_challenge");
    assert!(
        login.come_back("code=c-1").contains("404"),
        "no state, no answer"
    );
    let shown = login.come_back(&format!("code=c-1&state={}", login.said("state")));
    assert!(shown.contains("Thank you"), "{shown}");
    let (code, stdout) = login.end();
    assert_eq!(
        (code, stdout.as_str()),
        (
            Some(0),
            "logged in to `shop`: `SHOP_OAUTH_REFRESH_TOKEN` is set in the environment `prod`\n"
        )
    );

    let form = api.last().expect("a request").form();
    let said = |name: &str| {
        let mut pairs = form.iter();
        pairs
            .find(|(key, _)| key == name)
            .map(|(_, value)| value.clone())
    };
    assert_eq!(said("grant_type").as_deref(), Some("authorization_code"));
    assert_eq!(said("code").as_deref(), Some("c-1"));
    let verifier = said("code_verifier").expect("a verifier");
    let hash = sha2::Sha256::digest(verifier.as_bytes());
    assert_eq!(
        base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(hash),
        challenge
    );

    let shown = sandbox.run("environment show prod --json");
    let variables = &shown.json()["variables"];
    let expect = json!({"secret": true});
    assert_eq!(variables["SHOP_OAUTH_REFRESH_TOKEN"], expect);
    let history = sandbox.run("changes");
    assert!(!history.stdout.contains("canary-refresh-1"), "{history}");
}

#[test]
fn a_no_is_a_no() {
    let api = HttpApi::start().expect("an API");
    let sandbox = prepared(&api);
    for query in ["error=access_denied&state=s", "code=c-1&state=forged"] {
        let login = LoginProcess::begin(&sandbox, &[]);
        login.come_back(query);
        assert_eq!(login.end().0, Some(2), "{query}");
    }
    assert_eq!(api.count("POST", "/token"), 0);
    let login = LoginProcess::begin(&sandbox, &["--wait", "1"]);
    assert_eq!(login.end().0, Some(2), "nobody came");
}

#[test]
fn what_is_missing_is_told_before_anybody_is_asked() {
    let api = HttpApi::start().expect("an API");
    let sandbox = prepared(&api);
    for (args, expect) in [
        ("shop --environment test", "test"),
        ("shp --environment prod", "shop"),
        (
            "shop --environment prod --scheme other",
            "there is no such scheme as `other`, but `oauth`",
        ),
    ] {
        sandbox.exits(2, &format!("login {args}")).reports(expect);
    }
    sandbox.run("environment unset prod SHOP_OAUTH_CLIENT_ID");
    let ran = sandbox.run("login shop --environment prod");
    ran.reports("`SHOP_OAUTH_CLIENT_ID` is not set");
}
