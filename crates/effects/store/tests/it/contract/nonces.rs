//! What works once.

use candor_store::Store;

use crate::case::StoreCase;

/// Something is spent once, whoever comes first, and forgotten when its time is over.
pub(crate) async fn spent(case: StoreCase) {
    let store = &case.store;
    let revision = store.ledger_revision().await.unwrap();
    for nonce in ["a", "A", "", "a\0", "a\\0", "é🦀", &"\0".repeat(256)] {
        assert!(store.use_nonce(nonce, 10).await.unwrap(), "{nonce:?}");
        assert!(!store.use_nonce(nonce, 20).await.unwrap(), "{nonce:?}");
    }
    let error = store.use_nonce(&"x".repeat(257), 10).await;
    let error = error.expect_err("it is too long").to_string();
    assert!(error.starts_with("what was to be spent has 257 bytes, and at most 256 are kept;"));
    assert_eq!(store.ledger_revision().await.unwrap(), revision);

    let other = case.reopen().await.unwrap();
    for round in 0..8 {
        assert_eq!(together(store, &other, round).await, 1, "it works once");
    }
    other.close().await;

    case.execute(
        "WITH RECURSIVE numbers (n) AS \
         (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 2500) \
         INSERT INTO spent (nonce, expires_micros) SELECT 'n' || CAST(n AS TEXT), 9 FROM numbers",
    )
    .await;
    assert_eq!(store.prune_nonces(8).await.unwrap(), 0);
    assert_eq!(store.prune_nonces(9).await.unwrap(), 2_500);
    assert!(
        !store.use_nonce("a", 30).await.unwrap(),
        "it is still known"
    );
    assert_eq!(
        store.prune_nonces(10).await.unwrap(),
        7,
        "not moved by that"
    );
    assert!(store.use_nonce("a", 30).await.unwrap());
}

/// How many of 64 who spend the same at once are told that they were the first.
async fn together(store: &Store, other: &Store, round: usize) -> usize {
    let tasks: Vec<_> = (0..64)
        .map(|number| {
            let store = if number % 2 == 0 { store } else { other }.clone();
            tokio::spawn(
                async move { store.use_nonce(&format!("race-{round}"), 99).await.unwrap() },
            )
        })
        .collect();
    let mut first = 0;
    for task in tasks {
        first += usize::from(task.await.unwrap());
    }
    first
}
