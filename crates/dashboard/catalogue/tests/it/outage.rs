//! Registries that cannot be asked, or not at once.

use std::time::Duration;

use candor_pagetest::open_settings;
use candor_testkit::http_api::ScriptedReply;

use crate::world::{assert_kept, catalogue, of, registry, weather};

const WEATHER: &str = "/catalogue/io.github.ada%2Fweather";

#[tokio::test]
async fn what_was_seen_is_shown_with_its_age_and_the_reason() {
    let registry = registry(&[weather()]);
    let folder = tempfile::tempdir().expect("a folder");
    let before = catalogue(&registry, folder.path(), Duration::ZERO);
    assert_eq!(before.view().await.entries.len(), 1);
    registry.fail_with(Some(ScriptedReply::status(503)));
    // Another process, for which everything is old.
    let now = catalogue(&registry, folder.path(), Duration::ZERO);
    let world = of(open_settings(), Some(now), true, folder).await;
    let mut local = world.browser();
    let page = local.get("/catalogue").await;
    let parts = [
        "cannot be reached now.",
        "answered 503 Service Unavailable",
        "Its servers are shown as of <time",
        "io.github.ada/weather",
    ];
    page.says(200, &parts);
    assert_kept!("list_outage", page);
    let page = local.get(WEATHER).await;
    let parts = [
        "Its registry cannot be reached now.",
        "Other versions are unknown.",
    ];
    page.says(200, &parts);
}

#[tokio::test]
async fn of_a_registry_that_was_never_reached_nothing_is_known() {
    let registry = registry(&[]);
    registry.fail_with(Some(ScriptedReply::close()));
    let folder = tempfile::tempdir().expect("a folder");
    let catalogue = catalogue(&registry, folder.path(), Duration::ZERO);
    let world = of(open_settings(), Some(catalogue), true, folder).await;
    let page = world.browser().get("/catalogue").await;
    let parts = [
        "There is no data from it yet.",
        "No servers.",
        "never reached",
    ];
    page.says(200, &parts);
}

#[tokio::test]
async fn nobody_waits_for_a_registry_that_does_not_answer() {
    let registry = registry(&[weather()]);
    let folder = tempfile::tempdir().expect("a folder");
    let before = catalogue(&registry, folder.path(), Duration::ZERO);
    before.view().await;
    registry.fail_with(Some(ScriptedReply::hang()));
    let now = catalogue(&registry, folder.path(), Duration::ZERO);
    let world = of(open_settings(), Some(now), true, folder).await;
    let mut local = world.browser();
    for _ in 0..2 {
        let page = local.get("/catalogue").await;
        page.says(
            200,
            &[
                "The registries are still being queried.",
                "io.github.ada/weather",
            ],
        );
    }
    // Both looks waited for the same question.
    let lists = registry.targets().into_iter();
    let lists = lists.filter(|target| target.contains("servers?"));
    assert_eq!(lists.count(), 2, "one before, and one now");
}
