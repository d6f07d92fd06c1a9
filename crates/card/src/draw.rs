//! Facts in, a card out.

use candor_model::Trust;

use crate::arguments::{self, Listing};
use crate::facts::Facts;
use crate::glyph;
use crate::quote::{clip, cost, name, prose};
use crate::{Card, changes, hints, moment, warnings};

/// The most bytes of a name, of somebody or something.
const NAME_MAX: usize = 400;

/// The most bytes of a sentence.
const SENTENCE_MAX: usize = 2000;

/// The most bytes of a pattern.
const PATTERN_MAX: usize = 16 * 1024;

// === impl Card ===

impl Card {
    /// Draws the card of a call. It never fails: what cannot be shown is said to be there.
    pub fn draw(facts: &Facts<'_>) -> Self {
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
            created: moment::utc(facts.created_micros),
            expires: moment::utc(facts.expires_micros),
            expires_in: moment::until(facts.created_micros, facts.expires_micros),
            pattern,
            session: facts.session,
        };
        changes::mark(facts, &mut card);
        card
    }
}

fn trust(trust: Trust) -> &'static str {
    match trust {
        Trust::Trusted => "trusted: what it says of its tools counts",
        Trust::Untrusted => "untrusted: what it says of its tools counts only where it warns",
    }
}

/// The suggestion, unless it would show a secret, or hold something that cannot be read or passes
/// for a mask. A person agrees to what they see.
fn pattern(suggested: &str, listing: &Listing) -> String {
    let unreadable = |c: char| c != '\n' && (glyph::is_hidden(c) || matches!(c, '⟨' | '⟩'));
    let whole = listing.more.is_none() && listing.notes.masked.is_empty();
    // A line break costs as much as a quote.
    let bytes = cost(suggested) + suggested.matches('\n').count();
    if whole && bytes <= PATTERN_MAX && !suggested.contains(unreadable) {
        return suggested.to_owned();
    }
    String::new()
}

/// Whether a character may stand in the name of a tool without quotes.
fn is_plain(c: char) -> bool {
    c.is_ascii_alphanumeric() || "_-./:@".contains(c)
}
