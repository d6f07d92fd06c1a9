//! The pages in front of a real gateway, a real database and a scripted server.

#![allow(clippy::expect_used, reason = "a test ends where it expects in vain")]

mod access;
mod calls;
mod changes;
mod export;
mod overview;

use candor_model::{
    ApprovalId, CallId, CallKind, Digest, Hint, Hints, Outcome, Revision, SourceName,
};
use candor_pagetest::{Page, World, settle};
use candor_store::Finished;

/// A call of `shop.delete_book` that went well.
fn call(at_micros: i64) -> Finished {
    Finished {
        id: CallId::fresh(),
        at_micros,
        principal: "ann".to_owned(),
        client: Some("Desk 1.0".to_owned()),
        revision: Revision::V2025_11_25,
        kind: CallKind::Tool,
        source: SourceName::parse("shop").ok(),
        target: "delete_book".to_owned(),
        arguments: Digest::of("{}").to_string(),
        request_bytes: 120,
        hints: Hints::UNSET.with(Hint::Destructive, true),
        decision: Some("destructive: true, declared by source `shop`".to_owned()),
        approval: Some(ApprovalId::fresh()),
        outcome: Outcome::Ok,
        duration_micros: 12_345,
        reply_bytes: 40_000,
        detail: None,
        attempts: 1,
        reused: None,
    }
}

async fn record(world: &World, calls: &[Finished]) {
    let recorded = world.gateway.store().record(calls).await;
    assert_eq!(recorded.expect("room"), calls.len() as u64);
}

/// Compares a page with the one that was kept. Pictures are the business of whoever draws them,
/// and their labels differ by the hour.
fn kept(name: &str, page: &Page) {
    let mut filters = vec![
        (r"(?s)<figure.*?</figure>", "[picture]"),
        // A moment ago is now or a second ago.
        (r"(asked |>)now<", "${1}[away]<"),
        (r"\b[0-9a-f]{32}\b", "[id]"),
    ];
    filters.extend(settle::FILTERS);
    insta::with_settings!({ filters => filters, omit_expression => true }, {
        insta::assert_snapshot!(name, page.main());
    });
}
