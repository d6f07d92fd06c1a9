//! Calls of the tools that only read.

use candor_store::{PackLoad, PackRecord};
use serde_json::{Value, json};

use crate::case::PackCase;

#[tokio::test]
async fn ping_answers() {
    let case = PackCase::empty().await;
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!(
        case.ask("ping", json!({})).await,
        json!({"status": "ok", "version": version})
    );
}

#[tokio::test]
async fn numbers_are_checked() {
    let case = PackCase::empty().await;
    let check = async |gtin: &str, expect: Value| {
        let found = case.ask("validate_gtin", json!({ "gtin": gtin })).await;
        assert_eq!(found, expect, "{gtin}");
    };
    check(
        "9506000134352",
        json!({"valid": true, "gtin": "09506000134352", "format": "GTIN-13", "shortest": "9506000134352"}),
    )
    .await;
    check(
        "9506000134353",
        json!({
            "valid": false,
            "problem": "`9506000134353` is not a GTIN: its check digit should be 2; look for a mistyped digit",
            "expected_check_digit": 2,
        }),
    )
    .await;
    check("", json!({"valid": false, "problem": "no GTIN was given; it is a number of 8, 12, 13 or 14 digits"})).await;
    check(
        "https://brand.example/gtin/9520123456788/lot/ABC1/ser/12345?17=180426",
        json!({
            "valid": true,
            "gtin": "09520123456788",
            "format": "GTIN-13",
            "shortest": "9520123456788",
            "notes": [
                "It is for demonstrations and examples; no product has it.",
                "`gtin` is a deprecated name; write `01`",
                "the GTIN in the path has 13 digits; write all 14",
                "`lot` is a deprecated name; write `10`",
                "`ser` is a deprecated name; write `21`",
            ],
            "link": {"lot": "ABC1", "serial": "12345", "attributes": {"17": "180426"}},
        }),
    )
    .await;
    let wrong = case
        .ask(
            "validate_gtin",
            json!({"gtin": "https://a/01/9520123456780"}),
        )
        .await;
    assert_eq!(wrong["valid"], false);
    assert!(
        case.fail("validate_gtin", json!({"gtn": "1"}))
            .await
            .contains("gtin")
    );
    assert!(
        !case
            .fail("validate_gtin", json!({"gtin": 9_506_000_134_352_u64}))
            .await
            .is_empty()
    );
}

#[tokio::test]
async fn products_are_looked_up() {
    let case = PackCase::sample().await;
    let expect = json!({
        "gtin": "09521100000017",
        "name": "Mountain herb tea",
        "brand": "Fell & Tarn",
        "company_prefix": "9521100",
        "description": "A tea of lemon balm, thyme and mint; no caffeine.",
        "net_content": "40 g",
        "country": "AT",
        "image": "https://fellandtarn.example/images/herb.png",
        "url": "https://fellandtarn.example/herb-tea",
        "extra": {"shelf_life_days": "730"},
    });
    for gtin in ["9521100000017", "https://id.gs1.org/01/09521100000017/10/L"] {
        let found = case.ask("lookup_product", json!({ "gtin": gtin })).await;
        assert_eq!(found, expect);
    }
    let unknown = case
        .fail("lookup_product", json!({"gtin": "96385074"}))
        .await;
    assert!(
        unknown.starts_with("the catalogue has no product `00000096385074`;"),
        "{unknown}"
    );
    let wrong = case
        .fail("lookup_product", json!({"gtin": "9521100000018"}))
        .await;
    assert!(
        wrong.starts_with("`9521100000018` is not a GTIN: its check digit should be 7"),
        "{wrong}"
    );
}

#[tokio::test]
async fn links_are_resolved() {
    let case = PackCase::sample().await;
    let check = async |arguments: Value, level: &str, target: &str| {
        let found = case.ask("resolve_gtin", arguments.clone()).await;
        assert_eq!(found["target"], target, "{arguments}: {found}");
        assert_eq!(found["level"], level, "{arguments}: {found}");
        found
    };
    let biscuits = "9506000134352";
    let target = "https://moorland.example/oat-biscuits";
    check(json!({ "gtin": biscuits }), "item", target).await;
    let page = json!({"gtin": biscuits, "link_type": "gs1:pip"});
    check(
        page,
        "brand",
        "https://moorland.example/products/09506000134352",
    )
    .await;
    let recall = json!({"gtin": biscuits, "link_type": "recallStatus"});
    check(
        recall,
        "prefix",
        "https://moorland.example/recalls/09506000134352",
    )
    .await;
    let linked = json!({"gtin": "https://a/01/09506000134352/10/L%2F7?linkType=gs1:traceability"});
    check(
        linked,
        "item",
        "https://moorland.example/trace/09506000134352/L%2F7",
    )
    .await;
    let tea = json!({"gtin": "9521100000017", "language": "de-AT, en"});
    let found = check(
        tea,
        "brand",
        "https://fellandtarn.example/de/09521100000017",
    )
    .await;
    assert_eq!(found["language"], "de");
    assert_eq!(
        found["why"],
        "It is the rule for the brand `fell & tarn`, in `de`."
    );
    // A case has its own number and the brand's rules.
    let whole = json!({"gtin": "19521100000014", "language": "en"});
    check(
        whole,
        "brand",
        "https://fellandtarn.example/en/19521100000014",
    )
    .await;
    let stranger = json!({"gtin": "96385074"});
    check(
        stranger,
        "default",
        "https://products.example/00000096385074",
    )
    .await;
    // What the catalogue does not know has no brand, but its prefix is known.
    let unlisted = json!({"gtin": "9521100000109", "link_type": "gs1:recallStatus"});
    check(
        unlisted,
        "prefix",
        "https://fellandtarn.example/recalls/09521100000109",
    )
    .await;
}

#[tokio::test]
async fn what_cannot_be_resolved_has_its_sentence() {
    let case = PackCase::sample().await;
    let check = async |case: &PackCase, arguments: Value, expect: &str| {
        let told = case.fail("resolve_gtin", arguments.clone()).await;
        assert!(told.starts_with(expect), "{arguments}: {told}");
    };
    let gtin = "9506000134352";
    check(
        &case,
        json!({"gtin": "950600013435"}),
        "`950600013435` is not a GTIN",
    )
    .await;
    check(
        &case,
        json!({"gtin": gtin, "link_type": "a b"}),
        "`a b` is not a link type;",
    )
    .await;
    check(
        &case,
        json!({"gtin": gtin, "language": "german!"}),
        "`german!` is not a language;",
    )
    .await;
    check(
        &case,
        json!({"gtin": gtin, "lot": "ä"}),
        "the value of `10` has the character `ä`",
    )
    .await;
    let both = json!({"gtin": "https://a/01/09506000134352/10/A", "lot": "B"});
    check(
        &case,
        both,
        "the link says `A` for `10` and the argument `B`;",
    )
    .await;
    let empty = PackCase::empty().await;
    check(
        &empty,
        json!({ "gtin": gtin }),
        "no resolver rule says where the links of",
    )
    .await;
    empty.store.close().await;
    check(
        &empty,
        json!({ "gtin": gtin }),
        "the catalogue does not answer just now;",
    )
    .await;
}

/// A row that a newer program wrote hides no other.
#[tokio::test]
async fn rules_that_cannot_be_read_are_left_out() {
    let case = PackCase::sample().await;
    let odd = |language: &str, target: &str| PackRecord {
        subject: "item:09506000134352".to_owned(),
        name: format!("gs1:pip {language}"),
        body: target.to_owned(),
        updated_micros: 0,
    };
    let rules = vec![
        odd("?", "https://a"),
        odd("", "{gtin}"),
        odd("de", "javascript:x"),
    ];
    let load = PackLoad {
        records: &[("rule", rules)],
        at_micros: 1,
        dry_run: false,
    };
    case.store.pack_records("gs1").load(&load).await.unwrap();
    let page = json!({"gtin": "9506000134352", "link_type": "gs1:pip"});
    assert_eq!(case.ask("resolve_gtin", page).await["level"], "brand");
}
