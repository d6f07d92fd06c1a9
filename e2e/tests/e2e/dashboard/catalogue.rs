//! Servers of a registry are found, looked at and added on pages.

use candor_testkit::http_api::ScriptedReply;
use candor_testkit::{CandorProcess, ScriptedRegistry, ServerEra, config, fixture};
use serde_json::{Value, json};

use super::browser::RealBrowser;
use crate::approvals::kit::until;

const EARLY: &str = "2001-01-01T00:00:00Z";

/// A server that others run, at an address.
fn remote(name: &str, url: &str) -> Value {
    json!({
        "name": name, "title": "Weather", "description": "Forecasts for every city",
        "version": "1.0.0",
        "remotes": [{
            "type": "streamable-http", "url": url,
            "headers": [{
                "name": "Authorization", "description": "Your key", "isRequired": true,
                "isSecret": true,
            }],
        }],
    })
}

fn plain(at: usize) -> Value {
    json!({
        "name": format!("a.example/server-{at:05}"), "description": "Does something",
        "version": "1.0.0",
        "packages": [{
            "registryType": "npm", "identifier": "pkg", "version": "1.0.0",
            "transport": { "type": "stdio" },
        }],
    })
}

async fn serve(registry: &ScriptedRegistry) -> CandorProcess {
    CandorProcess::served(&config::catalogue(&[&registry.origin()])).await
}

#[tokio::test]
async fn a_server_is_found_filled_in_shown_and_added() {
    let upstream = fixture::serve_http(ServerEra::Modern);
    let registry = ScriptedRegistry::start().expect("a registry");
    registry.publish(remote("io.github.ada/weather", upstream.url()), EARLY);
    registry.publish(plain(1), EARLY);
    let candor = serve(&registry).await;
    let browser = RealBrowser::signed_in(&candor).await;
    browser.go("/").await;
    browser.press("Catalogue").await;
    browser.sees("1 to 2 of 2").await;
    browser.fill("Search", "forecasts").await;
    browser.press("Search").await;
    browser.sees("1 to 1 of 1").await;
    browser.press("io.github.ada/weather").await;
    browser
        .sees("candor catalogue inspect io.github.ada/weather")
        .await;
    browser.sees(upstream.url()).await;

    browser.press("Preview").await;
    let error = browser.reads("#need-1-error").await;
    assert!(error.contains("is needed"), "{error}");
    browser.find("#need-1[type='password']").await;
    browser.write("#need-1", "s3cret").await;
    browser.press("Preview").await;
    browser.sees("Nothing has been started or added yet.").await;
    let table = browser.reads("#added-toml").await;
    assert!(table.contains("trust = \"untrusted\""), "{table}");
    assert!(!browser.text().await.contains("s3cret"));
    assert_eq!(candor.api().read("/sources").await["items"], json!([]));

    browser.press("Add weather").await;
    browser.sees("Source added. It is starting.").await;
    assert_eq!(browser.path().await, "/sources/weather?done=added");
    until("the tools of the server", async || {
        let tools = candor.client(ServerEra::Modern).await.offered().await;
        tools
            .keys()
            .any(|name| name.starts_with("weather_"))
            .then_some(())
    })
    .await;
    // Now the page knows its tools from here, with the layer of each hint.
    browser.go("/catalogue/io.github.ada%2Fweather").await;
    browser.sees("in use here as weather").await;
    browser.close().await;
}

#[tokio::test]
async fn without_a_registry_the_page_says_how_to_switch_one_on() {
    let candor = CandorProcess::served("").await;
    let browser = RealBrowser::signed_in(&candor).await;
    browser.go("/catalogue").await;
    browser.sees("No registry is configured").await;
    browser
        .sees("registries = [\"https://registry.modelcontextprotocol.io\"]")
        .await;
    browser.close().await;
}

#[tokio::test]
async fn ten_thousand_servers_are_searched_and_shown_through_an_outage() {
    let registry = ScriptedRegistry::start().expect("a registry");
    for at in 0..10_000 {
        registry.publish(plain(at), EARLY);
    }
    let config = format!(
        "{}refresh = \"1ms\"\n",
        config::catalogue(&[&registry.origin()])
    );
    let candor = CandorProcess::served(&config).await;
    let found = candor.api().read("/catalogue?limit=1").await;
    assert_eq!(found["registries"][0]["servers"], 10_000, "{found}");
    registry.fail_with(Some(ScriptedReply::status(503)));
    // Another process knows only what was kept.
    let candor = candor.restart().await;
    let browser = RealBrowser::signed_in(&candor).await;
    browser.go("/catalogue").await;
    browser.sees("1 to 25 of 10,000").await;
    // A page does not wait for a registry that is slow to refuse.
    until("the outage is told", async || {
        browser.go("/catalogue").await;
        let is_told = browser.text().await.contains("cannot be reached now");
        is_told.then_some(())
    })
    .await;
    let outage = browser.reads(".outage").await;
    assert!(outage.contains("503 Service Unavailable"), "{outage}");
    assert!(outage.contains("are shown as of"), "{outage}");
    let rows = "return document.querySelectorAll('table.servers tbody tr').length";
    assert_eq!(browser.run(rows, Vec::new()).await, 25);
    browser.fill("Search", "server-09876").await;
    browser.press("Search").await;
    browser.press("a.example/server-09876").await;
    browser.sees("Other versions are unknown.").await;
    browser.close().await;
}
