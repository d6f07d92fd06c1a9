//! What axe-core finds on a page: nothing, in light and in dark.

use serde_json::{Value, json};

use super::browser::RealBrowser;

/// The rules of WCAG 2.2 AA, and what is good practice besides.
const TAGS: [&str; 7] = [
    "wcag2a",
    "wcag2aa",
    "wcag21a",
    "wcag21aa",
    "wcag22aa",
    "best-practice",
    "cat.aria",
];

/// Lets axe look at the page that is shown, and tells what it finds.
pub(super) async fn faults(browser: &RealBrowser) -> Vec<String> {
    let only = json!({"type": "tag", "values": TAGS});
    let path = candor_testkit::peers::npm_bin("axe-core", "axe.min.js").expect("axe-core");
    let axe = std::fs::read_to_string(path).expect("a script");
    // The driver's scripts are not the page's: the page's policy does not hold for them.
    if browser.run("return 'axe' in window", Vec::new()).await == false {
        browser.run(&axe, Vec::new()).await;
    }
    let script = "const [only, done] = arguments;
        axe.run(document, {runOnly: only, resultTypes: ['violations']})
           .then(found => done(found.violations), error => done(String(error)));";
    let found = browser
        .client
        .execute_async(script, vec![only])
        .await
        .expect("axe runs");
    let Value::Array(violations) = found else {
        panic!("axe failed: {found}");
    };
    violations
        .iter()
        .map(|violation| {
            let nodes = violation["nodes"].as_array().into_iter().flatten();
            let nodes: Vec<String> = nodes
                .take(5)
                .map(|node| format!("{} {}", node["html"], node["failureSummary"]))
                .collect();
            format!(
                "{}: {}\n  {}",
                violation["id"],
                violation["help"],
                nodes.join("\n  ")
            )
        })
        .collect()
}
