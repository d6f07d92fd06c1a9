//! Secrets at rest.

use std::error::Error as _;

use candor_store::{Keyring, Store, StoreError, StoredValue};

use crate::{
    case::{StoreCase, refused_as},
    samples::{change, environment, environment_name, plain, secret, variable_name},
};

const SECRET: &str = "hunter2-is-the-password";

fn key(byte: &str) -> String {
    byte.repeat(32)
}

fn ring(keys: &[&str]) -> Keyring {
    let keys: Vec<String> = keys.iter().map(|byte| key(byte)).collect();
    Keyring::parse(&keys.join("\n")).unwrap()
}

/// A secret is nowhere in the database, opens with its key, and only where it was put.
pub(crate) async fn secrets(case: StoreCase) {
    let store = &case.store;
    let old = ring(&["01"]);
    for name in ["dev", "prod"] {
        let record = change("environment.create", name);
        store
            .create_environment(&environment(name), &record)
            .await
            .unwrap();
    }
    for (environment, name) in [("dev", "TOKEN"), ("prod", "TOKEN"), ("prod", "OTHER")] {
        let record = change("environment.variable", name);
        let variable = secret(name, &format!("{SECRET} of {environment} {name}"));
        store
            .set_variable(&environment_name(environment), &variable, &old, &record)
            .await
            .unwrap();
    }
    kept_apart(&case, &old).await;
    rotated(store, &old).await;
    moved(&case).await;
    becomes_plain(&case).await;
}

async fn open(store: &Store, environment: &str, keyring: &Keyring) -> Result<usize, StoreError> {
    let opened = store
        .open_variables(&environment_name(environment), keyring)
        .await?;
    for variable in &opened {
        let name = variable.name.as_str();
        let expect = secret(name, &format!("{SECRET} of {environment} {name}"));
        assert_eq!(*variable, expect);
        assert!(!format!("{variable:?}").contains("hunter2"));
    }
    Ok(opened.len())
}

async fn kept_apart(case: &StoreCase, old: &Keyring) {
    assert_eq!(open(&case.store, "dev", old).await.unwrap(), 1);
    assert_eq!(open(&case.store, "prod", old).await.unwrap(), 2);
    for stored in case.store.environments().await.unwrap() {
        assert!(
            stored
                .variables
                .iter()
                .all(|one| one.value == StoredValue::Sealed)
        );
        assert!(!format!("{stored:?}").contains("hunter2"));
    }
    let values = case.texts("SELECT value FROM variables").await;
    assert_eq!(values.len(), 3);
    let changes = case
        .texts("SELECT who || COALESCE(why, '') || subject || COALESCE(old_value, '') || COALESCE(new_value, '') FROM changes")
        .await;
    assert_eq!(changes.len(), 5);
    for text in values.iter().chain(&changes) {
        assert!(!text.contains("hunter2"), "{text}");
    }
    for file in case.database_files() {
        let bytes = std::fs::read(&file).unwrap();
        let found = bytes.windows(7).any(|window| window == b"hunter2");
        assert!(!found, "{}", file.display());
    }

    let before = case.store.revision().await.unwrap();
    let error = open(&case.store, "dev", &ring(&["02"]))
        .await
        .expect_err("another key");
    let id = old.first_id();
    assert_eq!(
        error.to_string(),
        format!(
            "the secret `TOKEN` of environment `dev` was sealed with key `{id}` and cannot be \
             opened; put that key below the first one in the file that `secret_key_file` names, \
             or in `CANDOR_SECRET_KEY`; if it is lost, set the variable anew"
        )
    );
    let reason = error.source().expect("it has a cause").to_string();
    assert_eq!(
        reason,
        format!("the keys at hand are `{}`", ring(&["02"]).first_id())
    );
    let record = change("secrets.reseal", "");
    case.store
        .reseal(&ring(&["02"]), &record)
        .await
        .expect_err("another key");
    assert_eq!(
        case.store.revision().await.unwrap(),
        before,
        "nothing was changed"
    );
    assert_eq!(open(&case.store, "prod", old).await.unwrap(), 2);
}

async fn rotated(store: &Store, old: &Keyring) {
    let both = ring(&["02", "01"]);
    let new = ring(&["02"]);
    assert_eq!(
        open(store, "prod", &both).await.unwrap(),
        2,
        "the old key still opens"
    );
    let versions = store.environments().await.unwrap();
    let record = change("secrets.reseal", "");
    assert_eq!(store.reseal(&both, &record).await.unwrap(), 3);
    assert_eq!(
        store.environments().await.unwrap(),
        versions,
        "no value has changed"
    );
    for environment in ["dev", "prod"] {
        open(store, environment, &new).await.unwrap();
        open(store, environment, old)
            .await
            .expect_err("the old key opens nothing any more");
    }
}

/// Ciphertext that somebody copied to another row does not open there.
async fn moved(case: &StoreCase) {
    let new = ring(&["02"]);
    let check = async |statement, environment: &str| {
        case.execute(statement).await;
        let error = open(&case.store, environment, &new)
            .await
            .expect_err("it was moved");
        assert!(
            error
                .to_string()
                .starts_with("the secret `TOKEN` of environment"),
            "{error}"
        );
        assert_eq!(
            error.source().expect("it has a cause").to_string(),
            "its ciphertext was changed, or was copied here from another place"
        );
    };
    check(
        "UPDATE variables SET value = (SELECT value FROM variables AS other \
         WHERE other.environment = 'prod' AND other.name = 'OTHER') \
         WHERE environment = 'prod' AND name = 'TOKEN'",
        "prod",
    )
    .await;
    check(
        "UPDATE variables SET value = (SELECT value FROM variables AS other \
         WHERE other.environment = 'prod' AND other.name = 'TOKEN') \
         WHERE environment = 'dev' AND name = 'TOKEN'",
        "dev",
    )
    .await;
    case.execute("UPDATE variables SET value = 'hello', key_id = NULL WHERE environment = 'dev'")
        .await;
    refused_as!(open(&case.store, "dev", &new), StoreError::Sealed { .. });
}

/// A value that cannot be opened can be replaced, and a secret can become plain.
async fn becomes_plain(case: &StoreCase) {
    let (dev, new) = (environment_name("dev"), ring(&["02"]));
    let record = || change("environment.variable", "TOKEN");
    let variable = plain("TOKEN", "seen by all");
    case.store
        .set_variable(&dev, &variable, &new, &record())
        .await
        .unwrap();
    assert_eq!(
        case.store.open_variables(&dev, &new).await.unwrap(),
        [variable]
    );
    let key_ids = "SELECT name FROM variables WHERE environment = 'dev' AND key_id IS NULL";
    assert_eq!(case.texts(key_ids).await, ["TOKEN"]);
    let prod = environment_name("prod");
    let token = variable_name("TOKEN");
    case.store
        .remove_variable(&prod, &token, &record())
        .await
        .unwrap();
    assert_eq!(open(&case.store, "prod", &new).await.unwrap(), 1);
}
