//! Secrets at rest.

use std::error::Error as _;

use candor_store::{Keyring, Store, StoreError, StoredValue};

use crate::{
    case::{StoreCase, done, refused, refused_as},
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
        done!(store.create_environment(&environment(name), &record));
    }
    for (environment, name) in [("dev", "TOKEN"), ("prod", "TOKEN"), ("prod", "OTHER")] {
        let record = change("environment.variable", name);
        let variable = secret(name, &format!("{SECRET} of {environment} {name}"));
        done!(store.set_variable(&environment_name(environment), &variable, &old, &record));
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
    assert_eq!(done!(open(&case.store, "dev", old)), 1);
    assert_eq!(done!(open(&case.store, "prod", old)), 2);
    for stored in done!(case.store.environments()) {
        for one in &stored.variables {
            assert_eq!(one.value, StoredValue::Sealed);
        }
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

    let before = done!(case.store.revision());
    let error = open(&case.store, "dev", &ring(&["02"]))
        .await
        .expect_err("another key");
    let id = old.first_id();
    assert_eq!(
        error.to_string(),
        format!(
            "the secret `TOKEN` of environment `dev` was sealed with key `{id}` and cannot be \
             opened; put that key below the first one in the file that `secret_key_file` names, \
             or in `CANDOR_SECRET_KEY`; if it is lost, set the variable again"
        )
    );
    let reason = error.source().expect("it has a cause").to_string();
    assert_eq!(
        reason,
        format!("the keys at hand are `{}`", ring(&["02"]).first_id())
    );
    let record = change("secrets.reseal", "");
    refused_as!(case.store.reseal(&ring(&["02"]), &record) => Sealed { .. });
    assert_eq!(done!(case.store.revision()), before, "nothing was changed");
    assert_eq!(done!(open(&case.store, "prod", old)), 2);
}

async fn rotated(store: &Store, old: &Keyring) {
    let both = ring(&["02", "01"]);
    let new = ring(&["02"]);
    let opened = done!(open(store, "prod", &both));
    assert_eq!(opened, 2, "the old key still opens");
    let versions = done!(store.environments());
    let record = change("secrets.reseal", "");
    assert_eq!(done!(store.reseal(&both, &record)), 3);
    let now = done!(store.environments());
    assert_eq!(now, versions, "no value has changed");
    for environment in ["dev", "prod"] {
        done!(open(store, environment, &new));
        open(store, environment, old)
            .await
            .expect_err("the old key opens nothing any more");
    }
}

/// Ciphertext that was copied to another row does not open there.
async fn moved(case: &StoreCase) {
    let new = ring(&["02"]);
    let check = async |statement, environment: &str| {
        case.execute(statement).await;
        let secret = "the secret `TOKEN` of environment";
        let error = refused!(open(&case.store, environment, &new) => starts_with secret);
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
    refused_as!(open(&case.store, "dev", &new) => Sealed { .. });
}

/// A value that cannot be opened can be replaced, and a secret can become plain.
async fn becomes_plain(case: &StoreCase) {
    let (dev, new) = (environment_name("dev"), ring(&["02"]));
    let record = || change("environment.variable", "TOKEN");
    let variable = plain("TOKEN", "seen by all");
    done!(case.store.set_variable(&dev, &variable, &new, &record()));
    assert_eq!(done!(case.store.open_variables(&dev, &new)), [variable]);
    let key_ids = "SELECT name FROM variables WHERE environment = 'dev' AND key_id IS NULL";
    assert_eq!(case.texts(key_ids).await, ["TOKEN"]);
    let prod = environment_name("prod");
    let token = variable_name("TOKEN");
    done!(case.store.remove_variable(&prod, &token, &record()));
    assert_eq!(done!(open(&case.store, "prod", &new)), 1);
}
