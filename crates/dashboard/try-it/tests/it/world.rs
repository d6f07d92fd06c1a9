//! A gateway whose one server does what a test says.

use std::time::Duration;

use axum::Router;
use candor_dashboard_kit::DashboardState;
use candor_gatetest::{TestDatabase, gateway_spec, http_source};
use candor_gateway::{GatewayPolicySettings, GatewaySpec};
use candor_model::SourceTrust;
use candor_pagetest::{FetchedHtml, PageWorld, TestBrowser, open_settings, with_timeout};
use candor_testkit::ServerEra;
use candor_testkit::script::{self, ServerScript};
use serde_json::{Value, json};

/// A world with a trusted source `lab`, whose script is the test's.
pub(crate) async fn lab(script: ServerScript) -> PageWorld {
    lab_in(open_settings(), script, candor_dashboard_try_it::routes()).await
}

/// The same with other settings and these pages.
pub(crate) async fn lab_in(
    settings: GatewayPolicySettings,
    script: ServerScript,
    routes: Router<DashboardState>,
) -> PageWorld {
    let upstream = script::serve_http(&script, ServerEra::Modern);
    let mut source = http_source("lab", SourceTrust::Trusted, &upstream);
    source.spec.limits.max_message = 64 * 1024 * 1024;
    let folder = tempfile::tempdir().expect("a folder");
    let spec = GatewaySpec {
        policy_settings: settings,
        ..gateway_spec(TestDatabase::of(folder.path()).await, vec![source])
    };
    PageWorld::of(spec, routes, vec![upstream], folder).await
}

/// A script with one tool of this schema that only reads, and sends back what it gets.
pub(crate) fn echo(schema: &Value) -> ServerScript {
    let tool = json!([{"name": "probe", "description": "Tries things.", "inputSchema": schema,
                       "annotations": {"readOnlyHint": true}}]);
    ServerScript::new()
        .tools(tool.to_string())
        .call("*", r#"{"echo": true}"#)
}

/// A script with one tool that only reads and answers this.
pub(crate) fn answers(result: &Value) -> ServerScript {
    let tool = json!([{"name": "probe", "inputSchema": {"type": "object"},
                       "annotations": {"readOnlyHint": true}}]);
    let mut result = result.clone();
    result["resultType"] = json!("complete");
    let behaviour = json!({"result": result});
    ServerScript::new()
        .tools(tool.to_string())
        .call("*", behaviour.to_string())
}

/// Fills in the form of `tool` and sends it; where the browser is sent.
pub(crate) async fn call(
    browser: &mut TestBrowser,
    tool: &str,
    fields: &[(&str, &str)],
) -> FetchedHtml {
    let path = format!("/tools/{tool}/try");
    let mut all = vec![("act", "call")];
    all.extend(fields);
    browser.submit(&path, &path, &all).await
}

/// The same, and the page of the call once it is over.
pub(crate) async fn over(
    browser: &mut TestBrowser,
    tool: &str,
    fields: &[(&str, &str)],
) -> FetchedHtml {
    let sent = call(browser, tool, fields).await;
    ended(browser, sent.leads()).await
}

/// The page of a call once it is over.
pub(crate) async fn ended(browser: &mut TestBrowser, path: &str) -> FetchedHtml {
    with_timeout(async {
        loop {
            let page = browser.get(path).await;
            assert_eq!(page.status, 200, "{}", page.text);
            if !page.text.contains("id=\"trial\" data-live") {
                return settled(page);
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    })
    .await
}

/// A page without what it is drawn with, and without how long its call took.
pub(crate) fn settled(mut page: FetchedHtml) -> FetchedHtml {
    while let Some((before, rest)) = page.text.split_once("<svg") {
        let (_, after) = rest.split_once("</svg>").expect("an end");
        page.text = format!("{before}{after}");
    }
    let mark = "<dd class=\"took\">";
    if let Some((before, rest)) = page.text.split_once(mark) {
        let (_, after) = rest.split_once('<').expect("an end");
        page.text = format!("{before}{mark}[took]<{after}");
    }
    page
}
