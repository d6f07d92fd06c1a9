//! One toolset: what is in it, why, and what it risks.

use candor_gateway::{DeclaredToolset, FileDeclarations};
use candor_model::SourceTrust;
use candor_pagetest::{PageWorld, PageWorldPlan};

use crate::world::{assert_kept, author, edit, guarded, make, name, open, plan, toolset};

#[tokio::test]
async fn tools_say_why_they_are_in() {
    let world = open().await;
    make(
        &world,
        "reading",
        &["shop.delete_book", "shop.list_*", "web:open_world=true"],
    )
    .await;
    let mut browser = world.browser();
    let page = browser.get("/toolsets/reading").await;
    page.says(
        200,
        &[
            "<code>shop.list_*</code>",
            "<code>web:open_world=true</code>",
            ">Name<",
            "<strong>Data exfiltration risk.</strong>",
        ],
    );
    assert_kept!("three_together", page);
}

#[tokio::test]
async fn what_only_reads_is_said_to() {
    let world = open().await;
    make(&world, "reading", &["shop:read_only=true"]).await;
    let page = world.browser().get("/toolsets/reading?done=made").await;
    page.says(200, &["Toolset created.", "</svg>Read-only</span>"]);
    page.lacks(&["xfiltration risk"]);
    assert_kept!("read_only", page);
}

#[tokio::test]
async fn what_names_nothing_is_told_with_the_reason() {
    let world = open().await;
    make(
        &world,
        "reading",
        &["shop.list_books", "shop:idempotent=true"],
    )
    .await;
    let page = world.browser().get("/toolsets/reading").await;
    page.says(200, &["<code>shop:idempotent=true</code>: no tool fits"]);
    assert_kept!("missing", page);
}

#[tokio::test]
async fn where_nobody_says_enough_the_three_may_meet() {
    let silent = r#"[{"name": "do", "inputSchema": {"type": "object"}}]"#;
    let mut plan = plan();
    let source = (
        "stranger".to_owned(),
        silent.to_owned(),
        SourceTrust::Untrusted,
    );
    plan.sources.push(source);
    let world = PageWorld::planned(plan).await;
    make(&world, "odd", &["shop.list_books", "stranger.*"]).await;
    let page = world.browser().get("/toolsets/odd").await;
    page.says(
        200,
        &[
            "Possible data exfiltration risk.",
            "Possibly: <a href=\"/tools/stranger.do\">",
        ],
    );
    page.lacks(&["<strong>Data exfiltration risk."]);
    assert_kept!("perhaps", page);
}

#[tokio::test]
async fn an_empty_one_says_what_to_do() {
    let world = open().await;
    make(&world, "empty", &[]).await;
    let page = world.browser().get("/toolsets/empty").await;
    page.says(
        200,
        &["This toolset has no tools now.", "Pick tools or add a rule"],
    );
    assert_kept!("empty", page);
}

#[tokio::test]
async fn what_the_file_declares_is_not_changed_here() {
    let mut declared = toolset("file", &["shop.delete_book"]);
    declared.budget = Some(900);
    declared.profile = Some(candor_model::HintProfile::Explicit);
    declared.confirm = vec![(
        candor_model::ToolPattern::parse("shop.*").expect("a pattern"),
        candor_model::ConfirmMode::Always,
    )];
    let world = PageWorld::planned(PageWorldPlan {
        declarations: FileDeclarations {
            toolsets: vec![DeclaredToolset {
                toolset: declared,
                place: "candor.toml:12".to_owned(),
            }],
            ..FileDeclarations::default()
        },
        ..plan()
    })
    .await;
    let mut browser = world.browser();
    let page = browser.get("/toolsets/file").await;
    page.says(200, &["Set in <code><bdi>candor.toml:12</bdi></code>"]);
    page.lacks(&["/toolsets/file/edit", "/toolsets/file/delete"]);
    assert_kept!("declared", page);
    for path in ["/toolsets/file/edit", "/toolsets/file/delete"] {
        assert_eq!(browser.get(path).await.leads(), "/toolsets/file");
    }
    let page = browser.get("/toolsets/file/versions").await;
    page.says(200, &["have no versions here"]);
    let page = browser
        .get("/toolsets/file/notes?tool=shop.delete_book")
        .await;
    page.says(200, &["Description sent to the model"]);
    page.lacks(&["Add note"]);
}

#[tokio::test]
async fn what_is_not_there_is_said() {
    let world = open().await;
    let mut browser = world.browser();
    for path in [
        "/toolsets/nobody",
        "/toolsets/No%21",
        "/toolsets/nobody/edit",
        "/toolsets/nobody/notes",
        "/toolsets/nobody/connect",
        "/toolsets/nobody/versions",
        "/toolsets/nobody/export",
        "/toolsets/nobody/clone",
        "/toolsets/nobody/delete",
    ] {
        browser
            .get(path)
            .await
            .says(404, &["Toolset not found", "All toolsets"]);
    }
}

#[tokio::test]
async fn one_that_is_called_like_a_page_has_its_own_address() {
    let world = open().await;
    make(&world, "new", &["shop.list_books"]).await;
    let mut browser = world.browser();
    browser
        .get("/toolsets")
        .await
        .says(200, &["href=\"/toolsets/%6Eew\""]);
    let page = browser.get("/toolsets/%6Eew").await;
    page.says(200, &["Toolset <bdi>new</bdi>"]);
    browser
        .get("/toolsets/new")
        .await
        .says(200, &["<h1>New toolset</h1>"]);
    let fields = [("do", "save"), ("name", "newer")];
    let to = "/toolsets/%6Eew/edit";
    assert_eq!(
        browser.submit(to, to, &fields).await.leads(),
        "/toolsets/newer?done=changed"
    );
}

#[tokio::test]
async fn many_tools_come_page_by_page() {
    let tools: Vec<_> = (0..60)
        .map(|at| format!(r#"{{"name": "t{at:02}", "inputSchema": {{"type": "object"}}}}"#))
        .collect();
    let world = PageWorld::planned(PageWorldPlan {
        sources: vec![(
            "big".to_owned(),
            format!("[{}]", tools.join(",")),
            SourceTrust::Untrusted,
        )],
        ..plan()
    })
    .await;
    make(&world, "all", &["big.*"]).await;
    let mut browser = world.browser();
    let first = browser.get("/toolsets/all").await;
    first.says(200, &["1 to 25 of 60", "?page=2", ">big.t00<", "big.t24"]);
    first.lacks(&["big.t25"]);
    let last = browser.get("/toolsets/all?page=3").await;
    last.says(200, &["51 to 60 of 60", "big.t59", "?page=2"]);
    for odd in ["0", "99999999999999999999", "x", "-1"] {
        let page = browser.get(&format!("/toolsets/all?page={odd}")).await;
        page.says(200, &["of 60"]);
    }
    let picker = browser.get("/toolsets/all/edit").await;
    picker.says(200, &["1 to 25 of 60", "value=\"next\" formnovalidate"]);
}

#[tokio::test]
async fn a_copy_is_made_whole() {
    let world = open().await;
    make(&world, "reading", &["shop.list_*"]).await;
    make(&world, "taken", &[]).await;
    let mut browser = world.browser();
    let to = "/toolsets/reading/clone";
    let page = browser.get(to).await;
    assert_kept!("clone", page);
    let page = browser.submit(to, to, &[("name", "No!")]).await;
    page.says(422, &["`No!`", "value=\"No!\"", "aria-invalid"]);
    let page = browser
        .submit(to, to, &[("name", "taken"), ("why", "because")])
        .await;
    page.says(
        409,
        &["exists already", "value=\"taken\"", "value=\"because\""],
    );
    let sent = browser.submit(to, to, &[("name", "club")]).await;
    assert_eq!(sent.leads(), "/toolsets/club?done=cloned");
    browser
        .get(sent.leads())
        .await
        .says(200, &["This is the copy", "shop.list_*"]);
    browser
        .post(to, &[("name", "x1")])
        .await
        .says(403, &["Form expired"]);
}

#[tokio::test]
async fn one_is_deleted_after_a_look() {
    let world = open().await;
    make(&world, "reading", &["shop.list_*"]).await;
    let editor = world.gateway.editor();
    editor
        .equip(&author(), Some(&name("reading")))
        .await
        .expect("equipped");
    let mut browser = world.browser();
    let to = "/toolsets/reading/delete";
    let page = browser.get(to).await;
    page.says(200, &["Delete <bdi>reading</bdi>?", "It is equipped"]);
    assert_kept!("delete", page);
    let old = page.hidden(to);
    // Another user changes it in between.
    edit(&world, "reading", |toolset| {
        toolset.description = "other".to_owned();
    })
    .await;
    let fields: Vec<_> = old.iter().map(|(a, b)| (&**a, &**b)).collect();
    let page = browser.post(to, &fields).await;
    page.says(409, &["Someone else changed this toolset"]);
    let no_version = [("form", fields[0].1)];
    browser
        .post(to, &no_version)
        .await
        .says(409, &["Someone else changed"]);
    let sent = browser.submit(to, to, &[]).await;
    assert_eq!(sent.leads(), "/toolsets/reading/versions?done=deleted");
    let page = browser.get(sent.leads()).await;
    page.says(200, &["Toolset deleted.", "Restore"]);
    assert_kept!("deleted", page);
    browser
        .post(to, &fields)
        .await
        .says(404, &["Toolset not found"]);
}

#[tokio::test]
async fn export_is_what_the_command_line_writes() {
    let world = guarded().await;
    make(&world, "reading", &["shop.list_*", "web.fetch"]).await;
    let page = world
        .logged_in("vic", "viewer")
        .await
        .get("/toolsets/reading/export")
        .await;
    page.says(200, &["[toolsets.reading]", "shop.list_*"]);
    assert_kept!("export", page);
}
