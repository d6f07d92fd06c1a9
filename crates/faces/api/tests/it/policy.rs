//! `/policy`.

use std::time::Duration;

use candor_gateway::{FileDeclarations, GatewayPolicySettings};
use candor_model::{PreferenceEdits, SourceName, UnsetPolicy};
use candor_policy::{PolicyRules, RuleDraft, RuleEffect};
use serde_json::json;

use crate::fixture::{ApiFixture, ApiFixtureBuilder, refuse_all, shows};

const HOUSE: &str = "/policy/preferences";

fn settings() -> GatewayPolicySettings {
    let draft = RuleDraft {
        name: Some("no deletes".to_owned()),
        tools: vec!["shop.delete_*".to_owned()],
        environments: vec!["prod".to_owned()],
        message: Some("Ask the librarian.".to_owned()),
        ..RuleDraft::new(RuleEffect::Deny, "candor.toml:12")
    };
    let asks = RuleDraft {
        when: Some("args.amount > 100".to_owned()),
        out_of_band: Some(true),
        ..RuleDraft::new(RuleEffect::Ask, "candor.toml:20")
    };
    let shop = SourceName::parse("shop").expect("a name");
    GatewayPolicySettings {
        policy: PolicyRules::compile(vec![draft, asks], &[shop]).expect("rules"),
        approval_timeout: Duration::from_mins(10),
        standing_expiry: Duration::from_hours(24),
        self_approval: true,
        ..candor_gatetest::permissive_settings()
    }
}

#[tokio::test]
async fn the_policy_is_told_in_words() {
    let world = ApiFixtureBuilder::default()
        .settings(settings())
        .start()
        .await;
    let policy = world.json("/policy").await;
    assert_eq!(
        policy["rules"],
        json!([
            {
                "name": "no deletes",
                "place": "candor.toml:12",
                "effect": "deny",
                "says": "denies calls of the tool `shop.delete_*` in the environment `prod`",
                "when": null,
                "message": "Ask the librarian.",
                "out_of_band": null,
            },
            {
                "name": null,
                "place": "candor.toml:20",
                "effect": "ask",
                "says": "asks about calls, when `args.amount > 100`",
                "when": "args.amount > 100",
                "message": null,
                "out_of_band": true,
            },
        ])
    );
    shows!(policy, {
        "approval_timeout_ms": 600_000, "standing_expiry_ms": 86_400_000, "self_approval": true,
    });
    assert_eq!(
        policy["preferences"],
        json!([{
            "toolset": null,
            "declared": {},
            "stated": {},
            "effective": {
                "auto_approve_read_only": false,
                "always_confirm_destructive": true,
                "show_warnings": true,
                "trust_idempotent_retries": true,
                "unset": "evidence",
                "out_of_band": false,
                "cache_ms": 0,
                "collapse": true,
            },
            "version": 0,
        }])
    );
}

#[tokio::test]
async fn preferences_are_stated_whole() {
    let world = ApiFixture::shop().await;
    let read = world.get(HOUSE).send().await;
    assert_eq!(read.etag(), "\"v0\"");
    let body = json!({"unset": "ask", "cache_ms": 1500, "why": "careful"});
    let bare = world.put(HOUSE, body.clone());
    bare.refused(428, "precondition-required", "the default policy")
        .await;
    let stated = world
        .put(HOUSE, body.clone())
        .if_match(read.etag())
        .sent(200)
        .await;
    let view = stated.json();
    assert_eq!(view["stated"], json!({"unset": "ask", "cache_ms": 1500}));
    assert_eq!(view["effective"]["unset"], "ask");
    assert_eq!(world.get(HOUSE).send().await.etag(), stated.etag());
    let stale = world.put(HOUSE, body).if_match(read.etag());
    let stale = stale.refused(412, "changed", "has changed").await;
    assert_eq!(stale.etag(), stated.etag());

    world.toolset(json!({"name": "reading"})).await;
    let there = format!("{HOUSE}/reading");
    let view = world.json(&there).await;
    assert_eq!(view["toolset"], "reading");
    assert_eq!(
        view["effective"]["unset"], "ask",
        "as in the default policy"
    );
    let body = json!({"unset": "allow", "out_of_band": true});
    let view = world.put(&there, body).if_match("*").gives(200).await;
    shows!(view["effective"], {"unset": "allow", "cache_ms": 1500});
    let policy = world.json("/policy").await;
    assert_eq!(policy["preferences"].as_array().map(Vec::len), Some(2));
    assert_eq!(policy["preferences"][1], view);

    // What is not mentioned follows the default policy again.
    let etag = world.get(&there).send().await.etag().to_owned();
    let view = world
        .put(&there, json!({"unset": null}))
        .if_match(&etag)
        .gives(200)
        .await;
    assert_eq!(view["stated"], json!({}));
    assert_eq!(view["effective"]["unset"], "ask");
    let changes = world.json("/audit/changes?action=preferences.").await;
    assert_eq!(changes["items"][2]["why"], "careful");
}

#[tokio::test]
async fn nonsense_is_refused() {
    let world = ApiFixture::shop().await;
    let rows = json!([
        [422, "invalid", {"unset": "maybe"}, "unknown variant `maybe`"],
        [422, "invalid", {"collapse": 1}, "invalid type: integer `1`"],
        [422, "invalid", {"cache": "5s"}, "unknown field `cache`"],
        [422, "invalid", {"cache_ms": -1}, "invalid value: integer `-1`"],
        [422, "invalid", {"cache_ms": 86_400_001}, "`cache_ms` is `86400001`"],
    ]);
    refuse_all(&rows, |body| world.put(HOUSE, body).if_match("*")).await;
    for (name, part) in [
        ("nope", "there is no toolset `nope`"),
        ("N%2FO", "`N/O` cannot be the name of a toolset"),
    ] {
        let there = format!("{HOUSE}/{name}");
        world.get(&there).unknown(part).await;
        let ask = world.put(&there, json!({"collapse": true}));
        let ask = ask.if_match("*");
        ask.unknown(part).await;
    }
    assert_eq!(world.json(HOUSE).await["version"], 0);
}

#[tokio::test]
async fn what_the_file_states_cannot_be_changed_here() {
    let declared = PreferenceEdits {
        unset: Some(UnsetPolicy::Ask),
        ..PreferenceEdits::default()
    };
    let declarations = FileDeclarations {
        preferences: vec![(None, declared)],
        ..FileDeclarations::default()
    };
    let world = ApiFixture::shop_with(declarations).await;
    let view = world.json(HOUSE).await;
    assert_eq!(view["declared"], json!({"unset": "ask"}));
    assert_eq!(view["effective"]["unset"], "ask");
    let put = |body| world.put(HOUSE, body).if_match("*");
    put(json!({"unset": "allow"}))
        .refused(409, "declared", "`unset` is declared in")
        .await;
    let view = put(json!({"collapse": false})).gives(200).await;
    assert_eq!(view["stated"], json!({"collapse": false}));
    assert_eq!(view["effective"]["unset"], "ask");
}
