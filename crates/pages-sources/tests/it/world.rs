//! A gateway to which sources can be added.

use std::sync::Arc;
use std::time::Duration;

pub(crate) use candor_gatetest::upstream;
use candor_gatetest::{Ground, key, spec};
use candor_gateway::{GatewaySpec, House, SourceSetup, SourceStatus};
use candor_model::{SourceName, Trust};
use candor_pagetest::{Browser, Page, World, guarded_house, open_house, soon};
use candor_testkit::Handle;
use tempfile::TempDir;

use crate::workshop::{Bench, declared};

/// Compares the contents of a page with those that were kept under a name.
macro_rules! assert_kept {
    ($name:expr, $page:expr) => {
        let mut filters = candor_pagetest::settle::FILTERS.to_vec();
        // How long ago something began is now at first, and some seconds later.
        filters.push((r">(now|\[away\])</time>", ">[away]</time>"));
        filters.push((r"The last [^<]*:</p>", "The last [attempts]:</p>"));
        insta::with_settings!({ filters => filters, omit_expression => true }, {
            insta::assert_snapshot!($name, $page.main());
        });
    };
}

pub(crate) use assert_kept;

/// What secrets are sealed with, once it is repeated.
const KEY: &str = "7";

/// Where sources are added.
pub(crate) const NEW: &str = "/sources/new";

/// Where nobody listens.
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
pub(crate) async fn empty() -> World {
    world(open_house(), Vec::new(), Vec::new()).await
}

/// A gateway with one trusted source of the configuration, `shop`.
pub(crate) async fn shop() -> World {
    with_shop(open_house()).await
}

/// The same with tokens.
pub(crate) async fn guarded() -> World {
    with_shop(guarded_house()).await
}

async fn with_shop(house: House) -> World {
    let shop = upstream(TOOLS);
    let setup = declared("shop", shop.url(), Trust::Trusted);
    world(house, vec![shop], vec![setup]).await
}

/// A gateway with these sources, once each has started or failed.
pub(crate) async fn world(
    house: House,
    upstreams: Vec<Handle>,
    sources: Vec<SourceSetup>,
) -> World {
    let folder = tempfile::tempdir().expect("a folder");
    opened(folder, house, upstreams, sources, KEY).await
}

/// The same database with other sources in the configuration.
pub(crate) async fn reopened(before: World, sources: Vec<SourceSetup>) -> World {
    reopened_with(before, sources, KEY).await
}

/// The same with another key.
pub(crate) async fn reopened_with(before: World, sources: Vec<SourceSetup>, key: &str) -> World {
    let World {
        folder, upstreams, ..
    } = before;
    opened(folder, open_house(), upstreams, sources, key).await
}

async fn opened(
    folder: TempDir,
    house: House,
    upstreams: Vec<Handle>,
    sources: Vec<SourceSetup>,
    digit: &str,
) -> World {
    let spec = GatewaySpec {
        keyring: key(digit),
        house,
        workshop: Arc::new(Bench),
        ..spec(Ground::of(folder.path()).await, sources)
    };
    World::of(spec, candor_pages_sources::routes(), upstreams, folder).await
}

/// How a source is, as soon as it is so.
pub(crate) async fn until(
    world: &World,
    name: &str,
    is: impl Fn(&SourceStatus) -> bool,
) -> SourceStatus {
    let name = SourceName::parse(name).expect("a name");
    soon(async {
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
pub(crate) async fn add(world: &World, browser: &mut Browser, name: &str, url: &str) {
    let fields = at("save", name, url, &[]);
    let page = send(browser, "url", &fields).await;
    assert_eq!(page.leads(), format!("/sources/{name}?done=added"));
    until(world, name, |status| status.state.is_ready()).await;
}

/// Sends the form of a kind.
pub(crate) async fn send(browser: &mut Browser, kind: &str, fields: &[(&str, &str)]) -> Page {
    let opened = format!("{NEW}?kind={kind}");
    browser.submit(&opened, NEW, fields).await
}
