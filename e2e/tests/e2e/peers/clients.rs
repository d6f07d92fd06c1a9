//! Clients that others wrote, against one gateway with a server of each era behind it.

use candor_e2e::{Candor, Era, candor::bin, config};
use candor_testkit::fixture;
use rmcp::ServiceExt;
use rmcp::model::CallToolRequestParams;
use rmcp::transport::StreamableHttpClientTransport;

use super::{javascript, path, python};

struct Stage {
    candor: Candor,
    _upstream: candor_testkit::Handle,
}

impl Stage {
    async fn set() -> Self {
        let upstream = fixture::serve_http(Era::Modern);
        let text = config::url("web", upstream.url(), "") + &config::fixture("child", Era::Legacy);
        let candor = Candor::unasked(&text, &[]);
        candor.all_ready().await;
        Self {
            candor,
            _upstream: upstream,
        }
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
    let stage = Stage::set().await;
    let inspector = candor_testkit::peers::npm_bin(
        "@modelcontextprotocol/inspector",
        "clients/launcher/build/index.js",
    )
    .expect("the Inspector is installed");
    let inspect = async |args: &[&str]| {
        let mut command =
            tokio::process::Command::new(candor_testkit::peers::node().expect("Node"));
        command
            .arg(&inspector)
            .arg("--cli")
            .args(args)
            .args(["--format", "json"]);
        command
            .env("MCP_INSPECTOR_SECRET_STORE", "memory")
            .env("HOME", stage.candor.folder());
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
    let stage = Stage::set().await;
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
    let data = path(&stage.candor.folder().join("typescript-data"));
    let said = javascript(
        script,
        &[stage.candor.url(), &path(&bin()), &stage.config(), &data],
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
    let stage = Stage::set().await;
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
    let data = path(&stage.candor.folder().join("python-data"));
    let said = python(
        script,
        &[stage.candor.url(), &path(&bin()), &stage.config(), &data],
    )
    .await;
    let said: Vec<(bool, String)> = serde_json::from_str(&said).expect("JSON");
    assert_eq!(said.len(), 10);
    assert!(
        said.iter().all(|(found, text)| *found && text == EXPECTED),
        "{said:?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn the_rust_sdk() {
    let stage = Stage::set().await;
    let transport = StreamableHttpClientTransport::from_uri(stage.candor.url().to_owned());
    let client = ().serve(transport).await.expect("a handshake");
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
