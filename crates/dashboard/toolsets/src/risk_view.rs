//! What a toolset's tools are together, as it is shown.

use candor_dashboard_kit::badge::ToolBadge;
use candor_dashboard_kit::{ExternalText, query};

use crate::risk::{RiskFactor, RiskVerdict, ToolSample, ToolsetRisk};
use crate::words::number;

/// See the module.
pub(crate) struct RiskView {
    /// What is true of it as a whole.
    pub(crate) badges: Vec<CountedBadge>,
    /// Whether the three parts meet, or may.
    pub(crate) together: bool,
    pub(crate) perhaps: bool,
    /// The three parts.
    pub(crate) parts: [RiskFactorView; 3],
    /// Whether tools are links. Where a form is being filled in, nothing leads away from it.
    pub(crate) linked: bool,
}

/// A badge, and of how many tools it is true.
pub(crate) struct CountedBadge {
    pub(crate) badge: ToolBadge,
    /// Empty where it is true of all.
    pub(crate) count: String,
}

/// One part, in words and with its tools.
pub(crate) struct RiskFactorView {
    pub(crate) words: &'static str,
    pub(crate) meaning: &'static str,
    pub(crate) sure: ToolSampleView,
    pub(crate) perhaps: ToolSampleView,
}

/// Some tools.
pub(crate) struct ToolSampleView {
    pub(crate) tools: Vec<ToolPageLink>,
    /// How many more there are; empty where there are none.
    pub(crate) more: String,
}

/// A tool and where it is.
pub(crate) struct ToolPageLink {
    pub(crate) to: String,
    pub(crate) name: ExternalText,
}

/// The most characters of a tool's name on a page.
pub(crate) const NAME: usize = 120;

// === impl RiskView ===

impl RiskView {
    /// Of this.
    pub(crate) fn of(risk: &ToolsetRisk) -> Self {
        Self {
            badges: badges(risk),
            linked: true,
            together: risk.verdict() == RiskVerdict::Together,
            perhaps: risk.verdict() == RiskVerdict::Perhaps,
            parts: [
                RiskFactorView::of(
                    "Reads what is private",
                    "read-only tools that do not deal with the outside",
                    &risk.private,
                ),
                RiskFactorView::of(
                    "Takes in what strangers wrote",
                    "read-only tools that deal with the outside, and tools of untrusted sources",
                    &risk.strange,
                ),
                RiskFactorView::of(
                    "Sends something out",
                    "tools that change something outside",
                    &risk.outward,
                ),
            ],
        }
    }

    /// The same without links.
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

// === impl PartView ===

impl RiskFactorView {
    fn of(words: &'static str, meaning: &'static str, part: &RiskFactor) -> Self {
        Self {
            words,
            meaning,
            sure: ToolSampleView::of(&part.sure),
            perhaps: ToolSampleView::of(&part.perhaps),
        }
    }

    /// Whether nothing in the toolset does this, or might.
    pub(crate) fn is_empty(&self) -> bool {
        self.sure.tools.is_empty() && self.perhaps.tools.is_empty()
    }
}

// === impl FewView ===

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

// === impl Link ===

impl ToolPageLink {
    /// To the page of a tool.
    pub(crate) fn of(name: &str) -> Self {
        Self {
            to: query::path(&["tools", name]),
            name: ExternalText::short(name, NAME),
        }
    }
}
