//! Who is who: proxies, host names, and the environment of children.

use candor_testkit::candor::run_on;
use candor_testkit::script::{ScriptFile, ServerScript};
use candor_testkit::{CandorProcess, ServerEra, assert_contains, config};
use reqwest::StatusCode;

async fn status(url: &str, header: (&str, &str)) -> StatusCode {
    let request = reqwest::Client::new().get(url).header(header.0, header.1);
    request.send().await.expect("an answer").status()
}

async fn serve() -> (CandorProcess, ScriptFile) {
    let file = ServerScript::simple(&[("echo", r#"{"echo":true}"#)]).file();
    let text = config::script("s", &file, ServerEra::Legacy, "");
    (CandorProcess::served(&text).await, file)
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_proxy_passes_on_needs_a_token() {
    let (candor, _file) = serve().await;
    let tools = candor.at("/api/v1/tools");
    assert_eq!(status(&tools, ("accept", "*/*")).await, StatusCode::OK);
    for header in [
        "forwarded",
        "via",
        "x-forwarded-for",
        "x-forwarded-host",
        "x-forwarded-proto",
        "x-real-ip",
        "cf-connecting-ip",
    ] {
        let found = status(&tools, (header, "192.0.2.7")).await;
        assert_eq!(found, StatusCode::UNAUTHORIZED, "{header}");
        let found = status(&candor.at("/metrics"), (header, "192.0.2.7")).await;
        assert_eq!(found, StatusCode::UNAUTHORIZED, "{header}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_gateway_that_others_reach_does_not_start_without_a_token() {
    for setting in [
        "public_url = \"https://candor.example\"",
        "allowed_hosts = [\"candor.example\"]",
        "allowed_origins = [\"https://app.example\"]",
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let text = format!("[server]\nlisten = \"127.0.0.1:0\"\n{setting}\n");
        std::fs::write(folder.path().join("candor.toml"), text).expect("a file");
        let (code, said) = run_on(folder.path(), "data", &["serve"]);
        assert_ne!(code, 0, "{setting}");
        let (key, _) = setting.split_once(' ').expect("a key");
        assert_contains(&said, &format!("`server.{key}` says that others"));
        assert_contains(&said, "candor token create");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn metrics_and_readiness_are_for_this_host() {
    let (candor, _file) = serve().await;
    for (path, expect) in [
        ("/healthz", StatusCode::OK),
        ("/readyz", StatusCode::FORBIDDEN),
        ("/metrics", StatusCode::FORBIDDEN),
    ] {
        let found = status(&candor.at(path), ("host", "evil.example")).await;
        assert_eq!(found, expect, "{path}");
    }
    let found = status(&candor.at("/metrics"), ("origin", "https://evil.example")).await;
    assert_eq!(found, StatusCode::FORBIDDEN);
}
