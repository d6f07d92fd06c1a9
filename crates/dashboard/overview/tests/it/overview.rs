//! Everything at a glance.

use std::time::Duration;

use candor_dashboard_kit::now_micros;
use candor_dashboard_overview::routes;
use candor_model::{
    CallOutcome, ChangeAuthor, ChangeChannel, ChangeId, ChangeRecord, DriftRecord, QualifiedName,
    SourceTrust,
};
use candor_pagetest::hostile::assert_texts_stay_text;
use candor_pagetest::read_only::{assert_get_only, assert_needs_viewer, assert_store_failure};
use candor_pagetest::{PageWorld, PageWorldPlan, recorded_call, with_timeout};
use candor_store::RecordedCall;
use serde_json::json;

use crate::kept;

#[tokio::test]
async fn an_empty_workspace_says_what_to_do_first() {
    let world = PageWorld::planned(PageWorldPlan {
        sources: Vec::new(),
        ..PageWorldPlan::shop(routes())
    })
    .await;
    let page = world.browser().get("/").await;
    page.says(
        200,
        &[
            "Get started",
            "href=\"/sources/new\"",
            "http://localhost:7333/mcp",
            "href=\"/toolsets/connect\"",
            "No sources yet.",
            "No calls in this period.",
        ],
    );
    kept("an_empty_workspace", &page);
}

#[tokio::test]
async fn a_workspace_without_calls_says_how_to_connect() {
    let world = PageWorld::open(routes()).await;
    let page = world.browser().get("/").await;
    page.says(
        200,
        &[
            "Get started",
            "<a href=\"/tools\">2 tools</a>",
            "1 of 1 source online",
            "No calls</td>",
            "href=\"/sources/shop\"",
        ],
    );
    page.lacks(&["<a href=\"/sources/new\">Add a source"]);
    kept("a_workspace_without_calls", &page);
}

#[tokio::test]
async fn a_busy_workspace_shows_what_waits_and_what_happened() {
    let world = PageWorld::open(routes()).await;
    let now = now_micros();
    let ok = |back: i64| RecordedCall {
        approval: None,
        ..recorded_call(now - back * 3_600_000_000)
    };
    let ended = |outcome| RecordedCall {
        outcome,
        detail: Some("why".to_owned()),
        ..ok(1)
    };
    let calls = [
        ok(0),
        ok(0),
        recorded_call(now),
        ended(CallOutcome::ToolError),
        ended(CallOutcome::Refused),
        ok(48),
        ok(24 * 30),
    ];
    world.record(&calls).await;
    let waiting = world.call("shop.delete_book", json!({"isbn": "1"})).await;
    world.copies(waiting.id, 6).await;
    let author = ChangeAuthor {
        name: "local".to_owned(),
        channel: ChangeChannel::Cli,
        why: Some("a reason".to_owned()),
    };
    for name in ["a", "b", "c", "d", "e", "f"] {
        world.token(name, "viewer").await;
    }
    world
        .gateway
        .editor()
        .revoke_token("f", &author)
        .await
        .expect("a token");

    let mut local = world.browser();
    let page = local.get("/").await;
    let sum = "<p>5 calls.</p>";
    page.says(
        200,
        &[
            sum,
            "<strong>7</strong> <span>pending approvals</span>",
            "<li class=\"warn\"><a href=\"/approvals\">",
            "<h2 id=\"connect-title\">Endpoint</h2>",
            "href=\"/toolsets/connect\">Connect a client</a>",
            "<a href=\"/audit?source=shop\">5</a>",
            "<strong>1 (20%)</strong>",
            "shop.delete_book (destructive) for local: Delete a book",
            "local revoked the token <a href=\"/access\">f</a>",
            "/tools?behaviour=destructive",
            "via the command line",
        ],
    );
    page.lacks(&["Get started"]);
    assert_eq!(
        page.text.matches("shop.delete_book (destructive)").count(),
        5
    );
    assert_eq!(page.text.matches("via the command line").count(), 5);
    kept("a_busy_workspace", &page);

    let week = local.get("/?span=7d").await;
    week.says(
        200,
        &[
            "<p>6 calls.</p>",
            "href=\"/?span=7d\" aria-current=\"true\"",
        ],
    );
    local.get("/?span=%3Cscript%3E").await.says(200, &[sum]);
}

/// Holds a tool to another definition than it has, so that the one it has is a change.
async fn hold(world: &PageWorld, tool: &str) {
    let name = QualifiedName::parse(tool).expect("a name");
    let store = &world.store;
    let pinned = with_timeout(async {
        loop {
            if let Some(pin) = store.pin(&name).await.expect("a pin") {
                return pin;
            }
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    });
    let before = json!({"name": name.own(), "inputSchema": {"type": "object"}});
    let drift = DriftRecord {
        name: name.clone(),
        renamed_from: None,
        pinned: Some(pinned.await.hash),
        found: candor_drift::pin(&name, &before, 0),
        differences: Vec::new(),
        loosens: false,
        quarantined: false,
    };
    let change = ChangeRecord {
        id: ChangeId::fresh(),
        at_micros: 0,
        author: ChangeAuthor {
            name: "local".to_owned(),
            channel: ChangeChannel::Cli,
            why: None,
        },
        action: "drift.record".to_owned(),
        subject: tool.to_owned(),
        old: None,
        new: None,
    };
    assert!(store.repin(&drift, &change).await.expect("another pin"));
    let held = || {
        let catalogue = world.gateway.catalogue();
        let tool = catalogue.named(&name).expect("a tool");
        tool.quarantine.is_some()
    };
    with_timeout(async {
        while !held() {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    })
    .await;
}

#[tokio::test]
async fn a_tool_that_has_changed_is_counted_though_it_is_not_served() {
    let tools = r#"[{"name": "wipe", "description": "Wipes.", "inputSchema": {"type": "object"},
        "annotations": {"destructiveHint": true}}]"#;
    let world = PageWorld::planned(PageWorldPlan {
        sources: vec![("disk".to_owned(), tools.to_owned(), SourceTrust::Untrusted)],
        ..PageWorldPlan::shop(routes())
    })
    .await;
    let mut local = world.browser();
    let destructive = "/tools?behaviour=destructive";
    let page = local.get("/").await;
    let drift = "<a href=\"/tools?drift=yes\"><strong>";
    page.says(200, &[destructive]);
    page.lacks(&[drift]);
    hold(&world, "disk.wipe").await;
    let page = local.get("/").await;
    let tools = "<a href=\"/tools\">1 tool</a>";
    page.says(200, &[&format!("{drift}1<"), "changed or new tool", tools]);
    // It stays in its group, without cost.
    let (_, group) = page.text.split_once(destructive).expect("a group");
    let (group, _) = group.split_once("</li>").expect("an end");
    assert!(group.contains("<strong>1</strong>"), "{group}");
    page.says(200, &["about 0 tokens</a> of context"]);
}

/// What needs a person is said before everything else but the endpoint, and that nothing does in
/// one line.
#[tokio::test]
async fn what_needs_a_person_comes_right_after_the_endpoint() {
    let world = PageWorld::planned(PageWorldPlan {
        sources: Vec::new(),
        ..PageWorldPlan::shop(routes())
    })
    .await;
    let page = world.browser().get("/").await;
    page.says(200, &["<p>Nothing needs your attention.</p>"]);
    let order = [
        "id=\"connect\"",
        "id=\"attention\"",
        "id=\"sources\"",
        "id=\"calls\"",
    ];
    let places = order.map(|part| page.text.find(part).expect(part));
    assert!(places.is_sorted(), "{places:?}");
}

#[tokio::test]
async fn hostile_tools_and_names_stay_text() {
    assert_texts_stay_text(routes(), &["/"]).await;
}

#[tokio::test]
async fn the_overview_is_read_only_and_needs_a_viewer() {
    assert_needs_viewer(routes(), &["/"]).await;
    assert_get_only(routes(), &["/"]).await;
    let world = PageWorld::open(routes()).await;
    assert_store_failure(&world, &["/"]).await;
}
