//! Toolsets, and which of them is in use.

use std::slice::from_ref;

use candor_model::{
    ConfirmMode, Hint, HintProfile, QualifiedName, ToolNote, ToolNotes, ToolPattern, ToolRef,
    Toolset, ToolsetMember,
};
use candor_store::{Store, StoredToolset, TOOLSET_MAX};

use crate::{
    case::{StoreCase, done, name, refused, refused_as},
    samples::{
        all_changes, by_both, by_name, change, destroys, everywhere, in_environment, in_toolset,
        noted, put, toolset, toolset_name,
    },
};

/// Toolsets are made, changed and removed by those who have read them.
pub(crate) async fn toolsets(case: StoreCase) {
    let store = &case.store;
    assert_eq!(done!(store.toolsets()), []);
    assert_eq!(done!(store.equipped()), None);
    made_and_changed(store).await;
    bounded(store).await;
    imported(store).await;
    equipped(store).await;
    removed(store).await;
    unreadable(&case).await;
}

/// A toolset with something in every field.
fn full(called: &str) -> Toolset {
    let odd = QualifiedName::new(name("odd"), "a\0b\\'; DROP TABLE toolsets; -- \u{202e}");
    let unnamed = ToolRef::new(None, by_both("shop.x", "x").ref_id().copied()).unwrap();
    let mut toolset = toolset(
        called,
        &["shop.list_books", "shop.find_*", "read_only=true"],
    );
    toolset.members.extend([
        ToolsetMember::Tool(by_both("shop.buy", "as it was")),
        ToolsetMember::Tool(unnamed.clone()),
        ToolsetMember::Tool(ToolRef::named(odd.clone())),
        ToolsetMember::Every,
        ToolsetMember::parse("!shop.delete_*").expect("a member"),
        ToolsetMember::Hint {
            source: Some(name("files")),
            hint: Hint::Destructive,
            value: false,
        },
    ]);
    toolset.description = String::from("Für die \"Nachtschicht\"\0 🦀\n");
    toolset.notes = vec![
        ToolNotes {
            tool: by_name("shop.list_books"),
            notes: ["b-second", "a-first"]
                .map(|name| ToolNote::new(name, "Ask \\ 'which' team – first.").unwrap())
                .into(),
        },
        noted(unnamed, "house", "é"),
    ];
    toolset.confirm = vec![
        (ToolPattern::parse("shop.*").unwrap(), ConfirmMode::First),
        (ToolPattern::exactly(&odd), ConfirmMode::Always),
    ];
    toolset.profile = Some(HintProfile::Openai);
    toolset.provenance = Some(false);
    toolset.budget = Some(usize::MAX);
    toolset
}

async fn made_and_changed(store: &Store) {
    let record = || change("toolset.create", "x");
    let night = full("night");
    assert_eq!(done!(store.create_toolset(&night, &record())), 1);
    let dev = toolset("dev", &[]);
    assert_eq!(done!(store.create_toolset(&dev, &record())), 2);
    refused_as!(
        store.create_toolset(&dev, &record()) => Exists { .. },
        "toolset `dev` is there already; change it, or choose another name"
    );
    let stored = |toolset: &Toolset, version| StoredToolset {
        toolset: toolset.clone(),
        number: 1,
        version,
        created_micros: Some(record().at_micros),
    };
    let both = [stored(&dev, 2), stored(&night, 1)];
    assert_eq!(done!(store.toolsets()), both, "by name");
    let one = done!(store.toolset(&night.name));
    assert_eq!(one.as_ref(), Some(&both[1]), "as it was written");
    assert_eq!(done!(store.toolset(&toolset_name("none"))), None);

    let mut changed = night.clone();
    changed.members.reverse();
    changed.notes.clear();
    changed.profile = None;
    refused_as!(
        store.update_toolset(&night.name, &changed, 2, &record()) => Stale { found: 1, .. },
        "someone else has changed toolset `night` meanwhile: it is at version 1 now; read it \
         again and repeat the change"
    );
    let version = done!(store.update_toolset(&night.name, &changed, 1, &record()));
    assert_eq!(version, 3, "the revision it was written at");
    let one = done!(store.toolset(&night.name));
    let second = StoredToolset {
        number: 2,
        ..stored(&changed, 3)
    };
    assert_eq!(one, Some(second));

    let mut renamed = changed.clone();
    renamed.name = toolset_name("evening");
    let moved = done!(store.update_toolset(&night.name, &renamed, 3, &record()));
    assert_eq!(moved, 4);
    assert_eq!(done!(store.toolset(&night.name)), None);
    renamed.name = dev.name.clone();
    let evening = toolset_name("evening");
    refused_as!(store.update_toolset(&evening, &renamed, 4, &record()) => Exists { .. });
    let back = store.update_toolset(&evening, &night, 4, &record()).await;
    assert_eq!(back.unwrap(), 5);
    refused_as!(store.update_toolset(&evening, &night, 5, &record()) => Missing { .. });
    let recorded = all_changes(store).await.len();
    assert_eq!(recorded, 5, "what failed left no trace");
}

async fn bounded(store: &Store) {
    let mut large = toolset("large", &[]);
    large.description = "x".repeat(TOOLSET_MAX);
    let record = change("toolset.create", "large");
    let before = done!(store.revision());
    refused_as!(store.create_toolset(&large, &record) => TooLarge { .. });
    assert_eq!(done!(store.toolset(&large.name)), None);
    assert_eq!(done!(store.revision()), before);
}

async fn imported(store: &Store) {
    let recorded = all_changes(store).await;
    let mut records = [(); 4].map(|()| change("toolset.import", "x"));
    for (at, record) in records.iter_mut().enumerate() {
        let by = if at < 3 { "ada" } else { "bob" };
        by.clone_into(&mut record.author.name);
    }
    let mut four = ["one-1", "two-2", "three-3", "dev"].map(|name| toolset(name, &["shop.*"]));
    let whole = |four: &[Toolset]| -> Vec<_> { four.iter().cloned().map(Into::into).collect() };
    refused_as!(store.create_toolsets(&whole(&four), None, &records) => Exists { .. });
    let first = done!(store.toolset(&four[0].name));
    assert_eq!(first, None, "all or none");
    assert_eq!(all_changes(store).await.len(), recorded.len());

    four[3].name = toolset_name("four-4");
    let made = store.create_toolsets(&whole(&four), None, &records).await;
    made.unwrap();
    for (at, toolset) in four.iter().enumerate() {
        let versions = done!(store.toolset_versions(&toolset.name));
        let by = if at < 3 { "ada" } else { "bob" };
        assert_eq!((versions.len(), versions[0].author.name.as_str()), (1, by));
    }
    assert_eq!(all_changes(store).await.len(), recorded.len() + 4);
}

async fn equipped(store: &Store) {
    let record = || change("toolset.equip", "dev");
    let night = toolset_name("night");
    let before = done!(store.revision());
    let check = async |name: Option<&str>, steps: u64| {
        let name = name.map(toolset_name);
        done!(store.equip(name.as_ref(), &record()));
        assert_eq!(done!(store.equipped()), name);
        assert_eq!(done!(store.revision()), before + steps, "{name:?}");
    };
    check(None, 0).await;
    check(Some("dev"), 1).await;
    check(Some("dev"), 1).await;
    // One that only the configuration file knows.
    check(Some("declared"), 2).await;
    check(Some("night"), 3).await;
    let recorded = all_changes(store).await;
    let equips = recorded.iter().filter(|one| one.action == "toolset.equip");
    assert_eq!(equips.count(), 3, "one for each that changed something");
    check(None, 4).await;
    check(None, 4).await;
    done!(store.equip(Some(&night), &record()));
}

async fn removed(store: &Store) {
    let keys = [
        in_toolset("night", "shop.*"),
        in_toolset("dev", "shop.*"),
        in_environment("night", "shop.*"),
        everywhere("shop.*"),
    ];
    for key in &keys {
        let write = put(key, 0, destroys(key));
        done!(store.write_opinions(from_ref(&write), &[]));
    }
    let night = toolset_name("night");
    let version = done!(store.toolset(&night)).unwrap().version;
    let record = || change("toolset.delete", "night");
    refused_as!(store.delete_toolset(&night, version + 1, &record()) => Stale { .. });
    assert_eq!(done!(store.opinions()).len(), 4);
    assert_eq!(done!(store.equipped()).as_ref(), Some(&night));

    let deleted = store.delete_toolset(&night, version, &record()).await;
    deleted.unwrap();
    assert_eq!(done!(store.toolset(&night)), None);
    assert_eq!(done!(store.equipped()), None, "nothing is in use");
    let left = done!(store.opinions());
    let left: Vec<_> = left.into_iter().map(|one| one.key).collect();
    let [_, dev, environment, everywhere] = keys;
    let expect = [everywhere, environment, dev];
    assert_eq!(left, expect, "only its own are gone");
    refused!(store.delete_toolset(&night, version, &record()) => "there is no toolset `night`");
    let again = store.create_toolset(&full("night"), &record()).await;
    assert!(again.unwrap() > version, "a version is never used again");
    // One that is not in use is removed without a word about the one that is.
    let dev = toolset_name("dev");
    done!(store.equip(Some(&night), &record()));
    let version = done!(store.toolset(&dev)).unwrap().version;
    done!(store.delete_toolset(&dev, version, &record()));
    assert_eq!(done!(store.equipped()), Some(night));
}

async fn unreadable(case: &StoreCase) {
    let store = &case.store;
    let count = done!(store.toolsets()).len();
    for statement in [
        "INSERT INTO toolsets VALUES ('NOT A NAME', '{}', 9, NULL, 1)",
        "INSERT INTO toolsets VALUES ('broken', 'nonsense', 9, NULL, 1)",
        "INSERT INTO toolsets VALUES ('newer', '{\"except\":[\"shop.x\"]}', 9, NULL, 1)",
    ] {
        case.execute(statement).await;
    }
    let read = done!(store.toolsets());
    assert_eq!(read.len(), count, "they are left out, and hide no others");
    refused!(
        store.toolset(&toolset_name("broken")) =>
        "toolset `broken` has the body `nonsense`, which this binary does not know; it was \
         written by a newer candor or changed by hand"
    );
    let error = store.toolset(&toolset_name("newer")).await;
    error.expect_err("what it keeps away is not known");
    let record = change("toolset.create", "broken");
    refused_as!(store.create_toolset(&toolset("broken", &[]), &record) => Exists { .. });

    case.execute("UPDATE equipped SET toolset = 'NOT A NAME'")
        .await;
    refused!(
        store.equipped() =>
        starts_with "setting `equipped` has the toolset `NOT A NAME`, which"
    );
    done!(store.equip(None, &record));
    assert_eq!(done!(store.equipped()), None, "there is a way out");
}
