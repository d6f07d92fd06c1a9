//! A program that says something else of itself. It is the operator's own, so it may; but for what
//! loosens a hint, it must be accepted.

use candor_testkit::{RawClient, ServerEra, wait_until};
use serde_json::json;

use super::{rewrite, serves, stage, version};
use crate::functions::kit::{done, refused, until};

/// A tool that says this of itself.
fn wipe(annotations: &str, description: &str) -> String {
    format!(
        "\n  .tool({{ name: \"wipe\", description: \"{description}\", \
         annotations: {annotations}, execute: () => \"wiped\" }})"
    )
}

const CAREFUL: &str = "{ title: \"Wipe\", readOnlyHint: false, destructiveHint: true }";
const CARELESS: &str = "{ title: \"Wipe\", readOnlyHint: false, destructiveHint: false }";
const WORDS: &str = "Wipes the board.";

async fn offers(client: &mut RawClient, tool: &str) -> bool {
    client.offered().await.contains_key(tool)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_loosened_hint_is_held_until_somebody_agrees() {
    let stage = stage("").await;
    rewrite(&stage, &version("one", &wipe(CAREFUL, WORDS)));
    serves(&stage, "one").await;
    let mut client = stage.client(ServerEra::Legacy).await;
    assert_eq!(done(&mut client, "f_wipe", &json!({})).await, "wiped");
    client.listen().await;

    rewrite(&stage, &version("two", &wipe(CARELESS, WORDS)));
    client.heard(super::CHANGED).await;
    wait_until("the tool gone", async || {
        !offers(&mut client, "f_wipe").await
    })
    .await;
    let said = refused(&mut client, "f_wipe", &json!({})).await;
    assert!(said.contains("`f.wipe` is in quarantine"), "{said}");
    assert!(
        said.contains("`candor drift accept f.wipe --data "),
        "{said}"
    );
    // Only what has changed is held.
    serves(&stage, "two").await;

    let shown = until("the change written down", async || {
        let (_, shown) = stage.gateway.command(&["drift", "show", "f.wipe"]);
        shown.contains("destructive").then_some(shown)
    })
    .await;
    assert!(shown.contains("f.wipe"), "{shown}");
    let item = stage.read("/drift/f.wipe").await;
    assert_eq!(item["loosens"], true, "{item}");

    let (code, said) =
        stage
            .gateway
            .command(&["drift", "accept", "f.wipe", "--why", "it only adds"]);
    assert_eq!(code, 0, "{said}");
    client.heard(super::CHANGED).await;
    wait_until("the tool served again", async || {
        offers(&mut client, "f_wipe").await
    })
    .await;
    assert_eq!(done(&mut client, "f_wipe", &json!({})).await, "wiped");
    let tools = client.offered().await;
    assert_eq!(tools["f_wipe"]["annotations"]["destructiveHint"], false);
    assert_eq!(stage.read("/drift").await["items"], json!([]));
}

/// A change that is reverted need not be accepted.
#[tokio::test(flavor = "multi_thread")]
async fn what_becomes_as_it_was_is_served_again() {
    let stage = stage("").await;
    rewrite(&stage, &version("one", &wipe(CAREFUL, WORDS)));
    serves(&stage, "one").await;
    let mut client = stage.client(ServerEra::Modern).await;
    rewrite(&stage, &version("two", &wipe(CARELESS, WORDS)));
    wait_until("the tool gone", async || {
        !offers(&mut client, "f_wipe").await
    })
    .await;
    rewrite(&stage, &version("three", &wipe(CAREFUL, WORDS)));
    wait_until("the tool served again", async || {
        offers(&mut client, "f_wipe").await
    })
    .await;
    assert_eq!(done(&mut client, "f_wipe", &json!({})).await, "wiped");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_loosens_nothing_is_served_at_once() {
    let stage = stage("").await;
    let mut client = stage.client(ServerEra::Modern).await;
    rewrite(&stage, &version("one", &wipe(CARELESS, WORDS)));
    serves(&stage, "one").await;
    for (word, annotations, description) in [
        ("two", CARELESS, "Wipes the board clean."),
        ("three", CAREFUL, "Wipes the board clean."),
    ] {
        rewrite(&stage, &version(word, &wipe(annotations, description)));
        serves(&stage, word).await;
        let tools = client.offered().await;
        let tool = tools.get("f_wipe").expect("it is served");
        assert_eq!(tool["description"], description, "{word}");
        assert_eq!(done(&mut client, "f_wipe", &json!({})).await, "wiped");
    }
    assert_eq!(stage.read("/drift").await["items"], json!([]));
}
