//! When a real browser first painted something of a page.

use std::time::Duration;

use anyhow::{Context, Result, ensure};
use candor_testkit::browser::RealBrowser;
use tokio::time::{sleep, timeout};

/// How long the browser may take for anything.
const LIMIT: Duration = Duration::from_mins(1);

/// How long a page stays open before the next one: what it still does would count for the next
/// one.
const LOOK: Duration = Duration::from_millis(400);

/// The paint is told on request, also when it is past.
const PAINT: &str = "const done = arguments[0];
    new PerformanceObserver((list, self) => {
        const [paint] = list.getEntriesByName('first-contentful-paint');
        if (paint) { self.disconnect(); done(paint.startTime); }
    }).observe({type: 'paint', buffered: true});";

/// Opens a browser for pages at full addresses.
pub(super) async fn open() -> Result<RealBrowser> {
    ensure!(
        RealBrowser::is_installed(),
        "cannot start `chromedriver`: `./scripts/test` installs it, and `--loads 0` measures \
         without a browser"
    );
    timeout(LIMIT, RealBrowser::open(""))
        .await
        .context("`chromedriver` does not start")
}

/// Leaves the page that is open alone for a while.
pub(super) async fn rest() {
    sleep(LOOK).await;
}

/// Opens a page; how long it took from the first step there until something was painted.
pub(super) async fn paint(browser: &RealBrowser, url: &str) -> Result<Duration> {
    let painting = async {
        browser.client.goto(url).await?;
        anyhow::Ok(browser.client.execute_async(PAINT, Vec::new()).await?)
    };
    let said = timeout(LIMIT, painting).await;
    let said = said.with_context(|| format!("the driver is silent about `{url}`"))??;
    let millis = said.as_f64();
    let millis = millis.with_context(|| format!("`{url}` painted nothing: {said}"))?;
    Ok(Duration::from_secs_f64(millis.max(0.0) / 1e3))
}
