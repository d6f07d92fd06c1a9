//! TLS, and HTTP/2 where it agrees on it.
//!
//! Whom to trust is the platform's business, and the platform reads it from the environment of
//! the process. So the test runs itself once more with a certificate that it trusts.

use std::env;
use std::path::Path;
use std::process::Stdio;

use candor_egress::EgressError;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

use crate::world::{ask, client, soon, told};

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
    let made = soon(made).await.expect("openssl is installed");
    assert!(
        made.status.success(),
        "{}",
        String::from_utf8_lossy(&made.stderr)
    );
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
    let port = soon(lines.next_line()).await.expect("readable");
    (child, port.expect("a port"))
}

#[tokio::test]
async fn those_who_are_trusted_are_spoken_to_in_their_protocol() {
    if let Ok(ports) = env::var(PORTS) {
        return trusting(&ports).await;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let certificate = certificate(folder.path()).await;
    let (_two, two) = serve("h2", &certificate).await;
    let (_one, one) = serve("h1", &certificate).await;

    let url = format!("https://localhost:{two}/?key=hunter2");
    let error = ask(&client(), &url).await.expect_err("a stranger");
    let text = told(&error);
    assert!(matches!(error, EgressError::Tls { .. }), "{text}");
    assert!(
        text.contains("invalid peer certificate") && !text.contains("hunter2"),
        "{text}"
    );
    assert!(!error.was_sent());

    let child = Command::new(env::current_exe().expect("this program"))
        .args(["--exact", "--nocapture"])
        .arg("tls::those_who_are_trusted_are_spoken_to_in_their_protocol")
        .env("SSL_CERT_FILE", &certificate)
        .env_remove("SSL_CERT_DIR")
        .env(PORTS, format!("{two} {one}"))
        .kill_on_drop(true)
        .output();
    let done = soon(child).await.expect("it runs");
    let said = [done.stdout, done.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    assert!(done.status.success() && said.contains("1 passed"), "{said}");
}

/// The part of the test that trusts the certificate.
async fn trusting(ports: &str) {
    let (two, one) = ports.split_once(' ').expect("two ports");
    let client = client();
    let cases = [
        // The first connection of this server was the one that was refused.
        (two, ["h2 2.1", "h2 2.3", "h2 2.5"]),
        (one, ["h1 1", "h1 1", "h1 1"]),
    ];
    for (port, answers) in cases {
        for expect in answers {
            let response = ask(&client, &format!("https://localhost:{port}/")).await;
            assert_eq!(response.expect("a response").body, expect);
        }
    }
    // The certificate is for a name, and an address is another.
    let error = ask(&client, &format!("https://127.0.0.1:{two}/")).await;
    let error = error.expect_err("another name");
    assert!(matches!(error, EgressError::Tls { .. }), "{}", told(&error));
    assert!(!error.was_sent());
}
