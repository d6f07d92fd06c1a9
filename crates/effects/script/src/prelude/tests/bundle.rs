//! Bundles that Gram's tools have built: a module with its own framework in it, and a manifest.

use serde_json::{Value, json};

use super::{call, definitions, remarks, text};
use crate::worker::worker_thread::WorkerThread;

/// As a bundler writes it, with the beginning that Gram's has.
const FUNCTIONS: &str = r#"
import { createRequire as topLevelCreateRequire } from 'node:module'
const require = topLevelCreateRequire(import.meta.url)
import env from "node:process";
class G {
  async handleToolCall(call, options) {
    if (call.name === "needs") return require("fs");
    if (call.name === "fails") throw new Response(JSON.stringify({ error: "gone" }), { status: 404, headers: { "Content-Type": "application/json" } });
    if (call.name === "wrong") return { no: "response" };
    if (call.name === "raw") return new Response(JSON.stringify({ content: [{ type: "text", text: "raw" }], structuredContent: { a: 1 }, isError: true }),
      { headers: { "Content-Type": "application/json; mcp=tools_call" } });
    return new Response(JSON.stringify({ input: call.input, key: process.env.KEY, same: env === process, signal: options.signal instanceof AbortSignal, client: options.clientInfo }),
      { headers: { "Content-Type": "application/json" } });
  }
  manifest() { return { version: "0.0.0", tools: [{ name: "own", description: "Own", inputSchema: { type: "object" } }] }; }
}
var i = new G();
export { i as default };
"#;

const MANIFEST: &str = r#"{ "version": "0.0.0",
  "tools": [{ "name": "greet", "description": "Greets", "inputSchema": { "type": "object", "properties": {} },
    "variables": { "KEY": {} }, "authInput": { "type": "oauth2", "variable": "T" },
    "annotations": { "title": "Greet", "readOnlyHint": true }, "tags": ["t"], "meta": { "k": 1 } },
    { "name": "fails", "inputSchema": {} }, { "name": "raw", "inputSchema": {} },
    { "name": "wrong", "inputSchema": {} }, { "name": "needs", "inputSchema": {} }],
  "resources": [{ "name": "page", "uri": "ui://page" }] }"#;

#[test]
fn a_bundle_is_described_by_its_manifest() {
    let (_, ready) = WorkerThread::load(&[("hello.ts", FUNCTIONS), ("manifest.json", MANIFEST)]);
    let ready = ready.unwrap();
    assert_eq!(
        definitions(&ready)[0],
        json!({
            "name": "greet",
            "title": "Greet",
            "description": "Greets",
            "inputSchema": { "type": "object", "properties": {} },
            "variables": { "KEY": {} },
            "annotations": { "title": "Greet", "readOnlyHint": true },
            "tags": ["t"],
            "meta": { "k": 1 },
        })
    );
    assert_eq!(
        remarks(&ready),
        [
            "the resource `ui://page` is left out: the module has neither `handleResources` nor \
             `handleResourceRead`"
        ]
    );
}

#[test]
fn a_bundle_without_a_manifest_is_asked_for_it() {
    let (_, ready) = WorkerThread::load(&[("hello.ts", FUNCTIONS)]);
    assert_eq!(definitions(&ready.unwrap())[0]["name"], "own");
    let bare = "export const handleToolCall = async () => new Response('x');";
    let (_, ready) = WorkerThread::load(&[("hello.ts", bare), ("manifest.json", MANIFEST)]);
    assert_eq!(definitions(&ready.unwrap()).len(), 5);
}

#[test]
fn the_framework_of_a_bundle_handles_its_calls() {
    let (mut worker, ready) =
        WorkerThread::load(&[("hello.ts", FUNCTIONS), ("manifest.json", MANIFEST)]);
    ready.unwrap();
    let context = json!({ "env": { "KEY": "v" }, "caller": { "client": "c" } });
    let (result, _) = worker.call_within("greet", &json!({ "a": 1 }), &context, 60_000, 1 << 20);
    let got: Value = serde_json::from_str(text(&result.unwrap())).unwrap();
    let client = json!({ "name": "c", "version": "" });
    assert_eq!(
        got,
        json!({ "input": { "a": 1 }, "key": "v", "same": true, "signal": true, "client": client })
    );
    for (tool, expect) in [
        (
            "fails",
            json!({ "content": [{ "type": "text", "text": r#"{"error":"gone"}"# }], "isError": true }),
        ),
        (
            "raw",
            json!({ "content": [{ "type": "text", "text": "raw" }], "structuredContent": { "a": 1 }, "isError": true }),
        ),
    ] {
        assert_eq!(call(&mut worker, tool, &json!({})), expect);
    }
    for (tool, expect) in [
        (
            "wrong",
            "`handleToolCall` gave no `Response` for the tool `wrong`",
        ),
        (
            "needs",
            "`fs` cannot be had with `require`: functions are ES modules",
        ),
    ] {
        let result = call(&mut worker, tool, &json!({}));
        assert!(text(&result).starts_with(expect), "{result}");
        assert_eq!(result["isError"], true);
    }
}
