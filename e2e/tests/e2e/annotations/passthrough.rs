//! What servers say about their tools reaches clients as it was said.

use candor_testkit::text::{compact, member, members};
use candor_testkit::{RawClient, ServerEra, assert_contains};
use serde_json::{Value, json};

use super::serve;

/// Five tools around product numbers: name, title, whether it only reads. None of them says
/// whether it destroys.
const PRODUCTS: [(&str, &str, bool); 5] = [
    ("ping", "Ping", true),
    ("validate_gtin", "Check a GTIN", true),
    ("resolve_gtin", "Resolve a GTIN", true),
    ("lookup_product", "Look Up Product", true),
    ("generate_qr_url", "Make a QR Link", false),
];

fn product(name: &str, title: &str, reads: bool) -> String {
    format!(
        r#"{{"name":"{name}","title":"{title}","description":"{title}, for one product number.","inputSchema":{{"type":"object","properties":{{"gtin":{{"type":"string"}}}}}},"annotations":{{"title":"{title}","readOnlyHint":{reads},"idempotentHint":true,"openWorldHint":false}}}}"#
    )
}

/// Definitions as one array.
fn array(tools: &[String]) -> String {
    format!("[{}]", tools.join(","))
}

/// Fields that are set are there, in their order, with the title at both levels; what was not
/// set is not there.
#[tokio::test(flavor = "multi_thread")]
async fn tools_with_every_hint_but_one_are_served_as_they_came() {
    let tools = PRODUCTS.map(|(name, title, reads)| product(name, title, reads));
    let (candor, _file) = serve(&array(&tools), "");
    for era in [ServerEra::Legacy, ServerEra::Modern] {
        let served = candor.client(era).await.tools().await;
        let expected: Vec<String> = tools
            .iter()
            .map(|tool| tool.replacen(r#""name":""#, r#""name":"s_"#, 1))
            .collect();
        let served: Vec<String> = served.iter().map(|tool| compact(tool)).collect();
        assert_eq!(served, expected, "{era:?}");
    }
}

/// Clients of the first revision know no annotations; all else they get.
#[tokio::test(flavor = "multi_thread")]
async fn the_oldest_clients_get_no_annotations() {
    let tools = PRODUCTS.map(|(name, title, reads)| product(name, title, reads));
    let more = "[annotations.\"s.ping\"]\ndestructive = false\n[endpoint]\nprofile = \"explicit\"";
    let (candor, _file) = serve(&array(&tools), more);
    for (revision, annotated) in [("2024-11-05", false), ("2025-03-26", true)] {
        let mut client = RawClient::http_at(candor.url(), ServerEra::Legacy, revision, "{}").await;
        for tool in client.tools().await {
            assert_eq!(
                member(&tool, "annotations").is_some(),
                annotated,
                "{revision}: {tool}"
            );
            assert!(member(&tool, "inputSchema").is_some(), "{tool}");
        }
    }
}

/// Where a server writes its title once, clients find it in both places; where it writes two,
/// both stay; where it writes none, one is made from the name.
#[tokio::test(flavor = "multi_thread")]
async fn a_title_is_found_at_both_levels() {
    let schema = r#""inputSchema":{"type":"object"}"#;
    let tools = [
        format!(r#"{{"name":"top","title":"On Top",{schema}}}"#),
        format!(r#"{{"name":"within","annotations":{{"title":"Within"}},{schema}}}"#),
        format!(r#"{{"name":"both","title":"One","annotations":{{"title":"Other"}},{schema}}}"#),
    ];
    let notes = ["create", "list", "read"]
        .map(|verb| format!(r#"{{"name":"nc_notes_{verb}_note",{schema}}}"#));
    let (candor, _file) = serve(&array(&tools), "");
    let served = candor.client(ServerEra::Legacy).await.offered().await;
    for (tool, top, within) in [
        ("s_top", "On Top", "On Top"),
        ("s_within", "Within", "Within"),
        ("s_both", "One", "Other"),
    ] {
        assert_eq!(served[tool]["title"], top, "{tool}");
        assert_eq!(served[tool]["annotations"]["title"], within, "{tool}");
    }
    let (candor, _file) = serve(&array(&notes), "");
    let served = candor.client(ServerEra::Legacy).await.offered().await;
    let created = &served["s_nc_notes_create_note"];
    assert_eq!(created["title"], "Create Note");
    assert_eq!(created["annotations"]["title"], "Create Note");
}

/// Unknown keys, their order and odd numbers are not touched, even where a hint
/// beside them is overridden.
#[tokio::test(flavor = "multi_thread")]
async fn unknown_annotations_pass_through_as_text() {
    let odd = r#"{"zeta":1.0,"idempotentHint":true,"vendor/cost":{"b":1e2,"a":[null,-0.0]},"title":"Odd","big":123456789012345678901234567890,"readOnlyHint":true,"größe":"caf\u00e9 \/ é"}"#;
    let tool = |name: &str| {
        format!(
            r#"{{"annotations":{odd},"title":"Odd","name":"{name}","inputSchema":{{"type":"object"}},"description":"Odd."}}"#
        )
    };
    let tools = [tool("plain"), tool("overridden")];
    let more = "[annotations.\"s.overridden\"]\nidempotent = false\nopen_world = true\n\
                extra_unset = [\"big\"]\nextra = { \"vendor/tags\" = [\"slow\"] }\n[inference]\nenabled = false";
    let (candor, _file) = serve(&array(&tools), more);
    for era in [ServerEra::Legacy, ServerEra::Modern] {
        let served = candor.client(era).await.tools().await;
        let annotations = |at: usize| compact(&member(&served[at], "annotations").expect("some"));
        assert_eq!(annotations(0), compact(odd), "{era:?}");
        let expected = compact(odd)
            .replace(r#""idempotentHint":true"#, r#""idempotentHint":false"#)
            .replace(r#""big":123456789012345678901234567890,"#, "");
        let expected = expected.strip_suffix('}').expect("an object").to_owned();
        let expected = format!(r#"{expected},"openWorldHint":true,"vendor/tags":["slow"]}}"#);
        assert_eq!(annotations(1), expected, "{era:?}");
        let keys: Vec<_> = members(&served[1])
            .into_iter()
            .map(|(key, _)| key)
            .collect();
        assert_eq!(
            keys,
            ["annotations", "title", "name", "inputSchema", "description"]
        );
    }
}

/// On request it is told where each field comes from; what the server keeps in `_meta` stays.
#[tokio::test(flavor = "multi_thread")]
async fn provenance_is_told_on_request() {
    let tools = r#"[{"name":"look","title":"Look","description":"Looks.","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":true,"vendor":1},"_meta":{"dev.example/x":1.0}}]"#;
    let overrides = "[annotations.\"s.look\"]\nopen_world = false\nwhy = \"a closed shop\"\n\
                     [environments.quiet]\nprovenance = false\n[endpoint]\nprovenance = true\n[inference]\nenabled = false";
    let (candor, _file) = serve(tools, overrides);
    let served = candor.client(ServerEra::Legacy).await.tools().await;
    let meta = member(&served[0], "_meta").expect("meta");
    assert_eq!(member(&meta, "dev.example/x").as_deref(), Some("1.0"));
    let told: Value = serde_json::from_str(&meta).expect("an object");
    let told = &told["dev.candor/provenance"];
    for (field, layer) in [
        ("readOnlyHint", "declared"),
        ("destructiveHint", "declared"),
        ("openWorldHint", "override"),
        ("title", "declared"),
        ("vendor", "declared"),
    ] {
        assert_eq!(told[field]["layer"], layer, "{field}: {told}");
    }
    assert_eq!(told["destructiveHint"]["follows"], "readOnlyHint");
    assert_eq!(told["idempotentHint"], Value::Null, "nobody said: {told}");
    let says = told["openWorldHint"]["says"].as_str().expect("a sentence");
    assert_contains(&says, "a closed shop");
    assert_contains(&says, "candor.toml");

    let mut quiet = candor.client_at("/mcp@quiet", ServerEra::Legacy).await;
    let served = quiet.offered().await;
    assert_eq!(served["s_look"]["_meta"], json!({"dev.example/x": 1.0}));
}
