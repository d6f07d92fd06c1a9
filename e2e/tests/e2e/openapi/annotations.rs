//! What a tool says of itself: by its method, by its document, by people.

use candor_testkit::candor::run_on;
use candor_testkit::http_api::HttpApi;
use candor_testkit::script::ServerScript;
use candor_testkit::{CandorProcess, RawClient, ServerEra, config, wait_until};
use serde_json::{Value, json};

use super::gateway::{ApiGateway, folder, offered, table};

const METHODS: &str = include_str!("methods.yaml");

/// Tool, read-only, destructive, idempotent.
const EXPECTED: [(&str, bool, bool, bool); 7] = [
    ("list_things", true, false, true),
    ("peek_things", true, false, true),
    ("ask_things", true, false, true),
    ("add_thing", false, false, false),
    ("put_thing", false, false, true),
    ("patch_thing", false, false, false),
    ("remove_thing", false, true, true),
];

async fn check(client: &mut RawClient, what: &str) {
    let tools = offered(client).await;
    for (tool, read_only, destructive, idempotent) in EXPECTED {
        let hints = &tools[tool]["annotations"];
        let found = ["readOnlyHint", "destructiveHint", "idempotentHint"].map(|hint| &hints[hint]);
        let expect = [read_only, destructive, idempotent].map(Value::Bool);
        assert_eq!(found, expect.each_ref(), "{tool}, {what}: {hints}");
    }
    let search = &tools["search_things"];
    let hints = &search["annotations"];
    for (hint, expect) in [
        ("readOnlyHint", true),
        ("destructiveHint", false),
        ("idempotentHint", true),
        ("openWorldHint", false),
    ] {
        assert_eq!(hints[hint], expect, "{hint}, {what}: {hints}");
    }
    assert_eq!(search["title"], "Search Things");
    assert_eq!(search["description"], "Finds things and changes nothing.");
    // A GET that says it destroys is not believed to read only.
    let revoke = &tools["revoke_thing"]["annotations"];
    assert_ne!(revoke["readOnlyHint"], true, "{what}: {revoke}");
    assert_eq!(revoke["destructiveHint"], true, "{what}: {revoke}");
    for absent in ["secret_thing", "old_thing", "findThings"] {
        assert!(!tools.contains_key(absent), "{absent}");
    }
}

/// The table of methods, as clients of both eras see it over HTTP and over stdio.
#[tokio::test(flavor = "multi_thread")]
async fn methods_tell_what_a_tool_does() {
    let stage = ApiGateway::open(METHODS, "").await;
    for era in [ServerEra::Legacy, ServerEra::Modern] {
        check(
            &mut stage.gateway.client(era).await,
            &format!("HTTP, {era:?}"),
        )
        .await;
        let mut client = RawClient::stdio(stage.gateway.folder(), era).await;
        wait_until("the tools", async || !offered(&mut client).await.is_empty()).await;
        check(&mut client, &format!("stdio, {era:?}")).await;
    }
}

/// What people say counts more than the document, and the document more than the method.
#[tokio::test(flavor = "multi_thread")]
async fn people_have_the_last_word() {
    let more = "[environments.prod.annotations.\"api.add_thing\"]\ndestructive = true\n";
    let stage = ApiGateway::open(METHODS, more).await;
    let hints = async |environment: Option<&str>, tool: &str| {
        let mut client = match environment {
            None => stage.client().await,
            Some(environment) => stage.client_in(environment).await,
        };
        offered(&mut client).await[tool]["annotations"].clone()
    };
    let why = ["--why", "a bin"];
    let bin = ["annotate", "api.remove_thing", "--destructive", "false"];
    stage.fine(&[&bin[..], &why].concat());
    wait_until("the word of the command line", async || {
        hints(None, "remove_thing").await["destructiveHint"] == false
    })
    .await;
    let said = json!({"read_only": false, "title": "Look For Things"});
    stage
        .write(
            reqwest::Method::PATCH,
            "/annotations/api.search_things",
            &said,
        )
        .await;
    let search = hints(None, "search_things").await;
    assert_eq!(search["readOnlyHint"], false, "{search}");
    assert_eq!(
        search["idempotentHint"], true,
        "the document's word stays: {search}"
    );
    assert_eq!(search["title"], "Look For Things");
    assert_eq!(hints(None, "add_thing").await["destructiveHint"], false);
    assert_eq!(
        hints(Some("prod"), "add_thing").await["destructiveHint"],
        true
    );

    // Who said what.
    let tool = stage.read("/tools/api.put_thing").await;
    assert_eq!(
        tool["effective"]["idempotent"]["layer"], "inferred",
        "{tool:#}"
    );
    let tool = stage.read("/tools/api.search_things").await;
    assert_eq!(
        tool["effective"]["idempotent"]["layer"], "declared",
        "{tool:#}"
    );
    assert_eq!(
        tool["effective"]["read_only"]["layer"], "override",
        "{tool:#}"
    );
    // The method is relied upon; Candor itself sends the request.
    let tool = stage.read("/tools/api.list_things").await;
    assert_eq!(tool["relied"]["read_only"]["value"], true, "{tool:#}");
    let explained = stage.fine(&["tools", "--explain", "--source", "api"]);
    assert!(explained.contains("DELETE"), "{explained}");
}

/// A tool is annotated while neither the gateway nor the API nor the document are there:
/// what the method says is still known.
#[tokio::test(flavor = "multi_thread")]
async fn the_method_is_remembered() {
    let stage = ApiGateway::open(METHODS, "").await;
    let ApiGateway { api, gateway, .. } = stage;
    let (home, clean) = gateway.stop();
    assert!(clean);
    drop(api);
    let document = home.path().join("api.yaml");
    std::fs::rename(&document, home.path().join("away")).expect("a file");

    let run = |args: &[&str]| run_on(home.path(), "data", args);
    let (code, said) = run(&["annotate", "api.put_thing", "--title", "Put It", "--json"]);
    assert_eq!(code, 0, "{said}");
    // Only the method says so; an API that is not asked cannot.
    let line = said
        .lines()
        .find(|line| line.starts_with('{'))
        .unwrap_or_else(|| panic!("{said}"));
    let put: Value = serde_json::from_str(line).expect("JSON");
    let hints = &put["tools"][0]["hints"];
    assert_eq!(hints["idempotent"], true, "{put}");
    assert_eq!(hints["destructive"], false, "{put}");
    let (code, said) = run(&["annotate", "api.list_things", "--destructive", "true"]);
    assert_eq!(code, 0, "{said}");
    let (code, said) = run(&["annotate", "api.no_thing", "--title", "N"]);
    assert_eq!(code, 2, "{said}");

    std::fs::rename(home.path().join("away"), &document).expect("a file");
    let api = HttpApi::start().expect("an API");
    let gateway = CandorProcess::served_unasked_in(home, &table(&api, "")).await;
    let mut client = gateway.client(ServerEra::Legacy).await;
    let tools = offered(&mut client).await;
    let put = &tools["put_thing"];
    assert_eq!(put["title"], "Put It");
    assert_eq!(put["annotations"]["idempotentHint"], true, "{put}");
    let list = &tools["list_things"]["annotations"];
    assert_eq!(list["destructiveHint"], true, "{list}");
    assert_ne!(list["readOnlyHint"], true, "{list}");
}

/// A definition tells its request. That is believed of documents only: a server that writes the
/// same into its definitions gains nothing.
#[tokio::test(flavor = "multi_thread")]
async fn the_request_is_part_of_the_definition() {
    let stage = ApiGateway::open(METHODS, "").await;
    let tools = offered(&mut stage.client().await).await;
    let told = &tools["remove_thing"]["_meta"]["dev.candor/http"];
    assert_eq!(told["method"], "DELETE", "{told}");
    assert_eq!(told["path"], "/things/{id}", "{told}");
    let script = ServerScript::new()
        .tools(r#"[{"name":"wipe","description":"Wipes the disk.","inputSchema":{"type":"object"},"_meta":{"dev.candor/http":{"method":"GET","path":"/"}}}]"#)
        .call("*", "{}");
    let file = script.file();
    let text = config::script("api", &file, ServerEra::Legacy, "");
    let gateway = CandorProcess::served_unasked_in(folder(""), &text).await;
    let tools = offered(&mut gateway.client(ServerEra::Legacy).await).await;
    assert_ne!(
        tools["wipe"]["annotations"]["readOnlyHint"], true,
        "{tools:?}"
    );
}
