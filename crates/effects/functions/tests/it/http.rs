//! The HTTP client of a handler.

use std::sync::Arc;
use std::time::Duration;

use candor_functions::{
    Context, Failure, Group, Hint, Hints, HttpError, JsonSchema, Tool, ToolInvocation, ToolReply,
};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::server::{OneReplyServer, reply, serve};

#[derive(Deserialize, JsonSchema)]
struct PostedOrder {
    method: String,
    url: String,
    #[serde(default)]
    header: Option<(String, String)>,
    #[serde(default)]
    max: Option<usize>,
}

async fn run(ctx: Context, order: PostedOrder) -> Result<String, Failure> {
    let http = ctx.http().timeout(Duration::from_secs(20));
    let http = http.max_body(order.max.unwrap_or(1_000));
    let mut request = http.request(&order.method, &order.url);
    if let Some((name, value)) = order.header {
        request = request.header(name, value);
    }
    if order.method == "POST" {
        request = request
            .json(&json!({"a": 1}))
            .bearer("token")
            .query("q", "a b");
    }
    let reply = request.send().await?;
    let status = reply.status();
    Ok(format!("{status} {}", reply.text()))
}

async fn call(tool: Tool, order: Value, invocation: ToolInvocation) -> ToolReply {
    let group = Group::new("test", "1").tool(tool);
    let toolbox = group.build().expect("tools in order");
    let Value::Object(order) = order else {
        panic!("arguments are an object");
    };
    let called = toolbox.call("run", order, invocation);
    called.await.expect("a known tool")
}

fn private() -> ToolInvocation {
    ToolInvocation {
        private: true,
        ..ToolInvocation::alone()
    }
}

fn tool() -> Tool {
    Tool::new("run", "Sends something.", run)
}

async fn said(tool: Tool, order: Value) -> String {
    let reply = call(tool, order, private()).await;
    let text = reply.to_json()["content"][0]["text"].clone();
    text.as_str().expect("a text").to_owned()
}

async fn world() -> OneReplyServer {
    serve(|line| match line {
        "GET /moved HTTP/1.1" => reply("302 Found", "location: /here\r\n", ""),
        "GET /away HTTP/1.1" => reply("302 Found", "location: http://127.0.0.2:9/\r\n", ""),
        "GET /large HTTP/1.1" => reply("200 OK", "", &"x".repeat(2_000)),
        _ => reply("200 OK", "", "here"),
    })
    .await
}

#[tokio::test]
async fn requests_go_out_as_they_were_put_together() {
    let server = world().await;
    let url = server.url("/a");
    let get = json!({"method": "get", "url": url, "header": ["x-a", "1"]});
    assert_eq!(said(tool(), get).await, "200 here");
    let post = json!({"method": "POST", "url": url});
    assert_eq!(said(tool(), post).await, "200 here");
    let seen = server.seen();
    assert!(seen[0].starts_with("GET /a HTTP/1.1\r\n"), "{}", seen[0]);
    assert!(seen[0].contains("\r\nx-a: 1\r\n"), "{}", seen[0]);
    assert!(
        seen[1].starts_with("POST /a?q=a+b HTTP/1.1\r\n"),
        "{}",
        seen[1]
    );
    assert!(seen[1].contains("\r\nauthorization: Bearer token\r\n"));
    assert!(seen[1].contains("\r\ncontent-type: application/json\r\n"));
    assert!(seen[1].ends_with("{\"a\":1}"), "{}", seen[1]);
    let moved = json!({"method": "GET", "url": server.url("/moved")});
    assert_eq!(said(tool(), moved).await, "200 here");
}

#[tokio::test]
async fn what_cannot_be_sent_or_taken_is_told() {
    let server = world().await;
    let url = |path: &str| server.url(path);
    for (order, expect) in [
        (
            json!({"method": "GET", "url": "no address?key=secret"}),
            "`no address` is not the address of a request: relative URL without a base",
        ),
        (
            json!({"method": "G T", "url": url("/")}),
            "`G T` is not a method",
        ),
        (
            json!({"method": "GET", "url": url("/"), "header": ["a b", "c"]}),
            "the header `a b` cannot be sent",
        ),
        (
            json!({"method": "GET", "url": url("/"), "header": ["a", "secret\n"]}),
            "the header `a` cannot be sent",
        ),
        (
            json!({"method": "GET", "url": url("/large"), "max": 100}),
            "`127.0.0.1` sent more than 100 bytes",
        ),
    ] {
        assert_eq!(said(tool(), order).await, expect);
    }
    let away = said(tool(), json!({"method": "GET", "url": url("/away")})).await;
    assert!(away.contains("127.0.0.2:9"), "{away}");
    assert_eq!(server.seen().len(), 2);
}

#[tokio::test]
async fn the_grant_is_asked_first() {
    let server = world().await;
    let host = server.authority().to_owned();
    let order = |method: &str, path: &str| json!({"method": method, "url": server.url(path)});
    let closed = tool().open_world(false).host(&host).read_only(true);
    let reading = closed.clone().safe_post(server.url("/search"));
    for (tool, order, sent) in [
        (tool().open_world(false), order("GET", "/a"), false),
        (tool().host("example.com"), order("GET", "/a"), false),
        (closed.clone(), order("GET", "/a"), true),
        (closed.clone(), order("POST", "/search"), false),
        (closed, order("DELETE", "/a"), false),
        (reading.clone(), order("POST", "/search"), true),
        (reading, order("POST", "/a"), false),
    ] {
        let before = server.seen().len();
        let told = said(tool, order.clone()).await;
        assert_eq!(told == "200 here", sent, "{order}: {told}");
        assert_eq!(told.contains("was refused: "), !sent, "{order}: {told}");
        assert_eq!(server.seen().len() - before, usize::from(sent), "{order}");
    }
    // A header does not change what is sent.
    let disguised = json!({
        "method": "GET", "url": server.url("/a"), "header": ["x-http-method-override", "DELETE"],
    });
    let before = server.seen().len();
    let told = said(tool().read_only(true), disguised).await;
    assert!(told.starts_with("`DELETE` to "), "{told}");
    assert_eq!(server.seen().len(), before);
    // What a person knows better counts too.
    let known = Hints::UNSET.with(Hint::ReadOnly, true);
    let invocation = ToolInvocation { known, ..private() };
    let reply = call(tool(), order("POST", "/a"), invocation).await;
    assert!(reply.is_error(), "{reply:?}");
}

#[tokio::test]
async fn private_addresses_are_for_those_who_may() {
    let server = world().await;
    let order = json!({"method": "GET", "url": server.url("/a")});
    let reply = call(tool(), order, ToolInvocation::alone()).await;
    let told = reply.to_json()["content"][0]["text"].clone();
    let told = told.as_str().expect("a text");
    assert!(told.contains("`--allow-private`"), "{told}");
    assert_eq!(server.seen(), [""; 0]);
}

#[tokio::test]
async fn replies_are_read() {
    let server = serve(|line| match line {
        "GET /json HTTP/1.1" => reply("200 OK", "x-a: b\r\n", "{\"a\": 1}"),
        _ => reply("404 Not Found", "", "no such\n  book"),
    })
    .await;
    let (json_url, gone) = (server.url("/json"), server.url("/gone"));
    let handler = move |ctx: Context, _: candor_functions::NoInput| {
        let (json_url, gone) = (json_url.clone(), gone.clone());
        async move {
            let reply = ctx.http().get(json_url).send().await?.success()?;
            assert_eq!((reply.status(), reply.header("X-A")), (200, Some("b")));
            assert_eq!(reply.json::<Value>()?, json!({"a": 1}));
            let wrong = reply.json::<Vec<u8>>().expect_err("an object");
            assert!(matches!(wrong, HttpError::Json { .. }));
            let gone = ctx.http().get(gone).send().await?;
            assert!(!gone.is_success() && gone.bytes().len() == 14);
            gone.success()?;
            Ok::<_, Failure>("not reached")
        }
    };
    let toolbox = Group::new("test", "1").tool(Tool::new("run", "Reads.", handler));
    let toolbox = toolbox.build().expect("tools in order");
    let invocation = ToolInvocation {
        host: Arc::clone(&private().host),
        ..private()
    };
    let reply = toolbox.call("run", Map::new(), invocation).await;
    assert_eq!(
        reply.expect("a known tool").to_json()["content"][0]["text"],
        "`127.0.0.1` answered with 404: no such book"
    );
}
