//! Clients that others wrote, which check what a tool answers against what it declares.

use std::path::Path;

use candor_testkit::candor::bin;
use candor_testkit::text::rows;
use rmcp::model::CallToolRequestParams;
use serde_json::{Value, json};

use super::gateway::ToolsetGateway;
use crate::peers::{PeerProgram, connect_as, javascript, python};

use super::noted;

const LOG: &str = "Shows the history of a branch";

/// What every client does: the name of a management tool, whether it fails, and its arguments.
const STEPS: &str = r#"
    list-available-tools | fine | {}
    get-active-toolset | fine | {}
    add-tool-annotation | fails | {"toolRef": LOG, "notes": [{"name": "main", "note": "Only of `main`."}]}
    build-toolset | fine | {"name": "work", "tools": [LOG]}
    build-toolset | fails | {"name": "work", "tools": [LOG]}
    build-toolset | fails | {"name": "odd", "tools": [{"refId": "nothing"}]}
    equip-toolset | fails | {"name": "nosuch"}
    equip-toolset | fine | {"name": "work"}
    add-tool-annotation | fine | {"toolRef": LOG, "notes": [{"name": "main", "note": "Only of `main`."}]}
    add-tool-annotation | fails | {"toolRef": LOG, "notes": [{"name": "main", "note": "Only of `main`."}]}
    add-tool-annotation | fails | {"toolRef": LOG, "notes": [{"name": "BAD NAME!!", "note": "Only of `main`."}]}
    list-saved-toolsets | fine | {}
    get-active-toolset | fine | {}
    search-tools | fine | {"query": "history"}
    describe-tool | fine | {"name": "vcs_log"}
    describe-tool | fails | {"name": "nosuch"}
    delete-toolset | fails | {"name": "work"}
    call-tool | fine | {"name": "vcs_log", "arguments": {"x": 1}}
"#;

fn steps() -> Vec<(&'static str, Value, bool)> {
    let step = |[tool, outcome, arguments]: [&'static str; 3]| {
        let arguments = arguments.replace("LOG", r#"{"namespacedName": "vcs.log"}"#);
        let arguments = serde_json::from_str(&arguments).expect("JSON");
        (tool, arguments, outcome == "fails")
    };
    rows(STEPS).into_iter().map(step).collect()
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
fn check(text: &str, connections: usize) {
    let said: Vec<(Vec<bool>, String)> = serde_json::from_str(text).expect("JSON");
    assert_eq!(said.len(), connections, "{said:?}");
    for (failed, description) in said {
        assert_eq!(failed, failures());
        assert_eq!(description, noted(LOG, &[("main", "Only of `main`.")]));
    }
}

/// The arguments of both foreign programs.
fn arguments(stage: &ToolsetGateway, data: &str) -> Vec<String> {
    let path = |path: &Path| path.display().to_string();
    vec![
        stage.gateway().url().to_owned(),
        stage.gateway().owner_secret(),
        path(&bin()),
        path(&stage.folder().join("candor.toml")),
        path(&stage.folder().join(data)),
        script(),
    ]
}

const TYPESCRIPT: &str = r"
    import { createRequire } from 'node:module';
    import { pathToFileURL } from 'node:url';
    const [peers, url, secret, program, config, data, steps] = process.argv.slice(1).filter((arg) => arg !== '--');
    const require = createRequire(peers + '/package.json');
    const load = (name) => import(pathToFileURL(require.resolve('@modelcontextprotocol/sdk/' + name)));
    const { Client } = await load('client/index.js');
    const { StreamableHTTPClientTransport } = await load('client/streamableHttp.js');
    const { StdioClientTransport } = await load('client/stdio.js');
    const said = [];
    for (const transport of [
        new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: { authorization: `Bearer ${secret}` } } }),
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
    let stage = ToolsetGateway::plain("").await;
    let args = arguments(&stage, "typescript-data");
    check(&javascript(PeerProgram::Text(TYPESCRIPT), &args).await, 2);
}

const PYTHON: &str = r"
import asyncio, json, sys
from mcp import Client
from mcp.client.stdio import StdioServerParameters
from mcp.client.streamable_http import create_mcp_http_client, streamable_http_client

url, secret, program, config, data, steps = sys.argv[1:]

async def main():
    said = []
    child = StdioServerParameters(command=program, args=['stdio', '--config', config, '--data', data])
    pool = create_mcp_http_client(headers={'authorization': f'Bearer {secret}'})
    http = streamable_http_client(url, http_client=pool)
    for server, mode in [(http, '2026-07-28'), (child, 'legacy')]:
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
    let stage = ToolsetGateway::plain("").await;
    let args = arguments(&stage, "python-data");
    check(&python(PeerProgram::Text(PYTHON), &args).await, 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_rust_sdk_takes_every_answer() {
    let stage = ToolsetGateway::plain("").await;
    let client = connect_as(&stage.gateway().owner_secret(), stage.gateway().url()).await;
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
