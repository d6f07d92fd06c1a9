//! Environments and their variables.

use candor_model::{Environment, HintProfile};
use candor_store::{
    DESCRIPTION_MAX, Keyring, Store, StoredEnvironment, StoredValue, StoredVariable, VALUE_MAX,
};

use crate::{
    case::{StoreCase, done, refused, refused_as},
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
    assert_eq!(done!(store.environments()), []);
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
    assert_eq!(done!(store.create_environment(&prod, &record())), 1);
    let dev = environment("dev");
    assert_eq!(done!(store.create_environment(&dev, &record())), 2);
    refused_as!(
        store.create_environment(&dev, &record()) => Exists { .. },
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
    assert_eq!(done!(store.environments()), both, "by name");
    let one = done!(store.environment(&dev.name));
    assert_eq!(one.as_ref(), Some(&both[0]));

    let changed = Environment {
        profile: None,
        provenance: Some(true),
        ..as_kept
    };
    refused!(
        store.update_environment(&changed, 2, &record()) =>
        "someone else has changed environment `prod` meanwhile: it is at version 1 now; read it \
         again and repeat the change"
    );
    let none = environment("test");
    refused!(store.update_environment(&none, 1, &record()) => "there is no environment `test`");
    assert_eq!(done!(store.revision()), 2, "nothing was changed");
    assert_eq!(done!(store.update_environment(&changed, 1, &record())), 3);
    let one = done!(store.environment(&changed.name));
    assert_eq!(one, Some(stored(&changed, 3)));
    let recorded = all_changes(store).await.len();
    assert_eq!(recorded, 3, "one for each change that counts");

    let mut long = environment("long");
    long.description = "é".repeat(DESCRIPTION_MAX);
    done!(store.create_environment(&long, &record()));
    long.description.push('x');
    refused!(
        store.update_environment(&long, 4, &record()) =>
        "the description of environment `long` has 1001 characters, and at most 1000 are kept; \
         make it shorter"
    );
    done!(store.delete_environment(&long.name, 4, &record()));
}

async fn variables(store: &Store) {
    let record = || change("environment.variable", "dev");
    let dev = environment_name("dev");
    let keyring = keyring();
    let set = async |name: &str, value: &str| {
        done!(store.set_variable(&dev, &plain(name, value), &keyring, &record()))
    };
    let before = done!(store.revision());
    assert_eq!(set("URL", "http://localhost").await, before + 1);
    assert_eq!(set("ODD", "a\0b\\0'").await, before + 2);
    assert_eq!(set("URL", "http://127.0.0.1").await, before + 3, "replaced");
    assert_eq!(set("EMPTY", "").await, before + 4);
    assert_eq!(set("LONG", &"x".repeat(VALUE_MAX)).await, before + 5);
    let named = |name: &str, value: &str| StoredVariable {
        name: variable_name(name),
        value: StoredValue::Plain(value.to_owned()),
    };
    let read = done!(store.environment(&dev)).unwrap();
    assert_eq!(read.version, before + 5, "a variable is part of it");
    let expect = [
        named("EMPTY", ""),
        named("LONG", &"x".repeat(VALUE_MAX)),
        named("ODD", "a\0b\\0'"),
        named("URL", "http://127.0.0.1"),
    ];
    assert_eq!(read.variables, expect);
    assert_eq!(done!(store.environments())[0], read);
    let opened = done!(store.open_variables(&dev, &keyring));
    assert_eq!(opened.len(), 4);
    assert_eq!(opened[2], plain("ODD", "a\0b\\0'"));

    let long = plain("LONG", &"x".repeat(VALUE_MAX + 1));
    refused!(
        store.set_variable(&dev, &long, &keyring, &record()) =>
        "the value of `LONG` of environment `dev` has 65537 bytes, and at most 65536 are kept; \
         make it shorter"
    );
    let test = environment_name("test");
    refused!(
        store.set_variable(&test, &plain("URL", "x"), &keyring, &record()) =>
        "there is no environment `test`"
    );
    refused!(store.open_variables(&test, &keyring) => "there is no environment `test`");
    let url = variable_name("URL");
    let removed = done!(store.remove_variable(&dev, &url, &record()));
    assert_eq!(removed, before + 6);
    refused!(
        store.remove_variable(&dev, &url, &record()) =>
        "there is no variable `URL` of environment `dev`"
    );
    refused!(store.remove_variable(&test, &url, &record()) => "there is no environment `test`");
    let dev = done!(store.environment(&dev)).unwrap();
    assert_eq!((dev.variables.len(), dev.version), (3, before + 6));
    assert_eq!(done!(store.revision()), before + 6);
}

async fn removed(store: &Store) {
    let keys = [
        in_environment("dev", "shop.*"),
        in_environment("prod", "shop.*"),
        in_toolset("dev", "shop.*"),
        everywhere("shop.*"),
    ];
    for key in &keys {
        done!(store.write_opinions(&[put(key, 0, destroys(key))], &[]));
    }
    let dev = environment_name("dev");
    let version = done!(store.environment(&dev)).unwrap().version;
    let record = change("environment.delete", "dev");
    refused_as!(store.delete_environment(&dev, 1, &record) => Stale { .. });
    assert_eq!(done!(store.opinions()).len(), 4, "nothing was changed");
    done!(store.delete_environment(&dev, version, &record));
    assert_eq!(done!(store.environment(&dev)), None);
    let left = done!(store.opinions()).into_iter().map(|one| one.key);
    let [_, prod, toolset, everywhere] = keys;
    let expect = [everywhere, prod, toolset];
    assert_eq!(left.collect::<Vec<_>>(), expect, "only its own are gone");
    refused!(store.delete_environment(&dev, version, &record) => "there is no environment `dev`");

    let record = change("environment.create", "dev");
    let created = done!(store.create_environment(&environment("dev"), &record));
    assert!(created > version, "a version is never used again");
    let again = done!(store.environment(&dev)).unwrap();
    assert_eq!(again.variables, [], "its variables were removed with it");
}

async fn unreadable(case: &StoreCase) {
    case.execute("UPDATE environments SET profile = 'splendid' WHERE name = 'dev'")
        .await;
    let read = done!(case.store.environments());
    assert_eq!(read.len(), 1, "it is left out, and hides no others");
    refused!(
        case.store.environment(&environment_name("dev")) =>
        "environment `dev` has the profile `splendid`, which this binary does not know; it was \
         written by a newer candor or changed by hand"
    );
}
