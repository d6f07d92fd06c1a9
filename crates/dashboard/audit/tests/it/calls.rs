//! The audit of calls.

use candor_dashboard_kit::{ROWS, now_micros};
use candor_model::{CallId, CallKind, CallOutcome, Hints, ResultReuse};
use candor_pagetest::{PageWorld, recorded_call};
use candor_store::RecordedCall;

use crate::kept;

async fn world() -> PageWorld {
    PageWorld::open(candor_dashboard_audit::routes()).await
}

#[tokio::test]
async fn nothing_yet() {
    let world = world().await;
    let page = world.browser().get("/audit").await;
    page.says(200, &["No calls yet.", "href=\"/toolsets/connect\""]);
    page.lacks(&["calls.csv", "Older"]);
    kept("no_calls", &page);
}

#[tokio::test]
async fn a_call_can_be_unfolded() {
    let world = world().await;
    let (made, shared) = (recorded_call(now_micros()), recorded_call(now_micros()));
    let lost = RecordedCall {
        outcome: CallOutcome::Unknown,
        detail: Some("the source was lost before it answered".to_owned()),
        attempts: 3,
        approval: None,
        ..recorded_call(now_micros())
    };
    let read = RecordedCall {
        kind: CallKind::Resource,
        target: "book://1".to_owned(),
        hints: Hints::UNSET,
        decision: None,
        approval: None,
        client: None,
        attempts: 0,
        reused: Some(ResultReuse::Kept { age_ms: 1_500 }),
        ..recorded_call(now_micros())
    };
    let shared = RecordedCall {
        reused: Some(ResultReuse::Shared { with: made.id }),
        ..shared
    };
    let unknown = RecordedCall {
        source: None,
        target: "no_such_tool".to_owned(),
        outcome: CallOutcome::Refused,
        detail: Some("there is no tool `no_such_tool`".to_owned()),
        ..recorded_call(now_micros())
    };
    let approval = made.approval.expect("an approval");
    world.record(&[made, lost, read, shared, unknown]).await;
    let page = world.browser().get("/audit").await;
    let question = format!("href=\"/approvals/{approval}\"");
    page.says(
        200,
        &[
            &question,
            "href=\"/tools/shop.delete_book\"",
            "Answered",
            "Outcome unknown",
            "<dt>Attempts</dt><dd>3</dd>",
            "cached, 1.5 s old",
            "shared with the identical call",
            "destructive: true, declared by source `shop`",
            "Desk 1.0, MCP",
            "href=\"/audit/calls.csv\"",
            "<span class=\"small\">resource of shop</span>",
            "href=\"/audit?follow=yes\"",
        ],
    );
    page.lacks(&["href=\"/tools/no_such_tool", "data-live=\"calls\""]);
    kept("some_calls", &page);
}

#[tokio::test]
async fn calls_are_found_by_what_is_known_of_them() {
    let world = world().await;
    let now = 1_785_240_000_000_000;
    let other = RecordedCall {
        principal: "bob".to_owned(),
        target: "burn_book".to_owned(),
        outcome: CallOutcome::TimedOut,
        ..recorded_call(now + 60_000_000)
    };
    let approval = other.approval.expect("an approval");
    world.record(&[recorded_call(now), other]).await;
    let mut local = world.browser();
    for (query, expect) in [
        (String::new(), 2),
        ("source=shop".to_owned(), 2),
        ("source=nobody".to_owned(), 0),
        ("target=burn_book".to_owned(), 1),
        ("target=shop.burn_book".to_owned(), 1),
        ("target=shop.sell_book".to_owned(), 0),
        ("outcome=timed-out".to_owned(), 1),
        ("caller=bob".to_owned(), 1),
        ("caller=Bob".to_owned(), 0),
        (format!("approval={approval}"), 1),
        ("since=2026-07-28T12:01".to_owned(), 1),
        ("until=2026-07-28T12:01:00Z".to_owned(), 1),
        ("since=2026-07-29".to_owned(), 0),
        ("caller=bob&outcome=ok".to_owned(), 0),
    ] {
        let page = local.get(&format!("/audit?{query}")).await;
        page.says(200, &[]);
        assert_eq!(page.text.matches("<details id=").count(), expect, "{query}");
        if expect == 0 {
            page.says(200, &["No matching calls.", "Show all calls"]);
        }
    }
    let page = local.get("/audit?caller=bob&outcome=timed-out").await;
    page.says(
        200,
        &[
            "value=\"bob\"",
            "<option value=\"timed-out\" selected>",
            "href=\"/audit/calls.jsonl?outcome=timed-out&#38;caller=bob\"",
            "href=\"/audit?outcome=timed-out&amp;caller=bob&amp;follow=yes\"",
        ],
    );
}

#[tokio::test]
async fn what_means_nothing_is_said_and_kept() {
    let world = world().await;
    world.record(&[recorded_call(now_micros())]).await;
    let mut local = world.browser();
    let page = local
        .get("/audit?since=%22%3E%3Cscript%3E&source=%3Cb%3E&caller=ann&approval=7&outcome=fine")
        .await;
    page.says(
        422,
        &[
            "role=\"alert\"",
            "`since` is `\\&#34;&#62;&#60;script&#62;`",
            "enter a time such as",
            "`approval` is `7`",
            "unknown outcome",
            "value=\"ann\"",
            "value=\"&#34;&#62;&#60;script&#62;\"",
            "aria-invalid=\"true\"",
            "Correct the marked fields",
        ],
    );
    page.lacks(&["<script>", "<details"]);
    kept("a_filter_that_means_nothing", &page);
    let page = local.get("/audit/calls.csv?since=soon").await;
    page.says(422, &["Invalid filter", "`since` is `soon`"]);
    let page = local.get("/audit?after=%3Cb%3E").await;
    page.says(400, &["`&#60;b&#62;` is not a position in this list"]);
}

#[tokio::test]
async fn long_audits_have_pages() {
    let world = world().await;
    let calls: Vec<_> = (0..60).map(recorded_call).collect();
    world.record(&calls).await;
    let mut local = world.browser();
    let mut next = "/audit?caller=ann".to_owned();
    let mut seen = Vec::new();
    for expect in [ROWS, ROWS, 10] {
        let page = local.get(&next).await;
        let ids = page.text.split("<details id=\"call-").skip(1);
        let ids: Vec<_> = ids.filter_map(|part| CallId::parse(&part[..36])).collect();
        assert_eq!(ids.len(), expect);
        seen.extend(ids);
        let older = page.text.split_once("\" rel=\"next\">Older");
        next = older.map_or(String::new(), |(before, _)| {
            let link = before.rsplit_once("href=\"").expect("a link").1;
            link.replace("&amp;", "&")
        });
    }
    assert_eq!(next, "");
    let all: Vec<_> = calls.iter().rev().map(|call| call.id).collect();
    assert_eq!(seen, all, "every call once, the newest first");
    let end = format!("/audit?after={}", all[59]);
    local
        .get(&end)
        .await
        .says(200, &["No more calls.", ">Newest</a>"]);
}

#[tokio::test]
async fn somebody_can_follow() {
    let world = world().await;
    world.record(&[recorded_call(0), recorded_call(1)]).await;
    let mut local = world.browser();
    let page = local.get("/audit?follow=yes&caller=ann").await;
    page.says(
        200,
        &[
            "<div id=\"calls\" data-live=\"calls\">",
            "Stop following",
            "name=\"follow\" value=\"yes\"",
            "href=\"/audit?caller=ann\"",
        ],
    );
    // What is older does not change.
    let after = CallId::fresh();
    let page = local.get(&format!("/audit?follow=yes&after={after}")).await;
    page.lacks(&["data-live=\"calls\"", "Stop following"]);
}

#[tokio::test]
async fn what_strangers_say_is_bounded_and_stays_text() {
    let world = world().await;
    let long = "<script>alert(1)</script>\u{202e}".repeat(10_000);
    let bad = RecordedCall {
        source: None,
        principal: long.clone(),
        client: Some(long.clone()),
        target: long.clone(),
        decision: Some(long.clone()),
        detail: Some(long.clone()),
        outcome: CallOutcome::Refused,
        ..recorded_call(now_micros())
    };
    world.record(&[bad]).await;
    let mut local = world.browser();
    let page = local.get("/audit").await;
    page.says(200, &["&lt;script&gt;", "⟨U+202E"]);
    page.lacks(&["<script>", "\u{202e}"]);
    let changes = local.get("/audit/changes").await;
    changes.lacks(&["<script>", "\u{202e}"]);
    assert!(page.text.len() < 60_000, "{}", page.text.len());
    // It is found again by what it is called.
    let (_, same) = page
        .text
        .split_once("<p><a href=\"/audit?target=")
        .expect("a link");
    let same = same.split('"').next().expect("an end");
    let page = local.get(&format!("/audit?target={same}")).await;
    page.says(200, &["<details id=\"call-"]);
}
