//! Documents that would do harm: the gateway comes up, says so, and serves the rest.

use std::fmt::Write as _;
use std::path::Path;

use candor_testkit::candor::run_on;
use candor_testkit::http_api::HttpApi;
use candor_testkit::{CandorProcess, ServerEra, wait_until};
use serde_json::{Value, json};

use super::gateway::{ApiGateway, done, folder, offered, table};

const GOOD: &str = r#"
openapi: 3.1.0
info: { title: Good, version: "1" }
paths:
  /good: { get: { operationId: good, responses: { "200": { description: Fine } } } }
"#;

/// A document with this many operations, each with a parameter and a reply of its own.
fn crowd(operations: usize) -> String {
    let paths = (0..operations).map(|at| {
        let operation = json!({
            "operationId": format!("operation_{at}"),
            "parameters": [{"name": "q", "in": "query", "schema": {"type": "string"}}],
            "responses": {"200": {"description": "Fine"}},
        });
        (format!("/p/{at}"), json!({"get": operation}))
    });
    let paths: serde_json::Map<String, Value> = paths.collect();
    json!({"openapi": "3.1.0", "info": {"title": "Crowd", "version": "1"}, "paths": paths})
        .to_string()
}

/// Ten lists of ten of the one before: a few lines that mean thousands of millions.
fn bomb() -> String {
    let mut text = format!("{GOOD}x-a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
    for at in 1..10 {
        let before = vec![format!("*a{}", at - 1); 10].join(", ");
        writeln!(text, "x-a{at}: &a{at} [{before}]").expect("text");
    }
    text
}

const CYCLES: &str = r##"
openapi: 3.1.0
info: { title: Cycles, version: "1" }
paths:
  /tree:
    post:
      operationId: plant
      requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/Tree" } } } }
      responses:
        "200": { description: Tree, content: { application/json: { schema: { $ref: "#/components/schemas/Tree" } } } }
  /self: { $ref: "#/paths/~1self" }
  /ring:
    get:
      operationId: ring
      parameters: [{ $ref: "#/components/parameters/A" }]
      responses: { "200": { description: Fine } }
  /loop:
    post:
      operationId: loop
      requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/Loop" } } } }
      responses: { "200": { description: Fine } }
components:
  parameters:
    A: { $ref: "#/components/parameters/B" }
    B: { $ref: "#/components/parameters/A" }
  schemas:
    Tree:
      type: object
      properties:
        name: { type: string }
        children: { type: array, items: { $ref: "#/components/schemas/Tree" } }
    Loop: { $ref: "#/components/schemas/Pool" }
    Pool: { $ref: "#/components/schemas/Loop" }
"##;

/// References that lead out: over the network, to the file system, above the folder.
fn outward(origin: &str) -> String {
    let mut text = GOOD.to_owned();
    for (at, place) in [
        format!("{origin}/schemas.yaml#/Secret"),
        format!("//{}/x.yaml", origin.trim_start_matches("http://")),
        "file:///etc/passwd".to_owned(),
        "/etc/passwd".to_owned(),
        "../secret.yaml#/Secret".to_owned(),
        "link.yaml#/Secret".to_owned(),
        "..%2fsecret.yaml#/Secret".to_owned(),
    ]
    .iter()
    .enumerate()
    {
        write!(
            text,
            "  /out/{at}:\n    post:\n      operationId: out_{at}\n      requestBody:\n        required: true\n        content: {{ application/json: {{ schema: {{ $ref: \"{place}\" }} }} }}\n      responses: {{ \"200\": {{ description: Fine }} }}\n"
        )
        .expect("text");
    }
    text
}

/// A folder with documents in `docs`, and a secret above and behind a link.
fn lay_out(folder: &Path, origin: &str) {
    let docs = folder.join("docs");
    std::fs::create_dir(&docs).expect("a folder");
    let secret = "Secret: { type: object, properties: { hush_4711: { type: string } } }\n";
    std::fs::write(folder.join("secret.yaml"), secret).expect("a file");
    std::os::unix::fs::symlink(folder.join("secret.yaml"), docs.join("link.yaml")).expect("a link");
    for (name, text) in [
        ("good", GOOD.to_owned()),
        ("bomb", bomb()),
        ("cycles", CYCLES.to_owned()),
        ("outward", outward(origin)),
        ("words", "dear reader".to_owned()),
        (
            "deep",
            format!(
                "openapi: 3.1.0\npaths: {}1{}",
                "[".repeat(20_000),
                "]".repeat(20_000)
            ),
        ),
    ] {
        std::fs::write(docs.join(format!("{name}.yaml")), text).expect("a file");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn hostile_documents_hurt_nobody_else() {
    let api = HttpApi::start().expect("an API");
    let folder = tempfile::tempdir().expect("a folder");
    lay_out(folder.path(), &api.origin());
    let mut text = String::new();
    for name in [
        "good", "bomb", "cycles", "outward", "words", "deep", "absent",
    ] {
        write!(
            text,
            "[sources.{name}]\ndocument = \"docs/{name}.yaml\"\nbase_url = \"{}\"\nallow_private = true\n",
            api.origin()
        )
        .expect("text");
    }
    let gateway = CandorProcess::unasked_in(folder, &text, &[]);
    let said = gateway
        .ready(|said| {
            let sources = said["sources"].as_array().expect("sources").iter();
            sources.clone().all(|source| source["state"] != "starting")
        })
        .await;
    let state = |name: &str| {
        let mut sources = said["sources"].as_array().expect("sources").iter();
        let source = sources
            .find(|source| source["name"] == name)
            .expect("the source");
        source["state"].as_str().expect("a state").to_owned()
    };
    for name in ["good", "cycles", "outward"] {
        assert_eq!(state(name), "ready", "{name}: {said}");
    }
    for name in ["bomb", "words", "deep", "absent"] {
        assert_eq!(state(name), "failing", "{name}: {said}");
    }

    let mut client = gateway.client(ServerEra::Legacy).await;
    let tools = offered(&mut client).await;
    for name in ["good_good", "outward_good", "cycles_plant"] {
        assert!(tools.contains_key(name), "{name}: {:?}", tools.keys());
    }
    // A tree within a tree works.
    let reply = client
        .call(
            "cycles_plant",
            r#"{"name":"oak","children":[{"name":"ash","children":[]}]}"#,
        )
        .await;
    assert_ne!(reply.value()["isError"], true, "{}", reply.response);
    assert_eq!(
        api.last().expect("a request").json()["children"][0]["name"],
        "ash"
    );
    let reply = client
        .call("cycles_plant", r#"{"children":[{"name":5}]}"#)
        .await;
    assert_eq!(reply.value()["isError"], true, "{}", reply.response);

    // Nothing was fetched, and nothing of what lies elsewhere is shown.
    assert_eq!(
        api.count("GET", "/schemas.yaml") + api.count("GET", "/x.yaml"),
        0
    );
    assert_eq!(api.requests().len(), 1);
    let list = serde_json::to_string(&tools).expect("JSON");
    for hidden in ["hush_4711", "root:"] {
        assert!(!list.contains(hidden), "{list}");
        assert!(!gateway.log().contains(hidden));
    }
    told(gateway.folder());
}

/// Each problem is reported.
fn told(folder: &Path) {
    let (code, said) = run_on(folder, "data", &["doctor"]);
    assert_ne!(code, 0, "{said}");
    for part in [
        "bomb.yaml",
        "words.yaml",
        "deep.yaml",
        "absent.yaml",
        "schemas.yaml",
        "/etc/passwd",
        "link.yaml",
        "secret.yaml",
        "~1self",
        "#/components/parameters/",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    assert!(!said.contains("hush_4711"), "{said}");
}

/// Fifty thousand operations: as many tools as can be held, and a word about the rest.
#[tokio::test(flavor = "multi_thread")]
async fn fifty_thousand_operations() {
    let api = HttpApi::start().expect("an API");
    let folder = folder(&crowd(50_000));
    std::fs::write(folder.path().join("good.yaml"), GOOD).expect("a file");
    let text = table(&api, "")
        + &format!(
            "[sources.good]\ndocument = \"good.yaml\"\nbase_url = \"{}\"\nallow_private = true\n\
             [toolsets.some]\ntools = [\"api.operation_7\", \"api.operation_19999\", \"good.good\"]\n",
            api.origin()
        );
    let gateway = CandorProcess::unasked_in(folder, &text, &[]);
    // The others do not wait for it.
    gateway
        .ready(|said| {
            let mut sources = said["sources"].as_array().expect("sources").iter();
            sources.any(|source| source["name"] == "good" && source["state"] == "ready")
        })
        .await;
    let mut client = gateway.client(ServerEra::Legacy).await;
    assert_ne!(
        client.call("good_good", "{}").await.value()["isError"],
        true
    );
    gateway.all_ready().await;
    let mut client = gateway.client_at("/mcp/some", ServerEra::Legacy).await;
    // A source is ready before the lists that it is in are written.
    wait_until("all tools", async || offered(&mut client).await.len() == 3).await;
    done(&mut client, "operation_19999", &json!({"q": "x"})).await;
    assert_eq!(api.last().expect("a request").target, "/p/19999?q=x");
    let (code, said) = gateway.command(&["doctor"]);
    assert_ne!(code, 0, "{said}");
    assert!(said.contains("30000 operations are left out"), "{said}");
}

/// What a selection leaves out is not there, and a selection that fits nothing is told.
#[tokio::test(flavor = "multi_thread")]
async fn a_selection_of_operations() {
    let more = "include = { operations = [\"operation_1*\", \"nothing_like_it\"] }\n\
        exclude = { paths = [\"/p/10\"] }\n";
    let (stage, mut client) = ApiGateway::with_client(&crowd(20), more).await;
    let tools: Vec<_> = offered(&mut client).await.into_keys().collect();
    let expect = ["1", "11", "12", "13", "14", "15", "16", "17", "18", "19"];
    assert_eq!(tools, expect.map(|at| format!("operation_{at}")));
    let (_, said) = stage.gateway.command(&["doctor"]);
    assert!(said.contains("nothing_like_it"), "{said}");
}
