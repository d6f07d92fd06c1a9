//! Adding a server: filled in, shown, confirmed.

use candor_confine::{ConfineLevel, kernel_support};
use candor_model::SourceName;
use candor_pagetest::{FetchedHtml, PageWorld, TestBrowser, open_settings};
use serde_json::json;

use crate::world::{EARLY, assert_kept, open, plain, registry, weather, world};

const WEATHER: &str = "/catalogue/io.github.ada%2Fweather";
const SECRET: &str = "s3cret-value-of-a-key";

/// Sends the form of the page with these fields, and the name that the page proposes.
async fn send(browser: &mut TestBrowser, fields: &[(&str, &str)]) -> FetchedHtml {
    let mut fields = fields.to_vec();
    if !fields.iter().any(|(name, _)| *name == "source") {
        fields.push(("source", "weather"));
    }
    browser.submit(WEATHER, WEATHER, &fields).await
}

/// Sends what a preview shows, as its button does.
async fn confirm(
    browser: &mut TestBrowser,
    preview: &FetchedHtml,
    fields: &[(&str, &str)],
) -> FetchedHtml {
    let (_, rest) = preview
        .text
        .split_once("name=\"confirmed\" value=\"")
        .expect("a preview");
    let (confirmed, _) = rest.split_once('"').expect("an end");
    let mut all = vec![("do", "add"), ("confirmed", confirmed)];
    all.extend(fields);
    send(browser, &all).await
}

fn has_source(world: &PageWorld, name: &str) -> bool {
    let name = SourceName::parse(name).expect("a name");
    let saved = world.gateway.editor().saved_sources();
    saved.iter().any(|one| one.name == name)
}

fn is_confined() -> bool {
    kernel_support().check(ConfineLevel::Standard).is_ok()
}

#[tokio::test]
async fn a_server_is_filled_in_shown_and_added() {
    let registry = registry(&[weather()]);
    let world = open(&registry).await;
    let mut local = world.browser();
    let fields = [
        ("need:API_KEY[]", "${WEATHER_KEY}"),
        ("need:units[]", "imperial"),
        ("need:city[]", "New York"),
        ("need:city[]", "Bern"),
        ("need:city[]", ""),
    ];
    let mut first = vec![("do", "preview")];
    first.extend(fields);
    let page = send(&mut local, &first).await;
    let parts = [
        "Nothing has been started or added yet.",
        "npx -y @ada/weather@1.2.3 --units=imperial &#39;--city=New York&#39; --city=Bern",
        "trust = &quot;untrusted&quot;",
        "API_KEY = &quot;${WEATHER_KEY}&quot;",
        "<strong>Untrusted.</strong>",
    ];
    page.says(200, &parts);
    let confined = page.text.contains("confine = &quot;standard&quot;");
    assert_eq!(confined, is_confined());
    assert!(!has_source(&world, "weather"));
    if is_confined() {
        assert_kept!("preview", page);
    }
    let page = confirm(&mut local, &page, &fields).await;
    assert_eq!(page.leads(), "/sources/weather?done=added");
    assert!(has_source(&world, "weather"));
    // The page knows it now, and does not add it twice.
    let page = send(&mut local, &first).await;
    page.says(409, &["A source `weather` already exists."]);
}

#[tokio::test]
async fn nothing_is_added_that_was_not_shown() {
    let registry = registry(&[weather()]);
    let world = open(&registry).await;
    let mut local = world.browser();
    let key = ("need:API_KEY[]", "${WEATHER_KEY}");
    // Straight to the end, or with something else than what was shown.
    let page = send(&mut local, &[("do", "add"), key]).await;
    page.says(409, &["this is not what was shown before"]);
    let page = send(&mut local, &[("do", "add"), ("confirmed", "x"), key]).await;
    page.says(409, &["this is not what was shown before"]);
    let preview = send(&mut local, &[("do", "preview"), key]).await;
    let other = [key, ("need:city[]", "Bern")];
    let page = confirm(&mut local, &preview, &other).await;
    page.says(409, &["this is not what was shown before", "--city=Bern"]);
    let page = confirm(&mut local, &preview, &[key, ("source", "other")]).await;
    page.says(409, &["this is not what was shown before"]);
    assert!(world.gateway.editor().saved_sources().is_empty());
    // What is shown then can be confirmed.
    let page = confirm(&mut local, &page, &[key, ("source", "other")]).await;
    assert_eq!(page.leads(), "/sources/other?done=added");
}

#[tokio::test]
async fn mistakes_are_told_at_their_fields() {
    let registry = registry(&[weather()]);
    let world = open(&registry).await;
    let mut local = world.browser();
    let page = send(&mut local, &[("do", "preview"), ("need:units[]", "feet")]).await;
    let parts = [
        "Correct the marked fields.",
        "`API_KEY` is needed",
        "must be one of `metric`, `imperial`, not `feet`",
        "aria-invalid=\"true\"",
    ];
    page.says(422, &parts);
    let key = ("need:API_KEY[]", SECRET);
    for name in ["", "a b", "<b>", &"x".repeat(70)] {
        let page = send(&mut local, &[("do", "preview"), key, ("source", name)]).await;
        page.says(422, &["id=\"source-error\""]);
        page.lacks(&["<b>"]);
    }
    assert!(world.gateway.editor().saved_sources().is_empty());
}

#[tokio::test]
async fn a_secret_stands_in_its_password_field_and_nowhere_else() {
    let registry = registry(&[weather()]);
    let world = open(&registry).await;
    let mut local = world.browser();
    let key = ("need:API_KEY[]", SECRET);
    for fields in [
        vec![("do", "preview"), key],
        vec![("do", "preview"), key, ("need:units[]", "feet")],
        vec![
            ("do", "preview"),
            key,
            ("option", "2"),
            ("need:Authorization[]", SECRET),
        ],
    ] {
        let page = send(&mut local, &fields).await;
        let without = page.text.replace(&format!("value=\"{SECRET}\""), "");
        assert!(!without.contains(SECRET), "{}", page.text);
        assert!(without.len() < page.text.len(), "it is still filled in");
    }
    let preview = send(&mut local, &[("do", "preview"), key]).await;
    let page = confirm(&mut local, &preview, &[key]).await;
    assert_eq!(page.leads(), "/sources/weather?done=added");
    let page = local.get(WEATHER).await;
    page.lacks(&[SECRET]);
}

#[tokio::test]
async fn another_version_is_another_question() {
    let registry = registry(&[weather()]);
    let world = open(&registry).await;
    let mut local = world.browser();
    let key = ("need:API_KEY[]", "${WEATHER_KEY}");
    let preview = send(&mut local, &[("do", "preview"), key]).await;
    registry.publish(plain("io.github.ada/weather", "9.9.9"), EARLY);
    let page = confirm(&mut local, &preview, &[("version", "9.9.9")]).await;
    page.says(409, &["this is not what was shown before", "plain==9.9.9"]);
    assert!(!has_source(&world, "weather"));
}

#[tokio::test]
async fn programs_are_refused_where_they_are_not_allowed() {
    let registry = registry(&[weather()]);
    let world = world(open_settings(), Some(&registry), false).await;
    let mut local = world.browser();
    let key = ("need:API_KEY[]", "${WEATHER_KEY}");
    // The form of the remote, sent for the package.
    let remote = format!("{WEATHER}?option=2");
    let fields = [
        ("do", "preview"),
        ("option", "1"),
        ("source", "weather"),
        key,
    ];
    let page = local.submit(&remote, WEATHER, &fields).await;
    page.says(403, &["Nothing was added:", "allow_commands"]);
    let fields = [
        ("do", "preview"),
        ("source", "weather"),
        ("need:Authorization[]", "Bearer ${WEATHER_KEY}"),
    ];
    let page = local.submit(&remote, WEATHER, &fields).await;
    page.says(200, &["url = &quot;https://weather.example/mcp&quot;"]);
    assert!(world.gateway.editor().saved_sources().is_empty());
}

#[tokio::test]
async fn what_an_entry_writes_cannot_ask_for_variables() {
    let mut server = plain("io.github.ada/weather", "1.0.0");
    server["packages"][0]["packageArguments"] = json!([
        { "type": "positional", "value": "${WEATHER_KEY};`reboot`$(id)" },
    ]);
    let registry = registry(&[server]);
    let world = open(&registry).await;
    let page = send(&mut world.browser(), &[("do", "preview")]).await;
    page.says(200, &["$${WEATHER_KEY}", "shell-signs"]);
    page.lacks(&["from-outside"]);
}
