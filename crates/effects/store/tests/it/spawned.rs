//! Everything can be done in a task that moves between threads, as servers do.

use std::slice::from_ref;

use candor_store::{ChangeFilter, Keyring, Store};

use crate::{
    case::{StoreCase, done, name},
    samples::{
        by_name, change, drift, environment, environment_name, everywhere, noted, pin, secret,
        tool, toolset, variable_name,
    },
};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_method_can_be_spawned() {
    let case = StoreCase::sqlite().await;
    done!(tokio::spawn(opinions_and_pins(case.store.clone())));
    done!(tokio::spawn(environments(case.store.clone())));
    done!(tokio::spawn(toolsets(case.store.clone())));
}

async fn opinions_and_pins(store: Store) {
    let record = change("drift.found", "shop.list");
    let held = pin("shop.list", "{}");
    let found = drift(&held, "[]");
    assert_eq!(done!(store.opinions()), []);
    assert_eq!(done!(store.opinion(&everywhere("shop.*"))), None);
    done!(store.pin_first(from_ref(&held)));
    assert_eq!(done!(store.pins()), from_ref(&held));
    assert_eq!(done!(store.pin(&held.name)), Some(held));
    done!(store.record_drifts(from_ref(&found), &[record]));
    assert_eq!(done!(store.drifts()), from_ref(&found));
    done!(store.clear_drifts(&[tool("shop.other")]));
    done!(store.accept_drifts(from_ref(&found), &[]));
    let record = change("drift.follow", "shop.list");
    assert!(!done!(store.repin(&found, &record)));
    assert_eq!(done!(store.forget_pins(&name("shop"), &record)), 1);
    let page = done!(store.changes(&ChangeFilter::default()));
    assert_eq!(page.changes.len(), 2);
}

async fn environments(store: Store) {
    let keyring = Keyring::parse(&"ab".repeat(32)).unwrap();
    let record = || change("environment.change", "dev");
    let dev = environment("dev");
    let version = done!(store.create_environment(&dev, &record()));
    done!(store.update_environment(&dev, version, &record()));
    let token = secret("TOKEN", "hunter2");
    let name = environment_name("dev");
    done!(store.set_variable(&name, &token, &keyring, &record()));
    assert_eq!(done!(store.open_variables(&name, &keyring)), [token]);
    assert_eq!(done!(store.reseal(&keyring, &record())), 1);
    let version = done!(store.remove_variable(&name, &variable_name("TOKEN"), &record()));
    assert_eq!(done!(store.environments()).len(), 1);
    done!(store.delete_environment(&name, version, &record()));
    assert_eq!(done!(store.environment(&name)), None);
}

async fn toolsets(store: Store) {
    let record = || change("toolset.change", "night");
    let night = toolset("night", &["shop.*"]);
    let name = night.name.clone();
    let version = done!(store.create_toolset(&night, &record()));
    let day = [toolset("day", &["shop.list"]).into()];
    done!(store.create_toolsets(&day, None, &[record()]));
    done!(store.equip(Some(&name), &record()));
    assert_eq!(done!(store.equipped()).as_ref(), Some(&name));
    let notes = [noted(by_name("shop.list"), "house", "Ask first.")];
    done!(store.set_global_notes(&notes, 0, &record()));
    assert_eq!(done!(store.global_notes()).notes, notes);
    let version = done!(store.update_toolset(&name, &night, version, &record()));
    assert!(done!(store.toolset(&name)).is_some());
    assert_eq!(done!(store.toolsets()).len(), 2);
    done!(store.delete_toolset(&name, version, &record()));
    assert_eq!(done!(store.toolset_versions(&name)).len(), 3);
}
