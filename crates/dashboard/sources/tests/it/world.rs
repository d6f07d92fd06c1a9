//! A gateway to which sources can be added.

use std::sync::Arc;
use std::time::Duration;

pub(crate) use candor_gatetest::echo_upstream;
use candor_gatetest::{TestDatabase, gateway_spec, test_keyring};
use candor_gateway::{GatewayPolicySettings, GatewaySpec, SourceSetup, SourceStatus};
use candor_model::{SourceName, SourceTrust};
use candor_pagetest::{
    FetchedHtml, PageWorld, TestBrowser, guarded_settings, open_settings, with_timeout,
};
use candor_testkit::ServerHandle;
use tempfile::TempDir;

use crate::source_factory::{TestSourceFactory, declared};

/// Compares a page with its snapshot.
macro_rules! assert_kept {
    ($name:expr, $page:expr) => {
        let attempts = [(r"The last [^<]*:</p>", "The last [attempts]:</p>")];
        candor_pagetest::assert_page!($name, $page, attempts)
    };
}

pub(crate) use assert_kept;

/// What secrets are sealed with, once it is repeated.
const KEY: &str = "7";

/// Where sources are added.
pub(crate) const NEW: &str = "/sources/new";

/// An address without a listener.
pub(crate) const NOWHERE: &str = "http://127.0.0.1:1/mcp";

/// Tools of every behaviour.
pub(crate) const TOOLS: &str = r#"[
    {"name": "list_books", "description": "Lists books.\nAll of them.", "inputSchema": {"type": "object"},
     "annotations": {"title": "List books", "readOnlyHint": true, "idempotentHint": true}},
    {"name": "add_book", "description": "Adds a book.", "inputSchema": {"type": "object"},
     "annotations": {"readOnlyHint": false, "destructiveHint": false}},
    {"name": "burn_book", "description": "Burns a book.", "inputSchema": {"type": "object"},
     "annotations": {"destructiveHint": true}},
    {"name": "thing", "description": "A thing.", "inputSchema": {"type": "object"}}
]"#;

/// A gateway without sources and without tokens.
pub(crate) async fn empty() -> PageWorld {
    world(open_settings(), Vec::new(), Vec::new()).await
}

/// A gateway with one trusted source of the configuration, `shop`.
pub(crate) async fn shop() -> PageWorld {
    with_shop(open_settings()).await
}

/// The same with tokens.
pub(crate) async fn guarded() -> PageWorld {
    with_shop(guarded_settings()).await
}

async fn with_shop(settings: GatewayPolicySettings) -> PageWorld {
    let shop = echo_upstream(TOOLS);
    let setup = declared("shop", shop.url(), SourceTrust::Trusted);
    world(settings, vec![shop], vec![setup]).await
}

/// A gateway with these sources, once each has started or failed.
pub(crate) async fn world(
    settings: GatewayPolicySettings,
    upstreams: Vec<ServerHandle>,
    sources: Vec<SourceSetup>,
) -> PageWorld {
    let folder = tempfile::tempdir().expect("a folder");
    opened(folder, settings, upstreams, sources, KEY, true).await
}

/// A gateway without sources to which no programs and paths can be added.
pub(crate) async fn empty_without_commands() -> PageWorld {
    let folder = tempfile::tempdir().expect("a folder");
    let settings = open_settings();
    opened(folder, settings, Vec::new(), Vec::new(), KEY, false).await
}

/// The same database, now without programs and paths.
pub(crate) async fn reopened_without_commands(before: PageWorld) -> PageWorld {
    let PageWorld {
        folder, upstreams, ..
    } = before;
    opened(folder, open_settings(), upstreams, Vec::new(), KEY, false).await
}

/// The same database with other sources in the configuration.
pub(crate) async fn reopened(before: PageWorld, sources: Vec<SourceSetup>) -> PageWorld {
    reopened_with(before, sources, KEY).await
}

/// The same with another key.
pub(crate) async fn reopened_with(
    before: PageWorld,
    sources: Vec<SourceSetup>,
    key: &str,
) -> PageWorld {
    let PageWorld {
        folder, upstreams, ..
    } = before;
    opened(folder, open_settings(), upstreams, sources, key, true).await
}

async fn opened(
    folder: TempDir,
    settings: GatewayPolicySettings,
    upstreams: Vec<ServerHandle>,
    sources: Vec<SourceSetup>,
    digit: &str,
    allow_commands: bool,
) -> PageWorld {
    let spec = GatewaySpec {
        keyring: test_keyring(digit),
        policy_settings: settings,
        source_factory: Arc::new(TestSourceFactory { allow_commands }),
        ..gateway_spec(TestDatabase::of(folder.path()).await, sources)
    };
    PageWorld::of(spec, candor_dashboard_sources::routes(), upstreams, folder).await
}

/// How a source is, as soon as it is so.
pub(crate) async fn until(
    world: &PageWorld,
    name: &str,
    is: impl Fn(&SourceStatus) -> bool,
) -> SourceStatus {
    let name = SourceName::parse(name).expect("a name");
    with_timeout(async {
        loop {
            let mut all = world.gateway.sources().into_iter();
            if let Some(status) = all.find(|one| one.name == name && is(one)) {
                return status;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    })
    .await
}

/// The fields that describe a server at an address.
pub(crate) fn at<'a>(
    step: &'a str,
    name: &'a str,
    url: &'a str,
    more: &[(&'a str, &'a str)],
) -> Vec<(&'a str, &'a str)> {
    let mut fields = vec![("do", step), ("name", name), ("url", url)];
    fields.extend(more);
    fields
}

/// Adds a server at an address and waits until it answers.
pub(crate) async fn add(world: &PageWorld, browser: &mut TestBrowser, name: &str, url: &str) {
    let fields = at("save", name, url, &[]);
    let page = send(browser, "url", &fields).await;
    assert_eq!(page.leads(), format!("/sources/{name}?done=added"));
    until(world, name, |status| status.state.is_ready()).await;
}

/// Sends the form of a kind.
pub(crate) async fn send(
    browser: &mut TestBrowser,
    kind: &str,
    fields: &[(&str, &str)],
) -> FetchedHtml {
    let opened = format!("{NEW}?kind={kind}");
    browser.submit(&opened, NEW, fields).await
}
