//! Building a toolset: by picking and by rule, without a script.

use candor_pagetest::{FetchedHtml, TestBrowser};

use crate::world::{assert_kept, kept, members, open};

const NEW: &str = "/toolsets/new";

/// What a browser would send of a page: its fields as they are drawn, with some changed.
async fn send(
    browser: &mut TestBrowser,
    page: &FetchedHtml,
    fields: &[(&str, &str)],
) -> FetchedHtml {
    let mut sent = page.hidden(NEW);
    let area = page.text.split("name=\"members\"").nth(1).expect("members");
    let area = area.split_once('>').expect("a tag").1;
    let text = area.split("</textarea>").next().expect("an end");
    let text = text.strip_prefix('\n').unwrap_or(text).to_owned();
    if !fields.iter().any(|(name, _)| *name == "members") {
        sent.push(("members".to_owned(), text));
    }
    let more = fields
        .iter()
        .map(|(a, b)| ((*a).to_owned(), (*b).to_owned()));
    sent.extend(more);
    let sent: Vec<_> = sent.iter().map(|(a, b)| (&**a, &**b)).collect();
    browser.post(NEW, &sent).await
}

#[tokio::test]
async fn a_toolset_is_picked_and_saved() {
    let world = open().await;
    let mut browser = world.browser();
    let page = browser.get(NEW).await;
    page.says(200, &["Preview: 0 tools", "1 to 5 of 5"]);
    assert_kept!("new", page);

    let fields = [
        ("do", "search"),
        ("name", "reading"),
        ("find", "WEB"),
        ("pick[]", "shop.list_books"),
    ];
    let page = send(&mut browser, &page, &fields).await;
    page.says(
        200,
        &[
            "Preview: 1 tool",
            "value=\"reading\"",
            "1 to 2 of 2",
            "shop.list_books\n</textarea>",
        ],
    );

    // What was picked is kept though it is not on the page; what is unticked goes.
    let fields = [
        ("do", "check"),
        ("name", "reading"),
        ("find", "web"),
        ("pick[]", "web.fetch"),
        ("pick[]", "web.post"),
    ];
    let page = send(&mut browser, &page, &fields).await;
    page.says(200, &["Preview: 3 tools", "Data exfiltration risk."]);
    assert_kept!("picked", page);
    let fields = [
        ("do", "check"),
        ("name", "reading"),
        ("find", "web"),
        ("pick[]", "web.fetch"),
    ];
    let page = send(&mut browser, &page, &fields).await;
    page.says(200, &["Preview: 2 tools"]);
    page.lacks(&["Data exfiltration risk."]);

    let fields = [
        ("do", "rule"),
        ("name", "reading"),
        ("pattern", "shop.*"),
        ("find", "nothing like it"),
    ];
    // The boxes of the last page are not sent here, so nothing is ticked there.
    let page = send(&mut browser, &page, &fields).await;
    page.says(200, &["shop.*\n", "No matching tools."]);

    let fields = [
        ("do", "save"),
        ("name", "reading"),
        ("description", "for <all>"),
        ("profile", "explicit"),
        ("provenance", "on"),
        ("budget", "900"),
        ("tools_only", "yes"),
        ("about[]", "shop.delete_*"),
        ("when[]", "always"),
        ("about[]", ""),
        ("when[]", "always"),
        ("why", "because"),
    ];
    let saved = send(&mut browser, &page, &fields).await;
    assert_eq!(saved.leads(), "/toolsets/reading?done=made");
    assert_eq!(
        members(&world, "reading").await,
        ["shop.list_books", "shop.*"]
    );
    let toolset = kept(&world, "reading").await;
    assert_eq!(toolset.description, "for <all>");
    assert_eq!(
        (toolset.budget, toolset.provenance),
        (Some(900), Some(true))
    );
    assert!(!toolset.prompts_and_resources);
    assert_eq!(toolset.profile, Some(candor_model::HintProfile::Explicit));
    assert_eq!(toolset.confirm[0].0.to_string(), "shop.delete_*");
    let page = browser.get("/toolsets/reading").await;
    page.says(
        200,
        &["for &lt;all&gt;", "Always", "900 characters", "explicit"],
    );
}

#[tokio::test]
async fn rules_are_added_by_pattern_and_by_hint() {
    let world = open().await;
    let mut browser = world.browser();
    let page = browser.get(NEW).await;
    for (fields, status, part) in [
        (
            &[("pattern", "shop.list_*")][..],
            200,
            "shop.list_*\n</textarea>",
        ),
        (
            &[("hint", "read_only=true")],
            200,
            "read_only=true\n</textarea>",
        ),
        (
            &[("hint", "read_only=true"), ("hint-source", "web")],
            200,
            "web:read_only=true\n</textarea>",
        ),
        (&[("pattern", "shop")], 200, "`shop` names no tool"),
        (
            &[("hint", "read_only=maybe")],
            200,
            "`read_only=maybe` selects nothing",
        ),
        (&[], 200, "Enter a pattern"),
    ] {
        let mut all = vec![("do", "rule")];
        all.extend(fields);
        let page = send(&mut browser, &page, &all).await;
        page.says(status, &[part]);
    }
}

#[tokio::test]
async fn what_is_wrong_is_said_at_its_field_and_kept() {
    let world = open().await;
    let mut browser = world.browser();
    let page = browser.get(NEW).await;
    let fields = [
        ("do", "save"),
        ("name", "No!"),
        ("description", "kept <text>"),
        ("members", "shop.list_books\nnonsense"),
        ("about[]", "shop"),
        ("when[]", "first"),
        ("budget", "much"),
        ("why", "kept why"),
    ];
    let refused = send(&mut browser, &page, &fields).await;
    refused.says(
        422,
        &[
            "id=\"name-fault\"",
            "Line 2: `nonsense` names no tool",
            "id=\"ask-fault\"",
            "`much` is not a number",
            "kept &#60;text&#62;",
            "value=\"kept why\"",
            "value=\"No!\"",
        ],
    );
    assert_kept!("wrong", refused);
    for (fields, status, part) in [
        (&[("members", "shop.list_boks")][..], 422, "shop.list_boks"),
        (&[("members", "nowhere.*")], 422, "nowhere"),
        (
            &[("budget", "5")],
            422,
            "a budget of 5 characters is out of range",
        ),
        (&[("description", "hidden \u{202e}")], 422, "U+202E"),
    ] {
        let mut all = vec![("do", "save"), ("name", "fine")];
        all.extend(fields);
        let refused = send(&mut browser, &page, &all).await;
        assert_eq!(refused.status, status, "{}", refused.text);
        assert!(
            refused.text.to_lowercase().contains(&part.to_lowercase()),
            "{part}: {}",
            refused.text
        );
    }
    assert!(
        world
            .gateway
            .editor()
            .toolsets()
            .await
            .expect("toolsets")
            .is_empty()
    );
}

#[tokio::test]
async fn a_name_is_taken_once() {
    let world = open().await;
    let mut browser = world.browser();
    let page = browser.get(NEW).await;
    let fields = [
        ("do", "save"),
        ("name", "reading"),
        ("members", "shop.list_books"),
    ];
    send(&mut browser, &page, &fields).await.leads();
    let again = send(&mut browser, &page, &fields).await;
    again.says(409, &["exists already", "value=\"reading\""]);
    browser
        .post(NEW, &[("do", "save"), ("name", "other")])
        .await
        .says(403, &["Form expired"]);
}

#[tokio::test]
async fn tools_can_be_brought_along() {
    let world = open().await;
    let page = world
        .browser()
        .get("/toolsets/new?tool=shop.list_books&tool=web.fetch&tool=%3F")
        .await;
    page.says(
        200,
        &[
            "Preview: 2 tools",
            "shop.list_books\nweb.fetch\n</textarea>",
        ],
    );
}
