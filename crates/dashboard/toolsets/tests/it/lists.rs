//! The list of toolsets, and what is equipped.

use candor_dashboard_kit::ROWS;
use candor_gateway::{DeclaredToolset, FileDeclarations};
use candor_pagetest::{PageWorld, PageWorldPlan};

use crate::world::{assert_kept, guarded, make, name, open, plan, toolset};

const PATH: &str = "/toolsets";

#[tokio::test]
async fn nothing_is_there_yet() {
    let world = open().await;
    let page = world.browser().get(PATH).await;
    page.says(200, &["No toolsets yet.", "/toolsets/new"]);
    assert_kept!("none", page);
}

#[tokio::test]
async fn toolsets_say_what_they_cost_and_risk() {
    let declared = DeclaredToolset {
        toolset: toolset("file", &["shop.delete_book"]),
        place: "candor.toml:12".to_owned(),
    };
    let world = PageWorld::planned(PageWorldPlan {
        declarations: FileDeclarations {
            toolsets: vec![declared],
            ..FileDeclarations::default()
        },
        ..plan()
    })
    .await;
    make(&world, "reading", &["shop.list_*", "web.fetch"]).await;
    make(&world, "all", &["shop.*", "web.*"]).await;
    make(
        &world,
        "later",
        &["read_only=false", "shop:idempotent=true"],
    )
    .await;
    let mut browser = world.browser();
    let page = browser.get(PATH).await;
    page.says(
        200,
        &[
            "Exfiltration risk",
            "Set in <code><bdi>candor.toml:12",
            "Read-only",
        ],
    );
    assert_kept!("many", page);
}

#[tokio::test]
async fn many_toolsets_have_pages() {
    let world = open().await;
    for at in 0..=2 * ROWS {
        make(&world, &format!("set-{at:02}"), &[]).await;
    }
    let mut browser = world.browser();
    let link = |at: usize| format!(">set-{at:02}</a>");
    for (address, first, last) in [
        (PATH, 0, ROWS - 1),
        ("/toolsets?page=2", ROWS, 2 * ROWS - 1),
        ("/toolsets?page=3", 2 * ROWS, 2 * ROWS),
        ("/toolsets?page=99", 2 * ROWS, 2 * ROWS),
    ] {
        let page = browser.get(address).await;
        page.says(200, &[&link(first), &link(last), "of 3</span>"]);
        let others = (0..=2 * ROWS).filter(|at| !(first..=last).contains(at));
        let others: Vec<_> = others.map(link).collect();
        page.lacks(&others.iter().map(String::as_str).collect::<Vec<_>>());
    }
}

#[tokio::test]
async fn one_is_equipped_and_unequipped() {
    let world = open().await;
    make(&world, "reading", &["shop.list_*"]).await;
    let mut browser = world.browser();
    let sent = browser.submit(PATH, PATH, &[("equip", "reading")]).await;
    assert_eq!(sent.leads(), "/toolsets?done=equipped");
    assert_eq!(world.gateway.editor().equipped(), Some(name("reading")));
    let page = browser.get(sent.leads()).await;
    page.says(
        200,
        &["The default endpoint now serves this toolset.", ">Unequip<"],
    );
    let from = [("unequip", "1"), ("from", "reading")];
    let sent = browser.submit("/toolsets/reading", PATH, &from).await;
    assert_eq!(sent.leads(), "/toolsets/reading?done=unequipped");
    assert_eq!(world.gateway.editor().equipped(), None);
}

#[tokio::test]
async fn what_makes_no_sense_changes_nothing() {
    let world = open().await;
    make(&world, "reading", &["shop.list_*"]).await;
    let mut browser = world.browser();
    for (fields, status, part) in [
        (
            &[("equip", "nobody")][..],
            404,
            "there is no toolset `nobody`",
        ),
        (&[("equip", "No!")], 404, "`No!`"),
        (&[], 422, "does not name a toolset"),
        (
            &[("equip", "reading"), ("unequip", "1")],
            422,
            "does not name a toolset",
        ),
    ] {
        let page = browser.submit(PATH, PATH, fields).await;
        assert_eq!(page.status, status, "{}", page.text);
        let text = page.text.replace("<code>", "`").replace("</code>", "`");
        let text = text.to_lowercase();
        assert!(text.contains(&part.to_lowercase()), "{text}");
    }
    browser
        .post(PATH, &[("equip", "reading")])
        .await
        .says(403, &["Form expired"]);
    assert_eq!(world.gateway.editor().equipped(), None);
}

#[tokio::test]
async fn who_may_look_sees_no_controls() {
    let world = guarded().await;
    make(&world, "reading", &["shop.list_*"]).await;
    let mut vic = world.logged_in("vic", "viewer").await;
    let page = vic.get(PATH).await;
    page.says(200, &["Requires the editor role", ">reading</a>"]);
    page.lacks(&["<button name=\"equip\"", "New toolset"]);
    assert_kept!("viewer", page);
    for path in [
        "/toolsets/reading/edit",
        "/toolsets/new",
        "/toolsets/reading/delete",
        "/toolsets/reading/clone",
    ] {
        vic.get(path).await.says(403, &["Requires the editor role"]);
    }
    // A form of another user proves nothing, and a role is asked for all the same.
    let mut eve = world.logged_in("eve", "editor").await;
    let form = eve.get(PATH).await.hidden(PATH)[0].1.clone();
    let page = vic
        .post(PATH, &[("form", &form), ("equip", "reading")])
        .await;
    page.says(403, &["Form expired"]);
    let mut cal = world.logged_in("cal", "caller").await;
    cal.get(PATH).await.says(403, &["Requires the viewer role"]);
    let nobody = world.browser().get(PATH).await;
    assert_eq!(nobody.leads(), "/login?next=%2Ftoolsets");
}
