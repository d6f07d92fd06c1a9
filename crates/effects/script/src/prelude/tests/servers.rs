//! Servers of the official SDK as programs. The one here speaks to its transport as theirs do; the
//! real one is run from the outside.

use serde_json::json;

use super::{call, definitions, load, refused};

const SERVER: &str = r#"
    import { withGram } from "@gram-ai/functions/mcp";
    const pages = { undefined: { tools: [{ name: "one", description: "1", inputSchema: { type: "object" }, annotations: { readOnlyHint: true }, _meta: { k: 1 } }], nextCursor: "2" },
      2: { tools: [{ name: "two", description: "2", inputSchema: { type: "object" } }] } };
    const answers = {
      initialize: () => ({ protocolVersion: "2025-11-25", capabilities: { tools: {}, resources: {} }, serverInfo: { name: "s", version: "1" } }),
      "tools/list": ({ cursor }) => pages[cursor],
      "resources/list": () => { throw { code: -32601, message: "no" }; },
      "tools/call": ({ name, arguments: given, _meta }) => {
        if (name === "two") throw { code: -32000, message: "out of order" };
        return { content: [{ type: "text", text: JSON.stringify([given, _meta ?? null]) }], structuredContent: { a: 1 } };
      },
    };
    const server = { async connect(transport) {
      transport.onmessage = async ({ id, method, params }) => {
        if (id === undefined) return;
        try { await transport.send({ jsonrpc: "2.0", id, result: await answers[method](params) }); }
        catch (error) { await transport.send({ jsonrpc: "2.0", id, error }); }
      };
      await transport.start();
    } };
"#;

#[test]
fn a_server_becomes_a_program() {
    let text = format!(
        "{SERVER} export default await withGram(server, {{ variables: {{ KEY: {{}} }} }});"
    );
    let (mut worker, ready) = load(&text);
    let tools = definitions(&ready);
    assert_eq!(tools.len(), 2);
    assert_eq!(
        tools[0],
        json!({
            "name": "one", "description": "1", "inputSchema": { "type": "object" },
            "annotations": { "readOnlyHint": true }, "variables": { "KEY": {} },
            "meta": { "k": 1, "gram.ai/kind": "mcp-passthrough" },
        })
    );
    let result = call(&mut worker, "one", &json!({ "a": 2 }));
    assert_eq!(result["content"][0]["text"], r#"[{"a":2},null]"#);
    assert_eq!(result["structuredContent"], json!({ "a": 1 }));
    let failed = call(&mut worker, "two", &json!({}));
    assert_eq!(failed["isError"], true);
    let said = failed["content"][0]["text"].as_str().unwrap();
    assert!(said.starts_with("out of order"), "{said}");
}

#[test]
fn what_is_no_server_is_refused() {
    let error = refused(
        "import { withGram } from '@gram-ai/functions/mcp'; export default await withGram({});",
    );
    assert!(
        error.message.contains("`withGram` takes a server"),
        "{error:?}"
    );
    let error = refused(
        "import { fromFunctions } from '@speakeasy-api/functions/mcp'; export default fromFunctions(new Toolbox(), {});",
    );
    assert!(
        error.message.contains("`fromGram` has no use here"),
        "{error:?}"
    );
}
