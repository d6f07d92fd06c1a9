//! Calls that need an approval.

use std::time::Duration;

use candor_model::{ApprovalAnswer, ChangeAuthor, ChangeChannel, GrantScope};
use candor_pagetest::{PageWorld, TestBrowser, assert_page, open_settings, with_timeout};

use crate::world::{call, ended, lab_in, settled};

/// A destructive call, and the page on which it waits.
async fn begun(browser: &mut TestBrowser) -> String {
    let sent = call(browser, "shop.delete_book", &[("/isbn", "1")]).await;
    let path = sent.leads().to_owned();
    with_timeout(async {
        loop {
            let page = browser.get(&path).await;
            page.says(200, &["id=\"trial\" data-live"]);
            if page.text.contains("Waiting for approval") {
                return;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    })
    .await;
    path
}

/// Decides about the one call that waits.
async fn decide(world: &PageWorld, page: &str, answer: ApprovalAnswer) {
    let (_, id) = page.split_once("href=\"/approvals/").expect("a question");
    let (id, _) = id.split_once('"').expect("an end");
    let id = candor_model::ApprovalId::parse(id).expect("an id");
    let author = ChangeAuthor {
        name: "bob".to_owned(),
        channel: ChangeChannel::Page,
        why: Some("because <b>".to_owned()),
    };
    world
        .gateway
        .approvals()
        .decide(id, answer, author)
        .await
        .expect("a decision");
}

#[tokio::test]
async fn an_approved_call_is_made() {
    let world = PageWorld::open(candor_dashboard_try_it::routes()).await;
    let mut browser = world.browser();
    let page = browser.get("/tools/shop.delete_book/try").await;
    page.says(200, &["The tool may destroy or overwrite something"]);
    assert_page!("form_destructive", settled(page));
    let path = begun(&mut browser).await;
    let page = settled(browser.get(&path).await);
    assert_page!("trial_waiting", page);
    decide(
        &world,
        &page.text,
        ApprovalAnswer::Approve(GrantScope::Once),
    )
    .await;
    ended(&mut browser, &path)
        .await
        .says(200, &["Tool result</h2>", "isbn"]);
}

#[tokio::test]
async fn a_denied_call_is_not_made() {
    let world = PageWorld::open(candor_dashboard_try_it::routes()).await;
    let mut browser = world.browser();
    let path = begun(&mut browser).await;
    let page = browser.get(&path).await;
    decide(&world, &page.text, ApprovalAnswer::Deny).await;
    let page = ended(&mut browser, &path).await;
    page.says(
        200,
        &[
            "The tool returned an error",
            "bob denied it: because &lt;b&gt;",
        ],
    );
    assert_page!("trial_denied", page);
}

#[tokio::test]
async fn a_call_without_an_answer_is_not_made() {
    let settings = candor_gateway::GatewayPolicySettings {
        approval_timeout: Duration::from_millis(700),
        ..open_settings()
    };
    let tools = candor_pagetest::world::SHOP;
    let script = candor_testkit::script::ServerScript::new()
        .tools(tools)
        .call("*", r#"{"echo": true}"#);
    let world = lab_in(settings, script, candor_dashboard_try_it::routes()).await;
    let mut browser = world.browser();
    let sent = call(&mut browser, "lab.delete_book", &[("/isbn", "1")]).await;
    let page = ended(&mut browser, sent.leads()).await;
    page.says(200, &["The tool returned an error", "no decision was made"]);
}

#[tokio::test]
async fn a_call_that_waits_can_be_taken_back() {
    let world = PageWorld::open(candor_dashboard_try_it::routes()).await;
    let mut browser = world.browser();
    let path = begun(&mut browser).await;
    let cancel = format!("{path}/cancel");
    let sent = browser.submit(&path, &cancel, &[]).await;
    browser.get(sent.leads()).await.says(200, &["Cancelled"]);
    // Its question stays, and so the same call meets it again.
    let again = begun(&mut browser).await;
    assert_ne!(again, path);
}
