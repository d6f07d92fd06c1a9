//! Stacked bars over time.

use std::fmt;

use super::hatch::{HatchPatterns, words};
use super::{TimelineChart, TimelineStep, part_of};
use crate::wording::with_separators;

/// The maximum number of steps.
const STEPS: usize = 200;
/// The classes of the series.
const CLASSES: [&str; 4] = ["series-1", "series-2", "series-3", "series-4"];
/// The maximum number of labels on the axis; more would not fit on a phone.
const NAMED: usize = 6;
/// The upper end of the highest bar, in pixels from the top.
const TOP: f64 = 18.0;
const BASE: f64 = 138.0;
/// The minimum height of a part that is not zero, in pixels.
const LEAST: f64 = 2.0;

pub(super) fn draw(of: &TimelineChart, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let steps = &of.steps[of.steps.len().saturating_sub(STEPS)..];
    let series: Vec<_> = of.series.iter().copied().zip(CLASSES).collect();
    let hatches = HatchPatterns::of(&of.title);
    f.write_str("<figure class=\"chart\"><figcaption>")?;
    words(&of.title, f)?;
    f.write_str("</figcaption>")?;
    if steps.is_empty() {
        return f.write_str("<p class=\"small\">No data yet.</p></figure>");
    }
    picture(steps, &series, &hatches, f)?;
    f.write_str("<ul class=\"keys\">")?;
    for (at, (name, class)) in series.iter().enumerate() {
        let sum: u128 = steps.iter().map(|step| u128::from(count(step, at))).sum();
        f.write_str("<li>")?;
        hatches.key(class, f)?;
        f.write_str("<span>")?;
        words(name, f)?;
        write!(f, "</span> <strong>{}</strong></li>", with_separators(sum))?;
    }
    f.write_str("</ul>")?;
    table(of, steps, &series, f)?;
    f.write_str("</figure>")
}

/// Hidden from screen readers, which read the table below it.
fn picture(
    steps: &[TimelineStep],
    series: &[(&str, &str)],
    hatches: &HatchPatterns,
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    let sum = |step: &TimelineStep| -> u128 {
        let counts = (0..series.len()).map(|at| u128::from(count(step, at)));
        counts.sum()
    };
    let highest = steps.iter().map(sum).max().unwrap_or_default();
    let scale = nice(highest);
    f.write_str("<svg class=\"timeline\" width=\"100%\" height=\"156\" aria-hidden=\"true\">")?;
    hatches.define(series.iter().map(|(_, class)| *class), f)?;
    let middle = f64::midpoint(TOP, BASE);
    for (y, value) in [(TOP, Some(scale)), (middle, half(scale))] {
        let Some(value) = value else { continue };
        let above = y - 4.0;
        write!(
            f,
            "<line class=\"rule\" x1=\"0\" x2=\"100%\" y1=\"{y}\" y2=\"{y}\"/>\
             <text x=\"0\" y=\"{above}\">{}</text>",
            with_separators(value)
        )?;
    }
    let width = 100.0 / f64::from(u32::try_from(steps.len()).unwrap_or(u32::MAX));
    let every = steps.len().div_ceil(NAMED);
    let mut left = 0.0;
    for (at, step) in steps.iter().enumerate() {
        bar(step, (left, width), scale, series, hatches, f)?;
        if at % every == 0 {
            write!(f, "<text x=\"{left:.2}%\" y=\"153\">")?;
            words(&step.label, f)?;
            f.write_str("</text>")?;
        }
        left += width;
    }
    write!(
        f,
        "<line class=\"axis\" x1=\"0\" x2=\"100%\" y1=\"{BASE}\" y2=\"{BASE}\"/></svg>"
    )
}

/// One step: its parts stacked, each with its number as a tooltip.
fn bar(
    step: &TimelineStep,
    (left, width): (f64, f64),
    scale: u128,
    series: &[(&str, &str)],
    hatches: &HatchPatterns,
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    let mut y = BASE;
    let (x, width) = (left + width * 0.1, width * 0.8);
    for (at, (name, class)) in series.iter().enumerate() {
        let count = count(step, at);
        if count == 0 {
            continue;
        }
        let height = (part_of(count, scale) * (BASE - TOP)).max(LEAST);
        y -= height;
        let fill = hatches.fill(class);
        write!(
            f,
            "<rect class=\"part {class}\" x=\"{x:.2}%\" y=\"{y:.1}\" width=\"{width:.2}%\" \
             height=\"{height:.1}\" fill=\"{fill}\"><title>"
        )?;
        words(&step.label, f)?;
        f.write_str(", ")?;
        words(name, f)?;
        write!(f, ": {}</title></rect>", with_separators(count))?;
    }
    Ok(())
}

fn table(
    of: &TimelineChart,
    steps: &[TimelineStep],
    series: &[(&str, &str)],
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    f.write_str(
        "<details><summary>Show numbers</summary><div class=\"scroll\" tabindex=\"0\" \
         role=\"region\" aria-label=\"",
    )?;
    words(&of.title, f)?;
    f.write_str("\"><table><caption class=\"unseen\">")?;
    words(&of.title, f)?;
    f.write_str("</caption><thead><tr><th scope=\"col\">Time</th>")?;
    for (name, _) in series {
        f.write_str("<th scope=\"col\" class=\"num\">")?;
        words(name, f)?;
        f.write_str("</th>")?;
    }
    f.write_str("</tr></thead><tbody>")?;
    for step in steps {
        f.write_str("<tr><th scope=\"row\">")?;
        words(&step.label, f)?;
        f.write_str("</th>")?;
        for at in 0..series.len() {
            let count = with_separators(count(step, at));
            write!(f, "<td class=\"num\">{count}</td>")?;
        }
        f.write_str("</tr>")?;
    }
    f.write_str("</tbody></table></div></details>")
}

/// The number of a series; zero where none is given.
fn count(step: &TimelineStep, series: usize) -> u64 {
    step.counts.get(series).copied().unwrap_or_default()
}

/// The next round number: 1, 2 or 5 times a power of ten.
fn nice(highest: u128) -> u128 {
    // Sums of 64-bit numbers cannot overflow 128 bits.
    let mut ten = 1;
    loop {
        for factor in [1, 2, 5] {
            if ten * factor >= highest {
                return ten * factor;
            }
        }
        ten *= 10;
    }
}

/// The number in the middle, if it is an integer.
fn half(scale: u128) -> Option<u128> {
    (scale.is_multiple_of(2)).then_some(scale / 2)
}
