//! Resources of a program.

use serde_json::{Value, json};

use super::{call, load, refused, remarks, text};
use crate::protocol::LoadedProgram;
use crate::worker::worker_thread::WorkerThread;

fn resources(ready: &LoadedProgram) -> Vec<Value> {
    let resources = ready.resources.iter();
    resources
        .map(|one| serde_json::from_str(one.get()).unwrap())
        .collect()
}

/// What is in a resource.
fn read(worker: &mut WorkerThread, uri: &str) -> Value {
    let context = json!({ "env": { "KEY": "v" }, "caller": { "principal": "ada@example.com" } });
    let (result, _) = worker.read(uri, &context);
    result.unwrap_or_else(|error| panic!("{uri}: {error:?}"))["contents"][0].clone()
}

#[test]
fn a_resource_is_described_and_read() {
    let (mut worker, ready) = load(
        r#"export default new Toolbox()
             .resource({ uri: "a:text", name: "text", title: "T", description: "D", mimeType: "text/css", meta: { k: 1 }, content: "body {}" })
             .resource({ uri: "a:bytes", name: "bytes", content: new Uint8Array([1, 2, 255]) })
             .resource({ uri: "a:json", name: "json", content: async (ctx) => ({ key: ctx.env.KEY, who: ctx.caller.principal }) })
             .resource({ uri: "a:html", name: "html", content: (ctx) => ctx.html("<p>") })
             .resource({ uri: "a:png", name: "png", content: (ctx) => ctx.image(new Uint8Array([7])) });"#,
    );
    assert_eq!(remarks(&ready), [] as [&str; 0]);
    let listed = resources(&ready);
    assert_eq!(listed.len(), 5);
    assert_eq!(
        listed[0],
        json!({
            "uri": "a:text", "name": "text", "title": "T", "description": "D",
            "mimeType": "text/css", "_meta": { "k": 1 },
        })
    );
    assert_eq!(listed[1], json!({ "uri": "a:bytes", "name": "bytes" }));
    for (uri, expect) in [
        (
            "a:text",
            json!({ "mimeType": "text/css", "text": "body {}" }),
        ),
        (
            "a:bytes",
            json!({ "mimeType": "application/octet-stream", "blob": "AQL/" }),
        ),
        (
            "a:json",
            json!({ "mimeType": "application/json", "text": r#"{"key":"v","who":"ada@example.com"}"# }),
        ),
        (
            "a:html",
            json!({ "mimeType": "text/html;charset=UTF-8", "text": "<p>" }),
        ),
        ("a:png", json!({ "mimeType": "image/png", "blob": "Bw==" })),
    ] {
        let mut found = read(&mut worker, uri);
        assert_eq!(found["uri"], uri);
        found.as_object_mut().unwrap().remove("uri");
        assert_eq!(found, expect, "{uri}");
    }
}

#[test]
fn what_cannot_be_read_says_why() {
    let (mut worker, _) = load(
        r#"export default new Toolbox()
             .resource({ uri: "a:throws", name: "throws", content() { throw new Error("gone"); } })
             .resource({ uri: "a:nothing", name: "nothing", content() {} })
             .resource({ uri: "a:missing", name: "missing", content: () => new Response("", { status: 404 }) });"#,
    );
    for (uri, expect) in [
        ("a:throws", "gone"),
        (
            "a:nothing",
            "the content of the resource `a:nothing` is undefined, which has no JSON",
        ),
        ("a:missing", "the resource `a:missing` answered 404"),
        (
            "a:other",
            "no resource of the program has the address `a:other`",
        ),
    ] {
        let (result, _) = worker.read(uri, &json!({}));
        assert_eq!(result.unwrap_err().message, expect, "{uri}");
    }
}

#[test]
fn a_wrong_definition_is_refused() {
    for (definition, expect) in [
        (
            "5",
            "a resource is an object with `uri`, `name` and `content`",
        ),
        ("{ name: 'a', content: '' }", "a resource needs a `uri`"),
        (
            "{ uri: 'a:b', content: '' }",
            "`name` of the resource `a:b` is missing",
        ),
        (
            "{ uri: 'a:b', name: 'b' }",
            "`content` of the resource `a:b` is missing",
        ),
        (
            "{ uri: 'a:b', name: 'b', content: '', mimetype: 'x' }",
            "the resource `a:b` has a member `mimetype` that is not known; did you mean `mimeType`?",
        ),
        (
            "{ uri: 'a:b', name: 'b', content: '', title: 1 }",
            "`title` of the resource `a:b` must be a text",
        ),
    ] {
        let error = refused(&format!(
            "export default new Toolbox().resource({definition});"
        ));
        assert_eq!(error.message, expect, "{definition}");
    }
    let twice = "{ uri: 'a:b', name: 'b', content: '' }";
    let error = refused(&format!(
        "export default new Toolbox().resource({twice}).resource({twice});"
    ));
    assert_eq!(error.message, "two resources have the address `a:b`");
}

#[test]
fn pages_of_gram_are_resources() {
    let (mut worker, ready) = load(
        r#"import { Gram } from "@gram-ai/functions";
           const chart = new Gram().experimental_uiResource({
             name: "chart", description: "A chart", styles: ".bar {}", body: "<script>Gram.onData(draw)</script>" });
           const gram = new Gram()
             .experimental_uiResource({ name: "whole", uri: "ui://all", description: "Whole", title: "W", content: () => "<html>" })
             .tool({ name: "run", description: "R", inputSchema: {}, meta: { "ui/resourceUri": "ui://all" },
               async execute(ctx) {
                 const page = await gram.handleResourceRead({ uri: "ui://all" });
                 const missing = await gram.handleResourceRead({ uri: "ui://no" }).catch((thrown) => thrown.message);
                 return ctx.json([page.headers.get("content-type"), await page.text(), missing, gram.manifest().resources]);
               } })
             .append(chart);
           export default Object.assign(gram, { handleResources: (call) => gram.handleResourceRead(call) });"#,
    );
    assert_eq!(remarks(&ready), [] as [&str; 0]);
    let mime = "text/html;profile=mcp-app";
    let whole = json!({ "uri": "ui://all", "name": "whole", "title": "W", "description": "Whole", "mimeType": mime });
    let chart =
        json!({ "uri": "ui://chart", "name": "chart", "description": "A chart", "mimeType": mime });
    assert_eq!(resources(&ready), [whole.clone(), chart.clone()]);
    let page = read(&mut worker, "ui://chart")["text"].clone();
    let page = page.as_str().unwrap();
    let bridge = page.find("window.Gram =").expect("the bridge");
    assert!(bridge < page.find("Gram.onData(draw)").expect("the body"));
    assert!(page.contains(".bar {}"), "{page}");
    let result = call(&mut worker, "run", &json!({}));
    let got: Value = serde_json::from_str(text(&result)).unwrap();
    assert_eq!(
        got,
        json!([
            mime,
            "<html>",
            "Resource not found: ui://no",
            [whole, chart]
        ])
    );
}

#[test]
fn the_address_of_the_caller_is_given_where_it_is_asked_for() {
    let (mut worker, _) = load(
        r#"import { Gram } from "@gram-ai/functions";
           const execute = async (ctx) => ctx.json(ctx.env.GRAM_USER_EMAIL ?? null);
           export default new Gram({ authInput: { oauthVariable: "T", gramEmail: true } })
             .tool({ name: "asks", inputSchema: {}, execute })
             .extend(new Gram().tool({ name: "does_not", inputSchema: {}, execute }));"#,
    );
    for (tool, principal, expect) in [
        ("asks", "ada@example.com", "\"ada@example.com\""),
        ("asks", "ada", "null"),
        ("does_not", "ada@example.com", "null"),
    ] {
        let context = json!({ "env": {}, "caller": { "principal": principal } });
        let (result, _) = worker.call_within(tool, &json!({}), &context, 60_000, 1 << 20);
        assert_eq!(text(&result.unwrap()), expect, "{tool} {principal}");
    }
}

#[test]
fn a_bundle_reads_its_resources_itself() {
    let program = r#"
        export const manifest = () => ({ version: "0.0.0", tools: [],
          resources: [{ name: "page", uri: "ui://page", mimeType: "text/html", meta: { k: 1 } }, { name: "raw", uri: "a:raw", meta: { "gram.ai/kind": "mcp-passthrough" } }] });
        export const handleToolCall = async () => new Response("x");
        export async function handleResources({ uri }) {
          if (uri === "ui://page") return new Response("<p>");
          return Response.json({ contents: [{ uri, text: "1" }, { uri, text: "2" }] });
        }"#;
    let (mut worker, ready) = WorkerThread::load(&[("hello.ts", program)]);
    let ready = ready.unwrap();
    assert_eq!(resources(&ready)[0]["_meta"], json!({ "k": 1 }));
    let page = read(&mut worker, "ui://page");
    assert_eq!(
        page,
        json!({ "uri": "ui://page", "mimeType": "text/html", "text": "<p>" })
    );
    let (raw, _) = worker.read("a:raw", &json!({}));
    assert_eq!(raw.unwrap()["contents"][1]["text"], "2");
}
