//! Many people at once.

use std::{collections::BTreeSet, slice};

use candor_model::JsonText;
use candor_store::{Keyring, Store, StoreError};

use crate::{
    case::{StoreCase, at_once, done},
    samples::{
        all_changes, by_name, change, environment, environment_name, everywhere, noted, plain, put,
        says, toolset, toolset_name,
    },
};

const EDITORS: usize = 64;

/// 64 editors of one tool, through two handles: each reads, adds what they have to say, and
/// begins again when another editor was faster. Nothing of it is lost or half applied.
pub(crate) async fn editors(case: StoreCase) {
    let handles = case.handles().await;
    let versions = at_once(&handles, EDITORS, edit).await;
    let versions: BTreeSet<u64> = versions.into_iter().collect();
    assert_eq!(versions.len(), EDITORS, "no version twice");

    let store = &case.store;
    let entry = done!(store.opinion(&everywhere("shop.buy"))).unwrap();
    assert_eq!(entry.opinion.extra.len(), EDITORS, "no update was lost");
    assert_eq!(Some(&entry.version), versions.last());
    let changes = all_changes(store).await;
    assert_eq!(changes.len(), EDITORS, "none for the attempts");
    let subjects: BTreeSet<String> = changes.into_iter().map(|one| one.subject).collect();
    let expect: BTreeSet<String> = (0..EDITORS).map(|at| format!("editor-{at}")).collect();
    assert_eq!(subjects, expect, "one record for each");
    assert_eq!(done!(store.revision()), EDITORS as u64);

    environments_at_once(&handles).await;
    toolsets_at_once(&handles).await;
    handles[1].close().await;
}

/// One edit; returns the version it made.
async fn edit(store: Store, editor: usize) -> u64 {
    let key = everywhere("shop.buy");
    let record = change("annotations.amend", &format!("editor-{editor}"));
    // One editor succeeds in every round, so none needs more rounds than there are editors.
    for _ in 0..=EDITORS {
        let found = done!(store.opinion(&key));
        let (mut opinion, expected) =
            found.map_or_else(Default::default, |one| (one.opinion, one.version));
        let said = says(&key, JsonText::new(editor.to_string()));
        opinion.extra.insert(format!("k{editor}").into(), said);
        let write = [put(&key, expected, opinion)];
        match store.write_opinions(&write, slice::from_ref(&record)).await {
            Ok(written) => return written.revision,
            Err(StoreError::Stale { .. }) => {}
            Err(error) => panic!("{error:?}"),
        }
    }
    panic!("editor {editor} never succeeded");
}

/// Whether it was made; the only reason not to is that it is there.
fn is_made(made: Result<u64, StoreError>) -> bool {
    match made {
        Ok(_) => true,
        Err(StoreError::Exists { .. }) => false,
        Err(error) => panic!("{error:?}"),
    }
}

/// Of many who make the same environment one succeeds, and their variables all arrive.
async fn environments_at_once(handles: &[Store; 2]) {
    let made = at_once(handles, 16, async |store, number| {
        let record = change("environment.create", "dev");
        let made = store.create_environment(&environment("dev"), &record).await;
        let keyring = Keyring::parse(&"ab".repeat(32)).unwrap();
        let variable = plain(&format!("V{number}"), "x");
        let record = change("environment.variable", "dev");
        done!(store.set_variable(&environment_name("dev"), &variable, &keyring, &record));
        is_made(made)
    });
    assert_eq!(made.await.into_iter().filter(|made| *made).count(), 1);
    let store = &handles[0];
    let dev = done!(store.environment(&environment_name("dev"))).unwrap();
    assert_eq!(dev.variables.len(), 16);
    assert_eq!(dev.version, done!(store.revision()));
}

/// Sixteen who each make a toolset of their own, one that all of them want, and a note on it:
/// all that was said to be done is there.
async fn toolsets_at_once(handles: &[Store; 2]) {
    let made = at_once(handles, 16, async |store, number| {
        let own = toolset(&format!("set-{number:02}"), &[&format!("shop.t{number}")]);
        let record = change("toolset.create", own.name.as_str());
        done!(store.create_toolset(&own, &record));
        let shared = toolset("shared", &["shop.*"]);
        let record = change("toolset.create", "shared");
        let made = store.create_toolset(&shared, &record).await;
        add_note(&store, number).await;
        is_made(made)
    });
    assert_eq!(made.await.into_iter().filter(|made| *made).count(), 1);
    let store = &handles[0];
    let stored = done!(store.toolsets());
    let names: Vec<&str> = stored.iter().map(|one| one.toolset.name.as_str()).collect();
    let mut expect: Vec<String> = (0..16).map(|number| format!("set-{number:02}")).collect();
    expect.push("shared".to_owned());
    assert_eq!(names, expect);
    let shared = &stored[16];
    assert_eq!(shared.toolset.notes.len(), 16, "no note was lost");
    let versions = done!(store.toolset_versions(&shared.toolset.name));
    assert_eq!(versions.len(), 17, "made once, and changed by each");
    assert_eq!(versions[0].version, shared.version);
}

/// Adds a note to the toolset `shared`, beginning again when another editor was faster.
async fn add_note(store: &Store, number: usize) {
    let name = toolset_name("shared");
    let record = change("note.add", "shared");
    for _ in 0..=16 {
        let found = done!(store.toolset(&name)).unwrap();
        let mut changed = found.toolset;
        let tool = by_name(&format!("shop.t{number}"));
        changed.notes.push(noted(tool, "house", "Ask first."));
        let added = store.update_toolset(&name, &changed, found.version, &record);
        match added.await {
            Ok(_) => return,
            Err(StoreError::Stale { .. }) => {}
            Err(error) => panic!("{error:?}"),
        }
    }
    panic!("the note {number} was never added");
}
