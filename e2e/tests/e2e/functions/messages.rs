//! What a function says while it runs, what it is told, and how it ends.

mod asking;
mod cancelling;
mod results;

use serde_json::{Value, json};

use super::kit::{FunctionGateway, source};
use crate::approvals::kit::{AnsweredRequest, ConcurrentClient};

const TALK: &str = include_str!("messages/talk.ts");
const FALL: &str = include_str!("messages/fall.ts");

/// A revision of each era.
const REVISIONS: [&str; 2] = ["2025-11-25", "2026-07-28"];

/// The program as the source `f`; `more` is added to its table.
async fn stage(more: &str) -> FunctionGateway {
    stage_with(more, "").await
}

/// The same with more configuration.
async fn stage_with(more: &str, config: &str) -> FunctionGateway {
    let files = [("talk.ts", TALK), ("lib/fall.ts", FALL)];
    FunctionGateway::open(&files, &(source("f", "talk.ts", more) + config)).await
}

/// A client of a revision that can do this.
async fn wire(stage: &FunctionGateway, revision: &'static str, able: &Value) -> ConcurrentClient {
    ConcurrentClient::http(stage.gateway.url(), revision, able, None).await
}

/// Calls a tool with something beside its arguments.
async fn call_about(wire: &mut ConcurrentClient, tool: &str, about: &Value) -> AnsweredRequest {
    let more = json!({"_meta": about});
    let flight = wire.call_with(tool, &json!({}), &more).await;
    flight.done().await
}

#[tokio::test(flavor = "multi_thread")]
async fn progress_reaches_who_asked_for_it() {
    let stage = stage("").await;
    for revision in REVISIONS {
        let mut wire = wire(&stage, revision, &json!({})).await;
        for token in [json!(7), json!("seven")] {
            let about = json!({"progressToken": token});
            let done = call_about(&mut wire, "f_steps", &about).await;
            assert_eq!(done.fine(), "arrived");
            let steps: Vec<Value> = done
                .heard("notifications/progress")
                .iter()
                .map(|step| step["params"].clone())
                .collect();
            let expect = [
                json!({"progressToken": token, "progress": 1.0, "total": 3.0, "message": "begun"}),
                json!({"progressToken": token, "progress": 2.5, "total": 3.0}),
                json!({"progressToken": token, "progress": 3.0, "total": 3.0, "message": "done"}),
            ];
            assert_eq!(steps, expect, "{revision}");
        }
        let done = wire.called("f_steps", &json!({})).await;
        assert_eq!(done.fine(), "arrived");
        assert!(done.heard.is_empty(), "{revision}: nobody asked: {done:?}");
    }
}

/// The messages of a log as a client heard them.
fn log_of(done: &AnsweredRequest) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let messages = done.heard("notifications/message").into_iter();
    messages
        .map(|message| {
            let params = &message["params"];
            (text(&params["level"]), text(&params["data"]))
        })
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_log_reaches_who_asked_for_it_as_loud_as_asked_for() {
    let all = [
        ("debug", "quietly"),
        ("info", "as usual"),
        ("info", "as { usual: true }"),
        ("warning", "with a frown"),
        ("error", "loudly"),
    ];
    let all = all.map(|(level, text)| (level.to_owned(), text.to_owned()));
    let stage = stage("").await;
    for (level, from) in [("debug", 0), ("info", 1), ("warning", 3), ("error", 4)] {
        let mut wire = wire(&stage, "2025-11-25", &json!({})).await;
        let set = wire.send("logging/setLevel", json!({"level": level})).await;
        set.done().await.result();
        let done = wire.called("f_speak", &json!({})).await;
        assert_eq!(done.fine(), "said");
        assert_eq!(log_of(&done), all[from..], "{level}");

        let mut wire = self::wire(&stage, "2026-07-28", &json!({})).await;
        let about = json!({"io.modelcontextprotocol/logLevel": level});
        let done = call_about(&mut wire, "f_speak", &about).await;
        assert_eq!(log_of(&done), all[from..], "{level}");
        let done = wire.called("f_speak", &json!({})).await;
        assert!(done.heard.is_empty(), "nobody asked: {done:?}");
    }
    // It is in the gateway's log in any case.
    let log = stage.gateway.log();
    for line in ["as usual", "with a frown", "loudly"] {
        assert!(log.contains(line), "{line}: {log}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_function_knows_who_calls_and_its_variables() {
    let config = "[environments.dev]\nvariables = { PLACE = \"a workshop\" }\n\
                  secrets = { KEY = \"dev-key-1\" }\n\
                  [environments.prod]\nvariables = { PLACE = \"a factory\" }\n";
    let variables = "variables = { PLACE = \"a approver\", SHELF = \"third\" }\n";
    let stage = stage_with(variables, config).await;
    let cases = [
        ("/mcp", Value::Null, "PLACE", "a approver"),
        ("/mcp@dev", json!("dev"), "PLACE", "a workshop"),
        ("/mcp@dev", json!("dev"), "KEY", "dev-key-1"),
        ("/mcp@dev", json!("dev"), "SHELF", "third"),
        ("/mcp@prod", json!("prod"), "PLACE", "a factory"),
    ];
    for revision in REVISIONS {
        for (path, environment, name, value) in &cases {
            let url = stage.gateway.at(path);
            let mut wire = ConcurrentClient::http(&url, revision, &json!({}), None).await;
            let arguments = json!({"name": name, "value": value});
            let done = wire.called("f_who", &arguments).await;
            let said: Value = serde_json::from_str(done.fine()).expect("JSON");
            let about = format!("{revision} {path} {name}: {said}");
            assert_eq!(said["env"], true, "{about}");
            assert_eq!(said["process"], true, "{about}");
            assert_eq!(said["caller"]["environment"], *environment, "{about}");
            assert_eq!(said["caller"]["principal"], "local", "{about}");
            assert_eq!(said["caller"]["client"], "approvals 1", "{about}");
            assert_eq!(said["client"]["name"], "approvals", "{about}");
            assert_eq!(said["client"]["version"], "1", "{about}");
        }
        // What one environment has, no other sees.
        let url = stage.gateway.at("/mcp@prod");
        let mut wire = ConcurrentClient::http(&url, revision, &json!({}), None).await;
        let arguments = json!({"name": "KEY", "value": "dev-key-1"});
        let done = wire.called("f_who", &arguments).await;
        assert!(done.fine().contains(r#""env":false"#), "{done:?}");
    }
}
