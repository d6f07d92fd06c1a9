//! A `.mcp.json` with several servers.

use serde_json::json;

use crate::world::{NOWHERE, TOOLS, assert_kept, echo_upstream, empty, send, shop, until};

/// What the file says, other fields, and what is answered.
type McpJsonCase<'a> = (&'a str, &'a [(&'a str, &'a str)], u16, &'a str);

const KIND: &str = "mcp-json";

#[tokio::test]
async fn servers_are_listed_and_those_ticked_are_saved() {
    let (world, upstream) = (empty().await, echo_upstream(TOOLS));
    let mut local = world.browser();
    let text = json!({"mcpServers": {
        "books": {"type": "http", "url": upstream.url(),
                  "headers": {"Authorization": "Bearer s3cret-bearer"}},
        "gone": {"url": NOWHERE},
        "files": {"command": "no-such-program", "args": ["two words"], "env": {"KEY": "s3cret-key"}},
        "broken": {},
    }})
    .to_string();
    let page = send(&mut local, KIND, &[("do", "check"), ("text", &text)]).await;
    let parts = [
        "Servers in the file",
        "Add <bdi>books</bdi>",
        "no-such-program &#39;two words&#39;",
        "has neither a `command` nor a `url`",
        "name=\"listed\" value=\"yes\"",
        "name=\"pick[]\" value=\"books\" checked",
    ];
    page.says(200, &parts);
    // In the text that was pasted, and nowhere else.
    assert_eq!(page.text.matches("s3cret-bearer").count(), 1);
    assert_eq!(page.text.matches("s3cret-key").count(), 1);
    assert_kept!("several", page);
    assert!(world.gateway.sources().is_empty());

    let preview = [
        ("listed", "yes"),
        ("pick[]", "gone"),
        ("preview", "books"),
        ("text", &text),
    ];
    let page = send(&mut local, KIND, &preview).await;
    let parts = [
        "burn_book",
        "name=\"pick[]\" value=\"gone\" checked",
        "name=\"pick[]\" value=\"books\">",
    ];
    page.says(200, &parts);

    let save = [
        ("do", "save"),
        ("listed", "yes"),
        ("pick[]", "books"),
        ("pick[]", "gone"),
        ("text", &text),
    ];
    let page = send(&mut local, KIND, &save).await;
    assert_eq!(page.leads(), "/sources?done=added");
    until(&world, "books", |status| status.state.is_ready()).await;
    assert_eq!(world.gateway.sources().len(), 2);

    // Once more: both are there, and nothing else happens.
    let page = send(&mut local, KIND, &save).await;
    let parts = [
        "Nothing was added, because `books` cannot be added.",
        "A source `books` already exists.",
    ];
    page.says(409, &parts);
    let one = [
        ("do", "save"),
        ("listed", "yes"),
        ("pick[]", "books"),
        ("pick[]", "files"),
        ("text", &text),
    ];
    let page = send(&mut local, KIND, &one).await;
    page.says(
        409,
        &["Nothing was added, because `books` cannot be added."],
    );
    assert_eq!(world.gateway.sources().len(), 2);
}

#[tokio::test]
async fn one_of_them_leads_to_its_page() {
    let world = empty().await;
    let mut local = world.browser();
    let text = json!({"mcpServers": {"gone": {"url": NOWHERE}}}).to_string();
    // No selection has been made yet.
    let page = send(&mut local, KIND, &[("do", "save"), ("text", &text)]).await;
    page.says(200, &["name=\"pick[]\" value=\"gone\" checked"]);
    assert!(world.gateway.sources().is_empty());
    let fields = [
        ("do", "save"),
        ("listed", "yes"),
        ("pick[]", "gone"),
        ("trust", "trusted"),
        ("text", &text),
    ];
    let page = send(&mut local, KIND, &fields).await;
    assert_eq!(page.leads(), "/sources/gone?done=added");
}

#[tokio::test]
async fn of_two_who_add_the_same_one_is_told() {
    let world = empty().await;
    let (mut one, mut other) = (world.browser(), world.browser());
    let text = json!({"mcpServers": {"a": {"url": NOWHERE}, "b": {"url": NOWHERE}}}).to_string();
    let fields = [
        ("do", "save"),
        ("listed", "yes"),
        ("pick[]", "a"),
        ("pick[]", "b"),
        ("text", &text),
    ];
    let (one, other) = tokio::join!(
        send(&mut one, KIND, &fields),
        send(&mut other, KIND, &fields)
    );
    let mut statuses = [one.status, other.status];
    statuses.sort_unstable();
    // Where each was first with one of the two, both are told.
    assert!(matches!(statuses, [303 | 409, 409]), "{statuses:?}");
    let refused = [&one, &other].into_iter().find(|page| page.status == 409);
    let refused = refused.expect("one is refused");
    assert!(refused.text.contains("already"), "{}", refused.text);
    assert_eq!(world.gateway.sources().len(), 2);
}

#[tokio::test]
async fn what_cannot_be_read_or_chosen_is_said() {
    let world = shop().await;
    let mut local = world.browser();
    let many: serde_json::Map<_, _> = (0..101)
        .map(|at| (format!("s{at}"), json!({"url": NOWHERE})))
        .collect();
    let many = json!({"mcpServers": many}).to_string();
    let one = json!({"mcpServers": {"gone": {"url": NOWHERE}}}).to_string();
    let bad = json!({"mcpServers": {"gone": {"url": "ftp://x"}}}).to_string();
    let cases: [McpJsonCase<'_>; 8] = [
        ("", &[], 422, "Choose a file, or paste its contents."),
        ("{", &[], 422, "This source cannot be used."),
        ("[]", &[], 422, "This source cannot be used."),
        ("{\"mcpServers\": {}}", &[], 422, "The file has no servers"),
        ("{\"mcpServers\": {\"a\": {}}}", &[], 422, "has neither"),
        (&many, &[], 422, "The file has 101 servers; at most 100"),
        (
            &one,
            &[("listed", "yes")],
            422,
            "select at least one server",
        ),
        (
            &one,
            &[("listed", "yes"), ("pick[]", "other")],
            422,
            "select at least one",
        ),
    ];
    for (text, fields, status, part) in cases {
        let mut sent = vec![("do", "save"), ("text", text)];
        sent.extend(fields);
        let page = send(&mut local, KIND, &sent).await;
        page.says(status, &[part, "role=\"alert\""]);
    }
    let fields = [
        ("do", "save"),
        ("listed", "yes"),
        ("pick[]", "gone"),
        ("text", &*bad),
    ];
    let page = send(&mut local, KIND, &fields).await;
    page.says(422, &["ftp"]);
    assert_eq!(world.gateway.sources().len(), 1);
}
