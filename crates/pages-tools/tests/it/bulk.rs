//! Something is done to many tools at once.

use candor_gateway::desk::Entry;
use candor_model::{Amend, Amendment, Hint, OpinionKey, ToolPattern};
use candor_pagetest::{Page, Plan, World, assert_page, guarded_house};
use candor_store::ChangeFilter;

use crate::kit::{author, declaring, hint, plan, zoo};

const TO: &str = "/tools/bulk";

/// Sends the form below the list.
async fn send(world: &World, list: &str, fields: &[(&str, &str)]) -> Page {
    world.browser().submit(list, TO, fields).await
}

fn set<'a>(hint: &'a str, value: &'a str, tools: &[&'a str]) -> Vec<(&'a str, &'a str)> {
    let mut fields = vec![("act", "set"), ("hint", hint), ("value", value)];
    fields.extend(tools.iter().map(|tool| ("tool[]", *tool)));
    fields
}

/// Fields may be there more than once, which [`candor_pagetest::Browser::submit`] keeps from
/// happening.
async fn send_all(world: &World, list: &str, fields: &[(&str, &str)]) -> Page {
    let mut local = world.browser();
    let opened = local.get(list).await;
    let hidden = opened.hidden(TO);
    let hidden = hidden.iter().map(|(name, value)| (&**name, &**value));
    let fields: Vec<_> = hidden.chain(fields.iter().copied()).collect();
    local.post(TO, &fields).await
}

async fn said(world: &World, about: &str) -> Entry {
    let key = OpinionKey::everywhere(ToolPattern::parse(about).expect("a pattern"));
    world
        .gateway
        .desk()
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
        &[
            "2 tools were changed.",
            "is-overridden",
            "I asked the keeper",
        ],
    );
    for tool in tools {
        assert_eq!(hint(&world, tool, Hint::Idempotent), Some(true));
    }

    // Twice is once.
    let done = send_all(&world, "/tools", &set("idempotent", "true", &tools)).await;
    assert_eq!(done.leads(), "/tools?done=set&n=0");
    let page = world.browser().get(done.leads()).await;
    page.says(200, &["it was so already"]);

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
    let changes = world.gateway.store().changes(&filter);
    let changes = changes.await.expect("a database").changes;
    assert_eq!(changes.len(), 5, "{changes:?}");
    assert!(changes.iter().all(|change| change.author.name == "local"));
}

#[tokio::test]
async fn what_others_said_about_a_tool_keeps_its_voice() {
    let world = zoo().await;
    let key = OpinionKey::everywhere(ToolPattern::parse("zoo.sing").expect("a pattern"));
    let mut amendment = Amendment::default();
    amendment.title = Some(Amend::Set("Sing a song".into()));
    let mut ada = author();
    ada.name = "ada".to_owned();
    ada.why = Some("nicer".to_owned());
    let desk = world.gateway.desk();
    let amended = desk.amend(&ada, &key, &amendment, None).await;
    amended.expect("an opinion");

    let tools = ["zoo.sing", "zoo.release"];
    let done = send_all(&world, "/tools", &set("open_world", "false", &tools)).await;
    assert_eq!(done.leads(), "/tools?done=set&n=2");
    let opinion = said(&world, "zoo.sing").await.opinion;
    let title = opinion.title.clone().expect("a title");
    assert_eq!(title.voice.why.as_deref(), Some("nicer"));
    assert!(
        title.voice.to_string().contains("by ada"),
        "{}",
        title.voice
    );
    assert!(opinion.hint(Hint::OpenWorld).is_some());
}

#[tokio::test]
async fn what_the_file_declares_is_refused_and_the_rest_done() {
    let world = declaring("zoo.s*", Hint::ReadOnly, true).await;
    let tools = ["zoo.sing", "zoo.feed"];
    let page = send_all(&world, "/tools", &set("read_only", "false", &tools)).await;
    page.says(200, &["1 tool was changed.", "candor.toml:7"]);
    let page = send_all(&world, "/tools", &set("read_only", "false", &tools)).await;
    page.says(422, &["Nothing was changed. 1 tool was so already."]);
    let page = send_all(&world, "/tools", &set("read_only", "unset", &tools)).await;
    page.says(
        200,
        &[
            "1 tool was changed.",
            "1 tool was not changed:",
            "candor.toml:7",
        ],
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
        (good, "No tool is chosen."),
        (
            "tool[]=zoo.feed",
            "The form does not say what is to be done.",
        ),
        (
            "act=burn&tool[]=zoo.feed",
            "`burn` is nothing that could be done.",
        ),
        (
            "act=set&hint=cute&value=true&tool[]=zoo.feed",
            "`cute` is no hint.",
        ),
        (
            "act=set&hint=read_only&value=yes&tool[]=zoo.feed",
            "A hint cannot be `yes`.",
        ),
        (
            &format!("{good}&tool[]=zoo.feed&place=toolset"),
            "`toolset` is no place",
        ),
        (
            &format!("{good}&tool[]=zoo.feed&which=most"),
            "`most` says not which tools",
        ),
        (
            &format!("{good}&tool[]=zoo.gone"),
            "None of the chosen tools is here",
        ),
        (&long, "Nothing was changed: `why`"),
    ] {
        let fields = fields.split('&').filter_map(|field| field.split_once('='));
        let fields: Vec<_> = fields.collect();
        let page = send(&world, "/tools?source=zoo", &fields).await;
        page.says(422, &[expect, "role=\"alert\"", "Source: zoo"]);
    }
    let entries = world.gateway.desk().opinions().await.expect("a database");
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
            "value=\"zoo.feed\" aria-label=\"Choose zoo.feed\" checked",
            "<option value=\"open_world\" selected>",
            "value=\"found\" checked",
            "value=\"&#34;because&#34;\"",
        ],
    );
    assert_page!("refused", page);
    let entries = world.gateway.desk().opinions().await.expect("a database");
    assert_eq!(entries, []);

    let fields = set("read_only", "true", &["zoo.feed", "zoo.gone"]);
    let page = send_all(&world, "/tools", &fields).await;
    page.says(
        200,
        &[
            "1 tool was changed.",
            "zoo.gone",
            "it is not in this list any more",
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
            "Set open-world to false for 4 tools",
            "zoo.sing",
            "open-world: not set now, then false",
        ],
    );
    assert_page!("confirm", asked);
    let entries = world.gateway.desk().opinions().await.expect("a database");
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
        &[
            "The tools have changed since you were asked",
            "false now, then false",
        ],
    );
}

#[tokio::test]
async fn forms_of_others_change_nothing() {
    let world = zoo().await;
    let fields = set("read_only", "true", &["zoo.feed"]);
    let page = world.browser().post(TO, &fields).await;
    page.says(403, &["not one of ours", "href=\"/tools/bulk\""]);
    assert_eq!(world.browser().get(TO).await.leads(), "/tools");
    let fields = [("act", "set"), ("from", "source=nowhere")];
    send(&world, "/tools", &fields)
        .await
        .says(400, &["There is no source `nowhere`."]);
    let fields = [("act", "set"), ("from", "\u{1}\n ")];
    send(&world, "/tools", &fields)
        .await
        .says(400, &["cannot be read"]);
    let entries = world.gateway.desk().opinions().await.expect("a database");
    assert_eq!(entries, []);
}

#[tokio::test]
async fn an_editor_edits_in_their_own_name_and_nobody_with_their_form() {
    let world = World::planned(Plan {
        house: guarded_house(),
        ..plan()
    })
    .await;
    let mut edith = world.logged_in("edith", "viewer,editor").await;
    let mut fields = set("read_only", "false", &["zoo.sing"]);
    fields.push(("why", "it is loud"));
    let done = edith.submit("/tools", TO, &fields).await;
    assert_eq!(done.leads(), "/tools?done=set&n=1");
    let said = said(&world, "zoo.sing").await.opinion;
    let voice = said.hint(Hint::ReadOnly).expect("a hint").voice.to_string();
    assert!(voice.contains("by edith: it is loud"), "{voice}");

    // A form that was shown before the role was gone.
    let shown = edith.get("/tools").await.hidden(TO);
    let mut vera = world.logged_in("vera", "viewer").await;
    let mut fields: Vec<_> = shown
        .iter()
        .map(|(name, value)| (&**name, &**value))
        .collect();
    fields.extend(set("read_only", "true", &["zoo.sing"]));
    vera.post(TO, &fields).await.says(403, &["not one of ours"]);
}
