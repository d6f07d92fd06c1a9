//! One source.

use std::time::Duration;

use candor_model::SourceTrust;
use candor_pagetest::{open_settings, with_timeout};
use candor_testkit::ServerEra;
use candor_testkit::script::{self, ServerScript};

use crate::source_factory::declared;
use crate::world::{
    NOWHERE, TOOLS, add, assert_kept, at, echo_upstream, empty, guarded, send, shop, until, world,
};

#[tokio::test]
async fn a_source_of_the_configuration_is_changed_there() {
    let world = shop().await;
    let page = world.browser().get("/sources/shop").await;
    let parts = [
        "<strong>Trusted.</strong>",
        "Configuration file, <code>[sources.shop]</code>",
        "4 tools",
        "Restart",
        "delete it from the configuration file",
    ];
    page.says(200, &parts);
    page.lacks(&["/sources/shop/trust", "/sources/shop/remove"]);
    assert_kept!("show_declared", page);
}

#[tokio::test]
async fn a_source_that_does_not_answer_says_why_and_when_it_is_tried_again() {
    let setups = vec![declared("gone", NOWHERE, SourceTrust::Untrusted)];
    let world = world(open_settings(), Vec::new(), setups).await;
    let page = world.browser().get("/sources/gone").await;
    let parts = [
        "Offline",
        "attempt",
        "Next attempt",
        "No tools while the source is offline.",
        "Unknown until the source is online",
    ];
    page.says(200, &parts);
    assert_kept!("show_failing", page);
}

#[tokio::test]
async fn a_source_that_was_added_shows_what_it_is_made_of() {
    let (world, upstream) = (empty().await, echo_upstream(TOOLS));
    let mut local = world.browser();
    let secret = [
        ("header-name[]", "X-Key"),
        ("header-value[]", "s3cret-value"),
    ];
    let fields = at("save", "books", upstream.url(), &secret);
    let page = send(&mut local, "url", &fields).await;
    assert_eq!(page.leads(), "/sources/books?done=added");
    until(&world, "books", |status| status.state.is_ready()).await;
    let page = local.get("/sources/books?done=added").await;
    let parts = [
        "Source added. It is starting.",
        "Dashboard",
        "Definition",
        "<code>X-Key</code>",
        "****",
        "href=\"/sources/books/remove\"",
        "action=\"/sources/books/trust\"",
    ];
    page.says(200, &parts);
    page.lacks(&["s3cret-value"]);
    assert_kept!("show_added", page);
}

#[tokio::test]
async fn a_source_may_be_called_new() {
    let (world, upstream) = (empty().await, echo_upstream(TOOLS));
    let mut local = world.browser();
    let fields = at("save", "new", upstream.url(), &[]);
    let page = send(&mut local, "url", &fields).await;
    assert_eq!(page.leads(), "/sources/%6Eew?done=added");
    let page = local.get("/sources/%6Eew").await;
    page.says(200, &["<h1><bdi>new</bdi></h1>"]);
    let to = "/sources/%6Eew/restart";
    let page = local.submit("/sources/%6Eew", to, &[]).await;
    assert_eq!(page.leads(), "/sources/%6Eew?done=restarted");
}

#[tokio::test]
async fn changed_tools_that_are_held_back_are_counted() {
    let (world, first) = (empty().await, echo_upstream(TOOLS));
    let mut local = world.browser();
    add(&world, &mut local, "books", first.url()).await;
    let held = first.stop();
    let changed = r#"[{"name": "list_books", "description": "Sells books.",
        "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": true}}]"#;
    let script = ServerScript::new().tools(changed);
    let _second = script::serve_http_at(&script, ServerEra::Modern, held.port());
    let restart = "/sources/books/restart";
    let page = local.submit("/sources/books", restart, &[]).await;
    assert_eq!(page.leads(), "/sources/books?done=restarted");
    until(&world, "books", |status| status.tools == 1).await;
    let held = "new, and blocked until it is accepted";
    let page = with_timeout(async {
        loop {
            let page = local.get("/sources/books").await;
            if page.text.contains(held) {
                return page;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    })
    .await;
    page.says(200, &["/tools?source=books&#38;drift=yes"]);
    let page = local.get("/sources").await;
    page.says(200, &["1 blocked: changed or new"]);
}

#[tokio::test]
async fn what_is_not_there_is_said() {
    let world = shop().await;
    let mut local = world.browser();
    for path in [
        "/sources/other",
        "/sources/a%2Fb",
        "/sources/%3Cscript%3E",
        "/sources/other/remove",
    ] {
        let page = local.get(path).await;
        page.says(404, &["Source not found", ">All sources</a>"]);
        page.lacks(&["<script>"]);
    }
}

#[tokio::test]
async fn who_may_only_look_sees_no_controls() {
    let world = guarded().await;
    let mut vic = world.logged_in("vic", "viewer").await;
    let page = vic.get("/sources/shop").await;
    page.says(
        200,
        &["Requires the admin role. `vic` has the viewer role."],
    );
    page.lacks(&["<button>Restart", "method=\"post\" action=\"/sources"]);
    assert_kept!("show_viewer", page);
    let mut cal = world.logged_in("cal", "caller").await;
    cal.get("/sources/shop").await.says(403, &["viewer"]);
    let page = world.browser().get("/sources/shop").await;
    assert_eq!(page.leads(), "/login?next=%2Fsources%2Fshop");
}
