//! The audit of calls.

use candor_frame::{ROWS, now_micros};
use candor_model::{CallId, CallKind, Hints, Outcome, Reused};
use candor_pagetest::World;
use candor_store::Finished;

use crate::{call, kept, record};

async fn world() -> World {
    World::open(candor_pages_calls::routes()).await
}

#[tokio::test]
async fn nothing_yet() {
    let world = world().await;
    let page = world.browser().get("/audit").await;
    page.says(
        200,
        &["Nothing was called yet.", "href=\"/toolsets/connect\""],
    );
    page.lacks(&["calls.csv", "Older"]);
    kept("no_calls", &page);
}

#[tokio::test]
async fn a_call_can_be_unfolded() {
    let world = world().await;
    let (made, shared) = (call(now_micros()), call(now_micros()));
    let lost = Finished {
        outcome: Outcome::Unknown,
        detail: Some("the source was lost before it answered".to_owned()),
        attempts: 3,
        approval: None,
        ..call(now_micros())
    };
    let read = Finished {
        kind: CallKind::Resource,
        target: "book://1".to_owned(),
        hints: Hints::UNSET,
        decision: None,
        approval: None,
        client: None,
        attempts: 0,
        reused: Some(Reused::Kept { age_ms: 1_500 }),
        ..call(now_micros())
    };
    let shared = Finished {
        reused: Some(Reused::Shared { with: made.id }),
        ..shared
    };
    let unknown = Finished {
        source: None,
        target: "no_such_tool".to_owned(),
        outcome: Outcome::Refused,
        detail: Some("there is no tool `no_such_tool`".to_owned()),
        ..call(now_micros())
    };
    let approval = made.approval.expect("an approval");
    record(&world, &[made, lost, read, shared, unknown]).await;
    let page = world.browser().get("/audit").await;
    let question = format!("href=\"/approvals/{approval}\"");
    page.says(
        200,
        &[
            &question,
            "href=\"/tools/shop.delete_book\"",
            "Answered",
            "Outcome unknown",
            "3 times",
            "kept for 1.5 s from an earlier call",
            "made at the same time",
            "destructive: true, declared by source `shop`",
            "calls itself Desk 1.0",
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
    let other = Finished {
        principal: "bob".to_owned(),
        target: "burn_book".to_owned(),
        outcome: Outcome::TimedOut,
        ..call(now + 60_000_000)
    };
    let approval = other.approval.expect("an approval");
    record(&world, &[call(now), other]).await;
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
            page.says(200, &["No call fits.", "Show all calls."]);
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
    record(&world, &[call(now_micros())]).await;
    let mut local = world.browser();
    let page = local
        .get("/audit?since=%22%3E%3Cscript%3E&source=%3Cb%3E&caller=ann&approval=7&outcome=fine")
        .await;
    page.says(
        422,
        &[
            "role=\"alert\"",
            "`since` is `\\&#34;&#62;&#60;script&#62;`",
            "it takes a moment such as",
            "`approval` is `7`",
            "no call ends so",
            "value=\"ann\"",
            "value=\"&#34;&#62;&#60;script&#62;\"",
            "aria-invalid=\"true\"",
            "Correct what is marked above",
        ],
    );
    page.lacks(&["<script>", "<details"]);
    kept("a_filter_that_means_nothing", &page);
    let page = local.get("/audit/calls.csv?since=soon").await;
    page.says(422, &["It is not clear which calls", "`since` is `soon`"]);
    let page = local.get("/audit?after=%3Cb%3E").await;
    page.says(400, &["`&#60;b&#62;` is no place in this list"]);
}

#[tokio::test]
async fn long_audits_have_pages() {
    let world = world().await;
    let calls: Vec<_> = (0..60).map(call).collect();
    record(&world, &calls).await;
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
        .says(200, &["There are no more.", ">Newest</a>"]);
}

#[tokio::test]
async fn somebody_can_follow() {
    let world = world().await;
    record(&world, &[call(0), call(1)]).await;
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
    let bad = Finished {
        source: None,
        principal: long.clone(),
        client: Some(long.clone()),
        target: long.clone(),
        decision: Some(long.clone()),
        detail: Some(long.clone()),
        outcome: Outcome::Refused,
        ..call(now_micros())
    };
    record(&world, &[bad]).await;
    let mut local = world.browser();
    let page = local.get("/audit").await;
    page.says(200, &["&lt;script&gt;", "⟨U+202E"]);
    page.lacks(&["<script>", "\u{202e}"]);
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
