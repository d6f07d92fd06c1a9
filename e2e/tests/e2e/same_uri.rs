//! Two sources that use the same URI: a page of one is never shown for a tool of the other.

use candor_testkit::script::{self, ServerScript};
use candor_testkit::{
    CandorProcess, RawClient, ServerEra, ServerHandle, assert_contains, config, wait_until,
};
use serde_json::{Value, json};

const PAGE: &str = "ui://get-time/mcp-app.html";

/// A server with a page for its tool, a resource that it alone has, and a template.
fn server(name: &str, era: ServerEra) -> ServerHandle {
    let tools = json!([{
        "name": "get-time", "description": "Tells the time.",
        "inputSchema": {"type": "object"},
        "annotations": {"readOnlyHint": true, "openWorldHint": false},
        "_meta": {"ui": {"resourceUri": PAGE}, "ui/resourceUri": PAGE, "x": name},
    }, {
        "name": format!("only-{name}"), "description": "Is called by the page.",
        "inputSchema": {"type": "object"},
        "annotations": {"readOnlyHint": true, "openWorldHint": false},
    }]);
    let own = format!("note://{name}");
    let resources = json!({"result": {"resources": [
        {"uri": PAGE, "name": "page"}, {"uri": own, "name": "note"},
    ]}});
    let templates = json!({"result": {"resourceTemplates": [
        {"uriTemplate": "file:///{+path}", "name": "files"},
    ]}});
    let read = json!({"result": {"resultType": "complete", "contents": [
        {"uri": PAGE, "text": name, "mimeType": "text/html"},
    ]}});
    let called = json!({"result": {"resultType": "complete", "content": [
        {"type": "resource_link", "uri": PAGE, "name": "page"},
        {"type": "resource", "resource": {"uri": "file:///a/b", "text": name}},
        {"type": "resource_link", "uri": own, "name": "note"},
    ]}});
    let completed = json!({"result": {"resultType": "complete", "completion": {"values": [name]}}});
    let script = ServerScript::new()
        .tools(tools.to_string())
        .field(
            "capabilities",
            r#"{"tools":{},"resources":{"subscribe":true},"completions":{}}"#,
        )
        .call("get-time", called.to_string())
        .call(
            &format!("only-{name}"),
            r#"{"result":{"resultType":"complete","content":[]}}"#,
        )
        .method("resources/list", resources.to_string())
        .method("resources/templates/list", templates.to_string())
        .method("resources/read", read.to_string())
        .method("completion/complete", completed.to_string());
    script::serve_http(&script, era)
}

async fn ask(client: &mut RawClient, method: &str, params: Value) -> Value {
    client.request(method, &params.to_string()).await.value()
}

/// A gateway in front of both, and a client of the same era that sees them both.
async fn gathered(
    era: ServerEra,
    left: &ServerHandle,
    right: &ServerHandle,
) -> (CandorProcess, RawClient) {
    let text = config::url("left", left.url(), "") + &config::url("right", right.url(), "");
    let candor = CandorProcess::served(&text).await;
    let revision = match era {
        ServerEra::Modern => "2026-07-28",
        ServerEra::Legacy | ServerEra::Both => "2025-11-25",
    };
    let mut client = RawClient::http_at(candor.url(), era, revision, "{}").await;
    wait_until("both", async || client.tools().await.len() == 4).await;
    (candor, client)
}

#[tokio::test(flavor = "multi_thread")]
async fn each_source_keeps_its_own_page() {
    for era in [ServerEra::Modern, ServerEra::Legacy] {
        let (left, right) = (server("left", era), server("right", era));
        let (_candor, mut client) = gathered(era, &left, &right).await;
        for source in ["left", "right"] {
            let page = format!("ui://{source}@get-time/mcp-app.html");
            let name = format!("{source}_get-time");
            let offered = client.offered().await;
            let meta = &offered[&name]["_meta"];
            assert_eq!(meta["ui"]["resourceUri"], page, "{meta}");
            assert_eq!(meta["ui/resourceUri"], page, "{meta}");
            assert_eq!(meta["x"], source, "{meta}");

            let listed = ask(&mut client, "resources/list", json!({})).await;
            let listed = listed["resources"].as_array().expect("a list").iter();
            let uris: Vec<_> = listed.map(|one| one["uri"].clone()).collect();
            assert!(uris.contains(&json!(page)), "{uris:?}");
            assert!(
                uris.contains(&json!(format!("note://{source}"))),
                "{uris:?}"
            );

            let read = ask(&mut client, "resources/read", json!({"uri": page})).await;
            let content = &read["contents"][0];
            assert_eq!(
                (&content["text"], &content["uri"]),
                (&json!(source), &json!(page))
            );

            let called = client.call(&name, "{}").await.value();
            let links = &called["content"];
            assert_eq!(links[0]["uri"], page, "{links}");
            let file = format!("file://{source}@/a/b");
            assert_eq!(links[1]["resource"]["uri"], file, "{links}");
            assert_eq!(links[2]["uri"], format!("note://{source}"), "{links}");

            let template = format!("file://{source}@/{{+path}}");
            let reference = json!({"ref": {"type": "ref/resource", "uri": template},
                "argument": {"name": "path", "value": "a"}});
            let completed = ask(&mut client, "completion/complete", reference).await;
            assert_eq!(completed["completion"]["values"][0], source, "{completed}");
            let file = json!({"uri": format!("file://{source}@/c")});
            ask(&mut client, "resources/read", file).await;
        }
        // The sources hear their own URIs.
        for server in [&left, &right] {
            let seen = server.seen();
            let heard = |text: &str| seen.iter().any(|one| one.body.contains(text));
            assert!(heard(r#""uri":"ui://get-time/mcp-app.html""#), "{seen:?}");
            assert!(heard(r#""uri":"file:///c""#), "{seen:?}");
            assert!(heard(r#""uri":"file:///{+path}""#), "{seen:?}");
            assert!(!heard("@get-time"), "{seen:?}");
        }
        // Whose page is meant by the bare URI, nobody knows.
        let error = client
            .request("resources/read", &json!({"uri": PAGE}).to_string())
            .await
            .error();
        assert_contains(
            &error.to_string(),
            "`ui://left@get-time/mcp-app.html` or `ui://right@",
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_reaches_the_tools_of_its_own_server() {
    let era = ServerEra::Modern;
    let (left, right) = (server("left", era), server("right", era));
    let (_candor, mut client) = gathered(era, &left, &right).await;
    client.call("only-left", "{}").await.result();
    assert_eq!((left.calls("only-left"), right.calls("only-left")), (1, 0));
    // Both have pages and such a tool.
    let error = client.call("get-time", "{}").await.error();
    assert_contains(&error.to_string(), "`left_get-time` or `right_get-time`");
    assert_eq!((left.calls("get-time"), right.calls("get-time")), (0, 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_uri_of_one_source_alone_stays_as_it_is() {
    let left = server("left", ServerEra::Modern);
    let candor = CandorProcess::served(&config::url("left", left.url(), "")).await;
    let mut client = RawClient::http_at(candor.url(), ServerEra::Modern, "2026-07-28", "{}").await;
    wait_until("tools", async || client.tools().await.len() == 2).await;
    let offered = client.offered().await;
    assert_eq!(offered["left_get-time"]["_meta"]["ui"]["resourceUri"], PAGE);
    let read = ask(&mut client, "resources/read", json!({"uri": PAGE})).await;
    assert_eq!(read["contents"][0]["uri"], PAGE, "{read}");
}
