//! Scripts over stdio: what is written in the file is what comes out.

use candor_testkit::ServerEra;
use candor_testkit::script::{SEEN_META, ScriptFile, ServerScript};
use serde_json::json;

use crate::support::{RawStdioServer, meta, modern, request, text};

/// A definition that a typed model would not bring through.
const TOOL: &str = r#"{"zeta":[1.50,-0.0,1e400], "name":"odd","unknown":{"b":null,"a":1},"inputSchema":{"type":"object","x":123456789012345678901234567890},"annotations":{"readOnlyHint":"yes","vendorHint":"\u00e9\ud83d\ude00é"},"execution":{"taskSupport":"optional"}}"#;

const RESULT: &str = r#"{"vendor":{"z":1,"a":2.0},"content":[{"type":"video","src":"x"},{"type":"text","text":"\u2028 ü","unk":0}],"structuredContent":[1,1.0],"isError":false}"#;

pub(crate) fn start(script: &ServerScript, era: ServerEra) -> (RawStdioServer, ScriptFile) {
    let file = script.write().unwrap();
    let (_, args) = file.command(era);
    (RawStdioServer::start(&args), file)
}

#[tokio::test]
async fn definitions_and_results_come_out_byte_for_byte() {
    let script = ServerScript::new()
        .tools(format!("[{TOOL}]"))
        .call("odd", format!(r#"{{"result": {RESULT}}}"#))
        .call(
            "broken",
            r#"{"error": {"data":[1.0],"code":-7,"message":"no"}}"#,
        );
    let (mut server, _file) = start(&script, ServerEra::Both);
    server.handshake("2025-11-25", &json!({})).await;

    server.send(&request(1, "tools/list", &json!({}))).await;
    let expected = format!(r#"{{"jsonrpc":"2.0","id":1,"result":{{"tools":[{TOOL}]}}}}"#);
    assert_eq!(server.line().await.unwrap(), expected);
    let expected = format!(r#"{{"jsonrpc":"2.0","id":2,"result":{RESULT}}}"#);
    for call in [
        request(2, "tools/call", &json!({"name": "odd"})),
        modern(2, "tools/call", json!({"name": "odd"})),
    ] {
        server.send(&call).await;
        assert_eq!(server.line().await.unwrap(), expected);
    }
    server
        .send(&request(3, "tools/call", &json!({"name": "broken"})))
        .await;
    let expected = r#"{"jsonrpc":"2.0","id":3,"error":{"data":[1.0],"code":-7,"message":"no"}}"#;
    assert_eq!(server.line().await.unwrap(), expected);
    server.send(&modern(4, "tools/list", json!({}))).await;
    let line = server.line().await.unwrap();
    assert!(
        line.contains(&format!(r#""tools":[{TOOL}],"resultType":"complete""#)),
        "{line}"
    );
    let unknown = server.ask(5, "tools/call", &json!({"name": "none"})).await;
    assert_eq!(unknown["error"]["code"], -32602);
}

#[tokio::test]
async fn an_echo_returns_arguments_and_meta_as_they_came() {
    let (mut server, _file) = start(
        &ServerScript::simple(&[("echo", r#"{"echo": true}"#)]),
        ServerEra::Both,
    );
    server.handshake("2025-11-25", &json!({})).await;
    let arguments = r#"{"z":1.50, "a":123456789012345678901234567890}"#;
    let call = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"echo","arguments":{arguments},"_meta":{{"k":1.0}}}}}}"#
    );
    server.send_text(&call).await.unwrap();
    let line = server.line().await.unwrap();
    assert!(
        line.contains(&format!(r#""structuredContent":{arguments}"#)),
        "{line}"
    );
    assert!(
        line.contains(&format!(r#""_meta":{{"{SEEN_META}":{{"k":1.0}}}}"#)),
        "{line}"
    );
    assert_eq!(text(&serde_json::from_str(&line).unwrap()), arguments);
}

#[tokio::test]
async fn pages_are_followed_and_may_go_on_for_ever() {
    let pages = r#"[{"tools":[{"name":"a"}],"nextCursor":"two"},
                    {"cursor":"two","tools":[{"name":"b"}],"nextCursor":"two"}]"#;
    let (mut server, _file) = start(
        &ServerScript::new().field("pages", pages),
        ServerEra::Legacy,
    );
    server.handshake("2025-11-25", &json!({})).await;
    let first = server.ask(1, "tools/list", &json!({})).await;
    assert_eq!(first["result"]["tools"][0]["name"], "a");
    for id in 2..5 {
        let next = server
            .ask(id, "tools/list", &json!({"cursor": "two"}))
            .await;
        assert_eq!(next["result"]["tools"][0]["name"], "b");
        assert_eq!(next["result"]["nextCursor"], "two");
    }
    let lost = server
        .ask(5, "tools/list", &json!({"cursor": "three"}))
        .await;
    assert_eq!(lost["error"]["code"], -32602);
}

#[tokio::test]
async fn a_list_can_change() {
    let script = ServerScript::simple(&[("change", r#"{"list_changed": true}"#)])
        .field("tools_after", r#"[{"name":"new"}]"#);
    let (mut server, _file) = start(&script, ServerEra::Legacy);
    server.handshake("2025-11-25", &json!({})).await;
    let call = request(1, "tools/call", &json!({"name": "change"}));
    assert_eq!(
        server.exchange(&call).await["method"],
        "notifications/tools/list_changed"
    );
    assert_eq!(text(&server.message().await), "done");
    let list = server.ask(2, "tools/list", &json!({})).await;
    assert_eq!(list["result"]["tools"], json!([{"name": "new"}]));
}

#[tokio::test]
async fn a_list_can_change_step_by_step_and_the_last_step_stays() {
    let script = ServerScript::simple(&[("change", r#"{"list_changed": true}"#)])
        .stages(&[r#"[{"name":"one"}]"#, r#"[{"name":"two"}]"#]);
    let (mut server, file) = start(&script, ServerEra::Legacy);
    server.handshake("2025-11-25", &json!({})).await;
    for (id, expected) in [(1, "one"), (3, "two"), (5, "two")] {
        let call = request(id, "tools/call", &json!({"name": "change"}));
        assert_eq!(
            server.exchange(&call).await["method"],
            "notifications/tools/list_changed"
        );
        assert_eq!(text(&server.message().await), "done");
        let list = server.ask(id + 1, "tools/list", &json!({})).await;
        assert_eq!(list["result"]["tools"], json!([{"name": expected}]));
    }

    // The next process reads what the file says by then.
    file.rewrite(&ServerScript::new().tools(r#"[{"name":"three"}]"#))
        .unwrap();
    let (_, args) = file.command(ServerEra::Legacy);
    let mut server = RawStdioServer::start(&args);
    server.handshake("2025-11-25", &json!({})).await;
    let list = server.ask(1, "tools/list", &json!({})).await;
    assert_eq!(list["result"]["tools"], json!([{"name": "three"}]));
}

#[tokio::test]
async fn messages_come_before_the_answer() {
    let script = ServerScript::simple(&[(
        "chatty",
        r#"{"log": {"level":"info","data":"x"}, "progress": [1, {"progress":2,"total":2}], "delay_ms": 1, "big": 12}"#,
    )]);
    let (mut server, _file) = start(&script, ServerEra::Both);
    server.handshake("2025-11-25", &json!({})).await;
    let params = json!({"name": "chatty", "_meta": {"progressToken": 5}});
    let log = server.ask(1, "tools/call", &params).await;
    assert_eq!(log["method"], "notifications/message");
    assert_eq!(
        server.message().await["params"],
        json!({"progressToken": 5, "progress": 1})
    );
    assert_eq!(server.message().await["params"]["total"], 2);
    assert_eq!(text(&server.message().await), "012345678901");
    // A modern client that asked for neither gets neither.
    let call = modern(2, "tools/call", json!({"name": "chatty"}));
    assert_eq!(text(&server.exchange(&call).await), "012345678901");
}

#[tokio::test]
async fn the_client_is_asked_in_the_way_of_its_era() {
    let script = ServerScript::simple(&[("ask", r#"{"ask": {"method": "roots/list"}}"#)]);
    let (mut server, _file) = start(&script, ServerEra::Both);
    server.handshake("2025-11-25", &json!({"roots": {}})).await;
    let roots = json!({"roots": [{"uri": "file:///a"}]});
    let question = server.ask(1, "tools/call", &json!({"name": "ask"})).await;
    assert_eq!(question["method"], "roots/list");
    let answer = json!({"jsonrpc": "2.0", "id": question["id"], "result": roots});
    assert_eq!(text(&server.exchange(&answer).await), roots.to_string());

    let mut params = json!({"name": "ask", "_meta": meta(&json!({"roots": {}}))});
    let asked = server.ask(2, "tools/call", &params).await;
    assert_eq!(
        asked["result"]["inputRequests"]["ask"]["method"],
        "roots/list"
    );
    params["inputResponses"] = json!({"ask": roots});
    let answer = server.ask(3, "tools/call", &params).await;
    assert_eq!(text(&answer), roots.to_string());
}

#[tokio::test]
async fn methods_can_be_answered_delayed_and_broken() {
    let script = ServerScript::new()
        .method("initialize", r#"{"sleep_ms": 1}"#)
        .method("resources/list", r#"{"result": {"resources":[ ]}}"#)
        .method(
            "tools/list",
            r#"[{"error": {"code":-1,"message":"first"}}, {"sleep_ms": 0}]"#,
        );
    let (mut server, _file) = start(&script, ServerEra::Legacy);
    let shaken = server.handshake("2025-11-25", &json!({})).await;
    assert_eq!(shaken["result"]["serverInfo"]["name"], "candor-script");
    server.send(&request(1, "resources/list", &json!({}))).await;
    let line = server.line().await.unwrap();
    assert_eq!(
        line,
        r#"{"jsonrpc":"2.0","id":1,"result":{"resources":[ ]}}"#
    );
    let list = request(2, "tools/list", &json!({}));
    assert_eq!(server.exchange(&list).await["error"]["code"], -1);
    assert_eq!(server.exchange(&list).await["result"]["tools"], json!([]));
}
