//! Records and events of packs.

use std::collections::BTreeSet;

use candor_store::{
    PACK_EVENTS_MAX, PACK_RECORD_MAX, PackEvent, PackEventKind, PackLoad, PackLoadCounts,
    PackRecord, PackRecords,
};

use crate::case::{StoreCase, at_once, done, refused};

const LINK: PackEventKind = PackEventKind {
    name: "link",
    plural: "recorded links",
};

/// Records are loaded whole or not at all, counted and found again.
pub(crate) async fn pack_records(case: StoreCase) {
    let records = case.store.pack_records("shop");
    assert_eq!(sizes(records).await, [0; 2]);
    assert_eq!(done!(records.about("product", &["1"])), []);
    let revision = done!(case.store.revision());
    loaded(records).await;
    assert_eq!(done!(case.store.revision()), revision, "not told");
    foreign_text(records).await;
    refused(records).await;
    pages(records).await;
    by_subject(records).await;
    together(&case).await;
    assert_eq!(sizes(case.store.pack_records("other")).await, [0; 2]);
}

fn record(subject: &str, name: &str, body: &str) -> PackRecord {
    PackRecord {
        subject: subject.to_owned(),
        name: name.to_owned(),
        body: body.to_owned(),
        updated_micros: 0,
    }
}

fn counts([added, changed, unchanged]: [u64; 3]) -> PackLoadCounts {
    PackLoadCounts {
        added,
        changed,
        unchanged,
    }
}

async fn sizes(records: PackRecords<'_>) -> [u64; 2] {
    let products = done!(records.count("product"));
    [products, done!(records.count("rule"))]
}

/// Loads products and rules, after a dry run that must promise the same and change nothing.
async fn load(
    records: PackRecords<'_>,
    products: &[PackRecord],
    rules: &[PackRecord],
    at_micros: i64,
) -> [PackLoadCounts; 2] {
    let load = PackLoad {
        records: &[("product", products.to_vec()), ("rule", rules.to_vec())],
        at_micros,
        dry_run: true,
    };
    let before = sizes(records).await;
    let promised = done!(records.load(&load));
    assert_eq!(sizes(records).await, before, "a dry run");
    let load = PackLoad {
        dry_run: false,
        ..load
    };
    let loaded = done!(records.load(&load));
    assert_eq!(loaded, promised, "a dry run says what will happen");
    loaded.try_into().unwrap()
}

async fn loaded(records: PackRecords<'_>) {
    let product = |number: u32| record(&format!("{number:014}"), "", "Bell");
    let mut products: Vec<_> = (0..100).map(product).collect();
    let mut rules = vec![record("item:1", "pip", "https://a.example")];
    let first = load(records, &products, &rules, 10).await;
    assert_eq!(first, [counts([100, 0, 0]), counts([1, 0, 0])]);

    // A word more in one of them, and one more; the others keep their date.
    products[7].body.push_str(" of Austria");
    products.push(record("99999999999999", "", "Gong"));
    rules.push(record("item:1", "pip de", "https://a.example/de"));
    let second = load(records, &products, &rules, 20).await;
    assert_eq!(second, [counts([1, 1, 99]), counts([1, 0, 1])]);
    let third = load(records, &products, &rules, 30).await;
    assert_eq!(third, [counts([0, 0, 101]), counts([0, 0, 2])]);
    for (number, date) in [(6, 10), (7, 20), (100, 20)] {
        let mut expect = products[number].clone();
        expect.updated_micros = date;
        let found = records.about("product", &[&expect.subject]).await;
        assert_eq!(found.unwrap(), [expect]);
    }

    rules[0].body.push_str("/b");
    let [_, changed] = load(records, &[], &rules, 40).await;
    assert_eq!(changed, counts([0, 1, 1]));
    // Of several with the same key the last counts.
    let twice = [record("77", "", "one"), record("77", "", "two")];
    let [once, _] = load(records, &twice, &[], 50).await;
    assert_eq!(once, counts([1, 0, 0]));
    let found = done!(records.about("product", &["77"]));
    assert_eq!(found[0].body, "two", "the last");
    let nothing = load(records, &[], &[], 60).await;
    assert_eq!(nothing, [PackLoadCounts::default(); 2]);
    assert_eq!(sizes(records).await, [102, 2]);
}

/// Whatever the text, both engines keep it.
async fn foreign_text(records: PackRecords<'_>) {
    let odd = record("a\0\\", "b\\0\0", "é\0🦀");
    load(records, std::slice::from_ref(&odd), &[], 1).await;
    let found = done!(records.about("product", &["a\0\\"]));
    let expect = PackRecord {
        body: "é\u{fffd}🦀".to_owned(),
        updated_micros: 1,
        ..odd
    };
    assert_eq!(found, [expect]);
}

/// One record that cannot be kept, and nothing is.
async fn refused(records: PackRecords<'_>) {
    let before = sizes(records).await;
    let long = "x".repeat(1201);
    let wordy = "x".repeat(PACK_RECORD_MAX + 1);
    for (bad, begins) in [
        (record("501", "", &wordy), "rule `501` has 262145 bytes,"),
        (record(&long, "", ""), "rule `xxx"),
        (record("", &long, ""), "rule `` has 1201 bytes,"),
    ] {
        let load = PackLoad {
            records: &[
                ("product", vec![record("500", "", "Bell")]),
                ("rule", vec![bad]),
            ],
            at_micros: 1,
            dry_run: false,
        };
        refused!(records.load(&load) => starts_with begins);
        assert_eq!(sizes(records).await, before, "{begins}");
    }
}

async fn pages(records: PackRecords<'_>) {
    let mut seen: Vec<String> = Vec::new();
    loop {
        let after = seen.last().map(String::as_str);
        let page = done!(records.page("product", after, 40));
        if page.is_empty() {
            break;
        }
        assert!(page.len() <= 40);
        seen.extend(page.into_iter().map(|product| product.subject));
    }
    assert_eq!(seen.len(), 103);
    assert!(seen.is_sorted(), "by subject");
    assert_eq!(done!(records.page("product", None, 0)).len(), 1);
}

async fn by_subject(records: PackRecords<'_>) {
    let many = [
        record("item:9", "pip", "https://a.example/item"),
        record("item:9", "pip de", "https://a.example/item/de"),
        record("brand:bells", "pip", "https://a.example/brand"),
        record("prefix:9520", "pip", "https://a.example/prefix"),
        record("prefix:95201", "pip", "https://a.example/longer"),
        record("default:", "pip", "https://a.example"),
    ];
    load(records, &[], &many, 5).await;
    let cases: [(&[&str], &[&str]); 4] = [
        (&[], &[]),
        (&["item:8", "brand:9"], &[]),
        (
            &["item:9"],
            &["https://a.example/item", "https://a.example/item/de"],
        ),
        (
            &[
                "default:",
                "prefix:9520",
                "prefix:95201",
                "prefix:952012",
                "brand:bells",
            ],
            &[
                "https://a.example/brand",
                "https://a.example",
                "https://a.example/prefix",
                "https://a.example/longer",
            ],
        ),
    ];
    for (subjects, expect) in cases {
        let found = done!(records.about("rule", subjects));
        let bodies: Vec<_> = found.iter().map(|rule| rule.body.as_str()).collect();
        assert_eq!(bodies, expect, "{subjects:?}");
    }
}

/// Two loads of the same records at once do not fail each other, and add each record once.
async fn together(case: &StoreCase) {
    let other = done!(case.reopen());
    let products: Vec<_> = (0..300)
        .map(|number| record(&format!("t{number:03}"), "", "Bell"))
        .collect();
    let backwards: Vec<_> = products.iter().rev().cloned().collect();
    let [forwards, backwards] = [[("product", products)], [("product", backwards)]];
    let load = |records| PackLoad {
        records,
        at_micros: 7,
        dry_run: false,
    };
    let (forwards, backwards) = (load(&forwards), load(&backwards));
    let (near, far) = (case.store.pack_records("shop"), other.pack_records("shop"));
    let (one, two) = tokio::join!(near.load(&forwards), far.load(&backwards));
    let (one, two) = (one.unwrap()[0], two.unwrap()[0]);
    assert_eq!(one.added + two.added, 300, "{one:?} {two:?}");
    assert_eq!(one.unchanged + two.unchanged, 300, "{one:?} {two:?}");
    other.close().await;
}

/// The same event by the same caller is one record, however often it happens.
pub(crate) async fn pack_events(case: StoreCase) {
    let store = &case.store;
    let records = store.pack_records("shop");
    let uri = "https://id.gs1.org/01/09506000134352";
    let event = async |subject: &str, who: &str, at: i64| {
        records.record_event(LINK, subject, who, at).await
    };
    let first = done!(event(uri, "ada", 10));
    let told = |it: &PackEvent| (it.times, it.first_micros, it.last_micros);
    assert_eq!(told(&first), (1, 10, 10));
    let second = done!(event(uri, "ada", 20));
    assert_eq!(told(&second), (2, 10, 20));
    assert_eq!(second.id, first.id);
    let earlier = done!(event(uri, "ada", 15));
    assert_eq!((earlier.times, earlier.last_micros), (3, 20), "never back");
    let bob = done!(event(uri, "bob", 30));
    let odd = done!(event("a\\\0", "ada", 40));
    assert_eq!(odd.subject, "a\\\0");
    assert!(bob.id != first.id && odd.id != first.id);
    let listed = done!(records.events(LINK, 10));
    assert_eq!(listed, [odd, bob, earlier]);
    assert_eq!(done!(records.events(LINK, 1)).len(), 1);
    assert_eq!(done!(records.count_events(LINK)), 3);
    let other = store.pack_records("other");
    assert_eq!(done!(other.count_events(LINK)), 0);

    let longest = random_text(2048);
    done!(event(&longest, &random_text(256), 50));
    refused!(event(&format!("{longest}x"), "ada", 50) => starts_with "the event has 2049 bytes,");

    recorded_at_once(&case).await;
    assert_eq!(done!(store.prune_pack_events(20)), 1, "that race");
    assert_eq!(done!(store.prune_pack_events(i64::MAX)), 4);
    full(&case).await;
}

/// Text that does not get shorter when it is compressed: an index compresses what it holds.
fn random_text(length: usize) -> String {
    let mut state = 7_u64;
    let next = |_| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        // Letters and digits but no backslash, which would be escaped.
        match u8::try_from((state >> 33) % 75).unwrap() {
            44 => '~',
            other => char::from(b'0' + other),
        }
    };
    (0..length).map(next).collect()
}

async fn recorded_at_once(case: &StoreCase) {
    let handles = case.handles().await;
    let events = at_once(&handles, 32, async |store, _| {
        let records = store.pack_records("shop");
        done!(records.record_event(LINK, "u", "ada", 1)).id
    });
    let ids: BTreeSet<String> = events.await.into_iter().collect();
    assert_eq!(ids.len(), 1, "one record");
    let records = case.store.pack_records("shop");
    let last = done!(records.record_event(LINK, "u", "ada", 1));
    assert_eq!(last.times, 33, "none was lost");
    handles[1].close().await;
}

/// Where there is no room, nothing is given up for a new record, and old ones still count.
async fn full(case: &StoreCase) {
    case.execute(
        "WITH RECURSIVE numbers (n) AS \
         (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 100000) \
         INSERT INTO pack_events (id, pack, kind, subject, who, times, first_micros, last_micros) \
         SELECT CAST(n AS TEXT), 'shop', 'link', CAST(n AS TEXT), 'ada', 1, 1, n FROM numbers",
    )
    .await;
    let records = case.store.pack_records("shop");
    let full =
        format!("there are {PACK_EVENTS_MAX} recorded links already, and more are not kept;");
    refused!(records.record_event(LINK, "new", "ada", 1) => starts_with &full);
    let known = done!(records.record_event(LINK, "5", "ada", 9));
    assert_eq!(known.times, 2);
    assert_eq!(done!(case.store.prune_pack_events(2)), 1);
    done!(records.record_event(LINK, "new", "ada", 1));
}

/// What an earlier version kept in tables of one pack is found among the records.
pub(crate) async fn earlier_pack_tables(case: StoreCase) {
    for statement in [
        "DROP TABLE pack_records",
        "DROP TABLE pack_events",
        "CREATE TABLE gs1_products (gtin TEXT, name TEXT, brand TEXT, company_prefix TEXT, \
         description TEXT, category TEXT, net_content TEXT, country TEXT, image TEXT, url TEXT, \
         extra TEXT, updated_micros BIGINT)",
        "CREATE TABLE gs1_rules (level TEXT, subject TEXT, link_type TEXT, language TEXT, \
         target TEXT, updated_micros BIGINT)",
        "CREATE TABLE gs1_links (id TEXT, gtin TEXT, uri TEXT, who TEXT, times BIGINT, \
         first_micros BIGINT, last_micros BIGINT)",
        "INSERT INTO gs1_products VALUES ('09506000134352', 'A \"bell\" \\', 'Bells', '', 'é', '', \
         '1 kg', 'AT', '', '', '{\"colour\":\"blue\"}', 7)",
        "INSERT INTO gs1_rules VALUES ('brand', 'b\\\\ells', 'gs1:pip', 'de', 'https://a.example', 8)",
        "INSERT INTO gs1_links VALUES ('one', '09506000134352', 'https://b.example', 'ada', 3, 1, 2)",
        "DELETE FROM _sqlx_migrations WHERE version = 10",
    ] {
        case.execute(statement).await;
    }
    let store = done!(case.reopen());
    let records = store.pack_records("gs1");
    let products = records.about("product", &["09506000134352"]).await;
    let body = r#"{"name":"A \"bell\" \\","brand":"Bells","company_prefix":"","description":"é","category":"","net_content":"1 kg","country":"AT","image":"","url":"","extra":"{\"colour\":\"blue\"}"}"#;
    let mut expect = record("09506000134352", "", body);
    expect.updated_micros = 7;
    assert_eq!(products.unwrap(), [expect]);
    let rules = done!(records.about("rule", &["brand:b\\ells"]));
    let mut expect = record("brand:b\\ells", "gs1:pip de", "https://a.example");
    expect.updated_micros = 8;
    assert_eq!(rules, [expect]);
    let links = done!(records.events(LINK, 10));
    assert_eq!(links.len(), 1);
    assert_eq!(links[0].subject, "09506000134352 https://b.example");
    assert_eq!((links[0].id.as_str(), links[0].times), ("one", 3));
    assert_eq!((links[0].first_micros, links[0].last_micros), (1, 2));
    store.close().await;
}
