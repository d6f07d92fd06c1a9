//! Parts that a change does not affect are reused, which is checked by comparing pointers.

use std::collections::HashSet;
use std::sync::Arc;

use candor_model::{
    FieldEdit, FieldValue, McpRevision, Opinion, OpinionEdit, OpinionField, OpinionKey, Provenance,
    ToolPattern,
};
use candor_store::OpinionWrite;
use serde_json::{Value, json};

use super::fixture::{ManagementFixture, ada, world};
use crate::{Endpoint, EndpointOffer};

fn offer(world: &ManagementFixture, endpoint: &str) -> Arc<EndpointOffer> {
    let endpoint = Endpoint::parse(endpoint).expect("an endpoint");
    let catalogue = world.gateway.catalogue();
    catalogue.view(&endpoint).expect("an offer")
}

/// Builds the toolsets `one` and `two`, which share a tool, and requests both.
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
    // It can be searched for at once, whether the index was built already or not.
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

/// A source that changes one tool does not cause a rebuild of the others.
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

fn key(tool: &str) -> OpinionKey {
    OpinionKey::everywhere(ToolPattern::parse(tool).expect("a name"))
}

async fn give_title(world: &ManagementFixture, tool: &str, title: &str) {
    let mut edit = OpinionEdit::default();
    edit.title = Some(FieldEdit::Set(title.into()));
    let editor = world.gateway.editor();
    let amended = editor.amend(&ada(), &key(tool), &edit, None).await;
    amended.expect("a title");
}

/// The tools in the text of a list.
fn listed(offer: &EndpointOffer, revision: McpRevision) -> Vec<Value> {
    let list: Value = offer.list(revision).to_json().decode().expect("JSON");
    list["tools"].as_array().expect("an array").clone()
}

/// Compares counts, which do not depend on speed: only one tool is resolved and serialized.
#[tokio::test]
async fn a_change_of_one_tool_makes_nothing_else_again() {
    let world = world().await;
    let made = || world.gateway.catalogue().work();
    let (before, start) = (offer(&world, ""), made());
    give_title(&world, "shop.list_books", "All the books").await;
    let after = offer(&world, "");
    assert_eq!(made(), start.and(1, 1));
    for (one, other) in before.tools().iter().zip(after.tools()) {
        let is_it = one.tool.name.to_string() == "shop.list_books";
        assert_eq!(Arc::ptr_eq(one, other), !is_it, "{}", one.tool.name);
    }
    // The text of the list is assembled from old and new parts.
    let newest = McpRevision::V2026_07_28;
    let definitions = after.tools().iter().map(|one| one.listed().decode());
    let definitions: Vec<Value> = definitions.map(|one| one.expect("JSON")).collect();
    assert_eq!(listed(&after, newest), definitions);
    assert_ne!(listed(&before, newest), definitions);
    let oldest = listed(&after, McpRevision::V2024_11_05);
    assert!(oldest.iter().all(|tool| tool.get("annotations").is_none()));
    assert_eq!(oldest.len(), definitions.len());

    // Setting the same value again causes no work.
    give_title(&world, "shop.list_books", "All the books").await;
    assert_eq!(made(), start.and(1, 1));
    assert!(Arc::ptr_eq(&after, &offer(&world, "")));

    // A withdrawn opinion no longer applies.
    let editor = world.gateway.editor();
    let (by, about) = (ada(), key("shop.list_books"));
    let withdrawn = editor.withdraw(&by, &about, None).await;
    withdrawn.expect("it was said");
    assert_eq!(made(), start.and(2, 2));
    assert_eq!(listed(&offer(&world, ""), newest), listed(&before, newest));
}

/// The addresses of a list's texts in memory.
fn places(offer: &EndpointOffer, revision: McpRevision) -> HashSet<*const u8> {
    let list = offer.list(revision);
    list.pieces().iter().map(|piece| piece.as_ptr()).collect()
}

/// Two lists share their texts, except for the members around the tools and the chunks with a
/// changed tool.
#[tokio::test]
async fn a_list_shares_its_text_with_others() {
    let world = ManagementFixture::with_many(300).await;
    let [legacy, modern] = [McpRevision::V2025_11_25, McpRevision::V2026_07_28];
    let before = offer(&world, "");
    let first = places(&before, modern);
    let around = 2;
    assert_eq!(first.len(), before.tools().len().div_ceil(64) + around);
    let of_the_other_era = places(&before, legacy);
    assert_eq!(of_the_other_era.difference(&first).count(), around);

    give_title(&world, "files.tool_150", "The one").await;
    let after = offer(&world, "");
    let second = places(&after, modern);
    assert_eq!(second.difference(&first).count(), around + 1);
    let names = |offer: &EndpointOffer| -> Vec<Value> {
        let tools = listed(offer, modern).into_iter();
        tools.map(|tool| tool["name"].clone()).collect()
    };
    assert_eq!(names(&after), names(&before));
}

/// A write of another process is read, even if this process writes at the same time.
#[tokio::test]
async fn what_others_write_meanwhile_is_not_missed() {
    let world = world().await;
    let key = key("files.read");
    let mut said = Opinion::default();
    let provenance = Arc::new(Provenance::candor("a test"));
    let value = FieldValue::Set("From elsewhere".into());
    said.title = Some(OpinionField { value, provenance });
    let write = OpinionWrite {
        key,
        expected: 0,
        opinion: Some(said),
    };
    let store = world.gateway.store();
    store.write_opinions(&[write], &[]).await.expect("written");
    give_title(&world, "shop.list_books", "All the books").await;
    let tools = listed(&offer(&world, ""), McpRevision::V2026_07_28);
    let titles = tools.iter().filter_map(|tool| tool["title"].as_str());
    let titles: Vec<_> = titles.collect();
    assert!(titles.contains(&"From elsewhere"), "{titles:?}");
    assert!(titles.contains(&"All the books"), "{titles:?}");
}
