//! The `gs1` pack: five tools of Candor's own, beside those of other sources.

mod imports;
mod pictures;

use candor_testkit::text::rows;
use candor_testkit::{CandorProcess, RawClient, ServerEra, assert_contains};
use serde_json::{Value, json};

use super::kit::{FunctionGateway, call, done, folder, refused};

const PACK: &str = "[sources.gs1]\nkind = \"pack\"\nsample = true\n";

/// What each says of itself: its name, its title, and whether it only reads.
const TOOLS: [(&str, &str, bool); 5] = [
    ("ping", "Ping", true),
    ("validate_gtin", "Validate GTIN", true),
    ("resolve_gtin", "Resolve GTIN", true),
    ("lookup_product", "Look Up Product", true),
    ("generate_qr_url", "Generate QR URL", false),
];

/// Without any configuration.
async fn demo() -> FunctionGateway {
    let gateway = CandorProcess::demo(folder(&[]), &[]);
    gateway.all_ready().await;
    FunctionGateway { gateway }
}

/// As a source of a file, with the sample.
async fn configured() -> FunctionGateway {
    FunctionGateway::open(&[], PACK).await
}

/// What a call gives that must go well.
async fn given(client: &mut RawClient, tool: &str, arguments: Value) -> Value {
    let result = call(client, &format!("gs1_{tool}"), &arguments).await;
    assert_ne!(result["isError"], true, "{tool} {arguments}: {result}");
    let data = result["structuredContent"].clone();
    // Clients that know no structured results read the same as text.
    let text = result["content"][0]["text"].as_str().expect("text");
    let text: Value = serde_json::from_str(text).expect("JSON");
    assert_eq!(text, data, "{tool}");
    data
}

#[tokio::test(flavor = "multi_thread")]
async fn every_client_is_told_what_the_tools_do() {
    for stage in [demo().await, configured().await] {
        for (era, mut client) in stage.clients().await {
            let tools = client.offered().await;
            let own = tools.keys().filter(|name| name.starts_with("gs1_")).count();
            assert_eq!(own, TOOLS.len(), "{tools:?}");
            for (name, title, read_only) in TOOLS {
                let tool = &tools[&format!("gs1_{name}")];
                assert_eq!(tool["title"], title, "{era:?}: {tool}");
                let annotations = json!({
                    "title": title,
                    "readOnlyHint": read_only,
                    "destructiveHint": false,
                    "idempotentHint": true,
                    "openWorldHint": false,
                });
                assert_eq!(tool["annotations"], annotations, "{era:?}: {name}");
                assert_eq!(tool["inputSchema"]["type"], "object", "{name}");
                assert_eq!(tool["outputSchema"]["type"], "object", "{name}");
                let properties = tool["inputSchema"]["properties"].as_object();
                for (parameter, schema) in properties.expect("parameters") {
                    let described = schema["description"].as_str();
                    assert!(described.is_some(), "{name} {parameter}: {schema}");
                }
                assert!(
                    !tool.to_string().contains(":null"),
                    "nothing is null: {tool}"
                );
            }
        }
    }
}

/// Beside the pack the demo has its shop, and the pack is called without an approval.
#[tokio::test(flavor = "multi_thread")]
async fn the_demo_has_both() {
    let stage = demo().await;
    let mut client = stage.client(ServerEra::Legacy).await;
    let tools = client.offered().await;
    assert!(
        tools.keys().any(|name| name.starts_with("bookshop_")),
        "{tools:?}"
    );
    let pong = given(&mut client, "ping", json!({})).await;
    assert_eq!(pong["status"], "ok", "{pong}");
    let which = json!({"gtin": "9521100000017"});
    let tea = given(&mut client, "lookup_product", which.clone()).await;
    assert_eq!(tea["name"], "Mountain herb tea", "{tea}");
    let link = given(&mut client, "generate_qr_url", which).await;
    let url = "https://id.gs1.org/01/09521100000017";
    assert_eq!(link["url"], url, "{link}");
    let source = stage.read("/sources/gs1").await;
    assert_eq!(source["trust"], "trusted", "{source}");
    assert_eq!(source["transport"], "pack", "{source}");
}

#[tokio::test(flavor = "multi_thread")]
async fn numbers_are_checked() {
    let stage = configured().await;
    for (_, mut client) in stage.clients().await {
        for (number, full, format) in [
            ("9506000134352", "09506000134352", "GTIN-13"),
            ("614141007349", "00614141007349", "GTIN-12"),
            ("96385074", "00000096385074", "GTIN-8"),
            ("19521100000014", "19521100000014", "GTIN-14"),
        ] {
            let said = given(&mut client, "validate_gtin", json!({"gtin": number})).await;
            assert_eq!(said["valid"], true, "{said}");
            assert_eq!(said["gtin"], full, "{said}");
            assert_eq!(said["format"], format, "{said}");
        }
        // A wrong number is a right answer: the tool was asked whether it is one.
        let wrong = json!({"gtin": "9506000134353"});
        let said = given(&mut client, "validate_gtin", wrong).await;
        assert_eq!(said["valid"], false, "{said}");
        assert_eq!(said["expected_check_digit"], 2, "{said}");
        for number in ["", "12", "95060001343521234", "95O6000134352"] {
            let said = given(&mut client, "validate_gtin", json!({"gtin": number})).await;
            assert_eq!(said["valid"], false, "{number}: {said}");
            assert!(said["problem"].as_str().is_some(), "{number}: {said}");
        }
        let link = "https://id.gs1.org/01/09506000134352/10/ABC123/21/12345?17=261231";
        let said = given(&mut client, "validate_gtin", json!({"gtin": link})).await;
        assert_eq!(said["valid"], true, "{said}");
        assert_eq!(said["link"]["lot"], "ABC123", "{said}");
        assert_eq!(said["link"]["serial"], "12345", "{said}");
        let attributes = json!({"17": "261231"});
        assert_eq!(said["link"]["attributes"], attributes, "{said}");

        // What is no argument is refused before the tool hears of it.
        let tool = "gs1_validate_gtin";
        let said = refused(&mut client, tool, &json!({"gtin": 9_506_000_134_352_u64})).await;
        assert!(said.contains("/gtin"), "{said}");
        let said = refused(&mut client, tool, &json!({"gtn": "9506000134352"})).await;
        assert!(said.contains("gtin"), "{said}");
    }
}

/// The level at which a rule decides, where it leads, and what was asked.
const RESOLVED: &str = r#"
    item | https://moorland.example/oat-biscuits | {"gtin": "9506000134352"}
    item | https://moorland.example/trace/09506000134352/L7 | {"gtin": "9506000134352", "link_type": "gs1:traceability", "lot": "L7"}
    brand | https://moorland.example/products/09506000149301 | {"gtin": "9506000149301"}
    brand | https://moorland.example/storage | {"gtin": "9506000149301", "link_type": "gs1:instructions"}
    brand | https://fellandtarn.example/de/09521100000017 | {"gtin": "9521100000017", "language": "de-AT, en"}
    brand | https://fellandtarn.example/en/09521100000017 | {"gtin": "9521100000017", "language": "en"}
    prefix | https://fellandtarn.example/recalls/09521100000017 | {"gtin": "9521100000017", "link_type": "gs1:recallStatus"}
    default | https://products.example/09520123456788 | {"gtin": "9520123456788"}
"#;

#[tokio::test(flavor = "multi_thread")]
async fn rules_decide_by_their_level() {
    let stage = configured().await;
    let mut client = stage.client(ServerEra::Modern).await;
    for [level, target, arguments] in rows(RESOLVED) {
        let arguments: Value = serde_json::from_str(arguments).expect("JSON");
        let said = given(&mut client, "resolve_gtin", arguments.clone()).await;
        assert_eq!(said["level"], level, "{arguments}: {said}");
        assert_eq!(said["target"], target, "{arguments}: {said}");
        assert!(said["why"].as_str().is_some(), "{said}");
    }
    let wrong = json!({"gtin": "9506000134353"});
    let said = refused(&mut client, "gs1_resolve_gtin", &wrong).await;
    assert!(said.contains("its check digit should be 2"), "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn products_are_looked_up() {
    let stage = configured().await;
    let mut client = stage.client(ServerEra::Legacy).await;
    let oat = json!({
        "gtin": "09506000134352",
        "name": "Oat biscuits with heather honey",
        "brand": "Moorland Bakery",
        "net_content": "200 g",
        "country": "GB",
    });
    // By any way to write the number, and by a link to it.
    for gtin in [
        "9506000134352",
        "09506000134352",
        "https://id.gs1.org/01/09506000134352",
    ] {
        let said = given(&mut client, "lookup_product", json!({"gtin": gtin})).await;
        for (member, value) in oat.as_object().expect("members") {
            assert_eq!(said[member], *value, "{gtin}: {said}");
        }
    }
    let unknown = json!({"gtin": "4006381333931"});
    let said = refused(&mut client, "gs1_lookup_product", &unknown).await;
    assert!(said.contains("has no product `04006381333931`"), "{said}");
}

/// A name of one's own, a resolver of one's own, and no sample.
#[tokio::test(flavor = "multi_thread")]
async fn a_pack_can_be_called_otherwise() {
    let text = "[sources.trade]\npack = \"gs1\"\nresolver = \"https://id.shop.example/things\"\n";
    let stage = FunctionGateway::open(&[], text).await;
    let mut client = stage.client(ServerEra::Modern).await;
    let link = json!({"gtin": "9506000134352"});
    let said = done(&mut client, "trade_generate_qr_url", &link).await;
    assert_contains(&said, "https://id.shop.example/things/01/09506000134352");
    let said = refused(&mut client, "trade_lookup_product", &link).await;
    assert!(said.contains("has no product"), "{said}");
    let said = refused(&mut client, "trade_resolve_gtin", &link).await;
    assert!(said.contains("no resolver rule"), "{said}");
}
