//! The badges of a tool: their labels, icons and order are defined here and nowhere else.
//!
//! Badges never differ by colour alone: each has its own icon and its label next to it, at every
//! width.

#[cfg(test)]
mod tests;

use std::fmt;

use askama::filters::HtmlSafe;
use candor_model::{AnnotationLayer, Hint, Hints, SourceTrust};
use candor_resolve::EffectiveAnnotations;

use crate::wording::NOT_SET;

/// What the badges of a tool show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ToolFlags {
    /// The hints that clients get.
    pub hints: Hints,
    /// Whether its source is untrusted.
    pub untrusted: bool,
    /// Whether its definition changed and waits for acceptance.
    pub drifted: bool,
    /// Whether a person set a hint or the title.
    pub overridden: bool,
}

/// How a tool behaves: the four groups of every list and chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ToolBehaviour {
    /// It changes nothing.
    ReadOnly,
    /// It writes without destroying.
    Additive,
    /// It may destroy or overwrite.
    Destructive,
    /// The hints do not say.
    Unset,
}

/// A badge of a tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ToolBadge {
    /// It changes nothing.
    ReadOnly,
    /// It may destroy or overwrite.
    Destructive,
    /// It writes without destroying.
    Additive,
    /// Repeating a call has no further effect.
    Idempotent,
    /// It reaches systems outside the organisation.
    OpenWorld,
    /// No hint says whether it may destroy something.
    Unset,
    /// Its source is untrusted.
    Untrusted,
    /// Its definition changed and waits for acceptance.
    Drifted,
    /// A person set a hint or the title.
    Overridden,
}

/// The badges of a tool, as HTML.
#[derive(Clone, Copy, Debug)]
pub struct BadgeList {
    flags: ToolFlags,
}

/// The meaning of every badge, as HTML.
#[derive(Clone, Copy, Debug, Default)]
pub struct BadgeLegend;

// === impl ToolFlags ===

impl ToolFlags {
    /// The flags of a tool at an endpoint.
    pub fn of(effective: &EffectiveAnnotations, trust: SourceTrust, drifted: bool) -> Self {
        let shown = &effective.shown;
        let hints = Hint::ALL.into_iter().filter_map(|hint| shown.hint(hint));
        let title = shown.title().map(|fact| fact.origin.provenance().layer);
        let mut layers = hints
            .map(|fact| fact.origin.provenance().layer)
            .chain(title);
        Self {
            hints: shown.hints(),
            untrusted: trust == SourceTrust::Untrusted,
            drifted,
            overridden: layers.any(AnnotationLayer::is_of_people),
        }
    }

    /// Its behaviour group.
    pub fn behaviour(&self) -> ToolBehaviour {
        match (
            self.hints.get(Hint::ReadOnly),
            self.hints.get(Hint::Destructive),
        ) {
            (_, Some(true)) => ToolBehaviour::Destructive,
            (Some(true), _) => ToolBehaviour::ReadOnly,
            (_, Some(false)) => ToolBehaviour::Additive,
            (_, None) => ToolBehaviour::Unset,
        }
    }

    /// Its badges, in display order.
    pub fn badges(&self) -> impl Iterator<Item = ToolBadge> + use<> {
        let first = match self.behaviour() {
            ToolBehaviour::ReadOnly => ToolBadge::ReadOnly,
            ToolBehaviour::Additive => ToolBadge::Additive,
            ToolBehaviour::Destructive => ToolBadge::Destructive,
            ToolBehaviour::Unset => ToolBadge::Unset,
        };
        let says = |hint| self.hints.get(hint) == Some(true);
        // The protocol gives the hint no meaning for read-only tools.
        let idempotent = says(Hint::Idempotent) && first != ToolBadge::ReadOnly;
        let more = [
            (idempotent, ToolBadge::Idempotent),
            (says(Hint::OpenWorld), ToolBadge::OpenWorld),
            (self.untrusted, ToolBadge::Untrusted),
            (self.drifted, ToolBadge::Drifted),
            (self.overridden, ToolBadge::Overridden),
        ];
        let more = more
            .into_iter()
            .filter_map(|(is, badge)| is.then_some(badge));
        std::iter::once(first).chain(more)
    }
}

// === impl ToolBehaviour ===

impl ToolBehaviour {
    /// All four, the least risky first.
    pub const ALL: [Self; 4] = [
        Self::ReadOnly,
        Self::Additive,
        Self::Destructive,
        Self::Unset,
    ];

    /// The value in addresses.
    pub const fn key(self) -> &'static str {
        match self {
            Self::ReadOnly => "safe",
            Self::Additive => "modifying",
            Self::Destructive => "destructive",
            Self::Unset => "unset",
        }
    }

    /// The label shown to users.
    pub const fn words(self) -> &'static str {
        match self {
            Self::ReadOnly => "Read-only",
            Self::Additive => "Additive",
            Self::Destructive => "Destructive",
            Self::Unset => NOT_SET,
        }
    }

    /// Parses a value of an address.
    pub fn parse(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.key() == key)
    }
}

// === impl ToolBadge ===

impl ToolBadge {
    /// All badges, in the order of the legend.
    pub const ALL: [Self; 9] = [
        Self::ReadOnly,
        Self::Additive,
        Self::Destructive,
        Self::Unset,
        Self::Idempotent,
        Self::OpenWorld,
        Self::Untrusted,
        Self::Drifted,
        Self::Overridden,
    ];

    /// The label shown to users.
    pub const fn word(self) -> &'static str {
        match self {
            Self::ReadOnly => "Read-only",
            Self::Destructive => "Destructive",
            Self::Additive => "Additive",
            Self::Idempotent => "Idempotent",
            Self::OpenWorld => "Open world",
            Self::Unset => NOT_SET,
            Self::Untrusted => "Untrusted",
            Self::Drifted => "Changed",
            Self::Overridden => "Overridden",
        }
    }

    /// The meaning, in a sentence.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::ReadOnly => "It only reads and changes nothing.",
            Self::Destructive => "It may destroy or overwrite something.",
            Self::Additive => "It writes, but does not destroy or overwrite anything.",
            Self::Idempotent => {
                "Repeating a call with the same arguments has no further effect. Not shown for read-only tools, which can always be repeated."
            }
            Self::OpenWorld => "It reaches systems outside your organisation, such as the web.",
            Self::Unset => "No hint says whether it may destroy something.",
            Self::Untrusted => {
                "Its source is untrusted: its hints are used only when they make a call stricter."
            }
            Self::Drifted => "It changed or is new. Calls are refused until it is accepted.",
            Self::Overridden => "A person set a hint or the title.",
        }
    }

    /// The CSS class.
    pub const fn class(self) -> &'static str {
        match self {
            Self::ReadOnly => "is-read-only",
            Self::Destructive => "is-destructive",
            Self::Additive => "is-additive",
            Self::Idempotent => "is-idempotent",
            Self::OpenWorld => "is-open-world",
            Self::Unset => "is-unset",
            Self::Untrusted => "is-untrusted",
            Self::Drifted => "is-drifted",
            Self::Overridden => "is-overridden",
        }
    }

    /// The icon: an SVG path in 16 by 16, drawn in the colour of the text.
    const fn sign(self) -> &'static str {
        match self {
            // An eye.
            Self::ReadOnly => {
                "M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8zM10 8a2 2 0 1 1-4 0 2 2 0 0 1 4 0z"
            }
            // A warning triangle.
            Self::Destructive => "M8 2 15 14H1zM8 6.5v3.5M8 12v.2",
            // A plus.
            Self::Additive => "M8 3v10M3 8h10",
            // A circular arrow.
            Self::Idempotent => "M13 8a5 5 0 1 1-1.6-3.7M13 2v3h-3",
            // A globe.
            Self::OpenWorld => {
                "M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0zM2 8h12M8 2c4 4 4 8 0 12M8 2c-4 4-4 8 0 12"
            }
            // A question mark.
            Self::Unset => "M5.5 6a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.1.9-1.1 1.8M8 12.6v.2",
            // A shield, struck out.
            Self::Untrusted => "M8 1.5 13 3.5v4c0 3.5-2 5.8-5 7-3-1.2-5-3.5-5-7v-4zM2 14.5 14 1.5",
            // A curve that leaves its line.
            Self::Drifted => "M1.5 11h4c3 0 2-6 5-6h4M12 2.5 14.5 5 12 7.5",
            // A pencil.
            Self::Overridden => "m3 13 .7-3L11 2.7 13.3 5 6 12.3z",
        }
    }
}

/// Uses few elements, since a page may hold a hundred badges.
impl fmt::Display for ToolBadge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (class, word, sign) = (self.class(), self.word(), self.sign());
        write!(f, "<span class=\"badge {class}\">")?;
        f.write_str("<svg viewBox=\"0 0 16 16\" aria-hidden=\"true\">")?;
        write!(f, "<path d=\"{sign}\"/></svg>{word}</span>")
    }
}

impl HtmlSafe for ToolBadge {}

// === impl BadgeList ===

impl BadgeList {
    /// The badges of a tool, each with its icon and its label.
    pub fn of(flags: ToolFlags) -> Self {
        Self { flags }
    }
}

impl fmt::Display for BadgeList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("<span class=\"badges\">")?;
        for (at, badge) in self.flags.badges().enumerate() {
            if at > 0 {
                f.write_str(" ")?;
            }
            badge.fmt(f)?;
        }
        f.write_str("</span>")
    }
}

impl HtmlSafe for BadgeList {}

// === impl BadgeLegend ===

impl fmt::Display for BadgeLegend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "<details class=\"legend\"><summary>Badge legend</summary><dl class=\"facts\">",
        )?;
        for badge in ToolBadge::ALL {
            write!(f, "<div><dt>{badge}</dt><dd>{}</dd></div>", badge.meaning())?;
        }
        f.write_str("</dl></details>")
    }
}

impl HtmlSafe for BadgeLegend {}
