//! What a description says that the tool does.
//!
//! "Deletes a page", "Use this tool to list, create or close tabs", "Fetch the next message and
//! mark it as read": the leading verb, the verbs beside it, and those that follow an "and"
//! (`sentence`). Every sentence is then read for what else is said about the tool (`statement`)
//! and for plain claims, such as "does not modify anything" (`claim`).

mod asking;
mod claim;
mod computing;
mod guidance;
mod handed_back;
mod instruction;
mod joined;
mod left_behind;
mod looking;
mod opening;
mod picture;
mod request;
mod saving;
mod sentence;
mod statement;
mod text;
mod thing;
mod unspaced;
mod verb_last;

use crate::head_verb;
use crate::phrase;
use crate::verb::{self, KnownVerb};

pub(crate) use self::claim::PlainClaim;
pub(crate) use self::request::DescribedRequest;
pub(crate) use self::sentence::{is_run_to_read, only_reads};
pub(crate) use self::statement::{StatementForm, ToolStatement};
pub(crate) use self::text::{LowercaseDescription, TextWord};

/// What the first sentence says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a way to speak that is heard on its own"
)]
pub(crate) struct SentenceReading {
    /// The leading verb.
    pub(crate) lead: Option<SentenceVerb>,
    /// Verbs named in one breath with the leading one ("create or update").
    pub(crate) beside: Vec<SentenceVerb>,
    /// Verbs of a later clause that have an object ("… and mark them").
    pub(crate) also: Vec<SentenceVerb>,
    /// Whether the leading verb was found only behind the beginning of the first sentence, or in
    /// a later one.
    pub(crate) late: bool,
    /// Whether it runs only what reads: "Executes a read-only query".
    pub(crate) guarded: bool,
    /// Whether it only explains how something is done: "Provides instructions for …".
    pub(crate) explains: bool,
    /// Whether it takes a picture of what is shown: "Take a screenshot".
    pub(crate) pictured: bool,
    /// Whether it makes one shape of others: "Merge two polygons".
    pub(crate) shapes: bool,
}

/// A verb of a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SentenceVerb {
    /// As it is written.
    pub(crate) word: String,
    /// Its base form.
    pub(crate) base: &'static str,
    /// What it does.
    pub(crate) verb: KnownVerb,
}

/// All that a description gives away.
#[derive(Clone, Debug, Default)]
pub(crate) struct DescriptionReading {
    pub(crate) said: SentenceReading,
    /// The verb with which the title begins.
    pub(crate) title: Option<SentenceVerb>,
    /// Whether the title speaks of a picture of what is shown.
    pub(crate) title_pictured: bool,
    /// The request that it names instead of saying something.
    pub(crate) request: Option<DescribedRequest>,
    /// What it names to look at, where it says of nobody that he does something.
    pub(crate) thing: Option<Box<str>>,
    /// Its first word, in small letters.
    pub(crate) first: Box<str>,
    /// The first sentence as it is written, for evidence.
    pub(crate) opening: String,
    /// What else is said that the tool does, in any sentence.
    pub(crate) statements: Vec<ToolStatement>,
    /// Plain claims about the tool.
    pub(crate) claims: Vec<PlainClaim>,
    pub(crate) phrases: Vec<phrase::FoundPhrase>,
    /// A phrase that speaks of the web at large.
    pub(crate) web: Option<String>,
}

// === impl DescriptionReading ===

impl DescriptionReading {
    /// Reads a description.
    pub(crate) fn of(description: Option<&str>) -> Self {
        let text = LowercaseDescription::of(description);
        let tokens = text.tokens();
        let said = handed_back::handed_back(sentence::read(&tokens), &tokens);
        Self {
            request: request::request(description),
            thing: thing::thing(&tokens)
                .filter(|_| said.reads())
                .map(Box::from),
            first: tokens.first().map_or("", |token| token.word).into(),
            opening: text.opening(&tokens),
            statements: statement::read(&text, &tokens),
            claims: claim::read(&text, &tokens),
            phrases: phrase::find(&tokens),
            title: None,
            title_pictured: false,
            said,
            web: phrase::web(&tokens),
        }
    }

    /// The same, and what the title begins with.
    pub(crate) fn with_title(self, title: Option<&str>) -> Self {
        let text = LowercaseDescription::of(title);
        let said = sentence::read(&text.tokens());
        let title = said.lead.filter(|_| !said.late);
        Self {
            title,
            title_pictured: said.pictured,
            ..self
        }
    }

    /// The base form of the verb with which the description begins, or else the title.
    pub(crate) fn lead(&self) -> Option<&'static str> {
        let lead = self.said.lead.as_ref().filter(|_| !self.said.late);
        lead.or(self.title.as_ref()).map(|lead| lead.base)
    }
}

// === impl SentenceReading ===

impl SentenceReading {
    /// What a verb of the name does where the description says that it makes an answer.
    pub(crate) fn answer(&self, word: &str) -> Option<KnownVerb> {
        let lead = self.lead.as_ref().filter(|lead| lead.base == word)?;
        (lead.verb == head_verb::ANSWER).then_some(lead.verb)
    }

    /// Whether what is run is only read: "Runs a report".
    pub(crate) fn runs_to_read(&self) -> bool {
        let lead = self.lead.as_ref();
        lead.is_some_and(|lead| lead.verb == head_verb::ANSWER) && self.reads()
    }

    /// Whether no other verb goes with the leading one.
    pub(crate) fn alone(&self) -> bool {
        self.beside.is_empty() && self.also.is_empty()
    }

    /// Whether all that is said only reads.
    pub(crate) fn reads(&self) -> bool {
        let mut verbs = self.lead.iter().chain(&self.beside).chain(&self.also);
        verbs.all(|spoken| !spoken.verb.effect.writes())
    }
}

// === impl SentenceVerb ===

impl SentenceVerb {
    fn of(word: &str) -> Option<Self> {
        Self::new(word.to_owned(), verb::spoken(word))
    }

    fn new(word: String, verb: Option<(&'static str, KnownVerb)>) -> Option<Self> {
        let (base, verb) = verb?;
        Some(Self { word, base, verb })
    }

    /// The verb with which a sentence begins: "look into the log" begins with both of two.
    fn at(tokens: &[TextWord<'_>]) -> Option<Self> {
        Self::of_two(tokens, verb::particled).or_else(|| Self::of(tokens.first()?.word))
    }

    /// The verb at any other place, where a word that may be a noun or a set phrase mostly is one: "may
    /// take over a minute".
    fn amid(tokens: &[TextWord<'_>]) -> Option<Self> {
        let word = tokens.first()?.word;
        Self::of_two(tokens, verb::phrasal)
            .or_else(|| Self::new(word.to_owned(), verb::inflected(word)))
    }

    fn of_two(
        tokens: &[TextWord<'_>],
        known: fn(&str, &str) -> Option<(&'static str, KnownVerb)>,
    ) -> Option<Self> {
        let [first, next, ..] = tokens else {
            return None;
        };
        let word = format!("{} {}", first.word, next.word);
        Self::new(word, known(first.word, next.word))
    }
}

#[cfg(test)]
mod tests;
