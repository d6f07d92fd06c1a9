//! The secret of an environment goes in and never comes out.

use std::io::Write as _;
use std::path::Path;
use std::process::Stdio;

use candor_testkit::canaries::{assert_hidden, folder_bytes, holds};
use candor_testkit::candor::{command, ended, run_on};
use candor_testkit::script::ServerScript;
use candor_testkit::{ApiClient, CandorProcess, ServerEra, config};
use reqwest::Method;
use serde_json::json;

/// Planted values; each must be found nowhere.
const CANARIES: [&str; 4] = [
    "canary-cli-c0ffee-1",
    "canary-api-c0ffee-2",
    "canary-file-c0ffee-3",
    "canary-slip-c0ffee-4",
];

/// A public value, which the search for canaries must find.
const PLAIN: &str = "plain-as-day-42";

/// Sets a secret on the command line, from standard input.
fn pipe(folder: &Path, variable: &str, value: &str) -> (i32, String) {
    let mut child = command(folder)
        .args(["environment", "set", "prod", variable, "--secret"])
        .args(["--data", "data"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut input = child.stdin.take().expect("an input");
    writeln!(input, "{value}").expect("it reads");
    drop(input);
    ended(&child.wait_with_output().expect("it ends"))
}

/// Everything the API says, of whatever it can be asked.
async fn said_by_api(api: &ApiClient) -> String {
    let slip = CANARIES[3];
    let mut said = String::new();
    let put = "/environments/prod/variables";
    for (method, path, body) in [
        // Slips that hold a secret: the answer must not repeat it.
        (Method::PUT, "/A_B", json!({"value": slip, "secret": "yes"})),
        (Method::PUT, "/1BAD", json!({"value": slip, "secret": true})),
        (
            Method::PUT,
            "/A_B",
            json!({"value": [slip], "secret": true}),
        ),
        (Method::PUT, "/A_B", json!({"valu": slip, "secret": true})),
        (
            Method::PUT,
            "/A_B",
            json!({"value": format!("{slip}\0"), "secret": true}),
        ),
    ] {
        let answer = api
            .send(method, &format!("{put}{path}"), Some(&body), &[])
            .await;
        assert!((400..500).contains(&answer.status), "{path}: {answer:?}");
        said += &answer.text;
    }
    for path in [
        "/environments",
        "/environments/prod",
        "/environments/filed",
        "/audit/changes",
        "/audit/calls",
        "/annotations",
        "/tools",
        "/tools/s.hello?environment=prod",
        "/sources",
        "/sources/s",
        "/drift",
        "/openapi.json",
    ] {
        said += &api.get(path).await.text;
    }
    said
}

fn said_by_commands(folder: &Path) -> String {
    let mut said = String::new();
    for args in [
        &["environment", "show", "prod"][..],
        &["environment", "show", "prod", "--json"],
        &["environment", "show", "filed"],
        &["environment", "list", "--json"],
        &["changes"],
        &["changes", "--json"],
        &["config", "show", "--origin"],
        &["config", "show", "--json"],
        &["tools", "--explain", "--environment", "prod"],
        &["tools", "--export", "-"],
        &["doctor", "--json"],
        // Refused, since every user of the machine can read a command line.
        &["environment", "set", "prod", "LATE", "x", "--secret"],
    ] {
        said += &run_on(folder, "data", args).1;
    }
    said
}

#[tokio::test(flavor = "multi_thread")]
async fn a_secret_variable_never_comes_out() {
    let file = ServerScript::simple(&[("hello", "{}")]).file();
    let text = format!(
        "{}[environments.filed]\nsecrets = {{ FILED = \"{}\" }}\n",
        config::script("s", &file, ServerEra::Legacy, ""),
        CANARIES[2]
    );
    let gateway = CandorProcess::unasked(&text, &["--log-level", "trace"])
        .when_ready()
        .await;
    let api = gateway.api();

    let mut said = gateway.fine(&["environment", "create", "prod"]);
    let (code, piped) = pipe(gateway.folder(), "TOKEN", CANARIES[0]);
    assert_eq!(code, 0, "{piped}");
    said += &piped;
    said += &gateway.fine(&["environment", "set", "prod", "REGION", PLAIN]);
    let body = json!({"value": CANARIES[1], "secret": true});
    let put = api
        .send(
            Method::PUT,
            "/environments/prod/variables/API_KEY",
            Some(&body),
            &[],
        )
        .await;
    assert!((200..300).contains(&put.status), "{put:?}");
    said += &put.text;

    // They are there, and one that is no secret is shown.
    let shown = api.read("/environments/prod").await.to_string();
    for name in ["TOKEN", "API_KEY", "REGION", PLAIN] {
        assert!(shown.contains(name), "{name}: {shown}");
    }
    said += &said_by_api(&api).await;
    said += &said_by_commands(gateway.folder());
    let mut client = gateway.client_at("/mcp@prod", ServerEra::Legacy).await;
    said += &client.tools().await.concat();
    said += &client.call("s_hello", "{}").await.response;

    // While it runs, and after its end.
    let mut bytes = folder_bytes(&gateway.folder().join("data"));
    let (folder, clean) = gateway.stop();
    assert!(clean);
    bytes.extend(folder_bytes(&folder.path().join("data")));
    said += &std::fs::read_to_string(folder.path().join("log")).expect("a log");
    assert!(said.contains(PLAIN));
    assert!(holds(&bytes, PLAIN), "the database was not looked at");
    assert_hidden(&said, &bytes, CANARIES);
}
