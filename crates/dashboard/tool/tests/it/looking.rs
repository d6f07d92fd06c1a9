//! Looking at a tool from everywhere.

use candor_model::{FieldEdit, Hint, OpinionScope};
use candor_pagetest::assert_page;
use serde_json::json;

use crate::shop::{self, DELETE, FETCH, LIST};

#[tokio::test]
async fn a_tool_without_overrides() {
    let world = shop::open().await;
    let page = world.browser().get(LIST).await;
    page.says(200, &["List books", "shop.list_books", "required"]);
    assert_page!("fresh", page);
    let page = world.browser().get("/tools/shop.touch").await;
    page.says(200, &["No hint says whether", "No properties defined."]);
    assert_page!("bare", page);
}

#[tokio::test]
async fn a_tool_with_values_in_all_layers() {
    let world = shop::open().await;
    let toolset = shop::toolset(&world, "reading", &["shop.delete_book"]).await;
    let environment = shop::environment(&world, "prod").await;
    let tool = "shop.delete_book";
    shop::says(&world, "shop.*", Hint::OpenWorld, FieldEdit::Set(false)).await;
    shop::says(&world, tool, Hint::Idempotent, FieldEdit::Set(true)).await;
    let scope = OpinionScope::Environment(environment);
    shop::says_in(&world, scope, tool, Hint::Idempotent, FieldEdit::Clear).await;
    let scope = OpinionScope::Toolset(toolset);
    shop::says_in(&world, scope, tool, Hint::Idempotent, FieldEdit::Set(false)).await;

    let at = format!("{DELETE}?toolset=reading&environment=prod&scope=toolset");
    let page = world.browser().get(&at).await;
    assert_page!("everybody", page);

    // A toolset without an environment has a layer less, and it is the toolset's.
    let page = world
        .browser()
        .get(&format!("{DELETE}?toolset=reading"))
        .await;
    page.says(200, &["tip-layer-toolset", "/mcp/reading"]);
    page.lacks(&["tip-layer-environment"]);
}

#[tokio::test]
async fn a_tool_that_is_not_in_the_toolset() {
    let world = shop::open().await;
    shop::toolset(&world, "reading", &["shop.list_books"]).await;
    let page = world
        .browser()
        .get(&format!("{DELETE}?toolset=reading"))
        .await;
    page.says(200, &["Not in the toolset reading"]);
    let page = world
        .browser()
        .get(&format!("{LIST}?toolset=reading"))
        .await;
    page.lacks(&["Not in the toolset"]);
    page.says(200, &["/toolsets/reading"]);
}

#[tokio::test]
async fn what_policy_relies_upon_is_told_where_it_differs() {
    let world = shop::open().await;
    let page = world.browser().get(FETCH).await;
    let parts = ["policy uses: Not set", "Untrusted", "untrusted source"];
    page.says(200, &parts);
}

#[tokio::test]
async fn what_is_not_there() {
    let world = shop::open().await;
    let mut local = world.browser();
    for (path, expect) in [
        ("/tools/shop.list_book", "did you mean `shop.list_books`?"),
        ("/tools/nothing", "is not the name of a tool"),
        ("/tools/elsewhere.x", "there is no tool"),
        ("/tools/shop.list_books?toolset=none", "there is no toolset"),
        (
            "/tools/shop.list_books?environment=none",
            "there is no environment",
        ),
        ("/tools/shop.list_books?toolset=Bad+Name", "Page not found"),
        ("/tools/shop.list_books?scope=toolset", "Page not found"),
        (
            "/tools/shop.list_books/drift?toolset=none",
            "there is no toolset",
        ),
    ] {
        local.get(path).await.says(404, &[expect]);
    }
    // Unknown status messages are ignored.
    let page = local.get("/tools/shop.list_books?done=hacked").await;
    page.says(200, &["<p id=\"status\" role=\"status\"></p>"]);
}

#[tokio::test]
async fn the_last_calls() {
    let world = shop::open().await;
    let call = world.call("shop.delete_book", json!({"isbn": "1"})).await;
    let page = world.browser().get(DELETE).await;
    page.says(200, &["No calls yet."]);
    let approvals = world.gateway.approvals();
    let denied = approvals
        .decide(call.id, candor_model::ApprovalAnswer::Deny, shop::ann())
        .await;
    denied.expect("an answer");
    let id = call.id;
    call.reply().await;
    let page = candor_pagetest::with_timeout(async {
        loop {
            let page = world.browser().get(DELETE).await;
            if !page.text.contains("No calls yet.") {
                return page;
            }
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
    });
    let page = page.await;
    let approval = format!("/approvals/{id}");
    page.says(200, &["Desk &lt;i&gt;", &approval, "/audit?source=shop"]);
}
