//! The words by which statements are told from other text.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::description::text::is_adverb;

/// What a word does in a sentence, apart from being a verb.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WordRole {
    /// It denies what follows.
    Negation,
    /// It begins a clause that hangs on another.
    Subordinator,
    /// It may mean the tool.
    Tool,
    /// It stands between a subject and its verb.
    Adverb,
}

/// The role of each word that has one, made once.
static ROLES: LazyLock<HashMap<&'static str, WordRole>> = LazyLock::new(|| {
    let lists: [(&[&str], WordRole); 4] = [
        (&ADVERBS, WordRole::Adverb),
        (&TOOL, WordRole::Tool),
        (&SUBORDINATORS, WordRole::Subordinator),
        (&NEGATIONS, WordRole::Negation),
    ];
    let words = lists.into_iter();
    words
        .flat_map(|(list, role)| list.iter().map(move |word| (*word, role)))
        .collect()
});

/// The role of a word.
pub(super) fn role(word: &str) -> Option<WordRole> {
    let adverb = || is_adverb(word).then_some(WordRole::Adverb);
    ROLES.get(word).copied().or_else(adverb)
}

/// Words that deny what follows.
#[rustfmt::skip]
pub(super) const NEGATIONS: [&str; 27] = [
    "not", "never", "no", "without", "cannot", "isn't", "doesn't", "don't", "won't", "can't",
    "nor", "neither", "nothing", "none", "doesn’t", "don’t", "won’t", "isn’t", "can’t", "nowhere",
    "hardly", "aren't", "didn't", "wouldn't", "shouldn't", "mustn't", "avoids",
];

/// Words with which a clause begins that hangs on another.
#[rustfmt::skip]
const SUBORDINATORS: [&str; 24] = [
    "that", "which", "who", "whose", "whom", "where", "when", "whenever", "if", "whether", "unless",
    "until", "once", "because", "since", "how", "what", "why", "before", "after", "rather", "unlike",
    "to", "while",
];

/// Words for the tool itself.
const TOOL: [&str; 8] = [
    "tool",
    "operation",
    "command",
    "function",
    "endpoint",
    "method",
    "action",
    "call",
];

/// Words between a subject and its verb.
#[rustfmt::skip]
const ADVERBS: [&str; 16] = [
    "also", "always", "first", "finally", "next", "just", "even", "now", "afterwards",
    "additionally", "instead", "further", "already", "both", "either", "simply",
];

/// Words with which a sentence begins that speaks to the caller.
#[rustfmt::skip]
pub(super) const ADVICE: [&str; 58] = [
    "use", "call", "see", "prefer", "provide", "pass", "specify", "set", "include", "check", "make",
    "note", "remember", "avoid", "do", "don't", "ask", "consider", "try", "keep", "supply", "combine",
    "start", "run", "wait", "verify", "confirm", "follow", "refer", "always", "never", "please", "be",
    "choose", "select", "pick", "limit", "filter", "give", "omit", "leave", "let", "tell", "inform",
    "present", "show", "you", "your", "users", "must", "should", "only", "best", "example", "examples",
    "e", "tip", "tips",
];

/// Words that show that a sentence is advice, wherever they stand.
#[rustfmt::skip]
pub(super) const ADVISING: [&str; 12] = [
    "you", "your", "first", "before", "instead", "must", "should", "if", "when", "once", "after",
    "unless",
];

/// Labels of what is no statement.
#[rustfmt::skip]
pub(super) const LABELS: [&str; 24] = [
    "example", "examples", "e", "g", "input", "output", "response", "returns", "error", "errors", "see",
    "args", "parameters", "permissions", "scopes", "scope", "events", "event", "prompt", "query",
    "usage", "related", "requires", "values",
];

/// Verbs that keep something from being done.
#[rustfmt::skip]
pub(super) const REFUSING: [&str; 14] = [
    "reject", "rejects", "block", "blocks", "prevent", "prevents", "refuse", "refuses", "forbid",
    "forbids", "disallow", "disallows", "deny", "denies",
];

/// What is refused where a tool is guarded.
#[rustfmt::skip]
pub(super) const REFUSED: [&str; 30] = [
    "statement", "statements", "keyword", "keywords", "write", "writes", "writing", "operation",
    "operations", "mutation", "mutations", "mutating", "destructive", "non", "insert", "update",
    "delete", "ddl", "dml", "modification", "modifications", "changes", "attempts", "sql", "queries",
    "query", "anything", "any", "input", "deletes",
];

/// Verbs that are an event in the passive: "the file is overwritten". Of most others the
/// participle is a state: "the feature is enabled".
#[rustfmt::skip]
pub(super) const EVENTS: [&str; 14] = [
    "create", "insert", "send", "overwrite", "replace", "modify", "write", "publish", "persist",
    "save", "execute", "charge", "rewrite", "append",
];

/// Words after which a passive speaks of another time: "is deleted after 30 days".
pub(super) const OTHER_TIMES: [&str; 9] = [
    "after", "when", "if", "once", "every", "by", "daily", "until", "before",
];

/// Words behind a verb that something does by itself: "stops after ten results".
pub(super) const ITS_OWN_TIME: [&str; 9] = [
    "after", "until", "when", "if", "once", "before", "at", "on", "early",
];

/// Words after which a verb has an object.
#[rustfmt::skip]
pub(super) const OBJECTS: [&str; 24] = [
    "it", "them", "the", "a", "an", "its", "their", "all", "each", "any", "this", "these", "new",
    "one", "existing", "every", "that", "everything", "both", "your", "old", "multiple", "another",
    "whatever",
];

/// Words that are no object of a verb before them.
#[rustfmt::skip]
pub(super) const NO_OBJECTS: [&str; 24] = [
    "and", "or", "are", "is", "was", "were", "of", "in", "for", "with", "on", "at", "by", "as", "that",
    "which", "use", "can", "will", "may", "must", "should", "have", "has",
];

/// Verbs that say nothing without what they carry, or speak of what is taken as input.
#[rustfmt::skip]
pub(super) const CARRYING: [&str; 41] = [
    "execute", "exec", "invoke", "perform", "navigate", "authenticate", "authorize", "login", "act",
    "operate", "goto", "emulate", "launch", "continue", "assume", "run", "call", "handle", "connect",
    "test", "process", "control", "request", "respond", "use", "do", "accept", "confirm", "extend",
    "define", "mention", "click", "establish", "propose", "report", "note", "follow", "like", "manage",
    "ensure", "enable",
];

/// What a verb weighs at least that tells something beside the leading one, in decibans.
pub(super) const TELLING: i32 = 11;
