//! Listening on a public address requires tokens, and refuses requests without one.

use std::io::{BufRead, BufReader};
use std::net::{IpAddr, Ipv4Addr, UdpSocket};
use std::path::Path;
use std::process::{Child, Stdio};

use candor_testkit::candor::{command, run};
use reqwest::Method;
use serde_json::Value;
use tempfile::TempDir;

use crate::approvals::guarded::{HttpAnswer, fetch, pool, token};

/// A gateway that listens on other addresses than the usual one.
struct PublicGateway {
    child: Child,
    /// The address that it announces.
    address: String,
    port: u16,
    folder: TempDir,
}

const SERVE: [&str; 5] = ["serve", "--listen", "0.0.0.0:0", "--data", "data"];

fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "[environments.prod]\ndescription = \"p\"\n[toolsets.some]\ntools = []\n";
    std::fs::write(folder.path().join("candor.toml"), text).expect("a file");
    folder
}

/// Why it does not start.
fn refused(folder: &Path, args: &[&str]) -> String {
    let output = run(folder, args);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
    assert!(output.stdout.is_empty(), "it listened: {output:?}");
    said
}

// === impl PublicGateway ===

impl PublicGateway {
    fn serve(folder: TempDir, args: &[&str]) -> Self {
        let mut child = command(folder.path())
            .args(args)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        let mut line = String::new();
        let output = child.stdout.take().expect("its output");
        BufReader::new(output).read_line(&mut line).expect("a line");
        let url = line.trim().trim_end_matches("/mcp");
        let address = url.rsplit('/').next().unwrap_or_default().to_owned();
        let port = url.rsplit(':').next();
        let port = port.and_then(|port| port.parse().ok());
        let Some(port) = port else {
            let _ = child.kill();
            panic!("it did not listen: {line}");
        };
        Self {
            child,
            address,
            port,
            folder,
        }
    }

    fn at(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }

    async fn ask(&self, method: &Method, path: &str, token: Option<&str>) -> HttpAnswer {
        let request = pool(token).request(method.clone(), self.at(path));
        let request = request.header("content-type", "application/json");
        let request = request.header("accept", "application/json, text/event-stream");
        let body = match *method {
            Method::GET | Method::HEAD => String::new(),
            _ => r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#.to_owned(),
        };
        fetch(request.body(body)).await
    }
}

impl Drop for PublicGateway {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn without_a_token_it_does_not_listen_beyond_this_machine() {
    let folder = folder();
    let path = folder.path();
    let way_out = "candor token create";
    assert!(refused(path, &SERVE).contains(way_out));
    // Neither does it where tokens are demanded.
    let text = "[server]\nauth = \"required\"\n";
    std::fs::write(path.join("candor.toml"), text).expect("a file");
    let local = ["serve", "--listen", "127.0.0.1:0", "--data", "data"];
    assert!(refused(path, &local).contains(way_out));
    // A token that was taken back, or has expired, is none.
    token(path, "ann", &["--role", "caller"]);
    let revoked = run(path, &["token", "revoke", "ann", "--data", "data"]);
    assert!(revoked.status.success());
    assert!(refused(path, &SERVE).contains(way_out));
    assert!(refused(path, &local).contains(way_out));
}

/// Every operation of the API, as its own document tells them.
fn operations(document: &Value) -> Vec<(Method, String)> {
    let paths = document["paths"].as_object().expect("paths");
    let mut operations = Vec::new();
    for (path, item) in paths {
        let path = path.replace(['{', '}'], "x");
        for method in item.as_object().expect("an item").keys() {
            if let Ok(method) = Method::from_bytes(method.to_uppercase().as_bytes())
                && ["GET", "POST", "PUT", "PATCH", "DELETE"].contains(&method.as_str())
            {
                operations.push((method, path.clone()));
            }
        }
    }
    assert!(operations.len() > 50, "{operations:?}");
    operations
}

#[tokio::test(flavor = "multi_thread")]
async fn beyond_this_machine_nobody_comes_in_without_a_token() {
    let folder = folder();
    let admin = token(folder.path(), "ann", &["--role", "admin"]);
    let public = PublicGateway::serve(folder, &SERVE);
    let document = public
        .ask(&Method::GET, "/api/v1/openapi.json", Some(&admin))
        .await;
    assert_eq!(document.status, 200, "{}", document.text);
    let mut doors = operations(&document.json());
    let endpoints = [
        "/mcp",
        "/mcp/some",
        "/mcp@prod",
        "/mcp/some@prod",
        "/mcp/nosuch",
    ];
    for path in endpoints {
        doors.extend(
            [Method::GET, Method::POST, Method::DELETE].map(|method| (method, path.to_owned())),
        );
    }
    for (method, path) in [
        (Method::GET, "/metrics"),
        (Method::GET, "/api/v1/"),
        (Method::GET, "/api/v1/nosuch"),
        (Method::PUT, "/api/v1/nosuch/2"),
        (Method::HEAD, "/api/v1/tokens"),
        (
            Method::POST,
            "/approvals/0198c9f2-0f3c-7000-8000-000000000000",
        ),
        (Method::POST, "/approvals/standing"),
        (Method::POST, "/logout"),
    ] {
        doors.push((method, path.to_owned()));
    }
    for (method, path) in doors {
        for token in [None, Some("candor_x"), Some("")] {
            let answer = public.ask(&method, &path, token).await;
            let told = format!("{method} {path} {token:?}: {}", answer.text);
            assert_eq!(answer.status, 401, "{told}");
            assert!(
                !answer.text.contains("prod") || path.contains("prod"),
                "{told}"
            );
        }
    }
    // A browser is shown the login page, and nothing else.
    for path in [
        "/approvals",
        "/approvals/decided",
        "/approvals/standing",
        "/approvals/0198c9f2-0f3c-7000-8000-000000000000",
    ] {
        let answer = public.ask(&Method::GET, path, None).await;
        assert_eq!(answer.status, 303, "{path}");
        assert!(answer.header("location").starts_with("/login"), "{path}");
        assert!(answer.text.is_empty(), "{path}: {}", answer.text);
    }
    assert_eq!(
        public.ask(&Method::GET, "/a/made-up", None).await.status,
        404
    );
    // The health check answers every request, with no more than that.
    for path in ["/healthz", "/readyz"] {
        let answer = public.ask(&Method::GET, path, None).await;
        assert_eq!(answer.status, 200, "{path}");
        let bare = answer.text == "ok\n"
            || answer
                .json()
                .as_object()
                .is_some_and(|told| told.len() == 1);
        assert!(bare, "{path}: {}", answer.text);
    }
    // With a token it is served.
    assert_eq!(
        public
            .ask(&Method::GET, "/api/v1/tokens", Some(&admin))
            .await
            .status,
        200
    );
    let more = public
        .ask(&Method::GET, "/readyz", Some(&admin))
        .await
        .json();
    assert_eq!(more["database"], "ok", "{more}");
}

/// What a request gets that goes to the gateway's address, and names this host.
async fn named(gateway: &PublicGateway, token: &str, host: &str) -> HttpAnswer {
    let at = format!("http://{}/api/v1/openapi.json", gateway.address);
    let request = pool(Some(token)).request(Method::GET, at);
    fetch(request.header("host", host)).await
}

#[tokio::test(flavor = "multi_thread")]
async fn it_answers_under_its_own_address_and_public_url() {
    for (config, args, own, foreign) in [
        (
            "",
            ["serve", "--listen", "127.0.0.2:0", "--data", "data"],
            None,
            "127.0.0.3",
        ),
        (
            "[server]\npublic_url = \"https://Candor.example\"\n",
            ["serve", "--listen", "127.0.0.1:0", "--data", "data"],
            Some("candor.example"),
            "other.example",
        ),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("candor.toml"), config).expect("a file");
        let admin = token(folder.path(), "ann", &["--role", "admin"]);
        let gateway = PublicGateway::serve(folder, &args);
        let own = own.unwrap_or(&gateway.address);
        let answer = named(&gateway, &admin, own).await;
        assert_eq!(answer.status, 200, "{own}: {}", answer.text);
        let answer = named(&gateway, &admin, foreign).await;
        assert_eq!(answer.status, 403, "{foreign}: {}", answer.text);
        let says = format!("the host `{foreign}` is not served here");
        assert!(answer.text.contains(&says), "{}", answer.text);
    }
}

/// The address of this machine in its network; a loopback address if it is in none.
fn own_address() -> IpAddr {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).expect("a socket");
    // Nothing is sent: the system only says which of its addresses it would send from.
    let reached = socket.connect("198.51.100.1:9");
    let address = reached.and_then(|()| socket.local_addr());
    address.map_or(Ipv4Addr::LOCALHOST.into(), |address| address.ip())
}

#[tokio::test(flavor = "multi_thread")]
async fn the_owner_needs_no_token_for_their_own_gateway() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("candor.toml"), "").expect("a file");
    token(folder.path(), "ann", &["--role", "caller"]);
    let listen = format!("{}:0", own_address());
    let gateway = PublicGateway::serve(folder, &["serve", "--listen", &listen, "--data", "data"]);
    let opened = run(
        gateway.folder.path(),
        &["open", "--print", "--data", "data"],
    );
    let said = String::from_utf8_lossy(&opened.stdout).into_owned();
    let link = format!("http://{}/sign-in/", gateway.address);
    assert!(said.starts_with(&link), "{opened:?}");
    let signed_in =
        fetch(reqwest::Client::new().get(said.lines().next().unwrap_or_default())).await;
    assert_eq!(signed_in.status, 200, "{}", signed_in.text);
}
