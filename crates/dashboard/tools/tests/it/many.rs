//! Some five thousand tools: pages, groups that go on across them, and how long it takes.

use std::time::Instant;

use candor_dashboard_kit::ROWS;
use candor_model::SourceTrust;
use candor_pagetest::{PageWorld, PageWorldPlan};
use serde_json::{Value, json};

use crate::kit::{groups, names, plan};

/// A quarter of them does not fill its last page.
const TOOLS: usize = 5_004;

fn tool(at: usize) -> Value {
    let annotations = match at % 4 {
        0 => json!({"readOnlyHint": true}),
        1 => json!({"readOnlyHint": false, "destructiveHint": false}),
        2 => json!({"destructiveHint": true}),
        _ => json!({}),
    };
    json!({
        "name": format!("thing_{at:04}"),
        "title": format!("Thing {}", TOOLS - at),
        "description": format!("Does the thing of number {at}, in a sentence of the usual length."),
        "inputSchema": {"type": "object", "properties": {
            "which": {"type": "string", "description": "Which one is meant, by its name"},
            "limit": {"type": "integer", "minimum": 1, "maximum": 100}}},
        "annotations": annotations,
    })
}

#[tokio::test]
async fn many_tools_have_pages_and_their_groups_go_on() {
    let tools: Vec<_> = (0..TOOLS).map(tool).collect();
    let world = PageWorld::planned(PageWorldPlan {
        sources: vec![(
            "many".to_owned(),
            json!(tools).to_string(),
            SourceTrust::Trusted,
        )],
        ..plan()
    })
    .await;
    let mut local = world.browser();
    let start = Instant::now();
    let page = local.get("/tools").await;
    let first = start.elapsed();
    page.says(
        200,
        &[
            "<strong>5,004 tools</strong>",
            "Page 1 of 201",
            "1,251 tools, about",
        ],
    );
    assert_eq!(names(&page).len(), ROWS);
    assert_eq!(groups(&page), ["Read-only"]);
    page.lacks(&["(continued)"]);

    // The 51st page holds the end of one group and the beginning of the next.
    let page = local.get("/tools?page=51").await;
    assert_eq!(names(&page).len(), ROWS);
    assert_eq!(
        groups(&page),
        [
            "Read-only <span class=\"small\">(continued)</span>",
            "Additive"
        ]
    );
    page.says(
        200,
        &[
            "continues on the next page",
            "href=\"/tools?page=52\" rel=\"next\"",
        ],
    );

    let mut seen = Vec::new();
    for at in 1..=51 {
        let path = format!("/tools?behaviour=safe&sort=tokens&page={at}");
        seen.extend(names(&local.get(&path).await));
    }
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), TOOLS / 4, "every tool is on one page");

    let mut slowest = std::time::Duration::ZERO;
    for path in [
        "/tools",
        "/tools?q=thing+number+49",
        "/tools?sort=title&page=50",
        "/tools?read_only=unset&group=source&sort=tokens",
        "/tools/suggestions",
    ] {
        let start = Instant::now();
        assert_eq!(local.get(path).await.status, 200);
        slowest = slowest.max(start.elapsed());
    }
    let fields = [
        ("act", "set"),
        ("hint", "idempotent"),
        ("value", "true"),
        ("which", "found"),
    ];
    let start = Instant::now();
    let asked = local
        .submit("/tools?behaviour=unset", "/tools/bulk", &fields)
        .await;
    asked.says(200, &["for 1,251 tools", "and 1,151 more tools"]);
    let answer = asked.hidden("/tools/bulk");
    let answer: Vec<_> = answer
        .iter()
        .map(|(name, value)| (&**name, &**value))
        .collect();
    let done = local.post("/tools/bulk", &answer).await;
    assert_eq!(done.leads(), "/tools?behaviour=unset&done=set&n=1251");
    let bulk = start.elapsed();
    let start = Instant::now();
    local
        .get(done.leads())
        .await
        .says(200, &["1,251 tools updated."]);
    let after = start.elapsed();
    // How long it takes depends on the machine, and is for people to see.
    eprintln!(
        "first {first:?}, then at most {slowest:?}, 1,251 changed {bulk:?}, after that {after:?}"
    );
}
