//! Hostile texts of tools, callers and arguments: markup, and very long texts.

use axum::Router;
use candor_dashboard_kit::{DashboardState, now_micros};
use candor_model::SourceTrust;
use candor_store::RecordedCall;
use serde_json::json;

use crate::{PageWorld, PageWorldPlan, recorded_call};

/// Hostile texts stay text on these pages, and are cut.
pub async fn assert_texts_stay_text(routes: Router<DashboardState>, paths: &[&str]) {
    let long = "L".repeat(1_000_000);
    let tools = json!([{
        "name": "<script>alert(1)</script>",
        "title": format!("</h1><img src=x onerror=alert(1)>\u{202e}{long}"),
        "description": long,
        "inputSchema": {"type": "object"},
        "annotations": {"destructiveHint": true},
    }]);
    let world = PageWorld::planned(PageWorldPlan {
        sources: vec![("shop".to_owned(), tools.to_string(), SourceTrust::Untrusted)],
        ..PageWorldPlan::shop(routes)
    })
    .await;
    let name = world.gateway.catalogue().tools()[0].name.to_string();
    let bad = RecordedCall {
        principal: "<script>p</script>\u{202e}".to_owned(),
        ..recorded_call(now_micros())
    };
    world.record(&[bad]).await;
    let _waiting = world.call(&name, json!({"<b>": long})).await;
    for path in paths {
        let page = world.browser().get(path).await;
        page.says(200, &[]);
        page.lacks(&["<script>", "<img", "\u{202e}", "onerror=alert(1)>"]);
        assert!(page.text.len() < 100_000, "{path}: {}", page.text.len());
    }
}
