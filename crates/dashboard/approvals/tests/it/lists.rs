//! The lists of calls.

use std::time::Duration;

use candor_dashboard_kit::ROWS;
use candor_gateway::GatewayPolicySettings;
use serde_json::json;

use candor_pagetest::{PageWorld, open_settings, with_timeout};

use crate::kept;

#[tokio::test]
async fn an_empty_workspace_says_what_to_expect() {
    let world = PageWorld::open(candor_dashboard_approvals::routes()).await;
    let mut local = world.browser();
    let page = local.get("/approvals").await;
    page.says(
        200,
        &["No pending approvals.", ">Reload</a>", "Not signed in"],
    );
    page.lacks(&["http-equiv", "Sign out"]);
    kept("nothing_waits", &page);
    let page = local.get("/approvals/decided").await;
    page.says(200, &["No decided calls yet."]);
    kept("nothing_decided", &page);
    let page = local.get("/approvals/standing").await;
    page.says(200, &["No standing approvals."]);
    kept("nothing_stands", &page);
}

#[tokio::test]
async fn long_lists_have_pages() {
    let world = PageWorld::open(candor_dashboard_approvals::routes()).await;
    let call = world.call("shop.delete_book", json!({})).await;
    world.copies(call.id, 60).await;
    let mut local = world.browser();
    let mut next = "/approvals".to_owned();
    let mut seen = Vec::new();
    for expect in [ROWS, ROWS, 11] {
        let page = local.get(&next).await;
        let items = page.text.split("<h2><a href=\"/approvals/").skip(1);
        let ids: Vec<_> = items.map(|item| item[..36].to_owned()).collect();
        assert_eq!(ids.len(), expect);
        seen.extend(ids);
        let older = page.text.split_once("\" rel=\"next\">Older");
        next = older.map_or(String::new(), |(before, _)| {
            before.rsplit_once("href=\"").expect("a link").1.to_owned()
        });
    }
    assert_eq!(next, "");
    assert!(
        seen.is_sorted_by(|one, other| one > other),
        "the newest first"
    );
    let last = seen.last().expect("a line");
    let page = local.get(&format!("/approvals?before={last}")).await;
    page.says(200, &["No more calls.", ">Newest</a>"]);
    for path in ["/approvals", "/approvals/decided"] {
        let page = local.get(&format!("{path}?before=%3Cb%3E")).await;
        page.says(400, &["`&#60;b&#62;` is not a position in this list"]);
    }
    let page = local.get("/approvals").await;
    page.says(200, &["data-says=\"61 pending approvals.\""]);
    for odd in ["0", "2", "x"] {
        let page = local.get(&format!("/approvals/standing?page={odd}")).await;
        page.says(200, &["No standing approvals."]);
    }
}

#[tokio::test]
async fn what_nobody_answers_expires() {
    let world = PageWorld::new(
        GatewayPolicySettings {
            approval_timeout: Duration::from_secs(2),
            ..open_settings()
        },
        candor_dashboard_approvals::routes(),
    )
    .await;
    let mut local = world.browser();
    // On a busy machine the time may be over before the page is open.
    let (call, mut fields) = with_timeout(async {
        for isbn in 0.. {
            let call = world
                .call("shop.delete_book", json!({"isbn": isbn.to_string()}))
                .await;
            let fields = local.get(&call.path()).await.hidden(&call.path());
            if !fields.is_empty() {
                return (call, fields);
            }
        }
        unreachable!("there is always another call")
    })
    .await;
    let path = call.path();
    let reply = call.reply().await.to_string();
    assert!(reply.contains("isError"), "{reply}");
    let page = local.get(&path).await;
    page.says(200, &["Expired without an answer"]);
    page.lacks(&["<form method=\"post\" action=\"/approvals/"]);
    local
        .get("/approvals")
        .await
        .says(200, &["No pending approvals."]);
    // The form that is still open comes too late.
    fields.push(("answer".to_owned(), "approve".to_owned()));
    let fields: Vec<_> = fields.iter().map(|(a, b)| (&**a, &**b)).collect();
    let late = local.post(&path, &fields).await;
    late.says(409, &["the time to decide about this call is over"]);
}
