//! Clients that others wrote, against one gateway with a server of each era behind it.

use candor_testkit::{CandorProcess, ServerEra, candor::bin, config, fixture};
use rmcp::model::CallToolRequestParams;

use super::{PeerProgram, connect, inspector, javascript, path, python};

struct PeerGateway {
    candor: CandorProcess,
    _upstream: candor_testkit::ServerHandle,
}

impl PeerGateway {
    async fn set() -> Self {
        let upstream = fixture::serve_http(ServerEra::Modern);
        let text =
            config::url("web", upstream.url(), "") + &config::fixture("child", ServerEra::Legacy);
        let candor = CandorProcess::served_unasked(&text).await;
        Self {
            candor,
            _upstream: upstream,
        }
    }

    /// What a program is told: where the gateway is, and how to start one on data of its own.
    fn arguments(&self, data: &str) -> [String; 4] {
        let data = path(&self.candor.folder().join(data));
        [
            self.candor.url().to_owned(),
            path(&bin()),
            self.config(),
            data,
        ]
    }

    /// A configuration file for `candor stdio`.
    fn config(&self) -> String {
        path(&self.candor.folder().join("candor.toml"))
    }
}

const EXPECTED: &str = "This is a simple text response for testing.";
const TOOLS: [&str; 2] = ["web_test_simple_text", "child_test_simple_text"];

#[tokio::test(flavor = "multi_thread")]
async fn the_inspector() {
    let stage = PeerGateway::set().await;
    let inspect = async |args: &[&str]| {
        let mut command = inspector(stage.candor.folder());
        command.args(args).args(["--format", "json"]);
        super::said(command.output().await.expect("the Inspector runs"))
    };
    for era in ["legacy", "modern"] {
        let url = [
            stage.candor.url(),
            "--transport",
            "http",
            "--protocol-era",
            era,
        ];
        let list = inspect(&[&url[..], &["--method", "tools/list"]].concat()).await;
        for tool in TOOLS {
            assert!(list.contains(tool), "{era}: {list}");
            let call = ["--method", "tools/call", "--tool-name", tool];
            let said = inspect(&[&url[..], &call[..]].concat()).await;
            assert!(said.contains(EXPECTED), "{era}: {said}");
        }
    }
    let (program, config) = (path(&bin()), format!("CANDOR_CONFIG={}", stage.config()));
    let data = format!(
        "CANDOR_DATA={}",
        path(&stage.candor.folder().join("inspector-data"))
    );
    let child = ["-e", &config, "-e", &data, &program, "stdio"];
    let list = inspect(&[&child[..], &["--method", "tools/list"]].concat()).await;
    assert!(list.contains(TOOLS[0]), "{list}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_typescript_sdk() {
    let stage = PeerGateway::set().await;
    let script = r"
        import { createRequire } from 'node:module';
        import { pathToFileURL } from 'node:url';
        const [peers, url, program, config, data] = process.argv.slice(1).filter((arg) => arg !== '--');
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
            const { tools } = await client.listTools();
            for (const name of ['web_test_simple_text', 'child_test_simple_text']) {
                const result = await client.callTool({ name, arguments: {} });
                said.push([tools.some((tool) => tool.name === name), result.content[0].text]);
            }
            const steps = [];
            await client.callTool({ name: 'child_test_tool_with_progress', arguments: {} }, undefined, { onprogress: (step) => steps.push(step.progress) });
            said.push([steps.length > 1, 'progress']);
            await client.close();
        }
        console.log(JSON.stringify(said));
    ";
    let said = javascript(
        PeerProgram::Text(script),
        &stage.arguments("typescript-data"),
    )
    .await;
    let said: Vec<(bool, String)> = serde_json::from_str(&said).expect("JSON");
    assert_eq!(said.len(), 6);
    assert!(
        said.iter()
            .all(|(found, text)| *found && (text == EXPECTED || text == "progress")),
        "{said:?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn the_python_sdk() {
    let stage = PeerGateway::set().await;
    let script = r"
import asyncio, json, sys
from mcp import Client
from mcp.client.stdio import StdioServerParameters

url, program, config, data = sys.argv[1:]

async def main():
    said = []
    child = StdioServerParameters(command=program, args=['stdio', '--config', config, '--data', data])
    for server, mode in [(url, 'legacy'), (url, 'auto'), (url, '2026-07-28'), (child, 'legacy'), (child, 'auto')]:
        async with Client(server, mode=mode) as client:
            tools = {tool.name for tool in (await client.list_tools()).tools}
            for name in ['web_test_simple_text', 'child_test_simple_text']:
                result = await client.call_tool(name, {})
                said.append([name in tools, result.content[0].text])
    print(json.dumps(said))

asyncio.run(main())
";
    let said = python(PeerProgram::Text(script), &stage.arguments("python-data")).await;
    let said: Vec<(bool, String)> = serde_json::from_str(&said).expect("JSON");
    assert_eq!(said.len(), 10);
    assert!(
        said.iter().all(|(found, text)| *found && text == EXPECTED),
        "{said:?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn the_rust_sdk() {
    let stage = PeerGateway::set().await;
    let client = connect((), &[stage.candor.url().to_owned()], false).await;
    let tools = client.list_all_tools().await.expect("a list");
    for name in TOOLS {
        assert!(tools.iter().any(|tool| tool.name == name), "{name}");
        let result = client
            .call_tool(CallToolRequestParams::new(name))
            .await
            .expect("a result");
        let text = serde_json::to_string(&result).expect("JSON");
        assert!(text.contains(EXPECTED), "{text}");
    }
    client.cancel().await.expect("closed");
}
