//! Links that are made, drawn and recorded.

use candor_gs1::{DigitalLink, Gs1Options, toolbox};
use serde_json::json;

use crate::case::{LINK, PackCase};

#[tokio::test]
async fn a_link_comes_with_its_picture() {
    let case = PackCase::empty().await;
    let arguments = json!({
        "gtin": "9506000134352", "lot": "ABC/123", "serial": "12345", "expiry": "2026-12-31",
        "link_type": "gs1:pip",
    });
    let reply = case.call_as("ada", "generate_qr_url", arguments).await;
    let made = &reply["structuredContent"];
    let url =
        "https://id.gs1.org/01/09506000134352/10/ABC%2F123/21/12345?17=261231&linkType=gs1:pip";
    assert_eq!(made["url"], url);
    assert_eq!(made["gtin"], "09506000134352");
    let kinds: Vec<_> = reply["content"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| &it["type"])
        .collect();
    assert_eq!(kinds, ["text", "image"]);
    let picture = &reply["content"][1];
    assert_eq!(picture["mimeType"], "image/png");
    // The first bytes of every PNG file.
    assert!(picture["data"].as_str().unwrap().starts_with("iVBORw0KGgo"));
    assert!(DigitalLink::parse(url).is_ok());
    let records = case.store.pack_records("gs1");
    let recorded = records.events(LINK, 10).await.unwrap();
    assert_eq!(recorded.len(), 1);
    assert_eq!(recorded[0].subject, format!("09506000134352 {url}"));
    assert_eq!(recorded[0].who, "ada");
    assert_eq!(made["record"], recorded[0].id.as_str());
}

/// Doing it twice is doing it once: the same reply, to the byte, and one record.
#[tokio::test]
async fn the_same_link_is_recorded_once() {
    let case = PackCase::empty().await;
    let arguments = json!({"gtin": "9506000134352", "lot": "A"});
    let first = case
        .call_as("ada", "generate_qr_url", arguments.clone())
        .await;
    let second = case
        .call_as("ada", "generate_qr_url", arguments.clone())
        .await;
    assert_eq!(first, second);
    assert_eq!(case.sizes().await[2], 1);
    case.call_as("bob", "generate_qr_url", arguments).await;
    case.ask_qr(json!({"gtin": "9506000134352", "lot": "B"}))
        .await;
    assert_eq!(case.sizes().await[2], 3);
    // The only tool that writes writes nothing else.
    let sizes = case.sizes().await;
    assert_eq!(sizes[..2], [0, 0]);
}

#[tokio::test]
async fn what_cannot_be_made_is_not_recorded() {
    let case = PackCase::empty().await;
    for (arguments, expect) in [
        (
            json!({"gtin": "9506000134353"}),
            "`9506000134353` is not a GTIN: its check digit should be 2",
        ),
        (
            json!({"gtin": "9506000134352", "lot": "a b"}),
            "the value of `10` has the character ` `,",
        ),
        (
            json!({"gtin": "9506000134352", "serial": ".."}),
            "the value of `21` is `..`,",
        ),
        (
            json!({"gtin": "9506000134352", "variant": "x".repeat(21)}),
            "the value of `22` is `xxxxxxxxxxxxxxxxxxxxx`, and it must be at most 20 characters",
        ),
        (
            json!({"gtin": "9506000134352", "expiry": "31.12.2026"}),
            "`31.12.2026` is not a date from 2000 on;",
        ),
        (
            json!({"gtin": "9506000134352", "expiry": "2026-02-30"}),
            "`2026-02-30` is not a date",
        ),
        (
            json!({"gtin": "9506000134352", "link_type": "a b"}),
            "`a b` is not a link type;",
        ),
        (
            json!({"gtin": "9506000134352", "scale": 0}),
            "the arguments do not fit: `scale` is `0`",
        ),
        (
            json!({"gtin": "9506000134352", "scale": 21}),
            "the arguments do not fit: `scale` is `21`",
        ),
    ] {
        let told = case.fail("generate_qr_url", arguments.clone()).await;
        assert!(told.starts_with(expect), "{arguments}: {told}");
    }
    assert_eq!(case.sizes().await[2], 0);
}

#[tokio::test]
async fn links_begin_with_the_configured_resolver() {
    let mut case = PackCase::empty().await;
    case.toolbox = toolbox(Gs1Options {
        store: case.store.clone(),
        resolver: "https://id.shop.example/gs1/".to_owned(),
    })
    .unwrap();
    let made = case.ask_qr(json!({"gtin": "96385074", "lot": " "})).await;
    assert_eq!(made["url"], "https://id.shop.example/gs1/01/00000096385074");
    let small = case.ask_qr(json!({"gtin": "96385074", "scale": 1})).await;
    assert_eq!(
        made["size"].as_u64(),
        small["size"].as_u64().map(|size| size * 8)
    );
}

impl PackCase {
    async fn ask_qr(&self, arguments: serde_json::Value) -> serde_json::Value {
        self.ask("generate_qr_url", arguments).await
    }
}
