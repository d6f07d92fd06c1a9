//! Every page, asked for and opened again and again.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result};
use candor_testkit::browser::RealBrowser;

use crate::args::DashboardArgs;
use crate::dashboard::browser;
use crate::dashboard::views::{PageView, calmest, suffice};
use crate::dashboard::workspace::FullWorkspace;
use crate::process;
use crate::time_samples::TimeSummary;

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
    pub(super) yardstick: Option<TimeSummary>,
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
    pub(super) server: TimeSummary,
    /// Until the browser first painted something of it; nothing if there was no browser.
    pub(super) paint: Option<TimeSummary>,
}

// === impl DashboardTimes ===

impl DashboardTimes {
    pub(super) async fn measure(binary: &Path, args: &DashboardArgs) -> Result<Self> {
        let workspace = FullWorkspace::open(binary, args).await?;
        let mut times = Self::default();
        times.ask(&workspace, args.requests).await?;
        if args.loads > 0 {
            let browser = browser::open().await?;
            browser::paint(&browser, &workspace.sign_in_url().await?).await?;
            times.look(&workspace, &browser, args.loads).await?;
            browser.close().await;
        }
        workspace.close().await;
        Ok(times)
    }

    /// Asks for each page, over one connection. The first answer is only looked at.
    async fn ask(&mut self, workspace: &FullWorkspace, requests: u16) -> Result<()> {
        let mut visitor = workspace.visitor().await?;
        for (what, path) in workspace.pages() {
            let mut taken = Vec::new();
            let first = visitor.page(&path).await?;
            self.wrong.extend(first.wrong);
            for _ in 0..requests {
                let got = visitor.page(&path).await?;
                taken.push(got.took);
                self.wrong.extend(got.wrong);
            }
            self.pages.push(PageTimes {
                what,
                bytes: first.bytes,
                server: TimeSummary::of(taken),
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
        let paths = paths.chain([YARDSTICK.to_owned()]);
        let addresses: Vec<String> = paths
            .map(|path| format!("http://{authority}{path}"))
            .collect();
        let (first, views) = open_all(browser, &addresses, loads).await?;
        self.first = Some(first);
        let mut painted = views.into_iter().map(|views| {
            let views = calmest(views, loads.into());
            self.disturbed += views.iter().filter(|view| view.lost > 0).count();
            TimeSummary::of(views.iter().map(|view| view.took).collect())
        });
        for page in &mut self.pages {
            page.paint = painted.next();
        }
        self.yardstick = painted.next();
        Ok(())
    }
}

/// How long the very first page took, and each of them after the first round: so often that there
/// are enough times that count.
async fn open_all(
    browser: &RealBrowser,
    addresses: &[String],
    loads: u16,
) -> Result<(Duration, Vec<Vec<PageView>>)> {
    let mut first = None;
    let mut all = vec![Vec::new(); addresses.len()];
    for round in 0..=loads.saturating_mul(ROUNDS) {
        for (views, address) in all.iter_mut().zip(addresses) {
            let view = open(browser, address).await?;
            first.get_or_insert(view.took);
            if round > 0 {
                views.push(view);
            }
        }
        if all.iter().all(|views| suffice(views, loads.into())) {
            break;
        }
    }
    Ok((first.context("there are no pages")?, all))
}

/// Where it is not told what the host takes, it is held to take nothing.
async fn open(browser: &RealBrowser, address: &str) -> Result<PageView> {
    browser::rest().await;
    let before = process::lost_ticks();
    let took = browser::paint(browser, address).await?;
    let lost = process::lost_ticks().zip(before);
    Ok(PageView {
        took,
        lost: lost.map_or(0, |(after, before)| after.saturating_sub(before)),
    })
}
