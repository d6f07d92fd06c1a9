//! The page of one server of the catalogue.

use std::time::Duration;

use candor_model::Hint;
use candor_pagetest::open_settings;
use candor_registry::ServerName;
use candor_registry_client::{InspectedServer, InspectedTool};
use serde_json::json;

use crate::world::{assert_kept, catalogue, of, open, plain, registry, weather, world};

const WEATHER: &str = "/catalogue/io.github.ada%2Fweather";

#[tokio::test]
async fn everything_that_is_known_of_a_server_is_shown() {
    let registry = registry(&[plain("io.github.ada/weather", "1.0.0"), weather()]);
    let world = open(&registry).await;
    let page = world.browser().get(WEATHER).await;
    let parts = [
        "npx -y @ada/weather@1.2.3",
        "type=\"password\" id=\"need-1\" name=\"need:API_KEY[]\"",
        "<option value=\"imperial\">",
        "href=\"/catalogue/io.github.ada%2Fweather?version=1.0.0\"",
        "href=\"https://weather.example/docs\" rel=\"external nofollow noopener noreferrer\"",
        "Read-only: yes (declared by the entry)",
        "Hints: unknown",
    ];
    page.says(200, &parts);
    page.lacks(&["<img", "src=\"https"]);
    assert_kept!("show_package", page);
}

#[tokio::test]
async fn another_version_and_another_option_have_addresses() {
    let registry = registry(&[plain("io.github.ada/weather", "1.0.0"), weather()]);
    let world = open(&registry).await;
    let mut local = world.browser();
    let page = local.get(&format!("{WEATHER}?version=1.0.0")).await;
    page.says(200, &["uvx --from plain==1.0.0 plain"]);
    page.lacks(&["@ada/weather@1.2.3"]);
    let page = local.get(&format!("{WEATHER}?option=2")).await;
    let parts = ["https://weather.example/mcp", "it runs elsewhere"];
    page.says(200, &parts);
    assert_kept!("show_remote", page);
    // An option that does not exist is the usual one.
    for odd in ["0", "7", "x", "99999999999999999999"] {
        let page = local.get(&format!("{WEATHER}?option={odd}")).await;
        page.says(200, &["npx -y @ada/weather@1.2.3"]);
    }
    let page = local.get(&format!("{WEATHER}?version=%3Cb%3E")).await;
    page.says(404, &["cannot be shown", "Latest version"]);
    for unknown in [
        "/catalogue/a.example%2Fnone",
        "/catalogue/x",
        "/catalogue/a%2Fb%2Fc",
    ] {
        let page = local.get(unknown).await;
        page.says(404, &["The catalogue has no server"]);
    }
}

#[tokio::test]
async fn what_is_dangerous_or_cannot_be_used_is_not_added() {
    let loose = json!({
        "name": "a.example/loose", "description": "x", "version": "1.0.0",
        "packages": [{ "registryType": "npm", "identifier": "loose", "version": "latest",
                       "transport": { "type": "stdio" } }],
    });
    let bundle = json!({
        "name": "a.example/bundle", "description": "x", "version": "1.0.0",
        "packages": [{ "registryType": "mcpb", "identifier": "https://x.example/a.mcpb",
                       "version": "1.0.0", "fileSha256": "0".repeat(64),
                       "transport": { "type": "stdio" } }],
    });
    let bare = json!({ "name": "a.example/bare", "description": "x", "version": "1.0.0" });
    let registry = registry(&[loose, bundle, bare]);
    let world = open(&registry).await;
    let mut local = world.browser();
    for (name, parts) in [
        ("loose", ["A server with a danger is not added", "unpinned"]),
        ("bundle", ["This option cannot be added", "mcpb"]),
        ("bare", ["neither a package nor a remote", "Unknown"]),
    ] {
        let page = local.get(&format!("/catalogue/a.example%2F{name}")).await;
        page.says(200, &parts);
        page.lacks(&["id=\"add\""]);
    }
}

#[tokio::test]
async fn without_programs_only_remotes_can_be_added() {
    let registry = registry(&[weather()]);
    let world = world(open_settings(), Some(&registry), false).await;
    let mut local = world.browser();
    let page = local.get(WEATHER).await;
    page.says(200, &["Set `allow_commands = true` in `[server]`"]);
    page.lacks(&["id=\"add\""]);
    let page = local.get(&format!("{WEATHER}?option=2")).await;
    page.says(200, &["id=\"add\""]);
}

#[tokio::test]
async fn tools_that_were_seen_go_before_those_that_are_declared() {
    let registry = registry(&[weather()]);
    let folder = tempfile::tempdir().expect("a folder");
    let catalogue = catalogue(&registry, folder.path(), Duration::from_hours(1));
    let seen = InspectedServer {
        inspected_at: 1_000_000,
        version: "1.2.3".to_owned(),
        line: "npx".to_owned(),
        tools: vec![InspectedTool {
            name: "really_there".to_owned(),
            title: None,
            description: None,
            hints: [(Hint::ReadOnly, true)].into_iter().collect(),
        }],
    };
    let name = ServerName::parse("io.github.ada/weather").expect("a name");
    let kept = catalogue.client().remember(&name, &seen);
    kept.expect("it is remembered");
    let world = of(open_settings(), Some(catalogue), true, folder).await;
    let mut local = world.browser();
    let page = local.get(WEATHER).await;
    let parts = [
        "1 tool, seen when it was inspected",
        "really_there",
        "Read-only: yes (declared by the server)",
    ];
    page.says(200, &parts);
    page.lacks(&["forget"]);
    // The list counts the same tools.
    let page = local.get("/catalogue").await;
    page.lacks(&["Unknown", "is-destructive"]);
}
