use candor_store::DatabaseTarget;
use tempfile::TempDir;

use super::*;

async fn store() -> (Store, TempDir) {
    let dir = tempfile::tempdir().unwrap();
    let target = DatabaseTarget::Sqlite(dir.path().join("candor.db"));
    (Store::open(&target).await.unwrap(), dir)
}

fn product(gtin: &str) -> CatalogueProduct {
    CatalogueProduct {
        gtin: gtin.to_owned(),
        name: "é\0🦀".to_owned(),
        brand: "Bells".to_owned(),
        extra: r#"{"colour":"blue"}"#.to_owned(),
        ..CatalogueProduct::default()
    }
}

fn counts([added, changed, unchanged]: [u64; 3]) -> PackLoadCounts {
    PackLoadCounts {
        added,
        changed,
        unchanged,
    }
}

#[tokio::test]
async fn every_field_of_a_product_counts() {
    let (store, _dir) = store().await;
    let catalogue = ProductCatalogue::of(&store);
    let gtin = Gtin::parse("09506000134352").unwrap();
    assert_eq!(catalogue.product(gtin).await.unwrap(), None);
    assert!(catalogue.is_empty().await.unwrap());
    let mut product = product(&gtin.to_string());
    let first = catalogue.load(std::slice::from_ref(&product), &[], 10, false);
    assert_eq!(first.await.unwrap().products, counts([1, 0, 0]));
    assert!(!catalogue.is_empty().await.unwrap());
    for (column, alter) in [
        (
            "name",
            (|it: &mut CatalogueProduct| it.name.push('!')) as fn(&mut _),
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
        alter(&mut product);
        let load = catalogue.load(std::slice::from_ref(&product), &[], 40, false);
        assert_eq!(load.await.unwrap().products, counts([0, 1, 0]), "{column}");
    }
    product.updated_micros = 40;
    assert_eq!(catalogue.product(gtin).await.unwrap(), Some(product));
}

#[tokio::test]
async fn rules_are_found_at_every_level() {
    let (store, _dir) = store().await;
    let catalogue = ProductCatalogue::of(&store);
    let rule = |level: &str, subject: &str, language: &str, target: &str| CatalogueRule {
        level: level.to_owned(),
        subject: subject.to_owned(),
        link_type: "gs1:pip".to_owned(),
        language: language.to_owned(),
        target: target.to_owned(),
    };
    let rules = [
        rule("item", "09506000134352", "", "https://a.example/item"),
        rule("item", "09506000134352", "de", "https://a.example/item/de"),
        rule("item", "09506000134369", "", "https://a.example/other"),
        rule("brand", "b:\\ells", "", "https://a.example/brand"),
        rule("prefix", "9506", "", "https://a.example/prefix"),
        rule("default", "", "", "https://a.example/default"),
        rule("default", "", "no language", "https://a.example/unreadable"),
    ];
    let loaded = catalogue.load(&[], &rules, 5, false).await.unwrap();
    assert_eq!(loaded.rules, counts([7, 0, 0]));
    assert!(!catalogue.is_empty().await.unwrap());
    let gtin = Gtin::parse("09506000134352").unwrap();
    for (brand, expect) in [
        (None, vec!["default", "item", "item/de", "prefix"]),
        (
            Some("b:\\ells"),
            vec!["brand", "default", "item", "item/de", "prefix"],
        ),
    ] {
        let found = catalogue.rules(gtin, brand).await.unwrap();
        let targets: Vec<_> = found.iter().map(|rule| rule.target.to_string()).collect();
        let expect: Vec<_> = expect
            .iter()
            .map(|end| format!("https://a.example/{end}"))
            .collect();
        assert_eq!(targets, expect, "{brand:?}");
        assert_eq!(found[1].language, None);
    }
}
