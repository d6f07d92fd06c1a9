//! Hatchings, by which parts of a picture are told apart without colour.

use std::collections::BTreeSet;
use std::fmt;

use candor_card::visible;
use candor_model::Digest;

use crate::outside::escape;

/// How each is drawn on 8 by 8 pixels: how dark its ground is, and its lines.
const HATCHES: [(&str, &str); 4] = [
    ("0.3", ""),
    ("0.12", "M-2 10 10 -2M-2 2 2 -2M6 10 10 6"),
    ("0.12", "M0 0 8 8M0 8 8 0"),
    ("0.05", "M2 2h.1M6 6h.1"),
];

/// The hatchings of one picture.
pub(super) struct Hatches(String);

// === impl Hatches ===

impl Hatches {
    /// Told apart from those of other pictures by the title of this one.
    pub(super) fn of(title: &str) -> Self {
        let mut digest = Digest::of(title).to_string();
        digest.truncate(8);
        Self(format!("chart-{digest}"))
    }

    /// Defines those of these classes; a class ends with the number of its hatching.
    pub(super) fn define<'a>(
        &self,
        classes: impl Iterator<Item = &'a str>,
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        let classes: BTreeSet<_> = classes.collect();
        f.write_str("<defs>")?;
        for class in classes {
            let (ground, lines) = HATCHES[number(class) - 1];
            let id = self.id(class);
            write!(
                f,
                "<pattern id=\"{id}\" class=\"{class}\" width=\"8\" height=\"8\" \
                 patternUnits=\"userSpaceOnUse\"><rect class=\"tint\" width=\"8\" height=\"8\" \
                 opacity=\"{ground}\"/>"
            )?;
            if !lines.is_empty() {
                write!(
                    f,
                    "<path class=\"hatch\" d=\"{lines}\" stroke-width=\"1.5\" \
                     stroke-linecap=\"round\"/>"
                )?;
            }
            f.write_str("</pattern>")?;
        }
        f.write_str("</defs>")
    }

    /// What a part of this class is filled with.
    pub(super) fn fill(&self, class: &str) -> String {
        format!("url(#{})", self.id(class))
    }

    /// A square that shows the hatching of a class.
    pub(super) fn key(&self, class: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fill = self.fill(class);
        write!(
            f,
            "<svg class=\"{class}\" viewBox=\"0 0 16 16\" aria-hidden=\"true\"><rect class=\"part\" \
             x=\"1\" y=\"1\" width=\"14\" height=\"14\" fill=\"{fill}\"/></svg>"
        )
    }

    fn id(&self, class: &str) -> String {
        format!("{}-{}", self.0, number(class))
    }
}

/// The number at the end of a class.
fn number(class: &str) -> usize {
    let digit = class.bytes().last().unwrap_or(b'1');
    usize::from(digit.saturating_sub(b'0')).clamp(1, HATCHES.len())
}

/// Writes text that may come from elsewhere.
pub(super) fn words(text: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    escape(&visible(text), f)
}
