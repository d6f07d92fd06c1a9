//! `candor verify` of an API and of functions, and where a contradiction shows.

use std::sync::{Arc, Mutex, PoisonError};

use candor_testkit::http_api::{HttpApi, ScriptedReply};
use serde_json::{Value, json};

use crate::sandbox::{CommandRun, CommandSandbox};

/// An API with a queue. One of its `GET`s takes a job out of it.
const JOBS: &str = r#"openapi: 3.1.0
info: {title: Jobs, version: "1"}
servers: [{url: "https://jobs.example/v1"}]
paths:
  /jobs:
    get:
      operationId: list_jobs
      description: Lists the jobs that wait.
      responses: {"200": {description: The jobs}}
    post:
      operationId: add_job
      description: Adds a job at the end.
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              properties: {name: {type: string, description: What is to be done}}
              required: [name]
      responses: {"201": {description: The job}}
  /jobs/next:
    get:
      operationId: get_next_job
      description: Returns the job that is to be done next.
      responses: {"200": {description: The job}}
  /jobs/{id}:
    get:
      operationId: get_job
      description: Returns a job.
      parameters:
        - {name: id, in: path, required: true, description: Which job, schema: {type: integer, examples: [60]}}
      responses: {"200": {description: The job}}
"#;

/// The same queue behind functions, and one that computes.
const FUNCTIONS: &str = r#"import { Toolbox, s } from "candor";

const reads = { readOnlyHint: true, openWorldHint: true };

export default new Toolbox({ name: "queue", version: "1.0.0" })
  .tool({
    name: "list_jobs",
    description: "Lists the jobs that wait.",
    input: {},
    annotations: reads,
    async execute(ctx) { return ctx.text(await (await fetch("API/v1/jobs")).text()); },
  })
  .tool({
    name: "get_next_job",
    description: "Returns the job that is to be done next.",
    input: {},
    annotations: reads,
    async execute(ctx) { return ctx.text(await (await fetch("API/v1/jobs/next")).text()); },
  })
  .tool({
    name: "get_weather",
    description: "Returns the weather.",
    input: {},
    annotations: reads,
    async execute(ctx) {
      try { await fetch("https://weather.example/today?key=canary-1"); } catch { /* it rains */ }
      return ctx.text("rain");
    },
  })
  .tool({
    name: "double",
    description: "Doubles a number.",
    input: { number: s.number().describe("The number") },
    annotations: { readOnlyHint: true, openWorldHint: false },
    execute(ctx, input) { return ctx.text(String(input.number * 2)); },
  });
"#;

/// A server with sixty jobs.
fn queue() -> HttpApi {
    let api = HttpApi::start().expect("a port");
    let job = |id: usize| json!({"id": id, "name": format!("job number {id}")});
    let jobs: Arc<Mutex<Vec<Value>>> = Arc::new(Mutex::new((1..=60).map(job).collect()));
    let held = |jobs: &Mutex<Vec<Value>>, work: &dyn Fn(&mut Vec<Value>) -> ScriptedReply| {
        work(&mut jobs.lock().unwrap_or_else(PoisonError::into_inner))
    };
    let all = Arc::clone(&jobs);
    api.answer("GET", "/v1/jobs/*", move |request| {
        held(&all, &|jobs| {
            let id = request.path().rsplit('/').next().unwrap_or_default();
            let id: Option<u64> = id.parse().ok();
            let found = jobs.iter().find(|job| job["id"].as_u64() == id);
            found.map_or_else(|| ScriptedReply::status(404), ScriptedReply::json)
        })
    });
    let all = Arc::clone(&jobs);
    api.answer("GET", "/v1/jobs", move |_| {
        held(&all, &|jobs| ScriptedReply::json(&json!({"jobs": jobs})))
    });
    let all = Arc::clone(&jobs);
    api.answer("POST", "/v1/jobs", move |request| {
        held(&all, &|jobs| {
            let id = jobs.len() + 1_000;
            jobs.push(json!({"id": id, "name": request.json()["name"]}));
            ScriptedReply::json(&json!({"id": id})).with_status(201)
        })
    });
    api.answer("GET", "/v1/jobs/next", move |_| {
        held(&jobs, &|jobs| {
            if jobs.is_empty() {
                ScriptedReply::status(404)
            } else {
                ScriptedReply::json(&jobs.remove(0))
            }
        })
    });
    api
}

/// The verdict on a tool's read-only hint, with its evidence.
fn read_only<'a>(report: &'a Value, tool: &str) -> &'a Value {
    let tools = report["tools"].as_array().expect("tools");
    let found = tools.iter().find(|one| one["name"] == tool);
    &found.expect("the tool")["hints"]["read_only"]
}

/// The first piece of evidence: the requests, and what was different after them.
fn difference(found: &Value) -> Vec<&str> {
    let lines = found["evidence"][0]["difference"].as_array();
    let lines = lines.expect("a difference").iter();
    lines.filter_map(Value::as_str).collect()
}

fn refused(ran: &CommandRun, message: &str) {
    assert_eq!(ran.code, Some(2), "{ran}");
    ran.reports(message);
}

#[test]
fn an_api_is_called_at_a_test_address_only() {
    let sandbox = CommandSandbox::with("jobs.yaml", JOBS);
    let unsaid = sandbox.run("verify jobs.yaml");
    refused(&unsaid, "`jobs.yaml` describes an API");
    unsaid.reports("give the address of a test instance");
    let missing = sandbox.run("verify missing.yaml");
    refused(&missing, "cannot read the target `missing.yaml`");
    assert!(!missing.stderr.contains("letters"), "{missing}");
    sandbox.configure("[sources.jobs]\nkind = \"openapi\"\ndocument = \"jobs.yaml\"\n");
    refused(&sandbox.run("verify jobs"), "`jobs` is a configured source");
    let named = sandbox.run("verify jobs --i-mean-it");
    refused(&named, "`jobs` describes an API");
    refused(
        &sandbox.run("verify candor.toml"),
        "`candor.toml` is a configuration file",
    );
    sandbox.file("none.ts", FUNCTIONS);
    refused(
        &sandbox.run("verify none.ts --address http://127.0.0.1:9"),
        "`--address` is for an OpenAPI document, and `none.ts` is none",
    );
}

#[test]
fn a_get_that_changes_something_is_contradicted_and_shows_everywhere() {
    let sandbox = CommandSandbox::with("jobs.yaml", JOBS);
    let api = queue();
    let address = api.url("/v1");
    // What is served is elsewhere, and never called.
    sandbox.configure("[sources.jobs]\nkind = \"openapi\"\ndocument = \"jobs.yaml\"\n");
    sandbox.ok("tools");
    assert_eq!(sandbox.run("drift list").code, Some(0));
    let ran = sandbox.exits(
        1,
        &format!("verify jobs.yaml --address {address} --cases 2 --save-as jobs --json"),
    );
    let report = ran.json();
    let liar = read_only(&report, "get_next_job");
    assert_eq!(liar["verdict"], "contradicted", "{report:#}");
    let seen = difference(liar);
    assert_eq!(seen[0], "requested GET /v1/jobs/next, answered 200");
    assert!(seen[1].starts_with("list_jobs says: "), "{seen:?}");
    for honest in ["list_jobs", "get_job"] {
        let found = read_only(&report, honest);
        assert_eq!(found["verdict"], "verified", "{honest}: {report:#}");
    }
    assert_eq!(read_only(&report, "add_job")["verdict"], "verified");
    assert!(api.count("POST", "/v1/jobs") > 0);

    // It was relied upon to be read-only, so it is quarantined until reviewed.
    let tools = sandbox.exits(1, "tools");
    tools.prints("quarantined; contradicted: read-only");
    let called = sandbox.exits(1, "call jobs.get_next_job");
    called.prints("calls showed that it does not behave as it declares");
    let drift = sandbox.exits(1, "drift list");
    drift.prints("readOnlyHint: true is relied upon, but calls showed false: ");
    let drift = sandbox.exits(1, "drift list --json").json();
    assert_eq!(drift["drifts"][0]["kind"], "contradicted", "{drift:#}");
    assert_eq!(drift["drifts"][0]["quarantined"], true, "{drift:#}");
    sandbox.ok("drift accept jobs.get_next_job --why 'it is a queue'");

    let tools = sandbox.ok("tools");
    tools.prints("contradicted: read-only");
    let tools = sandbox.json("tools --json");
    let marked = tools["tools"].as_array().expect("tools").iter();
    let marked: Vec<_> = marked
        .filter(|tool| tool["contradicted"] == json!(["read_only", "idempotent"]))
        .map(|tool| &tool["name"])
        .collect();
    assert_eq!(marked, ["jobs.get_next_job"], "{tools:#}");

    let drift = sandbox.exits(1, "drift list");
    drift.prints("contradicted: read-only is false");
    let drift = sandbox.exits(1, "drift list --json").json();
    assert_eq!(drift["drifts"], json!([]));
    assert_eq!(drift["contradictions"][0]["tool"], "jobs.get_next_job");
    assert_eq!(drift["contradictions"][0]["hints"][0]["hint"], "read_only");

    let lint = sandbox.exits(1, "lint --source jobs --json").json();
    let lint = lint.to_string();
    assert!(lint.contains("observed-otherwise"), "{lint}");
    assert!(lint.contains("requested GET /v1/jobs/next"), "{lint}");
}

#[test]
fn functions_are_called_in_their_workers_and_their_requests_written_down() {
    let api = queue();
    let sandbox = CommandSandbox::new();
    sandbox.folder("functions");
    sandbox.file(
        "functions/index.ts",
        &FUNCTIONS.replace("API", &api.origin()),
    );
    let ran = sandbox.exits(1, "verify ./functions --cases 2 --json");
    let report = ran.json();
    let liar = read_only(&report, "get_next_job");
    assert_eq!(liar["verdict"], "contradicted", "{report:#}");
    let request = format!("requested GET {}/v1/jobs/next, answered 200", api.origin());
    assert_eq!(difference(liar)[0], request);
    assert_eq!(read_only(&report, "double")["verdict"], "verified");
    let weather = read_only(&report, "get_weather");
    assert_eq!(weather["verdict"], "unknown", "{report:#}");
    let text = report.to_string();
    assert!(text.contains("requested GET https://weather.example/today\""));
    assert!(!text.contains("canary-1"), "{text}");
}

#[test]
fn nothing_to_record_says_what_to_do() {
    let sandbox = CommandSandbox::configured("[sources.files]\ncommand = \"true\"\n");
    let off = sandbox.run("verify --record files");
    refused(
        &off,
        "no call of `files` is kept: `audit.keep_arguments` is off",
    );
    off.reports("keep_arguments = true");
    let unknown = sandbox.run("verify --record other");
    refused(&unknown, "there is no source `other`");
    sandbox.configure("[sources.files]\ncommand = \"true\"\n[audit]\nkeep_arguments = true\n");
    let empty = sandbox.run("verify --record files --since 2h");
    refused(&empty, "no call of `files` was kept in the last 2h");
    refused(
        &sandbox.run("verify --since 2h -- true"),
        "cannot be used with",
    );
    refused(
        &sandbox.run("verify --since 2h"),
        "the following required arguments were not provided",
    );
}
