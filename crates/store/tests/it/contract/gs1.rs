//! Products, resolver rules and recorded links.

use candor_store::{
    GS1_LINKS_MAX, GS1_PRODUCT_MAX, GS1_TARGET_MAX, GS1_URI_MAX, Gs1Change, Gs1Load, Gs1Loaded,
    Gs1Product, Gs1Rule, Gs1Sizes, Store,
};

use crate::case::Case;

/// Products and rules are loaded whole or not at all, counted and found again.
pub(crate) async fn gs1(case: Case) {
    let store = &case.store;
    assert_eq!(store.gs1_sizes().await.unwrap(), Gs1Sizes::default());
    assert_eq!(store.gs1_product("1").await.unwrap(), None);
    loaded(store).await;
    foreign_text(store).await;
    refused(store).await;
    pages(store).await;
    rules(store).await;
    together(&case).await;
}

fn product(gtin: &str, name: &str) -> Gs1Product {
    Gs1Product {
        gtin: gtin.to_owned(),
        name: name.to_owned(),
        brand: "Bells".to_owned(),
        extra: r#"{"colour":"blue"}"#.to_owned(),
        ..Gs1Product::default()
    }
}

fn rule(level: &str, subject: &str, language: &str, target: &str) -> Gs1Rule {
    Gs1Rule {
        level: level.to_owned(),
        subject: subject.to_owned(),
        link_type: "gs1:pip".to_owned(),
        language: language.to_owned(),
        target: target.to_owned(),
        updated_micros: 0,
    }
}

fn change([added, changed, unchanged]: [u64; 3]) -> Gs1Change {
    Gs1Change {
        added,
        changed,
        unchanged,
    }
}

async fn load(
    store: &Store,
    products: &[Gs1Product],
    rules: &[Gs1Rule],
    at_micros: i64,
) -> Gs1Loaded {
    let load = Gs1Load {
        products,
        rules,
        at_micros,
        dry_run: false,
    };
    let dry = Gs1Load {
        dry_run: true,
        ..load
    };
    let before = store.gs1_sizes().await.unwrap();
    let promised = store.load_gs1(dry).await.unwrap();
    assert_eq!(store.gs1_sizes().await.unwrap(), before, "a dry run");
    let loaded = store.load_gs1(load).await.unwrap();
    assert_eq!(loaded, promised, "a dry run says what will happen");
    loaded
}

async fn loaded(store: &Store) {
    let revision = store.revision().await.unwrap();
    let mut products: Vec<_> = (0..100)
        .map(|number| product(&format!("{number:014}"), "Bell"))
        .collect();
    let mut rules = vec![rule("item", "1", "", "https://a.example")];
    let first = load(store, &products, &rules, 10).await;
    assert_eq!(first.products, change([100, 0, 0]));
    assert_eq!(first.rules, change([1, 0, 0]));

    // A word more in one of them, and one more; nothing said about the rest changes their date.
    products[7].country.push_str("AT");
    products.push(product("99999999999999", "Gong"));
    rules.push(rule("item", "1", "de", "https://a.example/de"));
    let second = load(store, &products, &rules, 20).await;
    assert_eq!(second.products, change([1, 1, 99]));
    assert_eq!(second.rules, change([1, 0, 1]));
    let third = load(store, &products, &rules, 30).await;
    assert_eq!(third.products, change([0, 0, 101]));
    assert_eq!(third.rules, change([0, 0, 2]));
    for (number, date) in [(6, 10), (7, 20), (100, 20)] {
        let mut expect = products[number].clone();
        expect.updated_micros = date;
        let found = store.gs1_product(&expect.gtin).await.unwrap();
        assert_eq!(found, Some(expect));
    }

    // Every column counts.
    for (column, alter) in [
        (
            "name",
            (|it: &mut Gs1Product| it.name.push('!')) as fn(&mut _),
        ),
        ("brand", |it| it.brand.push('!')),
        ("company_prefix", |it| it.company_prefix.push('9')),
        ("description", |it| it.description.push('!')),
        ("category", |it| it.category.push('1')),
        ("net_content", |it| it.net_content.push('1')),
        ("country", |it| it.country.push('A')),
        ("image", |it| it.image.push('i')),
        ("url", |it| it.url.push('u')),
        ("extra", |it| it.extra.push(' ')),
    ] {
        alter(&mut products[0]);
        let changed = load(store, &products[..1], &[], 40).await.products;
        assert_eq!(changed, change([0, 1, 0]), "{column}");
    }
    rules[0].target.push_str("/b");
    let changed = load(store, &[], &rules, 40).await.rules;
    assert_eq!(changed, change([0, 1, 1]));
    // Of several with the same key the last counts.
    let twice = [product("77", "one"), product("77", "two")];
    let once = load(store, &twice, &[], 50).await.products;
    assert_eq!(once, change([1, 0, 0]));
    assert_eq!(
        store.gs1_product("77").await.unwrap().unwrap().name,
        "two",
        "the last"
    );
    assert_eq!(load(store, &[], &[], 60).await, Gs1Loaded::default());
    let sizes = store.gs1_sizes().await.unwrap();
    assert_eq!((sizes.products, sizes.rules, sizes.links), (102, 2, 0));
    assert_eq!(store.revision().await.unwrap(), revision, "nobody is told");
}

/// Whatever the text, both engines keep it.
async fn foreign_text(store: &Store) {
    let odd = product("a\0\\", "é\0🦀");
    load(store, std::slice::from_ref(&odd), &[], 1).await;
    let found = store.gs1_product("a\0\\").await.unwrap().unwrap();
    assert_eq!(
        (found.gtin.as_str(), found.name.as_str()),
        ("a\0\\", "é\u{fffd}🦀")
    );
    let odd = rule("brand", "b\\0\0", "", "https://a.example/\0");
    load(store, &[], std::slice::from_ref(&odd), 1).await;
    let found = store.gs1_rules(&[("brand", "b\\0\0")]).await.unwrap();
    assert_eq!(found[0].subject, odd.subject);
    assert_eq!(found[0].target, "https://a.example/\u{fffd}");
}

/// One row that cannot be kept, and nothing is.
async fn refused(store: &Store) {
    let before = store.gs1_sizes().await.unwrap();
    let good = product("500", "Bell");
    let mut wordy = product("501", "Bell");
    wordy.description = "x".repeat(GS1_PRODUCT_MAX);
    let long = "x".repeat(257);
    let far = "x".repeat(GS1_TARGET_MAX + 1);
    let check = async |products: &[Gs1Product], rules: &[Gs1Rule], begins: &str| {
        let load = Gs1Load {
            products,
            rules,
            at_micros: 1,
            dry_run: false,
        };
        let error = store.load_gs1(load).await.expect_err(begins).to_string();
        assert!(error.starts_with(begins), "{error}");
        assert_eq!(store.gs1_sizes().await.unwrap(), before, "{begins}");
    };
    check(
        &[good.clone(), wordy],
        &[],
        "product `501` has 65562 bytes,",
    )
    .await;
    check(&[good.clone(), product(&long, "a")], &[], "the number `xxx").await;
    let products = [good];
    check(&products, &[rule(&long, "", "", "")], "the level `xxx").await;
    check(&products, &[rule("", &long, "", "")], "the subject `xxx").await;
    check(&products, &[rule("", "", &long, "")], "the language `xxx").await;
    let begins = "the target of the rule for `s` has 4097 bytes,";
    check(&products, &[rule("item", "s", "", &far)], begins).await;
}

async fn pages(store: &Store) {
    let mut seen: Vec<String> = Vec::new();
    loop {
        let after = seen.last().map(String::as_str);
        let page = store.gs1_products(after, 40).await.unwrap();
        if page.is_empty() {
            break;
        }
        assert!(page.len() <= 40);
        seen.extend(page.into_iter().map(|product| product.gtin));
    }
    assert_eq!(seen.len(), 103);
    assert!(seen.is_sorted(), "by number");
    assert_eq!(store.gs1_products(None, 0).await.unwrap().len(), 1);
}

async fn rules(store: &Store) {
    let many = [
        rule("item", "9", "", "https://a.example/item"),
        rule("item", "9", "de", "https://a.example/item/de"),
        rule("brand", "bells", "", "https://a.example/brand"),
        rule("prefix", "9520", "", "https://a.example/prefix"),
        rule("prefix", "95201", "", "https://a.example/longer"),
        rule("default", "", "", "https://a.example"),
    ];
    load(store, &[], &many, 5).await;
    let check = async |about: &[(&str, &str)], expect: &[&str]| {
        let found = store.gs1_rules(about).await.unwrap();
        let targets: Vec<_> = found.iter().map(|rule| rule.target.as_str()).collect();
        assert_eq!(targets, expect, "{about:?}");
    };
    check(&[], &[]).await;
    check(&[("item", "8"), ("brand", "9")], &[]).await;
    check(
        &[("item", "9")],
        &["https://a.example/item", "https://a.example/item/de"],
    )
    .await;
    check(
        &[
            ("default", ""),
            ("prefix", "9520"),
            ("prefix", "95201"),
            ("prefix", "952012"),
            ("brand", "bells"),
        ],
        &[
            "https://a.example/brand",
            "https://a.example",
            "https://a.example/prefix",
            "https://a.example/longer",
        ],
    )
    .await;
}

/// Two who load the same at once do not trip over one another, and add each row once.
async fn together(case: &Case) {
    let other = case.reopen().await.unwrap();
    let products: Vec<_> = (0..300)
        .map(|number| product(&format!("t{number:03}"), "Bell"))
        .collect();
    let backwards: Vec<_> = products.iter().rev().cloned().collect();
    let load = |products| Gs1Load {
        products,
        rules: &[],
        at_micros: 7,
        dry_run: false,
    };
    let (one, two) = tokio::join!(
        case.store.load_gs1(load(&products)),
        other.load_gs1(load(&backwards))
    );
    let (one, two) = (one.unwrap().products, two.unwrap().products);
    assert_eq!(one.added + two.added, 300, "{one:?} {two:?}");
    assert_eq!(one.unchanged + two.unchanged, 300, "{one:?} {two:?}");
    other.close().await;
}

/// The same link by the same caller is one record, however often it is made.
pub(crate) async fn gs1_links(case: Case) {
    let store = &case.store;
    let uri = "https://id.gs1.org/01/09506000134352";
    let record = async |uri: &str, who: &str, at: i64| {
        store.record_gs1_link("09506000134352", uri, who, at).await
    };
    let first = record(uri, "ada", 10).await.unwrap();
    assert_eq!(
        (first.times, first.first_micros, first.last_micros),
        (1, 10, 10)
    );
    let second = record(uri, "ada", 20).await.unwrap();
    assert_eq!(
        (second.times, second.first_micros, second.last_micros),
        (2, 10, 20)
    );
    assert_eq!(second.id, first.id);
    let earlier = record(uri, "ada", 15).await.unwrap();
    assert_eq!((earlier.times, earlier.last_micros), (3, 20), "never back");
    let bob = record(uri, "bob", 30).await.unwrap();
    let lot = record(&format!("{uri}/10/A"), "ada", 40).await.unwrap();
    assert!(bob.id != first.id && lot.id != first.id);
    let listed = store.gs1_links(10).await.unwrap();
    assert_eq!(listed, [lot, bob, earlier]);
    assert_eq!(store.gs1_links(1).await.unwrap().len(), 1);
    assert_eq!(store.gs1_sizes().await.unwrap().links, 3);

    let longest = format!("https://a.example/{}", random_text(GS1_URI_MAX - 18));
    record(&longest, &random_text(256), 50).await.unwrap();
    let error = record(&format!("{longest}x"), "ada", 50).await;
    let error = error.expect_err("too long").to_string();
    assert!(error.starts_with("the link has 2001 bytes,"), "{error}");

    at_once(&case).await;
    assert_eq!(store.prune_gs1_links(20).await.unwrap(), 1, "that one race");
    assert_eq!(store.prune_gs1_links(i64::MAX).await.unwrap(), 4);
    full(&case).await;
}

/// Text that does not get shorter when it is packed: an index packs what it holds.
fn random_text(length: usize) -> String {
    let mut state = 7_u64;
    let next = |_| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        char::from(b'0' + u8::try_from((state >> 33) % 75).unwrap())
    };
    (0..length).map(next).collect()
}

async fn at_once(case: &Case) {
    let other = case.reopen().await.unwrap();
    let tasks: Vec<_> = (0..32)
        .map(|number| {
            let store = if number % 2 == 0 { &case.store } else { &other }.clone();
            tokio::spawn(async move { store.record_gs1_link("1", "u", "ada", 1).await.unwrap() })
        })
        .collect();
    let mut ids = std::collections::BTreeSet::new();
    for task in tasks {
        ids.insert(task.await.unwrap().id);
    }
    assert_eq!(ids.len(), 1, "one record");
    let last = case.store.record_gs1_link("1", "u", "ada", 1).await;
    assert_eq!(last.unwrap().times, 33, "none was lost");
    other.close().await;
}

/// Where there is no room, nothing is given up for a new record, and old ones still count.
async fn full(case: &Case) {
    let store = &case.store;
    case.execute(
        "WITH RECURSIVE numbers (n) AS \
         (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 100000) \
         INSERT INTO gs1_links (id, gtin, uri, who, times, first_micros, last_micros) \
         SELECT CAST(n AS TEXT), '1', CAST(n AS TEXT), 'ada', 1, 1, n FROM numbers",
    )
    .await;
    let error = store.record_gs1_link("1", "new", "ada", 1).await;
    let error = error.expect_err("it is full").to_string();
    let expect =
        format!("there are {GS1_LINKS_MAX} recorded links already, and more are not kept;");
    assert!(error.starts_with(&expect), "{error}");
    let known = store.record_gs1_link("1", "5", "ada", 9).await.unwrap();
    assert_eq!(known.times, 2);
    assert_eq!(store.prune_gs1_links(2).await.unwrap(), 1);
    store.record_gs1_link("1", "new", "ada", 1).await.unwrap();
}
