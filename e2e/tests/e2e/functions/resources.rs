//! Resources of programs, and servers of the official SDK as programs.

use std::path::Path;

use candor_testkit::peers::{folder as peers, node};
use candor_testkit::{RawClient, ServerEra, until};
use serde_json::{Value, json};
use tokio::process::Command;

use super::kit::{FunctionGateway, call, folder, source, words, write};

/// What is in a resource.
async fn content_of(client: &mut RawClient, uri: &str) -> Value {
    let params = json!({ "uri": uri }).to_string();
    client.request("resources/read", &params).await.value()
}

const SHOP: &str = r#"
import { Gram } from "@gram-ai/functions";
export default new Gram()
  .resource({ uri: "shop://prices", name: "prices", mimeType: "application/json", content: () => JSON.stringify({ tea: 3 }) })
  .experimental_uiResource({ name: "chart", description: "A chart", body: "<p id=chart></p>" })
  .tool({ name: "draw", description: "Draws a chart", inputSchema: {}, meta: { ui: { resourceUri: "ui://chart" } }, async execute(ctx) { return ctx.json({}); } });
"#;

#[tokio::test(flavor = "multi_thread")]
async fn clients_read_the_resources_of_a_program() {
    let stage = FunctionGateway::open(&[("shop.ts", SHOP)], &source("shop", "shop.ts", "")).await;
    for (era, mut client) in stage.clients().await {
        let listed = client.request("resources/list", "{}").await.value();
        let listed = listed["resources"].as_array().expect("resources");
        let uris: Vec<&Value> = listed.iter().map(|one| &one["uri"]).collect();
        assert_eq!(uris, ["shop://prices", "ui://chart"], "{era:?}");
        assert_eq!(listed[1]["mimeType"], "text/html;profile=mcp-app");
        let read = content_of(&mut client, "shop://prices").await;
        let content = json!({
            "uri": "shop://prices", "mimeType": "application/json", "text": "{\"tea\":3}",
        });
        assert_eq!(read["contents"], json!([content]), "{era:?}");
        let page = content_of(&mut client, "ui://chart").await;
        let page = page["contents"][0]["text"].as_str().expect("a page");
        assert!(page.contains("<p id=chart>"), "{page}");
        let tools = client.offered().await;
        assert_eq!(
            tools["shop_draw"]["_meta"]["ui"]["resourceUri"],
            "ui://chart"
        );
    }
    stage.end();
}

/// A resource only reads, whatever its function tries.
#[tokio::test(flavor = "multi_thread")]
async fn a_resource_cannot_write() {
    let text = r#"
        import { Toolbox } from "candor";
        export default new Toolbox().resource({ uri: "a:writes", name: "writes",
          content: (ctx) => ctx.fetch("https://example.com/", { method: "POST" }) });"#;
    let stage = FunctionGateway::open(&[("f.ts", text)], &source("f", "f.ts", "")).await;
    for (_, mut client) in stage.clients().await {
        let error = client
            .request("resources/read", r#"{"uri": "a:writes"}"#)
            .await
            .error();
        let said = error["message"].as_str().expect("a sentence");
        assert!(said.contains("`a:writes` cannot be read"), "{said}");
        assert!(said.contains("POST"), "{said}");
    }
    stage.end();
}

/// What is listed follows the program.
#[tokio::test(flavor = "multi_thread")]
async fn resources_come_and_go_with_the_program() {
    let stage = FunctionGateway::open(&[("shop.ts", SHOP)], &source("shop", "shop.ts", "")).await;
    let other = SHOP.replace("shop://prices", "shop://offers");
    write(stage.gateway.folder(), "shop.ts", &other);
    let mut client = stage.client(ServerEra::Modern).await;
    until("the new resource", async || {
        let listed = client.request("resources/list", "{}").await.value();
        (listed["resources"][0]["uri"] == "shop://offers").then_some(())
    })
    .await;
    stage.end();
}

/// Bundles a program as Gram's build does, with everything in it but Gram's framework.
async fn bundle(program: &str, to: &Path) {
    let script = r"
        import { createRequire } from 'node:module';
        const [peers, program, outfile] = process.argv.slice(1);
        const esbuild = createRequire(peers + '/package.json')('esbuild');
        await esbuild.build({ entryPoints: [program], outfile, bundle: true, format: 'esm',
          platform: 'node', target: ['node22'], logLevel: 'error',
          nodePaths: [peers + '/node_modules'], external: ['@gram-ai/functions/mcp'] });";
    let mut command = Command::new(node().expect("Node is installed"));
    let peers = peers().expect("a folder");
    command.args(["--input-type=module", "-e", script]);
    command.arg(peers).arg(program).arg(to);
    let output = command.output().await.expect("Node runs");
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{complaint}");
}

const SERVER: &str = r#"
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { withGram } from "@gram-ai/functions/mcp";
import { z } from "zod";
const server = new McpServer({ name: "greeter", version: "1.0.0" });
server.registerTool("greet", { description: "Greets.", inputSchema: { name: z.string() }, annotations: { readOnlyHint: true } },
  async ({ name }) => ({ content: [{ type: "text", text: `Hello, ${name}!` }] }));
server.registerResource("motto", "greeter://motto", { title: "Motto", mimeType: "text/plain" },
  async (uri) => ({ contents: [{ uri: uri.href, text: "Be kind." }] }));
export default await withGram(server);
"#;

#[tokio::test(flavor = "multi_thread")]
async fn a_server_of_the_official_sdk_is_a_program() {
    let folder = folder(&[("greeter.ts", SERVER)]);
    let program = folder.path().join("greeter.ts");
    let built = folder.path().join("built/functions.js");
    bundle(&program.display().to_string(), &built).await;
    let config = source("greeter", "built/functions.js", "");
    let stage = FunctionGateway::open_in(folder, &config, &[]).await;
    for (era, mut client) in stage.clients().await {
        let tools = client.offered().await;
        assert_eq!(tools["greeter_greet"]["annotations"]["readOnlyHint"], true);
        let result = call(&mut client, "greeter_greet", &json!({"name": "Ada"})).await;
        assert_eq!(words(&result), "Hello, Ada!", "{era:?}");
        let read = content_of(&mut client, "greeter://motto").await;
        assert_eq!(read["contents"][0]["text"], "Be kind.", "{era:?}");
    }
    stage.end();
}
