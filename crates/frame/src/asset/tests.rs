//! The colours of the style sheet, held against WCAG's measure of contrast.

use std::collections::HashMap;

use super::*;

/// What text is drawn in on what.
const PAIRS: [(&str, &str); 22] = [
    ("text", "ground"),
    ("text", "sheet"),
    ("text", "quiet"),
    ("muted", "ground"),
    ("muted", "sheet"),
    ("muted", "quiet"),
    ("accent", "ground"),
    ("accent", "sheet"),
    ("accent", "quiet"),
    ("good", "sheet"),
    ("good", "good-ground"),
    ("bad", "sheet"),
    ("bad", "bad-ground"),
    ("warn", "warn-ground"),
    ("text", "warn-ground"),
    ("text", "good-ground"),
    ("text", "bad-ground"),
    ("on-strong", "accent"),
    ("on-strong", "good"),
    ("on-strong", "bad"),
    ("muted", "good-ground"),
    ("accent", "warn-ground"),
];

/// What borders of fields are drawn in on what; these need 3:1.
const EDGES: [(&str, &str); 3] = [("edge", "ground"), ("edge", "sheet"), ("edge", "quiet")];

/// The colours that a part of the sheet names.
fn colours(part: &str) -> HashMap<&str, f64> {
    let lines = part.lines().filter_map(|line| {
        let (name, value) = line.trim().strip_prefix("--")?.split_once(": #")?;
        let value = u32::from_str_radix(value.trim_end_matches(';'), 16).expect("a colour");
        Some((name, luminance(value)))
    });
    lines.collect()
}

fn luminance(colour: u32) -> f64 {
    let part = |shift: u32| {
        let value = f64::from((colour >> shift) & 0xFF) / 255.0;
        if value <= 0.040_45 {
            value / 12.92
        } else {
            ((value + 0.055) / 1.055).powf(2.4)
        }
    };
    0.2126 * part(16) + 0.7152 * part(8) + 0.0722 * part(0)
}

fn contrast(one: f64, other: f64) -> f64 {
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

#[test]
fn every_text_can_be_read_in_light_and_in_dark() {
    let (light, dark) = STYLE_TEXT
        .split_once("@media (prefers-color-scheme: dark)")
        .expect("both schemes");
    for (scheme, part) in [("light", light), ("dark", dark)] {
        let colours = colours(part);
        assert_eq!(colours.len(), 15, "{scheme}: {:?}", colours.keys());
        for (least, pairs) in [(4.5, &PAIRS[..]), (3.0, &EDGES[..])] {
            for (front, back) in pairs {
                let found = contrast(colours[front], colours[back]);
                assert!(found >= least, "{scheme}: {front} on {back} is {found:.2}");
            }
        }
    }
}

#[test]
fn the_sheet_loads_nothing() {
    for part in ["url(", "@import", "expression", "http:", "https:"] {
        assert!(!STYLE_TEXT.contains(part), "{part}");
    }
}
