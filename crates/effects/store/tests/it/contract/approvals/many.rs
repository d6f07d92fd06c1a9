//! Ten thousand questions that wait.

use std::collections::BTreeSet;

use candor_model::ApprovalState;
use candor_store::{ApprovalFilter, DecideOutcome, Store};

use crate::{
    approval_samples::{OVER, USE_BY, found, no},
    case::{StoreCase, done},
};

/// How many [`fill`] adds.
const MANY: usize = 10_000;

/// Adds ten thousand pending questions, behind the store's back and with the next versions.
pub(super) async fn fill(case: &StoreCase) {
    case.execute(
        "WITH RECURSIVE numbers (n) AS \
         (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 10000) \
         INSERT INTO approvals (id, state, binding, principal, source, tool, environment, \
         arguments, definition, policy, endpoint, because, first, out_of_band, card, \
         created_micros, expires_micros, version) \
         SELECT '00000000-0000-7000-8000-' \
         || CAST(100000000000 + n + (SELECT revision FROM ledger) AS TEXT), 'pending', \
         CAST(n AS TEXT), 'ada', 'shop', 'delete_book', '', d.digest, d.digest, d.digest, \
         '/mcp', 'it destroys', FALSE, FALSE, '{}', 1000, 5000, \
         (SELECT revision FROM ledger) + n FROM numbers, (SELECT \
         'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855' AS digest) AS d",
    )
    .await;
    case.execute("UPDATE ledger SET revision = revision + 10000")
        .await;
}

/// A page can be listed, one can be answered, and all expire, a bounded number at a time.
pub(crate) async fn many_approvals(case: StoreCase) {
    let store = &case.store;
    fill(&case).await;
    assert_eq!(done!(store.pending_count()), MANY as u64);
    let pending = ApprovalFilter {
        states: vec![ApprovalState::Pending],
        ..ApprovalFilter::default()
    };
    let page = done!(store.approvals(&pending, None, 50));
    assert_eq!(page.approvals.len(), 50);
    let chosen = page.approvals[20].id;
    let page = store.approvals(&pending, page.next, usize::MAX).await;
    assert_eq!(page.unwrap().approvals.len(), 1_000);

    let verdict = no("not that one");
    let decided = store.decide_approval(chosen, &verdict, USE_BY, None);
    assert!(matches!(decided.await.unwrap(), DecideOutcome::Now(_)));
    assert_eq!(done!(store.pending_count()), MANY as u64 - 1);

    let from = done!(store.ledger_revision());
    let mut marked = BTreeSet::new();
    let mut batches = 0;
    loop {
        let batch = done!(store.expire_approvals(OVER));
        assert!(batch.len() <= 1_000, "{} at once", batch.len());
        if batch.is_empty() {
            break;
        }
        batches += 1;
        for id in batch {
            assert!(marked.insert(id), "each once");
        }
    }
    assert_eq!((batches, marked.len()), (10, MANY - 1));
    assert!(!marked.contains(&chosen));
    let state = found(store, chosen).await.state;
    assert_eq!(state, ApprovalState::Denied);
    assert_eq!(done!(store.pending_count()), 0);
    assert_eq!(done!(store.next_expiry()), None);
    each_is_told(store, from).await;

    let pruned = done!(store.prune_approvals(OVER + 1));
    assert_eq!(pruned, MANY as u64, "in more than one batch");
}

/// A follower sees every one of them, whatever the batch size.
async fn each_is_told(store: &Store, from: u64) {
    let mut version = from;
    let mut told = 0;
    loop {
        let changed = done!(store.approvals_since(version, 300));
        let Some(last) = changed.last() else { break };
        version = last.version;
        told += changed.len();
    }
    assert_eq!(told, MANY - 1);
    assert_eq!(version, done!(store.ledger_revision()));
}
