//! Environments and their variables.

use candor_model::{Environment, HintProfile};
use candor_store::{
    DESCRIPTION_MAX, Keyring, Store, StoreError, StoredEnvironment, StoredValue, StoredVariable,
    VALUE_MAX,
};

use crate::{
    case::{StoreCase, refused, refused_as},
    samples::{
        all_changes, change, destroys, environment, environment_name, everywhere, in_environment,
        in_toolset, plain, put, variable_name,
    },
};

fn keyring() -> Keyring {
    Keyring::parse(&"07".repeat(32)).unwrap()
}

/// Environments are made, changed and removed by those who have read them.
pub(crate) async fn environments(case: StoreCase) {
    let store = &case.store;
    assert_eq!(store.environments().await.unwrap(), []);
    made_and_changed(store).await;
    variables(store).await;
    removed(store).await;
    unreadable(&case).await;
}

async fn made_and_changed(store: &Store) {
    let record = || change("environment.create", "x");
    let prod = Environment {
        description: "What customers see\0 🦀".to_owned(),
        profile: Some(HintProfile::Openai),
        provenance: Some(false),
        ..environment("prod")
    };
    assert_eq!(store.create_environment(&prod, &record()).await.unwrap(), 1);
    let dev = environment("dev");
    assert_eq!(store.create_environment(&dev, &record()).await.unwrap(), 2);
    let error = store
        .create_environment(&dev, &record())
        .await
        .expect_err("twice");
    assert!(matches!(error, StoreError::Exists { .. }), "{error:?}");
    assert_eq!(
        error.to_string(),
        "environment `dev` is there already; change it, or choose another name"
    );

    let stored = |environment: &Environment, version| StoredEnvironment {
        environment: environment.clone(),
        variables: Vec::new(),
        version,
    };
    let as_kept = Environment {
        description: "What customers see\u{fffd} 🦀".to_owned(),
        ..prod
    };
    let both = [stored(&dev, 2), stored(&as_kept, 1)];
    assert_eq!(store.environments().await.unwrap(), both, "by name");
    let one = store.environment(&dev.name).await.unwrap();
    assert_eq!(one.as_ref(), Some(&both[0]));

    let changed = Environment {
        profile: None,
        provenance: Some(true),
        ..as_kept
    };
    refused(
        store.update_environment(&changed, 2, &record()),
        "somebody else has changed environment `prod` meanwhile: it is at version 1 now; read it \
         again and repeat the change",
    )
    .await;
    let none = environment("test");
    refused(
        store.update_environment(&none, 1, &record()),
        "there is no environment `test`",
    )
    .await;
    assert_eq!(store.revision().await.unwrap(), 2, "nothing was changed");
    assert_eq!(
        store
            .update_environment(&changed, 1, &record())
            .await
            .unwrap(),
        3
    );
    let one = store.environment(&changed.name).await.unwrap();
    assert_eq!(one, Some(stored(&changed, 3)));
    assert_eq!(
        all_changes(store).await.len(),
        3,
        "one for each change that counts"
    );

    let mut long = environment("long");
    long.description = "é".repeat(DESCRIPTION_MAX);
    store.create_environment(&long, &record()).await.unwrap();
    long.description.push('x');
    refused(
        store.update_environment(&long, 4, &record()),
        "the description of environment `long` has 1001 characters, and at most 1000 are kept; \
         make it shorter",
    )
    .await;
    store
        .delete_environment(&long.name, 4, &record())
        .await
        .unwrap();
}

async fn variables(store: &Store) {
    let record = || change("environment.variable", "dev");
    let dev = environment_name("dev");
    let keyring = keyring();
    let set = async |name: &str, value: &str| {
        store
            .set_variable(&dev, &plain(name, value), &keyring, &record())
            .await
            .unwrap()
    };
    let before = store.revision().await.unwrap();
    assert_eq!(set("URL", "http://localhost").await, before + 1);
    assert_eq!(set("ODD", "a\0b\\0'").await, before + 2);
    assert_eq!(set("URL", "http://127.0.0.1").await, before + 3, "replaced");
    assert_eq!(set("EMPTY", "").await, before + 4);
    assert_eq!(set("LONG", &"x".repeat(VALUE_MAX)).await, before + 5);
    let named = |name: &str, value: &str| StoredVariable {
        name: variable_name(name),
        value: StoredValue::Plain(value.to_owned()),
    };
    let read = store.environment(&dev).await.unwrap().unwrap();
    assert_eq!(
        read.version,
        before + 5,
        "a variable is part of its environment"
    );
    assert_eq!(
        read.variables,
        [
            named("EMPTY", ""),
            named("LONG", &"x".repeat(VALUE_MAX)),
            named("ODD", "a\0b\\0'"),
            named("URL", "http://127.0.0.1"),
        ]
    );
    assert_eq!(store.environments().await.unwrap()[0], read);
    let opened = store.open_variables(&dev, &keyring).await.unwrap();
    assert_eq!(opened.len(), 4);
    assert_eq!(opened[2], plain("ODD", "a\0b\\0'"));

    let long = plain("LONG", &"x".repeat(VALUE_MAX + 1));
    let error = store.set_variable(&dev, &long, &keyring, &record()).await;
    assert_eq!(
        error.expect_err("too long").to_string(),
        "the value of `LONG` of environment `dev` has 65537 bytes, and at most 65536 are kept; \
         make it shorter"
    );
    let test = environment_name("test");
    refused(
        store.set_variable(&test, &plain("URL", "x"), &keyring, &record()),
        "there is no environment `test`",
    )
    .await;
    refused(
        store.open_variables(&test, &keyring),
        "there is no environment `test`",
    )
    .await;
    let url = variable_name("URL");
    let removed = store.remove_variable(&dev, &url, &record()).await.unwrap();
    assert_eq!(removed, before + 6);
    refused(
        store.remove_variable(&dev, &url, &record()),
        "there is no variable `URL` of environment `dev`",
    )
    .await;
    refused(
        store.remove_variable(&test, &url, &record()),
        "there is no environment `test`",
    )
    .await;
    let dev = store.environment(&dev).await.unwrap().unwrap();
    assert_eq!((dev.variables.len(), dev.version), (3, before + 6));
    assert_eq!(store.revision().await.unwrap(), before + 6);
}

async fn removed(store: &Store) {
    let keys = [
        in_environment("dev", "shop.*"),
        in_environment("prod", "shop.*"),
        in_toolset("dev", "shop.*"),
        everywhere("shop.*"),
    ];
    for key in &keys {
        store
            .write_opinions(&[put(key, 0, destroys(key))], &[])
            .await
            .unwrap();
    }
    let dev = environment_name("dev");
    let version = store.environment(&dev).await.unwrap().unwrap().version;
    let record = change("environment.delete", "dev");
    refused_as!(
        store.delete_environment(&dev, 1, &record),
        StoreError::Stale { .. }
    );
    assert_eq!(
        store.opinions().await.unwrap().len(),
        4,
        "nothing was changed"
    );
    store
        .delete_environment(&dev, version, &record)
        .await
        .unwrap();
    assert_eq!(store.environment(&dev).await.unwrap(), None);
    let left: Vec<_> = store
        .opinions()
        .await
        .unwrap()
        .into_iter()
        .map(|one| one.key)
        .collect();
    let [_, prod, toolset, everywhere] = keys;
    assert_eq!(
        left,
        [everywhere, prod, toolset],
        "its own opinions are gone, and only they"
    );
    refused(
        store.delete_environment(&dev, version, &record),
        "there is no environment `dev`",
    )
    .await;

    let created = store
        .create_environment(&environment("dev"), &change("environment.create", "dev"))
        .await
        .unwrap();
    assert!(created > version, "a version is never used again");
    let again = store.environment(&dev).await.unwrap().unwrap();
    assert_eq!(again.variables, [], "its variables were removed with it");
}

async fn unreadable(case: &StoreCase) {
    case.execute("UPDATE environments SET profile = 'splendid' WHERE name = 'dev'")
        .await;
    let read = case.store.environments().await.unwrap();
    assert_eq!(read.len(), 1, "it is left out, and hides no others");
    let error = case.store.environment(&environment_name("dev")).await;
    assert_eq!(
        error.expect_err("it is there and unreadable").to_string(),
        "environment `dev` has the profile `splendid`, which this binary does not know; it was \
         written by a newer candor or changed by hand"
    );
}
