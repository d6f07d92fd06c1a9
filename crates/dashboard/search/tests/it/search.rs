//! What is found, in which order, and by whom.

use candor_dashboard_search::routes;
use candor_model::{ChangeAuthor, ChangeChannel, SourceTrust, Toolset, ToolsetName};
use candor_pagetest::read_only::{assert_get_only, assert_needs_viewer};
use candor_pagetest::{FetchedHtml, PageWorld, PageWorldPlan};
use serde_json::json;

/// What the results are called, in their order.
fn names(page: &FetchedHtml) -> Vec<&str> {
    let Some((_, list)) = page.text.split_once("id=\"found\"") else {
        return Vec::new();
    };
    let (list, _) = list.split_once("</ul>").expect("an end");
    let links = list.split("<a href=").skip(1);
    links
        .map(|link| {
            let (_, name) = link.split_once('>').expect("a tag");
            name.split_once("</a>").expect("an end").0
        })
        .collect()
}

async fn toolset(world: &PageWorld, name: &str) {
    let author = ChangeAuthor {
        name: "ann".to_owned(),
        channel: ChangeChannel::Cli,
        why: None,
    };
    let toolset = Toolset::new(ToolsetName::parse(name).expect("a name"));
    let editor = world.gateway.editor();
    let made = editor.create_toolset(&author, &toolset).await;
    made.expect("a toolset");
}

#[tokio::test]
async fn tools_toolsets_and_pages_are_found() {
    let world = PageWorld::open(routes()).await;
    toolset(&world, "deleting").await;
    let mut local = world.browser();
    let page = local.get("/search?q=delet").await;
    page.says(
        200,
        &[
            "<p id=\"count\">2 results</p>",
            "href=\"/toolsets/deleting\"",
            "href=\"/tools/shop.delete_book\"",
            "Tool: Delete a book",
        ],
    );
    assert_eq!(names(&page), ["deleting", "shop.delete_book"]);
    // A word of the title is enough, and so is another word for a page.
    assert_eq!(
        names(&local.get("/search?q=DELETE+book").await),
        ["shop.delete_book"]
    );
    assert_eq!(names(&local.get("/search?q=tokens").await), ["Access"]);
    let none = local.get("/search?q=zzz").await;
    none.says(200, &["<p id=\"count\">No results</p>"]);
    assert_eq!(names(&none), [""; 0]);
}

#[tokio::test]
async fn without_words_the_pages_are_listed() {
    let world = PageWorld::open(routes()).await;
    let page = world.browser().get("/search").await;
    let found = names(&page);
    assert_eq!(found[..3], ["Overview", "Tools", "Approvals"]);
    assert!(!found.contains(&"shop.delete_book"), "{found:?}");
}

/// Pages on which a user may do nothing are not suggested to them.
#[tokio::test]
async fn people_find_what_they_may_use() {
    let world = PageWorld::guarded(routes()).await;
    for (role, expect) in [
        ("viewer", &[][..]),
        ("editor", &["Build a toolset"]),
        (
            "admin",
            &["New environment", "Add a source", "Build a toolset"],
        ),
    ] {
        let mut user = world.logged_in(role, role).await;
        let page = user.get("/search?q=new").await;
        let found = names(&page);
        let found: Vec<_> = found
            .into_iter()
            .filter(|name| !name.starts_with("Changed"))
            .collect();
        assert_eq!(found, expect, "{role}");
    }
}

/// However many tools there are, the page stays small and says how many it leaves out.
#[tokio::test]
async fn ten_thousand_tools_are_searched() {
    let tool = |at: usize| {
        json!({
            "name": format!("thing_{at:05}"),
            "title": format!("Thing of shelf {}", at % 100),
            "inputSchema": {"type": "object"},
        })
    };
    let tools: Vec<_> = (0..10_000).map(tool).collect();
    let tools = json!(tools).to_string();
    let world = PageWorld::planned(PageWorldPlan {
        sources: vec![("many".to_owned(), tools, SourceTrust::Trusted)],
        ..PageWorldPlan::shop(routes())
    })
    .await;
    let mut local = world.browser();
    let page = local.get("/search?q=thing").await;
    page.says(200, &["20 of 10,000 results"]);
    assert_eq!(names(&page).len(), 20);
    assert!(page.text.len() < 20_000, "{}", page.text.len());
    let one = local.get("/search?q=thing_09999").await;
    assert_eq!(names(&one), ["many.thing_09999"]);
    let shelf = local.get("/search?q=shelf+42+thing_00142").await;
    assert_eq!(names(&shelf), ["many.thing_00142"]);
}

#[tokio::test]
async fn hostile_names_and_words_stay_text() {
    let long = "L".repeat(1_000_000);
    let tools = json!([{
        "name": "<script>alert(1)</script>",
        "title": format!("</h1><img src=x onerror=alert(1)>\u{202e}{long}"),
        "inputSchema": {"type": "object"},
    }]);
    let world = PageWorld::planned(PageWorldPlan {
        sources: vec![("shop".to_owned(), tools.to_string(), SourceTrust::Untrusted)],
        ..PageWorldPlan::shop(routes())
    })
    .await;
    let mut local = world.browser();
    let page = local.get("/search?q=alert").await;
    assert_eq!(names(&page).len(), 1);
    page.lacks(&["<script>alert", "<img", "\u{202e}", "onerror=alert(1)>"]);
    assert!(page.text.len() < 20_000, "{}", page.text.len());
    let words = local.get("/search?q=%22%3E%3Cscript%3E%E2%80%AE").await;
    words.says(200, &["No results"]);
    words.lacks(&["\"><script>"]);
    let much = format!("/search?q={}", "zq+".repeat(3_000));
    local.get(&much).await.says(200, &["No results"]);
}

#[tokio::test]
async fn search_is_read_only_and_needs_a_viewer() {
    assert_needs_viewer(routes(), &["/search"]).await;
    assert_get_only(routes(), &["/search"]).await;
}
