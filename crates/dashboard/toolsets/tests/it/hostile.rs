//! Text from upstreams that would like to be something else, on every page.

use candor_model::SourceTrust;
use candor_pagetest::{PageWorld, PageWorldPlan};
use serde_json::{Value, json};

use crate::world::{make, plan};

const NAME: &str = "</code><script>alert(1)</script>\u{202e}\"'&";

/// Tools of a server that means no good.
fn tools() -> String {
    let mut deep = json!({"type": "string"});
    for _ in 0..60 {
        deep = json!({"type": "object", "properties": {"<b>": deep}});
    }
    let big = "<script>x</script>\u{202e} ".repeat(45_000);
    let tool = |name: &str, title: &str, about: &str, schema: &Value| json!({"name": name, "title": title, "description": about, "inputSchema": schema});
    let plain = json!({"type": "object"});
    json!([
        tool(NAME, "<img src=x onerror=alert(1)>", "<b>bold</b>", &deep),
        tool("big_about", "fine", &big, &plain),
        tool("big_title", &big, "fine", &plain),
        tool(&"n".repeat(120), "long", "fine", &plain),
    ])
    .to_string()
}

#[tokio::test]
async fn nothing_from_upstream_is_markup_or_without_end() {
    let world = PageWorld::planned(PageWorldPlan {
        sources: vec![("evil".to_owned(), tools(), SourceTrust::Untrusted)],
        ..plan()
    })
    .await;
    let count = world.gateway.catalogue().everything().tools().len();
    assert!(count >= 3, "{count} tools");
    make(&world, "all", &["evil.*", "evil.big_about"]).await;
    let mut browser = world.browser();
    let tool = "tool=evil.big_about";
    for path in [
        "/toolsets".to_owned(),
        "/toolsets/new".to_owned(),
        "/toolsets/all".to_owned(),
        "/toolsets/all/edit".to_owned(),
        "/toolsets/all/notes".to_owned(),
        format!("/toolsets/all/notes?{tool}"),
        "/toolsets/all/connect".to_owned(),
        "/toolsets/all/versions".to_owned(),
        "/toolsets/all/export".to_owned(),
        "/toolsets/all/delete".to_owned(),
    ] {
        let page = browser.get(&path).await;
        page.says(200, &[]);
        page.lacks(&["<script>alert", "<script>x", "<img", "\u{202e}"]);
        let size = page.text.len();
        assert!(size < 200_000, "{path}: {size} bytes");
    }
}

#[tokio::test]
async fn what_cannot_be_seen_in_an_export_is_named_and_stays() {
    let tags: String = ('\u{E0041}'..='\u{E0054}').collect();
    let turned = "a\u{202e}b\u{200b}\u{202e}";
    let tool = |name: &str| json!({"name": name, "inputSchema": {"type": "object"}});
    let tools = json!([tool("plain"), tool(turned), tool(&tags)]).to_string();
    let world = PageWorld::planned(PageWorldPlan {
        sources: vec![("odd".to_owned(), tools, SourceTrust::Untrusted)],
        ..plan()
    })
    .await;
    let both = "<code>U+202E RIGHT-TO-LEFT OVERRIDE</code>, <code>U+200B ZERO WIDTH SPACE</code>.";
    let many = "<code>U+E004C TAG</code> and 8 more.";
    for (name, own, named) in [
        ("plain", "plain", None),
        ("turned", turned, Some(both)),
        ("tags", &tags, Some(many)),
    ] {
        let member = format!("odd.{own}");
        make(&world, name, &[&member]).await;
        let path = format!("/toolsets/{name}/export");
        let page = world.browser().get(&path).await;
        page.says(200, &[&member]);
        match named {
            Some(named) => page.says(
                200,
                &["<p class=\"note warn\">This file contains invisible", named],
            ),
            None => page.lacks(&["class=\"note warn\"", "invisible"]),
        }
    }
}

#[tokio::test]
async fn people_are_no_less_odd() {
    let world = PageWorld::planned(plan()).await;
    make(&world, "reading", &["shop.*"]).await;
    let mut browser = world.browser();
    let odd = "\"><script>alert(1)</script>";
    let to = "/toolsets/reading/edit";
    let fields = [
        ("do", "check"),
        ("name", odd),
        ("description", odd),
        ("members", odd),
        ("find", odd),
        ("source", odd),
        ("budget", odd),
        ("profile", odd),
        ("provenance", odd),
        ("why", odd),
        ("page", odd),
        ("pick[]", odd),
        ("about[]", odd),
        ("when[]", odd),
        ("hint", odd),
        ("pattern", odd),
    ];
    for action in ["check", "save", "search", "next", "back", "rule", odd] {
        let mut fields = fields;
        fields[0].1 = action;
        let page = browser.submit(to, to, &fields).await;
        page.lacks(&["<script>alert"]);
        assert!(
            matches!(page.status, 200 | 422),
            "{action}: {}",
            page.status
        );
    }
    let to = "/toolsets/reading/notes";
    let fields = [("do", "add"), ("note", odd), ("text", odd), ("why", odd)];
    let page = browser
        .submit("/toolsets/reading/notes?tool=shop.list_books", to, &fields)
        .await;
    page.says(422, &[]);
    page.lacks(&["<script>alert"]);
}
