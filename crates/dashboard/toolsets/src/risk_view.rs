//! The risk of a toolset as pages show it.

use candor_dashboard_kit::badge::ToolBadge;
use candor_dashboard_kit::{ExternalText, query};

use crate::risk::{RiskFactor, RiskVerdict, ToolSample, ToolsetRisk};
use crate::words::number;

/// The risk of a toolset.
pub(crate) struct RiskView {
    pub(crate) badges: Vec<CountedBadge>,
    /// Whether all three factors come together, or may.
    pub(crate) together: bool,
    pub(crate) perhaps: bool,
    pub(crate) parts: [RiskFactorView; 3],
    /// Whether tools are links; not inside a form that is being filled in.
    pub(crate) linked: bool,
}

/// A badge, and the number of tools that have it.
pub(crate) struct CountedBadge {
    pub(crate) badge: ToolBadge,
    /// Empty if all tools have it.
    pub(crate) count: String,
}

/// One risk factor and its tools.
pub(crate) struct RiskFactorView {
    pub(crate) words: &'static str,
    pub(crate) meaning: &'static str,
    pub(crate) sure: ToolSampleView,
    pub(crate) perhaps: ToolSampleView,
}

pub(crate) struct ToolSampleView {
    pub(crate) tools: Vec<ToolPageLink>,
    /// The number of further tools, in words; empty for none.
    pub(crate) more: String,
}

/// A link to the page of a tool.
pub(crate) struct ToolPageLink {
    pub(crate) to: String,
    pub(crate) name: ExternalText,
}

/// The most characters of a tool's name.
pub(crate) const NAME: usize = 120;

// === impl RiskView ===

impl RiskView {
    pub(crate) fn of(risk: &ToolsetRisk) -> Self {
        Self {
            badges: badges(risk),
            linked: true,
            together: risk.verdict() == RiskVerdict::Together,
            perhaps: risk.verdict() == RiskVerdict::Perhaps,
            parts: [
                RiskFactorView::of(
                    "Reads private data",
                    "Read-only tools that are not open world.",
                    &risk.private,
                ),
                RiskFactorView::of(
                    "Reads untrusted content",
                    "Read-only open-world tools, and all tools of untrusted sources.",
                    &risk.strange,
                ),
                RiskFactorView::of(
                    "Sends data out",
                    "Open-world tools that write.",
                    &risk.outward,
                ),
            ],
        }
    }

    /// The view without links.
    pub(crate) fn unlinked(mut self) -> Self {
        self.linked = false;
        self
    }
}

fn badges(risk: &ToolsetRisk) -> Vec<CountedBadge> {
    let mut badges = Vec::new();
    if risk.is_read_only() {
        badges.push(CountedBadge {
            badge: ToolBadge::ReadOnly,
            count: String::new(),
        });
    }
    for (badge, count) in [
        (ToolBadge::Destructive, risk.destructive),
        (ToolBadge::OpenWorld, risk.open_world),
        (ToolBadge::Untrusted, risk.untrusted),
    ] {
        if count > 0 {
            badges.push(CountedBadge {
                badge,
                count: number(count),
            });
        }
    }
    badges
}

// === impl RiskFactorView ===

impl RiskFactorView {
    fn of(words: &'static str, meaning: &'static str, part: &RiskFactor) -> Self {
        Self {
            words,
            meaning,
            sure: ToolSampleView::of(&part.sure),
            perhaps: ToolSampleView::of(&part.perhaps),
        }
    }

    /// Whether no tool has this factor or may have it.
    pub(crate) fn is_empty(&self) -> bool {
        self.sure.tools.is_empty() && self.perhaps.tools.is_empty()
    }
}

// === impl ToolSampleView ===

impl ToolSampleView {
    fn of(few: &ToolSample) -> Self {
        let more = few.more();
        Self {
            tools: few
                .names
                .iter()
                .map(|name| ToolPageLink::of(name))
                .collect(),
            more: if more == 0 {
                String::new()
            } else {
                number(more)
            },
        }
    }
}

// === impl ToolPageLink ===

impl ToolPageLink {
    pub(crate) fn of(name: &str) -> Self {
        Self {
            to: query::path(&["tools", name]),
            name: ExternalText::short(name, NAME),
        }
    }
}
