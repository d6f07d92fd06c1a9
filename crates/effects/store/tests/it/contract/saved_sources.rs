//! Sources that people added.

use candor_store::{SAVED_SOURCE_MAX, StoreError};

use crate::{
    case::{StoreCase, name},
    samples::{all_changes, change},
};

/// They are read as they were written, nobody overwrites what they have not read, and what is
/// removed leaves nothing behind.
pub(crate) async fn saved_sources(case: StoreCase) {
    let store = &case.store;
    let record = |what: &str| change(what, "source `files`");
    let (files, shop) = (name("files"), name("shop"));
    assert!(store.saved_sources().await.unwrap().is_empty());

    let first = store
        .add_saved_source(&shop, "sealed é", &record("source.add"))
        .await
        .unwrap();
    let second = store
        .add_saved_source(&files, "x", &record("source.add"))
        .await
        .unwrap();
    assert!(second > first);
    let all = store.saved_sources().await.unwrap();
    let told: Vec<_> = all
        .iter()
        .map(|one| (one.name.as_str(), &*one.sealed, one.version))
        .collect();
    assert_eq!(told, [("files", "x", second), ("shop", "sealed é", first)]);
    let versions = store.saved_source_versions().await.unwrap();
    let expect = [("files".to_owned(), second), ("shop".to_owned(), first)];
    assert_eq!(versions, expect);

    let again = store
        .add_saved_source(&files, "y", &record("source.add"))
        .await;
    assert!(matches!(again, Err(StoreError::Exists { .. })), "{again:?}");
    let stale = store
        .update_saved_source(&files, "y", first, &record("source.trust"))
        .await;
    assert!(
        matches!(stale, Err(StoreError::Stale { found, .. }) if found == second),
        "{stale:?}"
    );
    let large = "x".repeat(SAVED_SOURCE_MAX + 1);
    let large = store
        .update_saved_source(&files, &large, second, &record("source.trust"))
        .await;
    assert!(
        matches!(large, Err(StoreError::TooLarge { .. })),
        "{large:?}"
    );
    let third = store
        .update_saved_source(&files, "y", second, &record("source.trust"))
        .await
        .unwrap();

    let mut anew = store.saved_sources().await.unwrap();
    "y, otherwise".clone_into(&mut anew[0].sealed);
    store
        .reseal_saved_sources(&anew, &record("source.reseal"))
        .await
        .unwrap();
    let now = store.saved_sources().await.unwrap();
    assert_eq!((&*now[0].sealed, now[0].version), ("y, otherwise", third));

    let stale = store
        .remove_saved_source(&files, second, &record("source.remove"))
        .await;
    assert!(matches!(stale, Err(StoreError::Stale { .. })), "{stale:?}");
    store
        .remove_saved_source(&files, third, &record("source.remove"))
        .await
        .unwrap();
    let gone = store
        .remove_saved_source(&files, third, &record("source.remove"))
        .await;
    assert!(matches!(gone, Err(StoreError::Missing { .. })), "{gone:?}");
    assert_eq!(store.saved_sources().await.unwrap().len(), 1);
    store.note_change(&record("source.restart")).await.unwrap();
    let actions: Vec<_> = all_changes(store)
        .await
        .into_iter()
        .map(|change| change.action)
        .collect();
    assert_eq!(actions.len(), 6, "{actions:?}");
}
