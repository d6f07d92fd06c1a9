//! Something is done to many tools at once.

use candor_gateway::edit::OpinionEntry;
use candor_model::{FieldEdit, Hint, OpinionEdit, OpinionKey, ToolPattern};
use candor_pagetest::{FetchedHtml, PageWorld, PageWorldPlan, assert_page, guarded_settings};
use candor_store::ChangeFilter;

use crate::kit::{author, declaring, hint, plan, zoo};

const TO: &str = "/tools/bulk";

/// Sends the form below the list.
async fn send(world: &PageWorld, list: &str, fields: &[(&str, &str)]) -> FetchedHtml {
    world.browser().submit(list, TO, fields).await
}

fn set<'a>(hint: &'a str, value: &'a str, tools: &[&'a str]) -> Vec<(&'a str, &'a str)> {
    let mut fields = vec![("act", "set"), ("hint", hint), ("value", value)];
    fields.extend(tools.iter().map(|tool| ("tool[]", *tool)));
    fields
}

/// Fields may be there more than once, which [`candor_pagetest::Browser::submit`] keeps from
/// happening.
async fn send_all(world: &PageWorld, list: &str, fields: &[(&str, &str)]) -> FetchedHtml {
    let mut local = world.browser();
    let opened = local.get(list).await;
    let hidden = opened.hidden(TO);
    let hidden = hidden.iter().map(|(name, value)| (&**name, &**value));
    let fields: Vec<_> = hidden.chain(fields.iter().copied()).collect();
    local.post(TO, &fields).await
}

async fn said(world: &PageWorld, about: &str) -> OpinionEntry {
    let key = OpinionKey::everywhere(ToolPattern::parse(about).expect("a pattern"));
    world
        .gateway
        .editor()
        .opinion(&key)
        .await
        .expect("a database")
}

#[tokio::test]
async fn a_hint_is_set_and_reset() {
    let world = zoo().await;
    let tools = ["zoo.sing", "zoo.feed"];
    let mut fields = set("idempotent", "true", &tools);
    fields.push(("why", "I asked the keeper"));
    let done = send_all(&world, "/tools?source=zoo", &fields).await;
    assert_eq!(done.leads(), "/tools?source=zoo&done=set&n=2");
    let page = world.browser().get(done.leads()).await;
    page.says(
        200,
        &["2 tools updated.", "is-overridden", "I asked the keeper"],
    );
    for tool in tools {
        assert_eq!(hint(&world, tool, Hint::Idempotent), Some(true));
    }

    // Twice is once.
    let done = send_all(&world, "/tools", &set("idempotent", "true", &tools)).await;
    assert_eq!(done.leads(), "/tools?done=set&n=0");
    let page = world.browser().get(done.leads()).await;
    page.says(200, &["the values were already set"]);

    let done = send(&world, "/tools", &set("idempotent", "unset", &["zoo.feed"])).await;
    assert_eq!(done.leads(), "/tools?done=set&n=1");
    assert_eq!(hint(&world, "zoo.feed", Hint::Idempotent), None);
    let done = send_all(&world, "/tools", &set("idempotent", "reset", &tools)).await;
    assert_eq!(done.leads(), "/tools?done=set&n=2");
    assert_eq!(hint(&world, "zoo.feed", Hint::Idempotent), Some(false));
    assert_eq!(hint(&world, "zoo.sing", Hint::Idempotent), None);
    assert!(said(&world, "zoo.feed").await.opinion.is_empty());
    let filter = ChangeFilter {
        limit: 50,
        ..ChangeFilter::default()
    };
    let changes = world.gateway.records().changes(&filter);
    let changes = changes.await.expect("a database").changes;
    assert_eq!(changes.len(), 5, "{changes:?}");
    assert!(changes.iter().all(|change| change.author.name == "local"));
}

#[tokio::test]
async fn what_others_said_about_a_tool_keeps_its_voice() {
    let world = zoo().await;
    let key = OpinionKey::everywhere(ToolPattern::parse("zoo.sing").expect("a pattern"));
    let mut amendment = OpinionEdit::default();
    amendment.title = Some(FieldEdit::Set("Sing a song".into()));
    let mut ada = author();
    ada.name = "ada".to_owned();
    ada.why = Some("nicer".to_owned());
    let editor = world.gateway.editor();
    let amended = editor.amend(&ada, &key, &amendment, None).await;
    amended.expect("an opinion");

    let tools = ["zoo.sing", "zoo.release"];
    let done = send_all(&world, "/tools", &set("open_world", "false", &tools)).await;
    assert_eq!(done.leads(), "/tools?done=set&n=2");
    let opinion = said(&world, "zoo.sing").await.opinion;
    let title = opinion.title.clone().expect("a title");
    assert_eq!(title.provenance.why.as_deref(), Some("nicer"));
    assert!(
        title.provenance.to_string().contains("by ada"),
        "{}",
        title.provenance
    );
    assert!(opinion.hint(Hint::OpenWorld).is_some());
}

#[tokio::test]
async fn what_the_file_declares_is_refused_and_the_rest_done() {
    let world = declaring("zoo.s*", Hint::ReadOnly, true).await;
    let tools = ["zoo.sing", "zoo.feed"];
    let page = send_all(&world, "/tools", &set("read_only", "false", &tools)).await;
    page.says(200, &["1 tool updated.", "candor.toml:7"]);
    let page = send_all(&world, "/tools", &set("read_only", "false", &tools)).await;
    page.says(422, &["Nothing was changed. 1 tool unchanged."]);
    let page = send_all(&world, "/tools", &set("read_only", "unset", &tools)).await;
    page.says(
        200,
        &["1 tool updated.", "1 tool not updated:", "candor.toml:7"],
    );
    assert_page!("some_refused", page);
    assert_eq!(hint(&world, "zoo.sing", Hint::ReadOnly), Some(true));
    assert_eq!(hint(&world, "zoo.feed", Hint::ReadOnly), None);
    let page = send(&world, "/tools", &set("read_only", "false", &["zoo.sing"])).await;
    page.says(422, &["Nothing was changed.", "change it there"]);
}

#[tokio::test]
async fn what_makes_no_sense_is_refused() {
    let world = zoo().await;
    let good = "act=set&hint=read_only&value=true";
    let long = format!("{good}&tool[]=zoo.feed&why={}", "w".repeat(1_001));
    for (fields, expect) in [
        (good, "No tool is selected."),
        ("tool[]=zoo.feed", "The form has no action."),
        ("act=burn&tool[]=zoo.feed", "`burn` is not an action."),
        (
            "act=set&hint=cute&value=true&tool[]=zoo.feed",
            "`cute` is not a hint.",
        ),
        (
            "act=set&hint=read_only&value=yes&tool[]=zoo.feed",
            "`yes` is not a value of a hint.",
        ),
        (
            &format!("{good}&tool[]=zoo.feed&place=toolset"),
            "`toolset` is not a scope",
        ),
        (
            &format!("{good}&tool[]=zoo.feed&which=most"),
            "`most` is not a selection of tools",
        ),
        (
            &format!("{good}&tool[]=zoo.gone"),
            "None of the selected tools exists",
        ),
        (&long, "Nothing was changed: `why`"),
    ] {
        let fields = fields.split('&').filter_map(|field| field.split_once('='));
        let fields: Vec<_> = fields.collect();
        let page = send(&world, "/tools?source=zoo", &fields).await;
        page.says(422, &[expect, "role=\"alert\"", "Source: zoo"]);
    }
    let entries = world.gateway.editor().opinions().await.expect("a database");
    assert_eq!(entries, []);
}

#[tokio::test]
async fn what_was_written_is_there_again() {
    let world = zoo().await;
    let fields = [
        ("act", "set"),
        ("hint", "open_world"),
        ("value", "maybe"),
        ("which", "found"),
        ("why", "\"because\""),
        ("tool[]", "zoo.feed"),
    ];
    let page = send(&world, "/tools", &fields).await;
    page.says(
        422,
        &[
            "value=\"zoo.feed\" aria-label=\"Select zoo.feed\" checked",
            "<option value=\"open_world\" selected>",
            "value=\"found\" checked",
            "value=\"&#34;because&#34;\"",
        ],
    );
    assert_page!("refused", page);
    let entries = world.gateway.editor().opinions().await.expect("a database");
    assert_eq!(entries, []);

    let fields = set("read_only", "true", &["zoo.feed", "zoo.gone"]);
    let page = send_all(&world, "/tools", &fields).await;
    page.says(
        200,
        &[
            "1 tool updated.",
            "zoo.gone",
            "it is no longer in this list",
        ],
    );
    // Each alone makes sense; both in one layer do not.
    let page = send(&world, "/tools", &set("destructive", "true", &["zoo.feed"])).await;
    page.says(422, &["cannot both be true"]);
}

#[tokio::test]
async fn everything_that_is_found_is_asked_about_once_more() {
    let world = zoo().await;
    let mut local = world.browser();
    let fields = [
        ("act", "set"),
        ("hint", "open_world"),
        ("value", "false"),
        ("which", "found"),
        ("why", "all of it"),
    ];
    let list = "/tools?source=zoo&group=none";
    let asked = local.submit(list, TO, &fields).await;
    asked.says(
        200,
        &[
            "Set Open world to No for 4 tools",
            "zoo.sing",
            "Open world: Not set → No",
        ],
    );
    assert_page!("confirm", asked);
    let entries = world.gateway.editor().opinions().await.expect("a database");
    assert_eq!(entries, []);

    let answer: Vec<_> = asked.hidden(TO);
    let answer: Vec<_> = answer
        .iter()
        .map(|(name, value)| (&**name, &**value))
        .collect();
    let done = local.post(TO, &answer).await;
    assert_eq!(done.leads(), "/tools?source=zoo&group=none&done=set&n=4");
    assert_eq!(hint(&world, "zoo.sing", Hint::OpenWorld), Some(false));
    assert_eq!(hint(&world, "web.get_page", Hint::OpenWorld), None);

    // The answer was to another question.
    let page = local.post(TO, &answer).await;
    page.says(
        409,
        &["The tools changed since you opened this page", "No → No"],
    );
}

#[tokio::test]
async fn forms_of_others_change_nothing() {
    let world = zoo().await;
    let fields = set("read_only", "true", &["zoo.feed"]);
    let page = world.browser().post(TO, &fields).await;
    page.says(403, &["Form expired", "href=\"/tools/bulk\""]);
    assert_eq!(world.browser().get(TO).await.leads(), "/tools");
    let fields = [("act", "set"), ("from", "source=nowhere")];
    send(&world, "/tools", &fields)
        .await
        .says(400, &["There is no source `nowhere`."]);
    let fields = [("act", "set"), ("from", "\u{1}\n ")];
    send(&world, "/tools", &fields)
        .await
        .says(400, &["invalid query string"]);
    let entries = world.gateway.editor().opinions().await.expect("a database");
    assert_eq!(entries, []);
}

#[tokio::test]
async fn a_form_is_bound_to_its_user() {
    let world = PageWorld::planned(PageWorldPlan {
        policy_settings: guarded_settings(),
        ..plan()
    })
    .await;
    let mut edith = world.logged_in("edith", "viewer,editor").await;
    let mut fields = set("read_only", "false", &["zoo.sing"]);
    fields.push(("why", "it is loud"));
    let done = edith.submit("/tools", TO, &fields).await;
    assert_eq!(done.leads(), "/tools?done=set&n=1");
    let said = said(&world, "zoo.sing").await.opinion;
    let provenance = said
        .hint(Hint::ReadOnly)
        .expect("a hint")
        .provenance
        .to_string();
    assert!(provenance.contains("by edith: it is loud"), "{provenance}");

    // A form that was shown before the role was gone.
    let shown = edith.get("/tools").await.hidden(TO);
    let mut vera = world.logged_in("vera", "viewer").await;
    let mut fields: Vec<_> = shown
        .iter()
        .map(|(name, value)| (&**name, &**value))
        .collect();
    fields.extend(set("read_only", "true", &["zoo.sing"]));
    vera.post(TO, &fields).await.says(403, &["Form expired"]);
}
