//! Sources that people added.

use candor_store::SAVED_SOURCE_MAX;

use crate::{
    case::{StoreCase, done, name, refused_as},
    samples::{all_changes, change},
};

/// They are read back as written, stale writes are rejected, and removal leaves nothing behind.
pub(crate) async fn saved_sources(case: StoreCase) {
    let store = &case.store;
    let record = |what: &str| change(what, "source `files`");
    let (files, shop) = (name("files"), name("shop"));
    assert!(done!(store.saved_sources()).is_empty());

    let first = done!(store.add_saved_source(&shop, "sealed é", &record("source.add")));
    let second = done!(store.add_saved_source(&files, "x", &record("source.add")));
    assert!(second > first);
    let all = done!(store.saved_sources());
    let told: Vec<_> = all
        .iter()
        .map(|one| (one.name.as_str(), &*one.sealed, one.version))
        .collect();
    assert_eq!(told, [("files", "x", second), ("shop", "sealed é", first)]);
    let versions = done!(store.saved_source_versions());
    let expect = [("files".to_owned(), second), ("shop".to_owned(), first)];
    assert_eq!(versions, expect);

    refused_as!(store.add_saved_source(&files, "y", &record("source.add")) => Exists { .. });
    refused_as!(
        store.update_saved_source(&files, "y", first, &record("source.trust")) =>
        Stale { found, .. } if *found == second
    );
    let large = "x".repeat(SAVED_SOURCE_MAX + 1);
    refused_as!(
        store.update_saved_source(&files, &large, second, &record("source.trust")) =>
        TooLarge { .. }
    );
    let third = done!(store.update_saved_source(&files, "y", second, &record("source.trust")));

    let mut anew = done!(store.saved_sources());
    "y, otherwise".clone_into(&mut anew[0].sealed);
    done!(store.reseal_saved_sources(&anew, &record("source.reseal")));
    let now = done!(store.saved_sources());
    assert_eq!((&*now[0].sealed, now[0].version), ("y, otherwise", third));

    refused_as!(
        store.remove_saved_source(&files, second, &record("source.remove")) =>
        Stale { .. }
    );
    done!(store.remove_saved_source(&files, third, &record("source.remove")));
    refused_as!(
        store.remove_saved_source(&files, third, &record("source.remove")) =>
        Missing { .. }
    );
    assert_eq!(done!(store.saved_sources()).len(), 1);
    done!(store.note_change(&record("source.restart")));
    let recorded = all_changes(store).await;
    assert_eq!(recorded.len(), 6, "{recorded:?}");
}
