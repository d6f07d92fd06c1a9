//! The notes that apply in every toolset.

use candor_store::{GLOBAL_NOTES_MAX, StoreError, StoredGlobalNotes};

use crate::{
    case::StoreCase,
    samples::{all_changes, by_both, by_name, change, noted},
};

/// They are read as they were written, and nobody overwrites what they have not read.
pub(crate) async fn house_notes(case: StoreCase) {
    let store = &case.store;
    let record = || change("notes.change", "house");
    let stored = |notes: &[_], version| StoredGlobalNotes {
        notes: notes.to_vec(),
        version,
    };
    assert_eq!(store.global_notes().await.unwrap(), stored(&[], 0));
    let notes = [
        noted(
            by_name("shop.z"),
            "team-first",
            "Ask \"which\" team \\ first.",
        ),
        noted(by_both("shop.a", "as it was"), "house", "é🦀"),
    ];
    let version = store.set_global_notes(&notes, 0, &record()).await.unwrap();
    assert_eq!(version, 1);
    assert_eq!(store.global_notes().await.unwrap(), stored(&notes, 1));

    for expected in [0, 2] {
        let error = store
            .set_global_notes(&[], expected, &record())
            .await
            .expect_err("stale");
        assert!(
            matches!(error, StoreError::Stale { found: 1, .. }),
            "{error:?}"
        );
        assert_eq!(
            error.to_string(),
            "somebody else has changed what is noted for every toolset meanwhile: it is at \
             version 1 now; read it again and repeat the change"
        );
    }
    let many = noted(by_name("shop.z"), "house", &"x".repeat(500));
    let many = vec![many; 2_000];
    let error = store.set_global_notes(&many, 1, &record()).await;
    let error = error.expect_err("too much");
    assert!(
        matches!(
            error,
            StoreError::TooLarge {
                limit: GLOBAL_NOTES_MAX,
                ..
            }
        ),
        "{error:?}"
    );
    assert_eq!(store.revision().await.unwrap(), 1, "nothing was changed");

    assert_eq!(store.set_global_notes(&[], 1, &record()).await.unwrap(), 2);
    assert_eq!(store.global_notes().await.unwrap(), stored(&[], 2));
    let error = store.set_global_notes(&notes, 0, &record()).await;
    let error = error.expect_err("empty is not new");
    assert!(matches!(error, StoreError::Stale { .. }), "{error:?}");
    assert_eq!(all_changes(store).await.len(), 2);

    case.execute("UPDATE house_notes SET body = 'nonsense'")
        .await;
    let error = store.global_notes().await.expect_err("unreadable");
    assert!(
        error
            .to_string()
            .starts_with("setting `notes for every toolset` has the body `nonsense`, which"),
        "{error}"
    );
}
