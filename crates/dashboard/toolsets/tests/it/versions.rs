//! What a toolset was, and how it becomes so again.

use candor_model::ToolsetMember;

use crate::world::{assert_kept, author, edit, guarded, make, members, name, open};

const PATH: &str = "/toolsets/reading/versions";

#[tokio::test]
async fn an_earlier_version_is_brought_back() {
    let world = open().await;
    make(&world, "reading", &["shop.list_books"]).await;
    let editor = world.gateway.editor();
    edit(&world, "reading", |toolset| {
        toolset.members = vec![ToolsetMember::parse("web.fetch").expect("a member")];
        toolset.description = "other".to_owned();
    })
    .await;
    let first = editor
        .toolset_versions(&name("reading"))
        .await
        .expect("versions");
    let numbers: Vec<u64> = first.iter().map(|one| one.number).collect();
    assert_eq!(numbers, [2, 1], "counted from 1 in every toolset");
    let first = first.last().expect("a version").number.to_string();
    let mut browser = world.browser();
    let page = browser.get(PATH).await;
    page.says(
        200,
        &["the book club &#60;meets&#62;", "web.fetch", "Restore"],
    );
    page.says(200, &["Version 1<", "Version 2 <", "restore\" value=\"1\""]);
    let sent = browser.submit(PATH, PATH, &[("restore", &first)]).await;
    assert_eq!(sent.leads(), "/toolsets/reading?done=restored");
    assert_eq!(members(&world, "reading").await, ["shop.list_books"]);
    browser
        .get(sent.leads())
        .await
        .says(200, &["Version restored."]);
}

#[tokio::test]
async fn versions_are_shown_with_what_they_changed() {
    let world = open().await;
    make(&world, "reading", &["shop.list_books"]).await;
    edit(&world, "reading", |toolset| {
        toolset
            .members
            .push(ToolsetMember::parse("web.fetch").expect("a member"));
        toolset.budget = Some(700);
    })
    .await;
    let page = world.browser().get(PATH).await;
    page.says(200, &["Added: ", "Maximum description length"]);
    assert_kept!("versions", page);
}

#[tokio::test]
async fn a_deleted_one_comes_back() {
    let world = open().await;
    make(&world, "reading", &["shop.list_books"]).await;
    let editor = world.gateway.editor();
    let first = editor
        .toolset_versions(&name("reading"))
        .await
        .expect("versions")[0]
        .number;
    editor
        .delete_toolset(&author(), &name("reading"), None)
        .await
        .expect("gone");
    let mut browser = world.browser();
    let sent = browser
        .submit(PATH, PATH, &[("restore", &first.to_string())])
        .await;
    assert_eq!(sent.leads(), "/toolsets/reading?done=restored");
    assert_eq!(members(&world, "reading").await, ["shop.list_books"]);
}

#[tokio::test]
async fn nonsense_and_strangers_bring_back_nothing() {
    let world = guarded().await;
    make(&world, "reading", &["shop.list_books"]).await;
    edit(&world, "reading", |toolset| {
        toolset.members.clear();
    })
    .await;
    let mut eve = world.logged_in("eve", "editor,viewer").await;
    let page = eve.submit(PATH, PATH, &[("restore", "<x>")]).await;
    page.says(422, &["`&#60;x&#62;` is not a version", "All versions"]);
    let page = eve.submit(PATH, PATH, &[("restore", "99999999")]).await;
    page.says(404, &["All versions"]);
    eve.post(PATH, &[("restore", "1")])
        .await
        .says(403, &["Form expired"]);
    let mut vic = world.logged_in("vic", "viewer").await;
    let page = vic.get(PATH).await;
    page.says(200, &["Requires the editor role"]);
    page.lacks(&["Restore"]);
    assert!(members(&world, "reading").await.is_empty());
}
