//! What refers to a tool follows it to its new name.

use std::slice::from_ref;

use candor_model::{ConfirmMode, DriftRecord, ToolPattern, Toolset, ToolsetMember};
use candor_store::Store;

use crate::{
    case::{StoreCase, done},
    samples::{by_both, by_name, change, noted, pin, renamed, toolset, toolset_name},
};

const FIRST: &str = "{\"name\":\"x\",\"description\":\"a\"}";
const SECOND: &str = "{\"name\":\"x\",\"description\":\"b\"}";

/// Toolsets and notes refer to the new name, as soon as the rename is accepted.
pub(crate) async fn renamed_tools(case: StoreCase) {
    let store = &case.store;
    let pins = ["a", "b", "c", "star"].map(|own| pin(&format!("shop.{own}"), FIRST));
    done!(store.pin_first(&pins));
    let versions = made(store).await;

    let drifts = [
        renamed(&pins[0], "shop.new\\a", SECOND),
        renamed(&pins[1], "shop.taken", SECOND),
        renamed(&pins[3], "shop.*", SECOND),
    ];
    done!(store.record_drifts(&drifts, &[]));
    accepted(store, &drifts).await;
    unchanged(store, versions).await;
    followed(&case, &renamed(&pins[2], "shop.d", SECOND)).await;
}

fn referring(name: &str, tools: [&str; 3], confirm: &[&str]) -> Toolset {
    let [a, b, star] = tools;
    let mut toolset = toolset(
        name,
        &[a, "shop.a*", b, "shop.taken", "read_only=true", star],
    );
    toolset
        .members
        .push(ToolsetMember::Tool(by_both(a, "as it was")));
    toolset.notes = vec![
        noted(by_both(a, "as it was"), "house", "Ask first."),
        noted(by_name(b), "house", "Ask first."),
        noted(by_name("shop.taken"), "house", "Ask twice."),
    ];
    let confirm = confirm.iter().map(|pattern| {
        let pattern = ToolPattern::parse(pattern).unwrap();
        (pattern, ConfirmMode::Always)
    });
    toolset.confirm = confirm.collect();
    toolset
}

fn before() -> Toolset {
    referring(
        "night",
        ["shop.a", "shop.b", "shop.star"],
        &["shop.a", "shop.a*", "shop.b", "shop.star"],
    )
}

/// Makes the toolsets; returns the versions of those that nothing changes.
async fn made(store: &Store) -> [u64; 2] {
    let record = change("toolset.create", "x");
    done!(store.create_toolset(&before(), &record));
    let others = [
        toolset("other", &["shop.*", "zoo.a", "shop.aa", "shop.star"]),
        toolset("third", &["shop.c"]),
    ];
    let mut versions = [0; 2];
    for (other, version) in others.iter().zip(&mut versions) {
        let record = change("toolset.create", "x");
        *version = done!(store.create_toolset(other, &record));
    }
    let record = change("notes.change", "house");
    done!(store.set_global_notes(&before().notes, 0, &record));
    versions
}

async fn accepted(store: &Store, drifts: &[DriftRecord]) {
    let mut records = ["a", "b", "star"].map(|own| change("drift.accept", own));
    for record in &mut records {
        record.author.name = String::from("bob");
    }
    done!(store.accept_drifts(drifts, &records));
    let revision = done!(store.revision());
    let night = toolset_name("night");
    let stored = done!(store.toolset(&night)).unwrap();
    // `shop.b` stays as a member and a note, since the name it got is there already; when to
    // ask about it is not said under that name, so that follows. Nothing follows to a `*`.
    let expect = referring(
        "night",
        ["shop.new\\a", "shop.b", "shop.star"],
        &["shop.new\\a", "shop.a*", "shop.taken", "shop.star"],
    );
    assert_eq!(stored.toolset, expect);
    assert_eq!(stored.version, revision, "a version that nobody has read");
    let versions = done!(store.toolset_versions(&night));
    assert_eq!(versions[0].toolset.as_ref(), Some(&expect));
    assert_eq!(versions[0].author.name, "bob");
    assert_eq!(versions[1].toolset, Some(before()), "to be restored");
    let global_notes = done!(store.global_notes());
    assert_eq!(
        (global_notes.notes, global_notes.version),
        (expect.notes, revision)
    );
}

async fn unchanged(store: &Store, versions: [u64; 2]) {
    for (name, version) in ["other", "third"].into_iter().zip(versions) {
        let stored = done!(store.toolset(&toolset_name(name))).unwrap();
        assert_eq!(stored.version, version, "{name}");
    }
}

/// Also without review, and with unreadable rows present.
async fn followed(case: &StoreCase, drift: &DriftRecord) {
    let store = &case.store;
    case.execute("INSERT INTO toolsets VALUES ('broken', 'nonsense', 1, NULL, 1)")
        .await;
    case.execute("UPDATE house_notes SET body = 'nonsense'")
        .await;
    let record = change("drift.record", "shop.d");
    assert!(done!(store.repin(drift, &record)));
    let third = toolset_name("third");
    let stored = done!(store.toolset(&third)).unwrap();
    assert_eq!(stored.toolset, toolset("third", &["shop.d"]));
    let bodies = case.texts("SELECT body FROM house_notes").await;
    assert_eq!(bodies, ["nonsense"]);

    // A change that does not come about takes nothing along.
    let gone = renamed(&drift.found, "shop.e", FIRST);
    let error = store.accept_drifts(from_ref(&gone), &[record]).await;
    error.expect_err("nothing is recorded");
    assert_eq!(done!(store.toolset(&third)), Some(stored));
}
