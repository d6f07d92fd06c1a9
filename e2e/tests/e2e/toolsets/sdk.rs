//! Clients that others wrote, which check what a tool answers against what it declares.

use std::path::Path;

use candor_e2e::candor::bin;
use candor_testkit::peers::{folder, node};
use rmcp::ServiceExt;
use rmcp::model::CallToolRequestParams;
use rmcp::transport::StreamableHttpClientTransport;
use serde_json::{Value, json};
use tokio::process::Command;

use super::noted;
use super::stage::Stage;

const LOG: &str = "Shows the history of a branch";

/// What every client does: name of a management tool, its arguments, and whether it fails.
fn steps() -> Vec<(&'static str, Value, bool)> {
    let log = json!({"namespacedName": "vcs.log"});
    let note = |name: &str| json!([{"name": name, "note": "Only of `main`."}]);
    vec![
        ("list-available-tools", json!({}), false),
        ("get-active-toolset", json!({}), false),
        (
            "add-tool-annotation",
            json!({"toolRef": log, "notes": note("main")}),
            true,
        ),
        (
            "build-toolset",
            json!({"name": "work", "tools": [log]}),
            false,
        ),
        (
            "build-toolset",
            json!({"name": "work", "tools": [log]}),
            true,
        ),
        (
            "build-toolset",
            json!({"name": "odd", "tools": [{"refId": "nothing"}]}),
            true,
        ),
        ("equip-toolset", json!({"name": "nosuch"}), true),
        ("equip-toolset", json!({"name": "work"}), false),
        (
            "add-tool-annotation",
            json!({"toolRef": log, "notes": note("main")}),
            false,
        ),
        (
            "add-tool-annotation",
            json!({"toolRef": log, "notes": note("main")}),
            true,
        ),
        (
            "add-tool-annotation",
            json!({"toolRef": log, "notes": note("BAD NAME!!")}),
            true,
        ),
        ("list-saved-toolsets", json!({}), false),
        ("get-active-toolset", json!({}), false),
        ("search-tools", json!({"query": "history"}), false),
        ("describe-tool", json!({"name": "vcs_log"}), false),
        ("describe-tool", json!({"name": "nosuch"}), true),
        ("delete-toolset", json!({"name": "work"}), true),
        (
            "call-tool",
            json!({"name": "vcs_log", "arguments": {"x": 1}}),
            false,
        ),
    ]
}

fn failures() -> Vec<bool> {
    steps().into_iter().map(|(_, _, fails)| fails).collect()
}

fn script() -> String {
    let steps: Vec<Value> = steps()
        .into_iter()
        .map(|(tool, arguments, _)| json!([tool, arguments]))
        .collect();
    Value::from(steps).to_string()
}

/// What a foreign program printed: for each of its connections which steps failed, and how the
/// tool was described at the end.
fn check(output: &std::process::Output, connections: usize) {
    let text = String::from_utf8_lossy(&output.stdout);
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}\n{complaint}");
    let said: Vec<(Vec<bool>, String)> = serde_json::from_str(&text).expect("JSON");
    assert_eq!(said.len(), connections, "{said:?}");
    for (failed, description) in said {
        assert_eq!(failed, failures());
        assert_eq!(description, noted(LOG, &[("main", "Only of `main`.")]));
    }
}

/// The arguments of both foreign programs.
fn arguments(stage: &Stage, data: &str) -> Vec<String> {
    let path = |path: &Path| path.display().to_string();
    vec![
        stage.gateway().url().to_owned(),
        path(&bin()),
        path(&stage.folder().join("candor.toml")),
        path(&stage.folder().join(data)),
        script(),
    ]
}

const TYPESCRIPT: &str = r"
    import { createRequire } from 'node:module';
    import { pathToFileURL } from 'node:url';
    const [peers, url, program, config, data, steps] = process.argv.slice(1).filter((arg) => arg !== '--');
    const require = createRequire(peers + '/package.json');
    const load = (name) => import(pathToFileURL(require.resolve('@modelcontextprotocol/sdk/' + name)));
    const { Client } = await load('client/index.js');
    const { StreamableHTTPClientTransport } = await load('client/streamableHttp.js');
    const { StdioClientTransport } = await load('client/stdio.js');
    const said = [];
    for (const transport of [
        new StreamableHTTPClientTransport(new URL(url)),
        new StdioClientTransport({ command: program, args: ['stdio', '--config', config, '--data', data], stderr: 'ignore' }),
    ]) {
        const client = new Client({ name: 'e2e', version: '1' });
        await client.connect(transport);
        await client.listTools();
        const failed = [];
        for (const [name, args] of JSON.parse(steps)) {
            const result = await client.callTool({ name, arguments: args });
            failed.push(result.isError === true);
        }
        let tools;
        for (let round = 0; round < 3; round += 1) tools = (await client.listTools()).tools;
        said.push([failed, tools.find((tool) => tool.name === 'vcs_log').description]);
        await client.close();
    }
    console.log(JSON.stringify(said));
";

/// This client throws when a result does not satisfy the output schema, or is not there.
#[tokio::test(flavor = "multi_thread")]
async fn the_typescript_sdk_takes_every_answer() {
    let stage = Stage::plain("").await;
    let output = Command::new(node().expect("Node is installed"))
        .args(["--input-type=module", "-e", TYPESCRIPT, "--"])
        .arg(folder().expect("a folder"))
        .args(arguments(&stage, "typescript-data"))
        .output()
        .await
        .expect("Node runs");
    check(&output, 2);
}

const PYTHON: &str = r"
import asyncio, json, sys
from mcp import Client
from mcp.client.stdio import StdioServerParameters

url, program, config, data, steps = sys.argv[1:]

async def main():
    said = []
    child = StdioServerParameters(command=program, args=['stdio', '--config', config, '--data', data])
    for server, mode in [(url, '2026-07-28'), (child, 'legacy')]:
        async with Client(server, mode=mode) as client:
            await client.list_tools()
            failed = []
            for name, arguments in json.loads(steps):
                result = await client.call_tool(name, arguments)
                failed.append(bool(result.is_error))
            tools = (await client.list_tools()).tools
            said.append([failed, next(tool.description for tool in tools if tool.name == 'vcs_log')])
    print(json.dumps(said))

asyncio.run(main())
";

/// So does this one, at the newest revision.
#[tokio::test(flavor = "multi_thread")]
async fn the_python_sdk_takes_every_answer() {
    let stage = Stage::plain("").await;
    let python = folder().expect("a folder").join("venv/bin/python");
    let output = Command::new(python)
        .args(["-c", PYTHON])
        .args(arguments(&stage, "python-data"))
        .output()
        .await
        .expect("Python runs");
    check(&output, 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_rust_sdk_takes_every_answer() {
    let stage = Stage::plain("").await;
    let transport = StreamableHttpClientTransport::from_uri(stage.gateway().url().to_owned());
    let client = ().serve(transport).await.expect("a handshake");
    for (tool, arguments, fails) in steps() {
        let Value::Object(arguments) = arguments else {
            panic!("{arguments} is no object");
        };
        let params = CallToolRequestParams::new(tool).with_arguments(arguments);
        let result = client.call_tool(params).await.expect(tool);
        assert_eq!(
            result.is_error.unwrap_or_default(),
            fails,
            "{tool}: {result:?}"
        );
    }
    let tools = client.list_all_tools().await.expect("a list");
    let log = tools
        .iter()
        .find(|tool| tool.name == "vcs_log")
        .expect("it");
    let expect = noted(LOG, &[("main", "Only of `main`.")]);
    assert_eq!(log.description.as_deref(), Some(expect.as_str()));
    client.cancel().await.expect("closed");
}
