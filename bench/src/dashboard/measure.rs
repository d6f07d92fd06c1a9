//! Every page, asked for and opened again and again.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result};
use candor_testkit::browser::RealBrowser;

use crate::args::DashboardArgs;
use crate::dashboard::browser;
use crate::dashboard::host;
use crate::dashboard::views::{PageView, PageViews};
use crate::dashboard::workspace::FullWorkspace;
use crate::single_connection::SingleConnection;

/// A line of text, without style or script.
const YARDSTICK: &str = "/readyz";

/// How often everything may be opened for each time that counts, if the host takes the cores away.
pub(super) const ROUNDS: u16 = 4;

/// What was measured.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct DashboardTimes {
    pub(super) pages: Vec<PageTimes>,
    /// Until a browser that had nothing yet, no style and no script, first painted something.
    pub(super) first: Option<Duration>,
    /// Until it painted a line of text from the same server: what every page costs, whatever it is.
    pub(super) yardstick: Option<Percentiles>,
    /// How many of the times that count the host disturbed all the same.
    pub(super) disturbed: usize,
    /// What was not as it should be.
    pub(super) wrong: Vec<String>,
}

/// What one page took.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct PageTimes {
    pub(super) what: &'static str,
    pub(super) bytes: usize,
    /// From the request to the last byte of the answer.
    pub(super) server: Percentiles,
    /// Until the browser first painted something of it; nothing if there was no browser.
    pub(super) paint: Option<Percentiles>,
}

/// Times in the middle and near the end.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Percentiles {
    pub(super) median: Duration,
    /// Of twenty, nineteen took this or less.
    pub(super) p95: Duration,
}

// === impl DashboardTimes ===

impl DashboardTimes {
    pub(super) async fn measure(binary: &Path, args: &DashboardArgs) -> Result<Self> {
        let workspace = FullWorkspace::open(binary, args).await?;
        let mut times = Self::default();
        times.ask(&workspace, args.requests).await?;
        if args.loads > 0 {
            let browser = browser::open().await?;
            times.look(&workspace, &browser, args.loads).await?;
            browser.close().await;
        }
        workspace.close().await;
        Ok(times)
    }

    /// Asks for each page, over one connection. The first answer is only looked at.
    async fn ask(&mut self, workspace: &FullWorkspace, requests: u16) -> Result<()> {
        let mut visitor = SingleConnection::open(workspace.url(), "/").await?;
        for (what, path) in workspace.pages() {
            let mut taken = Vec::new();
            let first = visitor.page(&path).await?;
            self.wrong.extend(first.wrong);
            for _ in 0..requests {
                let got = visitor.page(&path).await?;
                taken.push(got.took);
                self.wrong.extend(got.wrong);
            }
            let server = Percentiles::of(taken).context("nothing was asked for")?;
            self.pages.push(PageTimes {
                what,
                bytes: first.bytes,
                server,
                paint: None,
            });
        }
        Ok(())
    }

    /// Opens one page after the other, round by round: who opens the same page twice running
    /// reloads it, which is something else. The first round fills what the browser keeps.
    async fn look(
        &mut self,
        workspace: &FullWorkspace,
        browser: &RealBrowser,
        loads: u16,
    ) -> Result<()> {
        let authority = workspace.url().authority().context("no host")?;
        let paths = workspace.pages().into_iter().map(|(_, path)| path);
        let addresses: Vec<String> = paths
            .chain([YARDSTICK.to_owned()])
            .map(|path| format!("http://{authority}{path}"))
            .collect();
        let (first, views) = open_all(browser, &addresses, loads).await?;
        self.first = Some(first);
        let mut painted = views.into_iter().map(|views| {
            let views = views.calmest(loads.into());
            self.disturbed += views.iter().filter(|view| view.lost > 0).count();
            Percentiles::of(views.iter().map(|view| view.took).collect())
        });
        for page in &mut self.pages {
            page.paint = painted.next().flatten();
        }
        self.yardstick = painted.next().flatten();
        Ok(())
    }
}

/// How long the very first page took, and each of them after the first round: so often that there
/// are enough times that count.
async fn open_all(
    browser: &RealBrowser,
    addresses: &[String],
    loads: u16,
) -> Result<(Duration, Vec<PageViews>)> {
    let mut first = None;
    let mut all = vec![PageViews::default(); addresses.len()];
    for round in 0..=loads.saturating_mul(ROUNDS) {
        for (views, address) in all.iter_mut().zip(addresses) {
            let view = open(browser, address).await?;
            first.get_or_insert(view.took);
            if round > 0 {
                views.push(view);
            }
        }
        if all.iter().all(|views| views.suffice(loads.into())) {
            break;
        }
    }
    Ok((first.context("there are no pages")?, all))
}

/// Where it is not told what the host takes, it is held to take nothing.
async fn open(browser: &RealBrowser, address: &str) -> Result<PageView> {
    browser::rest().await;
    let before = host::lost();
    let took = browser::paint(browser, address).await?;
    let lost = host::lost().zip(before);
    Ok(PageView {
        took,
        lost: lost.map_or(0, |(after, before)| after.saturating_sub(before)),
    })
}

// === impl Percentiles ===

impl Percentiles {
    /// Nothing for no times at all.
    pub(super) fn of(mut times: Vec<Duration>) -> Option<Self> {
        times.sort_unstable();
        let last = times.len().checked_sub(1)?;
        Some(Self {
            median: times[times.len() / 2],
            p95: times[(times.len() * 95).div_ceil(100).saturating_sub(1).min(last)],
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_and_the_end_of_some_times() {
        for (millis, expect) in [
            (vec![], None),
            (vec![5], Some((5, 5))),
            (vec![3, 1, 2], Some((2, 3))),
            ((1..=20).rev().collect(), Some((11, 19))),
            ((1..=100).collect(), Some((51, 95))),
        ] {
            let times = millis.iter().map(|ms| Duration::from_millis(*ms)).collect();
            let taken = Percentiles::of(times);
            let taken = taken.map(|taken| (taken.median.as_millis(), taken.p95.as_millis()));
            assert_eq!(taken, expect, "{millis:?}");
        }
    }
}
