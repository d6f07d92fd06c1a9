//! A bar divided into shares.

use std::fmt;

use super::hatch::{HatchPatterns, words};
use super::{ChartShare, ShareChart, part_of};
use crate::wording::with_separators;

/// The minimum width of a part that is not zero, as a share of the whole.
const LEAST: f64 = 0.008;

pub(super) fn draw(of: &ShareChart, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let whole = of.shares.iter().map(|share| u128::from(share.count)).sum();
    let hatches = HatchPatterns::of(&of.title);
    f.write_str("<figure class=\"chart\"><figcaption>")?;
    words(&of.title, f)?;
    f.write_str("</figcaption>")?;
    bar(of, whole, &hatches, f)?;
    f.write_str("<ul class=\"keys\">")?;
    for share in &of.shares {
        f.write_str("<li>")?;
        hatches.key(share.class, f)?;
        name(share, f)?;
        let percent = percent(share.count, whole);
        let count = with_separators(share.count);
        write!(
            f,
            " <strong>{count}</strong> <span class=\"small\">{percent}</span></li>"
        )?;
    }
    f.write_str("</ul></figure>")
}

/// Hidden from screen readers, which read the list beside it.
fn bar(
    of: &ShareChart,
    whole: u128,
    hatches: &HatchPatterns,
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    f.write_str("<svg class=\"shares\" width=\"100%\" height=\"24\" aria-hidden=\"true\">")?;
    hatches.define(of.shares.iter().map(|share| share.class), f)?;
    let there = of.shares.iter().filter(|share| share.count > 0);
    let widths = there.map(|share| (share, part_of(share.count, whole).max(LEAST)));
    let widths: Vec<_> = widths.collect();
    let sum: f64 = widths.iter().map(|(_, width)| width).sum();
    let mut at = 0.0;
    for (share, width) in widths {
        let width = width / sum * 100.0;
        let (class, fill) = (share.class, hatches.fill(share.class));
        write!(
            f,
            "<rect class=\"part {class}\" x=\"{at:.2}%\" y=\"1\" width=\"{width:.2}%\" \
             height=\"22\" fill=\"{fill}\"><title>"
        )?;
        words(&share.label, f)?;
        write!(f, ": {}</title></rect>", with_separators(share.count))?;
        at += width;
    }
    f.write_str("</svg>")
}

fn name(share: &ChartShare, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let Some(to) = &share.to else {
        f.write_str("<span>")?;
        words(&share.label, f)?;
        return f.write_str("</span>");
    };
    f.write_str("<a href=\"")?;
    words(to, f)?;
    f.write_str("\">")?;
    words(&share.label, f)?;
    f.write_str("</a>")
}

/// In whole percents; 0 % and 100 % only where they are exact.
fn percent(count: u64, whole: u128) -> String {
    let percent = part_of(count, whole) * 100.0;
    match percent.round() {
        rounded if rounded < 1.0 && count > 0 => "&lt;1 %".to_owned(),
        rounded if rounded > 99.0 && u128::from(count) < whole => "&gt;99 %".to_owned(),
        rounded => format!("{rounded:.0} %"),
    }
}
