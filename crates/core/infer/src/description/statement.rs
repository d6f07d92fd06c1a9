//! What a description says that the tool does, beside its leading verb: every sentence is read,
//! clause by clause.
//!
//! A verb that writes counts where its subject is the tool: "It also deletes the files", "…, then
//! removes them", "This will overwrite the page", "The old version is deleted". It does not count
//! in what is denied ("never deletes"), in a clause that hangs on another ("that were deleted",
//! "if you update it", "the id needed to delete it"), in a quotation, or in advice to whoever
//! calls the tool ("Use `delete_page` to remove it", "Set the limit first").

mod clause;
mod idle;
mod passive;
mod words;

use self::clause::{ClauseState, Modal, Standing, is_adverb, is_prefix, is_third_person};
use self::words::{
    ADVICE, ADVISING, CARRYING, LABELS, NEGATIONS, NO_OBJECTS, OBJECTS, REFUSED, REFUSING, TELLING,
    WordRole, role,
};
use super::joined::belongs_to_other;
use super::text::{LowercaseDescription, TextWord, WordBreak};
use super::{SentenceVerb, sentence};
use crate::verb::{self, VerbEffect, WordKind};

/// Something that a description says the tool does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ToolStatement {
    pub(crate) verb: SentenceVerb,
    pub(crate) form: StatementForm,
    /// Which sentence says so, from 1.
    pub(crate) sentence: usize,
    /// The sentence as it is written.
    pub(crate) quote: String,
}

/// How it is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StatementForm {
    /// "It deletes the page", "… and deletes it".
    Active,
    /// "The page is deleted", "…, overwriting the old one".
    Indirect,
    /// A later sentence such as "Delete the page", which may be advice.
    Imperative,
}

/// How many sentences are read, and how many statements are kept.
const SENTENCES: usize = 80;
const STATEMENTS: usize = 12;

/// How far ahead the object of a refusal is looked for.
const NEAR: usize = 6;

/// Reads every sentence of a description for what the tool does beside its leading verb.
pub(super) fn read(text: &LowercaseDescription, tokens: &[TextWord<'_>]) -> Vec<ToolStatement> {
    let mut found = Vec::new();
    let mut rest = tokens;
    for place in 0..SENTENCES {
        if rest.is_empty() || found.len() >= STATEMENTS {
            break;
        }
        let inside = rest.iter().skip(1).position(TextWord::begins_sentence);
        let (words, later) = rest.split_at(inside.map_or(rest.len(), |at| at + 1));
        let mut add = |(verb, form)| {
            found.push(ToolStatement {
                verb,
                form,
                sentence: place + 1,
                quote: text.quote(words),
            });
        };
        SentenceWalk::new(words, place).read(&mut add);
        rest = later;
    }
    found.truncate(STATEMENTS);
    found
}

/// Whether a sentence that begins with this word speaks to the caller.
pub(super) fn is_advice(word: &str) -> bool {
    ADVICE.contains(&word)
}

/// One sentence, walked through word by word.
struct SentenceWalk<'s, 't> {
    words: &'s [TextWord<'t>],
    /// Whether it is the first of the description.
    first: bool,
    /// Where its leading verb stands.
    lead: Option<usize>,
    /// Whether it speaks to the caller.
    advice: bool,
    /// Whether somebody else is its subject: "A build reads the settings and saves them".
    foreign: bool,
}

// === impl ToolStatement ===

impl ToolStatement {
    /// The evidence in words, with the sentence and its place.
    pub(crate) fn why(&self) -> String {
        let (place, quote) = (self.sentence, &self.quote);
        let word = &self.verb.word;
        format!("sentence {place} of the description says `{word}`: \"{quote}\"")
    }
}

// === impl SentenceWalk ===

impl<'s, 't> SentenceWalk<'s, 't> {
    fn new(words: &'s [TextWord<'t>], place: usize) -> Self {
        let begins = words.first().map_or("", |first| first.word);
        let lead = sentence::leading(words);
        let open = matches!(begins, "it" | "this" | "then" | "and" | "but")
            || is_adverb(begins)
            || NEGATIONS.contains(&begins)
            || words.first().is_some_and(is_prefix)
            || begins_with_deed(words);
        Self {
            words,
            first: place == 0,
            lead,
            advice: ADVICE.contains(&begins),
            foreign: lead.is_none() && !open,
        }
    }

    fn read(&self, add: &mut impl FnMut((SentenceVerb, StatementForm))) {
        if let [label, next, ..] = self.words
            && next.before == WordBreak::Label
            && (LABELS.contains(&label.word) || explains_value(label, next))
        {
            return;
        }
        if self.is_example() {
            return;
        }
        if let Some(verb) = self.later_lead() {
            add(verb);
        }
        let mut state = ClauseState::new();
        for at in 0..self.words.len() {
            let token = &self.words[at];
            if at > 0 && token.before >= WordBreak::Comma {
                state.next_clause(token.before);
            }
            if token.quoted {
                state.standing = Standing::Other;
                continue;
            }
            if let Some(found) = self.verb_at(at, state) {
                add(found);
            }
            state.pass(self.words, at);
        }
    }

    /// Whether it tells what may happen elsewhere: "For example, resuming a plan creates a bill".
    fn is_example(&self) -> bool {
        let [first, next, ..] = self.words else {
            return false;
        };
        first.word == "for" && matches!(next.word, "example" | "instance")
    }

    /// What a later sentence says with its leading verb: "It can be used to delete pages",
    /// "Delete all users."
    fn later_lead(&self) -> Option<(SentenceVerb, StatementForm)> {
        let at = self.lead.filter(|_| !self.first)?;
        let verb = SentenceVerb::amid(&self.words[at..])?;
        let begins = self.words[0].word;
        if !tells(&verb) || self.refuses(at) || self.words[at].quoted {
            return None;
        }
        let third = is_third_person(self.words[at].word);
        let before = &self.words[..at];
        let has = |word: &str| before.iter().any(|token| token.word == word);
        if before.iter().any(|token| NEGATIONS.contains(&token.word)) {
            return None;
        }
        if begins == "optionally" && at == 1 {
            // "Optionally save it": it can be asked for.
            let sure = verb.verb.kind == WordKind::Verb && self.has_object(at);
            return sure.then_some((verb, StatementForm::Indirect));
        }
        if at == 0 {
            // The walk hears "Deletes the page" by itself.
            let advising = |token: &TextWord<'_>| ADVISING.contains(&token.word);
            let advice = self.advice || self.words.iter().any(advising);
            let sure = verb.verb.kind == WordKind::Verb && verb.verb.weight >= 13;
            let orders = !third && !advice && sure && self.has_object(at);
            return orders.then_some((verb, StatementForm::Imperative));
        }
        let about_tool = matches!(
            begins,
            "this" | "it" | "use" | "used" | "allows" | "lets" | "enables"
        ) && (has("to") || has("lets") || has("for"))
            && !has("when");
        let direct = about_tool && !third;
        // "Use this to plan a trip" says what the answer is good for, as often as what is done.
        let form = match verb.verb.effect {
            VerbEffect::Removes => StatementForm::Indirect,
            _ if begins == "use" => StatementForm::Imperative,
            _ => StatementForm::Indirect,
        };
        direct.then_some((verb, form))
    }

    /// A verb that writes, where it is a deed of the tool.
    fn verb_at(&self, at: usize, state: ClauseState) -> Option<(SentenceVerb, StatementForm)> {
        if state.negated || state.subordinate {
            return None;
        }
        let word = self.words[at].word;
        if matches!(word, "is" | "are" | "gets" | "be") {
            return self.passive(at, state);
        }
        if self.first && self.lead == Some(at) {
            return None;
        }
        let verb = SentenceVerb::amid(&self.words[at..])?;
        if !tells(&verb) || self.refuses(at) || !self.is_deed(at, &verb) || self.is_idle(at, &verb)
        {
            return None;
        }
        let explicit = state.standing == Standing::Tool;
        let form = if is_third_person(word) {
            let stands = match state.standing {
                Standing::Tool => true,
                Standing::Start => !self.advice && self.goes_on(at),
                Standing::Joint => !self.advice && !self.foreign && self.goes_on(at),
                Standing::Other => false,
            };
            // "Stores the page": a plural would have no article behind it.
            let deed = at == 0 && self.has_object(at);
            let sure = verb.verb.kind != WordKind::Noun || explicit || deed;
            (stands && sure).then_some(StatementForm::Active)
        } else if word.ends_with("ing") {
            let by = at > 0 && matches!(self.words[at - 1].word, "by" | "thereby" | "then");
            let trails = state.standing == Standing::Start && at > 0;
            // "The client chooses by setting a header" tells what the client does.
            let theirs = self.foreign && !self.tells_of_call(at);
            (!self.advice && !theirs && (by || trails) && self.has_object(at))
                .then_some(StatementForm::Indirect)
        } else {
            let free = state.standing != Standing::Other;
            // "Customers get a bill and may pay it later" promises nothing of the tool.
            let theirs = state.standing == Standing::Joint && self.foreign;
            let promised = explicit || state.modal == Some(Modal::Will) && free && !theirs;
            let joined = state.standing == Standing::Joint
                && self.first
                && self.leads_with_base()
                && !belongs_to_other(self.words, at - 1);
            let meant = if state.modal.is_some() {
                promised && (explicit || !self.advice)
            } else {
                joined && !self.advice && !state.subordinated && self.has_object(at)
            };
            meant.then_some(StatementForm::Active)
        };
        Some((verb, form?))
    }

    /// Whether a word that may be a noun is a verb here. One that mostly is a noun needs an object.
    fn is_deed(&self, at: usize, verb: &SentenceVerb) -> bool {
        verb.verb.kind == WordKind::Verb || self.has_object(at)
    }

    fn has_object(&self, at: usize) -> bool {
        let next = self.words.get(at + 1);
        next.is_some_and(|next| next.before == WordBreak::Space && OBJECTS.contains(&next.word))
    }

    /// Whether a verb goes on with something that may be its object. A plural does not:
    /// "clicks and opens", "duplicates are left out".
    fn goes_on(&self, at: usize) -> bool {
        let next = self.words.get(at + 1);
        next.is_some_and(|next| {
            next.before == WordBreak::Space && !next.quoted && !NO_OBJECTS.contains(&next.word)
        })
    }

    fn leads_with_base(&self) -> bool {
        let lead = self.lead.map(|at| self.words[at].word);
        lead.is_some_and(|word| !is_third_person(word) && !word.ends_with("ing"))
    }

    /// Whether what stands before a word may tell what the call does: something is done, or the
    /// tool is named.
    fn tells_of_call(&self, at: usize) -> bool {
        self.words[..at].iter().any(|token| {
            matches!(token.word, "is" | "are" | "be" | "it" | "this")
                || role(token.word) == Some(WordRole::Tool)
        })
    }

    /// "Rejects statements that write": the tool is guarded, and rejects nothing of ours.
    fn refuses(&self, at: usize) -> bool {
        let mut next = self.words[at + 1..].iter().take(NEAR);
        REFUSING.contains(&self.words[at].word) && next.any(|token| REFUSED.contains(&token.word))
    }
}

/// Whether a sentence says what a value means: "refund: Refunds the payment".
fn explains_value(label: &TextWord<'_>, next: &TextWord<'_>) -> bool {
    let base = |token: &TextWord<'_>| verb::inflected(token.word).map(|(base, _)| base);
    base(label).is_some() && base(label) == base(next)
}

/// Whether a sentence begins with a verb that is not known: "Frobs the index".
fn begins_with_deed(words: &[TextWord<'_>]) -> bool {
    let [first, next, ..] = words else {
        return false;
    };
    let object = next.before == WordBreak::Space && OBJECTS.contains(&next.word);
    first.word.ends_with('s') && object
}

/// Whether a verb says by itself that something is written. Who performs a search or runs a
/// query may only read.
fn tells(verb: &SentenceVerb) -> bool {
    verb.verb.effect.writes() && verb.verb.weight >= TELLING && !CARRYING.contains(&verb.base)
}
