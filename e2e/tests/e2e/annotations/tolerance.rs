//! Changes that need not be accepted: recorded where they matter, and served.

use candor_testkit::{ApiClient, CandorProcess, RawClient, ServerEra, wait_until};
use serde_json::{Value, json};

use super::until;
use super::upstream::{ReplaceableUpstream, UpstreamTransport, changing};

const CAREFUL: &str = r#"{"name":"send","description":"Sends a letter to somebody.","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":false,"destructiveHint":false,"openWorldHint":false}}"#;
const TIGHTER: &str = r#"{"name":"send","description":"Sends a letter to somebody.","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":false,"destructiveHint":true,"openWorldHint":true}}"#;
const SILENT: &str = r#"{"name":"send","description":"Sends a letter to somebody.","inputSchema":{"type":"object"}}"#;
const OTHER: &str = r#"{"name":"send","description":"Sends a letter or a parcel to somebody.","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":false,"destructiveHint":false,"openWorldHint":false}}"#;

/// Waits until the tool is so. It is never withheld meanwhile.
async fn served(client: &mut RawClient, is_so: impl Fn(&Value) -> bool) -> Value {
    until("the tool as it is now", async || {
        let mut tools = client.offered().await;
        let send = tools.remove("s_send").expect("never withheld");
        is_so(&send).then_some(send)
    })
    .await
}

fn speaks_of_parcels(tool: &Value) -> bool {
    let words = tool["description"].as_str().expect("words");
    words.contains("parcel")
}

/// The record of a change of the tool, once there is one.
async fn recorded(api: &ApiClient) -> Value {
    until("the record", async || {
        api.changes("drift.record", "s.send").await.pop()
    })
    .await
}

/// A hint that becomes more careful is believed, and the change is written down.
#[tokio::test(flavor = "multi_thread")]
async fn a_tightened_hint_is_accepted_and_recorded() {
    for over in [UpstreamTransport::Stdio, UpstreamTransport::Http] {
        let upstream = ReplaceableUpstream::start(over, &changing(&[CAREFUL, TIGHTER, CAREFUL]));
        let gateway = CandorProcess::served_unasked(&upstream.config("")).await;
        let mut client = gateway.client(ServerEra::Legacy).await;
        assert_eq!(
            client.offered().await["s_send"]["annotations"]["destructiveHint"],
            false
        );
        client.call("s_turn", "{}").await;
        served(&mut client, |send| {
            send["annotations"]["destructiveHint"] == true
        })
        .await;
        assert_eq!(client.call("s_send", "{}").await.words(), "done");
        let api = gateway.api();
        let record = recorded(&api).await;
        let differences = record["new"]["differences"].to_string();
        assert!(
            differences.contains("destructiveHint: false → true"),
            "{record}"
        );
        assert_eq!(record["door"], "gateway", "{record}");
        assert_eq!(record["new"]["loosens"], false, "{record}");
        assert_eq!(api.read("/drift").await["items"], json!([]));

        // What it is held to now is the careful one: the way back is a loosening.
        client.call("s_turn", "{}").await;
        wait_until("the tool withheld", async || {
            !client.offered().await.contains_key("s_send")
        })
        .await;
    }
}

/// Some servers leave out hints when they are asked again. What they said before counts.
#[tokio::test(flavor = "multi_thread")]
async fn hints_that_are_merely_omitted_count_on() {
    for over in [UpstreamTransport::Stdio, UpstreamTransport::Http] {
        let mut upstream = ReplaceableUpstream::start(over, &changing(&[CAREFUL]));
        let text = upstream.config("") + "[endpoint]\nprovenance = true\n";
        let gateway = CandorProcess::served_unasked(&text).await;
        let mut client = gateway.client(ServerEra::Legacy).await;
        let before = client.offered().await["s_send"].clone();
        upstream.replace(&changing(&[SILENT]));
        if over == UpstreamTransport::Stdio {
            client.call("s_die", "{}").await;
        }
        let after = until("the omission", async || {
            let send = client.offered().await.remove("s_send")?;
            let told = send["_meta"]["dev.candor/provenance"].to_string();
            told.contains("not repeated now").then_some(send)
        })
        .await;
        for hint in ["readOnlyHint", "destructiveHint", "openWorldHint"] {
            assert_eq!(after["annotations"][hint], false, "{over:?}: {after}");
            assert_eq!(after["annotations"][hint], before["annotations"][hint]);
        }
        assert_eq!(client.call("s_send", "{}").await.words(), "done");
        let api = gateway.api();
        assert_eq!(api.read("/drift").await["items"], json!([]));
        assert!(api.changes("drift.record", "s.send").await.is_empty());
    }
}

/// A trusted source may change what it says, and that is written down; but not that it is less
/// dangerous than before.
#[tokio::test(flavor = "multi_thread")]
async fn a_trusted_source_may_change_its_words() {
    for over in [UpstreamTransport::Stdio, UpstreamTransport::Http] {
        let upstream =
            ReplaceableUpstream::start(over, &changing(&[CAREFUL, OTHER, TIGHTER, CAREFUL]));
        let gateway = CandorProcess::served_unasked(&upstream.config("trust = \"trusted\"")).await;
        let mut client = gateway.client(ServerEra::Legacy).await;
        client.call("s_turn", "{}").await;
        served(&mut client, speaks_of_parcels).await;
        assert_eq!(client.call("s_send", "{}").await.words(), "done");
        let api = gateway.api();
        let record = recorded(&api).await;
        assert!(record["new"].to_string().contains("parcel"), "{record}");

        client.call("s_turn", "{}").await;
        served(&mut client, |send| {
            send["annotations"]["destructiveHint"] == true
        })
        .await;
        client.call("s_turn", "{}").await;
        wait_until("the tool withheld for its loosened hint", async || {
            !client.offered().await.contains_key("s_send")
        })
        .await;
        let drift = until("what waits", async || {
            let items = api.read("/drift").await["items"].clone();
            items.as_array().expect("items").first().cloned()
        })
        .await;
        assert_eq!(drift["loosens"], true, "{drift}");
    }
}

/// Who develops a server can have its changes only written down.
#[tokio::test(flavor = "multi_thread")]
async fn changes_can_be_recorded_only() {
    let upstream =
        ReplaceableUpstream::start(UpstreamTransport::Stdio, &changing(&[CAREFUL, OTHER]));
    let gateway = CandorProcess::served_unasked(&upstream.config("drift = \"record\"")).await;
    let mut client = gateway.client(ServerEra::Legacy).await;
    client.call("s_turn", "{}").await;
    let send = served(&mut client, speaks_of_parcels).await;
    assert_eq!(send["annotations"]["destructiveHint"], false);
    let api = gateway.api();
    recorded(&api).await;
}
