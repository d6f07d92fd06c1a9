//! The list of servers.

use std::time::Duration;

use candor_pagetest::{guarded_settings, open_settings};

use crate::world::{EARLY, assert_kept, open, plain, registry, weather, world};

const PATH: &str = "/catalogue";

#[tokio::test]
async fn without_a_registry_it_is_said_how_to_switch_one_on() {
    let world = world(open_settings(), None, true).await;
    let page = world.browser().get(PATH).await;
    let parts = ["[catalogue]", "https://registry.modelcontextprotocol.io"];
    page.says(200, &parts);
    assert_kept!("list_off", page);
    let page = world.browser().get("/catalogue/a%2Fb").await;
    page.says(404, &["The catalogue has no server `a/b`"]);
}

#[tokio::test]
async fn servers_are_listed_with_what_is_known() {
    let registry = registry(&[
        weather(),
        plain("a.example/old", "1.0.0"),
        plain("a.example/gone", "1.0.0"),
    ]);
    registry.set_status("a.example/old", "1.0.0", "deprecated", EARLY);
    registry.set_status("a.example/gone", "1.0.0", "deleted", EARLY);
    let world = open(&registry).await;
    let page = world.browser().get(PATH).await;
    let parts = [
        "1 to 2 of 2",
        "href=\"/catalogue/io.github.ada%2Fweather\"",
        "Deprecated",
        "Unknown",
        "npm, remote",
        "2 servers, asked",
    ];
    page.says(200, &parts);
    page.lacks(&["a.example/gone"]);
    assert_kept!("list_some", page);
}

#[tokio::test]
async fn words_find_servers_and_nothing_is_said_to_be_nothing() {
    let registry = registry(&[weather(), plain("a.example/clock", "1.0.0")]);
    let world = open(&registry).await;
    let mut local = world.browser();
    let page = local.get("/catalogue?q=forecasts+city").await;
    page.says(200, &["1 to 1 of 1", "value=\"forecasts city\""]);
    page.lacks(&["a.example/clock"]);
    let page = local.get("/catalogue?q=zzzzqqqq").await;
    page.says(200, &["No server matches."]);
    page.lacks(&["io.github.ada"]);
    let page = local.get("/catalogue?q=%3Cscript%3E%22").await;
    page.lacks(&["<script>\"", "value=\"<"]);
}

#[tokio::test]
async fn thousands_of_servers_are_a_page_at_a_time() {
    let registry = registry(&[]);
    for at in 0..10_000 {
        registry.publish(plain(&format!("a.example/server-{at:05}"), "1.0.0"), EARLY);
    }
    let world = open(&registry).await;
    let mut local = world.browser();
    let mut page = local.get(PATH).await;
    // So many take a while to be read, and a page does not wait for that.
    for _ in 0..600 {
        if !page.text.contains("still being queried") {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
        page = local.get(PATH).await;
    }
    page.says(200, &["1 to 25 of 10,000", "server-00024", "Page 1 of 400"]);
    page.lacks(&["server-00025"]);
    let asked = registry.targets().len();
    for (path, has, lacks) in [
        ("/catalogue?page=400", "server-09999", "server-09974"),
        ("/catalogue?page=9999", "server-09999", "server-09974"),
        ("/catalogue?page=2", "server-00025", "server-00050"),
    ] {
        let page = local.get(path).await;
        page.says(200, &[has]);
        page.lacks(&[lacks]);
        assert!(page.text.len() < 60_000, "{path}: {}", page.text.len());
    }
    // A search is cut, and says so; its pages keep the words.
    let page = local.get("/catalogue?q=server&page=20").await;
    let parts = [
        "476 to 500 of 500",
        "refine the search",
        "q=server&amp;page=19",
    ];
    page.says(200, &parts);
    page.lacks(&["rel=\"next\""]);
    let page = local.get("/catalogue/a.example%2Fserver-09876").await;
    page.says(200, &["a.example/server-09876"]);
    // No page asked for the list again.
    let more = registry.targets().split_off(asked);
    assert_eq!(more, ["/v0.1/servers/a.example%2Fserver-09876/versions"]);
}

#[tokio::test]
async fn who_may_only_look_cannot_add() {
    let registry = registry(&[weather()]);
    let world = world(guarded_settings(), Some(&registry), true).await;
    let mut vic = world.logged_in("vic", "viewer").await;
    vic.get(PATH).await.says(200, &["io.github.ada/weather"]);
    let path = "/catalogue/io.github.ada%2Fweather";
    let page = vic.get(path).await;
    let lacks = "Requires the admin role. `vic` has the viewer role.";
    page.says(
        200,
        &[lacks, "What it needs", "API_KEY", "Required, secret"],
    );
    page.lacks(&["id=\"add\"", "type=\"password\""]);
    let mut cal = world.logged_in("cal", "caller").await;
    for path in [PATH, path] {
        let page = cal.get(path).await;
        page.says(403, &["Requires the viewer role"]);
        page.lacks(&["weather"]);
    }
    let page = world.browser().get(PATH).await;
    assert_eq!(page.leads(), "/login?next=%2Fcatalogue");
    // A form that was made up changes nothing.
    let page = vic.post(path, &[("do", "add"), ("source", "x")]).await;
    page.says(403, &["Form expired"]);
}
