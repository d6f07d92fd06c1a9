//! What is found about the served tools, computed once for each state of the catalogue.

use std::sync::{Arc, Weak};

use candor_gateway::{Catalogue, Gateway};
use candor_lint::{LintInput, LintPolicy, LintReport};
use tokio::sync::Mutex;

use crate::{instructions, served_tools};

/// The report that was computed last, with the catalogue that it is about. One is enough for a
/// process: pages of the same gateway ask for the same. The catalogue is held weakly, so that an
/// old one is not kept alive; its address is not reused while the weak handle is there.
static LAST: Mutex<Option<(Weak<Catalogue>, Arc<LintReport>)>> = Mutex::const_new(None);

/// What the default profile finds in the tools and instructions that are served. It is computed
/// on a thread for slow work, by the first who asks; the others wait for it. None if that fails,
/// which has no other cause than the end of the process.
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
