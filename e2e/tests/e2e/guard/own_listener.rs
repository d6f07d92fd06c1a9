//! Requests of sources that would reach the gateway itself.

use candor_testkit::http_api::{HttpApi, ScriptedReply};
use candor_testkit::{CandorProcess, RawClient, ServerEra, config, wait_until};
use reqwest::Url;
use serde_json::{Value, json};

/// What a refusal says.
const REFUSED: &str = "where this gateway itself listens";

/// Ways to write this machine that lead to a listener on 127.0.0.1.
const HERE: [&str; 6] = [
    "127.0.0.1",
    "localhost",
    "gateway.localhost",
    "2130706433",
    "0.0.0.0",
    "[::ffff:127.0.0.1]",
];

/// A function that fetches what it is told to.
const PROGRAM: &str = r#"import { Toolbox } from "candor";
export default new Toolbox().tool({ name: "reach", description: "Reaches.",
  inputSchema: { type: "object" },
  async execute(ctx, input) { return (await fetch(input.url)).text(); } });
"#;

fn port(candor: &CandorProcess) -> u16 {
    let url = Url::parse(candor.url()).expect("a URL");
    url.port().expect("a port")
}

/// What a call says, and whether it failed.
async fn call(client: &mut RawClient, tool: &str, arguments: &Value) -> (bool, String) {
    let reply = client.call(tool, &arguments.to_string()).await;
    (reply.value()["isError"] == true, reply.words())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_function_does_not_reach_the_gateway() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("f.ts"), PROGRAM).expect("a file");
    let table = "[sources.f]\nkind = \"functions\"\npath = \"f.ts\"\nallow_private = true\n";
    let candor = CandorProcess::served_unasked_in(folder, table).await;
    let mut client = candor.client(ServerEra::Modern).await;
    let port = port(&candor);
    for host in HERE {
        for path in ["/api/v1/tokens", "/mcp", "/"] {
            let url = format!("http://{host}:{port}{path}");
            let (failed, said) = call(&mut client, "f_reach", &json!({"url": url})).await;
            assert!(failed && said.contains(REFUSED), "{url}: {said}");
        }
    }
    // Nobody listens there.
    let url = format!("http://[::1]:{port}/api/v1/tokens");
    let (failed, said) = call(&mut client, "f_reach", &json!({"url": url})).await;
    assert!(failed, "{said}");
    // Another server of this machine is reached, and leads nowhere else.
    let other = HttpApi::start().expect("an API");
    other.on("GET", "/open", ScriptedReply::text("hello"));
    let arguments = json!({"url": other.url("/open")});
    let (failed, said) = call(&mut client, "f_reach", &arguments).await;
    assert!(!failed && said.contains("hello"), "{said}");
    let there = candor.at("/api/v1/tokens");
    other.on("GET", "/away", ScriptedReply::redirect(302, &there));
    let arguments = json!({"url": other.url("/away")});
    let (failed, said) = call(&mut client, "f_reach", &arguments).await;
    assert!(failed && !said.contains("items"), "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_api_does_not_reach_the_gateway() {
    let own = config::fixture("own", ServerEra::Modern);
    let candor = CandorProcess::served_unasked(&own).await;
    let mut client = candor.client(ServerEra::Modern).await;
    let port = port(&candor);
    let document = "openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths:\n  /api/v1/tokens:\n    \
        get:\n      operationId: read\n      responses: {'200': {description: ok}}\n";
    for (at, host) in HERE.into_iter().enumerate() {
        let name = format!("api{at}");
        let body = json!({"name": name, "allow_private": true,
            "base_url": format!("http://{host}:{port}"),
            "document": {"name": "sly.yaml", "text": document}});
        candor.api().post("/sources", &body).await.fine();
        let tool = format!("{name}_read");
        wait_until(&tool, async || client.offered().await.contains_key(&tool)).await;
        let (failed, said) = call(&mut client, &tool, &json!({})).await;
        assert!(failed && said.contains(REFUSED), "{host}: {said}");
    }
    // A document is fetched as little as an API is called.
    let body = json!({"name": "doc", "allow_private": true,
        "document": {"url": candor.at("/api/v1/openapi.json")}});
    let preview = candor.api().post("/sources/preview", &body).await.fine();
    assert_ne!(preview["state"], "ready", "{preview}");
    assert!(preview.to_string().contains(REFUSED), "{preview}");
}
