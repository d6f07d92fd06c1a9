//! Schemas of others, and toolboxes of Gram.

use serde_json::{Value, json};

use super::{call, definitions, remarks, text};
use crate::protocol::{LoadedProgram, ThrownError};
use crate::worker::worker_thread::WorkerThread;

/// A library that keeps to the standard, in two kinds: one that knows JSON Schema, as zod does, and
/// one whose schemas have to be handed to a function, as `zod/mini` does.
const LIBRARY: &str = r##"
const make = (json, validate, optin, told) => ({
  "~standard": {
    version: 1, vendor: "lib", validate,
    ...(told ? { jsonSchema: { input: ({ target }) => ({ $schema: target, ...json }) } } : {}),
  },
  _zod: { optin, json },
});
const issue = (message, ...path) => ({ issues: [{ message, path }] });
export const length = (told) => make({ type: "string" }, (v) => typeof v === "string" ? { value: v.length } : issue("no text"), undefined, told);
export const late = (told) => make({ type: "number" }, async (v) => v > 0 ? { value: v } : issue("too small", "at", 0), undefined, told);
export const three = (told) => make({ type: "number", default: 3 }, (v) => ({ value: v ?? 3 }), "defaulted", told);
export const tree = (told) => make(
  { type: "object", properties: { kids: { type: "array", items: { $ref: "#" } } } }, (v) => ({ value: v }), "optional", told);
"##;

const CORE: &str = "export const toJSONSchema = (schema) => schema._zod.json;";

fn load(text: &str, files: &[(&str, &str)]) -> (WorkerThread, Result<LoadedProgram, ThrownError>) {
    let mut all = vec![("hello.ts", text), ("lib", LIBRARY)];
    all.extend_from_slice(files);
    WorkerThread::load(&all)
}

fn program(told: bool) -> String {
    format!(
        "import {{ Gram }} from '@gram-ai/functions';
         import {{ late, length, three, tree }} from 'lib';
         const t = {told};
         export default new Gram().tool({{ name: 'a', description: 'A',
           inputSchema: {{ text: length(t), late: late(t), three: three(t), 'a/b~c': tree(t) }},
           async execute(ctx, input) {{ return ctx.json(input); }} }})
           .tool({{ name: 'whole', description: 'W', inputSchema: tree(t), execute: (ctx, input) => ctx.json(input) }});"
    )
}

#[test]
fn schemas_of_others_are_written_as_json_schema() {
    for (told, files, asks) in [
        (true, &[][..], false),
        (false, &[("zod/v4/core", CORE)][..], true),
        (false, &[("zod", CORE)][..], true),
    ] {
        let (worker, ready) = load(&program(told), files);
        let ready = ready.unwrap();
        assert_eq!(remarks(&ready), [""; 0]);
        let tools = definitions(&ready);
        assert_eq!(
            tools[0]["inputSchema"],
            json!({
                "type": "object",
                "properties": {
                    "text": { "type": "string" },
                    "late": { "type": "number" },
                    "three": { "type": "number", "default": 3 },
                    "a/b~c": {
                        "type": "object",
                        "properties": { "kids": { "type": "array", "items": { "$ref": "#/properties/a~1b~0c" } } },
                    },
                },
                "required": ["text", "late"],
            })
        );
        assert_eq!(
            tools[1]["inputSchema"]["properties"]["kids"]["items"],
            json!({ "$ref": "#" })
        );
        let asked = worker
            .needs
            .iter()
            .any(|need| need.specifier.starts_with("zod"));
        assert_eq!(asked, asks, "{:?}", worker.needs);
        let from = worker
            .needs
            .iter()
            .filter(|need| need.specifier.starts_with("zod"));
        assert!(
            from.into_iter()
                .all(|need| need.from.as_deref() == Some("hello.ts"))
        );
    }
}

#[test]
fn a_tool_whose_schema_nobody_can_write_is_left_out_with_a_word() {
    let (_, ready) = load(&program(false), &[]);
    let ready = ready.unwrap();
    assert!(ready.tools.is_empty());
    let said = remarks(&ready);
    assert!(said[0].contains("the tool `a` is left out"), "{said:?}");
    assert!(said[0].contains("npm install zod"), "{said:?}");
}

#[test]
fn schemas_of_others_read_what_they_are_given() {
    let (mut worker, ready) = load(&program(true), &[]);
    ready.unwrap();
    for (input, expect, is_error) in [
        (
            json!({ "text": "four", "late": 1, "more": 1 }),
            r#"{"text":4,"late":1,"three":3}"#,
            false,
        ),
        (
            json!({ "text": "", "late": 1, "three": 4 }),
            r#"{"text":0,"late":1,"three":4}"#,
            false,
        ),
        (
            json!({ "text": 4, "late": 0 }),
            "the arguments do not fit: `text`: no text; `late.at[0]`: too small",
            true,
        ),
    ] {
        let result = call(&mut worker, "a", &input);
        assert_eq!(text(&result), expect);
        assert_eq!(
            result.get("isError"),
            is_error.then_some(&Value::Bool(true))
        );
    }
}

#[test]
fn gram_is_as_its_authors_know_it() {
    let (mut worker, ready) = load(
        "import { Functions, Gram, assert } from '@gram-ai/functions';
         import { length } from 'lib';
         const other = new Functions().tool({ name: 'b', inputSchema: {}, async execute(ctx) { ctx.fail({ error: 'gone' }, { status: 404 }); } });
         export default new Gram({ lax: true, env: { KEY: 'four' }, envSchema: { KEY: length(true) }, authInput: { oauthVariable: 'T', gramEmail: true } })
           .tool({ name: 'a', inputSchema: { x: length(true) }, variables: {}, async execute(ctx, input) { return ctx.json({ input, env: ctx.env }); } })
           .tool({ name: 'b', inputSchema: {}, async execute() {} })
           .tool({ name: 'c', inputSchema: {}, async execute() { assert(false, { error: 'asserted' }); } })
           .resource({ name: 'page', uri: 'a:page', content: 'x', mood: 'odd' })
           .extend(other);",
        &[],
    );
    let ready = ready.unwrap();
    let said = remarks(&ready);
    assert_eq!(said.len(), 3, "{said:?}");
    for part in [
        "`variables`",
        "`a:page` has a member `mood` that is not known",
        "two tools have the name `b`",
    ] {
        assert!(
            said.iter().any(|sentence| sentence.contains(part)),
            "{part}: {said:?}"
        );
    }
    assert_eq!(definitions(&ready)[0]["variables"], json!({ "KEY": {} }));
    for (tool, input, expect) in [
        (
            "a",
            json!({ "x": "ab" }),
            r#"{"input":{"x":2},"env":{"KEY":4}}"#,
        ),
        (
            "a",
            json!({ "x": 1 }),
            r#"{"input":{"x":1},"env":{"KEY":4}}"#,
        ),
        ("b", json!({}), r#"{"error":"gone"}"#),
        ("c", json!({}), r#"{"error":"asserted"}"#),
    ] {
        let result = call(&mut worker, tool, &input);
        assert_eq!(text(&result), expect);
    }
}

#[test]
fn gram_can_be_called_by_its_own_methods() {
    let (mut worker, ready) = load(
        "import { Gram } from '@speakeasy-api/functions';
         import { length } from 'lib';
         const inner = new Gram({ authInput: { oauthVariable: 'T' } })
           .tool({ name: 'a', description: 'A', inputSchema: { x: length(true) }, annotations: { readOnlyHint: true },
             async execute(ctx, input) { return ctx.text(`${input.x} ${ctx.env.KEY}`); } });
         export default new Gram().tool({ name: 'run', inputSchema: {}, async execute(ctx) {
           const good = await (await inner.handleToolCall({ name: 'a', input: { x: 'abc' } })).text();
           const bad = await inner.handleToolCall({ name: 'a', input: {} }).catch((thrown) => thrown);
           return ctx.json([good, bad.status, await bad.json(), await inner.manifest()]);
         } });",
        &[],
    );
    ready.unwrap();
    let context = json!({ "env": { "KEY": "v" }, "caller": {} });
    let (result, _) = worker.call_within("run", &json!({}), &context, 60_000, 1 << 20);
    let result = result.unwrap();
    let got: Value = serde_json::from_str(text(&result)).unwrap();
    let schema =
        json!({ "type": "object", "properties": { "x": { "type": "string" } }, "required": ["x"] });
    let tool = json!({
        "name": "a", "description": "A", "inputSchema": schema, "annotations": { "readOnlyHint": true },
        "authInput": { "type": "oauth2", "variable": "T" },
    });
    let refusal = json!({ "error": "the arguments do not fit: `x`: no text" });
    assert_eq!(
        got,
        json!(["3 v", 400, refusal, { "version": "0.0.0", "tools": [tool] }])
    );
}
