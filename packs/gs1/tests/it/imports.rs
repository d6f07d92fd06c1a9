//! Files into the database.

use candor_gs1::{SAMPLE, import, seed_sample};

use crate::case::PackCase;

#[tokio::test]
async fn a_file_is_imported_whole_or_not_at_all() {
    let case = PackCase::empty().await;
    let store = &case.store;
    let (name, text) = SAMPLE[0];
    let dry = import(store, name, text.as_bytes(), true).await.unwrap();
    assert!(dry.dry_run);
    assert_eq!(dry.loaded.products.added, 6);
    assert_eq!(case.sizes().await[0], 0, "a dry run");
    let real = import(store, name, text.as_bytes(), false).await.unwrap();
    assert_eq!((real.loaded, real.dry_run), (dry.loaded, false));
    assert_eq!(case.sizes().await[0], 6);
    let again = import(store, name, text.as_bytes(), false).await.unwrap();
    assert_eq!(again.loaded.products.unchanged, 6);

    let changed = "gtin,name\n9506000134352,Oat cakes\n96385074,Gum\n";
    let changed = import(store, "p.csv", changed.as_bytes(), false)
        .await
        .unwrap();
    let products = changed.loaded.products;
    assert_eq!(
        (products.added, products.changed, products.unchanged),
        (1, 1, 0)
    );

    let bad = "gtin,name\n9521100000109,Salt\n9521100000108,Pepper\n";
    let error = import(store, "p.csv", bad.as_bytes(), false)
        .await
        .unwrap_err();
    assert!(
        error.to_string().contains("line 3: `9521100000108` is not"),
        "{error}"
    );
    let records = store.pack_records("gs1");
    let salt = records.about("product", &["09521100000109"]).await;
    assert_eq!(salt.unwrap(), [], "not one line of a bad file counts");
    store.close().await;
    let error = import(store, name, text.as_bytes(), false)
        .await
        .unwrap_err();
    assert_eq!(error.to_string(), "`products.csv` was not imported");
}

#[tokio::test]
async fn the_sample_is_for_empty_catalogues() {
    let case = PackCase::empty().await;
    let store = &case.store;
    let seeded = seed_sample(store).await.unwrap().expect("it was empty");
    assert_eq!(
        (seeded.loaded.products.added, seeded.loaded.rules.added),
        (6, 11)
    );
    assert!(seeded.warnings.is_empty());
    assert_eq!(
        seed_sample(store).await.unwrap(),
        None,
        "there is something"
    );

    let own = PackCase::empty().await;
    let rule = "level,target\ndefault,https://a.example\n";
    import(&own.store, "r.csv", rule.as_bytes(), false)
        .await
        .unwrap();
    assert_eq!(
        seed_sample(&own.store).await.unwrap(),
        None,
        "a rule is something"
    );
    assert_eq!(own.sizes().await[0], 0);
}
