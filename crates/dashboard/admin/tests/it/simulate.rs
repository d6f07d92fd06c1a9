//! What would happen.

use std::time::Duration;

use candor_gateway::{DeclaredToolset, FileDeclarations};
use candor_model::{
    ApprovalAnswer, ChangeAuthor, ChangeChannel, ChangeId, ChangeRecord, DefinitionPin, Digest,
    DriftRecord, GrantScope, QualifiedName, SourceTrust, Toolset, ToolsetName,
};
use candor_pagetest::{FetchedHtml, PageWorld, PageWorldPlan, with_timeout};
use serde_json::json;

use crate::fixtures::{author, environment, history, ruled, ruled_world, toolset};

const PATH: &str = "/policy/simulate";

/// The same as the form would send, with these fields.
fn address(fields: &[(&str, &str)]) -> String {
    let defaults = [("asked", "1"), ("caller", "bob"), ("role", "caller")];
    let all = defaults.iter().chain(fields);
    candor_dashboard_kit::query::with_all(PATH, all.copied())
}

async fn ask(world: &PageWorld, fields: &[(&str, &str)]) -> FetchedHtml {
    world.browser().get(&address(fields)).await
}

#[tokio::test]
async fn every_answer() {
    let world = ruled_world().await;
    let made = world.gateway.editor();
    made.create_environment(&author(), &environment("prod"))
        .await
        .expect("an environment");
    toolset(&world, "reading").await;
    let page = world.browser().get(PATH).await;
    assert_kept!("simulate-form", page);
    let before = history(&world).await;

    let page = ask(&world, &[("tool", "shop.delete_book")]).await;
    page.says(
        200,
        &["<strong>Ask</strong>: a person is asked before the call is made."],
    );
    assert_kept!("simulate-ask", page);

    let denied = [("tool", "shop.delete_book"), ("environment", "prod")];
    let page = ask(&world, &denied).await;
    page.says(200, &["<strong>Deny</strong>", "/policy#rule-2", "keeper"]);
    assert_kept!("simulate-deny", page);

    let many = [
        ("tool", "shop.burn_book"),
        ("arguments", "{\"copies\": 11}"),
    ];
    let page = ask(&world, &many).await;
    page.says(
        200,
        &["must come from outside the calling client", "args.copies"],
    );

    let edits = [
        ("tool", "shop.burn_book"),
        ("arguments", "{\"copies\": 1}"),
        ("role", "editor"),
    ];
    ask(&world, &edits)
        .await
        .says(200, &["<strong>Allow</strong>: the call is made."]);

    let toolset = [("tool", "shop.delete_book"), ("toolset", "reading")];
    ask(&world, &toolset)
        .await
        .says(200, &["<code>/mcp/reading</code>"]);
    assert_eq!(history(&world).await, before, "nothing was written down");
    let filter = candor_store::ApprovalFilter::default();
    let asked = world.gateway.approvals().list(&filter, None, 10).await;
    assert!(
        asked.expect("a page").approvals.is_empty(),
        "nobody was asked"
    );
}

#[tokio::test]
async fn toolsets_of_the_file_can_be_chosen_too() {
    let declared = DeclaredToolset {
        toolset: Toolset::new(ToolsetName::parse("from-the-file").expect("a name")),
        place: "candor.toml:12".to_owned(),
    };
    let world = PageWorld::planned(PageWorldPlan {
        declarations: FileDeclarations {
            toolsets: vec![declared],
            ..FileDeclarations::default()
        },
        ..PageWorldPlan::shop(candor_dashboard_admin::routes())
    })
    .await;
    toolset(&world, "made-here").await;
    for place in [PATH, "/policy"] {
        let page = world.browser().get(place).await;
        let offered =
            ["from-the-file", "made-here"].map(|name| format!("<option value=\"{name}\">"));
        page.says(200, &offered.each_ref().map(String::as_str));
    }
}

#[tokio::test]
async fn what_nobody_may_call_or_no_schema_takes() {
    let world = PageWorld::planned(PageWorldPlan {
        sources: vec![(
            "shop".to_owned(),
            r#"[{"name": "sell", "inputSchema": {"type": "object", "required": ["isbn"],
                "properties": {"isbn": {"type": "string"}}}}]"#
                .to_owned(),
            SourceTrust::Trusted,
        )],
        ..PageWorldPlan::shop(candor_dashboard_admin::routes())
    })
    .await;
    let page = ask(
        &world,
        &[("tool", "shop.sell"), ("arguments", "{\"isbn\": 1}")],
    )
    .await;
    page.says(200, &["do not match the tool's schema", "/isbn"]);
    let viewer =
        format!("{PATH}?tool=shop.sell&asked=1&role=viewer&arguments=%7B%22isbn%22%3A%221%22%7D");
    let page = world.browser().get(&viewer).await;
    page.says(200, &["does not have the role caller"]);
    page.lacks(&["do not match"]);
    // Who comes by a link asks for themselves.
    let page = world.browser().get(&format!("{PATH}?tool=shop.sell")).await;
    page.says(200, &["value=\"local\"", "value=\"admin\" checked"]);
    page.lacks(&["does not have the role caller"]);
}

#[tokio::test]
async fn a_standing_approval_would_answer() {
    let world = PageWorld::open(candor_dashboard_admin::routes()).await;
    let arguments = json!({"isbn": "1"});
    let call = world
        .call_of("bob", None, "shop.delete_book", arguments)
        .await;
    let who = ChangeAuthor {
        name: "ann".to_owned(),
        channel: ChangeChannel::Page,
        why: None,
    };
    let answer = ApprovalAnswer::Approve(GrantScope::TheseArguments);
    let decided = world.gateway.approvals().decide(call.id, answer, who).await;
    decided.expect("a decision");
    call.reply().await;
    let tool = ("tool", "shop.delete_book");
    let page = ask(&world, &[tool, ("arguments", "{ \"isbn\": \"1\" }")]).await;
    page.says(200, &["the call is made on a standing approval", "by ann"]);
    assert_kept!("simulate-standing", page);
    for other in [
        [tool, ("arguments", "{\"isbn\": \"2\"}")],
        [tool, ("caller", "eve")],
    ] {
        let fields = other
            .into_iter()
            .chain([("asked", "1"), ("role", "caller")]);
        let address = candor_dashboard_kit::query::with_all(PATH, fields);
        let page = world.browser().get(&address).await;
        page.says(200, &["a person is asked before the call is made"]);
    }
}

#[tokio::test]
async fn a_tool_in_quarantine_is_refused() {
    let mut plan = PageWorldPlan::shop(candor_dashboard_admin::routes());
    plan.sources[0].2 = SourceTrust::Untrusted;
    let world = PageWorld::planned(plan).await;
    let name = QualifiedName::parse("shop.delete_book").expect("a name");
    let store = &world.store;
    let pinned = with_timeout(async {
        loop {
            if let Some(pin) = store.pin(&name).await.expect("a store") {
                return pin;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    });
    let pinned = pinned.await;
    // As if it had been described otherwise when it was accepted.
    let definition = pinned
        .definition
        .replace("Deletes a book.", "Lends a book.");
    let found = DefinitionPin {
        hash: Digest::of(&definition),
        definition: definition.into(),
        ..pinned.clone()
    };
    let drift = DriftRecord {
        name: name.clone(),
        renamed_from: None,
        pinned: Some(pinned.hash),
        found,
        differences: Vec::new(),
        loosens: false,
        quarantined: false,
    };
    let change = ChangeRecord {
        id: ChangeId::fresh(),
        at_micros: 1,
        author: author(),
        action: "test".to_owned(),
        subject: name.to_string(),
        old: None,
        new: None,
    };
    assert!(store.repin(&drift, &change).await.expect("a store"));
    let page = with_timeout(async {
        loop {
            let page = ask(&world, &[("tool", "shop.delete_book")]).await;
            if page.text.contains("in quarantine") {
                return page;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    });
    let page = page.await;
    page.says(
        200,
        &["<strong>Deny</strong>: the call is refused: the tool is in quarantine."],
    );
    page.says(200, &["It changed or is new.", "Review it"]);
}

#[tokio::test]
async fn what_cannot_be_supposed_is_told_with_what_was_typed() {
    let world = PageWorld::new(ruled(), candor_dashboard_admin::routes()).await;
    toolset(&world, "reading").await;
    let long = format!("shop.{}", "x".repeat(500));
    for (fields, parts) in [
        (
            &[("tool", "delete_book")][..],
            &["`delete_book` is not a tool name", ">shop.delete_book<"][..],
        ),
        (
            &[("tool", "shop.delete_bok")],
            &["did you mean `shop.delete_book`?"],
        ),
        (&[("tool", "shop.zebra")], &["no tool `shop.zebra`"]),
        (&[("tool", &long)], &["longer than 400 characters"]),
        (
            &[("tool", "shop.burn_book"), ("toolset", "reading")],
            &["no tool `shop.burn_book` at `/mcp/reading`"],
        ),
        (
            &[("tool", "shop.burn_book"), ("toolset", "none")],
            &["no toolset `none`"],
        ),
        (
            &[("tool", "shop.burn_book"), ("toolset", "NO")],
            &["cannot be the name of a toolset"],
        ),
        (
            &[("tool", "shop.burn_book"), ("environment", "dev")],
            &["no environment `dev`"],
        ),
        (
            &[("tool", "shop.burn_book"), ("arguments", "{")],
            &["Invalid JSON: EOF", ">{</textarea>"],
        ),
        (
            &[("tool", "shop.burn_book"), ("arguments", "[1]")],
            &["Arguments must be a JSON object"],
        ),
    ] {
        let page = ask(&world, fields).await;
        page.says(422, parts);
        page.says(422, &["aria-invalid=\"true\"", "value=\"bob\""]);
    }
    let caller = "c".repeat(101);
    let caller =
        candor_dashboard_kit::query::with_all(PATH, [("tool", "shop.x"), ("caller", &caller)]);
    world
        .browser()
        .get(&caller)
        .await
        .says(422, &["longer than 100 characters"]);
    let deep = format!("{{\"a\": {}1{}}}", "[".repeat(3_000), "]".repeat(3_000));
    let page = ask(&world, &[("tool", "shop.burn_book"), ("arguments", &deep)]).await;
    page.says(422, &["recursion limit exceeded"]);
    let page = ask(&world, &[("tool", "delete_book")]).await;
    assert_kept!("simulate-refused", page);
}
