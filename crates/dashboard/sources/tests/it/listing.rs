//! All sources.

use candor_model::SourceTrust;
use candor_pagetest::open_settings;

use crate::source_factory::{asleep, declared};
use crate::world::{NOWHERE, TOOLS, add, assert_kept, echo_upstream, empty, guarded, shop, world};

const PATH: &str = "/sources";

#[tokio::test]
async fn without_sources_it_is_said_how_to_get_one() {
    let world = empty().await;
    let page = world.browser().get(PATH).await;
    page.says(
        200,
        &["<a class=\"button\" href=\"/sources/new\">Add a source</a>"],
    );
    assert_kept!("list_empty", page);
}

#[tokio::test]
async fn sources_are_shown_with_their_state_and_what_they_bring() {
    let (one, other) = (echo_upstream(TOOLS), echo_upstream("[]"));
    let setups = vec![
        declared("shop", one.url(), SourceTrust::Trusted),
        declared("gone", NOWHERE, SourceTrust::Untrusted),
    ];
    let world = world(open_settings(), vec![one], setups).await;
    let mut local = world.browser();
    add(&world, &mut local, "bare", other.url()).await;
    let page = local.get(PATH).await;
    let parts = [
        "2 of 3 sources online",
        "data-live=\"sources said\"",
        "/tools?source=shop&#38;behaviour=destructive",
        "Added in the dashboard",
        "Configuration file",
        "Offline",
    ];
    page.says(200, &parts);
    assert_kept!("list_many", page);
}

#[tokio::test]
async fn what_was_done_is_said_and_what_was_not_is_not() {
    let world = shop().await;
    let mut local = world.browser();
    for (word, sentence) in [
        ("removed", "Source removed."),
        ("added", "Sources added. They are starting."),
    ] {
        let page = local.get(&format!("{PATH}?done={word}")).await;
        page.says(200, &[sentence]);
    }
    let page = local.get(&format!("{PATH}?done=%3Cb%3E")).await;
    page.lacks(&["class=\"done\"", "<b>"]);
}

#[tokio::test]
async fn many_sources_are_a_page_at_a_time() {
    let setups = (0..60).map(|at| asleep(&format!("s{at:02}")));
    let world = world(open_settings(), Vec::new(), setups.collect()).await;
    let mut local = world.browser();
    let page = local.get(PATH).await;
    page.says(200, &["of 60 sources online", "s24", "Page 1 of 3"]);
    page.lacks(&["s25"]);
    for last in ["/sources?page=3", "/sources?page=4"] {
        let page = local.get(last).await;
        page.says(200, &["s50", "s59", "Page 3 of 3"]);
        page.lacks(&["s49", "rel=\"next\""]);
    }
}

#[tokio::test]
async fn who_may_only_look_is_told_so() {
    let world = guarded().await;
    let mut vic = world.logged_in("vic", "viewer").await;
    let page = vic.get(PATH).await;
    page.says(
        200,
        &["Requires the admin role. `vic` has the viewer role."],
    );
    page.lacks(&["/sources/new"]);
    assert_kept!("list_viewer", page);
    let mut cal = world.logged_in("cal", "caller").await;
    let page = cal.get(PATH).await;
    page.says(403, &["Requires the viewer role"]);
    page.lacks(&["shop"]);
    let page = world.browser().get(PATH).await;
    assert_eq!(page.leads(), "/login?next=%2Fsources");
}
