//! Lists, their pages, and text that would like to be markup.

use candor_dashboard_content::routes;
use candor_pagetest::PageWorld;
use candor_pagetest::read_only::{assert_get_only, assert_needs_viewer};
use serde_json::json;

use crate::world::Listed;

const RESOURCE: &str = "/resources/show?source=shop&uri=file%3A%2F%2F%2Fnotes%2Fone.md";
const TEMPLATE: &str = "/resources/show?source=shop&template=file%3A%2F%2F%2Fnotes%2F%7Bname%7D";

#[tokio::test]
async fn prompts_are_listed_and_have_pages() {
    let world = Listed::few().world().await;
    let mut local = world.browser();
    let list = local.get("/prompts").await;
    list.says(
        200,
        &[
            "<strong>1 prompt</strong>",
            "href=\"/prompts/shop.greet\"",
            "Greet somebody",
            "Writes a **greeting**.",
            "From <a href=\"/sources/shop\">shop</a> · 2 arguments",
            "href=\"/prompts\" aria-current=\"page\">Prompts</a>",
        ],
    );
    let page = local.get("/prompts/shop.greet").await;
    page.says(
        200,
        &[
            "<h1>Greet somebody</h1>",
            "<strong>greeting</strong>",
            "<code>who</code>",
            "Whom to greet",
            "<td data-label=\"Required\">Yes</td>",
            "<td data-label=\"Required\">No</td>",
            "<dt>Name for clients</dt><dd><code>shop_greet</code></dd>",
            "<dt>Name at the source</dt><dd><code>greet</code></dd>",
            "Definition as JSON",
        ],
    );
}

#[tokio::test]
async fn resources_and_templates_are_listed_and_have_pages() {
    let world = Listed::few().world().await;
    let mut local = world.browser();
    let list = local.get("/resources").await;
    list.says(
        200,
        &[
            "<strong>1 resource</strong>",
            "<code>file:///notes/one.md</code>",
            "The first note",
            "· text/markdown · 12 kB",
            &RESOURCE.replace('&', "&#38;"),
            "Templates <span class=\"count\">1</span>",
        ],
    );
    let page = local.get(RESOURCE).await;
    page.says(
        200,
        &[
            "<h1>The first note</h1>",
            "<dt>URI</dt><dd><code>file:///notes/one.md</code></dd>",
            "<dt>MIME type</dt><dd><code>text/markdown</code></dd>",
            "<dt>Size</dt><dd><code>12 kB</code></dd>",
            "<dt>Audience</dt><dd><code>user</code></dd>",
            "<dt>Last modified</dt><dd><code>2026-01-02T03:04:05Z</code></dd>",
        ],
    );
    page.lacks(&["id=\"arguments\""]);
    let list = local.get("/resources?kind=templates").await;
    list.says(200, &["<strong>1 resource template</strong>", "Any note."]);
    let page = local.get(TEMPLATE).await;
    page.says(
        200,
        &[
            "<h1>note</h1>",
            "<dt>URI template</dt><dd><code>file:///notes/{name}</code></dd>",
        ],
    );
}

#[tokio::test]
async fn what_is_not_there_is_said() {
    let world = PageWorld::open(routes()).await;
    let mut local = world.browser();
    for (path, says) in [
        ("/prompts", "No prompts"),
        ("/resources", "No resources"),
        ("/resources?kind=templates", "No resource templates"),
    ] {
        local
            .get(path)
            .await
            .says(200, &[says, "href=\"/sources\""]);
    }
    for path in [
        "/prompts/shop.nothing",
        "/prompts/nothing",
        "/prompts/%3Cscript%3E",
        "/resources/show",
        "/resources/show?source=shop&uri=%22%3E%3Cscript%3E",
        "/resources/show?source=shop&template=%7B",
    ] {
        let page = local.get(path).await;
        page.says(404, &["right now."]);
        page.lacks(&["<script>", "\"><script"]);
    }
}

#[tokio::test]
async fn long_lists_are_searched_and_have_pages() {
    let prompt =
        |at: usize| json!({"name": format!("prompt_{at:04}"), "title": format!("No. {at}")});
    let resource = |at: usize| json!({"uri": format!("note://{at}"), "name": format!("note {at}")});
    let world = Listed {
        prompts: (0..2_010).map(prompt).collect(),
        resources: (0..2_010).map(resource).collect(),
        templates: json!([]),
    };
    let world = world.world().await;
    let mut local = world.browser();
    for (path, all, page_81) in [
        ("/prompts", "2,010 prompts", "prompt_2009"),
        ("/resources", "2,010 resources", "note://2009"),
    ] {
        let page = local.get(path).await;
        page.says(200, &[all, "Page 1 of 81", "rel=\"next\""]);
        assert!(page.text.len() < 40_000, "{}", page.text.len());
        let last = local.get(&format!("{path}?page=81")).await;
        last.says(200, &[page_81, "Page 81 of 81"]);
        let one = local.get(&format!("{path}?q=1234&source=shop")).await;
        one.says(200, &["<strong>1 "]);
        let none = local.get(&format!("{path}?q=1234&source=elsewhere")).await;
        none.says(200, &["No matches", "Clear filters"]);
    }
}

#[tokio::test]
async fn hostile_definitions_stay_text() {
    let script = "</h1><script>alert(1)</script>\u{202e}";
    let long = format!("{script}{}", "L".repeat(1_000_000));
    let arguments: Vec<_> = (0..300)
        .map(|at| json!({"name": format!("{script}{at}"), "description": long.get(..2_000)}))
        .collect();
    let listed = Listed {
        prompts: json!([{"name": script, "title": long, "description": long, "arguments": arguments}]),
        resources: json!([{"uri": "note://<script>", "name": script, "title": long,
            "description": long, "mimeType": script, "size": 1e300, "annotations": {"audience": [script]}}]),
        templates: json!([{"uriTemplate": "note://{<script>}", "name": long}]),
    };
    let world = listed.world().await;
    let mut local = world.browser();
    for list in ["/prompts", "/resources", "/resources?kind=templates"] {
        let page = local.get(list).await;
        page.says(200, &["<strong>1 "]);
        page.lacks(&["<script>", "\u{202e}"]);
        assert!(page.text.len() < 20_000, "{list}: {}", page.text.len());
        let (_, link) = page
            .text
            .split_once("class=\"mono\" href=\"")
            .expect("a link");
        let (link, _) = link.split_once('"').expect("an end");
        let link = link.replace("&#38;", "&");
        let page = local.get(&link).await;
        page.says(200, &["Definition as JSON"]);
        page.lacks(&["<script>", "\u{202e}"]);
        assert!(page.text.len() < 2_000_000, "{link}: {}", page.text.len());
    }
}

#[tokio::test]
async fn the_pages_are_read_only_and_need_a_viewer() {
    assert_needs_viewer(routes(), &["/prompts", "/resources"]).await;
    assert_get_only(routes(), &["/prompts", "/resources"]).await;
}
