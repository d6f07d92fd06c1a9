//! Turning a tool off and on at an endpoint.

use candor_gateway::{DeclaredToolset, Endpoint, FileDeclarations};
use candor_model::{Toolset, ToolsetMember, ToolsetName};
use candor_pagetest::PageWorld;

use crate::shop::{self, DELETE};

const TO: &str = "/tools/shop.delete_book/switch";

fn toolset(name: &str, members: &[&str]) -> Toolset {
    let members = members.iter().map(|text| ToolsetMember::parse(text));
    let members: Result<_, _> = members.collect();
    Toolset {
        members: members.expect("members"),
        ..Toolset::new(ToolsetName::parse(name).expect("a name"))
    }
}

/// The tools that clients are offered at an endpoint.
fn offered(world: &PageWorld, endpoint: &str) -> Vec<String> {
    let endpoint = Endpoint::parse(endpoint).expect("an endpoint");
    let offer = world
        .gateway
        .catalogue()
        .offer(&endpoint)
        .expect("an offer");
    let tools = offer.tools().iter();
    tools.map(|offered| offered.tool.name.to_string()).collect()
}

/// The members of a toolset.
async fn members(world: &PageWorld, name: &str) -> Vec<String> {
    let name = ToolsetName::parse(name).expect("a name");
    let found = world.gateway.editor().toolset(&name).await;
    let members = found.expect("a toolset").toolset.members.clone();
    members.iter().map(ToString::to_string).collect()
}

#[tokio::test]
async fn a_tool_is_turned_off_and_on_at_the_plain_endpoint() {
    let world = shop::open().await;
    let mut local = world.browser();
    let page = local.get(DELETE).await;
    page.says(
        200,
        &[
            "<h2 id=\"switch-title\">On <span class=\"small\">at <code><bdi>/mcp</bdi></code>",
            "name=\"turn\" value=\"off\">Turn off</button>",
        ],
    );
    let all = offered(&world, "");
    assert!(all.contains(&"shop.delete_book".to_owned()), "{all:?}");
    let done = local.submit(DELETE, TO, &[("turn", "off")]).await;
    assert_eq!(done.leads(), format!("{DELETE}?done=off"));
    let page = local.get(done.leads()).await;
    page.says(
        200,
        &[
            "Turned off.",
            "<h2 id=\"switch-title\">Off",
            "href=\"/toolsets/enabled-tools/versions\"",
            "name=\"turn\" value=\"on\">Turn on</button>",
        ],
    );
    // Every other tool is still there, and so is what sources add later.
    let left = offered(&world, "");
    assert_eq!(left.len(), all.len() - 1);
    assert!(!left.contains(&"shop.delete_book".to_owned()), "{left:?}");
    assert_eq!(
        members(&world, "enabled-tools").await,
        ["*", "!shop.delete_book"]
    );
    // One click puts it back.
    let done = local.submit(DELETE, TO, &[("turn", "on")]).await;
    local.get(done.leads()).await.says(200, &["Turned on."]);
    assert_eq!(offered(&world, ""), all);
    assert_eq!(members(&world, "enabled-tools").await, ["*"]);
}

/// Who turned it off is in the history, with the toolset that was edited.
#[tokio::test]
async fn the_history_says_who_and_when() {
    let world = shop::guarded().await;
    let mut eve = world.logged_in("eve", "editor").await;
    eve.submit(DELETE, TO, &[("turn", "off")]).await.leads();
    let filter = candor_gateway::records::ChangeFilter {
        limit: 10,
        ..Default::default()
    };
    let changes = world.gateway.records().changes(&filter).await;
    let changes = changes.expect("changes").changes;
    let told: Vec<_> = changes
        .iter()
        .filter(|change| change.author.name == "eve")
        .map(|change| (&*change.action, &*change.subject))
        .collect();
    assert_eq!(
        told,
        [
            ("toolset.equip", "equipped toolset"),
            ("toolset.create", "toolset enabled-tools"),
        ]
    );
    let mut vic = world.logged_in("vic", "viewer").await;
    let page = vic.get(DELETE).await;
    page.says(
        200,
        &["<h2 id=\"switch-title\">Off", "Requires the editor role"],
    );
    page.lacks(&["name=\"turn\""]);
}

#[tokio::test]
async fn a_tool_is_turned_off_in_the_toolset_that_the_page_is_about() {
    let world = shop::open().await;
    let editor = world.gateway.editor();
    for made in [
        toolset("shopping", &["shop.*"]),
        toolset("few", &["shop.touch"]),
    ] {
        let made = editor.create_toolset(&shop::ann(), &made).await;
        made.expect("a toolset");
    }
    let mut local = world.browser();
    let page = format!("{DELETE}?toolset=shopping");
    let done = local.submit(&page, TO, &[("turn", "off")]).await;
    assert_eq!(done.leads(), format!("{DELETE}?toolset=shopping&done=off"));
    assert_eq!(
        members(&world, "shopping").await,
        ["shop.*", "!shop.delete_book"]
    );
    // Nothing else is touched, the plain endpoint least of all.
    assert!(offered(&world, "").contains(&"shop.delete_book".to_owned()));
    let page = format!("{DELETE}?toolset=few");
    local
        .get(&page)
        .await
        .says(200, &["<h2 id=\"switch-title\">Off"]);
    local.submit(&page, TO, &[("turn", "on")]).await.leads();
    assert_eq!(
        members(&world, "few").await,
        ["shop.touch", "shop.delete_book"]
    );
    local.submit(&page, TO, &[("turn", "off")]).await.leads();
    assert_eq!(members(&world, "few").await, ["shop.touch"]);
}

#[tokio::test]
async fn what_cannot_be_switched_is_said() {
    let declared = DeclaredToolset {
        toolset: toolset("fixed", &["shop.*"]),
        place: "candor.toml:7".to_owned(),
    };
    let world = shop::declaring(FileDeclarations {
        toolsets: vec![declared],
        ..FileDeclarations::default()
    })
    .await;
    let wide = toolset("wide", &["*", "!shop.del*"]);
    let made = world
        .gateway
        .editor()
        .create_toolset(&shop::ann(), &wide)
        .await;
    made.expect("a toolset");
    let mut local = world.browser();
    let page = local.get(&format!("{DELETE}?toolset=fixed")).await;
    page.says(200, &["candor.toml:7", "<h2 id=\"switch-title\">On"]);
    page.lacks(&["name=\"turn\""]);
    let wide = format!("{DELETE}?toolset=wide");
    let page = local.submit(&wide, TO, &[("turn", "on")]).await;
    page.says(422, &["Nothing was changed", "!shop.del*"]);
    let page = local.submit(&wide, TO, &[("turn", "sideways")]).await;
    page.says(422, &["Nothing was changed"]);
    assert_eq!(members(&world, "wide").await, ["*", "!shop.del*"]);
}

/// Turned off twice, or at once with another user, a tool is off.
#[tokio::test]
async fn turning_off_twice_is_the_same_as_once() {
    let world = shop::open().await;
    let name = shop::named("shop.delete_book");
    let editor = world.gateway.editor();
    for _ in 0..2 {
        let off = editor.switch_tool(&shop::ann(), None, &name, false).await;
        off.expect("off");
        assert_eq!(
            members(&world, "enabled-tools").await,
            ["*", "!shop.delete_book"]
        );
    }
    // Unequipped, everything is served again, and a new switch begins anew.
    editor.equip(&shop::ann(), None).await.expect("everything");
    let other = shop::named("shop.touch");
    let off = editor.switch_tool(&shop::ann(), None, &other, false).await;
    off.expect("off");
    assert_eq!(members(&world, "enabled-tools").await, ["*", "!shop.touch"]);
    let unknown = shop::named("shop.nothing");
    let refused = editor
        .switch_tool(&shop::ann(), None, &unknown, false)
        .await;
    assert!(refused.is_err());
}
