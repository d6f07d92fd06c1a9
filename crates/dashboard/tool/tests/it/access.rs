//! Who may look and who may change.

use candor_dashboard_kit::csrf::CsrfKey;
use candor_pagetest::assert_page;

use crate::shop::{self, DELETE, LIST, LOOKERS};

const FORMS: [&str; 6] = [
    "annotations",
    "suggestions",
    "notes",
    "drift",
    "undo",
    "switch",
];

#[tokio::test]
async fn viewers_see_no_forms() {
    let world = shop::guarded().await;
    for role in LOOKERS {
        let mut browser = world.logged_in(role.as_str(), role.as_str()).await;
        let page = browser.get(LIST).await;
        page.says(200, &["Requires the editor role", "List books"]);
        for kind in FORMS {
            page.lacks(&[&format!("action=\"{LIST}/{kind}\"")]);
        }
        if role.as_str() == "viewer" {
            assert_page!("viewer", page);
        }
    }
    let mut browser = world.logged_in("cal", "caller").await;
    browser
        .get(LIST)
        .await
        .says(403, &["Requires the viewer role"]);
    let page = world.browser().get(LIST).await;
    assert_eq!(page.leads(), "/login?next=%2Ftools%2Fshop.list_books");
}

#[tokio::test]
async fn a_form_must_be_ours_and_its_sender_an_editor() {
    let world = shop::guarded().await;
    let mut editor = world.logged_in("eve", "editor").await;
    let mut viewer = world.logged_in("vic", "viewer").await;
    for kind in FORMS {
        let to = format!("{LIST}/{kind}");
        let bare = [("act", "save"), ("open_world", "true")];
        let page = editor.post(&to, &bare).await;
        page.says(403, &["Form expired", &format!("href=\"{LIST}\"")]);
        let page = viewer.post(&to, &bare).await;
        page.says(403, &["Form expired"]);
        let page = world.browser().post(&to, &bare).await;
        page.says(401, &["Sign-in required"]);
    }
    // The form of one kind is no form of another.
    let opened = editor.get(LIST).await;
    let notes = opened.hidden(&format!("{LIST}/notes"));
    let fields: Vec<_> = notes
        .iter()
        .map(|(name, value)| (&**name, &**value))
        .collect();
    let page = editor.post(&format!("{LIST}/annotations"), &fields).await;
    page.says(403, &["Form expired"]);
    shop::assert_no_opinions(&world).await;
}

#[tokio::test]
async fn a_valid_csrf_token_does_not_replace_the_role() {
    let world = shop::guarded().await;
    let mut viewer = world.logged_in("vic", "viewer,caller,approver").await;
    let session = viewer.cookies["candor_session"].clone();
    for kind in FORMS {
        let to = format!("{LIST}/{kind}");
        // As if a page had shown it to them.
        let value = CsrfKey::of(&session).value(&to, "vic");
        let page = viewer
            .post(&to, &[("form", &value), ("open_world", "true")])
            .await;
        page.says(403, &["Permission required", "Requires the editor role"]);
    }
    shop::assert_no_opinions(&world).await;
}

#[tokio::test]
async fn a_caller_that_edits_cannot_let_its_own_calls_through() {
    let world = shop::guarded().await;
    let mut agent = world.logged_in("agent", "caller,editor").await;
    let to = format!("{DELETE}/annotations");
    for loose in [("destructive", "false"), ("confirm", "never")] {
        let page = agent.submit(DELETE, &to, &[loose, ("act", "save")]).await;
        page.says(
            403,
            &[
                "let your own calls through unasked",
                "a token with the approver role",
            ],
        );
    }
    let strict = [("confirm", "always"), ("title", "Delete"), ("act", "save")];
    let page = agent.submit(DELETE, &to, &strict).await;
    assert_eq!(page.leads(), format!("{DELETE}?done=saved"));
    let page = agent.submit(DELETE, &to, &[("act", "reset")]).await;
    page.says(403, &["let your own calls through unasked"]);
}
