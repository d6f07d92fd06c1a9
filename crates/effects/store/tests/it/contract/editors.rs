//! Many people at once.

use std::{collections::BTreeSet, slice};

use candor_model::JsonText;
use candor_store::{OpinionWrite, Store, StoreError};

use crate::{
    case::StoreCase,
    samples::{
        all_changes, by_name, change, environment, environment_name, everywhere, noted, plain,
        says, toolset, toolset_name,
    },
};

const EDITORS: usize = 64;

/// 64 editors of one tool, through two handles: each reads, adds what they have to say, and
/// begins again when somebody was faster. Nothing of it is lost or half applied.
pub(crate) async fn editors(case: StoreCase) {
    let other = case.reopen().await.unwrap();
    let tasks: Vec<_> = (0..EDITORS)
        .map(|editor| {
            let store = if editor % 2 == 0 { &case.store } else { &other };
            tokio::spawn(edit(store.clone(), editor))
        })
        .collect();
    let mut versions = BTreeSet::new();
    for task in tasks {
        versions.insert(task.await.unwrap());
    }
    assert_eq!(versions.len(), EDITORS, "no version twice");

    let store = &case.store;
    let entry = store
        .opinion(&everywhere("shop.buy"))
        .await
        .unwrap()
        .unwrap();
    assert_eq!(entry.opinion.extra.len(), EDITORS, "no update was lost");
    assert_eq!(Some(&entry.version), versions.last());
    let mut subjects: Vec<String> = all_changes(store)
        .await
        .into_iter()
        .map(|change| change.subject)
        .collect();
    subjects.sort();
    let mut expect: Vec<String> = (0..EDITORS)
        .map(|editor| format!("editor-{editor}"))
        .collect();
    expect.sort();
    assert_eq!(
        subjects, expect,
        "one record for each, and none for the attempts"
    );
    assert_eq!(store.revision().await.unwrap(), EDITORS as u64);

    environments_at_once(store, &other).await;
    toolsets_at_once(store, &other).await;
    other.close().await;
}

/// One edit; returns the version it made.
async fn edit(store: Store, editor: usize) -> u64 {
    let key = everywhere("shop.buy");
    let record = change("annotations.amend", &format!("editor-{editor}"));
    // Somebody succeeds in every round, so nobody needs more rounds than there are editors.
    for _ in 0..=EDITORS {
        let found = store.opinion(&key).await.unwrap();
        let (mut opinion, expected) =
            found.map_or_else(Default::default, |one| (one.opinion, one.version));
        let said = says(&key, JsonText::new(editor.to_string()));
        opinion.extra.insert(format!("k{editor}").into(), said);
        let write = OpinionWrite {
            key: key.clone(),
            expected,
            opinion: Some(opinion),
        };
        match store
            .write_opinions(&[write], slice::from_ref(&record))
            .await
        {
            Ok(versions) => return versions[0],
            Err(StoreError::Stale { .. }) => {}
            Err(error) => panic!("{error:?}"),
        }
    }
    panic!("editor {editor} never succeeded");
}

/// Of many who make the same environment one succeeds, and their variables all arrive.
async fn environments_at_once(store: &Store, other: &Store) {
    let tasks: Vec<_> = (0..16)
        .map(|number| {
            let store = if number % 2 == 0 {
                store.clone()
            } else {
                other.clone()
            };
            tokio::spawn(async move {
                let record = change("environment.create", "dev");
                let made = store.create_environment(&environment("dev"), &record).await;
                assert!(
                    matches!(made, Ok(_) | Err(StoreError::Exists { .. })),
                    "{made:?}"
                );
                let keyring = candor_store::Keyring::parse(&"ab".repeat(32)).unwrap();
                let variable = plain(&format!("V{number}"), "x");
                let record = change("environment.variable", "dev");
                store
                    .set_variable(&environment_name("dev"), &variable, &keyring, &record)
                    .await
                    .unwrap();
                made.is_ok()
            })
        })
        .collect();
    let mut made = 0;
    for task in tasks {
        made += usize::from(task.await.unwrap());
    }
    assert_eq!(made, 1);
    let dev = store
        .environment(&environment_name("dev"))
        .await
        .unwrap()
        .unwrap();
    assert_eq!(dev.variables.len(), 16);
    assert_eq!(dev.version, store.revision().await.unwrap());
}

/// Sixteen who each make a toolset of their own, one that all of them want, and a note on it:
/// all that was said to be done is there.
async fn toolsets_at_once(store: &Store, other: &Store) {
    let tasks: Vec<_> = (0..16)
        .map(|number| {
            let store = if number % 2 == 0 { store } else { other }.clone();
            tokio::spawn(async move {
                let own = toolset(&format!("set-{number:02}"), &[&format!("shop.t{number}")]);
                let record = change("toolset.create", own.name.as_str());
                store.create_toolset(&own, &record).await.unwrap();
                let shared = toolset("shared", &["shop.*"]);
                let record = change("toolset.create", "shared");
                let made = store.create_toolset(&shared, &record).await;
                assert!(
                    matches!(made, Ok(_) | Err(StoreError::Exists { .. })),
                    "{made:?}"
                );
                add_note(&store, number).await;
                made.is_ok()
            })
        })
        .collect();
    let mut made = 0;
    for task in tasks {
        made += usize::from(task.await.unwrap());
    }
    assert_eq!(made, 1);
    let stored = store.toolsets().await.unwrap();
    let names: Vec<&str> = stored.iter().map(|one| one.toolset.name.as_str()).collect();
    let mut expect: Vec<String> = (0..16).map(|number| format!("set-{number:02}")).collect();
    expect.push("shared".to_owned());
    assert_eq!(names, expect);
    let shared = &stored[16];
    assert_eq!(shared.toolset.notes.len(), 16, "no note was lost");
    let versions = store.toolset_versions(&shared.toolset.name).await.unwrap();
    assert_eq!(versions.len(), 17, "made once, and changed by each");
    assert_eq!(versions[0].version, shared.version);
}

/// Adds a note to the toolset `shared`, beginning again when somebody was faster.
async fn add_note(store: &Store, number: usize) {
    let name = toolset_name("shared");
    let record = change("note.add", "shared");
    for _ in 0..=16 {
        let found = store.toolset(&name).await.unwrap().unwrap();
        let mut changed = found.toolset;
        let tool = by_name(&format!("shop.t{number}"));
        changed.notes.push(noted(tool, "house", "Ask first."));
        match store
            .update_toolset(&name, &changed, found.version, &record)
            .await
        {
            Ok(_) => return,
            Err(StoreError::Stale { .. }) => {}
            Err(error) => panic!("{error:?}"),
        }
    }
    panic!("the note {number} was never added");
}
