//! `/policy/rules`.

use candor_gateway::Endpoint;
use candor_gateway::edit::{DryRunCall, DryRunOutcome};
use candor_model::{QualifiedName, Role, Roles};
use serde_json::json;

use crate::fixture::{ApiFixture, count, refuse_all, shows, strings};

const RULE: &str = "/policy/rules/No%20deletes";
const PREVIEW: &str = "/policy/rules/preview";

/// What would happen to a call of this tool now.
async fn outcome(world: &ApiFixture, tool: &str) -> DryRunOutcome {
    let editor = world.gateway.editor();
    let call = DryRunCall {
        tool: &QualifiedName::parse(tool).expect("a name"),
        endpoint: &Endpoint::default(),
        principal: "bob",
        roles: Roles::NONE.with(Role::Caller),
        arguments: &json!({}),
    };
    editor.dry_run(&call).await.expect("a result").outcome()
}

#[tokio::test]
async fn a_rule_is_saved_replaced_and_removed() {
    let world = ApiFixture::shop().await;
    let tool = "shop.delete_book";
    assert_eq!(outcome(&world, tool).await, DryRunOutcome::Asked);
    world
        .get(RULE)
        .unknown("there is no saved rule `No deletes`")
        .await;
    let body = json!({
        "effect": "deny", "tool": ["shop.delete_*"], "message": "Ask Ada.", "why": "quiet",
        "hints": {"destructive": true, "idempotent": "unset"}, "role": ["caller", "editor"],
    });
    let made = world.put(RULE, body.clone()).sent(201).await;
    shows!(made.json(), {
        "name": "No deletes", "effect": "deny", "tool": ["shop.delete_*"], "source": [],
        "hints": {"destructive": true, "idempotent": "unset"}, "role": ["caller", "editor"],
        "when": null, "message": "Ask Ada.", "out_of_band": null,
    });
    let read = world.get(RULE).sent(200).await;
    assert_eq!((read.etag(), read.json()), (made.etag(), made.json()));
    // A second time, it must be said which one is replaced.
    let again = world.put(RULE, body);
    again
        .refused(428, "precondition-required", "the rule `No deletes`")
        .await;

    let denies = json!({"effect": "deny", "tool": ["shop.delete_*"], "out_of_band": null});
    let changed = world.put(RULE, denies.clone()).if_match(made.etag());
    let changed = changed.sent(200).await;
    assert_ne!(changed.etag(), made.etag());
    assert_eq!(changed.json()["hints"], json!({}), "the rule is whole");
    assert_eq!(outcome(&world, tool).await, DryRunOutcome::Denied);
    let stale = world.put(RULE, denies).if_match(made.etag());
    let stale = stale.refused(412, "changed", "has changed").await;
    assert_eq!(stale.etag(), changed.etag());

    let policy = world.json("/policy").await;
    shows!(policy["rules"][0], {"name": "No deletes", "place": "saved in Candor"});
    world
        .put(
            "/policy/rules/also",
            json!({"effect": "ask", "tool": ["shop.*"]}),
        )
        .sent(201)
        .await;
    let list = world.json("/policy/rules").await;
    assert_eq!(strings(&list["items"], "name"), ["No deletes", "also"]);
    let first = world.json("/policy/rules?limit=1").await;
    let next = first["next"].as_str().expect("a cursor");
    let second = world
        .json(&format!("/policy/rules?limit=1&after={next}"))
        .await;
    assert_eq!((count(&second), &second["next"]), (1, &json!(null)));

    let gone = || world.delete(&format!("{RULE}?why=enough"));
    gone()
        .refused(428, "precondition-required", "the rule `No deletes`")
        .await;
    let stale = gone().if_match(made.etag());
    stale.refused(412, "changed", "read it again").await;
    gone().if_match(changed.etag()).sent(204).await;
    gone().if_match("*").unknown("there is no saved rule").await;
    let history = world.json("/audit/changes?action=policy.").await;
    assert_eq!(
        strings(&history["items"], "action"),
        [
            "policy.remove-rule",
            "policy.save-rule",
            "policy.save-rule",
            "policy.save-rule"
        ]
    );
    shows!(history["items"][0], {"why": "enough", "door": "api"});
}

#[tokio::test]
async fn whatever_is_there_is_replaced() {
    let world = ApiFixture::shop().await;
    let ask = json!({"effect": "ask", "source": ["shop"]});
    // The name of another route is the name of a rule, too.
    let there = "/policy/rules/%70review";
    world.put(there, ask.clone()).if_match("*").sent(201).await;
    world.put(there, ask).if_match("*").sent(200).await;
    assert_eq!(world.json(there).await["name"], "preview");
    world.delete(there).if_match("*").sent(204).await;
    assert!(world.gateway.editor().saved_rules().is_empty());
}

#[tokio::test]
async fn nonsense_is_refused() {
    let world = ApiFixture::shop().await;
    let rows = json!([
        [422, "invalid", {}, "missing field `effect`"],
        [422, "invalid", {"effect": "maybe"}, "unknown variant `maybe`"],
        [422, "invalid", {"effect": "ask", "tools": []}, "unknown field `tools`"],
        [422, "invalid", {"effect": "ask", "tool": "shop.*"}, "expected a sequence"],
        [422, "invalid", {"effect": "ask", "hints": {"destructive": "no"}}, "true, false or"],
        [422, "invalid", {"effect": "ask", "role": ["king"]}, "unknown variant `king`"],
        [422, "invalid", {"effect": "ask", "when": "args."}, "condition"],
        [422, "invalid", {"effect": "ask", "source": ["nowhere"]}, "nowhere"],
        [422, "invalid", {"effect": "ask", "message": "a\u{200b}b"}, "U+200B"],
    ]);
    refuse_all(&rows, |body| world.put("/policy/rules/a", body)).await;
    refuse_all(&rows, |body| world.post(PREVIEW, body)).await;
    let ask = json!({"effect": "ask", "tool": ["shop.*"]});
    for (name, part) in [
        ("%20", "the rule needs a name"),
        ("%00", "U+0000"),
        (&"n".repeat(101), "at most 100"),
    ] {
        let put = world.put(&format!("/policy/rules/{name}"), ask.clone());
        put.refused(422, "invalid", part).await;
    }
    assert!(world.gateway.editor().saved_rules().is_empty());
}

#[tokio::test]
async fn a_preview_counts_the_calls_of_the_last_day() {
    let world = ApiFixture::shop().await;
    for tool in ["shop.list_books", "shop.list_books", "shop.delete_book"] {
        world.call(tool).await;
    }
    let entries = |list: &serde_json::Value| count(list) == 3;
    world.until("/audit/calls", entries).await;
    let preview = |effect: &str, tool: &str| {
        let body = json!({"effect": effect, "tool": [tool]});
        world.post(PREVIEW, body)
    };
    let denies = preview("deny", "shop.*").gives(200).await;
    shows!(denies, {
        "says": "denies calls of the tool `shop.*`", "remarks": [], "calls": 3, "about": 3,
        "changed": 3, "partial": false, "narrower": false, "count": 2,
    });
    let made = json!({
        "name": "shop.list_books", "made": 2, "asked": 0, "refused": 0, "changed": 2,
    });
    assert_eq!(denies["tools"][0], made);
    shows!(denies["tools"][1], {"name": "shop.delete_book", "made": 0, "asked": 1, "changed": 1});
    let asks = preview("ask", "shop.*").gives(200).await;
    shows!(asks, {"about": 3, "changed": 2});
    let allows = preview("allow", "shop.delete_*").gives(200).await;
    shows!(allows, {"about": 1, "changed": 1});
    let when = json!({"effect": "deny", "tool": ["shop.*"], "when": "args.id == 1"});
    let narrower = world.post(PREVIEW, when).gives(200).await;
    shows!(narrower, {"about": 3, "narrower": true});
    assert!(
        world.gateway.editor().saved_rules().is_empty(),
        "nothing is saved"
    );
}
