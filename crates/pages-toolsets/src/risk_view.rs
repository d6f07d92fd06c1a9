//! What a toolset's tools are together, as it is shown.

use candor_frame::badge::Badge;
use candor_frame::{Outside, query};

use crate::risk::{Few, Part, Risk, Verdict};
use crate::words::number;

/// See the module.
pub(crate) struct RiskView {
    /// What is true of it as a whole.
    pub(crate) badges: Vec<Counted>,
    /// Whether the three parts meet, or may.
    pub(crate) together: bool,
    pub(crate) perhaps: bool,
    /// The three parts.
    pub(crate) parts: [PartView; 3],
    /// Whether tools are links. Where a form is being filled in, nothing leads away from it.
    pub(crate) linked: bool,
}

/// A badge, and of how many tools it is true.
pub(crate) struct Counted {
    pub(crate) badge: Badge,
    /// Empty where it is true of all.
    pub(crate) count: String,
}

/// One part, in words and with its tools.
pub(crate) struct PartView {
    pub(crate) words: &'static str,
    pub(crate) meaning: &'static str,
    pub(crate) sure: FewView,
    pub(crate) perhaps: FewView,
}

/// Some tools.
pub(crate) struct FewView {
    pub(crate) tools: Vec<Link>,
    /// How many more there are; empty where there are none.
    pub(crate) more: String,
}

/// A tool and where it is.
pub(crate) struct Link {
    pub(crate) to: String,
    pub(crate) name: Outside,
}

/// The most characters of a tool's name on a page.
pub(crate) const NAME: usize = 120;

// === impl RiskView ===

impl RiskView {
    /// Of this.
    pub(crate) fn of(risk: &Risk) -> Self {
        Self {
            badges: badges(risk),
            linked: true,
            together: risk.verdict() == Verdict::Together,
            perhaps: risk.verdict() == Verdict::Perhaps,
            parts: [
                PartView::of(
                    "Reads what is private",
                    "read-only tools that do not deal with the outside",
                    &risk.private,
                ),
                PartView::of(
                    "Takes in what strangers wrote",
                    "read-only tools that deal with the outside, and tools of untrusted sources",
                    &risk.strange,
                ),
                PartView::of(
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

fn badges(risk: &Risk) -> Vec<Counted> {
    let mut badges = Vec::new();
    if risk.is_read_only() {
        badges.push(Counted {
            badge: Badge::ReadOnly,
            count: String::new(),
        });
    }
    for (badge, count) in [
        (Badge::Destructive, risk.destructive),
        (Badge::OpenWorld, risk.open_world),
        (Badge::Untrusted, risk.untrusted),
    ] {
        if count > 0 {
            badges.push(Counted {
                badge,
                count: number(count),
            });
        }
    }
    badges
}

// === impl PartView ===

impl PartView {
    fn of(words: &'static str, meaning: &'static str, part: &Part) -> Self {
        Self {
            words,
            meaning,
            sure: FewView::of(&part.sure),
            perhaps: FewView::of(&part.perhaps),
        }
    }

    /// Whether nothing in the toolset does this, or might.
    pub(crate) fn is_empty(&self) -> bool {
        self.sure.tools.is_empty() && self.perhaps.tools.is_empty()
    }
}

// === impl FewView ===

impl FewView {
    fn of(few: &Few) -> Self {
        let more = few.more();
        Self {
            tools: few.names.iter().map(|name| Link::of(name)).collect(),
            more: if more == 0 {
                String::new()
            } else {
                number(more)
            },
        }
    }
}

// === impl Link ===

impl Link {
    /// To the page of a tool.
    pub(crate) fn of(name: &str) -> Self {
        Self {
            to: query::path(&["tools", name]),
            name: Outside::short(name, NAME),
        }
    }
}
