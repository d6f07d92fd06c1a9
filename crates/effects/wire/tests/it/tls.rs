//! TLS, HTTP/2 where the server offers it, and tunnels through a proxy.
//!
//! Whom to trust is the platform's business, and the platform reads it from the environment of
//! the process. So the test runs itself once more with a certificate that it trusts.

use std::env;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use candor_wire::link::{LinkEndpoint, LinkError, LinkLimits, ServerLink};
use tokio::io::{AsyncBufReadExt, BufReader, copy_bidirectional};
use tokio::net::TcpStream;
use tokio::process::{Child, Command};
use tokio::task::JoinSet;

use crate::proxy::{again, passes};
use crate::raw::{RawConnection, RawServer, serve_raw};
use crate::support::{call, limits, open_http, spec, told, within};

const TEST: &str = "tls::a_server_that_is_trusted_chooses_the_protocol";
const PORTS: &str = "CANDOR_TEST_TLS_PORTS";
const SERVER: &str = include_str!("tls_server.py");

/// A certificate for `localhost` and its key, both in one file.
async fn certificate(folder: &Path) -> String {
    let file = folder.join("localhost.pem").display().to_string();
    let made = Command::new("openssl")
        .args(["req", "-x509", "-newkey", "ec", "-pkeyopt"])
        .args(["ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"])
        .args(["-subj", "/CN=a stranger", "-addext"])
        .args(["subjectAltName=DNS:localhost", "-addext"])
        .args(["basicConstraints=critical,CA:FALSE"])
        .args(["-keyout", &file, "-out", &format!("{file}.crt")])
        .output();
    let made = within(made).await.expect("openssl is installed");
    let said = String::from_utf8_lossy(&made.stderr);
    assert!(made.status.success(), "{said}");
    let both = [&file, &format!("{file}.crt")].map(|it| std::fs::read(it).expect("written"));
    std::fs::write(&file, both.concat()).expect("written");
    file
}

/// A server of its own, and its port.
async fn serve(protocol: &str, certificate: &str) -> (Child, String) {
    let mut child = Command::new("python3")
        .args(["-u", "-c", SERVER, protocol, certificate])
        .stdout(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .expect("python3 is installed");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let port = within(lines.next_line()).await.expect("readable");
    (child, port.expect("a port"))
}

/// A proxy that opens tunnels.
async fn serve_tunnels() -> RawServer {
    serve_raw(async |mut connection: RawConnection| {
        let request = connection.request().await.expect("a request");
        let target = request.line().split(' ').nth(1).expect("a target");
        let mut server = TcpStream::connect(target).await.expect("a server");
        connection
            .send("HTTP/1.1 200 Connection established\r\n\r\n")
            .await;
        // However it ends, it has ended.
        let _ = copy_bidirectional(&mut connection.stream, &mut server).await;
    })
    .await
}

#[tokio::test]
async fn a_server_that_is_trusted_chooses_the_protocol() {
    if let Ok(ports) = env::var(PORTS) {
        let (two, one) = ports.split_once(' ').expect("two ports");
        Box::pin(ask_http2(two)).await;
        return ask_http1(one).await;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let certificate = certificate(folder.path()).await;
    let tunnels = serve_tunnels().await;
    let proxy = format!("http://me:pw@{}", tunnels.address);
    let mut ports = Vec::new();
    for variable in ["", "HTTPS_PROXY"] {
        // Servers of their own, so that connections can be counted.
        let (_two, two) = serve("h2", &certificate).await;
        let (_one, one) = serve("h1", &certificate).await;
        let mut command = again(TEST, &[(PORTS, &format!("{two} {one}"))]);
        command
            .env("SSL_CERT_FILE", &certificate)
            .env_remove("SSL_CERT_DIR");
        if !variable.is_empty() {
            command.env(variable, &proxy);
            ports = vec![two, one];
        }
        passes(command).await;
    }
    let requests = tunnels.requests();
    let first = &requests[0];
    assert_eq!(
        first.line(),
        format!("CONNECT localhost:{} HTTP/1.1", ports[0])
    );
    assert_eq!(first.header("proxy-authorization"), Some("Basic bWU6cHc="));
    let agent = concat!("candor/", env!("CARGO_PKG_VERSION"));
    assert_eq!(first.header("user-agent"), Some(agent));
    let to = |port: &str| {
        let line = format!("CONNECT localhost:{port} HTTP/1.1");
        requests.iter().filter(|it| it.line() == line).count()
    };
    assert_eq!(
        to(&ports[0]),
        2,
        "one connection, and the one after its end"
    );
    assert!((1..=20).contains(&to(&ports[1])));
}

#[tokio::test]
async fn a_stranger_is_not_spoken_to() {
    let folder = tempfile::tempdir().expect("a folder");
    let certificate = certificate(folder.path()).await;
    let (_server, port) = serve("h2", &certificate).await;
    let (link, _inbox) = open_http(&format!("https://localhost:{port}/?key=canary-4711")).await;
    let error = call(&link, "x", "{}").await.expect_err("a stranger");
    assert!(matches!(error, LinkError::Connect { .. }), "{error:?}");
    assert!(!error.request_was_sent());
    let text = told(&error);
    let start = format!(
        "cannot connect to `https://localhost:{port}/?key=****`: the connection is not secure: \
         invalid peer certificate: "
    );
    assert!(text.starts_with(&start), "{text}");
}

/// Makes many calls at once, whose answers all begin alike.
async fn ask_at_once(link: &ServerLink, start: &str) {
    let mut calls = JoinSet::new();
    for _ in 0..20 {
        let link = link.clone();
        calls.spawn(async move { call(&link, "x", "{}").await });
    }
    while let Some(answer) = within(calls.join_next()).await {
        let answer = answer.expect("no panic").expect("answered");
        assert!(answer.starts_with(start), "{answer}");
    }
}

/// Many at once, and one after the other, share one connection.
async fn ask_http2(port: &str) {
    let (link, _inbox) = open_http(&format!("https://localhost:{port}/mcp")).await;
    ask_at_once(&link, "\"h2 1.").await;
    for stream in [41, 43] {
        let answer = call(&link, "x", "{}").await.expect("answered");
        assert_eq!(answer, format!("\"h2 1.{stream}\""));
    }
    // The server takes its leave, and the next request opens a connection.
    let answer = call(&link, "goodbye", "{}").await.expect("answered");
    assert!(answer.starts_with("\"h2 1.45"), "{answer}");
    // Until the end of the connection has arrived here, requests may still be lost on it.
    let answer = within(async {
        loop {
            match call(&link, "x", "{}").await {
                Ok(answer) => break answer,
                Err(_) => tokio::time::sleep(Duration::from_millis(10)).await,
            }
        }
    });
    let answer = Box::pin(answer).await;
    assert!(answer.starts_with("\"h2 2.1"), "{answer}");
}

async fn ask_http1(port: &str) {
    let (link, _inbox) = open_http(&format!("https://localhost:{port}/mcp")).await;
    ask_at_once(&link, "\"h1 ").await;
    let first = call(&link, "x", "{}").await.expect("answered");
    assert!(first.ends_with(&format!(" localhost:{port}\"")), "{first}");
    assert_eq!(call(&link, "x", "{}").await.expect("answered"), first);
}

#[tokio::test]
async fn a_connection_that_does_not_come_up_in_time_is_told() {
    // TCP comes up and TLS does not.
    let server = serve_raw(async |mut connection: RawConnection| {
        connection.head().await;
    })
    .await;
    let url = format!("https://{}/mcp", server.address);
    let short = LinkLimits {
        connect_timeout: Duration::from_millis(200),
        ..limits()
    };
    let endpoint = LinkEndpoint::Http(spec(&url, &[]));
    let opened = ServerLink::open(&endpoint, &short).await;
    let (link, _inbox) = opened.expect("opens");
    let mut calls = JoinSet::new();
    for _ in 0..50 {
        let link = link.clone();
        calls.spawn(async move { call(&link, "x", "{}").await });
    }
    // Those that wait for the first one wait no longer than it.
    let start = Instant::now();
    while let Some(answer) = within(calls.join_next()).await {
        let error = answer.expect("no panic").expect_err("no connection");
        let expect = format!("cannot connect to `{url}`: there was no connection within 200ms");
        assert_eq!(told(&error), expect);
        assert!(!error.request_was_sent());
    }
    let longest = 25 * short.connect_timeout;
    assert!(start.elapsed() < longest, "one after the other");
}
