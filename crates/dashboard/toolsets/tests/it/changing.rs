//! Changing a toolset, and two people who do so at once.

use candor_model::{QualifiedName, SourceName, ToolRef, Toolset, ToolsetMember};
use candor_pagetest::FetchedHtml;

use crate::world::{assert_kept, author, edit, guarded, kept, make, members, name, open};

const EDIT: &str = "/toolsets/reading/edit";

fn pairs(fields: &[(String, String)]) -> Vec<(&str, &str)> {
    fields.iter().map(|(a, b)| (&**a, &**b)).collect()
}

/// The hidden fields of the form, with more.
fn with<'a>(
    hidden: &'a [(String, String)],
    more: &[(&'a str, &'a str)],
) -> Vec<(&'a str, &'a str)> {
    let mut all = pairs(hidden);
    all.retain(|(name, _)| *name != "had[]");
    all.extend(more);
    all
}

fn hidden(page: &FetchedHtml) -> Vec<(String, String)> {
    page.hidden(EDIT)
}

#[tokio::test]
async fn members_and_settings_are_changed() {
    let world = open().await;
    make(&world, "reading", &["shop.list_*"]).await;
    let mut browser = world.browser();
    let page = browser.get(EDIT).await;
    page.says(
        200,
        &[
            "Preview: 2 tools",
            "shop.list_*\n</textarea>",
            "by <code>shop.list_*",
        ],
    );
    assert_kept!("edit", page);
    let hidden = hidden(&page);
    let fields = with(
        &hidden,
        &[
            ("do", "save"),
            ("name", "club"),
            ("members", "web.fetch\nshop.list_*"),
            ("why", "for the club"),
        ],
    );
    let sent = browser.post(EDIT, &fields).await;
    assert_eq!(sent.leads(), "/toolsets/club?done=changed");
    assert_eq!(members(&world, "club").await, ["web.fetch", "shop.list_*"]);
    // The old name is gone, and the form with it.
    browser
        .post(EDIT, &fields)
        .await
        .says(404, &["Toolset not found"]);
}

#[tokio::test]
async fn two_editors_see_both_sides() {
    let world = open().await;
    make(&world, "reading", &["shop.list_books"]).await;
    let mut browser = world.browser();
    let page = browser.get(EDIT).await;
    let old = hidden(&page);
    edit(&world, "reading", |toolset| {
        toolset.description = "theirs".to_owned();
        toolset
            .members
            .push(ToolsetMember::parse("web.fetch").expect("a member"));
    })
    .await;
    let typed = [
        ("do", "save"),
        ("name", "reading"),
        ("description", "mine"),
        ("members", "shop.list_orders"),
    ];
    let clash = browser.post(EDIT, &with(&old, &typed)).await;
    clash.says(
        409,
        &[
            "someone else changed this toolset",
            "theirs",
            "mine",
            "web.fetch",
            "shop.list_orders</textarea>",
        ],
    );
    assert_kept!("clash", clash);
    assert_eq!(kept(&world, "reading").await.description, "theirs");
    // Sent again from there, it counts.
    let new = hidden(&clash);
    let sent = browser.post(EDIT, &with(&new, &typed)).await;
    assert_eq!(sent.leads(), "/toolsets/reading?done=changed");
    assert_eq!(kept(&world, "reading").await.description, "mine");
    // A form without a version was not made here.
    let blind: Vec<_> = with(&new, &typed)
        .into_iter()
        .filter(|(name, _)| *name != "version")
        .collect();
    browser
        .post(EDIT, &blind)
        .await
        .says(409, &["someone else"]);
}

#[tokio::test]
async fn members_that_no_line_means_stay() {
    let world = open().await;
    let editor = world.gateway.editor();
    make(&world, "reading", &["shop.list_books"]).await;
    let pin = editor.explain(
        &QualifiedName::parse("shop.list_books").expect("a name"),
        &candor_gateway::Endpoint::default(),
    );
    let id = pin.expect("a tool").tool.ref_id;
    let odd = QualifiedName::new(SourceName::parse("shop").expect("a name"), "a\nb");
    let toolset = Toolset {
        members: vec![
            ToolsetMember::Tool(ToolRef::named(odd)),
            ToolsetMember::Tool(
                ToolRef::new(QualifiedName::parse("shop.list_books"), Some(id))
                    .expect("a reference"),
            ),
        ],
        ..Toolset::new(name("odd"))
    };
    let baggage = candor_gateway::edit::ToolsetImport {
        toolsets: &[toolset],
        ..Default::default()
    };
    editor
        .import_toolsets(&author(), &baggage)
        .await
        .expect("an import");
    let to = "/toolsets/odd/edit";
    let mut browser = world.browser();
    let page = browser.get(to).await;
    page.says(200, &["cannot be shown as a line", "shop.list_books @"]);
    let hidden = page.hidden(to);
    let mut fields = pairs(&hidden);
    fields.retain(|(name, _)| *name != "had[]");
    fields.extend([("do", "save"), ("name", "odd"), ("members", "web.fetch")]);
    assert_eq!(
        browser.post(to, &fields).await.leads(),
        "/toolsets/odd?done=changed"
    );
    assert_eq!(members(&world, "odd").await, ["web.fetch", "shop.a\nb"]);
}

#[tokio::test]
async fn roles_and_forms_are_checked() {
    let world = guarded().await;
    make(&world, "reading", &["shop.list_books"]).await;
    let mut eve = world.logged_in("eve", "editor,viewer").await;
    let page = eve.get(EDIT).await;
    let fields = hidden(&page);
    let mut vic = world.logged_in("vic", "viewer").await;
    vic.post(EDIT, &with(&fields, &[("do", "save")]))
        .await
        .says(403, &["Form expired"]);
    eve.post(EDIT, &[("do", "save"), ("name", "x1")])
        .await
        .says(403, &["Form expired"]);
    let many: Vec<_> = std::iter::repeat_n(("about[]", "shop.*"), 3_000).collect();
    eve.post(EDIT, &many)
        .await
        .says(400, &["more than 2048 fields"]);
    let long = "shop.x".repeat(200_000);
    eve.post(EDIT, &[("members", &long)])
        .await
        .says(413, &["larger than"]);
    let lines: Vec<_> = (0..1_100).map(|at| format!("shop.x{at}")).collect();
    let lines = lines.join("\n");
    let fields = with(
        &fields,
        &[("do", "save"), ("name", "reading"), ("members", &lines)],
    );
    let page = eve.post(EDIT, &fields).await;
    page.says(422, &["at most 1000 members", "and 1,080 more"]);
    assert_eq!(members(&world, "reading").await, ["shop.list_books"]);
}
