//! Hatchings, which tell the parts of a chart apart without colour.

use std::collections::BTreeSet;
use std::fmt;

use candor_model::Digest;
use candor_text::visible;

use crate::external_text::escape;

/// Each hatching on 8 by 8 pixels: the opacity of its background, and its lines.
const HATCHES: [(&str, &str); 4] = [
    ("0.3", ""),
    ("0.12", "M-2 10 10 -2M-2 2 2 -2M6 10 10 6"),
    ("0.12", "M0 0 8 8M0 8 8 0"),
    ("0.05", "M2 2h.1M6 6h.1"),
];

/// The hatchings of one chart.
pub(super) struct HatchPatterns(String);

// === impl HatchPatterns ===

impl HatchPatterns {
    /// Named after the title, so that the ids differ from those of other charts.
    pub(super) fn of(title: &str) -> Self {
        let mut digest = Digest::of(title).to_string();
        digest.truncate(8);
        Self(format!("chart-{digest}"))
    }

    /// Defines the hatchings of these classes; a class ends with the number of its hatching.
    pub(super) fn define<'a>(
        &self,
        classes: impl Iterator<Item = &'a str>,
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        let classes: BTreeSet<_> = classes.collect();
        f.write_str("<defs>")?;
        for class in classes {
            let (background, lines) = HATCHES[number(class) - 1];
            let id = self.id(class);
            write!(
                f,
                "<pattern id=\"{id}\" class=\"{class}\" width=\"8\" height=\"8\" \
                 patternUnits=\"userSpaceOnUse\"><rect class=\"tint\" width=\"8\" height=\"8\" \
                 opacity=\"{background}\"/>"
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

    /// The fill of a part of this class.
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

/// Writes external text.
pub(super) fn words(text: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    escape(&visible(text), f)
}
