//! Rules in words, and what is preferred.

use candor_gateway::FileDeclarations;
use candor_gateway::edit::PreferenceDetails;
use candor_model::{PreferenceEdits, ToolsetName, UnsetPolicy};
use candor_pagetest::{PageWorld, PageWorldPlan};
use candor_policy::{PolicyRules, RuleDraft, RuleEffect};

use crate::fixtures::{author, history, of_no_use, open, pairs, ruled_world, toolset};

const PATH: &str = "/policy";
const TOOLSET: &str = "/policy/toolsets/reading";

/// The default preferences.
async fn preferred(world: &PageWorld) -> PreferenceDetails {
    let held = world.gateway.editor().preference(None).await;
    held.expect("preferences")
}

#[tokio::test]
async fn every_state_of_the_pages() {
    let (world, mut local) = open().await;
    let page = local.get(PATH).await;
    assert_kept!("policy-plain", page);
    toolset(&world, "reading").await;
    let page = local.get(TOOLSET).await;
    assert_kept!("policy-toolset", page);
    let world = ruled_world().await;
    let page = world.browser().get(PATH).await;
    page.says(200, &["the condition is always true"]);
    let order = [
        "no &lt;deletes&gt; in prod",
        "args.copies",
        "candor.toml:30",
    ];
    let places = order.map(|part| page.text.find(part).expect(part));
    assert!(places.is_sorted(), "{places:?}");
    assert_kept!("policy-rules", page);
}

#[tokio::test]
async fn many_rules_are_on_several_pages() {
    let rules = (0..40).map(|n| RuleDraft {
        name: Some(format!("rule number {n:03}")),
        tools: vec![format!("shop.tool_{n}")],
        ..RuleDraft::new(RuleEffect::Ask, format!("candor.toml:{n}"))
    });
    let source = candor_model::SourceName::parse("shop").expect("a name");
    let settings = candor_gateway::GatewayPolicySettings {
        policy: PolicyRules::compile(rules.collect(), &[source]).expect("rules"),
        ..candor_pagetest::open_settings()
    };
    let world = PageWorld::new(settings, candor_dashboard_admin::routes()).await;
    let mut local = world.browser();
    let page = local.get(PATH).await;
    page.says(200, &["rule number 024", "Page 1 of 2"]);
    page.lacks(&["rule number 025"]);
    local
        .get("/policy?page=2")
        .await
        .says(200, &["rule number 039", "id=\"rule-40\""]);
}

#[tokio::test]
async fn the_default_policy_is_set() {
    let (world, mut local) = open().await;
    let fields = [
        ("auto_approve_read_only", "true"),
        ("unset", "ask"),
        ("cache", "30s"),
        ("show_warnings", ""),
        ("why", "quiet, please"),
    ];
    let said = local.submit(PATH, PATH, &fields).await;
    assert_eq!(said.leads(), "/policy?done=stated");
    let page = local.get("/policy?done=stated").await;
    page.says(
        200,
        &[
            "applies from the next call on",
            "default policy",
            "value=\"30s\"",
        ],
    );
    let held = preferred(&world).await;
    let stated = PreferenceEdits {
        auto_approve_read_only: Some(true),
        unset: Some(UnsetPolicy::Ask),
        cache: Some(std::time::Duration::from_secs(30)),
        ..PreferenceEdits::default()
    };
    assert_eq!(held.stated, stated);
    assert_kept!("policy-stated", page);

    let same = local.submit(PATH, PATH, &fields).await;
    assert_eq!(same.leads(), "/policy?done=same");
    local
        .get("/policy?done=same")
        .await
        .says(200, &["No changes."]);
    assert_eq!(history(&world).await, ["preferences.state by local"]);
    // What is left empty is left to the default again.
    local.submit(PATH, PATH, &[]).await.leads();
    let held = preferred(&world).await;
    assert!(held.stated.is_empty());
}

#[tokio::test]
async fn what_cannot_be_preferred_is_told_beside_what_was_typed() {
    let (world, mut local) = open().await;
    let huge = "9".repeat(100_000);
    for (field, value, part) in [
        ("cache", "soon", "`cache` is `soon`; use a whole number"),
        ("cache", "25h", "`cache` is `25h`"),
        ("cache", &huge, "`cache` is `9999"),
        ("collapse", "maybe", "`collapse` is `maybe`"),
        ("unset", "deny", "`unset` is `deny`; use `ask`"),
        ("version", "x", "`x` is not a version"),
        ("why", "\u{200b}", "hidden character U+200B"),
    ] {
        let fields = [("show_warnings", "false"), (field, value)];
        let page = local.submit(PATH, PATH, &fields).await;
        page.says(
            422,
            &[part, "name=\"show_warnings\" value=\"false\" checked"],
        );
    }
    let page = local
        .submit(PATH, PATH, &[("cache", "soon"), ("why", "kept")])
        .await;
    page.says(422, &["value=\"soon\"", "value=\"kept\""]);
    assert_kept!("policy-refused", page);
    assert!(history(&world).await.is_empty());
}

#[tokio::test]
async fn two_who_state_something_hear_of_each_other() {
    let (world, mut local) = open().await;
    let opened = local.get(PATH).await.hidden(PATH);
    let theirs = PreferenceEdits {
        unset: Some(UnsetPolicy::Ask),
        ..PreferenceEdits::default()
    };
    let editor = world.gateway.editor();
    editor
        .prefer(None, &theirs, None, &author())
        .await
        .expect("a preference");
    let mut fields = pairs(&opened);
    fields.push(("unset", "allow"));
    let page = local.post(PATH, &fields).await;
    page.says(
        409,
        &["Someone else changed the policy", "value=\"allow\" checked"],
    );
    page.says(409, &["Current: <strong>Ask</strong> (default policy)"]);
    let mut again = page.hidden(PATH);
    again.push(("unset".to_owned(), "allow".to_owned()));
    let again = pairs(&again);
    assert_eq!(
        local.post(PATH, &again).await.leads(),
        "/policy?done=stated"
    );
}

#[tokio::test]
async fn a_toolset_prefers_something_else() {
    let world = PageWorld::open(candor_dashboard_admin::routes()).await;
    toolset(&world, "reading").await;
    let mut local = world.browser();
    let found = local.get("/policy/toolsets?name=+reading").await;
    assert_eq!(found.leads(), TOOLSET);
    let fields = [("unset", "ask"), ("out_of_band", "true")];
    let said = local.submit(TOOLSET, TOOLSET, &fields).await;
    assert_eq!(said.leads(), "/policy/toolsets/reading?done=stated");
    let page = local.get(TOOLSET).await;
    page.says(
        200,
        &[
            "set for this toolset",
            "default policy",
            "Use default policy",
        ],
    );
    let page = local.get(PATH).await;
    page.says(
        200,
        &["<code>unset: ask</code>", "<code>out_of_band: true</code>"],
    );
    for path in [
        "/policy/toolsets?name=NO",
        "/policy/toolsets",
        "/policy/toolsets/NO",
    ] {
        local
            .get(path)
            .await
            .says(404, &["cannot be the name of a toolset"]);
    }
    local
        .get("/policy/toolsets/none")
        .await
        .says(404, &["there is no toolset `none`"]);
    // Deleted by another user while the form was open.
    let opened = local.get(TOOLSET).await.hidden(TOOLSET);
    let name = ToolsetName::parse("reading").expect("a name");
    let editor = world.gateway.editor();
    editor
        .delete_toolset(&author(), &name, None)
        .await
        .expect("gone");
    let mut fields = pairs(&opened);
    fields.push(("unset", "allow"));
    let page = local.post(TOOLSET, &fields).await;
    assert!(matches!(page.status, 404 | 409), "{}", page.text);
}

#[tokio::test]
async fn what_the_file_states_stays() {
    let declared = PreferenceEdits {
        unset: Some(UnsetPolicy::Ask),
        ..PreferenceEdits::default()
    };
    let world = PageWorld::planned(PageWorldPlan {
        declarations: FileDeclarations {
            preferences: vec![(None, declared)],
            ..FileDeclarations::default()
        },
        ..PageWorldPlan::shop(candor_dashboard_admin::routes())
    })
    .await;
    let mut local = world.browser();
    let page = local.get(PATH).await;
    page.says(200, &["Set in the configuration file"]);
    page.lacks(&["name=\"unset\""]);
    assert_kept!("policy-declared", page);
    let fields = [("unset", "allow"), ("collapse", "false")];
    local.submit(PATH, PATH, &fields).await.leads();
    let held = preferred(&world).await;
    assert_eq!(
        (held.stated.unset, held.effective.unset),
        (None, UnsetPolicy::Ask)
    );
    assert_eq!(held.stated.collapse, Some(false));
}

#[tokio::test]
async fn an_editor_states_and_a_viewer_looks() {
    let world = PageWorld::guarded(candor_dashboard_admin::routes()).await;
    toolset(&world, "reading").await;
    let mut vic = world.logged_in("vic", "viewer").await;
    for path in [PATH, TOOLSET] {
        let page = vic.get(path).await;
        page.says(
            200,
            &[
                "Requires the editor role. `vic` has the viewer role.",
                "Current",
            ],
        );
        page.lacks(&["type=\"radio\"", ">Save<"]);
        vic.post(path, &[("unset", "ask")])
            .await
            .says(403, &["Form expired"]);
    }
    let page = vic.get(PATH).await;
    assert_kept!("policy-viewer", page);
    let mut ed = world.logged_in("ed", "editor").await;
    assert_eq!(
        ed.submit(PATH, PATH, &[("unset", "ask")]).await.leads(),
        "/policy?done=stated"
    );
    let field = ed.get(PATH).await.hidden(PATH);
    let fields = pairs(&field);
    of_no_use(&world, &mut vic, PATH, &fields).await;
    let mut cal = world.logged_in("cal", "caller").await;
    for path in [PATH, TOOLSET, "/policy/simulate"] {
        cal.get(path).await.says(403, &["Requires the viewer role"]);
    }
}
