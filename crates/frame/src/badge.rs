//! What a tool does, in one vocabulary: the words, the signs and the order of badges are defined
//! here and nowhere else.
//!
//! A badge is never told by its colour alone: each has a sign of its own shape and its word, which
//! a screen reader reads also where only the sign is drawn.

#[cfg(test)]
mod tests;

use std::fmt;

use askama::filters::HtmlSafe;
use candor_model::{Hint, Hints, Layer, Trust};
use candor_resolve::Effective;

/// What is shown of a tool by badges.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Nature {
    /// What clients are told.
    pub hints: Hints,
    /// Whether its source's word counts only where it warns.
    pub untrusted: bool,
    /// Whether its definition has changed and waits for somebody.
    pub drifted: bool,
    /// Whether a person decided something about it.
    pub overridden: bool,
}

/// How a tool behaves: the four groups of every list and picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Behaviour {
    /// It changes nothing.
    Safe,
    /// It changes something and destroys nothing.
    Modifying,
    /// It may destroy or overwrite.
    Destructive,
    /// Nobody says.
    Unset,
}

/// One badge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Badge {
    /// It changes nothing.
    ReadOnly,
    /// It may destroy or overwrite.
    Destructive,
    /// It changes something and destroys nothing.
    Additive,
    /// Doing it twice is doing it once.
    Idempotent,
    /// It deals with strangers.
    OpenWorld,
    /// Nobody says whether it may destroy something.
    Unset,
    /// Its source's word counts only where it warns.
    Untrusted,
    /// Its definition has changed and waits for somebody.
    Drifted,
    /// A person decided something about it.
    Overridden,
}

/// The badges of a tool, as HTML.
#[derive(Clone, Copy, Debug)]
pub struct Badges {
    nature: Nature,
    look: Look,
}

/// How badges are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Look {
    /// With their words.
    Words,
    /// As signs.
    Signs,
    /// With their words where there is room for them.
    Folding,
}

/// What every badge means, as HTML.
#[derive(Clone, Copy, Debug, Default)]
pub struct Legend;

// === impl Nature ===

impl Nature {
    /// Of a tool as it is seen at an endpoint.
    pub fn of(effective: &Effective, trust: Trust, drifted: bool) -> Self {
        let shown = &effective.shown;
        let decided = |layer: Layer| layer > Layer::Declared;
        let hints = Hint::ALL.into_iter().filter_map(|hint| shown.hint(hint));
        let title = shown.title().map(|fact| fact.origin.voice().layer);
        let mut layers = hints.map(|fact| fact.origin.voice().layer).chain(title);
        Self {
            hints: shown.hints(),
            untrusted: trust == Trust::Untrusted,
            drifted,
            overridden: layers.any(decided),
        }
    }

    /// In which group it is.
    pub fn behaviour(&self) -> Behaviour {
        match (
            self.hints.get(Hint::ReadOnly),
            self.hints.get(Hint::Destructive),
        ) {
            (_, Some(true)) => Behaviour::Destructive,
            (Some(true), _) => Behaviour::Safe,
            (_, Some(false)) => Behaviour::Modifying,
            (_, None) => Behaviour::Unset,
        }
    }

    /// Its badges, in the order in which they are shown.
    pub fn badges(&self) -> impl Iterator<Item = Badge> + use<> {
        let first = match self.behaviour() {
            Behaviour::Safe => Badge::ReadOnly,
            Behaviour::Modifying => Badge::Additive,
            Behaviour::Destructive => Badge::Destructive,
            Behaviour::Unset => Badge::Unset,
        };
        let says = |hint| self.hints.get(hint) == Some(true);
        // Who only reads may always read again: the protocol gives the hint no meaning there.
        let idempotent = says(Hint::Idempotent) && first != Badge::ReadOnly;
        let more = [
            (idempotent, Badge::Idempotent),
            (says(Hint::OpenWorld), Badge::OpenWorld),
            (self.untrusted, Badge::Untrusted),
            (self.drifted, Badge::Drifted),
            (self.overridden, Badge::Overridden),
        ];
        let more = more
            .into_iter()
            .filter_map(|(is, badge)| is.then_some(badge));
        std::iter::once(first).chain(more)
    }
}

// === impl Behaviour ===

impl Behaviour {
    /// All four, the harmless first.
    pub const ALL: [Self; 4] = [Self::Safe, Self::Modifying, Self::Destructive, Self::Unset];

    /// In addresses.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Safe => "safe",
            Self::Modifying => "modifying",
            Self::Destructive => "destructive",
            Self::Unset => "unset",
        }
    }

    /// In headings.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Safe => "Read-only",
            Self::Modifying => "Modifying, not destructive",
            Self::Destructive => "Destructive",
            Self::Unset => "Nobody says",
        }
    }

    /// The one of this key.
    pub fn parse(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.key() == key)
    }
}

// === impl Badge ===

impl Badge {
    /// All of them, in the order of the legend.
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

    /// Its word.
    pub const fn word(self) -> &'static str {
        match self {
            Self::ReadOnly => "Read-only",
            Self::Destructive => "Destructive",
            Self::Additive => "Additive",
            Self::Idempotent => "Idempotent",
            Self::OpenWorld => "Open world",
            Self::Unset => "Unset",
            Self::Untrusted => "Untrusted",
            Self::Drifted => "Changed",
            Self::Overridden => "Corrected",
        }
    }

    /// What it means, in a sentence.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::ReadOnly => "It changes nothing.",
            Self::Destructive => "It may destroy or overwrite something.",
            Self::Additive => "It changes something, and destroys nothing.",
            Self::Idempotent => {
                "Doing it twice is doing it once. Not said of what only reads: that can always be repeated."
            }
            Self::OpenWorld => "It deals with what is outside: the web, strangers, other people.",
            Self::Unset => "Nobody says whether it may destroy something.",
            Self::Untrusted => "What its source says counts only where it warns.",
            Self::Drifted => "Its definition has changed and waits for somebody to accept it.",
            Self::Overridden => "A person decided something about it.",
        }
    }

    /// The class of its look.
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

    /// Its sign: a path in 16 by 16, drawn in the colour of the text.
    const fn sign(self) -> &'static str {
        match self {
            // An eye.
            Self::ReadOnly => {
                "M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8zM10 8a2 2 0 1 1-4 0 2 2 0 0 1 4 0z"
            }
            // A triangle that warns.
            Self::Destructive => "M8 2 15 14H1zM8 6.5v3.5M8 12v.2",
            // A plus.
            Self::Additive => "M8 3v10M3 8h10",
            // A circle that closes.
            Self::Idempotent => "M13 8a5 5 0 1 1-1.6-3.7M13 2v3h-3",
            // A globe.
            Self::OpenWorld => {
                "M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0zM2 8h12M8 2c4 4 4 8 0 12M8 2c-4 4-4 8 0 12"
            }
            // A question.
            Self::Unset => "M5.5 6a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.1.9-1.1 1.8M8 12.6v.2",
            // A shield that is struck out.
            Self::Untrusted => "M8 1.5 13 3.5v4c0 3.5-2 5.8-5 7-3-1.2-5-3.5-5-7v-4zM2 14.5 14 1.5",
            // A curve that leaves its line.
            Self::Drifted => "M1.5 11h4c3 0 2-6 5-6h4M12 2.5 14.5 5 12 7.5",
            // A pencil.
            Self::Overridden => "m3 13 .7-3L11 2.7 13.3 5 6 12.3z",
        }
    }

    /// Of few elements: a page may hold a hundred badges.
    fn write(self, look: Look, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (class, word, sign) = (self.class(), self.word(), self.sign());
        let (kind, text) = match look {
            Look::Signs => ("badge sign", ""),
            Look::Words | Look::Folding => ("badge", word),
        };
        write!(f, "<span class=\"{kind} {class}\"")?;
        if look == Look::Signs {
            write!(f, " role=\"img\" aria-label=\"{word}\"")?;
        }
        if look != Look::Words {
            write!(f, " title=\"{word}\"")?;
        }
        f.write_str("><svg viewBox=\"0 0 16 16\" aria-hidden=\"true\">")?;
        write!(f, "<path d=\"{sign}\"/></svg>{text}</span>")
    }
}

/// With its word.
impl fmt::Display for Badge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(Look::Words, f)
    }
}

impl HtmlSafe for Badge {}

// === impl Badges ===

impl Badges {
    /// With their words.
    pub fn of(nature: Nature) -> Self {
        Self {
            nature,
            look: Look::Words,
        }
    }

    /// As signs, where space is short.
    pub fn signs(nature: Nature) -> Self {
        Self {
            nature,
            look: Look::Signs,
        }
    }

    /// With their words on a wide screen, as signs on a narrow one.
    pub fn folding(nature: Nature) -> Self {
        Self {
            nature,
            look: Look::Folding,
        }
    }
}

impl fmt::Display for Badges {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.look {
            Look::Folding => "<span class=\"badges folding\">",
            Look::Words | Look::Signs => "<span class=\"badges\">",
        })?;
        for (at, badge) in self.nature.badges().enumerate() {
            if at > 0 {
                f.write_str(" ")?;
            }
            badge.write(self.look, f)?;
        }
        f.write_str("</span>")
    }
}

impl HtmlSafe for Badges {}

// === impl Legend ===

impl fmt::Display for Legend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "<details class=\"legend\"><summary>What the badges mean</summary><dl class=\"facts\">",
        )?;
        for badge in Badge::ALL {
            write!(f, "<div><dt>{badge}</dt><dd>{}</dd></div>", badge.meaning())?;
        }
        f.write_str("</dl></details>")
    }
}

impl HtmlSafe for Legend {}
