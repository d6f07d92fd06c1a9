//! Whatever arguments come for a tool: the request stays where the operation is, no header or
//! cookie is smuggled in, and what cannot be sent is refused in a sentence.

#![no_main]

use std::sync::LazyLock;

use candor_openapi::{ApiTool, DocumentBundle, ToolOptions, parse, read, tools};
use candor_rest::{HttpRequestPlan, plan};
use libfuzzer_sys::fuzz_target;
use serde_json::Value;
use url::Url;

/// Every place, style and kind of body.
const DOCUMENT: &str = r"
openapi: 3.2.0
info: {title: All, version: '1'}
paths:
  /a/{simple}/b{label}/{matrix}.json:
    get:
      parameters:
        - {name: simple, in: path, required: true, schema: true}
        - {name: label, in: path, required: true, style: label, explode: true, schema: true}
        - {name: matrix, in: path, required: true, style: matrix, schema: true}
        - {name: form, in: query, schema: true}
        - {name: joined, in: query, explode: false, schema: true}
        - {name: spaces, in: query, style: spaceDelimited, schema: true}
        - {name: pipes, in: query, style: pipeDelimited, schema: true}
        - {name: deep, in: query, style: deepObject, schema: true}
        - {name: free, in: query, allowReserved: true, schema: true}
        - {name: json, in: query, content: {application/json: {schema: true}}}
        - {name: X-Simple, in: header, schema: true}
        - {name: X-Exploded, in: header, explode: true, schema: true}
        - {name: X-Json, in: header, content: {application/json: {schema: true}}}
        - {name: crumb, in: cookie, schema: true}
        - {name: crumbs, in: cookie, style: cookie, schema: true}
  /json: {post: {requestBody: {content: {application/json: {schema: true}}}}}
  /lines: {post: {requestBody: {content: {application/jsonl: {schema: true}}}}}
  /form:
    post:
      requestBody:
        content:
          application/x-www-form-urlencoded:
            schema: {type: object, properties: {a: true, b: true}, additionalProperties: true}
            encoding: {b: {style: deepObject}}
  /parts:
    post:
      requestBody:
        content:
          multipart/form-data:
            schema: {type: object, properties: {a: true, f: {type: string, format: binary}}}
  /text: {post: {requestBody: {content: {text/plain: {schema: {type: string}}}}}}
  /bytes: {post: {requestBody: {content: {image/png: {}}}}}
  /query:
    get:
      parameters:
        - {name: q, in: querystring, content: {application/x-www-form-urlencoded: {schema: true}}}
";

static TOOLS: LazyLock<Vec<ApiTool>> = LazyLock::new(|| {
    let root = parse(DOCUMENT.as_bytes(), "all.yaml").expect("values");
    let api = read(&DocumentBundle::new("all.yaml", root)).expect("an API");
    let (tools, _) = tools(&api, &ToolOptions::default());
    assert_eq!(tools.len(), 8);
    tools
});

fuzz_target!(|input: (u8, &str)| {
    let (which, text) = input;
    let tool = &TOOLS[usize::from(which) % TOOLS.len()];
    let Ok(Value::Object(arguments)) = serde_json::from_str(text) else { return };
    match plan(tool, &arguments) {
        Ok(plan) => check(tool, &plan),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});

fn check(tool: &ApiTool, plan: &HttpRequestPlan) {
    let base = Url::parse("https://api.example/v1/").expect("a URL");
    let url = plan.url(&base).expect("the path is kept");
    assert_eq!(url.origin(), base.origin());
    assert_eq!(url.fragment(), None);
    let segments = url.path_segments().expect("segments").count();
    assert_eq!(segments, 1 + tool.operation.path.split('/').skip(1).count());
    let is_safe = |text: &str| text.bytes().all(|byte| matches!(byte, b'\t' | b' '..=b'~'));
    for (name, value) in &plan.headers {
        assert!(is_safe(value), "{name}: {value:?}");
    }
    for (name, value) in &plan.cookies {
        let text = format!("{name}={value}");
        assert!(is_safe(&text) && !text.contains(';'), "{text:?}");
    }
    if let Some(body) = &plan.body {
        assert!(is_safe(&body.content_type));
    }
}
