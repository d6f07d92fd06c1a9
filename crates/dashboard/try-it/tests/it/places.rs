//! Where a tool is called, and where it cannot be.

use std::time::Duration;

use candor_model::{
    ChangeAuthor, ChangeChannel, Environment, EnvironmentName, QualifiedName, ToolPattern, Toolset,
    ToolsetMember, ToolsetName,
};
use candor_pagetest::{PageWorld, assert_page, with_timeout};
use candor_store::CallFilter;
use candor_testkit::script::ServerScript;
use serde_json::json;

use crate::world::{call, echo, ended, lab, over, settled};

const TRY: &str = "/tools/lab.probe/try";

fn author() -> ChangeAuthor {
    ChangeAuthor {
        name: "local".to_owned(),
        channel: ChangeChannel::Cli,
        why: None,
    }
}

/// A toolset of these tools.
async fn toolset(world: &PageWorld, name: &str, tools: &[&str]) {
    let name = ToolsetName::parse(name).expect("a name");
    let members = tools.iter().map(|text| {
        let tool = QualifiedName::parse(text).expect("a tool");
        ToolsetMember::Pattern(ToolPattern::exactly(&tool))
    });
    let toolset = Toolset {
        members: members.collect(),
        ..Toolset::new(name)
    };
    let made = world
        .gateway
        .editor()
        .create_toolset(&author(), &toolset)
        .await;
    made.expect("a toolset");
}

#[tokio::test]
async fn only_toolsets_that_have_the_tool_are_offered() {
    let tools = json!([
        {"name": "probe", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": true}},
        {"name": "other", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": true}}
    ]);
    let world = lab(ServerScript::new()
        .tools(tools.to_string())
        .call("*", r#"{"echo": true}"#))
    .await;
    toolset(&world, "with", &["lab.probe"]).await;
    toolset(&world, "without", &["lab.other"]).await;
    let environment = Environment {
        name: EnvironmentName::parse("prod").expect("a name"),
        description: String::new(),
        profile: None,
        provenance: None,
    };
    let editor = world.gateway.editor();
    editor
        .create_environment(&author(), &environment)
        .await
        .expect("an environment");
    let without = ToolsetName::parse("without").expect("a name");
    editor
        .equip(&author(), Some(&without))
        .await
        .expect("equipped");

    let mut browser = world.browser();
    let page = settled(browser.get(TRY).await);
    page.says(200, &["Not available at `/mcp`.", "equipped: without"]);
    page.lacks(&["<option value=\"without\""]);
    assert_page!("form_elsewhere", page);
    let page = over(&mut browser, "lab.probe", &[]).await;
    page.says(200, &["Call refused", "there is no tool"]);

    let page = browser
        .get("/tools/lab.probe/try?toolset=with&environment=prod")
        .await;
    page.says(
        200,
        &[
            "<option value=\"with\" selected>",
            "<option value=\"prod\" selected>",
        ],
    );
    page.lacks(&["Not available at"]);
    let chosen = [("toolset", "with"), ("environment", "prod")];
    let page = over(&mut browser, "lab.probe", &chosen).await;
    page.says(200, &["Tool result</h2>", "/mcp/with@prod"]);
    // Trying it again begins where it was tried.
    let (_, again) = page.text.split_once("try?again=").expect("a link");
    let (id, _) = again.split_once('"').expect("an end");
    let page = browser.get(&format!("{TRY}?again={id}")).await;
    page.says(
        200,
        &[
            "<option value=\"with\" selected>",
            "<option value=\"prod\" selected>",
        ],
    );
}

#[tokio::test]
async fn a_tool_that_has_changed_cannot_be_tried() {
    let tools = |destructive: bool| {
        json!([
            {"name": "probe", "inputSchema": {"type": "object"},
             "annotations": {"readOnlyHint": false, "destructiveHint": destructive}},
            {"name": "poke", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": true}}
        ])
        .to_string()
    };
    let script = ServerScript::new()
        .tools(tools(true))
        .stages(&[tools(false)])
        .call("*", r#"{"list_changed": true}"#);
    let world = lab(script).await;
    let mut browser = world.browser();
    over(&mut browser, "lab.poke", &[]).await;
    let name = QualifiedName::parse("lab.probe").expect("a name");
    with_timeout(async {
        loop {
            let catalogue = world.gateway.catalogue();
            let held = catalogue.named(&name).expect("a tool").quarantine.is_some();
            if held {
                return;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    })
    .await;
    let page = settled(browser.get(TRY).await);
    page.says(200, &["Quarantined: the tool changed or is new"]);
    page.lacks(&["name=\"act\""]);
    assert_page!("form_held_back", page);
}

#[tokio::test]
async fn requests_from_tools_are_refused() {
    let tools = json!([{"name": "probe", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": true}}]);
    let ask = json!({"ask": {"method": "elicitation/create", "params": {
        "mode": "form", "message": "Which?", "requestedSchema": {"type": "object", "properties": {}}}}});
    let script = ServerScript::new()
        .tools(tools.to_string())
        .call("*", ask.to_string());
    let world = lab(script).await;
    let mut browser = world.browser();
    let sent = call(&mut browser, "lab.probe", &[]).await;
    let page = ended(&mut browser, sent.leads()).await;
    page.says(
        200,
        &[
            "Call refused",
            "the request needs the client capability `elicitation`",
            "Call it from a client that supports elicitation.",
        ],
    );
}

#[tokio::test]
async fn a_call_is_audited_under_the_name_of_its_user() {
    let world = lab(echo(&json!({"type": "object"}))).await;
    let mut browser = world.browser();
    over(&mut browser, "lab.probe", &[])
        .await
        .says(200, &["Tool result</h2>"]);
    let call = with_timeout(async {
        loop {
            let page = world
                .gateway
                .records()
                .calls_page(&CallFilter::default(), None, 10)
                .await;
            if let Some(call) = page.expect("a page").calls.into_iter().next() {
                return call;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    })
    .await;
    assert_eq!(call.principal, "local");
    let client = call.client.expect("a client");
    assert!(client.starts_with("Candor dashboard "), "{client}");
}
