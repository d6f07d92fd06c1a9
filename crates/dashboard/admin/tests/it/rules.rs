//! The editor of saved rules.

use candor_gateway::Endpoint;
use candor_gateway::edit::{DryRunCall, DryRunOutcome};
use candor_model::{QualifiedName, Role, Roles};
use candor_pagetest::PageWorld;
use serde_json::{Value, json};

use crate::fixtures::{history, open, ruled_world};

const NEW: &str = "/policy/rules/new";

/// What would happen to a call of this tool now.
async fn outcome(world: &PageWorld, tool: &str) -> DryRunOutcome {
    outcome_with(world, tool, &json!({})).await
}

async fn outcome_with(world: &PageWorld, tool: &str, arguments: &Value) -> DryRunOutcome {
    let editor = world.gateway.editor();
    let call = DryRunCall {
        tool: &QualifiedName::parse(tool).expect("a name"),
        endpoint: &Endpoint::default(),
        principal: "bob",
        roles: Roles::NONE.with(Role::Caller),
        arguments,
    };
    editor.dry_run(&call).await.expect("a result").outcome()
}

#[tokio::test]
async fn a_rule_is_tried_out_saved_changed_and_removed() {
    let (world, mut local) = open().await;
    let page = local.get(NEW).await;
    assert_kept!("rule-new", page);
    let deny = [
        ("name", "No deletes"),
        ("effect", "deny"),
        ("tools", "shop.delete_*"),
        ("message", "Ask Ada."),
        ("try_tool", "shop.delete_book"),
        ("do", "preview"),
    ];
    let page = local.submit(NEW, NEW, &deny).await;
    page.says(
        200,
        &[
            "denies calls of the tool `shop.delete_*`",
            "a person is asked before the call is made",
            "the call is refused",
            "the rule applies to 0",
        ],
    );
    assert_kept!("rule-preview", page);
    assert!(world.gateway.editor().saved_rules().is_empty());
    assert_eq!(
        outcome(&world, "shop.delete_book").await,
        DryRunOutcome::Asked
    );

    let saved = [&deny[..5], &[("do", "save"), ("why", "quiet")]].concat();
    let page = local.submit(NEW, NEW, &saved).await;
    assert_eq!(page.leads(), "/policy?done=rule-saved");
    assert_eq!(
        outcome(&world, "shop.delete_book").await,
        DryRunOutcome::Denied
    );
    let page = local.get("/policy?done=rule-saved").await;
    let says = [
        "Rule saved",
        "No deletes",
        "href=\"/policy/rules/No%20deletes\"",
    ];
    page.says(200, &says);

    // The same name is taken.
    let page = local.submit(NEW, NEW, &saved).await;
    page.says(409, &["exists already"]);

    let here = "/policy/rules/No%20deletes";
    let page = local.get(here).await;
    assert_kept!("rule-saved", page);
    let allows = [
        ("effect", "allow"),
        ("tools", "shop.delete_*"),
        ("do", "save"),
    ];
    let page = local.submit(here, here, &allows).await;
    assert_eq!(page.leads(), "/policy?done=rule-saved");
    assert_eq!(
        outcome(&world, "shop.delete_book").await,
        DryRunOutcome::Made
    );

    let gone = "/policy/rules/No%20deletes/remove";
    let page = local.submit(gone, gone, &[("why", "enough")]).await;
    assert_eq!(page.leads(), "/policy?done=rule-removed");
    assert_eq!(
        outcome(&world, "shop.delete_book").await,
        DryRunOutcome::Asked
    );
    local.get(here).await.says(404, &["Rule not found"]);
    assert_eq!(
        history(&world).await,
        [
            "policy.remove-rule by local",
            "policy.save-rule by local",
            "policy.save-rule by local"
        ]
    );
}

#[tokio::test]
async fn what_cannot_be_a_rule_is_told_beside_what_was_typed() {
    let (world, mut local) = open().await;
    let cases = [
        ("name", "", "rule needs a name"),
        (
            "effect",
            "maybe",
            "`effect` is `maybe`; use deny, ask or allow",
        ),
        ("destructive", "sometimes", "`destructive` is `sometimes`"),
        ("role[]", "king", "`king`"),
        ("out_of_band", "perhaps", "`out_of_band` is `perhaps`"),
        ("when", "args.", "condition"),
        ("sources", "nowhere", "nowhere"),
        ("version", "x", "`x` is not a version"),
        ("why", "\u{200b}", "hidden character U+200B"),
    ];
    for (field, value, part) in cases {
        let typed = [
            ("name", "A rule"),
            ("effect", "ask"),
            ("tools", "shop.*"),
            ("do", "save"),
        ];
        let mut fields: Vec<_> = typed
            .into_iter()
            .filter(|(name, _)| *name != field)
            .collect();
        fields.push((field, value));
        let page = local.submit(NEW, NEW, &fields).await;
        page.says(422, &[part]);
    }
    assert!(world.gateway.editor().saved_rules().is_empty());
}

/// A rule of the file asks, whatever is saved.
#[tokio::test]
async fn nothing_that_is_saved_weakens_the_file() {
    let world = ruled_world().await;
    let mut local = world.browser();
    let allow = [("name", "All"), ("effect", "allow"), ("do", "save")];
    let page = local.submit(NEW, NEW, &allow).await;
    assert_eq!(page.leads(), "/policy?done=rule-saved");
    assert_eq!(
        outcome(&world, "shop.delete_book").await,
        DryRunOutcome::Made
    );
    let many = json!({"copies": 11});
    let asked = outcome_with(&world, "shop.burn_book", &many).await;
    assert_eq!(asked, DryRunOutcome::Asked);
    let page = local.get("/policy").await;
    let order = ["no &lt;deletes&gt; in prod", "args.copies", "All"];
    let places = order.map(|part| page.text.find(part).expect(part));
    assert!(places.is_sorted(), "{places:?}");
}

#[tokio::test]
async fn the_hostile_and_the_unknown() {
    let (_world, mut local) = open().await;
    local
        .get("/policy/rules/none")
        .await
        .says(404, &["Rule not found"]);
    let name = "<script>a\"&'/%6Eew";
    let fields = [("name", name), ("effect", "ask"), ("do", "save")];
    local.submit(NEW, NEW, &fields).await.leads();
    let page = local.get("/policy").await;
    page.lacks(&["<script>a"]);
    let here = candor_dashboard_kit::query::path(&["policy", "rules", name]);
    let page = local.get(&here).await;
    page.says(200, &["&#60;script&#62;a"]);
    page.lacks(&["<script>a"]);
}
