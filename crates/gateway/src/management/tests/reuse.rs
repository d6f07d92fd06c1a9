//! What a change leaves alone is not made again: whoever holds it can tell at a glance.

use std::sync::Arc;

use serde_json::json;

use super::fixture::{ManagementFixture, world};
use crate::{Endpoint, EndpointOffer};

fn offer(world: &ManagementFixture, endpoint: &str) -> Arc<EndpointOffer> {
    let endpoint = Endpoint::parse(endpoint).expect("an endpoint");
    let catalogue = world.gateway.catalogue();
    catalogue.view(&endpoint).expect("an offer")
}

/// Builds the toolsets `one` and `two`, which share a tool, and looks at both.
async fn pair(world: &ManagementFixture) {
    for (name, tools) in [
        ("one", ["shop.list_books", "shop.delete_book"]),
        ("two", ["shop.list_books", "files.read"]),
    ] {
        world.build(name, &tools).await;
        offer(world, name);
    }
}

#[tokio::test]
async fn equipping_makes_nothing_again() {
    let world = world().await;
    pair(&world).await;
    let before = ["", "one", "two"].map(|name| offer(&world, name));
    for (tool, arguments) in [
        ("equip-toolset", json!({"name": "one"})),
        ("equip-toolset", json!({"name": "two"})),
        ("unequip-toolset", json!({})),
    ] {
        world.done(tool, arguments).await;
        let after = ["", "one", "two"].map(|name| offer(&world, name));
        for (before, after) in before.iter().zip(&after) {
            assert!(Arc::ptr_eq(before, after), "{tool}");
        }
    }
}

#[tokio::test]
async fn a_note_is_nothing_to_other_toolsets() {
    let world = world().await;
    pair(&world).await;
    world.done("equip-toolset", json!({"name": "one"})).await;
    let [plain, one, two] = ["", "one", "two"].map(|name| offer(&world, name));
    let notes = json!([{"name": "paging", "note": "Never above twenty zeppelins."}]);
    let tool = json!({"namespacedName": "shop.list_books"});
    let arguments = json!({"toolRef": tool, "notes": notes});
    world.done("add-tool-annotation", arguments).await;
    assert!(Arc::ptr_eq(&plain, &offer(&world, "")));
    assert!(Arc::ptr_eq(&two, &offer(&world, "two")));
    let now = offer(&world, "one");
    assert!(!now.is_seen_as(&one), "here it is shown");
    let kept = |at: usize| Arc::ptr_eq(&now.tools()[at], &one.tools()[at]);
    assert!(!kept(0));
    assert!(kept(1), "the other tool of the toolset is as it was");
    // It can be searched for at once, whether the index was made already or not.
    let found = world
        .done("search-tools", json!({"query": "zeppelin"}))
        .await;
    assert_eq!(found["results"][0]["namespacedName"], "shop.list_books");
    world.done("unequip-toolset", json!({})).await;
    let found = world
        .done("search-tools", json!({"query": "zeppelin"}))
        .await;
    assert_eq!(found["total"], 0, "{found}");
}

#[tokio::test]
async fn toolsets_share_what_is_the_same_everywhere() {
    let world = world().await;
    pair(&world).await;
    let [plain, one, two] = ["", "one", "two"].map(|name| offer(&world, name));
    let shared = plain.tool("shop_list_books").expect("the tool");
    assert!(Arc::ptr_eq(shared, &one.tools()[0]));
    assert!(Arc::ptr_eq(shared, &two.tools()[0]));
}

/// A source that changes one tool does not make those of the others anew.
#[tokio::test]
async fn a_source_that_changes_leaves_the_others_alone() {
    let world = world().await;
    let before = offer(&world, "");
    world.change_the_shop().await;
    let after = offer(&world, "");
    let same = |name: &str| {
        let [before, after] = [&before, &after].map(|offer| offer.tool(name).expect("the tool"));
        Arc::ptr_eq(before, after)
    };
    assert!(same("files_read"));
    assert!(!same("shop_list_books"));
}
