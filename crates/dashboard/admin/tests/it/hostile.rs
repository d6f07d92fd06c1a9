//! Text from elsewhere that would like to be more than text.

use candor_model::{
    ChangeAuthor, FieldEdit, OpinionEdit, OpinionKey, OpinionScope, SourceTrust, ToolPattern,
    VariableValue,
};
use candor_pagetest::{PageWorld, PageWorldPlan};
use serde_json::json;

use crate::fixtures::{author, environment, furnish, name, variable};

const SCRIPT: &str = "</code></textarea><script>alert('x')</script>";

/// What must not be on a page as it came.
const BAD: [&str; 6] = [
    "<script>a",
    "<img",
    "\" onclick",
    "\u{202e}",
    "\u{2066}",
    "onerror=a\"",
];

/// Tools that would like to be markup, or more than a page can bear.
fn tools() -> String {
    let deep = (0..100).fold(
        json!({"type": "string"}),
        |inner, _| json!({"type": "object", "properties": {"<i>": inner}}),
    );
    json!([
        {"name": "<img src=x onerror=alert(1)>", "title": SCRIPT, "inputSchema": {"type": "object"}},
        {"name": "bidi\u{202e}gnp", "title": "\u{2066}x", "inputSchema": {"type": "object"},
         "annotations": {"destructiveHint": true, "title": SCRIPT}},
        {"name": "huge", "title": "t".repeat(1_000_000), "description": "<b>".repeat(350_000),
         "inputSchema": deep},
        {"name": "n".repeat(5_000), "inputSchema": {"type": "object"}},
    ])
    .to_string()
}

#[tokio::test]
async fn nothing_from_elsewhere_becomes_markup() {
    let mut plan = PageWorldPlan::shop(candor_dashboard_admin::routes());
    plan.sources
        .push(("evil".to_owned(), tools(), SourceTrust::Untrusted));
    let world = PageWorld::planned(plan).await;
    furnish(&world).await;
    let editor = world.gateway.editor();
    let value = format!("{SCRIPT}\u{202e}{}", "<b>".repeat(10_000));
    let hostile = variable("EVIL", VariableValue::Plain(value));
    editor
        .set_variable(&author(), &name("prod"), &hostile)
        .await
        .expect("a variable");
    let mut other = environment("evil");
    other.description = SCRIPT.to_owned();
    editor
        .create_environment(&author(), &other)
        .await
        .expect("an environment");
    let key = OpinionKey {
        scope: OpinionScope::Environment(name("prod")),
        about: ToolPattern::parse("evil.huge").expect("a pattern"),
    };
    let mut amendment = OpinionEdit::default();
    amendment.title = Some(FieldEdit::Set(SCRIPT.into()));
    let who = ChangeAuthor {
        name: "<img src=x>".to_owned(),
        why: Some("\" onclick=\"alert(1)".to_owned()),
        ..author()
    };
    editor
        .amend(&who, &key, &amendment, None)
        .await
        .expect("an opinion");
    let mut local = world.browser();
    let ask =
        |tool: &str| candor_dashboard_kit::query::with_all("/policy/simulate", [("tool", tool)]);
    for path in [
        "/environments".to_owned(),
        "/environments/prod".to_owned(),
        "/environments/evil".to_owned(),
        "/environments/evil/delete".to_owned(),
        "/environments/prod/remove?variable=EVIL".to_owned(),
        "/policy".to_owned(),
        "/policy/simulate".to_owned(),
        "/access".to_owned(),
        ask("evil.<img src=x onerror=alert(1)>"),
        ask("evil.huge"),
        ask("evil.hug"),
    ] {
        let page = local.get(&path).await;
        page.lacks(&BAD);
        assert!(page.text.len() < 100_000, "{path}: {}", page.text.len());
    }
    // What a user typed stands in its field as they typed it; elsewhere it is made visible.
    let page = local.get(&ask("evil.bidi\u{202e}gnp")).await;
    page.says(
        200,
        &[
            "evil.bidi⟨U+202E RIGHT-TO-LEFT OVERRIDE⟩gnp",
            "<strong>Ask</strong>",
        ],
    );
    page.lacks(&["<script>a"]);
}

#[tokio::test]
async fn what_is_asked_for_is_escaped_in_what_is_answered() {
    let world = PageWorld::open(candor_dashboard_admin::routes()).await;
    let mut local = world.browser();
    for path in [
        "/environments/%3Cscript%3Ealert(1)",
        "/environments/%22%3E%3Cscript%3Ealert(1)/delete",
        "/environments?page=%3Cscript%3Ealert(1)&done=%3Cscript%3Ealert(1)",
        "/policy?done=%3Cscript%3Ealert(1)",
        "/policy/toolsets?name=%22%3E%3Cscript%3Ealert(1)",
        "/policy/simulate?tool=%22%3E%3Cscript%3Ealert(1)&caller=%3Cscript%3Ealert(1)",
        "/policy/simulate?tool=a.b&arguments=%3C%2Ftextarea%3E%3Cscript%3Ealert(1)",
        "/policy/simulate?tool=a.b&toolset=%3Cscript%3Ealert(1)&environment=%22%3E",
        "/access?which=%3Cscript%3Ealert(1)&page=%22%3E",
        "/access/%3Cscript%3Ealert(1)/revoke",
    ] {
        local.get(path).await.lacks(&["<script>a", "\"><script>"]);
    }
    for (page, to) in [
        ("/environments/new", "/environments/new"),
        ("/access", "/access"),
        ("/policy", "/policy"),
    ] {
        let fields = [
            "name",
            "description",
            "why",
            "profile",
            "cache",
            "lasts",
            "unset",
        ];
        let fields = fields.map(|field| (field, SCRIPT));
        let page = local.submit(page, to, &fields).await;
        page.says(422, &[]);
        page.lacks(&["<script>a"]);
    }
}
