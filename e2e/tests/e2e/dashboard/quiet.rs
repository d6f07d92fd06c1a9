//! No page asks for anything elsewhere, whatever it shows, and its one script is small.

use std::collections::BTreeSet;

use reqwest::header::{ACCEPT, CONTENT_SECURITY_POLICY, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS};
use serde_json::{Value, json};

use super::browser::RealBrowser;
use super::tour::{PageTour, TourPart, TourSources};

/// The most that all scripts of a page may be, in bytes.
const SCRIPT_MAX: usize = 17_000;

/// The most that the command palette may be, which is loaded when a user opens it.
const PALETTE_MAX: usize = 6_000;

/// What a page may load at all, and where its forms may go.
const POLICY: [&str; 6] = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
];

/// What the page has asked for, and the scripts that it has.
const ASKED: &str = "return [
    performance.getEntriesByType('resource').map(it => it.name),
    [...document.scripts].map(it => it.src),
    [...document.querySelectorAll('[data-palette]')].map(it => new URL(it.dataset.palette, location).href),
];";

fn texts(value: &Value) -> Vec<String> {
    let items = value.as_array().expect("a list").iter();
    items
        .map(|it| it.as_str().expect("a text").to_owned())
        .collect()
}

#[tokio::test]
async fn no_page_loads_from_another_site() {
    let tour = PageTour::of(TourSources::usual()).await;
    let browser = RealBrowser::signed_in(tour.candor()).await;
    let own = format!("{}/", tour.base());
    let (mut scripts, mut palettes) = (Vec::new(), Vec::new());
    for part in TourPart::ALL {
        for path in tour.paths(part) {
            browser.go(&path).await;
            browser.find("h1").await;
            let asked = browser.run(ASKED, Vec::new()).await;
            let resources = texts(&asked[0]);
            assert!(
                !resources.is_empty(),
                "{path} asks for nothing, not even its style"
            );
            for resource in resources {
                assert!(resource.starts_with(&own), "{path} asks for {resource}");
            }
            scripts.extend(texts(&asked[1]));
            palettes.extend(texts(&asked[2]));
        }
    }
    for (files, most) in [(scripts, SCRIPT_MAX), (palettes, PALETTE_MAX)] {
        let files = BTreeSet::from_iter(files);
        let size = size(&files).await;
        assert!((1..most).contains(&size), "{files:?} have {size} bytes");
    }
    browser.close().await;
}

/// How large files are together, in bytes.
async fn size(files: &BTreeSet<String>) -> usize {
    let mut size = 0;
    for file in files {
        let text = reqwest::get(file).await.expect("a file").text().await;
        size += text.expect("text").len();
    }
    size
}

/// The policy is there on every page, on every refusal, and on what pages are drawn with.
#[tokio::test]
async fn everything_is_served_with_a_policy() {
    let tour = PageTour::of(TourSources::usual()).await;
    let mut paths: Vec<String> = TourPart::ALL
        .iter()
        .flat_map(|part| tour.paths(*part))
        .collect();
    let client = reqwest::Client::new();
    let home = client
        .get(format!("{}/", tour.base()))
        .send()
        .await
        .expect("a page");
    let home = home.text().await.expect("text");
    let assets = home.split('"').filter(|part| part.starts_with("/assets/"));
    paths.extend(assets.map(str::to_owned));
    assert!(
        paths
            .iter()
            .any(|path| path.starts_with("/assets/candor.css")),
        "{paths:?}"
    );
    for path in paths {
        let asked = client.get(format!("{}{path}", tour.base()));
        let answer = asked.header(ACCEPT, "text/html").send().await;
        let headers = answer.expect("an answer").headers().clone();
        let text = |name| {
            headers
                .get(name)
                .map(|value| json!(value.to_str().expect("text")))
        };
        let policy = text(CONTENT_SECURITY_POLICY)
            .unwrap_or_default()
            .to_string();
        for part in POLICY {
            assert!(policy.contains(part), "{path} is served with {policy}");
        }
        assert!(!policy.contains("unsafe"), "{path} is served with {policy}");
        assert_eq!(
            text(X_CONTENT_TYPE_OPTIONS),
            Some(json!("nosniff")),
            "{path}"
        );
        assert!(text(REFERRER_POLICY).is_some(), "{path}");
    }
}
