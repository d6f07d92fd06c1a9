//! The preferences of the default policy and of each toolset.

use std::time::Duration;

use candor_model::{PreferenceEdits, ToolsetName, UnsetPolicy};
use candor_store::{Store, StoreError, StoredPreferences};

use crate::{
    case::{StoreCase, at_once, done, refused_as},
    samples::{all_changes, change, toolset, toolset_name},
};

fn asks() -> PreferenceEdits {
    PreferenceEdits {
        unset: Some(UnsetPolicy::Ask),
        cache: Some(Duration::from_millis(1_500)),
        ..PreferenceEdits::default()
    }
}

fn quiet() -> PreferenceEdits {
    PreferenceEdits {
        auto_approve_read_only: Some(true),
        always_confirm_destructive: Some(false),
        show_warnings: Some(false),
        trust_idempotent_retries: Some(false),
        unset: Some(UnsetPolicy::Allow),
        out_of_band: Some(false),
        cache: Some(Duration::ZERO),
        collapse: Some(false),
    }
}

async fn set(
    store: &Store,
    toolset: Option<&ToolsetName>,
    edits: PreferenceEdits,
    expected: u64,
) -> Result<u64, StoreError> {
    let record = change("preferences.change", "house");
    store
        .set_preferences(toolset, &edits, expected, &record)
        .await
}

fn stored(
    toolset: Option<&ToolsetName>,
    edits: PreferenceEdits,
    version: u64,
) -> StoredPreferences {
    StoredPreferences {
        toolset: toolset.cloned(),
        edits,
        version,
    }
}

/// They are read back as written, and stale writes are rejected.
pub(crate) async fn preferences(case: StoreCase) {
    let store = &case.store;
    let (day, night) = (toolset_name("day"), toolset_name("night"));
    assert_eq!(done!(store.preferences()), []);
    assert_eq!(done!(set(store, Some(&night), quiet(), 0)), 1);
    assert_eq!(done!(set(store, Some(&day), asks(), 0)), 2);
    assert_eq!(done!(set(store, None, asks(), 0)), 3);
    let all = [
        stored(None, asks(), 3),
        stored(Some(&day), asks(), 2),
        stored(Some(&night), quiet(), 1),
    ];
    assert_eq!(done!(store.preferences()), all);

    stale(store, &night).await;
    assert_eq!(done!(store.preferences()), all);
    assert_eq!(all_changes(store).await.len(), 3);
    assert_eq!(done!(store.revision()), 3, "nothing was changed");

    assert_eq!(done!(set(store, None, quiet(), 3)), 4);
    let nothing = PreferenceEdits::default();
    assert_eq!(done!(set(store, Some(&day), nothing, 2)), 0);
    let left = [stored(None, quiet(), 4), stored(Some(&night), quiet(), 1)];
    assert_eq!(done!(store.preferences()), left);
    assert_eq!(done!(store.revision()), 5);
    let again = set(store, Some(&day), nothing, 0).await;
    assert_eq!(again.unwrap(), 0, "there is nothing to remove");
    assert_eq!(done!(store.revision()), 5);
    assert_eq!(done!(set(store, Some(&day), asks(), 0)), 6);

    editors(&case).await;
    with_their_toolset(store).await;
    unreadable(&case).await;
}

async fn stale(store: &Store, night: &ToolsetName) {
    let check = async |toolset, expected, found, expect: &str| {
        for edits in [asks(), PreferenceEdits::default()] {
            let error = refused_as!(
                set(store, toolset, edits, expected) =>
                Stale { found: at, .. } if *at == found
            );
            assert!(error.to_string().starts_with(expect), "{error}");
        }
    };
    let changed = "someone else has changed the preferences";
    let night_changed = format!("{changed} of toolset `night` meanwhile: it is at version 1 now;");
    for expected in [0, 2] {
        check(Some(night), expected, 1, &night_changed).await;
        let expect = format!("{changed} for every toolset meanwhile: it is at version 3 now;");
        check(None, expected, 3, &expect).await;
    }
    let gone = format!("{changed} of toolset `gone` meanwhile: it no longer exists;");
    check(Some(&toolset_name("gone")), 1, 0, &gone).await;
}

/// Of many who have read the same version, one is heard.
async fn editors(case: &StoreCase) {
    let handles = [case.store.clone(), case.store.clone()];
    let writes = at_once(&handles, 16, async |store, number| {
        let edits = PreferenceEdits {
            cache: Some(Duration::from_millis(number as u64 + 1)),
            ..PreferenceEdits::default()
        };
        (edits, set(&store, None, edits, 4).await)
    });
    let mut heard = Vec::new();
    for write in writes.await {
        match write {
            (edits, Ok(version)) => heard.push(stored(None, edits, version)),
            (_, Err(error)) => assert!(matches!(error, StoreError::Stale { .. }), "{error:?}"),
        }
    }
    assert_eq!(heard.len(), 1);
    assert_eq!(done!(case.store.preferences())[0], heard[0]);
}

/// They follow a toolset to its new name, and go when it goes.
async fn with_their_toolset(store: &Store) {
    let record = || change("toolset.change", "late");
    let of = async |name: &ToolsetName| {
        let all = done!(store.preferences());
        let found = all
            .into_iter()
            .find(|one| one.toolset.as_ref() == Some(name));
        found.map(|one| (one.edits, one.version))
    };
    let (late, later) = (toolset_name("late"), toolset_name("later"));
    done!(set(store, Some(&late), quiet(), 0));
    let late_set = toolset("late", &["shop.*"]);
    let created = done!(store.create_toolset(&late_set, &record()));
    assert_eq!(of(&late).await, None, "it begins without");

    done!(set(store, Some(&late), asks(), 0));
    done!(set(store, Some(&later), quiet(), 0));
    let later_set = toolset("later", &["shop.*"]);
    let renamed = done!(store.update_toolset(&late, &later_set, created, &record()));
    assert_eq!(of(&late).await, None);
    assert_eq!(of(&later).await, Some((asks(), renamed)));

    let error = set(store, Some(&late), quiet(), renamed).await;
    error.expect_err("they are at the new name");
    done!(store.delete_toolset(&later, renamed, &record()));
    assert_eq!(of(&later).await, None);
}

/// What cannot be read is not taken for nothing.
async fn unreadable(case: &StoreCase) {
    let check = async |statement: &'static str, expect: &str| {
        case.execute(statement).await;
        let error = refused_as!(case.store.preferences() => Row { .. });
        assert!(error.to_string().starts_with(expect), "{error}");
    };
    check(
        "UPDATE preferences SET body = '{\"unset\":\"deny\"}' WHERE toolset = 'night'",
        "setting `preferences of night` has the unset `deny`, which this binary does not know;",
    )
    .await;
    check(
        "UPDATE preferences SET body = '{\"ask_twice\":true}' WHERE toolset = 'night'",
        "setting `preferences of night` has the body `{\"ask_twice\":true}`, which",
    )
    .await;
    case.execute("DELETE FROM preferences WHERE toolset <> ''")
        .await;
    check(
        "UPDATE preferences SET body = ''",
        "setting `preferences for every toolset` has the body ``, which",
    )
    .await;
    check(
        "UPDATE preferences SET toolset = 'No Name', body = '{}'",
        "setting `preferences of No Name` has the toolset `No Name`, which",
    )
    .await;
}
