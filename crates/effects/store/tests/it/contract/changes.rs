//! The audit of changes, and what the file declared.

use std::slice::from_ref;

use candor_model::{ChangeChannel, ChangeRecord};
use candor_store::{ChangeFilter, DECLARED_MAX, Store};

use crate::{
    case::StoreCase,
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
    store
        .write_opinions(&[put(&key, 0, destroys(&key))], &records)
        .await
        .unwrap();

    by_page(store, &records).await;
    filtered(store, &records).await;
    hostile(store).await;
    declared(store).await;

    case.execute("UPDATE changes SET door = 'window'").await;
    let error = store.changes(&ChangeFilter::default()).await;
    let error = error.expect_err("an unknown word").to_string();
    assert!(error.contains("has the door `window`, which"), "{error}");
}

async fn by_page(store: &Store, records: &[ChangeRecord]) {
    let mut read = Vec::new();
    let mut filter = ChangeFilter {
        limit: 30,
        ..ChangeFilter::default()
    };
    loop {
        let page = store.changes(&filter).await.unwrap();
        assert!(page.changes.len() <= 30);
        read.extend(page.changes);
        filter.after = page.next;
        if filter.after.is_none() {
            break;
        }
    }
    read.reverse();
    assert_eq!(
        read, records,
        "every change once, as it was written, newest first"
    );
    filter.limit = 0;
    assert_eq!(
        store.changes(&filter).await.unwrap().changes.len(),
        1,
        "no page is empty"
    );
    filter.limit = usize::MAX;
    assert_eq!(store.changes(&filter).await.unwrap().changes.len(), 70);
    filter.after = Some(records[0].id);
    assert_eq!(store.changes(&filter).await.unwrap().changes, []);
}

async fn filtered(store: &Store, records: &[ChangeRecord]) {
    let check = async |filter: ChangeFilter, expect: &[&ChangeRecord]| {
        let page = store.changes(&filter).await.unwrap();
        assert_eq!(
            page.changes.iter().collect::<Vec<_>>(),
            expect,
            "{filter:?}"
        );
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
    let amended = store.changes(&action("annotations.")).await.unwrap();
    assert_eq!(amended.changes.len(), 68);
    assert_eq!(store.changes(&action("")).await.unwrap().changes.len(), 70);
}

async fn hostile(store: &Store) {
    let key = everywhere("shop.b");
    let mut record = change("annotations.amend", &"\0é".repeat(10_000));
    record.author.name = "\0".repeat(1_000);
    record.author.why = Some("x".repeat(100_000));
    record.old = Some("\"\0\"".to_owned());
    record.new = Some(format!("\"{}\"", "x".repeat(5 << 20)));
    let write = put(&key, 0, destroys(&key));
    store
        .write_opinions(&[write], from_ref(&record))
        .await
        .unwrap();
    let filter = ChangeFilter {
        subject: Some(record.subject),
        who: Some(record.author.name),
        ..ChangeFilter::default()
    };
    let page = store.changes(&filter).await.unwrap();
    let [kept] = &page.changes[..] else {
        panic!("found by its whole subject: {page:?}")
    };
    assert!(kept.subject.len() <= 1_024 && kept.author.name.len() <= 256);
    assert!(
        kept.author
            .why
            .as_ref()
            .is_some_and(|why| why.len() <= 2_048)
    );
    assert_eq!(kept.old.as_deref(), Some("\"\u{fffd}\""));
    assert_eq!(kept.new.as_deref(), Some("\"not kept: 5242882 bytes\""));
}

async fn declared(store: &Store) {
    let count = all_changes(store).await.len();
    assert_eq!(store.declarations().await.unwrap(), None);
    let revision = store.revision().await.unwrap();
    for (body, steps) in [
        ("{\"a\":1.0}", 1),
        ("{\"a\":1.0}", 1),
        ("{}", 2),
        ("{\"a\":1.0}", 3),
    ] {
        let record = change("file.apply", "candor.toml");
        store.set_declarations(body, &record).await.unwrap();
        assert_eq!(store.declarations().await.unwrap().as_deref(), Some(body));
        assert_eq!(store.revision().await.unwrap(), revision + steps);
        let recorded = all_changes(store).await.len() - count;
        assert_eq!(recorded as u64, steps, "the same again is no change");
    }
    let record = change("file.apply", "candor.toml");
    let long = "x".repeat(DECLARED_MAX + 1);
    let error = store
        .set_declarations(&long, &record)
        .await
        .expect_err("too long");
    assert!(
        error
            .to_string()
            .starts_with("what the configuration file declares has")
    );
    assert_eq!(
        store.declarations().await.unwrap().as_deref(),
        Some("{\"a\":1.0}")
    );
}
