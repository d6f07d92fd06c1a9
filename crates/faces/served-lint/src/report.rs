//! The lint report of the served tools, computed once per catalogue.

use std::sync::{Arc, Weak};

use candor_gateway::{Catalogue, Gateway};
use candor_lint::{LintInput, LintPolicy, LintReport};
use tokio::sync::Mutex;

use crate::{instructions, served_tools};

/// The latest report and its catalogue. One is enough per process, because all pages of a gateway
/// need the same. The catalogue is held weakly, so an old one is not kept alive; its address cannot
/// be reused while the weak handle exists.
static LAST: Mutex<Option<(Weak<Catalogue>, Arc<LintReport>)>> = Mutex::const_new(None);

/// The findings of the default profile about served tools and instructions. Computed on a blocking
/// thread by the first caller; others wait for it. `None` if that fails, which only happens on
/// shutdown.
pub async fn served_report(gateway: &Gateway) -> Option<Arc<LintReport>> {
    let mut last = LAST.lock().await;
    let catalogue = gateway.catalogue();
    if let Some((of, report)) = last.as_ref()
        && of.as_ptr() == Arc::as_ptr(&catalogue)
    {
        return Some(Arc::clone(report));
    }
    let gateway = gateway.clone();
    let computed = tokio::task::spawn_blocking(move || compute(&gateway)).await;
    let report = Arc::new(computed.ok()??);
    *last = Some((Arc::downgrade(&catalogue), Arc::clone(&report)));
    Some(report)
}

fn compute(gateway: &Gateway) -> Option<LintReport> {
    let mut input = LintInput::new(served_tools(gateway).ok()?);
    input.instructions = instructions(gateway);
    Some(LintReport::new(&input, &LintPolicy::default(), Vec::new()))
}
