//! Toolsets with what is said about tools in them, as one thing.

use std::collections::HashSet;

use candor_model::{Opinion, OpinionKey, ToolPattern, ToolsetName};
use candor_store::{Store, StoreError, StoredGlobalNotes, ToolsetChanges, WholeToolset};

use crate::{
    case::{StoreCase, refused_as},
    samples::{
        all_changes, by_name, change, destroys, full, in_toolset, noted, pin, put, renamed, tool,
        toolset, toolset_name,
    },
};

/// A whole toolset is there, or nothing of it.
pub(crate) async fn whole_toolsets(case: StoreCase) {
    let store = &case.store;
    made(store).await;
    nothing_half_made(store).await;
    with_notes(store).await;
    copied(store).await;
    copied_at_once(store).await;
    versions_are_whole(store).await;
    restored(store).await;
    followed(store).await;
    news(store).await;
    from_before(&case).await;
}

fn whole(name: &str, about: &[&str]) -> WholeToolset {
    let said = |about: &&str| {
        let key = in_toolset(name, about);
        let opinion = full(&key);
        (key.about, opinion)
    };
    WholeToolset {
        toolset: toolset(name, &["shop.*"]),
        opinions: about.iter().map(said).collect(),
    }
}

/// What is said in a toolset, by pattern.
async fn said(store: &Store, name: &str) -> Vec<(ToolPattern, Opinion)> {
    let name = toolset_name(name);
    let all = store.opinions().await.unwrap().into_iter();
    let own = all.filter(|one| one.key.scope == candor_model::OpinionScope::Toolset(name.clone()));
    own.map(|one| (one.key.about, one.opinion)).collect()
}

async fn version(store: &Store, name: &ToolsetName) -> u64 {
    store.toolset(name).await.unwrap().unwrap().version
}

async fn say(store: &Store, key: &OpinionKey, expected: u64, opinion: Opinion) {
    let write = put(key, expected, opinion);
    let record = change("annotations.amend", "x");
    store.write_opinions(&[write], &[record]).await.unwrap();
}

async fn made(store: &Store) {
    // Left over from a toolset that only a file declared: it must not count for this one.
    let leftover = in_toolset("one-1", "shop.z");
    say(store, &leftover, 0, destroys(&leftover)).await;
    let both = [whole("one-1", &["shop.*", "shop.a"]), whole("two-2", &[])];
    let records = ["one-1", "two-2", "shop.*", "shop.a"].map(|name| change("import", name));
    store.create_toolsets(&both, None, &records).await.unwrap();
    assert_eq!(said(store, "one-1").await, both[0].opinions);
    assert_eq!(said(store, "two-2").await, []);
    let recorded = all_changes(store).await;
    let imports = recorded.iter().filter(|one| one.action == "import");
    assert_eq!(imports.count(), 4, "each part has its record");
    let versions = store.toolset_versions(&toolset_name("one-1")).await;
    let versions = versions.unwrap();
    assert_eq!(versions.len(), 1, "one change, one version");
    assert_eq!(versions[0].opinions.as_ref(), Some(&both[0].opinions));
}

async fn nothing_half_made(store: &Store) {
    let before = (
        store.revision().await.unwrap(),
        store.opinions().await.unwrap(),
        store.toolsets().await.unwrap(),
        all_changes(store).await.len(),
    );
    // The last one is there already: what was written before it is taken back.
    let three = [whole("new-1", &["shop.*"]), whole("two-2", &["shop.a"])];
    let records = [change("import", "x")];
    let error = store.create_toolsets(&three, None, &records).await;
    let error = error.expect_err("there is one already");
    assert!(matches!(error, StoreError::Exists { .. }), "{error:?}");
    // Said twice about the same tools: the engine itself refuses in the middle.
    let mut twice = whole("new-1", &["shop.*"]);
    twice.opinions.push(twice.opinions[0].clone());
    let error = store.create_toolsets(&[twice], None, &records).await;
    assert!(error.is_err());
    let copy = whole("two-2", &["shop.a"]);
    let from = toolset_name("one-1");
    let error = store.copy_toolset(&from, version(store, &from).await, &copy, &[]);
    refused_as!(error, StoreError::Exists { .. });
    // The notes for every toolset have changed meanwhile.
    let house = StoredGlobalNotes {
        notes: vec![noted(by_name("shop.a"), "house", "Ask first.")],
        version: 99,
    };
    let new = [whole("new-1", &["shop.*"])];
    let error = store.create_toolsets(&new, Some(&house), &records).await;
    let error = error.expect_err("another version");
    assert!(matches!(error, StoreError::Stale { .. }), "{error:?}");
    let after = (
        store.revision().await.unwrap(),
        store.opinions().await.unwrap(),
        store.toolsets().await.unwrap(),
        all_changes(store).await.len(),
    );
    assert_eq!(before, after);
}

async fn with_notes(store: &Store) {
    let house = StoredGlobalNotes {
        notes: vec![noted(by_name("shop.a"), "house", "Ask first.")],
        version: 0,
    };
    let new = [whole("noted", &["shop.*"])];
    let records = [change("import", "x")];
    let made = store.create_toolsets(&new, Some(&house), &records).await;
    made.unwrap();
    let stored = store.global_notes().await.unwrap();
    assert_eq!(stored.notes, house.notes);
    assert_eq!(stored.version, version(store, &new[0].toolset.name).await);
}

async fn copied(store: &Store) {
    let from = toolset_name("one-1");
    let read = version(store, &from).await;
    let copy = whole("copy-1", &["shop.*", "shop.a"]);
    // Somebody says something else in the original in between: the copy would be of two halves.
    let key = in_toolset("one-1", "shop.b");
    say(store, &key, 0, destroys(&key)).await;
    let stale = store.copy_toolset(&from, read, &copy, &[]).await;
    let stale = stale.expect_err("the original has changed");
    assert!(matches!(stale, StoreError::Stale { .. }), "{stale:?}");
    assert_eq!(store.toolset(&copy.toolset.name).await.unwrap(), None);
    assert_eq!(said(store, "copy-1").await, []);
    let read = version(store, &from).await;
    let record = change("toolset.clone", "copy-1");
    let made = store.copy_toolset(&from, read, &copy, &[record]).await;
    assert_eq!(made.unwrap(), version(store, &copy.toolset.name).await);
    assert_eq!(said(store, "copy-1").await, copy.opinions);
    let (none, copy) = (toolset_name("none"), whole("copy-2", &[]));
    let gone = store.copy_toolset(&none, 1, &copy, &[]).await;
    let gone = gone.expect_err("no original");
    assert!(matches!(gone, StoreError::Missing { .. }), "{gone:?}");
}

/// Eight copies under names of their own and eight under one: none is lost, and one is made.
async fn copied_at_once(store: &Store) {
    let from = toolset_name("one-1");
    let read = version(store, &from).await;
    let tasks: Vec<_> = (0..16)
        .map(|number| {
            let (store, from) = (store.clone(), from.clone());
            let name = if number < 8 {
                format!("many-{number}")
            } else {
                "same".to_owned()
            };
            tokio::spawn(async move {
                let copy = whole(&name, &["shop.*"]);
                let record = change("toolset.clone", &name);
                store
                    .copy_toolset(&from, read, &copy, &[record])
                    .await
                    .is_ok()
            })
        })
        .collect();
    let mut made = 0;
    for task in tasks {
        made += usize::from(task.await.unwrap());
    }
    assert_eq!(made, 9);
    for name in (0..8)
        .map(|number| format!("many-{number}"))
        .chain(["same".to_owned()])
    {
        assert_eq!(said(store, &name).await.len(), 1, "{name}");
    }
}

async fn versions_are_whole(store: &Store) {
    let name = toolset_name("night");
    let night = toolset("night", &["shop.*"]);
    let record = change("toolset.create", "x");
    let created = store.create_toolset(&night, &record).await.unwrap();
    let key = in_toolset("night", "shop.*");
    say(store, &key, 0, full(&key)).await;
    let said = version(store, &name).await;
    assert_eq!(said, created + 1, "another version of the toolset");
    say(store, &key, said, Opinion::default()).await;
    let versions = store.toolset_versions(&name).await.unwrap();
    let kept: Vec<_> = versions.iter().map(|one| one.opinions.clone()).collect();
    let pattern = key.about.clone();
    assert_eq!(
        kept,
        [
            Some(vec![]),
            Some(vec![(pattern, full(&key))]),
            Some(vec![])
        ]
    );
    assert!(
        versions
            .iter()
            .all(|one| one.toolset == Some(night.clone()))
    );
    let elsewhere = OpinionKey::everywhere(key.about.clone());
    say(store, &elsewhere, 0, destroys(&elsewhere)).await;
    let untouched = store.toolset_versions(&name).await.unwrap();
    assert_eq!(untouched.len(), 3, "what counts everywhere is not its own");
}

async fn restored(store: &Store) {
    let name = toolset_name("night");
    let versions = store.toolset_versions(&name).await.unwrap();
    let [_, middle, _] = &versions[..] else {
        panic!("{versions:?}")
    };
    let was = middle.toolset.as_ref().unwrap();
    let opinions = middle.opinions.as_deref();
    let record = change("toolset.restore", "night");
    let late = store.restore_toolset(was, opinions, middle.version, &record);
    let late = late.await.expect_err("it is at another version now");
    assert!(matches!(late, StoreError::Stale { .. }), "{late:?}");
    assert_eq!(said(store, "night").await, []);
    let now = version(store, &name).await;
    let back = store.restore_toolset(was, opinions, now, &record);
    assert_eq!(back.await.unwrap(), version(store, &name).await);
    assert_eq!(said(store, "night").await, opinions.unwrap());
    // Also after it was deleted.
    let now = version(store, &name).await;
    store
        .delete_toolset(&name, now, &change("toolset.restore", "night"))
        .await
        .unwrap();
    assert_eq!(said(store, "night").await, []);
    let there = store
        .restore_toolset(was, opinions, now, &change("toolset.restore", "night"))
        .await;
    assert!(
        matches!(there, Err(StoreError::Missing { .. })),
        "{there:?}"
    );
    store
        .restore_toolset(was, opinions, 0, &change("toolset.restore", "night"))
        .await
        .unwrap();
    assert_eq!(said(store, "night").await, opinions.unwrap());
    let twice = store
        .restore_toolset(was, opinions, 0, &change("toolset.restore", "night"))
        .await;
    assert!(matches!(twice, Err(StoreError::Exists { .. })), "{twice:?}");
    // Where nobody knows what was said, what is said stays.
    let now = version(store, &name).await;
    store
        .restore_toolset(was, None, now, &change("toolset.restore", "night"))
        .await
        .unwrap();
    assert_eq!(said(store, "night").await, opinions.unwrap());
}

/// A tool gets another name: what is said about it in a toolset follows, and is a new version.
async fn followed(store: &Store) {
    let name = toolset_name("follow");
    let follow = toolset("follow", &["zoo.*"]);
    store
        .create_toolset(&follow, &change("create", "x"))
        .await
        .unwrap();
    let key = in_toolset("follow", "zoo.old");
    say(store, &key, 0, destroys(&key)).await;
    let old = pin("zoo.old", "{}");
    store.pin_first(std::slice::from_ref(&old)).await.unwrap();
    let drift = renamed(&old, "zoo.new", "{}");
    let before = store.toolset_versions(&name).await.unwrap().len();
    assert!(store.repin(&drift, &change("repin", "x")).await.unwrap());
    let versions = store.toolset_versions(&name).await.unwrap();
    assert_eq!(versions.len(), before + 1);
    let about = |at: usize| versions[at].opinions.as_ref().unwrap()[0].0.clone();
    assert_eq!(about(0), ToolPattern::exactly(&tool("zoo.new")));
    assert_eq!(about(1), ToolPattern::exactly(&tool("zoo.old")));
}

/// Whoever has read everything reads only what has changed since.
async fn news(store: &Store) {
    let all = store.toolset_news(0).await.unwrap();
    assert_eq!(all.unchanged, HashSet::new());
    assert_eq!(all.written, store.toolsets().await.unwrap());
    let since = store.revision().await.unwrap();
    let none = store.toolset_news(since).await.unwrap();
    let names = || all.written.iter().map(|one| one.toolset.name.clone());
    assert_eq!(none.written, []);
    assert_eq!(none.unchanged, names().collect::<HashSet<_>>());

    let [gone, changed] = ["two-2", "same"].map(toolset_name);
    let record = || change("toolset.change", "x");
    let read = version(store, &gone).await;
    store.delete_toolset(&gone, read, &record()).await.unwrap();
    let read = version(store, &changed).await;
    let other = toolset("same", &["shop.x"]);
    store
        .update_toolset(&changed, &other, read, &record())
        .await
        .unwrap();
    let ToolsetChanges { unchanged, written } = store.toolset_news(since).await.unwrap();
    let still = names().filter(|name| *name != gone && *name != changed);
    assert_eq!(unchanged, still.collect::<HashSet<_>>());
    assert_eq!(written.len(), 1);
    assert_eq!(written[0].toolset, other);
}

/// Versions that were written before they kept what is said.
async fn from_before(case: &StoreCase) {
    case.execute("UPDATE toolset_versions SET opinions = NULL WHERE name = 'one-1'")
        .await;
    case.execute("UPDATE toolsets SET created_micros = NULL WHERE name = 'one-1'")
        .await;
    let name = toolset_name("one-1");
    let versions = case.store.toolset_versions(&name).await.unwrap();
    assert!(versions.iter().all(|one| one.opinions.is_none()));
    let stored = case.store.toolset(&name).await.unwrap().unwrap();
    assert_eq!(stored.created_micros, None);
    case.execute("UPDATE toolset_versions SET opinions = '[]' WHERE name = 'one-1'")
        .await;
    let versions = case.store.toolset_versions(&name).await.unwrap();
    assert_eq!(versions, [], "what cannot be read is left out");
}
