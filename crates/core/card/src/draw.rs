//! Creates a card from facts.

use std::time::Duration;

use candor_model::SourceTrust;
use candor_text::{duration_in_words, is_ambiguous, utc};

use crate::arguments::{self, ArgumentListing};
use crate::facts::CardFacts;
use crate::quote::{clip, cost, name, prose};
use crate::{ApprovalCard, changes, hints, warnings};

/// The most bytes of a name.
const NAME_MAX: usize = 400;

/// The most bytes of a sentence.
const SENTENCE_MAX: usize = 2000;

/// The most bytes of a pattern.
const PATTERN_MAX: usize = 16 * 1024;

// === impl ApprovalCard ===

impl ApprovalCard {
    /// Creates the card of a call. Never fails: what cannot be shown is mentioned.
    pub fn draw(facts: &CardFacts<'_>) -> Self {
        let listing = arguments::list(facts.arguments, facts.input_schema, facts.trust);
        let pattern = pattern(&facts.suggested_pattern, &listing);
        let warnings = warnings::list(facts, &listing, !pattern.is_empty());
        let called = |text: &str| clip(&name(text, is_plain), NAME_MAX);
        let some = |text: Option<&str>, most| {
            text.map(|text| prose(text, most))
                .filter(|text| !text.is_empty())
        };
        let mut card = Self {
            tool: called(&facts.tool.to_string()),
            exposed: called(facts.exposed),
            title: some(facts.title, NAME_MAX),
            source: facts.tool.source().to_string(),
            trust: trust(facts.trust).to_owned(),
            hints: hints::lines(facts.effective),
            warnings,
            arguments: listing.lines,
            more: listing.more,
            because: prose(facts.because, SENTENCE_MAX),
            message: some(facts.message, SENTENCE_MAX),
            principal: prose(facts.principal, NAME_MAX),
            client: some(facts.client, NAME_MAX),
            endpoint: prose(facts.endpoint, NAME_MAX),
            environment: some(facts.environment, NAME_MAX),
            changes: Vec::new(),
            created: utc(facts.created_micros),
            expires: utc(facts.expires_micros),
            expires_in: until(facts.created_micros, facts.expires_micros),
            pattern,
            session: facts.session,
        };
        changes::mark(facts, &mut card);
        card
    }

    /// Updates the remaining time. A card is stored when approval is requested and may be displayed
    /// much later.
    #[must_use]
    pub fn seen_at(mut self, expires_micros: i64, now_micros: i64) -> Self {
        self.expires_in = until(now_micros, expires_micros);
        self
    }

    /// The unmasked card, for an approver. `facts` must be those it was created from. Earlier
    /// approvals stay as displayed, and no pattern is suggested, because an approval of masked
    /// values covers one call only.
    #[must_use]
    pub fn revealed(&self, facts: &CardFacts<'_>) -> Self {
        let listing = arguments::list_revealed(facts.arguments, facts.input_schema, facts.trust);
        Self {
            warnings: warnings::list(facts, &listing, true),
            arguments: listing.lines,
            more: listing.more,
            pattern: String::new(),
            ..self.clone()
        }
    }
}

fn trust(trust: SourceTrust) -> &'static str {
    match trust {
        SourceTrust::Trusted => "trusted: its hints are used",
        SourceTrust::Untrusted => {
            "untrusted: its hints are used only where they make a call stricter"
        }
    }
}

/// The suggestion, unless it would show a secret, or hold something that cannot be read or passes
/// for a mask. A person agrees to what they see.
fn pattern(suggested: &str, listing: &ArgumentListing) -> String {
    let unreadable = |c: char| c != '\n' && (is_ambiguous(c) || matches!(c, '⟨' | '⟩'));
    let whole = listing.more.is_none() && listing.notes.masked.is_empty();
    // A line break costs as much as a quote.
    let bytes = cost(suggested) + suggested.matches('\n').count();
    if whole && bytes <= PATTERN_MAX && !suggested.contains(unreadable) {
        return suggested.to_owned();
    }
    String::new()
}

/// Whether a character can be part of a tool's name without quotes.
fn is_plain(c: char) -> bool {
    c.is_ascii_alphanumeric() || "_-./:@".contains(c)
}

/// The time between two moments, such as `in 5 minutes`.
fn until(from_micros: i64, to_micros: i64) -> String {
    let micros = u64::try_from(to_micros.saturating_sub(from_micros)).unwrap_or(0);
    match micros / 1_000_000 {
        0 => "which is over".to_owned(),
        seconds => format!("in {}", duration_in_words(Duration::from_secs(seconds))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_are_told_in_two_units() {
        for (seconds, expect) in [
            (-5, "which is over"),
            (0, "which is over"),
            (1, "in 1 second"),
            (301, "in 5 minutes 1 second"),
        ] {
            assert_eq!(until(7, 7 + seconds * 1_000_000), expect);
        }
        assert!(until(i64::MIN, i64::MAX).starts_with("in 106751991 days"));
    }
}
