//! Everything can be done in a task that moves between threads, as servers do.

use std::slice::from_ref;

use candor_store::{ChangeFilter, Keyring, Store};

use crate::{
    case::{StoreCase, name},
    samples::{
        by_name, change, drift, environment, environment_name, everywhere, noted, pin, secret,
        tool, toolset, variable_name,
    },
};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_method_can_be_spawned() {
    let case = StoreCase::sqlite().await;
    tokio::spawn(opinions_and_pins(case.store.clone()))
        .await
        .unwrap();
    tokio::spawn(environments(case.store.clone()))
        .await
        .unwrap();
    tokio::spawn(toolsets(case.store.clone())).await.unwrap();
}

async fn opinions_and_pins(store: Store) {
    let record = change("drift.found", "shop.list");
    let held = pin("shop.list", "{}");
    let found = drift(&held, "[]");
    assert_eq!(store.opinions().await.unwrap(), []);
    assert_eq!(store.opinion(&everywhere("shop.*")).await.unwrap(), None);
    store.pin_first(from_ref(&held)).await.unwrap();
    assert_eq!(store.pins().await.unwrap(), from_ref(&held));
    assert_eq!(store.pin(&held.name).await.unwrap(), Some(held));
    store
        .record_drifts(from_ref(&found), &[record])
        .await
        .unwrap();
    assert_eq!(store.drifts().await.unwrap(), from_ref(&found));
    store.clear_drifts(&[tool("shop.other")]).await.unwrap();
    store.accept_drifts(from_ref(&found), &[]).await.unwrap();
    let record = change("drift.follow", "shop.list");
    assert!(!store.repin(&found, &record).await.unwrap());
    assert_eq!(store.forget_pins(&name("shop"), &record).await.unwrap(), 1);
    let page = store.changes(&ChangeFilter::default()).await.unwrap();
    assert_eq!(page.changes.len(), 2);
}

async fn environments(store: Store) {
    let keyring = Keyring::parse(&"ab".repeat(32)).unwrap();
    let record = || change("environment.change", "dev");
    let dev = environment("dev");
    let version = store.create_environment(&dev, &record()).await.unwrap();
    store
        .update_environment(&dev, version, &record())
        .await
        .unwrap();
    let token = secret("TOKEN", "hunter2");
    let name = environment_name("dev");
    store
        .set_variable(&name, &token, &keyring, &record())
        .await
        .unwrap();
    assert_eq!(
        store.open_variables(&name, &keyring).await.unwrap(),
        [token]
    );
    assert_eq!(store.reseal(&keyring, &record()).await.unwrap(), 1);
    let version = store
        .remove_variable(&name, &variable_name("TOKEN"), &record())
        .await
        .unwrap();
    assert_eq!(store.environments().await.unwrap().len(), 1);
    store
        .delete_environment(&name, version, &record())
        .await
        .unwrap();
    assert_eq!(store.environment(&name).await.unwrap(), None);
}

async fn toolsets(store: Store) {
    let record = || change("toolset.change", "night");
    let night = toolset("night", &["shop.*"]);
    let name = night.name.clone();
    let version = store.create_toolset(&night, &record()).await.unwrap();
    let day = [toolset("day", &["shop.list"]).into()];
    store
        .create_toolsets(&day, None, &[record()])
        .await
        .unwrap();
    store.equip(Some(&name), &record()).await.unwrap();
    assert_eq!(store.equipped().await.unwrap().as_ref(), Some(&name));
    let notes = [noted(by_name("shop.list"), "house", "Ask first.")];
    store.set_global_notes(&notes, 0, &record()).await.unwrap();
    assert_eq!(store.global_notes().await.unwrap().notes, notes);
    let updated = store
        .update_toolset(&name, &night, version, &record())
        .await;
    let version = updated.unwrap();
    assert!(store.toolset(&name).await.unwrap().is_some());
    assert_eq!(store.toolsets().await.unwrap().len(), 2);
    store
        .delete_toolset(&name, version, &record())
        .await
        .unwrap();
    assert_eq!(store.toolset_versions(&name).await.unwrap().len(), 3);
}
