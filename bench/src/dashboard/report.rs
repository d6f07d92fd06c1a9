//! What was measured, as Markdown.

use crate::args::DashboardArgs;
use crate::dashboard::measure::{DashboardTimes, ROUNDS};
use crate::report::{MarkdownReport, MarkdownTable};
use crate::time_samples::TimeSummary;

/// Every page should be answered and painted in less, in seconds.
const AIM: f64 = 0.100;

/// How much of what is wrong is told.
const TOLD: usize = 10;

pub(super) fn report(args: &DashboardArgs, times: &DashboardTimes) -> String {
    let mut report = MarkdownReport::new("Every page of the dashboard");
    report.line(format_args!(
        "{} tools of one source, {} toolsets over them, {} calls on file, {} that wait. Each page was \
         asked for {} times over one connection{}. Times are in milliseconds.\n",
        args.tools,
        args.toolsets,
        args.calls,
        args.pending,
        args.requests,
        opened(args.loads),
    ));
    report.table(&table(times));
    report.line("");
    if let Some(first) = times.first {
        report.line(format_args!(
            "A browser that had nothing yet, neither style nor script, painted its first page after \
             {} ms.\n",
            millis(first.as_secs_f64())
        ));
    }
    if let Some(yardstick) = times.yardstick {
        report.line(format_args!(
            "A line of text from the same server, without style or script, was painted after {} ms \
             (p95 {}): so much the browser and this machine need for any page. How often it goes \
             into a page's paint stands under lines: milliseconds differ from hour to hour, this less.\n",
            millis(yardstick.median),
            millis(yardstick.p95)
        ));
    }
    if times.disturbed > 0 {
        report.line(format_args!(
            "During {} of the {} times that count the host took cores away, so these say more about \
             the host.\n",
            times.disturbed,
            usize::from(args.loads) * (times.pages.len() + 1)
        ));
    }
    let pages = times.pages.iter();
    let answered = pages.clone().map(|page| (page.what, page.server));
    let painted = pages.filter_map(|page| Some((page.what, page.paint?)));
    aim(&mut report, "answered", answered);
    aim(&mut report, "painted", painted);
    report.wrong(times.wrong.len(), "answers.");
    for wrong in times.wrong.iter().take(TOLD) {
        report.line(format_args!("- {wrong}"));
    }
    report.finish()
}

fn opened(loads: u16) -> String {
    match loads {
        0 => String::new(),
        _ => format!(
            ", and opened {loads} times in Chromium, which rested for 0.4 s before each; its time begins \
             when it sets out for the page. While the host takes cores away, each is opened up to {ROUNDS} \
             times as often, and those times count during which it took least"
        ),
    }
}

fn table(times: &DashboardTimes) -> MarkdownTable {
    let headings = "page | kB | answer | p95 | first paint | p95  | lines";
    let mut table = MarkdownTable::new(headings);
    for page in &times.pages {
        let [paint, p95] = page.paint.map_or_else(Default::default, |paint| {
            [paint.median, paint.p95].map(millis)
        });
        table.row([
            page.what.to_owned(),
            page.bytes.div_ceil(1_000).to_string(),
            millis(page.server.median),
            millis(page.server.p95),
            paint,
            p95,
            lines(page.paint, times.yardstick),
        ]);
    }
    table
}

/// How often the paint of a line of text goes into that of a page.
fn lines(page: Option<TimeSummary>, yardstick: Option<TimeSummary>) -> String {
    let both = page.zip(yardstick);
    both.map_or_else(String::new, |(page, line)| {
        format!("{:.1}", page.median / line.median.max(1e-6))
    })
}

/// Whether an aim is reached, and by which pages it is not; nothing if nothing was measured.
fn aim(
    report: &mut MarkdownReport,
    done: &str,
    pages: impl Iterator<Item = (&'static str, TimeSummary)>,
) {
    let pages: Vec<(&str, TimeSummary)> = pages.collect();
    let late = pages.iter().filter(|(_, times)| times.median >= AIM);
    let late: Vec<&str> = late.map(|(what, _)| *what).collect();
    let aim = format!("every page is {done} within {:.0} ms", AIM * 1e3);
    if !late.is_empty() {
        report.line(format_args!("Aim: {aim}: missed by {}.", late.join("; ")));
    } else if !pages.is_empty() {
        report.aim(aim, true);
    }
}

fn millis(seconds: f64) -> String {
    format!("{:.1}", seconds * 1e3)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::dashboard::measure::PageTimes;
    use crate::report::check_text;

    fn taken(millis: u32) -> TimeSummary {
        TimeSummary {
            median: f64::from(millis) / 1e3,
            p95: f64::from(2 * millis) / 1e3,
            ..TimeSummary::default()
        }
    }

    fn page(what: &'static str, server: u32, paint: Option<u32>) -> PageTimes {
        PageTimes {
            what,
            bytes: 12_001,
            server: taken(server),
            paint: paint.map(taken),
        }
    }

    fn written(pages: Vec<PageTimes>, wrong: &[&str]) -> String {
        disturbed(pages, wrong, 0)
    }

    fn disturbed(pages: Vec<PageTimes>, wrong: &[&str], disturbed: usize) -> String {
        let paint = pages[0].paint;
        let loads = if paint.is_some() { 7 } else { 0 };
        let args = DashboardArgs {
            candor: None,
            tools: 5_000,
            toolsets: 200,
            calls: 1_000,
            pending: 100,
            requests: 50,
            loads,
        };
        let times = DashboardTimes {
            first: paint.map(|taken| Duration::from_secs_f64(taken.p95)),
            yardstick: paint.map(|_| taken(30)),
            disturbed,
            pages,
            wrong: wrong.iter().map(|wrong| (*wrong).to_owned()).collect(),
        };
        report(&args, &times)
    }

    #[test]
    fn every_page_has_its_row_and_the_aims_are_told() {
        let text = written(vec![page("tools", 3, Some(40))], &[]);
        let says = [
            "5000 tools of one source, 200 toolsets over them, 1000 calls on file, 100 that wait",
            "| tools |  13 |    3.0 | 6.0 |        40.0 | 80.0 |   1.3 |",
            "painted its first page after 80.0 ms",
            "was painted after 30.0 ms (p95 60.0)",
            "answered within 100 ms: reached",
            "painted within 100 ms: reached",
        ];
        check_text(&text, &says, &["Wrong", "took cores away"]);
    }

    #[test]
    fn pages_that_are_late_and_pages_that_are_wrong_are_named() {
        let pages = vec![page("tools", 3, Some(100)), page("calls", 120, Some(20))];
        let text = written(pages, &["`/audit` was answered with 500"]);
        let says = [
            "answered within 100 ms: missed by calls.",
            "painted within 100 ms: missed by tools.",
            "Wrong: 1 answers.\n- `/audit` was answered with 500",
        ];
        check_text(&text, &says, &[]);
    }

    #[test]
    fn what_the_host_has_disturbed_is_told() {
        let text = disturbed(vec![page("tools", 3, Some(40))], &[], 5);
        let says = "During 5 of the 14 times that count the host took cores away";
        check_text(&text, &[says], &[]);
    }

    #[test]
    fn without_a_browser_nothing_is_said_about_one() {
        let text = written(vec![page("tools", 3, None)], &[]);
        check_text(&text, &[], &["painted", "Chromium"]);
    }
}
