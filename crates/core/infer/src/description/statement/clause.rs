//! Where the reading of a sentence is: whose deed the next verb would be, and whether it is denied.

use super::words::{WordRole, role};
use crate::description::text::{TextWord, WordBreak};
use crate::verb;

/// What stands before a word, as far as it tells whose deed a verb is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    /// Nothing: a sentence or a clause begins.
    Start,
    /// The tool: "it", "this", "the operation".
    Tool,
    /// "and", "or", "then": the subject is the one before.
    Joint,
    /// Any other word before it.
    Other,
}

/// Where the reading of a sentence is.
#[derive(Clone, Copy, Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is heard on its own, word by word"
)]
pub(super) struct ClauseState {
    pub(super) standing: Standing,
    pub(super) negated: bool,
    /// Whether the clause hangs on another.
    pub(super) subordinate: bool,
    /// Whether any clause of the sentence so far does.
    pub(super) subordinated: bool,
    /// Whether that clause has a verb in the third person, so that a second one may belong to it.
    spoken_for: bool,
    /// Whether "will", "may" or "can" stands before; the last says what is possible.
    pub(super) modal: Option<Modal>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Modal {
    Will,
    Can,
}

// === impl ClauseState ===

impl ClauseState {
    pub(super) const fn new() -> Self {
        Self {
            standing: Standing::Start,
            negated: false,
            subordinate: false,
            subordinated: false,
            spoken_for: false,
            modal: None,
        }
    }

    /// A comma ends what hangs on it, a negation too.
    pub(super) fn next_clause(&mut self, before: WordBreak) {
        *self = Self {
            subordinated: self.subordinated && before < WordBreak::Label,
            ..Self::new()
        };
    }

    /// What the next words stand behind, once this one is passed.
    pub(super) fn pass(&mut self, words: &[TextWord<'_>], at: usize) {
        let word = words[at].word;
        let next = words.get(at + 1).map_or("", |next| next.word);
        match word {
            _ if is_prefix(&words[at]) => {}
            "will" | "may" | "might" | "would" | "shall" | "could" => {
                self.modal = Some(Modal::Will);
            }
            "can" => self.modal = Some(Modal::Can),
            "and" | "or" | "but" | "plus" | "then" => self.join(word, next),
            // "…, which deletes the old one" speaks of the whole sentence.
            "which" if at > 0 && words[at].before >= WordBreak::Comma => {
                self.standing = Standing::Joint;
            }
            "it" | "this" if self.standing != Standing::Other => self.standing = Standing::Tool,
            _ => self.pass_role(role(word), words, at),
        }
    }

    /// The same for words that are known by their role.
    fn pass_role(&mut self, role: Option<WordRole>, words: &[TextWord<'_>], at: usize) {
        let word = words[at].word;
        let next = words.get(at + 1).map_or("", |next| next.word);
        match role {
            // "not only lists but also deletes" denies nothing.
            Some(WordRole::Negation) => {
                self.negated |= !matches!(next, "only" | "just" | "merely");
            }
            Some(WordRole::Tool) if names_tool(words, at) => self.standing = Standing::Tool,
            Some(WordRole::Adverb) => {}
            Some(WordRole::Subordinator) => {
                self.subordinate = true;
                self.subordinated = true;
                self.standing = Standing::Other;
            }
            _ => {
                self.spoken_for |= self.subordinate && is_third_person(word);
                self.standing = Standing::Other;
            }
        }
    }

    /// Behind "and", a verb in the third person says something new; one in its base form goes on
    /// with what was denied or said to be possible.
    fn join(&mut self, joint: &str, next: &str) {
        self.standing = Standing::Joint;
        let anew = is_third_person(next) || is_adverb(next) || joint == "but" || joint == "plus";
        if anew && joint != "or" {
            self.negated = false;
            self.modal = None;
            self.subordinate &= self.spoken_for;
        }
    }
}

/// Whether a word for a tool means this one: "this tool", "the operation".
fn names_tool(words: &[TextWord<'_>], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|before| words.get(before));
    before.is_some_and(|before| matches!(before.word, "this" | "the") && !before.quoted)
}

/// Whether a word only begins a verb: "re-creates", "auto-deletes".
pub(super) fn is_prefix(token: &TextWord<'_>) -> bool {
    token.joins
        && matches!(
            token.word,
            "re" | "auto" | "un" | "de" | "pre" | "soft" | "hard" | "bulk" | "batch" | "force"
        )
}

pub(super) fn is_adverb(word: &str) -> bool {
    role(word) == Some(WordRole::Adverb)
}

/// Whether a word is a verb in the third person: `deletes`, but not `process`.
pub(super) fn is_third_person(word: &str) -> bool {
    word.ends_with('s') && verb::base(word).is_none() && verb::inflected(word).is_some()
}
