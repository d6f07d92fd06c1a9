//! The audit of changes, and what the file declared.

use std::slice::from_ref;

use candor_model::{ChangeChannel, ChangeRecord};
use candor_store::{ChangeFilter, DECLARED_MAX, Store};

use crate::{
    case::{StoreCase, done, refused},
    samples::{all_changes, change, destroys, everywhere, put},
};

/// Changes are read by page and by what they are about; declarations are kept once.
pub(crate) async fn changes(case: StoreCase) {
    let store = &case.store;
    assert_eq!(all_changes(store).await, []);
    let mut records: Vec<ChangeRecord> = (0..70)
        .map(|number| change("annotations.amend", &format!("shop.tool_{number}")))
        .collect();
    records[3].author.name = String::from("bob");
    records[3].author.channel = ChangeChannel::Gateway;
    records[3].author.why = None;
    records[3].new = None;
    records[4].action = String::from("Annotations_odd%");
    records[5].action = String::from("environment.create");
    records[5].old = Some("null".to_owned());
    let key = everywhere("shop.a");
    done!(store.write_opinions(&[put(&key, 0, destroys(&key))], &records));

    by_page(store, &records).await;
    filtered(store, &records).await;
    hostile(store).await;
    declared(store).await;

    case.execute("UPDATE changes SET door = 'window'").await;
    refused!(store.changes(&ChangeFilter::default()) => contains "has the door `window`, which");
}

async fn by_page(store: &Store, records: &[ChangeRecord]) {
    let mut read = Vec::new();
    let mut filter = ChangeFilter {
        limit: 30,
        ..ChangeFilter::default()
    };
    loop {
        let page = done!(store.changes(&filter));
        assert!(page.changes.len() <= 30);
        read.extend(page.changes);
        filter.after = page.next;
        if filter.after.is_none() {
            break;
        }
    }
    read.reverse();
    assert_eq!(read, records, "each once, as it was written, newest first");
    filter.limit = 0;
    let page = done!(store.changes(&filter));
    assert_eq!(page.changes.len(), 1, "no page is empty");
    filter.limit = usize::MAX;
    assert_eq!(done!(store.changes(&filter)).changes.len(), 70);
    filter.after = Some(records[0].id);
    assert_eq!(done!(store.changes(&filter)).changes, []);
}

async fn filtered(store: &Store, records: &[ChangeRecord]) {
    let check = async |filter: ChangeFilter, expect: &[&ChangeRecord]| {
        let page = done!(store.changes(&filter));
        let found: Vec<_> = page.changes.iter().collect();
        assert_eq!(found, expect, "{filter:?}");
    };
    let all = ChangeFilter::default();
    let action = |begins: &str| ChangeFilter {
        action: Some(begins.to_owned()),
        ..all.clone()
    };
    let subject = |subject: &str| ChangeFilter {
        subject: Some(subject.to_owned()),
        ..all.clone()
    };
    let who = |who: &str| ChangeFilter {
        who: Some(who.to_owned()),
        ..all.clone()
    };
    check(who("bob"), &[&records[3]]).await;
    check(who("bo"), &[]).await;
    check(subject("shop.tool_7"), &[&records[7]]).await;
    check(subject("shop.tool_7' OR '1'='1"), &[]).await;
    check(action("environment."), &[&records[5]]).await;
    check(action("Annotations_"), &[&records[4]]).await;
    check(action("annotations%"), &[]).await;
    check(action("a_n"), &[]).await;
    let both = ChangeFilter {
        who: Some("bob".to_owned()),
        ..subject("shop.tool_3")
    };
    check(both, &[&records[3]]).await;
    let amended = done!(store.changes(&action("annotations.")));
    assert_eq!(amended.changes.len(), 68);
    assert_eq!(done!(store.changes(&action(""))).changes.len(), 70);
}

async fn hostile(store: &Store) {
    let key = everywhere("shop.b");
    let mut record = change("annotations.amend", &"\0é".repeat(10_000));
    record.author.name = "\0".repeat(1_000);
    record.author.why = Some("x".repeat(100_000));
    record.old = Some("\"\0\"".to_owned());
    record.new = Some(format!("\"{}\"", "x".repeat(5 << 20)));
    let write = put(&key, 0, destroys(&key));
    done!(store.write_opinions(&[write], from_ref(&record)));
    let filter = ChangeFilter {
        subject: Some(record.subject),
        who: Some(record.author.name),
        ..ChangeFilter::default()
    };
    let page = done!(store.changes(&filter));
    let [kept] = &page.changes[..] else {
        panic!("found by its whole subject: {page:?}")
    };
    assert!(kept.subject.len() <= 1_024 && kept.author.name.len() <= 256);
    let why = kept.author.why.as_ref();
    assert!(why.is_some_and(|why| why.len() <= 2_048));
    assert_eq!(kept.old.as_deref(), Some("\"\u{fffd}\""));
    assert_eq!(kept.new.as_deref(), Some("\"not kept: 5242882 bytes\""));
}

async fn declared(store: &Store) {
    let count = all_changes(store).await.len();
    assert_eq!(done!(store.declarations()), None);
    let revision = done!(store.revision());
    for (body, steps) in [
        ("{\"a\":1.0}", 1),
        ("{\"a\":1.0}", 1),
        ("{}", 2),
        ("{\"a\":1.0}", 3),
    ] {
        let record = change("file.apply", "candor.toml");
        done!(store.set_declarations(body, &record));
        assert_eq!(done!(store.declarations()).as_deref(), Some(body));
        assert_eq!(done!(store.revision()), revision + steps);
        let recorded = all_changes(store).await.len() - count;
        assert_eq!(recorded as u64, steps, "the same again is no change");
    }
    let record = change("file.apply", "candor.toml");
    let long = "x".repeat(DECLARED_MAX + 1);
    refused!(
        store.set_declarations(&long, &record) =>
        starts_with "what the configuration file declares has"
    );
    assert_eq!(done!(store.declarations()).as_deref(), Some("{\"a\":1.0}"));
}
