//! The colours of the style sheet, held against WCAG's measure of contrast.

use std::collections::HashMap;

use super::*;

/// What text is drawn in on what.
const PAIRS: [(&str, &str); 36] = [
    ("text", "background"),
    ("text", "sheet"),
    ("text", "quiet"),
    ("muted", "background"),
    ("muted", "sheet"),
    ("muted", "quiet"),
    ("accent", "background"),
    ("accent", "sheet"),
    ("accent", "quiet"),
    ("good", "sheet"),
    ("good", "good-background"),
    ("bad", "sheet"),
    ("bad", "bad-background"),
    ("warn", "warn-background"),
    ("text", "warn-background"),
    ("text", "good-background"),
    ("text", "bad-background"),
    ("on-strong", "accent"),
    ("on-strong", "good"),
    ("on-strong", "bad"),
    ("muted", "good-background"),
    ("accent", "warn-background"),
    ("accent", "accent-background"),
    ("text", "accent-background"),
    ("muted", "accent-background"),
    ("plum", "plum-background"),
    ("plum", "sheet"),
    ("text", "plum-background"),
    ("accent", "good-background"),
    ("muted", "warn-background"),
    ("muted", "bad-background"),
    ("accent", "bad-background"),
    ("warn", "sheet"),
    ("good", "background"),
    ("bad", "background"),
    ("background", "text"),
];

/// What the borders of fields, badges and parts of pictures are drawn in on what; these need 3:1.
const EDGES: [(&str, &str); 9] = [
    ("edge", "background"),
    ("edge", "sheet"),
    ("edge", "quiet"),
    ("good", "quiet"),
    ("bad", "quiet"),
    ("warn", "quiet"),
    ("plum", "quiet"),
    ("accent", "good-background"),
    ("accent", "plum-background"),
];

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
        assert_eq!(colours.len(), 18, "{scheme}: {:?}", colours.keys());
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

/// Every colour is one of those that are named and measured.
#[test]
fn the_sheet_draws_in_named_colours() {
    let lines = STYLE_TEXT.lines().map(str::trim);
    let rules = lines.filter(|line| !line.starts_with("--"));
    for line in rules {
        let mut values = line.split('#').skip(1);
        let hex = |value: &str| {
            let digits = value.bytes().take_while(u8::is_ascii_hexdigit).count();
            let ends = value[digits..].starts_with([';', ' ', ',', ')']);
            matches!(digits, 3 | 4 | 6 | 8) && ends && !line.contains('{')
        };
        assert!(!values.any(hex), "{line}");
    }
    let mut named = STYLE_TEXT.split("var(--").skip(1);
    let unknown = named.find(|rest| {
        let name = rest.split([')', ',']).next().unwrap_or_default();
        !STYLE_TEXT.contains(&format!("--{name}:"))
    });
    assert_eq!(unknown, None);
}

#[test]
fn every_badge_and_every_part_of_a_picture_has_a_look() {
    let badges = crate::badge::ToolBadge::ALL.map(crate::badge::ToolBadge::class);
    let parts = ["share-", "series-"]
        .into_iter()
        .flat_map(|kind| (1..=4).map(move |number| format!("{kind}{number}")));
    for class in badges.map(str::to_owned).into_iter().chain(parts) {
        let found = STYLE_TEXT.split(&format!(".{class}")).nth(1);
        let next = found.and_then(|rest| rest.chars().next());
        assert!(matches!(next, Some(' ' | ',')), "{class}");
    }
}

#[test]
fn the_scripts_are_small_and_make_no_markup_of_text() {
    let scripts = [
        ("candor.js", SCRIPT_TEXT, 17_000),
        ("palette.js", PALETTE_TEXT, 8_000),
        ("notify.js", NOTIFY_TEXT, 4_000),
    ];
    for (name, text, most) in scripts {
        assert!(text.len() < most, "{name}: {}", text.len());
        for part in [
            "eval",
            "Function(",
            "innerHTML",
            "outerHTML",
            "insertAdjacentHTML",
            "document.write",
            "srcdoc",
            "cssText",
            ".style",
            "setTimeout(\"",
            "import ",
            "http:",
            "https:",
            "://",
            "//cdn",
            "document.cookie",
        ] {
            assert!(!text.contains(part), "{name}: {part}");
        }
        for line in text.lines() {
            assert!(line.len() <= 130, "{name}: {line}");
        }
    }
    // The others are loaded when they are needed, from where the page's own frame says.
    let imports = SCRIPT_TEXT.split("import(").skip(1);
    let loaded: Vec<&str> = imports.filter_map(|rest| rest.split(')').next()).collect();
    assert_eq!(
        loaded,
        [
            "link.dataset.palette",
            "document.querySelector(\"[data-notify]\""
        ]
    );
    // What a browser keeps is whether it notifies, and nothing else.
    let kept = SCRIPT_TEXT.split("localStorage").skip(1);
    for kept in kept {
        assert!(kept.starts_with(".getItem(\"notify\")"), "{kept}");
    }
}
