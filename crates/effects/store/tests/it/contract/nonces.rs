//! What works once.

use crate::case::{StoreCase, at_once, done, refused};

/// A nonce is used once, by the first caller, and deleted after its expiry.
pub(crate) async fn spent(case: StoreCase) {
    let store = &case.store;
    let revision = done!(store.ledger_revision());
    for nonce in ["a", "A", "", "a\0", "a\\0", "é🦀", &"\0".repeat(256)] {
        assert!(done!(store.use_nonce(nonce, 10)), "{nonce:?}");
        assert!(!done!(store.use_nonce(nonce, 20)), "{nonce:?}");
    }
    let sentence = "what was to be spent has 257 bytes, and at most 256 are kept;";
    refused!(store.use_nonce(&"x".repeat(257), 10) => starts_with sentence);
    assert_eq!(done!(store.ledger_revision()), revision);

    let handles = case.handles().await;
    for round in 0..8 {
        let spent = at_once(&handles, 64, |store, _| async move {
            done!(store.use_nonce(&format!("race-{round}"), 99))
        });
        let first = spent.await.into_iter().filter(|first| *first);
        assert_eq!(first.count(), 1, "it works once");
    }
    handles[1].close().await;

    case.execute(
        "WITH RECURSIVE numbers (n) AS \
         (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 2500) \
         INSERT INTO spent (nonce, expires_micros) SELECT 'n' || CAST(n AS TEXT), 9 FROM numbers",
    )
    .await;
    assert_eq!(done!(store.prune_nonces(8)), 0);
    assert_eq!(done!(store.prune_nonces(9)), 2_500);
    assert!(!done!(store.use_nonce("a", 30)), "it is still known");
    assert_eq!(done!(store.prune_nonces(10)), 7, "not moved by that");
    assert!(done!(store.use_nonce("a", 30)));
}
