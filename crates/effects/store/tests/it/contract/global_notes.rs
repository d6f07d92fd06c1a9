//! The notes that apply in every toolset.

use candor_store::{GLOBAL_NOTES_MAX, StoredGlobalNotes};

use crate::{
    case::{StoreCase, done, refused, refused_as},
    samples::{all_changes, by_both, by_name, change, noted},
};

/// They are read back as written, and stale writes are rejected.
pub(crate) async fn global_notes(case: StoreCase) {
    let store = &case.store;
    let record = || change("notes.change", "house");
    let stored = |notes: &[_], version| StoredGlobalNotes {
        notes: notes.to_vec(),
        version,
    };
    assert_eq!(done!(store.global_notes()), stored(&[], 0));
    let notes = [
        noted(
            by_name("shop.z"),
            "team-first",
            "Ask \"which\" team \\ first.",
        ),
        noted(by_both("shop.a", "as it was"), "house", "é🦀"),
    ];
    let version = done!(store.set_global_notes(&notes, 0, &record()));
    assert_eq!(version, 1);
    assert_eq!(done!(store.global_notes()), stored(&notes, 1));

    for expected in [0, 2] {
        refused_as!(
            store.set_global_notes(&[], expected, &record()) => Stale { found: 1, .. },
            "someone else has changed what is noted for every toolset meanwhile: it is at \
             version 1 now; read it again and repeat the change"
        );
    }
    let many = noted(by_name("shop.z"), "house", &"x".repeat(500));
    let many = vec![many; 2_000];
    refused_as!(
        store.set_global_notes(&many, 1, &record()) =>
        TooLarge { limit: GLOBAL_NOTES_MAX, .. }
    );
    assert_eq!(done!(store.revision()), 1, "nothing was changed");

    assert_eq!(done!(store.set_global_notes(&[], 1, &record())), 2);
    assert_eq!(done!(store.global_notes()), stored(&[], 2));
    refused_as!(store.set_global_notes(&notes, 0, &record()) => Stale { .. });
    assert_eq!(all_changes(store).await.len(), 2);

    case.execute("UPDATE house_notes SET body = 'nonsense'")
        .await;
    refused!(
        store.global_notes() =>
        starts_with "setting `notes for every toolset` has the body `nonsense`, which"
    );
}
