//! Toolsets with what is said about tools in them, as one thing.

use std::collections::HashSet;

use candor_model::{Opinion, OpinionKey, ToolPattern, ToolsetName};
use candor_store::{
    Store, StoredGlobalNotes, StoredOpinion, StoredToolset, ToolsetChanges, WholeToolset,
};

use crate::{
    case::{StoreCase, at_once, done, refused_as},
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
    let all = done!(store.opinions()).into_iter();
    let own = all.filter(|one| one.key.scope == candor_model::OpinionScope::Toolset(name.clone()));
    own.map(|one| (one.key.about, one.opinion)).collect()
}

async fn version(store: &Store, name: &ToolsetName) -> u64 {
    done!(store.toolset(name)).unwrap().version
}

async fn say(store: &Store, key: &OpinionKey, expected: u64, opinion: Opinion) {
    let write = put(key, expected, opinion);
    let record = change("annotations.amend", "x");
    done!(store.write_opinions(&[write], &[record]));
}

async fn made(store: &Store) {
    // Left over from a toolset that only a file declared: it must not count for this one.
    let leftover = in_toolset("one-1", "shop.z");
    say(store, &leftover, 0, destroys(&leftover)).await;
    let both = [whole("one-1", &["shop.*", "shop.a"]), whole("two-2", &[])];
    let records = ["one-1", "two-2", "shop.*", "shop.a"].map(|name| change("import", name));
    done!(store.create_toolsets(&both, None, &records));
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

/// What a change that fails must leave as it was.
async fn everything(store: &Store) -> (u64, Vec<StoredOpinion>, Vec<StoredToolset>, usize) {
    (
        done!(store.revision()),
        done!(store.opinions()),
        done!(store.toolsets()),
        all_changes(store).await.len(),
    )
}

async fn nothing_half_made(store: &Store) {
    let before = everything(store).await;
    // The last one is there already: what was written before it is taken back.
    let three = [whole("new-1", &["shop.*"]), whole("two-2", &["shop.a"])];
    let records = [change("import", "x")];
    refused_as!(store.create_toolsets(&three, None, &records) => Exists { .. });
    // Said twice about the same tools: the engine itself refuses in the middle.
    let mut twice = whole("new-1", &["shop.*"]);
    twice.opinions.push(twice.opinions[0].clone());
    let error = store.create_toolsets(&[twice], None, &records).await;
    error.expect_err("the same tools twice");
    let copy = whole("two-2", &["shop.a"]);
    let from = toolset_name("one-1");
    let error = store.copy_toolset(&from, version(store, &from).await, &copy, &[]);
    refused_as!(error => Exists { .. });
    // The notes for every toolset have changed meanwhile.
    let global_notes = StoredGlobalNotes {
        notes: vec![noted(by_name("shop.a"), "house", "Ask first.")],
        version: 99,
    };
    let new = [whole("new-1", &["shop.*"])];
    refused_as!(store.create_toolsets(&new, Some(&global_notes), &records) => Stale { .. });
    assert_eq!(everything(store).await, before);
}

async fn with_notes(store: &Store) {
    let global_notes = StoredGlobalNotes {
        notes: vec![noted(by_name("shop.a"), "house", "Ask first.")],
        version: 0,
    };
    let new = [whole("noted", &["shop.*"])];
    let records = [change("import", "x")];
    let made = store
        .create_toolsets(&new, Some(&global_notes), &records)
        .await;
    made.unwrap();
    let stored = done!(store.global_notes());
    assert_eq!(stored.notes, global_notes.notes);
    assert_eq!(stored.version, version(store, &new[0].toolset.name).await);
}

async fn copied(store: &Store) {
    let from = toolset_name("one-1");
    let read = version(store, &from).await;
    let copy = whole("copy-1", &["shop.*", "shop.a"]);
    // Another user changes something in the original in between: the copy would be of two halves.
    let key = in_toolset("one-1", "shop.b");
    say(store, &key, 0, destroys(&key)).await;
    refused_as!(store.copy_toolset(&from, read, &copy, &[]) => Stale { .. });
    assert_eq!(done!(store.toolset(&copy.toolset.name)), None);
    assert_eq!(said(store, "copy-1").await, []);
    let read = version(store, &from).await;
    let record = change("toolset.clone", "copy-1");
    let made = store.copy_toolset(&from, read, &copy, &[record]).await;
    assert_eq!(made.unwrap(), version(store, &copy.toolset.name).await);
    assert_eq!(said(store, "copy-1").await, copy.opinions);
    let (none, copy) = (toolset_name("none"), whole("copy-2", &[]));
    refused_as!(store.copy_toolset(&none, 1, &copy, &[]) => Missing { .. });
}

/// Eight copies under names of their own and eight under one: none is lost, and one is made.
async fn copied_at_once(store: &Store) {
    let from = toolset_name("one-1");
    let read = version(store, &from).await;
    let name_of = |number: usize| match number {
        0..8 => format!("many-{number}"),
        _ => "same".to_owned(),
    };
    let handles = [store.clone(), store.clone()];
    let made = at_once(&handles, 16, |store, number| {
        let (from, name) = (from.clone(), name_of(number));
        async move {
            let copy = whole(&name, &["shop.*"]);
            let records = [change("toolset.clone", &name)];
            let copied = store.copy_toolset(&from, read, &copy, &records).await;
            copied.is_ok()
        }
    });
    assert_eq!(made.await.into_iter().filter(|made| *made).count(), 9);
    for name in (0..=8).map(name_of) {
        assert_eq!(said(store, &name).await.len(), 1, "{name}");
    }
}

async fn versions_are_whole(store: &Store) {
    let name = toolset_name("night");
    let night = toolset("night", &["shop.*"]);
    let record = change("toolset.create", "x");
    let created = done!(store.create_toolset(&night, &record));
    let key = in_toolset("night", "shop.*");
    say(store, &key, 0, full(&key)).await;
    let said = version(store, &name).await;
    assert_eq!(said, created + 1, "another version of the toolset");
    say(store, &key, said, Opinion::default()).await;
    let versions = done!(store.toolset_versions(&name));
    let kept: Vec<_> = versions.iter().map(|one| one.opinions.clone()).collect();
    let full = vec![(key.about.clone(), full(&key))];
    assert_eq!(kept, [Some(vec![]), Some(full), Some(vec![])]);
    for one in &versions {
        assert_eq!(one.toolset.as_ref(), Some(&night));
    }
    let elsewhere = OpinionKey::everywhere(key.about.clone());
    say(store, &elsewhere, 0, destroys(&elsewhere)).await;
    let untouched = done!(store.toolset_versions(&name));
    assert_eq!(untouched.len(), 3, "what counts everywhere is not its own");
}

async fn restored(store: &Store) {
    let name = toolset_name("night");
    let versions = done!(store.toolset_versions(&name));
    let [_, middle, _] = &versions[..] else {
        panic!("{versions:?}")
    };
    let was = middle.toolset.as_ref().unwrap();
    let opinions = middle.opinions.as_deref();
    let record = change("toolset.restore", "night");
    let late = store.restore_toolset(was, opinions, middle.version, &record);
    refused_as!(late => Stale { .. });
    assert_eq!(said(store, "night").await, []);
    let now = version(store, &name).await;
    let back = store.restore_toolset(was, opinions, now, &record);
    assert_eq!(back.await.unwrap(), version(store, &name).await);
    assert_eq!(said(store, "night").await, opinions.unwrap());
    // Also after it was deleted.
    let now = version(store, &name).await;
    done!(store.delete_toolset(&name, now, &change("toolset.restore", "night")));
    assert_eq!(said(store, "night").await, []);
    refused_as!(
        store.restore_toolset(was, opinions, now, &change("toolset.restore", "night")) =>
        Missing { .. }
    );
    done!(store.restore_toolset(was, opinions, 0, &change("toolset.restore", "night")));
    assert_eq!(said(store, "night").await, opinions.unwrap());
    refused_as!(
        store.restore_toolset(was, opinions, 0, &change("toolset.restore", "night")) =>
        Exists { .. }
    );
    // If the earlier overrides are unknown, the current ones stay.
    let now = version(store, &name).await;
    done!(store.restore_toolset(was, None, now, &change("toolset.restore", "night")));
    assert_eq!(said(store, "night").await, opinions.unwrap());
}

/// A tool gets another name: what is said about it in a toolset follows, and is a new version.
async fn followed(store: &Store) {
    let name = toolset_name("follow");
    let follow = toolset("follow", &["zoo.*"]);
    done!(store.create_toolset(&follow, &change("create", "x")));
    let key = in_toolset("follow", "zoo.old");
    say(store, &key, 0, destroys(&key)).await;
    let old = pin("zoo.old", "{}");
    done!(store.pin_first(std::slice::from_ref(&old)));
    let drift = renamed(&old, "zoo.new", "{}");
    let before = done!(store.toolset_versions(&name)).len();
    assert!(done!(store.repin(&drift, &change("repin", "x"))));
    let versions = done!(store.toolset_versions(&name));
    assert_eq!(versions.len(), before + 1);
    let about = |at: usize| versions[at].opinions.as_ref().unwrap()[0].0.clone();
    assert_eq!(about(0), ToolPattern::exactly(&tool("zoo.new")));
    assert_eq!(about(1), ToolPattern::exactly(&tool("zoo.old")));
}

/// After a complete read, only changes need to be read.
async fn news(store: &Store) {
    let all = done!(store.toolset_news(0));
    assert_eq!(all.unchanged, HashSet::new());
    assert_eq!(all.written, done!(store.toolsets()));
    let since = done!(store.revision());
    let none = done!(store.toolset_news(since));
    let names = || all.written.iter().map(|one| one.toolset.name.clone());
    assert_eq!(none.written, []);
    assert_eq!(none.unchanged, names().collect::<HashSet<_>>());

    let [gone, changed] = ["two-2", "same"].map(toolset_name);
    let record = || change("toolset.change", "x");
    let read = version(store, &gone).await;
    done!(store.delete_toolset(&gone, read, &record()));
    let read = version(store, &changed).await;
    let other = toolset("same", &["shop.x"]);
    done!(store.update_toolset(&changed, &other, read, &record()));
    let ToolsetChanges { unchanged, written } = done!(store.toolset_news(since));
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
    let versions = done!(case.store.toolset_versions(&name));
    assert!(versions.iter().all(|one| one.opinions.is_none()));
    let stored = done!(case.store.toolset(&name)).unwrap();
    assert_eq!(stored.created_micros, None);
    case.execute("UPDATE toolset_versions SET opinions = '[]' WHERE name = 'one-1'")
        .await;
    let versions = done!(case.store.toolset_versions(&name));
    assert_eq!(versions, [], "what cannot be read is left out");
}
